from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.cluster.shards import Shards
from bot.ops.settings import Settings, outward_proxy, setting_faults, settings_file_slips, unknown_settings

SECRET = "not-to-be-told"  # noqa: S105 - made up


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the settings of this machine from the tests."""
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def told_faults() -> list[str]:
    with pytest.raises(ValidationError) as refused:
        Settings()
    return setting_faults(refused.value)


def test_everything_has_a_default() -> None:
    settings = Settings()
    assert settings.secret == ""
    assert settings.database == Path("taproom.db")
    assert settings.log_format == "text"
    assert settings.log_level == "INFO"
    assert settings.playground_port == 8377


def test_a_file_sets_and_the_environment_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("TAPROOM_DATABASE=file.db\nTAPROOM_LOG_FORMAT=json\n", encoding="utf-8")
    monkeypatch.setenv("TAPROOM_DATABASE", "environment.db")
    settings = Settings()
    assert settings.database == Path("environment.db")
    assert settings.log_format == "json"


def test_an_empty_token_in_the_environment_opens_the_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"TAPROOM_TOKEN={SECRET}\n", encoding="utf-8")
    assert Settings().secret == SECRET
    monkeypatch.setenv("TAPROOM_TOKEN", "")
    assert Settings().secret == ""


def test_blanks_around_a_token_are_not_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", f"  {SECRET}\n")
    assert Settings().secret == SECRET


def test_settings_are_not_changed_on_the_way() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        setattr(Settings(), "log_level", "DEBUG")  # noqa: B010 - mypy forbids the plain way, too


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAPROOM_LOG_FORMAT", "xml"),
        ("TAPROOM_LOG_LEVEL", "loud"),
        ("TAPROOM_PLAYGROUND_PORT", "-1"),
        ("TAPROOM_PLAYGROUND_PORT", "65536"),
        ("TAPROOM_PLAYGROUND_PORT", "http"),
        ("TAPROOM_PLAYGROUND_PORT", ""),
        ("TAPROOM_DATABASE", ""),
        ("TAPROOM_DATABASE", "/"),
        ("TAPROOM_DATABASE", "~/taproom.db"),
        ("TAPROOM_BACKUPS", "~/copies"),
        ("TAPROOM_SHARDS", "0-3"),
        ("TAPROOM_SHARDS", "4/4"),
        ("TAPROOM_SHARDS", "0-3/16"),
    ],
)
def test_a_value_that_cannot_be_is_one_line_with_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    (line,) = told_faults()
    assert line.startswith(name)
    assert " (environment): " in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("STATUS_PORT", "80a80", '="80a80" (.env, line 3): a whole number from 0 to 65535 is wanted here'),
        (
            "STATUS_PORT",
            "8378#here",
            '="8378#here" (.env, line 3): a whole number from 0 to 65535 is wanted here',
        ),
        ("TABLES_EACH", "-1", '="-1" (.env, line 3): a whole number of at least 0 is wanted here'),
        ("BACKUPS_KEPT", "1.5", '="1.5" (.env, line 3): a whole number of at least 1 is wanted here'),
        ("WORKERS", "", '="" (.env, line 3): a whole number from 0 to 64 is wanted here'),
        ("HELLO", "yes please", '="yes please" (.env, line 3): true or false is wanted here'),
        ("LOG_FORMAT", "xml", '="xml" (.env, line 3): text or json is wanted here'),
        ("LOG_LEVEL", "info", '="info" (.env, line 3): DEBUG, INFO, WARNING or ERROR is wanted here'),
        (
            "WEB_URL",
            "play.example.org",
            '="play.example.org" (.env, line 3): an address is wanted here, such as https://play.example.org',
        ),
    ],
)
def test_a_fault_says_the_line_what_is_written_there_and_what_is_wanted(
    name: str, value: str, line: str
) -> None:
    Path(".env").write_text(f"\n# mine\nTAPROOM_{name}={value}\n", encoding="utf-8")
    assert told_faults() == [f"TAPROOM_{name}{line}"]


def test_a_fault_is_where_the_value_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(
        "TAPROOM_WORKERS=65\nTAPROOM_REQUESTS=few\ntaproom_requests=2\nTAPROOM_STATUS_PORT=8380\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("taproom_workers", "many")
    lines = {line.partition(":")[0] for line in told_faults()}
    assert lines == {
        'TAPROOM_WORKERS="many" (environment)',
        'TAPROOM_REQUESTS="2" (.env, line 3)',
        'TAPROOM_WEB_PORT="8380" (its default)',
    }


WRONG = {
    "empty": "",
    "word": "80a80",
    "words": "yes please",
    "negative": "-1",
    "fraction": "1.5",
    "huge": "9" * 5000,
    "not UTF-8": "\udcff",
    "quotes": '"8080"',
    "control": "8080\x1b[2J",
    "lines": f"8080\nTAPROOM_TOKEN={SECRET}",
    "token": "MTExMTExMTExMTExMTExMTEx.GabcdE." + SECRET,
    "client secret": f"{SECRET}-0123456789abcdefg"[:32],
    "database": f"postgresql://bot:{SECRET}@db",
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("field", Settings.model_fields)
def test_no_fault_speaks_of_types_or_tells_a_secret(
    monkeypatch: pytest.MonkeyPatch, field: str, kind: str
) -> None:
    """Each kind of wrong value in each setting, also in those that it is valid for."""
    monkeypatch.setenv(f"TAPROOM_{field.upper()}", WRONG[kind])
    try:
        Settings()
    except ValidationError as error:
        lines = setting_faults(error)
    else:
        return
    assert lines
    for line in lines:
        assert line.startswith(f"TAPROOM_{field.upper()}") or "(its default)" in line
        assert "Input" not in line
        assert "\n" not in line
        assert line.isprintable()
        assert SECRET not in line


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WEB_SECRET", "short"),
        ("DATABASE", "~short"),
        ("DATABASE", "mysql://short"),
    ],
)
def test_what_is_secret_by_its_type_is_never_shown(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"TAPROOM_{name}", value)
    (line,) = told_faults()
    assert line.startswith(f"TAPROOM_{name} (environment): ")
    assert "short" not in line


def test_another_kind_of_database_is_no_file_and_its_password_is_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAPROOM_DATABASE", f"mysql://taproom:{SECRET}@db.example.org/taproom")
    (line,) = told_faults()
    assert line.startswith("TAPROOM_DATABASE (environment): mysql:// is no database of Taproom")
    assert SECRET not in line


def test_each_fault_has_its_line_and_none_tells_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", SECRET)
    monkeypatch.setenv("TAPROOM_LOG_FORMAT", "xml")
    monkeypatch.setenv("TAPROOM_PLAYGROUND_PORT", "http")
    lines = told_faults()
    assert [line.partition("=")[0] for line in lines] == ["TAPROOM_LOG_FORMAT", "TAPROOM_PLAYGROUND_PORT"]
    assert SECRET not in "".join(lines)


def test_a_token_is_not_in_what_settings_look_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", SECRET)
    assert SECRET not in f"{Settings()!r} {Settings()} {Settings().model_dump()}"


def test_a_login_needs_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_WEB_SECRET", f" {SECRET} ")
    (line,) = told_faults()
    assert line.startswith("TAPROOM_WEB_SECRET (environment): ")
    assert "TAPROOM_WEB_URL" in line
    assert SECRET not in line
    monkeypatch.setenv("TAPROOM_WEB_URL", "play.example.org")
    (line,) = told_faults()
    assert line.startswith("TAPROOM_WEB_URL=")
    monkeypatch.setenv("TAPROOM_WEB_URL", "https://play.example.org/login/back")
    (line,) = told_faults()
    assert line.endswith("leave out /login/back, which belongs to the redirect at Discord alone")
    monkeypatch.setenv("TAPROOM_WEB_URL", "https://play.example.org")
    settings = Settings()
    assert settings.client_secret == SECRET
    assert SECRET not in f"{settings!r} {settings} {settings.model_dump()}"


def test_ports_that_are_open_at_once_are_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_STATUS_PORT", "8500")
    monkeypatch.setenv("TAPROOM_WEB_PORT", "8500")
    (line,) = told_faults()
    assert line.startswith("TAPROOM_WEB_PORT=")
    assert "TAPROOM_STATUS_PORT" in line
    monkeypatch.setenv("TAPROOM_TOKEN", SECRET)
    assert Settings().web_url == "", "there are no pages, so their port stays shut"
    monkeypatch.setenv("TAPROOM_WEB_URL", "https://play.example.org")
    assert len(told_faults()) == 1
    monkeypatch.setenv("TAPROOM_WEB_PORT", "0")
    assert Settings().web_port == 0, "any free port is another one"


def test_the_playground_has_a_port_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_WEB_PORT", "8377")
    (line,) = told_faults()
    assert "TAPROOM_PLAYGROUND_PORT" in line
    monkeypatch.setenv("TAPROOM_TOKEN", SECRET)
    assert Settings().web_port == 8377, "with a token there is no playground"


def test_boards_inside_discord_need_a_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_ACTIVITY", "true")
    (line,) = told_faults()
    assert line.startswith("TAPROOM_ACTIVITY=")
    assert "TAPROOM_WEB_SECRET" in line
    monkeypatch.setenv("TAPROOM_WEB_URL", "https://play.example.org")
    monkeypatch.setenv("TAPROOM_WEB_SECRET", " ")
    assert len(told_faults()) == 1
    monkeypatch.setenv("TAPROOM_WEB_SECRET", SECRET)
    assert Settings().activity
    monkeypatch.delenv("TAPROOM_ACTIVITY")
    assert not Settings().activity


def test_unknown_names_in_the_environment_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_DATABSE", SECRET)
    monkeypatch.setenv("TAPROOM_TOKEN", "x")
    [sentence] = unknown_settings()
    assert "TAPROOM_DATABSE" in sentence
    assert "TAPROOM_DATABASE" in sentence
    assert SECRET not in sentence


def test_the_names_that_are_read_are_no_strangers() -> None:
    Path(".env").write_text(
        "".join(f"TAPROOM_{name.upper()}=1\n" for name in ("token", "database", "playground_port")),
        encoding="utf-8",
    )
    assert unknown_settings() == settings_file_slips() == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (f"TAPROOM_TOKEN: {SECRET}", "TAPROOM_TOKEN=…"),
        (f"TAPROOM_TOKEN:{SECRET}", "TAPROOM_TOKEN=…"),
        (f"  set TAPROOM_TOKEN={SECRET}", "TAPROOM_TOKEN=…"),
        (f"$env:TAPROOM_TOKEN = {SECRET}", "TAPROOM_TOKEN=…"),
        (f"DISCORD_TOKEN={SECRET}", "TAPROOM_TOKEN"),
        (f"BOT_TOKEN={SECRET}", "TAPROOM_TOKEN"),
        (f"token={SECRET}", "TAPROOM_TOKEN"),
        (f"TAPROOM_TOKKEN={SECRET}", "TAPROOM_TOKEN"),
        (f"TAPROOM-TOKEN={SECRET}", "TAPROOM_TOKEN"),
        (f"export TAPROM_DATABASE={SECRET}", "TAPROOM_DATABASE"),
        (f'TAPROOM_DATABASE="{SECRET}', "quotes of TAPROOM_DATABASE"),
        ("TAPROOM_DATABASE", "TAPROOM_DATABASE=…"),
        (f"TAPROOM_NOTHING_LIKE_IT={SECRET}", "TAPROOM_NOTHING_LIKE_IT is unknown"),
        (f"{SECRET} and more", "NAME=value"),
        (f'{{"token": "{SECRET}"}}', "NAME=value"),
    ],
)
def test_a_line_that_sets_nothing_is_named_with_what_was_meant(line: str, meant: str) -> None:
    Path(".env").write_text(f"# mine\n\n{line}\n", encoding="utf-8")
    [sentence] = settings_file_slips()
    assert sentence.startswith(".env, line 3: ")
    assert meant in sentence
    assert SECRET not in sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# TAPROOM_TOKEN: x\n",
        "TAPROOM_TOKEN=x\n\n  TAPROOM_WORKERS = 2 # two, not ${x}\n",
        "export taproom_token='x'\n",
        '\ufeffTAPROOM_DATABASE="a b.db"\r\n',
        "OTHER_PROGRAM=1\n",
        "DISCORD_TOKEN=another\nTAPROOM_TOKEN=x\n",
    ],
)
def test_lines_that_are_well_are_passed_over(text: str) -> None:
    Path(".env").write_text(text, encoding="utf-8")
    assert settings_file_slips() == []


def test_a_setting_that_stands_twice_is_named_where_it_is_in_vain() -> None:
    Path(".env").write_text(
        "TAPROOM_WORKERS=1\nTAPROOM_LOG_FORMAT=json\nTAPROOM_WORKERS=2\n", encoding="utf-8"
    )
    assert Settings().workers == 2
    [sentence] = settings_file_slips()
    assert sentence.startswith(".env, line 1: TAPROOM_WORKERS ")
    assert "line 3" in sentence


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_a_value_into_which_another_is_put_is_named(quote: str) -> None:
    Path(".env").write_text(f"TAPROOM_TOKEN={quote}{SECRET}${{x}}{quote} # mine\n", encoding="utf-8")
    [sentence] = settings_file_slips()
    assert sentence.startswith(".env, line 1: a variable's value is put in for ${…}.")
    assert SECRET not in sentence


def test_what_the_environment_sets_is_not_missed_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", "x")
    Path(".env").write_text("DISCORD_TOKEN=another\n", encoding="utf-8")
    assert settings_file_slips() == []


def test_shards_are_those_that_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().own_shards is None
    monkeypatch.setenv("TAPROOM_SHARDS", "0-15/16")
    assert Settings().own_shards == Shards(0, 15, 16), "a process that runs all of them may use a file"
    monkeypatch.setenv("TAPROOM_DATABASE", "postgresql://bot@host/taproom")
    monkeypatch.setenv("TAPROOM_SHARDS", "0-3/16")
    assert Settings().own_shards == Shards(0, 3, 16)


def test_a_file_is_not_shared_by_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_SHARDS", "0-3/16")
    (fault,) = told_faults()
    assert fault.startswith("TAPROOM_SHARDS=")
    assert "TAPROOM_DATABASE" in fault


def test_proxies_are_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().proxies == ()
    monkeypatch.setenv("TAPROOM_WEB_PROXIES", "127.0.0.1, 10.0.0.0/8,fd00::/8,")
    assert [str(one) for one in Settings().proxies] == ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"]
    monkeypatch.setenv("TAPROOM_WEB_PROXIES", "127.0.0.1, caddy")
    assert ["TAPROOM_WEB_PROXIES" in fault for fault in told_faults()] == [True]


# The proxy to Discord


@pytest.mark.parametrize(
    ("environment", "file", "proxy"),
    [
        ({}, "", None),
        ({"HTTPS_PROXY": ""}, "", None),
        ({"HTTPS_PROXY": "http://there:3128"}, "", "http://there:3128"),
        ({"https_proxy": "there:3128"}, "", "http://there:3128"),
        ({"ALL_PROXY": "https://there"}, "", "https://there"),
        ({"HTTP_PROXY": "http://there:3128"}, "", None),  # Discord is not reached by http
        ({"HTTPS_PROXY": "http://there:3128", "NO_PROXY": "localhost, .discord.com"}, "", None),
        ({"HTTPS_PROXY": "http://there:3128", "no_proxy": "example.org"}, "", "http://there:3128"),
        ({}, "HTTPS_PROXY=http://file:1\n", "http://file:1"),
        ({"HTTPS_PROXY": "http://there:3128"}, "HTTPS_PROXY=http://file:1\n", "http://there:3128"),
    ],
)
def test_the_proxy_is_what_the_environment_or_the_file_says(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], file: str, proxy: str | None
) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if file:
        Path(".env").write_text(file, encoding="utf-8")
    found = outward_proxy()
    assert (None if found is None else str(found).rstrip("/")) == proxy
