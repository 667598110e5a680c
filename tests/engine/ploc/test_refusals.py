"""Every refusal: the line that earns it, its rule, what fills its sentence, and the legal lines near it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.core import Fault, Seat
from engine.ploc import REFUSALS
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, Bout, bout

BOTH = "Plockton 4 3 2 9\n Broadford 2 2 3 5+2\n rolled 2 2 2"
ALL_LIE = "Plockton 4 3 2 9\n Broadford 2 2 3 0+5\n rolled 4 4 1"
SIX = "Plockton 6 3 2 11\n Broadford 2 2 3 7\n rolled 2 5 3"
BAD, UNCLEAR = Fault.MALFORMED, Fault.AMBIGUOUS


def used_up() -> Bout:
    return bout().play("4a swap", "4b swap", "1c swap")


@dataclass
class Case:
    key: str
    rule: str
    before: Bout
    line: str
    seat: Seat = PLOCKTON
    fault: Fault = Fault.ILLEGAL
    values: dict[str, str | int] = field(default_factory=dict)
    near: tuple[str, ...] | None = None  # None: whatever is legal


CASES = [
    Case(
        "not-notation",
        "notation-1",
        bout(),
        "pull",
        fault=BAD,
        values={"text": "pull"},
        near=("4a hit standing", "4a swap", "4a weaken", "4b hit standing", "4b swap"),
    ),
    Case(
        "which-athlete",
        "hit-3",
        bout(BOTH),
        "2c hit",
        fault=UNCLEAR,
        near=("2c hit standing", "2c hit lying"),
    ),
    Case(
        "how-many-lying",
        "berserk-2",
        bout(BOTH),
        "berserk",
        fault=UNCLEAR,
        near=("berserk 0", "berserk 1", "berserk 2"),
    ),
    Case("over", "win-1", bout().play("resign"), "done", near=()),
    Case("over", "win-1", bout().play("resign"), "resign", seat=BROADFORD, near=()),
    Case("over", "win-1", bout().play("resign"), "concede", near=()),
    Case("not-your-turn", "roll-1", bout(), "4a swap", seat=BROADFORD, near=()),
    Case("not-your-turn", "roll-1", bout(), "offer", seat=BROADFORD, near=()),
    Case(
        "answer-first", "offer-1", bout().play("offer"), "4a swap", seat=BROADFORD, near=("accept", "decline")
    ),
    Case("offer-waits", "offer-1", bout().play("offer"), "4a swap", near=()),
    Case("offer-waits", "offer-1", bout().play("offer"), "accept", near=()),
    Case("no-offer", "offer-1", bout(), "accept", seat=BROADFORD, near=()),
    Case("no-offer", "offer-1", bout(), "decline"),
    Case("offered-already", "offer-1", bout().play("offer").play("decline", seat=BROADFORD), "offer"),
    Case("last-match", "concede-1", bout(match=2), "concede", values={"match": 2}),
    Case("no-reroll", "reroll-1", bout(), "reroll 4", values={"sixes": 0}),
    Case("no-reroll", "reroll-1", bout(SIX, chance="2").play("reroll 5"), "reroll 3", values={"sixes": 1}),
    Case("reroll-late", "reroll-1", bout(SIX).play("3b swap"), "reroll 5"),
    Case(
        "rerolled-already",
        "reroll-1",
        bout(SIX.replace("3 2 11", "6 2 14"), chance="1").play("reroll 5"),
        "reroll 1",
        values={"die": 1},
        near=("reroll 2", "reroll 3"),
    ),
    Case(
        "no-such-die",
        "reroll-1",
        bout(SIX),
        "reroll 6",
        values={"die": 6},
        near=("reroll 2", "reroll 5", "reroll 3"),
    ),
    Case("no-such-die", "use-1", bout(), "6a swap", values={"die": 6}),
    Case(
        "place-taken",
        "use-1",
        bout().play("4a swap"),
        "1a weaken",
        values={"place": "a"},
        near=("1b swap", "1b weaken", "1c swap", "1c weaken"),
    ),
    Case("all-used", "done-1", used_up(), "1a swap", near=("undo", "done", "offer")),
    Case("too-low", "hit-1", bout(), "1c hit standing", values={"die": 1, "place": "c", "met": 2}),
    Case(
        "too-low-lying",
        "hit-2",
        bout(ALL_LIE),
        "1a hit lying",
        values={"die": 1, "place": "a", "met": 4, "needed": 2},
    ),
    Case("none-standing", "hit-3", bout(ALL_LIE), "4a hit standing"),
    Case("none-standing", "weaken-1", bout(ALL_LIE), "1c weaken"),
    Case("none-lying", "hit-2", bout(), "4a hit lying"),
    Case("unequal", "berserk-1", bout(), "berserk 0"),
    Case(
        "berserk-too-low",
        "berserk-1",
        bout("Plockton 4 3 2 9\n Broadford 2 2 3 7\n rolled 1 1 1"),
        "berserk 0",
        values={"die": 1, "lowest": 2},
    ),
    Case("berserk-late", "berserk-1", bout(BOTH).play("2a weaken"), "berserk 0"),
    Case(
        "wrong-number",
        "berserk-2",
        bout(BOTH),
        "berserk 3",
        values={"lying": 3, "least": 0, "most": 2},
        near=("berserk 0", "berserk 1", "berserk 2"),
    ),
    Case("not-done", "done-1", bout().play("4a swap"), "done", values={"left": 2}),
    Case("nothing-to-undo", "undo-1", bout(), "undo"),
]


def case_id(case: Case) -> str:
    return f"{case.key}:{case.line}"


@pytest.mark.rule("ploc:notation-1", "ploc:win-1", "ploc:roll-1")
@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_refusal_names_the_rule_and_what_is_wrong(case: Case) -> None:
    error = case.before.expect_refusal(case.line, case.seat)
    assert (error.key, error.rule, error.fault) == (case.key, f"ploc:{case.rule}", case.fault)
    assert error.values == case.values
    if case.near is not None:
        assert error.near == case.near


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_what_a_refusal_calls_near_is_legal_and_changes_nothing(case: Case) -> None:
    before = case.before.state
    assert set(case.before.expect_refusal(case.line, case.seat).near) <= set(
        case.before.legal(seat=case.seat)
    )
    assert case.before.state == before


def test_every_refusal_of_the_game_is_proven_here() -> None:
    assert {case.key for case in CASES} == REFUSALS


def test_a_refusal_leads_nobody_to_give_up() -> None:
    near = {line for case in CASES for line in case.before.expect_refusal(case.line, case.seat).near}
    assert not near & {"resign", "concede"}


def test_at_most_eight_lines_are_near() -> None:
    assert len(bout(BOTH).expect_refusal("6a swap").near) == 8


def test_a_refused_line_is_one_line_of_text() -> None:
    assert str(bout().expect_refusal("1c hit standing")) == "too-low die=1 place=c met=2"
    assert str(bout().expect_refusal("x" * 500)) == f"not-notation text={'x' * 40}"


@pytest.mark.rule("ploc:berserk-1")
def test_berserk_that_is_not_possible_is_told_so_although_its_number_was_left_out() -> None:
    unequal = "Plockton 4 3 2 9\n Broadford 2 2 3 5+2\n rolled 4 4 1"
    assert bout(unequal).expect_refusal("berserk").key == "unequal"
