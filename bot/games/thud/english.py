"""Thud in English."""

from __future__ import annotations

from typing import Final

from engine.thud.phrases import PHRASES

_TOLD: Final = {
    "thud.side.dwarfs": "the dwarfs",
    "thud.side.trolls": "the trolls",
    "thud.seat.0.first": "the dwarfs first",
    "thud.seat.1.first": "the trolls first",
    "thud.option.quiet_limit": "Plies without a capture after which either may end the battle; 0: no limit",
    "thud.example": "dE2-E10",
    # What happened
    "thud.moved.dwarfs": "**{name}** moved a dwarf: {origin} to {target}.",
    "thud.moved.trolls": "**{name}** moved a troll: {origin} to {target}.",
    "thud.shoved": "**{name}** shoved a troll with a line of {line}: {origin} to {target}.",
    "thud.hurled.one": "**{name}** sent a lone dwarf at a troll: {origin} to {target}.",
    "thud.hurled.many": "**{name}** hurled a dwarf from a line of {count}: {origin} to {target}.",
    "thud.captured.dwarfs.one": "A dwarf is out: {squares}.",
    "thud.captured.dwarfs.many": "{count} dwarfs are out: {squares}.",
    "thud.captured.trolls.one": "A troll is out: {squares}.",
    "thud.captured.trolls.many": "{count} trolls are out: {squares}.",
    "thud.offered": "**{name}** offers to end the battle as it stands: {score}. {captures}",
    "thud.captures.none": "Neither side can capture anything right now.",
    "thud.captures.both": "Both sides can capture something right now.",
    "thud.captures.dwarfs": "The dwarfs can capture something right now, the trolls cannot.",
    "thud.captures.trolls": "The trolls can capture something right now, the dwarfs cannot.",
    "thud.accepted": "**{name}** accepted.",
    "thud.declined": "**{name}** declined the offer.",
    "thud.declined.moving": "**{name}** declined the offer by moving on.",
    "thud.claimed": "**{name}** ended the battle after {quiet} plies without a capture.",
    "thud.ended.agreed": "Battle {battle} ends by agreement.",
    "thud.ended.wiped-out": "Battle {battle} ends: one side has no pieces left.",
    "thud.ended.no-move": "Battle {battle} ends: there is no legal move.",
    "thud.ended.quiet": "Battle {battle} ends as it stands.",
    "thud.ended.won": "{score}: **{name}** notes {margin}.",
    "thud.ended.drawn": "{score}: level, nobody notes a point.",
    "thud.began": "Battle {battle} begins, the roles changed: **{name}** commands the dwarfs.",
    "thud.resigned": "**{name}** resigned.",
    "thud.resigned.time": "**{name}** ran out of time.",
    "thud.match.won": "**{name}** wins the match by {margin}.",
    "thud.match.resigned": "**{name}** wins the match.",
    "thud.match.drawn": "The match is a draw.",
    "thud.score": "{first} {first_points} : {second_points} {second}",
    "thud.standing": "dwarfs ({dwarfs_name}) {dwarfs} : {trolls} trolls ({trolls_name})",
    # The board
    "thud.header": "Battle {battle} of 2 · ply {ply} · {standing}",
    "thud.noted": "Noted from battle 1: {name} {margin}.",
    "thud.noted.none": "Battle 1 was level.",
    "thud.turn.dwarfs": "Dwarfs to move",
    "thud.turn.trolls": "Trolls to move",
    "thud.turn.answer.dwarfs": "Dwarfs: end the battle?",
    "thud.turn.answer.trolls": "Trolls: end the battle?",
    "thud.turn.won": "{name} wins",
    "thud.turn.drawn": "A draw",
    "thud.call.move": "{names}, it is your move with {side}.",
    "thud.call.answer": "{names}, {other} offers to end the battle: accept, decline, or just move on.",
    "thud.call.answer.only": "{names}, {other} offers to end the battle: accept or decline.",
    "thud.alt": "Thud, table {code}, battle {battle}, ply {ply}. Dwarfs of {dwarfs_name}: {dwarfs}. Trolls of {trolls_name}: {trolls}. {last}{turn}",
    "thud.alt.last": "Last move: {move}. ",
    "thud.alt.nobody": "none left",
    # The menu
    "thud.menu.dwarf": "Pick a dwarf",
    "thud.menu.troll": "Pick a troll",
    "thud.menu.target": "{square} to: {direction}",
    "thud.menu.target.troll": "{square} to",
    "thud.menu.fewer": "{square} to, and choose what to take",
    "thud.menu.take": "Take only these",
    "thud.menu.question.target": "**{square}** goes where? The dots show it.",
    "thud.menu.question.take": "**{origin}** goes to **{target}**: which dwarfs does it take?",
    "thud.menu.moves.one": "1 move",
    "thud.menu.moves.many": "{count} moves",
    "thud.menu.captures": "{moves}, can capture",
    "thud.menu.hurl": "hurl: takes the troll",
    "thud.menu.takes": "takes {squares}",
    "thud.menu.may-take": "can take {squares}",
    "thud.menu.shove": "shove, takes {squares}",
    "thud.menu.all": "Take all {count}",
    "thud.menu.nothing": "Take nothing",
    "thud.menu.offer": "Offer to end",
    "thud.menu.accept": "Accept: end the battle",
    "thud.menu.decline": "Decline",
    "thud.menu.claim": "End the battle",
    "thud.menu.resign": "Resign",
    "thud.confirm.resign": "Resign the whole match? Your opponent wins it then.",
    "thud.confirm.claim": "End the battle as it stands, {score}?",
    "thud.direction.north": "north",
    "thud.direction.north-east": "north-east",
    "thud.direction.east": "east",
    "thud.direction.south-east": "south-east",
    "thud.direction.south": "south",
    "thud.direction.south-west": "south-west",
    "thud.direction.west": "west",
    "thud.direction.north-west": "north-west",
    # Refusals, one for each key of the engine
    "thud.not-notation": "“{text}” is not a move. Write origin and target, such as `dE2-E10`, or `TG9-D9xE10` with what is taken.",
    "thud.file-i": "“{text}” names a file I, and the board has none: the letters go from H to J.",
    "thud.no-square": "“{text}” is not a square of the octagon.",
    "thud.which-captures": "That can be played in {count} ways: say which dwarfs are taken, with an x before each.",
    "thud.nobody-there": "Nobody stands on {square}.",
    "thud.wrong-letter": "The piece on {square} is one of {side}: write d for a dwarf, T for a troll.",
    "thud.not-your-piece": "The piece on {square} is not yours.",
    "thud.stone-stays": "On {square} lies the Thudstone, which cannot be moved.",
    "thud.stone": "On {square} lies the Thudstone: nothing lands there.",
    "thud.same-square": "A move must leave {square}; nobody may pass.",
    "thud.not-straight": "{origin} to {target} is not a straight line.",
    "thud.blocked": "{square} is in the way, and nobody jumps.",
    "thud.line-too-short": "The troll is {distance} squares away, and the line behind this dwarf is {line} long: a line reaches as many squares as it has dwarfs.",
    "thud.hurl-takes-target": "A dwarf captures only by being hurled onto a troll, and nothing else than that troll; on {target} that is not so.",
    "thud.lands-beside": "{square} is taken: a troll lands beside the dwarfs that it captures, never on a piece.",
    "thud.one-step": "A troll on its own goes one square, not {distance}.",
    "thud.shove-too-far": "A line of {line} trolls shoves up to {line} squares, not {distance}.",
    "thud.not-beside": "There is no dwarf on {square} beside {target} to be taken.",
    "thud.shove-must-capture": "A troll may be shoved {distance} squares only if it captures something where it lands.",
    "thud.not-your-turn": "It is the turn of {who}; you are called when it is yours.",
    "thud.offer-open": "There is an open offer already.",
    "thud.offer-waits": "Your offer to end the battle waits for its answer first.",
    "thud.offer-wait": "Your last offer was declined: you can offer again after {moves} more of your moves.",
    "thud.no-offer": "There is no offer of your opponent to answer.",
    "thud.claim-off": "This table has no limit of plies without a capture, so a battle ends by agreement.",
    "thud.claim-early": "{quiet} plies without a capture so far; the battle can be ended after {limit}.",
    "thud.over": "The match is over.",
    # /rules
    "thud.rules": """**Thud** is a match of two battles between dwarfs and trolls; after the first, the players change roles.

**Dwarfs** move first. A dwarf goes any distance in a straight line, also diagonally, over empty squares.
**Hurl**: dwarfs in an unbroken line aimed at a troll may hurl the front one onto it. A line of 3 reaches a troll up to 3 squares away. The troll is out. A lone dwarf takes a troll next to it.
**Trolls** go one square in any direction. Landing next to dwarfs, a troll may take any of them, all or none.
**Shove**: a line of trolls may shove its front one straight ahead, up to as many squares as the line is long, but only if it captures where it lands.
The **Thudstone** on H8 blocks everything. Nobody jumps, nobody passes, capturing is never compulsory.

**The end of a battle** is agreed: one offers, the other accepts, declines, or moves on. After a declined offer you make two moves before the next. It also ends when a side has no pieces or no move.
**Points**: a dwarf 1, a troll 4. The winner of a battle notes the difference; over two battles the higher sum wins.

**Notation**: `dE2-E10` a dwarf moves, `dF8-G8xG8` a hurl, `TG9-D9xE10xF9` a shove that takes two. The letters run A to P without I, rank 1 is at the top. `e2 e10` will do when it is clear.""",
}
"""What is said while a match runs, and before it."""

