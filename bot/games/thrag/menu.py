"""Thrag's menu: the two likeliest actions on the board, all others behind one button, in private.

It uses only what all players see and what is legal, which does not depend on hidden tiles. Where Thrag's die
alone slays a beast, a coin or a pawn would be wasted: both are legal, and can be typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from fractions import Fraction
from typing import Final

from bot.games.thrag.narration import beast_fought, beast_name, beasts_left, colour, foe_name, suit_name
from bot.words import Names, Words
from bot.words.menu import Button, ButtonLook, Does, Menu
from engine.core import Seat
from engine.thrag import GAME
from engine.thrag.model import BEASTS, NULL, TURNS, VALUES, Action, Foe, Phase, State, Suit, Verb, View
from engine.thrag.position import payments
from render.kit.canvas import Face, width


@dataclass(frozen=True, slots=True)
class Outlook:
    """A fight before it is fought, by public information.

    `own` is Thrag's die, `against` the beast's strength, `health` what the hit points can pay. `worths` are
    what the coin can add, empty without a coin; `exact` means that the pool holds just these, which is known
    if coins are tracked, and of an untouched pool. `last` means that no attack coin is left afterwards.
    """

    own: int
    against: int
    health: int
    worths: tuple[int, ...] = ()
    exact: bool = False
    last: bool = False

    @property
    def gap(self) -> int:
        """What Thrag's die lacks; 0 if it is enough."""
        return max(self.against - self.own, 0)

    @property
    def least(self) -> int:
        """The damage with the best coin."""
        return max(self.gap - max(self.worths, default=0), 0)

    @property
    def worst(self) -> int:
        """The damage with the worst coin, or without one."""
        return max(self.gap - min(self.worths, default=0), 0)

    @property
    def survivable_damages(self) -> tuple[int, ...]:
        """The damages that Thrag could survive, in rising order; empty if the beast falls."""
        lacking = {self.gap - worth for worth in self.worths or (0,)}
        return tuple(sorted(damage for damage in lacking if 0 < damage <= self.health))

    @property
    def certain(self) -> bool:
        """Whether the beast falls with any coin."""
        return not self.worst

    @property
    def deadly(self) -> bool:
        """Whether Thrag dies with any coin (Rule thrag:death-1)."""
        return self.least > self.health

    @property
    def risky(self) -> bool:
        """Whether Thrag could die of it (Rule thrag:death-1)."""
        return self.worst > self.health

    def spoils(self, living: int) -> bool:
        """Return whether this is the last coin and other beasts remain, so that even a kill loses."""
        return self.last and living > 1

    @property
    def hopeless(self) -> bool:
        """Whether the beast survives with any coin."""
        return self.least > 0

    @property
    def chance(self) -> Fraction:
        """The share of those coins that slay the beast."""
        return Fraction(sum(worth >= self.gap for worth in self.worths), max(len(self.worths), 1))


def outlook(view: View, action: Action) -> Outlook:
    """Return what is known of a possible fight (Rule thrag:odds-1)."""
    foe = None if action.suit is None else view.foes[BEASTS.index(action.suit)]
    against = 0 if foe is None else foe.strength
    health = sum(view.hit_points)
    if action.spent is None:
        return Outlook(view.die, against, health)
    left = view.coins[BEASTS.index(action.spent)]
    return Outlook(
        view.die,
        against,
        health,
        worths=_worths(view, action.spent),
        exact=view.unseen is not None or left == len(VALUES),
        last=sum(view.coins) == 1,
    )


def _worths(view: View, pool: Suit) -> tuple[int, ...]:
    """Return what the coins of a pool can add: those left in it if they are tracked, else any."""
    coins = VALUES if view.unseen is None else view.unseen[BEASTS.index(pool)]
    return tuple(view.null_coin if coin == NULL else coin for coin in coins)


OTHER: Final = "other"
"""The path of all that is not on the board; `other-red` is that of several fights with a beast."""

