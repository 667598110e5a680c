"""What the house says in English of leafing through games, and forks."""

from __future__ import annotations

from typing import Final

HISTORY: Final[dict[str, str]] = {
    # Leafing through a game
    "history.title": "{game} · {code}, history",
    "history.move": "**Move {ply} of {last}** · {told}",
    "history.line": "{who}: `{action}`",
    "history.begins": "The game begins.",
    "history.forked": "The game goes on from {code}, move {ply}.",
    "history.forked.link": "The game goes on from [{code}]({link}), move {ply}.",
    "history.other-rules": "What came before was played by older rules, and is kept as it was.",
    "history.took-back": "**{name}** took back to move {ply}.",
    "history.taken-back": "-# This was taken back later.",
    "history.house": "the house",
    "history.stood-in": "{name} for {other}",
    "button.history": "History",
    "button.history.first": "⏮",
    "button.history.back": "◀",
    "button.history.next": "▶",
    "button.history.last": "⏭",
    "button.fork": "Fork here",
    "command.history": "Leaf through a game, move by move",
    "command.history.move": "Which move, 0 for the beginning; left out: the newest",
    "history-no-move": "{code} has no move {move}: they go from {first} to {last}.",
    "history-other-rules": (
        "The game at {code} was begun under older rules, which lead elsewhere than today's,"
        " so I cannot leaf through it. `/table moves` has its lines."
    ),
}
