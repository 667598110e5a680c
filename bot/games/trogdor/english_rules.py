"""Trogdor!! in English: the rules in short, the options, and why something cannot be done."""

from __future__ import annotations

from typing import Final

OPTIONS: Final = {
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

REFUSALS: Final = {
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

RULES: Final = """**Trogdor!!** is for one to six keepers who lead one dragon, and win or lose together.

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
