"""What the house says in English of fair dice, exports, and games that move house."""

from __future__ import annotations

from typing import Final

FAIR: Final = {
    # On boards and in lobbies
    "fair.sealed.open": (
        "-# The dice are sealed already: {seal}. Add salt after the others, and nobody can have picked them."
        " Whoever runs this bot can still look them up: don't play against them if it matters."
        " At the end you see the seed they come from, so that anybody can check."
    ),
    "fair.sealed": (
        "-# The dice are sealed: {seal}. At the end you see the seed they come from, so that anybody can check."
    ),
    "fair.sealed.day": (
        "-# The dice are sealed: {seal}. You see the seed they come from once nobody can play this deal any more,"
        " so that anybody can check."
    ),
    "fair.seed": (
        "-# All dice came from the seed {seed}, and it was sealed by {seal}. `/table verify` checks the game with it."
    ),
    "fair.salted": "-# Salted by {names}.",
    "fair.salts": "-# Salt in the dice: {salts}.",
    "fair.salts.of": "{name} with {salt}",
    "button.salt": "Salt the dice…",
    "lobby.salted": "**{name}** has salted the dice.",
    "lobby.unsalted": "**{name}** has taken their salt back.",
    "salt.title": "Salt the dice of {code}",
    "salt.label": "Whatever you like, up to {most} characters",
    "salt.about": "The dice then come from your words, too: nobody can have picked them. All see them later.",
    "salt.about.seat": "The dice then come from your words, too. This takes the open seat, and the game begins.",
    "salt-long": "A salt has at most {most} characters. Nothing was changed.",
    "salt-unprintable": "A salt is made of characters that can be seen. Nothing was changed.",
    "salt-unseated": "Only who sits at **{code}** can salt its dice. Join first. Nothing was changed.",
    "salt-chanceless": "**{game}** is played without dice and cards, so there is nothing to salt. Nothing was changed.",
    # /table verify
    "fair.waits": "**{code}** hasn't begun. Its dice are sealed already: {seal}",
    "fair.waits.plain": "**{code}** hasn't begun. **{game}** has no dice and no cards. Once someone has moved, I can tell whether a move was changed later.",
    "fair.holds": "{what} checks out: nobody changed a line, every move follows the rules, and the dice are the ones sealed before anyone joined.",
    "fair.holds.plain": "{what} checks out: nobody changed a line, and every move follows the rules.",
    "fair.holds.so-far": "{what} checks out so far: nobody changed a line, every move follows the rules, and the dice are the ones sealed before anyone joined. The game didn't end there.",
    "fair.holds.so-far.plain": "{what} checks out so far: nobody changed a line, and every move follows the rules. The game hasn't ended there.",
    "fair.holds.sealed": "{what} checks out so far: nobody changed a line. The seed stays secret until the game is over; then you can check the dice, too.",
    "fair.holds.sealed.day": "{what} checks out so far: nobody changed a line. The seed stays secret while others can play the same deal; after that you can check the dice, too.",
    "fair.holds.continued": "{what} checks out, with a gap: nobody changed a line, but I can't replay the moves from line {since} on. The game continues there from a saved position, or under other rules.",
    "fair.gone": "The game went on as **{next}**. `/table verify` there checks it from the start.",
    "fair.gone.away": "The game left as a file and can continue elsewhere.",
    "fair.gone.closed": "The game was closed early.",
    "fair.gone.unknown": "This file doesn't say where the game went on, if it did.",
    "fair.fails": "Someone changed the log of **{code}**, or it's damaged:",
    "fair.fails.file": "Someone changed {file}, or it's damaged:",
    "fair.unread.file": "I can't check {file} here:",
    "fair.differs": "- line {line}: the log of **{code}** says something else there",
    "fair.problem": "- line {line}: {what}",
    "fair.more.one": "- and {count} more",
    "fair.more.many": "- and {count} more",
    "fair.part": "- **{code}**: {lines}, seal {seal}, seed {seed}",
    "fair.part.secret": "- **{code}**: {lines}, seal {seal}, seed still secret",
    "fair.part.plain": "- **{code}**: {lines}",
    "fair.part.salts": "- salt in its dice: {salts}",
    "fair.lines.one": "{count} line",
    "fair.lines.many": "{count} lines",
    "fair.same": "-# It matches the log of **{code}** here: {lines}.",
    "fair.same.so-far": "-# So far it matches the log of **{code}** here: {lines}. By now **{code}** has {now}.",
    "fair.same.over": "-# So far it matches the log of **{code}** here: {lines}. By now **{code}** is over, with {now}.",
    "fair.print": "-# Fingerprint of the game: {stamp}",
    "fair.elsewhere": "-# I know no such game that you can see, so compare it yourself.",
    "fair.stamp": "-# The last message of the game should show this fingerprint: {stamp}",
    "fair.stamp.so-far": "-# Fingerprint so far: {stamp}. The corner of the last board shows how it starts.",
    "fair.how": "-# All dice and cards come from the seed, a long random secret. The seal is its fingerprint (SHA-256); no other seed has the same. You see the seal at the start and the seed at the end, so nobody can change the dice in between. Salt is mixed in, so nobody can pick them beforehand.",
    "fair.offline": "-# Anyone can check this without me: `/table export`, then `python -m engine verify` on the file.",
    # /table export
    "check-busy": "I'm checking other games right now. Try again in a minute.",
    "check-too-much": "This game takes too long to check here. `python -m engine verify` checks it on your machine.",
    "export.told": "**{code}** as a file. `/table verify` and `python -m engine verify` check it.",
    "export.running": "**{code}** so far, as a file: without its seed, and without what's face down. `/table verify` checks what's there.",
    "export.unbegun": "There's nothing to export yet: **{code}** hasn't begun.",
    "export.empty": "This file is empty. `/table export` gives you one I can check.",
    "export.not-text": "This file isn't a game: it isn't even text. `/table export` gives you one I can check.",
    "export.too-large": "This file is too big for a game: {most} KiB at most.",
    "export.not-read": "Discord didn't hand over the file. Try again.",
}
"""By key."""

