"""Three people play Trogdor!! over Discord: gathering, trading, a turn by every means, its end."""

from __future__ import annotations

import io
import json
from random import Random

import pytest
from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import Status
from engine.core import read_settings
from engine.rng import SeededRng
from engine.trogdor.model import Phase, State
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.ui import dragon
from tests.bot.ui.dragon import (
    DEALT,
    PLAYED,
    TO_CLEO,
    actions,
    choose,
    own_menu,
    post_game,
    private_response,
)
from tests.bot.ui.opening import open_table, pick, tap
from tests.bot.ui.world import World, board, labels, private_text, rule_behind, says, text_of, walk
from tests.engine.trogdor.players import sensible

pytestmark = pytest.mark.usefixtures("known_cards")


# Before the game


async def test_three_people_gather_choose_and_start(world: World) -> None:
    mark = world.mark()
    shown = board(await open_table(world.ann, world.channel, "trogdor", **dragon.CHOSEN))
    for person in (world.ben, world.cleo):
        await person.click(shown, label="Join")
    for person, picked in zip(dragon.seated_people(world), dragon.PICKS, strict=True):
        await pick(person, shown, **picked)
        check(shown.components)
    said = text_of(shown.components)
    for name, item, keeper in (
        ("Ann", "Ring of Voip", "Yubbitz"),
        ("Ben", "Distracto's Pouch", "Crangolev"),
        ("Cleo", "Shield of Cumberdale", "Hardybardy"),
    ):
        assert says(said, "lobby.seat.picked", name=f"**{name}**", picked=f"{item}, {keeper}")
    asked = await world.ann.click(shown, label="My pick")
    assert asked.modal is not None
    lists = [part["options"] for part in walk(asked.modal["components"]) if part.get("options")]
    assert [next(one["value"] for one in options if one.get("default")) for options in lists] == [
        dragon.PICKS[0]["keeper"],
        dragon.PICKS[0]["item"],
    ]
    offered = {option["value"] for options in lists for option in options}
    assert not offered & {value for picked in dragon.PICKS[1:] for value in picked.values()}
    assert world.pings(mark) == [set()], "a lobby calls no one"
    begun = board(await world.ann.click(shown, label="Start"))
    assert world.pings(mark) == [set()], "the lot says that Ben begins, who has just picked and looks on"
    assert begun.id == shown.id
    assert f"<@{world.ben.id}>" in text_of(begun.components)
    assert says(text_of(begun.components), "trogdor.call.choose")
    assert labels(begun)[:4] == [
        IN_ENGLISH("trogdor.menu.play", card="Hidey Hole", points=5),
        IN_ENGLISH("trogdor.menu.play", card="Sidewise!", points=6),
        IN_ENGLISH("trogdor.menu.discard", card="Hidey Hole", points=6),
        IN_ENGLISH("trogdor.menu.discard.no-effect", card="Sidewise!", points=6),
    ]
    check(begun.components)


# Trades


