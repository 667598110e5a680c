"""Ploc in words: every event, every refusal, the board, and its ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest

from bot.games.ploc import narration as ploc
from engine.core import IllegalAction, Outcome, Seat
from engine.ploc import GAME, REFUSALS
from engine.ploc.events import (
    EndOffered,
    Event,
    GameEnded,
    Hit,
    MatchBegan,
    MatchEnded,
    OfferAccepted,
    OfferDeclined,
    Rerolled,
    Resigned,
    Rolled,
    Swapped,
    TookBack,
    TurnPassed,
    Weakened,
    WentBerserk,
)
from engine.ploc.model import Deed, MatchResult, Side, State, Turn, Use
from engine.rng import SeededRng
from tests.bot.games.ploc.test_menu import EXAMPLE, NAMES, SPEAK, game, play, standing, states

ALT_LIMIT = 1024
HOWS = ("hit", "berserk", "swap", "agreement", "limit", "concession")
TOLD: tuple[tuple[Event, str], ...] = (
    (
        MatchBegan(2, ((4, 3, 2), (1, 2, 4)), (9, 8), 1, 1),
        (
            "**Match 2:** Plockton rolls 4, 3 and 2 for 9 athletes; Broadford rolls 1, 2 and 4, which "
            "makes 8 athletes with the extra one. **Ben** begins."
        ),
    ),
    (Rolled(0, (4, 4, 1), 0), "**Ann** rolls 4, 4 and 1."),
    (Rolled(1, (4, 4, 1), 2), "**Ben** rolls 4, 4 and 1."),
    (Rerolled(0, 1, 6), "**Ann** rolls the 1 again: 6."),
    (Hit(0, 4, 3, lying=False), "4 against 3: Broadford loses an athlete."),
    (Hit(1, 2, 4, lying=True), "2 against 4: Plockton loses an athlete who lay there."),
    (Swapped(0, 4, 3, 2), "The 4 takes the place of the 3: 2 athletes come."),
    (Swapped(0, 3, 3, 1), "The 3 takes the place of the 3: 1 athlete comes."),
    (Swapped(0, 1, 2, 0), "The 1 takes the place of the 2: nobody comes, nobody leaves."),
    (Swapped(0, 1, 3, -1), "The 1 takes the place of the 3: 1 athlete leaves."),
    (Swapped(0, 1, 6, -4), "The 1 takes the place of the 6: 4 athletes leave."),
    (Weakened(0, 1), "The 1 lays down an athlete of Broadford."),
    (WentBerserk(0, 2, 4, 0), "**Berserk!** With three times 2, Broadford loses 4 athletes."),
    (
        WentBerserk(1, 2, 2, 2),
        "**Berserk!** With three times 2, Plockton loses 4 athletes, 2 of them lying.",
    ),
    (TookBack(0), "**Ann** takes back what the dice did last."),
    (TurnPassed(0, 3), "**Ann** ends the turn."),
    (EndOffered(0, (9, 7)), "**Ann** offers to end the match as it stands, 9 : 7."),
    (OfferAccepted(1), "**Ben** agrees."),
    (OfferDeclined(1), "**Ben** would rather pull on."),
    (
        MatchEnded(1, 0, "hit", 5),
        "**Match 1 goes to Ann, in 5 turns: the last athlete of Broadford is out.**",
    ),
    (MatchEnded(2, 0, "hit", 5), "Match 2 is over after 5 turns: the last athlete of Broadford is out."),
    (MatchEnded(1, 1, "concession", 1), "**Match 1 goes to Ben, in 1 turn: Ann gives it up.**"),
    (Resigned(1), "**Ben** gives up the game."),
)


@pytest.mark.parametrize(("event", "said"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told(event: Event, said: str) -> None:
    assert ploc.narrate(SPEAK, NAMES, (event,)) == (said,)


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} | {GameEnded} == set(get_args(Event))


def test_who_has_won_is_told_in_the_header_alone() -> None:
    assert ploc.narrate(SPEAK, NAMES, (Resigned(1), GameEnded(0))) == ("**Ben** gives up the game.",)
    over = ploc.narrate(SPEAK, NAMES, (MatchEnded(2, 0, "hit", 5), GameEnded(0)))
    assert not any("Ann" in said or "wins" in said for said in over)


@pytest.mark.parametrize("how", HOWS)
def test_every_way_to_end_a_match_is_told(how: str) -> None:
    (first,) = ploc.narrate(SPEAK, NAMES, (MatchEnded(1, 1, how, 8),))
    assert first.startswith("**Match 1 goes to Ben, in 8 turns: ")
    (second,) = ploc.narrate(SPEAK, NAMES, (MatchEnded(2, 1, how, 8),))
    assert second.startswith("Match 2 is over after 8 turns: ")


def test_a_match_ends_and_the_next_one_begins_on_lines_of_their_own() -> None:
    began = MatchBegan(2, ((4, 3, 2), (1, 2, 4)), (10, 7), 1, 0)
    hit = Hit(0, 4, 3, lying=False)
    told = ploc.narrate(SPEAK, NAMES, (hit, MatchEnded(1, 0, "hit", 5), began, Rolled(1, (1, 2, 3), 0)))
    assert [said.startswith("\n") for said in told] == [False, True, True, False]
    last = ploc.narrate(SPEAK, NAMES, (hit, MatchEnded(2, 0, "hit", 5), GameEnded(0)))
    assert not any("\n" in said for said in last), "the header has it, too"
    (alone, _) = ploc.narrate(SPEAK, NAMES, (MatchEnded(1, 1, "concession", 1), began))
    assert alone.startswith("**Match 1 goes to Ben")


LYING = standing((2, 4, 2), red=((1, 2, 4), 0, 7))
OFFERED = play(EXAMPLE, "offer")
USED = play(EXAMPLE, "4a hit standing")
COMPLETE = play(USED, "4b swap", "1c swap")
MIXED = standing((2, 2, 2), red=((1, 2, 4), 3, 3))
SIXES = standing((2, 2, 5), yellow=((6, 3, 6), 15, 0))
REFUSED: dict[str, tuple[State, str, Seat]] = {
    "not-notation": (EXAMPLE, "pull harder", 0),
    "which-athlete": (standing((4, 4, 1), red=((1, 2, 4), 3, 3)), "4a hit", 0),
    "how-many-lying": (MIXED, "berserk", 0),
    "over": (replace(EXAMPLE, outcome=Outcome("hit", (0,), (1, 0))), "done", 0),
    "not-your-turn": (EXAMPLE, "done", 1),
    "answer-first": (OFFERED, "4a swap", 1),
    "offer-waits": (OFFERED, "4a swap", 0),
    "no-offer": (EXAMPLE, "accept", 0),
    "offered-already": (play(OFFERED, "decline"), "offer", 0),
    "last-match": (replace(EXAMPLE, match=2), "concede", 0),
    "no-reroll": (EXAMPLE, "reroll 4", 0),
    "reroll-late": (USED, "reroll 4", 0),
    "rerolled-already": (
        replace(SIXES, turn=replace(SIXES.turn, rerolls=1, rerolled=(False, False, True))),
        "reroll 5",
        0,
    ),
    "no-such-die": (EXAMPLE, "6a swap", 0),
    "place-taken": (USED, "4a swap", 0),
    "all-used": (COMPLETE, "4a swap", 0),
    "too-low": (EXAMPLE, "1a hit standing", 0),
    "too-low-lying": (standing((1, 1, 4), red=((1, 2, 4), 3, 3)), "1a hit lying", 0),
    "none-standing": (LYING, "2a weaken", 0),
    "none-lying": (EXAMPLE, "4a hit lying", 0),
    "unequal": (EXAMPLE, "berserk 0", 0),
    "berserk-too-low": (standing((1, 1, 1)), "berserk 0", 0),
    "berserk-late": (play(MIXED, "2c weaken"), "berserk 1", 0),
    "wrong-number": (MIXED, "berserk 4", 0),
    "not-done": (USED, "done", 0),
    "nothing-to-undo": (EXAMPLE, "undo", 0),
}


@pytest.mark.parametrize("key", REFUSED)
def test_a_refusal_has_its_sentence(key: str) -> None:
    state, line, seat = REFUSED[key]
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, GAME.parse(line, state), SeededRng("refused"))
    assert caught.value.key == key
    assert "{" not in SPEAK(f"ploc.{key}", who="Ann", **caught.value.values)


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    assert set(REFUSED) == REFUSALS


def header(state: State) -> tuple[str, ...]:
    return ploc.header(SPEAK, NAMES, GAME.view(state, None))


def caption(state: State) -> str:
    return ploc.turn(SPEAK, NAMES, GAME.view(state, None))


def call(state: State) -> str:
    return ploc.call(SPEAK, NAMES, GAME.view(state, None), "<@1>")


def test_the_header_says_how_it_stands_and_at_first_what_match_one_is_worth() -> None:
    assert header(EXAMPLE) == ("Match 1 of 2 · turn 3 · Plockton (Ann) 9 : 7 Broadford (Ben)",)
    worth = "-# Winning match 1 brings one athlete more for match 2, and nothing else: match 2 decides."
    first = replace(EXAMPLE, turn=replace(EXAMPLE.turn, number=1))
    assert header(first)[1] == worth
    assert header(OFFERED)[1] == worth
    assert worth not in header(replace(OFFERED, match=2, results=(MatchResult(1, "hit", 5),)))
    assert "turn 3 of 20 (house rule)" in header(replace(EXAMPLE, limit=20))[0]


def test_the_header_says_who_begins() -> None:
    first = replace(EXAMPLE, turn=replace(EXAMPLE.turn, number=1))
    assert header(first)[-1] == "**Ann** begins this match, **Ben** the next one."
    assert header(replace(first, match=2))[-1] == "**Ben** begins this match."


def test_the_header_of_match_two_says_what_match_one_brought() -> None:
    second = replace(EXAMPLE, match=2, results=(MatchResult(1, "hit", 5),))
    assert header(second)[1] == (
        "-# Match 1 went to **Ben**: one athlete more for Broadford, and nothing else. "
        "Whoever wins this match wins the game."
    )


def test_the_header_says_what_the_other_side_did() -> None:
    uses = (
        Use(0, 0, Deed.HIT, 4),
        Use(1, 1, Deed.SWAP, 3, change=2),
        Use(2, 2, Deed.HIT, 2, lying=True),
    )
    last = Turn(1, 2, (4, 4, 1), 0, uses=uses)
    assert header(replace(EXAMPLE, last=last))[-1] == (
        "-# Before: Ben rolled 4, 4 and 1: 4 hit at a, 4 swapped for the 3 at b (+2), 1 hit a lying one at c."
    )
    twice = replace(EXAMPLE, last=replace(last, rerolled=(False, False, True)))
    assert header(twice)[-1].startswith("-# Before: Ben rolled 4, 4 and 1 (rerolled): ")
    weak = replace(last, uses=(Use(2, 2, Deed.WEAKEN, 2),))
    assert header(replace(EXAMPLE, last=weak))[-1].endswith("1 weakened one at c.")
    gone = replace(last, uses=(), berserk=(1, 3))
    assert header(replace(EXAMPLE, last=gone))[-1].endswith("berserk, 4 athletes out.")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("hit", "**Ben** wins for Broadford: match 2 is decided by a hit"),
        ("berserk", "**Ben** wins for Broadford, having gone berserk in match 2"),
        ("swap", "**Ben** wins for Broadford: Ann has swapped away the last athlete of match 2"),
        ("agreement", "**Ben** wins for Broadford: match 2 was ended by agreement"),
        ("limit", "**Ben** wins for Broadford: match 2 has used up its turns"),
        ("resignation", "**Ben** wins for Broadford: Ann has given up."),
    ],
)
def test_the_end_says_who_and_how(ending: str, said: str) -> None:
    over = replace(
        EXAMPLE,
        match=2,
        sides=(Side((4, 3, 2), 0), EXAMPLE.sides[1]),
        results=(MatchResult(0, "hit", 5), MatchResult(1, ending, 7)),
        outcome=Outcome(ending, (1,), (0, 1)),
    )
    first, second = header(over)
    assert first.startswith(said)
    assert ending == "resignation" or first.endswith("Plockton (Ann) 0 : 7 Broadford (Ben).")
    assert second == "-# Match 1 went to Ann."
    assert caption(over) == "Broadford wins"


def test_a_game_given_up_in_match_one_has_nothing_to_note() -> None:
    over = replace(EXAMPLE, outcome=Outcome("resignation", (1,), (0, 1)))
    assert header(over) == ("**Ben** wins for Broadford: Ann has given up.",)


def test_the_caption_says_what_is_asked() -> None:
    captions = [caption(state) for state in (EXAMPLE, play(USED, "4b swap"), COMPLETE, SIXES, OFFERED)]
    assert captions == [
        "Plockton: 3 dice to use",
        "Plockton: 1 die to use",
        "Plockton: end the turn",
        "Plockton: reroll, or use a die",
        "Broadford: end the match?",
    ]


def test_whoever_must_act_is_called() -> None:
    *calls, answer = [call(state) for state in (EXAMPLE, play(USED, "4b swap"), COMPLETE, SIXES, OFFERED)]
    assert calls == [
        "<@1>, it is your turn: use all three dice.",
        "<@1>, one die is left to use.",
        "<@1>, your dice are used.",
        "<@1>, it is your turn: sixes in your column let you reroll 2 dice; then use all three.",
    ]
    assert call(USED) == "<@1>, 2 dice are left to use."
    single = replace(SIXES, turn=replace(SIXES.turn, rerolls=1))
    assert "a six in your column lets you reroll 1 die; then" in call(single)
    assert answer == "<@1>, shall match 1 end as it stands? **Ann** would win it.", "the story has the offer"


def test_the_picture_is_told_to_those_who_do_not_see_it() -> None:
    state = play(standing((4, 4, 1), red=((1, 2, 4), 6, 1)), "4a hit lying")
    state = replace(state, last=Turn(1, 2, (2, 2, 2), 0, berserk=(0, 4)))
    assert ploc.alt(SPEAK, NAMES, GAME.view(state, None), "T7") == (
        "Ploc, table T7, match 1, turn 3. Plockton: 2 dice to use. "
        "Plockton of Ann: column a 4, b 3, c 2; 9 athletes, 9 in reserve. "
        "Broadford of Ben: column a 1, b 2, c 4; 6 athletes, 12 in reserve. "
        "Broadford rolled 2, 2 and 2: berserk, 4 athletes out. "
        "Plockton rolled 4, 4 and 1: 4 hit a lying one at a."
    )
    lying = ploc.alt(SPEAK, NAMES, GAME.view(LYING, None), "T7")
    assert "7 athletes, 7 of them lying, 11 in reserve." in lying


def test_the_picture_is_always_told_within_its_limit() -> None:
    names = ("a" * 32, "b" * 32)
    for state in states():
        told = ploc.alt(SPEAK, names, GAME.view(state, None), "T" + "9" * 18)
        assert len(told) < ALT_LIMIT
        assert "{" not in told


def test_a_message_is_new_when_the_turn_passes_or_something_is_asked_or_decided() -> None:
    played = list(game(0))
    keys = [ploc.turn_key(state) for state in played]
    assert keys == sorted(keys, key=keys.index), "a key that is gone does not come back"
    for before, after in pairwise(played):
        new = ploc.turn_key(before) != ploc.turn_key(after)
        passed = (before.match, before.turn.number) != (after.match, after.turn.number)
        assert new == (passed or before.offer != after.offer or after.outcome is not None)


def test_everything_that_happens_in_a_game_is_told() -> None:
    for number in range(6):
        for state in game(number):
            lines = (*header(state), caption(state), *(() if state.outcome else (call(state),)))
            assert all(line and "{" not in line for line in lines)
