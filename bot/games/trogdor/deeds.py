"""Events of Trogdor!! that are told one by one."""

from __future__ import annotations

from bot.games.trogdor.terms import item_title, places, title
from bot.words import Names, Words
from engine.trogdor.board import name
from engine.trogdor.cards import INTERRUPTS
from engine.trogdor.events import (
    CardChosen,
    CardDrawn,
    Chomped,
    Died,
    DirectionChosen,
    EffectUsed,
    Event,
    Finished,
    FlowersSmelled,
    GameEnded,
    HammerEntered,
    HammersShuffled,
    Healed,
    Hid,
    ItemKept,
    ItemUsed,
    KnightMoved,
    Left,
    Marched,
    Moved,
    MovementDrawn,
    PointsGained,
    Preferred,
    RageBegan,
    Repaired,
    Reshuffled,
    Spawned,
    Traded,
    TradeEnded,
    TradeOffered,
    TurnBegan,
    Warped,
)


def told_alone(words: Words, names: Names, event: Event) -> str:
    """The sentence for an event; empty if it is not worth one."""
    return _deed(words, names, event) or _land(words, names, event) or _table(words, names, event)


def _deed(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
    match event:
        case CardChosen():
            return _chosen(words, names, event)
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


def _chosen(words: Words, names: Names, event: CardChosen) -> str:
    card, who = title(words, event.card), names[event.seat]
    if event.plain:
        return words.some("trogdor.discarded", event.points, name=who, card=card)
    if not event.points:
        return words("trogdor.played.none", name=who, card=card)
    return words.some("trogdor.played", event.points, name=who, card=card)


def _land(words: Words, names: Names, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
    match event:
        case MovementDrawn():
            return _movement(words, event)
        case DirectionChosen(seat, direction):
            way = words(f"trogdor.direction.{direction}")
            return words("trogdor.pouched", name=names[seat], direction=way)
        case Spawned(squares, health):
            squares_told = places(words, squares)
            return words.some("trogdor.spawned", len(squares), squares=squares_told, health=health)
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


def _movement(words: Words, event: MovementDrawn) -> str:
    key = "trogdor.movement.repair" if event.repair else "trogdor.movement.plain"
    spawn = event.spawn
    wanted = words.some("trogdor.peasants", spawn) if spawn else words("trogdor.peasants.none")
    return words(key, card=event.card, wanted=wanted, direction=words(f"trogdor.direction.{event.direction}"))


def _table(words: Words, names: Names, event: Event) -> str:  # noqa: PLR0911 - a case an event
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
