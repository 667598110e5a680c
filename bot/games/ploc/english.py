"""Ploc in English."""

from __future__ import annotations

from typing import Final

from engine.ploc.phrases import PHRASES

_BEFORE: Final = {
    "ploc.seat.0.first": "Plockton, which begins match 1",
    "ploc.seat.1.first": "Broadford, which begins match 2",
    "ploc.example": "4a hit standing",
    "ploc.option.turn_limit": "House rule: after so many turns the side with more athletes wins a match; 0: no limit",
}
"""What is read before a game begins."""

_TOLD: Final = {
    # Things
    "ploc.village.0": "Plockton",
    "ploc.village.1": "Broadford",
    "ploc.athletes.one": "{count} athlete",
    "ploc.athletes.many": "{count} athletes",
    "ploc.turns.one": "{count} turn",
    "ploc.turns.many": "{count} turns",
    "ploc.score": "Plockton ({first}) {first_athletes} : {second_athletes} Broadford ({second})",
    "ploc.did.hit": "{die} hit at {place}",
    "ploc.did.hit.lying": "{die} hit a lying one at {place}",
    "ploc.did.swap": "{die} swapped for the {met} at {place} ({change})",
    "ploc.did.weaken": "{die} weakened one at {place}",
    "ploc.did.berserk": "berserk, {athletes} out",
    "ploc.die.rerolled": "{die} (rerolled)",
    # What happened
    "ploc.began": "**Match {match}:** {first}; {second}. **{name}** begins.",
    "ploc.began.side": "{village} rolls {dice} for {athletes}",
    "ploc.began.extra": "{village} rolls {dice}, which makes {athletes} with the extra one",
    "ploc.rolled": "**{name}** rolls {dice}.",
    "ploc.rerolled": "**{name}** rolls the {before} again: {after}.",
    "ploc.hit": "{die} against {met}: {village} loses an athlete.",
    "ploc.hit.lying": "{die} against {met}: {village} loses an athlete who lay there.",
    "ploc.weakened": "The {die} lays down an athlete of {village}.",
    "ploc.swapped": "The {die} takes the place of the {met}: {came}.",
    "ploc.swapped.came.one": "{count} athlete comes",
    "ploc.swapped.came.many": "{count} athletes come",
    "ploc.swapped.left.one": "{count} athlete leaves",
    "ploc.swapped.left.many": "{count} athletes leave",
    "ploc.swapped.even": "nobody comes, nobody leaves",
    "ploc.berserk": "**Berserk!** With three times {die}, {village} loses {athletes}.",
    "ploc.berserk.lying": "**Berserk!** With three times {die}, {village} loses {athletes}, {lying} of them lying.",
    "ploc.took-back": "**{name}** takes back what the dice did last.",
    "ploc.passed": "**{name}** ends the turn.",
    "ploc.offered": "**{name}** offers to end the match as it stands, {first} : {second}.",
    "ploc.accepted": "**{name}** agrees.",
    "ploc.declined": "**{name}** would rather pull on.",
    "ploc.resigned": "**{name}** gives up the game.",
    "ploc.resigned.time": "**{name}** ran out of time.",
    "ploc.ended": "**Match {match} goes to {name}, in {turns}: {why}.**",
    "ploc.ended.last": "Match {match} is over after {turns}: {why}.",
    "ploc.ended.hit": "the last athlete of {village} is out",
    "ploc.ended.berserk": "not one athlete of {village} is left after that",
    "ploc.ended.swap": "the last athlete of {village} has walked off after a swap of {name}",
    "ploc.ended.agreement": "that was agreed",
    "ploc.ended.limit": "no turns are left",
    "ploc.ended.concession": "{name} gives it up",
    # The board
    "ploc.header": "Match {match} of {matches} · {turn} · {score}",
    "ploc.header.turn": "turn {number}",
    "ploc.header.turn.limit": "turn {number} of {limit} (house rule)",
    "ploc.worth": "-# Winning match 1 brings one athlete more for match 2, and nothing else: match 2 decides.",
    "ploc.noted": "-# Match 1 went to **{name}**: one athlete more for {village}, and nothing else. Whoever wins this match wins the game.",
    "ploc.noted.over": "-# Match 1 went to {name}.",
    "ploc.begins": "**{name}** begins this match, **{other}** the next one.",
    "ploc.begins.last": "**{name}** begins this match.",
    "ploc.before": "-# Before: {name} rolled {dice}: {did}.",
    "ploc.over.hit": "**{name}** wins for {village}: match 2 is decided by a hit, {score}.",
    "ploc.over.berserk": "**{name}** wins for {village}, having gone berserk in match 2, {score}.",
    "ploc.over.swap": "**{name}** wins for {village}: {loser} has swapped away the last athlete of match 2, {score}.",
    "ploc.over.agreement": "**{name}** wins for {village}: match 2 was ended by agreement, {score}.",
    "ploc.over.limit": "**{name}** wins for {village}: match 2 has used up its turns, {score}.",
    "ploc.over.resignation": "**{name}** wins for {village}: {loser} has given up.",
    "ploc.over.resignation.time": "**{name}** wins for {village}: {loser} ran out of time.",
    "ploc.turn.won": "{village} wins",
    "ploc.turn.answer": "{village}: end the match?",
    "ploc.turn.done": "{village}: end the turn",
    "ploc.turn.reroll": "{village}: reroll, or use a die",
    "ploc.turn.dice.one": "{village}: {count} die to use",
    "ploc.turn.dice.many": "{village}: {count} dice to use",
    "ploc.call.answer": "{names}, shall match {match} end as it stands? **{winner}** would win it.",
    "ploc.call.done": "{names}, your dice are used.",
    "ploc.call.reroll.one": "{names}, it is your turn: a six in your column lets you reroll {count} die; then use all three.",
    "ploc.call.reroll.many": "{names}, it is your turn: sixes in your column let you reroll {count} dice; then use all three.",
    "ploc.call.dice.one": "{names}, one die is left to use.",
    "ploc.call.dice.many": "{names}, {count} dice are left to use.",
    "ploc.call.dice.all": "{names}, it is your turn: use all three dice.",
    # The picture for those who do not see it
    "ploc.alt": "Ploc, table {code}, match {match}, turn {number}. {turn}",
    "ploc.alt.side": "{village} of {name}: column {column}; {athletes}{lying}, {reserve} in reserve.",
    "ploc.alt.place": "{place} {die}",
    "ploc.alt.lying": ", {count} of them lying",
    "ploc.alt.rolled": "{village} rolled {dice}.",
    "ploc.alt.did": "{village} rolled {dice}: {did}.",
    # The menu
    "ploc.ask.die": "What does the **{die}** do, and beside which die of the column?",
    "ploc.ask.done": "End the turn, or take something back.",
    "ploc.ask.berserk": "Berserk removes {count} of {village}. Who is it?",
    "ploc.ask.end": "How is it to end?",
    "ploc.menu.reroll": "Reroll the {die}",
    "ploc.menu.die": "Use the {die} instead",
    "ploc.menu.die.chosen": "Using the {die}",
    "ploc.menu.places": "{first} or {last}",
    "ploc.menu.hit": "{where} · Hit: {who} {before}→{after}",
    "ploc.menu.hit.lying": "{where} · Hit a lying one: {who} {before}→{after}",
    "ploc.menu.swap": "{where} · Swap: you {before}→{after}",
    "ploc.menu.weaken": "{where} · Weaken: {before}→{after} of {who} lie",
    "ploc.menu.berserk": "Berserk! {who} {before}→{after}",
    "ploc.menu.berserk.whom": "Berserk! {who} {before}→{after}: whom?",
    "ploc.menu.whom": "{standing} standing, {lying} lying",
    "ploc.menu.whom.standing": "{standing} standing",
    "ploc.menu.whom.lying": "{lying} lying",
    "ploc.menu.undo": "Take back the {die}",
    "ploc.menu.undo.berserk": "Take back berserk",
    "ploc.menu.done": "End turn",
    "ploc.menu.accept": "Agree: end the match",
    "ploc.menu.decline": "Decline, pull on",
    "ploc.menu.end": "End early…",
    "ploc.menu.offer": "Offer to end",
    "ploc.menu.concede": "Concede match {match}",
    "ploc.menu.resign": "Resign",
    "ploc.confirm.offer": "Offer to end match {match} as it stands, {score}? If that is agreed, **{name}** wins it.",
    "ploc.confirm.offer.last": "Offer to end match {match} as it stands, {score}? If that is agreed, **{name}** wins it, and the game with it.",
    "ploc.confirm.concede": "Concede match {match}? Your opponent has one athlete more in match 2 then, and match 2 decides.",
    "ploc.confirm.resign": "Resign the whole game? Your opponent wins it then.",
    "ploc.confirm.swap": "You have {athletes}, and this swap sends all of them away: match {match} is lost at once. Swap all the same?",
    "ploc.confirm.swap.last": "You have {athletes}, and this swap sends all of them away: match {match} is lost at once, and the game with it. Swap all the same?",
    "ploc.confirm.swap.only": "There is nothing else that the {die} can do now.",
}
"""What is said while a game runs, and after it."""

