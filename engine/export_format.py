"""The file of an exported game: what its lines hold and commit to, writing it and reading it.

It is JSON Lines, in one part or several, one after another: a game that moved house has a part for each
table where it was played. A part is a header, the lines of its log, and a closing line. Each line of the
file is what `json.dumps(record, ensure_ascii=False)` gives for the keys below, in this order.
See `docs/exports.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Any, Final, TypeAlias

from engine.fairness import canonical, first_hash, next_hash
from engine.faults import Problem

FORMAT: Final = 3
FORMATS: Final = (2, FORMAT)
"""Those that can be read. The log of a file of kind 2 says nothing of its table's code and terms."""

LONGEST: Final = 4_000_000
"""How many characters a file has at most: some 25,000 lines, and no game comes near that."""

MOST_LINES: Final = 30_000
"""How many lines a file has at most. All these bounds are looked at before anything is parsed."""

WIDEST: Final = 100_000
"""How many characters a line has at most: a header with a map, a deck and a position of its own."""

POSITION: Final = 16 * 1024
"""How many characters the position of a fork has at most; the longest of a game have some 12,500."""

NOTATION: Final = 70
"""How many characters an action has at most."""

WORD: Final = 200
"""How many characters a seed or a salt has at most."""

_DIGITS: Final = 32  # of a SHA-256, in hexadecimal
_MANY: Final = 10**9

Record: TypeAlias = dict[str, Any]
_Test: TypeAlias = Callable[[object], bool]


class RowKind(Enum):
    """What a line of the file is."""

    HEADER = "header"
    LINE = "line"
    CLOSING = "closing"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file, counted from 1. The `record` of a `NONE` is empty."""

    number: int
    kind: RowKind
    record: Record


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a file: what was played at one table, as far as it could be read.

    `lines` end before the first row that could not be; `whole`: there is none, and nothing is missing.
    """

    header: Row
    lines: tuple[Row, ...]
    closing: Row | None
    whole: bool

    @property
    def table(self) -> str:
        """The code of the table: `T7`."""
        return str(self.header.record["table"])

    @property
    def head(self) -> str:
        """The last hash of the log; that of what was agreed if there are no lines."""
        return str(self.lines[-1].record["hash"]) if self.lines else log_start_hash(self.header.record)


# Writing


def with_checksum(header: Mapping[str, Any]) -> Record:
    """The header with the hash that commits to all of it."""
    bare = {key: value for key, value in header.items() if key != "hash"}
    return bare | {"hash": sha256(canonical(bare).encode()).hexdigest()[:_DIGITS]}


def closing_line(head: str, lines: int, outcome: Record | None, following: str | None = None) -> Record:
    """The closing line of a log whose last hash is `head`; `following`: the table where the game goes on."""
    bare: Record = {"end": lines, "outcome": outcome}
    bare |= {} if following is None else {"next": following}
    return bare | {"hash": sha256(f"{head}\n{canonical(bare)}".encode()).hexdigest()[:_DIGITS]}


def covers_terms(header: Mapping[str, Any]) -> bool:
    """Whether the log of a header commits to its table's code and terms."""
    return bool(header["format"] == FORMAT)


def log_start_hash(header: Mapping[str, Any]) -> str:
    """The hash that the log of a header starts from."""
    parts = (header["game"], canonical(header["options"]), header["seats"], header["rules_version"])
    told = {"table": header["table"], "terms": canonical(header["terms"])} if covers_terms(header) else {}
    return first_hash(*parts, header["commitment"], header.get("salts", ()), **told)


def record_text(record: Mapping[str, Any]) -> str:
    """A record as it stands in the file, without the end of its line."""
    return json.dumps(record, ensure_ascii=False)


def section_text(header: Mapping[str, Any], lines: Sequence[Record], outcome: Record | None) -> str:
    """The text of one part, from its header without the hash, and the lines of its log with theirs."""
    head = str(lines[-1]["hash"]) if lines else log_start_hash(header)
    records = (with_checksum(header), *lines, closing_line(head, len(lines), outcome))
    return "".join(f"{record_text(record)}\n" for record in records)


