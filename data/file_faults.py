"""What can be wrong with a map or a deck of somebody's own, in words; pydantic finds most of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pydantic_core import ErrorDetails

from data.sentence import Filling, Sentence, sentence

FILES: Final[Mapping[str, str]] = {
    # Where a fault is
    "file.at": "{place}: {what}",
    "file.place": "file",
    "file.spot": "{spot}",
    "file.card": "card {card}",
    "file.card.spot": "card {card}, {spot}",
    "file.card.number": "card number {number}",
    "file.card.number.spot": "card number {number}, {spot}",
    # Of any entry
    "file.missing": "is missing",
    "file.unknown": "is not known here",
    "file.object": "has to be an object in {{}}",
    "file.list": "has to be a list in []",
    "file.bool": "has to be true or false",
    "file.int": "has to be a whole number",
    "file.text": "has to be a text",
    "file.id": "has to be 1 to 8 letters A to Z, digits and dashes",
    "file.name": "has to be 1 to 30 letters, digits, blanks and - ' ! . and a letter or a digit first",
    "file.only": "Input should be {value}",
    "file.one-of": "Input should be {values} or {last}",
    "file.least": "Input should be greater than or equal to {least}",
    "file.most": "Input should be less than or equal to {most}",
    "file.items": "Tuple should have at most {most} items after validation, not {found}",
    "file.long": "String should have at most {most} characters",
    "file.else": "{error}",
    # Of a map
    "file.off-map": "{place} is not on the map: rows and columns are 0 to {last}",
    "file.rows": "a map has {wanted} rows, here are {found}",
    "file.row": "row {row} has {found} letters, not {wanted}",
    "file.letters": "row {row} has {unknown}; the letters are {known}",
    "file.tiles.cottage": "cottage ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.mountain": "mountain ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.tunnel": "tunnel ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.lake": "lake ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.forest": "forest ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.stump": "stump ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.rock": "rock ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.flower": "flower ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.tiles.plain": "plain ({letter}): {wanted} of them belong on a map, here are {found}",
    "file.knights": "both start on {place}",
    "file.trogdor": "a knight starts on {place}, too",
    # Of a deck
    "file.path": "a path has {least} to {most} steps, here are {found}",
    "file.circle": "{path} ends on the square where it began",
    "file.cards": "a deck has {least} to {most} of them, here are {found}",
    "file.twice": "{count} cards have this id",
    # Of the text as a whole
    "file.characters": "{found} characters; at most {most} are read",
    "file.unread": "not JSON: {error}",
    "file.json": "not JSON: {what} at line {line} column {column}",
    "json.eof.list": "EOF while parsing a list",
    "json.eof.object": "EOF while parsing an object",
    "json.eof.string": "EOF while parsing a string",
    "json.eof.value": "EOF while parsing a value",
    "json.sign": "expected {sign}",
    "json.signs": "expected {sign} or {other}",
    "json.value": "expected value",
    "json.ident": "expected ident",
    "json.key": "key must be a string",
    "json.comma": "trailing comma",
    "json.trailing": "trailing characters",
    "json.escape": "invalid escape",
    "json.hex": "unexpected end of hex escape",
    "json.surrogate": "lone leading surrogate in hex escape",
    "json.unicode": "invalid unicode code point",
    "json.control": "control character (\\u0000-\\u001F) found while parsing a string",
    "json.number": "invalid number",
    "json.depth": "recursion limit exceeded",
    "json.else": "{error}",
}
"""By key. What pydantic says stands here as it does; `json.` is what is wrong with a text that is no JSON."""

_KINDS: Final = {
    "missing": "file.missing",
    "extra_forbidden": "file.unknown",
    "model_type": "file.object",
    "tuple_type": "file.list",
    "bool_type": "file.bool",
    "int_type": "file.int",
    "int_from_float": "file.int",
    "string_type": "file.text",
}
"""The faults that say nothing more, by pydantic's names for them."""

_JSON: Final = {said: key for key, said in FILES.items() if key.startswith("json.") and "{" not in said}
_SPOT: Final = re.compile(r"(?P<what>.+) at line (?P<line>\d+) column (?P<column>\d+)")
_SIGNS: Final = re.compile(r"expected (?P<sign>`.`)(?: or (?P<other>`.`))?")


class FileFault(ValueError):  # noqa: N818 - named by what it says of a file
    """What a validator of ours finds: one fault or several."""

    def __init__(self, *faults: Sentence) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def fault_sentence(key: str, /, **values: Filling) -> Sentence:
    """The sentence `file.<key>`."""
    return sentence(FILES, f"file.{key}", **values)


def json_fault(error: ValueError) -> Sentence:
    """Why a text is no JSON, and where in it."""
    match = _SPOT.fullmatch(str(error))
    if match is None:
        return fault_sentence("unread", error=str(error))
    line, column = int(match["line"]), int(match["column"])
    return fault_sentence("json", what=_json_sentence(match["what"]), line=line, column=column)


def _json_sentence(message: str) -> Sentence:
    if message in _JSON:
        return sentence(FILES, _JSON[message])
    signs = _SIGNS.fullmatch(message)
    if signs is None:
        return sentence(FILES, "json.else", error=message)
    if signs["other"] is None:
        return sentence(FILES, "json.sign", sign=signs["sign"])
    return sentence(FILES, "json.signs", sign=signs["sign"], other=signs["other"])


def pydantic_sentences(details: ErrorDetails) -> Iterator[Sentence]:
    """What one of pydantic's faults comes to, without its place; a validator of ours can find several."""
    context = details.get("ctx", {})
    match details["type"]:
        case "value_error" if isinstance(context["error"], FileFault):
            yield from context["error"].faults
        case kind if kind in _KINDS:
            yield sentence(FILES, _KINDS[kind])
        case "string_pattern_mismatch":
            yield fault_sentence(str(details["loc"][-1]))
        case "literal_error":
            yield _one_of(re.findall(r"'[^']*'", context["expected"]))
        case "greater_than_equal":
            yield fault_sentence("least", least=context["ge"])
        case "less_than_equal":
            yield fault_sentence("most", most=context["le"])
        case "string_too_long":
            yield fault_sentence("long", most=context["max_length"])
        case "too_long":
            yield fault_sentence("items", most=context["max_length"], found=context["actual_length"])
        case _:
            yield fault_sentence("else", error=details["msg"])


def _one_of(values: list[str]) -> Sentence:
    *others, last = values
    return (
        fault_sentence("one-of", values=", ".join(others), last=last)
        if others
        else fault_sentence("only", value=last)
    )
