"""Menus of Ploc: whatever the dice can do is on a button that says what comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.games.ploc.english import ENGLISH as PLOC
from bot.games.ploc.menu import menu, suggest
from bot.words import Words
from bot.words.english import HOUSE
from bot.words.menu import Button, Does, Look, Menu, asking, buttons_of
from engine.core import read_settings
from engine.ploc import GAME
from engine.ploc.model import Action, Dice, Side, State, Turn, Verb
from engine.rng import ScriptedRng, SeededRng
from tests.bot.games.trogdor.test_menu import choices, fits, lines

SPEAK = Words(HOUSE | PLOC)
NAMES = ("Ann", "Ben")
LONGEST = len("a, b or c · Hit a lying one: Broadford 100→99")
"""Characters of the longest label."""

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
    """The state after these lines of whoever must act."""
    for line in played:
        seat = next(iter(GAME.to_act(state)))
        state = GAME.apply(state, seat, GAME.parse(line, state), NO_CHANCE).state
    return state


def game(number: int) -> Iterator[State]:
    """The states of a game that is played at random, with a liking for what is rare."""
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


def states() -> Iterator[State]:
    for number in range(24):
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


def labels(row: tuple[Button, ...]) -> list[str]:
    return [button.label for button in row]


def button(state: State, line: str) -> Button:
    """The button that plays a line, wherever in the menu it stands."""
    (found,) = {
        button
        for shown in menus(state).values()
        for button in buttons_of(shown)
        if button.value == line and button.does is Does.PLAY
    }
    return found


def merged(state: State, action: Action) -> Action:
    """The action at the first free place whose die shows the same: the places are all the same."""
    if action.verb is not Verb.USE:
        return action
    column = state.sides[state.turn.seat].column
    free = [place for place in range(3) if place not in {use.place for use in state.turn.uses}]
    return replace(action, place=next(place for place in free if column[place] == column[action.place]))


def test_whatever_is_legal_is_offered_within_the_limits_and_nothing_else() -> None:
    seen = set()
    for state in states():
        found = menus(state)
        offered = {GAME.parse(line, state) for shown in found.values() for line in lines(shown)}
        legal = {action for seat in (0, 1) for action in GAME.legal(state, seat)}
        assert offered <= legal
        assert offered == {merged(state, action) for action in legal}
        for path, shown in found.items():
            fits(shown, path)
            assert all(len(button.label) <= LONGEST for button in buttons_of(shown))
            assert not path or any(len(step) < len(path) for step in choices(shown, Does.GO))
        seen |= {action.verb for action in offered}
    assert seen == set(Verb)


def test_a_path_that_is_gone_leads_to_the_beginning() -> None:
    for path in ("6", "berserk", "nowhere"):
        assert at(EXAMPLE, path) == at(EXAMPLE)
    used = play(EXAMPLE, "4a hit standing", "4b swap", "1c swap")
    assert at(used, "4") == at(used)


def test_a_die_has_a_row_for_each_place() -> None:
    shown = at(EXAMPLE)
    assert [labels(row) for row in shown.rows] == [
        ["Using the 4", "Use the 1 instead"],
        ["a · Hit: Broadford 7→6", "a · Swap: you 9→10", "a · Weaken: 0→1 of Broadford lie"],
        ["b · Hit: Broadford 7→6", "b · Swap: you 9→11", "b · Weaken: 0→1 of Broadford lie"],
        ["c · Hit: Broadford 7→6", "c · Swap: you 9→12", "c · Weaken: 0→1 of Broadford lie"],
    ]
    assert labels(shown.buttons) == ["End early…"]
    assert shown.chosen == ("die 4",)
    assert shown.targets == ("a", "b", "c")
    assert [button.look for button in shown.rows[0]] == [Look.MAIN, Look.PLAIN]


def test_another_die_can_be_chosen_first() -> None:
    shown = at(EXAMPLE, "1")
    assert labels(shown.rows[0]) == ["Use the 4 instead", "Using the 1"]
    assert labels(shown.rows[1]) == ["a · Swap: you 9→7", "a · Weaken: 0→1 of Broadford lie"]
    assert labels(shown.rows[3]) == ["c · Swap: you 9→9", "c · Weaken: 0→1 of Broadford lie"]
    assert shown.chosen == ("die 1",)
    assert [button.look for button in shown.rows[0]] == [Look.PLAIN, Look.MAIN]


def test_a_die_that_is_used_and_its_place_are_gone() -> None:
    shown = at(play(EXAMPLE, "4a hit standing", "1c weaken"))
    assert [labels(row) for row in shown.rows] == [
        [
            "b · Hit: Broadford 6→5",
            "b · Hit a lying one: Broadford 6→5",
            "b · Swap: you 9→11",
            "b · Weaken: 1→2 of Broadford lie",
        ],
    ]
    assert labels(shown.buttons) == ["Take back the 1", "End early…"]
    assert shown.targets == ("b",)


def test_places_that_show_the_same_share_a_row() -> None:
    shown = at(standing((4, 4, 4), yellow=((3, 5, 3), 11, 0)))
    assert [labels(row)[0] for row in shown.rows] == [
        "Berserk! Broadford 7→3",
        "a or c · Hit: Broadford 7→6",
        "b · Swap: you 11→11",
    ]
    every = at(standing((4, 4, 4), yellow=((5, 5, 5), 15, 0)))
    assert [labels(row)[0] for row in every.rows] == ["a, b or c · Swap: you 15→15"]
    assert [button.value for button in shown.rows[1]] == ["4a hit standing", "4a swap", "4a weaken"]


def test_rerolls_come_first_and_equal_dice_once() -> None:
    state = standing((2, 2, 5), yellow=((6, 3, 6), 15, 0))
    assert labels(at(state).rows[0]) == ["Reroll the 2", "Reroll the 5"]
    used = play(state, "5b hit standing")
    assert "Reroll the 2" not in [label for row in at(used).rows for label in labels(row)]


def test_a_turn_that_is_complete_can_be_ended_or_taken_back() -> None:
    shown = at(play(EXAMPLE, "4a hit standing", "4b swap", "1c swap"))
    assert not shown.rows
    assert labels(shown.buttons) == ["Take back the 1", "End turn", "End early…"]
    assert shown.buttons[1].look is Look.GOOD
    assert shown.question == "End the turn, or take something back."
    assert shown.chosen == shown.targets == ()
    gone = at(play(standing((2, 2, 2)), "berserk 0"))
    assert not gone.rows
    assert labels(gone.buttons) == ["Take back berserk", "End turn", "End early…"]


def test_all_that_is_not_of_the_dice_has_room_in_one_row() -> None:
    """The frame adds two buttons, and puts them after the game's own where there is a question."""
    for state in states():
        for shown in menus(state).values():
            assert len(shown.buttons) <= 3
            assert shown.question or state.offer is not None or state.outcome is not None


