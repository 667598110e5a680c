"""What the house says in English of replays and end cards."""

from __future__ import annotations

from typing import Final

REPLAY: Final[dict[str, str]] = {
    # The whole game as a GIF
    "replay.title": "### {game} · {code}, the replay",
    "replay.names": "-# {names}",
    "replay.alt": "{game} at {code}, {names}: the whole game as an animation, board by board",
    "replay.shared": "Here is the replay of {code}, for everybody.",
    "replay.move": "{ply} / {last}",
    # The card of a game that is over
    "card.head": "The end",
    "card.title": "### {game} · {code}, the end",
    "card.result": "**{result}**",
    "card.fact": "{label}: {value}",
    "card.turned": "Where it turned:",
    "card.turning": "{number}. {text}",
    "card.alt": "The card of {game} at {code}, with the last board. {result} {facts}",
    "card.curve": "{name}: {label}",
    "card.moves": "actions",
    "card.took": "played in",
    "card.undone": "taken back",
    "card.times.one": "once",
    "card.times.many": "{count} times",
    "card.house": "by the house",
    "card.friends": "by stand-ins",
    "card.actions.one": "{count} action",
    "card.actions.many": "{count} actions",
    "card.from": "goes on from",
    "card.parent": "{code}, move {ply}",
    "card.days.one": "{count} day",
    "card.days.many": "{count} days",
    "card.hours.one": "{count} hour",
    "card.hours.many": "{count} hours",
    "card.minutes.one": "{count} minute",
    "card.minutes.many": "{count} minutes",
    "card.at-once": "less than a minute",
    "replay-nothing": "No move has been made at {code} that still stands, so there is nothing to replay.",
    "replay-too-large": "The replay of {code} has become too large for Discord here.",
    "card-not-over": "The game at {code} is not over yet: its card comes when it is.",
    "command.card": "How a game ended, and how it went, on one card",
    "command.replay": "The whole game as an animation",
    "command.replay.shared": "For everybody here to see, even while the game goes on",
}
