"""One Man, Thrag! in English."""

from __future__ import annotations

from typing import Final

from engine.thrag.phrases import PHRASES

_BEFORE: Final = {
    "thrag.seat.0.first": "Thrag",
    "thrag.example": "fight red with red",
    "thrag.option.weapons": "Which pawns are in play as weapons; the fewer, the harder",
    "thrag.option.null_coin": "What a null among the attack coins adds; the more, the easier",
    "thrag.option.track_coins": "Whether the board lists the coins that are still face down, which is easier",
}
"""What is read before a game begins."""

_TOLD: Final = {
    # Things
    "thrag.suit.red": "red",
    "thrag.suit.green": "green",
    "thrag.suit.blue": "blue",
    "thrag.suit.black": "black",
    "thrag.heading.red": "Red",
    "thrag.heading.green": "Green",
    "thrag.heading.blue": "Blue",
    "thrag.null": "null",
    "thrag.none": "none",
    "thrag.beast": "{suit} {tile}",
    "thrag.beasts.one": "{count} beast",
    "thrag.beasts.many": "{count} beasts",
    "thrag.pawns.none": "no pawn unspent",
    "thrag.pawns.one": "{count} pawn unspent",
    "thrag.pawns.many": "{count} pawns unspent",
    # What happened
    "thrag.began": "**Turn {turn}:** {foes}. Thrag's die shows {die}.",
    "thrag.began.foe": "{suit} {tile} + {die} = {strength}",
    "thrag.rerolled": "The {pawn} pawn is spent, and the {pawn} die goes from {before} to {after}.",
    "thrag.rerolled.same": "The {pawn} pawn is spent, and the {pawn} die comes up {after} again.",
    "thrag.rerolled.own": "The {pawn} pawn is spent, and Thrag's die goes from {before} to {after}.",
    "thrag.rerolled.own.same": "The {pawn} pawn is spent, and Thrag's die comes up {after} again.",
    "thrag.flipped": "The {suit} coin is turned: {coin}.",
    "thrag.slain": "{strength} against {against}: the {suit} {tile} is slain.",
    "thrag.struck": "{strength} against {against}: the {suit} {tile} stands, and Thrag takes {damage}.",
    "thrag.paid": "Thrag pays with {coins}.",
    "thrag.paid.only": "He pays with {coins}.",
    "thrag.paid.coin": "the {coin}",
    "thrag.turned-black": "No {suit} beast is left: the {suit} pawn turns black and can reroll Thrag's die.",
    "thrag.healed": "The black tile is a {tile}, and the {tile} is back among the hit points.",
    "thrag.unhealed": "The black tile is a {tile}, which Thrag has: nothing heals.",
    "thrag.escaped.one": "Got away for now: {beasts}.",
    "thrag.escaped.many": "Got away for now: {beasts}.",
    "thrag.reshuffled.one": "The {suits} stack is reshuffled.",
    "thrag.reshuffled.many": "The {suits} stacks are reshuffled.",
    "thrag.advanced.none": "The clock has gone all the way round.",
    "thrag.advanced.one": "The clock goes on: {count} turn left.",
    "thrag.advanced.many": "The clock goes on: {count} turns left.",
    "thrag.ended.win": "**That was the last one!**",
    "thrag.ended.death": "**That is more than Thrag can take.**",
    "thrag.ended.exhaustion": "**That was the last attack coin**, and there is no strength left.",
    "thrag.ended.breakfast": "**Breakfast is over.**",
    "thrag.resigned": "**{name}** gives up.",
    # The board
    "thrag.header": "Turn {turn} of {turns} · {beasts} left · hit points {health}",
    "thrag.header.lost": "There are more beasts of one colour left than turns to meet them: the game cannot be won any more.",
    "thrag.header.options": "-# {options}",
    "thrag.header.unarmed": "without weapons",
    "thrag.header.weapons.one": "weapon in play: {pawns}",
    "thrag.header.weapons.many": "weapons in play: {pawns}",
    "thrag.header.nulls": "null coins add {worth}",
    "thrag.header.tracked": "coins are tracked",
    "thrag.over.win": "**Won!** **{name}** brings Thrag home in turn {turn}: score {score}, {pawns}. His brother has kept him a chair, and most of the sausages.",
    "thrag.over.death": "**Lost.** Thrag falls in turn {turn}, {beasts} from home, and **{name}** has to tell his brother, who would rather have been wrong.",
    "thrag.over.exhaustion": "**Lost.** With the last coin gone in turn {turn} and {beasts} left, Thrag goes to bed. **{name}**, better not wake him.",
    "thrag.over.breakfast": "**Lost.** The night of **{name}** is over, with {beasts} left and the buffet cleared. At least there is stew tonight.",
    "thrag.over.resignation": "**Lost.** **{name}** calls it a night in turn {turn}, with {beasts} left. Somebody else will eat that breakfast.",
    "thrag.turn.fight": "Fight!",
    "thrag.turn.on": "Fight on, or stop?",
    "thrag.turn.pay": "Pay {damage}",
    "thrag.turn.win": "Home for breakfast",
    "thrag.turn.death": "Thrag has fallen",
    "thrag.turn.exhaustion": "Too tired to go on",
    "thrag.turn.breakfast": "Too late for breakfast",
    "thrag.turn.resignation": "Given up",
    "thrag.call.fight.one": "{names}, {count} beast is in the way, and Thrag has to fight it.",
    "thrag.call.fight.many": "{names}, {count} beasts are in the way, and Thrag has to fight one at least.",
    "thrag.call.on.one": "{names}, {count} beast still stands: fight on, or stop?",
    "thrag.call.on.many": "{names}, {count} beasts still stand: fight on, or stop?",
    "thrag.call.pay": "{names}, {damage} damage: which hit points pay for it? There is no change.",
    # The picture for those who do not see it
    "thrag.alt": "One Man, Thrag!, table {code}, turn {turn} of {turns}, {beasts} left. {caption}",
    "thrag.alt.nobody": "no beast",
    "thrag.alt.foe": "beast {tile} + {die} = {strength}",
    "thrag.alt.colour": "{suit}: {foe}; stack {left}, discards {discards}, slain {slain}; coins {coins}{unseen}; {pawn}.",
    "thrag.alt.unseen": " ({coins})",
    "thrag.alt.pawn": "pawn unspent",
    "thrag.alt.pawn.black": "black pawn",
    "thrag.alt.pawn.spent": "pawn spent",
    "thrag.alt.pawn.out": "no pawn",
    "thrag.alt.thrag": "Thrag's die {die}; hit points {health}; healing pool {pool}.",
    "thrag.alt.black": "Black stack {left}, discards {discards}.",
    "thrag.alt.fight.coin": " with the {suit} coin {coin}",
    "thrag.alt.slain": "Last fight{coin}: {strength} against {against}, {suit} {tile} slain.",
    "thrag.alt.struck": "Last fight{coin}: {strength} against {against}, {suit} {tile} stands, {damage} damage.",
    "thrag.alt.rerolled": "The {suit} die was rolled anew.",
    "thrag.alt.rerolled.own": "Thrag's die was rolled anew.",
    "thrag.alt.healed": "Black tile {tile}: that coin came back.",
    "thrag.alt.unhealed": "Black tile {tile}: nothing healed.",
    # The menu
    "thrag.ask.last": "One attack coin is left: once it is gone and a beast lives, the game is lost.",
    "thrag.menu.fight.slain": "{suit} {own} : {against} · slays it",
    "thrag.menu.fight.wins": "{suit} {own} : {against} · wins the game",
    "thrag.menu.fight.takes": "{suit} {own} : {against} · {damage} damage",
    "thrag.menu.fight.deadly": "{suit} {own} : {against} · you die",
    "thrag.menu.coin": "{suit} + coin · {told}",
    "thrag.menu.coin.other": "{suit} + {pool} coin · {told}",
    "thrag.menu.coin.sure": "sure",
    "thrag.menu.coin.needs": "needs {least}+",
    "thrag.menu.coin.needs.best": "needs a {least}",
    "thrag.menu.coin.chance": "{told} ({chance} %)",
    "thrag.menu.coin.or-die": "{told}, or you die",
    "thrag.menu.coin.costs": "cannot win, {least} damage",
    "thrag.menu.coin.costs.most": "cannot win, {least}–{most} damage",  # noqa: RUF001 - the dash between two numbers
    "thrag.menu.coin.deadly": "cannot win, you die",
    "thrag.menu.reroll": "Reroll {suit}",
    "thrag.menu.reroll.own": "Reroll Thrag ({pawn} pawn)",
    "thrag.menu.pay": "Pay {coins}",
    "thrag.menu.stop": "Stop fighting",
    "thrag.menu.resign": "Resign",
    "thrag.confirm.resign": "Resign? The game is lost then.",
    "thrag.confirm.death": "That is {damage} damage without a coin, and the hit points cover {health}: Thrag dies, and the game is lost. Fight all the same?",
    "thrag.confirm.death.coin": "Whatever the coin shows, that is {damage} damage at least, and the hit points cover {health}: Thrag dies, and the game is lost. Fight all the same?",
    "thrag.confirm.last": "This is the last attack coin, and {beasts} live: even if this one falls, the game is lost. Flip it all the same?",
    "thrag.confirm.stop.one": "This is the last turn, and {count} beast lives: to stop is to lose. Stop all the same?",
    "thrag.confirm.stop.many": "This is the last turn, and {count} beasts live: to stop is to lose. Stop all the same?",
    # The deal of the day
    "thrag.share.win": "Won in turn {turn} of {turns}: score {score}, {pawns} · beasts a turn {bars}",
    "thrag.share.death": "Fell in turn {turn} of {turns}: {slain} of {all} beasts slain · beasts a turn {bars}",
    "thrag.share.exhaustion": "Out of coins in turn {turn} of {turns}: {slain} of {all} beasts slain · beasts a turn {bars}",
    "thrag.share.breakfast": "Late for breakfast after {turns} turns: {slain} of {all} beasts slain · beasts a turn {bars}",
    "thrag.share.resignation": "Gave up in turn {turn} of {turns}: {slain} of {all} beasts slain · beasts a turn {bars}",
}
"""What is said while a game runs, and after it."""

