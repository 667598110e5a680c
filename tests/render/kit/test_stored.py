"""Sprites that one process draws and the next one reads."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from engine.thud.model import Side
from render.kit import cache, stored
from render.kit.cache import adopt, drawn_once, sprites
from render.kit.sprites import Clay
from render.thud.board import empty
from render.thud.paint import paint
from render.thud.pieces import dwarf
from render.trogdor.board import Box
from tests.project.tracked import ROOT
from tools.gallery.thud import PICTURES

READ = """
import sys
from pathlib import Path
from hashlib import sha256
from bot.games import catalogue  # a bot has every game at hand
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


@pytest.mark.slow
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
    board = found["render.thud.board.empty"][(), ("turned", False)]
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


FORGED: Final[dict[str, Any]] = {
    "a type of others": {"types": ["os:system"], "drawn": {"f": [[["t"], ["o", 0]]]}},
    "a type of Python's": {"types": ["builtins:object"], "drawn": {"f": [[["t"], ["o", 0]]]}},
    "a function of ours": {"types": ["render.kit.stored:save"], "drawn": {"f": [[["t"], ["o", 0]]]}},
    "a module that a type of ours lies beside": {"types": ["render.kit.stored:sys.exit"], "drawn": {}},
    "a class of ours that is no value": {
        "types": ["render.kit.cache:Cache"],
        "drawn": {"f": [[["t"], ["o", 0]]]},
    },
    "a type that is not loaded": {"types": ["render.nowhere:Thing"], "drawn": {}},
    "attributes that it has not": {
        "types": ["render.ploc.clay:Sprite"],
        "drawn": {"f": [[["t"], ["o", 0, ["left", 1]]]]},
    },
    "Python's own attributes": {
        "types": ["render.kit.sprites:Clay"],
        "drawn": {"f": [[["t"], ["o", 0, ["__class__", 1]]]]},
    },
    "an image that is not there": {"types": [], "drawn": {"f": [[["t"], ["i", 3]]]}},
    "an image with too few pixels": {"types": [], "drawn": {}, "images": [["L", 9, 9, 0, 4]]},
    "an image of another mode": {"types": [], "drawn": {}, "images": [["F;16", 1, 1, 0, 4]]},
    "nothing that is known": {"types": [], "drawn": {"f": [[["t"], ["x"]]]}},
    "a key that is none": {"types": [], "drawn": {"f": [[["m"], 1]]}},
    "a list": [],
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_file_brings_nothing_to_life(file: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its digests are right: whoever writes it can reckon them, too."""
    adopted = list[object]()
    monkeypatch.setattr(stored, "adopt", adopted.append)
    told = FORGED[what]
    head = json.dumps({"images": [], **told} if isinstance(told, dict) else told).encode()
    whole = zlib.compress(
        len(head).to_bytes(4, "big") + head + b"\0" * 4 * ("too few" in what or "mode" in what)
    )
    file.write_bytes(stored.fingerprint() + sha256(whole).digest() + whole)
    assert not stored.load(file)
    assert adopted == []


def test_a_pickle_is_no_file_of_sprites(file: Path) -> None:
    whole = zlib.compress(pickle.dumps({}))
    file.write_bytes(stored.fingerprint() + sha256(whole).digest() + whole)
    assert not stored.load(file)


def test_what_cannot_be_written_is_a_mistake_of_ours(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "sprites", lambda: {"f": {(): object()}})
    with pytest.raises(TypeError, match="no object can be written"):
        stored.save(file)


@dataclass(frozen=True, slots=True)
class Shape:
    """A value with one of everything that a key or a sprite may have."""

    corners: tuple[Box, ...]
    side: Side
    span: range
    share: float
    name: str | None


def test_every_kind_of_value_comes_back_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_HOMES", ("render.", "engine.", __name__))
    image = Image.new("RGBA", (3, 2), (1, 2, 3, 4))
    clay = Clay(4)
    shape = Shape((Box(1, 2, 3, 4),), next(iter(Side)), range(1, 9, 2), 0.1, None)
    before = {"f": {((shape, True, -5), ("turned", False)): (image, clay, image, {1: image})}}
    adopted = list[Any]()
    monkeypatch.setattr(stored, "sprites", lambda: before)
    monkeypatch.setattr(stored, "adopt", adopted.append)
    assert stored.save(file)
    assert stored.load(file)
    ((key, (first, second, third, fourth)),) = adopted[0]["f"].items()
    assert key == ((shape, True, -5), ("turned", False))
    assert (type(key[0][0].side), type(key[0][0].corners[0])) == (Side, Box)
    assert first is third is fourth[1], "an image is kept once"
    assert (first.mode, first.size, first.tobytes()) == (image.mode, image.size, image.tobytes())
    assert isinstance(second, Clay)
    assert second.image.tobytes() == clay.image.tobytes()
    assert vars(second).keys() == vars(clay).keys()


def test_where_nothing_can_be_written_nothing_is(tmp_path: Path) -> None:
    assert not stored.save(tmp_path / "no such folder" / "taproom.db.sprites")


def test_no_half_written_file_is_left(file: Path) -> None:
    assert stored.save(file)
    assert stored.save(file)
    assert [found.name for found in file.parent.iterdir()] == [file.name]
