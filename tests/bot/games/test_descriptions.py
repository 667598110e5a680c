"""What can be done, in a few words: every legal action has its own, in every language, and they fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE, AnyEntry, words_in
from bot.games.entry import DESCRIBED_LIMIT
from bot.words import LANGUAGES
from engine.core import read_settings
from engine.octagon.model import Side
from engine.ploc import GAME as PLOC
from engine.rng import SeededRng
from engine.thrag import GAME as THRAG
from engine.thud import GAME as THUD
from engine.trogdor import GAME as TROGDOR
from tests.engine.ploc.bouts import bout
from tests.engine.thrag.nights import night
from tests.engine.thud.boards import state
from tests.engine.trogdor.tables import play_card, table
from tests.playthroughs.golden import FILES, plies

GIVING_UP = ("resign", "leave", "concede")
LONG = tuple(f"Bartholomew the Verbose of Upper{seat}"[-32:] for seat in range(6))
"""Names as long as they can be."""

TO_CAPTURE = state(
    """
       A B C D E F G H J K L M N O P
     9 . . . . . . T . . . . . . . . 9
    10 . . . . d . . . . . . . . . . 10
    11   . . . d . d . . . . . . .   11
    """,
    Side.TROLLS,
)
TO_HURL = state("    8 . . . . d d T R . . . . . . . 8", Side.DWARFS)
BURNING = """
    . C! .  C! .1
    . .  .D L  .
    . C  .  T  .
    . .  .  .  .
    . .  .  M  .a
"""

IN_EACH = pytest.mark.parametrize("language", sorted(LANGUAGES))


def random_states(entry: AnyEntry, seed: str) -> Iterator[tuple[int, Any]]:
    """How a game of chance goes until it ends, or for some hundred lines; with how many play it."""
    game, rng = entry.game, SeededRng(seed)
    seats = game.seats[-1]
    now = game.start(read_settings(game, {}, seats), seats, rng)
    for _ in range(250):
        yield seats, now
        acting = sorted(game.to_act(now))
        if not acting:
            return
        seat = acting[rng.below(len(acting))]
        able = [
            action for action in game.legal(now, seat) if str(action) not in ("resign", "leave", "concede")
        ]
        now = game.apply(now, seat, able[rng.below(len(able))], rng).state


def check(entry: AnyEntry, language: str, now: Any, seats: int) -> None:
    words, names = words_in(language), LONG[:seats]
    for seat in range(seats):
        legal = entry.game.legal(now, seat)
        told = [entry.speech.describe(words, names, now, seat, action) for action in legal]
        assert all(0 < len(line) <= DESCRIBED_LIMIT for line in told), max(told, key=len)
        assert len(set(told)) == len({str(action) for action in legal}), sorted(told)


@pytest.mark.sampled(4)
@IN_EACH
@pytest.mark.parametrize("key", CATALOGUE)
def test_every_legal_action_of_random_games_is_described_in_its_own_words(key: str, language: str) -> None:
    entry = CATALOGUE[key]
    for number, (seats, now) in enumerate(random_states(entry, f"described {language}")):
        if number % 5 == 0:
            check(entry, language, now, seats)


@pytest.mark.sampled(4)
@IN_EACH
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_legal_action_of_played_games_is_described_in_its_own_words(file: Any, language: str) -> None:
    game, every = plies(file.read_text(encoding="utf-8"))
    seats = len({ply.seat for ply in every} | {0})
    for ply in every[::7]:
        check(CATALOGUE[game.key], language, ply.state, seats)


def description_of(
    game: Any, now: Any, line: str, language: str = "en", seat: int = 0, names: Any = LONG
) -> str:
    """The description of a legal line."""
    action = game.parse(line, now)
    assert action in game.legal(now, seat)
    return CATALOGUE[game.key].speech.describe(words_in(language), names, now, seat, action)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("now", "seat", "line", "said"),
    [
        (TO_CAPTURE, 1, "TG9-F9xE10", "G9 to F9, takes E10"),
        (TO_CAPTURE, 1, "TG9-F10xE10xE11xG11", "G9 to F10, takes E10, E11 and G11"),
        (TO_CAPTURE, 1, "TG9-F9", "G9 to F9"),
        (TO_HURL, 0, "dF8-G8xG8", "F8 to G8, takes the troll"),
        (TO_HURL, 0, "dF8-F1", "F8 to F1"),
        (TO_HURL, 0, "resign", "Resign the match"),
    ],
)
def test_a_move_of_thud_says_where_it_goes_and_what_it_takes(
    now: Any, seat: int, line: str, said: str
) -> None:
    assert description_of(THUD, now, line, seat=seat) == said


@pytest.mark.sampled(4)
@IN_EACH
@pytest.mark.parametrize(("now", "seat"), [(TO_CAPTURE, 1), (TO_HURL, 0)])
def test_what_is_said_of_a_move_of_thud_can_be_typed(language: str, now: Any, seat: int) -> None:
    """Where a capture is left open in words, as where nothing is taken, the notation has to say so."""
    words = words_in(language)
    for action in THUD.legal(now, seat):
        line = str(action)
        if "-" in line and ("x" in line or (now is TO_HURL)):
            said = CATALOGUE["thud"].speech.describe(words, LONG[:2], now, seat, action)
            assert THUD.parse(said, now) == action


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fight green", "Fight the Bog Otter (green 6)"),
        ("fight green with green", "Fight the Bog Otter (green 6) with a green coin"),
        ("reroll red", "Reroll the red die"),
        ("stop", "Stop fighting"),
    ],
)
def test_a_fight_of_thrag_says_how_strong_the_beast_is(line: str, said: str) -> None:
    begun = night().play("fight blue").state if line == "stop" else night().state
    assert description_of(THRAG, begun, line) == said


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4a hit standing", "4 at a: hit a standing athlete"),
        ("1b swap", "1 at b: swap, your team goes from 9 to 8"),
        ("1c swap", "1 at c: swap, your team stays at 9"),
        ("offer", "Offer to end match 1"),
    ],
)
def test_a_die_of_ploc_says_what_it_does_at_its_place(line: str, said: str) -> None:
    game = bout("Plockton 4 3 2 9\n Broadford 2 2 3 7\n rolled 1 4 4")
    assert description_of(PLOC, game.state, line) == said


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("card", "line", "said"),
    [
        ("block", "step n", "Step north to c1"),
        ("block", "burn", "Burn the tile"),
        ("majesty", "card a1", "Burn a1"),
        ("shot-put", "finish", "End turn"),
        ("tunnel-warp", "card d3 a1", "Swap the tunnel on d3 with a1"),
    ],
)
def test_an_action_of_trogdor_says_where_and_what(card: str, line: str, said: str) -> None:
    assert description_of(TROGDOR, play_card(BURNING, card=card).state, line) == said


def test_an_offer_of_trogdor_names_its_partner_and_the_number_of_one_who_has_a_namesake() -> None:
    game = table(BURNING, "yubbitz disk", "hardybardy shield", "worchex beans", hand=("block", "majesty"))
    line = next(str(action) for action in TROGDOR.legal(game.state, 0) if str(action).endswith("with 2"))
    said = [
        description_of(TROGDOR, game.state, line, names=("Ann", "Ben", third)) for third in ("Cleo", "Ben")
    ]
    assert said[0].startswith("Offer Ben a trade: ")
    assert said[1].startswith("Offer Ben (2) a trade: ")