_REFUSALS: Final = {
    "thrag.not-notation": "“{text}” is nothing Thrag can do. Write `fight red`, `fight red with red` for one with a coin, `reroll red`, `stop`; or, while there is damage to pay for, `pay 4`.",
    "thrag.which-pool": "The {suit} coins are gone, and there are several others: say whose coin, as in `fight {typed_suit} with red`.",
    "thrag.which-pawn": "Say which pawn rerolls Thrag's die, as in `reroll black with red`; it has to be a black one.",
    "thrag.over": "The game is over.",
    "thrag.not-your-turn": "This game is played by {who} alone.",
    "thrag.pay-first": "There are {damage} damage to pay for first.",
    "thrag.nothing-owed": "There is nothing to pay for.",
    "thrag.must-fight": "Thrag has to fight at least once a turn.",
    "thrag.no-beast": "No {suit} beast stands now.",
    "thrag.pool-empty": "No {suit} coin is left.",
    "thrag.own-pool-first": "As long as there are {suit} coins, no {pool} one helps against a {suit} beast.",
    "thrag.pawn-out": "The {pawn} pawn is not in play at this table.",
    "thrag.pawn-spent": "The {pawn} pawn is spent.",
    "thrag.pawn-is-black": "The {pawn} pawn is a black one now: it rerolls Thrag's die, with `reroll black with {typed_pawn}`.",
    "thrag.pawn-not-black": "It takes a black pawn to reroll Thrag's die, and the {pawn} one is not black. A pawn turns black when all five beasts of its colour are slain; {living} {pawn} ones live.",
    "thrag.last-breath": "The null is Thrag's last breath, and pays for nothing.",
    "thrag.not-held": "The hit points do not have that many coins of {coin}; of each value there is one at most.",
    "thrag.too-little": "{sum} does not cover {damage} damage.",
    "thrag.needless": "One of these coins is needless: the others cover {damage} damage without it.",
}
"""One sentence for each refusal of the engine."""

