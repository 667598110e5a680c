"""What the house says in English of looking for an opponent in other servers, and of those who were found."""

from __future__ import annotations

from typing import Final

FINDING: Final[dict[str, str]] = {
    # Why somebody cannot look
    "finding-off": "Finding opponents is off in this server. Someone who manages it can switch it on with `/server`.",
    "finding-name": "Pick a name first: people from other servers need something to call you.",
    "finding-name-long": "That name is too long. Pick one of at most {most} letters.",
    "finding-away": "You're on vacation. `/settings` ends it.",
    "finding-most": "You have {most} games going on against people I found for you. Finish one first.",
    "finding-already": "You're already looking for someone to play {game}.",
    # What is kept
    "me.data.about.searches": "Where you're looking for an opponent: the game, the server, your name there, how fast, whether it's rated, whether they should be about as strong, since when and until when.",
    "me.data.about.avoided": "When you asked never to be paired with someone again. Who that was isn't in here, as it's about them.",
    "me.data.about.mirrors": "Games played in another server: where you see their board.",
}
