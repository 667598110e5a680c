"""Sentences for what can be wrong with a user's own map or deck file; pydantic finds most of it."""

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
    "file.spot.row": "row {number}",
    "file.spot.knight": "knight {number}",
    "file.card": "card {card}",
    "file.card.spot": "card {card}, {spot}",
    "file.card.number": "card number {number}",
    "file.card.number.spot": "card number {number}, {spot}",
    "file.more": "… and {count} more",
    # Of any entry
    "file.missing": "is missing",
    "file.unknown": "I don't know this entry",
    "file.object": "belongs in curly brackets: {{ … }}",
    "file.list": "belongs in square brackets: [ … ]",
    "file.bool": "write true or false, without quotation marks",
    "file.int": "write a whole number, without quotation marks",
    "file.text": "belongs in quotation marks",
    "file.id": "has to be 1 to 8 letters A to Z, digits and dashes",
    "file.name": "has to be 1 to 30 letters, digits, blanks and - ' ! . and a letter or a digit first",
    "file.only": "can only be {value}",
    "file.one-of": "can be {values} or {last}",
    "file.least": "can't be less than {least}",
    "file.most": "can't be more than {most}",
    "file.long": "{most} characters at most",
    "file.else": "{error}",
    # Of a map
    "file.square": "{place} is no square of the map; those go from {first} to {last}",
    "file.two-squares": "two squares belong here, for example d1 and a4",
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
    "file.unread": "I can't read this as JSON: {error}",
    "file.json": "I can't read on at line {line}, character {column}: {what}",
    "json.eof.list": "the ] of a list is missing",
    "json.eof.object": "a closing curly bracket is missing",
    "json.eof.string": "the closing quotation mark is missing",
    "json.eof.value": "the text stops too early",
    "json.sign": "{sign} belongs here",
    "json.signs": "{sign} or {other} belongs here",
    "json.value": "a value is missing",
    "json.ident": "I don't know that word; text belongs in quotation marks",
    "json.key": "the name of an entry belongs in quotation marks",
    "json.comma": "one comma too many",
    "json.trailing": "the file should end here",
    "json.escape": "that letter can't follow a backslash",
    "json.hex": "a \\u needs four digits",
    "json.surrogate": "a \\u that is only half a character",
    "json.unicode": "a \\u that is no character",
    "json.control": "a line break or tab inside a text",
    "json.number": "that's no number",
    "json.depth": "too many brackets inside each other",
    "json.else": "{error}",
}
"""The sentences by key, some with pydantic's own message; `json.` keys are for texts that are not JSON."""

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
"""Faults without details, by pydantic's names for them."""

_JSON: Final = {
    "EOF while parsing a list": "json.eof.list",
    "EOF while parsing an object": "json.eof.object",
    "EOF while parsing a string": "json.eof.string",
    "EOF while parsing a value": "json.eof.value",
    "expected value": "json.value",
    "expected ident": "json.ident",
    "key must be a string": "json.key",
    "trailing comma": "json.comma",
    "trailing characters": "json.trailing",
    "invalid escape": "json.escape",
    "unexpected end of hex escape": "json.hex",
    "lone leading surrogate in hex escape": "json.surrogate",
    "invalid unicode code point": "json.unicode",
    "control character (\\u0000-\\u001F) found while parsing a string": "json.control",
    "invalid number": "json.number",
    "recursion limit exceeded": "json.depth",
}
"""The sentences for what pydantic says of a text that is not JSON."""
_SPOT: Final = re.compile(r"(?P<what>.+) at line (?P<line>\d+) column (?P<column>\d+)")
_SIGNS: Final = re.compile(r"expected (?P<sign>`.`)(?: or (?P<other>`.`))?")


class FileFault(ValueError):  # noqa: N818 - named by what it says of a file
    """One or several faults found by our own validators."""

    def __init__(self, *faults: Sentence) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def fault_sentence(key: str, /, **values: Filling) -> Sentence:
    """The sentence `file.<key>`."""
    return sentence(FILES, f"file.{key}", **values)


def json_fault(error: ValueError) -> Sentence:
    """Why a text is not JSON, and where."""
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
    """The sentences of one pydantic error, without its place; our own validators can report several."""
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
        case _:
            yield fault_sentence("else", error=details["msg"])


def _one_of(values: list[str]) -> Sentence:
    *others, last = values
    return (
        fault_sentence("one-of", values=", ".join(others), last=last)
        if others
        else fault_sentence("only", value=last)
    )
