"""What is agreed for a table and is not as usual, in a line: before it is opened, and in its lobby."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.games.catalogue import AnyEntry
from bot.kernel.tables.export import options_of
from bot.kernel.tables.opening import hints_at, usual_hints
from bot.store import Overtime, Table, bot_name
from bot.ui.play.setup_draft import HOUR, HOURS, OVERTIMES, SWITCHES, SetupDraft, allows_stand_ins
from bot.words import Words
from engine.core import Choice, Document
from engine.mind import LEVELS

_BETWEEN: Final = " \N{MIDDLE DOT} "


def terms_line(words: Words, pieces: Iterator[str]) -> str:
    """The pieces in one small line; empty where all is as usual."""
    said = _BETWEEN.join(pieces)
    return words("agreed", what=said) if said else ""


def draft_terms(words: Words, entry: AnyEntry, wish: SetupDraft) -> Iterator[str]:
    """What a wish has that is not as usual."""
    if wish.side is not None and wish.side >= 0:
        yield words(f"{entry.game.key}.seat.{wish.side}.first")
    yield from _time_terms(words, wish.clock or 0, wish.bank or 0, forfeit=bool(wish.forfeit))
    yield from _overtime_terms(words, OVERTIMES[wish.overtime or 0])
    if wish.hours is not None and wish.hours != HOURS:
        yield words("agreed.patience", hours=words.some("hours", wish.hours))
    if wish.hints is not None:
        yield _hint_terms(words, wish.hints)
    if wish.thread:
        yield words("agreed.thread")
    yield from (words(f"agreed.{name}") for name in SWITCHES if wish.value_of(name))
    yield from _option_terms(words, entry, wish.options)


def table_terms(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """What a table has that is not as usual."""
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
    """The hours for a move, those saved up, and what comes of running out of both."""
    if clock:
        hours = words.some("hours", clock)
        told = words("agreed.clock", hours=hours)
        if bank:
            told = words("agreed.clock.bank", hours=hours, bank=words.some("hours", bank))
        yield told
    elif bank:
        yield words("agreed.bank", bank=words.some("hours", bank))
    if forfeit:
        yield words("agreed.forfeit")


def _overtime_terms(words: Words, overtime: Overtime) -> Iterator[str]:
    """What is done about a vote once time is up, where that is anything."""
    if overtime is not Overtime.WAIT:
        yield words(f"agreed.overtime.{overtime}", name=bot_name(LEVELS[-1]))


def _hint_terms(words: Words, most: int) -> str:
    if most < 0:
        return words("agreed.hints.any")
    return words.some("agreed.hints", most) if most else words("agreed.hints.none")


def _option_terms(words: Words, entry: AnyEntry, given: Mapping[str, str]) -> Iterator[str]:
    for option in entry.game.options:
        if option.key in given:
            title = option_title(words, entry, option.key)
            if isinstance(option, Document):
                yield title
            else:
                value = option_value(words, entry, option.key, given[option.key])
                yield words("agreed.option", option=title, value=value)


def changed_option_terms(words: Words, entry: AnyEntry, table: Table) -> Iterator[str]:
    """The game's own options that are not as usual at a table."""
    yield from _option_terms(words, entry, changed_options(entry, table))


def changed_options(entry: AnyEntry, table: Table) -> dict[str, str]:
    """The options of a table that are not as usual, by key, with their values."""
    given = options_of(table)
    found = {option.key: given.get(option.key, str(option.default)) for option in entry.game.options}
    return {
        option.key: found[option.key]
        for option in entry.game.options
        if found[option.key] != str(option.default)
    }


def option_title(words: Words, entry: AnyEntry, key: str) -> str:
    """What an option of a game is called."""
    return words(f"{entry.game.key}.option.{key}.title")


def option_value(words: Words, entry: AnyEntry, key: str, value: str) -> str:
    """What a value of such an option is called; a number is itself."""
    option = next(option for option in entry.game.options if option.key == key)
    return words(f"{entry.game.key}.option.{key}.{value}") if isinstance(option, Choice) else value
