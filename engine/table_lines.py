"""Log lines that the table writes itself, beside the players' actions.

They begin with `!`, as no action of a game does. `!undo 12`: the game goes back to the state after line 12
(0: its beginning), and so does chance. `!from T7 34 0123456789abcdef`: the game is a fork of table T7 after
line 34 of its log; the digest is that of `position_digest`. `!moved T7 34 0123…`: the game was transferred
from table T7, where line 34 was its last, whose hash begins with these 32 characters; hidden information was
reshuffled. `!rules 2`: from here on rules version 2 holds, and the game goes on from its current state.
`!hint`: the seat got a hint; the state is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

MARK: Final = "!"

HINT: Final = "!hint"
"""The line of a hint; it is about the position before it."""

_NUMBER: Final = r"(0|[1-9]\d{0,8})"
_CODE: Final = r"(T[1-9]\d{0,14})"
_UNDO: Final = re.compile(rf"!undo {_NUMBER}", re.ASCII)
_FROM: Final = re.compile(rf"!from {_CODE} {_NUMBER} ([0-9a-f]{{16}})", re.ASCII)
_MOVED: Final = re.compile(rf"!moved {_CODE} {_NUMBER} ([0-9a-f]{{32}})", re.ASCII)
_RULES: Final = re.compile(rf"!rules {_NUMBER}", re.ASCII)


def is_table_line(text: str) -> bool:
    """Whether a log line was written by the table, not by a player."""
    return text.startswith(MARK)


def undo_line(ply: int) -> str:
    """The line that takes a game back to the state after line `ply` of its log."""
    return f"!undo {ply}"


def undo_target(text: str) -> int | None:
    """The ply that an undo line goes back to; None for any other line."""
    match = _UNDO.fullmatch(text)
    return None if match is None else int(match[1])


def forked_from_line(code: str, ply: int, digest: str) -> str:
    """The first line of a fork: its source table, the line of that table's log, and the digest."""
    return f"!from {code} {ply} {digest}"


def fork_source(text: str) -> tuple[str, int, str] | None:
    """Table, ply and digest of a fork's first line; None for any other line."""
    match = _FROM.fullmatch(text)
    return None if match is None else (match[1], int(match[2]), match[3])


def position_digest(seed: str, state: str) -> str:
    """16 characters that commit to a position with hidden information and to its table's seed."""
    return sha256(f"{seed}\n{state}".encode()).hexdigest()[:16]


def transfer_line(code: str, ply: int, head: str) -> str:
    """The first line of a transferred game: the table it came from, and the last line played there.

    `head` is the hash of that line; its first 32 characters are stored.
    """
    return f"!moved {code} {ply} {head[:32]}"


def transfer_source(text: str) -> tuple[str, int, str] | None:
    """Table, last ply and hash prefix of a transfer line; None for any other line."""
    match = _MOVED.fullmatch(text)
    return None if match is None else (match[1], int(match[2]), match[3])


def rules_line(version: int) -> str:
    """The line from which on another rules version holds."""
    return f"!rules {version}"


def is_new_beginning(text: str) -> bool:
    """Whether the game continues from a saved position, not from the lines before."""
    return any(kind.fullmatch(text) for kind in (_FROM, _MOVED, _RULES))


def rules_version_of(text: str) -> int | None:
    """The rules version that a line switches to; None for any other line."""
    match = _RULES.fullmatch(text)
    return None if match is None else int(match[1])


def is_valid_table_line(text: str) -> bool:
    """Whether a line is exactly what a table would write."""
    return text == HINT or undo_target(text) is not None or is_new_beginning(text)


def effective_plies(actions: Iterable[str]) -> tuple[int, ...]:
    """Return, for the beginning and each line of a log, the ply whose state holds after it.

    That is the line itself, except after a hint or an undo. Two lines with the same state have the same
    number. An undo to a line that does not exist counts as itself.
    """
    stands = [0]
    for ply, action in enumerate(actions, 1):
        back = ply - 1 if action == HINT else undo_target(action)
        stands.append(ply if back is None or back >= ply else stands[back])
    return tuple(stands)
