"""What is said of the house's own players; {placeholders} are filled in by name."""

from __future__ import annotations

from typing import Final

BOTS: Final = {
    "bots.pip": "Pip, the pot boy: plays at a glance",
    "bots.odo": "Odo, the carter: knows his rules of thumb",
    "bots.wenna": "Wenna, the ferrywoman: thinks a little ahead",
    "bots.grete": "Grete, the landlady: nobody here plays better",
    "bots.seat": "{number}. **{name}** (bot)",
    "bots.pick": "Add a bot…",
    "bots.pick.duel": "Play a bot…",
    "bots.away": "Remove a bot",
    "bots.joined": "**{other}** added **{name}**.",
    "bots.left": "**{name}** removed a bot.",
    "bots.late": "**{name}** had no time to think and played at a glance.",
    "bots.played": "**{name}** played for **{other}**.",
    "bots.for": "{name} (bot, for {other})",
    "call.bot": "**{name}**",
    "call.bot.for": "**{name}** (for **{other}**)",
    "call.thinks.one": "{names} is thinking…",
    "call.thinks.many": "{names} are thinking…",
    "call.rests.one": "{names} is waiting for someone to come back.",
    "call.rests.many": "{names} are waiting for someone to come back.",
    "no-bot": "There's no bot to remove.",
    "bot-not-host": "Only {name}, who opened this game, can pick a bot.",
    "bot-and-guest": "Pick a person or a bot, not both.",
    "command.play.level": "Play against one of the house's own, and against whom",
    "command.play.bots": "How many bots sit down at once; more can be asked for at the table",
    "command.play.bots.level": "Who these bots are; left out: Odo",
    "time.up.bot": "**A bot plays** for **{name}** until they're back. You say which.",
    "time.up.bot.alone": "**A bot plays** this turn for you. You say which.",
    "time.button.bot": "A bot plays…",
    "time.ask.bot": "Which bot plays for **{name}** until they're back?",
    "time.ask.bot.alone": "Which bot plays this turn for you?",
    "time.now.bot.turn": "**{name}** plays this turn for **{other}**.",
}
