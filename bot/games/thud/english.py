"""Thud in English."""

from __future__ import annotations

from typing import Final

from engine.thud.phrases import PHRASES

_TOLD: Final = {
    "thud.side.dwarfs": "the dwarfs",
    "thud.side.trolls": "the trolls",
    "thud.seat.0.first": "the dwarfs first",
    "thud.seat.1.first": "the trolls first",
    "thud.panel": "2 players, a duel · an hour\nDwarfs surround, trolls smash; then you swap sides.",
    "thud.option.quiet_limit.title": "Moves without a capture",
    "thud.option.quiet_limit": "Either player can end the battle after this many moves without a capture (0: never)",
    "thud.example": "E2 E10",
    # What happened
    "thud.moved.dwarfs": "**{name}** moved a dwarf from {origin} to {target}.",
    "thud.moved.trolls": "**{name}** moved a troll from {origin} to {target}.",
    "thud.shoved": "**{name}** shoved a troll from {origin} to {target} (a line of {line}).",
    "thud.hurled.one": "**{name}** took the troll on {target} with a lone dwarf from {origin}.",
    "thud.hurled.many": "**{name}** hurled a dwarf from {origin} and took the troll on {target} (a line of {count}).",
    "thud.captured.dwarfs.one": "The dwarf on {squares} is out.",
    "thud.captured.dwarfs.many": "{count} dwarfs out: {squares}.",
    "thud.captured.trolls.one": "The troll on {squares} is out.",
    "thud.captured.trolls.many": "{count} trolls out: {squares}.",
    "thud.offered": "**{name}** offers to end battle {battle}: {score}. {would} {captures}",
    "thud.would.swap": "Then you swap sides.",
    "thud.would.win": "That wins the match for **{name}**, by {margin}.",
    "thud.would.draw": "That makes the match a draw.",
    "thud.captures.none": "Neither side can capture right now.",
    "thud.captures.both": "Both sides can capture right now.",
    "thud.captures.dwarfs": "Only the dwarfs can capture right now.",
    "thud.captures.trolls": "Only the trolls can capture right now.",
    "thud.accepted": "**{name}** accepted.",
    "thud.declined": "**{name}** declined.",
    "thud.declined.moving": "**{name}** plays on.",
    "thud.claimed": "**{name}** ended the battle after {quiet} moves without a capture.",
    "thud.ended.no-move": "There's no move left.",
    "thud.ended.won": "Battle {battle} ends {score}: **{name}** by {margin}.",
    "thud.ended.drawn": "Battle {battle} ends {score}: a tie.",
    "thud.began": "Battle {battle}: **{name}** has the dwarfs.",
    "thud.resigned": "**{name}** resigned.",
    "thud.resigned.time": "**{name}** ran out of time.",
    "thud.match.won": "**{name}** wins the match by {margin}.",
    "thud.match.resigned": "**{name}** wins the match.",
    "thud.match.drawn": "The match is a draw.",
    "thud.score": "{first} {first_points} : {second_points} {second}",
    # The board
    "thud.header": "Dwarfs: {dwarfs_name} · Trolls: {trolls_name}",
    "thud.standing": "Battle {battle} of 2 · dwarfs ({dwarfs_name}) {dwarfs} : {trolls} trolls ({trolls_name})",
    "thud.turn.dwarfs": "{name}: dwarfs to move",
    "thud.turn.trolls": "{name}: trolls to move",
    "thud.turn.answer": "{name}: end the battle?",
    "thud.turn.won": "{name} wins",
    "thud.turn.drawn": "A draw",
    "thud.call.move": "{names}, your turn with {side}.",
    "thud.call.answer": "{names}, end the battle here? Accept, decline, or just play on.",
    "thud.call.answer.only": "{names}, end the battle here? Accept or decline.",
    "thud.alt": "Thud, battle {battle} of 2. {last} {turn} Dwarfs of {dwarfs_name}: {dwarfs}. Trolls of {trolls_name}: {trolls}.",
    "thud.alt.last": "Last move: {move}.",
    "thud.alt.last.none": "No move yet.",
    "thud.alt.nobody": "none left",
    # The menu
    "thud.menu.able": "Can capture ({count})",
    "thud.menu.hung": "In danger ({count})",
    "thud.menu.pick.dwarfs": "Pick a dwarf ({count})",
    "thud.menu.pick.trolls": "Pick a troll ({count})",
    "thud.menu.others.dwarfs": "Other dwarfs ({count})",
    "thud.menu.others.trolls": "Other trolls ({count})",
    "thud.menu.area.dwarfs": "Dwarfs: {areas} ({count})",
    "thud.menu.area.trolls": "Trolls: {areas} ({count})",
    "thud.menu.takes.dwarfs.one": "takes 1 dwarf",
    "thud.menu.takes.dwarfs.many": "takes {count} dwarfs",
    "thud.menu.takes.trolls.one": "takes a troll",
    "thud.menu.takes.trolls.many": "takes {count} trolls",
    "thud.menu.reached.dwarfs.one": "1 troll can reach it",
    "thud.menu.reached.dwarfs.many": "{count} trolls can reach it",
    "thud.menu.reached.trolls.one": "1 hurl can hit it",
    "thud.menu.reached.trolls.many": "{count} hurls can hit it",
    "thud.menu.moves.one": "1 move",
    "thud.menu.moves.many": "{count} moves",
    "thud.menu.question.dwarfs": "Dwarf on **{square}**: move to…",
    "thud.menu.question.trolls": "Troll on **{square}**: move to…",
    "thud.menu.question.take": "Troll from **{origin}** to **{target}**: take which dwarfs?",
    "thud.menu.to": "Pick a square ({count})",
    "thud.menu.towards": "To the {directions}",
    "thud.menu.hurls": "Hurl it at a troll ({count})",
    "thud.menu.hurl": "takes the troll",
    "thud.menu.takes": "takes {squares}",
    "thud.menu.takes.none": "takes nothing",
    "thud.menu.shove": "shove, takes {squares}",
    "thud.menu.fewer": "Take only some of them…",
    "thud.menu.without": "Take nothing…",
    "thud.menu.beside": "can take {squares}",
    "thud.menu.take": "Take only these…",
    "thud.menu.all": "Take all {count}",
    "thud.menu.nothing": "Take nothing",
    "thud.menu.offer": "Offer to end",
    "thud.menu.accept": "Accept",
    "thud.menu.decline": "Decline",
    "thud.menu.claim": "End the battle",
    "thud.menu.resign": "Resign",
    "thud.confirm.resign": "Resign the whole match? Your opponent wins.",
    "thud.confirm.claim": "End battle {battle} now? It stands at {score}. {would}",
    "thud.area.north": "north",
    "thud.area.east": "east",
    "thud.area.south": "south",
    "thud.area.west": "west",
    "thud.direction.north": "north",
    "thud.direction.north-east": "north-east",
    "thud.direction.east": "east",
    "thud.direction.south-east": "south-east",
    "thud.direction.south": "south",
    "thud.direction.south-west": "south-west",
    "thud.direction.west": "west",
    "thud.direction.north-west": "north-west",
    # Refusals, one for each key of the engine
    "thud.not-notation": "I can't read “{text}” as a move. Try `E2 E10`, or pick from the list.",
    "thud.file-i": "Try J instead: there's no file I on this board, so “{text}” isn't a square.",
    "thud.no-square": "Try another square: “{text}” isn't on the board.",
    "thud.which-captures": "Say which dwarfs to take, each with an `x` before it. There are {count} ways to play this move.",
    "thud.which-landing": "Say where it lands, too, such as `G9 F9 x E10`. There are {count} ways to take that.",
    "thud.nobody-there": "Pick a square with one of your pieces: nobody is on {square}.",
    "thud.wrong-letter": "Leave the letter out, or write `d` for a dwarf and `T` for a troll: {square} belongs to {side}.",
    "thud.not-your-piece": "Pick a piece of your own: the one on {square} isn't yours.",
    "thud.stone-stays": "Pick one of your pieces: {square} is the Thudstone, and it stays put.",
    "thud.stone": "Pick another square: {square} is the Thudstone, and nothing lands there.",
    "thud.same-square": "Pick another square than {square}: nobody may pass.",
    "thud.not-straight": "Move in a straight line: {origin} to {target} isn't one.",
    "thud.blocked": "Stop short of {square} or go another way: it's blocked, and nobody jumps.",
    "thud.line-too-short": "Come closer, or line up more dwarfs: the troll is {distance} squares away, and a line of {line} reaches no farther than {line}.",
    "thud.hurl-takes-target": "Take nothing, or only a troll on {target}: a dwarf captures the troll it's hurled at, nothing else.",
    "thud.lands-beside": "Land next to the dwarfs you want to take: {square} is occupied.",
    "thud.one-step": "Go one square, not {distance}: that's all a troll can do on its own.",
    "thud.shove-too-far": "Shove it {line} squares at most: with {line} trolls in line, {distance} is too far.",
    "thud.not-beside": "Leave out {square}: there's no dwarf to take there, next to {target}.",
    "thud.shove-must-capture": "Step one square, or land next to a dwarf: a shove of {distance} squares has to capture.",
    "thud.not-your-turn": "It's {who}'s turn. You'll get a ping when it's yours.",
    "thud.offer-open": "Wait for the answer: there's an offer open already.",
    "thud.offer-waits": "Wait for the answer to your offer first.",
    "thud.offer-wait": "Play on first: your last offer was declined. Moves before you can offer again: {moves}.",
    "thud.no-offer": "There's nothing to answer: your opponent hasn't offered to end the battle.",
    "thud.claim-off": "Offer to end the battle instead: this match has no limit on moves without a capture.",
    "thud.claim-early": "Play on for now: {quiet} moves without a capture so far, and it takes {limit} to end the battle.",
    "thud.over": "This match is over.",
    # A move in a few words
    "thud.describe.move": "{origin} to {target}",
    "thud.describe.hurl": "{origin} to {target}, takes the troll",
    "thud.describe.takes": "{origin} to {target}, takes {squares}",
    "thud.describe.offer": "Offer to end the battle",
    "thud.describe.accept": "Accept: the battle ends here",
    "thud.describe.decline": "Decline: the battle goes on",
    "thud.describe.claim": "End the battle as it stands",
    "thud.describe.resign": "Resign the match",
    # /rules
    "thud.rules": """**Thud** is two battles between dwarfs and trolls. After the first you swap sides.

**Dwarfs** start. A dwarf runs any distance in a straight line, diagonals included, over empty squares.
**Hurl**: a line of dwarfs without a gap, pointing at a troll, can throw its front dwarf at it. A line of 3 reaches 3 squares. The troll is out. A lone dwarf takes a troll right next to it.
**Trolls** go one square in any direction. Where a troll lands, it takes the dwarfs next to it: all of them, some or none.
**Shove**: a line of trolls can push its front troll straight ahead, as many squares as the line is long, if it takes something where it lands.
The **Thudstone** on H8 blocks everything. Nobody jumps, nobody passes, and you never have to capture.

**A battle ends** when one of you offers it and the other accepts. You can also decline, or just play on. After a no you make two moves before you ask again. It ends by itself when a side has no pieces or no move.
**Points**: 1 for a dwarf, 4 for a troll. The winner of a battle scores the difference; the higher total of both battles wins.

**Typing a move**: `E2 E10`, or `G9 D9 x E10 F9` with what is taken. Case, blanks and order don't matter. Files run from A to P without I, and rank 1 is at the top. Logs write `dE2-E10`, `dF8-G8xG8` and `TG9-D9xE10xF9`.""",
}
"""What is said while a match runs, and before it."""