LIKELY: Final = 2
"""The actions on the board: with the other buttons there are six."""

HALF: Final = Fraction(1, 2)
"""A coin with a lower chance is not the main button."""


def menu(words: Words, _names: Names, state: State, path: str) -> Menu:
    """Return the likeliest actions, or at `other` the rest; an unknown path leads to the beginning."""
    view = GAME.view(state, None)
    ranked = [action for action in _by_likelihood(view, GAME.legal(state, 0)) if not _is_wasted(view, action)]
    likely = _likely(view, ranked)
    rest = [action for action in ranked if action not in likely]
    resign = tuple(_button(words, view, action) for action in rest if action.verb is Verb.RESIGN)
    beside = [action for action in rest if action.verb is not Verb.RESIGN]
    if path == OTHER and (beside or resign):
        return _other_menu(words, view, beside, resign)
    for suit, fights in _fights(beside).items():
        if path == f"{OTHER}-{suit}" and len(fights) > 1:
            return _fight_menu(words, view, suit, fights)
    best = next((action for action in likely if _is_sensible(view, action)), None)
    first = [_button(words, view, action, main=action == best) for action in likely]
    first += [Button(words("thrag.menu.other"), OTHER, Does.GO)] if beside or resign else []
    return Menu(
        question=words("thrag.ask.last") if sum(view.coins) == 1 and view.phase is Phase.FIGHT else "",
        rows=(tuple(first),) if first else (),
        targets=_payable_points(view),
    )


def _other_menu(words: Words, view: View, beside: Sequence[Action], resign: tuple[Button, ...]) -> Menu:
    """Return what is not on the board: a button for each beast, then rerolls and the end, or payments."""
    question_key = "thrag.ask.other.pay" if view.phase is Phase.PAY and beside else "thrag.ask.other"
    beasts = tuple(
        _button(words, view, fights[0])
        if len(fights) == 1
        else Button(_fights_label(words, view, suit), f"{OTHER}-{suit}", Does.GO)
        for suit, fights in _fights(beside).items()
    )
    rows = [beasts] + [
        tuple(_button(words, view, action) for action in beside if action.verb is verb)
        for verb in (Verb.REROLL, Verb.STOP, Verb.PAY)
    ]
    return Menu(
        question=words(question_key),
        rows=tuple(filter(None, rows)),
        buttons=(Button(words("button.back"), "", Does.GO), *resign),
        targets=_payable_points(view),
    )


def _fight_menu(words: Words, view: View, suit: Suit, fights: Sequence[Action]) -> Menu:
    """Return the fights with a beast that are not on the board."""
    foe = _foe(view, suit)
    return Menu(
        question=words("thrag.ask.fight", foe=foe_name(words, suit, foe), own=view.die),
        rows=(tuple(_button(words, view, action) for action in fights),),
        buttons=(Button(words("button.back"), OTHER, Does.GO),),
        chosen=(str(suit),),
    )


