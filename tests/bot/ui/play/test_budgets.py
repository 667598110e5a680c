"""How much a board says and offers, over whole games in every language: one thing a message.

The games are the playthroughs, as their tables show them after each line. What stays in the channel of the
end of a battle or a match is a message of its own, and measured as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Final, cast

import discord
import pytest

from bot.discord.frame import PASSING
from bot.discord.request import Surface
from bot.games.catalogue import CATALOGUE, words_in
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Player, Status
from bot.ui.board.show import split_events
from bot.ui.play.board_layout import BoardExtras, message_of
from bot.words import LANGUAGES, Words
from tests.bot.samples import table_of
from tests.playthroughs.golden import FILES, plies, seats_of

WORDS: Final = 40
"""The most words of a turn; where several play together, or one alone, of what there is to do."""

CONTROLS: Final = 6
"""The most buttons of a turn, beside lists and what a step of its own is chosen from."""

TOGETHER: Final = {"trogdor", "thrag"}
"""Games whose turns have a story to tell: the land's, or three fights in a row."""

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@dataclass(frozen=True)
class Said:
    """A board as it is measured, after line `ply`: `doing` are its words without those of what happened."""

    ply: int
    words: int
    doing: int
    controls: int
    choices: int
    text: str


def count_words(text: str) -> int:
    """The words of a text; a mention is one."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def in_a_channel(*, keeps_record: bool) -> Surface:
    server = SimpleNamespace(keeps_record=lambda _: keeps_record)
    return cast("Surface", SimpleNamespace(session=SimpleNamespace(server=server)))


def boards(file: Path, *, keeps_record: bool = False) -> Iterator[tuple[int, Shown, str]]:
    """Each board of a playthrough, after line so much of it, and the line that stays above it."""
    text, surface = file.read_text(encoding="utf-8"), in_a_channel(keeps_record=keeps_record)
    game, done = plies(text)
    entry = CATALOGUE[game.key]
    players = tuple(Player(seat, 100 + seat, NAMES[seat]) for seat in range(seats_of(text)))
    for ply, step in enumerate(done, 1):
        if game.outcome(step.state) is not None:
            return
        table = replace(table_of(), game=game.key, players=players, plies=ply, status=Status.PLAYING)
        shown = Shown(table, entry, step.state, events=step.events)
        line, below = split_events(surface, shown, shown.events)
        yield ply, below, line


def measure_board(ply: int, shown: Shown, words: Words) -> Said:
    names = NAMES[: len(shown.table.players)]
    menu = shown.entry.rules.menu(words, names, shown.state, "")
    layout = message_of(words, shown, Trace("test", 1), menu=menu, picture=b"none").layout
    parts = list(layout.walk_children())
    texts = [part for part in parts if isinstance(part, discord.ui.TextDisplay)]
    said = "\n".join(part.content for part in texts)
    doing = [part.content for part in texts if part.id is not None and part.id >= PASSING]
    buttons = [part for part in parts if isinstance(part, discord.ui.Button)]
    # What a step is chosen from is laid out in rows of its own, as the places of a map, or a hand of cards.
    choices = sum(len(row) for row in menu.rows)
    return Said(ply, count_words(said), count_words("\n".join(doing)), len(buttons), choices, said)


def tour(file: Path, language: str) -> list[Said]:
    words = words_in(language)
    return [measure_board(ply, shown, words) for ply, shown, _ in boards(file)]


def test_every_game_has_a_tour_and_each_is_measured() -> None:
    assert {plies(file.read_text(encoding="utf-8"))[0].key for file in FILES} == set(CATALOGUE)
    assert all(tour(file, "en") for file in FILES[-4:])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_turn_says_one_thing_and_offers_few(file: Path, language: str) -> None:
    duel = file.stem.partition("_")[0] not in TOGETHER
    said = tour(file, language)
    assert [one for one in said if (one.words if duel else one.doing) > WORDS] == []
    assert [one for one in said if one.controls - (0 if duel else one.choices) > CONTROLS] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_stays_of_a_battle_is_a_line(file: Path) -> None:
    lines = [line for _, _, line in boards(file) if line]
    assert [line for line in lines if count_words(line) > WORDS] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_where_a_record_is_kept_nothing_is_told_by_the_board_alone(file: Path) -> None:
    assert [ply for ply, below, _ in boards(file, keeps_record=True) if below.events] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_way_to_its_page_stands_on_every_board(file: Path) -> None:
    """Where the host has set pages up; it is one button more at most."""
    words = words_in("en")
    for ply, shown, _ in boards(file):
        ways = BoardExtras(browser=True)
        open_board = message_of(words, shown, Trace("test", 1), ways=ways, picture=b"none").layout
        labels = [one.label for one in open_board.walk_children() if isinstance(one, discord.ui.Button)]
        assert labels.count(words("button.page")) == 1
        assert len(labels) <= max(CONTROLS, measure_board(ply, shown, words).controls + 1)
