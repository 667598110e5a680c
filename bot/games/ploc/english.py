"""Ploc in English."""

from __future__ import annotations

from typing import Final

from engine.ploc.phrases import PHRASES

_BEFORE: Final = {
    "ploc.seat.0.first": "Plockton, which begins match 1",
    "ploc.seat.1.first": "Broadford, which begins match 2",
    "ploc.example": "4a hit standing",
    "ploc.panel": "2 players, a duel · 30 minutes\nTug-of-war with dice, over two matches.",
    "ploc.page": "Tap a die, then where it goes.",
    "ploc.option.turn_limit.title": "Turns for a match",
    "ploc.option.turn_limit": "House rule: after this many turns, more athletes win the match; 0: no limit",
    "ploc.ends": "A match ends after {turn_limit} turns (counting both sides): more athletes win it, and a tie goes to the one who didn't begin it.",
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
    "ploc.did.hit": "the {die} hit at {place}",
    "ploc.did.hit.lying": "the {die} hit someone lying at {place}",
    "ploc.did.swap": "the {die} replaced the {met} at {place} ({change})",
    "ploc.did.weaken": "the {die} weakened someone at {place}",
    "ploc.did.berserk": "berserk, {athletes} out",
    "ploc.die.rerolled": "{die} (rerolled)",
    # What happened
    "ploc.began": "**Match {match} decides**{extra}.",
    "ploc.began.extra": ", with one extra for {village}",
    "ploc.rolled": "**{name}** rolls {dice}.",
    "ploc.rerolled": "**{name}** rerolls the {before}: {after}.",
    "ploc.hit": "{die} against {met}: {village} loses an athlete.",
    "ploc.hit.lying": "{die} against {met}: {village} loses an athlete who was lying.",
    "ploc.weakened": "The {die} weakens an athlete of {village}, who is lying now.",
    "ploc.swapped": "The {die} replaces the {met}: {came}.",
    "ploc.swapped.came.one": "{count} athlete joins",
    "ploc.swapped.came.many": "{count} athletes join",
    "ploc.swapped.left.one": "{count} athlete leaves",
    "ploc.swapped.left.many": "{count} athletes leave",
    "ploc.swapped.even": "nobody joins, nobody leaves",
    "ploc.berserk": "**Berserk!** Three {die}s: {village} loses {athletes}.",
    "ploc.berserk.lying": "**Berserk!** Three {die}s: {village} loses {athletes} ({lying} lying).",
    "ploc.took-back": "**{name}** takes that back.",
    "ploc.passed": "**{name}** is done.",
    "ploc.recap": "**{name}**: {deeds}.",
    "ploc.offered": "**{name}** offers to end the match at {first} : {second}.",
    "ploc.accepted": "**{name}** agrees.",
    "ploc.declined": "**{name}** would rather pull on.",
    "ploc.resigned": "**{name}** resigns.",
    "ploc.resigned.time": "**{name}** ran out of time.",
    "ploc.ended": "**{name} wins match {match}.**",
    "ploc.ended.limit": "**{name} wins match {match}:** the turns are up.",
    "ploc.ended.concession": "**{name} wins match {match}:** {loser} concedes.",
    "ploc.ended.last": "Match {match} is over after {turns}.",
    # The board
    "ploc.worth": "-# Match 2 decides. Winning match 1 is worth one extra athlete.",
    "ploc.over.hit": "**{name}** wins for {village}: nobody is left to pull for {other}.",
    "ploc.over.berserk": "**{name}** goes berserk and wins for {village}.",
    "ploc.over.swap": "**{name}** wins for {village}: {loser} swapped the last athlete away.",
    "ploc.over.agreement": "**{name}** wins for {village}, with match 2 ended by agreement.",
    "ploc.over.limit": "**{name}** wins for {village}: the turns of match 2 are up.",
    "ploc.over.resignation": "**{name}** wins for {village}: {loser} resigned.",
    "ploc.over.resignation.time": "**{name}** wins for {village}: {loser} ran out of time.",
    "ploc.turn.won": "{village} wins",
    "ploc.turn.answer": "{village}: end the match?",
    "ploc.turn.done": "{village}: end the turn",
    "ploc.turn.reroll": "{village}: reroll, or use a die",
    "ploc.turn.dice.one": "{village}: {count} die to use",
    "ploc.turn.dice.many": "{village}: {count} dice to use",
    "ploc.call.answer": "{names}, end match {match} here? **{winner}** would win it.",
    "ploc.call.done": "{names}, your dice are all used.",
    "ploc.call.reroll.one": "{names}, your turn. You can reroll one die first.",
    "ploc.call.reroll.many": "{names}, your turn. You can reroll {count} dice first.",
    "ploc.call.dice.one": "{names}, one die left.",
    "ploc.call.dice.many": "{names}, {count} dice left.",
    "ploc.call.dice.all": "{names}, your turn.",
    # The picture for those who do not see it
    "ploc.alt": "Ploc, match {match}, turn {number}. {turn}",
    "ploc.alt.side": "{village} ({name}): {athletes}{lying}, {reserve} in reserve; column {column}.",
    "ploc.alt.place": "{place} {die}",
    "ploc.alt.lying": ", {count} of them lying",
    "ploc.alt.rolled": "{village} rolled {dice}.",
    "ploc.alt.did": "{village} rolled {dice}: {did}.",
    # The menu
    "ploc.ask.die.first": "Which die first?",
    "ploc.ask.die": "Which die next?",
    "ploc.ask.die.berserk": "Go berserk, or use your dice one by one?",
    "ploc.ask.place": "Your **{die}** next to which die?",
    "ploc.ask.deed": "Your **{die}** next to the **{met}**:",
    "ploc.ask.hit": "Who is hit?",
    "ploc.ask.done": "End your turn?",
    "ploc.ask.berserk": "Berserk takes out {count} of {village}. Which ones?",
    "ploc.ask.end": "How do you want to end it?",
    "ploc.menu.die": "The {die}",
    "ploc.menu.reroll": "Reroll the {die}",
    "ploc.menu.place": "{places}: {met}",
    "ploc.menu.hit": "Hit: {before}→{after}",
    "ploc.menu.hit.standing": "Hit standing: {before}→{after}",
    "ploc.menu.hit.lying": "Hit lying: {before}→{after}",
    "ploc.menu.hit.whom": "Hit: {before}→{after}…",
    "ploc.menu.swap": "Swap: you {before}→{after}",
    "ploc.menu.weaken": "Weaken: {before}→{after} lying",
    "ploc.menu.berserk": "Berserk! {who} {before}→{after}",
    "ploc.menu.berserk.whom": "Berserk! {who} {before}→{after}…",
    "ploc.menu.whom": "{standing} standing, {lying} lying",
    "ploc.menu.whom.standing": "{standing} standing",
    "ploc.menu.whom.lying": "{lying} lying",
    "ploc.menu.undo": "Take back the {die}",
    "ploc.menu.undo.berserk": "Take back berserk",
    "ploc.menu.done": "End turn",
    "ploc.menu.accept": "Accept: end the match",
    "ploc.menu.decline": "Decline",
    "ploc.menu.end": "Offer or give up…",
    "ploc.menu.offer": "Offer to end",
    "ploc.menu.concede": "Concede match {match}",
    "ploc.menu.resign": "Resign",
    "ploc.confirm.offer": "Offer to end match {match} at {first} : {second}? If your opponent agrees, **{name}** wins it.",
    "ploc.confirm.offer.last": "Offer to end match {match} at {first} : {second}? If your opponent agrees, **{name}** wins the game.",
    "ploc.confirm.concede": "Concede match {match}? Your opponent gets one extra athlete for match 2, which decides the game.",
    "ploc.confirm.resign": "Resign the whole game? Your opponent wins it.",
    "ploc.confirm.swap": "This swap costs you everyone you have left ({athletes}) and loses match {match}. Swap anyway?",
    "ploc.confirm.swap.last": "This swap costs you everyone you have left ({athletes}) and loses the game. Swap anyway?",
    "ploc.confirm.swap.only": "Your {die} can't do anything else.",
}
"""What is said while a game runs, and after it."""

