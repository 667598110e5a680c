"""What the house says in English of tables in threads of their own."""

from __future__ import annotations

from typing import Final

THREADS: Final[dict[str, str]] = {
    "thread.name": "{game}: {names}",
    "thread.opened": "**{name}** opened **{game}** in {thread}.",
    "thread.at": " (in {thread})",
    "thread.inside": "This is a thread already, so you play right here.",
    "thread.nowhere": "Only text and announcement channels of a server have threads, so you play right here.",
    "thread.may-not": "I can't open a thread here, so you play in this channel. An admin can change that, by giving me: {names}.",
    "thread.refused": "Discord didn't let me open a thread ({why}), so you play right here.",
    "permission.create_public_threads": "Create Public Threads",
    "thread-locked": "I can't post here: this thread is locked. Ask someone who manages the server to unlock it.",
    "thread-archived": "This thread is archived. Write something in it, then try again.",
}
