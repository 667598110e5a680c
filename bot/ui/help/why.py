"""Rules for those who ask: the one behind a refusal, and any by its id or by words; each for one person."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from discord import app_commands

from bot.errors import Refused
from bot.rule_book import Rule, fitting, is_named, rule_of
from bot.session.search import parse_code
from bot.ui.kit.command import OFFERED, Catalogue, Choices, Code, Command, Completion, Option
from bot.ui.kit.frame import safe
from bot.ui.kit.keyboard import Control, Key, Row, Verb
from bot.ui.kit.refusals import Refusal, sentence
from bot.ui.kit.request import Request, Route
from bot.ui.table.lines import TABLE
from bot.words import Words

MENTIONED: Final = 5
"""The most rules that a rule, or a list of rules, leads on to."""

LONGEST: Final = 100
"""The most characters of a choice, and of what is typed to find a rule."""

_BEGINNING: Final = 160


async def why(
    request: Request, rule: app_commands.Range[str, 1, LONGEST] | None = None, table: Code | None = None
) -> None:
    """`/why`: the rule that somebody names or describes, or what was behind the last refusal."""
    if rule is None:
        await explain_last(request, table)
    else:
        await look_up(request, rule, table)


async def rules(request: Request, game: str) -> None:
    """`/rules`: those of a game in short, and how to ask for more."""
    await request.private("\n".join((request.words(f"{game}.rules"), request.words("why.rules"))))


def _games(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]


async def _rules(request: Request, current: str) -> Choices:
    """The rules that fit what is typed, those of the game that is meant first."""
    own = await game_at(request, getattr(request.interaction.namespace, "table", None))
    others = [game for game in request.session.catalogue if game != own]
    found = fitting(current, request.words.language, (own,) if own else ())
    found += fitting(current, request.words.language, others)
    return [
        app_commands.Choice(name=shortened(rule.line, LONGEST), value=rule.id) for rule in found[:OFFERED]
    ]


async def show_rule(request: Request) -> None:
    """The rule that a button names, in private; raises `Refused` where it has gone since."""
    await _show(request, _known(request.words, request.control.detail))


async def explain_last(request: Request, table: str | None) -> None:
    """What was refused last, why, and the rule; or that it was the house's to refuse."""
    words, number = request.words, None if table is None else parse_code(table)
    code = table if number is None else f"T{number}"
    click = request.click
    last = request.surface.recent.last(click.person.id, click.channel_id, code, request.session.now())
    if last is None:
        await request.private(words("why.nothing"))
    elif last.rule is None:
        await request.private("\n".join((*_refused(words, last), words("why.house"))))
    else:
        await _show(request, _known(words, last.rule), *_refused(words, last))


def _refused(words: Words, last: Refusal) -> list[str]:
    """The refusal once more: what was wanted, the sentence, what would be legal."""
    lines = [sentence(words, last.key, last.values)]
    if last.tried:
        lines.insert(0, words("why.wanted", move=last.tried.replace("`", "'")))
    if last.near:
        lines.append(words("refused.near", moves=", ".join(f"`{move}`" for move in last.near)))
    return lines


async def look_up(request: Request, typed: str, table: str | None) -> None:
    """The one rule that was meant, or those that fit; raises `Refused` if none does."""
    game, every = await game_at(request, table), tuple(request.session.catalogue)
    own = fitting(typed, request.words.language, (game,)) if game else ()
    found = own or fitting(typed, request.words.language, every)
    exact = tuple(rule for rule in found if is_named(rule, typed))
    if not found:
        raise Refused("why-unknown", text=typed)
    if len(exact or found) == 1:
        await _show(request, (exact or found)[0])
    else:
        await request.private("\n".join(_listed(request.words, found)), _leading_to(found))


async def game_at(request: Request, code: str | None) -> str | None:
    """The game of the table that is meant, or of the only one that fits here."""
    with suppress(Refused):
        return (await request.session.search.find(request.click, code)).game
    return None


async def _show(request: Request, rule: Rule, *before: str) -> None:
    words, game = request.words, request.session.catalogue[rule.game].game.title
    text = "\n".join((*before, *rule_lines(words, rule, game)))
    mentioned = [_known(words, one) for one in rule.mentions if rule_of(one, words.language)]
    await request.private(text, _leading_to(mentioned))


def rule_lines(words: Words, rule: Rule, game: str) -> list[str]:
    """A rule as a person reads it: the game and the part of its page, the id, the text."""
    lines = [words("why.title", game=game, part=rule.part), f"**{rule.id}** \N{MIDDLE DOT} {rule.text}"]
    return lines if rule.language == words.language else [*lines, words("why.untranslated")]


def _listed(words: Words, found: tuple[Rule, ...]) -> list[str]:
    """The beginnings of the rules that fit best, and how many more there are."""
    lines = [f"- {safe(shortened(rule.line, _BEGINNING))}" for rule in found[:MENTIONED]]
    more = [words.some("why.more", len(found) - MENTIONED)] if len(found) > MENTIONED else []
    return [words("why.several"), *lines, *more]


def _leading_to(rules: Sequence[Rule]) -> list[Row]:
    """Buttons for rules, at most one row."""
    keys = [Key(label=rule.id, custom_id=str(Control(0, 0, Verb.WHY, rule.id))) for rule in rules]
    return [Row(*keys[:MENTIONED])] if keys else []


def _known(words: Words, rule: str) -> Rule:
    found = rule_of(rule, words.language)
    if found is None:
        raise Refused("why-lost", rule=rule)
    return found


def shortened(line: str, most: int) -> str:
    """The line, or as much of it as there is room for."""
    return line if len(line) <= most else f"{line[: most - 1]}\u2026"


RULES: Final = Command(
    "rules", "command.rules", rules, {"game": Option("command.rules.game", choices=_games)}
)
WHY: Final = Command(
    "why",
    "command.why",
    why,
    {"rule": Option("command.why.rule", completion=Completion("why", _rules)), "table": TABLE},
)

CONTROLS: Final = {Verb.WHY: Route(show_rule, bare=True)}