_REFUSALS: Final = {
    "ploc.not-notation": "I can't read “{text}”. Try `4a hit`, `4a swap` or `4a weaken`, or tap a die under the board.",
    "ploc.which-athlete": "Add who is hit: `hit standing` or `hit lying`.",
    "ploc.how-many-lying": "Add how many of them are lying, like `berserk 1`.",
    "ploc.over": "This game is over.",
    "ploc.not-your-turn": "It's {who}'s turn. You'll get a ping when it's yours.",
    "ploc.answer-first": "Answer the offer first: `accept` or `decline`.",
    "ploc.offer-waits": "Wait for the answer to your offer first.",
    "ploc.no-offer": "There's no offer to answer.",
    "ploc.offered-already": "Wait for your next turn: you get one offer a turn.",
    "ploc.last-match": "Use `resign` instead: match {match} is the last, so conceding it ends the game.",
    "ploc.no-reroll": "You have no rerolls left. You get one for each six in your column when you roll.",
    "ploc.reroll-late": "Take your dice back first: rerolls come before anything else.",
    "ploc.rerolled-already": "Pick another die: the {die} was rerolled already.",
    "ploc.no-such-die": "You have no {die} left to use.",
    "ploc.place-taken": "Pick another place: {place} already has a die this turn.",
    "ploc.all-used": "End your turn with `done`, or take a die back with `undo`: all three are used.",
    "ploc.too-low": "Your {die} can't hit anyone standing at {place}: that takes {met} or more.",
    "ploc.too-low-lying": "Your {die} can't even hit someone lying at {place}: that takes {needed} or more.",
    "ploc.none-standing": "They're all lying down already.",
    "ploc.none-lying": "None of them is lying down.",
    "ploc.unequal": "Going berserk takes three dice that show the same.",
    "ploc.berserk-too-low": "Going berserk takes three dice of {lowest} or more, the lowest in your column. Yours show {die}.",
    "ploc.berserk-late": "Take your dice back first: going berserk takes all three.",
    "ploc.wrong-number": "Say how many of them are lying: {least} to {most}.",
    "ploc.not-done": "Use the rest of your dice first: {left} to go.",
    "ploc.nothing-to-undo": "There's nothing to take back this turn.",
}
"""One sentence for each refusal of the engine."""

