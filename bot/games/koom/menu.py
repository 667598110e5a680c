"""Koom Valley's menu: pick a piece or the Rock, then where it goes; a troll tramples jump by jump.

The path of a guided move is what has been picked so far: nothing, `E14`, or `F3-F5` where a troll has landed
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.words import Names, Words
from bot.words.menu import Button, Does, List, Look, Menu, Option, grouped, split
from engine.core import Seat
from engine.koom.danger import takers, winning
from engine.koom.model import FAR_EDGE, HOLDERS, Move, Piece, Position, State
from engine.koom.moves import after, moves_of
from engine.koom.refusals import apart
from engine.koom.rules import calls_of, legal
from engine.octagon.board import BY_NAME, DIRECTIONS, NEIGHBOURS, RAYS, Square, in_order, name
from engine.octagon.model import Call, Side

_ANSWERS: Final = (Call.ACCEPT, Call.DECLINE)
_CALLS: Final = {
    Call.ACCEPT: "koom.menu.accept",
    Call.DECLINE: "koom.menu.decline",
    Call.OFFER: "koom.menu.offer",
    Call.CLAIM: "koom.menu.claim",
    Call.RESIGN: "koom.menu.resign",
}
"""What is said instead of a move, the answers to an offer first."""

_CONFIRMED: Final = {Call.CLAIM: "koom.confirm.claim", Call.RESIGN: "koom.confirm.resign"}

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
    if own and (way := _way(state.position, own[0].origin, landings)) is not None:
        return _jumps(words, way)
    return _beginning(words, state, moves)


def _beginning(words: Words, state: State, moves: Sequence[Move]) -> Menu:
    """The Rock, the pieces, and what can be said instead of a move."""
    calls = _calls(words, state)
    answers = tuple(button for button in calls if button.value in _ANSWERS)
    rock = [move for move in moves if move.piece is Piece.ROCK]
    first = [Button(words("koom.menu.rock"), name(state.rock), Does.GO, look=Look.MAIN)] if rock else []
    return Menu(
        rows=(answers,) if answers else (),
        lists=_pieces(words, state, [move for move in moves if move.piece is not Piece.ROCK]),
        buttons=(*first, *(button for button in calls if button not in answers)),
    )


def _calls(words: Words, state: State) -> tuple[Button, ...]:
    """A button for each call that somebody at the table could make now."""
    able = {call for seat in (0, 1) for call in calls_of(state, seat)}
    return tuple(_call(words, state, call) for call in _CALLS if call in able)


def _call(words: Words, state: State, call: Call) -> Button:
    confirm = words(_CONFIRMED[call], battle=state.battle) if call in _CONFIRMED else ""
    look = Look.GOOD if call is Call.ACCEPT else Look.PLAIN
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
    threats = takers(state.position, state.to_move.other)
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
    every.sort(key=lambda piece: (apart(piece.square, state.rock), piece.square))
    able = sorted((piece for piece in every if piece.takes), key=lambda piece: -piece.takes)
    hung = [piece for piece in every if piece.reached and not piece.takes]
    rest = [piece for piece in every if not piece.reached and not piece.takes]
    dwarfs = state.to_move is Side.DWARFS
    wins = {move.origin for move in winning(state.position, state.to_move)}

    def listed(key: str, pieces: Sequence[_Piece]) -> Iterator[List]:
        options = [
            Option(name(piece.square), name(piece.square), _told(words, state, piece, piece.square in wins))
            for piece in pieces
        ]
        yield from split(words, words(key, count=len(pieces)), options, Does.GO)

    alone = len(rest) == len(every)
    others = "koom.menu.others.dwarfs" if dwarfs else "koom.menu.others.trolls"
    pick = "koom.menu.pick.dwarfs" if dwarfs else "koom.menu.pick.trolls"
    return (
        *listed("koom.menu.able.dwarfs" if dwarfs else "koom.menu.able.trolls", able),
        *listed("koom.menu.hung.dwarfs" if dwarfs else "koom.menu.hung.trolls", hung),
        *listed(pick if alone else others, rest),
    )


def _told(words: Words, state: State, piece: _Piece, wins: bool) -> str:
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
                squares=words.listed(tuple(map(name, piece.reached))),
            )
        )
    if not told:
        ways = len({move.target for move in piece.moves})
        steps = apart(piece.square, state.rock)
        told = [words.some("koom.menu.steps", steps), words.some("koom.menu.moves", ways)]
    return " · ".join(told)


# Where it goes


def _targets(words: Words, state: State, moves: Sequence[Move]) -> Menu:
    origin, piece = moves[0].origin, moves[0].piece
    square, prefix = name(origin), f"{piece}{name(origin)}-"
    wins = frozenset(winning(state.position, state.to_move))
    if piece is Piece.ROCK:
        question = words("koom.menu.question.rock", square=square)
        lists = split(
            words,
            words("koom.menu.to", count=len(moves)),
            [_option(move, _of_rock(words, state, move)) for move in moves],
            Does.PLAY,
            prefix,
        )
    elif piece is Piece.DWARF:
        question = words("koom.menu.question.dwarf", square=square)
        takes = [_option(move, _taking(words, move, move in wins)) for move in moves if move.captured]
        lists = (
            *split(words, words("koom.menu.sandwich", count=len(takes)), takes, Does.PLAY, prefix),
            *_runs(words, [move for move in moves if not move.captured], prefix, wins),
        )
    else:
        question = words("koom.menu.question.troll", square=square)
        way = _Way(origin, (), (), state.position)
        walks = [move for move in moves if not move.captured]
        lists = (*_next_jumps(words, way), *_runs(words, walks, prefix, wins))
    return Menu(
        question=question,
        lists=lists,
        buttons=(Button(words("button.back"), "", Does.GO),),
        chosen=(square,),
        targets=tuple(dict.fromkeys(name(move.way[0]) for move in moves)),
    )


def _option(move: Move, told: str) -> Option:
    return Option(str(move).partition("-")[2], name(move.target), told)


def _of_rock(words: Words, state: State, move: Move) -> str:
    """Where the Rock goes: home, into the arms of trolls, or only on."""
    beside = (NEIGHBOURS[move.target] & state.trolls).bit_count()
    if FAR_EDGE >> move.target & 1:
        return words("koom.menu.home")
    if beside >= HOLDERS:
        return words("koom.menu.lost")
    told = words(_DIRECTIONS[_direction(move)])
    return f"{told} · {words.some('koom.menu.beside', beside)}" if beside else told


def _taking(words: Words, move: Move, wins: bool) -> str:
    told = words("koom.menu.takes", squares=words.listed(tuple(map(name, move.captured))))
    return f"{told} · {words('koom.menu.wins')}" if wins else told


def _direction(move: Move) -> str:
    """The way that a piece goes, from its first square to the next."""
    line = next(step for step, line in RAYS[move.origin].items() if move.target in line)
    return next(direction for direction, step in DIRECTIONS.items() if step == line)


def _runs(words: Words, moves: Iterable[Move], prefix: str, wins: frozenset[Move]) -> tuple[List, ...]:
    """Quiet moves by direction, nearest first: in one list if they fit, else in as few as will do."""
    by_way: dict[str, list[Option]] = {direction: [] for direction in _DIRECTIONS}
    for move in sorted(moves, key=lambda move: apart(move.origin, move.target)):
        direction = _direction(move)
        told = words("koom.menu.wins" if move in wins else _DIRECTIONS[direction])
        by_way[direction].append(_option(move, told))
    groups = [(words(_DIRECTIONS[direction]), options) for direction, options in by_way.items() if options]
    lists = grouped(words, groups, Does.PLAY, prefix)
    if len(lists) == 1:
        return (
            List(words("koom.menu.to", count=len(lists[0].options)), lists[0].options, Does.PLAY, prefix),
        )
    return lists


# Trampling, jump by jump


class _Way(NamedTuple):
    """How far a troll has come: from where, its landings, whom it has taken, and what stands by then."""

    origin: Square
    landings: tuple[Square, ...]
    taken: tuple[Square, ...]
    position: Position

    @property
    def at(self) -> Square:
        """Where the troll is now."""
        return self.landings[-1] if self.landings else self.origin

    @property
    def line(self) -> str:
        """The move if it stops here."""
        return str(Move(Piece.TROLL, self.origin, self.landings, self.taken))

    def jumps(self) -> Mapping[Square, _Way]:
        """The ways that are one jump longer, by where that lands."""
        return {
            move.target: _Way(
                self.origin,
                (*self.landings, move.target),
                (*self.taken, *move.captured),
                after(self.position, move),
            )
            for move in moves_of(self.position, Side.TROLLS)
            if move.origin == self.at and len(move.captured) == 1
        }

    def most(self) -> int:
        """How many can be taken in all by going on."""
        own = (move for move in moves_of(self.position, Side.TROLLS) if move.origin == self.at)
        return len(self.taken) + max((len(move.captured) for move in own), default=0)


def _way(position: Position, origin: Square, landings: Sequence[str]) -> _Way | None:
    """The way over these squares, none if there is no such way."""
    way = _Way(origin, (), (), position)
    for landing in landings:
        found = way.jumps().get(BY_NAME.get(landing, -1))
        if found is None:
            return None
        way = found
    return way


def _jumps(words: Words, way: _Way) -> Menu:
    """Whether a troll that has landed goes on, and where to."""
    origin, at = name(way.origin), name(way.at)
    before = "-".join(map(name, (way.origin, *way.landings[:-1])))
    return Menu(
        question=words("koom.menu.question.on", origin=origin, square=at),
        lists=_next_jumps(words, way),
        buttons=(
            Button(words.some("koom.menu.stop", len(way.taken)), way.line, look=Look.MAIN),
            Button(words("button.back"), before, Does.GO),
        ),
        chosen=(origin, *map(name, way.landings)),
        targets=tuple(map(name, way.jumps())),
    )


def _next_jumps(words: Words, way: _Way) -> tuple[List, ...]:
    """Where a troll can jump next: a list that plays those which end there, another one that asks on."""
    ways = way.jumps().values()
    on = [one for one in ways if one.jumps()]
    last = [one for one in ways if not one.jumps()]
    asked = [Option(name(one.at), name(one.at), _jump(words, one)) for one in on]
    played = [Option(name(one.at), name(one.at), _jump(words, one)) for one in last]
    here = "-".join(map(name, (way.origin, *way.landings)))
    return (
        *split(words, words("koom.menu.trample.on", count=len(asked)), asked, Does.GO, f"{here}-"),
        *split(words, words("koom.menu.trample", count=len(played)), played, Does.PLAY, f"T{here}-"),
    )


def _jump(words: Words, way: _Way) -> str:
    """Whom a jump tramples, and how many there can be in all."""
    told = words("koom.menu.over", square=name(way.taken[-1]))
    most = way.most()
    return f"{told} · {words.some('koom.menu.most', most)}" if most > len(way.taken) else told


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal lines of a seat: those that win, the most captures, the Rock's, the others, the calls."""
    moves = [action for action in legal(state, seat) if isinstance(action, Move)]
    wins = frozenset(winning(state.position, state.to_move)) if moves else frozenset()
    moves.sort(key=lambda move: (move not in wins, -len(move.captured), move.piece is not Piece.ROCK))
    return (*map(str, moves), *calls_of(state, seat))
