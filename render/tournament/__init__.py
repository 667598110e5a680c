"""Tournaments as pictures.

- `bracket`: a knock-out: rounds from left to right, a plaque for each match
- `crosstable`: a round robin: a line for each player, with the scores against all others
"""

from render.tournament.bracket import Bracket, Match, MatchPlayer, bracket
from render.tournament.crosstable import Crosstable, CrosstableRow, crosstable

__all__ = [
    "Bracket",
    "Crosstable",
    "CrosstableRow",
    "Match",
    "MatchPlayer",
    "bracket",
    "crosstable",
]
