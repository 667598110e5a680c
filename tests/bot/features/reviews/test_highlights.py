"""The best moments of a game as a film: which they are, what they say, and who gets to see them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageSequence
from simcord.results import InteractionResult, ResponseMessage

from bot.features.deals.service import Deals
from bot.features.reviews.highlights import (
    AFTER,
    APART,
    BEFORE,
    END,
    LARGEST,
    MOST,
    TITLE,
    best_moments,
    swings,
)
from bot.features.reviews.routes import end_card
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.minds.analysis import Analysis, ChanceSwing, Slip
from engine.replay import LogPosition
from render.replay import BLINK
from tests.bot.discord.test_limits import check
from tests.bot.features.history.test_replay import older
from tests.bot.features.reviews.test_card import components
from tests.bot.games.whole_games import whole
from tests.bot.samples import Clock
from tests.bot.ui import dragon
from tests.bot.ui.opening import review_button
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, labels, private_text, walk

LINES = ("dG1-G2", "TG7-F7", "dG2-G3", "resign")
GAMES = {
    "thud": "thud_points_wiped_out_trolls",
    "trogdor": "trogdor_petite_victory",
    "thrag": "thrag_win",
    "ploc": "ploc_swap_hit",
}


async def ask_for_highlights(world: World, card: ResponseMessage) -> InteractionResult:
    return await world.cleo.click(card, label="Highlights")


async def film_in(result: InteractionResult, *, private: bool = True) -> tuple[bytes, list[int]]:
    """The film in an answer, and for how many milliseconds each of its pictures is held."""
    (answer,) = [one for one in (result.response, *result.followups) if one and one.attachments]
    assert answer.ephemeral == private
    check(answer.components)
    (file,) = answer.attachments
    assert file.filename.endswith("-highlights.gif")
    data = await file.read()
    with Image.open(io.BytesIO(data)) as gif:
        every = [one.info["duration"] for one in ImageSequence.Iterator(gif)]
    held, waited = [], 0
    for duration in every:
        waited += duration
        if duration != BLINK:
            held.append(waited)
            waited = 0
    return data, held


# Which moments


def analysis(slips: Sequence[Slip] = (), lucks: Sequence[ChanceSwing] = ()) -> Analysis:
    return Analysis("grete", (0,), (0.5,), tuple(slips), tuple(lucks))


def slip(ply: int, cost: float) -> Slip:
    return Slip(ply, 0, "", "", 0.5, 0.5, 0.5 - cost, 0.5)


def test_a_review_says_where_a_game_turned_and_how_much() -> None:
    positions = [LogPosition(ply, ply, 0, 0, "x", ()) for ply in (0, 3, 4, 9)]
    by_place = swings(
        positions, analysis([slip(3, 0.2)], [ChanceSwing(9, 0.1, 0.8), ChanceSwing(3, 0.4, 0.3)])
    )
    assert by_place == pytest.approx({1: 0.2, 3: 0.7})
    assert swings(positions, None) == {}


@pytest.mark.parametrize(("game", "stem"), GAMES.items())
def test_where_it_turned_most_comes_first_and_then_what_weighs_most(game: str, stem: str) -> None:
    entry, (_, _, positions) = CATALOGUE[game], whole(stem)
    turned = {2: 0.4}
    found = best_moments(entry, positions, turned)
    assert 2 in found
    assert len(found) <= MOST
    assert list(found) == sorted(found)
    assert all(after - before >= APART for before, after in pairwise(found))
    turns = [entry.rules.turn_key(positions[at - 1].state) for at in found]
    assert len(set(turns)) == len(turns), "each is of a turn of its own"


@pytest.mark.parametrize("game", ["trogdor", "thrag", "ploc"])  # the match of Thud ends by an agreement
@pytest.mark.parametrize("turned", [{}, {1: 0.9, 4: 0.8, 8: 0.7}])
def test_the_move_that_ended_the_game_is_among_them(game: str, turned: dict[int, float]) -> None:
    entry, (_, _, positions) = CATALOGUE[game], whole(GAMES[game])
    assert entry.game.outcome(positions[-1].state) is not None
    assert best_moments(entry, positions, turned)[-1] == len(positions) - 1
    given_up = (*positions, replace(positions[-1], ply=positions[-1].ply + 1, action="resign", events=()))
    assert len(given_up) - 1 not in best_moments(entry, given_up, {1: 0.9, 4: 0.8, 8: 0.7})


def weight(entry: Any, position: LogPosition) -> int:
    return sum(entry.speech.weight(event) for event in position.events)


@pytest.mark.parametrize(("game", "stem"), GAMES.items())
def test_without_a_review_the_heaviest_line_of_all_is_among_them(game: str, stem: str) -> None:
    entry, (_, _, positions) = CATALOGUE[game], whole(stem)
    heaviest = max(weight(entry, position) for position in positions)
    assert heaviest > 0
    assert heaviest in [weight(entry, positions[at]) for at in best_moments(entry, positions, {})]


def test_a_game_that_weighs_nothing_still_has_its_last_moments() -> None:
    positions = [LogPosition(ply, ply, 0, 0, "x", ()) for ply in range(9)]
    entry = replace(CATALOGUE["thud"], rules=replace(CATALOGUE["thud"].rules, turn_key=lambda state: state))
    assert best_moments(entry, positions, {}) == (4, 6, 8)


# What is sent


async def test_the_card_leads_to_the_film_and_from_there_to_everybody(world: World) -> None:
    await world.start_table(*LINES)
    card = await review_button(world.cleo, world.channel, "Card")
    async with world.assert_unchanged():
        result = await ask_for_highlights(world, card)
    _, held = await film_in(result)
    assert held == [TITLE, *[BEFORE, AFTER] * 2, END], "of four lines two are apart"
    (mine,) = [message for message in (result.response, *result.followups) if message and message.attachments]
    assert labels(mine) == ["Show everyone"]
    mark = world.mark()
    shared = await world.cleo.click(mine, label="Show everyone")
    await film_in(shared, private=False)
    assert private_text(shared) == IN_ENGLISH("highlights.shared")
    assert world.pings(mark) in ([], [set()])


@pytest.mark.parametrize(
    "stem",
    [
        "thrag_win",
        pytest.param("ploc_swap_hit", marks=pytest.mark.slow),
    ],
)
async def test_three_moments_take_about_eight_seconds_and_less_than_500_kb(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str
) -> None:
    script = playthrough(stem, monkeypatch)
    await script.start(world, len(script.plies))
    data, held = await film_in(
        await ask_for_highlights(world, await review_button(world.cleo, world.channel, "Card"))
    )
    assert len(data) < LARGEST == 500_000
    assert held.count(AFTER) == held.count(BEFORE) == MOST
    assert 8_000 <= sum(held) <= 11_000


@pytest.mark.usefixtures("known_cards")
async def test_a_game_that_was_played_together_has_highlights(world: World) -> None:
    await dragon.start_game(world, *dragon.TO_CLEO)
    for person in dragon.seated_people(world):
        await world.session.play.move(world.click_by(person), 1, "leave", Trace("scene", 0))
    data, held = await film_in(
        await ask_for_highlights(world, await review_button(world.cleo, world.channel, "Card"))
    )
    assert len(data) < LARGEST
    assert held.count(AFTER) >= 1


# Where there are none


async def test_a_game_of_older_rules_has_a_card_without_that_button(world: World) -> None:
    table = await world.start_table(*LINES)
    older(world)
    assert "Highlights" not in button_labels(await end_card(world.session, table))


async def test_the_card_in_the_channel_has_it_from_the_beginning(world: World) -> None:
    await world.start_table(*LINES)
    await world.tick()
    shown = await world.cleo.click(world.last("the end"), label="Highlights")
    await film_in(shown)


def button_labels(card: Any) -> list[str]:
    return [part["label"] for part in walk(components(card)) if "label" in part]


async def test_highlights_of_a_daily_deal_are_only_for_its_players(world: World, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
    trace, daily = Trace("scene", 0), Opening("thrag", {}, None, None)
    table = (await world.session.service(Deals).open_deal(world.click_by(world.ann), daily, trace)).table
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", trace)
    card = await review_button(world.ann, world.channel, "Card")
    result = await world.ann.click(card, label="Highlights")
    await film_in(result)
    (mine,) = [message for message in (result.response, *result.followups) if message and message.attachments]
    assert labels(mine) == [], "it may not be shared yet"
