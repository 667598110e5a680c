"""The pages of fair dice: *Fair play* with its salt, `/table verify`, `/table export`."""

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
"""The most problems that are listed, and the most parts, the last ones; a message has room for no more."""

SHORT: Final = 4
"""Digits at each end of a shortened seal."""


async def show(request: Request) -> None:
    """Show the user what makes a table's game fair."""
    await request.ask(await _fair_play_layout(request, await request.table()))


async def _fair_play_layout(request: Request, table: Table) -> Layout:
    """Seal, salt and seed in plain words, with their buttons."""
    words, entry = request.words, request.session.catalogue[table.game]
    seed_published = table.status in DONE and await request.session.access.is_published(table)
    keys = []
    if _can_add_salt(request, table):
        keys.append(ADD_SALT.button(words("button.salt"), (table.id, table.revision)))
    if table.state is not None:
        keys.append(VERIFY_HERE.button(words("button.verify"), (table.id, table.revision)))
    lines = fair_lines(words, entry, table, seed_published=seed_published)
    text = "\n".join((words("fair.play"), *lines, *_fingerprint_line(words, table)))
    return note(text, [Row(*keys)] if keys else [])


def fair_lines(words: Words, entry: AnyEntry, table: Table, *, seed_published: bool) -> Iterator[str]:
    """The source of a game's chance: its seal, or its seed once published, and who has added salt.

    Salts are shown once the game has begun, so that players cannot choose theirs to fit another's.
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


def _fingerprint_line(words: Words, table: Table) -> Iterator[str]:
    """The fingerprint of a game that is over; empty before."""
    if table.status in DONE:
        yield words("fair.print", stamp=code_span(table.head[:FINGERPRINT]))


def _salt_text(words: Words, player: Player) -> str:
    return words("fair.salts.of", name=escape_markdown(player.name), salt=code_span(player.salt))


async def verify(request: Request, table: Code | None = None, file: discord.Attachment | None = None) -> None:
    """`/table verify`: verify a table's log, or an attached export."""
    if file is None:
        await _verify(request, await request.find(table))
        return
    with request.session.check_pool.reserve_slot():
        await request.defer()
        await request.private(await _check_file(request, file))


async def verify_here(request: Request) -> None:
    """Verify the table of a button."""
    await _verify(request, await request.table())


async def _verify(request: Request, table: Table) -> None:
    """Verify a table's log; for a game that has not begun, explain what will make it fair."""
    if table.state is None:
        await request.ask(await _fair_play_layout(request, table))
        return
    with request.session.check_pool.reserve_slot():
        await request.defer()
        await request.private(await _check_table(request, table))


async def export(request: Request, table: Code | None = None) -> None:
    """`/table export`: a game as a file that can be verified anywhere."""
    game_table = await request.find(table)
    _check_begun(game_table)
    name, text = next(iter((await request.session.access.export(game_table)).items()))
    running = game_table.status is Status.PLAYING
    about = request.words("export.running" if running else "export.told", code=game_table.code)
    await request.hand_over(about, name, text.encode())


def _check_begun(table: Table) -> None:
    if table.state is None:
        raise Refused("export.unbegun", table, code=table.code)


def _can_add_salt(request: Request, table: Table) -> bool:
    """Whether the user may add salt to a waiting table: seated there, or seated by adding it."""
    entry = request.session.catalogue[table.game]
    sits = player_of(table, request.person) is not None or sits_down_to_salt(entry, table, request.person)
    return table.status is Status.OPEN and entry.rules.chance and table.deal is None and sits


async def ask_salt(request: Request) -> None:
    """Open the form to type a salt. Its custom_id contains all its state."""
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
    """Add the typed salt to the chance of the table, and show the page again.

    The page is a new message, as the clicked one is deleted when the table is shown.
    """
    session, table = request.session, request.control.table
    shown = await session.lobby.salt(request.click, table, request.typed_text, request.trace)
    await deliver(request, shown)
    await request.ask(await _fair_play_layout(request, shown.table))


async def _check_table(request: Request, table: Table) -> str:
    """The result of verifying a table's log, and how anyone can verify it."""
    words, entry = request.words, request.session.catalogue[table.game]
    text = next(iter((await request.session.access.export(table)).values()))
    result = await request.session.check_pool.check(text)
    if result.problems:
        return "\n".join((words("fair.fails", code=table.code), *problem_lines(words, result)))
    last, chance, daily = result.parts[-1], entry.rules.chance, table.deal is not None
    lines = (
        verdict(words, f"**{table.code}**", last, chance=chance, daily=daily),
        *successor_lines(words, table),
        *part_lines(words, result.parts, chance=chance),
        *unproven_lines(words, result.parts),
        words("fair.stamp" if is_over(last) else "fair.stamp.so-far", stamp=stamp_of(last)),
        words("fair.offline"),
    )
    return "\n".join(lines)


