"""Fair dice as people see them: `/table verify`, `/table export`, and the salt of a table that is open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import discord

from bot.errors import Refused
from bot.export import decoder
from bot.games.catalogue import AnyEntry
from bot.seats import check_open, player_of
from bot.session import Session
from bot.session.lobby import SALT, check_chance, sits_down_to_salt
from bot.store import Line, Status, Table
from bot.ui.kit.command import Catalogue, Code, Command, Option
from bot.ui.kit.frame import STAMP, quoted, safe
from bot.ui.kit.keyboard import Control, Verb
from bot.ui.kit.limits import UPLOADING
from bot.ui.kit.request import Request, Route
from bot.ui.kit.uploads import read_text
from bot.ui.play.deliver import deliver
from bot.ui.table.lines import BEGUN, TABLE, visible_option
from bot.words import Words
from bot.words.sentences import say
from engine.fairness import commitment
from engine.faults import ELSEWHERE, Problem
from engine.referee import Part
from engine.verify import Checked, checked

LARGEST: Final = 4 * 1024 * 1024
"""The most bytes of an export that is taken."""

MOST: Final = 8
"""How many faults are told; a file that is all wrong needs no more."""


async def verify(request: Request, table: Code | None = None, file: discord.Attachment | None = None) -> None:
    """`/table verify`: whether a table's log holds, or an export that was brought along."""
    if file is not None:
        await request.private(await _of_file(request, file))
        return
    await request.private(await _of_table(request, await request.find(table)))


async def export(request: Request, table: Code | None = None) -> None:
    """`/table export`: a game as a file that can be checked anywhere."""
    found = await request.find(table)
    _check_begun(found)
    name, text = next(iter((await request.session.transfer.export(found)).items()))
    running = found.status is Status.PLAYING
    about = request.words("export.running" if running else "export.told", code=found.code)
    await request.hand_over(about, name, text.encode())


def _check_begun(table: Table) -> None:
    if table.state is None:
        raise Refused("export.unbegun", table, code=table.code)


async def salt(request: Request, text: str = "", table: Code | None = None) -> None:
    """`/table salt`: something to add to the table's chance."""
    found = await request.session.search.find(request.click, table)
    await deliver(request, await request.session.lobby.salt(request.click, found.id, text, request.trace))


def _can_be_salted(request: Request, table: Table) -> bool:
    """Whether a table waits whose chance somebody may add to: they sit there, or would sit down by it."""
    entry = request.session.catalogue[table.game]
    sits = player_of(table, request.person) is not None or sits_down_to_salt(entry, table, request.person)
    return table.status is Status.OPEN and entry.chance and sits


async def ask_salt(request: Request) -> None:
    """The form to type a salt into. Its custom_id says all there is to know."""
    table = await request.table()
    check_open(table, None)
    check_chance(request.session.catalogue[table.game])
    words = request.words
    modal = discord.ui.Modal(
        title=words("salt.title", code=table.code)[:45],
        custom_id=str(Control(table.id, table.revision, Verb.SALTED)),
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="salt", max_length=SALT, required=False
    )
    label = words("salt.label", most=SALT)[:45]
    sits = sits_down_to_salt(request.session.catalogue[table.game], table, request.person)
    about = words("salt.about.seat" if sits else "salt.about")[:100]
    modal.add_item(discord.ui.Label(text=label, description=about, component=field))
    modal.stop()
    await request.open(modal)


async def add_salted(request: Request) -> None:
    """What was typed into the form goes into the chance of the table."""
    session, table = request.session, request.control.table
    await deliver(request, await session.lobby.salt(request.click, table, request.typed, request.trace))


