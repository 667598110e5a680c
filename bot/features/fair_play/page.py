"""Fair dice as people see them: *Fair play* with its salt, `/table verify`, `/table export`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.discord.command import Code, Command, CommandOption
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import FINGERPRINT, Layout, code_span, escape_markdown, note
from bot.discord.keyboard import Row
from bot.discord.limits import READING, UPLOADING
from bot.discord.request import Request
from bot.discord.uploads import read_text
from bot.games.catalogue import AnyEntry
from bot.kernel.check_worker import CheckedPart, CheckResult
from bot.kernel.errors import Refused
from bot.kernel.tables.export import TOLD_LATER, agreed_header
from bot.kernel.tables.lobby import SALT, check_chance, sits_down_to_salt
from bot.kernel.tables.seats import DONE, check_open, may_see, player_of
from bot.store import Line, Player, Status, Table
from bot.ui.play.deliver import deliver
from bot.ui.table.game_files import LARGEST, file_refusal, problem_line
from bot.ui.table.lines import BEGUN, TABLE
from bot.words import Words
from engine.fairness import commitment
from engine.faults import ELSEWHERE, Problem

MOST: Final = 8
"""How many faults are told, and how many parts, the last ones; a message has room for no more."""

SHORT: Final = 4
"""Digits of a seal at each end that are told where nobody compares it."""


async def show(request: Request) -> None:
    """What makes a table's game fair, to whoever clicked."""
    await request.ask(await _fair_play_layout(request, await request.table()))


async def _fair_play_layout(request: Request, table: Table) -> Layout:
    """Seal, salt and seed in plain words; with what there is to do about them."""
    words, entry = request.words, request.session.catalogue[table.game]
    told = table.status in DONE and await request.session.access.is_published(table)
    keys = []
    if _can_add_salt(request, table):
        keys.append(ADD_SALT.button(words("button.salt"), (table.id, table.revision)))
    if table.state is not None:
        keys.append(VERIFY_HERE.button(words("button.verify"), (table.id, table.revision)))
    text = "\n".join((words("fair.play"), *fair_lines(words, entry, table, seed_published=told)))
    return note(text, [Row(*keys)] if keys else [])


def fair_lines(words: Words, entry: AnyEntry, table: Table, *, seed_published: bool) -> Iterator[str]:
    """What a game's chance comes from: its seal, or its seed once that is `told`, with who has salted it.

    What was added is told once the game has begun: nobody is to choose theirs to fit another's.
    """
    if not entry.rules.chance:
        yield words("fair.play.plain", game=entry.game.title)
        return
    seal = commitment(table.seed)
    short = code_span(f"{seal[:SHORT]}…{seal[-SHORT:]}")
    if seed_published:
        yield words("fair.play.seed", seed=code_span(table.seed), seal=short)
    else:
        yield words("fair.play.sealed" if table.deal is None else "fair.play.sealed.day", seal=short)
    salted = [player for player in table.players if player.salt]
    if table.status is Status.OPEN and table.deal is None:
        yield words("fair.play.salt")
        if salted:
            yield words(
                "fair.salted", names=words.join_list(tuple(escape_markdown(player.name) for player in salted))
            )
    elif salted:
        yield words(
            "fair.salts", salts=words.join_list(tuple(_salt_text(words, player) for player in salted))
        )
    if not seed_published:
        yield words("fair.play.host")
    yield words("fair.play.seal", seal=code_span(seal))


def _salt_text(words: Words, player: Player) -> str:
    return words("fair.salts.of", name=escape_markdown(player.name), salt=code_span(player.salt))


async def verify(request: Request, table: Code | None = None, file: discord.Attachment | None = None) -> None:
    """`/table verify`: whether a table's log holds, or an export that was brought along."""
    if file is None:
        await _verify(request, await request.find(table))
        return
    with request.session.check_pool.reserve_slot():
        await request.defer()
        await request.private(await _check_file(request, file))


async def verify_here(request: Request) -> None:
    """The same by a button, of its table."""
    await _verify(request, await request.table())


async def _verify(request: Request, table: Table) -> None:
    """Whether a table's log holds; of a game that has not begun, what will make it fair."""
    if table.state is None:
        await request.ask(await _fair_play_layout(request, table))
        return
    with request.session.check_pool.reserve_slot():
        await request.defer()
        await request.private(await _check_table(request, table))


async def export(request: Request, table: Code | None = None) -> None:
    """`/table export`: a game as a file that can be checked anywhere."""
    found = await request.find(table)
    _check_begun(found)
    name, text = next(iter((await request.session.access.export(found)).items()))
    running = found.status is Status.PLAYING
    about = request.words("export.running" if running else "export.told", code=found.code)
    await request.hand_over(about, name, text.encode())


