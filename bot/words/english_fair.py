"""What the house says in English of fair dice, exports, and games that move house."""

from __future__ import annotations

from typing import Final

FAIR: Final = {
    # On boards and in lobbies
    "fair.sealed": "-# All chance is sealed: `{commitment}`. What that is: `/table verify`.",
    "fair.seed": "-# The seed is told: `{seed}`. `/table verify` checks the whole game with it.",
    "fair.salted": "-# Salted by {names}.",
    "button.salt": "Salt the dice…",
    "lobby.salted": "**{name}** has salted the dice.",
    "lobby.unsalted": "**{name}** has taken their salt back.",
    "salt.title": "Salt the dice of {code}",
    "salt.label": "Whatever you like, up to {most} characters",
    "salt.about": "It goes into the chance of the game, and stands in its export for all to see.",
    "salt-long": "A salt has at most {most} characters. Nothing was changed.",
    "salt-unprintable": "A salt is made of characters that can be seen. Nothing was changed.",
    "salt-unseated": "Only who sits at **{code}** can salt its dice. Join first. Nothing was changed.",
    # /table verify
    "fair.holds": "**{code}** holds: no line of its log was changed, and it was played by the rules.",
    "fair.holds.sealed": (
        "**{code}** holds so far: no line of its log was changed. Its seed stays secret while the game goes on,"
        " so its chance can be checked only then."
    ),
    "fair.holds.sealed.day": (
        "**{code}** holds so far: no line of its log was changed. Its seed stays secret as long as others can"
        " play the same deal."
    ),
    "fair.holds.continued": (
        "**{code}** holds as far as the rules of today can tell: no line of its log was changed. From line"
        " {since} on its moves could not be played again, as it goes on from a position that was saved."
    ),
    "fair.fails": "**{code}** does not hold:",
    "fair.fails.file": "`{file}` does not hold:",
    "fair.holds.file": "`{file}` holds: no line was changed, and the game was played by the rules.",
    "fair.holds.file.sealed": (
        "`{file}` holds so far: no line was changed. It comes without its seed, so its chance could not be checked."
    ),
    "fair.holds.file.continued": (
        "`{file}` holds as far as it can be told: no line was changed. From line {since} on its moves could not"
        " be played again, as the game goes on from a position that was saved, or under other rules."
    ),
    "fair.differs": "- line {line}: it is not what the log of **{code}** says there",
    "fair.problem": "- line {line}: {what}",
    "fair.more.one": "- and {count} more",
    "fair.more.many": "- and {count} more",
    "fair.part": "- **{code}**: {lines}, sealed by `{commitment}`, {seed}",
    "fair.lines.one": "{count} line",
    "fair.lines.many": "{count} lines",
    "fair.part.seed": "seed `{seed}`",
    "fair.part.secret": "seed not told yet",
    "fair.part.salts": "salted with {salts}",
    "fair.stamp": "-# The last hash begins with `{stamp}`: so does what stands in the corner of the last board.",
    "fair.how": (
        "-# The seal is the SHA-256 of a secret from which all chance of the game is drawn. It is told when the"
        " table opens, the secret when nobody plays on, so nobody can have chosen it to fit. Anybody can check"
        " that without the bot: `/table export`, then `python -m engine verify` on the file."
    ),
    # /table export
    "export.told": "**{code}** as one file. `/table verify` and `python -m engine verify` check it.",
    "export.running": (
        "**{code}** as one file, as far as it has come: without its seed, and without anything that lies face"
        " down. `/table verify` checks it as far as that goes."
    ),
    "export.unbegun": "**{code}** has not begun, so there is nothing to export. Nothing was changed.",
}
"""By key."""