async def _of_table(request: Request, table: Table) -> str:
    """Whether a table's log holds, and how anybody can tell; of one that waits, what its seal is good for."""
    words, entry = request.words, request.session.catalogue[table.game]
    if table.state is None:
        return "\n".join(waiting_lines(words, entry, table))
    found = await _checked(
        request.session.catalogue, next(iter((await request.session.transfer.export(table)).values()))
    )
    if found.problems:
        return "\n".join((words("fair.fails", code=table.code), *problem_lines(words, found.problems)))
    last, chance, daily = found.parts[-1], entry.chance, table.day is not None
    lines = (
        verdict(words, f"**{table.code}**", last, chance=chance, daily=daily),
        *whereabouts(words, table),
        *part_lines(words, found.parts, chance=chance),
        words("fair.stamp", stamp=stamp_of(last)),
        *([words("fair.how")] if chance else []),
        words("fair.offline"),
    )
    return "\n".join(lines)


async def _of_file(request: Request, file: discord.Attachment) -> str:
    """Whether an export holds; where its table is one of ours, whether it is what was played there."""
    found, words = await _checked(request.session.catalogue, await _text_of(file)), request.words
    if found.problems:
        head = opening(words, file.filename, found.problems)
        return "\n".join((head, *problem_lines(words, found.problems)))
    last = found.parts[-1]
    own = await _own(request.session, last)
    if own is None:
        end = elsewhere(words, last)
    else:
        ours = await request.session.tables.log(own)
        if (line := _differing(last, ours)) is not None:
            differs = words("fair.differs", line=line, code=own.code)
            return "\n".join((opening(words, file.filename, ()), differs))
        end = compared(words, own, len(last.stretch.lines), len(ours))
    chance = request.session.catalogue[last.stretch.header.record["game"]].chance
    head = verdict(words, quoted(file.filename), last, chance=chance)
    return "\n".join((head, *part_lines(words, found.parts, chance=chance), *end))


async def _text_of(file: discord.Attachment) -> str:
    """The text of an export; its refusals are about such a file, and not about the value of an option."""
    try:
        return await read_text("file", file, LARGEST)
    except Refused as error:
        raise unread(error.key) from error


def unread(key: str) -> Refused:
    """The refusal of a file of a game, for the one of an option's file."""
    match key:
        case "file-empty":
            return Refused("export.empty")
        case "file-not-text":
            return Refused("export.not-text")
        case "file-too-large":
            return Refused("export.too-large", most=LARGEST // 1024)
        case _:
            return Refused("export.not-read")


async def _checked(catalogue: Catalogue, text: str) -> Checked:
    games = {key: entry.game for key, entry in catalogue.items()}
    return await asyncio.to_thread(checked, text, games, decode=decoder(catalogue))


async def _own(session: Session, part: Part) -> Table | None:
    """The table here where a file's last part was played; one of elsewhere can have the same number."""
    number = part.stretch.table.removeprefix("T")
    table = await session.tables.known(int(number)) if number.isdecimal() else None
    sealed = part.stretch.header.record["commitment"]
    return table if table is not None and table.state and commitment(table.seed) == sealed else None


def _differing(part: Part, ours: Sequence[Line]) -> int | None:
    """The first line of a file's last part that is not what our own log says; none if all of them are.

    Somebody may have rewritten all of a file, its hashes included; only the log itself can tell.
    """
    header, log = part.stretch.header, part.stretch.lines
    for row, line in zip_longest(log, ours[: len(log)]):
        if row is None or line is None or row.record["hash"] != line.hash:
            return header.number + 1 if row is None else row.number
    return None


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


VERIFY: Final = Command(
    "verify",
    "command.verify",
    verify,
    {"table": TABLE, "file": Option("command.verify.file")},
    limit=UPLOADING,
)
EXPORT: Final = Command("export", "command.export", export, {"table": BEGUN})
SALTING: Final = Command(
    "salt",
    "command.salt",
    salt,
    {"text": Option("command.salt.text"), "table": visible_option(_can_be_salted)},
    posts=True,
)

CONTROLS: Final = {Verb.SALT: Route(ask_salt), Verb.SALTED: Route(add_salted, posts=True)}
