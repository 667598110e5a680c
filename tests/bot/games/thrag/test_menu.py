"""Menus of One Man, Thrag!: sensible actions on the board, the rest in private, all with known odds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from bot.games.catalogue import words_in
from bot.games.thrag import narration as thrag
from bot.games.thrag.english import ENGLISH as THRAG
from bot.games.thrag.english import TERMS
from bot.games.thrag.menu import ROOM, menu, room_of, suggest
from bot.words import LANGUAGES, Words
from bot.words.english import HOUSE
from bot.words.menu import Button, ButtonLook, Does, Menu, buttons_of, confirming_button, way_to
from engine.core import read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.fights import replace_at
from engine.thrag.model import BEASTS, TILES, VALUES, Action, Fight, Foe, Phase, Stack, State, Suit, Verb
from tests.bot.games.test_menus import menus
from tests.bot.games.trogdor.test_menu import fits

SPEAK = Words(HOUSE | THRAG, terms={"thrag": TERMS})
NAMES = ("Ann",)
CONTROLS = 6
"""What a turn may offer beside lists; three of them are the house's."""

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


def at(state: State, path: str = "") -> Menu:
    return menu(SPEAK, NAMES, state, path)


def plays(state: State) -> list[Button]:
    """All that can be played, on the board and in private."""
    shown = menus(partial(at, state)).values()
    return [button for menu in shown for button in buttons_of(menu) if button.does is Does.PLAY]


def button_labels(state: State, path: str = "") -> list[list[str]]:
    """The labels of a menu, row by row; buttons without a row are the last one."""
    found = at(state, path)
    return [[button.label for button in row] for row in (*found.rows, found.buttons)]


def button(state: State, line: str) -> Button:
    (found,) = (button for button in plays(state) if button.value == line)
    return found


def path_to(state: State, line: str) -> tuple[str, ...]:
    """The labels that lead to a line."""
    return way_to(lambda path: at(state, path), line)


def label(state: State, line: str) -> str:
    return button(state, line).label


def confirm(state: State, line: str) -> str:
    return button(state, line).confirm


def wasted_actions(state: State, action: Action) -> bool:
    """Whether a coin or a pawn is thrown at a beast that Thrag's die slays alone."""
    foe = None if action.suit in (None, Suit.BLACK) else state.foes[BEASTS.index(action.suit)]
    costs = action.spent is not None or action.verb is Verb.REROLL
    return costs and foe is not None and foe.strength <= state.die


@pytest.mark.slow
@pytest.mark.rule("thrag:odds-1")
def test_whatever_is_legal_is_on_one_button_but_what_would_be_wasted() -> None:
    """Left to typing: a coin or a pawn for a beast that falls without. Few want that."""
    phases, left = set(), set()
    for state in (state for played in games() for state in played):
        fits(at(state))
        legal = GAME.legal(state, 0)
        offered = [button.value for button in plays(state)]
        assert sorted(offered) == sorted(str(action) for action in legal if not wasted_actions(state, action))
        left |= {action.verb for action in legal if wasted_actions(state, action)}
        assert at(state, "anything") == at(state)
        phases.add(GAME.view(state, None).phase)
    assert phases == set(Phase)
    assert left == {Verb.FIGHT, Verb.REROLL}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_stays_on_one_line_of_a_phone(language: str) -> None:
    """Every beast, with each coin and each risk, in every language."""
    words, whole = words_in(language), tuple(Stack(TILES) for _ in BEASTS)
    for suit, tile, own, health, tracks, empty in product(
        BEASTS, TILES, (0, 4), ((0,), (0, 1, 2), VALUES), (False, True), (False, True)
    ):
        place = BEASTS.index(suit)
        for die in (0, 5):
            state = replace(
                LATE,
                stacks=(whole[0], whole[1], whole[2]),
                foes=replace_at((None, None, None), place, Foe(tile, die)),
                pools=replace_at(((0, 3, 5),) * 3, place, () if empty else (0, 3, 5)),
                die=own,
                hit_points=health,
                tracks=tracks,
                spent=(),
            )
            for found in menus(partial(menu, words, NAMES, state)).values():
                wide = [button.label for button in buttons_of(found) if room_of(button.label) > ROOM]
                assert not wide


