"""The events of Trogdor!! in short: the player's deeds, the land's effects on Trogdor, and the rest.

Phase two can bring sixty events. Similar events share one sentence, at the place of the first; what the
picture or the question below shows is told only where there is nothing else to tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, Final

from bot.games.trogdor.narration import item_title, places, title
from bot.words import Names, Words
from engine.trogdor.board import SIZE, Walker, name
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
    RageBegan,
    Raged,
    Repaired,
    Reshuffled,
    Spared,
    Spawned,
    TileBurned,
    Traded,
    TradeEnded,
    TurnBegan,
    Walked,
    Warped,
)

LIMIT: Final = 1400
"""The most characters of a story."""


class StoryPart(IntEnum):
    """The parts of a story, in order."""

    DEED = 0
    LAND = 1
    TURN = 2
    END = 3


_LAND: Final = (ArrowShot, CottageMended, Marched, MovementDrawn, Repaired, Spawned, Walked)

KNIGHTS: Final = (Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT)
"""The two knights, who have one name."""

_SHOWN: Final = (ArrowShot, Finished, Marched, MovementDrawn, Raged, Reshuffled, TurnBegan, Walked)
"""Events that the picture shows, or the text below it."""

_RANKS: Final[dict[StoryPart, dict[type, int]]] = {
    StoryPart.DEED: {},
    # First Trogdor's wounds, then his losses.
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
    # A knight's walk comes before the damage on its way.
    StoryPart.TURN: {
        # The Troghammer may walk on after entering, and that comes next.
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
"""The order of events within a part; all others come between, in their own order."""


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
"""The events that a too long story leaves out, one kind after the other."""


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return a paragraph for each part of the events, turn by turn; each after the first on a new line.

    If it would be too long, the least important events are left out.
    """
    paragraphs = _paragraphs(words, names, events)
    for least in _LEAST:
        if len(" ".join(paragraphs)) <= LIMIT:
            break
        events = tuple(event for event in events if not isinstance(event, least))
        paragraphs = _paragraphs(words, names, events)
    return paragraphs


