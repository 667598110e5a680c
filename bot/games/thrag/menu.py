"""Thrag's menu: a row of buttons for each beast that stands, then Thrag's own die, and an end.

It is made of what everybody sees and of what is legal, which depends on nothing that lies face down. Where
Thrag's die alone slays a beast, a coin or a pawn would be wasted on it: both are legal and left to typing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.thrag.narration import beasts_left, heading, suit_name
from bot.words import Names, Words
from bot.words.menu import Button, Look, Menu
from engine.core import Seat
from engine.thrag import GAME
from engine.thrag.model import BEASTS, NULL, TURNS, VALUES, Action, Phase, State, Suit, Verb, View


@dataclass(frozen=True, slots=True)
class Outlook:
    """A fight before it is fought, as everybody at the table can judge it.

    `own` is Thrag's die, `against` the beast's strength, `health` what the hit points can pay. `worths` are
    what the coin can add, as far as that is known, none without a coin; `tracked` tells that they are just
    the coins still in the pool. `last` tells that no attack coin is left afterwards.
    """

    own: int
    against: int
    health: int
    worths: tuple[int, ...] = ()
    tracked: bool = False
    last: bool = False

    @property
    def gap(self) -> int:
        """What Thrag's die lacks; 0 if it is enough."""
        return max(self.against - self.own, 0)

    @property
    def least(self) -> int:
        """The damage that no coin can spare Thrag."""
        return max(self.gap - max(self.worths, default=0), 0)

    @property
    def worst(self) -> int:
        """The damage with the worst coin there can be, or without one."""
        return max(self.gap - min(self.worths, default=0), 0)

    @property
    def survived(self) -> tuple[int, ...]:
        """The damages that Thrag could take and live, in rising order; none where the beast falls."""
        lacking = {self.gap - worth for worth in self.worths or (0,)}
        return tuple(sorted(damage for damage in lacking if 0 < damage <= self.health))

    @property
    def certain(self) -> bool:
        """Whether the beast falls whatever the coin shows."""
        return not self.worst

    @property
    def deadly(self) -> bool:
        """Whether Thrag dies whatever the coin shows (Rule thrag:death-1)."""
        return self.least > self.health

    @property
    def risky(self) -> bool:
        """Whether Thrag could die of it (Rule thrag:death-1)."""
        return self.worst > self.health

    @property
    def hopeless(self) -> bool:
        """Whether the beast stands whatever the coin shows."""
        return self.least > 0

    @property
    def chance(self) -> int:
        """How many percent of the coins that are left in the pool slay the beast."""
        return round(100 * sum(worth >= self.gap for worth in self.worths) / max(len(self.worths), 1))


def outlook(view: View, action: Action) -> Outlook:
    """What is known of a fight that could be fought now (Rule thrag:odds-1)."""
    foe = None if action.suit is None else view.foes[BEASTS.index(action.suit)]
    against = 0 if foe is None else foe.strength
    health = sum(view.hit_points)
    if action.spent is None:
        return Outlook(view.die, against, health)
    return Outlook(
        view.die,
        against,
        health,
        worths=_worths(view, action.spent),
        tracked=view.unseen is not None,
        last=sum(view.coins) == 1,
    )


def _worths(view: View, pool: Suit) -> tuple[int, ...]:
    """What the coins of a pool can add: those still in it where they are tracked, else any."""
    coins = VALUES if view.unseen is None else view.unseen[BEASTS.index(pool)]
    return tuple(view.null_coin if coin == NULL else coin for coin in coins)


ROW: Final = 5
"""The most buttons in a row."""

_LIKELY: Final = (Verb.PAY, Verb.FIGHT, Verb.STOP, Verb.REROLL, Verb.RESIGN)
"""What somebody is likely to do, the likeliest first; fights that cost something come later."""


def menu(words: Words, _names: Names, state: State, _path: str) -> Menu:
    """Everything that can be done, in one menu."""
    view, actions = GAME.view(state, None), GAME.legal(state, 0)
    resign = tuple(_resign(words, action) for action in actions if action.verb is Verb.RESIGN)
    if view.phase is Phase.PAY:
        ways = (action for action in actions if action.verb is Verb.PAY)
        return Menu(rows=_payments(words, ways), buttons=resign, targets=_able(view))
    last = sum(view.coins) == 1 and view.outcome is None
    rows = (*(_beast(words, view, actions, suit) for suit in BEASTS), _rest(words, view, actions))
    return Menu(
        question=words("thrag.ask.last") if last else "",
        rows=tuple(row for row in rows if row),
        buttons=resign,
    )


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal lines of a seat, the likeliest first."""
    view = GAME.view(state, None)
    return tuple(map(str, sorted(GAME.legal(state, seat), key=lambda action: _unlikely(view, action))))


def _unlikely(view: View, action: Action) -> tuple[int, int]:
    """Sure fights first, then coins by what they must bring, then the rest, the costliest fights last."""
    if action.verb is not Verb.FIGHT:
        return 10 * _LIKELY.index(action.verb), 0
    known = outlook(view, action)
    if action.spent is None:
        return (2, -known.against) if known.certain else (35, known.gap)
    return (3, known.gap) if known.gap else (35, 0)


def _beast(words: Words, view: View, actions: Sequence[Action], suit: Suit) -> tuple[Button, ...]:
    """The fights against a beast, and its pawn; the bare fight alone where that slays it."""
    own = [action for action in actions if action.suit is suit]
    bare = [action for action in own if action.verb is Verb.FIGHT and action.spent is None]
    if bare and outlook(view, bare[0]).certain:
        own = bare
    return tuple(
        _fight(words, view, action) if action.verb is Verb.FIGHT else _reroll(words, action) for action in own
    )


def _rest(words: Words, view: View, actions: Sequence[Action]) -> tuple[Button, ...]:
    """Thrag's own die, and the end of the fighting."""
    black = (action for action in actions if action.suit is Suit.BLACK)
    stops = (action for action in actions if action.verb is Verb.STOP)
    return (
        *(_reroll(words, action) for action in black),
        *(Button(words("thrag.menu.stop"), str(action), confirm=_stopping(words, view)) for action in stops),
    )