_REVIEW: Final = {
    "thud.review.won": "{name} wins the match by {margin} ({most} to {least}).",
    "thud.review.drawn": "The match is a draw, {noted} : {noted}.",
    "thud.review.level": "The match is a draw: no points for either side.",
    "thud.review.resigned": "{name} wins the match: {loser} resigned in battle {battle} at {score}.",
    "thud.review.resigned.time": "{name} wins the match: {loser} ran out of time in battle {battle} at {score}.",
    "thud.review.points": "points",
    "thud.review.battle": "battle {battle}",
    "thud.review.battle.broken": "battle {battle}, unfinished",
    "thud.review.taken": "taken by {name}",
    "thud.review.taken.dwarfs.one": "{count} dwarf",
    "thud.review.taken.dwarfs.many": "{count} dwarfs",
    "thud.review.taken.trolls.one": "{count} troll",
    "thud.review.taken.trolls.many": "{count} trolls",
    "thud.review.longest.hurl": "longest hurl",
    "thud.review.longest.shove": "longest shove",
    "thud.review.line": "a line of {line} ({name}, battle {battle}, move {ply})",
    "thud.review.moment": "Battle {battle}, move {ply}",
    "thud.review.turning": "Battle {battle}, move {ply}: {name} takes {taken}, now {score}",
}
"""What is told of a whole game."""

