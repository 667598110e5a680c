"""Menus of Ploc: whatever the dice can do is on a button that says what comes of it."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.games.ploc.english import ENGLISH as PLOC
from bot.games.ploc.menu import menu, suggest
from bot.words import Words
from bot.words.english import HOUSE
from bot.words.menu import Button, ButtonLook, Does, Menu, buttons_of, confirming_button
from engine.core import read_settings
from engine.ploc import GAME
from engine.ploc.model import Action, Dice, Side, State, Turn, Verb
from engine.rng import ScriptedRng, SeededRng
from tests.bot.games.trogdor.test_menu import choices, fits, lines

SPEAK = Words(HOUSE | PLOC)
NAMES = ("Ann", "Ben")
LONGEST = len("Berserk! Broadford 111→107…")
"""Characters of the longest label, which a phone shows in one row."""

MOST = 5
"""Buttons that the board has at most: the house adds one, and a turn of a duel has room for six."""

TAPS = 3
"""Buttons at most from the board to a move."""

NO_CHANCE = ScriptedRng(())
GIVING_UP = frozenset({Verb.CONCEDE, Verb.RESIGN})


def standing(
    dice: Dice,
    yellow: tuple[Dice, int, int] = ((4, 3, 2), 9, 0),
    red: tuple[Dice, int, int] = ((1, 2, 4), 7, 0),
    match: int = 1,
) -> State:
    """A turn of Plockton that begins with these dice: column, standing and lying athletes of both sides."""
    sides = (Side(*yellow), Side(*red))
    return State(match, sides, Turn(0, 3, dice, yellow[0].count(6)))


EXAMPLE = standing((4, 4, 1))
"""Yellow's turn as the text of the game shows it: 9 against 7."""


def play(state: State, *played: str) -> State:
    """The state after these lines of the players on turn."""
    for line in played:
        seat = next(iter(GAME.to_act(state)))
        state = GAME.apply(state, seat, GAME.parse(line, state), NO_CHANCE).state
    return state


def game(number: int) -> Iterator[State]:
    """The states of a game that is played at random, with rare actions preferred."""
    chance, rng = random.Random(number), SeededRng(f"ploc {number}")
    limit = str(number % 3 * 9)
    state = GAME.start(read_settings(GAME, {"turn_limit": limit}, 2), 2, rng)
    for _ in range(260):
        yield state
        if state.outcome is not None:
            return
        seat = next(iter(GAME.to_act(state)))
        actions = [action for action in GAME.legal(state, seat) if action.verb not in GIVING_UP]
        seldom = {Verb.OFFER, Verb.ACCEPT, Verb.UNDO}
        likely = [action for action in actions if action.verb not in seldom] or actions
        rare = [action for action in actions if action.verb in (Verb.BERSERK, Verb.REROLL)]
        pool = rare or (actions if chance.random() < 0.1 else likely)
        state = GAME.apply(state, seat, chance.choice(pool), rng).state


def states(games: int) -> Iterator[State]:
    for number in range(games):
        yield from game(number)


def at(state: State, path: str = "") -> Menu:
    return menu(SPEAK, NAMES, state, path)


def menus(state: State) -> dict[str, Menu]:
    """Every menu that choices lead to, by its path."""
    found: dict[str, Menu] = {}
    paths = [""]
    while paths:
        path = paths.pop()
        if path not in found:
            found[path] = at(state, path)
            paths.extend(choices(found[path], Does.GO))
    return found


Walked = list[tuple[State, dict[str, Menu]]]


@pytest.fixture(scope="module", params=[8, pytest.param(24, marks=pytest.mark.slow)])
def walked_states(request: pytest.FixtureRequest) -> Walked:
    """The states of so many games, each with its menus: to walk through them takes long."""
    return [(state, menus(state)) for state in states(request.param)]


def taps(every: dict[str, Menu]) -> dict[str, int]:
    """How many buttons it takes from the board to each line."""
    found: dict[str, int] = {}
    waiting, seen = deque([("", 1)]), {""}
    while waiting:
        path, count = waiting.popleft()
        shown = every[path]
        for line in lines(shown):
            found.setdefault(line, count)
        new = set(choices(shown, Does.GO)) - seen
        seen |= new
        waiting.extend((step, count + 1) for step in new)
    return found


