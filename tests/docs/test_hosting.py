"""docs/hosting.md and .env.example against the code."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from typing import Literal, get_args, get_origin

import discord
import pytest
import yaml  # type: ignore[import-untyped]

from bot.client import PATIENCE
from bot.discord.channels import NEEDED
from bot.features import HOOKS
from bot.kernel.trace import Trace
from bot.ops.health import Health, HealthReport
from bot.ops.http_endpoints import InteractionMetrics
from bot.ops.identity import PERMISSIONS as PERMISSIONS_ASKED
from bot.ops.identity import invite_link
from bot.ops.settings import Settings
from bot.store.db import OTHERS
from bot.store.upkeep.statistics import FeatureStatistic, Statistics
from tests.docs.pages import ROOT, blocks, names, read, rows, section

HOSTING = read("docs/hosting.md")
FIELDS = Settings.model_fields
CLUSTER_UNITS = sorted(file.name for file in ROOT.glob("docs/cluster/*.service"))
PERMISSIONS = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)


def default(field: str) -> str:
    """A setting's default as it stands in `.env`."""
    settings = Settings.model_construct()
    return settings.secret if field == "token" else str(getattr(settings, field))


def choices(field: str) -> tuple[str, ...]:
    annotation = FIELDS[field].annotation
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def test_every_setting_stands_in_the_example_with_its_default() -> None:
    expected = [f"TAPROOM_{field.upper()}={default(field)}" for field in FIELDS]
    assert [line for line in read(".env.example").splitlines() if line and line[0] != "#"] == expected


def test_every_setting_stands_in_the_hosting_page_with_its_default() -> None:
    expected = [
        [f"TAPROOM_{field.upper()}", *([default(field)] if default(field) else []), *choices(field)]
        for field in FIELDS
    ]
    table = rows(section(HOSTING, "Configuration"))
    assert [names(cells) for cells in table] == expected


def test_the_example_is_read_as_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in FIELDS:
        monkeypatch.delenv(f"TAPROOM_{field.upper()}", raising=False)
    assert Settings(_env_file=ROOT / ".env.example") == Settings(_env_file=None)  # type: ignore[call-arg]


def test_the_invite_link_asks_for_these_permissions_and_no_more() -> None:
    wanted = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    (number,) = re.findall(r"permissions=(\d+)", HOSTING)
    assert int(number) == wanted.value == PERMISSIONS_ASKED
    link = discord.utils.oauth_url(0, permissions=wanted, scopes=("bot", "applications.commands"))
    assert link.replace("=0&", "=000000000000000000&") in HOSTING
    assert invite_link(0) == link


def test_the_permissions_are_listed_by_discords_names() -> None:
    listed = [cells[0] for cells in rows(section(HOSTING, "Invite link"))]
    assert listed == [
        name.replace("_", " ").title().replace(" In ", " in ").replace("View Channel", "View Channels")
        for name in PERMISSIONS
    ]


def test_what_the_bot_insists_on_is_among_the_permissions() -> None:
    assert {*NEEDED, "send_messages_in_threads"} <= set(PERMISSIONS)


