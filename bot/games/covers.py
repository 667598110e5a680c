"""Cover pictures of the games: a part of the first board, wide or small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any, Final, TypeAlias

from PIL import Image

from bot.games.catalogue import IN_ENGLISH
from bot.games.entry import AnyEntry
from engine.core import BadOption, Document, read_settings
from engine.rng import SeededRng
from render.kit.cache import Cache
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.portraits import portrait

WIDE: Final = (800, 400)
"""Width and height in pixels of a lobby's picture."""

SMALL: Final = 160
"""Width and height of a picture in a strip."""

FACE: Final = 92
"""Width and height in pixels of a bot's face on a wide picture."""

GAP: Final = 12
"""Pixels between faces, and between the pictures of a strip."""

PLATE: Final = (0x2A, 0x1A, 0x12)
"""The colour between the pictures of a strip, in red, green and blue."""

SEATS: Final = 3
"""The most players of the board that is shown: more panels would not be seen."""


Square: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a board, in pixels."""

OwnFiles: TypeAlias = tuple[tuple[str, str], ...]
"""The files of a table's own, by the keys of their options."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The pictures of a game: the wide one as PNG, the small one for a strip."""

    wide: bytes
    small: Image.Image


_PAINTED: Final = dict[str, tuple[AnyEntry, Cover]]()
"""The covers by the game's key, each with the entry it was painted of."""

_PAINTING: Final = Lock()


_SEATED: Final = Cache(4 << 20)
"""Wide pictures with faces as PNG, by the game's key and the faces; some fifty of them."""

_STRIPS: Final = dict[tuple[str, ...], tuple[tuple[Image.Image, ...], bytes]]()
"""Strips by the games' keys, with the pictures they are made of."""


def cover_of(entry: AnyEntry) -> Cover:
    """Return the pictures of a game, painted once; without cached sprites that takes up to a second.

    Only one thread paints at a time, so that users who open the panel soon after a first start do not build
    the same sprites concurrently.
    """
    cover = _cached_cover(entry)
    if cover is None:
        with _PAINTING:
            cover = _cached_cover(entry)
            if cover is None:
                cover = _paint_cover(entry)
                _PAINTED[entry.game.key] = (entry, cover)
    return cover


def _cached_cover(entry: AnyEntry) -> Cover | None:
    cached = _PAINTED.get(entry.game.key)
    return cached[1] if cached is not None and cached[0] is entry else None


def is_painted(entry: AnyEntry, faces: tuple[str, ...] = (), own: OwnFiles = ()) -> bool:
    """Return whether the pictures of a game are ready, or the wide one with these faces and files."""
    return _cached_cover(entry) is not None and (
        not (faces or own) or _SEATED.get((entry.game.key, faces, own)) is not None
    )


def own_files(entry: AnyEntry, options: Mapping[str, str]) -> OwnFiles:
    """Return the files that a table has brought, if its game's board can be shown with them."""
    keys = [option.key for option in entry.game.options if isinstance(option, Document)]
    brought = tuple((key, options[key]) for key in keys if options.get(key))
    return brought if entry.drawing.whole else ()


def cover_with(entry: AnyEntry, faces: tuple[str, ...], own: OwnFiles = ()) -> bytes:
    """Return the wide picture of a game as PNG, with the faces of the bots in its lobby.

    With files of its `own`, it is the whole board that the table plays on; if today's rules reject one of
    them, the game's usual picture. Painted once as well, in about a tenth of a second.
    """
    if not (faces or own):
        return cover_of(entry).wide
    key = entry.game.key, faces, own
    painted: bytes | None = _SEATED.get(key)
    if painted is None:
        try:
            painted = _paint_seated(entry, faces, own)
        except BadOption:  # the file was stored under other rules
            painted = cover_with(entry, faces)
        _SEATED.put(key, painted)
    return painted


