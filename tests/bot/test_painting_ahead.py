"""What first pictures need is drawn beside the loop, once, and never keeps a bot from ending."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Hashable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from time import sleep
from typing import TypeAlias

import pytest
from PIL import Image

from bot import ahead
from bot.ahead import brought, draw_more, hand_over, sprites_beside
from bot.client import Taproom
from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.session import Session
from bot.session.results import Scores
from bot.ui.kit.request import Surface
from bot.words.menu import Menu
from bot.worker import HEAD
from render import portraits
from render.kit import stored
from render.kit.sheet import Sheet

FRAMES = """
import struct, sys, time
def hand(*parts):
    for part in parts:
        sys.stdout.buffer.write(struct.pack(">I", len(part)) + part)
    sys.stdout.buffer.flush()
"""
"""What every painter in these tests begins with."""


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a program in the place of the one that draws."""

    def put(program: str) -> None:
        monkeypatch.setattr(ahead, "PAINTER", (sys.executable, "-c", FRAMES + program))

    return put


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bytes]]:
    """What was taken of a painter."""
    taken = list[tuple[str, bytes]]()
    monkeypatch.setattr(ahead, "_take", lambda game, drawn: taken.append((game, drawn)))
    return taken


@pytest.fixture
def bot(tmp_path: Path) -> Taproom:
    return Taproom(tmp_path / "taproom.db", ahead=True)


Painter: TypeAlias = Callable[[str], None]
Taken: TypeAlias = list[tuple[str, bytes]]


async def test_whoever_needs_the_first_game_draws_it_and_the_others_are_brought(
    bot: Taproom, painter: Painter, taken: Taken
) -> None:
    painter("for line in sys.stdin.buffer: hand(line.strip(), b'sprites')")
    bot.paint_ahead()
    bot.paint_ahead()
    await brought("koom")
    await brought("koom")
    assert ("koom", b"sprites") not in taken
    await brought("ploc")
    await brought("ploc")
    await brought("thud")
    assert taken == [("-koom", b"sprites"), ("ploc", b"sprites"), ("thud", b"sprites")]
    await bot.close()


