"""Whoever holds the file of a running game of Thrag or Trogdor cannot learn from it what lies face down.

They are taken to know the whole program, and to try whatever they like.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from typing import Any

import pytest

from bot.client import new_seed
from bot.games.catalogue import CATALOGUE
from bot.kernel.tables.export import export_files
from bot.store import Base, Journey, Status
from engine.core import read_settings
from engine.export_format import read_sections
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.verify import check_export, verify
from tests.bot.kernel.tables.test_export import lines_of, table_at
from tests.engine.exports import TERMS, ExportedTable, Records, fork_game, open_game, sign_records, text_of
from tests.exported import final_position

KINDS = [("thrag", 1), ("trogdor", 1), ("trogdor", 3)]
TRIES = 300


def running(house: ExportedTable, **change: Any) -> str:
    """The file of a table at which this is played, and not yet to its end."""
    table = replace(table_at(house), **change)
    return export_files(CATALOGUE[house.game.key], table, lines_of(house))[f"{house.code}.jsonl"]


def disguises(house: ExportedTable) -> list[str]:
    """How the game might stand as well, for all that anybody knows: other orders of what lies face down."""
    entry = CATALOGUE[house.game.key]
    rngs = [SeededRng(f"disguise {number}") for number in range(5)]
    return [entry.codec.dump(entry.game.reshuffle(house.state, rng)) for rng in rngs]


@pytest.mark.parametrize(("key", "seats"), KINDS)
@pytest.mark.parametrize("lines", [0, 1, 7, 15])
def test_the_file_is_the_same_whatever_lies_face_down(key: str, seats: int, lines: int) -> None:
    house = open_game(key, seats, "a secret").play_on(lines)
    assert house.game.outcome(house.state) is None
    found = disguises(house)
    assert len(set(found)) > 1, "something lies face down"
    assert {running(house, state=state) for state in found} == {running(house)}


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_neither_does_the_file_of_a_fork_or_of_a_game_that_moved_depend_on_it(key: str, seats: int) -> None:
    """Their first position is saved with the table, in its order."""
    codec = CATALOGUE[key].codec
    fork = fork_game(open_game(key, seats).play_on(3), codec.dump).play_on(2)
    moved = open_game(key, seats).play_on(3).move_to("T8", "two").play_on(2)
    for house, parent in ((fork, (7, 3)), (moved, None)):
        texts = {
            running(house, state=state, journey=Journey(parent, base=Base(1, other, 0)))
            for state in disguises(house)
            for other in disguises(replace(house, states=house.states[:1]))
        }
        assert len(texts) == 1


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_the_file_can_be_written_by_anybody_who_watched(key: str, seats: int) -> None:
    """From what the channel saw: the commitment, what was agreed, and who did what."""
    house = open_game(key, seats, "a secret", ("salt",)).play_on(12)
    seen = {
        "format": 3,
        "game": key,
        "options": dict(sorted(read_settings(GAMES[key], {}, seats).items())),
        "seats": seats,
        "rules_version": GAMES[key].rules_version,
        "commitment": sha256(b"a secret").hexdigest(),
        "salts": ["salt"],
        "table": "T7",
        "terms": TERMS,
    }
    log = [{"ply": 0, "seat": seat, "action": action} for seat, action in house.lines]
    assert running(house) == text_of(sign_records([seen, *log, {"end": 0, "outcome": None}]))


def with_seed(text: str, seed: str) -> Records:
    """The file with a seed that somebody tries, hashed anew as they may."""
    records = [json.loads(line) for line in text.splitlines()]
    return sign_records([{**records[0], "seed": seed}, *records[1:]])


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_a_seed_that_is_tried_is_refused_unless_it_is_the_seed(key: str, seats: int) -> None:
    """Which has 128 bits, so trying is hopeless."""
    seed = "00112233445566778899aabbccddeeff"
    text = running(open_game(key, seats, seed, ("salt",)).play_on(6))
    near = [seed[:at] + ("1" if seed[at] == "0" else "0") + seed[at + 1 :] for at in range(len(seed))]
    guesses = chain((f"{number}" for number in range(TRIES)), near, ("", "salt", text[:200]), [seed.upper()])
    for guess in guesses:
        assert [problem.key for problem in verify(text_of(with_seed(text, guess)), GAMES)] == ["seed"]
    assert verify(text_of(with_seed(text, seed)), GAMES) == ()
    assert re.fullmatch(r"[0-9a-f]{32}", new_seed())
    assert len({new_seed() for _ in range(50)}) == 50


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_no_hash_in_the_file_tells_a_right_guess_of_what_lies_face_down_from_a_wrong_one(
    key: str, seats: int
) -> None:
    """Whoever guesses the whole position has nothing to compare it with: its digest needs the seed."""
    codec = CATALOGUE[key].codec
    house = fork_game(open_game(key, seats).play_on(3), codec.dump, seed=new_seed()).play_on(4)
    text = running(house, journey=Journey((7, 3), base=Base(1, house.position or "", 0)))
    guessed = (house.position or "", codec.dump(house.state), json.dumps(house.position), repr(house.state))
    known = ("", "opened", "T8", *re.findall(r"[0-9a-f]{16,}", text))
    told = {digest[:16] for digest in re.findall(r"[0-9a-f]{16,}", text)}
    for guess in guessed:
        assert guess not in text
        tries = {guess, *(f"{one}{mark}{guess}" for one in known for mark in ("", "\n", "/", ":"))}
        assert told.isdisjoint(sha256(one.encode()).hexdigest()[:16] for one in tries)


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_the_program_itself_knows_no_position_of_a_running_file(key: str, seats: int) -> None:
    codec = CATALOGUE[key].codec
    fork = fork_game(open_game(key, seats).play_on(3), codec.dump).play_on(2)
    moved = open_game(key, seats).play_on(3).move_to("T8", "two").play_on(2)
    texts = (
        running(open_game(key, seats).play_on(5)),
        running(fork, journey=Journey((7, 3), base=Base(1, fork.position or "", 0))),
        text_of(open_game(key, seats).play_on(3).records()) + running(moved),
    )
    for text in texts:
        found = check_export(text, GAMES)
        assert found.problems == ()
        assert found.parts[-1].position is None
        assert final_position(text, GAMES) is None
        assert {"seed", "position"}.isdisjoint(read_sections(text)[0][-1].header.record)


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_after_a_move_the_told_seed_of_the_old_table_does_not_lead_on(key: str, seats: int) -> None:
    """All orders up to there are out; since then there is another one for each new secret."""
    before = open_game(key, seats, "one").play_on(5)
    houses = [before.move_to("T8", f"secret {number}") for number in range(8)]
    assert len({house.state for house in houses}) == 8
    assert before.state not in {house.state for house in houses}
    texts = [running(house) for house in houses]
    for number, text in enumerate(texts):
        records = [json.loads(line) for line in text.splitlines()]
        for record in records:
            record.pop("hash")
        assert records[0].pop("commitment") == sha256(f"secret {number}".encode()).hexdigest()
        assert records == [
            {key: value for key, value in record.items() if key not in ("hash", "commitment")}
            for record in map(json.loads, texts[0].splitlines())
        ]


def test_a_finished_file_tells_everything() -> None:
    """So that what is hidden above is hidden by what is left out, and not by a seed that does not matter."""
    house = open_game("thrag", 1, "a secret").play_on(6)
    table = replace(table_at(house), status=Status.CLOSED)
    text = export_files(CATALOGUE["thrag"], table, lines_of(house))["T7.jsonl"]
    standing = final_position(text, GAMES)
    assert standing is not None
    assert standing.position.state == house.state
