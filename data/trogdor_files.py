"""Map and deck files of Trogdor!!, also a group's own: valid as a whole, or refused with all faults."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
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

from data.file_faults import FileFault, fault_sentence, json_fault, pydantic_sentences
from data.sentence import BadFile, Sentence

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
COLUMNS: Final = "abcde"
ROWS: Final = "12345"
LAST: Final = "e5"
"""The names of squares: a column from the west, a row from the north."""

MOST_FAULTS: Final = 15
"""The most faults of a file that are told one by one."""

STEPS: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

CARD_ID: Final = "[A-Za-z0-9-]{1,8}"
MAP_NAME: Final = r"[^\W_]([^\W_]|[ '!.-]){0,29}"
Compass: TypeAlias = Literal["N", "E", "S", "W"]


def _place_of(place: object) -> tuple[int, int]:
    """Row and column of a square such as `d1`, or of the two numbers in files of the older kind."""
    match place:
        case str() if len(name := place.strip().lower()) == 2 and name[0] in COLUMNS and name[1] in ROWS:  # noqa: PLR2004
            return ROWS.index(name[1]), COLUMNS.index(name[0])
        case [int(row), int(column)] if {row, column} <= set(range(SIZE)) and bool not in map(type, place):
            return row, column
    raise FileFault(fault_sentence("square", place=_short(place), first=_square((0, 0)), last=LAST))


def _square(place: tuple[int, int]) -> str:
    """The name of a square on the board: `d1` for row 0 and column 3."""
    row, column = place
    return f"{COLUMNS[column]}{ROWS[row]}"


def _short(value: object) -> str:
    """A value of the file, in plain characters and not too many of them."""
    text = value if isinstance(value, str) else json.dumps(value)
    return ascii(text[:MOST_OF_A_NAME]).strip("'")[:MOST_OF_A_NAME]


Place: TypeAlias = Annotated[tuple[int, int], BeforeValidator(_place_of)]
"""Row and column, counted from 0 in the north-west; in a file it is a square of the board."""


def _check_two(places: object) -> object:
    if not isinstance(places, list | tuple) or len(places) != 2:  # noqa: PLR2004
        raise FileFault(fault_sentence("two-squares"))
    return places


class _StrictModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MapFile(_StrictModel):
    """A map: its tiles row by row from the north, and where pieces start; peasants start at the cottages."""

    rows: tuple[str, ...]
    lake_is_plain: StrictBool
    knights: Annotated[tuple[Place, Place], BeforeValidator(_check_two)]
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
            raise FileFault(*faults)
        return rows

    @field_validator("knights")
    @classmethod
    def _the_knights_are_apart(cls, knights: tuple[Place, Place]) -> tuple[Place, Place]:
        if knights[0] == knights[1]:
            raise FileFault(fault_sentence("knights", place=_square(knights[0])))
        return knights

    @field_validator("trogdor")
    @classmethod
    def _no_knight_is_upon_trogdor(cls, trogdor: Place, info: ValidationInfo) -> Place:
        if trogdor in info.data.get("knights", ()):
            raise FileFault(fault_sentence("trogdor", place=_square(trogdor)))
        return trogdor


def _row_faults(rows: tuple[str, ...]) -> Iterator[Sentence]:
    if len(rows) != SIZE:
        yield fault_sentence("rows", wanted=SIZE, found=len(rows))
    for number, row in enumerate(rows[:SIZE]):
        if len(row) != SIZE:
            yield fault_sentence("row", row=number + 1, found=len(row), wanted=SIZE)
        unknown = sorted({letter for letter in row[: 2 * SIZE] if letter not in TILES})
        if unknown:
            letters = ", ".join(map(ascii, unknown))
            yield fault_sentence("letters", row=number + 1, unknown=letters, known=" ".join(TILES))


def _tile_faults(letters: str) -> Iterator[Sentence]:
    counts = Counter(letters)
    for letter, wanted in TILES.items():
        if counts[letter] != wanted:
            yield fault_sentence(f"tiles.{NAMES[letter]}", letter=letter, wanted=wanted, found=counts[letter])


class PeasantStep(_StrictModel):
    """The direction of the peasants, and whether they repair the tiles where they stop."""

    direction: Compass
    repair: StrictBool


class MovementFact(_StrictModel):
    """A movement card: the number of new peasants, their step, and the path of the others."""

    id: Annotated[str, StringConstraints(pattern=f"^{CARD_ID}$")]
    spawn: Annotated[StrictInt, Field(ge=0, le=4)]
    peasants: PeasantStep
    path: tuple[Compass, ...]

    @field_validator("path")
    @classmethod
    def _the_path_leads_away(cls, path: tuple[Compass, ...]) -> tuple[Compass, ...]:
        """Reject a path that comes back to its start, even round the edge (Rule trogdor:ruling-58)."""
        if len(path) not in PATH:
            raise FileFault(fault_sentence("path", least=PATH[0], most=PATH[-1], found=len(path)))
        if all(sum(STEPS[step][axis] for step in path) % SIZE == 0 for axis in (0, 1)):
            raise FileFault(fault_sentence("circle", path=" ".join(path)))
        return path


class MovementFile(_StrictModel):
    """A movement deck; `house`: it is not the publisher's."""

    cards: tuple[MovementFact, ...]
    house: StrictBool = False


def read_map(text: str) -> MapFile:
    """Parse the map of a group's own file. Raises `BadFile`."""
    raw = _parse_json(text)
    try:
        return MapFile.model_validate(raw)
    except ValidationError as error:
        raise _bad_file(_sentences(error, raw)) from error


