"""Words for moves and calls on the octagon, in the languages that people may think in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from engine.octagon.model import PlayerCall, Side

SQUARE: Final = r"[a-z] ?[0-9]{1,2}"
PIECES: Final = {
    Side.DWARFS: ("d", "dwarf", "z", "zwerg", "n", "nain"),
    Side.TROLLS: ("t", "troll"),
}
FROM: Final = r"(?:from|on|von|vom|auf|de|depuis|en) "
TO: Final = r"-+|,|to|onto|at|on|nach|auf|zu|vers|en|sur|a"
TAKES: Final = (
    r"x|takes?|taking|captures?|capturing|captured|kills?|killing|"
    r"schlagt|schlaegt|schlage|schlagen|prend|prends|prenant|capture|capturant"
)
BETWEEN: Final = rf"{TAKES}|,|\+|&|and|und|et"
THE: Final = r"(?:the|a|der|den|einen|le|un)"
ALL: Final = r"(?:all|everything|alle|alles|tous|tout)"
NOTHING: Final = r"(?:nothing|none|nobody|nichts|keinen|niemanden|rien|personne)"
LAST: Final = r"(?: (?:schlagen|capturer|prendre))?"
"""What German and French can put after what is taken."""
WHOM: Final = (
    rf"(?:,? (?:(?:{TAKES}) )?(?:(?P<troll>{THE} troll)|(?P<dwarf>{THE} (?:dwarf|zwerg|nain))"
    rf"|(?P<all>{ALL})(?: (?P<count>[0-9]))?(?: (?:dwarfs|dwarves|zwerge|nains))?|(?P<none>{NOTHING}))){LAST}"
)

MOVES: Final = (
    *("move", "go", "play", "ziehe", "ziehen", "gehe", "gehen", "spiele", "spielen"),
    *("aller", "jouer", "deplacer", "bouger"),
)
RUNS: Final = ("run", "laufe", "laufen", "courir")
STEPS: Final = ("step", "schritt")
"""Words for moving at all, and for the two ways of it that are in both games."""

CALLS: Final = {call.value: call for call in PlayerCall} | {
    "offer end": PlayerCall.OFFER,
    "offer to end": PlayerCall.OFFER,
    "anbieten": PlayerCall.OFFER,
    "proposer": PlayerCall.OFFER,
    "yes": PlayerCall.ACCEPT,
    "ja": PlayerCall.ACCEPT,
    "oui": PlayerCall.ACCEPT,
    "annehmen": PlayerCall.ACCEPT,
    "accepter": PlayerCall.ACCEPT,
    "no": PlayerCall.DECLINE,
    "nein": PlayerCall.DECLINE,
    "non": PlayerCall.DECLINE,
    "ablehnen": PlayerCall.DECLINE,
    "refuser": PlayerCall.DECLINE,
    "give up": PlayerCall.RESIGN,
    "aufgeben": PlayerCall.RESIGN,
    "abandonner": PlayerCall.RESIGN,
}
"""What players can say instead of moving, in the languages that they may think in."""


_Word = TypeVar("_Word")


def split_word(line: str, words: Mapping[str, _Word]) -> tuple[_Word | None, str]:
    """What the word before a line or after it means, and the rest of the line."""
    first, _, rest = line.partition(" ")
    if rest and first.lower() in words:
        return words[first.lower()], rest
    before, _, last = line.rpartition(" ")
    return (words[last.lower()], before) if before and last.lower() in words else (None, line)
