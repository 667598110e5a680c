"""Menus of One Man, Thrag!: what makes sense is on a button that says what is known, and nothing more."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.games.thrag import narration as thrag
from bot.games.thrag.english import ENGLISH as THRAG
from bot.games.thrag.english import TERMS
from bot.games.thrag.menu import menu, suggest
from bot.words import Words
from bot.words.english import HOUSE
from bot.words.menu import Button, Does, Look, Menu, asking, buttons_of, leads_to
from engine.core import read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.model import BEASTS, TILES, VALUES, Action, Foe, Phase, Stack, State, Suit, Verb
from tests.bot.games.trogdor.test_menu import fits

SPEAK = Words(HOUSE | THRAG, terms={"thrag": TERMS})
NAMES = ("Ann",)
LONGEST = len("Green + blue coin · cannot win, 1-5 damage, or you die")
"""Characters of the longest label."""

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"weapons": "none"},
    {"weapons": "red-blue", "null_coin": "2"},
    {"track_coins": "yes"},
    {"track_coins": "yes", "null_coin": "5", "weapons": "green"},
)
LATE = State(
    weapons=(Suit.RED, Suit.GREEN, Suit.BLUE),
    null_coin=0,
    tracks=False,
    turn=9,
    stacks=(Stack((1, 2), (), (3, 4)), Stack((4,), (1,), (3, 5)), Stack((), (), (1, 2, 4, 5))),
    black=Stack((4, 1), (2, 3, 5)),
    pools=((3, 1, 0), (), (4, 5)),
    flipped=((5, 2, 4), (0, 1, 2, 3, 4, 5), (0, 1, 2, 3)),
    foes=(Foe(5, 3), Foe(2, 5), Foe(3, 0)),
    die=2,
    hit_points=(0, 1, 4, 5),
    spent=(Suit.RED,),
)
"""The long example of the game's text: 8, 7 and 3 against a 2, and no green coin left."""


def game(seed: str, options: dict[str, str]) -> Iterator[State]:
    """The states of a game that is played at random."""
    chance, rng = random.Random(seed), SeededRng(seed)
    state = GAME.start(read_settings(GAME, options, 1), 1, rng)
    while state.outcome is None:
        yield state
        actions = [action for action in GAME.legal(state, 0) if action.verb is not Verb.RESIGN]
        state = GAME.apply(state, 0, chance.choice(actions), rng).state
    yield state


def games() -> Iterator[tuple[State, ...]]:
    for number in range(12):
        for options in OPTIONS:
            yield tuple(game(f"thrag {number}", options))


def at(state: State) -> Menu:
    return menu(SPEAK, NAMES, state, "")


def button(state: State, line: str) -> Button:
    (found,) = (button for button in buttons_of(at(state)) if button.value == line)
    return found


def label(state: State, line: str) -> str:
    return button(state, line).label


def confirm(state: State, line: str) -> str:
    return button(state, line).confirm


def needless(state: State, action: Action) -> bool:
    """Whether a coin or a pawn is thrown at a beast that Thrag's die slays alone."""
    foe = None if action.suit in (None, Suit.BLACK) else state.foes[BEASTS.index(action.suit)]
    costs = action.spent is not None or action.verb is Verb.REROLL
    return costs and foe is not None and foe.strength <= state.die


@pytest.mark.rule("thrag:odds-1")
def test_whatever_is_legal_is_on_one_button_but_what_would_be_wasted() -> None:
    """Left to typing: a coin or a pawn for a beast that falls without. Few want that, and rows stay short."""
    phases, left = set(), set()
    for state in (state for played in games() for state in played):
        shown = at(state)
        fits(shown)
        assert not leads_to(shown)
        offered = [button.value for button in buttons_of(shown)]
        legal = GAME.legal(state, 0)
        assert sorted(offered) == sorted(str(action) for action in legal if not needless(state, action))
        left |= {action.verb for action in legal if needless(state, action)}
        assert all(button.does is Does.PLAY and len(button.label) <= LONGEST for button in buttons_of(shown))
        assert menu(SPEAK, NAMES, state, "anything") == shown
        phases.add(GAME.view(state, None).phase)
    assert phases == set(Phase)
    assert left == {Verb.FIGHT, Verb.REROLL}


def test_a_beast_has_a_row_and_thrag_has_one() -> None:
    rows = [[button.label for button in row] for row in at(replace(LATE, fights=1)).rows]
    assert rows == [
        ["Red 2 : 8 · 6 damage", "Red + coin · cannot win, 1–6 damage"],  # noqa: RUF001 - a dash
        [
            "Green 2 : 7 · 5 damage",
            "Green + red coin · needs a 5",
            "Green + blue coin · needs a 5",
            "Reroll green",
        ],
        ["Blue 2 : 3 · 1 damage", "Blue + coin · needs 1+", "Reroll blue"],
        ["Stop fighting"],
    ]
    assert [button.label for button in at(LATE).buttons] == ["Resign"]


