"""Sprites in a file, so that a process that starts need not draw them: over four seconds of processor.

The file holds values and nothing that runs: JSON that says what there is, then the bytes of images. Whoever
writes another one can show wrong pictures, and no more.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import PIL
from PIL import Image

import data
import engine
import render
from render.kit.cache import adopt, sprites
from render.kit.sprites import Clay

_LEVEL: Final = 1
_DIGEST: Final = 32
"""Bytes of a digest. The file begins with that of what drew the sprites, and that of all that follows."""

_SIZE: Final = struct.Struct(">I")
"""What begins the unpacked rest: how many bytes the JSON has."""

_MOST: Final = 256 << 20
"""Bytes that a file may have when it is unpacked: several times what all sprites take."""

_MODES: Final = frozenset({"1", "L", "P", "RGB", "RGBA"})
_HOMES: Final = ("render.", "engine.", "data.")
"""Where the types come from whose values a file may hold."""

_MALFORMED: Final = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    RecursionError,
    struct.error,
    zlib.error,
)


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
        return take(file.read_bytes())
    except OSError:
        return False


def take(found: bytes) -> bool:
    """Take what `packed` gave in any process, if it is whole and of this version; whether it was."""
    whole = found[2 * _DIGEST :]
    if found[: 2 * _DIGEST] != fingerprint() + sha256(whole).digest():
        return False
    try:
        read = _unpacked(whole)
    except _MALFORMED:
        return False
    adopt(read)
    return True


def save(file: Path) -> bool:
    """Write all sprites that were drawn; whether that could be done. Others that write it do no harm."""
    drawn = packed(sprites())
    try:
        with TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.") as folder:
            new = Path(folder) / file.name
            new.touch(mode=0o600)
            new.write_bytes(drawn)
            new.replace(file)
    except OSError:
        return False
    return True


def packed(drawn: dict[str, dict[Hashable, Any]]) -> bytes:
    """Sprites by function and arguments as they stand in a file."""
    whole = _packed(drawn)
    return fingerprint() + sha256(whole).digest() + whole


def _packed(found: dict[str, dict[Hashable, Any]]) -> bytes:
    writer = _Writer()
    drawn = {
        name: [[writer.node(key), writer.node(value)] for key, value in by_key.items()]
        for name, by_key in found.items()
    }
    told = {"types": list(writer.types), "images": writer.images, "drawn": drawn}
    head = json.dumps(told, separators=(",", ":")).encode()
    return zlib.compress(b"".join((_SIZE.pack(len(head)), head, *writer.pixels)), _LEVEL)


def _unpacked(whole: bytes) -> dict[str, dict[Hashable, Any]]:
    """What `_packed` was given; raises one of `_MALFORMED` for anything else."""
    unpacking = zlib.decompressobj()
    raw = unpacking.decompress(whole, _MOST)
    if not unpacking.eof:
        raise ValueError("too large, or cut off")
    (size,) = _SIZE.unpack_from(raw)
    told = json.loads(raw[_SIZE.size : _SIZE.size + size])
    images = _images(told["images"], memoryview(raw)[_SIZE.size + size :])
    value = _Reader([_type(name) for name in told["types"]], images).value
    return {name: {value(key): value(one) for key, one in drawn} for name, drawn in told["drawn"].items()}


class _Writer:
    """Values as nodes of JSON: numbers and texts as they are, and all else as a list that says what it is.

    An image is written once, however often it occurs.
    """

    def __init__(self) -> None:
        self.types: dict[str, int] = {}
        self.images: list[tuple[str, int, int, int, int]] = []
        self.pixels: list[bytes] = []
        self._numbers: dict[int, int] = {}

    def node(self, value: object) -> object:  # noqa: PLR0911 - a line a kind
        """The node of a value; raises `TypeError` for what a file cannot hold."""
        match value:
            case Enum():
                return ["e", self._type(value), value.name]
            case None | bool() | int() | float() | str():
                return value
            case Image.Image():
                return ["i", self._image(value)]
            case range():
                return ["r", value.start, value.stop, value.step]
            case tuple() if hasattr(value, "_fields"):
                return ["n", self._type(value), *map(self.node, value)]
            case tuple():
                return ["t", *map(self.node, value)]
            case dict():
                return ["m", *([self.node(key), self.node(one)] for key, one in value.items())]
        return ["o", self._type(value), *([name, self.node(one)] for name, one in _attributes(value).items())]

    def _type(self, value: object) -> int:
        kind = type(value)
        return self.types.setdefault(f"{kind.__module__}:{kind.__qualname__}", len(self.types))

    def _image(self, image: Image.Image) -> int:
        if id(image) not in self._numbers:
            palette = bytes(image.getpalette() or ()) if image.mode == "P" else b""
            pixels = image.tobytes()
            self.images.append((image.mode, *image.size, len(palette), len(pixels)))
            self.pixels += (palette, pixels)
            self._numbers[id(image)] = len(self.images) - 1
        return self._numbers[id(image)]


def _attributes(value: object) -> dict[str, Any]:
    """The attributes of a value of ours by name; raises `TypeError` for any other."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Clay):
        return vars(value)
    raise TypeError(f"no {type(value).__qualname__} can be written to a file")


