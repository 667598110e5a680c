"""What bots remark on: when, of which decisions, and how seldom."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from bot.features import FEATURES
from bot.features.people.service import PersonalSettings
from bot.features.remarks.service import APART, WAYS, Remark, Remarks, decisions_to_judge
from bot.features.remarks.text import remark_text
from bot.games.catalogue import CATALOGUE, words_in
from bot.kernel.clicks import Opening
from bot.kernel.session import Context, Session
from bot.minds.analysis import Mark, TakenAction, mark_of
from bot.minds.pool import Urgency
from bot.minds.worker import SearchQuestion
from bot.store import Store, Table, Terms, bot_id
from bot.ui.alarms.kinds import ALARMS
from bot.words import LANGUAGES
from engine.mind import LEVELS, ActionWorth
from tests.bot.kernel.thinkers import ScriptedSearch
from tests.bot.samples import ANN, BEN, Clock, act, click, trace
from tests.bot.ui.play.test_budgets import count_words

INTERACTIONS = count(10_000)

ASIDE = ("undo", "offer", "concede", "resign")
"""What minds do not weigh."""


def remarks(session: Session) -> Remarks:
    return session.service(Remarks)


class Judge(ScriptedSearch):
    """Finds the first action that it is asked about better than all others by so much.

    Asked again within a turn it finds what was best before to be lost, unless any order is `as_good`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0.5
        self.as_good = False
        self.glances = 0
        self.moves = 0.3
        self.urgency = list[Urgency]()

    async def ask(self, question: SearchQuestion, urgency: Urgency, patience: float = 30.0) -> object:
        await super().ask(question, urgency, patience)
        self.urgency.append(urgency)
        if question.what == "evaluate":
            self.glances += 1
            return 0.5 + self.glances % 2 * self.moves
        plies = [int(one.seed.rpartition(" ")[2]) for one in self.asked if one.what == "weigh"]
        best = 0.9 - self.ahead if plies[-1] - 1 in plies[-2:-1] and not self.as_good else 0.9
        return tuple(
            ActionWorth(action, best if not place else 0.9 - self.ahead)
            for place, action in enumerate(one for one in question.actions if str(one) not in ASIDE)
        )


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def session(store: Store, clock: Clock, judge: Judge) -> Session:
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: "secret", judge, features=FEATURES, alarms=ALARMS)
    )


async def duel(session: Session, turns: int, *, quiet: bool = False) -> Table:
    """Thud of Ann against Odo after so many turns, the last of them Odo's."""
    opening = Opening("thud", {}, 0, None, level="odo", bots=1, terms=Terms(quiet=quiet))
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    for number in range(turns):
        if number == 1:  # as the bot asks after each of its turns
            await remarks(session).may_remark(table, table.players[1])
        shown = session.tables.show(table)
        line = next(line for line in shown.entry.rules.suggest(shown.state, number % 2) if " " not in line)
        if number % 2:
            notation, who = line, bot_id("odo", 0)
            done = await session.play.act_for(table, 1, notation, next(INTERACTIONS), who, trace())
            table = done.table
        else:
            table = (await act(session, table, line)).table
    return table


async def find_remark(session: Session, table: Table) -> Remark | None:
    return await remarks(session).find_remark(table, table.players[1])


# Which decisions


def lines_by_seats(seats: str, forced: str = "") -> tuple[TakenAction, ...]:
    """Lines by the seats that wrote them; those at these places left no choice."""
    return tuple(
        TakenAction(at + 1, int(seat), "x", decided=str(at) not in forced, chance=False)
        for at, seat in enumerate(seats)
    )


@pytest.mark.parametrize(
    ("seats", "forced", "found"),
    [
        ("01", "", ((0,), (1,))),
        ("010111", "", ((2,), (3, 4, 5))),
        ("000122", "", ((0, 1, 2), (4, 5))),
        ("0001", "2", ((0, 1), (3,))),
        ("01", "01", ()),
        ("11", "", ((0, 1),)),
    ],
)
def test_the_last_turn_of_a_person_is_looked_at_then_the_last_one_of_a_bot(
    seats: str, forced: str, found: tuple[tuple[int, ...], ...]
) -> None:
    assert decisions_to_judge(lines_by_seats(seats, forced), frozenset({1, 2})) == found


@pytest.mark.parametrize(
    ("action", "worths", "mark"),
    [
        ("a", {"a": 0.8, "b": 0.5, "c": 0.5}, Mark.BRILLIANT),
        ("a", {"a": 0.8, "b": 0.72}, None),
        ("b", {"a": 0.8, "b": 0.69}, Mark.BLUNDER),
        ("b", {"a": 0.8, "b": 0.75}, None),
        ("z", {"a": 0.8, "b": 0.3}, Mark.BLUNDER),
        ("a", {"a": 0.8}, None),
    ],
)
def test_a_decision_stands_out_by_what_it_cost_or_by_being_the_only_good_one(
    action: str, worths: dict[str, float], mark: Mark | None
) -> None:
    assert mark_of(action, [ActionWorth(one, worth) for one, worth in worths.items()], 0.1) is mark


# When


async def test_a_bot_remarks_on_a_persons_decision_when_it_is_that_persons_turn(
    session: Session, judge: Judge
) -> None:
    found = await find_remark(session, await duel(session, 2 * APART))
    assert found is not None
    assert (found.level, found.own) == ("odo", False)
    assert set(judge.urgency) == {Urgency.LATER}, "whoever else asks comes first"
    assert [question.what for question in judge.asked] == ["evaluate", "evaluate", "weigh"]


