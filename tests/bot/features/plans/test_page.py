"""*Plan*, as people click it: put together in private, shared, liked, changed, and played by who acts."""

from __future__ import annotations

import asyncio
import re

import pytest
from simcord.results import ResponseMessage

from bot.features.people.service import PersonalSettings
from bot.features.plans import page as plans
from bot.features.plans.service import PATIENCE
from bot.features.plans.storage import PlanStorage
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.advice import HINT_PATIENCE
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, SearchPool, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import Status
from bot.store.store import Store
from engine.mind import ActionWorth
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.discord.test_forged import send_forged
from tests.bot.discord.test_limits import check
from tests.bot.features.plans.planning import TURN, compose_plan, open_draft, posted_message, share_plan, use
from tests.bot.ui import dragon
from tests.bot.ui.dragon import TO_CLEO, actions
from tests.bot.ui.scripted import export_log
from tests.bot.ui.world import World, alt_of, board, labels, private, private_text, says, text_of

pytestmark = pytest.mark.usefixtures("known_cards")

PLAYED = [f"2: {line}" for line in TURN]


async def game(world: World) -> ResponseMessage:
    """Cleo's turn: Trogdor stands at d2, and there is a peasant at e2."""
    return await dragon.post_game(world, *TO_CLEO)


# The whole turn at once


async def test_a_turn_is_put_together_in_private_and_nothing_is_played_meanwhile(world: World) -> None:
    await game(world)
    async with world.assert_unchanged():
        message = await compose_plan(world, world.cleo, *TURN)
        text = text_of(message.components)
        assert says(text, "plan.title", name="Cleo")
        assert "1. Play Stump & Rock" in text
        assert "4. " in text
        assert says(text, "plan.chance")
        assert labels(message) == ["Do it", IN_ENGLISH("button.plan.off"), "Share…"]


async def test_a_plan_of_a_player_who_is_not_on_turn_has_no_button_to_play_it(world: World) -> None:
    await game(world)
    begun = await compose_plan(world, world.ann, *TURN[:1])
    assert IN_ENGLISH("button.plan.do") not in labels(begun)
    whole = await compose_plan(world, world.ann, *TURN[1:])
    assert labels(whole) == [IN_ENGLISH("button.plan.off"), IN_ENGLISH("button.plan.share")]


async def test_it_is_played_by_one_click_with_a_save_a_step_and_one_board_at_the_end(world: World) -> None:
    await game(world)
    message = await compose_plan(world, world.cleo, *TURN)
    before, mark = await world.table(), world.mark()
    await world.cleo.click(message, label="Do it")
    after = await world.table()
    assert (await actions(world))[before.plies :] == PLAYED
    assert after.revision == before.revision + len(TURN)
    public = [one for one in world.posts_since(mark) if not one.private]
    assert len(public) == 1
    assert world.pings(mark) in ([], [{world.ann.id}])
    assert world.is_gone(message)
    assert after.turn == before.turn + 1


async def test_steps_come_off_and_a_second_click_on_the_same_message_adds_nothing(world: World) -> None:
    await game(world)
    message = await compose_plan(world, world.cleo, *TURN[:2])
    old = next(part for part in _ids(message) if part.endswith("np.2:step e"))
    await world.cleo.click(message, custom_id=old)
    assert "3. " in text_of(message.components)
    await world.cleo.click(message, label="Undo last step")
    await world.cleo.click(message, label="Undo last step")
    assert "2. " not in text_of(message.components)
    again = await open_draft(world, world.cleo)
    assert "1. Play Stump & Rock" in text_of(again.components)
    draft = await PlanStorage(world.session.context.store).draft(1, world.cleo.id)
    assert draft is not None
    assert draft.lines == TURN[:1]


def _ids(message: ResponseMessage) -> list[str]:
    return re.findall(r"'custom_id': '([^']*)'", str(message.components))


async def test_what_takes_an_item_is_a_step_as_well_and_trades_and_settings_are_not(world: World) -> None:
    await dragon.post_game(world)
    message = await compose_plan(world, world.ben, "discard hidey-hole")
    assert not any("keeper" in label for label in labels(message))
    await dragon.start_game(world)
    text = str((await open_draft(world, world.ben)).components)
    assert "prefer" not in text
    assert "trade" not in text
    assert "leave" not in text