def test_a_beast_that_falls_at_once_needs_no_more_than_a_button() -> None:
    rows = [[button.label for button in row] for row in at(replace(LATE, die=3)).rows]
    assert rows[-1] == ["Blue 3 : 3 · slays it"]
    for line in ("fight blue with blue", "reroll blue"):
        assert GAME.parse(line, LATE) in GAME.legal(replace(LATE, die=3), 0), "it can be typed"


@pytest.mark.rule("thrag:odds-1")
def test_a_fight_without_a_coin_says_what_comes_of_it() -> None:
    assert label(replace(LATE, die=3), "fight blue") == "Blue 3 : 3 · slays it"
    assert label(LATE, "fight blue") == "Blue 2 : 3 · 1 damage"
    weak = replace(LATE, hit_points=(0, 1, 4))
    assert label(weak, "fight red") == "Red 2 : 8 · you die"
    assert label(weak, "fight green") == "Green 2 : 7 · 5 damage"
    assert button(weak, "fight red").look is Look.DANGER
    assert button(weak, "fight green").look is Look.PLAIN
    assert button(replace(LATE, die=3), "fight blue").look is Look.MAIN


def test_the_fight_that_wins_says_so() -> None:
    gone = Stack((), (), TILES)
    last = replace(
        LATE,
        stacks=(gone, gone, Stack((), (), (1, 2, 4, 5))),
        foes=(None, None, Foe(3, 0)),
        die=5,
    )
    assert label(last, "fight blue") == "Blue 5 : 3 · wins the game"


@pytest.mark.rule("thrag:odds-1")
def test_a_coin_says_what_it_must_bring() -> None:
    assert label(LATE, "fight blue with blue") == "Blue + coin · needs 1+"
    assert label(LATE, "fight green with blue") == "Green + blue coin · needs a 5"
    assert label(LATE, "fight red with red") == "Red + coin · cannot win, 1–6 damage"  # noqa: RUF001 - a dash
    assert label(replace(LATE, null_coin=2), "fight blue with blue") == "Blue + coin · sure"
    assert label(replace(LATE, null_coin=5), "fight green with red") == "Green + red coin · needs 5+"


@pytest.mark.rule("thrag:odds-1")
def test_a_coin_that_can_kill_says_so_and_looks_dangerous_only_if_it_cannot_win() -> None:
    dying = replace(LATE, hit_points=(0,))
    assert label(dying, "fight blue with blue") == "Blue + coin · needs 1+, or you die"
    assert button(dying, "fight blue with blue").look is Look.PLAIN
    assert label(dying, "fight green with red") == "Green + red coin · needs a 5, or you die"
    assert label(dying, "fight red with red") == "Red + coin · cannot win, you die"
    weak = replace(LATE, hit_points=(0, 1, 2))
    told = "Red + coin · cannot win, 1–3 damage, or you die"  # noqa: RUF001 - a dash
    assert label(weak, "fight red with red") == told
    assert label(replace(LATE, hit_points=(0, 1)), "fight red with red").endswith(
        "cannot win, 1 damage, or you die"
    )
    for state in (dying, weak):
        assert button(state, "fight red with red").look is Look.DANGER
    assert button(LATE, "fight red with red").look is Look.PLAIN


@pytest.mark.rule("thrag:odds-1")
def test_tracked_coins_tell_the_chance() -> None:
    tracked = replace(LATE, tracks=True)
    assert label(tracked, "fight blue with blue") == "Blue + coin · sure"
    assert label(tracked, "fight green with blue") == "Green + blue coin · needs a 5 (50 %)"
    told = "Green + red coin · cannot win, 2–5 damage"  # noqa: RUF001 - a dash
    assert label(tracked, "fight green with red") == told
    nulls = replace(tracked, null_coin=5)
    assert label(nulls, "fight green with red") == "Green + red coin · needs 5+ (33 %)"
    dying = replace(tracked, hit_points=(0,))
    assert label(dying, "fight green with blue") == "Green + blue coin · needs a 5 (50 %), or you die"


def test_a_pawn_rerolls_and_a_black_one_thrags_die() -> None:
    assert label(LATE, "reroll green") == "Reroll green"
    state = replace(LATE, stacks=(*LATE.stacks[:2], Stack((), (), TILES)), foes=(*LATE.foes[:2], None))
    assert label(state, "reroll black with blue") == "Reroll Thrag (blue pawn)"


def test_payments_have_rows_of_their_own() -> None:
    shown = at(replace(LATE, owed=5, fights=1))
    assert [[button.label for button in row] for row in shown.rows] == [["Pay 5", "Pay 1 + 4"]]
    assert [button.label for button in shown.buttons] == ["Resign"]
    assert not shown.question, "the line that calls the player asks it"
    assert shown.targets == ("c1", "c4", "c5")
    most = at(replace(LATE, owed=6, fights=1, hit_points=tuple(VALUES)))
    assert [len(row) for row in most.rows] == [4, 3]


