"""Menus of Trogdor!!: whatever is offered is legal, whatever is legal can be reached, and it fits Discord."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations

import pytest

from bot.games.trogdor.english import ENGLISH as TROGDOR
from bot.games.trogdor.menu import menu, suggest
from bot.games.trogdor.odds import hit_chance
from bot.games.trogdor.private_menu import aside
from bot.words import Words
from bot.words.english import HOUSE
from bot.words.menu import LIST_LIMIT, Button, ButtonLook, Does, List, Menu, buttons_of
from engine.core import read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.model import ItemMode, Phase, State, Verb
from tests.engine.trogdor.tables import Table, play_card, table

SPEAK = Words(HOUSE | TROGDOR)
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frida")
OWN = frozenset(
    {Verb.ITEM, Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE}
)  # what stands in the private menu
ANSWERS = frozenset({Verb.ACCEPT, Verb.DECLINE})  # what stands on the board, too, for the partner of an offer
ROOM = 40 - 8
"""Components that a menu can have beside the rest of a message, two buttons of the house among the rest."""

PICTURE = """
    C   . .  . .
    .   . .1 . .
    .2h . .D M .
    .   . .  . T
    T   . .  .a .
"""

BURNED_AROUND = """
    C   .  .  .  .
    .   .  .# .  .
    .2h .# .D M# .1
    .   .  .# .  T
    T   .  .  .a .
"""


def played_games(number: int, seats: int) -> Iterator[State]:
    """The states of a game played at random, but with a liking for fire and for questions."""
    chance = random.Random(number)
    rng = SeededRng(f"menus {number}")
    state = GAME.start(read_settings(GAME, {}, seats), seats, rng)
    asked = tuple(replace(player, asks=ItemMode.ASK) for player in state.players)
    state = replace(state, players=asked) if number % 2 else state
    for _ in range(400):
        if state.outcome is not None:
            break
        yield state
        seat = chance.randrange(seats) if chance.random() < 0.05 else state.turn.seat
        actions = [action for action in GAME.legal(state, seat) if action.verb is not Verb.LEAVE]
        likely = [action for action in actions if action.verb in (Verb.BURN, Verb.CARD, Verb.ITEM)]
        rest = [action for action in actions if action.verb not in (Verb.FINISH, *OWN)]
        pool = next(filter(None, (likely if chance.random() < 0.6 else [], rest, actions)), [])
        if pool:
            state = GAME.apply(state, seat, chance.choice(pool), rng).state
    yield state


def values(part: List) -> Iterator[str]:
    """Everything that choosing from a list can say: one option, or any of several."""
    for count in range(1, part.most + 1):
        for some in combinations(part.options, count):
            yield part.prefix + "".join(option.value for option in some)


def choices(shown: Menu, does: Does) -> Iterator[str]:
    yield from (button.value for button in buttons_of(shown) if button.does is does)
    yield from chain.from_iterable(values(part) for part in shown.lists if part.does is does)


def menus(state: State, words: Words = SPEAK) -> dict[str, Menu]:
    """Every menu of the board that choices lead to, by its path."""
    return led_to(lambda path: menu(words, NAMES, state, path))


def asides(state: State, seat: int, words: Words = SPEAK) -> dict[str, Menu]:
    """Every private menu of a seat that choices lead to, by its path."""
    return led_to(lambda path: aside(words, NAMES, state, seat, path))


def led_to(menu_at: Callable[[str], Menu]) -> dict[str, Menu]:
    """Every menu that choices lead to, by its path."""
    found: dict[str, Menu] = {}
    paths = [""]
    while paths:
        path = paths.pop()
        if path not in found:
            found[path] = menu_at(path)
            paths.extend(choices(found[path], Does.GO))
    return found


def lines(shown: Menu) -> set[str]:
    return set(choices(shown, Does.PLAY))


def labels(shown: Menu) -> dict[str, str]:
    """The labels of the buttons, by what they play or where they lead."""
    return {button.value: button.label for button in buttons_of(shown)}


def check(state: State) -> dict[str, Menu]:
    """What the active player can do is just what the menus offer, within Discord's limits."""
    found = menus(state)
    offered = {str(GAME.parse(line, state)) for shown in found.values() for line in lines(shown)}
    wanted = {str(action) for action in GAME.legal(state, state.turn.seat) if action.verb not in OWN}
    if state.offer is not None:
        wanted |= {str(action) for action in GAME.legal(state, state.offer.partner) if action.verb in ANSWERS}
    assert offered == wanted
    fit_and_lead_back(found)
    return found


