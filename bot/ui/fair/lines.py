"""What people read of fair dice: in lobbies, on boards, and in the answers of `/table verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.catalogue import AnyEntry
from bot.store import Status, Table
from bot.ui.kit.frame import STAMP, safe
from bot.words import Words
from bot.words.sentences import say
from engine.fairness import commitment
from engine.faults import ELSEWHERE, Problem
from engine.referee import Part

MOST: Final = 8
"""How many faults are told; a file that is all wrong needs no more."""

_LONGEST: Final = 80
"""The most characters of anything that is quoted; a file could bring any number of them."""


def quoted(text: str) -> str:
    """What somebody typed, in the style of code: there every letter stands for itself but the backtick."""
    line = " ".join(text.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}").split())
    return f"`{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}`"


def lobby_lines(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """At a table that waits: who has salted its dice, and by what they are sealed; nothing without chance."""
    if not entry.chance:
        return
    if names := tuple(safe(player.name) for player in table.players if player.salt):
        yield words("fair.salted", names=words.listed(names))
    yield words("fair.sealed.open", seal=quoted(commitment(table.seed)))


def board_lines(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """On the first board the seal and all salts, on the last one seal and seed; nothing without chance.

    The seed of a deal of the day stays a secret, as others can still play it.
    """
    if not entry.chance:
        return
    seal = quoted(commitment(table.seed))
    if table.status in (Status.OVER, Status.CLOSED) and table.day is None:
        yield words("fair.seed", seal=seal, seed=quoted(table.seed))
    elif table.plies == (1 if table.goes_on else 0):
        if salts := tuple(_salt(words, player.name, player.salt) for player in table.players if player.salt):
            yield words("fair.salts", salts=words.listed(salts))
        yield words("fair.sealed" if table.day is None else "fair.sealed.day", seal=seal)


def _salt(words: Words, name: str, salt: str) -> str:
    return words("fair.salts.of", name=safe(name), salt=quoted(salt))


def waiting_lines(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """What `/table verify` says of a game that has not begun."""
    if not entry.chance:
        yield words("fair.waits.plain", code=table.code, game=entry.game.title)
        return
    yield words("fair.waits", code=table.code, seal=quoted(commitment(table.seed)))
    yield words("fair.how")


def verdict(words: Words, what: str, last: Part, *, chance: bool, daily: bool = False) -> str:
    """That a game holds, by its last part, and what could not be checked. `what` is its table or its file."""
    if chance and "seed" not in last.stretch.header.record:
        return words("fair.holds.sealed.day" if daily else "fair.holds.sealed", what=what)
    if last.unchecked is not None:
        return words("fair.holds.continued", what=what, since=last.since)
    if is_over(last):
        return words("fair.holds" if chance else "fair.holds.plain", what=what)
    return words("fair.holds.so-far" if chance else "fair.holds.so-far.plain", what=what)


def is_over(last: Part) -> bool:
    """Whether a game came to its end in this part."""
    closing = last.stretch.closing
    return closing is not None and closing.record["outcome"] is not None


def whereabouts(words: Words, table: Table) -> Iterator[str]:
    """Where a game went whose table was closed in the middle of it; nothing of others."""
    if table.status is not Status.CLOSED:
        return
    if table.gone is not None:
        yield words("fair.gone", next=f"T{table.gone}")
    else:
        yield words("fair.gone.away" if table.away else "fair.gone.closed")


def compared(words: Words, table: Table, mine: int, ours: int) -> Iterator[str]:
    """That a file's last `mine` lines are those of a table here, which has `ours` by now."""
    values = {"code": table.code, "lines": words.some("fair.lines", mine)}
    if mine == ours:
        yield words("fair.same", **values)
    else:
        key = "fair.same.over" if table.status is Status.OVER else "fair.same.so-far"
        yield words(key, now=words.some("fair.lines", ours), **values)
    yield from whereabouts(words, table)


def elsewhere(words: Words, last: Part) -> Iterator[str]:
    """Of a file that no table here can be compared with: how people can compare it themselves."""
    if "seed" in last.stretch.header.record and not is_over(last):
        yield words("fair.gone.unknown")
    yield words("fair.elsewhere", stamp=stamp_of(last))


def stamp_of(last: Part) -> str:
    """What should stand in the corner of the last board."""
    return quoted(last.stretch.head[:STAMP])


def opening(words: Words, file: str, problems: Sequence[Problem]) -> str:
    """How the faults of a file begin: it was changed, or else it is nothing that can be checked here."""
    foreign = all(problem.key in ELSEWHERE for problem in problems)
    return words("fair.unread.file" if foreign and problems else "fair.fails.file", file=quoted(file))


def problem_lines(words: Words, problems: Sequence[Problem]) -> Iterator[str]:
    """A line for each fault, for the first of them."""
    for problem in problems[:MOST]:
        yield words("fair.problem", line=problem.line, what=safe(say(words, problem.sentence)))
    if len(problems) > MOST:
        yield words.some("fair.more", len(problems) - MOST)


def part_lines(words: Words, parts: Sequence[Part], *, chance: bool) -> Iterator[str]:
    """Each part of a game with its length; with what its dice come from, if there is any chance."""
    for part in parts:
        header = part.stretch.header.record
        values = {"code": part.stretch.table, "lines": words.some("fair.lines", len(part.stretch.lines))}
        if not chance:
            yield words("fair.part.plain", **values)
            continue
        values["seal"] = quoted(str(header["commitment"]))
        if "seed" in header:
            yield words("fair.part", seed=quoted(str(header["seed"])), **values)
        else:
            yield words("fair.part.secret", **values)
        if salts := tuple(quoted(str(salt)) for salt in header.get("salts", ())):
            yield words("fair.part.salts", salts=words.listed(salts))
