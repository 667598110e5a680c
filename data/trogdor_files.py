"""Map and deck files of Trogdor!!, a group's own among them: read whole, or refused with a line a fault."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails, from_json

from data.loading import BadData

SIZE: Final = 5
MOST_CHARACTERS: Final = 20_000
MOST_OF_A_NAME: Final = 40
CARDS: Final = range(20, 101)
PATH: Final = range(3, 6)
TILES: Final = {"C": 3, "M": 2, "T": 2, "L": 1, "F": 4, "S": 2, "R": 2, "W": 2, ".": 7}
"""How many tiles of each kind the game has, by their letters in map files."""

NAMES: Final = {
    "C": "cottage",
    "M": "mountain",
    "T": "tunnel",
    "L": "lake",
    "F": "forest",
    "S": "stump",
    "R": "rock",
    "W": "flower",
    ".": "plain",
}
STEPS: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

CARD_ID: Final = "[A-Za-z0-9-]{1,8}"
MAP_NAME: Final = r"[^\W_]([^\W_]|[ '!.-]){0,29}"
_WORDS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "model_type": "has to be an object in {}",
    "tuple_type": "has to be a list in []",
    "bool_type": "has to be true or false",
    "int_type": "has to be a whole number",
    "int_from_float": "has to be a whole number",
    "string_type": "has to be a text",
}
"""What is said of the faults that people make most, by pydantic's names for them."""

_PATTERNS: Final = {
    "id": "1 to 8 letters A to Z, digits and dashes",
    "name": "1 to 30 letters, digits, blanks and - ' ! . and a letter or a digit first",
}

Compass: TypeAlias = Literal["N", "E", "S", "W"]


def _on_the_map(place: tuple[int, int]) -> tuple[int, int]:
    if not all(0 <= number < SIZE for number in place):
        raise ValueError(f"{list(place)} is not on the map: rows and columns are 0 to {SIZE - 1}")
    return place


Place: TypeAlias = Annotated[tuple[StrictInt, StrictInt], AfterValidator(_on_the_map)]
"""Row and column, counted from 0 in the north-west."""


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MapFile(_File):
    """A map: its tiles row by row from the north, and who starts where; peasants do at the cottages."""

    rows: tuple[str, ...]
    lake_is_plain: StrictBool
    knights: tuple[Place, Place]
    archer: Place
    trogdor: Place
    troghammer_entry: Place
    peasants: Literal["one on each cottage tile"] = "one on each cottage tile"
    name: Annotated[str, StringConstraints(pattern=f"^{MAP_NAME}$")] | None = None
    source: Annotated[str, StringConstraints(max_length=200)] | None = None
    house: StrictBool = False

    @field_validator("rows")
    @classmethod
    def _every_tile_is_there(cls, rows: tuple[str, ...]) -> tuple[str, ...]:
        faults = list(_row_faults(rows))
        # The tiles are counted only where their number can be right.
        if faults := faults or list(_tile_faults("".join(rows))):
            raise ValueError("\n".join(faults))
        return rows

    @field_validator("knights")
    @classmethod
    def _the_knights_are_apart(cls, knights: tuple[Place, Place]) -> tuple[Place, Place]:
        if knights[0] == knights[1]:
            raise ValueError(f"both start on {list(knights[0])}")
        return knights

    @field_validator("trogdor")
    @classmethod
    def _no_knight_is_upon_trogdor(cls, trogdor: Place, info: ValidationInfo) -> Place:
        if trogdor in info.data.get("knights", ()):
            raise ValueError(f"a knight starts on {list(trogdor)}, too")
        return trogdor


def _row_faults(rows: tuple[str, ...]) -> Iterator[str]:
    if len(rows) != SIZE:
        yield f"a map has {SIZE} rows, here are {len(rows)}"
    for number, row in enumerate(rows[:SIZE]):
        if len(row) != SIZE:
            yield f"row {number} has {len(row)} letters, not {SIZE}"
        unknown = sorted({letter for letter in row[: 2 * SIZE] if letter not in TILES})
        if unknown:
            yield f"row {number} has {', '.join(map(ascii, unknown))}; the letters are {' '.join(TILES)}"


def _tile_faults(letters: str) -> Iterator[str]:
    found = Counter(letters)
    for letter, wanted in TILES.items():
        if found[letter] != wanted:
            yield f"{NAMES[letter]} ({letter}): {wanted} of them belong on a map, here are {found[letter]}"


class PeasantStep(_File):
    """The way of the peasants, and whether they repair the tiles where they stop."""

    direction: Compass
    repair: StrictBool