def _fights(actions: Sequence[Action]) -> dict[Suit, list[Action]]:
    """Return the fights with each beast, those with coins first."""
    by_suit: dict[Suit, list[Action]] = {}
    for suit in BEASTS:
        own_fights = [action for action in actions if action.verb is Verb.FIGHT and action.suit is suit]
        if own_fights:
            by_suit[suit] = sorted(own_fights, key=lambda action: action.spent is None)
    return by_suit


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the legal lines of a seat, the likeliest first."""
    return tuple(map(str, _by_likelihood(GAME.view(state, None), GAME.legal(state, seat))))


# Likelihood


class Likelihood(IntEnum):
    """The likelihood of an action, the likeliest first."""

    FREE = auto()  # it costs nothing: a beast that falls without a coin, the payment that is due
    COIN = auto()  # a coin that can win and cannot kill
    STOP = auto()
    WOUND = auto()  # a fight without a coin that Thrag survives
    GAMBLE = auto()  # a coin that can win, and can kill
    REROLL = auto()
    WASTE = auto()  # a coin that cannot win, or is not needed; an end of the fighting in the last turn
    LOSING = auto()  # it kills or loses, or can kill and not win
    RESIGN = auto()


def _by_likelihood(view: View, actions: Sequence[Action]) -> list[Action]:
    return sorted(actions, key=lambda action: _rank(view, action))


def _rank(view: View, action: Action) -> tuple[Likelihood, int]:
    """Return the likelihood of an action; of similar fights, the easier or cheaper one comes first.

    The beast that has just survived a fight comes before others that are no better a bet, and, if coins are
    not tracked, before any other as long as half of all coins beat it.
    """
    match action.verb:
        case Verb.PAY:
            return Likelihood.FREE, 0  # the rules list the cheapest way first
        case Verb.FIGHT:
            return _rank_of_fight(view, action, outlook(view, action))
        case Verb.STOP:
            return (Likelihood.STOP, 0) if view.turn < TURNS else (Likelihood.WASTE, VALUES[-1])
        case Verb.REROLL:
            return Likelihood.REROLL, 0
        case _:
            return Likelihood.RESIGN, 0


def _is_rematch(view: View, suit: Suit | None) -> bool:
    """Return whether the beast of a suit survived the last fight of this turn (Rule thrag:fight-4)."""
    fought = view.fight if view.fights else None
    return fought is not None and fought.damage > 0 and fought.suit is suit


def _rank_of_fight(view: View, action: Action, prospect: Outlook) -> tuple[Likelihood, int]:
    coin = action.spent is not None
    if prospect.deadly or prospect.spoils(view.left) or (prospect.hopeless and coin and prospect.risky):
        return Likelihood.LOSING, prospect.gap
    if not prospect.gap:
        return (Likelihood.WASTE, 0) if coin else (Likelihood.FREE, -prospect.against)
    if not coin:
        return Likelihood.WOUND, prospect.gap
    if prospect.hopeless:
        return Likelihood.WASTE, prospect.gap
    return (Likelihood.GAMBLE if prospect.risky else Likelihood.COIN), _rank_bet(view, action.suit, prospect)


def _rank_bet(view: View, suit: Suit | None, prospect: Outlook) -> int:
    """Return how far down a fight with a coin ranks among similar ones."""
    if not _is_rematch(view, suit):
        return 2 * prospect.gap
    # A player who has just lost expects that beast in the same place; but no bad bet comes first.
    return 0 if view.unseen is None and prospect.chance >= HALF else 2 * prospect.gap - 1


def _likely(view: View, ranked: Sequence[Action]) -> tuple[Action, ...]:
    """Return the actions on the board: the first of all, and nothing deadly beside other options.

    Where Thrag may stop, that and nothing worse.
    """
    stop = Action(Verb.STOP)
    if stop not in ranked or view.turn == TURNS:
        likely = [action for action in ranked if _rank(view, action)[0] < Likelihood.LOSING][:LIKELY]
        return tuple(likely) or tuple(ranked[:1])
    better = ranked[: ranked.index(stop)][:LIKELY]
    sure = [action for action in better if outlook(view, action).certain]
    return tuple(sure) if len(sure) == LIKELY else (*better[: LIKELY - 1], stop)


def _is_sensible(view: View, action: Action) -> bool:
    """Return whether an action may be the main button: free, or even odds without a risk of death."""
    match action.verb:
        case Verb.PAY:
            return True
        case Verb.STOP:
            return view.turn < TURNS
        case Verb.FIGHT:
            prospect = outlook(view, action)
            return prospect.certain or (prospect.chance >= HALF and not prospect.risky)
        case _:
            return False


def _is_wasted(view: View, action: Action) -> bool:
    """Return whether an action wastes a coin or pawn on a beast that Thrag's die slays alone."""
    if action.suit not in BEASTS or (action.verb is Verb.FIGHT and action.spent is None):
        return False
    return outlook(view, Action(Verb.FIGHT, action.suit)).certain


