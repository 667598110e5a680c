"""The rules of the games as their pages have them: by id, by words, and in each language of the house.

The pages are `docs/games/<game>.md` in English and `docs/games/<language>/<game>.md` elsewhere. Each rule
stands there once, as a paragraph that begins with its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bot.games.rule_markdown import for_discord, plain
from bot.words import ENGLISH

FOLDER: Final = Path(__file__).parents[2] / "docs" / "games"

_ID: Final = re.compile(r"\b\w+:(?:[a-z]+-\d+[a-z]?|(?:card|keeper|item)-[a-z]+(?:-[a-z]+)*)")
_START: Final = re.compile(rf"\*\*(?P<id>{_ID.pattern})\*\* \N{{MIDDLE DOT}} (?P<text>.*)")
_HEADING: Final = re.compile(r"#+ (?P<title>.+)")
_NOWHERE: Final = 4


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game `game`, under the heading `part` of its page, in a language of the house.

    `text` is in Discord's markdown.
    """

    id: str
    game: str
    part: str
    text: str
    language: str

    @property
    def mentions(self) -> tuple[str, ...]:
        """The ids of the other rules that this one names, each once."""
        return tuple(dict.fromkeys(found for found in _ID.findall(self.text) if found != self.id))

    @property
    def line(self) -> str:
        """The id and the text, without marks and on one line."""
        return f"{self.id} \N{MIDDLE DOT} {plain(self.text)}"


@cache
def page_of(game: str, language: str, folder: Path = FOLDER) -> Mapping[str, Rule]:
    """The rules of a game by id, in the order of its page; none where there is no such page."""
    path = (folder if language == ENGLISH else folder / language) / f"{game}.md"
    if not path.is_file():
        return {}
    return {rule.id: rule for rule in _parse_rules(path.read_text(encoding="utf-8"), game, language)}


def rules_of(game: str, language: str, folder: Path = FOLDER) -> tuple[Rule, ...]:
    """The rules of a game in the order of the English page, in English where they are not translated."""
    translated = page_of(game, language, folder)
    return tuple(translated.get(rule.id, rule) for rule in page_of(game, ENGLISH, folder).values())


def rule_of(rule: str, language: str, folder: Path = FOLDER) -> Rule | None:
    """The rule with an id, none if there is no such rule."""
    game = rule.partition(":")[0]
    if not game.isidentifier():
        return None
    return page_of(game, language, folder).get(rule) or page_of(game, ENGLISH, folder).get(rule)


def find_rules(typed: str, language: str, games: Sequence[str], folder: Path = FOLDER) -> tuple[Rule, ...]:
    """The rules of these games that have every word that was typed; the nearest first.

    Nearest is the id itself, with its game or without; then an id or a heading that begins so.
    """
    found = [rule for game in games for rule in rules_of(game, language, folder)]
    near = {rule.id: _distance(rule, typed.strip().casefold()) for rule in found}
    return tuple(sorted((rule for rule in found if near[rule.id] < _NOWHERE), key=lambda rule: near[rule.id]))


def is_exact_id(rule: Rule, typed: str) -> bool:
    """Whether what was typed is the id of the rule, with its game or without."""
    return _distance(rule, typed.strip().casefold()) == 0


def _distance(rule: Rule, typed: str) -> int:
    names = (rule.id, rule.id.partition(":")[2])
    if typed in names:
        return 0
    if any(name.startswith(typed) for name in names):
        return 1
    if rule.part.casefold().startswith(typed):
        return 2
    said = f"{rule.part} {rule.line}".casefold()
    return _NOWHERE - 1 if all(word in said for word in typed.split()) else _NOWHERE


def _parse_rules(page: str, game: str, language: str) -> Iterator[Rule]:
    part, rule, lines, fenced = "", "", list[str](), False
    for line in (*page.splitlines(), "# "):
        heading, start = (None, None) if fenced else (_heading(line), _START.fullmatch(line))
        fenced ^= line.startswith("```")
        if rule and (start or heading is not None):
            yield Rule(rule, game, part, for_discord("\n".join(lines)), language)
            rule = ""
        if heading is not None:
            part = heading
        elif start:
            rule, lines = start["id"], [start["text"]]
        else:
            lines.append(line)


def _heading(line: str) -> str | None:
    found = _HEADING.fullmatch(f"{line} ") if line.startswith("#") else None
    return None if found is None else found["title"].strip()
