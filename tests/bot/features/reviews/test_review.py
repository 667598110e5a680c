"""Reviews of games as people see them: when asked for, in private, after a restart, and where none is."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image
from simcord.results import ResponseMessage

from bot.features.deals.service import Deals
from bot.features.ladders.storage import SEASON
from bot.features.reviews.alarms import PAUSE
from bot.features.reviews.page import ShownDecision, analysed_game, cost, decision_message, marked_board
from bot.features.reviews.routes import end_card
from bot.features.reviews.service import Reviews
from bot.features.reviews.storage import REVIEW
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.advice import ADVICE_SEED
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.minds.analysis import Slip
from bot.minds.pool import Urgency
from bot.minds.worker import SearchQuestion
from engine.mind import ActionWorth
from render.card.paint import TALLEST, WIDTH
from tests.bot.discord.test_limits import NASTY, check
from tests.bot.features.history.test_replay import older
from tests.bot.features.reviews.test_card import components
from tests.bot.samples import Clock
from tests.bot.ui import dragon
from tests.bot.ui.oracle import Oracle, ask
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, labels, message_text, private, private_text, says, text_of, walk

LINES = ("dG1-G2", "TG7-F7", "dG2-G3", "resign")
"""Ben, who has the trolls, gives up."""

ANNS = {"when": "Battle 1, move 3", "name": "Ann", "action": "G2 to G3", "worth": "38%"}
BENS = {"when": "Battle 1, move 2", "name": "Ben", "action": "G7 to F7", "worth": "31%"}
"""The slips of these lines."""

SLIPPED = Oracle(
    standings={0: 0.5, 1: 0.5, 2: 0.7, 3: 0.4},
    worths={1: [("TG7-F6", 0.49), ("TG7-F7", 0.31)], 2: [("dF1-F2", 0.7), ("dG2-G3", 0.38)]},
)
"""Ben's move went from 50 to 30 percent, and cost 18; Ann's went from 70 to 40, and cost 32."""


async def review(world: World) -> None:
    """The review that is due is made."""
    assert world.bot.ticker is not None
    world.clock.now += PAUSE
    await world.tick()
    await world.bot.ticker.drain()
    await world.env.settle()


async def over(world: World, oracle: Oracle, *lines: str) -> None:
    """A game that has ended, with its card in the channel; its review is due soon."""
    ask(world, oracle)
    await world.start_table(*(lines or LINES))
    await world.tick()


def fresh(oracle: Oracle) -> Oracle:
    """An engine that always gives the same answer."""
    return Oracle(oracle.standings, oracle.worths)


async def reviews_due(world: World) -> int:
    return sum(alarm.kind == REVIEW for alarm in await world.session.context.store.schedule.of_table(1))


def ids(parts: Any) -> list[str]:
    """The custom_ids of a message's components, in order."""
    return [part["custom_id"] for part in walk(parts) if "custom_id" in part]


# The card


async def seen_review(world: World) -> ResponseMessage:
    """The review that Cleo, who did not play, gets from the card."""
    return private(await world.cleo.click(world.last("the end"), label="Review"))


async def is_made(world: World, table_id: int = 1) -> bool:
    return await world.session.service(Reviews).find_review(await world.table(table_id)) is not None


async def test_the_card_names_no_bad_move_until_a_player_asks(world: World) -> None:
    await over(world, fresh(SLIPPED))
    mark, before = world.mark(), world.public()
    await review(world)
    assert world.public() == before
    text = text_of((await seen_review(world)).components)
    assert says(text, "seen.slip", number=1, better="G7 to F6", best="49%", **BENS)
    assert says(text, "seen.slip", number=2, better="F1 to F2", best="70%", **ANNS)
    assert says(text, "seen.eyes", mind="Grete")
    assert IN_ENGLISH("seen.brackets") in text
    assert world.public() == before
    assert not any(world.pings(mark))
    assert not await reviews_due(world)


async def test_a_review_praises_first(world: World) -> None:
    risen = Oracle(standings={0: 0.5, 1: 0.5, 2: 0.7, 3: 0.9}, worths=SLIPPED.worths)
    await over(world, risen)
    await review(world)
    text = text_of((await seen_review(world)).components)
    best = {"when": ANNS["when"], "name": "Ann", "action": ANNS["action"], "gain": "20%"}
    assert says(text, "seen.praise", **best)
    assert text.index("Best move") < text.index("Better:")


async def test_where_no_move_helped_none_is_praised(world: World) -> None:
    await over(world, Oracle())
    await review(world)
    assert "Best move" not in text_of((await seen_review(world)).components)