async def test_undo_takes_back_a_step_of_a_plan_as_it_does_any_other(world: World) -> None:
    await game(world)
    message = await compose_plan(world, world.cleo, *TURN[:3])
    plies = (await world.table()).plies
    await world.cleo.click(message, label="Do it")
    await world.cleo.slash(world.channel, "undo")
    assert (await actions(world))[plies:] == [*PLAYED[:3], f"2: !undo {plies + 2}"]
    assert (await dragon.state(world)).turn.points > 0


def test_what_is_picked_is_a_step_at_once() -> None:
    """Nothing is played in a plan, so nothing is previewed or confirmed."""
    (play,) = {plans.CONTROLS[verb].handler for verb in (plans.VERBS.play, plans.VERBS.look, plans.VERBS.ask)}
    assert play != plans.CONTROLS[plans.VERBS.go].handler


async def test_a_plan_is_worth_what_the_hint_says_in_the_same_position(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ask the same question, and the search answers it the same way each time."""
    asked: list[SearchQuestion] = []

    async def ask(_pool: SearchPool, question: SearchQuestion, *_: object) -> object:
        asked.append(question)
        return tuple(ActionWorth(action, 0.4) for action in question.actions)

    monkeypatch.setattr(SearchPool, "ask", ask)
    await game(world)
    await world.cleo.slash(world.channel, "hint")
    await share_plan(world, world.cleo, *TURN[:1])
    await world.move(world.cleo, TURN[0])
    await world.cleo.slash(world.channel, "hint")
    hint, before, after, later = asked
    assert (hint, after) == (before, later)


async def test_a_plan_is_not_kept_from_the_others_by_a_search_that_takes_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both searches are asked for at once, and neither is waited for as long as for a hint."""
    both, waited = asyncio.Barrier(2), list[float]()

    async def find_nothing(
        _pool: SearchPool, _question: SearchQuestion, _: Urgency, patience: float
    ) -> object:
        waited.append(patience)
        await both.wait()
        raise NoSearchResult("it takes too long")

    await game(world)
    monkeypatch.setattr(SearchPool, "ask", find_nothing)
    message = await share_plan(world, world.ann, *TURN)
    assert labels(message) == ["Do it", IN_ENGLISH("button.plan.like"), "Change it"]
    assert waited == [PATIENCE, PATIENCE]
    assert PATIENCE < HINT_PATIENCE / 10


# For all


async def test_a_plan_is_shared_with_its_picture_its_steps_and_what_they_cost(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN, name="Stumps *first*")
    check(message.components)
    text = text_of(message.components)
    assert "### Stumps \\*first\\*" in text
    assert says(text, "plan.named", maker="Ann", other="Cleo")
    assert "5. " in text
    assert says(text, "trogdor.price.points.many")
    assert labels(message) == ["Do it", IN_ENGLISH("button.plan.like"), "Change it"]
    assert not alt_of(message).startswith("#")
    assert "Stump" in alt_of(message)
    assert "burned" in alt_of(message).casefold(), "the position is told as well"
    assert len(message.attachments) == 1


async def test_what_stands_on_messages_from_before_is_what_stands_there_now(world: World) -> None:
    """Boards in channels outlive versions: these are the controls that they have had, letter for letter."""
    shown = await game(world)
    turn = (await world.table()).turn
    assert f"t1.{turn}.plan." in _ids(shown)
    mine = await compose_plan(world, world.cleo, "play stump-and-rock")
    assert {f"t1.{turn}.planoff.1", f"t1.{turn}.plando.0", f"t1.{turn}.np.1:burn"} <= {*_ids(mine)}
    data = {"custom_id": f"t1.{turn}.planshare.1", "component_type": 2}
    before, sent = world.mark(), send_forged(world, world.cleo, mine, data)
    await world.env.settle()
    (form,) = (dict(one.json or {}) for one in world.env.http_requests[before:] if sent in one.path)
    assert (form["type"], form["data"]["custom_id"]) == (9, f"t1.{turn}.planshared.")
    plan = await share_plan(world, world.ann, *TURN)
    plans = await PlanStorage(world.session.context.store).of_table(1)
    number = next(one.number for one in plans if one.message is not None)
    assert _ids(plan) == [f"t1.{turn}.{path}.{number}" for path in ("plando", "planlike", "planchange")]


async def test_once_it_is_shared_the_private_message_goes(world: World) -> None:
    await game(world)
    mine = await compose_plan(world, world.ann, *TURN)
    form = await world.ann.click(mine, label="Share…")
    assert posted_message(await world.ann.submit_modal(form, {"name": "x" * 40})).id != mine.id
    assert world.is_gone(mine)


async def test_votes_are_counted_of_those_who_sit_there_and_of_those_who_look_on(world: World) -> None:
    await game(world)
    dora = world.guild.add_member(world.env.create_user("dora", global_name="Dora"))
    message = await share_plan(world, world.ann, *TURN)
    await world.ben.click(message, label="I like it")
    assert IN_ENGLISH("button.plan.like.count", count=1) in labels(message)
    await dora.click(message, label="I like it · 1")
    assert IN_ENGLISH("button.plan.like.both", count=1, others=1) in labels(message)
    await world.ben.click(message, label="I like it · 1 + 1 watching")
    assert IN_ENGLISH("button.plan.like.both", count=0, others=1) in labels(message)
    assert len(message.attachments) == 1
    assert "Do it" in labels(message)


async def test_only_who_acts_can_do_it_and_then_it_is_done_and_gone(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    async with world.assert_unchanged():
        assert says(
            private_text(await world.ben.click(message, label="Do it")), "not-your-turn", names="Cleo"
        )
    plies = (await world.table()).plies
    await world.cleo.click(message, label="Do it")
    assert (await actions(world))[plies:] == PLAYED
    await world.tick()
    assert world.is_gone(message)
    assert await PlanStorage(world.session.context.store).of_table(1) == ()


@pytest.mark.slow
async def test_several_plans_are_shown_and_one_is_copied_by_another_player(world: World) -> None:
    await game(world)
    first = await share_plan(world, world.ann, *TURN[:3], name="One")
    second = await share_plan(world, world.ben, "discard jhonka-help", name="Two")
    assert not world.is_gone(first)
    mine = private(await world.cleo.click(second, label="Change it"))
    assert "1. Discard Jhonka Help!" in text_of(mine.components)
    await use(world.cleo, mine, "burn")
    assert "2. " in text_of(mine.components)
    assert "2. " not in text_of(second.components)


async def test_who_only_looks_on_makes_no_plans(world: World) -> None:
    await game(world)
    dora = world.guild.add_member(world.env.create_user("dora", global_name="Dora"))
    assert says(private_text(await dora.click(await world.shown_board(), label="Plan")), "not-seated")


async def test_where_the_board_is_another_nothing_is_played_and_changing_it_keeps_what_fits(
    world: World,
) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    await world.cleo.slash(world.channel, "move", move="discard jhonka-help")
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(message, label="Do it")), "plan-differs")
    mine = private(await world.cleo.click(message, label="Change it"))
    assert says(text_of(mine.components), "plan.lost.many", count=5)