_REFUSALS: Final = {
    "ploc.not-notation": "“{text}” is nothing dice can do. Write the die with its place, a, b or c, and then what it does, such as `4a hit standing`, `4a swap` or `4a weaken`; or `reroll 4`, `berserk 0`, `undo`, `done`.",
    "ploc.which-athlete": "Say whether the athlete stands or lies: `hit standing` or `hit lying`.",
    "ploc.how-many-lying": "Say how many of those removed are lying, as in `berserk 1`.",
    "ploc.over": "The game is over.",
    "ploc.not-your-turn": "It is the turn of {who}; you are called when it is yours.",
    "ploc.answer-first": "You were offered an end of the match: `accept` or `decline` first.",
    "ploc.offer-waits": "Your offer to end the match waits for its answer.",
    "ploc.no-offer": "There is no offer to answer.",
    "ploc.offered-already": "You have offered an end in this turn; you can do it again in your next one.",
    "ploc.last-match": "Match {match} is the last: to give it up is to give up the game, with `resign`.",
    "ploc.no-reroll": "There is a reroll for each six in your column as it was at the roll, sixes now: {sixes}; none is left.",
    "ploc.reroll-late": "Once a die is used, or you have gone berserk, none is rolled again.",
    "ploc.rerolled-already": "The {die} has been rolled again already, and has to stay.",
    "ploc.no-such-die": "There is no {die} left among your dice.",
    "ploc.place-taken": "Place {place} has met a die in this turn; each die goes to another place.",
    "ploc.all-used": "All dice are used: `done` ends the turn, `undo` takes the last one back.",
    "ploc.too-low": "A {die} at place {place} is lower than your {met}, so it hits nobody who stands.",
    "ploc.too-low-lying": "A {die} at place {place} is too low beside your {met}: to hit somebody who lies takes {needed} at least.",
    "ploc.none-standing": "All athletes of the other side are lying.",
    "ploc.none-lying": "No athlete of the other side is lying.",
    "ploc.unequal": "To go berserk, all three dice have to show the same.",
    "ploc.berserk-too-low": "Three times {die} is not enough to go berserk: the lowest die of your column is a {lowest}.",
    "ploc.berserk-late": "Berserk takes all three dice, and one of them is used.",
    "ploc.wrong-number": "{lying} lying ones are not to be had: it can be {least} to {most}.",
    "ploc.not-done": "A turn ends when all dice are used; left: {left}.",
    "ploc.nothing-to-undo": "There is nothing to take back in this turn.",
}
"""One sentence for each refusal of the engine."""

