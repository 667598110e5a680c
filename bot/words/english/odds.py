"""What the house says in English of the odds before a decision."""

from __future__ import annotations

from typing import Final

ODDS: Final[dict[str, str]] = {
    "odds.title": "### {game} · {code}: the odds",
    "odds.line": "- {what}: **{chance}**",
    "odds.certain": "certain",
    "odds.never": "cannot happen",
    "odds.about": "about {share}",
    "odds.under": "less than {share}",
    "odds.over": "more than {share}",
    "odds.exact": "-# Counted from what everybody at the table may know.",
    "odds.estimated": "-# Counted from what everybody at the table may know; where it says “about”, estimated.",
    "odds.nothing": "There is nothing here that chance has a say in.",
    "odds.alt": "The board of {game}, table {code}, with the odds written on it",
    "odds-not-playing": "No game is going on at {code}, so there is nothing to reckon.",
    "odds-busy": "The house has too much to reckon right now. Ask again about {code} in a minute.",
    # Thud
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
    # Trogdor!!
    "trogdor.odds.struck": "Should the turn end now, Trogdor is struck at {square}",
    "trogdor.odds.struck.last": "Should the turn end now, Trogdor is struck at {square}, and that is the end",
    "trogdor.odds.struck.there": "`{action}`: then he is struck at {square}",
    "trogdor.odds.struck.elsewhere": "- If he goes elsewhere first: {places}",
    "trogdor.odds.run.end.one": "`{action}`: the peasant's run burns the last tile",
    "trogdor.odds.run.end.many": "`{action}`: the peasant's run burns all {count} tiles that are left",
    "trogdor.odds.run.cottage": "`{action}`: the peasant's run sets fire to a cottage",
    "trogdor.odds.run.lake": "`{action}`: the Lake saves the peasant",
    "trogdor.odds.repair": "Should the turn end now, peasants repair a tile",
    "trogdor.odds.mend": "Should the turn end now, a knight puts out a burning cottage",
    # One Man, Thrag!
    "thrag.odds.slay": "`{action}`: Thrag's die alone slays the beast",
    "thrag.odds.coin": (
        "`{action}`: the coin slays the beast, which takes {need} or more ({damage} damage to be expected)"
    ),
    "thrag.odds.death": "`{action}`: Thrag dies of it",
    "thrag.odds.bare": "`{action}` ({damage} damage): Thrag dies of it",
    "thrag.odds.bare.lives": "- `{action}`: Thrag survives it ({damage} damage)",
    "thrag.odds.reroll": "`{action}`: then the beast falls without a coin",
    "thrag.odds.own": "`{action}`: then Thrag's die alone slays a beast",
    "thrag.odds.heal": "The next black tile heals",
    "thrag.odds.heal.paid": "`{action}`: then the next black tile heals",
    # Ploc
    "ploc.odds.match": "`{action}`: then **{name}** wins match {match}",
    "ploc.odds.finish.one": "**{other}** can remove the last athlete of **{name}** in the next turn",
    "ploc.odds.finish.many": "**{other}** can remove all {count} athletes of **{name}** in the next turn",
    "ploc.odds.struck": (
        "**{other}** can remove three athletes or more in the next turn (on average {mean} at most)"
    ),
    "ploc.odds.berserk": "**{other}** can go berserk in the next turn",
    "ploc.odds.reroll": "`{action}`: then more dice of **{name}** can hit somebody standing (now {now} of 3)",
    "ploc.odds.three": "`{action}`: then three dice show {face}",
}
