"""Trogdor!! in English; what stands on cards comes from the game's facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from data.trogdor import FACTS
from engine.trogdor.phrases import PHRASES

_OPTIONS: Final = {
    "trogdor.lobby": "Who begins is drawn at random; then the turns go down this list, round and round. Items work, and as a rule recharge, in their owner's own turns only.",
    "trogdor.pick.keeper": "Your keeper",
    "trogdor.pick.item": "Your item",
    "trogdor.keeper.any": "A keeper at random",
    "trogdor.keeper.any.told": "One of the keepers whom nobody picks.",
    "trogdor.item.any": "An item at random",
    "trogdor.item.any.told": "One of the items that nobody picks.",
    "trogdor.example": "step n",
    "trogdor.option.map": "Which of the house's maps is to burn",
    "trogdor.option.own_map": "A map of your own, as a file; the page on Trogdor!! in the docs shows its form",
    "trogdor.option.own_deck": "A movement deck of your own, as a file; the page in the docs shows its form",
    "trogdor.option.keepers": "Whether keepers are dealt at random or chosen by the players",
    "trogdor.option.items": "Whether items are dealt at random or chosen by the players",
    "trogdor.option.troghammers": "How many Troghammer cards the first damage brings: the fewer, the easier",
    "trogdor.option.menders": "Who puts out cottages: every knight, or, which is easier, the Troghammer alone",
    "trogdor.option.lake": "Whether the Lake is water, a plain tile, which is easier, or as the map says",
    "trogdor.option.recharge": "When an item recharges: in its owner's turn, or, which is easier, in anybody's",
}
"""What is read before a game begins."""

_REFUSALS: Final = {
    "trogdor.not-notation": "“{text}” is nothing a dragon can do. Write `play block`, `step n` or just `c3`, `burn`, `burn peasant`, `card b2`, `item`, `finish`.",
    "trogdor.no-such-card": "There is no card “{text}”.",
    "trogdor.which-card": "“{text}” could be several cards: write a little more.",
    "trogdor.over": "The game is over.",
    "trogdor.left": "You have left this game; you may still watch.",
    "trogdor.not-your-turn": "It is the turn of {who}; you are called when it is yours.",
    "trogdor.not-now": "That does not fit now. In a turn you first play a card or throw one away, then you act, then the land moves; whoever it asks something answers before all else.",
    "trogdor.not-held": "You do not hold `{card}`.",
    "trogdor.path-first": "Path o' Burnination was played, so the fire has to run first: `card`.",
    "trogdor.path-acts": "With Path o' Burnination there are no actions in this turn.",
    "trogdor.hidden": "Trogdor is hiding: he stays where he is until the turn ends.",
    "trogdor.no-points": "There are no action points left; `finish` ends the actions.",
    "trogdor.no-diagonal": "Trogdor does not step diagonally in this turn, so no `step {direction}`.",
    "trogdor.off-map": "The map ends there: no `step {direction}`.",
    "trogdor.no-tunnel": "No tunnel leads from {here} to {square}.",
    "trogdor.no-peasant": "There is no peasant at {square}.",
    "trogdor.already-burned": "That has burned at {square} already.",
    "trogdor.lake-not-ready": "The Lake at {square} burns only after the tiles north, east, south and west of it.",
    "trogdor.no-cottage": "There is no cottage at {square}.",
    "trogdor.cottage-not-ready": "The cottage at {square} burns only after its own tile and all the tiles around it, the slanting ones too.",
    "trogdor.cannot-hide": "{square} is no place to hide.",
    "trogdor.no-effect": "There is no card with an effect to use now.",
    "trogdor.effect-used": "The effect of `{card}` has been used.",
    "trogdor.effect-too-late": "The moment for `{card}` has passed.",
    "trogdor.effect-too-early": "`{card}` comes after the actions: `finish` ends them.",
    "trogdor.no-target": "That is none of its targets now; say which of them you mean.",
    "trogdor.item-empty": "Your item, `{item}`, is empty; it has to be recharged first.",
    "trogdor.item-used": "Your item, `{item}`, was used in this turn; once a turn is all.",
    "trogdor.item-waits": "Your item, `{item}`, waits for its moment; you are asked then, or it works by itself.",
    "trogdor.item-not-now": "Your item, `{item}`, works only while actions are open.",
    "trogdor.void-empty": "Nobody is in the Void who could come back.",
    "trogdor.wrong-number": "Peasants to place at different cottages that are not on fire: {number}.",
    "trogdor.no-trade": "Trades are for the moment before the active player chooses a card.",
    "trogdor.no-partner": "Only Yubbitz trades: with anybody else, and anybody else with Yubbitz.",
    "trogdor.no-cards": "A trade is one card you hold for another one that the other player holds.",
    "trogdor.no-offer": "There is no offer that you could answer or take back.",
    "trogdor.no-setting": "Your item, `{item}`, has no such setting, or has it already.",
}
"""One sentence for each refusal of the engine."""

_RULES: Final = """**Trogdor!!** is for one to six keepers who lead one dragon, and win or lose together.