_RULES: Final = """**Ploc** is a tug-of-war with dice, for two, over two matches. Whoever has no athlete left loses the match. **Whoever wins match 2 wins the game**; winning match 1 brings one athlete more for match 2, and nothing else.

**Before a match** both roll three dice for their column, whose places are a, b and c. As many athletes take the rope as the dice show together. Plockton, in yellow, begins match 1, and Broadford, in red, begins match 2.

**Your turn**: three dice are rolled. For each six in your own column you may roll one of them again, one after the other, no die twice. Then each die goes to another place of your column and does one of these, in the order that you like:
- **Hit**: a die as high as the column's die beside it, or higher, takes out an athlete of the other side. Up to two lower will do for an athlete who lies.
- **Swap**: the rolled die and the column's die change places. You get one athlete, and as many more as the new die is higher; if it is lower, you lose the difference. The last athlete can be lost that way, and with them the match.
- **Weaken**: with any die you lay down an athlete of the other side. Those who lie still pull, but do not get up.

**Berserk**: three dice that show the same, and at least as much as the lowest die of your column, may take out four athletes at once, instead of all else.

You can take back what your dice did until you end the turn; rerolls stay.

**A match can also end** because one of you offers it, and the other agrees: then the side with more athletes wins it, on a tie whoever did not begin the match. You can offer that once in each of your turns. Match 1 can be conceded, and the whole game can be resigned, at any time. With the house rule `turn_limit` a match ends after so many turns, in the same way.

**Notation**: `4a hit standing`, `4a hit lying`, `4a swap`, `4a weaken` for a 4 at place a; `reroll 4`; `berserk 2`, two of the removed lying; `undo`; `done`; `offer`, `accept`, `decline`; `concede`; `resign`. The buttons do all of this."""

