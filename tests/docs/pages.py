"""Reading Markdown: tables, code blocks, headings and links of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: what stands behind the fence, and the text."""

    info: str
    text: str


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[Block]:
    return [Block(match["info"].strip(), match["text"]) for match in _FENCE.finditer(text)]


def blocks_by_heading(text: str) -> list[tuple[str, Block]]:
    """Each fenced block with the heading that it stands under."""
    fences = list(_FENCE.finditer(text))
    heads = [
        found
        for found in _HEADING.finditer(text)
        if not any(fence.start() < found.start() < fence.end() for fence in fences)
    ]
    return [
        (
            next((head[2] for head in reversed(heads) if head.start() < fence.start()), ""),
            Block(fence["info"].strip(), fence["text"]),
        )
        for fence in fences
    ]


def prose(text: str) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", text)


def section(text: str, title: str) -> str:
    """The text under a heading, with lower headings; raises `ValueError` if there is none."""
    for found in _HEADING.finditer(prose(text)):
        if found[2] == title:
            rest = prose(text)[found.end() :]
            end = next(
                (other.start() for other in _HEADING.finditer(rest) if len(other[1]) <= len(found[1])), None
            )
            return rest[:end]
    raise ValueError(f"no heading {title!r}")


def rows(text: str) -> list[list[str]]:
    """The cells of every table's rows, heads left out."""
    return [cells for table in tables(text) for cells in table]


def tables(text: str) -> Iterator[list[list[str]]]:
    """Each table as rows of cells, without its head."""
    lines: list[str] = []
    for line in (*text.splitlines(), ""):
        if line.startswith("|"):
            lines.append(line)
        elif lines:
            yield [[cell.strip() for cell in row.strip("|").split("|")] for row in lines[2:]]
            lines = []


def names(cells: list[str]) -> list[str]:
    """The code spans in the cells."""
    return [name for cell in cells for name in _CODE.findall(cell)]


def headings(text: str) -> list[str]:
    return [match[2] for match in _HEADING.finditer(prose(text))]


def anchors(text: str) -> set[str]:
    """The anchors of the page, as GitHub names headings."""
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in headings(text))
    return {title.replace(" ", "-") for title in plain}


def links(text: str) -> list[str]:
    return _LINK.findall(prose(text))
