"""What happened in Trogdor!!, told in short: what somebody did, what the land did to Trogdor and then at all.

Phase two can bring sixty events. What is alike is told in one sentence, at the place of its first; what the
picture shows, or the question under it says, is told only where there is nothing else to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import IntEnum
from typing import Any, Final

from bot.games.trogdor.narration import item_title, places, title
from bot.words import Names, Words
from engine.trogdor.board import SIZE, name
from engine.trogdor.cards import INTERRUPTS
from engine.trogdor.events import (
    ArrowShot,
    CardChosen,
    CardDrawn,
    Chomped,
    CottageBurned,
    CottageMended,
    Damaged,
    Died,
    DirectionChosen,
    EffectUsed,
    Event,
    Finished,
    FlowersSmelled,
    GameEnded,
    HammerDrawn,
    HammerEntered,
    HammersShuffled,
    Healed,
    Hid,
    ItemKept,
    ItemRecharged,
    ItemUsed,
    KnightErased,
    KnightMoved,
    Left,
    Marched,
    Moved,
    MovementDrawn,
    PeasantErased,
    PeasantLit,
    PeasantRan,
    PointsGained,
    Preferred,
    RageBegan,
    Raged,
    Repaired,
    Reshuffled,
    Spared,
    Spawned,
    TileBurned,
    Traded,
    TradeEnded,
    TradeOffered,
    TurnBegan,
    Walked,
    Warped,
)

LIMIT: Final = 1400
"""The most characters of a story."""


class StoryPart(IntEnum):
    """The parts of a story, in their order."""

    DEED = 0
    LAND = 1
    TURN = 2
    END = 3


_LAND: Final = (ArrowShot, CottageMended, Marched, MovementDrawn, Repaired, Spawned, Walked)

_SHOWN: Final = (ArrowShot, Finished, Marched, MovementDrawn, Raged, Reshuffled, TurnBegan, Walked)
"""What the picture shows, or what is said below it."""

_RANKS: Final[dict[StoryPart, dict[type, int]]] = {
    StoryPart.DEED: {},
    # First what happened to Trogdor, then what was lost to him.
    StoryPart.LAND: {
        Damaged: -9,
        Died: -8,
        Spared: -7,
        HammersShuffled: -6,
        CottageMended: -5,
        Repaired: -4,
        Spawned: -3,
        FlowersSmelled: 1,
        ItemRecharged: 2,
    },
    # A knight's walk is told before the harm that he did on the way.
    StoryPart.TURN: {
        # He may walk on from where he comes in, and then that is told next.
        HammerEntered: 1,
        Walked: 1,
        CottageMended: 2,
        Spared: 4,
        Damaged: 5,
        HammersShuffled: 6,
        ItemRecharged: 7,
        Died: 8,
        CardDrawn: 9,
    },
    StoryPart.END: {RageBegan: -1, GameEnded: 1},
}
"""What waits for what; all else comes between, in its own order."""


_LEAST: Final[tuple[type, ...]] = (
    Reshuffled,
    ItemRecharged,
    Repaired,
    PeasantLit,
    PeasantRan,
    HammersShuffled,
    PeasantRan,
    CottageMended,
    Spared,
)
"""What a story that is too long does without, one after the other."""


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """A paragraph for each part of what happened, turn by turn; those after the first begin on a new line.

    Of what would be too long, what matters least is left out.
    """
    told = _paragraphs(words, names, events)
    for least in _LEAST:
        if len(" ".join(told)) <= LIMIT:
            break
        events = tuple(event for event in events if not isinstance(event, least))
        told = _paragraphs(words, names, events)
    return told


def _paragraphs(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    told = [text for turn in _turns(events) for text in _turn(words, names, turn)]
    return tuple(f"\n{text}" if number else text for number, text in enumerate(told))


def _turns(events: tuple[Event, ...]) -> list[tuple[Event, ...]]:
    """The events turn by turn: who chooses a card once the land has moved begins another one."""
    turns, moved = [list[Event]()], False
    for event in events:
        if moved and isinstance(event, CardChosen):
            turns.append([])
            moved = False
        turns[-1].append(event)
        moved = moved or _earliest_part(event) is not StoryPart.DEED
    return [tuple(turn) for turn in turns]


def _turn(words: Words, names: Names, events: tuple[Event, ...]) -> list[str]:
    parts = _parts(events)
    told = [text for part in parts if (text := _paragraph(words, names, part, parts))]
    if not told:
        told = [_sentences(words, names, part, of_it) for part, of_it in parts.items() if of_it]
    return list(filter(None, told))


def _parts(events: tuple[Event, ...]) -> dict[StoryPart, list[Event]]:
    """The events by part; an event that could belong to several belongs to the one under way."""
    parts: dict[StoryPart, list[Event]] = {part: [] for part in StoryPart}
    now = _first_part(events)
    for event in events:
        now = max(now, _earliest_part(event))
        parts[now].append(event)
    return parts


def _first_part(events: tuple[Event, ...]) -> StoryPart:
    """A turn that had to wait for an answer while its cards were drawn goes on with the drawing."""
    draws = any(isinstance(event, CardDrawn | HammerDrawn) for event in events)
    begins = any(isinstance(event, TurnBegan) for event in events)
    return StoryPart.TURN if draws and not begins else StoryPart.DEED


def _earliest_part(event: Event) -> StoryPart:
    """The part that an event cannot be earlier than."""
    if isinstance(event, RageBegan | GameEnded):
        return StoryPart.END
    if isinstance(event, TurnBegan):
        return StoryPart.TURN
    return StoryPart.LAND if isinstance(event, _LAND) else StoryPart.DEED


def _paragraph(words: Words, names: Names, part: StoryPart, parts: dict[StoryPart, list[Event]]) -> str:
    """What is worth telling of a part; of the land's turn also that nothing else was."""
    events = parts[part]
    told = _sentences(words, names, part, [event for event in events if not _is_shown(event, part, parts)])
    if part is not StoryPart.LAND or not events:
        return told
    told = " ".join(filter(None, (told, _no_spawn_text(words, events))))
    drawn = [event for event in events if isinstance(event, MovementDrawn)]
    if not told and any(isinstance(event, ArrowShot) for event in events):
        steps = [event for event in events if isinstance(event, Marched) and not _has_direction(parts)]
        told = _sentences(words, names, part, steps) or words("trogdor.story.calm")
    if not told:  # a question has come up
        return _sentences(words, names, part, drawn) or _last_step_text(words, names, events)
    return words("trogdor.story.land" if drawn else "trogdor.story.on", told=told)


