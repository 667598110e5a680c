"""*More*: grouped by what a user wants, and nothing that the board above offers."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.discord.keyboard import parse_control
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.kernel.feature import MoreGroup
from bot.words import LANGUAGES
from tests.bot.discord.test_limits import check
from tests.bot.samples import QUIET
from tests.bot.ui.dragon import TO_CLEO, post_game
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, private, walk

_BUTTON, _TEXT = 2, 10


def grouped(message: ResponseMessage) -> dict[str, list[str]]:
    """The buttons below each heading, in their order."""
    groups: dict[str, list[str]] = {}
    for part in walk(message.components):
        if part.get("type") == _TEXT:
            groups[part["content"]] = []
        elif part.get("type") == _BUTTON:
            groups[list(groups)[-1]].append(part["label"])
    return groups


def effects(message: ResponseMessage) -> set[tuple[str, str]]:
    controls = (parse_control(str(part.get("custom_id", ""))) for part in walk(message.components))
    return {(control.verb, control.detail) for control in controls if control is not None}


async def test_a_duel_has_four_groups_that_say_what_they_are_for(world: World) -> None:
    shown = await world.game(*QUIET)
    groups = grouped(private(await world.ann.click(shown, label="More")))
    assert list(groups)[1:] == [IN_ENGLISH(f"more.{group}") for group in MoreGroup]
    assert groups == {
        IN_ENGLISH("table.title", game="Thud", code="T1").join(("### ", "")): [],
        "**Your move**": ["Prepared"],
        "**Help**": ["What's in danger?", "Ask Ben to allow hints", "Odds"],
        "**The board**": ["As text", "Other side", "History", "While you were away"],
        "**The game**": ["How to play", "The pieces", "Fair play"],
    }
    assert {"Undo", "Type a move"} <= set(labels(shown)), "these are on the board"


@pytest.mark.usefixtures("known_cards")
async def test_undo_comes_first_where_the_board_has_no_room_for_it(world: World) -> None:
    shown = await post_game(world, *TO_CLEO)
    assert "Undo" not in labels(shown)
    assert labels(private(await world.cleo.click(shown, label="More")))[0] == "Undo"


@pytest.mark.parametrize("game", sorted(CATALOGUE))
async def test_nothing_is_repeated_from_the_board_and_nothing_is_offered_twice(
    world: World, game: str
) -> None:
    against = {"level": "odo"} if CATALOGUE[game].game.seats == range(2, 3) else {}
    shown = board(await open_table(world.ann, world.channel, game, **against))
    if "Start" in labels(shown):
        shown = board(await world.ann.click(shown, label="Start"))
    more = private(await world.ann.click(shown, label="More"))
    check(more.components)
    assert not effects(shown) & effects(more)
    assert len(labels(more)) == len(set(labels(more)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_what_is_in_danger_has_a_name_that_fits_on_a_button(game: str, language: str) -> None:
    assert len(words_in(language)(f"{game}.hangs")) <= 30