# Labels


def _button(words: Words, view: View, action: Action, *, main: bool = False) -> Button:
    """Return a button; a deadly one asks first (Rule thrag:ask-1)."""
    return Button(
        _label(words, view, action),
        str(action),
        look=ButtonLook.MAIN if main else ButtonLook.PLAIN,
        confirm=_confirmation(words, view, action),
        costly=_is_costly(view, action),
    )


def _is_costly(view: View, action: Action) -> bool:
    """Return whether a fight is certain to cost hit points, or can kill."""
    if action.verb is not Verb.FIGHT:
        return False
    prospect = outlook(view, action)
    return not prospect.certain and (action.spent is None or prospect.hopeless or prospect.risky)


def _label(words: Words, view: View, action: Action) -> str:
    match action.verb:
        case Verb.FIGHT:
            prospect = outlook(view, action)
            return (
                _bare_label(words, view, action, prospect)
                if action.spent is None
                else _coin_label(words, view, action, prospect)
            )
        case Verb.REROLL if action.suit is Suit.BLACK:
            return words("thrag.menu.reroll.own", pawn=suit_name(words, action.spent or Suit.BLACK))
        case Verb.REROLL:
            suit = action.suit or Suit.BLACK
            beast = beast_name(words, suit, _foe(view, suit).tile)
            return words("thrag.menu.reroll", suit=colour(words, suit), beast=beast)
        case Verb.PAY:
            return words("thrag.menu.pay", coins=" + ".join(map(str, action.coins)))
        case Verb.STOP:
            return words("thrag.menu.stop")
        case _:
            return words("thrag.menu.resign")


