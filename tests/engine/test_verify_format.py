"""The form of an exported game, written twice: by the engine, and by the tests."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.export_format import (
    RowKind,
    closing_line,
    log_start_hash,
    read_sections,
    section_text,
    with_checksum,
)
from engine.registry import GAMES
from engine.verify import verify
from tests.docs.pages import blocks, read, rows, section
from tests.engine.exports import (
    ExportedTable,
    digest,
    file_records,
    fork_game,
    open_game,
    playthrough_game,
    text_of,
)

GIVEN_UP = """\
{"format": 3, "game": "thud", "options": {"quiet_limit": 0}, "seats": 2, "rules_version": 1, "commitment": \
"8c52a2ec06c7f01d681a8ae323d65d873b3acc93234689efdb3da55dd763ba78", "table": "T7", "terms": {"patience": 0, \
"clock": 86400, "bank": 3600, "forfeit": false}, "seed": "taproom", "hash": "HEADER"}
{"ply": 1, "seat": 0, "action": "resign", "hash": "LINE"}
{"end": 1, "outcome": {"ending": "resignation", "winners": [1], "points": [0, 0]}, "hash": "CLOSING"}
"""


def hand_hashed() -> str:
    """The file above with its three hashes, made of the texts that they are said to be made of."""
    header = (
        '{"commitment":"8c52a2ec06c7f01d681a8ae323d65d873b3acc93234689efdb3da55dd763ba78","format":3,"game":"thud",'
        '"options":{"quiet_limit":0},"rules_version":1,"seats":2,"seed":"taproom","table":"T7","terms":{"bank":3600,'
        '"clock":86400,"forfeit":false,"patience":0}}'
    )
    start = digest(
        'thud\n{"quiet_limit":0}\n2\n1\n8c52a2ec06c7f01d681a8ae323d65d873b3acc93234689efdb3da55dd763ba78\n'
        'T7\n{"bank":3600,"clock":86400,"forfeit":false,"patience":0}'
    )
    line = digest(f"{start}\n1 0 resign")
    closing = '{"end":1,"outcome":{"ending":"resignation","points":[0,0],"winners":[1]}}'
    hashes = {"HEADER": digest(header)[:32], "LINE": line, "CLOSING": digest(f"{line}\n{closing}")[:32]}
    text = GIVEN_UP
    for name, value in hashes.items():
        text = text.replace(name, value)
    return text


def test_each_hash_is_that_of_the_text_that_the_docs_name() -> None:
    header, line, closing = map(json.loads, hand_hashed().splitlines())
    assert hashlib_of("taproom") == header["commitment"]
    assert with_checksum({**header, "hash": "anything"}) == header
    assert closing_line(line["hash"], 1, closing["outcome"]) == closing
    assert section_text({k: v for k, v in header.items() if k != "hash"}, [line], closing["outcome"]) == (
        hand_hashed()
    )


def hashlib_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


HOUSES = {
    "finished": playthrough_game("thrag_death"),
    "salted": open_game("ploc", 2, salts=("", "b\N{SNOWMAN}")).play_on(3),
    "without a line": open_game("trogdor", 3),
    "moved": open_game("ploc", 2).play_on(3).move_to("T9", "two").play_on(2),
    "forked": fork_game(open_game("thrag", 1).play_on(2), repr),
}


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_the_engine_writes_what_the_tests_write(house: ExportedTable, told: bool) -> None:
    house.told = told
    header, *lines, closing = house.records()
    del header["hash"]
    assert section_text(header, lines, closing["outcome"]) == text_of(house.records())


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_what_is_written_is_read_back(house: ExportedTable) -> None:
    records = house.records()
    (stretch,), problems = read_sections(text_of(records))
    assert problems == ()
    assert stretch.whole
    assert stretch.closing is not None
    assert [row.record for row in (stretch.header, *stretch.lines, stretch.closing)] == records
    assert [row.number for row in (stretch.header, *stretch.lines, stretch.closing)] == list(
        range(1, len(records) + 1)
    )
    assert stretch.table == house.code
    assert stretch.head == (records[-2]["hash"] if house.lines else log_start_hash(records[0]))


def test_what_cannot_be_read_cuts_a_part_short_there() -> None:
    house = HOUSES["finished"]
    lines = text_of(house.records()).splitlines()
    lines[3] = "?"
    (stretch,), problems = read_sections("\n".join(lines))
    assert [(problem.line, problem.key) for problem in problems] == [(4, "form")]
    assert (len(stretch.lines), stretch.closing, stretch.whole) == (2, None, False)


def test_a_part_without_a_header_is_left_out() -> None:
    first = HOUSES["salted"]
    second = first.move_to("T8", "two").play_on(2)
    lines = text_of(file_records(first, second)).splitlines()
    del lines[0]
    found, problems = read_sections("\n".join(lines))
    assert [(problem.line, problem.key) for problem in problems] == [(1, "no-header")]
    assert [stretch.table for stretch in found] == ["T8"]
    assert found[0].header.kind is RowKind.HEADER


# The page that describes the file


def test_the_file_on_the_page_is_whole_and_what_the_checker_says_of_it_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, file = (block.text for block in blocks(read("docs/exports.md")) if "T7" in block.text)
    assert file == hand_hashed()
    (tmp_path / "T7.jsonl").write_text(file, encoding="utf-8")
    assert main(["verify", str(tmp_path / "T7.jsonl")]) == 0
    assert capsys.readouterr().out == shown


def test_the_page_names_every_key_in_its_order() -> None:
    """A fork, one that moved in, and one that moved on have them all."""
    fork = fork_game(open_game("thrag", 1).play_on(2), repr).play_on(1)
    moved = fork.move_to("T9", "two", ("salt",)).play_on(1)
    records = file_records(fork, moved)
    page = read("docs/exports.md")
    for title, kind in (("The header", "commitment"), ("The log", "ply"), ("The closing line", "end")):
        told = [key for key, _ in rows(section(page, title))]
        of_kind = [record for record in records if kind in record]
        assert {f"`{key}`" for record in of_kind for key in record} == set(told)
        for record in of_kind:
            assert [key for key in told if key.strip("`") in record] == [f"`{key}`" for key in record]


# Files of the kind before


@pytest.mark.parametrize("key", ["thud", "ploc"])
def test_a_file_of_the_kind_before_is_read_and_checked_as_ever(key: str) -> None:
    house = replace(open_game(key, 2).play_on(4), format=2)
    records = house.records()
    assert verify(text_of(records), GAMES) == ()
    newer = open_game(key, 2).play_on(4).records()
    assert [row["hash"] for row in records] != [row["hash"] for row in newer]
    relabelled = [{**records[0], "format": 3}, *records[1:]]
    relabelled[0] = with_checksum(relabelled[0])
    assert [(problem.line, problem.key) for problem in verify(text_of(relabelled), GAMES)] == [
        (2, "first-hash")
    ]


def test_the_chain_tells_code_and_terms_and_that_of_the_kind_before_does_not() -> None:
    for kind, found in ((3, [(2, "first-hash")]), (2, [])):
        records = replace(open_game("thud", 2).play_on(4), format=kind).records()
        for change in ({"table": "T8"}, {"terms": {**records[0]["terms"], "clock": 60}}):
            changed = [with_checksum({**records[0], **change}), *records[1:]]
            assert [(one.line, one.key) for one in verify(text_of(changed), GAMES)] == found
