"""Thud in words: what happened, whose turn it is, and what the picture shows."""

from __future__ import annotations

from collections.abc import Hashable

from bot.words import Names, Words
from engine.core import Seat
from engine.thud.board import name
from engine.thud.model import (
    BattleBegan,
    BattleEnded,
    BattleResult,
    Captured,
    EndClaimed,
    EndOffered,
    Event,
    Hurled,
    MatchEnded,
    Moved,
    OfferAccepted,
    OfferDeclined,
    Resigned,
    Shoved,
    Side,
    State,
    View,
)
from engine.thud.rules import to_act


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """What happened, a sentence an event."""
    return tuple(_sentence(words, names, event) for event in events)


def _sentence(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
    match event:
        case Moved(seat, side, origin, target):
            return words(f"thud.moved.{side}", name=names[seat], origin=origin, target=target)
        case Shoved(seat, origin, target, line):
            return words("thud.shoved", name=names[seat], origin=origin, target=target, line=line)
        case Hurled(seat, origin, target, line):
            return words.some("thud.hurled", line, name=names[seat], origin=origin, target=target)
        case Captured(side, squares):
            return words.some(f"thud.captured.{side}", len(squares), squares=words.listed(squares))
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
            return _offered(words, names, event)
        case BattleEnded():
            return _ended(words, names, event)
        case MatchEnded():
            return _match_ended(words, names, event)


def _offered(words: Words, names: Names, event: EndOffered) -> str:
    who = {
        (False, False): "none",
        (True, True): "both",
        (True, False): "dwarfs",
        (False, True): "trolls",
    }[event.dwarfs_can_capture, event.trolls_can_capture]
    captures = words(f"thud.captures.{who}")
    return words(
        "thud.offered", name=names[event.seat], score=score(words, names, event.points), captures=captures
    )


def _ended(words: Words, names: Names, event: BattleEnded) -> str:
    why = words(f"thud.ended.{event.end}", battle=event.battle)
    points = score(words, names, event.points)
    if event.winner is None:
        return f"{why} {words('thud.ended.drawn', score=points)}"
    noted = words("thud.ended.won", score=points, name=names[event.winner], margin=event.margin)
    return f"{why} {noted}"


def _match_ended(words: Words, names: Names, event: MatchEnded) -> str:
    if event.winner is None:
        return words("thud.match.drawn")
    key = "thud.match.won" if event.margin else "thud.match.resigned"
    return words(key, name=names[event.winner], margin=event.margin)


def score(words: Words, names: Names, points: tuple[int, int]) -> str:
    """The points of both players, by seat."""
    return words(
        "thud.score", first=names[0], first_points=points[0], second_points=points[1], second=names[1]
    )


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """The lines above the picture: battle, ply and score, and what an earlier battle brought."""
    dwarfs, trolls = view.dwarf_seat, 1 - view.dwarf_seat
    standing = words(
        "thud.standing",
        dwarfs_name=names[dwarfs],
        dwarfs=view.points[dwarfs],
        trolls=view.points[trolls],
        trolls_name=names[trolls],
    )
    first = words("thud.header", battle=view.battle, ply=view.ply, standing=standing)
    if not view.results or view.outcome is not None:
        return (first,)
    return (first, _noted(words, names, view.results[0]))


def _noted(words: Words, names: Names, result: BattleResult) -> str:
    if result.winner is None:
        return words("thud.noted.none")
    return words("thud.noted", name=names[result.winner], margin=result.margin)


def turn(words: Words, names: Names, view: View) -> str:
    """The caption of the picture: whose turn it is, or how the match ended."""
    if view.outcome is not None:
        won = view.outcome.winners
        return words("thud.turn.won", name=names[won[0]]) if won else words("thud.turn.drawn")
    side = _side(view, next(iter(view.to_act)))
    return words(f"thud.turn.{side}" if view.offer is None else f"thud.turn.answer.{side}")


def call(words: Words, names: Names, view: View, mentions: str) -> str:
    """The line that calls those who must act; `mentions` is how Discord names them."""
    seat = next(iter(view.to_act))
    side = _side(view, seat)
    if view.offer is None:
        return words("thud.call.move", names=mentions, side=words(f"thud.side.{side}"))
    key = "thud.call.answer" if side is view.to_move else "thud.call.answer.only"
    return words(key, names=mentions, other=names[view.offer])


def alt(words: Words, names: Names, view: View, code: str) -> str:
    """The picture for those who do not see it, at most 1,024 characters."""
    nobody = words("thud.alt.nobody")
    last = "" if view.last is None else words("thud.alt.last", move=str(view.last))
    return words(
        "thud.alt",
        code=code,
        battle=view.battle,
        ply=view.ply,
        dwarfs_name=names[view.dwarf_seat],
        dwarfs=" ".join(map(name, view.dwarfs)) or nobody,
        trolls_name=names[1 - view.dwarf_seat],
        trolls=" ".join(map(name, view.trolls)) or nobody,
        last=last,
        turn=_closed(turn(words, names, view)),
    )


def _closed(line: str) -> str:
    """A caption as a sentence."""
    return line if line.endswith("?") else f"{line}."


def _side(view: View, seat: Seat) -> Side:
    return Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS


def turn_key(state: State) -> Hashable:
    """Changes when a new message is due: with each move, and when an offer asks for an answer."""
    return state.battle, state.ply, to_act(state), state.outcome


def ends_battle(events: tuple[Event, ...]) -> bool:
    """Whether a battle is over by these events."""
    return any(isinstance(event, BattleEnded) for event in events)
