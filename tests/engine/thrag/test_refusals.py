"""Every refusal: the line that earns it, its rule, what fills its sentence, and the legal lines near it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.core import Fault
from engine.thrag import REFUSALS
from engine.thrag.model import Action, Verb
from tests.engine.thrag.nights import EVENING, Night, night

NO_GREEN_COINS = EVENING.replace("2+4", "2+4  coins -")
TWO_POOLS = NO_GREEN_COINS.replace("1+3", "1+3  coins 4")
NO_BLUE = "red 5+3\n green 2+4\n blue - slain 1..5\n black 3"
TWO_BLACK = "red 5+3\n green - slain 1..5\n blue - slain 1..5\n black 3"
BAD, UNCLEAR = Fault.MALFORMED, Fault.AMBIGUOUS


def owing(hit_points: str = "0 1 4 5") -> Night:
    """Two points of damage are to be paid."""
    return night(f"red 1+1\n green 2+4\n blue 1+3\n black 0 coins {hit_points}").play("fight red")


@dataclass
class Case:
    key: str
    rule: str
    before: Night
    line: str
    seat: int = 0
    fault: Fault = Fault.ILLEGAL
    values: dict[str, str | int] = field(default_factory=dict)
    near: tuple[str, ...] | None = None  # None: whatever is legal


FIGHTS = ("fight red", "fight red with red", "fight green", "fight green with green")
PAWNS = ("reroll red", "reroll green", "reroll blue")
PAYMENTS = ("pay 4", "pay 5")

CASES = [
    Case(
        "not-notation",
        "notation-1",
        night(),
        "dance",
        fault=BAD,
        values={"text": "dance"},
        near=("fight red", "fight red with red", "fight green", "fight green with green", "fight blue"),
    ),
    Case(
        "which-pool",
        "coin-2",
        night(NO_GREEN_COINS),
        "green with coin",
        fault=UNCLEAR,
        values={"suit": "green"},
        near=("fight green with red", "fight green with blue"),
    ),
    Case(
        "which-pawn",
        "pawn-2",
        night(TWO_BLACK),
        "reroll black",
        fault=UNCLEAR,
        values={"suit": "black"},
        near=("reroll black with green", "reroll black with blue"),
    ),
    Case("over", "win-1", night().play("resign"), "fight red", near=()),
    Case("over", "win-1", night().play("resign"), "resign", near=()),
    Case("not-your-turn", "turn-1", night(), "fight red", seat=1),
    Case("pay-first", "pay-1", owing(), "fight red", values={"damage": 2}, near=PAYMENTS),
    Case("pay-first", "pay-1", owing(), "stop", values={"damage": 2}, near=PAYMENTS),
    Case("pay-first", "pay-1", owing(), "reroll red", values={"damage": 2}, near=PAYMENTS),
    Case("nothing-owed", "pay-1", night(), "pay 4"),
    Case("must-fight", "turn-2", night(), "stop"),
    Case(
        "no-beast", "fight-4", night().play("fight blue"), "fight blue", values={"suit": "blue"}, near=FIGHTS
    ),
    Case("no-beast", "fight-4", night(NO_BLUE), "fight blue with red", values={"suit": "blue"}, near=FIGHTS),
    Case(
        "no-beast",
        "pawn-1",
        night().play("fight blue"),
        "reroll blue",
        values={"suit": "blue"},
        near=PAWNS[:2],
    ),
    Case(
        "pool-empty",
        "coin-2",
        night(TWO_POOLS),
        "fight green with green",
        values={"suit": "green", "others": 2},
    ),
    Case(
        "own-pool-first",
        "coin-2",
        night(),
        "fight green with red",
        values={"suit": "green", "pool": "red"},
    ),
    Case("pawn-out", "setup-5", night(weapons="green blue"), "reroll red", values={"pawn": "red"}),
    Case("pawn-spent", "pawn-1", night(spent="red"), "reroll red", values={"pawn": "red"}, near=PAWNS[1:]),
    Case(
        "pawn-is-black",
        "pawn-2",
        night(NO_BLUE),
        "reroll blue",
        values={"pawn": "blue"},
        near=("reroll red", "reroll green", "reroll black with blue"),
    ),
    Case(
        "pawn-not-black",
        "pawn-2",
        night(),
        "reroll black with blue",
        values={"pawn": "blue", "living": 5},
        near=PAWNS,
    ),
    Case("last-breath", "breath-1", owing(), "pay 0 4", near=PAYMENTS),
    Case("not-held", "pay-1", owing(), "pay 3", values={"coin": 3}, near=PAYMENTS),
    Case("not-held", "pay-1", owing(), "pay 4 4", values={"coin": 4}, near=PAYMENTS),
    Case("too-little", "pay-1", owing(), "pay 1", values={"damage": 2, "sum": 1}, near=PAYMENTS),
    Case("needless", "pay-1", owing(), "pay 1 4", values={"damage": 2, "sum": 5}, near=PAYMENTS),
]


def case_id(case: Case) -> str:
    return f"{case.key}:{case.line}"


@pytest.mark.rule("thrag:notation-1", "thrag:turn-1", "thrag:win-1")
@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_refusal_names_the_rule_and_what_is_wrong(case: Case) -> None:
    error = case.before.expect_refusal(case.line, case.seat)
    assert (error.key, error.rule, error.fault) == (case.key, f"thrag:{case.rule}", case.fault)
    assert error.values == case.values
    if case.near is not None:
        assert error.near == case.near


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_what_a_refusal_calls_near_is_legal_and_changes_nothing(case: Case) -> None:
    before = case.before.state
    assert set(case.before.expect_refusal(case.line, case.seat).near) <= set(case.before.legal())
    assert case.before.state == before


def test_every_refusal_of_the_game_is_proven_here() -> None:
    assert {case.key for case in CASES} == REFUSALS


def test_a_refusal_leads_nobody_to_give_up() -> None:
    near = {line for case in CASES for line in case.before.expect_refusal(case.line, case.seat).near}
    assert str(Action(Verb.RESIGN)) not in near


def test_at_most_eight_lines_are_near() -> None:
    many = night("red 3+2 coins -\n green 2+4 coins -\n blue 1+3 coins 1\n black 4").play("fight blue")
    assert len(many.expect_refusal("pay 4").near) <= 8


def test_a_refused_line_is_one_line_of_text() -> None:
    assert str(night().expect_refusal("reroll black with blue")) == "pawn-not-black pawn=blue living=5"
    assert str(night().expect_refusal("x" * 500)) == f"not-notation text={'x' * 40}"


@pytest.mark.rule("thrag:pawn-2")
def test_without_a_black_pawn_that_is_said_and_not_asked_which_one() -> None:
    assert night().expect_refusal("reroll black").key == "pawn-not-black"
    assert night(spent="red green blue").expect_refusal("reroll black").key == "pawn-spent"
    assert night(weapons="").expect_refusal("reroll black").key == "pawn-out"


@pytest.mark.rule("thrag:coin-2")
def test_without_a_beast_it_is_not_asked_which_coin() -> None:
    game = night(NO_GREEN_COINS.replace("2+4", "1+0")).play("fight green")
    assert game.expect_refusal("green with coin").key == "no-beast"
