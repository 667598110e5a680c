"""Which turns of Trogdor!! everyone sees as a film, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from discord.ui import TextDisplay
from PIL import Image

from bot.discord.frame import names_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.games.trogdor.moments import CLOSE, climax, film, is_great
from bot.kernel.clicks import Person
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Status
from bot.ui.play.board_layout import message_of
from engine.replay import Moment
from engine.rng import SeededRng
from engine.trogdor import events
from engine.trogdor.danger import risk
from engine.trogdor.rules import Frame, turn_frames
from render.kit.sheet import Sheet
from tests.bot.games.whole_games import PEOPLE, whole
from tests.bot.samples import table_of
from tests.engine.trogdor.players import game, sensible

NAMES = ("Ann", "Ben", "Cleo")
SHEET = Sheet("T1", "", "Trogdor!!", "", names=NAMES, say=IN_ENGLISH)
ENDS = (events.TurnBegan, events.GameEnded)


def turns(seed: int) -> Iterator[tuple[list[Moment], list[events.Event]]]:
    """Each turn of a game: all lines up to its end, and its events."""
    lines, happened = list[Moment](), list[events.Event]()
    for ply in game({}, len(NAMES), seed, sensible):
        lines.append(Moment(ply.before, ply.seat, ply.action, SeededRng(ply.rng.seed, ply.rng.counter)))
        happened += ply.events
        if any(isinstance(event, ENDS) for event in ply.events):
            yield list(lines), list(happened)
            happened.clear()


def frames_of(lines: list[Moment]) -> tuple[Frame, ...]:
    return turn_frames([(line.state, line.seat, line.action, line.rng) for line in lines])


def has(happened: Iterable[events.Event], *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in happened)


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_is_great_by_what_happened_or_nearly_did(seed: int) -> None:
    kinds = set[str]()
    for lines, happened in turns(seed):
        frames = frames_of(lines)
        assert [event for _, some in frames for event in some] == happened
        before = next((at for at, (_, some) in enumerate(frames) if has(some, events.MovementDrawn)), 0) - 1
        view = frames[max(before, 0)][0]
        great = has(happened, events.CottageBurned, events.Damaged, events.Died, events.HammerEntered)
        close = before >= 0 and risk(view, view.board.trogdor) >= CLOSE
        assert is_great(frames) == (great or close or has(happened, events.GameEnded))
        kinds.add("great" if great else "close" if close else "quiet")
    assert "great" in kinds


def test_a_quiet_turn_has_no_climax() -> None:
    quiet = [lines for seed in range(6) for lines, _ in turns(seed) if not is_great(frames_of(lines))]
    assert quiet
    assert climax(IN_ENGLISH, NAMES, SHEET, quiet[0]) == b""


def test_the_last_film_is_that_of_the_whole_turn_and_not_too_large() -> None:
    *_, (lines, happened) = turns(7)
    assert has(happened, events.RageBegan)
    shown = climax(IN_ENGLISH, NAMES, SHEET, lines)
    assert shown == film(IN_ENGLISH, NAMES, SHEET, lines)
    assert len(shown) <= 300_000
    assert getattr(Image.open(BytesIO(shown)), "n_frames", 0) > 50


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("stem", ["defeat", "petite_victory", "solo", "table", "victory"])
def test_an_end_is_told_in_sixty_words_with_the_verdict_last(stem: str, language: str) -> None:
    _, seats, positions = whole(f"trogdor_{stem}")
    words, last = words_in(language), positions[-1]
    people = [(seat, Person(seat + 1, name)) for seat, name in enumerate(PEOPLE[:seats])]
    table = replace(table_of(*people, status=Status.OVER), game="trogdor")
    shown = Shown(table, CATALOGUE["trogdor"], last.state, last.events)
    message = message_of(words, shown, Trace("end", 0))
    _, told, *_ = [part.content for part in message.layout.walk_children() if isinstance(part, TextDisplay)]
    (verdict,) = shown.entry.speech.header(words, names_of(table), shown.view)
    assert told.endswith(f"\n{verdict}")
    assert 10 < len(told.split()) <= 60, told