def join_parts(earlier: str, last: str) -> str:
    """A file of several parts: those that were exported when the game moved on, and its `last` one.

    The closing line above the last part then tells where the game went on, so that no part can be missed.
    Raises `ValueError` if either text is none in which `engine.verify` finds no fault.
    """
    if not earlier:
        return last
    above, below = read_sections(_last_part(earlier))[0][-1:], read_sections(last)[0][:1]
    if not above or not below or (ended := above[0].closing) is None:
        raise ValueError("what was played before, or what is played now, is not whole")
    told = ended.record
    closing = closing_line(above[0].head, told["end"], told["outcome"], below[0].table)
    return "\n".join((*earlier.rstrip().split("\n")[:-1], record_text(closing), last))


def _last_part(text: str) -> str:
    """A file from the header of its last part on."""
    return text[text.rfind('\n{"format": ') + 1 :]


# Reading


def _has_type(kind: type) -> _Test:
    return lambda value: type(value) is kind


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _MANY


def _is_text_up_to(most: int) -> _Test:
    """Whether a value is a text of at most so many characters."""
    return lambda value: isinstance(value, str) and len(value) <= most


def _matches(pattern: str) -> _Test:
    found = re.compile(pattern, re.ASCII)
    return lambda value: isinstance(value, str) and found.fullmatch(value) is not None


def _are_options(value: object) -> bool:
    return isinstance(value, dict) and list(value) == sorted(value) and all(map(_is_option, value.values()))


def _is_option(value: object) -> bool:
    return type(value) in (int, str)


def _list_of(test: _Test) -> _Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _are_salts(value: object) -> bool:
    return bool(value) and _list_of(_is_text_up_to(WORD))(value)


@dataclass(frozen=True, slots=True)
class _RecordForm:
    """The keys of a record in their order, each with what its value must be; some may be left out."""

    keys: Mapping[str, _Test]
    optional: frozenset[str] = frozenset()

    def fits(self, record: object) -> bool:
        """Whether a JSON value is such a record."""
        return (
            isinstance(record, dict)
            and list(record) == [key for key in self.keys if key in record]
            and self.keys.keys() - self.optional <= record.keys()
            and all(self.keys[key](value) for key, value in record.items())
        )


_CODE: Final = _matches(r"T[1-9]\d{0,14}")
_HASH: Final = _matches(r"[0-9a-f]{64}")
_SHORT: Final = _matches(r"[0-9a-f]{32}")
_PLACE: Final = _RecordForm({"table": _CODE, "ply": _is_count})
_MOVED: Final = _RecordForm({"table": _CODE, "ply": _is_count, "head": _SHORT})
_TERMS: Final = _RecordForm(
    {"patience": _is_count, "clock": _is_count, "bank": _is_count, "forfeit": _has_type(bool)}
)
_OUTCOME: Final = _RecordForm(
    {"ending": _has_type(str), "winners": _list_of(_has_type(int)), "points": _list_of(_has_type(int))},
)
_FORMS: Final = {
    RowKind.HEADER: _RecordForm(
        {
            "format": lambda value: type(value) is int and value in FORMATS,
            "game": _has_type(str),
            "options": _are_options,
            "seats": _is_count,
            "rules_version": _is_count,
            "commitment": _HASH,
            "salts": _are_salts,
            "table": _CODE,
            "from": _PLACE.fits,
            "moved": _MOVED.fits,
            "terms": _TERMS.fits,
            "seed": _is_text_up_to(WORD),
            "position": _has_type(str),
            "hash": _SHORT,
        },
        optional=frozenset({"salts", "from", "moved", "seed", "position"}),
    ),
    RowKind.LINE: _RecordForm(
        {"ply": _is_count, "seat": _is_count, "action": _is_text_up_to(NOTATION), "hash": _HASH}
    ),
    RowKind.CLOSING: _RecordForm(
        {
            "end": _is_count,
            "outcome": lambda value: value is None or _OUTCOME.fits(value),
            "next": _CODE,
            "hash": _SHORT,
        },
        optional=frozenset({"next"}),
    ),
}


