"""From what somebody wants to what is on disk. Knows tables, seats and revisions; knows nothing of Discord.

Every method that changes something saves it as one transaction and returns the table as it is then. What
cannot be is refused with `bot.errors.Refused`; failures of the disk come as `bot.store.StoreError`.
"""

from bot.session.again import Again
from bot.session.management import Closing
from bot.session.deals import Result
from bot.session.advice import Hint, Hints
from bot.session.transfer import Moving
from bot.session.privacy import Privacy
from bot.session.reviewing import Reviewing
from bot.session.search import Search
from bot.session.shown import News, Shown, Sketch
from bot.session.speaking import Speaking
from bot.session.undo import Undo

__all__ = ["Hint", "News", "Result", "Session", "Shown", "Sketch"]


class Session(Moving, Again, Undo, Hints, Privacy, Reviewing, Closing, Search, Speaking):
    """The tables of this bot: seating people, playing, and finding the table that somebody means."""