def test_a_label_that_needs_it_is_said_in_fewer_words() -> None:
    """First the verb goes, then colour and strength, then what it costs; the name goes last."""
    fresh = replace(LATE, pools=(VALUES, (1, 2, 3, 4, 5), VALUES), flipped=((), (0,), ()), die=1)
    assert label(replace(fresh, foes=(None, Foe(2, 1), None)), "fight green with green") == (
        "Bog Otter (green 3): needs 2+"
    )
    assert label(replace(fresh, foes=(None, None, Foe(1, 2))), "fight blue with blue") == (
        "Fight the Rain Snail (blue 3), 67%"
    )
    assert label(
        replace(fresh, foes=(Foe(3, 5), None, None), hit_points=(0, 1, 2)), "fight red with red"
    ) == (
        "Rusty Hedgehog: −2 to −3 or death"  # noqa: RUF001 - minus signs
    )
    far = replace(
        LATE, hit_points=(0,), pools=((), (0, 3, 5), (4,)), tracks=True, foes=(Foe(3, 2), None, None)
    )
    assert label(far, "fight red with green") == "red + green: 67% or death"
    assert label(replace(far, foes=(Foe(5, 0), None, None)), "fight red with green") == (
        "Oven Bull + green: 67% or death"
    )


@pytest.mark.slow
def test_the_board_has_few_buttons_and_all_else_is_two_taps_away_at_most() -> None:
    for state in (state for played in games() for state in played if state.outcome is None):
        assert 2 <= len(list(buttons_of(at(state)))) <= CONTROLS - 3
        for path, found in menus(partial(at, state)).items():
            fits(found, path)
        assert all(1 <= len(path_to(state, button.value)) <= 3 for button in plays(state))


def test_the_board_has_the_two_likeliest_fights_and_the_rest_is_private() -> None:
    assert button_labels(LATE) == [
        ["Ditch Heron (blue 3): needs 1+", "Bog Otter, red coin: needs a 5", "Other ways…"],
        [],
    ]
    assert at(LATE, "other").question == "What else can Thrag do?"
    assert button_labels(LATE, "other") == [
        [
            "Fight the Oven Bull (red 8)…",
            "Fight the Bog Otter (green 7)…",
            "Ditch Heron (blue 3), no coin: −1",  # noqa: RUF001 - a minus
        ],
        ["Reroll green (Bog Otter)", "Reroll blue (Ditch Heron)"],
        ["Back", "Resign"],
    ]
    assert path_to(LATE, "reroll green") == ("Other ways…", "Reroll green (Bog Otter)")


def test_several_ways_to_fight_a_beast_have_a_question_of_their_own() -> None:
    assert at(LATE, "other-green").question == "Bog Otter (green 7) against Thrag's 2: how does he fight?"
    assert at(LATE, "other-green").chosen == ("green",)
    assert button_labels(LATE, "other-green") == [
        ["Bog Otter, blue coin: needs a 5", "Bog Otter (green 7), no coin: −5"],  # noqa: RUF001 - a minus
        ["Back"],
    ]
    assert button_labels(LATE, "other-red") == [
        ["Oven Bull (red 8) + coin: −1 to −6", "Oven Bull (red 8), no coin: −6"],  # noqa: RUF001
        ["Back"],
    ]
    assert at(LATE, "other-blue") == at(LATE), "there is only one left"


