"""How a review is made: what is asked, in which order, and how far it is."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.features.reviews.service import ReviewProgress, Reviews
from bot.features.reviews.storage import REVIEW, ReviewStorage
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.games.puzzle import set_up_puzzle
from bot.kernel.advice import BEST, taken_between, value_of_end, weigh_decision
from bot.kernel.session import Session
from bot.minds.analysis import AS_GOOD, COSTLY
from bot.minds.pool import NoSearchResult, SearchPool, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import Table
from data.puzzles import puzzles_of
from engine.core import Outcome
from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.replay import LogPosition, effective_positions
from tests.bot.samples import ANN, BEN, QUIET, actor, challenge, click, game, refusing, stored_table, trace


class Slow:
    """Thinks when it is told to, if it is not broken; remembers what it was asked."""

    def __init__(self, *, broken: bool = False) -> None:
        self.asked: list[SearchQuestion] = []
        self.go = asyncio.Event()
        self.broken = broken

    async def evaluate(self, question: SearchQuestion, urgency: Urgency, patience: float) -> float:
        assert urgency is Urgency.LATER
        assert patience > 60, "everybody else comes first"
        self.asked.append(question)
        if self.broken:
            raise NoSearchResult("broken")
        await self.go.wait()
        return 0.5

    async def weigh(
        self, question: SearchQuestion, urgency: Urgency, _: float
    ) -> tuple[ActionWorth[Any], ...]:
        assert urgency is Urgency.LATER
        self.asked.append(question)
        return ()


def thinks(session: Session, mind: Slow) -> Slow:
    session.context.search_pool = cast("SearchPool", mind)
    return mind


async def over(session: Session, *lines: str) -> Table:
    return await game(session, *(lines or QUIET[:3]), "resign")


async def until_asked(mind: Slow, count: int) -> None:
    for _ in range(6000):
        if len(mind.asked) >= count:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(mind.asked)


async def test_nobody_is_at_it_before_and_after(session: Session) -> None:
    mind = thinks(session, Slow())
    table = await over(session)
    assert session.service(Reviews).progress(table) is None
    making = asyncio.create_task(session.service(Reviews).make_review(table))
    await until_asked(mind, 1)
    assert session.service(Reviews).progress(table) == ReviewProgress(0, 5)
    mind.go.set()
    await making
    assert session.service(Reviews).progress(table) is None


async def test_it_tells_how_far_it_is(session: Session) -> None:
    mind = thinks(session, Slow())
    table = await over(session)
    making = asyncio.create_task(session.service(Reviews).make_review(table))
    await until_asked(mind, 1)
    so_far = [session.service(Reviews).progress(table)]
    mind.go.set()
    while not making.done():
        await asyncio.sleep(0)
        so_far.append(session.service(Reviews).progress(table))
    counts = [one.done for one in so_far if one is not None]
    assert counts == sorted(counts)
    assert counts[-1] == 5, "the last position is seen, too, though no mind is asked"


async def test_one_game_after_the_other(session: Session) -> None:
    mind = thinks(session, Slow())
    first, second = await over(session), await over(session)
    making = [asyncio.create_task(session.service(Reviews).make_review(table)) for table in (first, second)]
    await until_asked(mind, 1)
    await asyncio.sleep(0.05)
    assert [question.seed.split()[1] for question in mind.asked] == [first.code]
    assert session.service(Reviews).progress(second) == ReviewProgress(0, 0)
    mind.go.set()
    await asyncio.gather(*making)
    codes = [question.seed.split()[1] for question in mind.asked]
    assert codes == [first.code] * 4 + [second.code] * 4


async def test_a_game_is_looked_at_once(session: Session) -> None:
    mind = thinks(session, Slow())
    mind.go.set()
    table = await over(session)
    made = await session.service(Reviews).make_review(table)
    asked = len(mind.asked)
    assert (
        await session.service(Reviews).make_review(table)
        == made
        == await session.service(Reviews).find_review(table)
    )
    assert len(mind.asked) == asked


async def test_nothing_is_kept_of_what_could_not_be_thought_of(session: Session) -> None:
    thinks(session, Slow(broken=True))
    table = await over(session)
    with pytest.raises(NoSearchResult):
        await session.service(Reviews).make_review(table)
    assert session.service(Reviews).progress(table) is None
    assert await session.service(Reviews).find_review(table) is None
    assert session.service(Reviews).has_failed(table)
    thinks(session, Slow()).go.set()
    await session.service(Reviews).make_review(table)
    assert not session.service(Reviews).has_failed(table)


async def test_a_review_in_a_form_that_is_known_no_more_is_made_anew(session: Session) -> None:
    thinks(session, Slow()).go.set()
    table = await over(session)
    await ReviewStorage(session.context.store).keep(table.id, table.plies, '{"level":"grete"}')
    assert await session.service(Reviews).find_review(table) is None
    assert await session.service(Reviews).make_review(table) == await session.service(Reviews).find_review(
        table
    )


async def test_whoever_asks_twice_has_it_made_once(session: Session) -> None:
    table = await over(session)
    assert await session.service(Reviews).request_review(click(ANN), table) == ReviewProgress(0, 0)
    await session.service(Reviews).request_review(click(ANN), table)
    kinds = [alarm.kind for alarm in await session.context.store.schedule.of_table(table.id)]
    assert kinds.count(REVIEW) == 1


async def test_somebody_waits_for_one_review_at_a_time_and_others_for_theirs(session: Session) -> None:
    first, second = await over(session), await over(session)
    await session.service(Reviews).request_review(click(ANN), first)
    with refusing("review-one"):
        await session.service(Reviews).request_review(click(ANN), second)
    await session.service(Reviews).request_review(click(ANN), first)
    await session.service(Reviews).request_review(click(BEN), second)
    await session.service(Reviews).request_review(click(ANN), second)


async def test_what_was_taken_back_is_not_looked_at(session: Session) -> None:
    mind = thinks(session, Slow())
    mind.go.set()
    table = await game(session, "dG1-G2")
    asked = click(ANN)
    table = (
        await session.service(Undo).take_back(
            asked, await session.service(Undo).find_request(asked, table.id), trace()
        )
    ).table
    for line in ("dF1-F2", "TG7-F7", "resign"):
        by = actor(session, table)
        table = (await session.play.move(click(by), table.id, line, trace())).table
    made = await session.service(Reviews).make_review(await stored_table(session, table))
    assert made.plies == (0, 3, 4, 5)


async def test_nothing_of_people_is_in_it(session: Session) -> None:
    thinks(session, Slow()).go.set()
    table = await over(session)
    body = (await session.service(Reviews).make_review(table)).dump()
    assert not any(player.name in body or str(player.user_id) in body for player in table.players)


@pytest.mark.parametrize("lines", [("resign",), ("dG1-G2", "resign")])
async def test_of_a_game_given_up_at_once_there_is_none(session: Session, lines: tuple[str, ...]) -> None:
    with refusing("review-too-short"):
        await session.service(Reviews).make_review(await game(session, *lines))


async def test_of_a_game_that_goes_on_there_is_none(session: Session) -> None:
    with refusing("review-not-over"):
        await session.service(Reviews).make_review(await game(session, *QUIET))


async def test_of_a_game_that_has_not_begun_there_is_none(session: Session) -> None:
    with refusing("not-begun"):
        await session.service(Reviews).make_review(await challenge(session))


async def test_of_a_game_that_nobody_in_the_house_knows_there_is_none(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.reviews.service.MINDS", {})
    with refusing("hint-no-mind"):
        await session.service(Reviews).make_review(await over(session))


async def test_who_gives_up_is_not_asked_whether_that_was_wise(session: Session) -> None:
    table = await over(session)
    way = taken_between(CATALOGUE["thud"], effective_positions(await session.history.positions(table)))
    assert [one.decided for one in way] == [True, True, True, False]
    assert [one.action for one in way] == [*QUIET[:3], "resign"]
    assert not any(one.chance for one in way)


def test_the_mind_that_looks_is_one_of_every_game() -> None:
    assert all(mind.level(BEST) for mind in MINDS.values())


async def test_a_step_that_the_mind_names_by_another_order_costs_nothing() -> None:
    """Two steps of Trogdor in either order: the mind says 0.65 of the one first, and 0.5 of the other."""
    entry, mind = CATALOGUE["trogdor"], MINDS["trogdor"]
    game, whole = entry.game, puzzles_of("trogdor")
    assert whole is not None
    (puzzle,) = (one for one in whole.puzzles if (one.seed, len(one.lines)) == ("puzzles-9", 233))
    at, seat = set_up_puzzle(game, puzzle), puzzle.seat

    async def weigh(state: Any, _ply: int) -> tuple[ActionWorth[Any], ...]:
        return mind.weigh(game.view(state, seat), game.legal(state, seat), mind.level(BEST), "a seed")

    alone = {str(one.action): one.worth for one in await weigh(at.state, 0)}
    assert alone["step n"] < alone["step e"] - COSTLY, "this is what must not be said"
    step = at.step_after(game, "step n")
    after = LogPosition(1, step.state, 0, seat, game.parse("step n", at.state), step.events)
    told = await weigh_decision(entry, LogPosition(0, at.state, 0), after, weigh, COSTLY)
    worths = {one.action: one.worth for one in told}
    assert worths["step n"] > worths["step e"] - AS_GOOD
    assert worths["step w"] == alone["step w"], "of what nobody did is said what was said before"


@pytest.mark.parametrize(
    ("winners", "together", "worth"),
    [((0,), False, 1), ((1,), False, 0), ((), False, 0.5), ((0, 1, 2), True, 1), ((), True, 0)],
)
def test_the_end_is_worth_what_it_was(winners: tuple[int, ...], worth: float, *, together: bool) -> None:
    assert value_of_end(Outcome("end", winners, ()), together=together) == worth
