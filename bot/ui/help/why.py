"""Rules for those who ask: the one behind a refusal, and any by its id or by words; each for one person."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.errors import Refused
from bot.rule_book import Rule, fitting, is_named, rule_of
from bot.seating import Click, parse_code
from bot.trace import Trace
from bot.ui.help.recent import Refusal
from bot.ui.kit.desk import Desk, click_of, private, sentence
from bot.ui.kit.frame import safe
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Key, Row
from bot.words import Words

MENTIONED: Final = 5
"""The most rules that a rule, or a list of rules, leads on to."""

_BEGINNING: Final = 160


async def show_rule(desk: Desk, interaction: discord.Interaction, control: Control, _: Trace) -> None:
    """The rule that a button names, in private; raises `Refused` where it has gone since."""
    await _show(desk, interaction, _known(desk.words, control.detail))


async def explain_last(desk: Desk, interaction: discord.Interaction, table: str | None) -> None:
    """What was refused last, why, and the rule; or that it was the house's to refuse."""
    words, number = desk.words, None if table is None else parse_code(table)
    code = table if number is None else f"T{number}"
    click = click_of(interaction)
    last = desk.recent.last(click.person.id, click.channel_id, code, desk.session.now())
    if last is None:
        await private(interaction, words("why.nothing"))
    elif last.rule is None:
        await private(interaction, "\n".join((*_told(words, last), words("why.house"))))
    else:
        await _show(desk, interaction, _known(words, last.rule), *_told(words, last))


def _told(words: Words, last: Refusal) -> list[str]:
    """The refusal once more: what was wanted, the sentence, what would be legal."""
    lines = [sentence(words, last.key, last.values)]
    if last.tried:
        lines.insert(0, words("why.wanted", move=last.tried.replace("`", "'")))
    if last.near:
        lines.append(words("refused.near", moves=", ".join(f"`{move}`" for move in last.near)))
    return lines


async def look_up(desk: Desk, interaction: discord.Interaction, typed: str, table: str | None) -> None:
    """The one rule that was meant, or those that fit; raises `Refused` if none does."""
    game, every = await game_at(desk, click_of(interaction), table), tuple(desk.session.catalogue)
    own = fitting(typed, desk.words.language, (game,)) if game else ()
    found = own or fitting(typed, desk.words.language, every)
    exact = tuple(rule for rule in found if is_named(rule, typed))
    if not found:
        raise Refused("why-unknown", text=typed)
    if len(exact or found) == 1:
        await _show(desk, interaction, (exact or found)[0])
    else:
        await private(interaction, "\n".join(_listed(desk.words, found)), _leading_to(found))


async def game_at(desk: Desk, click: Click, code: str | None) -> str | None:
    """The game of the table that is meant, or of the only one that fits here."""
    with suppress(Refused):
        return (await desk.session.find(click, code)).game
    return None


async def _show(desk: Desk, interaction: discord.Interaction, rule: Rule, *before: str) -> None:
    words, game = desk.words, desk.session.catalogue[rule.game].game.title
    text = "\n".join((*before, *rule_lines(words, rule, game)))
    mentioned = [_known(words, one) for one in rule.mentions if rule_of(one, words.language)]
    await private(interaction, text, _leading_to(mentioned))


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
