"""Sprites are drawn once for an installation, and read at each start."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image

from bot import sprites
from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.words.menu import Menu
from render.kit.sheet import Sheet

Drawn: TypeAlias = Mapping[str, Mapping[Hashable, object]]

RED = Image.new("P", (3, 2), 7)
SPRITES: Drawn = {"render.a": {(("x", 1),): RED, (("y", 2),): (1, "text")}}


@pytest.fixture
def adopted_sprites(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """What is read from files, which contain `SPRITES`."""
    taken = list[Drawn]()
    monkeypatch.setattr(sprites, "drawn_sprites", lambda: SPRITES)
    monkeypatch.setattr(sprites, "restore_sprites", taken.append)
    monkeypatch.setattr(sprites, "draw_initial", lambda: None)
    return taken


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sprites.bin"


def test_what_was_written_is_read(adopted_sprites: list[Drawn], file: Path) -> None:
    assert sprites.save(file)
    assert sprites.load(file)
    (found,) = adopted_sprites
    assert found["render.a"][("y", 2),] == (1, "text")
    image = found["render.a"][("x", 1),]
    assert isinstance(image, Image.Image)
    assert (image.mode, image.size, image.tobytes()) == (RED.mode, RED.size, RED.tobytes())
    assert [one.name for one in file.parent.iterdir()] == [file.name], "nothing else is left"


@pytest.mark.parametrize("how", ["missing", "cut", "changed", "other sources"])
def test_another_file_is_not_read(
    adopted_sprites: list[Drawn], file: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sprites.save(file)
    written = file.read_bytes()
    match how:
        case "missing":
            file.unlink()
        case "cut":
            file.write_bytes(written[:-1])
        case "changed":
            file.write_bytes(written[:-1] + bytes([written[-1] ^ 1]))
        case _:
            monkeypatch.setattr(sprites, "fingerprint", lambda: bytes(32))
    assert not sprites.load(file)
    assert adopted_sprites == []


def test_the_fingerprint_is_that_of_sources_of_pictures_rules_and_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of(name: str, text: str) -> bytes:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        return sprites.fingerprint()

    monkeypatch.setattr("render.__path__", [str(tmp_path)])
    first = of("paint.py", "a")
    assert of("paint.py", "b") != first
    assert of("paint.py", "a") == first
    assert of("mind/search.py", "a") == first, "how bots play is seen in no picture"
    monkeypatch.setattr("data.__path__", [str(tmp_path)])
    second = of("facts.json", "{}")
    assert of("facts.json", "[]") != second
    assert of("facts.json", "{}") == second
    assert of("__pycache__/facts.cpython-311.pyc", "a") == second, "bytecode differs between installations"


def test_without_a_file_they_are_drawn_once_and_that_is_said(
    adopted_sprites: list[Drawn],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawn = list[str]()
    monkeypatch.setattr(sprites, "draw", lambda: drawn.append("all"))
    with caplog.at_level(logging.INFO):
        sprites.prepare(file)
        sprites.prepare(file)
    assert drawn == ["all"]
    assert len(adopted_sprites) == 1
    assert [record.levelname for record in caplog.records] == ["INFO"]
    assert "python -m bot.sprites" in caplog.text


def test_where_no_file_can_be_written_they_are_drawn_at_each_start(
    adopted_sprites: list[Drawn],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sprites, "draw", lambda: None)
    sprites.prepare(tmp_path / "no folder" / "sprites.bin")
    assert "drawn at each start" in caplog.text
    assert adopted_sprites == []


def test_boards_of_each_game_are_painted_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[tuple[str, object]] = []

    def paint(entry: AnyEntry, state: object, _seats: int, _path: str) -> Menu:
        painted.append((entry.game.key, state))
        return Menu()

    monkeypatch.setattr(sprites, "_paint", paint)
    monkeypatch.setattr(sprites, "draw_initial", lambda: None)
    sprites.draw(40)
    for key, entry in CATALOGUE.items():
        states = [state for game, state in painted if game == key]
        assert len(states) == 40
        assert len({entry.codec.dump(state) for state in states}) > 30, "another one each time"


def test_steps_of_guided_moves_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Ploc the dice that can be picked are framed, which no board shows."""
    painted = list[tuple[str, ...]]()
    entry = CATALOGUE["ploc"]

    def paint(_view: object, sheet: Sheet) -> Image.Image:
        painted.append(sheet.chosen)
        return Image.new("P", (1, 1))

    monkeypatch.setattr(
        sprites, "CATALOGUE", {"ploc": replace(entry, drawing=replace(entry.drawing, paint=paint))}
    )
    monkeypatch.setattr(sprites, "draw_initial", lambda: None)
    sprites.draw(40)
    chosen = [part for parts in painted for part in parts]
    assert any(part.startswith("die ") for part in chosen), "one is picked, and where it can go is seen"


@pytest.mark.slow
def test_the_file_of_all_sprites_is_small_and_is_read(file: Path) -> None:
    sprites.draw()
    assert sprites.save(file)
    assert file.stat().st_size < 2 << 20
    assert sprites.load(file)
