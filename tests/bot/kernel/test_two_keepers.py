"""Trogdor alone with two keepers: one person on two seats."""

from __future__ import annotations

import pytest

from bot.features.forks.service import Forks
from bot.features.undo.service import Undo
from bot.kernel.clicks import Opening
from bot.kernel.session import Session, Shown
from bot.store import Status
from engine.trogdor.model import State
from tests.bot.samples import ANN, BEN, click, refusing, trace

pytestmark = pytest.mark.rule("trogdor:ruling-52")


async def open_alone(session: Session, **options: str) -> Shown:
    opening = Opening("trogdor", options, None, None, alone=True, own_seats=2)
    return await session.lobby.open(click(ANN), opening, trace())


def state_of(shown: Shown) -> State:
    assert isinstance(shown.state, State)
    return shown.state


async def play_turn(session: Session, shown: Shown) -> Shown:
    """Play legal lines as Ann until the turn passes."""
    turn = state_of(shown).turn.number
    while state_of(shown).outcome is None and state_of(shown).turn.number == turn:
        (seat,) = shown.entry.game.to_act(shown.state)
        lines = [str(action) for action in shown.entry.game.legal(shown.state, seat)]
        line = next((line for line in lines if line.startswith(("discard", "finish"))), lines[0])
        shown = await session.play.move(click(ANN), shown.table.id, line, trace())
        assert shown.news is None, "nobody stands in"
    return shown


async def test_both_keepers_are_the_same_persons_and_take_turns(session: Session) -> None:
    shown = await open_alone(session)
    assert shown.table.status is Status.PLAYING
    assert [(player.user_id, player.name) for player in shown.table.players] == [
        (ANN.id, "Ann"),
        (ANN.id, "Ann 2"),
    ]
    first = state_of(shown).turn.seat
    assert len({player.item for player in state_of(shown).players}) == 2
    shown = await play_turn(session, shown)
    assert state_of(shown).turn.seat == 1 - first
    shown = await play_turn(session, shown)
    assert state_of(shown).turn.seat == first
    assert [player.name for player in shown.table.players] == ["Ann", "Ann 2"]


async def test_the_last_move_is_undone_whichever_keeper_made_it(session: Session) -> None:
    shown = await play_turn(session, await open_alone(session))
    line = next(
        str(action)
        for action in shown.entry.game.legal(shown.state, state_of(shown).turn.seat)
        if str(action).startswith("discard")
    )
    moved = await session.play.move(click(ANN), shown.table.id, line, trace())
    undo = session.service(Undo)
    back = await undo.take_back(click(ANN), await undo.find_request(click(ANN), moved.table.id), trace())
    assert state_of(back) == state_of(shown)


async def test_who_leaves_takes_both_keepers_along_and_has_one_result(session: Session) -> None:
    shown = await open_alone(session)
    over = await session.play.move(click(ANN), shown.table.id, "leave", trace())
    assert over.table.status is Status.OVER
    (record,) = await session.context.store.schedule.results_of_user(ANN.id)
    assert record.seats == 2


async def test_both_keepers_and_items_are_picked_in_one_go(session: Session) -> None:
    lobby = await open_alone(session, keepers="chosen", items="chosen")
    assert lobby.table.status is Status.OPEN
    picks = {"keeper": "yubbitz", "item": "beans", "keeper/1": "crangolev", "item/1": "disk"}
    shown = await session.lobby.pick(click(ANN), lobby.table.id, picks, trace())
    with refusing("old-control"):
        await session.lobby.pick(click(ANN), lobby.table.id, {"keeper/2": "cranjegg"}, trace())
    begun = await session.lobby.start(click(ANN), lobby.table.id, shown.table.revision, trace())
    assert [(player.keeper, player.item) for player in state_of(begun).players] == [
        ("yubbitz", "beans"),
        ("crangolev", "disk"),
    ]


async def test_a_fork_is_played_with_both_keepers_again(session: Session) -> None:
    shown = await play_turn(session, await open_alone(session))
    fork = await session.service(Forks).fork(click(ANN), shown.table.id, None, trace())
    assert [player.user_id for player in fork.table.players] == [ANN.id, ANN.id]


async def test_a_rematch_has_two_keepers_again(session: Session) -> None:
    shown = await open_alone(session)
    await session.play.move(click(ANN), shown.table.id, "leave", trace())
    again = await session.lobby.rematch(click(ANN), shown.table.id, trace())
    assert [player.user_id for player in again.table.players] == [ANN.id, ANN.id]
    joined = await session.lobby.sit(click(BEN), again.table.id, None, trace())
    assert [player.name for player in joined.table.players] == ["Ann", "Ann 2", "Ben"]
    left = await session.lobby.leave(click(ANN), again.table.id, trace())
    assert [player.user_id for player in left.table.players] == [BEN.id]
