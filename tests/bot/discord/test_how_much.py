"""Limits for one person: how often, one at a time, how many tables; and nothing at all if blocked."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.discord.command import Command, CommandGroup
from bot.discord.keyboard import Verb
from bot.discord.limits import OPENING, THINKING, Limit, Limits
from bot.features import FEATURES
from bot.features.fair_play import page
from bot.features.forks.service import Forks
from bot.features.hints import hint, odds, threats
from bot.features.people import privacy, stats
from bot.features.plans import page as plans
from bot.features.reviews import highlights
from bot.features.votes import ballot
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.errors import Refused
from bot.kernel.people.blocks import EVERY
from bot.kernel.session import Context, Session
from bot.ops.data_requests import block, unblock
from bot.store import Store
from bot.ui.alarms.kinds import ALARMS
from bot.ui.commands import commands
from bot.ui.controls import controls_of
from tests.bot.samples import ANN, BEN, Clock, click, refusing, trace
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private_text

DEAR = {
    "play": "opening",
    "table fork": "opening",
    "tournament": "opening",
    "hint": "thinking",
    "odds": "thinking",
    "review": "thinking",
    "table log": "reading",
    "table export": "reading",
    "stats": "reading",
    "table verify": "uploading",
    "table arrive": "uploading",
    "table transfer": "uploading",
}
"""The commands with a limit; all others are unlimited."""


def limit_of(command: Command) -> Limit | None:
    """Return the limit of a command, with all of its options."""
    if callable(command.limit):
        return command.limit(dict.fromkeys(command.options, "some"))
    return command.limit


def limit_names(offered: tuple[Command | CommandGroup, ...], path: str = "") -> dict[str, str]:
    found = dict[str, str]()
    for one in offered:
        if isinstance(one, CommandGroup):
            found |= limit_names(one.commands, f"{path}{one.name} ")
        elif (limit := limit_of(one)) is not None:
            found[f"{path}{one.name}"] = limit.name
    return found


def test_what_is_dear_has_a_limit_and_a_move_has_none() -> None:
    assert limit_names(commands(FEATURES)) == DEAR
    used = {
        verb: route.limit.name for verb, route in controls_of(FEATURES).items() if route.limit is not None
    }
    reading = (privacy.DATA.path, stats.TURN_TO.path, stats.PICK.path)
    opening: dict[str, str] = {Verb.AGAIN: "opening", "fork": "opening", Verb.OPEN: "opening"}
    expected: dict[str, str] = {
        **opening,
        Verb.OPEN_FILES: "opening",
        Verb.FILM: "filming",
        "replay": "filming",
        "away": "filming",
        "share": "sharing",
        stats.SHARE.path: "sharing",
        plans.SHARE.path: "sharing",
        ballot.CONSULT.path: "sharing",
        Verb.PAGE: "sharing",
        Verb.WATCH: "sharing",
        highlights.HIGHLIGHTS.path: "filming",
        hint.HERE.path: "thinking",
        odds.HERE.path: "thinking",
        threats.HANGS.path: "thinking",
        page.VERIFY_HERE.path: "uploading",
        **dict.fromkeys(reading, "reading"),
    }
    assert used == expected


# How often, and one at a time


def may_use(limits: Limits, limit: Limit, user_id: int, now: float) -> bool:
    """Whether a person gets one more use."""
    try:
        with limits.within(limit, user_id, now):
            return True
    except Refused as refused:
        return refused.key != "too-often"


def test_each_person_has_so_many_in_so_many_seconds() -> None:
    limits, limit = Limits(), Limit("test", 3, 60.0)
    assert [may_use(limits, limit, ANN.id, 1000.0 + second) for second in range(5)] == [True] * 3 + [
        False
    ] * 2
    assert may_use(limits, limit, BEN.id, 1004.0), "the others have theirs"
    assert not may_use(limits, limit, ANN.id, 1059.0)
    assert may_use(limits, limit, ANN.id, 1061.0)


def test_refusals_count_only_where_the_limit_says_so() -> None:
    def refuse_often(limit: Limit) -> bool:
        limits = Limits()
        for _ in range(3):
            with suppress(Refused), limits.within(limit, ANN.id, 1000.0):
                raise Refused("bad-file")
        return may_use(limits, limit, ANN.id, 1000.0)

    assert not refuse_often(Limit("test", 2, 60.0))
    assert refuse_often(Limit("test", 2, 60.0, refusals=False))


def test_nothing_is_kept_of_a_user_without_recent_uses() -> None:
    limits, limit = Limits(), Limit("test", 3, 60.0)
    assert may_use(limits, limit, ANN.id, 1000.0)
    assert may_use(limits, limit, BEN.id, 1030.0)
    kept = limits._had[limit]  # noqa: SLF001 - no user sees a difference, but it takes memory
    assert set(kept) == {ANN.id, BEN.id}
    assert may_use(limits, limit, BEN.id, 1061.0)
    assert set(kept) == {BEN.id}


def test_a_clock_that_was_ahead_delays_no_user_until_its_time_has_come() -> None:
    limits, limit = Limits(), Limit("test", 1, 60.0)
    year = 365 * 24 * 60 * 60.0
    assert may_use(limits, limit, ANN.id, 40 * year)
    assert may_use(limits, limit, ANN.id, year)
    assert not may_use(limits, limit, ANN.id, year - 1.0), "one that is a second off is right"


def test_one_at_a_time_until_the_last_is_answered_however_it_went() -> None:
    limits = Limits()
    with limits.within(THINKING, ANN.id, 1000.0):
        with refusing("one-at-a-time"), limits.within(THINKING, ANN.id, 1000.0):
            pass
        with limits.within(THINKING, BEN.id, 1000.0), limits.within(OPENING, ANN.id, 1000.0):
            pass
    with pytest.raises(ZeroDivisionError), limits.within(THINKING, ANN.id, 1000.0):
        raise ZeroDivisionError
    with limits.within(THINKING, ANN.id, 1000.0):
        pass


async def test_a_person_who_opens_many_tables_is_told_when_to_go_on(world: World) -> None:
    for _ in range(OPENING.times):
        await open_table(world.ann, world.channel, "thud")
    said = private_text(await open_table(world.ann, world.channel, "thud"))
    assert f"<t:{int(world.clock.now + OPENING.seconds)}:R>" in said
    assert await world.session.context.store.table(OPENING.times + 1) is None
    await open_table(world.ben, world.channel, "thud")
    world.clock.now += OPENING.seconds + 1
    await open_table(world.ann, world.channel, "thud")
    assert (await world.table(OPENING.times + 2)).host_id == world.ann.id


async def test_a_second_question_waits_for_the_answer_to_the_first(world: World) -> None:
    assert world.bot.surface is not None
    with world.bot.surface.limits.within(THINKING, world.ann.id, world.clock.now):
        for command in ("odds", "hint", "review"):
            text = private_text(await world.ann.slash(world.channel, command))
            assert text == IN_ENGLISH("one-at-a-time")


# How many tables


@pytest.fixture
async def two_table_session(store: Store, clock: Clock) -> Session:
    """A session in which one person may have two live tables."""
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: "secret", most_each=2, features=FEATURES, alarms=ALARMS)
    )


async def test_the_limit_on_live_tables_counts_those_of_all_channels(
    two_table_session: Session,
) -> None:
    opening = Opening("thud", {}, 0, None)
    first = (await two_table_session.lobby.open(click(ANN), opening, trace())).table
    (await two_table_session.lobby.open(click(ANN, channel=77), opening, trace()))
    for again in (Opening("thrag", {}, None, None), opening):
        with refusing("opening-own-most"):
            await two_table_session.lobby.open(click(ANN), again, trace())
    await two_table_session.lobby.open(click(BEN), opening, trace())
    await two_table_session.lobby.cancel(click(ANN), first.id, first.revision, trace())
    await two_table_session.lobby.open(click(ANN), opening, trace())


async def test_a_fork_and_a_game_played_again_count_as_well(two_table_session: Session) -> None:
    alone = Opening("thrag", {}, None, None)
    first = (await two_table_session.lobby.open(click(ANN), alone, trace())).table
    second = (await two_table_session.lobby.open(click(ANN), alone, trace())).table
    with refusing("opening-own-most"):
        await two_table_session.service(Forks).fork(click(ANN), first.id, None, trace())
    await two_table_session.play.move(click(ANN), first.id, "resign", trace())
    await two_table_session.service(Forks).fork(click(ANN), second.id, None, trace())
    with refusing("opening-own-most"):
        await two_table_session.lobby.rematch(click(ANN), first.id, trace())


async def test_tables_that_another_person_opened_do_not_count(two_table_session: Session) -> None:
    for _ in range(2):
        table = (await two_table_session.lobby.open(click(BEN), Opening("thud", {}, 0, None), trace())).table
        await two_table_session.lobby.sit(click(ANN), table.id, table.revision, trace())
    await two_table_session.lobby.open(click(ANN), Opening("thud", {}, 0, None), trace())


# Nothing at all


async def by_another_process(work: Coroutine[Any, Any, str]) -> None:
    """Run a coroutine as `python -m bot` does: in another loop, with its own connections."""
    await asyncio.to_thread(asyncio.run, work)


async def try_everything(world: World, actor: MemberActor) -> list[str]:
    """Return the answers to a command, a control, and a move."""
    return [
        private_text(await actor.slash(world.channel, "games")),
        private_text(await actor.slash(world.channel, "board", view="text")),
        private_text(await world.move(actor, "dE2-E10")),
    ]


async def test_who_is_blocked_gets_one_private_sentence_and_nothing_happens(world: World) -> None:
    await world.game()
    await by_another_process(block(world.path, world.ann.id))
    world.clock.now += EVERY
    async with world.assert_unchanged():
        answers = await try_everything(world, world.ann)
        assert await world.ann.autocomplete(world.channel, "move", "move", "d") == []
    assert len(set(answers)) == 1
    assert answers[0].startswith(IN_ENGLISH("blocked-person"))
    await world.ben.slash(world.channel, "board", table="T1")
    await by_another_process(unblock(world.path, world.ann.id))
    world.clock.now += EVERY
    await world.move(world.ann, "dE2-E10")
    assert [line.action for line in await world.log()] == ["dE2-E10"]


async def test_a_blocked_server_is_refused_to_everybody_there_and_a_block_outlives_a_restart(
    world: World,
) -> None:
    await world.game()
    await by_another_process(block(world.path, world.guild.id))
    await world.restart()
    async with world.assert_unchanged():
        for actor in (world.ann, world.cleo):
            assert private_text(await open_table(actor, world.channel, "thud")).startswith(
                IN_ENGLISH("blocked-server")
            )
    elsewhere = (await world.ann.user.slash("games")).response
    assert elsewhere is not None, "in direct messages they may"
