"""Trogdor's menu: which card, then a direction pad and what else the dragon can do; the land's questions.

The path of a guided move is the beginning of its notation, see `bot.games.trogdor.aim`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.games.trogdor.aim import AIMED, aim, effect, needs_aim, squares_of, targets
from bot.games.trogdor.narration import item_title, title, title_and_effect
from bot.words import Names, Words
from bot.words.menu import Button, Does, Look, Menu
from engine.core import Seat
from engine.trogdor import effects
from engine.trogdor.board import Direction, Square, name, wrapped
from engine.trogdor.cards import TIMING, Card, Item, Keeper
from engine.trogdor.legality import legal
from engine.trogdor.model import Action, Asks, Phase, State, Strike, Turn, Verb
from engine.trogdor.position import walkers
from engine.trogdor.turns import points_for

_USEFUL: Final = frozenset({Verb.CHOMP, Verb.BURN, Verb.CARD, Verb.ITEM})
"""What points or a turn could still be used for."""

_LIKELY: Final = (
    Verb.YES,
    Verb.CHOMP,
    Verb.BURN,
    Verb.CARD,
    Verb.PLAY,
    Verb.STEP,
    Verb.TUNNEL,
    Verb.ITEM,
    Verb.SPAWN,
    Verb.POUCH,
    Verb.NO,
    Verb.ACCEPT,
    Verb.DECLINE,
    Verb.HIDE,
    Verb.DISCARD,
    Verb.FINISH,
    Verb.TRADE,
    Verb.WITHDRAW,
    Verb.PREFER,
    Verb.LEAVE,
)
"""What somebody is likely to do, the likeliest first."""


def menu(words: Words, names: Names, state: State, path: str) -> Menu:
    """What the active player can choose at `path`; an unknown or outdated path leads to the beginning."""
    actions = legal(state, state.turn.seat)
    if path and state.phase in (Phase.ACT, Phase.AFTER) and (aimed := aim(words, state, actions, path)):
        return aimed
    match state.phase:
        case Phase.CHOOSE:
            return _choose(words, names, state, actions)
        case Phase.ACT:
            return _act(words, state, actions)
        case Phase.AFTER:
            return _after(words, state, actions)
        case Phase.OVER | Phase.LAND:
            return Menu()
        case _:
            return _answer(words, state, actions)


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal lines of a seat, the likeliest first."""
    return tuple(map(str, sorted(legal(state, seat), key=lambda action: _LIKELY.index(action.verb))))


def _of(actions: Sequence[Action], *verbs: Verb) -> list[Action]:
    return [action for action in actions if action.verb in verbs]


def _aside(words: Words) -> Button:
    return Button(words("trogdor.menu.aside"), "", Does.ASIDE)


# Which card


def _choose(words: Words, names: Names, state: State, actions: Sequence[Action]) -> Menu:
    choices = _of(actions, Verb.PLAY, Verb.DISCARD)
    film = (Button(words("trogdor.menu.film"), "", Does.FILM),) if state.land is not None else ()
    return Menu(
        question="\n".join((*_cards(words, state), *_offered(words, names, state))),
        rows=tuple(
            tuple(_choice(words, state, action) for action in choices if action.verb is verb)
            for verb in (Verb.PLAY, Verb.DISCARD)
        ),
        buttons=(*_trade(words, names, state), *film, _aside(words)),
    )


def _cards(words: Words, state: State) -> Iterator[str]:
    """What the cards to choose from do, and what would be lost with one of them."""
    player = state.players[state.turn.seat]
    for card in dict.fromkeys(player.hand):
        yield title_and_effect(words, card)
    if state.turn.bonus:
        yield words.some("trogdor.bonus", state.turn.bonus)
    lost = state.turn.bonus + (player.keeper is Keeper.CRANGOLEV)
    if Card.PATH_O_BURNINATION in player.hand and lost:
        yield words.some("trogdor.lost", lost, card=title(words, Card.PATH_O_BURNINATION))


def _offered(words: Words, names: Names, state: State) -> Iterator[str]:
    """The open offer, and what those of its cards do that the active player does not hold."""
    offer = state.offer
    if offer is None:
        return
    yield words(
        "trogdor.ask.trade",
        name=names[offer.seat],
        partner=names[offer.partner],
        mine=title(words, offer.mine),
        theirs=title(words, offer.theirs),
    )
    for card in (offer.mine, offer.theirs):
        if card not in state.players[state.turn.seat].hand:
            yield title_and_effect(words, card)


