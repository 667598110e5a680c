"""*What do you think?*: a decision put to a vote, counted, closed automatically, and played by the asker."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.features.people.service import PersonalSettings
from bot.features.votes.service import USUAL
from bot.features.votes.storage import VOTE, VoteStorage
from bot.games.catalogue import words_in
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult
from bot.store import Habits, Overtime, Status, Table, Terms, TimeChange
from engine.core import Seat
from engine.mind import ActionWorth
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.features.plans.planning import posted_message
from tests.bot.hill import HILL, WITH_HILL
from tests.bot.ui import dragon
from tests.bot.ui.dragon import TO_CLEO, actions
from tests.bot.ui.play import test_together
from tests.bot.ui.scripted import export_log
from tests.bot.ui.wire import CALLBACK, cut_requests, refusal
from tests.bot.ui.world import (
    World,
    board,
    labels,
    message_text,
    pick,
    private,
    private_text,
    says,
    text_of,
    walk,
)
from tests.engine.toy_together import TOGETHER, Hill, HillSeen

pytestmark = pytest.mark.usefixtures("known_cards")

HOUR = 3600
ASK = "What do you think?"


async def start_vote(
    world: World, actor: MemberActor, label: str = ASK, more: str = "More"
) -> ResponseMessage:
    """Start a vote on the current decision; returns its message."""
    mine = private(await actor.click(await world.shown_board(), label=more))
    message = posted_message(await actor.click(mine, label=label))
    check(message.components)
    return message


async def game(world: World) -> ResponseMessage:
    """Cleo's turn, in which she chooses between two cards, each played or discarded."""
    return await dragon.post_game(world, *TO_CLEO)


def dora(world: World) -> MemberActor:
    """A spectator."""
    return world.guild.add_member(world.env.create_user("dora", global_name="Dora"))


def stands(message: ResponseMessage) -> str:
    return text_of(message.components)


# Asking and voting


async def test_the_decision_is_posted_with_its_options_once_in_the_words_of_the_menu(world: World) -> None:
    shown = await game(world)
    offered = [label for label in labels(shown) if label.startswith(("Play", "Discard"))]
    mark = world.mark()
    message = await start_vote(world, world.cleo)
    assert says(stands(message), "ask.title", name="Cleo")
    assert labels(message) == offered
    assert not any(label in stands(message) for label in offered), "the buttons say it once"
    assert world.pings(mark) == [{world.ann.id, world.ben.id}], "who sits there"
    assert (await world.table()).plies == len(TO_CLEO)


async def test_only_the_first_vote_of_a_turn_pings_and_none_at_night(world: World) -> None:
    shown = await game(world)
    asleep = Habits(world.ben.id, "UTC", wakes=0, sleeps=1)
    await world.session.context.store.schedule.save(TimeChange(habits=asleep))
    world.clock.now = world.clock.now // (24 * HOUR) * 24 * HOUR + 12 * HOUR
    mark = world.mark()
    await start_vote(world, world.cleo)
    assert world.pings(mark) == [{world.ann.id}], "Ben sleeps"
    await world.cleo.click(shown, label=labels(shown)[0])
    mark = world.mark()
    await start_vote(world, world.cleo)
    assert world.pings(mark) in ([], [set()])


async def test_votes_are_counted_of_those_who_sit_there_and_of_those_who_look_on(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first, second, *_ = labels(message)
    await world.ann.click(message, label=first)
    await dora(world).click(message, label=first)
    assert f"- {first} · **1** + 1 watching" in stands(message)
    await world.ann.click(message, label=second)
    assert f"- {first} · **0** + 1 watching" in stands(message)
    assert f"- {second} · **1**" in stands(message)


async def test_a_second_click_on_the_same_changes_nothing_and_edits_nothing(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first = labels(message)[0]
    await world.ann.click(message, label=first)
    mark = world.mark()
    await world.at_once((world.ann, message, first), (world.ann, message, first))
    assert world.posts_since(mark) == []
    assert f"- {first} · **1**" in stands(message)


async def test_who_asks_has_no_vote_and_others_cannot_ask(world: World) -> None:
    await game(world)
    mine = private(await world.ann.click(await world.shown_board(), label="More"))
    assert ASK not in labels(mine)
    message = await start_vote(world, world.cleo)
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(message, label=labels(message)[0])), "ask-own")
        again = private(await world.cleo.click(await world.shown_board(), label="More"))
        assert says(private_text(await world.cleo.click(again, label=ASK)), "ask-open")


