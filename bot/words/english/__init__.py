"""What the house says in English, the source of all other languages; games and features bring their own.

A key names what is said, not how; `.one` and `.many` are its two numbers.
"""

from __future__ import annotations

from typing import Final

from bot.words.english.bots import BOTS
from bot.words.english.fair import FAIR, MOVING
from bot.words.english.history import HISTORY
from bot.words.english.house import GENERAL
from bot.words.english.learning import LEARNING
from bot.words.english.luck import LUCK
from bot.words.english.me import ME
from bot.words.english.odds import ODDS
from bot.words.english.options import REFUSED
from bot.words.english.pages import PAGES
from bot.words.english.play import PLAY
from bot.words.english.privacy import PRIVACY
from bot.words.english.remarks import REMARKS
from bot.words.english.replay import REPLAY
from bot.words.english.review import REVIEW
from bot.words.english.second_boards import SECOND_BOARDS
from bot.words.english.server import SERVER
from bot.words.english.teaching import TEACHING
from bot.words.english.threads import THREADS
from bot.words.english.time import TIME

HOUSE: Final = {
    **GENERAL,
    **PLAY,
    **SECOND_BOARDS,
    **ME,
    **HISTORY,
    **TIME,
    **REVIEW,
    **THREADS,
    **REPLAY,
    **SERVER,
    **LUCK,
    **PRIVACY,
    **FAIR,
    **MOVING,
    **BOTS,
    **REMARKS,
    **TEACHING,
    **LEARNING,
    **ODDS,
    **PAGES,
    **REFUSED,
}
"""Every sentence of the house, by key, in the order in which translators meet them."""
