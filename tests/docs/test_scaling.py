"""docs/scaling.md and the files of docs/cluster against the code."""

from __future__ import annotations

import configparser
import math
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from bot.discord.budget import ALLOWED
from bot.ops.health import processes_text, statistics_text, workers_text
from bot.ops.settings import Settings
from bot.store.cluster.processes import Process, RunningProcesses
from bot.store.errors import OutdatedProgram
from bot.store.upkeep.hosted import RemoteWorker, RemoteWorkers
from bot.store.upkeep.statistics import Statistics
from bot.words.english.house import GENERAL
from tests.docs.pages import ROOT, blocks, blocks_by_heading, links, read, rows, section

SCALING, HOSTING = read("docs/scaling.md"), read("docs/hosting.md")
CLUSTER = ROOT / "docs" / "cluster"
UNITS = sorted(CLUSTER.glob("taproom*"))
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
COMPOSE: dict[str, Any] = yaml.safe_load((CLUSTER / "compose.yaml").read_text(encoding="utf-8"))
BOTS = {name: service for name, service in COMPOSE["services"].items() if name != "database"}
CLICK, MOVE = 6.0e-3, 3.6e-3
"""Seconds of a core: of a process for a click, of the server for a move."""

REQUESTS = 0.3
"""Requests with the bot's token for a move."""

NOW = 1_800_000_000.0


def parse_unit(unit: Path | str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit if isinstance(unit, str) else unit.read_text(encoding="utf-8"))
    return parser


def test_every_file_of_the_cluster_is_named_on_the_page() -> None:
    assert {f"cluster/{file.name}" for file in CLUSTER.iterdir()} <= set(links(SCALING))


def test_the_containers_are_told_settings_that_there_are() -> None:
    known = {f"TAPROOM_{field.upper()}" for field in Settings.model_fields}
    for service in BOTS.values():
        assert set(service["environment"]) <= known
        assert service["build"]["args"] == {"REQUIREMENTS": "requirements-cluster.txt"}
    containerfile = read("Containerfile")
    assert "ARG REQUIREMENTS=requirements.txt" in containerfile
    assert (CLUSTER / BOTS["bot-0"]["build"]["context"] / "Containerfile").resolve() == ROOT / "Containerfile"
    assert (ROOT / "requirements-cluster.txt").exists()


def test_every_shard_is_run_by_one_container() -> None:
    documented = [
        service["environment"]["TAPROOM_SHARDS"] for name, service in BOTS.items() if name != "think"
    ]
    run: list[int] = []
    for text in documented:
        first, last, count = map(int, re.fullmatch(r"(\d+)-(\d+)/(\d+)", text).groups())  # type: ignore[union-attr]
        run += range(first, last + 1)
        assert count == 16
    assert sorted(run) == list(range(16))


def test_who_thinks_has_no_port_that_could_be_asked_and_no_token() -> None:
    think = BOTS["think"]
    assert "TAPROOM_TOKEN" not in think["environment"]
    assert think["environment"]["TAPROOM_STATUS_PORT"] == "0"
    assert think["healthcheck"] == {"disable": True}


def test_an_upgrade_replaces_every_container_the_one_with_shard_0_first() -> None:
    (commands,) = (
        block.text
        for where, block in blocks_by_heading(SCALING)
        if where == "Upgrades" and "docker compose" in block.text
    )
    replaced = re.findall(r"up --detach --no-deps (\S+)", commands)
    assert sorted(replaced) == sorted(BOTS)
    assert BOTS[replaced[0]]["environment"]["TAPROOM_SHARDS"].startswith("0-")
    assert replaced[-1] == "think"


def test_what_an_outdated_process_says_is_what_the_page_says() -> None:
    upgrades = " ".join(section(SCALING, "Upgrades").split())
    logged, shown = re.findall(r"they log `([^`]+)`, answer clicks with \*([^*]+)\*", upgrades)[0]
    assert str(OutdatedProgram("here", 1)).endswith(logged)
    assert GENERAL["being-updated"].startswith(shown)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_the_units_are_shut_in_like_the_one_of_a_single_machine(unit: Path) -> None:
    (single,) = (parse_unit(block.text)["Service"] for block in blocks(HOSTING) if block.info == "ini")
    service = parse_unit(unit)["Service"]
    common = ("User", "WorkingDirectory", "Restart", "RestartPreventExitStatus", "UMask", "NoNewPrivileges")
    shut = re.compile("Capability|Protect|Private|Lock|Remove|Restrict[^P]|SystemCall")
    names = [*common, *filter(shut.match, single)]
    assert len(names) > 20
    for name in names:
        assert service[name] == single[name], name
    assert service["ExecStart"].startswith(single["ExecStart"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_understands_every_line_of_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = re.sub(
            r"^(ExecStart=)\S+", r"\1/bin/true", unit.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    names = [unit.name.replace("@", "@0-7") for unit in UNITS]
    for unit, name in zip(UNITS, names, strict=True):
        if name != unit.name:
            shutil.copy(tmp_path / unit.name, tmp_path / name)
    command = ("systemd-analyze", "verify", *(str(tmp_path / name) for name in names))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - systemd's
    assert not [line for line in done.stderr.splitlines() if "taproom" in line], done.stderr


def test_the_status_is_shown_as_it_is_told() -> None:
    def process(number: int, host: str, pid: int, shards: str, seen: float) -> Process:
        started = NOW - 3 * 24 * 3600
        return Process(number, host, pid, shards, "1.0.0", 14, {}, started, NOW - seen)

    running = RunningProcesses(
        (
            process(1, "tavern", 811, "0-7/24", 4),
            process(2, "tavern", 812, "8-15/24", 9),
            process(3, "cellar", 344, "16-23/24", 120),
        ),
        NOW,
        13,
        10.0,
    )
    figures = Statistics(1203, 30412, 402118, 2_143_700_000, NOW - 12, 3, 0)
    (block,) = (
        block
        for heading, block in blocks_by_heading(SCALING)
        if heading == "Status" and "process:" in block.text
    )
    lines = block.text.splitlines()
    thinkers = RemoteWorkers((RemoteWorker("cellar", 4, "5f0c1a9be2d47380", 3.0),), 0, 2)
    for line in (*statistics_text(figures), *processes_text(running), *workers_text(thinkers)):
        assert line in lines


def numbers(cells: list[str]) -> list[float]:
    return [float(cell.replace(",", "")) for cell in cells]


def test_the_arithmetic_is_right() -> None:
    """Ten games a server, eight moves a day, a tenth of them in the busiest hour, two clicks each."""
    table = [numbers(cells) for cells in rows(section(SCALING, "Sizing")) if len(cells) == 7]
    assert len(table) == 4
    for servers, games, moves, clicks, processes, share, requests in table:
        assert games == 10 * servers
        second = games * 8 / 10 / 3600
        assert (moves, clicks) == (round(second), round(2 * second))
        assert processes == math.ceil(2 * second * CLICK / 0.6)
        assert share == round(second * MOVE, 2)
        assert requests == round(second * REQUESTS)
    enough = ALLOWED * 0.8 / REQUESTS
    assert "130 moves a second" in SCALING
    assert round(enough, -1) == 130
    assert round(enough / (10 * 8 / 10 / 3600), -4) == 60_000