def test_berserk_asks_only_where_there_is_a_choice() -> None:
    assert button(standing((2, 2, 2)), "berserk 0").label == "Berserk! Broadford 7→3"
    mixed = standing((2, 2, 2), red=((1, 2, 4), 3, 3))
    (chance,) = (button for button in buttons_of(at(mixed)) if button.value == "berserk")
    assert chance.does is Does.GO
    assert chance.label == "Berserk! Broadford 6→2: whom?"
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
def test_no_click_of_the_first_menu_chooses_between_standing_and_lying() -> None:
    """One button plays berserk at once only where it says all there is to say of whom it removes."""
    asked = 0
    for state in states():
        ways = [action for action in GAME.legal(state, state.turn.seat) if action.verb is Verb.BERSERK]
        first = [one for one in buttons_of(at(state)) if one.value.startswith("berserk")]
        assert len(first) == min(len(ways), 1)
        for one in first:
            assert one.does is (Does.GO if len(ways) > 1 else Does.PLAY)
            assert one == at(state).rows[0][0]
            assert one.look is Look.GOOD
        asked += len(ways) > 1
    assert asked


@pytest.mark.rule("ploc:swap-3")
def test_a_swap_that_loses_the_match_is_asked_about() -> None:
    state = standing((1, 5, 5), yellow=((6, 3, 2), 4, 0))
    losing = button(state, "1a swap")
    assert losing.label == "a · Swap: you 4→0"
    assert losing.look is Look.DANGER
    assert losing.confirm == (
        "You have 4 athletes, and this swap sends all of them away: match 1 is lost at once. "
        "Swap all the same?"
    )
    assert not button(state, "1b swap").confirm
    assert not button(state, "1b weaken").confirm
    last = button(replace(state, match=2), "1a swap")
    assert "and the game with it" in last.confirm


