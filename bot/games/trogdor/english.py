"""Trogdor!! in English; what stands on cards comes from the game's facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from data.trogdor import FACTS
from engine.trogdor.phrases import PHRASES

_OPTIONS: Final = {
    "trogdor.lobby": "Lead one dragon together, and burn everything before the knights get him.",
    "trogdor.pick.keeper": "Your keeper",
    "trogdor.pick.item": "Your item",
    "trogdor.keeper.any": "A keeper at random",
    "trogdor.keeper.any.told": "One that nobody else picks.",
    "trogdor.item.any": "An item at random",
    "trogdor.item.any.told": "One that nobody else picks.",
    "trogdor.example": "step n",
    "trogdor.option.map": "The map to burn",
    "trogdor.option.own_map": "Your own map, as a file (the docs on Trogdor!! show how)",
    "trogdor.option.own_deck": "Your own movement deck, as a file (the docs on Trogdor!! show how)",
    "trogdor.option.keepers": "Keepers: dealt at random, or everybody picks",
    "trogdor.option.items": "Items: dealt at random, or everybody picks",
    "trogdor.option.troghammers": "Troghammer cards that the first damage brings: fewer is easier",
    "trogdor.option.menders": "Who puts out cottages: all knights, or the Troghammer alone (easier)",
    "trogdor.option.lake": "The Lake: water, a plain tile (easier), or as on the map",
    "trogdor.option.recharge": "Items recharge on their owner's turn, or on anybody's (easier)",
}
"""What is read before a game begins."""

_REFUSALS: Final = {
    "trogdor.not-notation": "I can't read “{text}”. Try `play block`, `c3`, `burn`, `chomp` or `finish`, or press a button.",
    "trogdor.no-such-card": "Type the beginning of a card you hold: none is called “{text}”.",
    "trogdor.which-card": "Type a little more: “{text}” could be several cards.",
    "trogdor.over": "The game is over.",
    "trogdor.left": "You've left this game, but you can still watch.",
    "trogdor.not-your-turn": "It's {who}'s turn. You'll get a ping when it's yours.",
    "trogdor.not-now": "Answer the board first: it asks for a card, then for your actions, then about the land.",
    "trogdor.not-held": "Choose a card you hold: {card} isn't one of them.",
    "trogdor.path-first": "Let the fire of Path o' Burnination run first, with `card`.",
    "trogdor.path-acts": "Path o' Burnination leaves you no actions this turn.",
    "trogdor.hidden": "Trogdor is hiding and stays put until the turn ends.",
    "trogdor.no-points": "End your turn with `finish`: there are no points left.",
    "trogdor.no-diagonal": "Step north, east, south or west: Trogdor can't go diagonally this turn.",
    "trogdor.off-map": "Step another way: the map ends there.",
    "trogdor.no-tunnel": "No tunnel leads from {here} to {square}.",
    "trogdor.no-peasant": "There's no peasant at {square}.",
    "trogdor.already-burned": "That has burned already, at {square}.",
    "trogdor.lake-not-ready": "First burn the tiles north, east, south and west of the Lake at {square}.",
    "trogdor.no-cottage": "There's no cottage at {square}.",
    "trogdor.cottage-not-ready": "First burn the cottage's own tile at {square} and every tile around it, diagonals too.",
    "trogdor.cannot-hide": "Try a mountain: {square} is no place to hide.",
    "trogdor.no-effect": "You have no card with an effect to use now.",
    "trogdor.effect-used": "You've used {card} already.",
    "trogdor.effect-too-late": "It's too late for {card} now.",
    "trogdor.effect-too-early": "End your actions first, with `finish`: {card} comes after them.",
    "trogdor.no-target": "Pick one from the list: that isn't a target now.",
    "trogdor.item-empty": "Recharge it first: {item} is empty.",
    "trogdor.item-used": "Once a turn is all: you've used {item}.",
    "trogdor.item-waits": "Wait for its moment: {item} then works by itself, or you're asked.",
    "trogdor.item-not-now": "Use it during your actions: it's too late for {item} now.",
    "trogdor.void-empty": "There's nobody in the Void to bring back.",
    "trogdor.wrong-number": "Name cottages that aren't on fire, each once. Peasants to place: {number}.",
    "trogdor.no-trade": "Trade before the turn's card is chosen: it's too late now.",
    "trogdor.no-partner": "Trade with Yubbitz: it takes Yubbitz on one side.",
    "trogdor.no-cards": "Offer a card you hold for a different one of theirs.",
    "trogdor.no-offer": "There's no offer for you to answer or take back.",
    "trogdor.no-setting": "{item} has no such setting, or has it already.",
}
"""One sentence for each refusal of the engine."""

_RULES: Final = """**Trogdor!!** is for one to six keepers. You share one dragon, and win or lose together.