def check_aside(state: State, seat: int) -> dict[str, Menu]:
    """The private menus of a seat offer exactly its legal actions, within Discord's limits."""
    found = asides(state, seat)
    offered = {str(GAME.parse(line, state)) for shown in found.values() for line in lines(shown)}
    assert offered == {str(action) for action in GAME.legal(state, seat) if action.verb in OWN}
    fit_and_lead_back(found)
    assert all(shown.question for shown in found.values())
    return found


def fit_and_lead_back(found: dict[str, Menu]) -> None:
    for path, shown in found.items():
        fits(shown, path)
        back = [step for step in choices(shown, Does.GO) if len(step) < len(path)]
        assert back or not path, path


def fits(shown: Menu, path: str = "") -> None:
    """The menu is within Discord's limits."""
    buttons = list(buttons_of(shown))
    assert all(button.enabled for button in buttons), f"{path!r}: a button that does nothing"
    rows = len(shown.rows) + len(shown.lists) + -(-(len(shown.buttons) + 2) // 5)
    assert rows + len(buttons) + len(shown.lists) <= ROOM, f"{path!r}: too many components"
    assert all(1 <= len(row) <= 5 for row in shown.rows)
    assert all(1 <= len(button.label) <= 80 for button in buttons), [button.label for button in buttons]
    assert all(len(button.value) <= 70 for button in buttons)
    assert len({(button.does, button.value) for button in buttons}) == len(buttons), path
    assert len(shown.question) <= 1000
    for part in shown.lists:
        assert 1 <= len(part.options) <= LIST_LIMIT
        assert len({option.value for option in part.options}) == len(part.options)
        assert 1 <= part.most <= len(part.options)
        assert len(part.title) <= 150
        for option in part.options:
            assert 1 <= len(option.value) <= 100
            assert 1 <= len(option.label) <= 100
            assert len(option.description) <= 100
    assert len(set(shown.targets)) == len(shown.targets)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("number", range(8))
def test_in_played_games_what_is_offered_is_what_is_legal(number: int, seats: int) -> None:
    for state in played_games(number, seats):
        check(state)
        for seat in range(seats):
            check_aside(state, seat)


def test_suggestions_are_legal_and_leaving_comes_last() -> None:
    for state in played_games(1, 3):
        for seat in range(3):
            told = suggest(state, seat)
            assert sorted(told) == sorted(str(action) for action in GAME.legal(state, seat))
            assert told[-1:] in ((), ("leave",))


@pytest.mark.parametrize("path", ["card", "item", "card c3", "item c3", "step n", "nonsense", "💥", "card x"])
def test_a_path_that_leads_nowhere_leads_to_the_beginning(path: str) -> None:
    for state in (table().state, play_card().state):
        assert menu(SPEAK, NAMES, state, path) == menu(SPEAK, NAMES, state, "")
        assert aside(SPEAK, NAMES, state, 0, path) == aside(SPEAK, NAMES, state, 0, "")


# Which card


def test_cards_are_chosen_or_thrown_away_with_their_points() -> None:
    shown = menu(SPEAK, NAMES, table(hand=("block", "majesty")).state, "")
    assert labels(shown) == {
        "play block": "Play Block (+4)",
        "play majesty": "Play Majesty! (+5)",
        "discard block": "Discard Block (+5)",
        "discard majesty": "Discard Majesty! (+5, no effect)",
        "": "My keeper",
    }
    assert [[button.look for button in row] for row in shown.rows] == [
        [ButtonLook.MAIN] * 2,
        [ButtonLook.PLAIN] * 2,
    ]
    assert "**Block** · " in shown.question
    assert "**Majesty!** · " in shown.question


def test_a_card_without_points_promises_none() -> None:
    shown = menu(SPEAK, NAMES, table(hand=("path-o-burnination", "block")).state, "")
    assert labels(shown)["play path-o-burnination"] == "Play Path o' Burnination"


def test_two_cards_of_a_kind_are_one_choice() -> None:
    shown = check(table(hand=("block", "block")).state)[""]
    assert lines(shown) == {"play block", "discard block"}


@pytest.mark.rule("trogdor:ruling-58")
def test_who_would_lose_points_with_the_path_is_told() -> None:
    path = ("path-o-burnination", "block")
    told = menu(SPEAK, NAMES, table(hand=path, bonus=3).state, "").question
    assert "would waste 3 extra points." in told
    told = menu(SPEAK, NAMES, table(PICTURE, "crangolev disk", hand=path, bonus=3).state, "").question
    assert "would waste 4 extra points." in told
    told = menu(SPEAK, NAMES, table(PICTURE, "crangolev disk", hand=path).state, "").question
    assert "would waste 1 extra point." in told
    assert "would waste" not in menu(SPEAK, NAMES, table(hand=path).state, "").question
    assert "would waste" not in menu(SPEAK, NAMES, table(bonus=3).state, "").question


def test_points_that_are_added_stand_on_the_buttons() -> None:
    shown = menu(SPEAK, NAMES, table(PICTURE, "crangolev disk", hand=("block", "majesty"), bonus=3).state, "")
    assert labels(shown)["play block"] == "Play Block (+8)"
    assert labels(shown)["discard block"] == "Discard Block (+9)"


def test_the_land_can_be_watched_once_it_has_moved() -> None:
    made = table()
    assert Does.FILM not in {button.does for button in menu(SPEAK, NAMES, made.state, "").buttons}
    made.play("play block", "finish")
    assert made.state.phase is Phase.CHOOSE
    assert Does.FILM in {button.does for button in menu(SPEAK, NAMES, made.state, "").buttons}


# What the dragon does


def pad_of(shown: Menu) -> list[list[str]]:
    """The labels of the pad, row by row."""
    rows = [[button.label for button in row if button.value.startswith("step ")] for row in shown.rows]
    return [row for row in rows if row]


def button_of(shown: Menu, value: str) -> Button:
    return next(button for button in buttons_of(shown) if button.value == value)


def test_the_pad_has_the_open_ways_north_before_south_and_names_knights() -> None:
    shown = check(play_card(PICTURE).state)[""]
    assert pad_of(shown) == [["⬆️ c2 knight!"], ["⬅️ b3", "➡️ d3"], ["⬇️ c4"]]


def test_what_is_done_on_the_spot_stands_before_the_ways_and_the_end_of_the_turn_after_them() -> None:
    shown = check(play_card(PICTURE.replace(".D", ".Dp"), card="majesty").state)[""]
    first, *_, last = shown.rows
    assert [button.label for button in first] == [
        "Use Majesty!",
        "Chomp peasant",
        "Burn tile",
        "Burn peasant",
    ]
    assert {button.look for button in first} == {ButtonLook.MAIN}
    assert [button.label for button in last] == ["End turn (5 points left)"]


def test_the_end_of_the_turn_looks_like_nothing_else() -> None:
    for state in played_games(1, 3):
        shown = check(state)[""]
        if state.phase in (Phase.ACT, Phase.AFTER) and "finish" in labels(shown):
            end = button_of(shown, "finish")
            others = [button.look for button in buttons_of(shown) if button is not end]
            assert end.look not in others
            assert end.look is (ButtonLook.DANGER if state.turn.points or shown.lists else ButtonLook.GOOD)


def test_a_step_into_a_knight_is_offered_quietly_and_a_deadly_one_says_so() -> None:
    hurt, dead = (menu(SPEAK, NAMES, play_card(PICTURE, health=health).state, "") for health in (1, 0))
    assert (button_of(hurt, "step n").label, button_of(hurt, "step n").look) == (
        "⬆️ c2 knight!",
        ButtonLook.PLAIN,
    )
    assert (button_of(dead, "step n").label, button_of(dead, "step n").look) == (
        "⬆️ c2 deadly!",
        ButtonLook.PLAIN,
    )


@pytest.mark.rule("trogdor:damage-2")
def test_a_step_that_kills_is_asked_about_first() -> None:
    def confirm_text(made: Table) -> str:
        return button_of(menu(SPEAK, NAMES, made.state, ""), "step n").confirm

    assert confirm_text(play_card(PICTURE, health=0))
    assert not confirm_text(play_card(PICTURE, health=1))
    assert not confirm_text(play_card(PICTURE, "hardybardy shield", health=0)), "the Shield is there"
    assert confirm_text(play_card(PICTURE, "hardybardy shield", health=0, charged=False))
    assert confirm_text(play_card(PICTURE, "hardybardy shield", health=0).play("prefer never"))


def test_a_step_into_a_knight_is_costly_and_every_step_has_its_way() -> None:
    """A tap on the square alone does not take it; arrow keys find the others."""
    shown = menu(SPEAK, NAMES, play_card(PICTURE, "cranjegg disk", health=1).state, "")
    steps = {button.value: button for button in buttons_of(shown) if button.value.startswith("step ")}
    assert len(steps) == 8
    assert all(line == f"step {button.way}" for line, button in steps.items())
    assert [line for line, button in steps.items() if button.costly] == ["step n"]
    assert not any(button.way for button in buttons_of(shown) if button.value not in steps)


def test_the_pad_knows_the_ways_of_keepers_and_the_edges() -> None:
    shown = check(play_card(PICTURE, "cranjegg disk").state)[""]
    assert pad_of(shown) == [
        ["↖️ b2", "⬆️ c2 knight!", "↗️ d2"],
        ["⬅️ b3", "➡️ d3"],
        ["↙️ b4", "⬇️ c4", "↘️ d4"],
    ]
    corner = check(play_card(PICTURE.replace("D", "").replace("C ", "CD"), "stonklar disk").state)[""]
    assert pad_of(corner) == [["⬆️ a5"], ["⬅️ e1", "➡️ b1"], ["⬇️ a2"]]


@pytest.mark.rule("trogdor:card-invisibility")
def test_who_cannot_be_seen_need_not_fear_the_knight() -> None:
    shown = check(play_card(PICTURE, card="invisibility").state)[""]
    assert labels(shown)["step n"] == "⬆️ c2"
    shown = check(table(PICTURE, hand=("invisibility", "block")).play("discard invisibility").state)[""]
    assert labels(shown)["step n"] == "⬆️ c2 knight!"


def test_what_can_be_done_on_the_spot_has_its_button() -> None:
    made = play_card(PICTURE.replace(".D", ".Dp"))
    assert {"chomp": "Chomp peasant", "burn": "Burn tile"}.items() <= labels(check(made.state)[""]).items()
    made.play("step e")
    hide = button_of(check(made.state)[""], "hide")
    assert (hide.label, hide.look) == ("Hide", ButtonLook.MAIN)
    assert "with 5 points left" in hide.confirm
    made.play("hide")
    shown = menu(SPEAK, NAMES, made.state, "")
    assert [[button.label for button in row] for row in shown.rows] == [["End turn"]]
    assert "The dragon hides" in shown.question


def test_the_last_point_is_spent_on_hiding_without_a_question() -> None:
    made = play_card(PICTURE).play(*["step e", "step w"] * 2, "step e", "burn")
    assert not button_of(check(made.state)[""], "hide").confirm


def test_galgabudge_has_a_button_for_each_end_of_the_tunnel() -> None:
    made = play_card(PICTURE, "galgabudge disk").play("step e")
    shown = check(made.state)[""]
    assert {"tunnel e4", "tunnel a5"} <= set(labels(shown))


def test_ending_is_asked_about_only_where_points_and_something_to_do_are_left() -> None:
    def confirm_text(made: Table) -> str:
        return button_of(menu(SPEAK, NAMES, made.state, ""), "finish").confirm

    assert "Stop with 7 points left?" in confirm_text(play_card(PICTURE))
    burned = play_card(PICTURE.replace(".D", ".#D"))
    assert not confirm_text(burned), "nothing to burn here"
    ringed = play_card(PICTURE.replace(".D", ".#D"), "hardybardy ring")
    assert not confirm_text(ringed), "an item may be kept for later"
    assert "5 points" in confirm_text(play_card(PICTURE.replace(".D", ".#D"), card="majesty"))
    assert not confirm_text(play_card(PICTURE).play(*["step s", "step n"] * 3, "step s"))
    assert "End turn (7 points left)" in labels(menu(SPEAK, NAMES, burned.state, "")).values()
    spent = play_card(PICTURE).play(*["step s", "step n"] * 3, "step s")
    assert "End turn" in labels(menu(SPEAK, NAMES, spent.state, "")).values()


def test_where_the_card_has_its_effect_after_the_actions_the_end_of_them_leads_to_it() -> None:
    def end(picture: str, card: str) -> str:
        return labels(check(play_card(picture, card=card).state)[""])["finish"]

    assert end(PICTURE, "flip-em-up-fran") == "On to Flip 'em Up Fran!"
    assert end(PICTURE, "block") == "End turn (4 points left)"
    assert end(BURNED_AROUND, "flip-em-up-fran") == "End turn (4 points left)", (
        "nothing would be left to burn"
    )


def test_an_effect_is_aimed_at_squares_that_the_picture_marks() -> None:
    made = play_card(PICTURE, card="sidewise")
    found = check(made.state)
    shown = found["card"]
    assert shown.targets == ("c2", "b3", "d3", "c4")
    (part,) = shown.lists
    assert [option.description for option in part.options] == [
        "meadow, knight",
        "meadow",
        "mountain",
        "meadow",
    ]
    assert lines(shown) == {"card c2", "card b3", "card d3", "card c4"}


def test_a_tunnel_is_picked_then_the_tile_it_changes_places_with() -> None:
    found = check(play_card(PICTURE, card="tunnel-warp").state)
    assert found["card"].targets == ("e4", "a5")
    shown = found["card e4"]
    assert shown.chosen == ("e4",)
    assert "card e4 c3" in lines(shown)
    assert [button.value for button in shown.buttons] == ["card"]


@pytest.mark.rule("trogdor:ruling-22")
def test_a_knight_is_picked_then_where_the_baubles_lead_him() -> None:
    found = check_aside(play_card(PICTURE, "hardybardy baubles").state, 0)
    assert {option.label for option in found["item"].lists[0].options} == {"c2", "a3", "a3: the Troghammer"}
    assert found["item"].targets == ("c2", "a3")
    assert "item troghammer c4" in lines(found["item troghammer"])
    assert "item a3 c4" in lines(found["item a3"])
    assert found["item troghammer"].chosen == ("a3",)


def test_an_item_without_an_aim_is_used_at_once_in_the_private_menu() -> None:
    ready = play_card(PICTURE, "hardybardy beans").state
    assert button_of(check_aside(ready, 0)[""], "item").does is Does.PLAY
    assert labels(check_aside(ready, 0)[""])["item"] == "Use the Beans"
    empty = play_card(PICTURE, "hardybardy beans", charged=False).state
    assert "item" not in labels(check_aside(empty, 0)[""])


def test_the_board_tells_when_an_item_could_be_used_and_offers_it_in_private() -> None:
    def private(made: Table) -> str:
        shown = check(made.state)[""]
        assert "item" not in labels(shown)
        return next(button.label for button in shown.buttons if button.does is Does.ASIDE)

    assert private(play_card(PICTURE, "hardybardy ring")) == "My keeper (Ring ready)"
    assert private(play_card(PICTURE, "hardybardy ring", charged=False)) == "My keeper"
    assert private(play_card(PICTURE, "hardybardy shield")) == "My keeper", "it waits for its moment"


def test_only_the_owner_chooses_what_an_item_does() -> None:
    state = play_card(PICTURE, "hardybardy ring", "worchex beans").state
    assert aside(SPEAK, NAMES, state, 1, "item") == aside(SPEAK, NAMES, state, 1, "")
    assert "item" in asides(state, 0)


def test_the_path_has_to_run_first() -> None:
    shown = check(play_card(PICTURE, card="path-o-burnination").state)[""]
    assert labels(shown)["card"] == "Use Path o' Burnination"
    assert "finish" not in labels(shown)
    assert "End your turn" not in shown.question


def test_fireballs_offer_tiles_and_cottages_that_can_burn() -> None:
    ready = """
        C# .# .  . .
        .# .# .  . .
        .  .  .D . .
        .  .  .  . .
        .1 .2 .  . .a
    """
    found = check_aside(play_card(ready, "hardybardy fireballs").state, 0)
    assert "item a1 cottage" in lines(found["item"])
    assert "a1: the cottage" in {option.label for part in found["item"].lists for option in part.options}


# After the actions


def test_several_tiles_are_flipped_at_once() -> None:
    made = play_card(PICTURE, card="flip-em-up-fran").play("finish")
    shown = check(made.state)[""]
    (part,) = shown.lists
    assert part.most == len(part.options) == 4
    assert {"card c2", "card c2b3d3c4"} <= lines(shown)
    assert labels(shown)["finish"] == "End turn"


@pytest.mark.rule("trogdor:card-shot-put")
def test_a_shot_is_put_on_tiles_peasants_and_cottages() -> None:
    ready = """
        C#p .# .  . .
        .#  .# .  . .
        .p  .  .D . .
        .   .  .  . .
        .1  .2 .  . .a
    """
    shown = check(play_card(ready, card="shot-put").play("finish").state)[""]
    assert {"card a1 peasant", "card a1 cottage", "card a3 peasant", "card a3"} <= lines(shown)


def test_after_the_last_effect_an_item_may_still_come() -> None:
    made = play_card(PICTURE, "hardybardy ring", card="shot-put").play("finish")
    assert "item" in labels(check_aside(made.state, 0)[""])
    made.play("card c2")
    shown = check(made.state)[""]
    assert shown.question.startswith("Ring of Voip still works")
    assert labels(shown) == {"finish": "End turn", "": "My keeper (Ring ready)"}


def test_a_card_tells_when_it_can_do_nothing_any_more() -> None:
    def question(card: str) -> str:
        return check(play_card(PICTURE, card=card).play("step e").state)[""].question

    assert question("majesty").endswith("It's too late for **Majesty!** this turn.")
    for card in ("block", "sidewise", "shot-put"):
        assert "too late" not in question(card)
    made = play_card(PICTURE, card="majesty")
    assert check(made.state)[""].question.endswith("Use it before anything else, or not at all.")
    assert "too late" not in check(made.play("step e", "step e").state)[""].question, "it is said once"


def test_the_chance_of_a_hit_and_what_is_at_stake_are_told_before_the_turn_ends() -> None:
    for health, told in (
        (4, "to be hit on c3."),
        (1, "with one health left."),
        (0, "the next hit kills him!**"),
    ):
        state = play_card(PICTURE, card="high-energy", movement=("0 s see",) * 20).state
        state = replace(state, board=replace(state.board, health=health))
        finish = next(one for one in buttons_of(menu(SPEAK, NAMES, state, "")) if one.value == "finish")
        share = SPEAK.percent(hit_chance(GAME.view(state, None)))
        assert finish.confirm.startswith("Stop with 7 points left? There's still something to do. **")
        assert share in finish.confirm
        assert finish.confirm.endswith(told)
        spent = replace(state, turn=replace(state.turn, points=0))
        finish = next(one for one in buttons_of(menu(SPEAK, NAMES, spent, "")) if one.value == "finish")
        assert not finish.confirm
        assert menu(SPEAK, NAMES, spent, "").question.endswith(told)


@pytest.mark.parametrize("card", ["shot-put", "flip-em-up-dan", "hidey-hole"])
def test_the_chance_of_a_hit_is_told_while_a_card_has_the_last_word(card: str) -> None:
    state = play_card(PICTURE, card=card, movement=("0 s see",) * 20).state
    risk = f"**{SPEAK.percent(hit_chance(GAME.view(state, None)))}** to be hit on c3."
    told = f"{risk} **Hidey Hole** can still hide him." if card == "hidey-hole" else risk
    finish = next(one for one in buttons_of(menu(SPEAK, NAMES, state, "")) if one.value == "finish")
    assert finish.confirm.endswith(told)
    spent = replace(state, turn=replace(state.turn, points=0))
    assert menu(SPEAK, NAMES, spent, "").question.endswith(told)
    last = replace(spent, phase=Phase.AFTER)
    assert menu(SPEAK, NAMES, last, "").question.endswith(risk), "the question itself is about the card"
    hidden = replace(last, board=replace(last.board, hiding=True))
    assert "to be hit" not in menu(SPEAK, NAMES, hidden, "").question


def test_a_grave_risk_is_asked_about_even_where_nothing_is_left_to_burn() -> None:
    state = play_card(PICTURE, card="high-energy", movement=("0 s see",) * 20).state
    burned = replace(state, board=replace(state.board, burned=(state.board.trogdor,), health=0))
    finish = next(one for one in buttons_of(menu(SPEAK, NAMES, burned, "")) if one.value == "finish")
    assert finish.confirm.startswith("Stop with 7 points left? **")
    hidden = replace(burned, board=replace(burned.board, hiding=True))
    assert not [one for one in buttons_of(menu(SPEAK, NAMES, hidden, "")) if one.confirm]


def test_a_list_says_what_is_picked() -> None:
    def title_of(card: str, shown: str = PICTURE) -> str:
        return menu(SPEAK, NAMES, play_card(shown, card=card).state, "card").lists[0].title

    assert title_of("majesty") == "Pick a tile"
    assert title_of("jhonka-help", PICTURE.replace(". .1", ".p .1")) == "Pick a peasant"
    warp = menu(SPEAK, NAMES, play_card(PICTURE, card="tunnel-warp").state, "card")
    assert warp.question.endswith(" Which tunnel?")


def test_a_card_tells_when_nothing_is_in_its_reach() -> None:
    assert check(play_card(BURNED_AROUND, card="sidewise").state)[""].question.endswith(
        "**Sidewise!** reaches nothing here."
    )
    assert "reach" not in check(play_card(PICTURE, card="sidewise").state)[""].question


# When the land asks


def test_a_question_is_answered_with_buttons() -> None:
    made = play_card(PICTURE, "hardybardy shield").play("prefer ask", "step n")
    assert made.state.phase is Phase.SHIELD
    shown = check(made.state)[""]
    assert labels(shown) == {"yes": "Raise the Shield", "no": "Take the hit", "": "My keeper"}
    assert "Here comes a knight" in shown.question


@pytest.mark.rule("trogdor:ruling-57")
def test_the_flask_tells_which_peasant_it_is_about() -> None:
    made = play_card(PICTURE.replace(".D", ".Dp"), "hardybardy flask", movement=("0 n ee",))
    made.play("prefer ask", "burn peasant")
    assert made.state.phase is Phase.FLASK
    told = check(made.state)[""].question
    assert "His run ends at e3." in told
    assert "asked for each" not in told
    path = table(PICTURE.replace(".D", ".Dp"), "hardybardy flask", hand=("path-o-burnination", "block"))
    path.play("prefer ask", "play path-o-burnination", "card")
    assert path.state.phase is Phase.FLASK
    assert "asked for each" in check(path.state)[""].question


def test_the_pouch_offers_the_other_ways() -> None:
    made = play_card(PICTURE.replace(".D", ".Dp"), "hardybardy pouch", movement=("1 n+ eee",)).play("finish")
    shown = check(made.state)[""]
    assert labels(shown) == {
        "pouch e": "➡️ East",
        "pouch s": "⬇️ South",
        "pouch w": "⬅️ West",
        "no": "Let them go north",
        "": "My keeper",
    }
    assert "They repair where they stop" in shown.question


def test_new_peasants_are_placed_with_a_button_for_each_way() -> None:
    homes = """
        C  .  . . C
        .  .  . . .
        .  .  . .D .
        .  .  . . .
        .1 C  .2 . .a
    """
    made = play_card(homes, movement=("2 n eee",)).play("finish")
    assert made.state.phase is Phase.SPAWN
    shown = check(made.state)[""]
    assert sorted(labels(shown).values()) == ["At a1 and b5", "At a1 and e1", "At e1 and b5", "My keeper"]
    assert shown.targets == ("a1", "b5", "e1")


# For oneself


def test_the_private_menu_tells_keeper_and_item_and_what_it_does_by_itself() -> None:
    state = table(PICTURE, "worchex shield", "hardybardy pouch").state
    told = aside(SPEAK, NAMES, state, 0, "").question
    assert "**Worchex**" in told
    assert "**Shield of Cumberdale** (charged)" in told
    assert "it works by itself" in told
    pouch = aside(SPEAK, NAMES, state, 1, "").question
    assert "you're asked" in pouch
    assert "repairs the fewest tiles" in pouch
    assert "recharges on your turn only" in pouch
    assert "Trades with Yubbitz" not in pouch
    disk = aside(SPEAK, NAMES, table(PICTURE, "worchex disk", "yubbitz beans").state, 0, "").question
    assert "It works on your turn only." in disk
    assert "Trades with Yubbitz are open until the turn's card is chosen." in disk
    anyone = replace(state, house=replace(state.house, anyone=True))
    assert "recharges on anyone's" in aside(SPEAK, NAMES, anyone, 0, "").question


def test_the_settings_name_the_item_and_leaving_stands_last() -> None:
    shown = aside(SPEAK, NAMES, table(PICTURE, "worchex shield").state, 0, "")
    assert [[button.label for button in row] for row in shown.rows] == [["Shield: ask me", "Shield: never"]]
    assert [button.value for button in shown.buttons] == ["leave"]


@pytest.mark.rule("trogdor:ruling-32")
def test_yubbitz_offers_trades_and_they_are_answered() -> None:
    made = table(PICTURE, "yubbitz disk", "hardybardy beans", hand=("majesty", "high-energy"))
    (part,) = aside(SPEAK, NAMES, made.state, 0, "").lists
    assert [(option.label, option.description) for option in part.options] == [
        ("Majesty! for Block", "with Ben"),
        ("High Energy! for Block", "with Ben"),
    ]
    made.play("trade majesty for block with 2")
    mine, theirs = (aside(SPEAK, NAMES, made.state, seat, "") for seat in (0, 1))
    assert "withdraw" in labels(mine)
    assert {"accept", "decline"} <= set(labels(theirs))
    assert "**Ann** offers you Majesty! for your Block." in theirs.question


@pytest.mark.rule("trogdor:ruling-57")
def test_an_open_offer_can_be_answered_on_the_board_while_no_card_is_chosen() -> None:
    made = table(PICTURE, "yubbitz disk", "hardybardy beans", hand=("majesty", "high-energy"))
    assert "accept" not in labels(check(made.state)[""])
    made.play("trade majesty for block with 2")
    shown = check(made.state)[""]
    assert [button.label for button in shown.rows[0]] == ["Accept (Ben)", "Decline (Ben)"]
    assert [button.value for button in shown.rows[0]] == ["accept", "decline"]
    assert "**Ann** offers **Ben** Majesty! for Block." in shown.question
    assert shown.question.count("**Majesty!** · ") == shown.question.count("**Block** · ") == 1
    made.play("play majesty")
    assert "accept" not in labels(check(made.state)[""])
    longest = tuple("\\_" * 32 for _ in NAMES)
    made = table(PICTURE, "yubbitz disk", "hardybardy beans", hand=("tunnel-warp", "shot-put"))
    made.play("trade shot-put for block with 2")
    fits(menu(SPEAK, longest, made.state, ""))


def test_leaving_is_asked_about_first() -> None:
    shown = aside(SPEAK, NAMES, table().state, 0, "")
    (leave,) = (button for button in shown.buttons if button.value == "leave")
    assert leave.confirm
    assert leave.look is ButtonLook.PLAIN, "no player is led to it"


def test_when_it_is_over_there_is_nothing_to_choose() -> None:
    over = table().play("leave").state
    assert menu(SPEAK, NAMES, over, "") == Menu()
    assert lines(aside(SPEAK, NAMES, over, 0, "")) == set()
