"""Every refusal: the line that earns it, its rule, what fills its sentence, and the legal lines near it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from engine.core import Fault, Outcome
from engine.octagon.model import Side
from engine.thud import GAME, REFUSALS
from engine.thud.model import State
from tests.engine.thud.boards import expect_refusal, play, seat_to_move, state

DWARFS_TO_MOVE = state(
    """
       A B C D E F G H J K L M N O P
     6 . . . d d . . d d . . . . . . 6
     7 . . . . . . T T . . . . . . . 7
     8 . . . . . . . R . . . . . . . 8
     9 . . . . . . . . T . . . . . . 9
    10 . . . . d . . . . . . . . . . 10
    """,
    Side.DWARFS,
)
TROLLS_TO_MOVE = replace(DWARFS_TO_MOVE, to_move=Side.TROLLS)
OFFERED = replace(DWARFS_TO_MOVE, offer=0)
DECLINED = play(OFFERED, "decline", seat=1).state
LIMITED = replace(DWARFS_TO_MOVE, quiet_limit=9, quiet=8)
LINE = state("   10 . T T T . d . . . . . . . . . 10", Side.TROLLS)
FREE = state("   10 . T T T . . . . . . . d . . . 10", Side.TROLLS)
STONE = state("    8 . . . . d . . R . . T . . . . 8", Side.DWARFS)
OVER = replace(DWARFS_TO_MOVE, outcome=Outcome("draw", (), (0, 0)))


@dataclass
class Case:
    key: str
    rule: str
    before: State
    line: str
    seat: int | None = None
    fault: Fault = Fault.ILLEGAL
    values: dict[str, str | int] = field(default_factory=dict)
    near: tuple[str, ...] | None = None  # None: whatever is legal


D, T = DWARFS_TO_MOVE, TROLLS_TO_MOVE
BAD = Fault.MALFORMED
CASES = [
    Case("not-notation", "thud:notation-1", D, "castle", fault=BAD, values={"text": "castle"}),
    Case("file-i", "thud:board-3", D, "dE10-I10", fault=BAD, values={"text": "I10"}),
    Case("no-square", "thud:board-3", D, "dE10-E16", fault=BAD, values={"text": "E16"}),
    Case("no-square", "thud:board-3", D, "a1 b2", fault=BAD, values={"text": "a1"}),
    Case(
        "which-captures",
        "thud:notation-3",
        T,
        "G7-G6",
        fault=Fault.AMBIGUOUS,
        values={"count": 2},
        near=("TG7-G6xH6", "TG7-G6"),
    ),
    Case(
        "which-landing",
        "thud:notation-3",
        T,
        "h7 x h6",
        fault=Fault.AMBIGUOUS,
        values={"count": 2},
        near=("TH7-G6xH6", "TH7-J7xH6"),
    ),
    Case("over", "thud:match-2", OVER, "dE10-E11", near=()),
    Case("over", "thud:match-2", OVER, "resign", near=()),
    Case("not-your-turn", "thud:turn-2", D, "dE10-E11", seat=1, values={"side": "dwarfs"}, near=()),
    Case("not-your-turn", "thud:turn-2", T, "dE10-E11", seat=0, values={"side": "trolls"}, near=()),
    Case("offer-waits", "thud:end-2", OFFERED, "dE10-E11", near=()),
    Case("not-your-piece", "thud:turn-2", D, "TG7-G6", values={"square": "G7"}),
    Case("not-your-piece", "thud:turn-2", T, "E10-F10", values={"square": "E10"}),
    Case("nobody-there", "thud:turn-2", D, "dA8-A9", values={"square": "A8"}),
    Case("nobody-there", "thud:turn-2", D, "A8-A9", values={"square": "A8"}),
    Case("stone-stays", "thud:board-2", D, "H8-G8", values={"square": "H8"}),
    Case("stone-stays", "thud:board-2", T, "TH8-G8", values={"square": "H8"}),
    Case("wrong-letter", "thud:notation-1", D, "TE10-E11", values={"square": "E10", "side": "dwarfs"}),
    Case("wrong-letter", "thud:notation-1", T, "dG7-F7", values={"square": "G7", "side": "trolls"}),
    Case("same-square", "thud:turn-3", D, "dE10-E10", values={"square": "E10"}),
    Case("stone", "thud:board-2", T, "TH7-H8", values={"square": "H8"}),
    Case("not-straight", "thud:dwarf-1", D, "dE10-F12", values={"origin": "E10", "target": "F12"}),
    Case("not-straight", "thud:troll-1", T, "TJ9-K11", values={"origin": "J9", "target": "K11"}),
    Case("blocked", "thud:dwarf-2", D, "dD6-F6", values={"square": "E6"}),
    Case("blocked", "thud:dwarf-2", D, "dD6-E6", values={"square": "E6"}),
    Case("blocked", "thud:dwarf-2", D, "dH6-H9", values={"square": "H7"}),
    Case("blocked", "thud:board-2", STONE, "dE8-K8", values={"square": "H8"}),
    Case("blocked", "thud:shove-3", LINE, "TD10-G10", values={"square": "F10"}),
    Case("blocked", "thud:troll-1", T, "TG7-H7", values={"square": "H7"}),
    Case("one-step", "thud:troll-1", T, "TJ9-J11", values={"distance": 2}),
    Case("line-too-short", "thud:hurl-1", D, "dJ6-J9", values={"line": 1, "distance": 3}),
    Case("hurl-takes-target", "thud:hurl-2", D, "dE10-F10xG7", values={"target": "F10"}, near=("dE10-F10",)),
    Case("hurl-takes-target", "thud:hurl-2", D, "dH6-G7xG7xH7", values={"target": "G7"}, near=("dH6-G7xG7",)),
    Case("lands-beside", "thud:troll-2", T, "TH7-H6xH6", values={"square": "H6"}),
    Case(
        "not-beside",
        "thud:troll-2",
        T,
        "TJ9-J10xE10",
        values={"square": "E10", "target": "J10"},
        near=("TJ9-J10",),
    ),
    Case("shove-too-far", "thud:shove-1", T, "TH7-L7", values={"line": 2, "distance": 3}),
    Case("shove-must-capture", "thud:shove-2", FREE, "TD10-G10", values={"distance": 3}),
    Case("offer-open", "thud:end-1", OFFERED, "offer", near=()),
    Case("offer-open", "thud:end-1", OFFERED, "offer", seat=1, near=("accept", "decline")),
    Case("offer-wait", "thud:end-3", DECLINED, "offer", seat=0, values={"moves": 2}, near=()),
    Case("no-offer", "thud:end-2", D, "accept", near=("offer",)),
    Case("no-offer", "thud:end-2", D, "decline", near=("offer",)),
    Case("no-offer", "thud:end-2", OFFERED, "accept", seat=0, near=()),
    Case("claim-off", "thud:end-6", D, "claim", near=("offer",)),
    Case("claim-early", "thud:end-6", LIMITED, "claim", values={"quiet": 8, "limit": 9}, near=("offer",)),
]


@pytest.mark.rule("thud:turn-2", "thud:turn-3", "thud:match-2", "thud:notation-1")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}:{case.line}")
def test_a_refusal_names_the_rule_and_what_is_wrong(case: Case) -> None:
    error = expect_refusal(case.before, case.line, case.seat)
    assert (error.key, error.rule, error.fault) == (case.key, case.rule, case.fault)
    assert error.values == case.values
    if case.near is not None:
        assert error.near == case.near


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}:{case.line}")
def test_what_a_refusal_calls_near_is_legal(case: Case) -> None:
    seat = seat_to_move(case.before) if case.seat is None else case.seat
    legal = {str(action) for action in GAME.legal(case.before, seat)}
    assert set(expect_refusal(case.before, case.line, case.seat).near) <= legal


def test_every_refusal_of_the_game_is_proven_here() -> None:
    assert {case.key for case in CASES} == REFUSALS


def test_a_move_that_is_nearly_right_is_told_what_would_be() -> None:
    """The same way first, then the same piece, then the same square; captures before plain moves."""
    assert expect_refusal(D, "dE10-E10").near[0] == "dE10-F10"
    assert expect_refusal(T, "TG7-G6xE6").near == ("TG7-G6xH6", "TG7-G6")
    assert expect_refusal(D, "dA8-F6").near == ("dE6-F6", "dH6-F6")


def test_a_piece_that_cannot_get_there_is_told_how_it_gets_nearest() -> None:
    """K8 lies behind the stone: five of the dwarf's squares are three steps from it, the others further."""
    assert set(expect_refusal(STONE, "dE8-K8").near) == {"dE8-G6", "dE8-H5", "dE8-G8", "dE8-G10", "dE8-H11"}


def test_a_refused_line_is_one_line_of_text() -> None:
    assert str(expect_refusal(D, "dJ6-J9")) == "line-too-short line=1 distance=3"
    assert str(expect_refusal(D, "x" * 500)) == f"not-notation text={'x' * 70}"