_REVIEW: Final = {
    "ploc.review.won.hit": "{name} wins for {village} by a hit in turn {turn} of match 2, {score}.",
    "ploc.review.won.berserk": "{name} wins for {village} by going berserk in turn {turn} of match 2, {score}.",
    "ploc.review.won.swap": "{name} wins for {village}: {loser} swapped the last athlete away in turn {turn} of match 2, {score}.",
    "ploc.review.won.agreement": "{name} wins for {village}: match 2 ended by agreement in turn {turn}, {score}.",
    "ploc.review.won.limit": "{name} wins for {village}: match 2 used up its {turn} turns, {score}.",
    "ploc.review.won.resignation": "{name} wins for {village}: {loser} gave up in turn {turn} of match {match}, {score}.",
    "ploc.review.won.resignation.time": "{name} wins for {village}: {loser} ran out of time in turn {turn} of match {match}, {score}.",
    "ploc.review.athletes": "athletes",
    "ploc.review.match": "match {match}",
    "ploc.review.match.hit": "{name}, by a hit, {turns}",
    "ploc.review.match.berserk": "{name}, by going berserk, {turns}",
    "ploc.review.match.swap": "{name}, by a swap of {loser}, {turns}",
    "ploc.review.match.agreement": "{name}, by agreement, {turns}",
    "ploc.review.match.limit": "{name}, at the limit, {turns}",
    "ploc.review.match.concession": "{name}, as {loser} gave it up, {turns}",
    "ploc.review.done.hits": "hits",
    "ploc.review.done.swaps": "swaps",
    "ploc.review.done.weakened": "athletes laid down",
    "ploc.review.done.berserks": "times berserk",
    "ploc.review.most": "most athletes",
    "ploc.review.turning": "Match {match}, turn {turn}, {name}: {was} becomes {now}",
    "ploc.review.turning.berserk": "Match {match}, turn {turn}: {name} berserk, {was} to {now}",
}
"""What is told of a whole game."""

_ODDS: Final = {
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
"""How likely things are."""

_LUCK: Final = {
    "ploc.luck.one": "**{name}**: {count} die showed {sum}; {expected} was to be expected.",
    "ploc.luck.many": "**{name}**: {count} dice showed {sum}; {expected} was to be expected.",
    "ploc.luck.about": "-# These are all dice thrown in turns, new rolls among them. The columns do not count: high ones bring athletes, and are as much harder to hit with.",
}
"""What chance gave."""

_DESCRIBED: Final = {
    "ploc.describe.hit": "{die} at {place}: hit a standing athlete",
    "ploc.describe.hit.lying": "{die} at {place}: hit a lying athlete",
    "ploc.describe.swap": "{die} at {place}: swap, your team goes from {before} to {after}",
    "ploc.describe.swap.same": "{die} at {place}: swap, your team stays at {before}",
    "ploc.describe.weaken": "{die} at {place}: weaken an athlete",
    "ploc.describe.reroll": "Reroll the {die}",
    "ploc.describe.berserk": "Berserk: removes {standing} standing and {lying} lying",
    "ploc.describe.undo": "Take back your last step",
    "ploc.describe.done": "End your turn",
    "ploc.describe.offer": "Offer to end match {match}",
    "ploc.describe.accept": "Accept: match {match} ends here",
    "ploc.describe.decline": "Decline: match {match} goes on",
    "ploc.describe.concede": "Concede match {match}",
    "ploc.describe.resign": "Resign the whole game",
}
"""An action in a few words, before it is taken."""

ENGLISH: Final = {
    **_BEFORE,
    **_TOLD,
    **_REFUSALS,
    "ploc.rules": _RULES,
    **PHRASES,
    **_REVIEW,
    **_ODDS,
    **_LUCK,
    **_DESCRIBED,
}
"""Every sentence of the game."""