def labels(row: tuple[Button, ...]) -> list[str]:
    return [button.label for button in row]


def button(state: State, line: str) -> Button:
    """The button that plays a line, anywhere in the menu."""
    found = [
        button
        for shown in menus(state).values()
        for button in buttons_of(shown)
        if button.value == line and button.does is Does.PLAY
    ]
    return found[0]


def first_equal_action(state: State, action: Action) -> Action:
    """The action at the first free place with an equal die: such places are interchangeable."""
    if action.verb is not Verb.USE:
        return action
    column = state.sides[state.turn.seat].column
    free = [place for place in range(3) if place not in {use.place for use in state.turn.uses}]
    return replace(action, place=next(place for place in free if column[place] == column[action.place]))


def test_whatever_is_legal_is_offered_within_the_limits_and_nothing_else(walked_states: Walked) -> None:
    seen = set()
    for state, found in walked_states:
        offered = {GAME.parse(line, state) for shown in found.values() for line in lines(shown)}
        legal = {action for seat in (0, 1) for action in GAME.legal(state, seat)}
        assert offered <= legal
        assert offered == {first_equal_action(state, action) for action in legal}
        for path, shown in found.items():
            fits(shown, path)
            assert all(len(button.label) <= LONGEST for button in buttons_of(shown))
            assert not path or any(len(step) < len(path) for step in choices(shown, Does.GO))
        seen |= {action.verb for action in offered}
    assert seen == set(Verb)


def test_a_path_that_is_gone_leads_to_the_beginning() -> None:
    for path in ("6", "6a", "berserk", "nowhere", "4d"):
        assert at(EXAMPLE, path) == at(EXAMPLE)
    used = play(EXAMPLE, "4a hit standing", "4b swap", "1c swap")
    assert at(used, "4") == at(used)
    offered = play(EXAMPLE, "offer")
    assert at(offered, "4") == at(offered)


def test_a_step_whose_place_is_taken_meanwhile_opens_at_another() -> None:
    used = play(EXAMPLE, "4a hit standing")
    assert at(used, "4a") == at(used, "4")
    assert "a" not in at(used, "4a").chosen


def test_the_board_has_the_dice_and_marks_nothing() -> None:
    shown = at(EXAMPLE)
    assert [labels(row) for row in shown.rows] == [["The 4", "The 1"]]
    assert {button.look for button in shown.rows[0]} == {ButtonLook.MAIN}
    assert labels(shown.buttons) == ["Offer or give up…"]
    assert shown.question == "Which die first?"
    assert shown.chosen == shown.targets == ()


def test_a_die_has_a_row_of_places_and_a_row_of_deeds() -> None:
    shown = at(EXAMPLE, "4b")
    assert [labels(row) for row in shown.rows] == [
        ["a: 4", "b: 3", "c: 2"],
        ["Hit: 7→6", "Swap: you 9→11", "Weaken: 0→1 lying"],
    ]
    assert [button.look for button in shown.rows[0]] == [ButtonLook.PLAIN, ButtonLook.MAIN, ButtonLook.PLAIN]
    assert [button.value for button in shown.rows[1]] == ["4b hit standing", "4b swap", "4b weaken"]
    assert labels(shown.buttons) == ["Back"]
    assert shown.question == "Your **4** next to the **3**:"
    assert shown.chosen == ("die 4", "b")
    assert shown.targets == ("a", "c")


def test_a_die_opens_at_the_highest_place_where_it_hits() -> None:
    assert at(EXAMPLE, "4") == at(EXAMPLE, "4a")
    three = standing((3, 6, 1))
    assert three.sides[0].column == (4, 3, 2)
    assert at(three, "3") == at(three, "3b")
    one = at(three, "1")
    assert one == at(three, "1c"), "it hits nowhere, and costs least at the lowest"
    assert labels(one.rows[1]) == ["Swap: you 9→9", "Weaken: 0→1 lying"]
    down = standing((1, 6, 6), red=((1, 2, 4), 3, 3))
    assert at(down, "1") == at(down, "1b"), "1 is two less than 3: a lying athlete can be hit"
    assert labels(at(down, "1").rows[1])[0] == "Hit lying: 6→5"