def _paragraphs(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    paragraphs = [text for turn in _turns(events) for text in _turn(words, names, turn)]
    return tuple(f"\n{text}" if number else text for number, text in enumerate(paragraphs))


def _turns(events: tuple[Event, ...]) -> list[tuple[Event, ...]]:
    """Return the events by turn: choosing a card after the land's movement begins a new one."""
    turns, moved = [list[Event]()], False
    for event in events:
        if moved and isinstance(event, CardChosen):
            turns.append([])
            moved = False
        turns[-1].append(event)
        moved = moved or _earliest_part(event) is not StoryPart.DEED
    return [tuple(turn) for turn in turns]


def _turn(words: Words, names: Names, events: tuple[Event, ...]) -> list[str]:
    parts = sort_into_parts(events)
    paragraphs = [text for part in parts if (text := _paragraph(words, names, part, parts))]
    if not paragraphs:
        paragraphs = [_sentences(words, names, part, of_it) for part, of_it in parts.items() if of_it]
    return list(filter(None, paragraphs))


def sort_into_parts(events: tuple[Event, ...]) -> dict[StoryPart, list[Event]]:
    """Return the events by part; an ambiguous event belongs to the current part."""
    parts: dict[StoryPart, list[Event]] = {part: [] for part in StoryPart}
    now = _first_part(events)
    for event in events:
        now = max(now, _earliest_part(event))
        if now is StoryPart.LAND and isinstance(event, CardDrawn | HammerDrawn):
            now = StoryPart.TURN
        parts[now].append(event)
    return parts


def _first_part(events: tuple[Event, ...]) -> StoryPart:
    """Return the part of the first event: a turn that waited for an answer goes on with drawing cards."""
    draws = any(isinstance(event, CardDrawn | HammerDrawn) for event in events)
    begins = any(isinstance(event, TurnBegan | MovementDrawn) for event in events)
    return StoryPart.TURN if draws and not begins else StoryPart.DEED


def _earliest_part(event: Event) -> StoryPart:
    """Return the earliest part that an event can belong to."""
    if isinstance(event, RageBegan | GameEnded):
        return StoryPart.END
    if isinstance(event, TurnBegan):
        return StoryPart.TURN
    return StoryPart.LAND if isinstance(event, _LAND) else StoryPart.DEED


def _paragraph(words: Words, names: Names, part: StoryPart, parts: dict[StoryPart, list[Event]]) -> str:
    """Return what is worth telling of a part; of the land's turn also that nothing else was."""
    events = parts[part]
    text = _sentences(words, names, part, [event for event in events if not _is_shown(event, part, parts)])
    if part is not StoryPart.LAND or not events:
        return text
    text = " ".join(filter(None, (text, _no_spawn_text(words, events))))
    drawn = [event for event in events if isinstance(event, MovementDrawn)]
    if not text and any(isinstance(event, ArrowShot) for event in events):
        steps = [event for event in events if isinstance(event, Marched) and not _has_direction(parts)]
        text = _sentences(words, names, part, steps) or words("trogdor.story.calm")
    if not text:  # a question is open
        return _sentences(words, names, part, drawn) or _last_step_text(words, names, events)
    return words("trogdor.story.land" if drawn else "trogdor.story.on", told=text)


def _last_step_text(words: Words, names: Names, events: list[Event]) -> str:
    """Return the land's events between two questions, to its last step."""
    return words("trogdor.story.on", told=_sentences(words, names, StoryPart.LAND, events))


def _has_direction(parts: dict[StoryPart, list[Event]]) -> bool:
    """Return whether the peasants' direction was told already."""
    return any(isinstance(event, DirectionChosen) for event in parts[StoryPart.DEED])


def _is_shown(event: Event, part: StoryPart, parts: dict[StoryPart, list[Event]]) -> bool:
    """Return whether an event need not be told.

    A drawn card is told unless a whole turn brings it. Ways are arrows in the picture: only runs that the
    player has started, or that end well, are told.
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
    """Return whether the Troghammer enters as a turn begins: then his target is told, too."""
    return any(isinstance(event, HammerEntered) for event in parts[StoryPart.TURN])


def _no_spawn_text(words: Words, events: Sequence[Event]) -> str:
    """Return why no peasants came although the land's card has some (Rule trogdor:ruling-40)."""
    wanted = next((event.spawn for event in events if isinstance(event, MovementDrawn)), 0)
    step = next((event for event in events if isinstance(event, Marched)), None)
    if not any(isinstance(event, ArrowShot) for event in events):  # a question is open
        return ""
    if not wanted or any(isinstance(event, Spawned) for event in events):
        return ""
    there = 0 if step is None else len(step.moves)
    if there < wanted:
        return words("trogdor.unwanted.nobody")
    return words.some("trogdor.unwanted.enough", there)


def _sentences(words: Words, names: Names, part: StoryPart, events: Sequence[Event]) -> str:
    """Return the events of a part, the most important first; last is the health that they leave."""
    ranks = _RANKS[part]
    told = sorted(sentences(words, names, events), key=lambda alike: ranks.get(type(alike[0]), 0))
    return " ".join((*(text for _, text in told), *health_lines(words, events)))


def sentences(words: Words, names: Names, events: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Yield a sentence for events that are alike, with the first of them, in their own order."""
    alike: dict[Hashable, list[Event]] = {}
    for event in events:
        alike.setdefault(_sentence_key(event), []).append(event)
    for same in alike.values():
        if text := _sentence(words, names, same):
            yield same[0], text


def health_lines(words: Words, events: Iterable[Event]) -> Iterator[str]:
    """Yield the health that is left, if these events have taken any of it; an alarm if none is."""
    changes = [event for event in events if isinstance(event, Damaged | Spawned | Chomped | Healed)]
    if any(isinstance(event, Damaged | Spawned) for event in changes):
        left = changes[-1].health
        yield words("trogdor.health", health=left) if left else words("trogdor.health.none")


def _sentence_key(event: Event) -> Hashable:
    """Return the key of events that share one sentence, or follow each other."""
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
    """Return steps that follow each other as one walk; a tunnel or leap is a walk of its own."""
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


# Events in a joint sentence: many squares, walks or hits


def _joint_sentence(words: Words, same: Sequence[Event]) -> str | None:
    """Return one sentence for all events of a kind; none if they are told one by one."""
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
    """Return the archer's shot, once a turn, along a row or column."""
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
    return words("trogdor.hurt", who=_list_whom(words, same))


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
    """Return Trogdor's way through all his paths, by their ends."""
    ends = [name(same[0].squares[0]), *(name(event.squares[-1]) for event in same)]
    return words("trogdor.raged", way=words("trogdor.arrow").join(ends))


def _list_who(words: Words, same: Iterable[Any]) -> str:
    """Return who events are about, each once: a knight, the archer."""
    return words.join_list(tuple(dict.fromkeys(words(f"trogdor.who.{event.who}") for event in same)))


def _list_whom(words: Words, same: Iterable[Any]) -> str:
    """Return whom events come from, and how often if more than once: `both knights and the archer (twice)`.

    Languages with cases say it in another form than `_list_who`.
    """
    counts = Counter(event.who for event in same)
    first, second = counts[Walker.FIRST_KNIGHT], counts[Walker.SECOND_KNIGHT]
    texts = dict[str, int]()
    for who, count in counts.items():
        key = f"trogdor.whom.{who}"
        if who in KNIGHTS and first == second:
            key = "trogdor.whom.both"
        elif words(key) in texts:
            key = "trogdor.whom.other"
        texts[words(key)] = count
    return words.join_list(tuple(_times_text(words, who, count) for who, count in texts.items()))


def _times_text(words: Words, who: str, count: int) -> str:
    if count == 1:
        return who
    return words("trogdor.whom.twice" if count == 2 else "trogdor.whom.times", who=who, count=count)  # noqa: PLR2004


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


# Events with a sentence each


def _single_sentence(words: Words, names: Names, event: Event) -> str:
    """Return the sentence for an event; empty if it is not worth one."""
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
            who_text = words(f"trogdor.who.{who}")
            return words("trogdor.lured", who=who_text, origin=name(origin), target=name(target))
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
        case Traded(seat, partner, mine, theirs):
            given, wanted = title(words, mine), title(words, theirs)
            return words(
                "trogdor.traded", name=names[seat], partner=names[partner], mine=given, theirs=wanted
            )
        case TradeEnded(seat, by):
            return words(f"trogdor.untraded.{by}", name=names[seat])
        case Left(seat, _):
            return words("trogdor.gone", name=names[seat])
    return ""
