"""`python -m engine verify`: checks an exported game line by line."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.export_format import LONGEST, covers_terms
from engine.faults import ELSEWHERE, Problem
from engine.referee import SectionResult, UncheckedReason
from engine.registry import GAMES
from engine.verify import check_export

_WHOLE: Final = (
    "The game holds: no line was changed, all was played by the rules, and all chance came from the seed that"
    " was sealed."
)
_RUNNING: Final = (
    "The game holds as far as it goes: no line was changed, and all was played by the rules. It has not come"
    " to its end in this file."
)
_SEALED: Final = (
    "The game holds so far: no line was changed. Its seed is still a secret, so it was checked by the rules"
    " only as far as no chance came in."
)
_CONTINUED: Final = (
    "The game holds as far as it can be told: no line was changed. From some line on its moves could not be"
    " played again, as it goes on there from a position that was saved, or under other rules."
)
_UNPROVEN: Final = (
    "It does not prove the code and the terms (patience, clock, bank, forfeit) of {tables}: the log of a file"
    " of this older kind does not commit to them."
)
_REASONS: Final = {
    UncheckedReason.SEALED: "chance came in there, and the seed is still a secret",
    UncheckedReason.SAVED: "they go on from a position that was saved",
    UncheckedReason.RULES: "they were played by rules of another version",
}
_PRINT: Final = 16  # characters of a hash in *Fair play*
_RULES: Final = Path(__file__).parents[2] / "docs" / "games"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    check = commands.add_parser("verify", help="replay and check an exported game")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_verify)


def _verify(given: argparse.Namespace) -> int:
    result = check_export(_read_export(given.file), GAMES)
    if result.problems:
        _print_problems(result.problems)
        if result.more:
            print(f"Further faults: {result.more}")
        return 1
    print(_verdict(result.parts))
    if unproven := [
        part.section.table for part in result.parts if not covers_terms(part.section.header.record)
    ]:
        print(_UNPROVEN.format(tables=", ".join(unproven)))
    for part in result.parts:
        print(*_part_lines(part), sep="\n  ")
    head = result.parts[-1].section.head[:_PRINT]
    print(f"Compare {head} with the fingerprint in Fair play of that game.")
    return 0


def _print_problems(problems: Sequence[Problem]) -> None:
    """Print the problems of a file line by line, with the full rule below an illegal move."""
    foreign = all(problem.key in ELSEWHERE for problem in problems)
    print(
        "This file cannot be checked here:"
        if foreign
        else "Somebody has changed this file, or it is damaged:"
    )
    for problem in problems:
        print(f"line {problem.line}: {problem.message}")
        if rule := _rule_text(str(problem.values.get("rule", ""))):
            print(f"  {rule}")


def _rule_text(name: str) -> str:
    """The text of a rule from its game's page; empty if there is no such rule."""
    page = _RULES / f"{name.partition(':')[0]}.md"
    text = page.read_text(encoding="utf-8") if name else ""
    match = re.search(rf"^\*\*{re.escape(name)}\*\* · (.+?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    return "" if match is None else " ".join(match[1].split())


def _read_export(path: Path) -> str:
    """The text of an exported game; raises `ValueError` for a file that cannot be one."""
    with path.open("rb") as file:
        data = file.read(4 * LONGEST + 1)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if len(data) > 4 * LONGEST:
            raise ValueError(f"{path} is far longer than any exported game") from error
        raise ValueError(f"{path} is no exported game: it is not text") from error


def _verdict(parts: Sequence[SectionResult]) -> str:
    last = parts[-1]
    if any(part.unchecked in (UncheckedReason.SAVED, UncheckedReason.RULES) for part in parts):
        return _CONTINUED
    if last.unchecked is UncheckedReason.SEALED:
        return _SEALED
    closing = last.section.closing
    return _RUNNING if closing is None or closing.record["outcome"] is None else _WHOLE


def _part_lines(part: SectionResult) -> Iterator[str]:
    """Lines that describe how far one section of a file was checked."""
    header = part.section.header.record
    title, count = GAMES[header["game"]].title, len(part.section.lines)
    yield f"{part.section.table}, {title}, lines of the log: {count}"
    yield f"seal: {header['commitment']}"
    yield f"seed: {header['seed']}" if "seed" in header else "seed: still a secret"
    if "salts" in header:
        yield f"salts: {json.dumps(header['salts'], ensure_ascii=False)}"
    if part.unchecked is None:
        yield "every line was checked against the rules"
    else:
        reason = _REASONS[part.unchecked]
        yield f"from line {part.since} of the file on, no move was checked against the rules: {reason}"
