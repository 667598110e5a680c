"""Rules for those who ask: a game's in short, the one behind a refusal, any by words; each for one person."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from discord import app_commands

from bot.discord.command import OFFERED, Catalogue, Choices, Command, CommandOption, Completion
from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.frame import escape_markdown
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.refusals import Refusal, sentence
from bot.discord.request import Request
from bot.games.catalogue import AnyEntry
from bot.games.rule_book import Rule, find_rules, is_exact_id, rule_of
from bot.kernel.errors import Illegal, Refused
from bot.kernel.feature import buttons_beside
from bot.words import Words
from bot.words.menu import ButtonLook

MENTIONED: Final = 5
"""The most rules that a rule, or a list of rules, leads on to."""

LONGEST: Final = 100
"""The most characters of a choice, and of what is typed to find a rule."""

_BEGINNING: Final = 160


async def rules(
    request: Request,
    game: str | None = None,
    search: app_commands.Range[str, 1, LONGEST] | None = None,
) -> None:
    """`/rules`: the rule that is searched for, the one behind what was just refused, or a game's in short."""
    if search is not None:
        await look_up_rule(request, search, game)
        return
    refused = None if game is not None else _last_refusal(request)
    rule = None if refused is None or refused.rule is None else rule_of(refused.rule, request.words.language)
    if refused is not None and rule is not None:
        await _show(request, rule, *_refusal_lines(request.words, refused))
    elif (found := game or await game_in_channel(request)) is not None:
        await _show_in_short(request, found)
    else:
        keys = [how_to_play_button(entry.game.title, entry) for entry in request.session.catalogue.values()]
        await request.private(request.words("rules.which"), in_rows(keys))


async def show_how_to_play(request: Request, game: str) -> None:
    """The rules of a game in short, by its button."""
    if game not in request.session.catalogue:
        raise Refused("old-control")
    await _show_in_short(request, game)


async def _show_in_short(request: Request, game: str) -> None:
    entry, words = request.session.catalogue[game], request.words
    rows = in_rows(buttons_beside(request.session.features, words, entry))
    await request.private("\n".join((words(f"{game}.rules"), words("rules.more"))), rows)


def _game_choices(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]


async def _complete_rule(request: Request, current: str) -> Choices:
    """The rules that fit what is typed: those of the game that is named, or of all, the table's first."""
    named = request.incoming.options.get("game")
    own, others = await _games_to_search(request, named if named in request.session.catalogue else None)
    found = find_rules(current, request.words.language, own) + find_rules(
        current, request.words.language, others
    )
    return [app_commands.Choice(name=shorten(rule.line, LONGEST), value=rule.id) for rule in found[:OFFERED]]


async def show_rule(request: Request, rule: str) -> None:
    """The rule that a button names, in private; raises `Refused` where it has gone since."""
    await _show(request, _existing_rule(request.words, rule))


def _last_refusal(request: Request) -> Refusal | None:
    """What was refused here last, if that was only just now."""
    click = request.click
    return request.surface.recent.last(click.person.id, click.channel_id, request.session.now())


def _refusal_lines(words: Words, last: Refusal) -> list[str]:
    """The refusal once more: what was wanted, the sentence, what would be legal."""
    lines = [sentence(words, last.key, last.values)]
    if last.tried:
        lines.insert(0, words("rules.wanted", move=last.tried.replace("`", "'")))
    if last.near:
        lines.append(words("refused.near", moves=", ".join(f"`{move}`" for move in last.near)))
    return lines


async def look_up_rule(request: Request, typed: str, game: str | None) -> None:
    """The one rule that was meant, or those that fit; raises `Refused` if none does."""
    own, others = await _games_to_search(request, game)
    found = find_rules(typed, request.words.language, own) or find_rules(
        typed, request.words.language, others
    )
    exact = tuple(rule for rule in found if is_exact_id(rule, typed))
    if not found:
        raise Refused("rules-unknown", text=typed)
    if len(exact or found) == 1:
        await _show(request, (exact or found)[0])
    else:
        await request.private("\n".join(_rule_list_lines(request.words, found)), _rule_buttons(found))


async def _games_to_search(request: Request, game: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """In which games a rule is looked for, and in which only after them."""
    if game is not None:
        return (game,), ()
    every, own = tuple(request.session.catalogue), await game_in_channel(request)
    return (every, ()) if own is None else ((own,), tuple(key for key in every if key != own))


async def game_in_channel(request: Request) -> str | None:
    """The game of the only table here that can be meant; none if there is no such one."""
    with suppress(Refused):
        return (await request.session.search.find(request.click, None)).game
    return None


async def _show(request: Request, rule: Rule, *before: str) -> None:
    words, game = request.words, request.session.catalogue[rule.game].game.title
    text = "\n".join((*before, *rule_lines(words, rule, game)))
    mentioned = [_existing_rule(words, one) for one in rule.mentions if rule_of(one, words.language)]
    await request.private(text, _rule_buttons(mentioned))


def rule_lines(words: Words, rule: Rule, game: str) -> list[str]:
    """A rule as a person reads it: the game and the part of its page, the id, the text."""
    lines = [words("rules.title", game=game, part=rule.part), f"**{rule.id}** \N{MIDDLE DOT} {rule.text}"]
    return lines if rule.language == words.language else [*lines, words("rules.untranslated")]


def _rule_list_lines(words: Words, found: tuple[Rule, ...]) -> list[str]:
    """The beginnings of the rules that fit best, and how many more there are."""
    lines = [f"- {escape_markdown(shorten(rule.line, _BEGINNING))}" for rule in found[:MENTIONED]]
    more = [words.some("rules.fewer", len(found) - MENTIONED)] if len(found) > MENTIONED else []
    return [words("rules.several"), *lines, *more]


def _rule_buttons(rules: Sequence[Rule]) -> list[Row]:
    """Buttons for rules, at most one row."""
    keys = [WHY.button(rule.id, NO_TABLE, ButtonLook.PLAIN, rule.id) for rule in rules]
    return [Row(*keys[:MENTIONED])] if keys else []


def how_to_play_button(label: str, entry: AnyEntry) -> Key:
    """The way to the rules of a game in short."""
    return HOW.button(label, NO_TABLE, ButtonLook.PLAIN, entry.game.key)


def why_buttons(words: Words, refused: Refused) -> Sequence[Key]:
    """The button that leads to the rule behind a refusal; none where no rule of a game is."""
    if not isinstance(refused, Illegal) or rule_of(refused.cause.rule, words.language) is None:
        return ()
    return (WHY.button(words("button.why"), NO_TABLE, ButtonLook.PLAIN, refused.cause.rule),)


def _existing_rule(words: Words, rule: str) -> Rule:
    found = rule_of(rule, words.language)
    if found is None:
        raise Refused("rules-lost", rule=rule)
    return found


def shorten(line: str, most: int) -> str:
    """The line, or as much of it as there is room for."""
    return line if len(line) <= most else f"{line[: most - 1]}\u2026"


RULES: Final = Command(
    "rules",
    "command.rules",
    rules,
    {
        "game": CommandOption("command.rules.game", choices=_game_choices),
        "search": CommandOption("command.rules.search", completion=Completion("rules", _complete_rule)),
    },
)

WHY: Final = Endpoint("why", show_rule, bare=True)
HOW: Final = Endpoint("how", show_how_to_play, bare=True)

CONTROLS: Final = routes(WHY, HOW)