_RULES: Final = """**One Man, Thrag!** is a game for one, with a whole channel to watch: slay fifteen beasts in twelve turns, and be home for breakfast.

**A turn** brings a beast of each colour, red, green and blue, as long as there are any. All dice are rolled. A beast's strength is its tile and its die, Thrag's is the black die. Fight at least once; then fight on, or stop. When no beast of the turn stands, the turn ends by itself.

**A fight**: Thrag may flip the top coin of the beast's colour and add it. A coin shows null to 5, and each of them is there once a colour. When a colour has no coins left, any other colour's will do. With equal or more strength he slays the beast; with less he takes the difference as damage, and the beast still stands. You see the coin only when it is flipped, and then it is out of the game: keep in mind what is gone.

**Pawns** are three weapons, good for one use each: a red, green or blue pawn rerolls the die of the beast of its colour. When all five beasts of a colour are slain, its pawn, if unspent, turns black and rerolls Thrag's die instead.

**Damage** is paid with hit points: at first null, 2 and 4. You choose which coins, but not one more than is needed. There is no change. What is paid goes to the healing pool. The null pays for nothing; with the null alone Thrag still lives, until the next damage. Damage that cannot be covered kills him.

**The end of a turn**: a black tile is turned. If the coin of just that value is in the healing pool, it comes back. Beasts that stand are discarded, and return when their stack is empty and reshuffled. The clock goes on.

**You win** when the fifteenth beast falls. **You lose** when Thrag dies, when all eighteen attack coins are flipped and a beast lives, or when twelve turns are over. A win scores 13 less the number of the turn; pawns left break ties.

**Options**: `weapons`, which pawns there are; `null_coin`, what a null coin adds, such as 2 for an easier game; `track_coins`, whether the board lists the coins that are still face down.

**Notation**: `fight green` without a coin, `fight green with green` with one, `fight green with red` when no green one is left; `reroll green`, `reroll black with blue`; `pay 1 3`; `stop`; `resign`. The buttons do all of this."""

