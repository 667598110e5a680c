"""What the house says in English of tables in threads of their own."""

from __future__ import annotations

from typing import Final

THREADS: Final[dict[str, str]] = {
    "thread.name": "{code} {game}: {names}",
    "thread.opened": "**{code}** {game}, by **{name}**: the table is in {thread}.",
    "thread.at": " (in {thread})",
    "thread.inside": "{code} is played here: this is a thread already.",
    "thread.nowhere": "{code} is played here: threads can only be opened in the text channels of servers.",
    "thread.may-not": (
        "{code} is played here: I may not open a thread in this channel. I lack permissions: {names}."
        " Somebody who manages the server can grant them."
    ),
    "thread.refused": "{code} is played here: Discord did not let me open a thread ({why}).",
    "permission.create_public_threads": "Create Public Threads",
    "thread-locked": (
        "This thread is locked, so I cannot post here, and nothing was changed."
        " Somebody who manages the server can unlock it."
    ),
}
