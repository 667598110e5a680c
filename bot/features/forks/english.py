"""The English sentences of forks."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "button.fork": "Fork here",
    "fork.ask": "Play on from **{code}**, move {ply}? Everyone here can see the new game and join.",
    "fork.yes": "Play on",
    "fork.told": "**{code}** continues [{parent}]({link}) from move {ply}.",
    "fork.told.plain": "**{code}** continues {parent} from move {ply}.",
    "command.fork": "Play on from any move of a game",
    "command.fork.move": "From which move; 0 is the start",
    "fork-over": "The game ended with move {ply}. Go back a move, and fork there.",
    "fork-deal": "Others can still play this deal, so nobody can fork it yet.",
}