def _last_step_text(words: Words, names: Names, events: list[Event]) -> str:
    """What the land did between two questions, to its last step."""
    return words("trogdor.story.on", told=_sentences(words, names, StoryPart.LAND, events))


def _has_direction(parts: dict[StoryPart, list[Event]]) -> bool:
    """Whether it has been told already where the peasants go."""
    return any(isinstance(event, DirectionChosen) for event in parts[StoryPart.DEED])


def _is_shown(event: Event, part: StoryPart, parts: dict[StoryPart, list[Event]]) -> bool:
    """Whether an event need not be told.

    A card is told where it is not a whole turn that brings it. Ways are arrows in the picture: of all of them
    only a run that the player has begun is told, or one that ends well.
    """
    match event:
        case CardDrawn():
            return any(isinstance(other, TurnBegan) for other in parts[StoryPart.TURN])
        case PeasantRan(end="void"):
            return part is StoryPart.LAND
        case Walked():
            return part is not StoryPart.TURN or not _has_hammer(parts)
        case _:
            return isinstance(event, _SHOWN)


def _has_hammer(parts: dict[StoryPart, list[Event]]) -> bool:
    """Whether the Troghammer comes in as a turn begins: then where he ends up is told, too."""
    return any(isinstance(event, HammerEntered) for event in parts[StoryPart.TURN])