_RULES: Final = """**Ploc** is a tug-of-war with dice for two, over two matches. Run out of athletes, and you lose the match. **Match 2 decides the game**; winning match 1 is worth one extra athlete there, and nothing else.

**Before a match** you each roll three dice for your column, with the places a, b and c. Their sum is how many athletes take your end of the rope. Plockton, in yellow, begins match 1; Broadford, in red, begins match 2.

**Your turn**: roll three dice. For each six in your own column you may reroll one of them, one after the other, none twice. Then each die goes next to a different die of your column, in any order you like, and does one thing there:
- **Hit**: if it's as high as the column's die or higher, one of their athletes is out. If it's up to two lower, it still takes out one who is lying.
- **Swap**: it trades places with the column's die. You gain one athlete, plus one for each point your new die is higher, or minus one for each point it's lower. That can cost you your last athlete, and the match.
- **Weaken**: after any die one of their athletes is lying. Those who lie still pull, but don't get up again.

**Berserk**: three dice that show the same, and at least as much as the lowest die of your column, can take out four athletes at once, instead of all that.

Until you end your turn, you can take back what your dice did, but not a reroll.

**Ending early**: once a turn you can offer to end the match. If your opponent agrees, more athletes win it, and a tie goes to the one who didn't begin the match. You can concede match 1 or resign the game at any time. With `turn_limit`, a house rule, a match ends the same way after that many turns.

**Typing**: `4a hit standing`, `4a hit lying`, `4a swap` or `4a weaken` for a 4 at place a; `reroll 4`; `berserk 2` for two lying ones among the four; `undo`; `done`; `offer`, `accept`, `decline`; `concede`; `resign`. The buttons do all of it."""