def test_where_thrag_may_stop_that_is_on_the_board_beside_the_best_fight() -> None:
    assert button_labels(replace(LATE, fights=1))[0] == [
        "Ditch Heron (blue 3): needs 1+",
        "Stop",
        "Other ways…",
    ]
    both = replace(LATE, fights=1, foes=(None, Foe(1, 1), Foe(2, 0)))
    assert button_labels(both)[0] == [
        "Slay the Moss Toad (green 2)",
        "Slay the Pump Crab (blue 2)",
        "Other ways…",
    ], "no player stops before what costs nothing"
    one = replace(LATE, fights=1, foes=(None, Foe(2, 5), Foe(2, 0)))
    assert button_labels(one)[0] == ["Slay the Pump Crab (blue 2)", "Stop", "Other ways…"]
    breath = replace(LATE, fights=1, hit_points=(0,))
    assert button_labels(breath)[0] == ["Stop", "Other ways…"], (
        "what can kill is no tap away while he may stop"
    )
    last = replace(LATE, fights=1, turn=12)
    assert button_labels(last)[0][:2] == ["Ditch Heron (blue 3): needs 1+", "Bog Otter, red coin: needs a 5"]
    assert path_to(last, "stop") == ("Other ways…", "Stop")


@pytest.mark.rule("thrag:fight-4")
def test_the_beast_that_has_just_won_stays_where_it_was_unless_it_is_a_bad_bet() -> None:
    def first(red: Foe, blue: Foe, lost_to: Suit) -> str:
        foe = red if lost_to is Suit.RED else blue
        fight = Fight(lost_to, foe.tile, foe.die, 2, lost_to, 0)
        return at(replace(LATE, fights=1, foes=(red, None, blue), fight=fight)).rows[0][0].value

    easier, harder, hardest = Foe(3, 1), Foe(4, 1), Foe(4, 2)
    assert first(harder, easier, Suit.BLUE) == "fight blue with blue"
    assert first(harder, easier, Suit.RED) == "fight red with red"
    assert first(hardest, easier, Suit.RED) == "fight blue with blue", "one coin in three is not put first"
    assert first(hardest, hardest, Suit.BLUE) == "fight blue with blue"
    assert first(hardest, hardest, Suit.RED) == "fight red with red"


def test_nothing_deadly_stands_beside_what_is_not() -> None:
    one = replace(LATE, hit_points=(0,), foes=(Foe(5, 3), None, Foe(3, 0)))
    assert button_labels(one)[0] == [
        "Ditch Heron: needs 1+ or death",
        "Reroll blue (Ditch Heron)",
        "Other ways…",
    ]
    late = replace(one, turn=12, fights=1, foes=(Foe(5, 3), None, None), spent=BEASTS)
    assert button_labels(late)[0] == ["Stop", "Other ways…"], "both lose, but Thrag need not die"
    none = replace(late, fights=0)
    assert button_labels(none)[0] == ["Oven Bull (red 8), no coin: death", "Other ways…"], (
        "he has to fight, and is asked about it"
    )


def test_where_he_must_fight_the_least_of_all_evils_is_on_the_board() -> None:
    strong = replace(LATE, foes=(Foe(5, 3), Foe(5, 5), Foe(5, 4)), pools=((3, 1, 0), (), ()))
    assert [label for label in button_labels(strong)[0] if label != "Other ways…"] == [
        "Oven Bull (red 8), no coin: −6",  # noqa: RUF001 - a minus
        "Bathtub Kraken, no coin: −7",  # noqa: RUF001
    ]
    assert button_labels(replace(LATE, hit_points=(0,)))[0][0] == "Ditch Heron: needs 1+ or death"


@pytest.mark.slow
def test_one_thing_stands_out_and_only_if_it_makes_sense() -> None:
    def main(state: State) -> list[str]:
        return [button.label for button in buttons_of(at(state)) if button.look is ButtonLook.MAIN]

    assert main(LATE) == ["Ditch Heron (blue 3): needs 1+"]
    assert main(replace(LATE, die=3)) == ["Slay the Ditch Heron (blue 3)"]
    assert main(replace(LATE, owed=2, fights=1)) == ["Pay 4"]
    poor = replace(LATE, foes=(Foe(5, 3), Foe(2, 5), None))
    assert main(poor) == [], "one coin in six"
    assert main(replace(poor, fights=1)) == ["Stop"]
    assert main(replace(LATE, hit_points=(0,))) == [], "it could kill him"
    for state in (state for played in games() for state in played):
        assert len(main(state)) <= 1
        for path, found in menus(partial(at, state)).items():
            assert not path or not any(button.look is ButtonLook.MAIN for button in buttons_of(found))


