"""One Man, Thrag! in words: every event, every refusal, the board, its end, and the line of the day."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.games.catalogue import words_in
from bot.games.thrag import narration as thrag
from bot.games.thrag.daily import rank, share
from bot.games.thrag.menu import menu
from bot.words import LANGUAGES
from bot.words.sentences import with_terms
from engine.core import Fault, IllegalAction, Outcome, Seat, read_settings
from engine.rng import SeededRng
from engine.thrag import GAME, REFUSALS
from engine.thrag.events import (
    Advanced,
    CoinFlipped,
    Ended,
    Escaped,
    Event,
    Paid,
    PawnTurnedBlack,
    Rerolled,
    Reshuffled,
    Resigned,
    Slain,
    Struck,
    TileTurned,
    TurnBegan,
)
from engine.thrag.model import TILES, Fight, Foe, Stack, State, Suit, TurnedTile
from tests.bot.games.thrag.test_menu import LATE, NAMES, SPEAK, game, games

ALT_LIMIT = 1024
SLAIN = Fight(Suit.BLUE, 3, 0, 2, Suit.BLUE, 4, 4)
LOST = Fight(Suit.GREEN, 2, 5, 2, Suit.RED, 3, 3)
GONE = Stack((), (), TILES)
TOLD: tuple[tuple[Event, str], ...] = (
    (
        TurnBegan(3, (Foe(5, 3), None, Foe(3, 0)), 2),
        "**Turn 3:** Oven Bull (red 8) and Ditch Heron (blue 3). Thrag rolls 2.",
    ),
    (TurnBegan(12, (None, Foe(2, 5), None), 0), "**Last turn:** Bog Otter (green 7). Thrag rolls 0."),
    (Rerolled(Suit.GREEN, Suit.GREEN, 5, 0), "The green pawn rerolls its beast's die: 5 becomes 0."),
    (Rerolled(Suit.GREEN, Suit.GREEN, 5, 5), "The green pawn rerolls its beast's die: 5 again."),
    (Rerolled(Suit.BLACK, Suit.BLUE, 3, 3), "The blue pawn rerolls Thrag's die: 3 again."),
    (Rerolled(Suit.BLACK, Suit.BLUE, 2, 4), "The blue pawn rerolls Thrag's die: 2 becomes 4."),
    (CoinFlipped(Suit.BLUE, 4), "The blue coin shows 4."),
    (CoinFlipped(Suit.RED, 0), "The red coin shows 0."),
    (Slain(SLAIN), "That's 6 against 3: the Ditch Heron falls."),
    (Struck(LOST), "That's 5 against 7: the Bog Otter (green) stands, Thrag takes 2."),
    (Paid((1, 4), 5, chosen=True), "Thrag pays with the 1 and the 4."),
    (Paid((2,), 2, chosen=False), "That costs him the 2."),
    (PawnTurnedBlack(Suit.BLUE), "The blue pawn turns black."),
    (TileTurned(4, healed=True), "The black tile heals the 4."),
    (TileTurned(2, healed=False), "The black tile heals nothing."),
    (Escaped(Suit.RED, 5), "Got away: Oven Bull."),
    (Ended("win", 9, 4, 2, 0), "**That was the last one!**"),
    (Ended("death", 9, 0, 2, 3), "**That's more than Thrag can take.**"),
    (Ended("exhaustion", 9, 0, 0, 1), "**That was the last coin.**"),
    (Ended("breakfast", 12, 0, 0, 2), "**Breakfast is over.**"),
    (Resigned(3, 12), "**Ann** gives up."),
)
PLAIN: tuple[Event, ...] = (Reshuffled(Suit.RED, 1), Advanced(2), Advanced(0))
"""What the picture and the next sentence make plain."""


@pytest.mark.parametrize(("event", "said"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told(event: Event, said: str) -> None:
    assert thrag.narrate(SPEAK, NAMES, (event,)) == (said,)


def test_every_kind_of_event_is_told() -> None:
    kinds = {type(event) for event, _ in TOLD}
    assert kinds | {type(event) for event in PLAIN} == set(get_args(Event))
    assert thrag.narrate(SPEAK, NAMES, PLAIN) == ()


WORDS = 40
"""What a board may say below its picture."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_is_told_in_few_words(language: str) -> None:
    """The events, the question, and the result: in nights played by stand-ins."""
    words, longest = words_in(language), ""
    for number in range(60):
        rng = SeededRng(f"words {number}")
        state = GAME.start(read_settings(GAME, {}, 1), 1, rng)
        while state.outcome is None:
            actions = GAME.legal(state, 0)
            step = GAME.apply(state, 0, GAME.stand_in_action(GAME.view(state, None), actions, rng), rng)
            state, view = step.state, GAME.view(step.state, None)
            told = [*thrag.header(words, NAMES, view), *thrag.narrate(words, NAMES, step.events)]
            if state.outcome is None:
                told += [menu(words, NAMES, state, "").question, thrag.call(words, NAMES, view, "@Ann")]
            longest = max(longest, " ".join(told), key=count)
    assert count(longest) <= WORDS, longest


