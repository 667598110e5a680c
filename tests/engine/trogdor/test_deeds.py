"""What is remembered of the last deed, so that a picture can mark it."""

from __future__ import annotations

import pytest

from engine.trogdor.model import LastAction, Verb
from tests.engine.trogdor.tables import play_card, table

LAND = """
    T . .  . M
    C# .# .p . .
    . . .Dp . .1
    . . .  . .
    T . .  . .a
"""
A1, C1, E1, C2, D2, C3, D3, E4, A5 = 0, 2, 4, 7, 8, 12, 13, 19, 20


@pytest.mark.rule("trogdor:move-1", "trogdor:chomp-1", "trogdor:burn-1")
@pytest.mark.parametrize(
    ("card", "lines", "deed"),
    [
        ("block", [], None),
        ("block", ["e"], LastAction(Verb.STEP, C3, (D3,))),
        ("block", ["chomp"], LastAction(Verb.CHOMP, None, (C3,))),
        ("block", ["burn"], LastAction(Verb.BURN, None, (C3,))),
        ("block", ["e", "w", "burn"], LastAction(Verb.BURN, None, (C3,))),
        ("jhonka-help", ["card c2"], LastAction(Verb.CHOMP, None, (C2,))),
        ("majesty", ["card a5"], LastAction(Verb.CARD, None, (A5,))),
        ("wingaling", ["card a5"], LastAction(Verb.CARD, C3, (A5,))),
        ("wingaling", ["card a5", "tunnel a1"], LastAction(Verb.STEP, A5, (A1,))),
        ("wingaling", ["card e1", "hide"], LastAction(Verb.HIDE, None, (E1,))),
        ("tunnel-warp", ["card a1 c2"], LastAction(Verb.CARD, None, (A1, C2))),
    ],
)
def test_a_deed_is_remembered(card: str, lines: list[str], deed: LastAction | None) -> None:
    assert play_card(LAND, card=card).play(*lines).state.deed == deed


@pytest.mark.rule("trogdor:items-1")
@pytest.mark.parametrize(
    ("item", "line", "deed"),
    [
        ("ring", "item c1", LastAction(Verb.ITEM, C3, (C1,))),
        ("fireballs", "item c1", LastAction(Verb.ITEM, None, (C1,))),
        ("baubles", "item e3 e4", LastAction(Verb.ITEM, None, (E4,))),
    ],
)
def test_so_is_the_use_of_an_item(item: str, line: str, deed: LastAction) -> None:
    assert play_card(LAND, f"hardybardy {item}").play(line).state.deed == deed


@pytest.mark.rule("trogdor:card-shot-put", "trogdor:card-flip-em-up-fran", "trogdor:card-path-o-burnination")
@pytest.mark.parametrize(
    ("card", "lines", "deed"),
    [
        ("shot-put", ["finish", "card c1"], LastAction(Verb.CARD, None, (C1,))),
        ("flip-em-up-fran", ["finish", "card c2 d3"], LastAction(Verb.CARD, None, (C2, D3))),
        ("path-o-burnination", ["card"], LastAction(Verb.CARD, None, (C3, C2, D2))),
    ],
)
def test_the_last_effect_is_remembered_while_an_item_could_be_used(
    card: str, lines: list[str], deed: LastAction
) -> None:
    shown = LAND.replace(".Dp", ".D").replace(".p", ".")
    game = play_card(shown, "hardybardy fireballs", card=card, movement=("0 n ne",)).play(*lines)
    assert game.state.deed == deed


@pytest.mark.rule("trogdor:turn-1")
def test_the_land_and_the_next_turn_begin_without_a_deed() -> None:
    game = play_card(LAND, "hardybardy pouch").play("e")
    assert game.play("finish").state.deed is None
    assert table(LAND).play("play block", "e", "finish").state.deed is None
