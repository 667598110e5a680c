"""What the house says in English of people, as far as several rooms do: what waits for them, what they have won."""

from __future__ import annotations

from typing import Final

ME: Final[dict[str, str]] = {
    "button.warnings": "Warn me before blunders",
    # Why a vacation cannot be
    "vacation-date": "A vacation can start from {first} to {last}. Leave the day empty to start now.",
    "vacation-balance": "Take fewer days: that would be {days} in {year}, and you have {left} left.",
    # What waits for a person
    "games.none": "You have no games going. `/play` starts one.",
    "games.turn.one": "**Your turn in {count} game**",
    "games.turn.many": "**Your turn in {count} games**",
    "games.waiting": "**Waiting for others**",
    "my.asked": "**Challenges for you**",
    "my.line": "- {parts}",
    "my.table": "**{code}** {game}{link}",
    "my.with": "{game} with {names}",
    "my.since": "your turn came {since}",
    "my.asked.since": "asked {since}",
    "my.due": "your time is up {when}",
    "my.late": "**your time is up**",
    "my.other": "you play for **{name}**",
    "my.their-turn": "{names} to move",
    "my.gathering": "waiting for players",
    "my.more": "And {count} more.",
    # What finished games come to
    "tally.duel.one": "{count} game: {won} won, {drawn} drawn, {lost} lost",
    "tally.duel.many": "{count} games: {won} won, {drawn} drawn, {lost} lost",
    "standings": "### Results in this channel",
    "standings.game.one": "**{game}**, {count} game",
    "standings.game.many": "**{game}**, {count} games",
    "trophies": "Trophies: {parts}",
    "button.share": "Show everyone",
}