async def test_a_trade_is_declined_and_another_one_made_while_the_board_stays(world: World) -> None:
    shown = await post_game(world)
    mark = world.mark()
    anns, bens = await own_menu(world.ann, shown), await own_menu(world.ben, shown)
    assert labels(anns) == [IN_ENGLISH("trogdor.aside.leave"), "As text"], "nothing is offered yet"
    await choose(world.ann, anns, "trade majesty for hidey-hole with 2")
    assert world.is_gone(anns)
    trade = {"name": "Ann", "mine": "Majesty!", "theirs": "Hidey Hole"}
    text = text_of(shown.components)
    assert says(text, "trogdor.ask.trade", partner="Ben", **trade)
    assert text.count("Hidey Hole") == 2, "once in the offer, once in what the card does"
    bens = await own_menu(world.ben, shown)
    assert says(text_of(bens.components), "trogdor.aside.offered", **trade)
    await world.ben.click(bens, label="Decline")
    assert says(text_of(shown.components), "trogdor.untraded.partner", name="Ann")

    anns = await own_menu(world.ann, shown)
    await choose(world.ann, anns, "trade majesty for sidewise with 2")
    async with world.assert_unchanged():
        cleos = await own_menu(world.cleo, shown)
        assert "Accept" not in labels(cleos), "it is between the two"
        assert "no offer" in private_text(await world.move(world.cleo, "accept")).lower()
    await world.ben.click(await own_menu(world.ben, shown), label="Accept")
    deal = {"name": "Ann", "mine": "Majesty!", "partner": "Ben", "theirs": "Sidewise!"}
    assert says(text_of(shown.components), "trogdor.traded", **deal)
    assert labels(shown)[1] == "Play Majesty! (+6)"
    assert world.pings(mark) == [], "the board was changed in place"
    await world.ben.click(shown, label="Play Majesty! (+6)")
    assert says(text_of(shown.components), "trogdor.played.many", name="Ben", card="Majesty!", count=6)
    assert await actions(world) == [
        "0: trade majesty for hidey-hole with 2",
        "1: decline",
        "0: trade majesty for sidewise with 2",
        "1: accept",
        "1: play majesty",
    ]


async def test_an_offer_from_an_old_private_menu_is_refused_once_a_card_is_chosen(world: World) -> None:
    shown = await post_game(world)
    anns = await own_menu(world.ann, shown)
    await world.ben.click(shown, label="Play Sidewise! (+6)")
    async with world.assert_unchanged():
        result = await choose(world.ann, anns, "trade majesty for sidewise with 2")
    assert "trogdor:" in rule_behind(result)


# A turn


async def test_a_turn_by_list_pad_command_and_buttons(world: World) -> None:
    shown = await post_game(world, *DEALT)
    mark = world.mark()
    await world.ben.click(shown, label="Play Majesty! (+6)")
    mine = private_response(await world.ben.click(shown, label="Use Majesty!"))
    assert says(text_of(mine.components), "trogdor.ask.aim")
    assert says(text_of(mine.components), "trogdor.card.majesty.told")
    check(mine.components)
    await world.ben.click(mine, label="Back")
    await world.ben.click(mine, label="Use Majesty!")
    await choose(world.ben, mine, "c4")
    assert says(
        text_of(mine.components),
        "choose.sure",
        move=IN_ENGLISH("trogdor.describe.aim.burn", squares="c4"),
    )
    await world.ben.click(mine, label="Play it")
    used = IN_ENGLISH("trogdor.effect", name="Ben", card="Majesty!")
    assert f"{used} {IN_ENGLISH('trogdor.burned.card.one', squares='c4')}" in text_of(shown.components)

    assert labels(shown)[:6] == [
        "Burn tile",
        "⬆️ c2",
        "⬅️ b3",
        "➡️ d3",
        "⬇️ c4",
        IN_ENGLISH("trogdor.menu.finish.wasting.many", count=6),
    ]
    assert dragon.disabled_buttons(shown) == [], "whatever is there can be pressed"
    await world.ben.click(shown, label="⬆️ c2")
    await world.ben.click(shown, label="Burn tile")
    offered = await world.ben.autocomplete(world.channel, "move", "move", "step")
    assert {choice["value"] for choice in offered} == {"step n", "step e", "step s", "step w"}
    assert world.pings(mark) == [], "no player is called within a turn, and no new message made"
    shown = board(await world.move(world.ben, "Step East"))
    assert says(text_of(shown.components), "trogdor.moved.step", name="Ben", origin="c2", target="d2")
    assert says(text_of(shown.components), "trogdor.call.points.many", count=3)

    asked = private_response(await world.ben.click(shown, label="End turn (3 points left)"))
    assert says(text_of(asked.components), "trogdor.confirm.finish.many", count=3)
    await world.ben.click(asked, label="Yes: End turn (3 points left)")
    assert says(text_of(shown.components), "trogdor.call.pouch")
    assert world.pings(mark) == [set()], "a new board follows what is typed"

    after = board(await world.ben.click(shown, label="⬆️ North"))
    assert after.id != shown.id
    assert world.pings(mark) == [set(), {world.cleo.id}]
    assert world.is_gone(shown)
    assert (await actions(world))[-7:] == [
        "1: play majesty",
        "1: card c4",
        "1: step n",
        "1: burn",
        "1: step e",
        "1: finish",
        "1: pouch n",
    ]
    check(after.components)


