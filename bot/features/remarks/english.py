"""The English sentences of bots' remarks."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "button.remarks.off": "Quiet bots",
    "button.remarks.on": "Let bots talk",
    "remark.pip.yours.brilliant.1": "Did you see that? I didn't.",
    "remark.pip.yours.brilliant.2": "Can you teach me that one?",
    "remark.pip.yours.blunder.1": "Ooh. I'd have done that, too.",
    "remark.pip.yours.blunder.2": "Happens to me all the time.",
    "remark.pip.own.brilliant.1": "Ha! I meant to do that. Mostly.",
    "remark.pip.own.brilliant.2": "Wait till I tell the kitchen!",
    "remark.pip.own.blunder.1": "Oh. Oh no. Forget you saw that.",
    "remark.pip.own.blunder.2": "My hand slipped. Honest.",
    "remark.odo.yours.brilliant.1": "Now there's a road I didn't know.",
    "remark.odo.yours.brilliant.2": "Well driven.",
    "remark.odo.yours.blunder.1": "Even a good horse stumbles.",
    "remark.odo.yours.blunder.2": "Bad patch of road, that. It gets better.",
    "remark.odo.own.brilliant.1": "Slow and steady.",
    "remark.odo.own.brilliant.2": "The old rules hold.",
    "remark.odo.own.blunder.1": "Took that bend too fast.",
    "remark.odo.own.blunder.2": "And that was the ditch.",
    "remark.wenna.yours.brilliant.1": "You read that current well.",
    "remark.wenna.yours.brilliant.2": "I'd have been proud of that one.",
    "remark.wenna.yours.blunder.1": "There was a better crossing. It'll come again.",
    "remark.wenna.yours.blunder.2": "The river forgives that one.",
    "remark.wenna.own.brilliant.1": "I'd been waiting for that tide.",
    "remark.wenna.own.brilliant.2": "Straight across, and dry feet.",
    "remark.wenna.own.blunder.1": "I misread the water there.",
    "remark.wenna.own.blunder.2": "A rough landing, and all mine.",
    "remark.grete.yours.brilliant.1": "Now that I did not see coming.",
    "remark.grete.yours.brilliant.2": "For that, the next one's on me.",
    "remark.grete.yours.blunder.1": "Not your best, love. The next one will be.",
    "remark.grete.yours.blunder.2": "There was something better on the menu.",
    "remark.grete.own.brilliant.1": "Twenty years behind this bar, love.",
    "remark.grete.own.brilliant.2": "I'd been saving that one.",
    "remark.grete.own.blunder.1": "I'd like that one back, please.",
    "remark.grete.own.blunder.2": "Let's both pretend you didn't see that.",
}
