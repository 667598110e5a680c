"""What the house says in English of leafing through games, and forks."""

from __future__ import annotations

from typing import Final

HISTORY: Final[dict[str, str]] = {
    # Leafing through a game
    "history.move": "**Move {ply} of {last}** · {told}",
    "history.line": "{who}: {action}",
    "history.begins": "The game begins.",
    "history.forked": "The game goes on from {code}, move {ply}.",
    "history.forked.link": "The game goes on from [{code}]({link}), move {ply}.",
    "history.other-rules": "Earlier moves were played by older rules.",
    "history.took-back": "**{name}** went back to move {ply}.",
    "history.taken-back": "-# This was undone later.",
    "history.house": "Taproom",
    "history.stood-in": "{name} for {other}",
    "button.history": "History",
    # Forks
    "fork.goes-on": "This game continues **{name}** from move {other}.",
    "fork.open": "**{host}** wants to play on from **{code}**, move {ply} (**{game}**). Who's in?",
    "fork.lobby.one": "**{host}** plays on from **{code}**, move {ply} (**{game}**).",
    "fork.lobby.many": "**{host}** wants to play on from **{code}**, move {ply} (**{game}**). Who's in? It takes {count}.",
    "fork.seat": "open seat",
    "fork.seat.numbered": "open seat {number}",
    "fork.known": "-# Everything is as it was there.",
    "fork.unknown": "-# Everything is as it was there, but what nobody could know was reshuffled.",
    "button.fork.parent": "{code}, move {ply}",
    "fork-of-duel": "This game continues {parent}, which is still being played. Until that's over, there are no hints, odds, reviews or bots here.",
    "history-no-move": "There's no move {move}: they go from {first} to {last}.",
    "history-from-memory": "You play this one from memory, so nobody can look back until it's over. `/board` shows the board.",
    "history-other-rules": "This game began under older rules, so I can't leaf through it. `/table log` has its moves.",
    "prepared.played": "**{name}** had this answer *prepared*.",
    "prepared.marked": "{who} (prepared)",
}
