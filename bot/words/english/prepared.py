"""What is said of prepared answers."""

from __future__ import annotations

from typing import Final

PREPARED: Final = {
    "prepared.played": "**{name}** had this answer *prepared*.",
    "prepared.marked": "{who} (prepared)",
    "prepared-chance": "You can't prepare answers in {game}: nobody knows what comes next there.",
    "prepared-gone": "You don't have that answer prepared any more. Open *Prepared* again to see what there is.",
    "prepared-moved-on": "The game has moved on. Open *Prepared* again.",
    "prepared-many": "That's {most} prepared answers, and there's no room for more. Withdraw one first.",
    "prepared-giving-up": "You can't prepare to give up. You can do that yourself at any time.",
    "me.data.about.prepared": (
        "Answers you have prepared at tables of yours: the lines that have to be played first, each with its "
        "seat, and what you play then. Nobody else is told."
    ),
}