async def test_what_was_played_by_hand_is_not_played_again(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    for line in TURN[:2]:
        await world.cleo.slash(world.channel, "move", move=line)
    mine = private(await world.ben.click(message, label="Change it"))
    assert "3. " in text_of(mine.components)
    assert "4. " not in text_of(mine.components)
    plies = (await world.table()).plies
    await world.cleo.click(message, label="Do it")
    assert (await actions(world))[plies:] == PLAYED[2:]


async def test_a_plan_that_is_played_says_so(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN[:2])
    await world.cleo.click(message, label="Do it")
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(message, label="Do it")), "plan-done")


async def test_a_plan_of_an_old_turn_is_no_plan_any_more(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    mine = await compose_plan(world, world.ben, *TURN[:1])
    for line in TURN:
        await world.cleo.slash(world.channel, "move", move=line)
    for button in ("Do it", "Change it", "I like it"):
        assert says(private_text(await world.ann.click(message, label=button)), "plan-gone")
    assert says(text_of((await _undo_last_step(world, mine)).components), "plan.title", name="Ann")


async def _undo_last_step(world: World, mine: ResponseMessage) -> ResponseMessage:
    await world.ben.click(mine, label="Undo last step")
    return mine


# Killed, delivered twice, at once


@pytest.mark.parametrize("saved", range(1, len(TURN)))
async def test_killed_between_two_steps_none_is_lost_and_none_played_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, saved: int
) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    plies, save, done = (await world.table()).plies, Store.save, list[int]()

    async def dying(store: Store, change: object) -> object:
        if len(done) == saved:
            raise OSError("the process is gone")
        done.append(1)
        return await save(store, change)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Store, "save", dying)
        await world.cleo.click(message, label="Do it")
    assert (await actions(world))[plies:] == PLAYED[:saved]
    await world.kill()
    await world.cleo.click(message, label="Do it")
    assert (await actions(world))[plies:] == PLAYED


