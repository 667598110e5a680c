"""Thud in words: events, captions, and the description of the picture."""

from __future__ import annotations

from collections.abc import Hashable

from bot.games.thud.description import describe_move
from bot.words import Names, Words
from engine.core import Seat
from engine.octagon.board import name
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
from engine.thud.model import (
    BattleEnd,
    BattleEnded,
    EndOffered,
    Event,
    Hurled,
    MatchEnded,
    Shoved,
    State,
    View,
)
from engine.thud.rules import to_act


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the events in words, a sentence each; a hurl's sentence includes its capture."""
    return tuple(
        _sentence(words, names, event)
        for before, event in zip((None, *events), events, strict=False)
        if not (isinstance(before, Hurled) and isinstance(event, Captured))
    )


def _sentence(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
    match event:
        case Moved(seat, side, origin, target):
            return words(f"thud.moved.{side}", name=names[seat], origin=origin, target=target)
        case Shoved(seat, origin, target, line):
            return words("thud.shoved", name=names[seat], origin=origin, target=target, line=line)
        case Hurled(seat, origin, target, line):
            return words.some("thud.hurled", line, name=names[seat], origin=origin, target=target)
        case Captured(side, squares):
            return words.some(f"thud.captured.{side}", len(squares), squares=words.join_list(squares))
        case OfferAccepted(seat):
            return words("thud.accepted", name=names[seat])
        case OfferDeclined(seat, by_moving):
            return words("thud.declined.moving" if by_moving else "thud.declined", name=names[seat])
        case EndClaimed(seat, quiet):
            return words("thud.claimed", name=names[seat], quiet=quiet)
        case Resigned(seat):
            return words("thud.resigned", name=names[seat])
        case BattleBegan(battle, dwarf_seat):
            return words("thud.began", battle=battle, name=names[dwarf_seat])
        case EndOffered():
            return _offer_text(words, names, event)
        case BattleEnded():
            return _battle_end_text(words, names, event)
        case MatchEnded():
            return _match_ended(words, names, event)


def _offer_text(words: Words, names: Names, event: EndOffered) -> str:
    who = {
        (False, False): "none",
        (True, True): "both",
        (True, False): "dwarfs",
        (False, True): "trolls",
    }[event.dwarfs_can_capture, event.trolls_can_capture]
    captures = words(f"thud.captures.{who}")
    return words(
        "thud.offered",
        name=names[event.seat],
        battle=event.battle,
        score=score(words, names, event.points),
        would=_offer_result_text(words, names, event.balance),
        captures=captures,
    )


def _offer_result_text(words: Words, names: Names, balance: int | None) -> str:
    """Return the result of the match if the offer is accepted; it can still be declined."""
    if balance is None:
        return words("thud.offered.swap")
    if not balance:
        return words("thud.offered.draw")
    return words("thud.offered.win", name=names[0 if balance > 0 else 1], margin=abs(balance))


def would_end(words: Words, names: Names, balance: int | None) -> str:
    """Return the result of the match if the battle ends now: see `engine.thud.rules.match_balance`."""
    if balance is None:
        return words("thud.would.swap")
    if not balance:
        return words("thud.would.draw")
    return words("thud.would.win", name=names[0 if balance > 0 else 1], margin=abs(balance))


def _battle_end_text(words: Words, names: Names, event: BattleEnded) -> str:
    """Return the points; the reason only where neither they nor previous sentences give it."""
    points = score(words, names, event.points)
    if event.winner is None:
        text = words("thud.ended.drawn", battle=event.battle, score=points)
    else:
        winner = names[event.winner]
        text = words("thud.ended.won", battle=event.battle, score=points, name=winner, margin=event.margin)
    return f"{words('thud.ended.no-move')} {text}" if event.end is BattleEnd.NO_MOVE else text


def _match_ended(words: Words, names: Names, event: MatchEnded) -> str:
    if event.winner is None:
        return words("thud.match.drawn")
    key = "thud.match.won" if event.margin else "thud.match.resigned"
    return words(key, name=names[event.winner], margin=event.margin)


def score(words: Words, names: Names, points: tuple[int, int]) -> str:
    """Return the points of both players, by seat."""
    return words(
        "thud.score", first=names[0], first_points=points[0], second_points=points[1], second=names[1]
    )


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """Return the line above the picture: until the end the players' sides, which it does not show."""
    if view.outcome is not None:
        return ()
    dwarfs, trolls = names[view.dwarf_seat], names[1 - view.dwarf_seat]
    return (words("thud.header", dwarfs_name=dwarfs, trolls_name=trolls),)


def standing(words: Words, names: Names, view: View) -> str:
    """Return the battle's number and the points of both sides, where there is no picture."""
    dwarfs, trolls = view.dwarf_seat, 1 - view.dwarf_seat
    return words(
        "thud.standing",
        battle=view.battle,
        dwarfs_name=names[dwarfs],
        dwarfs=view.points[dwarfs],
        trolls=view.points[trolls],
        trolls_name=names[trolls],
    )


def turn(words: Words, names: Names, view: View) -> str:
    """Return the caption of the picture: whose turn it is, or how the match ended."""
    if view.outcome is not None:
        won = view.outcome.winners
        return words("thud.turn.won", name=names[won[0]]) if won else words("thud.turn.drawn")
    seat = next(iter(view.to_act))
    if view.offer is not None:
        return words("thud.turn.answer", name=names[seat])
    return words(f"thud.turn.{_side(view, seat)}", name=names[seat])


def call(words: Words, _names: Names, view: View, mentions: str) -> str:
    """Return the line that calls players; `mentions` are Discord's names for them."""
    seat = next(iter(view.to_act))
    side = _side(view, seat)
    if view.offer is None:
        return words("thud.call.move", names=mentions, side=words(f"thud.side.{side}"))
    key = "thud.call.answer" if side is view.to_move else "thud.call.answer.only"
    return words(key, names=mentions)


def alt(words: Words, names: Names, view: View) -> str:
    """Return the description of the picture, at most 1,024 characters."""
    none_left = words("thud.alt.nobody")
    last = words("thud.alt.last.none")
    if view.last is not None:
        last = words("thud.alt.last", move=describe_move(words, view.last))
    return words(
        "thud.alt",
        battle=view.battle,
        dwarfs_name=names[view.dwarf_seat],
        dwarfs=", ".join(map(name, view.dwarfs)) or none_left,
        trolls_name=names[1 - view.dwarf_seat],
        trolls=", ".join(map(name, view.trolls)) or none_left,
        last=last,
        turn=_as_sentence(turn(words, names, view)),
    )


def _as_sentence(line: str) -> str:
    """Return a caption as a sentence."""
    return line if line.endswith("?") else f"{line}."


def _side(view: View, seat: Seat) -> Side:
    return Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS


def is_opposite(view: View, seat: Seat) -> bool:
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