def test_of_the_last_die_the_deeds_stand_on_the_board() -> None:
    last = at(play(EXAMPLE, "4a hit standing", "4b swap"))
    assert [labels(row) for row in last.rows] == [["Swap: you 11→11", "Weaken: 0→1 lying"]]
    assert labels(last.buttons) == ["Take back the 4", "Offer or give up…"]
    assert last.question == "Your **1** next to the **2**:"
    assert {button.does for button in last.rows[0]} == {Does.PLAY}


@pytest.mark.rule("ploc:hit-3")
def test_who_is_hit_by_the_last_die_is_asked_where_it_could_be_either() -> None:
    state = play(EXAMPLE, "4a hit standing", "1c weaken")
    shown = at(state)
    assert [labels(row) for row in shown.rows] == [["Hit: 6→5…", "Swap: you 9→11", "Weaken: 1→2 lying"]]
    whom = at(state, shown.rows[0][0].value)
    assert [labels(row) for row in whom.rows] == [["Hit standing: 6→5", "Hit lying: 6→5"]]
    assert [button.value for button in whom.rows[0]] == ["4b hit standing", "4b hit lying"]
    assert whom.question == "Who is hit?"
    assert whom.chosen == ("die 4", "b")
    both = at(standing((4, 5, 5), red=((1, 2, 4), 3, 3)), "4a")
    assert labels(both.rows[1])[:2] == ["Hit standing: 6→5", "Hit lying: 6→5"]


def test_two_equal_dice_ask_for_the_place_at_once() -> None:
    state = play(standing((4, 4, 1)), "1c swap")
    shown = at(state)
    assert [labels(row) for row in shown.rows] == [["a: 4", "b: 3"]]
    assert shown.question == "Your **4** next to which die?"
    assert labels(at(state, shown.rows[0][1].value).rows[1])[0] == "Hit: 7→6"


def test_places_that_show_the_same_share_a_button() -> None:
    shown = at(standing((4, 4, 4), yellow=((3, 5, 3), 11, 0)), "4")
    assert [labels(row)[0] for row in shown.rows] == ["a, c: 3", "Hit: 7→6"]
    assert [button.value for button in shown.rows[1]] == ["4a hit standing", "4a swap", "4a weaken"]
    assert shown.rows[1][0].also == ("4c hit standing",)
    every = at(standing((4, 4, 4), yellow=((5, 5, 5), 15, 0)))
    assert [labels(row) for row in every.rows] == [["Swap: you 15→15", "Weaken: 0→1 lying"]], (
        "one die, one place"
    )


def test_a_die_is_rerolled_in_its_own_step() -> None:
    state = standing((2, 2, 5), yellow=((6, 3, 6), 15, 0))
    assert labels(at(state).rows[0]) == ["The 2", "The 5"], "equal dice once"
    assert at(state).question == "Which die first?"
    for die in (2, 5):
        assert labels(at(state, str(die)).buttons) == [f"Reroll the {die}", "Back"]
    used = play(state, "5b hit standing")
    assert labels(at(used, "2").buttons) == ["Back"]
    alike = at(standing((2, 2, 2), yellow=((6, 3, 6), 15, 0)))
    assert labels(alike.rows[0]) == ["The 2"], "or the reroll could not be found"


def test_a_turn_that_is_complete_can_be_ended_or_taken_back() -> None:
    shown = at(play(EXAMPLE, "4a hit standing", "4b swap", "1c swap"))
    assert [labels(row) for row in shown.rows] == [["End turn"]]
    assert labels(shown.buttons) == ["Take back the 1", "Offer or give up…"]
    assert shown.rows[0][0].look is ButtonLook.GOOD
    assert shown.question == "End your turn?"
    assert shown.chosen == shown.targets == ()
    gone = at(play(standing((2, 2, 2)), "berserk 0"))
    assert [labels(row) for row in gone.rows] == [["End turn"]]
    assert labels(gone.buttons) == ["Take back berserk", "Offer or give up…"]