**You win** the moment all 25 tiles are burned, all three cottages are on fire and no peasant is on the map. Peasants on the Trog-Meter are Trogdor's health, 4 at the start. Those in the Void are gone.

**First the dragon.** You hold a card and draw another. Play one for its points and its effect, or discard one for 5 points. You keep the other. A point buys one of these, right where Trogdor stands:
- a **step** north, east, south or west, not over the edge; a knight on that square hurts him
- **burn** the tile, a peasant or the cottage. The Lake burns only after the tiles on its four sides, a cottage only after its own tile and every tile around it.
- **chomp** a peasant: one more on the Trog-Meter
- crawl from one **tunnel** to the other
- **hide** on a mountain: nothing hurts him until the turn ends, but that was your last action

You needn't spend them all. What a card burns from afar is tiles only, and then the Lake is a tile like any other.

**A burning peasant** runs along a movement card's path. Every tile on it burns, the first one included, and so does a cottage that's ready. Peasants he meets catch fire and run after him. Then he's off to the Void, unless he reaches the Lake, which saves him.

**Then the land.** One movement card says it all:
1. New peasants come out of cottages that aren't burning, one each, until there are as many as the card wants. They come from the Trog-Meter; that's no damage.
2. All peasants take a step, round the edges if need be. With Repair on the card, they mend the tile where they stop. A peasant who walks into a burning cottage catches fire.
3. The knights walk the card's path. They put out cottages on the way, and hurt Trogdor when they come to his square.
4. The Archer walks it, too, then shoots along his last step, forward and backward, down the whole row or column.

**Damage** sends a peasant from the Trog-Meter to the Void. Once the meter is empty, the next hit kills Trogdor. His **Fiery Rage** then burns five more paths: if that finishes the kingdom, it's a petite victory, otherwise a defeat. The first damage also shuffles up to 7 **Troghammer** cards into the deck: a third knight, who walks whenever one of them is drawn.

**Keepers and items.** Your keeper's power and your item work on your turn only. An item works once, then has to be recharged. Yubbitz can trade cards with the others until the turn's card is chosen. **My keeper**, under the board, is where you use your item and trade, set whether your Shield, Trinket, Flask or Pouch asks you first, and leave.

**Typing**: a1 is the north-west corner, e5 the south-east one. `play majesty`, `discard block`, `step n` or just `c3`, `tunnel e1`, `chomp`, `burn`, `burn peasant`, `burn cottage`, `hide`, `card b2 d4`, `item c3`, `finish`. The buttons do all of this.

The maps and the movement deck are Taproom's own. If you have the game, you can bring yours as files."""
"""What `/rules` shows."""

_TOLD_LIMIT: Final = 100
"""The most characters that Discord shows under a line of a list."""


def _facts() -> Iterator[tuple[str, str]]:
    """The sentences on cards, keepers and items."""
    for card in FACTS.cards:
        yield f"trogdor.card.{card.id}", card.title
        yield f"trogdor.card.{card.id}.told", card.effect
    yield "trogdor.card.troghammer", FACTS.troghammer.title
    yield "trogdor.card.troghammer.told", FACTS.troghammer.effect
    for keeper in FACTS.keepers:
        yield f"trogdor.keeper.{keeper.id}", keeper.title
        yield f"trogdor.keeper.{keeper.id}.told", keeper.effect
    for item in FACTS.items:
        yield f"trogdor.item.{item.id}", item.title
        yield f"trogdor.item.{item.id}.told", _short(item.use)
        yield f"trogdor.item.{item.id}.use", item.use
        yield f"trogdor.item.{item.id}.recharge", item.recharge


def _short(told: str) -> str:
    """What fits into a list: the whole words of it."""
    return told if len(told) <= _TOLD_LIMIT else f"{told[: _TOLD_LIMIT - 2].rpartition(' ')[0]} …"