def _trade(words: Words, names: Names, state: State) -> Iterator[Button]:
    """The answers to an open offer. They are its partner's, whoever's turn it is."""
    if state.offer is not None:
        partner = unescaped(names[state.offer.partner])
        yield Button(words("trogdor.menu.accept", name=partner), Verb.ACCEPT, look=Look.GOOD)
        yield Button(words("trogdor.menu.decline", name=partner), Verb.DECLINE)


def _choice(words: Words, state: State, action: Action) -> Button:
    card, plain = action.card or Card.BLOCK, action.verb is Verb.DISCARD
    points = points_for(state, state.turn.seat, card, plain=plain)
    if plain:
        return Button(words.some("trogdor.menu.discard", points, card=title(words, card)), str(action))
    label = words.some("trogdor.menu.play", points, card=title(words, card))
    return Button(label, str(action), look=Look.MAIN)


# What the dragon does


def _act(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    return Menu(
        question=_acting(words, state),
        rows=pad(words, state, _of(actions, Verb.STEP)),
        buttons=(
            *_deeds(words, state, actions),
            *_aimed(words, state, actions),
            *_finish(words, state, actions),
            _aside(words),
        ),
    )


def _acting(words: Words, state: State) -> str:
    """The question, and the card whose effect holds or waits, or why it can do nothing here."""
    asked = words(f"trogdor.ask.{_standing(state)}")
    card = in_force(state.turn)
    if card is None or state.turn.effect:
        return asked
    return f"{asked}\n{title_and_effect(words, card)}{_idle(words, state, card)}"


def _standing(state: State) -> str:
    if state.board.hiding:
        return "hiding"
    return "act" if state.turn.points else "spent"


def _idle(words: Words, state: State, card: Card) -> str:
    """Why a card's effect cannot be used: its moment is over, or there is nothing to aim it at."""
    if TIMING[card] in ("turn", "after") and state.phase is Phase.ACT:
        return ""
    if not effects.available(state):
        return words("trogdor.ask.late")
    return "" if effects.targets(state) else words("trogdor.ask.reach")


def _deeds(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """What costs a point where Trogdor stands."""
    for action in _of(actions, Verb.CHOMP, Verb.BURN, Verb.TUNNEL, Verb.HIDE):
        match action.verb:
            case Verb.BURN:
                yield Button(words(f"trogdor.menu.burn.{action.what or 'tile'}"), str(action), look=Look.MAIN)
            case Verb.CHOMP:
                yield Button(words("trogdor.menu.chomp"), str(action), look=Look.MAIN)
            case Verb.TUNNEL:
                yield Button(words("trogdor.menu.tunnel", square=name(action.squares[0])), str(action))
            case _:
                lost = state.turn.points - 1
                confirm = words.some("trogdor.confirm.hide", lost) if lost else ""
                yield Button(words("trogdor.menu.hide"), str(action), confirm=confirm)


def _aimed(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """The card's effect and the item: at once, or to the question what they are aimed at."""
    for verb in AIMED:
        own = _of(actions, verb)
        if own:
            label = _label(words, state, verb)
            if needs_aim(own):
                yield Button(label, verb, Does.GO, Look.GOOD)
            else:
                yield Button(label, str(own[0]), look=Look.GOOD)


def _label(words: Words, state: State, verb: Verb) -> str:
    if verb is Verb.CARD and state.turn.card is not None:
        return words("trogdor.menu.card", card=title(words, state.turn.card))
    return words("trogdor.menu.item", item=item_title(words, state.players[state.turn.seat].item))


def _finish(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """The end of the actions; asked about first where points and something to do are left."""
    for action in _of(actions, Verb.FINISH):
        points = state.turn.points
        useful = any(other.verb in _USEFUL for other in actions)
        confirm = words.some("trogdor.confirm.finish", points) if points and useful else ""
        label = words.some("trogdor.menu.finish.wasting", points) if points else words("trogdor.menu.finish")
        yield Button(label, str(action), confirm=confirm)


# After the actions, and when the land asks


def _after(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """The card's effect after the actions; an item can come before it."""
    own = _of(actions, Verb.CARD)
    buttons = [
        *(button for button in _aimed(words, state, _of(actions, Verb.ITEM))),
        *(Button(words("trogdor.menu.without"), str(action)) for action in _of(actions, Verb.FINISH)),
        _aside(words),
    ]
    if own and not needs_aim(own):
        buttons.insert(0, Button(_label(words, state, Verb.CARD), str(own[0]), look=Look.MAIN))
    key = "trogdor.ask.after" if own else "trogdor.ask.nothing"
    return Menu(
        question=words(key, effect=effect(words, state, Verb.CARD)),
        lists=targets(words, state, own) if needs_aim(own) else (),
        buttons=tuple(buttons),
        targets=squares_of(own),
    )


def _answer(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """A question of the land: each answer is a button."""
    answers = _of(actions, Verb.YES, Verb.NO, Verb.POUCH, Verb.SPAWN)
    squares = {name(square) for action in answers for square in action.squares}
    buttons = (*(_reply(words, state, action) for action in answers), _aside(words))
    return Menu(question=_question(words, state), buttons=buttons, targets=tuple(sorted(squares)))


def _question(words: Words, state: State) -> str:
    match state.phase:
        case Phase.SHIELD:
            return words("trogdor.ask.shield", who=words(f"trogdor.who.{_striker(state)}"))
        case Phase.FLASK:
            where = name(state.board.lit[0].square) if state.board.lit else name(state.board.trogdor)
            return words("trogdor.ask.flask", square=where)
        case Phase.POUCH:
            return words("trogdor.ask.pouch", direction=_way(words, state), repair=_repair(words, state))
        case _:
            return words(f"trogdor.ask.{state.phase}")


def _striker(state: State) -> str:
    """Who is about to hit."""
    first = next(iter(state.todo), None)
    return first.who if isinstance(first, Strike) else "knight-1"


def _way(words: Words, state: State) -> str:
    return "" if state.land is None else words(f"trogdor.direction.{state.land.direction}")


def _repair(words: Words, state: State) -> str:
    repairing = state.land is not None and state.land.repair
    return words("trogdor.ask.repair") if repairing else ""


def _reply(words: Words, state: State, action: Action) -> Button:
    match action.verb:
        case Verb.YES:
            return Button(words(f"trogdor.menu.{state.phase}.yes"), str(action), look=Look.GOOD)
        case Verb.POUCH:
            return Button(words(f"trogdor.menu.way.{action.direction}"), str(action))
        case Verb.SPAWN:
            squares = words.listed(tuple(map(name, action.squares)))
            return Button(words("trogdor.menu.spawn", squares=squares), str(action), look=Look.MAIN)
        case _:
            return Button(words(f"trogdor.menu.{state.phase}.no", direction=_way(words, state)), str(action))


# The direction pad: three rows of three, with Trogdor in the middle

_ROWS: Final = (
    (Direction.NORTHWEST, Direction.NORTH, Direction.NORTHEAST),
    (Direction.WEST, None, Direction.EAST),
    (Direction.SOUTHWEST, Direction.SOUTH, Direction.SOUTHEAST),
)


def pad(words: Words, state: State, steps: Sequence[Action]) -> tuple[tuple[Button, ...], ...]:
    """A button for each step, in its place; no pad if there is no step. Ways that are closed are shown so."""
    open_ways = {action.direction: action for action in steps if action.direction is not None}
    if not open_ways:
        return ()
    return tuple(tuple(_button(words, state, open_ways, way) for way in row) for row in _ROWS)


def _button(
    words: Words, state: State, open_ways: Mapping[Direction, Action], way: Direction | None
) -> Button:
    here = state.board.trogdor
    if way is None:
        return Button(words("trogdor.pad.here", square=name(here)), "", Does.GO, enabled=False)
    arrow = words(f"trogdor.pad.{way}")
    action = open_ways.get(way)
    if action is None:
        return Button(arrow, f"{Verb.STEP} {way}", enabled=False)
    target = wrapped(here, way)
    label = words("trogdor.pad.step", arrow=arrow, square=name(target))
    hits = _hits(state, target)
    if not hits:
        return Button(label, str(action))
    deadly = hits - _stopped(state) > state.board.health
    confirm = words("trogdor.confirm.death") if deadly else ""
    return Button(words("trogdor.pad.knight", step=label), str(action), look=Look.DANGER, confirm=confirm)


def _hits(state: State, square: Square) -> int:
    """How many knights would hurt Trogdor there (Rule trogdor:move-2)."""
    if in_force(state.turn) is Card.INVISIBILITY:
        return 0
    return sum(where == square for _, where in walkers(state.board))


def _stopped(state: State) -> int:
    """How many of their hits the Shield could stop."""
    player = state.players[state.turn.seat]
    ready = player.charged and not state.turn.item and player.asks is not Asks.NEVER
    return int(player.item is Item.SHIELD and ready)


def in_force(turn: Turn) -> Card | None:
    """The card whose effect is the active player's: none before the choice, none if it was discarded."""
    return None if turn.plain else turn.card


def unescaped(escaped: str) -> str:
    """A player's name for a button, which reads no markdown."""
    return re.sub(r"\\(.)", r"\1", escaped)
