"""Koom Valley's menu: pick a piece or the Rock, then where it goes; a troll tramples jump by jump.

The path of a guided move is what has been picked so far: nothing, `E14`, or `F3-F5` where a troll has landed
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.words import Names, Words
from bot.words.menu import (
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
"""What is said instead of a move, the answers to an offer first."""

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
    """What to choose from at `path`; an unknown or outdated path leads to the beginning."""
    mover = state.seat_of(state.to_move)
    moves = () if state.offer == mover else moves_of(state.position, state.to_move)
    origin, *landings = path.split("-")
    own = [move for move in moves if name(move.origin) == origin]
    if own and not landings:
        return _targets(words, state, own)
    if own and (way := _follow_landings(state.position, own[0].origin, landings)) is not None:
        return _jump_menu(words, way)
    return _first_menu(words, state, moves)


def _first_menu(words: Words, state: State, moves: Sequence[Move]) -> Menu:
    """The Rock, the pieces, and what can be said instead of a move."""
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
    """A button for each call that somebody at the table could make now."""
    able = {call for seat in (0, 1) for call in calls_of(state, seat)}
    return tuple(_call(words, state, call) for call in _CALLS if call in able)


def _call(words: Words, state: State, call: PlayerCall) -> Button:
    confirm = words(_CONFIRMED[call], battle=state.battle) if call in _CONFIRMED else ""
    look = ButtonLook.GOOD if call is PlayerCall.ACCEPT else ButtonLook.PLAIN
    return Button(words(_CALLS[call]), call, look=look, confirm=confirm)


# Which piece


class _Piece(NamedTuple):
    """A piece that can move: where it stands, its moves, how many it takes at most, and who could take it."""

    square: Square
    moves: tuple[Move, ...]
    takes: int
    reached: tuple[Square, ...]


def _pieces(words: Words, state: State, moves: Sequence[Move]) -> tuple[List, ...]:
    """Who can take, who is in danger, and everybody else, the nearest to the Rock first; each piece once."""
    threats = capturing_moves(state.position, state.to_move.other)
    by_origin: dict[Square, list[Move]] = {}
    for move in moves:
        by_origin.setdefault(move.origin, []).append(move)
    every = [
        _Piece(
            square,
            tuple(own),
            max(len(move.captured) for move in own),
            tuple(in_order({move.origin for move in threats.get(square, ())})),
        )
        for square, own in by_origin.items()
    ]
    every.sort(key=lambda piece: (step_distance(piece.square, state.rock), piece.square))
    able = sorted((piece for piece in every if piece.takes), key=lambda piece: -piece.takes)
    hung = [piece for piece in every if piece.reached and not piece.takes]
    rest = [piece for piece in every if not piece.reached and not piece.takes]
    dwarfs = state.to_move is Side.DWARFS
    wins = {move.origin for move in winning_moves(state.position, state.to_move)}

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
        *lists_for("koom.menu.able.dwarfs" if dwarfs else "koom.menu.able.trolls", able),
        *lists_for("koom.menu.hung.dwarfs" if dwarfs else "koom.menu.hung.trolls", hung),
        *lists_for(pick if alone else others, rest),
    )


def _piece_text(words: Words, state: State, piece: _Piece, wins: bool) -> str:
    """Why one might pick a piece: what it wins or takes, what threatens it, else how near the Rock it is."""
    dwarfs = state.to_move is Side.DWARFS
    told = [words("koom.menu.wins")] if wins else []
    if piece.takes:
        told.append(words.some("koom.menu.takes.trolls" if dwarfs else "koom.menu.takes.dwarfs", piece.takes))
    if piece.reached:
        told.append(
            words.some(
                "koom.menu.reached.dwarfs" if dwarfs else "koom.menu.reached.trolls",
                len(piece.reached),
                squares=words.join_list(tuple(map(name, piece.reached))),
            )
        )
    if not told:
        ways = len({move.target for move in piece.moves})
        steps = step_distance(piece.square, state.rock)
        told = [words.some("koom.menu.steps", steps), words.some("koom.menu.moves", ways)]
    return " · ".join(told)


# Where it goes


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
        way = _Trample(origin, (), (), state.position)
        walks = [move for move in moves if not move.captured]
        lists = (*_next_jumps(words, way), *_runs(words, walks, prefix, wins))
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
    """Where the Rock goes: home, into the arms of trolls, or only on."""
    beside = (NEIGHBOURS[move.target] & state.trolls).bit_count()
    if FAR_EDGE >> move.target & 1:
        return words("koom.menu.home")
    if beside >= HOLDERS:
        return words("koom.menu.lost")
    told = words(_DIRECTIONS[_direction(move)])
    return f"{told} · {words.some('koom.menu.beside', beside)}" if beside else told


def _capture_text(words: Words, move: Move, wins: bool) -> str:
    told = words("koom.menu.takes", squares=words.join_list(tuple(map(name, move.captured))))
    return f"{told} · {words('koom.menu.wins')}" if wins else told


def _direction(move: Move) -> str:
    """The way that a piece goes, from its first square to the next."""
    line = next(step for step, line in RAYS[move.origin].items() if move.target in line)
    return next(direction for direction, step in DIRECTIONS.items() if step == line)


def _runs(words: Words, moves: Iterable[Move], prefix: str, wins: frozenset[Move]) -> tuple[List, ...]:
    """Quiet moves by direction, nearest first: in one list if they fit, else in as few as will do."""
    by_way: dict[str, list[MenuOption]] = {direction: [] for direction in _DIRECTIONS}
    for move in sorted(moves, key=lambda move: step_distance(move.origin, move.target)):
        direction = _direction(move)
        told = words("koom.menu.wins" if move in wins else _DIRECTIONS[direction])
        by_way[direction].append(_option(move, told))
    groups = [(words(_DIRECTIONS[direction]), options) for direction, options in by_way.items() if options]
    lists = merge_into_lists(words, groups, Does.PLAY, prefix)
    if len(lists) == 1:
        return (
            List(words("koom.menu.to", count=len(lists[0].options)), lists[0].options, Does.PLAY, prefix),
        )
    return lists


# Trampling, jump by jump


class _Trample(NamedTuple):
    """How far a troll has come: from where, its landings, whom it has taken, and what stands by then."""

    origin: Square
    landings: tuple[Square, ...]
    taken: tuple[Square, ...]
    position: Position

    @property
    def square(self) -> Square:
        """Where the troll is now."""
        return self.landings[-1] if self.landings else self.origin

    @property
    def line(self) -> str:
        """The move if it stops here."""
        return str(Move(Piece.TROLL, self.origin, self.landings, self.taken))

    def jumps(self) -> Mapping[Square, _Trample]:
        """The ways that are one jump longer, by where that lands."""
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
        """How many can be taken in all by going on."""
        own = (move for move in moves_of(self.position, Side.TROLLS) if move.origin == self.square)
        return len(self.taken) + max((len(move.captured) for move in own), default=0)


def _follow_landings(position: Position, origin: Square, landings: Sequence[str]) -> _Trample | None:
    """The way over these squares, none if there is no such way."""
    way = _Trample(origin, (), (), position)
    for landing in landings:
        found = way.jumps().get(BY_NAME.get(landing, -1))
        if found is None:
            return None
        way = found
    return way


def _jump_menu(words: Words, way: _Trample) -> Menu:
    """Whether a troll that has landed goes on, and where to."""
    origin, at = name(way.origin), name(way.square)
    before = "-".join(map(name, (way.origin, *way.landings[:-1])))
    return Menu(
        question=words("koom.menu.question.on", origin=origin, square=at),
        lists=_next_jumps(words, way),
        buttons=(
            Button(words.some("koom.menu.stop", len(way.taken)), way.line, look=ButtonLook.MAIN),
            Button(words("button.back"), before, Does.GO),
        ),
        chosen=(origin, *map(name, way.landings)),
        targets=tuple(map(name, way.jumps())),
    )


def _next_jumps(words: Words, way: _Trample) -> tuple[List, ...]:
    """Where a troll can jump next: a list that plays those which end there, another one that asks on."""
    ways = way.jumps().values()
    on = [one for one in ways if one.jumps()]
    last = [one for one in ways if not one.jumps()]
    asked = [MenuOption(name(one.square), name(one.square), _jump_text(words, one)) for one in on]
    played = [MenuOption(name(one.square), name(one.square), _jump_text(words, one)) for one in last]
    here = "-".join(map(name, (way.origin, *way.landings)))
    return (
        *split_into_lists(words, words("koom.menu.trample.on", count=len(asked)), asked, Does.GO, f"{here}-"),
        *split_into_lists(
            words, words("koom.menu.trample", count=len(played)), played, Does.PLAY, f"T{here}-"
        ),
    )


def _jump_text(words: Words, way: _Trample) -> str:
    """Whom a jump tramples, and how many there can be in all."""
    told = words("koom.menu.over", square=name(way.taken[-1]))
    most = way.most_captures()
    return f"{told} · {words.some('koom.menu.most', most)}" if most > len(way.taken) else told


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal lines of a seat: those that win, the most captures, the Rock's, the others, the calls."""
    moves = [action for action in legal(state, seat) if isinstance(action, Move)]
    wins = frozenset(winning_moves(state.position, state.to_move)) if moves else frozenset()
    moves.sort(key=lambda move: (move not in wins, -len(move.captured), move.piece is not Piece.ROCK))
    return (*map(str, moves), *calls_of(state, seat))
