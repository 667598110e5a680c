"""The last turn step by step: the land's, and the whole of it."""

from __future__ import annotations

from engine.rng import SeededRng
from engine.trogdor.events import Moved, MovementDrawn, TileBurned, TurnBegan, Walked
from engine.trogdor.notation import parse
from engine.trogdor.rules import Line, apply, land_frames, turn_frames, view
from tests.engine.trogdor.tables import Table, play_card

MAP = """
    C  .  .  .  .
    .  .  .  .  .
    .  .  .D .  .
    .  .  .  .  .
    .1 .  .  .  .a
"""


def play_lines(table: Table, *lines: str) -> list[Line]:
    """Play the lines; each with the state and chance before it."""
    played: list[Line] = []
    for text in lines:
        action = parse(text, table.state)
        played.append((table.state, table.state.turn.seat, action, SeededRng("a film")))
        table.state = apply(table.state, table.state.turn.seat, action, SeededRng("a film")).state
    return played


def test_there_is_no_film_before_the_land_has_had_a_turn() -> None:
    assert land_frames(play_lines(play_card(MAP), "step n", "burn")) == ()


def test_a_film_begins_with_the_board_before_and_ends_as_the_next_turn_begins() -> None:
    table = play_card(MAP, movement=("0 n nne",))
    lines = play_lines(table, "step n", "finish")
    frames = land_frames(lines)
    before, nothing = frames[0]
    assert before.board.knights == (20,)
    assert nothing == ()
    assert isinstance(frames[1][1][0], MovementDrawn)
    assert isinstance(frames[-1][1][-1], TurnBegan)
    assert frames[-1][0].board == view(table.state, None).board


def test_every_step_of_a_walk_is_seen() -> None:
    frames = land_frames(play_lines(play_card(MAP, movement=("0 n nne",)), "finish"))
    ways = [shown.board.knights[0] for shown, _ in frames]
    assert list(dict.fromkeys(ways)) == [20, 15, 10, 11]
    assert [event.squares for _, events in frames for event in events if isinstance(event, Walked)] == [
        (20, 15, 10, 11),
        (24, 19, 14, 10),
    ]


def test_what_the_next_player_does_is_no_part_of_it() -> None:
    table = play_card(MAP, "hardybardy disk", "cranjegg ring", movement=("0 n nne",))
    lines = play_lines(table, "finish", "play high-energy", "step n", "burn")
    assert land_frames(lines) == land_frames(lines[:1])


def test_a_turn_that_waits_for_an_answer_is_shown_as_far_as_it_is() -> None:
    table = play_card(MAP.replace("C ", "Cp"), "hardybardy pouch", movement=("1 n nne",))
    lines = play_lines(table, "finish")
    assert [type(event) for _, events in land_frames(lines) for event in events] == [MovementDrawn]
    lines += play_lines(table, "pouch e")
    whole = land_frames(lines)
    assert whole[-1][0].board.peasants == (1,)
    assert isinstance(whole[-1][1][-1], TurnBegan)


def test_a_whole_turn_begins_with_its_player_and_ends_as_the_next_begins() -> None:
    table = play_card(MAP, movement=("0 n nne",))
    start = view(table.state, None)
    lines = play_lines(table, "step n", "burn", "finish")
    frames = turn_frames(lines)
    assert frames[0] == (start, ())
    assert [type(event) for _, events in frames for event in events][:2] == [Moved, TileBurned]
    assert frames[-1][0].board == view(table.state, None).board
    _, *land = land_frames(lines)
    at = frames.index(land[0])
    assert list(frames[at : at + len(land)]) == land


def test_only_the_last_turn_that_is_over_is_shown() -> None:
    table = play_card(MAP, "hardybardy disk", "cranjegg ring", movement=("0 n nne",))
    first = play_lines(table, "step n", "finish")
    second = [*first, *play_lines(table, "play high-energy", "step n", "burn")]
    assert turn_frames(second) == turn_frames(first)
    third = turn_frames([*second, *play_lines(table, "finish")])
    assert third[0][0].turn.number == turn_frames(first)[0][0].turn.number + 1
    assert sum(isinstance(event, TurnBegan) for _, events in third for event in events) == 1


def test_before_a_turn_is_over_there_is_none_to_show() -> None:
    assert turn_frames(play_lines(play_card(MAP), "step n", "burn")) == ()