MOVING: Final = {
    "move.ask": "**{name}** wants to move **{game}** ({code}) to {channel}, players and all.",
    "move.ask.away": "**{name}** wants to move **{game}** ({code}) away: it ends here and continues from a file, in another server or with another bot.",
    "move.about": "-# After that, anyone can check what was played here. What nobody knows yet is reshuffled.",
    "move.about.known": "-# After that, anyone can check what was played here.",
    "arrive-empty": "This file is empty. Use the one `/table transfer` gave you.",
    "arrive-not-text": "This file isn't a game: it isn't even text. Use the one `/table transfer` gave you.",
    "move.about.away": "-# The file works once: here for those who played, elsewhere for anyone.",
    "move.standing": "You've agreed. It moves once [everyone has]({link}).",
    "move.replaced": "**{name}** suggests [another move]({link}) instead.",
    "move.agreed": "Agreed: {names}.",
    "move.asked": "{mentions}, OK with you?",
    "button.move.agree": "Agree",
    "button.move.refuse": "No, stay here",
    "move.sure": "Move **{code}** away? You get the game as a file.",
    "move.sure.here": "Move **{code}** to {channel}?",
    "move.yes": "move it",
    "move.refused": "**{name}** said no: **{code}** stays here.",
    "move.withdrawn": "**{name}** no longer wants to move **{code}**.",
    "move.done": "**{code}** has moved. [The game goes on as {next}]({link}).",
    "move.done.plain": "**{code}** has moved. The game goes on as {next}.",
    "move.done.away": "**{code}** has moved away, and this file holds it. Use `/table arrive` in the new place. Lost it? `/table export` gives it again.",
    "move.arrived": "The game came here from **{name}**, line {other}. What nobody knew was reshuffled.",
    "move.arrived.known": "The game came here from **{name}**, line {other}.",
    "move.gone": "-# The game went on as **{next}**.",
    "move.away": "-# The game left as a file. `/table arrive` continues it, `/table export` gives the file again.",
    "move.closed": "-# `/table export` gives you what was played as a file.",
    "closed-gone": "This game has moved. Play on in **{next}**.",
    "closed-away": "This game has left as a file. `/table arrive` continues it, `/table export` gives the file again.",
    "move.open": (
        "**{host}** brings a game of **{game}** from elsewhere ({code}, line {ply} of its log) and plays {seat}."
        " Who takes the other seat?"
    ),
    "move.lobby.one": "**{host}** brings a game of **{game}** from elsewhere ({code}, line {ply} of its log).",
    "move.lobby.many": (
        "**{host}** brings a game of **{game}** for {count} from elsewhere ({code}, line {ply} of its log). Say who"
        " of them you are; when all are there, **{host}** starts."
    ),
    "move.unknown": "-# What nobody knew is shuffled anew as soon as it goes on.",
    "move.known": "-# All of it is as it was.",
    "move.seats": "I am…",
    "move.seat": "Seat {number}",
    "move.seat.named": "{what} (seat {number})",
    "move-here": "**{code}** is already played here.",
    "move-day": "A deal of the day stays where you started it.",
    "move-owner": "You're playing for **{name}**, so only they can move the game.",
    "move-agreed": "You've already agreed. **{code}** moves once everyone has.",
    "move-off": "That question is settled. `/table transfer` asks it again.",
    "move-waits": "**{code}** moves once these have agreed, too: {names}.",
    "move-untellable": "**{code}** can't leave as a file: it's a fork, or began under other rules. Move it to a channel here: `/table transfer channel:`.",
    "move-unseen": "Pick another channel: you can't see {channel}, or can't write there.",
    "move-nowhere": "Pick a text channel or a thread.",
    "arrive-unsound": "I can't continue from this file: it's damaged, or someone changed it.",
    "arrive-running": "This game is still going on elsewhere. `/table transfer` there gives you a file that can arrive here.",
    "arrive-others": "Only someone who played **{code}** can bring it here: `/table export` at {code}, then `/table arrive`.",
    "arrive-older": "**{code}** went on after this file was made. `/table export` gives you the newest one.",
    "arrive-over": "This game is over, so there's nothing to play on. `/table verify` checks it.",
    "arrive-other-rules": "I can't continue this game: it was played by other rules than mine, or from a saved position.",
    "arrive-before": "This game has already arrived, as **{code}**.",
    "seat-taken": "**{name}** sits there. Pick another seat.",
    "seat-yours": "That's your seat already.",
    "log.moved": "The game came here from {code}, line {ply}.",
    "history.moved": "The game came here from {code}, line {ply}.",
    "command.verify": "Check that a game was fair",
    "command.verify.file": "An exported file, instead of a game",
    "command.export": "Get a game as a file",
    "command.salt": "Add something of yours to the chance of a table that has not begun",
    "command.salt.text": "Anything; empty takes it back",
    "command.transfer": "Move a game to another channel or server",
    "command.transfer.channel": "Where to; left out: away, as a file",
    "command.arrive": "Continue a game that comes from elsewhere",
    "command.arrive.file": "The file from /table transfer",
}
"""By key."""