async def dice_passed(session: Session) -> Table:
    """Ploc of Ann against Odo, both of them using the last die as the last action that is offered says."""
    opening = Opening("ploc", {}, 0, None, level="odo", bots=1)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    await remarks(session).may_remark(table, table.players[1])
    while True:
        shown = session.tables.show(table)
        seat = min(shown.entry.game.to_act(shown.state))
        if seat == 0 and table.turn >= 2 * APART:
            return table
        lines = [str(action) for action in shown.entry.game.legal(shown.state, seat)]
        line = [one for one in lines if one not in ASIDE][-1]
        if seat:
            who = bot_id("odo", 0)
            done = await session.play.act_for(table, 1, line, next(INTERACTIONS), who, trace())
            table = done.table
        else:
            table = (await act(session, table, line)).table


async def test_passing_the_dice_hides_nothing_of_what_was_done_with_them(session: Session) -> None:
    found = await find_remark(session, await dice_passed(session))
    assert found is not None
    assert (found.own, found.mark) == (False, Mark.BLUNDER)


async def test_using_the_dice_in_another_order_is_no_blunder(session: Session, judge: Judge) -> None:
    judge.as_good = True
    assert await find_remark(session, await dice_passed(session)) is None


async def test_what_changes_nothing_at_a_glance_is_not_weighed(session: Session, judge: Judge) -> None:
    judge.moves = 0.01
    assert await find_remark(session, await duel(session, 2 * APART)) is None
    assert {question.what for question in judge.asked} == {"evaluate"}


async def test_of_five_turns_one_is_remarked_on_at_most(session: Session, judge: Judge) -> None:
    table = await duel(session, 2 * APART)
    assert await find_remark(session, table) is not None
    asked = len(judge.asked)
    for later in range(1, APART):
        assert await find_remark(session, replace(table, turn=table.turn + later)) is None
    assert len(judge.asked) == asked, "nobody is even asked"
    assert await remarks(session).may_remark(replace(table, turn=table.turn + APART), table.players[1])


async def test_nothing_is_said_in_the_first_turns_nor_soon_after_a_start(
    session: Session, store: Store, clock: Clock, judge: Judge
) -> None:
    table = await duel(session, APART - 1)
    assert await find_remark(session, table) is None
    table = await duel(session, 2 * APART)
    anew = Session.over(
        Context(store, CATALOGUE, clock, lambda: "secret", judge, features=FEATURES, alarms=ALARMS)
    )
    assert await remarks(anew).find_remark(table, table.players[1]) is None, "somebody may just have spoken"


async def test_what_is_neither_good_nor_bad_is_passed_over(session: Session, judge: Judge) -> None:
    judge.ahead = 0.01
    assert await find_remark(session, await duel(session, 2 * APART)) is None


async def test_where_no_turn_decides_much_less_is_worth_a_remark(session: Session, judge: Judge) -> None:
    """Two dwarfs are three of a hundred matches of Thud: with a tenth nobody would ever say a word."""
    judge.ahead = 0.05
    assert await find_remark(session, await duel(session, 2 * APART)) is not None
    assert CATALOGUE["thud"].help.remarkable < judge.ahead < CATALOGUE["ploc"].help.remarkable


async def test_nobody_speaks_while_somebody_else_waits_for_a_mind(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await duel(session, 2 * APART)
    monkeypatch.setattr(Judge, "waiting", 1)
    assert await find_remark(session, table) is None


async def test_a_mind_that_does_not_answer_says_nothing(session: Session, judge: Judge) -> None:
    table = await duel(session, 2 * APART)
    judge.busy = True
    assert await find_remark(session, table) is None


# Where not


async def test_whoever_wants_quiet_has_it_where_they_sit(session: Session) -> None:
    table = await duel(session, 2 * APART)
    await session.service(PersonalSettings).set_quiet(ANN.id, quiet=True)
    assert await find_remark(session, table) is None
    await session.service(PersonalSettings).set_quiet(ANN.id, quiet=False)
    assert await find_remark(session, table) is not None


async def test_a_table_that_was_opened_with_quiet_bots_hears_none_and_so_does_its_rematch(
    session: Session, judge: Judge
) -> None:
    table = await duel(session, 2 * APART, quiet=True)
    assert table.terms.quiet
    assert await find_remark(session, table) is None
    over = (await act(session, table, "resign")).table
    again = await session.lobby.rematch(click(ANN), over.id, trace())
    assert again.table.terms.quiet
    assert not judge.asked


async def test_between_people_nobody_speaks_and_no_bot_that_plays_for_somebody_does(session: Session) -> None:
    table = await duel(session, 2 * APART)
    people = tuple(replace(player, user_id=BEN.id) if player.seat else player for player in table.players)
    assert not await remarks(session).may_remark(replace(table, players=people), people[1])
    lent = replace(people[1], substitute=bot_id("odo", 0), substitute_name="Odo")
    assert not await remarks(session).may_remark(replace(table, players=(people[0], lent)), lent)


# What


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_is_a_short_line_of_its_own(language: str) -> None:
    words = words_in(language)
    every = [
        Remark(level, own, mark, number)
        for level in LEVELS
        for own in (True, False)
        for mark in Mark
        for number in range(1, WAYS + 1)
    ]
    said = [remark_text(words, one) for one in every]
    assert len(set(said)) == len(every), "nobody talks like anybody else"
    assert max(map(count_words, said)) <= 12
    assert all(one.level.capitalize() in line for one, line in zip(every, said, strict=True))