def _paint_seated(entry: AnyEntry, faces: tuple[str, ...], own: OwnFiles) -> bytes:
    """Return the picture with faces and files; raises `BadOption`."""
    wide = _widen_square(*_paint_whole(entry, own)) if own else Image.open(BytesIO(cover_of(entry).wide))
    picture = wide.convert("RGBA")
    for number, bot in enumerate(faces):
        corner = _beside_board(number) if own else (GAP + number * (FACE + GAP), WIDE[1] - FACE - GAP)
        picture.alpha_composite(portrait(bot, FACE), corner)
    return _small_png(picture.convert("RGB"))


def _beside_board(number: int) -> tuple[int, int]:
    """Return where a face is beside a whole board: three in the left margin, the others in the right one."""
    margin, (side, place) = (WIDE[0] - WIDE[1]) // 2, divmod(number, 3)
    left = (margin - FACE) // 2 + side * (WIDE[1] + margin)
    return left, GAP + place * (WIDE[1] // 3)


def _paint_cover(entry: AnyEntry) -> Cover:
    board = _paint_first_board(entry, ())
    left, top, right, bottom = entry.drawing.cover or _middle(board)
    small = board.resize((SMALL, SMALL), Image.Resampling.LANCZOS, (left, top, right, bottom))
    return Cover(_small_png(_widen_square(board, (left, top, right, bottom))), small)


def _paint_whole(entry: AnyEntry, own: OwnFiles) -> tuple[Image.Image, Square]:
    """Return the first board with files of a table's own, and where all of it is."""
    board = _paint_first_board(entry, own)
    return board, entry.drawing.whole or _middle(board)


def _paint_first_board(entry: AnyEntry, own: OwnFiles) -> Image.Image:
    game = entry.game
    seats = min(SEATS, game.seats[-1])
    state = game.start(read_settings(game, dict(own), seats), seats, SeededRng("cover"))
    names = tuple(map(str, range(1, seats + 1)))
    sheet = Sheet("", "", game.title, "", names=names, say=IN_ENGLISH)
    return entry.drawing.paint(game.view(state, None), sheet).convert("RGB")


def _widen_square(board: Image.Image, square: Square) -> Image.Image:
    """Return the square with what is beside it; beyond the board its most frequent colour goes on."""
    left, top, right, bottom = square
    half = (right - left) // 2
    if left >= half and right + half <= board.width:
        return board.resize(WIDE, Image.Resampling.LANCZOS, (left - half, top, right + half, bottom))
    middle = board.resize((WIDE[1], WIDE[1]), Image.Resampling.LANCZOS, square)
    counted: Any = board.crop(square).getcolors(board.width * board.height)
    wide = Image.new("RGB", WIDE, max(counted)[1])
    wide.paste(middle, ((WIDE[0] - WIDE[1]) // 2, 0))
    return wide


def _middle(board: Image.Image) -> Square:
    """Return the middle of a board: a square, half as wide as the board if that is high enough."""
    side = min(board.width // 2, board.height)
    left, top = (board.width - side) // 2, (board.height - side) // 2
    return (left, top, left + side, top + side)


def strip_of(entries: Sequence[AnyEntry]) -> bytes:
    """Return the small pictures of games side by side, as PNG; cached."""
    smalls = tuple(cover_of(entry).small for entry in entries)
    keys = tuple(entry.game.key for entry in entries)
    cached = _STRIPS.get(keys)
    if cached is None or cached[0] != smalls:
        cached = _STRIPS[keys] = (smalls, _side_by_side(smalls))
    return cached[1]


def _side_by_side(smalls: Sequence[Image.Image]) -> bytes:
    strip = Image.new("RGB", (len(smalls) * (SMALL + GAP) - GAP, SMALL), PLATE)
    for number, small in enumerate(smalls):
        strip.paste(small, (number * (SMALL + GAP), 0))
    return _small_png(strip)


def _small_png(picture: Image.Image) -> bytes:
    """Return a picture as PNG with few colours, as boards have."""
    return png(picture.quantize(256, dither=Image.Dither.NONE))