_TOLD: Final = {
    # Things and places
    "trogdor.card": "**{card}** · {effect}",
    "trogdor.places": "{square} ({count})",
    "trogdor.item.flask.short": "Flask",
    "trogdor.item.pouch.short": "Pouch",
    "trogdor.item.fireballs.short": "Fireballs",
    "trogdor.item.ring.short": "Ring",
    "trogdor.item.beans.short": "Beans",
    "trogdor.item.disk.short": "Disk",
    "trogdor.item.shield.short": "Shield",
    "trogdor.item.trinket.short": "Trinket",
    "trogdor.item.baubles.short": "Baubles",
    "trogdor.kind.plain": "meadow",
    "trogdor.kind.cottage": "cottage",
    "trogdor.kind.mountain": "mountain",
    "trogdor.kind.tunnel": "tunnel",
    "trogdor.kind.lake": "Lake",
    "trogdor.kind.forest": "forest",
    "trogdor.kind.stump": "stump",
    "trogdor.kind.rock": "rock",
    "trogdor.kind.flower": "flowers",
    "trogdor.who.trogdor": "Trogdor",
    "trogdor.who.knight-1": "a knight",
    "trogdor.who.knight-2": "a knight",
    "trogdor.who.troghammer": "the Troghammer",
    "trogdor.who.archer": "the archer",
    "trogdor.whom.knight-1": "a knight",
    "trogdor.whom.knight-2": "a knight",
    "trogdor.whom.troghammer": "the Troghammer",
    "trogdor.whom.archer": "the archer",
    "trogdor.piece.knight-1": "knight",
    "trogdor.piece.knight-2": "knight",
    "trogdor.piece.troghammer": "Troghammer",
    "trogdor.piece.archer": "archer",
    "trogdor.piece.at": "{who} {square}",
    "trogdor.scene.aflame": "on fire",
    "trogdor.scene.burned": "burned",
    "trogdor.scene.peasants.one": "a peasant",
    "trogdor.scene.peasants.many": "{count} peasants",
    "trogdor.scene.lit.one": "a burning peasant",
    "trogdor.scene.lit.many": "{count} burning peasants",
    "trogdor.direction.n": "north",
    "trogdor.direction.e": "east",
    "trogdor.direction.s": "south",
    "trogdor.direction.w": "west",
    "trogdor.tiles.one": "{count} tile",
    "trogdor.tiles.many": "{count} tiles",
    "trogdor.cottages.one": "{count} cottage",
    "trogdor.cottages.many": "{count} cottages",
    "trogdor.peasants.one": "{count} peasant",
    "trogdor.peasants.many": "{count} peasants",
    "trogdor.line.row": "row {number}",
    "trogdor.line.column": "column {letter}",
    "trogdor.arrow": " → ",
    # What somebody did
    "trogdor.played.one": "**{name}** plays **{card}**: {count} point.",
    "trogdor.played.many": "**{name}** plays **{card}**: {count} points.",
    "trogdor.played.none": "**{name}** plays **{card}**: no points, but something is in the air.",
    "trogdor.discarded.one": "**{name}** discards **{card}** for {count} point.",
    "trogdor.discarded.many": "**{name}** discards **{card}** for {count} points.",
    "trogdor.moved.step": "**{name}** leads Trogdor from {origin} to {target}.",
    "trogdor.moved.tunnel": "**{name}** sends Trogdor underground: in at {origin}, out at {target}, dusty but happy.",
    "trogdor.moved.jump": "**{name}** takes Trogdor from {origin} to {target} in one leap.",
    "trogdor.chomped": "Trogdor swallows the peasant at {square} whole: {health} on the Trog-Meter.",
    "trogdor.hid": "Trogdor lies down on {square}. Nobody here but us hills.",
    "trogdor.gained.beans": "The beans do what beans do: {points} more points.",
    "trogdor.gained.stump": "That burned nicely: {points} more points.",
    "trogdor.gained.flowers": "The scent of flowers lingers: {points} more points.",
    "trogdor.effect": "**{name}** uses **{card}**.",
    "trogdor.film": "The land's turn",
    "trogdor.used": "**{name}** uses **{item}**.",
    "trogdor.kept": "**{name}** leaves **{item}** in the pocket.",
    "trogdor.recharged.one": "Charged again: {items}.",
    "trogdor.recharged.many": "Charged again: {items}.",
    "trogdor.warped": "The tunnel at {tunnel} and the tile at {other} trade places; the map makers quit.",
    "trogdor.lured": "Something glitters, and {who} wanders from {origin} to {target}.",
    "trogdor.healed": "A peasant climbs out of the Void, blinking: {health} on the Trog-Meter.",
    "trogdor.finished.none": "**{name}** is done.",
    "trogdor.finished.one": "**{name}** is done, with {count} point left.",
    "trogdor.finished.many": "**{name}** is done, with {count} points left.",
    # Fire
    "trogdor.burned.trogdor.one": "Up in smoke: {squares}.",
    "trogdor.burned.trogdor.many": "Up in smoke: {squares}.",
    "trogdor.burned.card.one": "Burned from afar: {squares}.",
    "trogdor.burned.card.many": "Burned from afar: {squares}.",
    "trogdor.burned.item.one": "A fireball lands on {squares}.",
    "trogdor.burned.item.many": "Fireballs land on {squares}.",
    "trogdor.burned.path.one": "The fire runs over {squares}.",
    "trogdor.burned.path.many": "The fire runs over {squares}.",
    "trogdor.burned.peasant.one": "Running feet set fire to {squares}.",
    "trogdor.burned.peasant.many": "Running feet set fire to {squares}.",
    "trogdor.burned.rage.one": "His last fire takes {squares}.",
    "trogdor.burned.rage.many": "His last fire takes {squares}.",
    "trogdor.aflame.one": "The cottage at {squares} is on fire!",
    "trogdor.aflame.many": "The cottages at {squares} are on fire!",
    "trogdor.mended.one": "A bucket, a splash: {who} puts out the cottage at {squares}.",
    "trogdor.mended.many": "Buckets everywhere: {who} put out the fire at {squares}.",
    "trogdor.lit.trogdor.one": "The peasant at {squares} is on fire.",
    "trogdor.lit.trogdor.many": "The peasants at {squares} are on fire.",
    "trogdor.lit.peasant.one": "A bystander at {squares} catches fire.",
    "trogdor.lit.peasant.many": "Bystanders at {squares} catch fire.",
    "trogdor.lit.cottage.one": "A peasant comes home to a burning cottage at {squares}, and burns along.",
    "trogdor.lit.cottage.many": "Peasants come home to a burning cottage at {squares}, and burn along.",
    "trogdor.ran.one": "The run: {runs}.",
    "trogdor.ran.many": "{count} runs: {runs}.",
    "trogdor.ran.void": "{origin} → {target} and into the Void",
    "trogdor.ran.lake": "{origin} → {target} and into the Lake, hissing with relief",
    "trogdor.ran.flask": "{origin} → {target} and into the Flask",
    "trogdor.erased.peasants.one": "A peasant at {squares} was never seen again.",
    "trogdor.erased.peasants.many": "Peasants at {squares} were never seen again.",
    "trogdor.erased.knights": "Standing in the way was a bad idea: {who}, gone.",
    # What the land did
    "trogdor.story.land": "**The land moves.** {told}",
    "trogdor.story.on": "**The land goes on.** {told}",
    "trogdor.story.calm": "Nothing comes of it.",
    "trogdor.movement.plain": "**The land** sends the peasants {direction}.",
    "trogdor.movement.repair": "**The land** sends the peasants {direction}, tools in hand.",
    "trogdor.pouched": "**{name}** opens the Pouch, and the peasants head {direction}.",
    "trogdor.spawned.one": "A new peasant comes out at {squares}.",
    "trogdor.spawned.many": "New peasants come out at {squares}.",
    "trogdor.marched.one": "One peasant walks {direction}.",
    "trogdor.marched.many": "{count} peasants walk {direction}.",
    "trogdor.repaired.one": "As good as new: {squares}.",
    "trogdor.repaired.many": "As good as new: {squares}.",
    "trogdor.walk": "{who} {origin} → {target}",
    "trogdor.walked": "On the march: {walks}.",
    "trogdor.shot.hit": "The arrow flies along {line}, where Trogdor is.",
    "trogdor.shot.missed": "The arrow flies along {line} and hits nobody.",
    "trogdor.spared.hiding": "Trogdor is well hidden from {who}.",
    "trogdor.spared.card": "The card keeps {who} from hurting Trogdor.",
    "trogdor.spared.shield": "Clang! The Shield stops {who}.",
    "trogdor.spared.trinket": "The Trinket stops the arrow of {who}.",
    "trogdor.hurt.one": "Ouch! Trogdor is hit by {who} at {square}: {health} health left.",
    "trogdor.hurt.many": "Ouch, {count} times! Trogdor is hit by {who} at {square}: {health} health left.",
    "trogdor.flowers": "Trogdor stops to smell the flowers: 3 more points for the next player.",
    "trogdor.hammers.one": "First blood: the Troghammer card goes into the deck.",
    "trogdor.hammers.many": "First blood: {count} Troghammer cards go into the deck.",
    "trogdor.reshuffled.trog": "The Trog deck is reshuffled.",
    "trogdor.reshuffled.movement": "The movement deck is reshuffled.",
    # Whose turn began
    "trogdor.began": "**Turn {number}, {name}.**",
    "trogdor.drawn": "The new card: **{card}**.",
    "trogdor.hammer.one": "A Troghammer card!",
    "trogdor.hammer.many": "{count} Troghammer cards!",
    "trogdor.entered": "The Troghammer stomps in at {square}.",
    # Who sits here
    "trogdor.offered": "**{name}** offers **{partner}** a trade: {mine} for {theirs}.",
    "trogdor.traded": "A deal: **{name}** gives {mine}, **{partner}** gives {theirs}.",
    "trogdor.untraded.partner": "No deal: the trade that **{name}** offered is declined.",
    "trogdor.untraded.owner": "**{name}** takes the offer back.",
    "trogdor.untraded.table": "The trade that **{name}** offered is off.",
    "trogdor.preferred.ask": "**{name}** wants to be asked before the item works.",
    "trogdor.preferred.auto": "**{name}** lets the item work by itself.",
    "trogdor.preferred.never": "**{name}** lets the item rest.",
    "trogdor.gone": "**{name}** leaves the game, cards and all.",
    "trogdor.gone.time": "**{name}** is out of time and leaves the game, cards and all.",
    # The end
    "trogdor.died": "Trogdor is hit by {who} at {square}, and has nothing left to lose.",
    "trogdor.rage": "**Fiery Rage!** From {square} the dying dragon storms through five paths.",
    "trogdor.raged": "His way: {way}.",
    "trogdor.ended.victory": "**Nothing is left to burn.**",
    "trogdor.ended.petite-victory": "**Nothing is left to burn, and no dragon to enjoy it.**",
    "trogdor.ended.defeat": "**Something still stands when the last flame goes out.**",
    "trogdor.ended.left": "**Nobody is left to keep the dragon.**",
    "trogdor.over.victory": "**Victory!** The kingdom is ash, and the dragon belongs to {names}.",
    "trogdor.over.petite-victory": "**Petite victory!** Trogdor fell, his rage did the rest, and {names} may sweep up.",
    "trogdor.over.defeat": "**Defeat.** The dragon is dead, and Peasantry still stands. It will have to sleep lightly.",
    "trogdor.over.left": "**Defeat.** The last keeper went home, and the dragon with nobody.",
    # The board
    "trogdor.turn.choose": "{name}: choose a card",
    "trogdor.turn.points.none": "{name}: no points left",
    "trogdor.turn.points.one": "{name}: {count} point left",
    "trogdor.turn.points.many": "{name}: {count} points left",
    "trogdor.turn.after": "{name}: the card's effect?",
    "trogdor.turn.shield": "{name}: raise the Shield?",
    "trogdor.turn.trinket": "{name}: use the Trinket?",
    "trogdor.turn.flask": "{name}: save this peasant?",
    "trogdor.turn.pouch": "{name}: another way?",
    "trogdor.turn.spawn": "{name}: where do they come out?",
    "trogdor.turn.land": "{name}: the land moves",
    "trogdor.turn.over.victory": "Victory!",
    "trogdor.turn.over.petite-victory": "Petite victory!",
    "trogdor.turn.over.defeat": "Defeat",
    "trogdor.call.choose": "{names}, Trogdor is yours. Which card?",
    "trogdor.call.points.none": "{names}, all points are spent.",
    "trogdor.call.points.one": "{names}, one point to spend.",
    "trogdor.call.points.many": "{names}, {count} points to spend.",
    "trogdor.call.after": "{names}, your card has the last word.",
    "trogdor.call.shield": "{names}, raise the Shield?",
    "trogdor.call.trinket": "{names}, use the Trinket?",
    "trogdor.call.flask": "{names}, save this peasant?",
    "trogdor.call.pouch": "{names}, turn the peasants?",
    "trogdor.call.wanted.one": "{names}, a new peasant comes out: at which cottage?",
    "trogdor.call.wanted.many": "{names}, {count} new peasants come out: at which cottages?",
    "trogdor.call.land": "{names}, the land moves.",
    # The picture for those who do not see it
    "trogdor.alt": "Trogdor!!, table {code}. {turn}",
    "trogdor.alt.trogdor": "Trogdor at {square}.",
    "trogdor.alt.hiding": "Trogdor hiding at {square}.",
    "trogdor.alt.knights.one": "Knight at {squares}.",
    "trogdor.alt.knights.many": "Knights at {squares}.",
    "trogdor.alt.troghammer": "Troghammer at {square}.",
    "trogdor.alt.archer": "Archer at {square}.",
    "trogdor.alt.peasants.one": "Peasant at {squares}.",
    "trogdor.alt.peasants.many": "Peasants at {squares}.",
    "trogdor.alt.lit.one": "Burning peasant at {squares}.",
    "trogdor.alt.lit.many": "Burning peasants at {squares}.",
    "trogdor.alt.all": "All tiles are burned.",
    "trogdor.alt.none": "No tile is burned.",
    "trogdor.alt.fresh": "All tiles are burned but {squares}.",
    "trogdor.alt.burned": "Burned: {squares}.",
    "trogdor.alt.aflame.one": "Cottage on fire at {squares}.",
    "trogdor.alt.aflame.many": "Cottages on fire at {squares}.",
    "trogdor.alt.ready.one": "Cottage ready to burn at {squares}.",
    "trogdor.alt.ready.many": "Cottages ready to burn at {squares}.",
    "trogdor.alt.meter": "{health} on the Trog-Meter, {void} in the Void.",
    "trogdor.alt.player": "{name}, {keeper}{item}: {cards}.",
    "trogdor.alt.charged": ", {item} charged",
    "trogdor.alt.empty": ", {item} empty",
    "trogdor.alt.no-card": "no card",
    "trogdor.alt.row": "Row {number}: {kinds}.",
    # Questions of the menu
    "trogdor.bonus.one": "The flowers add {count} point.",
    "trogdor.bonus.many": "The flowers add {count} points.",
    "trogdor.lost.one": "**{card}** would waste {count} extra point.",
    "trogdor.lost.many": "**{card}** would waste {count} extra points.",
    "trogdor.ask.act": "What does the dragon do?",
    "trogdor.ask.spent": "End your turn, and the land moves.",
    "trogdor.ask.hiding": "The dragon hides. End your turn, and the land moves.",
    "trogdor.ask.path": "The fuse is lit.",
    "trogdor.ask.late": "It's too late for **{card}**.",
    "trogdor.ask.reach": "**{card}** reaches nothing here.",
    "trogdor.ask.trade": "**{name}** offers **{partner}** {mine} for {theirs}.",
    "trogdor.ask.aim": "{effect} Where?",
    "trogdor.ask.where": "From **{square}** to where?",
    "trogdor.ask.after": "{effect} Pick a target, or end your turn.",
    "trogdor.ask.item": "{item} still works: press **My keeper**, or end your turn.",
    "trogdor.ask.shield": "Here comes {who}. The Shield stops one hit; another knight may follow.",
    "trogdor.ask.trinket": "The Archer has Trogdor in his sights. The Trinket stops this arrow.",
    "trogdor.ask.flask": "His run ends at {square}. The Flask puts him on the Trog-Meter, once.",
    "trogdor.ask.flask.each": "His run ends at {square}. The Flask puts one on the Trog-Meter; you're asked for each.",
    "trogdor.ask.pouch": "Which way do they go?{repair}",
    "trogdor.ask.repair": " They repair where they stop.",
    "trogdor.ask.spawn": "They come from the Trog-Meter, one a cottage.",
    "trogdor.confirm.finish.one": "Stop with {count} point left? There's still something to do.",
    "trogdor.confirm.finish.many": "Stop with {count} points left? There's still something to do.",
    "trogdor.confirm.hide.one": "Hide now? It ends your actions, with {count} point left.",
    "trogdor.confirm.hide.many": "Hide now? It ends your actions, with {count} points left.",
    "trogdor.confirm.death": "The knights there would kill Trogdor. Go all the same?",
    "trogdor.confirm.leave": "Leave the game for good? The others play on; if you're the last, it's a defeat.",
    # Buttons and lists
    "trogdor.pad.n": "⬆️",
    "trogdor.pad.e": "➡️",
    "trogdor.pad.s": "⬇️",
    "trogdor.pad.w": "⬅️",
    "trogdor.pad.ne": "↗️",
    "trogdor.pad.se": "↘️",
    "trogdor.pad.sw": "↙️",
    "trogdor.pad.nw": "↖️",
    "trogdor.pad.step": "{arrow} {square}",
    "trogdor.pad.knight": "{step} knight!",
    "trogdor.pad.deadly": "{step} deadly!",
    "trogdor.menu.play": "Play {card} (+{points})",
    "trogdor.menu.play.none": "Play {card}",
    "trogdor.menu.discard": "Discard {card} (+{points})",
    "trogdor.menu.accept": "{name}: accept",
    "trogdor.menu.decline": "{name}: decline",
    "trogdor.menu.film": "Watch the land's turn",
    "trogdor.menu.aside": "My keeper",
    "trogdor.menu.aside.item": "My keeper ({item} ready)",
    "trogdor.menu.chomp": "Chomp peasant",
    "trogdor.menu.burn.tile": "Burn tile",
    "trogdor.menu.burn.peasant": "Burn peasant",
    "trogdor.menu.burn.cottage": "Burn cottage",
    "trogdor.menu.tunnel": "Tunnel to {square}",
    "trogdor.menu.hide": "Hide",
    "trogdor.menu.card": "Use {card}",
    "trogdor.menu.finish": "End turn",
    "trogdor.menu.finish.wasting.one": "End turn ({count} point left)",
    "trogdor.menu.finish.wasting.many": "End turn ({count} points left)",
    "trogdor.menu.finish.card": "On to {card}",
    "trogdor.menu.peasant": "{square}: a peasant",
    "trogdor.menu.cottage": "{square}: the cottage",
    "trogdor.menu.hammer": "{square}: the Troghammer",
    "trogdor.menu.several": "Pick any tiles",
    "trogdor.menu.group.tile": "Pick a tile",
    "trogdor.menu.group.peasant": "a peasant",
    "trogdor.menu.group.cottage": "a cottage",
    "trogdor.menu.tunnel.which": "Which tunnel?",
    "trogdor.menu.tunnel.where": "The tunnel at {square} trades places with…",
    "trogdor.menu.knight.which": "Which knight?",
    "trogdor.menu.knight.where": "From {square} to…",
    "trogdor.menu.shield.yes": "Raise the Shield",
    "trogdor.menu.shield.no": "Take the hit",
    "trogdor.menu.trinket.yes": "Use the Trinket",
    "trogdor.menu.trinket.no": "Take the arrow",
    "trogdor.menu.flask.yes": "Save him",
    "trogdor.menu.flask.no": "Let him go",
    "trogdor.menu.pouch.no": "Let them go {direction}",
    "trogdor.menu.way.n": "⬆️ North",
    "trogdor.menu.way.e": "➡️ East",
    "trogdor.menu.way.s": "⬇️ South",
    "trogdor.menu.way.w": "⬅️ West",
    "trogdor.menu.spawn": "At {squares}",
    # The private menu
    "trogdor.aside.keeper": "You're **{keeper}**. {effect}",
    "trogdor.aside.charged": "**{item}** (charged) · {use} Recharge: {recharge}",
    "trogdor.aside.empty": "**{item}** (empty) · {use} Recharge: {recharge}",
    "trogdor.aside.asks.ask": "When its moment comes, you're asked.",
    "trogdor.aside.asks.auto": "When its moment comes, it works by itself.",
    "trogdor.aside.asks.never": "When its moment comes, it rests.",
    "trogdor.aside.pouch": "By itself, it picks the way that repairs the fewest tiles.",
    "trogdor.aside.own": "It works and recharges on your turn only.",
    "trogdor.aside.anyone": "It works on your turn only, and recharges on anybody's.",
    "trogdor.aside.disk": "It works on your turn only.",
    "trogdor.aside.trading": "Trades with Yubbitz are open until the turn's card is chosen.",
    "trogdor.aside.waits": "You offer **{name}** {mine} for {theirs}. No answer yet.",
    "trogdor.aside.offered": "**{name}** offers you {mine} for your {theirs}.",
    "trogdor.aside.trade": "Offer a trade…",
    "trogdor.aside.swap": "{mine} for {theirs}",
    "trogdor.aside.with": "with {name}",
    "trogdor.aside.accept": "Accept",
    "trogdor.aside.decline": "Decline",
    "trogdor.aside.withdraw": "Take the offer back",
    "trogdor.aside.item": "Use the {item}",
    "trogdor.aside.prefer.ask": "Ask me about the {item}",
    "trogdor.aside.prefer.auto": "Use the {item} by itself",
    "trogdor.aside.prefer.never": "Never use the {item}",
    "trogdor.aside.leave": "Leave the game",
}
"""What is said while a game runs."""

