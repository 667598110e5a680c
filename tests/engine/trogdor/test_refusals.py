"""Every refusal: the line that earns it, its rule, what fills its sentence, and the legal lines near it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.core import Fault
from engine.trogdor import REFUSALS
from engine.trogdor.model import ItemMode
from tests.engine.trogdor.tables import Table, play_card, table

BARE = """
    C . . .  .
    . . . .  .
    . . .D . .
    . . . .  .
    . . . .  Ta
"""
WON = "C#! .# .# .# C#!  .# .# .# .# .#  .# .# .#Dp .# .#  .# .# .# .# .#  .# .# .# .# C#!a"
MOUNTAIN = BARE.replace(".D", "MD")
SPAWN = "C . . . C  . . . . .  . . .D . .  . . . . .  . . . . .a"
LONG = "high-energy"
BAD, UNCLEAR = Fault.MALFORMED, Fault.AMBIGUOUS


def at_choice() -> Table:
    return table(BARE, "yubbitz pouch", "hardybardy disk", hand=("block", "majesty"))


def flips() -> Table:
    return table(BARE, hand=("flip-em-up-dan", "flip-em-up-fran"))


def acting() -> Table:
    return play_card(BARE)


def with_item(item: str) -> Table:
    return play_card(MOUNTAIN, f"hardybardy {item}")


def path() -> Table:
    return play_card(BARE, card="path-o-burnination")


def waits(item: str) -> Table:
    """The Shield, with a knight to walk into, or the Pouch at its question."""
    if item == "shield":
        shown = ". . . . .  . . . . .  . . .D .1 .  . . . . .  . . . . .a"
        return play_card(shown, "hardybardy shield", asks=ItemMode.ASK).play("step e")
    shown = ". . . . .  . .p . . .  . . .D . .  . . . . .  . . . . .a"
    return play_card(shown, "hardybardy pouch", movement=("0 w nn",)).play("finish")


def lying() -> Table:
    return play_card(MOUNTAIN, "hardybardy ring").play("hide")


@dataclass
class Case:
    key: str
    rule: str
    before: Table
    line: str
    seat: int | None = None
    fault: Fault = Fault.ILLEGAL
    values: dict[str, str | int] = field(default_factory=dict)
    near: tuple[str, ...] | None = None  # None: whatever is legal


STEPS = ("step n", "step e", "step s", "step w")
PLAYS = ("play block", "play majesty")
CASES = [
    Case(
        "not-notation",
        "notation-1",
        acting(),
        "fly",
        fault=BAD,
        values={"text": "fly"},
        near=(*STEPS, "burn"),
    ),
    Case("no-such-card", "notation-1", at_choice(), "play x", fault=BAD, values={"text": "x"}, near=PLAYS),
    Case(
        "which-card",
        "notation-1",
        flips(),
        "play flip",
        fault=UNCLEAR,
        values={"text": "flip"},
        near=("play flip-em-up-dan", "play flip-em-up-fran"),
    ),
    Case("over", "win-1", play_card(WON).play("chomp"), "finish", near=()),
    Case("left", "leave-1", at_choice().play("leave", seat=1), "leave", seat=1, near=()),
    Case("not-your-turn", "turn-1", at_choice(), "play block", seat=1),
    Case("not-now", "turn-1", at_choice(), "step n", values={"asked": "choose"}),
    Case("not-now", "turn-1", acting(), "play block", values={"asked": "act"}),
    Case("not-now", "turn-1", acting(), "spawn a1", values={"asked": "act"}),
    Case("not-now", "turn-1", waits("shield"), "finish", values={"asked": "shield"}, near=("yes", "no")),
    Case("not-now", "turn-1", waits("pouch"), "yes", values={"asked": "pouch"}),
    Case("not-held", "choose-1", at_choice(), "play wingaling", values={"card": "wingaling"}),
    Case("not-held", "choose-1", at_choice(), "discard wingaling", values={"card": "wingaling"}),
    Case("path-first", "ruling-50d", path(), "finish", near=("card",)),
    Case("path-acts", "card-path-o-burnination", path(), "step n", near=("card",)),
    Case("hidden", "ruling-53", lying(), "step n", near=("finish",)),
    Case("hidden", "ruling-53", lying(), "item a1", values={"item": "ring"}, near=("finish",)),
    Case("no-points", "act-1", play_card(BARE, card="block").play(*"nsns"), "step n", near=("finish",)),
    Case(
        "no-points",
        "act-1",
        play_card(BARE, card="flip-em-up-fran").play("finish"),
        "burn",
    ),
    Case("no-diagonal", "move-1", acting(), "ne", values={"direction": "ne"}, near=STEPS),
    Case("off-map", "move-1", acting().play("n", "n"), "n", values={"direction": "n"}, near=STEPS[1:]),
    Case(
        "no-tunnel",
        "tunnel-1",
        acting(),
        "tunnel e5",
        values={"square": "e5", "here": "c3", "ends": 0},
    ),
    Case("no-peasant", "chomp-1", acting(), "chomp", values={"square": "c3"}),
    Case("no-peasant", "burn-1", acting(), "burn peasant", values={"square": "c3"}, near=("burn",)),
    Case("already-burned", "burn-1", acting().play("burn"), "burn", values={"square": "c3"}),
    Case(
        "already-burned",
        "burn-3",
        play_card(BARE.replace(".D", "C#!D")),
        "burn cottage",
        values={"square": "c3"},
    ),
    Case("lake-not-ready", "burn-2", play_card(BARE.replace(".D", "LD")), "burn", values={"square": "c3"}),
    Case("no-cottage", "burn-3", acting(), "burn cottage", values={"square": "c3"}, near=("burn",)),
    Case(
        "cottage-not-ready",
        "burn-3",
        play_card(BARE.replace(".D", "CD")),
        "burn cottage",
        values={"square": "c3"},
        near=("burn",),
    ),
    Case("cannot-hide", "hide-1", acting(), "hide", values={"square": "c3"}),
    Case("no-effect", "choose-1", acting(), "card c3", values={"card": LONG}),
    Case(
        "no-effect",
        "choose-1",
        at_choice().play("discard majesty"),
        "card c3",
        values={"card": "majesty"},
    ),
    Case(
        "effect-used",
        "card-majesty",
        at_choice().play("play majesty", "card a1"),
        "card b1",
        values={"card": "majesty"},
    ),
    Case(
        "effect-too-late",
        "ruling-15",
        at_choice().play("play majesty", "burn"),
        "card b1",
        values={"card": "majesty"},
    ),
    Case(
        "effect-too-early",
        "ruling-15",
        play_card(BARE, card="shot-put"),
        "card c2",
        values={"card": "shot-put"},
    ),
    Case("no-target", "card-sidewise", play_card(BARE, card="sidewise"), "card a1", values={"square": "a1"}),
    Case("no-target", "card-sidewise", play_card(BARE, card="sidewise"), "card", values={"square": "-"}),
    Case("no-target", "item-baubles", with_item("baubles"), "item a1 b1", values={"square": "a1, b1"}),
    Case("no-target", "item-ring", with_item("ring"), "item c3", values={"square": "c3"}),
    Case(
        "no-target",
        "ruling-57",
        waits("pouch"),
        "pouch w",
        values={"square": "w"},
        near=("pouch n", "pouch e", "pouch s"),
    ),
    Case("item-empty", "items-1", with_item("beans").play("item"), "item", values={"item": "beans"}),
    Case(
        "item-used",
        "items-1",
        play_card(BARE.replace(". . .D", ". F .D"), "hardybardy beans").play("item", "w"),
        "item",
        values={"item": "beans"},
    ),
    Case("item-waits", "item-flask", with_item("flask"), "item", values={"item": "flask"}),
    Case("item-not-now", "ruling-53", with_item("beans").play("hide"), "item", values={"item": "beans"}),
    Case("void-empty", "item-disk", with_item("disk"), "item", values={"item": "disk"}),
    Case(
        "wrong-number",
        "spawn-2",
        play_card(SPAWN, movement=("1 n nn",)).play("finish"),
        "spawn a1 e1",
        values={"number": 1},
        near=("spawn a1", "spawn e1"),
    ),
    Case("no-trade", "ruling-32", acting(), "trade block for block with 1"),
    Case("no-trade", "ruling-32", acting(), "accept"),
    Case("no-partner", "keeper-yubbitz", flips(), "trade flip-em-up-dan for block with 1"),
    Case("no-cards", "ruling-32", at_choice(), "trade wingaling for block with 2"),
    Case("no-offer", "ruling-32", at_choice(), "accept"),
    Case("no-offer", "ruling-32", at_choice(), "withdraw"),
    Case("no-setting", "prefer-1", at_choice(), "prefer auto", seat=1, values={"item": "disk"}),
    Case("no-setting", "prefer-1", at_choice(), "prefer ask", values={"item": "pouch"}),
]


def case_id(case: Case) -> str:
    return f"{case.key}:{case.line}"


@pytest.mark.rule("trogdor:turn-1", "trogdor:notation-1", "trogdor:choose-1", "trogdor:act-1")
@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_refusal_names_the_rule_and_what_is_wrong(case: Case) -> None:
    error = case.before.expect_refusal(case.line, case.seat)
    assert (error.key, error.rule, error.fault) == (case.key, f"trogdor:{case.rule}", case.fault)
    assert error.values == case.values
    if case.near is not None:
        assert error.near == case.near


@pytest.mark.parametrize("case", [case for case in CASES if case.fault is Fault.ILLEGAL], ids=case_id)
def test_what_a_refusal_calls_near_is_legal(case: Case) -> None:
    assert set(case.before.expect_refusal(case.line, case.seat).near) <= set(
        case.before.legal(seat=case.seat)
    )


def test_every_refusal_of_the_game_is_proven_here() -> None:
    assert {case.key for case in CASES} == REFUSALS


def test_a_refusal_leads_nobody_to_leave() -> None:
    near = {line for case in CASES for line in case.before.expect_refusal(case.line, case.seat).near}
    assert "leave" not in near


def test_at_most_eight_lines_are_near() -> None:
    assert len(with_item("ring").expect_refusal("item c3").near) == 8


def test_a_refused_line_is_one_line_of_text() -> None:
    assert str(acting().expect_refusal("ne")) == "no-diagonal direction=ne"
    assert str(acting().expect_refusal("x" * 500)) == f"not-notation text={'x' * 40}"