@pytest.mark.slow
def test_nothing_shouts_least_of_all_what_is_deadly() -> None:
    for state in (state for played in games() for state in played):
        assert all(button.look in (ButtonLook.MAIN, ButtonLook.PLAIN) for button in plays(state))
        assert all(button.look is ButtonLook.PLAIN for button in plays(state) if button.confirm)
        assert all(button.enabled for button in plays(state))


def test_a_beast_that_falls_at_once_needs_no_more_than_a_button() -> None:
    state = replace(LATE, die=3)
    assert button_labels(state)[0][0] == "Slay the Ditch Heron (blue 3)"
    for line in ("fight blue with blue", "reroll blue"):
        assert not path_to(state, line)
        assert GAME.parse(line, LATE) in GAME.legal(state, 0), "it can be typed"


@pytest.mark.rule("thrag:odds-1")
def test_a_fight_without_a_coin_says_what_comes_of_it() -> None:
    assert label(replace(LATE, die=3), "fight blue") == "Slay the Ditch Heron (blue 3)"
    assert label(LATE, "fight blue") == "Ditch Heron (blue 3), no coin: −1"  # noqa: RUF001 - a minus
    weak = replace(LATE, hit_points=(0, 1, 4))
    assert label(weak, "fight red") == "Oven Bull (red 8), no coin: death"
    assert label(weak, "fight green") == "Bog Otter (green 7), no coin: −5"  # noqa: RUF001


def test_the_fight_that_wins_says_so() -> None:
    gone = Stack((), (), TILES)
    last = replace(
        LATE,
        stacks=(gone, gone, Stack((), (), (1, 2, 4, 5))),
        foes=(None, None, Foe(3, 0)),
        die=5,
    )
    assert label(last, "fight blue") == "Slay the Ditch Heron and win"


@pytest.mark.rule("thrag:odds-1")
def test_a_coin_says_what_it_must_bring() -> None:
    assert label(LATE, "fight blue with blue") == "Ditch Heron (blue 3): needs 1+"
    assert label(LATE, "fight green with blue") == "Bog Otter, blue coin: needs a 5"
    assert label(LATE, "fight red with red") == "Oven Bull (red 8) + coin: −1 to −6"  # noqa: RUF001 - minus signs
    assert label(replace(LATE, null_coin=2), "fight blue with blue") == "Ditch Heron (blue 3): 100%", (
        "nulls will do"
    )
    assert label(replace(LATE, null_coin=5), "fight green with red") == "Bog Otter, red coin: needs 5+"


@pytest.mark.rule("thrag:odds-1", "thrag:coin-3")
def test_an_untouched_pool_tells_the_chance_too() -> None:
    """Five of its six coins are enough: no player has to remember anything."""
    fresh = replace(LATE, pools=(VALUES, (), (4, 5)), flipped=((), (0, 1, 2, 3, 4, 5), (0, 1, 2, 3)))
    assert (
        label(replace(fresh, foes=(Foe(3, 0), None, None)), "fight red with red")
        == "Rusty Hedgehog (red 3): 83%"
    )
    assert label(fresh, "fight green with red") == "Bog Otter (green 7), red coin: 17%"
    assert label(fresh, "fight blue with blue") == "Ditch Heron (blue 3): needs 1+", (
        "of this one four are gone"
    )


