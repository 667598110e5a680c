"""Ploc in words: every event, every refusal, the board, and its ends."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest

from bot.games.catalogue import CATALOGUE, words_in
from bot.games.ploc import narration as ploc
from bot.games.ploc.menu import menu
from bot.games.ploc.recap import narrate_turns
from bot.kernel.tables.history import ended_turns
from bot.words import LANGUAGES
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
from engine.replay import effective_positions
from engine.rng import SeededRng
from tests.bot.games.ploc.test_menu import EXAMPLE, NAMES, SPEAK, game, play, standing, states
from tests.bot.games.whole_games import whole
from tests.playthroughs.golden import FILES, plies

ALT_LIMIT = 1024
HOWS = ("hit", "berserk", "swap", "agreement", "limit", "concession")
TOLD: tuple[tuple[Event, str], ...] = (
    (
        MatchBegan(2, ((4, 3, 2), (1, 2, 4)), (9, 8), 1, 1),
        "**Match 2 decides**, with one extra for Broadford.",
    ),
    (Rolled(0, (4, 4, 1), 0), "**Ann** rolls 4, 4 and 1."),
    (Rolled(1, (4, 4, 1), 2), "**Ben** rolls 4, 4 and 1."),
    (Rerolled(0, 1, 6), "**Ann** rerolls the 1: 6."),
    (Hit(0, 4, 3, lying=False), "4 against 3: Broadford loses an athlete."),
    (Hit(1, 2, 4, lying=True), "2 against 4: Plockton loses an athlete who was lying."),
    (Swapped(0, 4, 3, 2), "The 4 replaces the 3: 2 athletes join."),
    (Swapped(0, 3, 3, 1), "The 3 replaces the 3: 1 athlete joins."),
    (Swapped(0, 1, 2, 0), "The 1 replaces the 2: nobody joins, nobody leaves."),
    (Swapped(0, 1, 3, -1), "The 1 replaces the 3: 1 athlete leaves."),
    (Swapped(0, 1, 6, -4), "The 1 replaces the 6: 4 athletes leave."),
    (Weakened(0, 1), "The 1 weakens an athlete of Broadford, who is lying now."),
    (WentBerserk(0, 2, 4, 0), "**Berserk!** Three 2s: Broadford loses 4 athletes."),
    (WentBerserk(1, 2, 2, 2), "**Berserk!** Three 2s: Plockton loses 4 athletes (2 lying)."),
    (TookBack(0), "**Ann** takes that back."),
    (TurnPassed(0, 3), "**Ann** is done."),
    (EndOffered(0, (9, 7)), "**Ann** offers to end the match at 9 : 7."),
    (OfferAccepted(1), "**Ben** agrees."),
    (OfferDeclined(1), "**Ben** would rather pull on."),
    (MatchEnded(1, 0, "hit", 5), "**Ann wins match 1.**"),
    (MatchEnded(2, 0, "hit", 5), "Match 2 is over after 5 turns."),
    (MatchEnded(2, 0, "hit", 1), "Match 2 is over after 1 turn."),
    (MatchEnded(1, 1, "concession", 1), "**Ben wins match 1:** Ann concedes."),
    (Resigned(1), "**Ben** resigns."),
)


@pytest.mark.parametrize(("event", "said"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told(event: Event, said: str) -> None:
    assert ploc.narrate(SPEAK, NAMES, (event,)) == (said,)


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} | {GameEnded} == set(get_args(Event))


def test_who_has_won_is_told_in_the_header_alone() -> None:
    assert ploc.narrate(SPEAK, NAMES, (Resigned(1), GameEnded(0))) == ("**Ben** resigns.",)
    over = ploc.narrate(SPEAK, NAMES, (MatchEnded(2, 0, "hit", 5), GameEnded(0)))
    assert not any("Ann" in said or "wins" in said for said in over)


@pytest.mark.parametrize("how", HOWS)
def test_every_way_to_end_a_match_is_told(how: str) -> None:
    (first,) = ploc.narrate(SPEAK, NAMES, (MatchEnded(1, 1, how, 8),))
    assert first.startswith("**Ben wins match 1")
    (second,) = ploc.narrate(SPEAK, NAMES, (MatchEnded(2, 1, how, 8),))
    assert second == "Match 2 is over after 8 turns."


def test_a_match_ends_and_the_next_one_begins_on_lines_of_their_own() -> None:
    began = MatchBegan(2, ((4, 3, 2), (1, 2, 4)), (10, 7), 1, 0)
    hit = Hit(0, 4, 3, lying=False)
    told = ploc.narrate(SPEAK, NAMES, (hit, MatchEnded(1, 0, "hit", 5), began, Rolled(1, (1, 2, 3), 0)))
    assert [said.startswith("\n") for said in told] == [False, True, True, False]
    last = ploc.narrate(SPEAK, NAMES, (hit, MatchEnded(2, 0, "hit", 5), GameEnded(0)))
    assert not any("\n" in said for said in last), "the header has it, too"
    (alone, _) = ploc.narrate(SPEAK, NAMES, (MatchEnded(1, 1, "concession", 1), began))
    assert alone.startswith("**Ben wins match 1")


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


def test_above_the_picture_stands_nothing_but_at_first_what_match_one_is_worth() -> None:
    assert header(EXAMPLE) == ()
    worth = ("-# Match 2 decides. Winning match 1 is worth one extra athlete.",)
    first = replace(EXAMPLE, turn=replace(EXAMPLE.turn, number=1))
    assert header(first) == worth
    assert header(OFFERED) == worth
    second = replace(OFFERED, match=2, results=(MatchResult(1, "hit", 5),))
    assert header(second) == header(replace(first, match=2)) == ()
    assert header(replace(EXAMPLE, limit=20)) == (), "the picture has the turns"


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("hit", "**Ben** wins for Broadford: nobody is left to pull for Plockton."),
        ("berserk", "**Ben** goes berserk and wins for Broadford."),
        ("swap", "**Ben** wins for Broadford: Ann swapped the last athlete away."),
        ("agreement", "**Ben** wins for Broadford, with match 2 ended by agreement."),
        ("limit", "**Ben** wins for Broadford: the turns of match 2 are up."),
        ("resignation", "**Ben** wins for Broadford: Ann resigned."),
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
    assert header(over) == (said,)
    assert caption(over) == "Broadford wins"


def test_the_caption_says_what_is_asked() -> None:
    captions = [caption(state) for state in (EXAMPLE, play(USED, "4b swap"), COMPLETE, SIXES, OFFERED)]
    assert captions == [
        "Plockton: 3 dice to use",
        "Plockton: 1 die to use",
        "Plockton: end the turn",
        "Plockton: reroll, or use a die",
        "Broadford: end the match?",
    ]


def test_the_player_on_turn_is_called() -> None:
    *calls, answer = [call(state) for state in (EXAMPLE, play(USED, "4b swap"), COMPLETE, SIXES, OFFERED)]
    assert calls == [
        "<@1>, your turn.",
        "<@1>, one die left.",
        "<@1>, your dice are all used.",
        "<@1>, your turn. You can reroll 2 dice first.",
    ]
    assert call(USED) == "<@1>, 2 dice left."
    single = replace(SIXES, turn=replace(SIXES.turn, rerolls=1))
    assert call(single) == "<@1>, your turn. You can reroll one die first."
    assert answer == "<@1>, end match 1 here? **Ann** would win it.", "the story has the offer"


def test_the_picture_is_told_to_those_who_do_not_see_it() -> None:
    state = play(standing((4, 4, 1), red=((1, 2, 4), 6, 1)), "4a hit lying")
    state = replace(state, last=Turn(1, 2, (2, 2, 2), 0, berserk=(0, 4)))
    assert ploc.alt(SPEAK, NAMES, GAME.view(state, None)) == (
        "Ploc, match 1, turn 3. Plockton: 2 dice to use. "
        "Plockton (Ann): 9 athletes, 9 in reserve; column a 4, b 3, c 2. "
        "Broadford (Ben): 6 athletes, 12 in reserve; column a 1, b 2, c 4. "
        "Broadford rolled 2, 2 and 2: berserk, 4 athletes out. "
        "Plockton rolled 4, 4 and 1: the 4 hit someone lying at a."
    )
    lying = ploc.alt(SPEAK, NAMES, GAME.view(LYING, None))
    assert "7 athletes, 7 of them lying, 11 in reserve; column" in lying


@pytest.mark.parametrize("games", [8, pytest.param(24, marks=pytest.mark.slow)])
def test_the_picture_is_always_told_within_its_limit(games: int) -> None:
    names = ("a" * 32, "b" * 32)
    for state in states(games):
        told = ploc.alt(SPEAK, names, GAME.view(state, None))
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


def test_the_dice_of_the_turn_before_are_told_to_those_who_do_not_see_them() -> None:
    uses = (
        Use(0, 0, Deed.HIT, 4),
        Use(1, 1, Deed.SWAP, 3, change=2),
        Use(2, 2, Deed.WEAKEN, 2),
    )
    last = Turn(1, 2, (4, 4, 1), 0, rerolled=(False, False, True), uses=uses)
    assert (
        "Broadford rolled 4, 4 and 1 (rerolled): the 4 hit at a, the 4 replaced the 3 at b (+2), "
        "the 1 weakened someone at c. "
    ) in ploc.alt(SPEAK, NAMES, GAME.view(replace(EXAMPLE, last=last), None))


IN_EACH = pytest.mark.parametrize("language", sorted(LANGUAGES))
TURN_WORDS = 40
"""Words that the message of a turn has at most."""

REFUSAL_WORDS = 25
"""Words that a refusal has at most."""


def count(*said: str) -> int:
    """How many words, names and numbers there are; what only marks or divides is none."""
    return sum(bool(re.search(r"\w", part)) for line in said for part in line.split())


@IN_EACH
def test_a_turn_is_told_in_few_words(language: str) -> None:
    words = words_in(language)
    for file in FILES:
        if not file.stem.startswith("ploc"):
            continue
        for ply in plies(file.read_text())[1]:
            view = GAME.view(ply.state, None)
            said = [*ploc.header(words, NAMES, view), *ploc.narrate(words, NAMES, ply.events)]
            if ply.state.outcome is None:
                said += [ploc.call(words, NAMES, view, "@Ann"), menu(words, NAMES, ply.state, "").question]
            assert count(*said) <= TURN_WORDS, said


@IN_EACH
def test_an_ended_turn_is_told_die_by_die_in_few_words(language: str) -> None:
    words = words_in(language)
    ended = 0
    for file in FILES:
        if not file.stem.startswith("ploc"):
            continue
        path = effective_positions(whole(file.stem)[2])
        for at in range(1, len(path)):
            turns = ended_turns(CATALOGUE["ploc"], path[: at + 1], len(path[at].events))
            if not turns:
                continue
            state = turns[-1].state
            said = [*ploc.header(words, NAMES, GAME.view(state, None)), *narrate_turns(words, NAMES, turns)]
            if state.outcome is None:
                said.append(ploc.call(words, NAMES, GAME.view(state, None), "@Ann"))
                said.append(menu(words, NAMES, state, "").question)
            kinds = set(map(type, turns[-1].events))
            assert MatchEnded in kinds or count(*said) <= TURN_WORDS, said
            if TurnPassed in kinds and MatchEnded not in kinds:
                ended += 1
                uses = turns[-2].state.turn
                assert ploc.deeds_of(words, uses) in " ".join(said)
                assert words("ploc.passed", name=NAMES[uses.seat]) not in said
    assert ended > 20


@IN_EACH
@pytest.mark.parametrize("key", REFUSED)
def test_a_refusal_is_short(language: str, key: str) -> None:
    state, line, seat = REFUSED[key]
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, GAME.parse(line, state), SeededRng("refused"))
    said = words_in(language)(f"ploc.{key}", who="Ann", **caught.value.values)
    assert count(said) <= REFUSAL_WORDS, said
