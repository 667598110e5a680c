"""What the house says in English of fair dice, exports, and games that move house."""

from __future__ import annotations

from typing import Final

FAIR: Final = {
    # Fair play
    "button.fair": "Fair play",
    "button.salt": "Add salt…",
    "button.verify": "Check this game",
    "fair.play": "### Fair play",
    "fair.play.sealed": "The dice were drawn and sealed before anyone joined: {seal}. After the game you see the seed they come from. If it fits the seal, nobody has changed them.",
    "fair.play.sealed.day": "The dice were drawn and sealed before anyone played: {seal}. Once nobody can play this deal any more, you see the seed they come from. If it fits the seal, nobody has changed them.",
    "fair.play.seed": "The dice came from this seed: {seed}\nIt was sealed before anyone joined: {seal}. *Check this game* plays everything again and compares.",
    "fair.play.salt": "Want to be sure that nobody picked them for you? Add salt: words of yours, mixed into the dice. It's safest to add yours last.",
    "fair.play.host": "-# Whoever runs this bot could look them up, so don't play them for anything that matters.",
    "fair.play.plain": "**{game}** has no dice and no cards, so there's nothing to seal. *Check this game* tells you whether anyone has changed a move.",
    "fair.play.seal": "-# The whole seal: {seal}",
    "fair.salted": "-# Salt so far: {names}.",
    "fair.salts": "-# Salt in the dice: {salts}.",
    "fair.salts.of": "{name} with {salt}",
    "lobby.salted": "**{name}** added salt to the dice.",
    "lobby.unsalted": "**{name}** took their salt back.",
    "salt.title": "Salt the dice of {code}",
    "salt.label": "Whatever you like, up to {most} characters",
    "salt.about": "Your words are mixed into the dice. Everybody sees them once the game begins.",
    "salt.about.seat": "Your words are mixed into the dice. You also take the open seat, and the game begins.",
    "salt-long": "Keep your salt to {most} characters.",
    "salt-unprintable": "Use letters, numbers and signs that everybody can see.",
    "salt-unseated": "Press **Join** first: only players of **{code}** can add salt.",
    "salt-chanceless": "**{game}** has no dice and no cards, so there's nothing to salt.",
    # /table verify
    "fair.holds": (
        "{what} holds: no line was changed, all was played by the rules, and the dice are those that were sealed"
        " before anybody could join."
    ),
    "fair.holds.plain": "{what} holds: no line was changed, and all was played by the rules.",
    "fair.holds.so-far": (
        "{what} holds as far as it goes: no line was changed, all was played by the rules, and the dice are those"
        " that were sealed before anybody could join. The game did not come to its end there."
    ),
    "fair.holds.so-far.plain": (
        "{what} holds as far as it goes: no line was changed, and all was played by the rules. The game has not"
        " come to its end there."
    ),
    "fair.holds.sealed": (
        "{what} holds so far: no line was changed. The seed is a secret while the game goes on; as soon as it is"
        " told, the dice can be checked, too."
    ),
    "fair.holds.sealed.day": (
        "{what} holds so far: no line was changed. The seed is a secret as long as others can play the same deal;"
        " as soon as it is told, the dice can be checked, too."
    ),
    "fair.holds.continued": (
        "{what} holds as far as it can be told: no line was changed. From line {since} on the moves could not be"
        " played again, as the game goes on there from a position that was saved, or under other rules."
    ),
    "fair.gone": "The game went on at **{next}**: `/table verify` there checks it from the beginning.",
    "fair.gone.away": "The game left from here as a file, and can go on in another place.",
    "fair.gone.closed": "The table was closed before the game was over.",
    "fair.gone.unknown": "Where it went on, if it did, this file does not tell.",
    "fair.fails": "Somebody has changed the log of **{code}**, or it is damaged:",
    "fair.fails.file": "Somebody has changed {file}, or it is damaged:",
    "fair.unread.file": "{file} cannot be checked here:",
    "fair.differs": "- line {line}: it is not what the log of **{code}** says there",
    "fair.problem": "- line {line}: {what}",
    "fair.more.one": "- and {count} more",
    "fair.more.many": "- and {count} more",
    "fair.part": "- **{code}**: {lines}, seal {seal}, seed {seed}",
    "fair.part.secret": "- **{code}**: {lines}, seal {seal}, the seed is still a secret",
    "fair.part.plain": "- **{code}**: {lines}",
    "fair.part.salts": "- salt in its dice: {salts}",
    "fair.lines.one": "{count} line",
    "fair.lines.many": "{count} lines",
    "fair.same": "-# It is the same as the log of **{code}** here, with {lines}.",
    "fair.same.so-far": (
        "-# It is the same as the log of **{code}** here, as far as it goes, with {lines}; by now **{code}** has {now}."
    ),
    "fair.same.over": (
        "-# It is the same as the log of **{code}** here, as far as it goes, with {lines}; **{code}** is over by now,"
        " with {now}."
    ),
    "fair.print": "-# Fingerprint of the game: {stamp}",
    "fair.elsewhere": "-# There is no such table here that you can see, so compare it yourself.",
    "fair.stamp": "-# The last message of the game should show the fingerprint {stamp}.",
    "fair.stamp.so-far": (
        "-# Fingerprint so far: {stamp}. The corner of the last board shows how it begins; the last message of the game"
        " shows all of it."
    ),
    "fair.how": (
        "-# All dice and cards come from the seed, a long secret drawn by lot. The seal is its fingerprint (SHA-256):"
        " no other seed has the same. You see the seal when the table opens, the seed when nobody plays on, so"
        " nobody can have changed the dice in between. Salt is mixed into the seed, so nobody can have picked them"
        " beforehand."
    ),
    "fair.offline": (
        "-# Anybody can check that without this bot: `/table export`, then `python -m engine verify` on the file."
    ),
    # /table export
    "check-busy": "I'm checking other games right now. Try again in a minute.",
    "check-too-much": "This game takes too long to check here. `python -m engine verify` checks it on your machine.",
    "export.told": "**{code}** as one file. `/table verify` and `python -m engine verify` check it.",
    "export.running": (
        "**{code}** as one file, as far as it has come: without its seed, and without anything that lies face"
        " down. `/table verify` checks it as far as that goes."
    ),
    "export.unbegun": "**{code}** hasn't begun, so there's nothing to export yet.",
    "export.empty": "This file is empty. `/table export` gives one that can be checked.",
    "export.not-text": "This file is no game: it is not even text. `/table export` gives one that can be checked.",
    "export.too-large": "This file is too large for a game: at most {most} KiB.",
    "export.not-read": "Discord did not hand over the file. Try again.",
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
    "arrive-empty": "This file is empty. It takes the one that `/table transfer` gave.",
    "arrive-not-text": "This file is no game: it is not even text. It takes the one that `/table transfer` gave.",
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
    "move-off": "Nobody asks any more whether **{code}** should move. `/table transfer` asks anew.",
    "move-waits": "**{code}** moves as soon as these have agreed, too: {names}. Nothing was changed.",
    "move-untellable": (
        "**{code}** goes on from a position that was saved under other rules, or in a fork, so no file could tell"
        " another place how it stands. It can still move to a channel here: `/table transfer channel:`."
    ),
    "move-unseen": "You cannot see {channel}, or not write there. Nothing was changed.",
    "move-nowhere": "A game can be played in a text channel or a thread. Nothing was changed.",
    "arrive-unsound": "This file does not hold, so no game can go on from it. Nothing was changed.",
    "arrive-running": (
        "This game still goes on at its old table. There, `/table transfer` closes it and gives the file that can"
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
    "command.transfer": "Move a game that goes on to another channel, server or installation",
    "command.transfer.channel": "Where to; left out: away from here, as a file",
    "command.arrive": "Go on with a game that moved here from elsewhere",
    "command.arrive.file": "The file that /table transfer gave",
}
"""By key."""
