"""What the house says in English of two who were brought together, and of a table shown in two servers."""

from __future__ import annotations

from typing import Final

SECOND_BOARDS: Final[dict[str, str]] = {
    "finding.found": "I've found you an opponent: {players}.",
    "finding.directly": "-# I can't show this game in its channel any more, so your board is here now.",
    "finding-no-undo": "You play someone from another server, so nobody can be asked to undo a move.",
    "finding-stays": "This game is shown in two servers, so it can't move.",
    "me.data.about.mirrors": "Games played in another server: where you see their board.",
}
