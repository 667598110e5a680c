"""What a film says under its boards: what matters, in as much room as there is."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry, words_in
from bot.games.entry import equal_weight
from bot.store import Line, Player, Status, Table, Terms, Time
from bot.ui.history import story
from bot.ui.history.story import WIDE, caption_for, shorten_events, weight_of
from engine.replay import LogPosition
from render.film.band import fits
from tests.bot.games.whole_games import PEOPLE, whole
from tests.playthroughs.golden import FILES

STEMS = tuple(sorted(file.stem for file in FILES if "example" not in file.stem))


def say(events: tuple[int, ...]) -> tuple[str, ...]:
    """Each event as a sentence of seventy letters."""
    return tuple(f"{event} {'word ' * 13}end." for event in events)


def test_what_has_room_is_told_whole() -> None:
    assert shorten_events(say, equal_weight, ()) == ""
    assert shorten_events(say, equal_weight, (1,)) == say((1,))[0]
    assert shorten_events(
        lambda _: ("**Ann** took `E2`.", "\n5\N{NO-BREAK SPACE}: 4"), equal_weight, (1,)
    ) == ("Ann took E2. 5\N{NO-BREAK SPACE}: 4"), (
        "without markdown, in one line, and what belongs together stays so"
    )


def test_of_what_has_no_room_what_matters_least_is_left_out() -> None:
    def heaviest(event: int) -> int:
        return event

    text = shorten_events(say, heaviest, (3, 1, 2, 9, 1))
    assert text == " ".join(say((3, 9)))
    assert fits(text, WIDE)


def test_of_what_matters_alike_the_last_is_told() -> None:
    text = shorten_events(say, equal_weight, (1, 2, 3, 4, 5))
    assert text == " ".join(say((4, 5)))


@pytest.mark.slow
def test_a_long_stretch_is_measured_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured = list[str]()

    def count_measurement(text: str, wide: int) -> bool:
        measured.append(text)
        return fits(text, wide)

    monkeypatch.setattr(story, "fits", count_measurement)
    assert shorten_events(say, equal_weight, tuple(range(100))) == " ".join(say((98, 99)))
    assert len(measured) < 10


def table_of(entry: AnyEntry, seats: int) -> Table:
    players = tuple(Player(seat, 10 + seat, PEOPLE[seat]) for seat in range(seats))
    return Table(
        id=1, game=entry.game.key, guild_id=1, channel_id=1, host_id=10, status=Status.OVER,
        terms=Terms("{}", 1), seed="s", counter=0, revision=1, plies=0, head="0" * 64, state=None,
        players=players, board=None, time=Time(0.0, 0.0),
    )  # fmt: skip


def log_of(way: tuple[LogPosition, ...]) -> list[Line]:
    return [Line(at.ply, at.seat or 0, 10 + (at.seat or 0), str(at.action), "0" * 64, 0.0) for at in way[1:]]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("stem", STEMS)
def test_every_line_of_every_game_is_told_and_has_room(stem: str) -> None:
    key, seats, way = whole(stem)
    entry = CATALOGUE[key]
    table, log = table_of(entry, seats), log_of(way)
    for words in (IN_ENGLISH, words_in("de")):
        for before, after in pairwise(way):
            text = caption_for(words, table, entry, log, (before, after))
            assert text
            assert "**" not in text
            assert "`" not in text
            assert "\n" not in text
            assert fits(text, WIDE), text
            if seats == 2 and not entry.game.cooperative:
                assert PEOPLE[after.seat or 0] in text, "who did it"


@pytest.mark.parametrize("stem", STEMS)
def test_something_in_every_game_weighs_more_than_the_rest(stem: str) -> None:
    key, _, way = whole(stem)
    weights = [weight_of(CATALOGUE[key], (position,)) for position in way[1:]]
    assert min(weights) >= 0
    assert max(weights) > 0


def test_what_several_lines_brought_is_told_together() -> None:
    key, seats, way = whole("thud_draw_level")
    entry = CATALOGUE[key]
    text = caption_for(IN_ENGLISH, table_of(entry, seats), entry, log_of(way), way[:3])
    shoved = IN_ENGLISH("thud.shoved", name="Ben", origin="J9", target="J12", line=3)
    told_ = (
        IN_ENGLISH("thud.moved.dwarfs", name="Ann", origin="B11", target="H11"),
        f"{shoved} {IN_ENGLISH('thud.captured.dwarfs.one', squares='H11')}",
    )
    assert text == " ".join(told_).replace("*", "")
