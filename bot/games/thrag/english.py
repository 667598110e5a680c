"""One Man, Thrag! in English."""

from __future__ import annotations

from typing import Final

from engine.thrag.phrases import PHRASES

_BEFORE: Final = {
    "thrag.seat.0.first": "Thrag",
    "thrag.example": "fight red with red",
    "thrag.panel": "1 player, alone · 15 minutes\nOne man, fifteen beasts, and never enough coins.",
    "thrag.page": "Tap the beast to fight, or pick below.",
    "thrag.option.weapons.title": "Pawns",
    "thrag.option.weapons.all": "all three",
    "thrag.option.weapons.none": "none",
    "thrag.option.weapons.red": "red",
    "thrag.option.weapons.green": "green",
    "thrag.option.weapons.blue": "blue",
    "thrag.option.weapons.red-green": "red and green",
    "thrag.option.weapons.red-blue": "red and blue",
    "thrag.option.weapons.green-blue": "green and blue",
    "thrag.option.null_coin.title": "A 0 coin adds",
    "thrag.option.track_coins.title": "Show the coins that are left",
    "thrag.option.track_coins.no": "no",
    "thrag.option.track_coins.yes": "yes",
    "thrag.option.weapons": "Pawns in play: the fewer, the harder",
    "thrag.option.null_coin": "What a 0 coin adds: the more, the easier",
    "thrag.option.track_coins": "Show which coins are left (easier)",
}
"""What is read before a game begins."""