def count(said: str) -> int:
    """Words, without the signs that French sets apart."""
    return sum(any(sign.isalnum() for sign in word) for word in said.split())


def test_what_is_alike_is_told_at_once_and_a_new_turn_on_a_new_line() -> None:
    events = (
        Escaped(Suit.RED, 5),
        Escaped(Suit.GREEN, 2),
        Reshuffled(Suit.RED, 2),
        Reshuffled(Suit.BLACK, 5),
        Advanced(3),
        TurnBegan(10, (Foe(5, 3), None, None), 2),
    )
    assert thrag.narrate(SPEAK, NAMES, events) == (
        "Got away: Oven Bull and Bog Otter.",
        "\n**Turn 10:** Oven Bull (red 8). Thrag rolls 2.",
    )


def test_a_pawn_that_turns_black_as_the_game_ends_is_not_told() -> None:
    fell, black, won = Slain(SLAIN), PawnTurnedBlack(Suit.BLUE), Ended("win", 9, 4, 2, 0)
    assert thrag.narrate(SPEAK, NAMES, (fell, black, won)) == (
        "That's 6 against 3: the Ditch Heron falls.",
        "**That was the last one!**",
    )


def refusal_of(state: State, line: str, seat: Seat = 0) -> IllegalAction:
    """The refusal of a line; fails if it is allowed."""
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, GAME.parse(line, state), SeededRng("refused"))
    return caught.value


OWING = replace(LATE, owed=2, fights=1)
OVER = replace(LATE, outcome=Outcome("resignation", (), (0,)))
BLACK = replace(LATE, stacks=(*LATE.stacks[:2], GONE), foes=(*LATE.foes[:2], None))
TWO_BLACK = replace(BLACK, stacks=(LATE.stacks[0], GONE, GONE), foes=(LATE.foes[0], None, None))
REFUSED: dict[str, tuple[State, str]] = {
    "not-notation": (LATE, "have a nap"),
    "which-pool": (LATE, "fight green with coin"),
    "which-pawn": (TWO_BLACK, "reroll black"),
    "over": (OVER, "stop"),
    "pay-first": (OWING, "stop"),
    "nothing-owed": (LATE, "pay 4"),
    "must-fight": (LATE, "stop"),
    "no-beast": (BLACK, "fight blue"),
    "pool-empty": (LATE, "fight green with green"),
    "own-pool-first": (LATE, "fight blue with red"),
    "pawn-out": (replace(LATE, weapons=(Suit.RED,), spent=()), "reroll blue"),
    "pawn-spent": (LATE, "reroll red"),
    "pawn-is-black": (BLACK, "reroll blue"),
    "pawn-not-black": (LATE, "reroll black with blue"),
    "last-breath": (OWING, "pay 0 4"),
    "not-held": (OWING, "pay 3"),
    "too-little": (OWING, "pay 1"),
    "needless": (OWING, "pay 1 4"),
}
SAID = {
    "not-notation": "Try `fight red`",
    "not-held": "he can't give that 3",
    "pawn-not-black": "Slay every blue beast first (1 left)",
}
"""What some of these sentences say."""

ROOM = 25
"""Words of a refusal."""


