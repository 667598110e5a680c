"""Thud's menu: pick a piece, then where it goes, then, if somebody wants fewer, what it takes.

The path of a guided move is what has been picked so far: nothing, `E2`, or `G9-G10` on the way to a
choice of captures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.thud.narration import score
from bot.words import Names, Words
from bot.words.menu import Button, Does, List, Look, Menu, Option, grouped, split
from engine.core import Seat
from engine.thud.board import DIRECTIONS, Square, in_order, name
from engine.thud.model import Call, Manner, Move, Side, State
from engine.thud.moves import manner, moves_of, step_towards
from engine.thud.rules import legal, points_of

_LOOKS = {Call.OFFER: Look.PLAIN, Call.ACCEPT: Look.GOOD, Call.DECLINE: Look.PLAIN, Call.RESIGN: Look.DANGER}


def menu(words: Words, names: Names, state: State, path: str) -> Menu:
    """What to choose from at `path`; an unknown or outdated path leads to the beginning."""
    mover = state.seat_of(state.to_move)
    moves = [] if state.offer == mover else moves_of(state.position, state.to_move)
    origin, _, target = path.partition("-")
    own = [move for move in moves if name(move.origin) == origin] if origin else []
    same_way = [move for move in own if name(move.target) == target]
    if len(same_way) > 1:
        return _captures(words, same_way)
    if own:
        return _targets(words, own)
    return Menu(lists=_pieces(words, state, moves), buttons=tuple(_calls(words, names, state)))


def _pieces(words: Words, state: State, moves: Sequence[Move]) -> tuple[List, ...]:
    by_origin: dict[Square, list[Move]] = {}
    for move in moves:
        by_origin.setdefault(move.origin, []).append(move)
    options = [_piece(words, origin, by_origin[origin]) for origin in in_order(by_origin)]
    title = words("thud.menu.dwarf" if state.to_move is Side.DWARFS else "thud.menu.troll")
    return split(words, title, options, Does.GO)


def _piece(words: Words, origin: Square, moves: Sequence[Move]) -> Option:
    ways = len({move.target for move in moves})
    told = words.some("thud.menu.moves", ways)
    if any(move.captured for move in moves):
        told = words("thud.menu.captures", moves=told)
    return Option(name(origin), name(origin), told)


def _calls(words: Words, names: Names, state: State) -> Iterable[Button]:
    """A button for each call that somebody at the table could make now."""
    open_to: dict[Call, Seat] = {}
    for seat in (0, 1):
        open_to |= {call: seat for call in legal(state, seat) if isinstance(call, Call)}
    for call in Call:
        if call in open_to:
            confirm = _confirm(words, names, state, call)
            yield Button(words(f"thud.menu.{call}"), call, look=_LOOKS.get(call, Look.PLAIN), confirm=confirm)


def _confirm(words: Words, names: Names, state: State, call: Call) -> str:
    if call is Call.RESIGN:
        return words("thud.confirm.resign")
    if call is Call.CLAIM:
        return words("thud.confirm.claim", score=score(words, names, points_of(state)))
    return ""


def _targets(words: Words, moves: Sequence[Move]) -> Menu:
    origin = moves[0].origin
    best = {move.target: move for move in sorted(moves, key=lambda move: len(move.captured))}
    lists = (
        _dwarf_lists(words, origin, best)
        if moves[0].side is Side.DWARFS
        else _troll_lists(words, moves, best)
    )
    back = Button(words("button.back"), "", Does.GO)
    return Menu(
        question=words("thud.menu.question.target", square=name(origin)),
        lists=lists,
        buttons=(back,),
        chosen=(name(origin),),
        targets=tuple(map(name, best)),
    )


def _dwarf_lists(words: Words, origin: Square, best: dict[Square, Move]) -> tuple[List, ...]:
    """A dwarf's targets, hurls first, then direction by direction, nearest first."""
    lines: dict[int | None, list[Option]] = {step: [] for step in DIRECTIONS.values()}
    hurls = [_target(words, move) for move in best.values() if move.captured]
    for move in sorted(best.values(), key=lambda move: abs(move.target - origin)):
        if not move.captured:
            lines[step_towards(origin, move.target)].append(_target(words, move))
    groups = {words("thud.menu.hurl"): hurls}
    groups |= {words(f"thud.direction.{direction}"): lines[step] for direction, step in DIRECTIONS.items()}
    lists = grouped(words, groups.items(), Does.PLAY, f"d{name(origin)}-")
    square = name(origin)
    return tuple(
        List(
            words("thud.menu.target", square=square, direction=part.title),
            part.options,
            part.does,
            part.prefix,
        )
        for part in lists
    )


def _target(words: Words, move: Move) -> Option:
    taken = "".join(f"x{name(sq)}" for sq in move.captured)
    told = words("thud.menu.hurl") if move.captured else ""
    return Option(f"{name(move.target)}{taken}", name(move.target), told)


def _troll_lists(words: Words, moves: Sequence[Move], best: dict[Square, Move]) -> tuple[List, ...]:
    """A troll's targets with everything taken, and those where one may take less."""
    square = name(moves[0].origin)
    most_first = sorted(best.values(), key=lambda move: -len(move.captured))
    every = [_landing(words, move) for move in most_first]
    ways = {target: sum(move.target == target for move in moves) for target in best}
    fewer = [_landing(words, move, bare=True) for move in most_first if ways[move.target] > 1]
    return (
        *split(words, words("thud.menu.target.troll", square=square), every, Does.PLAY, f"T{square}-"),
        *split(words, words("thud.menu.fewer", square=square), fewer, Does.GO, f"{square}-"),
    )


def _landing(words: Words, move: Move, *, bare: bool = False) -> Option:
    taken = "" if bare else "".join(f"x{name(sq)}" for sq in move.captured)
    shoved = manner(move) is Manner.SHOVE
    key = "thud.menu.may-take" if bare else "thud.menu.shove" if shoved else "thud.menu.takes"
    told = words(key, squares=words.listed(tuple(map(name, move.captured)))) if move.captured else ""
    return Option(f"{name(move.target)}{taken}", name(move.target), told)


def _captures(words: Words, moves: Sequence[Move]) -> Menu:
    """Which dwarfs to take, where a troll lands beside some."""
    most = max(moves, key=lambda move: len(move.captured))
    origin, target = name(most.origin), name(most.target)
    way = f"T{origin}-{target}"
    options = tuple(Option(f"x{name(sq)}", name(sq)) for sq in most.captured)
    buttons = [Button(words("thud.menu.all", count=len(options)), str(most), look=Look.MAIN)]
    if any(not move.captured for move in moves):
        buttons.append(Button(words("thud.menu.nothing"), way))
    buttons.append(Button(words("button.back"), origin, Does.GO))
    return Menu(
        question=words("thud.menu.question.take", origin=origin, target=target),
        lists=(List(words("thud.menu.take"), options, Does.PLAY, way, most=len(options)),),
        buttons=tuple(buttons),
        chosen=(origin, target),
        targets=tuple(map(name, most.captured)),
    )


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal lines of a seat, the most captures first, then the calls."""
    moves = [action for action in legal(state, seat) if isinstance(action, Move)]
    calls = [action for action in legal(state, seat) if isinstance(action, Call)]
    moves.sort(key=lambda move: -len(move.captured))
    return (*map(str, moves), *map(str, calls))