_REVIEW: Final = {
    "ploc.review.won.hit": "{name} wins for {village} by a hit in turn {turn} of match 2, {score}.",
    "ploc.review.won.berserk": "{name} wins for {village} by going berserk in turn {turn} of match 2, {score}.",
    "ploc.review.won.swap": "{name} wins for {village}: {loser} swapped the last athlete away in turn {turn} of match 2, {score}.",
    "ploc.review.won.agreement": "{name} wins for {village}: match 2 ended by agreement in turn {turn}, {score}.",
    "ploc.review.won.limit": "{name} wins for {village}: the {turn} turns of match 2 were up, {score}.",
    "ploc.review.won.resignation": "{name} wins for {village}: {loser} resigned in turn {turn} of match {match}, {score}.",
    "ploc.review.won.resignation.time": "{name} wins for {village}: {loser} ran out of time in turn {turn} of match {match}, {score}.",
    "ploc.review.athletes": "athletes",
    "ploc.review.match": "match {match}",
    "ploc.review.match.hit": "{name}, by a hit, {turns}",
    "ploc.review.match.berserk": "{name}, by going berserk, {turns}",
    "ploc.review.match.swap": "{name}, by {loser}'s last swap, {turns}",
    "ploc.review.match.agreement": "{name}, by agreement, {turns}",
    "ploc.review.match.limit": "{name}, when the turns were up, {turns}",
    "ploc.review.match.concession": "{name}, as {loser} conceded, {turns}",
    "ploc.review.done.hits": "hits",
    "ploc.review.done.swaps": "swaps",
    "ploc.review.done.weakened": "athletes weakened",
    "ploc.review.done.berserks": "times berserk",
    "ploc.review.most": "most athletes",
    "ploc.review.moment": "Match {match}, turn {turn}",
    "ploc.review.turning": "Match {match}, turn {turn}, {name}: {was} becomes {now}",
    "ploc.review.turning.berserk": "Match {match}, turn {turn}: {name} berserk, {was} to {now}",
}
"""What is told of a whole game."""

_ODDS: Final = {
    "ploc.odds.match": "{action}: **{name}** wins match {match}",
    "ploc.odds.use.hit": "Hit with the {die} at {place}",
    "ploc.odds.use.hit.lying": "Hit someone lying with the {die} at {place}",
    "ploc.odds.use.swap": "Swap the {die} in at {place}",
    "ploc.odds.use.weaken": "Weaken with the {die} at {place}",
    "ploc.odds.use.berserk": "Go berserk",
    "ploc.odds.use.berserk.lying": "Go berserk, {lying} of them lying",
    "ploc.odds.finish.one": "**{other}** can take out **{name}**'s last athlete next turn",
    "ploc.odds.finish.many": "**{other}** can take out all {count} athletes of **{name}** next turn",
    "ploc.odds.struck": "**{other}** can take out three or more next turn ({mean} at best, on average)",
    "ploc.odds.berserk": "**{other}** can go berserk next turn",
    "ploc.odds.reroll": "Reroll the {die}: more of **{name}**'s dice can hit someone standing (now {now} of 3)",
    "ploc.odds.three": "Reroll the {die}: three {face}s",
}
"""How likely things are."""

