"""The film of a great turn: with the board it leads to, in place of the last, late, or not at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import NoReturn

import pytest
from PIL import Image, ImageSequence
from simcord.results import ResponseMessage

from bot.discord.request import Surface
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Status, Terms
from bot.ui.board import climax, show
from tests.bot.discord.test_limits import check
from tests.bot.games.whole_games import whole
from tests.bot.hill import HILL
from tests.bot.ui.play.test_together import start_hill
from tests.bot.ui.world import World, board, text_of

pytestmark = pytest.mark.usefixtures("hilly")

FILM = b"GIF89a of the turn"


def show_climax(world: World, paint: Callable[..., bytes] = lambda *_: FILM) -> None:
    """From now on the turns on the hill have such a film."""
    world.session.context.catalogue = {"hill": replace(HILL, drawing=replace(HILL.drawing, climax=paint))}


async def post(world: World) -> ResponseMessage:
    """The board of a game on the hill, Ann's turn."""
    return board(await world.ann.slash(world.channel, "board", table="T1"))


def files(message: ResponseMessage) -> list[str]:
    return [file.filename.rpartition("-")[2] for file in message.attachments]


async def test_a_great_turn_is_a_film_above_the_board_it_leads_to(world: World) -> None:
    await start_hill(world, "lift")
    show_climax(world)
    shown = await post(world)
    mark = world.mark()
    after = board(await world.ann.click(shown, label="On"))
    assert files(after) == ["film.gif", f"{(await world.table()).revision}.png"]
    assert await after.attachments[0].read() == FILM
    text = text_of(after.components)
    assert text.index("hand on") < text.index("go on.")
    assert len(world.posts_since(mark)) == 1, "still one message a turn"
    check(after.components)
    again = board(await world.ben.click(after, label="down"))
    assert files(again) == [f"{(await world.table()).revision}.png"], "the next turn goes on without it"


async def test_steps_within_a_turn_have_no_film(world: World) -> None:
    await start_hill(world)
    show_climax(world)
    assert files(board(await world.ann.click(await post(world), label="down"))) == [
        f"{(await world.table()).revision}.png"
    ]


async def test_the_last_film_stands_for_the_board_and_the_verdict_comes_last(world: World) -> None:
    await start_hill(world, "lift", "lift")
    show_climax(world)
    over = board(await world.ann.click(await post(world), label="up"))
    assert files(over) == ["film.gif"]
    text = text_of(over.components)
    assert text.index("**Ann**: lift.") < text.index("3 of 3")
    check(over.components)


async def test_a_busy_bot_films_only_the_end_of_games(world: World) -> None:
    await start_hill(world, "lift")
    show_climax(world)
    shown, surface = await post(world), world.bot.surface
    assert surface is not None
    surface.projector.rests = time.monotonic() + 3600
    after = board(await world.ann.click(shown, label="On"))
    assert files(after) == [f"{(await world.table()).revision}.png"]


async def test_a_film_is_followed_by_a_rest_and_the_end_comes_all_the_same(world: World) -> None:
    await start_hill(world, "lift", "lift")
    show_climax(world)
    assert world.bot.surface is not None
    world.bot.surface.projector.rests = time.monotonic() + 3600
    assert files(board(await world.ann.click(await post(world), label="up"))) == ["film.gif"]


async def test_without_a_film_the_verdict_comes_last_as_well(world: World) -> None:
    await start_hill(world, "lift", "lift")
    over = board(await world.ann.click(await post(world), label="up"))
    assert files(over) == [f"{(await world.table()).revision}.png"]
    text = text_of(over.components)
    assert text.index("**Ann**: lift.") < text.index("3 of 3")


async def test_a_quiet_table_has_none(world: World) -> None:
    await start_hill(world, terms=Terms(patience=3600, quiet=True))
    show_climax(world)
    after = board(await world.ann.click(await post(world), label="On"))
    assert files(after) == [f"{(await world.table()).revision}.png"]