def _foe(view: View, suit: Suit) -> Foe:
    """Return the standing beast of a suit; raises `ValueError` if there is none."""
    foe = view.foes[BEASTS.index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    return foe


ROOM: Final = 298
"""The widest label in pixels of our own type at 20, on one line of a phone 390 pixels wide.

A button there has 241 for it, and 14 pixels of the widest known type are 0.81 of this one.
"""


def room_of(label: str) -> int:
    """Return the width of a label, in the unit of `ROOM`."""
    return width(label, Face.FIGURES, 20)


def _short(forms: Sequence[str]) -> str:
    """Return the first of several labels, the longest first, that fits on a button, or the last."""
    return next((form for form in forms if room_of(form) <= ROOM), forms[-1])


def _names(words: Words, view: View, suit: Suit) -> tuple[str, str]:
    """Return a beast with colour and strength, and with its name alone, as the picture shows both."""
    foe = _foe(view, suit)
    return foe_name(words, suit, foe), beast_name(words, suit, foe.tile)


def _fought_names(words: Words, view: View, suit: Suit) -> tuple[str, str]:
    """Return the two names of a beast, as the object of a verb."""
    foe = _foe(view, suit)
    return foe_name(words, suit, foe, fought=True), beast_fought(words, suit, foe.tile)


def _fights_label(words: Words, view: View, suit: Suit) -> str:
    return _short([words("thrag.menu.fights", foe=name) for name in _fought_names(words, view, suit)])


def _bare_label(words: Words, view: View, action: Action, prospect: Outlook) -> str:
    """Return the label of a fight without a coin, with its certain result."""
    suit = action.suit or Suit.BLACK
    if prospect.certain:
        key = "thrag.menu.fight.wins" if view.left == 1 else "thrag.menu.fight.slain"
        return _short([words(key, foe=name) for name in _fought_names(words, view, suit)])
    key = "thrag.menu.fight.deadly" if prospect.deadly else "thrag.menu.fight.takes"
    return _short([words(key, foe=name, damage=prospect.gap) for name in _names(words, view, suit)])


def _coin_label(words: Words, view: View, action: Action, prospect: Outlook) -> str:
    """Return the label of a fight with a coin: its chance, or the needed value (Rule thrag:odds-1)."""
    suit, pool = action.suit or Suit.BLACK, action.spent or Suit.BLACK
    if prospect.hopeless:
        text, brief = _cost_text(words, prospect), _cost_text(words, prospect, brief=True)
    else:
        text, brief = (
            _need_text(words, prospect, view.null_coin),
            _need_text(words, prospect, view.null_coin, brief=True),
        )
    full, name = _names(words, view, suit)
    if pool is not suit:
        adjective = suit_name(words, pool)
        forms = [words("thrag.menu.coin.other", foe=foe, pool=adjective, told=text) for foe in (full, name)]
        # If even the name is too long, use the colours.
        for foe, foe_text in ((name, text), (name, brief), (colour(words, suit), brief)):
            forms.append(
                words("thrag.menu.coin.other.brief", foe=foe, pool=colour(words, pool), told=foe_text)
            )
        return _short(forms)
    if prospect.hopeless:
        forms = [words("thrag.menu.coin.costs", foe=foe, told=text) for foe in (full, name)]
    else:
        forms = [words("thrag.menu.coin", foe=_fought_names(words, view, suit)[0], told=text)]
        forms.append(words("thrag.menu.coin.brief", foe=full, told=text))
    forms += [words("thrag.menu.coin.brief", foe=name, told=foe_text) for foe_text in (text, brief)]
    return _short(forms)


def _need_text(words: Words, prospect: Outlook, null_coin: int, *, brief: bool = False) -> str:
    """Return the chance that a coin slays; if the player must remember the coins, the value it needs."""
    if prospect.exact or prospect.certain:
        text = words.percent(prospect.chance)
    elif brief:
        text = words("thrag.menu.coin.needs.brief", least=prospect.gap)
    else:
        only = prospect.gap == VALUES[-1] > null_coin  # no coin is higher, and null is worth less
        text = words("thrag.menu.coin.needs.best" if only else "thrag.menu.coin.needs", least=prospect.gap)
    return words("thrag.menu.coin.or-die", told=text) if prospect.risky else text


def _cost_text(words: Words, prospect: Outlook, *, brief: bool = False) -> str:
    """Return what a fight costs that no coin wins."""
    if prospect.deadly:
        return words("thrag.menu.coin.deadly")
    if brief and prospect.risky:
        return words("thrag.menu.coin.can-kill")
    least, most = prospect.survivable_damages[0], prospect.survivable_damages[-1]
    key = "thrag.menu.coin.damage" if least == most else "thrag.menu.coin.damage.most"
    text = words(key, least=least, most=most)
    return words("thrag.menu.coin.damage.or-die", told=text) if prospect.risky else text


def _payable_points(view: View) -> tuple[str, ...]:
    """Return the hit points that can pay, as the painter names them."""
    ways = payments(view.hit_points, view.owed)
    return tuple(f"c{coin}" for coin in view.hit_points if any(coin in way for way in ways))


# Confirmations (Rule thrag:ask-1)


def _confirmation(words: Words, view: View, action: Action) -> str:
    match action.verb:
        case Verb.FIGHT:
            return _fight_confirmation(words, view, action, outlook(view, action))
        case Verb.STOP if view.turn == TURNS:
            return words.some("thrag.confirm.stop", view.left)
        case Verb.RESIGN:
            return words("thrag.confirm.resign")
        case _:
            return ""


def _fight_confirmation(words: Words, view: View, action: Action, prospect: Outlook) -> str:
    """Return the confirmation of a deadly or hopeless fight, and of the last coin that cannot win."""
    if prospect.deadly:
        key = "thrag.confirm.death" if action.spent is None else "thrag.confirm.death.coin"
        return words(key, damage=prospect.least, health=prospect.health)
    if prospect.hopeless and prospect.risky:
        return words("thrag.confirm.risk")
    if prospect.spoils(view.left):
        return words("thrag.confirm.last", beasts=beasts_left(words, view.left))
    return ""
