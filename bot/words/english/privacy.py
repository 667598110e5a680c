"""What the house says in English of what it keeps about people, of forgetting them, and of nameless seats."""

from __future__ import annotations

from typing import Final

PRIVACY: Final[dict[str, str]] = {
    # What is stored
    "me.data.about": "Everything kept about the person Discord knows by the number {user}, as of {when}. Times are in UTC. Servers, channels and people appear with Discord's numbers, games with their codes, seats counted from 0. An empty part has nothing in it.",
    "me.data.about.settings": "How you want things: time zone; when you wake up, go to bed and get your daily list, in minutes since midnight; reminders; your planned vacation, and how many seconds of vacation you used in which year; your language, empty if it's Discord's; the name people from other servers may see.",
    "me.data.about.seats": "Every game where you have a seat: which one and where, when it was opened and last changed, your name there, whether you accepted, what you picked, what you added to the dice, after which move the seat became yours if someone had it before, and whether someone is playing for you right now.",
    "me.data.about.clocks": "Your clocks in those games, in seconds: what's left in the bank, what you used of this turn, since when it runs, whether your time is up, when you were nudged, and how long your last turn took.",
    "me.data.about.substitutions": "Where you're playing for someone else right now, and your name there.",
    "me.data.about.guest": "Where you ever played for someone else, and your name there.",
    "me.data.about.opened": "The games you opened, or took over from someone who did.",
    "me.data.about.deals": "The deals of the day and the week you started.",
    "me.data.about.moves": "Every line you wrote in the log of a game: its number, for which seat, and when.",
    "me.data.about.results": "How your finished games ended, and whether each counts in statistics.",
    "me.data.about.alarms": "What you'll be told, and when.",
    "me.data.about.nudges": "Where you asked for someone's move and they have yet to hear of it, with your name.",
    "me.data.about.browser": "How often you have logged out your browsers.",
    "me.data.about.blocked": "Since when you can't use this bot, if its host has blocked you.",
    "me.data.about.besides": "Not in here: the position and the secrets of running games, and what's about others. Messages in channels belong to Discord. The bot's host may also have log files, with the number Discord knows you by, and backups.",
    # Forgetting
    "forget-busy": "Someone keeps moving in one of your games, so I couldn't forget you yet. Try again in a moment.",
    # Seats without a name
    "seat.free": "-# **{name}** stands for a player who asked to be forgotten. Anyone can take the seat and play on.",
    "seat.taken": "**{name}** takes over from **{other}**.",
    "button.take-seat": "Take the seat of {name}",
    "vacant-none": "Every seat at {code} is taken.",
    "vacant-elsewhere": "{code} isn't played here. Take the seat where its board is.",
    "vacant-open": "That game hasn't begun. Press **Join** under its message.",
    "vacant-over": "That game is over.",
    "vacant-deal": "That's someone's own deal, so nobody else can play it.",
    "vacant-friend": "You already play for someone in {code}, and nobody plays two seats.",
}
