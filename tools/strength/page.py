"""The sections of docs/strength.md, made of records."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from engine.mind import LEVELS
from engine.minds import MINDS
from engine.registry import GAMES
from tools.arena.figures import Estimate
from tools.arena.report import points, share
from tools.fast.copy import ROOT
from tools.strength.bars import Record
from tools.strength.matches import Match

PAGE: Final = ROOT / "docs" / "strength.md"

COLUMNS: Final = (
    *("who", "against", "table", "games", "wins of the first", "ahead by", "longest"),
    *("a decision of the first, in seconds", "to show"),
)

UNMEASURED: Final = "Not measured yet."


def placed(text: str, name: str, section: str) -> str:
    """The page with a new section between its markers; raises `ValueError` if it has none of that name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    if begin not in text or end not in text:
        raise ValueError(f"the page has no place for {name}")
    before, rest = text.split(begin, 1)
    return f"{before}{begin}\n{section.strip()}\n{end}{rest.split(end, 1)[1]}"


def section(text: str, name: str) -> str:
    """What stands between the markers of that name."""
    found = re.search(rf"<!-- {name}: begin -->\n(.*?)<!-- {name}: end -->", text, re.DOTALL)
    return "" if found is None else found[1]


def levels() -> str:
    """The table of budgets: what every level of every game may spend."""
    rows = [f"| game | the budget counts | {' | '.join(LEVELS)} |", f"|---|---|{'---|' * len(LEVELS)}"]
    for key, mind in MINDS.items():
        budgets = " | ".join(str(level.budget) for level in mind.levels)
        rows.append(f"| {GAMES[key].title} | {mind.unit} | {budgets} |")
    return "\n".join(rows)


def measured(matches: Sequence[Match], records: Sequence[Record], seconds: float) -> str:
    """A game's section: on what it was measured, a row a match, and the commands."""
    builds = {record["build"] for record in records}
    what = "compiled minds, where nothing else is said," if "compiled" in builds else "plain Python"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    machine = f"ten million additions in plain Python take {seconds:.2f} s"
    lines = [
        f"Measured on {what} with Python {version}, on one core of a machine where",
        f"{machine}. Met: {_met(matches, records)}.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        "|---" * len(COLUMNS) + "|",
        *(_row(match, record) for match, record in zip(matches, records, strict=True)),
        "",
        "```",
        *(record["repeat"] for record in records),
        "```",
    ]
    return "\n".join(lines)


def _met(matches: Sequence[Match], records: Sequence[Record]) -> str:
    found = [
        bar.found(record).met for match, record in zip(matches, records, strict=True) for bar in match.bars
    ]
    return f"{sum(found)} of {len(found)} figures"


def _row(match: Match, record: Record) -> str:
    first = record["players"][0]
    cells = (
        match.first,
        match.second or "",
        ", ".join(_table(match, record)),
        _games(record),
        share(Estimate(**first["wins"])),
        _ahead(record),
        _longest(record),
        f"{first['seconds']['mean']:.3f}, at most {first['seconds']['most']:.3f}",
        "; ".join(_shown(match, record)),
    )
    return f"| {' | '.join(cells)} |"


def _games(record: Record) -> str:
    """How many games were played, and how many of these were stopped, or went the way of another one."""
    count = record["players"][0]["wins"]["count"]
    repeated = count - record["different"]
    notes = [f"{record['stopped']} stopped"] if record["stopped"] else []
    notes += [f"{repeated} repeated"] if repeated else []
    return f"{count} ({', '.join(notes)})" if notes else str(count)


def _table(match: Match, record: Record) -> Iterator[str]:
    yield from match.options
    if match.first == match.second:
        yield "the first has seat 0"
    if match.seats is not None:
        yield f"{match.seats} seats"
    if match.plain and record["build"] == "plain":
        yield "plain Python"


def _ahead(record: Record) -> str:
    """Where both play the same deals, in wins; in a duel, in points; nothing where only one plays."""
    if record["ahead"] is not None:
        return f"{share(Estimate(**record['ahead']))} of wins"
    return "" if record["margin"] is None else f"{points(Estimate(**record['margin']))} points"


def _longest(record: Record) -> str:
    kind = "plies" if record["turns"] is None else "turns"
    return f"{record[kind]['most']:.0f} {kind}"


def _shown(match: Match, record: Record) -> Iterator[str]:
    for bar in match.bars:
        found = bar.found(record)
        word = "met" if found.met else "**not met**"
        yield f"{found.claim}: {word}{'' if found.sure or not found.met else ', not surely'}"
