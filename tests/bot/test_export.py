"""A table's files: whole, checkable offline, and readable by other programs."""

from __future__ import annotations

import json

import pytest

from bot.catalogue import CATALOGUE
from bot.export import files
from bot.session import Session
from bot.store import Table
from engine.registry import GAMES
from engine.thud.position import START
from engine.thud.thud_file import read_thud
from engine.verify import verify
from tests.bot.samples import QUIET, game


async def exported(session: Session, table: Table) -> dict[str, str]:
    return files(CATALOGUE[table.game], table, await session.log(table))


async def test_a_running_game_keeps_its_seed(session: Session) -> None:
    table = await game(session, *QUIET, "offer")
    told = (await exported(session, table))["T1.jsonl"]
    assert verify(told, GAMES) == ()
    assert "secret" not in told
    assert json.loads(told.splitlines()[-1])["outcome"] is None


@pytest.mark.parametrize("limit", ["0", "4"])
async def test_a_whole_match_is_told_with_its_seed_and_outcome(session: Session, limit: str) -> None:
    ending = ("offer", "accept") if limit == "0" else ("claim",)
    table = await game(session, *QUIET, *ending, *QUIET, *ending, quiet_limit=limit)
    told = (await exported(session, table))["T1.jsonl"]
    assert verify(told, GAMES) == ()
    assert json.loads(told.splitlines()[0])["seed"] == "secret"
    assert json.loads(told.splitlines()[-1])["outcome"]["ending"] == "draw"


async def test_each_battle_is_a_thud_file(session: Session) -> None:
    table = await game(session, *QUIET, "offer", "accept", *QUIET[:2])
    found = await exported(session, table)
    assert list(found) == ["T1.jsonl", "T1-battle-1.thud", "T1-battle-2.thud"]
    for name, plies in (("T1-battle-1.thud", QUIET), ("T1-battle-2.thud", QUIET[:2])):
        start, moves = read_thud(found[name])
        assert start == START
        assert tuple(map(str, moves)) == plies


async def test_a_changed_line_is_found(session: Session) -> None:
    table = await game(session, *QUIET)
    told = (await exported(session, table))["T1.jsonl"]
    assert verify(told.replace("dG1-G2", "dG1-G3"), GAMES)


async def test_a_game_without_moves_has_its_header(session: Session) -> None:
    table = await game(session, "resign")
    found = await exported(session, table)
    assert list(found) == ["T1.jsonl"]
    assert verify(found["T1.jsonl"], GAMES) == ()
