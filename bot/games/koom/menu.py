"""Koom Valley's menu: pick a piece or the Rock, then its target; a troll tramples jump by jump.

The path of a guided move is what has been picked so far: nothing, `E14`, or `F3-F5` after a troll's first
landing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.words import Names, Words
from bot.words.menu import (
    LIST_LIMIT,
    Button,
    ButtonLook,
    Does,
    List,
    Menu,
    MenuOption,
    merge_into_lists,
    split_into_lists,
)
from engine.core import Seat
from engine.koom.danger import capturing_moves, winning_moves
from engine.koom.model import FAR_EDGE, HOLDERS, Move, Piece, Position, State
from engine.koom.moves import moves_of, position_after
from engine.koom.refusals import step_distance
from engine.koom.rules import calls_of, legal
from engine.octagon.board import BY_NAME, DIRECTIONS, NEIGHBOURS, RAYS, Square, in_order, name
from engine.octagon.model import PlayerCall, Side

_ANSWERS: Final = (PlayerCall.ACCEPT, PlayerCall.DECLINE)
_CALLS: Final = {
    PlayerCall.ACCEPT: "koom.menu.accept",
    PlayerCall.DECLINE: "koom.menu.decline",
    PlayerCall.OFFER: "koom.menu.offer",
    PlayerCall.CLAIM: "koom.menu.claim",
    PlayerCall.RESIGN: "koom.menu.resign",
}
"""The calls, the answers to an offer first."""

_CONFIRMED: Final = {PlayerCall.CLAIM: "koom.confirm.claim", PlayerCall.RESIGN: "koom.confirm.resign"}

_DIRECTIONS: Final = {
    "north": "koom.direction.north",
    "north-east": "koom.direction.north-east",
    "east": "koom.direction.east",
    "south-east": "koom.direction.south-east",
    "south": "koom.direction.south",
    "south-west": "koom.direction.south-west",
    "west": "koom.direction.west",
    "north-west": "koom.direction.north-west",
}


def menu(words: Words, _names: Names, state: State, path: str) -> Menu:
    """Return the options at `path`; an unknown or outdated path leads to the beginning."""
    mover = state.seat_of(state.to_move)
    moves = () if state.offer == mover else moves_of(state.position, state.to_move)
    origin, *landings = path.split("-")
    own_moves = [move for move in moves if name(move.origin) == origin]
    if own_moves and not landings:
        return _targets(words, state, own_moves)
    if own_moves and (trample := _follow_landings(state.position, own_moves[0].origin, landings)) is not None:
        return _jump_menu(words, trample)
    return _first_menu(words, state, moves)


def _first_menu(words: Words, state: State, moves: Sequence[Move]) -> Menu:
    """Return the Rock, the pieces, and the calls."""
    calls = _calls(words, state)
    answers = tuple(button for button in calls if button.value in _ANSWERS)
    rock = [move for move in moves if move.piece is Piece.ROCK]
    first = [Button(words("koom.menu.rock"), name(state.rock), Does.GO, look=ButtonLook.MAIN)] if rock else []
    return Menu(
        rows=(answers,) if answers else (),
        lists=_pieces(words, state, [move for move in moves if move.piece is not Piece.ROCK]),
        buttons=(*first, *(button for button in calls if button not in answers)),
    )


def _calls(words: Words, state: State) -> tuple[Button, ...]:
    """Return a button for each call that a player could make now."""
    able = {call for seat in (0, 1) for call in calls_of(state, seat)}
    return tuple(_call(words, state, call) for call in _CALLS if call in able)


def _call(words: Words, state: State, call: PlayerCall) -> Button:
    confirm = words(_CONFIRMED[call], battle=state.battle) if call in _CONFIRMED else ""
    look = ButtonLook.GOOD if call is PlayerCall.ACCEPT else ButtonLook.PLAIN
    return Button(words(_CALLS[call]), call, look=look, confirm=confirm)


# Pieces


class _Piece(NamedTuple):
    """A movable piece: its square, its moves, its most captures, and the squares that threaten it."""

    square: Square
    moves: tuple[Move, ...]
    takes: int
    reached: tuple[Square, ...]


def _pieces(words: Words, state: State, moves: Sequence[Move]) -> tuple[List, ...]:
    """Return the captures as whole moves; then the pieces in danger, and the others, from the Rock outwards.

    Where the captures do not fit into a list, it holds the pieces that can take.
    """
    threats = capturing_moves(state.position, state.to_move.other)
    by_origin: dict[Square, list[Move]] = {}
    for move in moves:
        by_origin.setdefault(move.origin, []).append(move)
    every = [
        _Piece(
            square,
            tuple(moves_from),
            max(len(move.captured) for move in moves_from),
            tuple(in_order({move.origin for move in threats.get(square, ())})),
        )
        for square, moves_from in by_origin.items()
    ]
    every.sort(key=lambda piece: (step_distance(piece.square, state.rock), piece.square))
    winning = frozenset(winning_moves(state.position, state.to_move))
    captures = _captures(words, moves, winning)
    able = [] if captures else sorted((one for one in every if one.takes), key=lambda piece: -piece.takes)
    hung = [piece for piece in every if piece.reached and piece not in able]
    rest = [piece for piece in every if not piece.reached and piece not in able]
    dwarfs = state.to_move is Side.DWARFS
    wins = {move.origin for move in winning}

    def lists_for(key: str, pieces: Sequence[_Piece]) -> Iterator[List]:
        options = [
            MenuOption(
                name(piece.square), name(piece.square), _piece_text(words, state, piece, piece.square in wins)
            )
            for piece in pieces
        ]
        yield from split_into_lists(words, words(key, count=len(pieces)), options, Does.GO)

    alone = len(rest) == len(every)
    others = "koom.menu.others.dwarfs" if dwarfs else "koom.menu.others.trolls"
    pick = "koom.menu.pick.dwarfs" if dwarfs else "koom.menu.pick.trolls"
    return (
        *captures,
        *lists_for("koom.menu.able.dwarfs" if dwarfs else "koom.menu.able.trolls", able),
        *lists_for("koom.menu.hung.dwarfs" if dwarfs else "koom.menu.hung.trolls", hung),
        *lists_for(pick if alone else others, rest),
    )


def _captures(words: Words, moves: Sequence[Move], wins: frozenset[Move]) -> tuple[List, ...]:
    """Return a list of every capture, wins and most captures first; none if a list cannot hold them."""
    captures = sorted(
        (move for move in moves if move.captured), key=lambda move: (move not in wins, -len(move.captured))
    )
    if not 0 < len(captures) <= LIST_LIMIT:
        return ()
    options = tuple(
        MenuOption(
            str(move),
            words("koom.describe.move", origin=name(move.origin), target=name(move.target)),
            _capture_text(words, move, move in wins),
        )
        for move in captures
    )
    return (List(words("koom.menu.captures", count=len(options)), options, Does.PLAY, whole=True),)


def _piece_text(words: Words, state: State, piece: _Piece, wins: bool) -> str:
    """Return a reason to pick a piece: a win, captures, threats, else its distance to the Rock."""
    dwarfs = state.to_move is Side.DWARFS
    reasons = [words("koom.menu.wins")] if wins else []
    if piece.takes:
        reasons.append(
            words.some("koom.menu.takes.trolls" if dwarfs else "koom.menu.takes.dwarfs", piece.takes)
        )
    if piece.reached:
        reasons.append(
            words.some(
                "koom.menu.reached.dwarfs" if dwarfs else "koom.menu.reached.trolls",
                len(piece.reached),
                squares=words.join_list(tuple(map(name, piece.reached))),
            )
        )
    if not reasons:
        ways = len({move.target for move in piece.moves})
        steps = step_distance(piece.square, state.rock)
        reasons = [words.some("koom.menu.steps", steps), words.some("koom.menu.moves", ways)]
    return " · ".join(reasons)


# Targets


def _targets(words: Words, state: State, moves: Sequence[Move]) -> Menu:
    origin, piece = moves[0].origin, moves[0].piece
    square, prefix = name(origin), f"{piece}{name(origin)}-"
    wins = frozenset(winning_moves(state.position, state.to_move))
    if piece is Piece.ROCK:
        question = words("koom.menu.question.rock", square=square)
        lists = split_into_lists(
            words,
            words("koom.menu.to", count=len(moves)),
            [_option(move, _rock_text(words, state, move)) for move in moves],
            Does.PLAY,
            prefix,
        )
    elif piece is Piece.DWARF:
        question = words("koom.menu.question.dwarf", square=square)
        takes = [_option(move, _capture_text(words, move, move in wins)) for move in moves if move.captured]
        lists = (
            *split_into_lists(words, words("koom.menu.sandwich", count=len(takes)), takes, Does.PLAY, prefix),
            *_runs(words, [move for move in moves if not move.captured], prefix, wins),
        )
    else:
        question = words("koom.menu.question.troll", square=square)
        trample = _Trample(origin, (), (), state.position)
        walks = [move for move in moves if not move.captured]
        lists = (*_next_jumps(words, trample), *_runs(words, walks, prefix, wins))
    return Menu(
        question=question,
        lists=lists,
        buttons=(Button(words("button.back"), "", Does.GO),),
        chosen=(square,),
        targets=tuple(dict.fromkeys(name(move.way[0]) for move in moves)),
    )


def _option(move: Move, description: str) -> MenuOption:
    return MenuOption(str(move).partition("-")[2], name(move.target), description)


def _rock_text(words: Words, state: State, move: Move) -> str:
    """Return where the Rock goes: home, to the trolls' arms, or its direction."""
    beside = (NEIGHBOURS[move.target] & state.trolls).bit_count()
    if FAR_EDGE >> move.target & 1:
        return words("koom.menu.home")
    if beside >= HOLDERS:
        return words("koom.menu.lost")
    direction = words(_DIRECTIONS[_direction(move)])
    return f"{direction} · {words.some('koom.menu.beside', beside)}" if beside else direction


