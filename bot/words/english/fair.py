"""What the house says in English of fair dice, exports, and games that move house."""

from __future__ import annotations

from typing import Final

FAIR: Final = {
    # Salt
    "lobby.salted": "**{name}** added salt to the dice.",
    "lobby.unsalted": "**{name}** took their salt back.",
    "salt-long": "Keep your salt to {most} characters.",
    "salt-unprintable": "Use letters, numbers and signs that everybody can see.",
    "salt-unseated": "Press **Join** first: only players can add salt.",
    "salt-deal": "Everyone plays this deal with the same dice and cards, so there's nothing to salt.",
    "salt-chanceless": "**{game}** has no dice and no cards, so there's nothing to salt.",
    # Logs and exports
    "fair.problem": "- line {line}: {what}",
    "fair.print": "-# Fingerprint of the game: {stamp}",
    "check-busy": "I'm checking other games right now. Try again in a minute.",
    "check-too-much": "This game takes too long to check here. `python -m engine verify` checks it on your machine.",
    "export.empty": "This file is empty. `/table export` gives you one I can check.",
    "export.not-text": "This file isn't a game: it isn't even text. `/table export` gives you one I can check.",
    "export.too-large": "This file is too big for a game: {most} KiB at most.",
    "export.not-read": "Discord didn't hand over the file. Try again.",
}
"""By key."""

MOVING: Final = {
    "move.arrived": "The game came here from **{name}**, line {other}. What nobody knew was reshuffled.",
    "move.arrived.known": "The game came here from **{name}**, line {other}.",
    "move.gone": "-# The game went on as **{next}**.",
    "move.away": "-# The game left as a file. `/table arrive` continues it, `/table export` gives the file again.",
    "move.closed": "-# `/table export` gives you what was played as a file.",
    "closed-gone": "This game has moved. Play on in **{next}**.",
    "closed-away": "This game has left as a file. `/table arrive` continues it, `/table export` gives the file again.",
    "move.open": "**{host}** brings a game of **{game}** from elsewhere ({code}, line {ply}) and plays {seat}. Who takes the other seat?",
    "move.lobby.one": "**{host}** brings a game of **{game}** from elsewhere ({code}, line {ply}).",
    "move.lobby.many": "**{host}** brings a game of **{game}** for {count} from elsewhere ({code}, line {ply}). Say which of them you are.",
    "move.unknown": "-# What nobody knew is reshuffled when it goes on.",
    "move.known": "-# Everything is as it was.",
    "move.seats": "I am…",
    "move.seat": "Seat {number}",
    "move.seat.named": "{what} (seat {number})",
    "seat-taken": "**{name}** sits there. Pick another seat.",
    "seat-yours": "That's your seat already.",
    "history.moved": "The game came here from {code}, line {ply}.",
}
"""By key."""
