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
    # Forks
    "fork.goes-on": "This game goes on from **{name}**, move {other}.",
    "fork.ask": "Open a table here, for everybody to see, that goes on from **{code}**, move {ply}?",
    "fork.yes": "Open a table",
    "fork.told": "**{code}** goes on from [{parent}]({link}), move {ply}.",
    "fork.told.plain": "**{code}** goes on from {parent}, move {ply}.",
    "fork.open": "**{host}** goes on from **{code}**, move {ply}, at a new table of **{game}**. Who joins?",
    "fork.lobby.one": (
        "**{host}** goes on from **{code}**, move {ply}, at a new table of **{game}**. **{host}** starts."
    ),
    "fork.lobby.many": (
        "**{host}** goes on from **{code}**, move {ply}, at a new table of **{game}**."
        " Once all {count} seats are taken, **{host}** starts."
    ),
    "fork.seat": "open seat",
    "fork.seat.numbered": "open seat {number}",
    "fork.free": "{number}. free",
    "fork.known": "-# It stands as it stood there.",
    "fork.unknown": "-# It stands as it stood there. What nobody could know was shuffled anew.",
    "fork.rules": "-# How to play: `/rules {game}`.",
    "button.fork.parent": "{code}, move {ply}",
    "command.fork": "Open a new table that goes on from a move of a game",
    "command.fork.move": "From which move, 0 for the beginning; left out: the newest",
    "fork-over": "The game at {code} was over with move {ply}: go back a move, and fork there.",
    "fork-deal": "Others can still play that deal, so nobody may go on from {code} yet.",
    "fork-of-duel": "{code} goes on from {parent}, and that duel is still being played: until it is over there are no hints, odds, reviews or bots here.",
    "history-no-move": "{code} has no move {move}: they go from {first} to {last}.",
    "history-from-memory": (
        "You play {code} from memory, so nobody can look back until it's over. `/board` shows the board."
    ),
    "history-other-rules": (
        "The game at {code} was begun under older rules, which lead elsewhere than today's,"
        " so I cannot leaf through it. `/table log` has its moves."
    ),
}