async def test_a_vote_whose_message_is_gone_is_posted_again_with_its_votes(world: World) -> None:
    await game(world)
    first = await start_vote(world, world.cleo)
    option = labels(first)[0]
    await world.ann.click(first, label=option)
    world.delete(first)
    second = await start_vote(world, world.cleo)
    assert second.id != first.id
    assert f"- {option} · **1**" in stands(second)
    again = private(await world.cleo.click(await world.shown_board(), label="More"))
    assert says(private_text(await world.cleo.click(again, label=ASK)), "ask-open")
    await world.ben.click(second, label=option)
    assert says(stands(second), "ask.title.closed", name="Cleo"), "all have voted"


async def test_many_options_are_a_list_and_no_more_than_a_list_holds(world: World) -> None:
    await dragon.post_game(world, *TO_CLEO, "2: play stump-and-rock")
    message = await start_vote(world, world.cleo)
    (listed,) = [part for part in walk(message.components) if part.get("options")]
    assert 5 < len(listed["options"]) <= 25
    await pick(world.ann, message, "2")
    assert f"- {listed['options'][2]['label']} · **1**" in stands(message).replace("\\", "")
    counted = [line for line in stands(message).splitlines() if line.startswith("- ")]
    assert len(counted) == 1, "the list says what else there is"


# Automatic closing


async def test_once_all_who_sit_there_have_voted_it_is_closed_and_who_asked_is_called_once(
    world: World,
) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first, second, *_ = labels(message)
    await dora(world).click(message, label=second)
    await world.ann.click(message, label=first)
    await world.ben.click(message, label=first)
    assert labels(message) == []
    assert f"**{first}**" in stands(message)
    assert [one.pings for one in await world.tick() if one.new] == [{world.cleo.id}]
    result = world.last("the vote is closed")
    assert f"**{first}** leads" in message_text(result)
    assert says(stands(message), "ask.over")
    assert [one for one in await world.later(5) if "vote" in one.text] == []


async def test_after_its_time_it_closes_and_what_leads_is_done_by_one_click(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first = labels(message)[0]
    await world.ben.click(message, label=first)
    assert [one for one in await world.later(USUAL / HOUR - 0.1) if "vote" in one.text] == []
    said_ = [one for one in await world.later(0.2) if one.new]
    assert [one.pings for one in said_] == [{world.cleo.id}]
    result, line = world.last("the vote is closed"), f"Do it: {first}"
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.click(result, label=line)), "not-your-turn", names="Cleo")
    plies = (await world.table()).plies
    await world.cleo.click(result, label=line)
    assert (await actions(world))[plies:] == ["2: play jhonka-help"]
    async with world.assert_unchanged():
        assert "decided already" in private_text(await world.cleo.click(result, label=line))
    await world.tick()
    assert result.id not in {one.id for one in world.channel.history()}, "it has no use any more"
    await world.cleo.slash(world.channel, "move", move="finish")
    await world.tick()
    assert "Cleo asked" in stands(message), "the vote keeps what came of it"
    assert await VoteStorage(world.session.context.store).of_table(1) is None


