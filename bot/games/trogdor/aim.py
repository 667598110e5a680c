"""The targets of a card or an item: a list of squares, or of two squares one after the other.

The path of the question is the beginning of the notation: `card`, `item`, or `card c1` and `item a4` once the
piece to move has been picked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.trogdor.narration import item_title, title_and_effect
from bot.words import Words
from bot.words.menu import Button, Does, List, Menu, MenuOption, merge_into_lists, split_into_lists
from engine.trogdor.board import BY_NAME, Square, TileKind, name
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import Action, Board, State, TargetKind, Verb
from engine.trogdor.position import walkers

_SEVERAL: Final = frozenset({Card.FLIP_EM_UP_DAN, Card.FLIP_EM_UP_FRAN})
_GROUPS: Final = (None, TargetKind.PEASANT, TargetKind.COTTAGE)


def needs_aim(actions: Sequence[Action]) -> bool:
    """Return whether a card or an item needs a target."""
    return any(action.squares or action.what for action in actions)


def aim_menu(words: Words, state: State, actions: Sequence[Action], path: str) -> Menu | None:
    """Return the question at a path that begins with `card` or `item`; none if no action needs a target."""
    verb, _, picked = path.partition(" ")
    own_actions = [action for action in actions if action.verb == verb]
    if not needs_aim(own_actions):
        return None
    if picked:
        return _second_step_menu(words, state, own_actions, path)
    if _has_two_steps(state, Verb(verb)):
        return _first_step_menu(words, state, own_actions)
    return _one_step_menu(words, state, own_actions)


def targets(words: Words, state: State, actions: Sequence[Action]) -> tuple[List, ...]:
    """Return all targets of a card or an item in one step."""
    verb = actions[0].verb
    if verb is Verb.CARD and state.turn.card in _SEVERAL:
        squares = sorted({square for action in actions for square in action.squares})
        options = [_option(words, state.board, square) for square in squares]
        return (_multi_list(words, options),)
    in_order = sorted(actions, key=lambda action: action.squares)
    eats = verb is Verb.CARD and state.turn.card is Card.JHONKA_HELP
    groups = list[tuple[str, list[MenuOption]]]()
    for what in _GROUPS:
        if options := [_target(words, state.board, action) for action in in_order if action.what is what]:
            kind = "peasant" if eats else what or "tile"
            title = words(f"trogdor.menu.group.{kind}" if groups else f"trogdor.menu.pick.{kind}")
            groups.append((title, options))
    return merge_into_lists(words, groups, Does.PLAY, f"{verb} ")


def squares_of(actions: Sequence[Action]) -> tuple[str, ...]:
    """Return the target squares of actions, to be marked in the picture."""
    return tuple(
        name(square) for square in sorted({action.squares[-1] for action in actions if action.squares})
    )


def back(words: Words, path: str = "") -> Button:
    """Return the button to the previous question."""
    return Button(words("button.back"), path, Does.GO)


def _has_two_steps(state: State, verb: Verb) -> bool:
    """Return whether something is moved: first what, then where to."""
    if verb is Verb.CARD:
        return state.turn.card is Card.TUNNEL_WARP
    return state.players[state.turn.seat].item is Item.BAUBLES


def _multi_list(words: Words, options: Sequence[MenuOption]) -> List:
    return List(words("trogdor.menu.several"), tuple(options), Does.PLAY, "card ", most=len(options))


def _option(words: Words, board: Board, square: Square) -> MenuOption:
    return MenuOption(name(square), name(square), scene(words, board, square)[:100])


def _target(words: Words, board: Board, action: Action) -> MenuOption:
    """Return an action's target, with the notation after the verb as its value."""
    value = str(action).partition(" ")[2]
    square = action.squares[-1]
    what = action.what or ("tile" if board.kinds[square] is TileKind.COTTAGE else "")
    label = words(f"trogdor.menu.{what}", square=name(square)) if what else name(square)
    return MenuOption(value, label, scene(words, board, square)[:100])


def _one_step_menu(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    verb = actions[0].verb
    return Menu(
        question=words("trogdor.ask.aim", effect=effect(words, state, verb)),
        lists=targets(words, state, actions),
        buttons=(back(words),),
        targets=squares_of(actions),
    )


def _first_step_menu(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """Return which tunnel, or which knight."""
    verb = actions[0].verb
    options = list(dict.fromkeys(_origins(words, state, actions)))
    which = words("trogdor.menu.tunnel.which" if verb is Verb.CARD else "trogdor.menu.knight.which")
    return Menu(
        question=words("trogdor.ask.aim.which", effect=effect(words, state, verb), which=which),
        lists=split_into_lists(words, which, options, Does.GO, f"{verb} "),
        buttons=(back(words),),
        targets=tuple(dict.fromkeys(_square_of(state, option.value) for option in options)),
    )


def _origins(words: Words, state: State, actions: Sequence[Action]) -> Iterator[MenuOption]:
    for action in actions:
        picked = str(action).split()[1]
        square = _square_of(state, picked)
        label = words("trogdor.menu.hammer", square=square) if picked == TargetKind.TROGHAMMER else square
        yield MenuOption(picked, label, scene(words, state.board, BY_NAME[square])[:100])


def _square_of(state: State, picked: str) -> str:
    """Return the square of what has been picked: a square's name, or the Troghammer."""
    hammer = state.board.troghammer
    return name(hammer) if picked == TargetKind.TROGHAMMER and hammer is not None else picked


def _second_step_menu(words: Words, state: State, actions: Sequence[Action], path: str) -> Menu | None:
    """Return where the tunnel or the knight goes."""
    verb, _, picked = path.partition(" ")
    own_actions = [action for action in actions if str(action).split()[:2] == [verb, picked]]
    if not own_actions or not _has_two_steps(state, Verb(verb)):
        return None
    key = "trogdor.menu.tunnel.where" if verb == Verb.CARD else "trogdor.menu.knight.where"
    origin = _square_of(state, picked)
    options = [_option(words, state.board, action.squares[-1]) for action in own_actions]
    return Menu(
        question=words("trogdor.ask.where", square=origin),
        lists=split_into_lists(words, words(key, square=origin), options, Does.PLAY, f"{path} "),
        buttons=(back(words, verb),),
        chosen=(origin,),
        targets=squares_of(own_actions),
    )


def effect(words: Words, state: State, verb: Verb) -> str:
    """Return what the chosen card or the active player's item does, in words."""
    if verb is Verb.CARD and state.turn.card is not None:
        return title_and_effect(words, state.turn.card)
    item = state.players[state.turn.seat].item
    return words("trogdor.card", card=item_title(words, item), effect=words(f"trogdor.item.{item}.use"))


def scene(words: Words, board: Board, square: Square) -> str:
    """Return a square in a few words: its kind, its fire, and the pieces on it."""
    return ", ".join(_scene(words, board, square))


def _scene(words: Words, board: Board, square: Square) -> Iterator[str]:
    yield words(f"trogdor.kind.{board.kinds[square].name.lower()}")
    if square in board.aflame:
        yield words("trogdor.scene.aflame")
    elif square in board.burned:
        yield words("trogdor.scene.burned")
    if square == board.trogdor:
        yield words("trogdor.who.trogdor")
    peasants = board.peasants.count(square)
    if peasants:
        yield words.some("trogdor.scene.peasants", peasants)
    lit = sum(runner.square == square for runner in board.lit)
    if lit:
        yield words.some("trogdor.scene.lit", lit)
    for who, where in walkers(board):
        if where == square:
            yield words(f"trogdor.piece.{who}")
    if square == board.archer:
        yield words("trogdor.piece.archer")