async def test_its_controls_are_called_as_in_channels_of_before(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    at = f"t1.{(await world.table()).revision}"
    card = world.last("the end")
    assert ids([part.to_dict() for part in card.components]) == ["t1.0.highlights.", f"{at}.review."]
    seen = await seen_review(world)
    assert ids(seen.components) == [f"{at}.review.1.1", f"{at}.review.2.2", f"{at}.card."]
    decided = private(await world.cleo.click(seen, label="Board 2"))
    assert ids(decided.components) == [f"{at}.better.2", f"{at}.review.2.2.answer", f"{at}.history.3"]
    mine = private(await world.ann.slash(world.channel, "review", table="T1"))
    assert ids(mine.components) == [f"{at}.review.2.1", f"{at}.review.1.2", f"{at}.card."]


async def test_a_player_sees_their_own_decisions_first(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    orders = []
    for person in (world.ann, world.ben, world.cleo):
        text = private_text(await person.slash(world.channel, "review", table="T1"))
        orders.append(text.index("move 3, Ann") < text.index("move 2, Ben"))
    assert orders == [True, False, False]


async def test_a_board_keeps_the_number_that_it_was_told_with(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    mine = (await world.ann.slash(world.channel, "review", table="T1")).response
    assert mine is not None
    question = await world.ann.click(mine, label="Board 1")
    assert says(private_text(question), "seen.slip.asked", number=1, **ANNS)
    other = await world.cleo.click(await seen_review(world), label="Board 1")
    assert says(private_text(other), "seen.slip.asked", number=1, **BENS)


@pytest.mark.parametrize(("worth", "best"), [(0.435, 0.55), (0.445, 0.575), (0.238, 0.4745), (0.0, 0.05)])
def test_what_a_decision_cost_is_the_difference_of_the_figures_that_are_shown(
    worth: float, best: float
) -> None:
    slip = Slip(1, 0, "dG1-G2", "dF1-F2", best, worth, worth, best)
    figures = [int(IN_ENGLISH.percent(share).rstrip("%")) for share in (best, worth, cost(slip))]
    assert figures[0] - figures[1] == figures[2]


async def test_it_is_a_picture_of_the_same_width(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    (seen,) = (await seen_review(world)).attachments
    assert seen.filename == f"T1-{(await world.table()).revision}-review.png"
    with Image.open(io.BytesIO(await seen.read())) as picture:
        assert picture.width == WIDTH
        assert picture.height <= TALLEST


async def test_what_the_picture_shows_is_read_out_without_markdown(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    result = await world.cleo.slash(world.channel, "review", table="T1")
    assert result.response is not None
    shown = [
        item["description"] for part in walk(result.response.components) for item in part.get("items", ())
    ]
    assert len(shown) == 1
    assert says(shown[0], "seen.slip.asked", number=2, best="70%", **ANNS)
    assert "F1 to F2" not in shown[0], "what is read out gives nothing away either"
    assert not set("*`#") & set(shown[0])


async def test_where_nothing_was_given_away_it_says_so(world: World) -> None:
    await over(world, Oracle())
    await review(world)
    text = text_of((await seen_review(world)).components)
    assert says(text, "seen.none", mind="Grete")
    assert IN_ENGLISH("seen.brackets") not in text


async def test_the_mind_sees_what_a_seat_sees_and_all_that_it_could_do(world: World) -> None:
    oracle = fresh(SLIPPED)
    await over(world, oracle)
    await review(world)
    standings = [question for question in oracle.asked if question.what == "evaluate"]
    weighed = [question for question in oracle.asked if question.what == "weigh"]
    assert [question.seed for question in standings] == [f"review T1 {ply}" for ply in range(4)]
    assert [question.seed for question in weighed] == [ADVICE_SEED] * 2
    assert {"dF1-F2", "dG2-G3"} <= set(map(str, weighed[1].actions))


async def test_a_deleted_card_is_not_posted_again(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await world.last("the end").delete()
    messages = len(world.channel.history())
    await review(world)
    assert len(world.channel.history()) == messages
    assert await world.session.service(Reviews).find_review(await world.table()) is not None
    assert not await reviews_due(world)


async def test_without_an_engine_the_card_stays_as_it_was(world: World) -> None:
    await over(world, Oracle(dumb=True))
    before = world.public()
    await review(world)
    assert world.public() == before
    assert not await reviews_due(world)
    assert says(private_text(await world.ann.slash(world.channel, "review", table="T1")), "seen.failed")
    ask(world, fresh(SLIPPED))
    await review(world)
    assert await is_made(world)


async def test_a_bot_that_was_killed_takes_its_review_up_again(world: World) -> None:
    await over(world, fresh(SLIPPED))
    world.clock.now += PAUSE
    due = await world.session.context.store.schedule.of_table(1)
    (alarm,) = (one for one in due if one.kind != SEASON)
    assert await world.session.context.store.schedule.claim(alarm, world.clock.now)
    await world.kill()
    ask(world, fresh(SLIPPED))
    await review(world)
    assert await is_made(world)
    assert sum("the end" in message_text(message) for message in world.channel.history()) == 1


class Slow(Oracle):
    """An engine that waits until it is released."""

    def __init__(self) -> None:
        super().__init__(SLIPPED.standings, SLIPPED.worths)
        self.begun, self.may = asyncio.Event(), asyncio.Event()

    async def evaluate(self, question: SearchQuestion, urgency: Urgency, patience: float) -> float:
        answer = await super().evaluate(question, urgency, patience)
        self.begun.set()
        await self.may.wait()
        return answer


def tables_of(slow: Slow) -> set[str]:
    """The tables whose positions were evaluated."""
    return {question.seed.split()[1] for question in slow.asked if question.what == "evaluate"}


async def test_reviews_are_made_one_after_the_other_and_each_of_them(world: World) -> None:
    slow = Slow()
    await over(world, slow)
    await over(world, slow)
    world.clock.now += PAUSE
    assert world.bot.ticker is not None
    await world.bot.ticker.tick()
    await slow.begun.wait()
    assert tables_of(slow) == {"T1"}
    slow.may.set()
    await world.bot.ticker.drain()
    assert tables_of(slow) == {"T1", "T2"}
    await world.env.settle()
    assert await is_made(world, 1)
    assert await is_made(world, 2)


async def test_a_review_that_was_made_is_not_made_again(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    await world.restart()
    ask(world, Oracle(dumb=True))
    text = private_text(await world.cleo.slash(world.channel, "review", table="T1"))
    assert "G7 to F7 (31%)" in text


async def test_a_game_that_was_given_up_at_once_has_none(world: World) -> None:
    oracle = Oracle()
    await over(world, oracle, "dG1-G2", "resign")
    await review(world)
    assert oracle.asked == []
    assert says(private_text(await world.ann.slash(world.channel, "review", table="T1")), "review-too-short")


async def test_a_game_of_older_rules_has_none(world: World) -> None:
    oracle = ask(world, Oracle())
    await world.start_table(*LINES)
    older(world)
    await world.tick()
    before = world.public()
    await review(world)
    assert oracle.asked == []
    assert world.public() == before


# The command and its buttons


async def test_while_a_game_goes_on_there_is_no_review(world: World) -> None:
    await world.start_table(*LINES[:3])
    assert says(private_text(await world.ann.slash(world.channel, "review")), "review-not-over")


async def test_until_it_is_made_it_says_how_far_it_is(world: World) -> None:
    await over(world, fresh(SLIPPED))
    result = await world.ann.slash(world.channel, "review", table="T1")
    assert says(private_text(result), "seen.waits")
    assert await reviews_due(world) == 1, "the one that was due anyway"
    answer = result.response
    assert answer is not None
    await review(world)
    again = await world.ann.click(answer, label="Look again")
    assert again.response is not None
    assert "G7 to F7 (31%)" in text_of(again.response.components)


async def test_it_is_for_who_asks_alone_and_keeps_to_the_limits(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    before = world.public()
    result = await world.cleo.slash(world.channel, "review", table="T1")
    assert result.response is not None
    assert result.response.ephemeral
    check(result.response.components)
    assert labels(result.response) == ["Board 1", "Board 2", "Card"]
    assert world.public() == before


async def test_a_button_shows_the_board_of_a_decision_after_a_restart_too(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    seen = await seen_review(world)
    await world.restart()
    result = await world.cleo.click(seen, label="Board 2")
    text = private_text(result)
    assert text.startswith(f"{IN_ENGLISH('seen.board.title', game='Thud', when=ANNS['when'])}\n")
    assert says(text, "seen.slip.asked", action="G2 to G3", worth="38%", best="70%")
    asked = result.response
    assert asked is not None
    assert labels(asked) == [IN_ENGLISH("button.better"), "Show me", "History"]
    assert not [part for part in walk(asked.components) if "F1" in str(part)], "it is to be found"
    await world.restart()
    result = await world.cleo.click(asked, label="Show me")
    text = text_of(asked.components)
    assert says(text, "seen.slip.answer", better="F1 to F2", best="70%", **ANNS)
    assert says(text, "seen.board.stood", name="Ann", before="70%", after="40%")
    assert "Why: " in text
    assert "Amber" in text
    assert labels(asked) == [IN_ENGLISH("button.better"), "History"]
    leafed = await world.cleo.click(asked, label="History")
    assert "Move 3 of 4" in private_text(leafed)


async def test_the_review_of_a_daily_deal_is_only_for_its_players(world: World, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
    ask(world, Oracle())
    trace, daily = Trace("scene", 0), Opening("thrag", {}, None, None)
    table = (await world.session.service(Deals).open_deal(world.click_by(world.ann), daily, trace)).table
    for _ in range(2):
        shown = world.session.tables.show(await world.table())
        line = str(shown.entry.game.legal(shown.state, 0)[0])
        await world.session.play.move(world.click_by(world.ann), table.id, line, trace)
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", trace)
    await world.tick()
    before = world.public()
    await review(world)
    assert world.public() == before
    own = private_text(await world.ann.slash(world.channel, "review", table="T1"))
    assert says(own, "seen.none", mind="Grete")
    assert says(private_text(await world.ben.slash(world.channel, "review", table="T1")), "daily-unplayed")


# Steps of one turn in another order


@pytest.mark.parametrize(("then", "slips"), [(0.7, ()), (0.68, ()), (0.4, (0.4,)), (0.1, (0.3,))])
async def test_the_same_steps_in_another_order_are_no_slip(
    world: World, monkeypatch: pytest.MonkeyPatch, then: float, slips: tuple[float, ...]
) -> None:
    """`then` is what the best that can follow is worth when the first die has been used."""
    script = playthrough("ploc_swap_hit", monkeypatch)
    worths = {0: [("6a hit standing", 0.7), ("6b swap", 0.3)], 1: [("4a hit standing", then)]}
    ask(world, Oracle({0: 0.7, 1: 0.3}, worths))
    table = await script.start(world, 2)
    resigns = world.click_by(world.ann)
    table = (await world.session.play.move(resigns, table.id, "resign", Trace("scene", 0))).table
    analysis = await world.session.service(Reviews).make_review(table)
    assert tuple(slip.worth for slip in analysis.slips) == slips


# Every game


class Contrary(Oracle):
    """Finds that anything else would have been better, and that it stands now well, now badly."""

    async def evaluate(self, question: SearchQuestion, urgency: Urgency, patience: float) -> float:
        await super().evaluate(question, urgency, patience)
        return 0.95 if len(self.asked) % 2 else 0.1

    async def weigh(
        self, question: SearchQuestion, urgency: Urgency, patience: float
    ) -> tuple[ActionWorth[Any], ...]:
        await super().weigh(question, urgency, patience)
        return ActionWorth(max(question.actions, key=lambda one: len(str(one))), 1.0), ActionWorth(None, 0.0)


@pytest.mark.parametrize(("stem", "called"), [("thrag_win", NASTY[-2:]), ("ploc_swap_hit", NASTY)])
async def test_whatever_is_found_and_whatever_people_are_called_it_keeps_to_the_limits(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str, called: tuple[str, ...]
) -> None:
    script = playthrough(stem, monkeypatch)
    table = await script.start(world, len(script.plies))
    ask(world, Contrary())
    await world.session.service(Reviews).make_review(table)
    for name in called:
        nasty = replace(table, players=tuple(replace(player, name=name) for player in table.players))
        card = components(await end_card(world.session, nasty))
        check(card)
        assert "<" not in text_of(card).replace("\\<", "")
    seen = await analysed_game(IN_ENGLISH, world.session, table)
    assert seen is not None
    assert len(seen.slips) == 3
    for slip in seen.analysis.slips:
        for answered in (False, True):
            check(components(decision_message(seen, ShownDecision(1, slip, answered), ())))


async def test_what_was_better_is_marked_only_in_the_answer(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    seen = await analysed_game(IN_ENGLISH, world.session, await world.table())
    assert seen is not None
    for slip in seen.slips:
        asked, told_ = (marked_board(seen, slip, answered=answered)[0] for answered in (False, True))
        assert asked.played == told_.played != ()
        assert asked.hinted == ()
        assert told_.hinted != ()


@pytest.mark.usefixtures("known_cards")
async def test_a_game_that_was_played_together_has_one(world: World) -> None:
    await dragon.start_game(world, *dragon.TO_CLEO)
    for person in dragon.seated_people(world):
        await world.session.play.move(world.click_by(person), 1, "leave", Trace("scene", 0))
    ask(world, Contrary())
    analysis = await world.session.service(Reviews).make_review(await world.table())
    assert analysis.standings[-1] == 0, "all have lost"
    check(components(await end_card(world.session, await world.table())))
    text = private_text(await world.ann.slash(world.channel, "review", table="T1"))
    assert says(text, "seen.eyes", name="Ann, Ben and Cleo")
    assert "Turn 1, Ann: " in text
    assert says(text, "trogdor.describe.trade", name="Ben")
