"""The English sentences of standing orders."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "button.orders": "Standing orders",
    "orders.title": "### Standing orders",
    "orders.about": "-# What goes without saying can be done for you. Where there's a choice, you're asked all the same.",
    "orders.line.ask": "{what}: **you're asked**. {told}",
    "orders.line.auto": "{what}: **by itself**. {told}",
    "orders.line.never": "{what}: **never**. {told}",
    "orders.game": "**{game}** \N{MIDDLE DOT} {line}",
    "orders-none": "There's nothing here that could be done by itself.",
    "me.data.about.orders": "What you have ordered to be played by itself, such as `ploc.end`.",
}