**You win** at the moment when all 25 tiles are burned, all three cottages are on fire, and no peasant is on the map. Peasants on the Trog-Meter are Trogdor's health, 4 at the start; those in the Void are gone.

**Your turn, first part: the dragon.** You hold a card and draw another. Play one for its points and its effect, or throw one away for 5 points. The other one stays with you. A point buys one of these, where Trogdor stands:
- a **step** north, east, south or west, not over the edge; walking into a knight hurts
- **burn** the tile, or a peasant, or the cottage. The Lake burns only after the tiles on its four sides. A cottage burns only after its own tile and every tile around it.
- **chomp** a peasant: one more on the Trog-Meter
- crawl from one **tunnel** to the other
- **hide** on a mountain: no harm until the turn ends, but nothing more to spend

Points may be left over. What a card burns from afar is tiles only, and the Lake does not mind then.

**A burning peasant** runs along the path of a movement card. Each tile on it burns, also the one where he starts; a cottage burns if it can at that moment; other peasants there catch fire and run in their turn. Then he is off to the Void, unless he comes to the Lake, which saves him.

**Second part: the land.** One movement card says it all.
1. New peasants come out of cottages that do not burn, one each, until there are as many as the card wants. They come from the Trog-Meter, which is no damage.
2. All peasants take a step, round the edges if need be. With Repair on the card they make good the tile where they stop. Whoever walks into a burning cottage catches fire.
3. The knights walk the card's path. They put out burning cottages on their way, and hurt Trogdor when they come to his square.
4. The archer walks it, too, then shoots along his last step, forward and backward, over the whole row or column.

**Damage** sends a peasant from the Trog-Meter to the Void. With the meter empty, the next hit kills Trogdor. His **Fiery Rage** then burns everything on five more paths: if that finishes the kingdom, it is a petite victory, otherwise a defeat. The first damage shuffles the **Troghammer** into the deck, up to 7 cards of him: a third knight, who walks whenever one of them is drawn.

**Keepers and items.** Your keeper's power holds in your own turns. Your item works, and recharges, in your own turns only; it works once, then has to be recharged. Yubbitz is the keeper who can trade cards with the others, until the active player has chosen a card. **For yourself**, under the board, tells what yours do. There you also set whether your Shield, Trinket, Flask or Pouch asks you first, make trades with Yubbitz, or leave.

**Notation**: squares are a1 in the north-west to e5 in the south-east. `play majesty`, `discard block`, `step n` or just `c3`, `tunnel e1`, `chomp`, `burn`, `burn peasant`, `burn cottage`, `hide`, `card b2 d4`, `item c3`, `finish`. The buttons do all of this.