@pytest.mark.rule("thrag:odds-1")
def test_a_coin_that_can_kill_says_so() -> None:
    dying = replace(LATE, hit_points=(0,))
    assert label(dying, "fight blue with blue") == "Ditch Heron: needs 1+ or death"
    assert label(dying, "fight green with red") == "Bog Otter + red: needs a 5 or death"
    assert label(dying, "fight red with red") == "Oven Bull (red 8) + coin: death"
    weak = replace(LATE, hit_points=(0, 1, 2))
    assert label(weak, "fight red with red") == "Oven Bull + coin: −1 to −3 or death"  # noqa: RUF001 - minus signs
    weaker = replace(LATE, hit_points=(0, 1))
    assert label(weaker, "fight red with red") == "Oven Bull (red 8) + coin: −1 or death"  # noqa: RUF001


@pytest.mark.rule("thrag:odds-1")
def test_tracked_coins_tell_the_chance() -> None:
    tracked = replace(LATE, tracks=True)
    assert label(tracked, "fight blue with blue") == "Ditch Heron (blue 3): 100%"
    assert label(tracked, "fight green with blue") == "Bog Otter (green 7), blue coin: 50%"
    assert label(tracked, "fight green with red") == "Bog Otter, red coin: −2 to −5"  # noqa: RUF001 - minus signs
    nulls = replace(tracked, null_coin=5)
    assert label(nulls, "fight green with red") == "Bog Otter (green 7), red coin: 33%"
    dying = replace(tracked, hit_points=(0,))
    assert label(dying, "fight green with blue") == "Bog Otter, blue coin: 50% or death"


def test_a_pawn_rerolls_and_a_black_one_thrags_die() -> None:
    assert label(LATE, "reroll green") == "Reroll green (Bog Otter)"
    state = replace(LATE, stacks=(*LATE.stacks[:2], Stack((), (), TILES)), foes=(*LATE.foes[:2], None))
    assert label(state, "reroll black with blue") == "Reroll Thrag (blue pawn)"


def test_the_cheapest_ways_to_pay_are_on_the_board() -> None:
    two = replace(LATE, owed=5, fights=1)
    assert button_labels(two) == [["Pay 5", "Pay 1 + 4", "Other ways…"], []]
    assert button_labels(two, "other") == [["Back", "Resign"]], "no slip of the thumb gives up"
    assert not at(two).question, "the line that calls the player asks it"
    assert at(two).targets == ("c1", "c4", "c5")
    most = replace(LATE, owed=6, fights=1, hit_points=tuple(VALUES))
    assert button_labels(most)[0] == ["Pay 1 + 5", "Pay 2 + 4", "Other ways…"]
    assert len(button_labels(most, "other")[0]) == 5
    assert button_labels(most, "other")[-1] == ["Back", "Resign"]
    assert at(most, "other").targets == at(most).targets


@pytest.mark.rule("thrag:ask-1")
def test_a_fight_without_a_coin_that_is_certain_to_kill_is_asked_about() -> None:
    weak = replace(LATE, hit_points=(0, 1, 4))
    assert confirm(weak, "fight red").startswith("That's 6 damage, and Thrag can take 5. It kills him.")
    assert not confirm(LATE, "fight red")
    assert not confirm(weak, "fight green")


@pytest.mark.rule("thrag:ask-1")
def test_a_fight_with_a_coin_that_is_certain_to_kill_is_asked_about() -> None:
    dying = replace(LATE, hit_points=(0,))
    asked = "Even the best coin leaves 1 damage, and Thrag can take 0. It kills him."
    assert confirm(dying, "fight red with red").startswith(asked)
    assert not confirm(dying, "fight green with red"), "it can be won"
    tracked = replace(dying, tracks=True)
    assert "leaves 2 damage" in confirm(tracked, "fight green with red"), "with what is known to be left"


@pytest.mark.rule("thrag:ask-1")
def test_a_fight_that_can_kill_and_not_be_won_is_asked_about() -> None:
    for health in ((0, 1), (0, 1, 4)):
        asked = confirm(replace(LATE, hit_points=health), "fight red with red")
        assert asked.startswith("No coin wins this fight, and a bad one kills Thrag.")
    assert not confirm(LATE, "fight red with red"), "it cannot be won, but he lives"