def _type(name: str) -> type:
    """A type that values of a file may have, by its name: plain ones of this project, loaded already."""
    module, _, place = name.partition(":")
    found: Any = sys.modules[module] if module.startswith(_HOMES) else None
    for part in place.split("."):
        found = vars(found)[part]
    if not isinstance(found, type) or (found.__module__, found.__qualname__) != (module, place):
        raise TypeError(f"{name} is no type of ours")
    return found


def _images(told: list[list[Any]], pixels: memoryview) -> list[Image.Image]:
    made, at = [], 0
    for mode, width, height, colours, size in told:
        if mode not in _MODES or min(width, height, colours, size) < 0:
            raise ValueError(f"no image has the mode {mode}")
        palette, body = pixels[at : at + colours], pixels[at + colours : at + colours + size]
        image = Image.frombytes(mode, (width, height), body)
        if palette:
            image.putpalette(palette)
        image.load()  # now, because it may first be used by two threads at once
        made.append(image)
        at += colours + size
    if at != len(pixels):
        raise ValueError("more or fewer pixels than were told")
    return made


class _Reader:
    """Makes values of nodes. No code of a type runs: neither `__init__` nor anything that it calls."""

    def __init__(self, types: list[type], images: list[Image.Image]) -> None:
        self._types = types
        self._images = images
        self._kinds: dict[str, Callable[[list[Any]], Any]] = {
            "t": self._tuple,
            "i": self._image,
            "e": self._member,
            "n": self._named,
            "r": self._range,
            "m": self._mapping,
            "o": self._object,
        }

    def value(self, node: Any) -> Any:  # noqa: ANN401 - a node of JSON, and what it stands for
        """What a node stands for; raises one of `_MALFORMED`."""
        return self._kinds[node[0]](node) if type(node) is list else node

    def _tuple(self, node: list[Any]) -> tuple[Any, ...]:
        return tuple(map(self.value, node[1:]))

    def _image(self, node: list[Any]) -> Image.Image:
        found: Image.Image = self._images[node[1]]
        return found

    def _member(self, node: list[Any]) -> Enum:
        _, number, name = node
        kind = self._types[number]
        if not issubclass(kind, Enum):
            raise TypeError(f"{kind} has no members")
        found: Enum = kind.__members__[name]
        return found

    def _named(self, node: list[Any]) -> tuple[Any, ...]:
        kind = self._types[node[1]]
        if not issubclass(kind, tuple) or len(kind._fields) != len(node) - 2:
            raise TypeError(f"{kind} has other fields")
        return tuple.__new__(kind, map(self.value, node[2:]))

    def _range(self, node: list[Any]) -> range:
        _, start, stop, step = node
        return range(start, stop, step)

    def _mapping(self, node: list[Any]) -> dict[Any, Any]:
        return {self.value(key): self.value(one) for key, one in node[1:]}

    def _object(self, node: list[Any]) -> object:
        kind = self._types[node[1]]
        attributes = {name: self.value(one) for name, one in node[2:]}
        if is_dataclass(kind):
            fits = {field.name for field in fields(kind)} == attributes.keys()
        else:
            fits = issubclass(kind, Clay) and not any(name.startswith("__") for name in attributes)
        if not fits:
            raise TypeError(f"{kind} has other attributes")
        made = object.__new__(kind)
        for name, one in attributes.items():
            object.__setattr__(made, name, one)
        return made