def _fight(words: Words, view: View, action: Action) -> Button:
    """A fight and what is known of it; dangerous looks what can kill and cannot win."""
    known = outlook(view, action)
    label = _bare(words, view, action, known) if action.spent is None else _coin(words, view, action, known)
    look = Look.PLAIN
    if known.hopeless and known.risky:
        look = Look.DANGER
    elif action.spent is None and known.certain:
        look = Look.MAIN
    return Button(label, str(action), look=look, confirm=_fighting(words, view, action, known))


def _bare(words: Words, view: View, action: Action, known: Outlook) -> str:
    """Strength against strength, and what comes of it, since nothing is left to chance."""
    suit = heading(words, action.suit or Suit.BLACK)
    if known.deadly:
        key = "thrag.menu.fight.deadly"
    elif known.gap:
        key = "thrag.menu.fight.takes"
    else:
        key = "thrag.menu.fight.wins" if view.left == 1 else "thrag.menu.fight.slain"
    return words(key, suit=suit, own=known.own, against=known.against, damage=known.gap)


def _coin(words: Words, view: View, action: Action, known: Outlook) -> str:
    """A fight with a coin, and what the coin must bring (Rule thrag:odds-1)."""
    suit, pool = action.suit or Suit.BLACK, action.spent or Suit.BLACK
    told = _needs(words, known, view.null_coin)
    if pool is suit:
        return words("thrag.menu.coin", suit=heading(words, suit), told=told)
    return words("thrag.menu.coin.other", suit=heading(words, suit), pool=suit_name(words, pool), told=told)


def _needs(words: Words, known: Outlook, null_coin: int) -> str:
    """What the coin must bring, how likely that is, and what there is to fear."""
    if known.deadly:
        return words("thrag.menu.coin.deadly")
    if known.certain:
        return words("thrag.menu.coin.sure")
    if known.hopeless:
        least, most = known.survived[0], known.survived[-1]
        key = "thrag.menu.coin.costs" if least == most else "thrag.menu.coin.costs.most"
        told = words(key, least=least, most=most)
    else:
        only = known.gap == VALUES[-1] > null_coin  # no coin shows more, and no null is worth as much
        key = "thrag.menu.coin.needs.best" if only else "thrag.menu.coin.needs"
        told = words(key, least=known.gap)
        if known.tracked:
            told = words("thrag.menu.coin.chance", told=told, chance=known.chance)
    return words("thrag.menu.coin.or-die", told=told) if known.risky else told


def _reroll(words: Words, action: Action) -> Button:
    suit = suit_name(words, action.suit or Suit.BLACK)
    if action.suit is Suit.BLACK:
        pawn = suit_name(words, action.spent or Suit.BLACK)
        return Button(words("thrag.menu.reroll.own", pawn=pawn), str(action))
    return Button(words("thrag.menu.reroll", suit=suit), str(action))


def _able(view: View) -> tuple[str, ...]:
    """The hit points that can pay, as the painter calls them."""
    return tuple(f"c{coin}" for coin in view.hit_points if any(coin in way for way in view.payments))


def _payments(words: Words, ways: Iterable[Action]) -> tuple[tuple[Button, ...], ...]:
    """A button for each way to pay, in one row or in two."""
    buttons = [_payment(words, action) for action in ways]
    length = len(buttons) if len(buttons) <= ROW else -(-len(buttons) // 2)
    return tuple(tuple(buttons[at : at + length]) for at in range(0, len(buttons), length))


def _payment(words: Words, action: Action) -> Button:
    coins = " + ".join(map(str, action.coins))
    return Button(words("thrag.menu.pay", coins=coins), str(action), look=Look.MAIN)


def _resign(words: Words, action: Action) -> Button:
    confirm = words("thrag.confirm.resign")
    return Button(words("thrag.menu.resign"), str(action), look=Look.DANGER, confirm=confirm)


# What is asked first


def _fighting(words: Words, view: View, action: Action, known: Outlook) -> str:
    """A fight that is certain to kill, and the last coin where it cannot win the game.

    Rule thrag:ask-1.
    """
    if known.deadly:
        key = "thrag.confirm.death" if action.spent is None else "thrag.confirm.death.coin"
        return words(key, damage=known.least, health=known.health)
    if known.last and view.left > 1:
        return words("thrag.confirm.last", beasts=beasts_left(words, view.left))
    return ""


def _stopping(words: Words, view: View) -> str:
    """An end of the fighting in the last turn: a beast lives, or the game would be won (Rule thrag:ask-1)."""
    if view.turn < TURNS:
        return ""
    return words.some("thrag.confirm.stop", view.left)