def test_every_field_of_an_interactions_line_is_explained() -> None:
    spans = {
        name
        for path in ROOT.glob("bot/**/*.py")
        for name in re.findall(r'\.span\("(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    trace = Trace("kind", 1, table="T1", revision=1, notation="dE2-E10", spans=dict.fromkeys(spans, 1.0))
    assert {cells[0].strip("`") for cells in rows(section(HOSTING, "Logs"))} == set(trace.record())


def test_every_metric_is_explained() -> None:
    measures = InteractionMetrics()
    trace = Trace("command.move", 1, spans={"store": 1.0})
    measures.count(trace)
    standing = Health(started=0.0, out=None, looked=1.0, latency=40.0)
    others = tuple(
        FeatureStatistic(one.metric, one.about, one.line, 0) for hook in HOOKS for one in hook.statistics
    )
    page = measures.page(HealthReport(1.0, standing, Statistics(0, 0, 0, 0, None, others=others))).decode()
    documented = {
        line.split()[2]
        for line in page.splitlines()
        if line.startswith("# TYPE taproom_") and "_created" not in line
    }
    assert documented == {
        name for cells in rows(section(HOSTING, "Metrics")) for name in names(cells[:1])
    } - {"process_…"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    (unit,) = [block.text for block in blocks(HOSTING) if block.info == "ini"]
    (python,) = re.findall(r"^ExecStart=(\S+)", unit, re.MULTILINE)
    place = tmp_path / "taproom.service"
    place.write_text(unit.replace(python, "/bin/true"), encoding="utf-8")
    command = ("systemd-analyze", "verify", str(place))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - systemd's
    assert str(place.name) not in done.stderr


WORST = 30
"""Tenths of the exposure, of 100, that systemd may find a unit to have."""


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
@pytest.mark.parametrize("name", ["docs/hosting.md", *(f"docs/cluster/{name}" for name in CLUSTER_UNITS)])
def test_systemd_finds_the_unit_shut_in(name: str, tmp_path: Path) -> None:
    text = read(name)
    unit = next((block.text for block in blocks(text) if block.info == "ini"), text)
    place = tmp_path / Path(name).with_suffix(".service").name
    place.write_text(unit, encoding="utf-8")
    command = ("systemd-analyze", "security", "--offline=true", f"--threshold={WORST}", str(place))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - systemd's
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


def test_the_systemd_unit_can_be_read() -> None:
    (unit,) = [block.text for block in blocks(HOSTING) if block.info == "ini"]
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(unit)
    assert parser.sections() == ["Unit", "Service", "Install"]
    assert parser["Service"]["ExecStart"].endswith(" -m bot")


COMPOSED = {
    file.name: [
        service
        for service in yaml.safe_load(file.read_text(encoding="utf-8"))["services"].values()
        if "build" in service
    ]
    for file in ROOT.glob("docs/*/*.yaml")
}
"""The containers of the bot, by compose file."""

FILES = 16_384
"""Files and connections that a process must be allowed at the least; systemd's own limit is 1,024."""


def test_the_bot_may_have_many_connections_open_wherever_it_runs() -> None:
    (unit,) = [block.text for block in blocks(HOSTING) if block.info == "ini"]
    units = [unit, *(file.read_text(encoding="utf-8") for file in ROOT.glob("docs/cluster/*.service"))]
    assert len(units) == 3
    for text in units:
        assert [int(limit) >= FILES for limit in re.findall(r"^LimitNOFILE=(\d+)$", text, re.MULTILINE)] == [
            True
        ]
    bots = [bot for bots in COMPOSED.values() for bot in bots]
    assert len(bots) == 5
    assert all(bot["ulimits"]["nofile"] >= FILES for bot in bots)
    (run,) = re.findall(r"^podman run .*$", HOSTING, re.MULTILINE)
    assert int(re.findall(r"--ulimit nofile=(\d+):\1 ", run)[0]) >= FILES


def test_the_unit_waits_for_a_right_clock_and_keeps_its_files_to_itself() -> None:
    (unit,) = [block.text for block in blocks(HOSTING) if block.info == "ini"]
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(unit)
    assert "time-sync.target" in parser["Unit"]["After"].split()
    assert int(parser["Service"]["UMask"], 8) == OTHERS


def test_a_container_of_one_bot_is_shut_in_and_has_time_to_stop() -> None:
    (run,) = re.findall(r"^podman run .*$", HOSTING, re.MULTILINE)
    options = ("--read-only", "--tmpfs /tmp", "--cap-drop ALL", "--security-opt no-new-privileges")
    assert all(f" {option} " in run for option in options)
    stops = [int(seconds) for seconds in re.findall(r"--stop-timeout (\d+)", run)]
    for file in ("sqlite.yaml", "postgresql.yaml"):
        (bot,) = COMPOSED[file]
        assert (bot["read_only"], bot["tmpfs"], bot["cap_drop"]) == (True, "/tmp", ["ALL"])  # noqa: S108 - of the container
        assert bot["security_opt"] == ["no-new-privileges:true"]
        stops.append(int(bot["stop_grace_period"].removesuffix("s")))
    assert min(stops) > PATIENCE


def test_the_container_runs_as_a_number_that_is_not_root_and_has_its_pieces() -> None:
    text = read("Containerfile")
    (user,) = re.findall(r"^USER (\d+)$", text, re.MULTILINE)
    assert int(user) > 0
    assert f"--uid {user} taproom" in text
    assert f"as user {user} " in HOSTING
    assert re.search(r"^RUN python -m bot\.sprites && python -m compileall", text, re.MULTILINE)
    (limit,) = re.findall(r"^LIMIT=(\d+)000000 ", read(".ci/container"), re.MULTILINE)
    assert f"smaller than {limit} MB" in HOSTING


def test_the_first_page_leads_to_a_bot_on_a_server_in_few_lines() -> None:
    """Token, one command, invite link, in that order; the playground stands below."""
    text = read("README.md").partition("\n## Host it\n")[2].partition("\n## ")[0].strip()
    assert len(text.splitlines()) <= 15
    steps = (
        "discord.com/developers",
        "Reset Token",
        "TAPROOM_TOKEN=",
        "make run",
        "invite link",
        "/play",
        "playground",
    )
    places = [text.index(step) for step in steps]
    assert places == sorted(places)