@pytest.mark.rule("ploc:swap-3")
def test_it_says_so_when_nothing_else_is_left_for_the_die() -> None:
    state = standing((1, 1, 1), yellow=((5, 4, 5), 1, 0), red=((1, 1, 1), 0, 3))
    assert [labels(row)[0] for row in at(state).rows] == ["a or c · Swap: you 1→0", "b · Swap: you 1→0"]
    for line in ("1a swap", "1b swap"):
        assert button(state, line).confirm.startswith(
            "There is nothing else that the 1 can do now. You have 1 athlete"
        )
        over = GAME.apply(state, 0, GAME.parse(line, state), SeededRng("over")).state
        assert over.results[0].winner == 1


def test_the_hit_that_wins_looks_welcome() -> None:
    state = standing((6, 1, 1), red=((1, 2, 4), 1, 0))
    assert button(state, "6a hit standing").look is Look.GOOD


def test_an_offer_says_who_would_win_and_is_answered() -> None:
    ask = button(EXAMPLE, "offer")
    assert ask.confirm == (
        "Offer to end match 1 as it stands, Plockton (Ann) 9 : 7 Broadford (Ben)? "
        "If that is agreed, **Ann** wins it."
    )
    tie = button(standing((4, 4, 1), red=((1, 2, 4), 9, 0)), "offer")
    assert "**Ben** wins it" in tie.confirm
    offered = play(EXAMPLE, "offer")
    assert [labels(row) for row in at(offered).rows] == [["Agree: end the match", "Decline, pull on"]]
    assert labels(at(offered).buttons) == ["End early…"]
    assert [labels(row) for row in at(offered, "end").rows] == [
        ["Agree: end the match", "Decline, pull on"],
        ["Concede match 1", "Resign"],
    ], "the answer is at hand there, too: everybody sees that board"
    declined = play(offered, "decline")
    assert "offer" not in {button.value for button in buttons_of(at(declined, "end"))}
    second = button(replace(EXAMPLE, match=2), "offer")
    assert second.confirm.endswith("**Ann** wins it, and the game with it.")


def test_an_end_before_its_time_is_behind_one_button() -> None:
    """Whoever is not on turn types `concede`, or gives up with the command: only those on turn are led on."""
    shown = at(EXAMPLE, "end")
    assert [labels(row) for row in shown.rows] == [["Offer to end", "Concede match 1", "Resign"]]
    assert labels(shown.buttons) == ["Back"]
    assert "one athlete more for match 2, and nothing else" in shown.question
    first = replace(EXAMPLE, turn=replace(EXAMPLE.turn, number=1))
    for told in (first, play(EXAMPLE, "offer")):
        assert at(told, "end").question == "How is it to end?", "the header has what match 1 is worth"
    second = at(replace(EXAMPLE, match=2), "end")
    assert [labels(row) for row in second.rows] == [["Offer to end", "Resign"]]
    assert second.question == "How is it to end?"


def test_what_gives_up_is_asked_about() -> None:
    for state in (EXAMPLE, play(EXAMPLE, "offer"), play(EXAMPLE, "4a swap")):
        for line in ("concede", "resign"):
            found = asking(lambda path, state=state: at(state, path), line)  # type: ignore[misc]
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
    """In a column of 4, 4 and 2 the places a and b show the same."""
    state = standing((4, 4, 1), yellow=((4, 4, 2), 9, 0))
    for die in (4, 1):
        shown = menu(SPEAK, NAMES, state, str(die))
        covered = [line for button in buttons_of(shown) for line in (button.value, *button.also)]
        uses = [
            str(action) for action in GAME.legal(state, 0) if action.verb is Verb.USE and action.die == die
        ]
        assert sorted(line for line in covered if line in uses) == sorted(uses)
