"""What first pictures need is drawn beside the loop, once, and never keeps a bot from ending."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PIL import Image

from bot import ahead
from bot.ahead import draw_more, sprites_beside, warm_up
from bot.client import Taproom
from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.session import Session
from bot.session.results import Scores
from bot.ui.kit.request import Surface
from bot.words.menu import Menu
from render.kit import stored
from render.kit.sheet import Sheet


@pytest.fixture(autouse=True)
def more(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What was painted after all games were painted once; it takes seconds."""
    painted: list[bool] = []
    monkeypatch.setattr(ahead, "draw_more", lambda enough: painted.append(enough()))
    return painted


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Taproom:
    monkeypatch.setattr(ahead, "SOON", 0.0)
    return Taproom(tmp_path / "taproom.db", ahead=True)


class Painter:
    """Stands in for `warm_up`: counts how often it was begun."""

    def __init__(self, *, fails: bool = False) -> None:
        self.began = Event()
        self.times = 0
        self._fails = fails

    def __call__(self, _: Callable[[], bool]) -> None:
        self.times += 1
        self.began.set()
        if self._fails:
            raise ZeroDivisionError


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> Painter:
    painter = Painter()
    monkeypatch.setattr(ahead, "warm_up", painter)
    return painter


async def test_it_begins_once_however_often_discord_is_ready(
    bot: Taproom, painter: Painter, more: list[bool]
) -> None:
    await bot.on_ready()
    await bot.on_ready()
    assert await asyncio.to_thread(painter.began.wait, 30)
    await bot.on_ready()
    await bot.close()
    assert painter.times == 1
    assert len(more) == 1


async def test_a_bot_that_is_not_asked_to_does_not(tmp_path: Path, painter: Painter) -> None:
    bot = Taproom(tmp_path / "taproom.db")
    await bot.on_ready()
    assert not await asyncio.to_thread(painter.began.wait, 0.1)


async def test_the_end_begins_no_other_picture_and_waits_for_the_one_at_hand(
    bot: Taproom, monkeypatch: pytest.MonkeyPatch
) -> None:
    painting, go_on = Event(), Event()
    over = []

    def slowly(enough: Callable[[], bool]) -> None:
        painting.set()
        go_on.wait(30)
        over.append(enough())

    monkeypatch.setattr(ahead, "warm_up", slowly)
    bot.paint_ahead()
    await asyncio.to_thread(painting.wait, 30)
    closing = asyncio.create_task(bot.close())
    await asyncio.sleep(0)
    assert not closing.done()
    go_on.set()
    await closing
    assert over == [True]


async def test_an_end_before_it_began_waits_for_nothing(
    bot: Taproom, painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "SOON", 3600.0)
    bot.paint_ahead()
    await asyncio.sleep(0)
    await asyncio.wait_for(bot.close(), 30)
    assert painter.times == 0


async def test_a_painter_that_fails_ends_nothing(
    bot: Taproom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    painter = Painter(fails=True)
    monkeypatch.setattr(ahead, "warm_up", painter)
    bot.paint_ahead()
    assert await asyncio.to_thread(painter.began.wait, 30)
    await bot.close()
    assert "painting ahead failed" in caplog.text


async def test_the_next_start_takes_the_sprites_and_paints_nothing_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "SOON", 0.0)
    begun: list[Callable[[], bool] | None] = []
    monkeypatch.setattr(ahead, "warm_up", lambda enough=None: begun.append(enough))
    saved, save = Event(), stored.save

    def saving(file: Path) -> bool:
        done = save(file)
        saved.set()
        return done

    monkeypatch.setattr(stored, "save", saving)
    first, second = (Taproom(tmp_path / "taproom.db", ahead=True) for _ in range(2))
    await first.take_sprites()
    assert begun == []
    first.paint_ahead()
    assert await asyncio.to_thread(saved.wait, 30)
    await first.close()
    assert sprites_beside(tmp_path / "taproom.db").is_file()
    assert [enough is None for enough in begun] == [False]
    await second.take_sprites()
    assert [enough is None for enough in begun] == [False, True], "at once, before anybody clicks"
    second.paint_ahead()
    await second.close()
    assert len(begun) == 2


async def test_sprites_that_cannot_be_read_are_drawn(
    bot: Taproom, painter: Painter, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Path) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr(stored, "load", broken)
    await bot.take_sprites()
    assert "drawn anew" in caplog.text
    bot.paint_ahead()
    assert await asyncio.to_thread(painter.began.wait, 30)
    await bot.close()


def test_what_is_enough_is_not_painted() -> None:
    asked = []

    def enough() -> bool:
        asked.append(True)
        return True

    warm_up(enough)
    assert len(asked) == 1 < len(CATALOGUE)


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


@pytest.mark.usefixtures("painter")
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