@pytest.mark.parametrize("key", REFUSED)
def test_a_refusal_has_its_sentence(key: str) -> None:
    cause = refusal_of(*REFUSED[key])
    assert cause.key == key
    said = SPEAK(f"thrag.{key}", who="Ann", **with_terms(SPEAK, f"thrag.{key}", cause.values))
    assert "{" not in said
    assert SAID.get(key, "") in said
    assert len(said.split()) <= ROOM
    assert said.count(". ") <= 1, "a sentence, and a way out"


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    assert set(REFUSED) | {"not-your-turn"} == REFUSALS
    assert refusal_of(LATE, "stop", seat=1).fault is Fault.ILLEGAL
    assert SPEAK("thrag.not-your-turn", who="Ann") == "You're watching this one: only Ann can play."


def header(state: State) -> tuple[str, ...]:
    return thrag.header(SPEAK, NAMES, GAME.view(state, None))


def test_nothing_stands_above_the_picture_that_is_in_it() -> None:
    for state in (state for played in games() for state in played if state.outcome is None):
        assert header(state) == ()


@pytest.mark.rule("thrag:hopeless-1")
def test_a_game_that_cannot_be_won_any_more_says_so() -> None:
    lost, won = (replace(LATE, turn=turn) for turn in (11, 10))
    assert "Too late to win" in thrag.alt(SPEAK, NAMES, GAME.view(lost, None))
    assert "Too late to win" not in thrag.alt(SPEAK, NAMES, GAME.view(won, None))


@pytest.mark.parametrize(
    ("ending", "said", "caption"),
    [
        ("win", "**Won!** **Ann** gets Thrag home in time. His brother", "Home for breakfast"),
        ("death", "**Lost.** Thrag falls, and **Ann** has to tell his brother", "Thrag has fallen"),
        ("exhaustion", "**Lost.** Thrag goes to bed. **Ann**, better not", "Too tired to go on"),
        ("breakfast", "**Lost.** The buffet is cleared, **Ann**.", "Too late for breakfast"),
        ("resignation", "**Lost.** **Ann** calls it a night.", "Given up"),
    ],
)
def test_the_end_says_who_and_how(ending: str, said: str, caption: str) -> None:
    won = ending == "win"
    over = replace(LATE, outcome=Outcome(ending, (0,) if won else (), (4 if won else 0,)))
    (line,) = header(over)
    assert line.startswith(said)
    assert not any(sign.isdigit() for sign in line), "the picture has turn, score, pawns and beasts"
    assert thrag.turn(SPEAK, NAMES, GAME.view(over, None)) == caption


def test_the_caption_says_what_is_asked() -> None:
    captions = [
        thrag.turn(SPEAK, NAMES, GAME.view(state, None)) for state in (LATE, replace(LATE, fights=1), OWING)
    ]
    assert captions == ["Fight!", "Fight on, or stop?", "Pay 2"]


def test_the_player_is_called() -> None:
    calls = [
        thrag.call(SPEAK, NAMES, GAME.view(state, None), "<@1>")
        for state in (LATE, replace(LATE, fights=1), OWING, replace(BLACK, foes=(LATE.foes[0], None, None)))
    ]
    assert calls == [
        "<@1>, who first?",
        "<@1>, fight on, or stop?",
        "<@1>, which coins pay for 2 damage? You get no change.",
        "<@1>, fight!",
    ]


def test_the_picture_is_told_to_those_who_do_not_see_it() -> None:
    shown = replace(LATE, tracks=True, fight=LOST, fights=1, rerolled=Suit.GREEN)
    assert thrag.alt(SPEAK, NAMES, GAME.view(shown, None)) == (
        "One Man, Thrag! Turn 9 of 12, 7 of 15 beasts left. "
        "Thrag rolled 2. Hit points: null, 1, 4, 5. Healing pool: 2, 3. "
        "Oven Bull, Red 5 + 3 = 8, too strong for any coin. Bog Otter, Green 2 + 5 = 7, needs a coin of 5. "
        "Ditch Heron, Blue 3 + null = 3, needs a coin of 1 or more. "
        "Last fight: 2 + 3 (Red coin) = 5 against Bog Otter (Green 7), 2 damage. Green die rerolled. "
        "Red: coins 3 (null, 1, 3); pawn spent; stack 2; discards none; slain 3, 4. "
        "Green: coins 0; pawn; stack 1; discards 1; slain 3, 5. "
        "Blue: coins 2 (4, 5); pawn; stack 0; discards none; slain 1, 2, 4, 5. "
        "Black: stack 2; discards 2, 3, 5. Fight on, or stop?"
    )
    healed = replace(LATE, turned=TurnedTile(4, healed=True))
    assert "Black tile 4: that coin is back." in thrag.alt(SPEAK, NAMES, GAME.view(healed, None))


