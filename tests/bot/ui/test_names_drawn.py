"""Names that no font has: every picture shows "Player 2" in their place, and every text still the name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from bot.features.history.replay import replay_of
from bot.features.plans import page as plans
from bot.features.plans.page import message_with_picture
from bot.features.plans.service import Plans
from bot.features.reviews.highlights import highlights_of
from bot.features.reviews.page import LATELY, analysed_game, review_page
from bot.features.reviews.routes import end_card
from bot.features.tournaments import picture
from bot.features.tournaments.model import Form
from bot.games.catalogue import IN_ENGLISH
from bot.store import Table
from bot.ui.play.board_layout import board_picture
from bot.ui.play.lobby import lobby_message
from bot.ui.play.task import question_message
from bot.words.menu import Menu
from render.kit.sheet import Sheet
from tests.bot.features.forks.test_page import fork_by_button, history
from tests.bot.features.plans.planning import TURN, share_plan
from tests.bot.features.reviews.test_card import alt_text, components
from tests.bot.features.reviews.test_review import SLIPPED, over, review
from tests.bot.features.tournaments.test_page import start_tournament, stored_tournament
from tests.bot.games.trogdor.test_menu import played_games
from tests.bot.ui import dragon
from tests.bot.ui.clicking import controls
from tests.bot.ui.play.test_task import task
from tests.bot.ui.world import World
from tests.render.kit.fontless import only_fonts_in

NAMELESS = ("\u5c71\u7530", "\u4e2d\u6751")
INSTEAD = ("Player 1", "Player 2")


@pytest.fixture(autouse=True)
def fontless() -> Iterator[None]:
    LATELY.clear()
    with only_fonts_in():
        yield


def rename_players(table: Table, names: tuple[str, ...]) -> Table:
    players = zip(table.players, names, strict=True)
    return replace(table, players=tuple(replace(player, name=name) for player, name in players))


def frames(images: Iterable[Image.Image], *_: object) -> bytes:
    """The pictures of a film, which is not made."""
    return b"".join(sha256(image.tobytes()).digest() for image in images)


async def pictures(world: World, table: Table) -> dict[str, Any]:
    """Everything that is drawn of a game that is over."""
    request: Any = SimpleNamespace(session=world.session, surface=SimpleNamespace(projector=asyncio.Lock()))
    card = await end_card(world.session, table)
    analysed = await analysed_game(IN_ENGLISH, world.session, table)
    assert analysed is not None
    return {
        "board": board_picture(IN_ENGLISH, world.session.tables.show(table), Menu()),
        "card": card.picture,
        "review": (await review_page(analysed, ())).picture,
        "replay": await replay_of(request, table, IN_ENGLISH),
        "highlights": await highlights_of(request, table, IN_ENGLISH),
    }


async def test_no_picture_of_a_game_is_without_its_players(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for film in ("bot.features.history.replay", "bot.features.reviews.highlights"):
        monkeypatch.setattr(f"{film}.gif", frames)
    await over(world, SLIPPED)
    await review(world)
    table = await world.table()
    drawn = await pictures(world, rename_players(table, NAMELESS))
    assert drawn == await pictures(world, rename_players(table, INSTEAD))
    card = await end_card(world.session, rename_players(table, NAMELESS))
    assert drawn["review"]
    assert all(name in alt_text(components(card)) for name in NAMELESS)


@pytest.mark.parametrize("form", Form)
async def test_no_picture_of_a_tournament_is_without_its_players(world: World, form: Form) -> None:
    await start_tournament(world, form=form)
    of = await stored_tournament(world)

    def of_those(*names: str) -> bytes:
        entrants = tuple(replace(one, name=name) for one, name in zip(of.entrants, names, strict=True))
        return picture.paint_tournament(IN_ENGLISH, world.session, replace(of, entrants=entrants))

    assert of_those(*NAMELESS, "Cleo") == of_those(*INSTEAD, "Cleo") != of_those("", "", "Cleo")


async def test_neither_is_a_position_that_a_table_goes_on_from(world: World) -> None:
    await world.game("dG1-G2", "TG7-F7")
    await fork_by_button(world.ann, await history(world, move=2))
    table = await world.table(2)
    by_name, by_number = (
        lobby_message(IN_ENGLISH, world.session.tables.show(rename_players(table, (name,)))).picture
        for name in ("\u5c71\u7530", "Player 1")
    )
    assert by_name == by_number is not None


async def test_names_are_drawn_in_private_positions_too() -> None:
    alone = task(next(iter(played_games(0, 3))))
    by_name, by_number = [
        (await question_message(replace(alone, names=names), "What next?")).picture
        for names in ((*NAMELESS, "Cleo"), (*INSTEAD, "Cleo"))
    ]
    assert by_name == by_number is not None


@pytest.mark.usefixtures("known_cards")
async def test_neither_is_a_plan(world: World) -> None:
    await dragon.post_game(world, *dragon.TO_CLEO)
    message = await share_plan(world, world.cleo, *TURN[:1])
    like = next(control for control, *_ in controls(message) if control.verb == plans.LIKE.path)
    liked, _ = await world.session.service(Plans).load_plan(
        world.click_by(world.cleo), 1, like.revision, int(like.detail)
    )
    by_name, by_number = [
        (
            await message_with_picture(IN_ENGLISH, replace(liked, table=rename_players(liked.table, names)))
        ).picture
        for names in (("Ann", *NAMELESS), ("Ann", "Player 2", "Player 3"))
    ]
    assert by_name == by_number is not None


@pytest.mark.usefixtures("known_cards")
async def test_neither_is_the_film_of_a_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, ...]] = []

    def film(_words: object, names: tuple[str, ...], sheet: Sheet, _moments: object) -> bytes:
        given.extend((names, sheet.names))
        return b"GIF"

    board = await dragon.post_game(world, *dragon.TO_CLEO)
    table = await world.table()
    shows = replace(world.session.tables.show(rename_players(table, ("Ann", *NAMELESS))))
    monkeypatch.setattr(
        type(world.session.tables),
        "show",
        lambda *_: replace(
            shows, entry=replace(shows.entry, drawing=replace(shows.entry.drawing, film=film))
        ),
    )
    await world.ben.click(board, label="Watch the land's turn")
    assert given == [("Ann", "Player 2", "Player 3")] * 2