_REVIEW: Final = {
    "thrag.review.win": "{name} brings Thrag home in turn {turn}: score {score}, {pawns}.",
    "thrag.review.death": "{name} loses: Thrag falls in turn {turn}, with {beasts} left.",
    "thrag.review.exhaustion": "{name} loses: the last coin is gone in turn {turn}, with {beasts} left.",
    "thrag.review.breakfast": "{name} loses: breakfast is over, with {beasts} left.",
    "thrag.review.resignation": "{name} gives up in turn {turn}, with {beasts} left.",
    "thrag.review.beasts": "beasts left",
    "thrag.review.health": "hit points",
    "thrag.review.turns": "turns",
    "thrag.review.slain": "beasts slain",
    "thrag.review.coins": "coins spent",
    "thrag.review.pawns": "pawns spent",
    "thrag.review.damage": "damage taken",
    "thrag.review.fallen.none": "no beast slain",
    "thrag.review.fallen.one": "{count} beast slain",
    "thrag.review.fallen.many": "{count} beasts slain",
    "thrag.review.turning": "Turn {turn}: {slain}, hit points {was} to {now}",
    "thrag.review.turning.unhurt": "Turn {turn}: {slain}, hit points stay {now}",
}
"""What is told of a whole game."""

_ODDS: Final = {
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
}
"""How likely things are."""

_LUCK: Final = {
    "thrag.luck.dice": "Thrag's die, less each beast's die that it was up against: {sum} in all; {expected} was to be expected.",
    "thrag.luck.coins.one": "{count} coin was flipped, and slew this many beasts: {slain}. By the odds of the moment {expected} was to be expected.",
    "thrag.luck.coins.many": "{count} coins were flipped, and slew this many beasts: {slain}. By the odds of the moment {expected} was to be expected.",
    "thrag.luck.about": "-# The odds of a coin come from those that are left in its pool, as everybody can know who keeps count. Which beasts are drawn does not count, nor which black tile heals.",
}
"""What chance gave."""

_DESCRIBED: Final = {
    "thrag.describe.fight.red": "Fight red ({strength})",
    "thrag.describe.fight.green": "Fight green ({strength})",
    "thrag.describe.fight.blue": "Fight blue ({strength})",
    "thrag.describe.coin.red": "{fight} with a red coin",
    "thrag.describe.coin.green": "{fight} with a green coin",
    "thrag.describe.coin.blue": "{fight} with a blue coin",
    "thrag.describe.reroll.red": "Reroll the red die",
    "thrag.describe.reroll.green": "Reroll the green die",
    "thrag.describe.reroll.blue": "Reroll the blue die",
    "thrag.describe.own.red": "Reroll Thrag's die with the red pawn",
    "thrag.describe.own.green": "Reroll Thrag's die with the green pawn",
    "thrag.describe.own.blue": "Reroll Thrag's die with the blue pawn",
    "thrag.describe.pay": "Pay {coins}",
    "thrag.describe.stop": "Stop fighting",
    "thrag.describe.resign": "Resign",
}
"""An action in a few words, before it is taken."""

ENGLISH: Final = {
    **_BEFORE,
    **_TOLD,
    **_REFUSALS,
    "thrag.rules": _RULES,
    **PHRASES,
    **_REVIEW,
    **_ODDS,
    **_LUCK,
    **_DESCRIBED,
}
"""Every sentence of the game."""

TERMS: Final = dict.fromkeys(("suit", "pool", "pawn"), "thrag.suit.{}")
"""The values of refusals that are words of the engine."""