class MovementFact(_File):
    """A movement card: the peasants that the land wants, their step, and the path of the others."""

    id: Annotated[str, StringConstraints(pattern=f"^{CARD_ID}$")]
    spawn: Annotated[StrictInt, Field(ge=0, le=4)]
    peasants: PeasantStep
    path: tuple[Compass, ...]

    @field_validator("path")
    @classmethod
    def _the_path_leads_away(cls, path: tuple[Compass, ...]) -> tuple[Compass, ...]:
        """No path comes back to its start, round the edge or not (Rule trogdor:ruling-58)."""
        if len(path) not in PATH:
            raise ValueError(f"a path has {PATH[0]} to {PATH[-1]} steps, here are {len(path)}")
        if all(sum(STEPS[step][axis] for step in path) % SIZE == 0 for axis in (0, 1)):
            raise ValueError(f"{' '.join(path)} ends on the square where it began")
        return path


class MovementFile(_File):
    """A movement deck; `house` says that it is not the publisher's."""

    cards: tuple[MovementFact, ...]
    house: StrictBool = False


def read_map(text: str) -> MapFile:
    """The map in a group's own file. Raises `BadData`."""
    raw = _raw(text)
    try:
        return MapFile.model_validate(raw)
    except ValidationError as error:
        raise BadData(tuple(_lines(error, raw))) from error


def read_deck(text: str) -> tuple[MovementFact, ...]:
    """The movement cards in a group's own file, a list or a `MovementFile`. Raises `BadData`."""
    raw = _raw(text)
    content = {"cards": raw} if isinstance(raw, list) else raw
    faults = tuple(_deck_faults(content))
    try:
        deck = MovementFile.model_validate(content)
    except ValidationError as error:
        raise BadData((*_lines(error, content), *faults)) from error
    if faults:
        raise BadData(faults)
    return deck.cards


def own_map(text: str) -> str:
    """The one canonical text of a map file. Raises `BadData`."""
    return _compact(read_map(text).model_dump(mode="json", exclude_defaults=True))


def own_deck(text: str) -> str:
    """The one canonical text of a deck file: the list of its cards. Raises `BadData`."""
    return _compact([card.model_dump(mode="json") for card in read_deck(text)])


def _compact(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _raw(text: str) -> object:
    """What a JSON text holds. Raises `BadData`."""
    if len(text) > MOST_CHARACTERS:
        raise BadData((f"file: {len(text)} characters; at most {MOST_CHARACTERS} are read",))
    try:
        return from_json(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").encode())
    except ValueError as error:
        raise BadData((f"file: not JSON: {error}",)) from error


def _lines(error: ValidationError, raw: object) -> Iterator[str]:
    """A line for each fault, its place first; a validator of ours can name several."""
    for fault in error.errors(include_url=False, include_context=False):
        for told in _told(fault).splitlines():
            yield f"{_place(fault, raw)}: {told}"


def _told(fault: ErrorDetails) -> str:
    if fault["type"] == "string_pattern_mismatch":
        return f"has to be {_PATTERNS[str(fault['loc'][-1])]}"
    return _WORDS.get(fault["type"], fault["msg"].removeprefix("Value error, "))


def _place(fault: ErrorDetails, raw: object) -> str:
    """Where a fault is: `archer`, `card A1, spawn`; a card without a proper id is told by its number."""
    match fault["loc"]:
        case ():
            return "file"
        case ("cards", int(number), *rest):
            return ", ".join(filter(None, (f"card {_card_name(raw, number)}", _spot(rest))))
        case loc:
            return _spot(loc)


def _spot(loc: Iterable[int | str]) -> str:
    """Names of entries as they stand in the file, in plain characters and not too many of them."""
    return ascii(".".join(map(str, loc))).strip("'")[:MOST_OF_A_NAME]


def _cards(raw: object) -> list[object] | None:
    cards = raw.get("cards") if isinstance(raw, dict) else None
    return cards if isinstance(cards, list) else None


def _id(card: object) -> str | None:
    """The id of what should be a card, if it looks like one."""
    found = card.get("id") if isinstance(card, dict) else None
    return found if isinstance(found, str) and re.fullmatch(CARD_ID, found) else None


def _card_name(raw: object, number: int) -> str:
    return _id((_cards(raw) or [])[number]) or f"number {number + 1}"


def _deck_faults(raw: object) -> Iterator[str]:
    """What is wrong with a deck as a whole, whatever is wrong with its cards."""
    cards = _cards(raw)
    if cards is None:
        return
    if len(cards) not in CARDS:
        yield f"cards: a deck has {CARDS[0]} to {CARDS[-1]} of them, here are {len(cards)}"
    ids = Counter(filter(None, map(_id, cards)))
    for name, count in ids.items():
        if count > 1:
            yield f"card {name}: {count} cards have this id"