def _check_begun(table: Table) -> None:
    if table.state is None:
        raise Refused("export.unbegun", table, code=table.code)


def _can_add_salt(request: Request, table: Table) -> bool:
    """Whether a table waits whose chance somebody may add to: they sit there, or would sit down by it."""
    entry = request.session.catalogue[table.game]
    sits = player_of(table, request.person) is not None or sits_down_to_salt(entry, table, request.person)
    return table.status is Status.OPEN and entry.rules.chance and table.deal is None and sits


async def ask_salt(request: Request) -> None:
    """The form to type a salt into. Its custom_id says all there is to know."""
    table = await request.table()
    check_open(table, None)
    check_chance(request.session.catalogue[table.game], table)
    words = request.words
    modal = discord.ui.Modal(
        title=words("salt.title", code=table.code)[:45],
        custom_id=str(SALTED.control((table.id, table.revision))),
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


async def add_typed_salt(request: Request) -> None:
    """What was typed into the form goes into the chance of the table; a private message says so.

    It is a new one: the one that was clicked goes when the table is shown.
    """
    session, table = request.session, request.control.table
    shown = await session.lobby.salt(request.click, table, request.typed_text, request.trace)
    await deliver(request, shown)
    await request.ask(await _fair_play_layout(request, shown.table))


async def _check_table(request: Request, table: Table) -> str:
    """Whether a table's log holds, and how anybody can tell."""
    words, entry = request.words, request.session.catalogue[table.game]
    text = next(iter((await request.session.access.export(table)).values()))
    found = await request.session.check_pool.check(text)
    if found.problems:
        return "\n".join((words("fair.fails", code=table.code), *problem_lines(words, found)))
    last, chance, daily = found.parts[-1], entry.rules.chance, table.deal is not None
    lines = (
        verdict(words, f"**{table.code}**", last, chance=chance, daily=daily),
        *successor_lines(words, table),
        *part_lines(words, found.parts, chance=chance),
        *unproven_lines(words, found.parts),
        words("fair.stamp" if is_over(last) else "fair.stamp.so-far", stamp=stamp_of(last)),
        words("fair.offline"),
    )
    return "\n".join(lines)


async def _check_file(request: Request, file: discord.Attachment) -> str:
    """Whether an export holds; of its last parts, whether they are what was played at tables of ours."""
    found, words = await request.session.check_pool.check(await _text_of(file)), request.words
    if found.problems:
        head = failure_line(words, file.filename, found.problems)
        return "\n".join((head, *problem_lines(words, found)))
    last, end = found.parts[-1], unmatched_lines(words, found.parts[-1])
    for part in found.parts[-MOST:]:
        if (own := await _table_of_part(request, part)) is None:
            continue
        ours = await request.session.tables.log(own)
        if (line := _first_different_line(part, own, ours)) is not None:
            differs = words("fair.differs", line=line, code=own.code)
            return "\n".join((failure_line(words, file.filename, ()), differs))
        if part is last:
            end = comparison_lines(
                words, own, last.lines, len(ours), can_see_table=may_see(own, request.click)
            )
    chance = request.session.catalogue[last.header["game"]].rules.chance
    head = verdict(words, code_span(file.filename), last, chance=chance)
    lines = (*part_lines(words, found.parts, chance=chance), *unproven_lines(words, found.parts), *end)
    return "\n".join((head, *lines))


async def _text_of(file: discord.Attachment) -> str:
    """The text of an export; its refusals are about such a file, and not about the value of an option."""
    try:
        return await read_text("file", file, LARGEST)
    except Refused as error:
        raise file_refusal(error.key) from error


async def _table_of_part(request: Request, part: CheckedPart) -> Table | None:
    """The table here where a part of a file was played; one of elsewhere can have the same number.

    For who cannot see it there is none, unless they were given the whole game, with its seed: otherwise they
    could try lines until one is in our log. The seed of a deal of the day many people know.
    """
    table = await request.session.tables.find(int(part.table.removeprefix("T")))
    if table is None or not table.state or commitment(table.seed) != part.header["commitment"]:
        return None
    given = part.has_seed and table.deal is None
    return table if given or may_see(table, request.click) else None


def _first_different_line(part: CheckedPart, own: Table, ours: Sequence[Line]) -> int | None:
    """The first line of a part of a file that is not what our own table and log say; none if all are.

    Somebody may have rewritten all of a file, its hashes included; only the log itself can tell. What was
    agreed is compared as well, since the log of an older file does not commit to all of it. The log of the
    last part commits to those of the others.
    """
    agreed = agreed_header(own, ours, len(own.players))
    if {key: value for key, value in part.header.items() if key not in TOLD_LATER} != agreed:
        return part.number
    for ply in range(1, part.lines + 1 if part.hashes else 1):
        if ply > len(ours) or part.hash_of(ply) != ours[ply - 1].hash:
            return part.number + ply
    return None


def verdict(words: Words, what: str, last: CheckedPart, *, chance: bool, daily: bool = False) -> str:
    """That a game holds, by its last part, and what could not be checked. `what` is its table or its file."""
    if chance and not last.has_seed:
        return words("fair.holds.sealed.day" if daily else "fair.holds.sealed", what=what)
    if last.unchecked is not None:
        return words("fair.holds.continued", what=what, since=last.since)
    if is_over(last):
        return words("fair.holds" if chance else "fair.holds.plain", what=what)
    return words("fair.holds.so-far" if chance else "fair.holds.so-far.plain", what=what)


def is_over(last: CheckedPart) -> bool:
    """Whether a game came to its end in this part."""
    return last.outcome is not None


def successor_lines(words: Words, table: Table) -> Iterator[str]:
    """Where a game went whose table was closed in the middle of it; nothing of others."""
    if table.status is not Status.CLOSED:
        return
    if table.journey.gone is not None:
        yield words("fair.gone", next=f"T{table.journey.gone}")
    else:
        yield words("fair.gone.away" if table.journey.away else "fair.gone.closed")


def comparison_lines(
    words: Words, table: Table, mine: int, ours: int, *, can_see_table: bool = True
) -> Iterator[str]:
    """That a file's last `mine` lines are those of a table here, which has `ours` by now.

    Where its game went is told to whoever has `seen` it there.
    """
    values = {"code": table.code, "lines": words.some("fair.lines", mine)}
    if mine == ours:
        yield words("fair.same", **values)
    else:
        key = "fair.same.over" if table.status is Status.OVER else "fair.same.so-far"
        yield words(key, now=words.some("fair.lines", ours), **values)
    if can_see_table:
        yield from successor_lines(words, table)


def unmatched_lines(words: Words, last: CheckedPart) -> Iterator[str]:
    """Of a file that no table here can be compared with: how people can compare it themselves."""
    if last.has_seed and not is_over(last):
        yield words("fair.gone.unknown")
    yield words("fair.elsewhere")
    yield words("fair.stamp" if is_over(last) else "fair.stamp.so-far", stamp=stamp_of(last))


def unproven_lines(words: Words, parts: Sequence[CheckedPart]) -> Iterator[str]:
    """What the logs of older parts do not commit to."""
    codes = tuple(f"**{part.table}**" for part in parts[-MOST:] if not part.covers_terms)
    if codes:
        yield words("fair.unproven", codes=words.join_list(codes))


def stamp_of(last: CheckedPart) -> str:
    """What should stand in the last message of the game."""
    return code_span(last.head[:FINGERPRINT])


def failure_line(words: Words, file: str, problems: Sequence[Problem]) -> str:
    """How the faults of a file begin: it was changed, or else it is nothing that can be checked here."""
    foreign = all(problem.key in ELSEWHERE for problem in problems)
    return words("fair.unread.file" if foreign and problems else "fair.fails.file", file=code_span(file))


def problem_lines(words: Words, found: CheckResult) -> Iterator[str]:
    """A line for each fault, for the first of them."""
    for problem in found.problems[:MOST]:
        yield problem_line(words, problem)
    if more := max(len(found.problems) - MOST, 0) + found.more:
        yield words.some("fair.more", more)


def part_lines(words: Words, parts: Sequence[CheckedPart], *, chance: bool) -> Iterator[str]:
    """Each part of a game with its length; with what its dice come from, if there is any chance."""
    for part in parts[-MOST:]:
        header = part.header
        values = {"code": part.table, "lines": words.some("fair.lines", part.lines)}
        if not chance:
            yield words("fair.part.plain", **values)
            continue
        values["seal"] = code_span(str(header["commitment"]))
        if "seed" in header:
            yield words("fair.part", seed=code_span(str(header["seed"])), **values)
        else:
            yield words("fair.part.secret", **values)
        if salts := tuple(code_span(str(salt)) for salt in header.get("salts", ())):
            yield words("fair.part.salts", salts=words.join_list(salts))


VERIFY: Final = Command(
    "verify",
    "command.verify",
    verify,
    {"table": TABLE, "file": CommandOption("command.verify.file")},
    limit=UPLOADING,
)
EXPORT: Final = Command("export", "command.export", export, {"table": BEGUN}, limit=READING)

SHOW: Final = Endpoint("fair", show, looks=True)
VERIFY_HERE: Final = Endpoint("verify", verify_here, looks=True, private=True, limit=UPLOADING)
ADD_SALT: Final = Endpoint("salt", ask_salt, private=True)
SALTED: Final = Endpoint("salted", add_typed_salt, posts=True, private=True)

CONTROLS: Final = routes(SHOW, VERIFY_HERE, ADD_SALT, SALTED)