def _no_spawn_text(words: Words, events: Sequence[Event]) -> str:
    """Why nobody came out though the land's card has peasants on it (Rule trogdor:ruling-40)."""
    wanted = next((event.spawn for event in events if isinstance(event, MovementDrawn)), 0)
    step = next((event for event in events if isinstance(event, Marched)), None)
    if not any(isinstance(event, ArrowShot) for event in events):  # a question has come up
        return ""
    if not wanted or any(isinstance(event, Spawned) for event in events):
        return ""
    there = 0 if step is None else len(step.moves)
    if there < wanted:
        return words("trogdor.unwanted.nobody")
    return words.some("trogdor.unwanted.enough", there)


def _sentences(words: Words, names: Names, part: StoryPart, events: Sequence[Event]) -> str:
    """The events of a part, what matters most first."""
    alike: dict[Hashable, list[Event]] = {}
    for event in events:
        alike.setdefault(_sentence_key(event), []).append(event)
    ranks = _RANKS[part]
    kinds = sorted(alike.values(), key=lambda same: ranks.get(type(same[0]), 0))
    return " ".join(filter(None, (_sentence(words, names, same) for same in kinds)))


def _sentence_key(event: Event) -> Hashable:
    """What is told in one sentence, or one after the other."""
    match event:
        case TileBurned(by=cause) | PeasantLit(by=cause) | Spared(why=cause):
            return type(event).__name__, cause
        case _:
            return type(event).__name__


def _sentence(words: Words, names: Names, same: list[Event]) -> str:
    together = _joint_sentence(words, same)
    if together is not None:
        return together
    if isinstance(same[0], Moved):
        moves = [event for event in same if isinstance(event, Moved)]
        return " ".join(_walk(words, names, walk) for walk in _walks(moves))
    return " ".join(_single_sentence(words, names, event) for event in same)


def _walks(moves: Sequence[Moved]) -> list[list[Moved]]:
    """Steps that lead from one to the next; a tunnel or a leap is one of its own."""
    walks = list[list[Moved]]()
    for move in moves:
        last = walks[-1][-1] if walks else None
        if last is not None and last.way == move.way == "step" and last.target == move.origin:
            walks[-1].append(move)
        else:
            walks.append([move])
    return walks


def _walk(words: Words, names: Names, walk: Sequence[Moved]) -> str:
    if len(walk) == 1:
        return _single_sentence(words, names, walk[0])
    squares = words("trogdor.arrow").join(map(name, (walk[0].origin, *(move.target for move in walk))))
    return words("trogdor.moved.steps", name=names[walk[0].seat], squares=squares)


# Events that are told together: many squares, walks or hits in one sentence


def _joint_sentence(words: Words, same: Sequence[Event]) -> str | None:
    """One sentence for all of a kind, none if it is told one by one."""
    teller = _TELLERS.get(type(same[0]))
    return None if teller is None else teller(words, same)


def _burned_text(words: Words, same: Sequence[TileBurned]) -> str:
    squares = places(words, (event.square for event in same))
    return words.some(f"trogdor.burned.{same[0].by}", len(same), squares=squares)


def _cottages_text(words: Words, same: Sequence[CottageBurned]) -> str:
    return words.some("trogdor.aflame", len(same), squares=places(words, (event.square for event in same)))


def _mended_text(words: Words, same: Sequence[CottageMended]) -> str:
    squares = places(words, {event.square for event in same})
    return words.some("trogdor.mended", len(same), who=_list_who(words, same), squares=squares)


def _lit_text(words: Words, same: Sequence[PeasantLit]) -> str:
    squares = places(words, (event.square for event in same))
    return words.some(f"trogdor.lit.{same[0].by}", len(same), squares=squares)


def _ran_text(words: Words, same: Sequence[PeasantRan]) -> str:
    runs = [
        words(f"trogdor.ran.{event.end}", origin=name(event.squares[0]), target=name(event.squares[-1]))
        for event in same
    ]
    return words.some("trogdor.ran", len(same), runs="; ".join(runs))


