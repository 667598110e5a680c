"""What a picture needs besides the view of the game: its caption, orientation and language.

The words in the picture are in each game's own `labels`; the caption's words, such as whose turn it is, come
with the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from engine.speech import English


class PictureLanguage(Protocol):
    """A language: fills in the sentence of a key.

    Hashable, because tiles with words on them are cached by language.
    """

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence; raises `KeyError` for a key or a value that is missing."""

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """Return the sentence for `count` things in the language's plural form."""

    def __hash__(self) -> int:
        """Hash the language itself."""


NO_LABELS: Final[PictureLanguage] = English({})
"""The language of a picture without labels: raises `KeyError` for each of them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a picture shows besides the view: its caption, choices, hints and language.

    `code` is the table (`T7`), `stamp` the first six characters of its log's hash, `title` the game's name
    and `turn` the line on the right: whose turn it is or how the game ended. `turned` shows the board from
    its other side. `chosen` and `targets` are places in the game's own notation: what a guided move has
    picked so far, and what can be picked now. `hinted` are the places of an advised action: the ways it takes
    (`E2>E10`) and the places it concerns; `played` are those of an action that was taken instead. `danger`
    are places, and ways between two places, where a piece could be hurt; `heat` are such places with the
    probability of it, from 0 to 1. `written` are words on places, such as the odds of a strike there. `steps`
    are the places or ways of a plan, each drawn with its number; an empty text takes a number and no place.
    `names` are the players, by seat, where a game writes them; `faces` are the players that are bots, as
    `render.portraits` knows them, with an empty text for a person. `say` is the language of the game's
    labels; a game with labels cannot be painted without it.
    """

    code: str
    stamp: str
    title: str
    turn: str
    turned: bool = False
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    say: PictureLanguage = NO_LABELS
    hinted: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    danger: tuple[str, ...] = ()
    heat: tuple[tuple[str, float], ...] = ()
    written: tuple[tuple[str, str], ...] = ()
    steps: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()

    def face(self, seat: int) -> str:
        """Return the bot whose face is on a seat; empty for a person."""
        return self.faces[seat] if seat < len(self.faces) else ""