@pytest.mark.rule("thrag:ask-1")
def test_a_fight_without_a_coin_that_is_certain_to_kill_is_asked_about() -> None:
    weak = replace(LATE, hit_points=(0, 1, 4))
    assert confirm(weak, "fight red").startswith(
        "That is 6 damage without a coin, and the hit points cover 5"
    )
    assert not confirm(LATE, "fight red")
    assert not confirm(weak, "fight green")
    assert not confirm(weak, "fight red with red")


@pytest.mark.rule("thrag:ask-1")
def test_a_fight_with_a_coin_that_is_certain_to_kill_is_asked_about() -> None:
    dying = replace(LATE, hit_points=(0,))
    assert label(dying, "fight red with red") == "Red + coin · cannot win, you die"
    asked = "Whatever the coin shows, that is 1 damage at least, and the hit points cover 0: Thrag dies"
    assert confirm(dying, "fight red with red").startswith(asked)
    assert not confirm(dying, "fight green with red"), "it can be won"
    assert not confirm(replace(LATE, hit_points=(0, 1)), "fight red with red"), "it can be survived"
    tracked = replace(dying, tracks=True)
    assert "2 damage at least" in confirm(tracked, "fight green with red"), "as far as is known"


@pytest.mark.rule("thrag:ask-1")
def test_stopping_in_the_last_turn_is_asked_about() -> None:
    asked = confirm(replace(LATE, turn=12, fights=1), "stop")
    assert asked.startswith("This is the last turn, and 7 beasts live")
    assert not confirm(replace(LATE, turn=11, fights=1), "stop")


@pytest.mark.rule("thrag:ask-1")
def test_flipping_the_last_coin_is_asked_about_where_it_cannot_win() -> None:
    gone = Stack((), (), TILES)
    last = replace(LATE, pools=((), (), (4,)))
    assert "7 beasts live" in confirm(last, "fight blue with blue")
    assert not confirm(last, "fight blue")
    assert "One attack coin is left" in at(last).question
    single = replace(last, stacks=(gone, gone, Stack((), (), (1, 2, 4, 5))), foes=(None, None, Foe(3, 0)))
    assert not confirm(single, "fight blue with blue")
    assert "One attack coin is left" in at(single).question
    assert not at(LATE).question


def test_giving_up_is_asked_about_wherever_it_is_said() -> None:
    for state in (LATE, replace(LATE, owed=1)):
        found = asking(lambda path, state=state: menu(SPEAK, NAMES, state, path), "resign")  # type: ignore[misc]
        assert found is not None
        assert found.look is Look.DANGER


def test_the_likeliest_lines_come_first() -> None:
    lines = suggest(replace(LATE, die=3, fights=1), 0)
    assert lines[:3] == ("fight blue", "fight green with red", "fight green with blue")
    assert lines[-1] == "resign"
    assert suggest(replace(LATE, owed=2), 0) == ("pay 4", "pay 5", "resign")
    assert suggest(LATE, 1) == ()
    for state in game("suggest", {}):
        assert sorted(suggest(state, 0)) == sorted(map(str, GAME.legal(state, 0)))


def otherwise(state: State, chance: random.Random) -> State:
    """The same table to look at: another order face down and, if untracked, other coins."""

    def mixed(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(chance.sample(values, len(values)))

    red, green, blue = (replace(stack, pile=mixed(stack.pile)) for stack in state.stacks)
    black = replace(state.black, pile=mixed(state.black.pile))
    pools, flipped = [], []
    for pool, gone in zip(state.pools, state.flipped, strict=True):
        free = mixed(pool) if state.tracks else mixed(VALUES)
        pools.append(free[: len(pool)])
        flipped.append(mixed(gone) if state.tracks else free[len(pool) :])
    return replace(
        state,
        stacks=(red, green, blue),
        black=black,
        pools=(pools[0], pools[1], pools[2]),
        flipped=(flipped[0], flipped[1], flipped[2]),
    )


def everything(state: State) -> tuple[object, ...]:
    """All that is said of a state."""
    view = GAME.view(state, None)
    return (
        at(state),
        suggest(state, 0),
        thrag.header(SPEAK, NAMES, view),
        thrag.turn(SPEAK, NAMES, view),
        thrag.call(SPEAK, NAMES, view, "<@1>") if view.outcome is None else "",
        thrag.alt(SPEAK, NAMES, view, "T7"),
        thrag.turn_key(state),
    )


@pytest.mark.rule("thrag:secret-1")
def test_what_lies_face_down_is_in_nothing_that_is_said() -> None:
    chance, different = random.Random("face down"), 0
    for state in (state for played in games() for state in played):
        other = otherwise(state, chance)
        different += other != state
        assert everything(other) == everything(state)
    assert different