def _walked_text(words: Words, same: Sequence[Walked]) -> str:
    walks = [
        words(
            "trogdor.walk",
            who=words(f"trogdor.piece.{event.who}"),
            origin=name(event.squares[0]),
            target=name(event.squares[-1]),
        )
        for event in same
    ]
    return words("trogdor.walked", walks=", ".join(walks))


def _shot_text(words: Words, same: Sequence[ArrowShot]) -> str:
    """The archer shoots once a turn, along a row or a column."""
    shot = same[0]
    row, column = divmod(shot.square, SIZE)
    if shot.line and shot.line[0] // SIZE == row:
        line = words("trogdor.line.row", number=row + 1)
    else:
        line = words("trogdor.line.column", letter=name(column)[0])
    key = "trogdor.shot.hit" if shot.hit else "trogdor.shot.missed"
    return words(key, line=line)


def _spared_text(words: Words, same: Sequence[Spared]) -> str:
    return words(f"trogdor.spared.{same[0].why}", who=_list_whom(words, same))


def _hurt_text(words: Words, same: Sequence[Damaged]) -> str:
    last = same[-1]
    return words.some(
        "trogdor.hurt", len(same), who=_list_whom(words, same), square=name(last.square), health=last.health
    )


def _hammer_text(words: Words, same: Sequence[HammerDrawn]) -> str:
    return words.some("trogdor.hammer", len(same))


def _recharged_text(words: Words, same: Sequence[ItemRecharged]) -> str:
    items = tuple(words(f"trogdor.item.{event.item}.short") for event in same)
    return words.some("trogdor.recharged", len(same), items=words.join_list(items))


def _peasants_erased_text(words: Words, same: Sequence[PeasantErased]) -> str:
    return words.some(
        "trogdor.erased.peasants", len(same), squares=places(words, (event.square for event in same))
    )


def _knights_erased_text(words: Words, same: Sequence[KnightErased]) -> str:
    gone = (
        words("trogdor.piece.at", who=words(f"trogdor.piece.{event.who}"), square=name(event.square))
        for event in same
    )
    return words("trogdor.erased.knights", who=words.join_list(tuple(gone)))


def _raged_text(words: Words, same: Sequence[Raged]) -> str:
    """Trogdor's way through all his paths, by where each of them ends."""
    ends = [name(same[0].squares[0]), *(name(event.squares[-1]) for event in same)]
    return words("trogdor.raged", way=words("trogdor.arrow").join(ends))


def _list_who(words: Words, same: Iterable[Any]) -> str:
    """Who a kind of event is about, each once: a knight, the archer."""
    return words.join_list(tuple(dict.fromkeys(words(f"trogdor.who.{event.who}") for event in same)))


def _list_whom(words: Words, same: Iterable[Any]) -> str:
    """The same, but whom something comes from, which languages with cases say in another way."""
    return words.join_list(tuple(dict.fromkeys(words(f"trogdor.whom.{event.who}") for event in same)))


_TELLERS: Final[dict[type[Any], Callable[[Words, Sequence[Any]], str]]] = {
    TileBurned: _burned_text,
    CottageBurned: _cottages_text,
    CottageMended: _mended_text,
    PeasantLit: _lit_text,
    PeasantRan: _ran_text,
    Walked: _walked_text,
    ArrowShot: _shot_text,
    Spared: _spared_text,
    Damaged: _hurt_text,
    HammerDrawn: _hammer_text,
    ItemRecharged: _recharged_text,
    PeasantErased: _peasants_erased_text,
    KnightErased: _knights_erased_text,
    Raged: _raged_text,
}


# Events that are told one by one


def _single_sentence(words: Words, names: Names, event: Event) -> str:
    """The sentence for an event; empty if it is not worth one."""
    return (
        _deed_sentence(words, names, event)
        or _land_sentence(words, names, event)
        or _table_sentence(words, names, event)
    )