async def test_an_item_is_aimed_in_private_and_shown_once_before_it_is_used(world: World) -> None:
    """Ann has the Ring: her own menu, the Ring, a square, *Play it*; no other player is asked."""
    await post_game(world)
    while (found := await dragon.state(world)).turn.seat != 0 or found.phase is not Phase.ACT:
        _, action = sensible(found, Random(1))
        await world.move(dragon.seated_people(world)[found.turn.seat], str(action))
    shown = board(await world.ann.slash(world.channel, "board"))
    assert IN_ENGLISH("trogdor.menu.aside.item", item="Ring") in labels(shown)
    mine = await own_menu(world.ann, shown)
    asked = private_response(await world.ann.click(mine, label="Use the Ring"))
    check(asked.components)
    target = "e5" if found.board.trogdor != 24 else "a1"
    async with world.assert_unchanged():
        await choose(world.ann, asked, f"{target}")
    check(asked.components)
    await world.ann.click(asked, label="Play it")
    assert world.is_gone(asked), "the board says it"
    assert (await actions(world))[-1] == f"0: item {target}"
    assert says(text_of(shown.components), "trogdor.used", name="Ann", item="Ring of Voip")


async def test_the_end_of_the_actions_is_not_asked_about_with_nothing_left_to_do(world: World) -> None:
    shown = await post_game(world, "1: discard hidey-hole")
    for _ in range(6):
        await world.ben.click(shown, label="⬆️ c2" if "⬆️ c2" in labels(shown) else "⬇️ c3")
    assert says(text_of(shown.components), "trogdor.call.points.none")
    await world.ben.click(shown, label="End turn")
    assert (await dragon.state(world)).phase is Phase.POUCH


async def test_every_turn_calls_its_player_only(world: World) -> None:
    await post_game(world)
    for person, then in ((world.ben, world.cleo), (world.cleo, world.ann), (world.ann, world.ben)):
        mark = world.mark()
        number = (await dragon.state(world)).turn.number
        while (found := await dragon.state(world)).turn.number == number:
            _, action = sensible(found, Random(1))
            await world.move(person, str(action))
        *within, passed = world.pings(mark)
        assert passed == {then.id}
        assert not any(within)


async def test_the_picture_shows_at_once_what_can_be_aimed_at(world: World) -> None:
    """Also where the board was drawn while the move was being saved."""
    shown = await post_game(world, "1: play hidey-hole")
    asked = private_response(await world.ben.click(shown, label="On to Hidey Hole"))
    await world.ben.click(asked, label="Yes: On to Hidey Hole")
    assert (await dragon.state(world)).phase is Phase.AFTER
    at_once = await shown.attachments[0].read()
    again = board(await world.ben.slash(world.channel, "board"))
    assert await again.attachments[0].read() == at_once


async def test_what_is_picked_from_a_list_of_the_board_is_seen_before_it_is_played(world: World) -> None:
    shown = await post_game(world, "1: play hidey-hole")
    asked = private_response(await world.ben.click(shown, label="On to Hidey Hole"))
    await world.ben.click(asked, label="Yes: On to Hidey Hole")
    assert (await dragon.state(world)).phase is Phase.AFTER
    first, second, *_ = (option["value"] for part in dragon.lists(shown) for option in part["options"])
    async with world.assert_unchanged():
        mine = private_response(await choose(world.ben, shown, first))
        await choose(world.ben, mine, second)
    await world.ben.click(mine, label="Play it")
    assert (await actions(world))[-1] == f"1: card {second}"
    assert world.is_gone(mine)


