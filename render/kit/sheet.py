"""What a picture needs besides the view of the game: the words of its caption, how it is held, its language.

What a picture says in English stands in each game's own `labels`; the caption's words, such as whose turn it
is, come with the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from engine.speech import English


class PictureLanguage(Protocol):
    """A language: the sentence of a key, filled in. Hashable, since tiles with words on them are kept."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence; raises `KeyError` for a key or a value that is missing."""

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The sentence for `count` things, as the language counts."""

    def __hash__(self) -> int:
        """Which language it is."""


NO_LABELS: Final[PictureLanguage] = English({})
"""The language of a picture without labels: raises `KeyError` for each of them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The frame of a picture.

    `code` is the table (`T7`), `stamp` the first six characters of its log's hash, `title` the game's
    name and `turn` the line on the right: whose turn it is or how it ended. `turned` shows the board
    from its other side. `chosen` and `targets` are places in the game's own notation: what a guided move
    has picked so far, and what can be picked now.
    `hinted` are the places of an action that is advised: those that it leads from and to (`E2>E10`) and those
    that it concerns; `played` are those of an action that was taken instead. `danger` are places, and ways
    between two, where somebody could be hurt; `heat` are such places with how likely that is, from 0 to 1.
    `written` are words on places, such as the odds of a strike there.
    `names` are the players, by seat, where a game writes them; `faces` those of them that are bots,
    as `render.portraits` knows them, and empty texts for people. `say` is the language of the game's labels;
    a game that has some cannot be painted without.
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
    faces: tuple[str, ...] = ()

    def face(self, seat: int) -> str:
        """Whose face is on a seat; empty where nobody's is."""
        return self.faces[seat] if seat < len(self.faces) else ""