_ODDS: Final = {
    "thud.odds.hang.trolls.one": "A hurl can hit {count} troll now: {squares}.",
    "thud.odds.hang.trolls.many": "A hurl can hit {count} trolls now: {squares}.",
    "thud.odds.hang.trolls.later.one": "If the dwarfs moved next, a hurl could hit {count} troll: {squares}.",
    "thud.odds.hang.trolls.later.many": "If the dwarfs moved next, a hurl could hit {count} trolls: {squares}.",
    "thud.odds.hang.dwarfs.one": "A troll can take {count} dwarf now: {squares}.",
    "thud.odds.hang.dwarfs.many": "Trolls can take any of {count} dwarfs now: {squares}.",
    "thud.odds.hang.dwarfs.later.one": "If the trolls moved next, they could take {count} dwarf: {squares}.",
    "thud.odds.hang.dwarfs.later.many": (
        "If the trolls moved next, they could take any of {count} dwarfs: {squares}."
    ),
    "thud.odds.nothing": "Nothing is in danger: neither side could take a piece with its next move.",
}
"""How likely things are."""

_GLOSSARY: Final = {
    "thud.glossary": "The pieces",
    "thud.glossary.run": "A dwarf runs (1 point)",
    "thud.glossary.run.told": "Any distance in a straight line, diagonals too, over empty squares.",
    "thud.glossary.hurl": "Dwarfs hurl",
    "thud.glossary.hurl.told": "Dwarfs in an unbroken line hurl the front one straight at a troll, as many squares as the line is long. That's the only way they capture.",
    "thud.glossary.step": "A troll steps (4 points)",
    "thud.glossary.step.told": "One square any way, to an empty square. Then it can take any dwarfs beside it.",
    "thud.glossary.shove": "Trolls shove",
    "thud.glossary.shove.told": "Trolls in an unbroken line shove the front one straight ahead, up to as many squares as the line is long. It has to take a dwarf where it lands.",
    "thud.glossary.stone": "The Thudstone",
    "thud.glossary.stone.told": "It never moves, and nobody lands on it or passes over it.",
}
"""What can be looked up while one plays."""

ENGLISH: Final = {**PHRASES, **_TOLD, **_REVIEW, **_ODDS, **_GLOSSARY}
"""Every sentence of the game."""

TERMS: Final = {"side": "thud.side.{}"}
"""The values of refusals that are words of the engine."""