_TOLD: Final = {
    # The beasts
    "thrag.beast.red.1.subject": "the Cinder Hen",
    "thrag.beast.red.1.object": "the Cinder Hen",
    "thrag.beast.red.2.subject": "the Chimney Cat",
    "thrag.beast.red.2.object": "the Chimney Cat",
    "thrag.beast.red.3.subject": "the Rusty Hedgehog",
    "thrag.beast.red.3.object": "the Rusty Hedgehog",
    "thrag.beast.red.4.subject": "the Brick Ram",
    "thrag.beast.red.4.object": "the Brick Ram",
    "thrag.beast.red.5.subject": "the Oven Bull",
    "thrag.beast.red.5.object": "the Oven Bull",
    "thrag.beast.green.1.subject": "the Moss Toad",
    "thrag.beast.green.1.object": "the Moss Toad",
    "thrag.beast.green.2.subject": "the Bog Otter",
    "thrag.beast.green.2.object": "the Bog Otter",
    "thrag.beast.green.3.subject": "the Bramble Hare",
    "thrag.beast.green.3.object": "the Bramble Hare",
    "thrag.beast.green.4.subject": "the Hatstand Stag",
    "thrag.beast.green.4.object": "the Hatstand Stag",
    "thrag.beast.green.5.subject": "the Hop Bear",
    "thrag.beast.green.5.object": "the Hop Bear",
    "thrag.beast.blue.1.subject": "the Rain Snail",
    "thrag.beast.blue.1.object": "the Rain Snail",
    "thrag.beast.blue.2.subject": "the Pump Crab",
    "thrag.beast.blue.2.object": "the Pump Crab",
    "thrag.beast.blue.3.subject": "the Ditch Heron",
    "thrag.beast.blue.3.object": "the Ditch Heron",
    "thrag.beast.blue.4.subject": "the Well Worm",
    "thrag.beast.blue.4.object": "the Well Worm",
    "thrag.beast.blue.5.subject": "the Bathtub Kraken",
    "thrag.beast.blue.5.object": "the Bathtub Kraken",
    "thrag.foe": "{beast} ({suit} {strength})",
    # Things
    "thrag.suit.red": "red",
    "thrag.suit.green": "green",
    "thrag.suit.blue": "blue",
    "thrag.suit.black": "black",
    "thrag.colour.red": "red",
    "thrag.colour.green": "green",
    "thrag.colour.blue": "blue",
    "thrag.null": "0",
    "thrag.beasts.one": "{count} beast",
    "thrag.beasts.many": "{count} beasts",
    "thrag.pawns.none": "no pawns left",
    "thrag.pawns.one": "{count} pawn left",
    "thrag.pawns.many": "{count} pawns left",
    # What happened
    "thrag.began": "**Turn {turn}:** {foes}. Thrag rolls {die}.",
    "thrag.began.last": "**Last turn:** {foes}. Thrag rolls {die}.",
    "thrag.rerolled": "The {pawn} pawn rerolls its beast's die: {before} becomes {after}.",
    "thrag.rerolled.same": "The {pawn} pawn rerolls its beast's die: {after} again.",
    "thrag.rerolled.own": "The {pawn} pawn rerolls Thrag's die: {before} becomes {after}.",
    "thrag.rerolled.own.same": "The {pawn} pawn rerolls Thrag's die: {after} again.",
    "thrag.flipped": "The {suit} coin shows {coin}.",
    "thrag.slain": "That's {strength} against {against}: {beast} falls.",
    "thrag.struck": "That's {strength} against {against}: {beast} ({suit}) stands, Thrag takes {damage}.",
    "thrag.paid": "Thrag pays with {coins}.",
    "thrag.paid.only": "That costs him {coins}.",
    "thrag.paid.coin": "the {coin}",
    "thrag.turned-black": "The {suit} pawn turns black.",
    "thrag.healed": "The black tile heals the {tile}.",
    "thrag.unhealed": "The black tile heals nothing.",
    "thrag.escaped.one": "Got away: {beasts}.",
    "thrag.escaped.many": "Got away: {beasts}.",
    "thrag.ended.win": "**That was the last one!**",
    "thrag.ended.death": "**That's more than Thrag can take.**",
    "thrag.ended.exhaustion": "**That was the last coin.**",
    "thrag.ended.breakfast": "**Breakfast is over.**",
    "thrag.resigned": "**{name}** gives up.",
    # The board
    "thrag.over.win": "**Won!** **{name}** gets Thrag home in time. His brother has kept him a chair, and most of the sausages.",
    "thrag.over.death": "**Lost.** Thrag falls, and **{name}** has to tell his brother, who would rather have been wrong.",
    "thrag.over.exhaustion": "**Lost.** Thrag goes to bed. **{name}**, better not wake him.",
    "thrag.over.breakfast": "**Lost.** The buffet is cleared, **{name}**. At least there's stew tonight.",
    "thrag.over.resignation": "**Lost.** **{name}** calls it a night. Someone else will eat that breakfast.",
    "thrag.turn.fight": "Fight!",
    "thrag.turn.on": "Fight on, or stop?",
    "thrag.turn.pay": "Pay {damage}",
    "thrag.turn.win": "Home for breakfast",
    "thrag.turn.death": "Thrag has fallen",
    "thrag.turn.exhaustion": "Too tired to go on",
    "thrag.turn.breakfast": "Too late for breakfast",
    "thrag.turn.resignation": "Given up",
    "thrag.call.fight.one": "{names}, fight!",
    "thrag.call.fight.many": "{names}, who first?",
    "thrag.call.on": "{names}, fight on, or stop?",
    "thrag.call.pay": "{names}, which coins pay for {damage} damage? You get no change.",
    "thrag.alt": "One Man, Thrag!",
    "thrag.alt.able": "Hit points that can pay: {coins}.",
    # The menu
    "thrag.ask.last": "Last coin: if a beast outlives it, you lose.",
    "thrag.ask.other": "What else can Thrag do?",
    "thrag.ask.fight": "{foe} against Thrag's {own}: how does he fight?",
    "thrag.ask.other.pay": "What else can he pay with?",
    "thrag.menu.other": "Other ways…",
    "thrag.menu.fights": "Fight {foe}…",
    "thrag.menu.fight.slain": "Slay {foe}",
    "thrag.menu.fight.wins": "Slay {foe} and win",
    "thrag.menu.fight.takes": "{foe}, no coin: −{damage}",  # noqa: RUF001 - a minus, as in the picture
    "thrag.menu.fight.deadly": "{foe}, no coin: death",
    "thrag.menu.coin": "Fight {foe}, {told}",
    "thrag.menu.coin.brief": "{foe}: {told}",
    "thrag.menu.coin.other": "{foe}, {pool} coin: {told}",
    "thrag.menu.coin.other.brief": "{foe} + {pool}: {told}",
    "thrag.menu.coin.needs": "needs {least}+",
    "thrag.menu.coin.needs.brief": "{least}+",
    "thrag.menu.coin.needs.best": "needs a {least}",
    "thrag.menu.coin.or-die": "{told} or death",
    "thrag.menu.coin.costs": "{foe} + coin: {told}",
    "thrag.menu.coin.damage": "−{least}",  # noqa: RUF001 - a minus
    "thrag.menu.coin.damage.most": "−{least} to −{most}",  # noqa: RUF001 - minus signs
    "thrag.menu.coin.damage.or-die": "{told} or death",
    "thrag.menu.coin.can-kill": "can kill",
    "thrag.menu.coin.deadly": "death",
    "thrag.menu.reroll": "Reroll {suit} ({beast})",
    "thrag.menu.reroll.own": "Reroll Thrag ({pawn} pawn)",
    "thrag.menu.pay": "Pay {coins}",
    "thrag.menu.stop": "Stop",
    "thrag.menu.resign": "Resign",
    "thrag.confirm.resign": "Resign? You lose the game.",
    "thrag.confirm.death": "That's {damage} damage, and Thrag can take {health}. It kills him. Fight anyway?",
    "thrag.confirm.death.coin": "Even the best coin leaves {damage} damage, and Thrag can take {health}. It kills him. Fight anyway?",
    "thrag.confirm.risk": "No coin wins this fight, and a bad one kills Thrag. Fight anyway?",
    "thrag.confirm.last": "This is the last coin, and {beasts} are left. Even if this one falls, you lose. Flip it anyway?",
    "thrag.confirm.stop.one": "This is the last turn, and {count} beast is left. If you stop, you lose. Stop anyway?",
    "thrag.confirm.stop.many": "This is the last turn, and {count} beasts are left. If you stop, you lose. Stop anyway?",
    # The deal of the day
    "thrag.share.win": "Home in turn {turn} of {turns}, with {pawns}. Beasts a turn: {bars}",
    "thrag.share.death": "Fell in turn {turn} of {turns}, {slain} of {all} beasts slain. Beasts a turn: {bars}",
    "thrag.share.exhaustion": "Out of coins in turn {turn} of {turns}, {slain} of {all} beasts slain. Beasts a turn: {bars}",
    "thrag.share.breakfast": "Late for breakfast after {turns} turns, {slain} of {all} beasts slain. Beasts a turn: {bars}",
    "thrag.share.resignation": "Gave up in turn {turn} of {turns}, {slain} of {all} beasts slain. Beasts a turn: {bars}",
}
"""What is said while a game runs, and after it."""

