"""The rules of the games from their pages: by id, by words, and in each language.

The pages are `docs/games/<game>.md` in English and `docs/games/<language>/<game>.md` elsewhere. Each rule is
a paragraph that begins with its id.
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
"""The pages; a wheel has them at the same place beside its packages."""

_ID: Final = re.compile(r"\b\w+:(?:[a-z]+-\d+[a-z]?|(?:card|keeper|item)-[a-z]+(?:-[a-z]+)*)")
_START: Final = re.compile(rf"\*\*(?P<id>{_ID.pattern})\*\* \N{{MIDDLE DOT}} (?P<text>.*)")
_HEADING: Final = re.compile(r"#+ (?P<title>.+)")
_NOWHERE: Final = 4


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game `game`, under the heading `part` of its page, in a language.

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
        return tuple(dict.fromkeys(rule_id for rule_id in _ID.findall(self.text) if rule_id != self.id))

    @property
    def line(self) -> str:
        """The id and the text, without markdown and on one line."""
        return f"{self.id} \N{MIDDLE DOT} {plain(self.text)}"


@cache
def page_of(game: str, language: str, folder: Path = FOLDER) -> Mapping[str, Rule]:
    """Return the rules of a game by id, in the order of its page; empty without a page.

    Raises `FileNotFoundError` if the folder of all pages is missing.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} is missing: this installation has no rules")
    path = (folder if language == ENGLISH else folder / language) / f"{game}.md"
    if not path.is_file():
        return {}
    return {rule.id: rule for rule in _parse_rules(path.read_text(encoding="utf-8"), game, language)}


def rules_of(game: str, language: str, folder: Path = FOLDER) -> tuple[Rule, ...]:
    """Return the rules of a game in the order of the English page, in English if not translated."""
    translated = page_of(game, language, folder)
    return tuple(translated.get(rule.id, rule) for rule in page_of(game, ENGLISH, folder).values())


def rule_of(rule: str, language: str, folder: Path = FOLDER) -> Rule | None:
    """Return the rule with an id; none if there is no such rule."""
    game = rule.partition(":")[0]
    if not game.isidentifier():
        return None
    return page_of(game, language, folder).get(rule) or page_of(game, ENGLISH, folder).get(rule)


def find_rules(typed: str, language: str, games: Sequence[str], folder: Path = FOLDER) -> tuple[Rule, ...]:
    """Return the rules of these games that contain every typed word, the best match first.

    Best is the id itself, with its game or without; then an id or heading that begins so.
    """
    rules = [rule for game in games for rule in rules_of(game, language, folder)]
    near = {rule.id: _distance(rule, typed.strip().casefold()) for rule in rules}
    return tuple(sorted((rule for rule in rules if near[rule.id] < _NOWHERE), key=lambda rule: near[rule.id]))


def is_exact_id(rule: Rule, typed: str) -> bool:
    """Return whether the typed text is the id of the rule, with its game or without."""
    return _distance(rule, typed.strip().casefold()) == 0


def _distance(rule: Rule, typed: str) -> int:
    names = (rule.id, rule.id.partition(":")[2])
    if typed in names:
        return 0
    if any(name.startswith(typed) for name in names):
        return 1
    if rule.part.casefold().startswith(typed):
        return 2
    text = f"{rule.part} {rule.line}".casefold()
    return _NOWHERE - 1 if all(word in text for word in typed.split()) else _NOWHERE


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
    match = _HEADING.fullmatch(f"{line} ") if line.startswith("#") else None
    return None if match is None else match["title"].strip()