async def test_done_twice_at_once_it_is_played_once(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first = labels(message)[0]
    for person in (world.ann, world.ben):
        await person.click(message, label=first)
    await world.tick()
    stored = world.env.backend.get_message(world.channel.id, world.last("the vote is closed").id)
    result, line, plies = ResponseMessage(world.env, stored), f"Do it: {first}", (await world.table()).plies
    await world.at_once((world.cleo, result, line), (world.cleo, result, line))
    assert len(await actions(world)) == plies + 1


async def test_where_nothing_leads_each_that_is_level_can_be_done(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first, second, *_ = labels(message)
    await world.ann.click(message, label=first)
    await world.ben.click(message, label=second)
    await world.tick()
    stored = world.env.backend.get_message(world.channel.id, world.last("the vote is closed").id)
    assert labels(ResponseMessage(world.env, stored)) == [f"Do it: {first}", f"Do it: {second}"]


async def test_those_who_look_on_decide_among_what_is_level(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    first, second, *_ = labels(message)
    await world.ann.click(message, label=first)
    await dora(world).click(message, label=second)
    await world.ben.click(message, label=second)
    await world.tick()
    assert any(
        says(message_text(one), "ask.result", options=f"**{second}**") for one in world.channel.history()
    )


async def test_there_are_no_votes(world: World) -> None:
    await game(world)
    await start_vote(world, world.cleo)
    await world.later(USUAL / HOUR)
    assert any(says(message_text(message), "ask.result.none") for message in world.channel.history())


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_the_outcome_leads_to_the_vote_only_if_that_is_there(world: World, *, is_deleted: bool) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    if is_deleted:
        world.delete(message)
    await world.later(USUAL / HOUR)
    outcome = message_text(world.last_saying("ask.result.none"))
    assert (f"/{message.id})" in outcome) is not is_deleted


async def test_the_decision_closes_it_without_pings(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])
    label = labels(message)[1]
    await world.cleo.slash(world.channel, "move", move="discard jhonka-help")
    async with world.assert_unchanged():
        assert says(private_text(await world.ben.click(message, label=label)), "ask-closed")
    assert [one for one in await world.tick() if one.new] == []
    assert says(stands(message), "ask.decided")
    assert labels(message) == []
    assert await VoteStorage(world.session.context.store).of_table(1) is None
    assert "Cleo asks" in stands(await start_vote(world, world.cleo)), (
        "so can the next decision of the turn be"
    )


async def test_undo_closes_it(world: World) -> None:
    await dragon.post_game(world, *TO_CLEO, "2: play stump-and-rock", "2: burn")
    message = await start_vote(world, world.cleo)
    await world.cleo.slash(world.channel, "undo")
    await world.tick()
    assert says(stands(message), "ask.decided")


async def test_what_is_no_step_of_the_turn_leaves_it_open(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.cleo.slash(world.channel, "move", move="prefer never")
    await world.tick()
    assert labels(message)
    await world.later(USUAL / HOUR)
    assert labels(message) == []


async def test_it_waits_for_the_morning_of_who_asked(world: World) -> None:
    await game(world)
    minute = int(world.clock.now // 60 % 1440)
    asleep = Habits(world.cleo.id, wakes=(minute + 600) % 1440, sleeps=(minute + 60) % 1440)
    await world.session.context.store.schedule.save(TimeChange(habits=asleep))
    message = await start_vote(world, world.cleo)
    assert [one for one in await world.later(5) if one.new] == []
    assert labels(message), "the vote is open until the asker is called"
    assert [one.pings for one in await world.later(5.1) if one.new and one.pings] == [{world.cleo.id}]


async def test_with_a_clock_it_takes_a_share_of_what_is_left(world: World) -> None:
    table = await timed_trogdor(world, Overtime.WAIT)
    await start_vote(world, acting(world, table))
    ask = await VoteStorage(world.session.context.store).of_table(1)
    assert ask is not None
    assert ask.ends - ask.at == pytest.approx(10 * HOUR / 3)


async def vote_of(world: World) -> Any:
    await start_vote(world, world.ann, more="More")
    return await VoteStorage(world.session.context.store).of_table(1)


# Killed, refused, repaired


async def test_killed_when_it_closes_who_asked_is_called_once_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])

    async def dying(*_: object) -> None:
        raise OSError("the process is gone")

    with monkeypatch.context() as patched:
        patched.setattr(VoteStorage, "set_result_message", dying)
        await world.later(USUAL / HOUR)
    mark = len([one for one in world.channel.history() if "the vote is closed" in message_text(one)])
    await world.kill()
    await world.tick()
    found = [one for one in world.channel.history() if "the vote is closed" in message_text(one)]
    assert (mark, len(found)) == (1, 1)


async def test_after_a_restart_it_closes_as_it_would_have(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])
    await world.restart()
    await world.ben.click(message, label=labels(message)[1])
    await world.tick()
    assert labels(message) == []
    assert len([one for one in world.channel.history() if says(message_text(one), "ask.result.level")]) == 1


async def test_a_vote_that_discord_refuses_is_none(world: World) -> None:
    await game(world)
    mine = private(await world.cleo.click(await world.shown_board(), label="More"))
    with cut_requests(CALLBACK, "before", failure=refusal(403)):
        await world.cleo.click(mine, label=ASK)
    assert await VoteStorage(world.session.context.store).of_table(1) is None
    assert labels(await start_vote(world, world.cleo))


async def test_without_its_message_who_asked_is_called_all_the_same(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])
    await (await world.last("Cleo asks").channel.fetch_message(message.id)).delete()
    await world.later(USUAL / HOUR)
    assert any(says(message_text(one), "ask.result") for one in world.channel.history())


# Where time runs out


