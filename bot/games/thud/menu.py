"""Thud's menu: pick a piece, then its target, and the dwarfs that a troll takes there.

The path of a guided move is what has been picked so far: nothing, `E2`, or `G9-G10` before a choice of
captures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from bot.games.thud.narration import score, would_end
from bot.words import Names, Words
from bot.words.menu import LIST_LIMIT, Button, ButtonLook, Does, List, Menu, MenuOption, split_into_lists
from engine.core import Seat
from engine.octagon.board import BY_NAME, DIRECTIONS, Square, file_of, in_order, name, rank_of
from engine.octagon.model import PlayerCall, Side
from engine.thud.danger import capturing_moves
from engine.thud.model import STONE_SQUARE, Manner, Move, State
from engine.thud.moves import manner, moves_from, step_towards
from engine.thud.rules import calls_of, legal, match_balance, points_of

_ANSWERS: Final = (PlayerCall.ACCEPT, PlayerCall.DECLINE)
_AREAS: Final = ("north", "east", "south", "west")
"""The quarters of the board, clockwise, each with the corner that follows it."""


def menu(words: Words, names: Names, state: State, path: str) -> Menu:
    """Return the options at `path`; an unknown or outdated path leads to the beginning."""
    waits = state.offer == state.seat_of(state.to_move)
    moves = {} if waits else moves_from(state.position, state.to_move)
    origin, _, target = path.partition("-")
    own_moves = moves.get(BY_NAME[origin], ()) if origin in BY_NAME else ()
    same_way = [move for move in own_moves if name(move.target) == target]
    if len(same_way) > 1:
        return _captures(words, same_way)
    if own_moves:
        return _targets(words, own_moves)
    calls = _calls(words, names, state)
    answers = tuple(button for button in calls if button.value in _ANSWERS)
    return Menu(
        rows=(answers,) if answers else (),
        lists=_pieces(words, state, moves),
        buttons=tuple(button for button in calls if button not in answers),
    )


# Pieces


class _Piece(NamedTuple):
    """A movable piece: its square, and the moves that could take it next.

    `reached` are the squares of the attackers, each once, in the order of the board; `takes` is its most
    captures in one move, `ways` the number of its targets.
    """

    square: Square
    threats: tuple[Move, ...]
    reached: tuple[Square, ...]
    takes: int
    ways: int


def _piece_of(sq: Square, threats: tuple[Move, ...], moves: Sequence[Move]) -> _Piece:
    """Return a piece with these moves."""
    takes = max(len(move.captured) for move in moves)
    reached = tuple(in_order({move.origin for move in threats})) if threats else ()
    return _Piece(sq, threats, reached, takes, len({move.target for move in moves}))


def _pieces(words: Words, state: State, moves: Mapping[Square, Sequence[Move]]) -> tuple[List, ...]:
    """Return the captures as whole moves; the pieces in danger, and the others by area, each once.

    Where the captures do not fit into a list, it holds the pieces that can capture.
    """
    threats = capturing_moves(state.position, state.to_move.other)
    every = [_piece_of(sq, threats.get(sq, ()), moves[sq]) for sq in in_order(moves)]
    side, captures = state.to_move, _capture_options(words, moves)
    able = [] if captures else sorted((one for one in every if one.takes), key=lambda piece: -piece.takes)
    hung = sorted(
        (piece for piece in every if piece.reached and piece not in able),
        key=lambda piece: -len(piece.reached),
    )
    rest = [piece for piece in every if not piece.reached and piece not in able]

    def options(pieces: Iterable[_Piece]) -> list[MenuOption]:
        return [_piece_option(words, side, piece) for piece in pieces]

    title = words("thud.menu.captures", count=len(captures))
    return (
        *((List(title, tuple(captures), Does.PLAY, whole=True),) if captures else ()),
        *split_into_lists(words, words(f"thud.menu.able.{side}", count=len(able)), options(able), Does.GO),
        *split_into_lists(words, words(f"thud.menu.hung.{side}", count=len(hung)), options(hung), Does.GO),
        *_by_area(words, side, rest, alone=len(rest) == len(every)),
    )


def _capture_options(words: Words, moves: Mapping[Square, Sequence[Move]]) -> list[MenuOption]:
    """Return every capture with all that it takes, most first; empty if a list cannot hold them."""
    most: dict[tuple[Square, Square], Move] = {}
    for move in chain.from_iterable(moves.values()):
        ends = move.origin, move.target
        if move.captured and (ends not in most or len(move.captured) > len(most[ends].captured)):
            most[ends] = move
    if len(most) > LIST_LIMIT:
        return []
    captures = sorted(most.values(), key=lambda move: (-len(move.captured), str(move)))
    return [_capture_option(words, move) for move in captures]


def _capture_option(words: Words, move: Move) -> MenuOption:
    ends = words("thud.describe.move", origin=name(move.origin), target=name(move.target))
    takes = words("thud.menu.hurl") if move.side is Side.DWARFS else _landing(words, move).description
    return MenuOption(str(move), ends, takes)


@lru_cache(maxsize=4096)
def _piece_option(words: Words, side: Side, piece: _Piece) -> MenuOption:
    """Return a piece with a reason to pick it: captures and threats, else where it is.

    Cached, as a move changes this for few of forty pieces.
    """
    reasons = []
    if piece.takes:
        reasons.append(words.some(f"thud.menu.takes.{side.other}", piece.takes))
    if piece.reached:
        reasons.append(_threat_text(words, side, piece))
    if not reasons:
        reasons = [words(f"thud.area.{_area(piece.square)}"), words.some("thud.menu.moves", piece.ways)]
    return MenuOption(name(piece.square), name(piece.square), " · ".join(reasons))


def _threat_text(words: Words, side: Side, piece: _Piece) -> str:
    """Return what can take a piece; for a single attacker also how: by a step, if it can."""
    if len(piece.reached) > 1:
        return words(f"thud.menu.reached.{side}", squares=words.join_list(tuple(map(name, piece.reached))))
    threat = next((move for move in piece.threats if manner(move) is Manner.MOVE), piece.threats[0])
    how = {Manner.MOVE: "step", Manner.SHOVE: "shove", Manner.HURL: "hurl"}[manner(threat)]
    return words(f"thud.menu.reached.{side}.{how}", origin=name(threat.origin), target=name(threat.target))


def _by_area(words: Words, side: Side, pieces: Sequence[_Piece], *, alone: bool) -> tuple[List, ...]:
    """Return the other pieces, clockwise from the north.

    In one list if they fit, else in two, half of the board each if that fits; `alone`: there are no other
    lists.
    """
    quarters = {area: [piece for piece in pieces if _area(piece.square) == area] for area in _AREAS}
    ordered = [_piece_option(words, side, piece) for piece in chain.from_iterable(quarters.values())]
    halves = (_AREAS[:2], _AREAS[2:])
    sizes = [len(quarters[first]) + len(quarters[second]) for first, second in halves]
    if len(ordered) <= LIST_LIMIT or max(sizes) > LIST_LIMIT:
        key = f"thud.menu.pick.{side}" if alone else f"thud.menu.others.{side}"
        return split_into_lists(words, words(key, count=len(ordered)), ordered, Does.GO)
    lists, left = [], ordered
    for (first, second), size in zip(halves, sizes, strict=True):
        areas = ", ".join((words(f"thud.area.{first}"), words(f"thud.area.{second}")))
        title = words(f"thud.menu.area.{side}", areas=areas, count=size)
        lists.append(List(title, tuple(left[:size]), Does.GO))
        left = left[size:]
    return tuple(lists)


@cache
def _area(sq: Square) -> str:
    """Return the quarter of the board with a square."""
    across, down = file_of(sq) - file_of(STONE_SQUARE), rank_of(sq) - rank_of(STONE_SQUARE)
    if -down >= abs(across) and -down > -across:
        return "north"
    if across >= abs(down):
        return "east"
    return "south" if down >= abs(across) else "west"


# Calls


def _calls(words: Words, names: Names, state: State) -> tuple[Button, ...]:
    """Return a button for each call that a player could make now; the answers to an offer first."""
    able = {call for seat in (0, 1) for call in calls_of(state, seat)}
    order = (*_ANSWERS, PlayerCall.OFFER, PlayerCall.CLAIM, PlayerCall.RESIGN)
    return tuple(_call(words, names, state, call) for call in order if call in able)


def _call(words: Words, names: Names, state: State, call: PlayerCall) -> Button:
    confirm = ""
    if call is PlayerCall.RESIGN:
        confirm = words("thud.confirm.resign")
    if call is PlayerCall.CLAIM:
        confirm = words(
            "thud.confirm.claim",
            battle=state.battle,
            score=score(words, names, points_of(state)),
            would=would_end(words, names, match_balance(state)),
        )
    look = ButtonLook.GOOD if call is PlayerCall.ACCEPT else ButtonLook.PLAIN
    return Button(words(f"thud.menu.{call}"), call, look=look, confirm=confirm)


# Targets


def _targets(words: Words, moves: Sequence[Move]) -> Menu:
    side, square = moves[0].side, name(moves[0].origin)
    best = {move.target: move for move in sorted(moves, key=lambda move: len(move.captured))}
    lists = _dwarf_lists(words, best) if side is Side.DWARFS else _troll_lists(words, moves, best)
    return Menu(
        question=words(f"thud.menu.question.{side}", square=square),
        lists=lists,
        buttons=(Button(words("button.back"), "", Does.GO),),
        chosen=(square,),
        targets=tuple(map(name, best)),
    )


def _dwarf_lists(words: Words, best: dict[Square, Move]) -> tuple[List, ...]:
    """Return a dwarf's targets: hurls, then whole directions, the nearest first, in few lists."""
    origin = next(iter(best.values())).origin
    prefix = f"d{name(origin)}-"
    hurls = [_target(move, words("thud.menu.hurl")) for move in best.values() if move.captured]
    lines: dict[str, list[MenuOption]] = {}
    for direction, step in DIRECTIONS.items():
        direction_name = words(f"thud.direction.{direction}")
        in_direction = [move for move in best.values() if step_towards(origin, move.target) == step]
        in_direction.sort(key=lambda move: abs(move.target - origin))
        lines[direction_name] = [_target(move, direction_name) for move in in_direction if not move.captured]
    return (
        *split_into_lists(words, words("thud.menu.hurls", count=len(hurls)), hurls, Does.PLAY, prefix),
        *_direction_lists(
            words, {direction_name: line for direction_name, line in lines.items() if line}, prefix
        ),
    )


