"""What the house says in English of replays, highlights and end cards."""

from __future__ import annotations

from typing import Final

REPLAY: Final[dict[str, str]] = {
    # The whole game as a GIF
    "replay.names": "-# {names}",
    "replay.chosen": "{name}: {action}",
    # What somebody has not seen
    # Its best moments, the same way
    "button.highlights": "Highlights",
    "highlights.title": "### {game}: the highlights",
    "highlights.head": "Highlights",
    "highlights.alt": "{game}, {names}: the best moments as an animation",
    "highlights.shared": "Here are the highlights, for everyone.",
    "highlights.moment": "{when}, {name}",
    # The card of a game that is over
    "button.card": "Card",
    "card.head": "The end",
    "card.title": "### {game}, the end",
    "card.result": "**{result}**",
    "card.fact": "{label}: {value}",
    "card.turned": "Where it turned:",
    "card.turning": "{number}. {text}",
    "card.alt": "{game}: the end, with the last board. {result} {facts}",
    "card.curve": "{name}: {label}",
    "card.moves": "moves",
    "card.took": "played in",
    "card.undone": "undone",
    "card.times.one": "once",
    "card.times.many": "{count} times",
    "card.house": "by Taproom",
    "card.friends": "by stand-ins",
    "card.actions.one": "{count} move",
    "card.actions.many": "{count} moves",
    "card.from": "continues",
    "card.parent": "{code}, move {ply}",
    "card.days.one": "{count} day",
    "card.days.many": "{count} days",
    "card.hours.one": "{count} hour",
    "card.hours.many": "{count} hours",
    "card.minutes.one": "{count} minute",
    "card.minutes.many": "{count} minutes",
    "card.at-once": "less than a minute",
    "replay-nothing": "There's nothing to replay yet: nobody has moved.",
    "replay-too-large": "This replay is too big for Discord. Leaf through the game with `/history`.",
    "card-not-over": "Wait for the end: the card comes when the game is over.",
}