def _capture_text(words: Words, move: Move, wins: bool) -> str:
    text = words("koom.menu.takes", squares=words.join_list(tuple(map(name, move.captured))))
    return f"{text} · {words('koom.menu.wins')}" if wins else text


def _direction(move: Move) -> str:
    """Return the direction of a piece's first step."""
    line = next(step for step, line in RAYS[move.origin].items() if move.target in line)
    return next(direction for direction, step in DIRECTIONS.items() if step == line)


def _runs(words: Words, moves: Iterable[Move], prefix: str, wins: frozenset[Move]) -> tuple[List, ...]:
    """Return quiet moves by direction, the nearest first, in as few lists as possible."""
    by_way: dict[str, list[MenuOption]] = {direction: [] for direction in _DIRECTIONS}
    for move in sorted(moves, key=lambda move: step_distance(move.origin, move.target)):
        direction = _direction(move)
        description = words("koom.menu.wins" if move in wins else _DIRECTIONS[direction])
        by_way[direction].append(_option(move, description))
    groups = [(words(_DIRECTIONS[direction]), options) for direction, options in by_way.items() if options]
    lists = merge_into_lists(words, groups, Does.PLAY, prefix)
    if len(lists) == 1:
        return (
            List(words("koom.menu.to", count=len(lists[0].options)), lists[0].options, Does.PLAY, prefix),
        )
    return lists


