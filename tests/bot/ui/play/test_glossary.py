"""The glossary of a table: a picture and its words, one tap away."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE
from tests.bot.discord.test_limits import check
from tests.bot.ui.dragon import TO_CLEO, own_menu, post_game, private_response
from tests.bot.ui.opening import behind, open_table
from tests.bot.ui.world import World, board, labels, text_of, walk


@pytest.mark.usefixtures("known_cards")
async def test_my_keeper_opens_a_picture_with_the_words_and_all_of_it_is_read_as_text(world: World) -> None:
    shown = await post_game(world, *TO_CLEO)
    async with world.assert_unchanged():
        mine = await own_menu(world.ann, shown)
        check(mine.components)
        assert len(mine.attachments) == 1
        assert "You're **Yubbitz**" in text_of(mine.components)
        (gallery,) = [part for part in walk(mine.components) if part.get("type") == 12]
        told = gallery["items"][0]["description"]
        assert told.startswith("Ann is Yubbitz.")
        assert "**" not in told
        read = private_response(await world.ann.click(mine, label="As text"))
        said = text_of(read.components)
        for name in ("Ann", "Ben", "Cleo"):
            assert f"**{name}** is **" in said
        assert not read.attachments
        back = private_response(await world.ann.click(read, label="As a picture"))
        assert len(back.attachments) == 1


@pytest.mark.usefixtures("known_cards")
async def test_who_only_watches_is_shown_the_same_without_anything_to_do(world: World) -> None:
    shown = await post_game(world, *TO_CLEO)
    dora = world.guild.add_member(world.env.create_user("dora"))
    async with world.assert_unchanged():
        mine = await own_menu(dora, shown)
        assert len(mine.attachments) == 1
        assert labels(mine) == ["As text"]


@pytest.mark.usefixtures("known_cards")
async def test_my_keeper_goes_once_one_has_played_and_stays_while_one_chooses(world: World) -> None:
    """It would push the board out of sight; but a player who chooses a tile may need it."""
    shown = await post_game(world, "1: play sidewise")
    mine = await own_menu(world.ben, shown)
    choosing = private_response(await world.ben.click(shown, label="Use Sidewise!"))
    again = await own_menu(world.ben, shown)
    assert [world.is_gone(one) for one in (mine, choosing, again)] == [True, False, False]
    theirs = await own_menu(world.ann, shown)
    await world.ben.click(shown, label="Burn tile")
    assert [world.is_gone(one) for one in (choosing, again, theirs)] == [True, True, False]


@pytest.mark.usefixtures("known_cards")
async def test_aiming_an_item_leaves_the_picture_and_going_back_brings_it_again(world: World) -> None:
    shown = await post_game(world, "1: play sidewise")
    mine = await own_menu(world.ben, shown)
    assert len(mine.attachments) == 1
    await world.ben.click(shown, label="My keeper")
    assert "As text" in labels(mine)


@pytest.mark.parametrize(
    "key", [key for key, entry in CATALOGUE.items() if entry.drawing.glossary is not None]
)
async def test_it_is_behind_more_in_every_game_that_has_it(world: World, key: str) -> None:
    against = {"level": "odo"} if CATALOGUE[key].game.seats == range(2, 3) else {}
    shown = board(await open_table(world.ann, world.channel, key, **against))
    if "Start" in labels(shown):
        shown = board(await world.ann.click(shown, label="Start"))
    label = CATALOGUE[key].english[f"{key}.glossary"]
    async with world.assert_unchanged():
        seen = private_response(await behind(world.ann, shown, "More", label))
        assert len(seen.attachments) == 1
        check(seen.components)