def _deed_sentence(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
    match event:
        case CardChosen():
            return _chosen_text(words, names, event)
        case Moved(seat, origin, target, way):
            return words(f"trogdor.moved.{way}", name=names[seat], origin=name(origin), target=name(target))
        case Chomped(_, square, health):
            return words("trogdor.chomped", square=name(square), health=health)
        case Hid(square):
            return words("trogdor.hid", square=name(square))
        case PointsGained(_, points, by):
            return words(f"trogdor.gained.{by}", points=points)
        case EffectUsed(seat, card):
            return words("trogdor.effect", name=names[seat], card=title(words, card))
        case ItemUsed(seat, item) if item not in INTERRUPTS:
            return words("trogdor.used", name=names[seat], item=item_title(words, item))
        case ItemKept(seat, item):
            return words("trogdor.kept", name=names[seat], item=item_title(words, item))
        case Warped(tunnel, other):
            return words("trogdor.warped", tunnel=name(tunnel), other=name(other))
        case KnightMoved(who, origin, target):
            told = words(f"trogdor.who.{who}")
            return words("trogdor.lured", who=told, origin=name(origin), target=name(target))
        case Healed(health):
            return words("trogdor.healed", health=health)
        case Finished(seat, wasted):
            none = words("trogdor.finished.none", name=names[seat])
            return words.some("trogdor.finished", wasted, name=names[seat]) if wasted else none
    return ""


def _chosen_text(words: Words, names: Names, event: CardChosen) -> str:
    card, who = title(words, event.card), names[event.seat]
    if event.plain:
        return words.some("trogdor.discarded", event.points, name=who, card=card)
    if not event.points:
        return words("trogdor.played.none", name=who, card=card)
    return words.some("trogdor.played", event.points, name=who, card=card)


def _land_sentence(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
    match event:
        case MovementDrawn():
            return _movement_text(words, event)
        case DirectionChosen(seat, direction):
            way = words(f"trogdor.direction.{direction}")
            return words("trogdor.pouched", name=names[seat], direction=way)
        case Spawned(squares, _):
            return words.some("trogdor.spawned", len(squares), squares=places(words, squares))
        case Marched(direction, moves):
            way = words(f"trogdor.direction.{direction}")
            return words.some("trogdor.marched", len(moves), direction=way) if moves else ""
        case Repaired(squares):
            return words.some("trogdor.repaired", len(squares), squares=places(words, squares))
        case FlowersSmelled():
            return words("trogdor.flowers")
        case Died(who, square):
            return words("trogdor.died", who=words(f"trogdor.whom.{who}"), square=name(square))
        case HammersShuffled(cards):
            return words.some("trogdor.hammers", cards)
        case Reshuffled(deck):
            return words(f"trogdor.reshuffled.{deck}")
        case RageBegan(square, _):
            return words("trogdor.rage", square=name(square))
        case GameEnded(ending, why):
            return words("trogdor.ended.left") if why == "left" else words(f"trogdor.ended.{ending}")
    return ""


def _movement_text(words: Words, event: MovementDrawn) -> str:
    key = "trogdor.movement.repair" if event.repair else "trogdor.movement.plain"
    return words(key, direction=words(f"trogdor.direction.{event.direction}"))


def _table_sentence(words: Words, names: Names, event: Event) -> str:  # noqa: PLR0911 - a case an event
    match event:
        case TurnBegan(seat, number):
            return words("trogdor.began", name=names[seat], number=number)
        case CardDrawn(_, card):
            return words("trogdor.drawn", card=title(words, card))
        case HammerEntered(square):
            return words("trogdor.entered", square=name(square))
        case TradeOffered(seat, partner, mine, theirs):
            given, wanted = title(words, mine), title(words, theirs)
            return words(
                "trogdor.offered", name=names[seat], partner=names[partner], mine=given, theirs=wanted
            )
        case Traded(seat, partner, mine, theirs):
            given, wanted = title(words, mine), title(words, theirs)
            return words(
                "trogdor.traded", name=names[seat], partner=names[partner], mine=given, theirs=wanted
            )
        case TradeEnded(seat, by):
            return words(f"trogdor.untraded.{by}", name=names[seat])
        case Preferred(seat, asks):
            return words(f"trogdor.preferred.{asks}", name=names[seat])
        case Left(seat, _):
            return words("trogdor.gone", name=names[seat])
    return ""
