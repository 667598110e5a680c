"""What is said of the house's own players; {placeholders} are filled in by name."""

from __future__ import annotations

from typing import Final

BOTS: Final = {
    "bots.pip": "Pip, the pot boy: plays at a glance",
    "bots.odo": "Odo, the carter: knows his rules of thumb",
    "bots.wenna": "Wenna, the ferrywoman: thinks a little ahead",
    "bots.grete": "Grete, the landlady: nobody here plays better",
    "bots.joined": "**{name}** sits down; **{other}** asked for company.",
    "bots.left": "**{name}** has sent a bot away.",
    "bots.late": "**{name}** had no time to think, so this turn was played at a glance.",
    "bots.played": "**{name}** has played for **{other}**.",
    "bots.for": "{name} (bot, for {other})",
    "call.bot": "**{name}**",
    "call.bot.for": "**{name}** (for **{other}**)",
    "call.thinks.one": "{names} is thinking…",
    "call.thinks.many": "{names} are thinking…",
    "call.rests.one": "{names} waits until somebody is back.",
    "call.rests.many": "{names} wait until somebody is back.",
    "time.up.bot": "**A bot plays** for **{name}** until they are back; you say which.",
    "time.up.bot.alone": "**A bot takes this turn** for you; you say which.",
    "time.button.bot": "A bot plays…",
    "time.ask.bot": "Which bot plays for **{name}** at **{code}** until they are back?",
    "time.ask.bot.alone": "Which bot takes this turn for you at **{code}**?",
    "time.now.bot.turn": "**{name}** takes this turn for **{other}**.",
}