def test_a_move_takes_few_buttons_and_few_taps(walked_states: Walked) -> None:
    for state, found in walked_states:
        for shown in found.values():
            assert shown.question or state.offer is not None or state.outcome is not None
        assert len(list(buttons_of(found[""]))) <= MOST
        assert max(taps(found).values(), default=0) <= TAPS


def test_nothing_is_there_twice_and_nothing_is_dead(walked_states: Walked) -> None:
    for _, every in walked_states:
        for shown in every.values():
            found = list(buttons_of(shown))
            assert len({button.label for button in found}) == len(found)
            assert all(button.enabled for button in found)


def test_berserk_asks_only_where_there_is_a_choice() -> None:
    assert button(standing((2, 2, 2)), "berserk 0").label == "Berserk! Broadford 7→3"
    assert [labels(row) for row in at(standing((2, 2, 2))).rows] == [["Berserk! Broadford 7→3"], ["The 2"]]
    mixed = standing((2, 2, 2), red=((1, 2, 4), 3, 3))
    (chance,) = (button for button in buttons_of(at(mixed)) if button.value == "berserk")
    assert chance.does is Does.GO
    assert chance.label == "Berserk! Broadford 6→2…"
    shown = at(mixed, "berserk")
    assert [labels(row) for row in shown.rows] == [
        ["3 standing, 1 lying", "2 standing, 2 lying", "1 standing, 3 lying"]
    ]
    assert labels(shown.buttons) == ["Back"]
    nine = at(standing((2, 2, 2), red=((1, 2, 4), 7, 2)), "berserk")
    assert labels(nine.rows[0]) == ["4 standing", "3 standing, 1 lying", "2 standing, 2 lying"]
    assert labels(at(standing((2, 2, 2), red=((1, 2, 4), 4, 4)), "berserk").rows[0])[-1] == "4 lying"
    few = standing((2, 2, 2), red=((1, 2, 4), 1, 2))
    assert button(few, "berserk 2").label == "Berserk! Broadford 3→0"


@pytest.mark.rule("ploc:berserk-2")
def test_no_click_of_the_first_menu_chooses_between_standing_and_lying(walked_states: Walked) -> None:
    """One button plays berserk at once only where it says which athletes it removes."""
    asked = 0
    for state, found in walked_states:
        ways = [action for action in GAME.legal(state, state.turn.seat) if action.verb is Verb.BERSERK]
        first = [one for one in buttons_of(found[""]) if one.value.startswith("berserk")]
        assert len(first) == min(len(ways), 1)
        for one in first:
            assert one.does is (Does.GO if len(ways) > 1 else Does.PLAY)
            assert one == found[""].rows[0][0]
            assert one.look is ButtonLook.GOOD
        asked += len(ways) > 1
    assert asked


@pytest.mark.rule("ploc:swap-3")
def test_a_swap_that_loses_the_match_is_quiet_and_asked_about() -> None:
    state = standing((1, 5, 5), yellow=((6, 3, 2), 4, 0))
    losing = button(state, "1a swap")
    assert losing.label == "Swap: you 4→0"
    assert losing.look is ButtonLook.PLAIN
    assert losing.confirm == (
        "This swap costs you everyone you have left (4 athletes) and loses match 1. Swap anyway?"
    )
    assert not button(state, "1b swap").confirm
    assert not button(state, "1b weaken").confirm
    assert button(state, "1b swap").look is ButtonLook.MAIN
    last = button(replace(state, match=2), "1a swap")
    assert "and loses the game. Swap anyway?" in last.confirm


@pytest.mark.rule("ploc:swap-3")
def test_it_says_so_when_nothing_else_is_left_for_the_die() -> None:
    state = standing((1, 1, 1), yellow=((5, 4, 5), 1, 0), red=((1, 1, 1), 0, 3))
    assert labels(at(state).rows[0]) == ["a, c: 5", "b: 4"]
    for line in ("1a swap", "1b swap"):
        assert button(state, line).label == "Swap: you 1→0"
        assert button(state, line).confirm.startswith(
            "Your 1 can't do anything else. This swap costs you everyone you have left (1 athlete)"
        )
        over = GAME.apply(state, 0, GAME.parse(line, state), SeededRng("over")).state
        assert over.results[0].winner == 1