The movement deck and the maps are the house's own; a group that owns the game can bring its own as files."""
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
    "trogdor.card": "**{card}**: {effect}",
    "trogdor.places": "{square} ({count})",
    "trogdor.item.flask.short": "Flask",
    "trogdor.item.pouch.short": "Pouch",
    "trogdor.item.shield.short": "Shield",
    "trogdor.item.trinket.short": "Trinket",
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
    "trogdor.peasants.none": "nobody",
    "trogdor.peasants.one": "{count} peasant",
    "trogdor.peasants.many": "{count} peasants",
    "trogdor.line.row": "row {number}",
    "trogdor.line.column": "column {letter}",
    "trogdor.arrow": " → ",
    # What somebody did
    "trogdor.played.one": "**{name}** plays **{card}**: {count} point.",
    "trogdor.played.many": "**{name}** plays **{card}**: {count} points.",
    "trogdor.played.none": "**{name}** plays **{card}**: no points, but something is in the air.",
    "trogdor.discarded.one": "**{name}** throws **{card}** away for {count} point.",
    "trogdor.discarded.many": "**{name}** throws **{card}** away for {count} points.",
    "trogdor.moved.step": "**{name}** leads Trogdor from {origin} to {target}.",
    "trogdor.moved.tunnel": "**{name}** sends Trogdor underground: in at {origin}, out at {target}, dusty but happy.",
    "trogdor.moved.jump": "**{name}** takes Trogdor from {origin} to {target} in one leap.",
    "trogdor.chomped": "Trogdor swallows the peasant of {square} whole: {health} on the Trog-Meter.",
    "trogdor.hid": "Trogdor lies down on {square}. Nobody here but us hills.",
    "trogdor.gained.beans": "The beans do what beans do: {points} points more.",
    "trogdor.gained.stump": "That burned nicely: {points} points more.",
    "trogdor.gained.flowers": "The scent of flowers lingers: {points} points more.",
    "trogdor.effect": "**{name}** uses **{card}**.",
    "trogdor.film": "The land's turn",
    "trogdor.used": "**{name}** uses **{item}**.",
    "trogdor.kept": "**{name}** leaves **{item}** in the pocket.",
    "trogdor.recharged.one": "Charged again: {items}.",
    "trogdor.recharged.many": "Charged again: {items}.",
    "trogdor.warped": "The tunnel of {tunnel} and the tile of {other} change places; the map makers quit.",
    "trogdor.lured": "Something glitters, and {who} wanders from {origin} to {target}.",
    "trogdor.healed": "A peasant climbs out of the Void, blinking: {health} on the Trog-Meter.",
    "trogdor.finished.none": "**{name}** ends the actions.",
    "trogdor.finished.one": "**{name}** leaves {count} point unspent.",
    "trogdor.finished.many": "**{name}** leaves {count} points unspent.",
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
    "trogdor.aflame.one": "The cottage of {squares} is on fire!",
    "trogdor.aflame.many": "The cottages of {squares} are on fire!",
    "trogdor.mended.one": "A bucket, a splash: {who} puts out the cottage of {squares}.",
    "trogdor.mended.many": "Buckets everywhere: {who} put out the fire at {squares}.",
    "trogdor.lit.trogdor.one": "The peasant of {squares} is on fire.",
    "trogdor.lit.trogdor.many": "The peasants of {squares} are on fire.",
    "trogdor.lit.peasant.one": "A bystander at {squares} catches fire.",
    "trogdor.lit.peasant.many": "Bystanders at {squares} catch fire.",
    "trogdor.lit.cottage.one": "At {squares} somebody comes home to a burning cottage, and burns along.",
    "trogdor.lit.cottage.many": "At {squares} some come home to a burning cottage, and burn along.",
    "trogdor.ran.one": "The run: {runs}.",
    "trogdor.ran.many": "{count} runs: {runs}.",
    "trogdor.ran.void": "{origin} → {target} and into the Void",
    "trogdor.ran.lake": "{origin} → {target} and into the Lake, hissing with relief",
    "trogdor.ran.flask": "{origin} → {target} and into the Flask",
    "trogdor.erased.peasants.one": "A peasant of {squares} was never seen again.",
    "trogdor.erased.peasants.many": "Peasants of {squares} were never seen again.",
    "trogdor.erased.knights": "Standing in the way was a bad idea: {who}, gone.",
    # What the land did
    "trogdor.story.land": "**The land** goes on.",
    "trogdor.movement.plain": "**The land** draws {card}: {wanted} wanted, and the peasants go {direction}.",
    "trogdor.movement.repair": "**The land** draws {card}: {wanted} wanted, and the peasants go {direction} and repair.",
    "trogdor.pouched": "**{name}** opens the Pouch, and the peasants head {direction}.",
    "trogdor.spawned.one": "A new peasant comes out at {squares}: {health} left on the Trog-Meter.",
    "trogdor.spawned.many": "New peasants come out at {squares}: {health} left on the Trog-Meter.",
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
    "trogdor.hurt.one": "Ouch! Trogdor is hit by {who} at {square}: {health} left on the Trog-Meter.",
    "trogdor.hurt.many": "Ouch, {count} times! Trogdor is hit by {who} at {square}: {health} left on the Trog-Meter.",
    "trogdor.flowers": "Trogdor stops to smell the flowers: 3 points more for whoever comes next.",
    "trogdor.hammers.one": "First blood: the Troghammer card goes into the deck.",
    "trogdor.hammers.many": "First blood: {count} Troghammer cards go into the deck.",
    "trogdor.reshuffled.trog": "The Trog deck was shuffled anew.",
    "trogdor.reshuffled.movement": "The movement deck was shuffled anew.",
    # Whose turn began
    "trogdor.began": "**Turn {number}, {name}.**",
    "trogdor.drawn": "The new card: **{card}**.",
    "trogdor.hammer.one": "A Troghammer card!",
    "trogdor.hammer.many": "{count} Troghammer cards!",
    "trogdor.entered": "The Troghammer stomps in at {square}.",
    # Who sits here
    "trogdor.offered": "**{name}** offers **{partner}** a trade: {mine} for {theirs}.",
    "trogdor.traded": "A deal: **{name}** gives {mine}, **{partner}** gives {theirs}.",
    "trogdor.untraded.partner": "The trade that **{name}** offered was declined.",
    "trogdor.untraded.owner": "**{name}** takes the offer back.",
    "trogdor.untraded.table": "The trade that **{name}** offered is off.",
    "trogdor.preferred.ask": "**{name}** wants to be asked before the item is used.",
    "trogdor.preferred.auto": "**{name}** lets the item work by itself.",
    "trogdor.preferred.never": "**{name}** lets the item rest.",
    "trogdor.gone": "**{name}** leaves the table; the hand goes to the discards.",
    "trogdor.gone.time": "**{name}** ran out of time and leaves the table; the hand goes to the discards.",
    # The end
    "trogdor.died": "Trogdor is hit by {who} at {square}, and has nothing left to lose.",
    "trogdor.rage": "**Fiery Rage!** From {square} the dying dragon storms through five paths.",
    "trogdor.raged": "His way: {way}.",
    "trogdor.ended.victory": "**Nothing is left to burn. Victory!**",
    "trogdor.ended.petite-victory": "**Nothing is left to burn, and no dragon to enjoy it. A petite victory!**",
    "trogdor.ended.defeat": "**Something still stands when the last flame goes out. Defeat.**",
    "trogdor.ended.left": "**Nobody is left to keep the dragon. Defeat.**",
    "trogdor.over.victory": "**Victory!** The kingdom is ash, and the dragon belongs to {names}.",
    "trogdor.over.petite-victory": "**Petite victory!** Trogdor fell, his rage did the rest, and {names} may sweep up.",
    "trogdor.over.defeat": "**Defeat.** The dragon is dead, and Peasantry still stands. It will have to sleep lightly.",
    "trogdor.over.left": "**Defeat.** The last keeper went home, and the dragon with nobody.",
    # The board
    "trogdor.header": "Turn {number} · to go: {tiles}, {cottages}, {peasants} · Trog-Meter {health} · Void {void}",
    "trogdor.header.keeper": "{name}: {keeper}",
    "trogdor.header.gone": "{name}: left",
    "trogdor.header.piles": "-# Trog deck {pile}, discards {discards} · movement deck {movement}, discards {movement_discards}",
    "trogdor.header.lots": "Drawn by lot: **{name}** begins, then {others}.",
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
    "trogdor.call.choose": "{names}, Trogdor is yours: play a card, or throw one away for its points.",
    "trogdor.call.points.none": "{names}, no points are left.",
    "trogdor.call.points.one": "{names}, one point to spend.",
    "trogdor.call.points.many": "{names}, {count} points to spend.",
    "trogdor.call.after": "{names}, the actions are over; your card can still do its part.",
    "trogdor.call.shield": "{names}, a knight is about to hit Trogdor: does the Shield take it?",
    "trogdor.call.trinket": "{names}, an arrow is about to hit Trogdor: does the Trinket stop it?",
    "trogdor.call.flask": "{names}, a peasant has burned out: does the Flask save him?",
    "trogdor.call.pouch": "{names}, the peasants are about to walk: another way?",
    "trogdor.call.wanted.one": "{names}, a new peasant wants to come out: at which cottage?",
    "trogdor.call.wanted.many": "{names}, {count} new peasants want to come out: at which cottages?",
    "trogdor.call.land": "{names}, the land moves.",
    # The picture for those who do not see it
    "trogdor.alt": "Trogdor!!, table {code}, turn {number}. {turn}",
    "trogdor.alt.trogdor": "Trogdor {square}.",
    "trogdor.alt.hiding": "Trogdor {square}, hiding.",
    "trogdor.alt.knights.one": "Knight {squares}.",
    "trogdor.alt.knights.many": "Knights {squares}.",
    "trogdor.alt.troghammer": "Troghammer {square}.",
    "trogdor.alt.archer": "Archer {square}.",
    "trogdor.alt.peasants.one": "Peasant {squares}.",
    "trogdor.alt.peasants.many": "Peasants {squares}.",
    "trogdor.alt.lit.one": "Burning peasant {squares}.",
    "trogdor.alt.lit.many": "Burning peasants {squares}.",
    "trogdor.alt.all": "All tiles are burned.",
    "trogdor.alt.none": "No tile is burned.",
    "trogdor.alt.fresh": "All tiles are burned but {squares}.",
    "trogdor.alt.burned": "Burned: {squares}.",
    "trogdor.alt.aflame.one": "Cottage on fire: {squares}.",
    "trogdor.alt.aflame.many": "Cottages on fire: {squares}.",
    "trogdor.alt.meter": "Trog-Meter {health}, Void {void}.",
    "trogdor.alt.player": "{name}, {keeper}{item}: {cards}.",
    "trogdor.alt.charged": ", {item} charged",
    "trogdor.alt.empty": ", {item} empty",
    "trogdor.alt.no-card": "no card",
    "trogdor.alt.row": "Row {number}: {kinds}.",
    # Questions of the menu
    "trogdor.bonus.one": "The flowers bring {count} point more.",
    "trogdor.bonus.many": "The flowers bring {count} points more.",
    "trogdor.lost.one": "Mind: with **{card}** you lose {count} extra point, for it leaves nothing to spend.",
    "trogdor.lost.many": "Mind: with **{card}** you lose {count} extra points, for it leaves nothing to spend.",
    "trogdor.ask.act": "What does the dragon do?",
    "trogdor.ask.spent": "All is spent. Is there anything else before the land moves?",
    "trogdor.ask.hiding": "The dragon hides, and his actions are over. Is there anything else before the land moves?",
    "trogdor.ask.late": " (too late now)",
    "trogdor.ask.reach": " (nothing in reach here)",
    "trogdor.ask.trade": "An open trade: {mine} of **{name}** for {theirs} of **{partner}**.",
    "trogdor.ask.aim": "{effect} Where? The dots show it.",
    "trogdor.ask.where": "From **{square}** to where? The dots show it.",
    "trogdor.ask.after": "{effect} Where, if at all?",
    "trogdor.ask.nothing": "The actions are over. Is there anything else?",
    "trogdor.ask.shield": "Here comes {who}. The Shield stops one hit; others by the same card may still come.",
    "trogdor.ask.trinket": "The archer has Trogdor in his line. The Trinket stops this arrow.",
    "trogdor.ask.flask": "The run ends at {square}. With the Flask he goes to the Trog-Meter and not into the Void. It works once; on Path o' Burnination you are asked for each peasant.",
    "trogdor.ask.pouch": "The card sends the peasants {direction}.{repair} The Pouch can turn them.",
    "trogdor.ask.repair": " They repair where they stop, whichever way they go.",
    "trogdor.ask.spawn": "They come from the Trog-Meter, at most one a cottage.",
    "trogdor.confirm.finish.one": "End the actions with {count} point unspent? There is still something to do.",
    "trogdor.confirm.finish.many": "End the actions with {count} points unspent? There is still something to do.",
    "trogdor.confirm.hide.one": "Hide now? It costs a point and ends your actions: the other point is lost.",
    "trogdor.confirm.hide.many": "Hide now? It costs a point and ends your actions: the other {count} points are lost.",
    "trogdor.confirm.death": "The knights there would kill Trogdor: he has too little health. Go all the same?",
    "trogdor.confirm.leave": "Leave the game for good? Your cards go to the discards and the others play on; if you are the last, it is a defeat.",
    # Buttons and lists
    "trogdor.pad.n": "↑",
    "trogdor.pad.e": "→",
    "trogdor.pad.s": "↓",
    "trogdor.pad.w": "←",
    "trogdor.pad.ne": "↗",
    "trogdor.pad.se": "↘",
    "trogdor.pad.sw": "↙",
    "trogdor.pad.nw": "↖",
    "trogdor.pad.here": "{square}",
    "trogdor.pad.step": "{arrow} {square}",
    "trogdor.pad.knight": "{step} knight!",
    "trogdor.menu.play.one": "Play {card} ({count} point)",
    "trogdor.menu.play.many": "Play {card} ({count} points)",
    "trogdor.menu.discard.one": "Throw {card} away ({count} point)",
    "trogdor.menu.discard.many": "Throw {card} away ({count} points)",
    "trogdor.menu.accept": "{name}: take the trade",
    "trogdor.menu.decline": "{name}: no trade",
    "trogdor.menu.film": "Watch the land's turn",
    "trogdor.menu.aside": "For yourself",
    "trogdor.menu.chomp": "Chomp a peasant (1)",
    "trogdor.menu.burn.tile": "Burn the tile (1)",
    "trogdor.menu.burn.peasant": "Burn a peasant (1)",
    "trogdor.menu.burn.cottage": "Burn the cottage (1)",
    "trogdor.menu.tunnel": "Tunnel to {square} (1)",
    "trogdor.menu.hide": "Hide and stay (ends your actions)",
    "trogdor.menu.card": "Use {card}",
    "trogdor.menu.item": "Use {item}",
    "trogdor.menu.finish": "End the actions",
    "trogdor.menu.finish.wasting.one": "End the actions ({count} point left)",
    "trogdor.menu.finish.wasting.many": "End the actions ({count} points left)",
    "trogdor.menu.without": "End the turn",
    "trogdor.menu.peasant": "{square}: a peasant",
    "trogdor.menu.cottage": "{square}: the cottage",
    "trogdor.menu.hammer": "{square}: the Troghammer",
    "trogdor.menu.several": "Pick any of these tiles",
    "trogdor.menu.group.tile": "Pick a square",
    "trogdor.menu.group.peasant": "a peasant",
    "trogdor.menu.group.cottage": "a cottage",
    "trogdor.menu.tunnel.which": "Which tunnel?",
    "trogdor.menu.tunnel.where": "The tunnel of {square} changes places with",
    "trogdor.menu.knight.which": "Which knight?",
    "trogdor.menu.knight.where": "From {square} to",
    "trogdor.menu.shield.yes": "Raise the Shield",
    "trogdor.menu.shield.no": "Take the hit",
    "trogdor.menu.trinket.yes": "Use the Trinket",
    "trogdor.menu.trinket.no": "Take the arrow",
    "trogdor.menu.flask.yes": "Save him",
    "trogdor.menu.flask.no": "Let him go",
    "trogdor.menu.pouch.no": "Let them go {direction}",
    "trogdor.menu.way.n": "↑ north",
    "trogdor.menu.way.e": "→ east",
    "trogdor.menu.way.s": "↓ south",
    "trogdor.menu.way.w": "← west",
    "trogdor.menu.spawn": "At {squares}",
    # The private menu
    "trogdor.aside.keeper": "You are **{keeper}**: {effect}",
    "trogdor.aside.charged": "**{item}**, charged: {use} Recharge: {recharge}",
    "trogdor.aside.empty": "**{item}**, empty: {use} Recharge: {recharge}",
    "trogdor.aside.asks.ask": "When its moment comes, you are asked.",
    "trogdor.aside.asks.auto": "When its moment comes, it works by itself.",
    "trogdor.aside.asks.never": "When its moment comes, it rests.",
    "trogdor.aside.pouch": "By itself it picks the way on which the fewest tiles are repaired.",
    "trogdor.aside.own": "It works, and recharges, in your own turns only.",
    "trogdor.aside.anyone": "It works in your own turns only; it recharges in anybody's.",
    "trogdor.aside.disk": "It works in your own turns only.",
    "trogdor.aside.trading": "Trades with Yubbitz are made until the active player has chosen a card.",
    "trogdor.aside.waits": "You offer **{name}** {mine} for {theirs}; it waits for an answer.",
    "trogdor.aside.offered": "**{name}** offers you {mine} for your {theirs}.",
    "trogdor.aside.trade": "Offer a trade",
    "trogdor.aside.swap": "{mine} for {theirs}",
    "trogdor.aside.with": "with {name}",
    "trogdor.aside.accept": "Trade",
    "trogdor.aside.decline": "Decline",
    "trogdor.aside.withdraw": "Take the offer back",
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
}
"""How likely things are."""

_LUCK: Final = {
    "trogdor.luck.one": "Where he stood, the land's cards struck at Trogdor {count} time; {expected} was to be expected.",
    "trogdor.luck.many": "Where he stood, the land's cards struck at Trogdor {count} times; {expected} was to be expected.",
    "trogdor.luck.about": "-# A strike is a knight on his square, or an arrow over it, in the land's turn, even if an item stops it. Each card is set against all that could have come; where he hides or Block holds, none can strike.",
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
