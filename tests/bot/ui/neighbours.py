"""A server with a table in every state, for tests that look into it from outside."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.features.people.service import PersonalSettings
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.trace import Trace
from bot.store import Status, Table, Terms
from engine.rng import SeededRng
from tests.bot.samples import QUIET
from tests.bot.ui.opening import behind, open_table
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, board, labels

DAY: Final = 24.0
"""In hours."""

LATE: Final = 10 * 3600
"""Seconds that people have for a move who will be late."""

NAMES: Final = ("Anneliese", "Balthasar", "Clementine", "Dorothea")
"""What people are called there, and nothing else that the bot ever says."""

SEED: Final = "a secret of the neighbours"

STATES: Final = {
    "idle": Status.PLAYING,
    "deal of yesterday": Status.OVER,
    "late in a duel": Status.PLAYING,
    "late in a game together": Status.PLAYING,
    "deal of today": Status.PLAYING,
    "invitation": Status.OPEN,
    "challenge": Status.OPEN,
    "lobby": Status.OPEN,
    "duel with hints, to be undone": Status.PLAYING,
    "fork": Status.OPEN,
    "duel that may move": Status.PLAYING,
    "untracked coins": Status.PLAYING,
    "dice": Status.PLAYING,
    "in a thread": Status.PLAYING,
    "with a bot": Status.PLAYING,
    "with a free seat": Status.PLAYING,
    "cancelled": Status.CLOSED,
    "closed midway": Status.CLOSED,
    "left as a file": Status.CLOSED,
    "moved upstairs": Status.CLOSED,
    "upstairs": Status.PLAYING,
    "over": Status.OVER,
}
"""The tables by purpose, in the order of their codes, each with its final status."""


async def furnish(world: World) -> dict[str, Table]:
    """The tables by their names in `STATES`, each shown in its server with the controls that it has then."""
    made = [world.env.create_user(name.lower(), global_name=name) for name in NAMES]
    world.ann, world.ben, world.cleo, dora = map(world.guild.add_member, made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.bot.ui.world.SEED", SEED)
        await _wait_long(world)
        await _gather(world)
        await _play(world, patch)
        await _vacate(world, Person(dora.id, NAMES[3]))
        await _end(world, patch)
        await _look_around(world)
    await world.session.service(PersonalSettings).set_hours(world.ben.id, 8 * 60, 23 * 60, "Europe/Paris")
    await world.session.server.set_most(replace(_by(world), manages=True), 40)
    tables = {name: await world.table(number) for number, name in enumerate(STATES, 1)}
    assert {name: table.status for name, table in tables.items()} == STATES
    return tables


async def _wait_long(world: World) -> None:
    """Tables with questions of the bot after some time, and deals of two days."""
    await world.game(QUIET[0])
    await world.later(31 * DAY)
    world.last("Still playing?")
    await open_table(world.ben, world.channel, "thrag", daily=True)
    await _play_line(world, 2, "resign")
    await _duel(world, clock=LATE)
    opening = Opening("trogdor", {"keepers": "chosen"}, None, None, terms=Terms(patience=LATE))
    table = await _open_duel(world, opening)
    await world.session.lobby.start(_by(world), table.id, table.revision, _trace())
    await _play_moves(world, table.id, 3)
    await _show(world, table.id)
    await world.later(DAY)
    world.last("out of time\n")
    await open_table(world.ann, world.channel, "thrag", daily=True)
    await _play_moves(world, 5, 2)


async def _gather(world: World) -> None:
    """Tables that wait for players."""
    await open_table(world.ann, world.channel, "thud", hints=3)
    await open_table(world.ann, world.channel, "ploc", opponent=world.ben, side=0)
    lobby = board(await open_table(world.ann, world.channel, "trogdor", keepers="chosen"))
    await world.ben.click(lobby, label="Join")


async def _play(world: World, patch: pytest.MonkeyPatch) -> None:
    """Running games, one of each kind, with open questions."""
    duel = await _duel(world, *QUIET, hints=-1)
    await world.ann.slash(world.channel, "undo", table=duel.code)
    await world.cleo.slash(world.channel, "table fork", table=duel.code, move=2)
    await _asked_to_move(world, "upstairs")
    for stem in ("thrag_win", "ploc_hit_swap"):
        await _show(world, (await playthrough(stem, patch).start(world, 3)).id)
    patch.setattr("tests.bot.ui.world.SEED", SEED)
    await open_table(world.ann, world.channel, "thrag", thread=True)
    await open_table(world.ann, world.channel, "thud", level="odo", side=0)


async def _vacate(world: World, forgotten: Person) -> None:
    """A duel of a player who is forgotten."""
    table = await _open_duel(world, Opening("thud", {}, 0, None), Click(forgotten, *_place(world), 1))
    await world.session.forget(forgotten.id)
    await _show(world, table.id)


async def _end(world: World, patch: pytest.MonkeyPatch) -> None:
    """Tables that are over, closed, or transferred."""
    invitation = board(await open_table(world.ann, world.channel, "thud"))
    await behind(world.ann, invitation, "Details", "Call it off")
    await open_table(world.ann, world.channel, "thud", level="odo", side=0)
    await world.session.play.move(_by(world), 18, QUIET[0], _trace())
    asked = (await world.ann.slash(world.channel, "table close", table="T18")).response
    assert asked is not None
    await world.ann.click(asked, label="Yes: Close it")
    for channel in (None, "upstairs"):
        await world.ben.click(await _asked_to_move(world, channel), label="Agree")
    script = playthrough("ploc_resignation", patch)
    await _show(world, (await script.start(world, len(script.plies))).id)


async def _look_around(world: World) -> None:
    """What else people are shown who use the controls of their boards."""
    for code, label in (
        ("T4", "My keeper"),
        ("T9", "Resign"),
        ("T12", "Undo"),
        ("T13", "More"),
        ("T13", "Type a move"),
        ("T22", "History"),
    ):
        shown = board(await _show(world, int(code[1:])))
        whole = next(one for one in labels(shown) if one.startswith(label))  # an item stands behind it
        await world.ann.click(shown, label=whole)


async def _asked_to_move(world: World, name: str | None) -> ResponseMessage:
    """The question whether a duel moves to a channel, or away as a file."""
    channels = world.guild.channels
    if name is not None and name not in channels:
        world.guild.create_text_channel(name)
    table = await _duel(world, *QUIET)
    there = {} if name is None else {"channel": world.guild.channels[name]}
    return board(await world.ann.slash(world.channel, "table transfer", table=table.code, **there))


async def _duel(world: World, *lines: str, clock: int = 0, hints: int | None = None) -> Table:
    """A game of Thud between the first two, after these lines; shown."""
    guest = Person(world.ben.id, NAMES[1])
    table = await _open_duel(world, Opening("thud", {}, 0, guest, hints=hints, terms=Terms(clock=clock)))
    for line in lines:
        await _play_line(world, table.id, line)
    await _show(world, table.id)
    return await world.table(table.id)


async def _open_duel(world: World, opening: Opening, by: Click | None = None) -> Table:
    """A table with the second person on its other seat."""
    table = (await world.session.lobby.open(by or _by(world), opening, _trace())).table
    return (await world.session.lobby.sit(world.click_by(world.ben), table.id, 0, _trace())).table


async def _show(world: World, table_id: int) -> InteractionResult:
    return await world.ben.slash(world.channel, "board", table=f"T{table_id}")


async def _play_line(world: World, table_id: int, line: str) -> None:
    """Play a line for the player whose turn it is."""
    table = await world.table(table_id)
    seat = min(world.session.tables.acting_seats(table))
    user = next(player.user_id for player in table.players if player.seat == seat)
    person = next(one for one in (world.ann, world.ben) if one.id == user)
    await world.session.play.move(world.click_by(person), table_id, line, _trace())


async def _play_moves(world: World, table_id: int, count: int) -> None:
    """Play a number of actions for the players on turn, as a stand-in chooses them."""
    for _ in range(count):
        shown = world.session.tables.show(table := await world.table(table_id))
        game, seat = shown.entry.game, min(shown.entry.game.to_act(shown.state))
        view, actions = game.view(shown.state, seat), game.legal(shown.state, seat)
        await _play_line(world, table_id, str(game.stand_in_action(view, actions, SeededRng(table.head))))


def _by(world: World) -> Click:
    return world.click_by(world.ann)


def _place(world: World) -> tuple[int, int]:
    return world.channel.id, world.guild.id


def _trace() -> Trace:
    return Trace("scene", 0)