async def timed_trogdor(world: World, overtime: Overtime, seconds: int = 10 * HOUR) -> Table:
    """Trogdor for Ann, Ben and Cleo with a clock, the first turn."""
    trace, session = Trace("scene", 0), world.session
    opening = Opening("trogdor", dragon.CHOSEN, None, None, terms=Terms(clock=seconds, overtime=overtime))
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    for person in (world.ben, world.cleo):
        table = (await session.lobby.sit(world.click_by(person), table.id, 0, trace)).table
    table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    board(await world.ann.slash(world.channel, "board", table=table.code))
    return table


def acting(world: World, table: Table) -> MemberActor:
    (seat,) = world.session.tables.acting_seats(table)
    return dragon.seated_people(world)[seat]


class Mind:
    """An engine that prefers the last action."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    async def weigh(self, question: Any, *_: object) -> tuple[ActionWorth[Any], ...]:
        self.asked.append(tuple(map(str, question.actions)))
        return (ActionWorth(question.actions[-1], 0.5),)

    async def close(self) -> None: ...


@pytest.mark.parametrize("level", [False, True], ids=["one leads", "level"])
async def test_the_leader_is_played_and_the_best_mind_decides_among_what_is_level(
    world: World, *, level: bool
) -> None:
    table = await timed_trogdor(world, Overtime.LEADER)
    world.session.context.search_pool = mind = Mind()  # type: ignore[assignment]
    person = acting(world, table)
    others = [one for one in dragon.seated_people(world) if one is not person]
    message = await start_vote(world, person)
    ask = await VoteStorage(world.session.context.store).of_table(1)
    assert ask is not None
    await others[0].click(message, label=labels(message)[0])
    await others[1].click(message, label=labels(message)[1 if level else 0])
    found = await world.later(10)
    (line,) = await world.log()
    assert line.action == ask.lines[1 if level else 0]
    assert mind.asked == ([ask.lines[:2]] if level else [])
    assert any(says(one.text, "ask.default.mind" if level else "ask.default.leader") for one in found)
    assert any("what now?" in one.text for one in found), "the rest of the turn is for the others to choose"
    await world.later(1)
    assert len(await world.log()) == 1


async def test_the_best_mind_takes_the_decision_whatever_leads(world: World) -> None:
    table = await timed_trogdor(world, Overtime.MIND)
    world.session.context.search_pool = mind = Mind()  # type: ignore[assignment]
    person = acting(world, table)
    message = await start_vote(world, person)
    other = next(one for one in dragon.seated_people(world) if one is not person)
    await other.click(message, label=labels(message)[0])
    await world.later(10)
    (line,) = await world.log()
    assert line.action == mind.asked[0][-1]
    assert line.user_id is not None
    assert line.user_id < 0


@pytest.mark.parametrize("way", ["wait", "not asked", "decided"])
async def test_nothing_is_played_where_that_was_not_agreed_or_nothing_was_asked(
    world: World, way: str
) -> None:
    table = await timed_trogdor(world, Overtime.WAIT if way == "wait" else Overtime.LEADER)
    person = acting(world, table)
    if way != "not asked":
        message = await start_vote(world, person)
        other = next(one for one in dragon.seated_people(world) if one is not person)
        await other.click(message, label=labels(message)[0])
    if way == "decided":
        ask = await VoteStorage(world.session.context.store).of_table(1)
        assert ask is not None
        await person.slash(world.channel, "move", move=ask.lines[-1])
    plies = (await world.table()).plies
    found = await world.later(11)
    assert (await world.table()).plies == plies
    assert any("what now?" in one.text for one in found)


async def test_killed_while_it_is_played_it_is_played_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await timed_trogdor(world, Overtime.LEADER)
    message = await start_vote(world, acting(world, table))
    other = next(person for person in dragon.seated_people(world) if person is not acting(world, table))
    await other.click(message, label=labels(message)[0])

    async def dying(*_: object, **__: object) -> None:
        raise OSError("the process is gone")

    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.alarms.messenger.show_if_reachable", dying)
        await world.later(10)
    await world.kill()
    await world.later(1)
    assert len(await world.log()) == 1


async def test_a_mind_that_has_no_time_leaves_it_to_a_glance(world: World) -> None:
    table = await timed_trogdor(world, Overtime.MIND)

    class Busy(Mind):
        async def weigh(self, *_: object) -> tuple[ActionWorth[Any], ...]:
            raise NoSearchResult

    world.session.context.search_pool = Busy()  # type: ignore[assignment]
    await start_vote(world, acting(world, table))
    await world.later(10)
    assert len(await world.log()) == 1


# With all that tables do


async def test_an_export_knows_nothing_of_it_and_verifies(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    for person in (world.ann, world.ben):
        await person.click(message, label=labels(message)[0])
    await world.tick()
    result = world.last("the vote is closed")
    await world.cleo.click(result, label=labels(_there(world, result.id))[0])
    text = await export_log(world)
    assert "vote" not in text
    assert verify(text, GAMES) == ()


def _there(world: World, message_id: int) -> ResponseMessage:
    return ResponseMessage(world.env, world.env.backend.get_message(world.channel.id, message_id))


async def test_a_fork_and_another_channel_have_none_of_it_and_what_was_agreed_goes_along(
    world: World,
) -> None:
    table = await timed_trogdor(world, Overtime.LEADER)
    message = await start_vote(world, acting(world, table))
    there = world.guild.create_text_channel("upstairs")
    question = board(await world.ann.slash(world.channel, "table transfer", table="T1", channel=there))
    for person in (world.ben, world.cleo):
        await person.click(question, label="Agree")
    assert (await world.table(1)).status is Status.CLOSED
    await world.tick()
    assert labels(message) == []
    assert await VoteStorage(world.session.context.store).of_table(1) is None
    assert await VoteStorage(world.session.context.store).of_table(2) is None
    assert (await world.table(2)).terms.overtime is Overtime.LEADER


@pytest.mark.parametrize("who", ["asked", "voted"])
async def test_a_forgotten_users_question_or_vote_is_deleted(world: World, who: str) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])
    asks = VoteStorage(world.session.context.store)
    await world.session.forget(world.cleo.id if who == "asked" else world.ann.id)
    assert await asks.votes(1) == {}
    await world.tick()
    assert world.is_gone(message) == (who == "asked")
    assert (await asks.of_table(1) is None) == (who == "asked")
    alarms = await world.session.context.store.schedule.of_table(1)
    assert any(alarm.kind == VOTE for alarm in alarms) == (who == "voted")


async def test_a_bot_is_not_waited_for(world: World) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("trogdor", {}, None, None, level="pip", bots=1)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    table = (await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)).table
    table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    board(await world.ann.slash(world.channel, "board", table=table.code))
    names = {player.seat: player.user_id for player in table.players}
    (seat,) = session.tables.acting_seats(table)
    if names[seat] < 0:
        pytest.skip("it is the bot's turn")
    person, other = (world.ann, world.ben) if names[seat] == world.ann.id else (world.ben, world.ann)
    message = await start_vote(world, person)
    await other.click(message, label=labels(message)[0])
    assert labels(message) == []


@pytest.mark.parametrize("language", ["de", "fr"])
async def test_it_is_in_the_language_of_the_table(world: World, language: str) -> None:
    words = words_in(language)
    await world.session.service(PersonalSettings).set_language(world.cleo.id, language)
    await game(world)
    await world.ann.slash(world.channel, "table language", language=language)
    message = await start_vote(world, world.cleo, words("button.ask"), words("button.more"))
    assert words("ask.title", name="Cleo") in stands(message)


# Any game, and secrets


async def hill(world: World) -> ResponseMessage:
    return await test_together.game(world)


@pytest.mark.usefixtures("hilly")
async def test_any_game_that_is_played_together_has_it(world: World) -> None:
    await hill(world)
    message = await start_vote(world, world.ann)
    assert labels(message) == ["up", "down", "On"]
    for person in (world.ben, world.cleo):
        await person.click(message, label="On")
    await world.tick()
    await world.ann.click(world.last("the vote is closed"), label="Do it: On")
    assert [line.action for line in await world.log()] == ["hand on"]


@pytest.mark.usefixtures("hilly")
async def test_where_hands_are_hidden_nothing_is_asked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def own(state: Hill, viewer: Seat | None) -> HillSeen:
        return HillSeen(state, frozenset({-1 if viewer is None else viewer}))

    monkeypatch.setitem(WITH_HILL, "hill", replace(HILL, game=replace(TOGETHER, view=own)))
    await hill(world)
    mine = private(await world.ann.click(await world.shown_board(), label="More"))
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.click(mine, label=ASK)), "ask-hidden")


async def test_duels_and_games_for_one_have_none(world: World) -> None:
    shown = await world.game()
    assert ASK not in labels(private(await world.ann.click(shown, label="More")))
