"""The English sentences of votes."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "button.ask": "What do you think?",
    "button.ask.do": "Do it: {option}",
    "ask.title": "### {name} asks: what do you think?",
    "ask.title.closed": "### {name} asked: what do you think?",
    "ask.option.count": "- {option} \N{MIDDLE DOT} **{count}**",
    "ask.option.both": "- {option} \N{MIDDLE DOT} **{count}** + {others} watching",
    "ask.pick": "Vote…",
    "ask.ends": "-# Closes {when}, or once everyone at the table has voted.",
    "ask.over": "-# The vote is closed. The decision is **{name}**'s.",
    "ask.decided": "-# The vote is over: the game has moved on.",
    "ask.result": "{mention}, the vote is closed. {options} leads.",
    "ask.result.level": "{mention}, the vote is closed. It's a tie: {options}.",
    "ask.result.none": "{mention}, the vote is closed, and nobody has voted. It's up to you.",
    "ask.link": "-# [To the vote]({link})",
    "ask.default.leader": "**{other}** ran out of time, so what led the vote was played.",
    "ask.default.mind": "**{other}** ran out of time, so {name} decided.",
    "ask-hidden": "Only whose turn it is sees what there is to choose, so a vote would give it away.",
    "ask-one": "There's only one thing to do here. Pick it on the board.",
    "ask-open": "There's a vote on this already. It closes {when}.",
    "ask-closed": "That vote is closed. Press **Plan** on the board to say what you'd do.",
    "ask-own": "You've asked the others. Decide on the board whenever you like.",
    "ask-decided": "That's decided already. Go on from the board.",
    "me.data.about.asks": "Decisions you've put to a vote, while their turn goes on.",
    "me.data.about.ask_votes": "How you've voted on such decisions.",
}
