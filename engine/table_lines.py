"""Lines of a log that no player plays and no game knows: what the table did with the game.

They begin with `!`, as no action of a game does. `!undo 12`: the game stands as it stood after line 12 (0: as
it began), and chance goes on from there, too. `!from T7 34 0123456789abcdef`: the game began at a position of
another table, after that line of its log; the digest is that of `origin`. `!moved T7 34 0123…`: the game
moved house; it was played at that table until that line, its last, whose hash begins with these 32
characters, and what nobody knows was shuffled anew. `!rules 2`: from here on this version of the rules
holds, and the game goes on from where it stood. `!hint`: the seat was told what the house would do here; the
game stands as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

MARK: Final = "!"

HINT: Final = "!hint"
"""The line of a hint; the position that it is about is the one before it."""

_NUMBER: Final = r"(0|[1-9]\d{0,8})"
_CODE: Final = r"(T[1-9]\d{0,14})"
_UNDO: Final = re.compile(rf"!undo {_NUMBER}", re.ASCII)
_FROM: Final = re.compile(rf"!from {_CODE} {_NUMBER} ([0-9a-f]{{16}})", re.ASCII)
_MOVED: Final = re.compile(rf"!moved {_CODE} {_NUMBER} ([0-9a-f]{{32}})", re.ASCII)
_RULES: Final = re.compile(rf"!rules {_NUMBER}", re.ASCII)


def is_table_line(text: str) -> bool:
    """Whether a line of a log is the table's and not a game's."""
    return text.startswith(MARK)


def undo_line(ply: int) -> str:
    """The line that takes a game back to how it stood after a line of its log."""
    return f"!undo {ply}"


def undo_target(text: str) -> int | None:
    """After which line a game stands again; none if the line does not say so."""
    match = _UNDO.fullmatch(text)
    return None if match is None else int(match[1])


def forked_from_line(code: str, ply: int, digest: str) -> str:
    """The line of a game that began at a position of another table."""
    return f"!from {code} {ply} {digest}"


def fork_source(text: str) -> tuple[str, int, str] | None:
    """The table, the line of its log, and the digest of the position; none if the line is another."""
    match = _FROM.fullmatch(text)
    return None if match is None else (match[1], int(match[2]), match[3])


def position_digest(seed: str, state: str) -> str:
    """Sixteen characters that commit to a position nobody may see whole, and to its table's seed."""
    return sha256(f"{seed}\n{state}".encode()).hexdigest()[:16]


def transfer_line(code: str, ply: int, head: str) -> str:
    """The line of a game that moved house, from the table where it was played until line `ply`.

    `head` is the hash of that line, of which the first 32 characters are kept.
    """
    return f"!moved {code} {ply} {head[:32]}"


def transfer_source(text: str) -> tuple[str, int, str] | None:
    """The table a game moved from, its last line there, and how its hash begins; or none."""
    match = _MOVED.fullmatch(text)
    return None if match is None else (match[1], int(match[2]), match[3])


def rules_line(version: int) -> str:
    """The line from which on another version of the rules holds."""
    return f"!rules {version}"


def is_new_beginning(text: str) -> bool:
    """Whether the game goes on from a position that was saved, and not from the lines before."""
    return any(kind.fullmatch(text) for kind in (_FROM, _MOVED, _RULES))


def rules_version_of(text: str) -> int | None:
    """The version of the rules that holds from this line on; none if the line does not say so."""
    match = _RULES.fullmatch(text)
    return None if match is None else int(match[1])


def is_valid_table_line(text: str) -> bool:
    """Whether a line is one that a table writes, letter for letter."""
    return text == HINT or undo_target(text) is not None or is_new_beginning(text)


def effective_plies(actions: Iterable[str]) -> tuple[int, ...]:
    """For the beginning and after each line of a log: which line led there that the game stands after.

    It is the line itself, unless that is a hint, or goes back. So two lines after which the game stands at
    the same place have the same number. One that goes back to no line that there is stands for itself.
    """
    stands = [0]
    for ply, action in enumerate(actions, 1):
        back = ply - 1 if action == HINT else undo_target(action)
        stands.append(ply if back is None or back >= ply else stands[back])
    return tuple(stands)