# Looking


async def test_the_text_twin_is_what_stands_on_disk(world: World) -> None:
    shown = await post_game(world, *TO_CLEO)
    found, rules = await dragon.state(world), CATALOGUE["trogdor"].game
    async with world.assert_unchanged():
        by_button = private_text(await tap(world.cleo, shown, "As text"))
        by_command = private_text(await world.ann.slash(world.channel, "board", view="text"))
    players = "Player 1: Ann · Player 2: Ben · Player 3: Cleo"
    assert by_button == by_command == f"{players}\n```\n{rules.text(rules.view(found, None))}\n```"
    shield = {"keeper": "Hardybardy", "item": "Shield of Cumberdale"}
    assert says(by_button, "trogdor.text.player.charged", number=3, **shield)


async def test_the_lands_turn_is_a_private_film(world: World) -> None:
    shown = await post_game(world, *TO_CLEO)
    dora = world.guild.add_member(world.env.create_user("dora"))
    for person in (world.ben, dora):
        async with world.assert_unchanged():
            result = await person.click(shown, label="Watch the land's turn")
        (watched,) = [one for one in (result.response, *result.followups) if one and one.attachments]
        assert watched.ephemeral
        gif = await watched.attachments[0].read()
        assert len(gif) < 500_000
        with Image.open(io.BytesIO(gif)) as film:
            assert film.format == "GIF"
            assert getattr(film, "n_frames", 1) > 5


async def test_before_the_land_has_moved_there_is_no_film_to_watch(world: World) -> None:
    shown = await post_game(world, *PLAYED)
    assert IN_ENGLISH("trogdor.menu.film") not in labels(shown)


# The end


async def test_a_game_that_is_over_keeps_nothing_but_its_film(world: World) -> None:
    lines = _lines_to_the_end()
    await dragon.start_game(world, *lines[:-1])
    mark = world.mark()
    seat, _, notation = lines[-1].partition(": ")
    over = board(await world.move(dragon.seated_people(world)[int(seat)], notation))
    table, found = await world.table(), await dragon.state(world)
    assert table.status is Status.OVER
    assert found.outcome is not None
    assert labels(over) == [IN_ENGLISH("button.film"), "History", "Luck", "Fair play", "Play again"]
    assert dragon.lists(over) == []
    assert world.pings(mark) == [set()]
    assert [one.filename for one in over.attachments] == [f"T1-{table.revision}-film.gif"]
    assert IN_ENGLISH(f"trogdor.turn.over.{found.outcome.ending}").rstrip("!") in text_of(over.components)
    check(over.components)
    async with world.assert_unchanged():
        assert "is over" in private_text(await world.move(world.ann, "finish"))
        result = await world.ben.click(over, label="Watch the film")
    assert any(one and one.attachments for one in (result.response, *result.followups))
    exported = await world.ann.slash(world.channel, "table log", table="T1")
    assert exported.response is not None
    (jsonl,) = [one for one in exported.response.attachments if one.filename.endswith(".jsonl")]
    text = (await jsonl.read()).decode()
    assert json.loads(text.splitlines()[0])["seed"] == dragon.SEED
    assert verify(text, {"trogdor": CATALOGUE["trogdor"].game}) == ()


def _lines_to_the_end() -> list[str]:
    """A whole game of people who mean well, from these cards."""
    rules, rng = CATALOGUE["trogdor"].game, SeededRng(dragon.SEED)
    picks = {
        f"{key}/{seat}": value for seat, picked in enumerate(dragon.PICKS) for key, value in picked.items()
    }
    found: State = rules.start(read_settings(rules, dragon.CHOSEN | picks, 3), 3, rng)
    lines = []
    while found.outcome is None:
        seat, action = sensible(found, Random(1))
        lines.append(f"{seat}: {action}")
        found = rules.apply(found, seat, action, rng).state
    return lines