def read_sections(text: str) -> tuple[tuple[Section, ...], tuple[Problem, ...]]:
    """The parts of a file that have a header, in order, and what is wrong with the form of the file.

    A part without one is left out, as is what stands in a part after a line that is none.
    """
    if (problem := size_problem(text)) is not None:
        return (), (problem,)
    lines = text.split("\n")
    if not lines[-1].strip():
        lines.pop()
    if not any(map(str.strip, lines)):
        return (), (Problem(1, "empty"),)
    if (other := _format_problem(lines[0])) is not None:
        return (), (other,)
    rows = [_row(number, line) for number, line in enumerate(lines, 1)]
    unread = [Problem(row.number, "form") for row in rows if row.kind is RowKind.NONE]
    unread += [
        Problem(row.number, "long-position", {"most": POSITION})
        for row in rows
        if len(row.record.get("position", "")) > POSITION
    ]
    groups = _groups(rows)
    below = (*groups[1:], None)
    missing = [problem for pair in zip(groups, below, strict=True) for problem in _missing_problems(*pair)]
    found = tuple(_section(group) for group in groups if group[0].kind is RowKind.HEADER)
    return found, tuple(sorted((*unread, *missing), key=lambda problem: problem.line))


def size_problem(text: str) -> Problem | None:
    """Why a text is larger than any exported game, before a line of it is parsed."""
    if len(text) > LONGEST:
        return Problem(1, "too-long", {"most": LONGEST})
    if text.count("\n") > MOST_LINES:
        return Problem(MOST_LINES + 1, "too-many-lines", {"most": MOST_LINES})
    return next(
        (
            Problem(number, "long-line", {"most": WIDEST})
            for number, line in enumerate(text.split("\n"), 1)
            if len(line) > WIDEST
        ),
        None,
    )


def _json_value(line: str) -> object:
    """The JSON value of a line, none if it has none."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _format_problem(line: str) -> Problem | None:
    """Why a file whose first line this is cannot be read here, though it is an exported game."""
    record = _json_value(line)
    if not isinstance(record, dict) or "commitment" not in record:
        return None
    if "format" not in record:
        return Problem(1, "older")
    other = record["format"]
    return Problem(1, "newer", {"format": other}) if type(other) is int and other not in FORMATS else None


def _row(number: int, line: str) -> Row:
    """A line of the file; it is none of a game's if a letter of it could be another one."""
    line, record = line.rstrip(" \t\r"), _json_value(line)
    kinds = [kind for kind, form in _FORMS.items() if form.fits(record)]
    if not kinds or not isinstance(record, dict) or record_text(record) != line or not _is_unicode(line):
        return Row(number, RowKind.NONE, {})
    return Row(number, kinds[0], record)


def _is_unicode(line: str) -> bool:
    """Whether a text can be written to a file at all: half a character cannot."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def _groups(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows by part: a header begins one, and so does whatever stands after a closing line."""
    groups = list[list[Row]]()
    for row in rows:
        if not groups or row.kind is RowKind.HEADER or groups[-1][-1].kind is RowKind.CLOSING:
            groups.append([])
        groups[-1].append(row)
    return groups


def _missing_problems(group: Sequence[Row], below: Sequence[Row] | None) -> Iterator[Problem]:
    """What a part lacks, by the one `below` it; what could not be read may have been just that."""
    first, last = group[0], group[-1]
    if first.kind in (RowKind.LINE, RowKind.CLOSING):
        yield Problem(first.number, "no-header" if first.number == 1 else "after-end")
    elif first.kind is RowKind.NONE:
        return
    elif len(group) == 1 and below and not _leads_to(first, below[1:2]):
        yield Problem(first.number, "two-headers")
    elif last.kind is not RowKind.CLOSING and all(row.kind is not RowKind.NONE for row in group):
        yield Problem(last.number + 1, "no-closing")


def _leads_to(header: Row, rows: Sequence[Row]) -> bool:
    """Whether a header that stands alone is that of the lines below the next one, as far as can be told."""
    if not rows or rows[0].kind is not RowKind.LINE:
        return True
    line = rows[0].record
    return bool(next_hash(log_start_hash(header.record), 1, line["seat"], line["action"]) == line["hash"])


def _section(group: Sequence[Row]) -> Section:
    header, *rest = group
    unread = next((at for at, row in enumerate(rest) if row.kind is RowKind.NONE), None)
    closing = rest[-1] if rest and rest[-1].kind is RowKind.CLOSING and unread is None else None
    known = rest[:unread]
    lines = tuple(row for row in known if row.kind is RowKind.LINE)
    return Section(header, lines, closing, whole=closing is not None)
