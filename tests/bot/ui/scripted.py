"""Games whose every line is known, from the playthroughs: set up over Discord, and clicked together there."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.frame import names_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Status, Table
from bot.ui.alarms.messenger import parts_of
from bot.ui.play import board_layout
from bot.words import Names
from bot.words.menu import Does, Menu, buttons_of
from tests.bot.discord.test_limits import check
from tests.bot.ui.world import World, board, labels
from tests.playthroughs.golden import FILES, Ply, plies

YES: Final = "Yes: "
_SAID: Final = re.compile(r"^(seed|option): *(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Script:
    """A whole game as a playthrough has it; Ann is seat 0, and where there are two, Ben is seat 1."""

    entry: AnyEntry
    seed: str
    options: dict[str, str]
    plies: tuple[Ply, ...]

    @property
    def states(self) -> tuple[Any, ...]:
        """The states after each line."""
        return tuple(ply.state for ply in self.plies)

    async def start(self, world: World, count: int) -> Table:
        """The table after the first `count` lines, or without the last ones; nothing is posted yet."""
        trace, session, game = Trace("scene", 0), world.session, self.entry.game
        opening = Opening(game.key, self.options, 0, None)
        table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
        if table.status is Status.OPEN:
            by = world.click_by(world.ben)
            table = (await session.lobby.sit(by, table.id, 0, trace, agreed=True)).table
        for ply in self.plies[:count]:
            by = world.click_by(world.person(ply.seat))
            table = (await session.play.move(by, table.id, str(ply.action), trace)).table
        return table

    async def game(self, world: World, count: int) -> ResponseMessage:
        """The board of that table, posted."""
        table = await self.start(world, count)
        return board(await world.ann.slash(world.channel, "board", table=table.code))


def playthrough(stem: str, monkeypatch: pytest.MonkeyPatch) -> Script:
    """A playthrough; from now on every table has its seed."""
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == stem)
    said = [(match[1], match[2]) for match in _SAID.finditer(text)]
    (seed,) = (value for key, value in said if key == "seed")
    options = dict(value.split("=") for key, value in said if key == "option")
    game, done = plies(text)
    monkeypatch.setattr("tests.bot.ui.world.SEED", seed)
    return Script(CATALOGUE[game.key], seed, options, tuple(done))


def script_of(key: str, seed: str, lines: str, monkeypatch: pytest.MonkeyPatch) -> Script:
    """A game of one with this seed, after these lines with commas between; every table has the seed now."""
    said = "\n".join(f"0 {line.strip()}" for line in lines.split(","))
    game, done = plies(f"game: {key}\nseed: {seed}\n{said}\n")
    assert len(done) == lines.count(",") + 1
    monkeypatch.setattr("tests.bot.ui.world.SEED", seed)
    return Script(CATALOGUE[game.key], seed, {}, tuple(done))


def ways(entry: AnyEntry, state: Any, names: Names) -> dict[str, tuple[str, ...]]:
    """Every line that the board can be clicked to, with the labels of the buttons on the shortest way."""
    found: dict[str, tuple[str, ...]] = {}
    waiting, seen = deque[tuple[str, tuple[str, ...]]]([("", ())]), set[str]()
    while waiting:
        path, way = waiting.popleft()
        if path in seen:
            continue
        seen.add(path)
        for button in buttons_of(entry.rules.menu(IN_ENGLISH, names, state, path)):
            clicks = (*way, button.label)
            if button.does is Does.GO:
                waiting.append((button.value, clicks))
            else:
                yes = (f"{YES}{button.label}"[:80],) if button.confirm else ()
                found.setdefault(button.value, (*clicks, *yes))
    return found


async def state_of(world: World) -> Any:
    """The game's state on disk."""
    return world.session.tables.show(await world.table()).state


async def way_to(world: World, line: str) -> tuple[str, ...]:
    """The labels that lead to a line from the current board; none if it must be typed."""
    table = await world.table()
    shown = world.session.tables.show(table)
    return ways(shown.entry, shown.state, names_of(table)).get(line, ())


async def press(actor: MemberActor, shown: ResponseMessage, way: Sequence[str]) -> InteractionResult:
    """Click these buttons, one after the other; each where the click before led to, mostly in private."""
    result = await actor.click(shown, label=way[0])
    for label in way[1:]:
        assert result.response is not None
        result = await actor.click(result.response, label=label)
    return result


async def play(world: World, shown: ResponseMessage, line: str, seat: int = 0) -> InteractionResult:
    """A line, by the buttons of the board."""
    way = await way_to(world, line)
    assert way, f"no button leads to {line!r} among {labels(shown)}"
    return await press(world.person(seat), shown, way)


async def click_through(
    world: World,
    played: Script,
    shown: ResponseMessage,
    begin: int = 0,
    end: int | None = None,
    *,
    there: bool = False,
) -> ResponseMessage:
    """Lines of a script by clicks, from `begin` to its end or to `end`; returns the last board.

    After every line the disk has what the playthrough has, and the channel one board of it. That changes in
    place, unless a player must be called: then the new one does it, if they are not `there`; unless
    a command is typed; and unless the end of a match stays above it. What no button says is typed: where two
    places of a game are alike, they share one, and only the player on turn gets a guided move.
    """
    entry = played.entry
    before = await state_of(world)
    for ply in played.plies[begin:end]:
        mark, line, person = world.mark(), str(ply.action), world.person(ply.seat)
        acting = ply.seat in entry.game.to_act(before)
        way = await way_to(world, line) if acting else ()
        if not there:
            world.let_presence_expire()
        told = len(world.private_messages(person))
        await (press(person, shown, way) if way else world.move(person, line))
        table = await world.table()
        assert played.entry.codec.load(table.state or "") == ply.state, line
        due = entry.game.to_act(ply.state)
        passed = entry.rules.turn_key(ply.state) != entry.rules.turn_key(before)
        called = {world.person(seat).id for seat in due} - {person.id} if passed else set[int]()
        stays = bool(due and entry.speech.lasting is not None and entry.speech.lasting(ply.events))
        new = not way or stays or bool(called and not there)
        after = await world.shown_board()
        assert (after.id != shown.id) == new, line
        assert world.pings(mark) == [*([set()] if stays else []), *([called] if new else [])], line
        assert boards(world) == [after.id], "there is one board of a game"
        assert len(world.private_messages(person)) == told, "and nothing is left of how it was chosen"
        check(after.components)
        shown, before = after, ply.state
    return shown


def boards(world: World) -> list[int]:
    """The messages of the channel that have controls."""
    history = world.channel.history()
    return [one.id for one in history if not one.flags.ephemeral and parts_with_controls(one)]


def parts_with_controls(message: discord.Message) -> bool:
    """Whether a message has buttons or lists."""
    return any(getattr(part, "custom_id", None) for part in parts_of(message.components))


async def painted_board(world: World) -> bytes:
    """What the painter makes of the table as it is on disk."""
    table = await world.table()
    shown = world.session.tables.show(table)
    over = table.status is Status.OVER
    menu = Menu() if over else shown.entry.rules.menu(IN_ENGLISH, names_of(table), shown.state, "")
    return board_layout.board_picture(IN_ENGLISH, shown, menu)


async def export_log(world: World) -> str:
    """The log of the first table as a file."""
    result = await world.cleo.slash(world.channel, "table log", table="T1")
    assert result.response is not None
    (file,) = [one for one in result.response.attachments if one.filename.endswith(".jsonl")]
    return (await file.read()).decode()
