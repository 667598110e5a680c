"""A private board is turned to its player: the trolls sit at rank 1, the dwarfs face them."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import Table
from bot.ui.play.board_layout import board_picture
from bot.words.menu import Menu
from engine.core import read_settings
from engine.rng import SeededRng
from tests.bot.ui.play.test_play import BESIDE
from tests.bot.ui.world import World, pick, private


def picture(world: World, table: Table, path: str = "", *, turned: bool) -> bytes:
    """The board of a table with what can be picked at a path, from one of its sides."""
    shown = world.session.tables.show(table)
    menu = shown.entry.rules.menu(IN_ENGLISH, ("Ann", "Ben"), shown.state, path) if path else Menu()
    return board_picture(IN_ENGLISH, shown, menu, turned=turned)


async def test_each_player_sees_the_board_from_their_side_and_who_watches_upright(world: World) -> None:
    await world.game()
    table = await world.table()
    upright, turned = (picture(world, table, turned=side) for side in (False, True))
    for actor, own, other in (
        (world.ann, upright, turned),
        (world.ben, turned, upright),
        (world.cleo, upright, turned),
    ):
        seen = private(await actor.slash(world.channel, "board", view="turned"))
        assert await seen.attachments[0].read() == other
        await actor.click(seen, label="As a picture")
        assert await seen.attachments[0].read() == own
        await actor.click(seen, label="As text")
        await actor.click(seen, label="Other side")
        assert await seen.attachments[0].read() == other


async def test_a_board_of_another_channel_is_turned_too(world: World) -> None:
    await world.game()
    elsewhere = world.guild.create_text_channel("elsewhere")
    for actor, turned in ((world.ann, False), (world.ben, True)):
        seen = private(await actor.slash(elsewhere, "board", table="T1"))
        assert await seen.attachments[0].read() == picture(world, await world.table(), turned=turned)


async def test_the_board_for_all_is_upright_when_the_trolls_are_to_move(world: World) -> None:
    shown = await world.game(BESIDE)
    assert await shown.attachments[0].read() == picture(world, await world.table(), turned=False)


async def test_the_trolls_choose_on_a_turned_board_and_the_dwarfs_do_not(world: World) -> None:
    shown = await world.game(BESIDE)
    table = await world.table()
    mine = private(await pick(world.ben, shown, "G7"))
    assert await mine.attachments[0].read() == picture(world, table, "G7", turned=True)
    await pick(world.ben, mine, "F7xG6")
    await world.ben.click(mine, label="Play it")
    theirs = private(await pick(world.ann, await world.shown_board(), "E2"))
    assert await theirs.attachments[0].read() == picture(world, await world.table(), "E2", turned=False)


def test_sides_change_with_the_battle() -> None:
    entry = CATALOGUE["thud"]
    state = entry.game.start({"quiet_limit": 0}, 2, SeededRng("sides"))
    first = entry.game.view(state, None)
    for line, seat in (("offer", 0), ("accept", 1)):
        state = entry.game.apply(state, seat, entry.game.parse(line, state), SeededRng("sides")).state
    second = entry.game.view(state, None)
    assert [entry.drawing.is_opposite(first, seat) for seat in (0, 1)] == [False, True]
    assert [entry.drawing.is_opposite(second, seat) for seat in (0, 1)] == [True, False]


@pytest.mark.parametrize("key", sorted(CATALOGUE.keys() - {"thud", "koom"}))
def test_no_seat_is_opposite_in_the_other_games(key: str) -> None:
    entry = CATALOGUE[key]
    seats = entry.game.seats[0]
    state = entry.game.start(read_settings(entry.game, {}, seats), seats, SeededRng(key))
    view = entry.game.view(state, None)
    assert not any(entry.drawing.is_opposite(view, seat) for seat in range(seats))