async def _check_file(request: Request, file: discord.Attachment) -> str:
    """The result of verifying an export; its last parts are also compared with our tables."""
    result, words = await request.session.check_pool.check(await _text_of(file)), request.words
    if result.problems:
        head = failure_line(words, file.filename, result.problems)
        return "\n".join((head, *problem_lines(words, result)))
    last, end = result.parts[-1], unmatched_lines(words, result.parts[-1])
    for part in result.parts[-MOST:]:
        if (own_table := await _table_of_part(request, part)) is None:
            continue
        ours = await request.session.tables.log(own_table)
        if (line := _first_different_line(part, own_table, ours)) is not None:
            differs = words("fair.differs", line=line, code=own_table.code)
            return "\n".join((failure_line(words, file.filename, ()), differs))
        if part is last:
            end = comparison_lines(
                words, own_table, last.lines, len(ours), can_see_table=may_see(own_table, request.click)
            )
    chance = request.session.catalogue[last.header["game"]].rules.chance
    head = verdict(words, code_span(file.filename), last, chance=chance)
    lines = (*part_lines(words, result.parts, chance=chance), *unproven_lines(words, result.parts), *end)
    return "\n".join((head, *lines))


async def _text_of(file: discord.Attachment) -> str:
    """The text of an export; its refusals speak of a file, not of an option."""
    try:
        return await read_text("file", file, LARGEST)
    except Refused as error:
        raise file_refusal(error.key) from error


async def _table_of_part(request: Request, part: CheckedPart) -> Table | None:
    """Our table where a part of a file was played; tables of other installations can have the same number.

    None for users who cannot see the table, unless the file contains its whole game with the seed: otherwise
    they could try out lines until one matches our log. The seed of a deal is widely known, so it does not
    count.
    """
    table = await request.session.tables.find(int(part.table.removeprefix("T")))
    if table is None or not table.state or commitment(table.seed) != part.header["commitment"]:
        return None
    has_whole_game = part.has_seed and table.deal is None
    return table if has_whole_game or may_see(table, request.click) else None


def _first_different_line(part: CheckedPart, own_table: Table, ours: Sequence[Line]) -> int | None:
    """The first line of a part that differs from our table and log; none if all match.

    A file can be rewritten with its hashes; only our log can tell. The agreed terms are compared as well,
    since the log of an older file does not commit to all of them. The log of the last part commits to those
    of the others.
    """
    agreed = agreed_header(own_table, ours, len(own_table.players))
    if {key: value for key, value in part.header.items() if key not in TOLD_LATER} != agreed:
        return part.number
    for ply in range(1, part.lines + 1 if part.hashes else 1):
        if ply > len(ours) or part.hash_of(ply) != ours[ply - 1].hash:
            return part.number + ply
    return None


def verdict(words: Words, what: str, last: CheckedPart, *, chance: bool, daily: bool = False) -> str:
    """The verdict on a valid game, by its last part, and what could not be verified. `what` names it."""
    if chance and not last.has_seed:
        return words("fair.holds.sealed.day" if daily else "fair.holds.sealed", what=what)
    if last.unchecked is not None:
        return words("fair.holds.continued", what=what, since=last.since)
    if is_over(last):
        return words("fair.holds" if chance else "fair.holds.plain", what=what)
    return words("fair.holds.so-far" if chance else "fair.holds.so-far.plain", what=what)


def is_over(last: CheckedPart) -> bool:
    """Whether the game ended in this part."""
    return last.outcome is not None


def successor_lines(words: Words, table: Table) -> Iterator[str]:
    """The table or file in which a closed table's game continues; nothing for others."""
    if table.status is not Status.CLOSED:
        return
    if table.journey.gone is not None:
        yield words("fair.gone", next=f"T{table.journey.gone}")
    else:
        yield words("fair.gone.away" if table.journey.away else "fair.gone.closed")


def comparison_lines(
    words: Words, table: Table, mine: int, ours: int, *, can_see_table: bool = True
) -> Iterator[str]:
    """That a file's last `mine` lines match a table here, which has `ours` by now.

    The successor is shown to users who `can_see_table`.
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
    """For a file without a table here: how people can compare it themselves."""
    if last.has_seed and not is_over(last):
        yield words("fair.gone.unknown")
    yield words("fair.elsewhere")
    yield words("fair.stamp" if is_over(last) else "fair.stamp.so-far", stamp=stamp_of(last))


def unproven_lines(words: Words, parts: Sequence[CheckedPart]) -> Iterator[str]:
    """The parts whose older logs do not commit to all terms."""
    codes = tuple(f"**{part.table}**" for part in parts[-MOST:] if not part.covers_terms)
    if codes:
        yield words("fair.unproven", codes=words.join_list(codes))


def stamp_of(last: CheckedPart) -> str:
    """The fingerprint that *Fair play* of the game should show."""
    return code_span(last.head[:FINGERPRINT])


def failure_line(words: Words, file: str, problems: Sequence[Problem]) -> str:
    """The first line on an invalid file: it was changed, or it cannot be verified here."""
    foreign = all(problem.key in ELSEWHERE for problem in problems)
    return words("fair.unread.file" if foreign and problems else "fair.fails.file", file=code_span(file))


def problem_lines(words: Words, result: CheckResult) -> Iterator[str]:
    """A line for each of the first problems."""
    for problem in result.problems[:MOST]:
        yield problem_line(words, problem)
    if more := max(len(result.problems) - MOST, 0) + result.more:
        yield words.some("fair.more", more)


def part_lines(words: Words, parts: Sequence[CheckedPart], *, chance: bool) -> Iterator[str]:
    """Each part of a game with its length, and with the source of its dice, if it has any."""
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
