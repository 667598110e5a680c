"""The English sentences of prepared answers."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "button.prepared": "Prepared",
    "button.prepared.new": "Prepare an answer",
    "button.prepared.take": "Take this move",
    "button.prepared.then": "And then?",
    "button.prepared.withdraw": "Withdraw",
    "button.prepared.all": "All prepared",
    "prepared.title": "Prepared in {code}",
    "prepared.none": "Say what you play if **{name}** plays just this: it's played at once. Only you see it until then.",
    "prepared.list": "Only you see this. An answer is played at once if the game goes just this way.",
    "prepared.your-turn": "It's your move. You can prepare answers once you've made it.",
    "prepared.line": "{name}: **{move}** → you: **{answer}**",
    "prepared.line.own": "Then you: **{answer}**",
    "prepared.off": "**{name}** played something else, so this is off: {ways}.",
    "prepared.open": "Open an answer",
    "prepared.foresee": "What might **{name}** play?",
    "prepared.theirs": "What they might play",
    "prepared.answer": "**{name}** plays **{move}**. What do you play?",
    "prepared.answer.own": "{move}. You move again: what do you play?",
    "prepared.so-far": "So far you play **{move}**.",
    "prepared-your-turn": "It's your move. You can prepare answers once you've made it.",
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
