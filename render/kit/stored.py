"""Sprites in a file, so that a process that starts need not draw them: over four seconds of processor."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zlib import compress, decompress

import PIL
from PIL import Image

import data
import engine
import render
from render.kit.cache import adopt, sprites

_LEVEL: Final = 1
_DIGEST: Final = 32
"""Bytes of a digest. The file begins with that of what drew the sprites, and that of all that follows."""


def fingerprint() -> bytes:
    """A digest of all that sprites follow from: the code and the facts, Pillow, Python."""
    seen = sha256(f"{PIL.__version__} {sys.version}".encode())
    for package in (render, data, engine):
        folder = Path(package.__path__[0])
        for file in sorted(folder.rglob("*.py") if package is not data else folder.rglob("*.[jp]*")):
            if "mind" not in file.parts:
                seen.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return seen.digest()


def load(file: Path) -> bool:
    """Take the sprites from a file, if it is there, whole, and of this version; whether it was."""
    try:
        found = file.read_bytes()
    except OSError:
        return False
    whole = found[2 * _DIGEST :]
    if found[: 2 * _DIGEST] != fingerprint() + sha256(whole).digest():
        return False
    # As trusted as the database beside it; the digest only tells a file that was cut off.
    adopt(pickle.loads(decompress(whole)))  # noqa: S301
    return True


def save(file: Path) -> bool:
    """Write all sprites that were drawn; whether that could be done. Others that write it do no harm."""
    whole = compress(_pickled(sprites()), _LEVEL)
    try:
        with TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.") as folder:
            new = Path(folder) / file.name
            new.touch(mode=0o600)
            new.write_bytes(fingerprint() + sha256(whole).digest() + whole)
            new.replace(file)
    except OSError:
        return False
    return True


def _pickled(value: object) -> bytes:
    written = BytesIO()
    _Pickler(written, pickle.HIGHEST_PROTOCOL).dump(value)
    return written.getvalue()


class _Pickler(pickle.Pickler):
    """Images as they are in memory."""

    def reducer_override(self, obj: object) -> Any:  # noqa: ANN401 - as pickle has it
        """How an image is made again."""
        if not isinstance(obj, Image.Image):
            return NotImplemented
        palette = bytes(obj.getpalette() or ()) if obj.mode == "P" else b""
        made: tuple[Callable[..., Image.Image], tuple[object, ...]] = (
            _image,
            (obj.mode, obj.size, palette, obj.tobytes()),
        )
        return made


def _image(mode: str, size: tuple[int, int], palette: bytes, pixels: bytes) -> Image.Image:
    image = Image.frombytes(mode, size, pixels)
    if palette:
        image.putpalette(palette)
    image.load()  # now, because it may first be used by two threads at once
    return image