@pytest.mark.parametrize("said", ["", "hand(b'ploc'); "], ids=["nothing", "half of it"])
async def test_the_end_does_not_wait_for_what_is_drawn(
    said: str, bot: Taproom, painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    painter(f"{said}time.sleep(3600)")
    bot.paint_ahead()
    await brought("koom")
    waiting = asyncio.create_task(brought("thud"))
    await asyncio.sleep(0)
    await asyncio.wait_for(bot.close(), 30)
    await asyncio.wait_for(waiting, 30)
    assert caplog.text == ""


async def test_a_start_that_is_ended_at_once_leaves_no_painter(bot: Taproom, painter: Painter) -> None:
    painter("time.sleep(3600)")
    bot.paint_ahead()
    await asyncio.wait_for(bot.close(), 30)


async def test_no_picture_waits_for_ever(
    bot: Taproom, painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "LONGEST", 0.01)
    painter("time.sleep(3600)")
    bot.paint_ahead()
    await brought("koom")
    await asyncio.wait_for(brought("thud"), 30)
    await bot.close()


@pytest.mark.parametrize(
    "program",
    ["raise SystemExit(1)", "hand(b'thud', b'nothing that was drawn'); time.sleep(3600)", "hand(b'thud')"],
    ids=["it ends", "it says nonsense", "it ends halfway"],
)
async def test_a_painter_that_fails_ends_nothing(
    program: str, bot: Taproom, painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    painter(program)
    bot.paint_ahead()
    await brought("koom")
    await asyncio.wait_for(brought("ploc"), 30)
    await bot.close()
    assert "painting ahead failed" in caplog.text


async def test_what_cannot_be_kept_is_said(
    bot: Taproom, painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    painter(f"raise SystemExit({ahead.UNWRITTEN})")
    bot.paint_ahead()
    await brought("koom")
    await brought("thud")
    await bot.close()
    assert "cannot be written" in caplog.text


async def test_they_are_kept_where_the_bot_was_started(
    tmp_path: Path,
    painter: Painter,
    taken: Taken,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    painter("hand(b'', b'all else'); open(sys.argv[1], 'w').close()")
    bot = Taproom(Path("taproom.db"), ahead=True)
    bot.paint_ahead()
    await brought("koom")
    await brought("thud")
    await bot.close()
    assert sprites_beside(tmp_path / "taproom.db").is_file()
    assert taken == [("", b"all else")]
    assert caplog.text == ""


async def test_sprites_that_cannot_be_read_are_drawn(
    bot: Taproom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Path) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr(stored, "load", broken)
    await bot.take_sprites()
    assert "drawn anew" in caplog.text


async def test_who_has_taken_them_from_the_file_draws_none(
    bot: Taproom, painter: Painter, taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter("hand(b'thud', b'board')")
    monkeypatch.setattr(ahead, "from_file", lambda _: True)
    await bot.take_sprites()
    bot.paint_ahead()
    await brought("thud")
    await bot.close()
    assert taken == []


def handed(drawn: BytesIO) -> list[tuple[str, bytes]]:
    """What was handed over: a game's key, and its sprites."""
    drawn.seek(0)
    parts = list[bytes]()
    while head := drawn.read(HEAD.size):
        parts.append(drawn.read(HEAD.unpack(head)[0]))
    return [(game.decode(), packed) for game, packed in batched(parts)]


def batched(parts: list[bytes]) -> list[tuple[bytes, bytes]]:
    """Two by two."""
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which games were drawn; each has one sprite of its own, and one more comes with all else."""
    drawn = list[str]()
    monkeypatch.setattr(ahead, "_begin", lambda entry: drawn.append(entry.game.key))
    monkeypatch.setattr(ahead, "draw_more", lambda _: drawn.append("more"))
    monkeypatch.setattr(ahead, "sprites", lambda: {"f": dict.fromkeys(drawn, 1)})
    monkeypatch.setattr(portraits, "prepare", lambda: None)
    return drawn


def test_each_sprite_is_handed_over_once_and_what_is_wanted_first(
    drawing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "packed", lambda new: ",".join(new["f"]).encode())
    drawn = BytesIO()
    hand_over(drawn, ["-thud", "ploc", "koom", "no game", "ploc"], lambda: False)
    given = handed(drawn)
    assert [game for game, _ in given] == [*drawing[:-1], ""]
    assert drawing[:2] == ["ploc", "koom"]
    assert drawing[-2:] == ["thud", "more"]
    assert sorted(drawing[:-1]) == sorted(CATALOGUE)
    assert [sprite.decode() for _, sprite in given] == drawing


def test_what_is_enough_is_not_drawn(drawing: list[str]) -> None:
    hand_over(BytesIO(), [], lambda: len(drawing) > 1)
    assert len(drawing) == 3, "two games, and then nothing but what was asked whether that is enough"


def test_what_was_drawn_is_taken_by_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real sprite goes the whole way."""
    monkeypatch.setattr(ahead, "CATALOGUE", {"ploc": CATALOGUE["ploc"]})
    monkeypatch.setattr(ahead, "draw_more", lambda _: None)
    monkeypatch.setattr(portraits, "prepare", lambda: None)
    drawn = BytesIO()
    hand_over(drawn, [], lambda: False)
    adopted = list[dict[str, dict[Hashable, object]]]()
    monkeypatch.setattr(stored, "adopt", adopted.append)
    first, last = handed(drawn)
    assert stored.take(first[1])
    assert any(adopted[0].values())
    assert stored.take(last[1])
    assert not any(adopted[1].values()), "nothing is new"


@pytest.mark.slow
async def test_the_next_start_takes_what_the_first_has_drawn(tmp_path: Path, bot: Taproom) -> None:
    file = sprites_beside(tmp_path / "taproom.db")
    await bot.take_sprites()
    bot.paint_ahead()
    for game in CATALOGUE:
        await brought(game)
    await asyncio.wait_for(asyncio.to_thread(there, file), 600)
    await bot.close()
    assert ahead.from_file(file)


def there(file: Path) -> None:
    """Wait for a file."""
    while not file.is_file():
        sleep(0.1)


def test_boards_of_each_game_are_painted_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[tuple[str, object]] = []

    def paint(entry: AnyEntry, state: object, _seats: int, _path: str) -> Menu:
        painted.append((entry.game.key, state))
        return Menu()

    monkeypatch.setattr(ahead, "_paint", paint)
    draw_more(lambda: False, 40)
    for key, entry in CATALOGUE.items():
        states = [state for game, state in painted if game == key]
        assert len(states) == 40
        assert len({entry.codec.dump(state) for state in states}) > 30, "another one each time"


def test_what_is_enough_ends_it_before_the_next_board() -> None:
    asked: list[bool] = []

    def enough() -> bool:
        asked.append(True)
        return len(asked) > 3

    draw_more(enough)
    assert len(asked) == 4


async def test_ratings_are_reckoned_soon_after_the_start_and_no_end_waits_for_them(
    bot: Taproom, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = asyncio.Event(), list[bool]()

    async def reckon(_: Scores) -> None:
        begun.set()
        try:
            await asyncio.sleep(600)
        finally:
            ended.append(True)

    monkeypatch.setattr(Scores, "reckon", reckon)
    bot.surface = Surface(session)
    await bot.on_ready()
    await bot.on_ready()
    await begun.wait()
    await asyncio.wait_for(bot.close(), 60)
    assert ended == [True], "and once"


def test_what_is_seen_while_somebody_chooses_is_painted_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Ploc the dice that can be picked are framed, which no board shows by itself."""
    painted = list[tuple[str, ...]]()
    entry = CATALOGUE["ploc"]

    def paint(_view: object, sheet: Sheet) -> Image.Image:
        painted.append(sheet.chosen)
        return Image.new("P", (1, 1))

    monkeypatch.setattr(ahead, "CATALOGUE", {"ploc": replace(entry, paint=paint)})
    draw_more(lambda: False, 40)
    chosen = [part for parts in painted for part in parts]
    assert any(part.startswith("die ") for part in chosen), "one is picked, and where it can go is seen"
