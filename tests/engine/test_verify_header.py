"""A header that was changed, with its own hash made to fit: the log below it gives that away.

Whoever knows the fingerprint of a game, the beginning of its last hash, so knows its whole header.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.export_format import covers_terms, with_checksum
from engine.registry import GAMES
from engine.verify import check_export, verify
from tests.engine.exports import file_records, fork_game, open_game, playthrough_game, text_of
from tests.engine.test_verify_tampering import vary_value
from tests.exported import is_sealed

Record = dict[str, Any]
ADDED: Record = {
    "salts": ["rock"],
    "from": {"table": "T3", "ply": 4},
    "moved": {"table": "T3", "ply": 4, "head": "0" * 32},
    "seed": "another",
    "position": "somewhere",
}
"""Keys that some headers lack."""
ORDER = (
    "format",
    "game",
    "options",
    "seats",
    "rules_version",
    "commitment",
    "salts",
    "table",
    "from",
    "moved",
    "terms",
    "seed",
    "position",
)


@cache
def file(kind: str) -> list[Record]:
    """A file with lines in each of its parts; together they have every key of a header."""
    played = open_game("thrag", 1, salts=("pepper",)).play_on(3)
    match kind:
        case "over":
            return playthrough_game("thud_draw_level").records()
        case "running":
            played.told = False
            return played.records()
        case "forked":
            return fork_game(played, repr).play_on(2).records()
        case "moved":
            first = open_game("ploc", 2, salts=("salt", "pepper")).play_on(3)
            return file_records(first, first.move_to("T9", "two").play_on(2))
        case _:
            raise ValueError(kind)


KINDS = ("over", "running", "forked", "moved")


def headers(kind: str) -> Iterator[tuple[int, Record]]:
    """The headers of a file, each with its place among the records."""
    yield from ((at, record) for at, record in enumerate(file(kind)) if "format" in record)


def rehash_header(header: Record) -> Record:
    """A header whose keys are in their order, and whose hash fits."""
    return with_checksum({key: header[key] for key in ORDER if key in header} | header)


def others(header: Record, key: str) -> Iterator[Record]:
    """The header with another value of this key, without it, or with it if it had none."""
    if key not in header:
        yield rehash_header(header | {key: ADDED[key]})
        return
    yield rehash_header({name: value for name, value in header.items() if name != key})
    values = [*vary_value(header[key]), *([5 - header[key]] if key == "format" else [])]
    same = json.dumps(header[key])  # the order of the keys within it counts
    yield from (rehash_header(header | {key: value}) for value in values if json.dumps(value) != same)


def faults(kind: str, at: int, header: Record) -> set[int]:
    """The lines that are named where a file has this header."""
    records = file(kind)
    return {problem.line for problem in verify(text_of([*records[:at], header, *records[at + 1 :]]), GAMES)}


def test_the_files_hold_as_they_are_and_have_every_key() -> None:
    for kind in KINDS:
        assert verify(text_of(file(kind)), GAMES) == ()
    assert {key for kind in KINDS for _, header in headers(kind) for key in header} == {*ORDER, "hash"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", ORDER)
def test_nothing_of_a_header_can_be_changed_below_the_same_fingerprint(key: str, kind: str) -> None:
    for at, header in headers(kind):
        tried = [other for other in others(header, key) if key != "seed" or "seed" in other]
        assert tried
        for other in tried:
            assert faults(kind, at, other) & {at + 1, at + 2}, f"{key}: {other.get(key)}"


@pytest.mark.parametrize("kind", ["over", "forked", "moved"])
def test_without_its_seed_a_file_says_less_and_nothing_else(kind: str) -> None:
    """It is then as it was before the seed was known, and its chance counts as unchecked."""
    at, header = list(headers(kind))[-1]
    fewer = rehash_header({key: value for key, value in header.items() if key not in ("seed", "position")})
    records = file(kind)
    text = text_of([*records[:at], fewer, *records[at + 1 :]])
    assert is_sealed(text)
    assert [problem.key for problem in verify(text, GAMES)] == (["untold-seed"] if kind == "over" else [])


# Files of the kind before

GIVEN_UP = """\
{"format": 2, "game": "thud", "options": {"quiet_limit": 0}, "seats": 2, "rules_version": 1, "commitment": \
"8c52a2ec06c7f01d681a8ae323d65d873b3acc93234689efdb3da55dd763ba78", "table": "T7", "terms": {"patience": 0, \
"clock": 86400, "bank": 3600, "forfeit": false}, "seed": "taproom", \
"hash": "76375a72c0479cf87d0e413874c35c31"}
{"ply": 1, "seat": 0, "action": "resign", \
"hash": "779eb9103376afc326f396e5b71a042153533ebd8137f6b999c452ac80a218ff"}
{"end": 1, "outcome": {"ending": "resignation", "winners": [1], "points": [0, 0]}, \
"hash": "8021dfc478757bd44cd64d9dc1df6718"}
"""
"""As it was written by the version before format 3, and stood in its documentation."""


def test_a_file_that_was_written_before_is_read_as_ever() -> None:
    (part,) = check_export(GIVEN_UP, GAMES).parts
    assert (part.unchecked, part.section.head[:16]) == (None, "779eb9103376afc3")


@pytest.mark.parametrize("key", ["game", "options", "seats", "rules_version", "commitment", "salts"])
def test_what_it_committed_to_cannot_be_changed_either(key: str) -> None:
    header, *rest = map(json.loads, GIVEN_UP.splitlines())
    for other in others(header, key):
        named = {problem.line for problem in verify(text_of([other, *rest]), GAMES)}
        assert named & {1, 2}, f"{key}: {other.get(key)}"


def test_its_code_and_terms_are_said_not_to_be_covered() -> None:
    """And they can be changed, which is why that has to be said."""
    header, *rest = map(json.loads, GIVEN_UP.splitlines())
    assert not covers_terms(header)
    assert all(covers_terms(found) for kind in KINDS for _, found in headers(kind))
    for change in ({"table": "T8"}, {"terms": header["terms"] | {"forfeit": True}}):
        assert verify(text_of([rehash_header(header | change), *rest]), GAMES) == ()