_LUCK: Final = {
    "ploc.luck.one": "**{name}** rolled {sum} with {count} die; {expected} is average.",
    "ploc.luck.many": "**{name}** rolled {sum} with {count} dice; {expected} is average.",
    "ploc.luck.about": "-# All dice rolled in turns count, rerolls too. Columns don't: high dice bring athletes, but are just as much harder to hit with.",
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

_REASONS: Final = {
    "ploc.why.wins": "wins the match",
    "ploc.why.removes.one": "takes out one of **{name}**'s athletes, {left} left",
    "ploc.why.removes.many": "takes out {count} of **{name}**'s athletes, {left} left",
    "ploc.why.removes.lying.one": "takes out one who's lying, {left} left",
    "ploc.why.removes.lying.many": "takes out {count} who are lying, {left} left",
    "ploc.why.lays-down": "lays down one of **{name}**'s athletes, who is then easier to hit",
    "ploc.why.grows.one": "brings {count} athlete, {athletes} in all",
    "ploc.why.grows.many": "brings {count} athletes, {athletes} in all",
    "ploc.why.eases": "makes hitting easier, with a {now} in your column instead of a {met}",
    "ploc.why.rerolls.one": "gives you {count} reroll a turn",
    "ploc.why.rerolls.many": "gives you {count} rerolls a turn",
    "ploc.why.hits-more": "lets more dice hit ({share}; now {now} of 3)",
    "ploc.why.higher": "beats the {die} ({share})",
    "ploc.why.triple": "makes three {face}s ({share})",
    "ploc.why.spent": "ends a turn with every die used",
    "ploc.why.safe": "leaves you {athletes} athletes, too many for **{name}** to take out at once",
    "ploc.why.leads": "you'd win the match as it stands, {own} to {other}",
    "ploc.why.leads.tie": "you'd win the match as it stands, as a tie is yours ({own} to {other})",
    "ploc.why.trails": "it's {own} to {other} for now",
    "ploc.why.reconsiders": "frees the {die} again",
    "ploc.why.shrinks.one": "your team loses {count} athlete, {athletes} left",
    "ploc.why.shrinks.many": "your team loses {count} athletes, {athletes} left",
    "ploc.why.exposed.one": "**{name}** can take out your last athlete next turn ({share})",
    "ploc.why.exposed.many": "**{name}** can take out all {count} of yours next turn ({share})",
    "ploc.why.loses": "the match is lost with it",
    "ploc.hangs": "What's in danger?",
    "ploc.hangs.over": "The game is over: no die hits any more.",
    "ploc.hangs.now.none": "None of **{name}**'s dice can hit now.",
    "ploc.hangs.now.one": "**{name}** can hit **{other}**'s team with the {dice} now.",
    "ploc.hangs.now.many": "**{name}** can hit **{other}**'s team with the {dice} now.",
    "ploc.hangs.next": "Next turn **{other}** can take out three or more of **{name}**'s athletes: **{share}** ({mean} on average).",
    "ploc.hangs.finish.one": "Next turn **{other}** can take out **{name}**'s last athlete: **{share}**.",
    "ploc.hangs.finish.many": "Next turn **{other}** can take out all {count} of **{name}**'s athletes: **{share}**.",
    "ploc.loses.match": "With that you lose match {match} to **{name}**.",
    "ploc.loses.berserk.one": "You could go berserk and take out **{name}**'s last athlete.",
    "ploc.loses.berserk.many": "You could go berserk and take out {count} of **{name}**'s athletes at once.",
}
"""Why an action is advised, which dice can hit, and what an action gives away."""

_GLOSSARY: Final = {
    "ploc.glossary": "The dice",
    "ploc.glossary.hit": "Hit",
    "ploc.glossary.hit.told": "Your die is at least as high as the one in your column: an athlete of the other side goes. One or two lower, and it still removes one who lies.",
    "ploc.glossary.swap": "Swap",
    "ploc.glossary.swap.told": "The two dice change places. One athlete of yours joins, plus what the new die is higher, less what it is lower.",
    "ploc.glossary.weaken": "Weaken",
    "ploc.glossary.weaken.told": "Any die lays down a standing athlete of the other side, who doesn't get up again.",
    "ploc.glossary.berserk": "Berserk",
    "ploc.glossary.berserk.told": "Three alike, and at least as high as the lowest die of your column: four athletes of the other side go, for all three dice.",
    "ploc.glossary.reroll": "Reroll",
    "ploc.glossary.reroll.told": "Each six in your column lets you roll one die again, before you use the first.",
}
"""What can be looked up while one plays."""
_LEARN: Final = {
    "ploc.learn.hit": "A tug-of-war: you pull for Plockton, in yellow, 11 against 7; others wait on benches. Run out, and you lose. Put a die next to one of your column: a, b or c. If it's as high or higher, it **hits**: one of theirs is out. Hit with the 5.",
    "ploc.learn.hit.right": "One fewer on their end: the small 7→6 says so. The 5 goes next to the 5 by itself. With **a** or **b** you put it elsewhere; it would hit there, too.",
    "ploc.learn.weaken": "Say your 5 went to **c**. Each place takes one die a turn. The 1 is too low to hit anyone, but any die can **weaken**: one of theirs is then lying, and easier to hit. Weaken someone with the 1.",
    "ploc.learn.weaken.right": "An athlete who's lying still pulls, but never gets up again.",
    "ploc.learn.weaken.high": "The 3 can do more than that in a moment. Use the 1.",
    "ploc.learn.weaken.hit": "A fine hit. But use the 1 first, for what it can do.",
    "ploc.learn.lying": "Say your 1 went to **b**. In the frame: six pull for them, and one of those is lying. Your last die, a 3, goes next to the 4: too low for anyone standing. But it may be up to two lower for someone lying. Hit.",
    "ploc.learn.lying.right": "So a weak die prepares what the next one finishes: weaken first, then hit. If a die can hit either, take someone standing: a lower die is still enough for the lying one.",
    "ploc.learn.lying.weaken": "One is down already, and a 3 is enough for that. **Hit**.",
    "ploc.learn.swap": "Broadford has hit back; your turn again. A **swap** puts your die into your column, in place of another. One athlete joins you from the bench, where 8 are waiting, and one more for each point the new die is higher. Make the swap that brings the most.",
    "ploc.learn.swap.right": "A 6 for a 2: five more on your end. A die two or more lower than the old one costs you athletes. Next to that 6 only a 6 hits, or a 4 or 5 on someone lying.",
    "ploc.learn.swap.fewer": "There's a better one: the highest die you rolled, for the lowest of your column.",
    "ploc.learn.swap.hit": "A hit takes one of theirs. A good swap brings you more than that: look at **Swap** and its numbers.",
    "ploc.learn.swap.weaken": "The 6 is too good for that. Look at **Swap** and its numbers.",
    "ploc.learn.turn": "Two dice are left: use them as you like, each next to another die of your column. The buttons show the numbers before and after. Until you end your turn you can take a die back. Then press **End turn**.",
    "ploc.learn.turn.right": "Now Pip picks up the three dice that lie in neither column, and rolls them. Your turns always go like this: three dice, three deeds, and the end of it.",
    "ploc.learn.reroll": "A 6 in your column lets you roll one die again each turn, as long as you've used none. Tap the 1, then **Reroll**.",
    "ploc.learn.reroll.right": "A 4! There's one reroll for each 6 in your column, and you can't take it back.",
    "ploc.learn.reroll.good": "Keep the 4s. The 1 has the most to gain.",
    "ploc.learn.reroll.late": "Once you've used a die, you can't reroll any more. Reroll the 1 first.",
    "ploc.learn.berserk": "Three of a kind, and at least as high as the lowest die in your column: you can go **berserk**. That takes out four of theirs at once, in place of all three dice. Pip has only four left. Go berserk!",
    "ploc.learn.berserk.right": "Match 1 is yours. It's worth one extra athlete in match 2, no more: match 2 decides the game, and Broadford begins it.",
    "ploc.learn.berserk.single": "One by one you get three of them at most. **Berserk** gets all four.",
    "ploc.learn.end": "- You pull for the village that has your name on it, yellow or red. You begin each match with as many athletes as your column adds up to.\n- Hit when you can. Swap when it brings many; from an empty bench nobody comes. Weaken when nothing else is any good.\n- A low die in your column costs athletes, even your last one: watch the numbers.\n- *Offer or give up…* lets you offer to end a match, or give up.",
}
"""*Teach me*, by exercise; `.right` and the reasons why not."""

ENGLISH: Final = {
    **_BEFORE,
    **_TOLD,
    **_REFUSALS,
    "ploc.order.end": "End of turn",
    "ploc.order.end.told": "By itself your turn ends with your last die. Then the other player has to agree to an undo.",
    "ploc.rules": _RULES,
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