async def test_a_board_does_not_wait_for_a_slow_film_which_is_added_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown_first = list[list[str]]()

    async def paint_late(surface: Surface, shown: Shown) -> asyncio.Task[bool]:
        async def paint() -> bool:
            async with surface.posting_lock(shown.table.id):
                shown_first.append(files(await world.shown_board()))
            return await climax.paint_climax(surface, shown)

        return surface.run(paint())

    await start_hill(world, "lift")
    show_climax(world)
    before = await post(world)
    monkeypatch.setattr(show, "prepare_climax", paint_late)
    after = board(await world.ann.click(before, label="On"))
    name = f"{(await world.table()).revision}.png"
    assert shown_first == [[name]]
    assert files(await world.shown_board()) == ["film.gif", name]
    assert (await world.shown_board()).id == after.id


@pytest.mark.parametrize("is_painted", [False, True])
async def test_a_film_that_is_overtaken_is_dropped(
    world: World, monkeypatch: pytest.MonkeyPatch, *, is_painted: bool
) -> None:
    async def paint_too_late(surface: Surface, shown: Shown) -> asyncio.Task[bool]:
        async def paint() -> bool:
            painted = is_painted and await climax.paint_climax(surface, shown)
            await world.session.play.move(world.click_by(world.ben), 1, "rest", Trace("scene", 0))
            return painted or await climax.paint_climax(surface, shown)

        return surface.run(paint())

    await start_hill(world, "lift")
    show_climax(world)
    before = await post(world)
    monkeypatch.setattr(show, "prepare_climax", paint_too_late)
    await world.ann.click(before, label="On")
    assert (await world.log())[-1].action == "rest"
    assert "film.gif" not in files(await world.shown_board())


@pytest.mark.parametrize("size", [0, climax.BESIDE + 1])
async def test_an_empty_or_too_large_film_is_left_out(world: World, size: int) -> None:
    await start_hill(world)
    show_climax(world, lambda *_: b"x" * size)
    after = board(await world.ann.click(await post(world), label="On"))
    assert files(after) == [f"{(await world.table()).revision}.png"]


async def test_a_film_that_fails_costs_nobody_the_board(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> NoReturn:
        raise RuntimeError("torn")

    await start_hill(world)
    show_climax(world, fail)
    after = board(await world.ann.click(await post(world), label="On"))
    assert files(after) == [f"{(await world.table()).revision}.png"]
    assert "its film could not be painted" in caplog.text


# Duels: the last move of a battle, which the next board does not show


def first_battle(stem: str) -> list[tuple[int, str]]:
    """The seats and lines of a game until its second battle begins."""
    _, _, way = whole(stem)
    lines = list[tuple[int, str]]()
    for before, after in pairwise(way):
        lines.append((after.seat or 0, str(after.action)))
        if before.state.battle != after.state.battle:
            return lines
    raise AssertionError(f"{stem} has one battle")


@pytest.mark.parametrize("stem", ["koom_battles", "koom_draw_repeated_quiet"])
async def test_the_last_move_of_a_battle_is_a_film_above_the_next_battle(world: World, stem: str) -> None:
    *lines, (seat, last) = first_battle(stem)
    await world.game(*(line for _, line in lines), game="koom")
    after = board(await world.move((world.ann, world.ben)[seat], last))
    assert files(after) == ["film.gif", f"{(await world.table()).revision}.png"]
    film = Image.open(BytesIO(await after.attachments[0].read()))
    assert len(list(ImageSequence.Iterator(film))) >= 2
    check(after.components)
    first, quiet = lines[0]
    again = board(await world.move((world.ben, world.ann)[first], quiet))
    assert files(again) == [f"{(await world.table()).revision}.png"], "the next move has none"


async def test_a_battle_that_is_agreed_to_end_has_no_film(world: World) -> None:
    await world.game("dB11-H11", "TJ9-J12xH11", "offer")
    after = board(await world.move(world.ben, "accept"))
    assert (await world.table()).status is Status.PLAYING
    assert files(after) == [f"{(await world.table()).revision}.png"]
