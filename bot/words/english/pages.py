"""Boards in a browser."""

from __future__ import annotations

from typing import Final

PAGES: Final = {
    "button.page": "Open board",
    "button.page.open": "Open in browser",
    "button.watch.yes": "Let anybody watch",
    "button.watch.no": "Stop showing it",
    "button.pages.out": "Log out browsers",
    "page.offer": "{code} in your browser: tap a piece, then its target. This link is yours alone; it works once, within ten minutes.",
    "page.watched": "Anybody may watch who has this link, and nobody can act with it:\n{link}",
    "page.logged-out": "Every browser is logged out. *More*, *Open board* at a table lets you in again.",
    "watch-not-yours": "Only those who play at {code} can show it to others.",
    "page.gone.title": "This link is over",
    "page.gone.how": "A link opens one board, once, within ten minutes; then this browser is let in for a month. For a new one press More, Open board at the table in Discord.",
    "page.in.wait": "Opening the board …",
    "page.in.script": "The board needs JavaScript.",
    "page.back": "Back",
    "page.close": "Close",
    "page.send": "Send",
    "page.live.lost": "The connection is lost. The page tries it again by itself.",
    "page.moves": "Look back",
    "page.first": "First",
    "page.previous": "Back",
    "page.next": "Forward",
    "page.last": "Last",
    "page.play": "Play",
    "page.pause": "Pause",
    "page.fork": "Fork here",
    "page.now": "To the game",
    "page.places": "What can be tapped",
    "page.board": "Board",
    "page.too-often": "Slow down a little: that was too much at once.",
    "page.out": "The bot cannot be reached. Nothing changed.",
    "page.elsewhere": "This can only be chosen in Discord.",
}
