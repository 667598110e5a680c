"""A page of rules as Discord shows it: without tables and pictures, and with every line break kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_FENCE: Final = re.compile(r"^```(?P<kind>\w*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_PICTURE: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULED: Final = re.compile(r"\|[-| :]+\|")
_MARKS: Final = re.compile(r"[*`]|```\w*")
_DOT: Final = "\N{MIDDLE DOT}"  # French puts a blank before a colon
_PAIR: Final = 2


def for_discord(text: str) -> str:
    """Return a part of a page: a line per paragraph, tables as lists, code as it is, no pictures or links."""
    parts, end = list[str](), 0
    for fence in _FENCE.finditer(text):
        parts += [*_paragraphs(text[end : fence.start()]), f"```{fence['kind']}\n{fence['text']}```"]
        end = fence.end()
    return "\n".join([*parts, *_paragraphs(text[end:])])


def plain(text: str) -> str:
    """Return the text of `for_discord` on one line without markdown, for lists."""
    return " ".join(_MARKS.sub("", text).split())


def _paragraphs(text: str) -> Iterator[str]:
    for part in re.split(r"\n\s*\n", text.strip()):
        whole = _PICTURE.sub("", _LINK.sub(r"\1", part) if "![" not in part else part)
        lines = [line.strip() for line in whole.splitlines() if line.strip()]
        if lines and lines[0].startswith("|"):
            yield from _table_lines([_cells(line) for line in lines if not _RULED.fullmatch(line)])
        elif lines:
            yield " ".join(lines)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _table_lines(rows: list[list[str]]) -> Iterator[str]:
    """Yield a table as lines: one for each pair of two columns, else each cell with its column's name."""
    head, *rest = rows
    if not any("".join(cells) for cells in rest):  # it contained pictures
        return
    if len(head) == _PAIR:
        yield f"*{head[0]} {_DOT} {head[1]}*"
        yield from (f"- {first} {_DOT} {second}" for first, second in rest)
        return
    for first, *others in rest:
        cells_with_names = (f"{name} {cell}" for name, cell in zip(head[1:], others, strict=True))
        yield f"- **{first}** {_DOT} {', '.join(cells_with_names)}"
