"""Sprites that one process draws and the next one reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from render.kit import cache, stored
from render.kit.cache import adopt, drawn_once, sprites
from render.thud.paint import empty, paint
from render.thud.pieces import dwarf
from tests.project.tracked import ROOT
from tools.gallery.thud import PICTURES

READ = """
import sys
from pathlib import Path
from hashlib import sha256
from render.kit import stored
from render.kit.canvas import png
from render.kit.sprites import Clay
from render.thud.paint import paint
from tools.gallery.thud import PICTURES
if sys.argv[1:]:
    assert stored.load(Path(sys.argv[1]))
    Clay.finished = Clay.carved = Clay.__init__ = None
print(sha256(png(paint(*PICTURES["shove"]))).hexdigest())
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "taproom.db.sprites"


def test_nobody_else_can_read_it(file: Path) -> None:
    assert stored.save(file)
    assert file.stat().st_mode & 0o777 == 0o600


def picture(*arguments: str) -> str:
    command = [sys.executable, "-c", READ, *arguments]
    done = subprocess.run(  # noqa: S603 - our own
        command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout


def test_the_next_process_draws_the_same_without_modelling_a_sprite(file: Path) -> None:
    paint(*PICTURES["shove"])
    assert stored.save(file)
    assert picture(str(file)) == picture()


def test_images_come_back_as_they_were(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {"board": empty(turned=False), "dwarf": dwarf(40)}
    assert stored.save(file)
    kept = sprites()
    monkeypatch.setattr(cache, "_SPRITES", {name: {} for name in kept})
    assert sprites() == {}
    assert stored.load(file)
    found = sprites()
    assert found.keys() == kept.keys()
    board = found["render.thud.paint.empty"][(), ("turned", False)]
    small = found["render.thud.pieces.dwarf"][(40,),]
    for old, new in zip(before.values(), (board, small), strict=True):
        assert (new.mode, new.size, new.tobytes()) == (old.mode, old.size, old.tobytes())
        assert new.getpalette() == old.getpalette()


def test_what_was_drawn_meanwhile_stays() -> None:
    @drawn_once
    def model(size: int) -> Image.Image:
        return Image.new("L", (size, size))

    name = f"{model.__module__}.{model.__qualname__}"
    mine = model(3)
    adopt({name: {((3,),): Image.new("L", (9, 9)), ((4,),): Image.new("L", (4, 4), 7)}, "gone.by": {}})
    assert model(3) is mine
    assert model(4).getpixel((0, 0)) == 7


@pytest.mark.parametrize("spoil", ["missing", "empty", "cut", "changed", "other"])
def test_a_file_that_is_not_as_it_was_written_is_left_alone(file: Path, spoil: str) -> None:
    dwarf(40)
    stored.save(file)
    whole = file.read_bytes()
    match spoil:
        case "missing":
            file.unlink()
        case "empty":
            file.write_bytes(b"")
        case "cut":
            file.write_bytes(whole[:-10])
        case "changed":
            file.write_bytes(whole[:500] + bytes([whole[500] ^ 1]) + whole[501:])
        case _:  # another version
            file.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
    assert not stored.load(file)


def test_where_nothing_can_be_written_nothing_is(tmp_path: Path) -> None:
    assert not stored.save(tmp_path / "no such folder" / "taproom.db.sprites")


def test_no_half_written_file_is_left(file: Path) -> None:
    assert stored.save(file)
    assert stored.save(file)
    assert [found.name for found in file.parent.iterdir()] == [file.name]