_REFUSALS: Final = {
    "thrag.not-notation": "I can't read “{text}”. Try `fight red`, `fight red with red` (adds a coin), `reroll red`, `stop` or `pay 4`.",
    "thrag.which-pool": "Say whose coin, such as `fight {typed_suit} with red`: the {suit} ones are gone.",
    "thrag.which-pawn": "Say which black pawn, such as `reroll black with red`.",
    "thrag.over": "This game is over.",
    "thrag.not-your-turn": "You're watching this one: only {who} can play.",
    "thrag.pay-first": "Pay for the {damage} damage first.",
    "thrag.nothing-owed": "Fight instead: there's nothing to pay for.",
    "thrag.must-fight": "Fight a beast first: Thrag has to, once a turn.",
    "thrag.no-beast": "Pick another colour: no {suit} beast is standing.",
    "thrag.pool-empty": "Pick another coin, or none: the {suit} ones are gone.",
    "thrag.own-pool-first": "Use a {suit} coin: {pool} ones only help against {suit} once those are gone.",
    "thrag.pawn-out": "Pick another pawn: the {pawn} one isn't in this game.",
    "thrag.pawn-spent": "You'll have to do without: the {pawn} pawn is spent.",
    "thrag.pawn-is-black": "Write `reroll black with {typed_pawn}`: the {pawn} pawn is black now and rerolls Thrag's die.",
    "thrag.pawn-not-black": "Slay every {pawn} beast first ({living} left): only then does the {pawn} pawn reroll Thrag's die.",
    "thrag.last-breath": "Pay with other coins: the 0 is Thrag's last breath and pays for nothing.",
    "thrag.not-held": "Pay with coins Thrag has, each of them once: he can't give that {coin}.",
    "thrag.too-little": "Add more: {sum} doesn't cover {damage} damage.",
    "thrag.needless": "Leave one out: you don't need all of these to cover {damage} damage.",
}
"""One sentence for each refusal of the engine."""