_REVIEW: Final = {
    "thud.review.won": "{name} wins the match by {margin}, having noted {most} to {least}.",
    "thud.review.drawn": "The match is a draw: both noted {noted}.",
    "thud.review.level": "The match is a draw: nobody noted a point.",
    "thud.review.resigned": "{name} wins the match: {loser} resigned in battle {battle} at {score}.",
    "thud.review.resigned.time": "{name} wins the match: {loser} ran out of time in battle {battle} at {score}.",
    "thud.review.points": "points",
    "thud.review.battle": "battle {battle}",
    "thud.review.battle.broken": "battle {battle}, broken off",
    "thud.review.taken": "taken by {name}",
    "thud.review.taken.dwarfs.one": "{count} dwarf",
    "thud.review.taken.dwarfs.many": "{count} dwarfs",
    "thud.review.taken.trolls.one": "{count} troll",
    "thud.review.taken.trolls.many": "{count} trolls",
    "thud.review.longest.hurl": "longest hurl",
    "thud.review.longest.shove": "longest shove",
    "thud.review.line": "a line of {line} ({name}, battle {battle}, ply {ply})",
    "thud.review.turning": "Battle {battle}, ply {ply}: {name} takes {taken}, now {score}",
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
    "thud.odds.nothing": "Nothing hangs: no piece of either side can be taken with the next move.",
}
"""How likely things are."""

ENGLISH: Final = {**PHRASES, **_TOLD, **_REVIEW, **_ODDS}
"""Every sentence of the game."""

TERMS: Final = {"side": "thud.side.{}"}
"""The values of refusals that are words of the engine."""
