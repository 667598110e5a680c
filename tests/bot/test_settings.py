from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings, faults, strangers

SECRET = "not-to-be-told"  # noqa: S105 - nobody's


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine gets into a test."""
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def told_faults() -> list[str]:
    with pytest.raises(ValidationError) as refused:
        Settings()
    return faults(refused.value)


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
    ],
)
def test_a_value_that_cannot_be_is_one_line_with_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    (line,) = told_faults()
    assert line.startswith(f"{name}: ")
    assert "\n" not in line


def test_each_fault_has_its_line_and_none_tells_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", SECRET)
    monkeypatch.setenv("TAPROOM_LOG_FORMAT", "xml")
    monkeypatch.setenv("TAPROOM_PLAYGROUND_PORT", "http")
    lines = told_faults()
    assert [line.partition(":")[0] for line in lines] == ["TAPROOM_LOG_FORMAT", "TAPROOM_PLAYGROUND_PORT"]
    assert SECRET not in "".join(lines)


def test_a_token_is_not_in_what_settings_look_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", SECRET)
    assert SECRET not in f"{Settings()!r} {Settings()} {Settings().model_dump()}"


def test_names_that_nobody_reads_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"TAPROOM_TOKKEN={SECRET}\nTAPROOM_TOKEN=x\nOTHER_PROGRAM=1\n", encoding="utf-8")
    monkeypatch.setenv("TAPROOM_DATABSE", "x.db")
    assert strangers() == ["TAPROOM_DATABSE", "TAPROOM_TOKKEN"]


def test_the_names_that_are_read_are_no_strangers() -> None:
    Path(".env").write_text(
        "".join(f"TAPROOM_{name.upper()}=1\n" for name in ("token", "database", "playground_port")),
        encoding="utf-8",
    )
    assert strangers() == []