def test_a_fight_is_costly_where_it_is_certain_to_hurt_or_can_kill() -> None:
    """Then a tap on the beast alone does not play it."""
    costly = {found.value for found in plays(LATE) if found.costly}
    assert {"fight red", "fight green", "fight red with red"} <= costly
    assert not button(LATE, "fight green with red").costly, "it can be won, and he survives a bad coin"
    assert not any(found.costly for found in plays(LATE) if not found.value.startswith("fight"))


@pytest.mark.rule("thrag:ask-1")
def test_stopping_in_the_last_turn_is_asked_about() -> None:
    asked = confirm(replace(LATE, turn=12, fights=1), "stop")
    assert asked.startswith("This is the last turn, and 7 beasts are left.")
    assert not confirm(replace(LATE, turn=11, fights=1), "stop")


@pytest.mark.rule("thrag:ask-1")
def test_flipping_the_last_coin_is_asked_about_where_it_cannot_win() -> None:
    gone = Stack((), (), TILES)
    last = replace(LATE, pools=((), (), (4,)))
    assert "7 beasts are left" in confirm(last, "fight blue with blue")
    assert not confirm(last, "fight blue")
    assert "Last coin: " in at(last).question
    assert "fight blue with blue" not in {button.value for button in buttons_of(at(last))}
    single = replace(last, stacks=(gone, gone, Stack((), (), (1, 2, 4, 5))), foes=(None, None, Foe(3, 0)))
    assert not confirm(single, "fight blue with blue")
    assert "Last coin: " in at(single).question
    assert not at(LATE).question


def test_giving_up_is_asked_about_wherever_it_is_said() -> None:
    for state in (LATE, replace(LATE, owed=1)):
        found = confirming_button(lambda path, state=state: menu(SPEAK, NAMES, state, path), "resign")  # type: ignore[misc]
        assert found is not None
        assert found.confirm == "Resign? You lose the game."


def test_the_likeliest_lines_come_first() -> None:
    lines = suggest(replace(LATE, die=3, fights=1), 0)
    assert lines[:3] == ("fight blue", "fight green with red", "fight green with blue")
    assert lines[-1] == "resign"
    assert suggest(replace(LATE, owed=2), 0) == ("pay 4", "pay 5", "resign")
    assert suggest(LATE, 1) == ()
    for state in game("suggest", {}):
        assert sorted(suggest(state, 0)) == sorted(map(str, GAME.legal(state, 0)))


def reshuffle_hidden(state: State, chance: random.Random) -> State:
    """The state with the same view, but another hidden order and, if untracked, other coins."""

    def shuffle_values(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(chance.sample(values, len(values)))

    red, green, blue = (replace(stack, pile=shuffle_values(stack.pile)) for stack in state.stacks)
    black = replace(state.black, pile=shuffle_values(state.black.pile))
    pools, flipped = [], []
    for pool, gone in zip(state.pools, state.flipped, strict=True):
        free = shuffle_values(pool) if state.tracks else shuffle_values(VALUES)
        pools.append(free[: len(pool)])
        flipped.append(shuffle_values(gone) if state.tracks else free[len(pool) :])
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
        menus(partial(at, state)),
        suggest(state, 0),
        thrag.header(SPEAK, NAMES, view),
        thrag.turn(SPEAK, NAMES, view),
        thrag.call(SPEAK, NAMES, view, "<@1>") if view.outcome is None else "",
        thrag.alt(SPEAK, NAMES, view),
        thrag.turn_key(state),
    )


@pytest.mark.rule("thrag:secret-1")
def test_what_lies_face_down_is_in_nothing_that_is_said() -> None:
    chance, different = random.Random("face down"), 0
    for state in (state for played in games() for state in played):
        other = reshuffle_hidden(state, chance)
        different += other != state
        assert everything(other) == everything(state)
    assert different