def _direction_lists(words: Words, lines: dict[str, list[MenuOption]], prefix: str) -> Iterator[List]:
    """Yield one list if all fit, else some of neighbouring directions, named in their titles."""
    every = [*chain.from_iterable(lines.values())]
    if len(every) <= LIST_LIMIT:
        yield from split_into_lists(words, words("thud.menu.to", count=len(every)), every, Does.PLAY, prefix)
        return
    directions: list[str] = []
    options: list[MenuOption] = []
    for direction, line in lines.items():
        if len(options) + len(line) > LIST_LIMIT:
            yield _direction_list(words, directions, options, prefix)
            directions, options = [], []
        directions.append(direction)
        options += line
    yield _direction_list(words, directions, options, prefix)


def _direction_list(
    words: Words, directions: Sequence[str], options: Sequence[MenuOption], prefix: str
) -> List:
    """Return a list of neighbouring directions, named by the first and the last: a title has little room."""
    title = words("thud.menu.towards", directions=directions[0])
    if len(directions) > 1:
        title = words("thud.menu.towards.many", first=directions[0], last=directions[-1])
    return List(title, tuple(options), Does.PLAY, prefix)


def _target(move: Move, description: str) -> MenuOption:
    return MenuOption(_value(move), name(move.target), description)


def _value(move: Move) -> str:
    """Return the notation after the dash."""
    return str(move).partition("-")[2]


