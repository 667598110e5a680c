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
STEPS: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

CARD_ID: Final = "[A-Za-z0-9-]{1,8}"
MAP_NAME: Final = r"[^\W_]([^\W_]|[ '!.-]){0,29}"
Compass: TypeAlias = Literal["N", "E", "S", "W"]


def _on_the_map(place: tuple[int, int]) -> tuple[int, int]:
    if not all(0 <= number < SIZE for number in place):
        raise FileFault(fault_sentence("off-map", place=str(list(place)), last=SIZE - 1))
    return place


Place: TypeAlias = Annotated[tuple[StrictInt, StrictInt], AfterValidator(_on_the_map)]
"""Row and column, counted from 0 in the north-west."""


class _StrictModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MapFile(_StrictModel):
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
            raise FileFault(*faults)
        return rows

    @field_validator("knights")
    @classmethod
    def _the_knights_are_apart(cls, knights: tuple[Place, Place]) -> tuple[Place, Place]:
        if knights[0] == knights[1]:
            raise FileFault(fault_sentence("knights", place=str(list(knights[0]))))
        return knights

    @field_validator("trogdor")
    @classmethod
    def _no_knight_is_upon_trogdor(cls, trogdor: Place, info: ValidationInfo) -> Place:
        if trogdor in info.data.get("knights", ()):
            raise FileFault(fault_sentence("trogdor", place=str(list(trogdor))))
        return trogdor


def _row_faults(rows: tuple[str, ...]) -> Iterator[Sentence]:
    if len(rows) != SIZE:
        yield fault_sentence("rows", wanted=SIZE, found=len(rows))
    for number, row in enumerate(rows[:SIZE]):
        if len(row) != SIZE:
            yield fault_sentence("row", row=number, found=len(row), wanted=SIZE)
        unknown = sorted({letter for letter in row[: 2 * SIZE] if letter not in TILES})
        if unknown:
            told = ", ".join(map(ascii, unknown))
            yield fault_sentence("letters", row=number, unknown=told, known=" ".join(TILES))


def _tile_faults(letters: str) -> Iterator[Sentence]:
    found = Counter(letters)
    for letter, wanted in TILES.items():
        if found[letter] != wanted:
            yield fault_sentence(f"tiles.{NAMES[letter]}", letter=letter, wanted=wanted, found=found[letter])


class PeasantStep(_StrictModel):
    """The way of the peasants, and whether they repair the tiles where they stop."""

    direction: Compass
    repair: StrictBool


class MovementFact(_StrictModel):
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
            raise FileFault(fault_sentence("path", least=PATH[0], most=PATH[-1], found=len(path)))
        if all(sum(STEPS[step][axis] for step in path) % SIZE == 0 for axis in (0, 1)):
            raise FileFault(fault_sentence("circle", path=" ".join(path)))
        return path


class MovementFile(_StrictModel):
    """A movement deck; `house` says that it is not the publisher's."""

    cards: tuple[MovementFact, ...]
    house: StrictBool = False


def read_map(text: str) -> MapFile:
    """The map in a group's own file. Raises `BadFile`."""
    raw = _parse_json(text)
    try:
        return MapFile.model_validate(raw)
    except ValidationError as error:
        raise BadFile(tuple(_sentences(error, raw))) from error


def read_deck(text: str) -> tuple[MovementFact, ...]:
    """The movement cards in a group's own file, a list or a `MovementFile`. Raises `BadFile`."""
    raw = _parse_json(text)
    content = {"cards": raw} if isinstance(raw, list) else raw
    faults = tuple(_deck_faults(content))
    try:
        deck = MovementFile.model_validate(content)
    except ValidationError as error:
        raise BadFile((*_sentences(error, content), *faults)) from error
    if faults:
        raise BadFile(faults)
    return deck.cards


def canonical_map(text: str) -> str:
    """The one canonical text of a map file. Raises `BadFile`."""
    return _compact(read_map(text).model_dump(mode="json", exclude_defaults=True))


def canonical_deck(text: str) -> str:
    """The one canonical text of a deck file: the list of its cards. Raises `BadFile`."""
    return _compact([card.model_dump(mode="json") for card in read_deck(text)])


def _compact(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _parse_json(text: str) -> object:
    """What a JSON text holds. Raises `BadFile`."""
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
    """A sentence for each fault, its place first; a validator of ours can name several."""
    for details in error.errors(include_url=False):
        place = _place(details, raw)
        for what in pydantic_sentences(details):
            yield fault_sentence("at", place=place, what=what)


def _place(details: ErrorDetails, raw: object) -> Sentence:
    """Where a fault is: `archer`, `card A1, spawn`; a card without a proper id is told by its number."""
    match details["loc"]:
        case ():
            return fault_sentence("place")
        case ("cards", int(number), *rest):
            return _card(raw, number, _entry_names(rest))
        case loc:
            return fault_sentence("spot", spot=_entry_names(loc))


def _entry_names(loc: Iterable[int | str]) -> str:
    """Names of entries as they stand in the file, in plain characters and not too many of them."""
    return ascii(".".join(map(str, loc))).strip("'")[:MOST_OF_A_NAME]


def _cards(raw: object) -> list[object] | None:
    cards = raw.get("cards") if isinstance(raw, dict) else None
    return cards if isinstance(cards, list) else None


def _id(card: object) -> str | None:
    """The id of what should be a card, if it looks like one."""
    found = card.get("id") if isinstance(card, dict) else None
    return found if isinstance(found, str) and re.fullmatch(CARD_ID, found) else None


def _card(raw: object, number: int, spot: str) -> Sentence:
    """A card, and the entry of it if `spot` names one."""
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
    """What is wrong with a deck as a whole, whatever is wrong with its cards."""
    cards = _cards(raw)
    if cards is None:
        return
    if len(cards) not in CARDS:
        told = fault_sentence("cards", least=CARDS[0], most=CARDS[-1], found=len(cards))
        yield fault_sentence("at", place=fault_sentence("spot", spot="cards"), what=told)
    ids = Counter(filter(None, map(_id, cards)))
    for name, count in ids.items():
        if count > 1:
            yield fault_sentence(
                "at", place=fault_sentence("card", card=name), what=fault_sentence("twice", count=count)
            )
