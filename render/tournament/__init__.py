"""Tournaments as pictures: who goes on in a knock-out, and the table where everybody meets everybody.

- `bracket`: rounds from left to right, a plaque a match
- `crosstable`: a line each, with what they have scored against each of the others
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