_REVIEW: Final = {
    "trogdor.review.victory": "Victory for {names} in turn {turn}, with {health} on the Trog-Meter.",
    "trogdor.review.petite-victory": "A petite victory for {names}: Trogdor died in turn {turn}, and his Fiery Rage burned the rest.",
    "trogdor.review.defeat": "Defeat in turn {turn}: Trogdor is dead, and {left} outlived him.",
    "trogdor.review.left": "Defeat in turn {turn}: nobody stayed to keep Trogdor.",
    "trogdor.review.to-burn": "left to burn",
    "trogdor.review.health": "Trog-Meter",
    "trogdor.review.turns": "turns",
    "trogdor.review.burned": "tiles burned",
    "trogdor.review.aflame": "cottages burned",
    "trogdor.review.repaired": "{count}, {undone} repaired",
    "trogdor.review.unrepaired": "{count}",
    "trogdor.review.mended": "{count}, {undone} put out",
    "trogdor.review.unmended": "{count}",
    "trogdor.review.chomped": "peasants chomped",
    "trogdor.review.lit": "peasants set on fire",
    "trogdor.review.damage": "damage taken",
    "trogdor.review.rage": "his Fiery Rage took",
    "trogdor.review.turning": "Turn {turn}, {name}: {what}, {left} left to burn",
    "trogdor.review.turning.meter": "Turn {turn}, {name}: {what}, {left} left; Trog-Meter {was} to {now}",
    "trogdor.review.turning.fire": "{count} burned",
    "trogdor.review.turning.rain": "{count} lost",
    "trogdor.review.turning.none": "none burned",
}
"""What is told of a whole game."""