_RULES: Final = """**One Man, Thrag!** is a game for one, and the whole channel can watch: slay fifteen beasts in twelve turns and be home for breakfast.

**A turn** brings a red, a green and a blue beast, and all the dice are rolled. A beast is as strong as its tile and its die together, Thrag as strong as the black die. Fight at least once, then go on or stop. Once no beast stands, the turn is over.

**A fight**: to help Thrag, flip the top coin of the beast's colour and add it. Each colour has the coins 0 to 5, once each; when they're gone, any other colour's will do. If Thrag is at least as strong, he slays the beast. If not, he takes the difference as damage, and the beast stays. A flipped coin is out of the game, so remember what's gone.

**Pawns** reroll the die of their colour's beast, once each. When all five beasts of a colour are slain, its pawn turns black if you still have it, and rerolls Thrag's die instead.

**Damage** is paid with hit points: 0, 2 and 4 at first. You choose the coins, but never more than you need, and you get no change. They go to the healing pool. The 0 pays for nothing: with only that left, the next damage kills Thrag. So does damage you can't cover.

**After the fighting** a black tile is turned. If the coin with the same number is in the healing pool, it comes back. Beasts still standing are discarded and return when their stack is reshuffled. The clock moves on.

**You win** when the fifteenth beast falls. **You lose** if Thrag dies, if all eighteen coins are flipped while a beast lives, or when the twelve turns are over. A win is worth 13 points minus the turn; leftover pawns break ties.

**Options**: `weapons` says which pawns you have, `null_coin` what a 0 coin adds (2 makes it easier), `track_coins` shows which coins are left.

**To type a move**: `fight green` without a coin, `fight green with green` with one, `fight green with red` when the green ones are gone; `reroll green`, `reroll black with blue`; `pay 1 3`; `stop`; `resign`. Or use the buttons."""

_REVIEW: Final = {
    "thrag.review.win": "{name} gets Thrag home in turn {turn}, with {pawns}.",
    "thrag.review.death": "{name} loses: Thrag falls in turn {turn} with {beasts} left.",
    "thrag.review.exhaustion": "{name} loses: the last coin goes in turn {turn} with {beasts} left.",
    "thrag.review.breakfast": "{name} loses: breakfast is over with {beasts} left.",
    "thrag.review.resignation": "{name} gives up in turn {turn} with {beasts} left.",
    "thrag.review.beasts": "beasts left",
    "thrag.review.health": "hit points",
    "thrag.review.turns": "turns",
    "thrag.review.slain": "beasts slain",
    "thrag.review.coins": "coins spent",
    "thrag.review.pawns": "pawns spent",
    "thrag.review.damage": "damage taken",
    "thrag.review.fallen.none": "no beast fell",
    "thrag.review.fallen.one": "{count} beast fell",
    "thrag.review.fallen.many": "{count} beasts fell",
    "thrag.review.moment": "Turn {turn}",
    "thrag.review.turning.lost.one": "Turn {turn}: {slain}, and Thrag lost {count} hit point",
    "thrag.review.turning.lost.many": "Turn {turn}: {slain}, and Thrag lost {count} hit points",
    "thrag.review.turning.healed.one": "Turn {turn}: {slain}, and Thrag got {count} hit point back",
    "thrag.review.turning.healed.many": "Turn {turn}: {slain}, and Thrag got {count} hit points back",
    "thrag.review.turning.unhurt": "Turn {turn}: {slain}, and Thrag took no harm",
}
"""What is told of a whole game."""

_ODDS: Final = {
    "thrag.odds.decision": "- {what}: {outcome}",
    "thrag.odds.next": "- Next turn: {outcome}",
    "thrag.odds.slay": "**it falls**",
    "thrag.odds.coin": "it falls **{share}** (needs {need} or more)",
    "thrag.odds.costs": "{damage} damage on average",
    "thrag.odds.death": "Thrag dies **{share}**",
    "thrag.odds.bare": "{damage} damage, and **Thrag dies**",
    "thrag.odds.bare.lives": "{damage} damage",
    "thrag.odds.reroll": "then it falls without a coin **{share}**",
    "thrag.odds.own": "then one falls without a coin **{share}**",
    "thrag.odds.heal": "the next black tile heals **{share}**",
}
"""How likely things are."""

_LUCK: Final = {
    "thrag.luck.dice": "Thrag's die against the beasts' dice, added up: {sum}. Average luck: {expected}.",
    "thrag.luck.coins.one": "{count} coin flipped, beasts slain with it: {slain}. Average luck: {expected}.",
    "thrag.luck.coins.many": "{count} coins flipped, beasts slain with them: {slain}. Average luck: {expected}.",
    "thrag.luck.about": "-# A coin's odds come from what's left in its pool, which you can know if you keep count. Which beasts turn up and which black tile heals isn't part of it.",
}
"""What chance gave."""

