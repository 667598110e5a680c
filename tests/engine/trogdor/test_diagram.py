"""The text twin: a map in letters, and all of it in words."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome, read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import SQUARES
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.diagram import text
from engine.trogdor.model import HOUSE_CARDS, Lit, Phase, Verb
from engine.trogdor.rules import view
from tests.engine.trogdor.tables import play_card, table

PICTURE = """
    C#! .# .  .1 Tp
    .   .  .  .  F
    .   .2 .#pD L .
    M   S  R   W .
    T   C  .   . Ca
"""


def test_the_twin_tells_in_words_what_can_be_read_aloud_and_then_draws_it() -> None:
    made = table(PICTURE, "worchex disk", "yubbitz beans", hand=("block", "majesty"), void=1)
    assert text(view(made.state, None)).splitlines() == [
        "Turn 1, player 1: which card?",
        "Trogdor: c3. Knights: d1, b3. Archer: e5. Peasants: e1, c3.",
        "To go: tiles 22, cottages 2, peasants 2. Trog-Meter 4, Void 1.",
        "Burned tiles: a1, b1, c3.",
        "Cottages on fire: a1.",
        "Player 1, Worchex, Disk of Healing (charged): Block, Majesty!",
        "Player 2, Yubbitz, Two Gross Beans (charged): Block",
        "Trog deck 20, discards 0. Movement deck 20, discards 0.",
        (
            "Tiles: cottage a1, b5, e5; mountain a4; tunnel e1, a5; lake d3; forest e2; stump b4; rock c4; "
            "flowers d4."
        ),
        "",
        "  a    b    c    d    e",
        "1 C*!  .*   .    .k   Tp",
        "2 .    .    .    .    F",
        "3 .    .k   .*Dp L    .",
        "4 M    S    R    W    .",
        "5 T    C    .    .    Ca",
        "",
        (
            ". meadow, C cottage, M mountain, T tunnel, L lake, F forest, S stump, R rock, W flowers; "
            "* burned, ! cottage on fire, D Trogdor, p peasant, k knight, a archer."
        ),
    ]


def test_what_is_burned_or_left_is_told_whichever_is_shorter() -> None:
    def describe_board(**fields: object) -> str:
        state = table(PICTURE).state
        return text(view(replace(state, board=replace(state.board, **fields)), None))  # type: ignore[arg-type]

    assert "Burned tiles: none." in describe_board(burned=(), aflame=())
    assert "Burned tiles: all." in describe_board(burned=tuple(SQUARES))
    assert "Tiles left to burn: e5." in describe_board(burned=tuple(SQUARES)[:-1])


def test_a_cottage_that_could_burn_is_told() -> None:
    ready = PICTURE.replace("C#! .#", "C#  .#").replace("    .   .  .  .  F", "    .#  .# .  .  F")
    assert "Cottages ready to burn: a1." in text(view(table(ready).state, None))


def test_the_twin_tells_what_was_chosen_and_what_is_asked() -> None:
    made = play_card(PICTURE, "worchex disk", "yubbitz beans", card="majesty")
    (first, *_) = text(view(made.state, None)).splitlines()
    assert first == "Turn 1, player 1: what does the dragon do? Majesty! played, points left 5."
    made.play("step w")
    assert "points left 4" in text(view(made.state, None))
    made.play("leave", seat=0)
    assert "Player 1, Worchex, has left." in text(view(made.state, None))
    for phase in set(Phase) - {Phase.OVER}:
        assert f"Turn {made.state.turn.number}" in text(view(replace(made.state, phase=phase), None))


def test_several_peasants_stand_as_their_number() -> None:
    made = table(PICTURE.replace("Tp", "Tppp"))
    board = replace(made.board, lit=(Lit(2, mine=True), Lit(2, mine=False)), troghammer=13, hiding=True)
    told = text(view(replace(made.state, board=board), None))
    assert "T3p" in told
    assert ".2f" in told
    assert "Lh" in told
    assert told.splitlines()[1] == (
        "Trogdor (hiding): c3. Knights: d1, b3. Troghammer: d3. Archer: e5. Peasants: e1, e1, e1, c3. "
        "Burning peasants: c1, c1."
    )


def test_the_twin_of_an_end_tells_it() -> None:
    state = replace(table().state, outcome=Outcome("petite-victory", (0,), (1,)), phase=Phase.OVER)
    assert text(view(state, None)).startswith("Turn 1. The game is over: petite victory.")


def test_the_land_is_told_by_what_it_did_and_by_its_card() -> None:
    burned = PICTURE.replace("pD", "D").replace(".1", ".#1")
    made = play_card(burned, movement=("2 w+ nne",)).play("finish", "spawn b5")
    told = text(view(made.state, None))
    assert "The land: Trogdor hit at c3; tiles repaired at d1; new peasants at b5." in told
    assert "Its card: peasants wanted 2, their step west, with repair, path north, north, east." in told


def test_the_twin_of_the_fullest_board_fits_into_a_message() -> None:
    state = GAME.start(read_settings(GAME, {}, 6), 6, SeededRng("full"))
    keepers = sorted(Keeper, key=len)[-6:]
    items = sorted(Item, key=len)[-6:]
    cards = sorted(Card, key=len)[-6:]
    players = tuple(
        replace(player, keeper=keeper, item=item, hand=(*cards[:1], card))
        for player, keeper, item, card in zip(state.players, keepers, items, cards, strict=True)
    )
    board = replace(
        state.board,
        burned=tuple(SQUARES),
        aflame=(0, 4, 13),
        lit=tuple(Lit(12, mine=True) for _ in range(3)),
        peasants=(12,) * 4,
        knights=(12, 12),
        troghammer=12,
        archer=12,
    )
    card = next(iter(HOUSE_CARDS.values()))
    full = replace(view(state, None), board=board, players=players, card=card)
    assert len(text(full)) <= 1900


def test_the_twin_of_every_state_of_a_game_fits_into_a_message() -> None:
    rng = SeededRng("twin")
    state = GAME.start(read_settings(GAME, {}, 6), 6, rng)
    for number in range(300):
        if state.outcome is not None:
            break
        told = text(view(state, None))
        assert len(told) <= 1900
        assert max(map(len, told.splitlines()[-8:-2])) <= 60
        actions = [a for a in GAME.legal(state, state.turn.seat) if a.verb not in (Verb.LEAVE, Verb.PREFER)]
        state = GAME.apply(state, state.turn.seat, actions[number % len(actions)], rng).state