_ODDS: Final = {
    "trogdor.odds.struck": "If the turn ends now, Trogdor is hit at {square}",
    "trogdor.odds.struck.last": "If the turn ends now, Trogdor is hit at {square}, and that's the end",
    "trogdor.odds.struck.there": "`{action}` first, and he is hit at {square}",
    "trogdor.odds.struck.elsewhere": "- Elsewhere: {places}",
    "trogdor.odds.run.end.one": "`{action}`: the peasant's run burns the last tile",
    "trogdor.odds.run.end.many": "`{action}`: the peasant's run burns all {count} tiles left",
    "trogdor.odds.run.cottage": "`{action}`: the peasant's run sets fire to a cottage",
    "trogdor.odds.run.lake": "`{action}`: the Lake saves the peasant",
    "trogdor.odds.repair": "If the turn ends now, peasants repair a tile",
    "trogdor.odds.mend": "If the turn ends now, a knight puts out a cottage",
}
"""How likely things are."""

_LUCK: Final = {
    "trogdor.luck.one": "The land struck at Trogdor {count} time; {expected} was to be expected.",
    "trogdor.luck.many": "The land struck at Trogdor {count} times; {expected} was to be expected.",
    "trogdor.luck.about": "-# A strike is a knight on his square or an arrow over it in the land's turn, even if an item stops it. Each card is compared with all that could have come. Where he hides or plays Block, none can strike.",
}
"""What chance gave."""

ENGLISH: Final = {
    **dict(_facts()),
    **_OPTIONS,
    **_TOLD,
    **_REFUSALS,
    "trogdor.rules": _RULES,
    **PHRASES,
    **_REVIEW,
    **_ODDS,
    **_LUCK,
}
"""Every sentence of the game."""