# Trampling, jump by jump


class _Trample(NamedTuple):
    """The progress of a trample: its origin, landings, captures, and the position."""

    origin: Square
    landings: tuple[Square, ...]
    taken: tuple[Square, ...]
    position: Position

    @property
    def square(self) -> Square:
        """The troll's current square."""
        return self.landings[-1] if self.landings else self.origin

    @property
    def line(self) -> str:
        """The move if it stops here."""
        return str(Move(Piece.TROLL, self.origin, self.landings, self.taken))

    def jumps(self) -> Mapping[Square, _Trample]:
        """Return the tramples that are one jump longer, by landing square."""
        return {
            move.target: _Trample(
                self.origin,
                (*self.landings, move.target),
                (*self.taken, *move.captured),
                position_after(self.position, move),
            )
            for move in moves_of(self.position, Side.TROLLS)
            if move.origin == self.square and len(move.captured) == 1
        }

    def most_captures(self) -> int:
        """Return the most captures in all by going on."""
        own_moves = (move for move in moves_of(self.position, Side.TROLLS) if move.origin == self.square)
        return len(self.taken) + max((len(move.captured) for move in own_moves), default=0)


def _follow_landings(position: Position, origin: Square, landings: Sequence[str]) -> _Trample | None:
    """Return the trample over these squares; none if it is not possible."""
    trample = _Trample(origin, (), (), position)
    for landing in landings:
        longer = trample.jumps().get(BY_NAME.get(landing, -1))
        if longer is None:
            return None
        trample = longer
    return trample


def _jump_menu(words: Words, trample: _Trample) -> Menu:
    """Return the options of a troll that has landed: to go on, or to stop."""
    origin, landing = name(trample.origin), name(trample.square)
    before = "-".join(map(name, (trample.origin, *trample.landings[:-1])))
    return Menu(
        question=words("koom.menu.question.on", origin=origin, square=landing),
        lists=_next_jumps(words, trample),
        buttons=(
            Button(words.some("koom.menu.stop", len(trample.taken)), trample.line, look=ButtonLook.MAIN),
            Button(words("button.back"), before, Does.GO),
        ),
        chosen=(origin, *map(name, trample.landings)),
        targets=tuple(map(name, trample.jumps())),
    )


def _next_jumps(words: Words, trample: _Trample) -> tuple[List, ...]:
    """Return the next jumps of a troll: a list that plays the last ones, another one that asks further."""
    ways = trample.jumps().values()
    continuing = [longer for longer in ways if longer.jumps()]
    ending = [longer for longer in ways if not longer.jumps()]
    going_on = [
        MenuOption(name(longer.square), name(longer.square), _jump_text(words, longer))
        for longer in continuing
    ]
    stopping = [
        MenuOption(name(longer.square), name(longer.square), _jump_text(words, longer)) for longer in ending
    ]
    path = "-".join(map(name, (trample.origin, *trample.landings)))
    return (
        *split_into_lists(
            words, words("koom.menu.trample.on", count=len(going_on)), going_on, Does.GO, f"{path}-"
        ),
        *split_into_lists(
            words, words("koom.menu.trample", count=len(stopping)), stopping, Does.PLAY, f"T{path}-"
        ),
    )


def _jump_text(words: Words, trample: _Trample) -> str:
    """Return what a jump tramples, and the most captures in all."""
    text = words("koom.menu.over", square=name(trample.taken[-1]))
    most = trample.most_captures()
    return f"{text} · {words.some('koom.menu.most', most)}" if most > len(trample.taken) else text


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the legal lines of a seat: wins, then most captures, the Rock's, the others, the calls."""
    moves = [action for action in legal(state, seat) if isinstance(action, Move)]
    wins = frozenset(winning_moves(state.position, state.to_move)) if moves else frozenset()
    moves.sort(key=lambda move: (move not in wins, -len(move.captured), move.piece is not Piece.ROCK))
    return (*map(str, moves), *calls_of(state, seat))
