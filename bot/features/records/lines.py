"""What is said under the end of a game together: how near it was, the group's record, the next step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bot.discord.frame import words_at
from bot.features.records.storage import RecordStorage
from bot.games.catalogue import AnyEntry
from bot.games.entry import Ladder
from bot.kernel.session import Session, Shown
from bot.kernel.tables.export import options_of
from bot.store import HOUSE, Table
from bot.ui.play.terms import BETWEEN, option_terms
from bot.words import Words
from engine.core import Document

WON: Final = "victory"
"""The ending after which the next step is named."""


async def end_lines(session: Session, shown: Shown) -> tuple[str, ...]:
    """Return the line under a finished game; none for games without steps, and for deals."""
    table, entry, words = shown.table, shown.entry, words_at(shown.table)
    outcome = None if shown.state is None else entry.game.outcome(shown.state)
    ladder = entry.rules.ladder
    if outcome is None or ladder is None or table.deal is not None:
        return ()
    said = []
    if (left := entry.speech.shortfall(words, shown.view)) and outcome.ending != WON:
        said.append(words("record.near", left=left))
    said += await _record_line(session, words, shown, ladder)
    if outcome.ending == WON and (following := next_step(entry, ladder, agreed(entry, options_of(table)))):
        said.append(words("record.next", what=BETWEEN.join(option_terms(words, entry, following))))
    return (words("agreed", what=" ".join(said)),) if said else ()


async def _record_line(session: Session, words: Words, shown: Shown, ladder: Ladder) -> list[str]:
    table, entry = shown.table, shown.entry
    group = people_at(table)
    if not group:
        return []
    options, seats = agreed(entry, options_of(table)), len(table.players)
    storage = session.service(RecordStorage)
    games = [
        game
        for game in await storage.played(min(group), table.game, seats)
        if frozenset(user for user in game.users if user > HOUSE) == group
        and agreed(entry, json.loads(game.options)) == options
    ]
    if not games:
        return []
    terms = BETWEEN.join(option_terms(words, entry, options)) or words("record.usual")
    what = BETWEEN.join((terms, ladder.group(words, seats)))
    return [words("record.line", what=what, won=sum(game.won for game in games), games=len(games))]


def people_at(table: Table) -> frozenset[int]:
    """Return the people of a table, without bots and forgotten players."""
    return frozenset(player.user_id for player in table.players if player.user_id > HOUSE)


def agreed(entry: AnyEntry, options: Mapping[str, object]) -> dict[str, str]:
    """Return the options that differ from the defaults, without the players' picks."""
    own = {option.key: str(option.default) for option in entry.game.options}
    return {key: str(value) for key, value in options.items() if key in own and str(value) != own[key]}


def next_step(entry: AnyEntry, ladder: Ladder, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return the options of the next harder step; empty after the last one, and off the ladder.

    How keepers and items are dealt makes no step.
    """
    steps = [dict(step) for step in ladder.steps]
    keys = {key for step in steps for key in step}
    own = any(option.key in options for option in entry.game.options if isinstance(option, Document))
    here = {key: value for key, value in options.items() if key in keys}
    defaults = {option.key: str(option.default) for option in entry.game.options}
    plain = [{key: value for key, value in step.items() if value != defaults[key]} for step in steps]
    if own or here not in plain[:-1]:
        return {}
    return steps[plain.index(here) + 1]
