"""Koom Valley in words: events, captions, and the description of the picture."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from bot.games.koom.description import describe_move
from bot.words import Names, Words
from engine.core import Seat
from engine.koom.model import (
    BattleEnd,
    BattleEnded,
    DrawOffered,
    Event,
    MatchEnded,
    RockMoved,
    State,
    Trampled,
)
from engine.koom.rules import to_act
from engine.octagon.board import name, squares_of
from engine.octagon.model import (
    BattleBegan,
    Captured,
    EndClaimed,
    Moved,
    OfferAccepted,
    OfferDeclined,
    Resigned,
    Side,
)

_WON: Final = {
    BattleEnd.HOME: "koom.ended.home",
    BattleEnd.HELD: "koom.ended.held",
    BattleEnd.WIPED_OUT: "koom.ended.wiped-out",
    BattleEnd.NO_MOVE: "koom.ended.no-move",
}
_DRAWN: Final = {
    BattleEnd.WIPED_OUT: "koom.ended.wiped-out.drawn",
    BattleEnd.AGREED: "koom.ended.drawn",
    BattleEnd.REPEATED: "koom.ended.repeated",
    BattleEnd.QUIET: "koom.ended.drawn",
}
"""How a battle ends with a winner, and without one."""


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the events in words, a sentence each."""
    return tuple(_sentence(words, names, event) for event in events)


def _sentence(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - a case an event
    match event:
        case Moved(seat, side, origin, target):
            key = "koom.moved.dwarfs" if side is Side.DWARFS else "koom.moved.trolls"
            return words(key, name=names[seat], origin=origin, target=target)
        case RockMoved(seat, origin, target):
            return words("koom.moved.rock", name=names[seat], origin=origin, target=target)
        case Trampled(seat, origin, way):
            return words("koom.trampled", name=names[seat], origin=origin, target=way[-1])
        case Captured(side, squares):
            return words.some(
                "koom.captured.dwarfs" if side is Side.DWARFS else "koom.captured.trolls",
                len(squares),
                squares=words.join_list(squares),
            )
        case DrawOffered(seat):
            return words("koom.offered", name=names[seat])
        case OfferAccepted(seat):
            return words("koom.accepted", name=names[seat])
        case OfferDeclined(seat, by_moving):
            return words("koom.declined.moving" if by_moving else "koom.declined", name=names[seat])
        case EndClaimed(seat, quiet):
            return words("koom.claimed", name=names[seat], quiet=quiet)
        case Resigned(seat):
            return words("koom.resigned", name=names[seat])
        case BattleEnded(battle, end, winner):
            if winner is None:
                return words(_DRAWN[end], battle=battle)
            return words(_WON[end], battle=battle, name=names[winner])
        case BattleBegan(battle, dwarf_seat):
            return words("koom.began", battle=battle, name=names[dwarf_seat])
        case MatchEnded():
            return _match_ended(words, names, event)


def _match_ended(words: Words, names: Names, event: MatchEnded) -> str:
    least, most = sorted(event.won)
    if event.winner is None:
        return words("koom.match.drawn", won=most)
    if event.won[event.winner] > event.won[1 - event.winner]:
        return words("koom.match.won", name=names[event.winner], most=most, least=least)
    return words("koom.match.resigned", name=names[event.winner])


def header(words: Words, names: Names, view: State) -> tuple[str, ...]:
    """Return the line above the picture: until the end the players' sides, which it does not show."""
    if view.outcome is not None:
        return ()
    dwarfs, trolls = names[view.seat_of(Side.DWARFS)], names[view.seat_of(Side.TROLLS)]
    return (words("koom.header", dwarfs_name=dwarfs, trolls_name=trolls),)


def standing(words: Words, names: Names, view: State) -> str:
    """Return the battle's number, the pieces left, and the Rock's square, where there is no picture."""
    return words(
        "koom.standing",
        battle=view.battle,
        battles=view.battles,
        dwarfs_name=names[view.seat_of(Side.DWARFS)],
        dwarfs=view.dwarfs.bit_count(),
        trolls_name=names[view.seat_of(Side.TROLLS)],
        trolls=view.trolls.bit_count(),
        rock=name(view.rock),
    )


def turn(words: Words, names: Names, view: State) -> str:
    """Return the caption of the picture: whose turn it is, or how the match ended."""
    if view.outcome is not None:
        won = view.outcome.winners
        return words("koom.turn.won", name=names[won[0]]) if won else words("koom.turn.drawn")
    seat = next(iter(to_act(view)))
    if view.offer is not None:
        return words("koom.turn.answer", name=names[seat])
    key = "koom.turn.dwarfs" if view.to_move is Side.DWARFS else "koom.turn.trolls"
    return words(key, name=names[seat])


def call(words: Words, _names: Names, view: State, mentions: str) -> str:
    """Return the line that calls players; `mentions` are Discord's names for them."""
    if view.offer is None:
        side = "koom.side.dwarfs" if view.to_move is Side.DWARFS else "koom.side.trolls"
        return words("koom.call.move", names=mentions, side=words(side))
    moves_too = view.seat_of(view.to_move) in to_act(view)
    return words("koom.call.answer" if moves_too else "koom.call.answer.only", names=mentions)


def alt(words: Words, names: Names, view: State) -> str:
    """Return the description of the picture."""
    none_left = words("koom.alt.nobody")
    last = words("koom.alt.last.none")
    if view.last is not None:
        last = words("koom.alt.last", move=describe_move(words, view.last))
    return words(
        "koom.alt",
        battle=view.battle,
        battles=view.battles,
        last=last,
        turn=_as_sentence(turn(words, names, view)),
        rock=name(view.rock),
        dwarfs_name=names[view.seat_of(Side.DWARFS)],
        dwarfs=", ".join(map(name, squares_of(view.dwarfs))) or none_left,
        trolls_name=names[view.seat_of(Side.TROLLS)],
        trolls=", ".join(map(name, squares_of(view.trolls))) or none_left,
    )


def _as_sentence(line: str) -> str:
    """Return a caption as a sentence."""
    return line if line.endswith("?") else f"{line}."


def is_opposite(view: State, seat: Seat) -> bool:
    """Return whether a seat has the far side of the board: the trolls sit at rank 1, opposite the dwarfs."""
    return seat != view.dwarf_seat


def turn_key(state: State) -> Hashable:
    """Return a key that changes when a new message is due: with each move, and when an offer is made."""
    return state.battle, state.ply, to_act(state), state.outcome


def to_move(state: State) -> tuple[Hashable, Seat]:
    """Return which move is awaited, and from which seat, also during an offer."""
    return (state.battle, state.ply), state.seat_of(state.to_move)


def ends_battle(events: tuple[Event, ...]) -> int:
    """Return how many of the events, from the first on, tell how a battle has ended; 0 if none did."""
    return max(
        (number for number, event in enumerate(events, 1) if isinstance(event, BattleEnded)), default=0
    )