def test_the_picture_is_always_told_within_its_limit() -> None:
    for state in (state for played in games() for state in played):
        told = thrag.alt(SPEAK, NAMES, GAME.view(state, None))
        assert len(told) <= ALT_LIMIT
        assert "{" not in told


def test_a_turn_has_one_message() -> None:
    states = list(game("messages", {}))
    keys = [thrag.turn_key(state) for state in states]
    assert len(set(keys)) == states[-1].turn + 1
    assert keys == sorted(keys, key=keys.index), "a key that is gone does not come back"


@pytest.mark.rule("thrag:daily-2")
def test_a_finished_game_is_shared_in_a_line_that_spoils_nothing() -> None:
    """Two beasts fall in turn 1, none in turn 2, and in turn 3 the player resigns."""
    two = replace(
        LATE, turn=1, stacks=(Stack((1, 2, 4)), Stack((4, 1, 3), (), (5,)), Stack((2, 4, 5), (), (1,)))
    )
    states = (
        replace(two, stacks=(Stack((1, 2, 4)), Stack((4, 1, 3)), Stack((2, 4, 5)))),
        two,
        replace(two, turn=2),
        replace(two, turn=3),
        replace(two, turn=3, outcome=Outcome("resignation", (), (0,))),
    )
    assert share(SPEAK, states) == "Gave up in turn 3 of 12, 2 of 15 beasts slain. Beasts a turn: ▅▁▁"


@pytest.mark.rule("thrag:daily-2")
def test_the_line_of_a_win_has_score_and_pawns_and_no_beasts() -> None:
    before = replace(LATE, stacks=(GONE, GONE, Stack((), (), TILES[:4])), foes=(None, None, Foe(5, 0)))
    won = replace(
        before, stacks=(GONE, GONE, GONE), foes=(None, None, None), outcome=Outcome("win", (0,), (4,))
    )
    told = "Home in turn 9 of 12, with 2 pawns left. Beasts a turn: "
    assert share(SPEAK, (before, won)).startswith(told)


@pytest.mark.rule("thrag:daily-2")
def test_every_finished_game_is_shared_in_one_line() -> None:
    for states in games():
        line = share(SPEAK, states)
        bars = line.rpartition(" ")[2]
        assert len(bars) == states[-1].turn
        assert sum("▁▃▅█".index(bar) for bar in bars) == rank(states[-1])[-1]
        assert "\n" not in line
        assert not any(colour in line.lower() for colour in ("red", "green", "blue", "null"))


@pytest.mark.rule("thrag:score-2")
def test_games_are_ranked_by_score_then_pawns_then_beasts() -> None:
    slain = (GONE, GONE, GONE)
    won = replace(LATE, stacks=slain, outcome=Outcome("win", (0,), (4,)))
    sparing = replace(won, spent=())
    lost = replace(LATE, outcome=Outcome("death", (), (0,)))
    idle = replace(lost, spent=(), stacks=(Stack(TILES[:4]), Stack(TILES[:4]), Stack(TILES[:4])))
    assert [rank(state) for state in (sparing, won, lost, idle)] == [
        (4, 3, 15),
        (4, 2, 15),
        (0, 0, 8),
        (0, 0, 0),
    ]
    assert rank(sparing) > rank(won) > rank(lost) > rank(idle)


@pytest.mark.rule("thrag:daily-2")
def test_a_game_that_was_given_up_gets_no_place() -> None:
    assert rank(OVER) == ()
