"""The terms of a table that differ from the defaults, in a line: for the panel and the lobby."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.discord.frame import escape_markdown
from bot.games.catalogue import AnyEntry
from bot.kernel.tables.export import options_of
from bot.kernel.tables.opening import hints_at, usual_hints
from bot.store import Overtime, Table, bot_name
from bot.ui.play.setup_draft import HOUR, HOURS, OVERTIMES, SWITCHES, SetupDraft, allows_stand_ins
from bot.words import Words
from engine.core import Choice, Document
from engine.mind import LEVELS

BETWEEN: Final = " \N{MIDDLE DOT} "


def terms_line(words: Words, pieces: Iterator[str]) -> str:
    """Return the pieces in one line; empty without any."""
    text = BETWEEN.join(pieces)
    return words("agreed", what=text) if text else ""


def draft_terms(words: Words, entry: AnyEntry, draft: SetupDraft) -> Iterator[str]:
    """Yield a draft's terms that differ from the defaults."""
    if draft.side is not None and draft.side >= 0:
        yield words(f"{entry.game.key}.seat.{draft.side}.first")
    yield from _time_terms(words, draft.clock or 0, draft.bank or 0, forfeit=bool(draft.forfeit))
    yield from _overtime_terms(words, OVERTIMES[draft.overtime or 0])
    if draft.hours is not None and draft.hours != HOURS:
        yield words("agreed.patience", hours=words.some("hours", draft.hours))
    if draft.hints is not None:
        yield _hint_terms(words, draft.hints)
    if draft.thread:
        yield words("agreed.thread")
    yield from (words(f"agreed.{name}") for name in SWITCHES if draft.value_of(name))
    yield from option_terms(words, entry, draft.options)


def table_terms(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """Yield a table's terms that differ from the defaults."""
    yield from _time_terms(
        words, table.terms.clock // HOUR, table.terms.bank // HOUR, forfeit=table.terms.forfeit
    )
    yield from _overtime_terms(words, table.terms.overtime)
    patience = table.terms.patience // HOUR
    if allows_stand_ins(entry) and patience not in (0, HOURS):
        yield words("agreed.patience", hours=words.some("hours", patience))
    if (most := hints_at(entry.game, table)) != usual_hints(entry.game):
        yield _hint_terms(words, most)
    yield from (words(f"agreed.{name}") for name in SWITCHES if getattr(table.terms, name))
    yield from changed_option_terms(words, entry, table)


def _time_terms(words: Words, clock: int, bank: int, *, forfeit: bool) -> Iterator[str]:
    """Yield the hours for a move, the bank, and what happens when both run out."""
    if clock:
        hours = words.some("hours", clock)
        text = words("agreed.clock", hours=hours)
        if bank:
            text = words("agreed.clock.bank", hours=hours, bank=words.some("hours", bank))
        yield text
    elif bank:
        yield words("agreed.bank", bank=words.some("hours", bank))
    if forfeit:
        yield words("agreed.forfeit")


def _overtime_terms(words: Words, overtime: Overtime) -> Iterator[str]:
    """Yield what is done about a vote once time is up, if anything."""
    if overtime is not Overtime.WAIT:
        yield words(f"agreed.overtime.{overtime}", name=bot_name(LEVELS[-1]))


def _hint_terms(words: Words, most: int) -> str:
    if most < 0:
        return words("agreed.hints.any")
    return words.some("agreed.hints", most) if most else words("agreed.hints.none")


def option_terms(words: Words, entry: AnyEntry, values: Mapping[str, str]) -> Iterator[str]:
    """Yield a game's own options with their values."""
    for option in entry.game.options:
        if option.key in values:
            title = option_title(words, entry, option.key)
            if isinstance(option, Document):
                name = option.name_of(values[option.key])
                yield words("agreed.option", option=title, value=escape_markdown(name)) if name else title
            else:
                value = option_value(words, entry, option.key, values[option.key])
                yield words("agreed.option", option=title, value=value)


def changed_option_terms(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """Yield the game's own options that differ from the defaults at a table."""
    yield from option_terms(words, entry, changed_options(entry, table))


def changed_options(entry: AnyEntry, table: Table) -> dict[str, str]:
    """Return a table's options that differ from the defaults, by key."""
    set_values = options_of(table)
    values = {option.key: set_values.get(option.key, str(option.default)) for option in entry.game.options}
    return {
        option.key: values[option.key]
        for option in entry.game.options
        if values[option.key] != str(option.default)
    }


def option_title(words: Words, entry: AnyEntry, key: str) -> str:
    """Return the title of a game's option."""
    return words(f"{entry.game.key}.option.{key}.title")


def option_value(words: Words, entry: AnyEntry, key: str, value: str) -> str:
    """Return the name of an option's value; a number is itself."""
    option = next(option for option in entry.game.options if option.key == key)
    return words(f"{entry.game.key}.option.{key}.{value}") if isinstance(option, Choice) else value