MOVING: Final = {
    "move.ask": "**{name}** would like to move **{code}** ({game}) to {channel}, with everybody who plays.",
    "move.ask.away": (
        "**{name}** would like **{code}** ({game}) to move away: the table is closed, and the game goes on in"
        " another server or another installation, from a file."
    ),
    "move.about": (
        "-# Then this table is over, and anybody can check what was played at it. What nobody knows yet is shuffled"
        " anew at the next one."
    ),
    "move.about.known": "-# Then this table is over, and anybody can check what was played at it.",
    "move.about.away": (
        "-# Whoever has the file can go on with the game, once: here only who played it, elsewhere anybody."
    ),
    "move.standing": "You have agreed. It moves as soon as [everybody has]({link}).",
    "move.replaced": "**{name}** asks for [another move]({link}) instead.",
    "move.agreed": "Agreed: {names}.",
    "move.asked": "{mentions}, do you agree?",
    "button.move.agree": "Agree",
    "button.move.refuse": "No, stay here",
    "move.sure": "Move **{code}** away? You get the game as a file.",
    "move.sure.here": "Move **{code}** to {channel}?",
    "move.yes": "move it",
    "move.refused": "**{name}** said no: **{code}** stays here.",
    "move.withdrawn": "**{name}** no longer wants to move **{code}**.",
    "move.done": "**{code}** has moved: [the game goes on as {next}]({link}).",
    "move.done.plain": "**{code}** has moved: the game goes on as {next}.",
    "move.done.away": (
        "**{code}** has moved away. The file holds the game: in the other place `/table arrive` takes it. If it"
        " is lost, `/table export` gives it again."
    ),
    "move.arrived": "The game came here from **{name}**, line {other} of its log. What nobody knew is shuffled anew.",
    "move.arrived.known": "The game came here from **{name}**, line {other} of its log.",
    "move.gone": "-# The game went on at **{next}**.",
    "move.away": "-# The game has left as a file: `/table arrive` goes on with it. `/table export` gives the file again.",
    "move.closed": "-# `/table export` gives what was played as a file.",
    "closed-gone": "The game of {code} has moved to **{next}**; here nothing can be moved any more.",
    "closed-away": (
        "The game of {code} has left as a file; here nothing can be moved any more. `/table arrive` goes on with it,"
        " `/table export` gives the file again."
    ),
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
    "move-here": "**{code}** is played here already. Nothing was changed.",
    "move-day": "A deal of the day stays where it was begun. Nothing was changed.",
    "move-owner": "You play for **{name}** at **{code}**; only they can say where it is played. Nothing was changed.",
    "move-agreed": "You have agreed already. **{code}** moves as soon as everybody has.",
    "move-off": "Nobody asks any more whether **{code}** should move. `/table move` asks anew.",
    "move-waits": "**{code}** moves as soon as these have agreed, too: {names}. Nothing was changed.",
    "move-untellable": (
        "**{code}** goes on from a position that was saved under other rules, or in a fork, so no file could tell"
        " another place how it stands. It can still move to a channel here: `/table move channel:`."
    ),
    "move-unseen": "You cannot see {channel}, or not write there. Nothing was changed.",
    "move-nowhere": "A game can be played in a text channel or a thread. Nothing was changed.",
    "arrive-unsound": "This file does not hold, so no game can go on from it. Nothing was changed.",
    "arrive-running": (
        "This game still goes on at its old table. There, `/table move` closes it and gives the file that can"
        " arrive here. Nothing was changed."
    ),
    "arrive-others": (
        "Only who played **{code}** can bring it here. They can: `/table export` at {code}, then `/table arrive`."
    ),
    "arrive-older": "**{code}** went on after this file was made. `/table export` gives the newest one.",
    "arrive-over": "This game is over. `/table verify` checks it; there is nothing to play on.",
    "arrive-other-rules": (
        "This game was played by other rules than those here, or goes on from a position that was saved, so it"
        " cannot be told how it stands. Nothing was changed."
    ),
    "arrive-before": "This game has arrived already, at **{code}**.",
    "seat-taken": "**{name}** sits there. Nothing was changed.",
    "seat-yours": "You sit there already.",
    "log.moved": "The game came here from {code}, line {ply} of its log.",
    "history.moved": "The game came here from {code}, line {ply} of its log.",
    "command.verify": "Whether a game's log and dice are fair",
    "command.verify.file": "An export to check, in place of a table",
    "command.export": "A game as one file",
    "command.salt": "Add something of yours to the chance of a table that has not begun",
    "command.salt.text": "Anything; empty takes it back",
    "command.move-house": "Move a game that goes on to another channel, server or installation",
    "command.move-house.channel": "Where to; left out: away from here, as a file",
    "command.arrive": "Go on with a game that moved here from elsewhere",
    "command.arrive.file": "The file that /table move gave",
}
"""By key."""