def read_deck(text: str) -> tuple[MovementFact, ...]:
    """Parse the movement cards of a group's own file, a list or a `MovementFile`. Raises `BadFile`."""
    raw = _parse_json(text)
    content = {"cards": raw} if isinstance(raw, list) else raw
    faults = tuple(_deck_faults(content))
    try:
        deck = MovementFile.model_validate(content)
    except ValidationError as error:
        raise _bad_file((*_sentences(error, content), *faults)) from error
    if faults:
        raise _bad_file(faults)
    return deck.cards


def _bad_file(faults: Iterable[Sentence]) -> BadFile:
    """The refusal of a file: its first faults, and how many more there are."""
    every = tuple(faults)
    more = len(every) - MOST_FAULTS
    return BadFile((*every[:MOST_FAULTS], fault_sentence("more", count=more)) if more > 0 else every)


def map_template(facts: MapFile) -> str:
    """The text of a map file that can be used as it is, with squares as on the board."""
    lines = {
        "name": "Our map",
        "rows": list(facts.rows),
        "lake_is_plain": facts.lake_is_plain,
        "knights": [_square(place) for place in facts.knights],
        "archer": _square(facts.archer),
        "trogdor": _square(facts.trogdor),
        "troghammer_entry": _square(facts.troghammer_entry),
    }
    return json.dumps(lines, indent=2) + "\n"


def name_of_map(text: str) -> str:
    """The name that a map file gives its map; empty if it gives none, or was kept under other rules."""
    try:
        return read_map(text).name or ""
    except BadFile:
        return ""


def deck_template(cards: Iterable[MovementFact]) -> str:
    """The text of a deck file that can be used as it is, with a card on each line."""
    lines = ",\n".join(f"  {json.dumps(card.model_dump(mode='json'))}" for card in cards)
    return f"[\n{lines}\n]\n"


def canonical_map(text: str) -> str:
    """The canonical text of a map file. Raises `BadFile`."""
    return _compact(read_map(text).model_dump(mode="json", exclude_defaults=True))


def canonical_deck(text: str) -> str:
    """The canonical text of a deck file: the list of its cards. Raises `BadFile`."""
    return _compact([card.model_dump(mode="json") for card in read_deck(text)])


def _compact(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _parse_json(text: str) -> object:
    """The JSON value of a text. Raises `BadFile`."""
    if len(text) > MOST_CHARACTERS:
        raise BadFile((_file_fault(fault_sentence("characters", found=len(text), most=MOST_CHARACTERS)),))
    try:
        return from_json(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").encode())
    except ValueError as error:
        raise BadFile((_file_fault(json_fault(error)),)) from error


def _file_fault(what: Sentence) -> Sentence:
    """A fault of the file as a whole."""
    return fault_sentence("at", place=fault_sentence("place"), what=what)


def _sentences(error: ValidationError, raw: object) -> Iterator[Sentence]:
    """A sentence for each fault, its place first; our own validators can report several."""
    for details in error.errors(include_url=False):
        place = _place(details, raw)
        for what in pydantic_sentences(details):
            yield fault_sentence("at", place=place, what=what)


def _place(details: ErrorDetails, raw: object) -> Sentence:
    """Where a fault is: `archer`, `card A1, spawn`; a card without a proper id by its number."""
    match details["loc"]:
        case ():
            return fault_sentence("place")
        case ("cards", int(number), *rest):
            return _card(raw, number, _entry_names(rest))
        case ("rows", int(number)):
            return fault_sentence("spot.row", number=number + 1)
        case ("knights", int(number)):
            return fault_sentence("spot.knight", number=number + 1)
        case loc:
            return fault_sentence("spot", spot=_entry_names(loc))


def _entry_names(loc: Iterable[int | str]) -> str:
    """The names of entries in the file, in plain characters and not too many of them."""
    return ascii(".".join(map(str, loc))).strip("'")[:MOST_OF_A_NAME]


def _cards(raw: object) -> list[object] | None:
    cards = raw.get("cards") if isinstance(raw, dict) else None
    return cards if isinstance(cards, list) else None


def _id(card: object) -> str | None:
    """The id of a would-be card, if it looks like one."""
    card_id = card.get("id") if isinstance(card, dict) else None
    return card_id if isinstance(card_id, str) and re.fullmatch(CARD_ID, card_id) else None


def _card(raw: object, number: int, spot: str) -> Sentence:
    """A card's name, with its entry if `spot` names one."""
    name = _id((_cards(raw) or [])[number])
    if name is None:
        known = {"number": number + 1}
        return (
            fault_sentence("card.number.spot", spot=spot, **known)
            if spot
            else fault_sentence("card.number", **known)
        )
    return fault_sentence("card.spot", card=name, spot=spot) if spot else fault_sentence("card", card=name)


def _deck_faults(raw: object) -> Iterator[Sentence]:
    """What is wrong with a deck as a whole, besides its cards."""
    cards = _cards(raw)
    if cards is None:
        return
    if len(cards) not in CARDS:
        size_fault = fault_sentence("cards", least=CARDS[0], most=CARDS[-1], found=len(cards))
        yield fault_sentence("at", place=fault_sentence("spot", spot="cards"), what=size_fault)
    ids = Counter(filter(None, map(_id, cards)))
    for name, count in ids.items():
        if count > 1:
            yield fault_sentence(
                "at", place=fault_sentence("card", card=name), what=fault_sentence("twice", count=count)
            )
