"""What the house says in English of looking for an opponent in other servers, and of those who were found."""

from __future__ import annotations

from typing import Final

FINDING: Final[dict[str, str]] = {
    # The panel
    "finding.title": "Find an opponent for {game}",
    "finding.about": "I'll look in every server that takes part. You'll each have the board in your own server. If time runs out, you lose, and a vacation doesn't stop the clock: the days to spare are for that.",
    "finding.known-as": "Other servers see you as **{name}**, and nothing else.",
    "finding.unknown": "First you'll pick a name. It's all that other servers see of you.",
    "finding.begun": "I'm looking. You'll get a ping when I've found someone.",
    "finding.looking": "Looking since {since}: {pace}, {kind}. It ends {ends}.",
    "finding.stopped": "I've stopped looking.",
    "finding.over": "That search is over. `/games` shows your games.",
    "finding.pace.quick": "an hour a move",
    "finding.pace.day": "a day a move",
    "finding.pace.slow": "three days a move",
    "finding.pace.quick.pick": "Now: an hour a move",
    "finding.pace.day.pick": "A day a move, two days to spare",
    "finding.pace.slow.pick": "Three days a move, three to spare",
    "finding.rated": "rated",
    "finding.friendly": "friendly",
    "finding.rated.pick": "Rated",
    "finding.friendly.pick": "Friendly: hints are allowed, and it doesn't count",
    "finding.anybody.pick": "Against anyone",
    "finding.near.pick": "Against someone about as strong as I am",
    "finding.name": "What should they call you?",
    "finding.name.about": "People from other servers see this name, and never your name on Discord.",
    "finding.name.form": "Your name in other servers",
    "button.find": "Find an opponent",
    "button.find.look": "Look for someone",
    "button.find.name": "Change the name…",
    "button.find.stop": "Stop looking",
    # What comes of it
    "finding.found": "I've found you an opponent: {players}.",
    "finding.directly": "-# I can't show this game in its channel any more, so your board is here now.",
    "finding.ended": "I couldn't find anyone to play **{game}**, so I've stopped looking. Try again with `/play`.",
    "finding.ended.server": "I've stopped looking for someone to play **{game}**: your server doesn't find opponents any more.",
    "button.apart": "Not them again",
    "finding.apart": "I'll never pair you with **{name}** again. They won't hear of it. `/settings` can undo that.",
    "finding-no-undo": "You play someone from another server, so nobody can be asked to undo a move.",
    "finding-stays": "This game is shown in two servers, so it can't move.",
    # What a server and a person settle
    "server.finds": "**Opponents from other servers:** their games are in {channel}.",
    "server.finds.none": "**Opponents from other servers:** off.",
    "server.finds.gone": "**Opponents from other servers:** off, as the channel that was picked is gone.",
    "server.finds.pick": "Find opponents in other servers: a channel for their games…",
    "server-finds-shut": "I can't post pictures in {channel}. Let me in there, or pick another channel.",
    "button.known-as": "Name elsewhere…",
    "settings.known-as": "**Name in other servers:** {name}.",
    "settings.known-as.about": "Leave it empty to be found by nobody.",
    "settings.avoided.title": "People you don't want to play again",
    "settings.avoided.one": "Keep {count} person away from me",
    "settings.avoided.many": "Keep {count} people away from me",
    "settings.avoided.none": "I'll play anyone again",
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