async def test_two_clicks_at_once_play_it_once(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    plies = (await world.table()).plies
    await world.at_once((world.cleo, message, "Do it"), (world.cleo, message, "Do it"))
    assert (await actions(world))[plies:] == PLAYED


# With all that tables do


async def test_an_export_knows_nothing_of_plans_and_verifies(world: World) -> None:
    await game(world)
    await share_plan(world, world.ann, "discard jhonka-help", name="Nobody must read this")
    message = await share_plan(world, world.ben, *TURN)
    await world.cleo.click(message, label="Do it")
    text = await export_log(world)
    assert "Nobody must read this" not in text
    assert "plan" not in text
    assert verify(text, GAMES) == ()


async def test_a_fork_and_another_channel_have_none_of_the_plans(world: World) -> None:
    await game(world)
    await share_plan(world, world.ann, *TURN)
    plans = PlanStorage(world.session.context.store)
    await world.ann.slash(world.channel, "table fork", table="T1", move=3)
    assert (await world.table(2)).journey.parent is not None
    assert await plans.of_table(2) == ()
    assert len(await plans.of_table(1)) == 1
    there = world.guild.create_text_channel("upstairs")
    question = board(await world.ann.slash(world.channel, "table transfer", table="T1", channel=there))
    for person in (world.ben, world.cleo):
        await person.click(question, label="Agree")
    assert (await world.table(1)).status is Status.CLOSED
    assert await plans.of_table(1) == ()
    moved = world.last("T3", there)
    mine = private(await world.cleo.click(moved, label="Plan"))
    assert says(text_of(mine.components), "plan.title", name="Cleo")


async def test_a_forgotten_users_plans_and_likes_are_deleted(world: World) -> None:
    await game(world)
    theirs = await share_plan(world, world.ann, *TURN)
    other = await share_plan(world, world.ben, *TURN[:2])
    await world.ann.click(other, label="I like it")
    plans = PlanStorage(world.session.context.store)
    await world.session.forget(world.ann.id)
    assert [plan.user_id for plan in await plans.of_table(1)] == [world.ben.id]
    assert await plans.draft(1, world.ann.id) is None
    assert await plans.votes(1, (await plans.of_table(1))[0].number) == ()
    await world.tick()
    assert world.is_gone(theirs)
    assert not world.is_gone(other)


async def test_a_bots_turn_cannot_be_planned_and_deletes_the_plans(world: World) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("trogdor", {}, None, None, level="pip", bots=1)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    shown = board(await world.ann.slash(world.channel, "board", table=table.code))
    (acting,) = session.tables.acting_seats(table)
    bots = [player.seat for player in table.players if player.user_id < 0]
    assert ("Plan" in labels(shown)) == (acting not in bots)


async def test_a_stand_in_can_do_it_for_an_absent_player(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ann, *TURN)
    assert says(private_text(await world.ben.click(message, label="Do it")), "not-your-turn", names="Cleo")
    await world.later(25)
    plies = (await world.table()).plies
    await world.ben.click(message, label="Do it")
    assert (await actions(world))[plies:] == PLAYED


@pytest.mark.parametrize("language", ["de", "fr"])
async def test_a_plan_is_in_the_language_of_the_table_and_the_ghost_in_ones_own(
    world: World, language: str
) -> None:
    await game(world)
    words = words_in(language)
    await world.session.service(PersonalSettings).set_language(world.ben.id, language)
    mine = await compose_plan(world, world.ben, *TURN[:1])
    assert words("plan.title", name="Cleo") in text_of(mine.components)
    assert words("button.plan.share") in labels(mine)
    form = await world.ben.click(mine, label=words("button.plan.share"))
    message = posted_message(await world.ben.submit_modal(form, {"name": ""}))
    assert says(text_of(message.components), "plan.unnamed", maker="Ben", other="Cleo")
    assert IN_ENGLISH("button.plan.like") in labels(message)
