"""Whole turns: the message at the end of one describes all its lines, the same after a restart."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE, words_in
from bot.kernel.session import Session, Shown
from bot.kernel.tables.history import ended_turns
from bot.store import Unshown
from bot.ui.play.board_layout import events_text
from engine.replay import LogPosition, extend_positions, first_position
from engine.table_lines import undo_line
from tests.bot.kernel.days import NOON, Days
from tests.bot.samples import CLEO, Clock

ENTRY = CATALOGUE["trogdor"]


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


async def test_a_person_who_ends_a_turn_is_described_as_after_a_restart(days: Days) -> None:
    await days.opens("trogdor", CLEO)
    for _ in range(4):
        player = await days.awaited_player()
        shown = await days.passes()
        text = await told(days, shown)
        assert text.startswith(f"**{player.name}** ")
        table = await days.table()
        row = Unshown(table.id, table.revision, table.turn - 1, since=NOON, tries=0, due=NOON)
        assert await told(days, await days.session.outbox.next_view(table, row)) == text
        days.session.history._games.clear()  # noqa: SLF001 - as after a restart
        again = await days.session.history.with_last_events(days.session.tables.show(table))
        assert await told(days, again) == text


async def test_within_a_turn_only_the_last_line_is_described(days: Days) -> None:
    await days.opens("trogdor")
    shown = await days.plays()
    assert await days.session.history.with_turns(shown) is shown
    again = await days.session.history.with_last_events(days.session.tables.show(shown.table))
    assert (again.recalled, again.turns) == (shown.events, ())


async def told(days: Days, shown: Shown) -> str:
    return events_text(words_in("en"), await days.session.history.with_turns(shown))


@pytest.fixture(scope="module")
def positions() -> tuple[LogPosition, ...]:
    """Two turns, each of some lines."""
    found: tuple[LogPosition, ...] = (first_position(ENTRY.game, {"map": "easy"}, 2, "turns told"),)
    while found[-1].state.turn.number < 3:
        state, seat = found[-1].state, found[-1].state.turn.seat
        actions = ENTRY.game.legal(state, seat)
        line = next(
            (str(one) for one in actions if str(one).startswith(("play", "burn", "step", "spawn"))), "finish"
        )
        found = extend_positions(ENTRY.game, found, "turns told", [(seat, line)])
    return found


def test_the_turns_that_events_end_begin_with_their_first_line(positions: tuple[LogPosition, ...]) -> None:
    numbers = [position.state.turn.number for position in positions]
    second = numbers.index(2)
    assert ended_turns(ENTRY, positions, len(positions[-1].events)) == positions[second:]
    assert ended_turns(ENTRY, positions[: second + 1], 1) == positions[: second + 1]
    whole = sum(len(position.events) for position in positions[second:])
    assert ended_turns(ENTRY, positions, whole) == positions
    assert ended_turns(ENTRY, positions[:-1], 1) == ()
    assert ended_turns(ENTRY, positions, 0) == ()


def test_what_was_undone_is_left_out_of_a_turn(positions: tuple[LogPosition, ...]) -> None:
    second = next(number for number, position in enumerate(positions) if position.state.turn.number == 2)
    undone = extend_positions(ENTRY.game, positions[:second], "turns told", [(0, undo_line(second - 2))])
    again = [(position.seat or 0, str(position.action)) for position in positions[second - 1 : second + 1]]
    played = extend_positions(ENTRY.game, undone, "turns told", again)
    found = ended_turns(ENTRY, played, 1)
    assert [position.action for position in found] == [
        position.action for position in positions[: second + 1]
    ]