def test_the_hit_that_wins_looks_welcome() -> None:
    state = standing((6, 1, 1), red=((1, 2, 4), 1, 0))
    assert button(state, "6a hit standing").look is ButtonLook.GOOD


def test_an_offer_says_who_would_win_and_is_answered() -> None:
    ask = button(EXAMPLE, "offer")
    assert ask.confirm == "Offer to end match 1 at 9 : 7? If your opponent agrees, **Ann** wins it."
    tie = button(standing((4, 4, 1), red=((1, 2, 4), 9, 0)), "offer")
    assert "**Ben** wins it" in tie.confirm
    offered = play(EXAMPLE, "offer")
    assert [labels(row) for row in at(offered).rows] == [["Accept: end the match", "Decline"]]
    assert labels(at(offered).buttons) == ["Offer or give up…"]
    assert [labels(row) for row in at(offered, "end").rows] == [["Concede match 1", "Resign"]]
    declined = play(offered, "decline")
    assert "offer" not in {button.value for button in buttons_of(at(declined, "end"))}
    second = button(replace(EXAMPLE, match=2), "offer")
    assert second.confirm.endswith("**Ann** wins the game.")


def test_an_end_before_its_time_is_behind_one_button() -> None:
    """A player who is not on turn types `concede`, or resigns by command, without buttons."""
    shown = at(EXAMPLE, "end")
    assert [labels(row) for row in shown.rows] == [["Offer to end", "Concede match 1", "Resign"]]
    assert {button.look for button in shown.rows[0]} == {ButtonLook.PLAIN}
    assert labels(shown.buttons) == ["Back"]
    assert "Match 2 decides. Winning match 1 is worth one extra athlete." in shown.question
    first = replace(EXAMPLE, turn=replace(EXAMPLE.turn, number=1))
    for told in (first, play(EXAMPLE, "offer")):
        assert at(told, "end").question == "How do you want to end it?", "the board has what match 1 is worth"
    second = at(replace(EXAMPLE, match=2), "end")
    assert [labels(row) for row in second.rows] == [["Offer to end", "Resign"]]
    assert second.question == "How do you want to end it?"


def test_what_gives_up_is_asked_about() -> None:
    for state in (EXAMPLE, play(EXAMPLE, "offer"), play(EXAMPLE, "4a swap")):
        for line in ("concede", "resign"):
            found = confirming_button(lambda path, state=state: at(state, path), line)  # type: ignore[misc]
            assert found is not None, line
    second = {button.value for button in buttons_of(at(replace(EXAMPLE, match=2), "end"))}
    assert "resign" in second
    assert "concede" not in second


def test_the_likeliest_lines_come_first() -> None:
    assert suggest(EXAMPLE, 0)[:3] == ("4a hit standing", "4b hit standing", "4c hit standing")
    assert suggest(EXAMPLE, 0)[-3:] == ("offer", "concede", "resign")
    assert suggest(EXAMPLE, 1) == ("concede", "resign")
    assert suggest(play(EXAMPLE, "4a swap", "4b swap", "1c swap"), 0)[0] == "done"
    assert suggest(play(EXAMPLE, "offer"), 1)[:2] == ("accept", "decline")
    for state in game(3):
        for seat in (0, 1):
            assert sorted(suggest(state, seat)) == sorted(map(str, GAME.legal(state, seat)))


def test_every_use_of_a_die_has_a_button_or_shares_one_with_what_comes_to_the_same() -> None:
    """In a column of 4, 4 and 2 the places a and b are equal."""
    state = standing((4, 4, 1), yellow=((4, 4, 2), 9, 0))
    for die in (4, 1):
        steps = [at(state, f"{die}{place}") for place in "ac"]
        covered = [
            line for shown in steps for button in buttons_of(shown) for line in (button.value, *button.also)
        ]
        uses = [
            str(action) for action in GAME.legal(state, 0) if action.verb is Verb.USE and action.die == die
        ]
        assert sorted(line for line in covered if line in uses) == sorted(uses)