_DESCRIBED: Final = {
    "thrag.describe.fight": "Fight {foe}",
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

_REASONS: Final = {
    "thrag.why.wins": "wins the game",
    "thrag.why.slays.die": "slays {beast} with the die alone",
    "thrag.why.slays.sure": "slays {beast} whatever the coin shows",
    "thrag.why.slays": "slays {beast} with a coin of {need} or more ({share})",
    "thrag.why.last.red": "could finish off the red beasts",
    "thrag.why.last.green": "could finish off the green beasts",
    "thrag.why.last.blue": "could finish off the blue beasts",
    "thrag.why.spares": "uses up no coin",
    "thrag.why.must": "is the one fight you have to take each turn",
    "thrag.why.falls": "lets {beast} fall without a coin ({share})",
    "thrag.why.falls.any": "lets a beast fall without a coin ({share})",
    "thrag.why.betters": "makes for a better roll ({share})",
    "thrag.why.keeps": "keeps {coins} as hit points",
    "thrag.why.keeps.none": "keeps the last breath",
    "thrag.why.exact": "pays no more than is owed",
    "thrag.why.cheapest": "is the cheapest way to pay",
    "thrag.why.heals": "gets a hit point back from the next black tile ({share})",
    "thrag.why.nothing-free": "avoids fights that would cost a coin or hit points",
    "thrag.why.hurts": "it costs {damage} damage",
    "thrag.why.hurts.some": "it costs {damage} damage on average",
    "thrag.why.dies": "Thrag may die of it ({share})",
    "thrag.why.dies.sure": "Thrag dies for certain",
    "thrag.why.last-coin": "it's the very last coin",
    "thrag.hangs": "What can I beat?",
    "thrag.hangs.over": "The game is over: no beast can hurt Thrag any more.",
    "thrag.hangs.pay": "The fight is done: {damage} damage has to be paid.",
    "thrag.hangs.free": "Your die ({die}) alone slays {beasts}.",
    "thrag.hangs.none": "Your die ({die}) alone slays none of them.",
    "thrag.hangs.coin": "**{beast}**: you need a coin of {need} or more, that's **{share}**.",
    "thrag.hangs.never": "**{beast}**: no coin is high enough, you're {need} short.",
    "thrag.hangs.bare": "**{beast}**: you're {need} short, and there are no coins.",
    "thrag.hangs.dies": "It can kill you: **{share}**.",
    "thrag.hangs.advice.free": "Start there: it costs nothing.",
    "thrag.hangs.advice.safe": "**{beast}** can't kill you, so start there.",
    "thrag.hangs.advice.stop": "Any fight could kill you now. Stopping is safe.",
    "thrag.hangs.advice.least": "Any fight could kill you now. The least risk: **{beast}**.",
    "thrag.loses.coin": "Your die ({die}) slays {beast} without a coin.",
    "thrag.loses.points.one": "That pays {count} hit point more than it has to.",
    "thrag.loses.points.many": "That pays {count} hit points more than it has to.",
    "thrag.loses.life": "Thrag may die of it ({share}), and there's a safer choice.",
    "thrag.loses.life.sure": "Thrag dies of it for certain, and there's a safer choice.",
}
"""Why an action is advised, which beasts are dangerous, and what an action gives away."""

_GLOSSARY: Final = {
    "thrag.glossary": "The beasts",
    "thrag.glossary.beast": "{name} ({value})",
    "thrag.glossary.strength": "Strength",
    "thrag.glossary.strength.told": "A beast's is its tile plus its die. Thrag's is the black die, plus a coin if he flips one. As much is enough; what is missing he pays with hit points.",
    "thrag.glossary.coin": "A coin",
    "thrag.glossary.coin.told": "One for a fight, of the beast's own suit while there are any: nothing to 5, and then it's gone.",
    "thrag.glossary.pawn": "A pawn",
    "thrag.glossary.pawn.told": "Once, it makes the beast of its suit roll again. With all five of a suit slain, it rerolls Thrag's own die instead.",
    "thrag.glossary.healing": "Healing",
    "thrag.glossary.healing.told": "At the end of a turn a black tile is turned over. If its coin is in the healing pool, Thrag gets that back.",
}
"""What can be looked up while one plays."""
_LEARN: Final = {
    "thrag.learn.fight": "Thrag has to slay fifteen beasts in twelve turns. Three come each turn, one of each colour. A beast is as strong as its tile plus its die, Thrag as his own die: 4 now. Slay one that isn't stronger than he is: its button says so.",
    "thrag.learn.fight.right": "4 against 3: out of the game for good. As strong as the beast is enough.",
    "thrag.learn.fight.strong": "That one is stronger than 4. The red beast has a 2 and a 1, that's 3: Thrag slays it as he is.",
    "thrag.learn.coin": "The others are too strong for a 4. But Thrag can flip a coin of the beast's colour and add what it shows, 0 to 5. For the green beast, a 5, five of its six coins are enough: that's the 83%. Fight it with a coin.",
    "thrag.learn.coin.right": "It showed 3, and it's gone for good: each colour has just one 3. Remember which numbers you've seen. Once a coin of a colour is gone, its buttons give no percentage, but what you need: “needs 3+”.",
    "thrag.learn.coin.bare": "Without a coin that's a lost fight, and Thrag takes the difference as damage. Pick the button with a percentage.",
    "thrag.learn.coin.strong": "The blue one is stronger: fewer coins are enough. Take the green one first.",
    "thrag.learn.coin.stop": "You could stop, but 83% is too good to pass up.",
    "thrag.learn.pay": "The last fight went badly: Thrag took on the blue beast, and the coin showed 0. That's 4 against 6, so he has to pay 2, with his hit points, the framed coins 2 and 4. There's no change. Pay as little as you can.",
    "thrag.learn.pay.right": "The 2 goes to the healing pool. The 0 pays for nothing: with that alone, the next damage kills Thrag. The blue beast still stands: he may fight it again, with another coin.",
    "thrag.learn.pay.change": "That would do, but half of the 4 is lost. The 2 is enough.",
    "thrag.learn.pawn": "A new turn, and Thrag has a 3. The red beast is a small one, a 1 with a lucky 5. Its pawn makes that die roll again, once a game. Look behind **Other ways…**, reroll it, then slay it.",
    "thrag.learn.pawn.right": "A pawn is worth most against a small tile with a high die. There's one for each colour.",
    "thrag.learn.pawn.pawn": "Save that pawn for later. The red beast has the highest die here, and a small tile: reroll that one.",
    "thrag.learn.pawn.fight": "As they stand, that could hurt. Reroll the red die first, behind **Other ways…**; then the red beast is weak enough.",
    "thrag.learn.stop": "The other two are strong, and you've fought once this turn: that's all you have to. They'll come back later. Stop, and the top tile of the black stack is turned: if the coin of its number is in the healing pool, Thrag gets it back.",
    "thrag.learn.stop.right": "It was the 2, and the 2 lay in the healing pool: Thrag has it back. A turned tile stays in the discards until the black stack is used up, so rather pay with numbers still to come.",
    "thrag.learn.stop.fight": "You can fight on, but look at the odds. Press **Stop**.",
    "thrag.learn.win": "Turn nine, one beast left, and Thrag rolled a 1. All the green beasts are slain, so the green pawn is black now: it rerolls Thrag's own die. Slay the last beast, with that pawn or with a coin.",
    "thrag.learn.win.right": "Breakfast! A win is worth 13 points minus the turn, so that's 4. Of two wins in the same turn, the one with more pawns left is better.",
    "thrag.learn.win.fight": "That isn't enough, and it hurts. Reroll Thrag's die, or add a coin.",
    "thrag.learn.end": "- You have to fight at least once a turn. Fifteen beasts in twelve turns: slay one each turn, and now and then two or three.\n- What you don't slay comes back later.\n- You lose if Thrag can't pay, or after turn twelve.\n- You also lose if all eighteen coins are used up while a beast lives.",
}
"""*Teach me*, by exercise; `.right` and the reasons why not."""

ENGLISH: Final = {
    **_BEFORE,
    **_TOLD,
    **_REFUSALS,
    "thrag.order.pay": "Payment",
    "thrag.order.pay.told": "By itself damage is paid where one way can't be worse than any other.",
    "thrag.rules": _RULES,
    **PHRASES,
    **_REVIEW,
    **_ODDS,
    **_REASONS,
    **_LUCK,
    **_DESCRIBED,
    **_GLOSSARY,
    **_LEARN,
}
"""Every sentence of the game."""

TERMS: Final = dict.fromkeys(("suit", "pool", "pawn"), "thrag.suit.{}")
"""The values of refusals that are words of the engine."""