def _troll_lists(words: Words, moves: Sequence[Move], best: dict[Square, Move]) -> tuple[List, ...]:
    """Return a troll's targets with all captures; then those with fewer, if there are any."""
    square = name(moves[0].origin)
    most_first = sorted(best.values(), key=lambda move: -len(move.captured))
    every = [_landing(words, move) for move in most_first]
    whole = split_into_lists(words, words("thud.menu.to", count=len(every)), every, Does.PLAY, f"T{square}-")
    fewer = sorted(set(moves) - set(most_first), key=lambda move: (-len(move.captured), str(move)))
    title = words("thud.menu.fewer" if any(move.captured for move in fewer) else "thud.menu.without")
    if len(fewer) <= LIST_LIMIT:
        some = [_landing(words, move) for move in fewer]
        return (*whole, *split_into_lists(words, title, some, Does.PLAY, f"T{square}-"))
    ways = [move for move in most_first if any(other.target == move.target for other in fewer)]
    choices = [MenuOption(name(move.target), name(move.target), _beside_text(words, move)) for move in ways]
    return (*whole, *split_into_lists(words, title, choices, Does.GO, f"{square}-"))


def _landing(words: Words, move: Move) -> MenuOption:
    """Return where a troll lands, and what it takes there."""
    if not move.captured:
        description = words("thud.menu.takes.none")
    else:
        key = "thud.menu.shove" if manner(move) is Manner.SHOVE else "thud.menu.takes"
        description = words(key, squares=_squares(words, move))
    return MenuOption(_value(move), name(move.target), description)


def _beside_text(words: Words, move: Move) -> str:
    return words("thud.menu.beside", squares=_squares(words, move))


def _squares(words: Words, move: Move) -> str:
    return words.join_list(tuple(map(name, move.captured)))


def _captures(words: Words, moves: Sequence[Move]) -> Menu:
    """Return which dwarfs to take, where a troll lands beside so many that not every choice has a line."""
    most = max(moves, key=lambda move: len(move.captured))
    origin, target = name(most.origin), name(most.target)
    prefix = f"T{origin}-{target}"
    options = tuple(MenuOption(f"x{name(sq)}", name(sq)) for sq in most.captured)
    buttons = [Button(words("thud.menu.all", count=len(options)), str(most), look=ButtonLook.MAIN)]
    if any(not move.captured for move in moves):
        buttons.append(Button(words("thud.menu.nothing"), prefix))
    buttons.append(Button(words("button.back"), origin, Does.GO))
    return Menu(
        question=words("thud.menu.question.take", origin=origin, target=target),
        lists=(List(words("thud.menu.take"), options, Does.PLAY, prefix, most=len(options)),),
        buttons=tuple(buttons),
        chosen=(origin, target),
        targets=tuple(map(name, most.captured)),
    )


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the legal lines of a seat, the most captures first, then the calls."""
    moves = [action for action in legal(state, seat) if isinstance(action, Move)]
    moves.sort(key=lambda move: -len(move.captured))
    return (*map(str, moves), *calls_of(state, seat))
