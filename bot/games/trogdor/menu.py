"""Trogdor's menu: a card, then the dragon's deeds and steps; the land's questions.

The path of a guided move is the beginning of its notation, see `bot.games.trogdor.aim`. Items are used, and
trades are offered, in the private menu (`bot.games.trogdor.private_menu`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.games.trogdor.aim import aim_menu, effect, needs_aim, squares_of, targets
from bot.games.trogdor.narration import item_title, title, title_and_effect, unescape
from bot.games.trogdor.odds import describe_risk, is_grave
from bot.words import Names, Words
from bot.words.menu import Button, ButtonLook, Does, Menu
from engine.core import Seat
from engine.trogdor import GAME, effects, items
from engine.trogdor.board import Direction, Square, name, next_square_wrapped
from engine.trogdor.cards import POINTS, TIMING, Card, Item, Keeper
from engine.trogdor.legality import legal, must_scorch
from engine.trogdor.model import DISCARD_POINTS, Action, ItemMode, Phase, State, Strike, Turn, Verb
from engine.trogdor.position import walkers
from engine.trogdor.turns import points_for

_USEFUL: Final = frozenset({Verb.CHOMP, Verb.BURN, Verb.CARD})
"""What points or a turn could still be used for, without items, which are often kept for later."""

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
"""The verbs, the likeliest first."""


def menu(words: Words, names: Names, state: State, path: str) -> Menu:
    """Return the active player's options at `path`; an unknown or outdated path leads to the beginning."""
    actions = legal(state, state.turn.seat)
    if (
        path
        and state.phase is Phase.ACT
        and (aimed := aim_menu(words, state, _with_verbs(actions, Verb.CARD), path))
    ):
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
    """Return the legal lines of a seat, the likeliest first."""
    return tuple(map(str, sorted(legal(state, seat), key=lambda action: _LIKELY.index(action.verb))))


def _with_verbs(actions: Sequence[Action], *verbs: Verb) -> list[Action]:
    return [action for action in actions if action.verb in verbs]


def _private_menu_button(words: Words, state: State) -> Button:
    """Return the button to the private menu, with the active player's item if it is usable now."""
    if not items.targets(state):
        return Button(words("trogdor.menu.aside"), "", Does.ASIDE)
    short = words(f"trogdor.item.{state.players[state.turn.seat].item}.short")
    return Button(words("trogdor.menu.aside.item", item=short), "", Does.ASIDE)


# Cards


def _choose(words: Words, names: Names, state: State, actions: Sequence[Action]) -> Menu:
    """Return the answers to an offer, which ends with the choice; then both cards, to play or discard."""
    cards = _with_verbs(actions, Verb.PLAY, Verb.DISCARD)
    film = (Button(words("trogdor.menu.film"), "", Does.FILM),) if state.land is not None else ()
    rows = (
        tuple(_answers(words, names, state)),
        *(
            tuple(_choice(words, state, action) for action in cards if action.verb is verb)
            for verb in (Verb.PLAY, Verb.DISCARD)
        ),
    )
    return Menu(
        question="\n".join((*_card_lines(words, state), *_offer_lines(words, names, state))),
        rows=tuple(filter(None, rows)),
        buttons=(*film, _private_menu_button(words, state)),
    )


def _card_lines(words: Words, state: State) -> Iterator[str]:
    """Yield what the cards do, unless there is an offer; and what would be lost with one of them."""
    player = state.players[state.turn.seat]
    if state.offer is None:
        for card in dict.fromkeys(player.hand):
            yield title_and_effect(words, card)
    lost_points = state.turn.bonus + (player.keeper is Keeper.CRANGOLEV)
    if Card.PATH_O_BURNINATION in player.hand and lost_points:
        yield words.some("trogdor.lost", lost_points, card=title(words, Card.PATH_O_BURNINATION))


def _offer_lines(words: Words, names: Names, state: State) -> Iterator[str]:
    """Yield the open offer, and what its cards do."""
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
    for card in dict.fromkeys((offer.mine, offer.theirs)):
        yield title_and_effect(words, card)


def _answers(words: Words, names: Names, state: State) -> Iterator[Button]:
    """Yield the partner's answers to an open offer, in any turn."""
    if state.offer is not None:
        partner = unescape(names[state.offer.partner])
        yield Button(words("trogdor.menu.accept", name=partner), Verb.ACCEPT, look=ButtonLook.GOOD)
        yield Button(words("trogdor.menu.decline", name=partner), Verb.DECLINE)


def _choice(words: Words, state: State, action: Action) -> Button:
    card, plain = action.card or Card.BLOCK, action.verb is Verb.DISCARD
    points = points_for(state, state.turn.seat, card, plain=plain)
    key = "trogdor.menu.play" if points else "trogdor.menu.play.none"
    if plain:
        brings_no_more = POINTS[card] >= DISCARD_POINTS  # playing it brings as many, and the effect
        key = "trogdor.menu.discard.no-effect" if brings_no_more else "trogdor.menu.discard"
    label = words(key, card=title(words, card), points=points)
    return Button(label, str(action), look=ButtonLook.PLAIN if plain else ButtonLook.MAIN)


# Deeds and steps


def _act(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """Return the deeds at the dragon's square, then the steps, then the end of the turn."""
    rows = (
        (*_effect(words, state, actions), *_deeds(words, state, actions)),
        *pad(words, state, _with_verbs(actions, Verb.STEP)),
        tuple(_tunnels(words, actions)),
        tuple(_finish(words, state, actions)),
    )
    return Menu(
        question="\n".join(_act_lines(words, state)),
        rows=tuple(filter(None, rows)),
        buttons=(_private_menu_button(words, state),),
    )


def _act_lines(words: Words, state: State) -> Iterator[str]:
    """Yield the question, and the card whose effect is available, or why it is not."""
    standing = _standing_key(state)
    coming = _still_to_come(state) if standing == "spent" else None
    if coming is not None:
        yield words("trogdor.ask.spent.card", card=title(words, coming))
    else:
        yield words(f"trogdor.ask.{standing}")
    card = effective_card(state.turn)
    if card is not None and not state.turn.effect and TIMING[card] not in {"turn", "after"}:
        yield from _effect_lines(words, state, card)
    if standing == "spent":
        yield from _risk_lines(words, state)


def _risk_lines(words: Words, state: State) -> Iterator[str]:
    """Yield the chance of a hit if the turn ends here, and the card that can still hide him; none if safe."""
    if risk := describe_risk(words, GAME.view(state, None)):
        hides = _still_to_come(state) is Card.HIDEY_HOLE
        yield f"{risk} {words('trogdor.ask.hides', card=title(words, Card.HIDEY_HOLE))}" if hides else risk


def _effect_lines(words: Words, state: State, card: Card) -> Iterator[str]:
    """Yield what the card's effect does, or why it cannot; that it was missed only once."""
    if effects.targets(state):
        yield title_and_effect(words, card)
        if TIMING[card] == "before":
            yield words("trogdor.ask.first")
    elif effects.is_available(state):
        yield words("trogdor.ask.reach", card=title(words, card))
    elif TIMING[card] == "before" and _has_spent_one(state):
        yield words("trogdor.ask.late", card=title(words, card))


def _has_spent_one(state: State) -> bool:
    """Return whether the player has just spent the first point of the turn."""
    turn = state.turn
    given = points_for(state, turn.seat, turn.card or Card.BLOCK, plain=turn.plain) + turn.bonus
    return turn.points == given - 1


def _standing_key(state: State) -> str:
    if must_scorch(state):
        return "path"
    if state.board.hiding:
        return "hiding"
    return "act" if state.turn.points else "spent"


def _effect(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """Yield the card's effect: at once, or with the question for its target."""
    own_actions = _with_verbs(actions, Verb.CARD)
    if own_actions and state.turn.card is not None:
        label = words("trogdor.menu.card", card=title(words, state.turn.card))
        if needs_aim(own_actions):
            yield Button(label, Verb.CARD, Does.GO, ButtonLook.MAIN)
        else:
            yield Button(label, str(own_actions[0]), look=ButtonLook.MAIN)


_DEEDS: Final = (Verb.CHOMP, Verb.BURN, Verb.HIDE)


def _deeds(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """Yield what costs a point at Trogdor's square."""
    for action in sorted(_with_verbs(actions, *_DEEDS), key=lambda action: _DEEDS.index(action.verb)):
        match action.verb:
            case Verb.BURN:
                yield Button(
                    words(f"trogdor.menu.burn.{action.what or 'tile'}"), str(action), look=ButtonLook.MAIN
                )
            case Verb.CHOMP:
                yield Button(words("trogdor.menu.chomp"), str(action), look=ButtonLook.MAIN)
            case _:
                lost = state.turn.points - 1
                confirm = words.some("trogdor.confirm.hide", lost) if lost else ""
                yield Button(words("trogdor.menu.hide"), str(action), look=ButtonLook.MAIN, confirm=confirm)


def _tunnels(words: Words, actions: Sequence[Action]) -> Iterator[Button]:
    for action in _with_verbs(actions, Verb.TUNNEL):
        yield Button(words("trogdor.menu.tunnel", square=name(action.squares[0])), str(action))


def _finish(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """Yield the end of the actions: red while points are left, else green.

    It asks first if something useful is left.
    """
    for action in _with_verbs(actions, Verb.FINISH):
        points = state.turn.points
        useful = any(other.verb in _USEFUL for other in actions)
        confirm = _finish_question(words, state, points, useful=useful)
        look = ButtonLook.DANGER if points else ButtonLook.GOOD
        yield Button(_ending(words, state, points), str(action), look=look, confirm=confirm)


def _finish_question(words: Words, state: State, points: int, *, useful: bool) -> str:
    """Return what to ask before the turn ends with points left: what could be done, and the risk."""
    grave = is_grave(GAME.view(state, None)) and _still_to_come(state) is not Card.HIDEY_HOLE
    if not points or not (useful or grave):
        return ""
    stop = words.some("trogdor.confirm.finish" if useful else "trogdor.confirm.stop", points)
    return " ".join((stop, *_risk_lines(words, state)))


def _ending(words: Words, state: State, points: int) -> str:
    """Return what comes next, the land or the card's effect, and the wasted points."""
    card = _still_to_come(state)
    if card is not None:
        return words("trogdor.menu.finish.card", card=title(words, card))
    return words.some("trogdor.menu.finish.wasting", points) if points else words("trogdor.menu.finish")


def _still_to_come(state: State) -> Card | None:
    """Return the card whose effect comes after the actions, and has a target."""
    card = effective_card(state.turn)
    over = replace(state, phase=Phase.AFTER, turn=replace(state.turn, points=0))
    return card if card is not None and effects.targets(over) else None


# After the actions, and the land's questions


def _after(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """Return the card's effect after the actions, or what is left afterwards: an item."""
    own_actions = _with_verbs(actions, Verb.CARD)
    if not own_actions:
        end = Button(words("trogdor.menu.finish"), Verb.FINISH, look=ButtonLook.GOOD)
        item = item_title(words, state.players[state.turn.seat].item)
        return Menu(
            question="\n".join((words("trogdor.ask.item", item=item), *_risk_lines(words, state))),
            rows=((end,),),
            buttons=(_private_menu_button(words, state),),
        )
    end = Button(words("trogdor.menu.finish"), Verb.FINISH, look=ButtonLook.DANGER)
    asked = words("trogdor.ask.after", effect=effect(words, state, Verb.CARD))
    return Menu(
        question="\n".join(filter(None, (asked, describe_risk(words, GAME.view(state, None))))),
        lists=targets(words, state, own_actions),
        buttons=(end, _private_menu_button(words, state)),
        targets=squares_of(own_actions),
    )


def _answer(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """Return a question of the land: each answer is a button."""
    answers = _with_verbs(actions, Verb.YES, Verb.NO, Verb.POUCH, Verb.SPAWN)
    squares = {name(square) for action in answers for square in action.squares}
    buttons = (*(_reply(words, state, action) for action in answers), _private_menu_button(words, state))
    return Menu(question=_question(words, state), buttons=buttons, targets=tuple(sorted(squares)))


def _question(words: Words, state: State) -> str:
    match state.phase:
        case Phase.SHIELD:
            return words("trogdor.ask.shield", who=words(f"trogdor.who.{_striker(state)}"))
        case Phase.FLASK:
            where = name(state.board.lit[0].square) if state.board.lit else name(state.board.trogdor)
            several = effective_card(state.turn) is Card.PATH_O_BURNINATION
            return words("trogdor.ask.flask.each" if several else "trogdor.ask.flask", square=where)
        case Phase.POUCH:
            return words(
                "trogdor.ask.pouch", direction=_direction_text(words, state), repair=_repair(words, state)
            )
        case _:
            return words(f"trogdor.ask.{state.phase}")


def _striker(state: State) -> str:
    """Return who is about to hit."""
    first = next(iter(state.todo), None)
    return first.who if isinstance(first, Strike) else "knight-1"


def _direction_text(words: Words, state: State) -> str:
    return "" if state.land is None else words(f"trogdor.direction.{state.land.direction}")


def _repair(words: Words, state: State) -> str:
    repairing = state.land is not None and state.land.repair
    return words("trogdor.ask.repair") if repairing else ""


def _reply(words: Words, state: State, action: Action) -> Button:
    match action.verb:
        case Verb.YES:
            return Button(words(f"trogdor.menu.{state.phase}.yes"), str(action), look=ButtonLook.GOOD)
        case Verb.POUCH:
            return Button(words(f"trogdor.menu.way.{action.direction}"), str(action))
        case Verb.SPAWN:
            squares = words.join_list(tuple(map(name, action.squares)))
            return Button(words("trogdor.menu.spawn", squares=squares), str(action), look=ButtonLook.MAIN)
        case _:
            return Button(
                words(f"trogdor.menu.{state.phase}.no", direction=_direction_text(words, state)), str(action)
            )


# The direction pad

_ROWS: Final = (
    (Direction.NORTHWEST, Direction.NORTH, Direction.NORTHEAST),
    (Direction.WEST, Direction.EAST),
    (Direction.SOUTHWEST, Direction.SOUTH, Direction.SOUTHEAST),
)


def pad(words: Words, state: State, steps: Sequence[Action]) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each step: north in the first row, west and east below, south in the third."""
    open_ways = {action.direction: action for action in steps}
    return tuple(
        tuple(_step(words, state, open_ways[way], way) for way in row if way in open_ways) for row in _ROWS
    )


def _step(words: Words, state: State, action: Action, way: Direction) -> Button:
    """Return a step with its target; one that a knight makes harmful or deadly says so."""
    target = next_square_wrapped(state.board.trogdor, way)
    label = words("trogdor.pad.step", arrow=words(f"trogdor.pad.{way}"), square=name(target))
    hits = _knight_hits(state, target)
    if not hits:
        return Button(label, str(action), way=way)
    if hits - _stoppable_hits(state) > state.board.health:
        confirm = words("trogdor.confirm.death")
        return Button(words("trogdor.pad.deadly", step=label), str(action), confirm=confirm, way=way)
    return Button(words("trogdor.pad.knight", step=label), str(action), costly=True, way=way)


def _knight_hits(state: State, square: Square) -> int:
    """Return how many knights would hurt Trogdor there (Rule trogdor:move-2)."""
    if effective_card(state.turn) is Card.INVISIBILITY:
        return 0
    return sum(where == square for _, where in walkers(state.board))


def _stoppable_hits(state: State) -> int:
    """Return how many hits the Shield could stop."""
    player = state.players[state.turn.seat]
    ready = player.charged and not state.turn.item and player.asks is not ItemMode.NEVER
    return int(player.item is Item.SHIELD and ready)


def effective_card(turn: Turn) -> Card | None:
    """Return the card with an active effect: none before the choice, or if it was discarded."""
    return None if turn.plain else turn.card
