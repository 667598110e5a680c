"""Events of Trogdor!! that are told together: many squares, walks or hits in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from bot.games.trogdor.terms import item_title, places
from bot.words import Words
from engine.trogdor.board import SIZE, name
from engine.trogdor.events import (
    ArrowShot,
    CottageBurned,
    CottageMended,
    Damaged,
    Event,
    HammerDrawn,
    ItemRecharged,
    KnightErased,
    PeasantErased,
    PeasantLit,
    PeasantRan,
    Raged,
    Spared,
    TileBurned,
    Walked,
)


def told_together(words: Words, same: Sequence[Event]) -> str | None:
    """One sentence for all of a kind, none if it is told one by one."""
    teller = _TELLERS.get(type(same[0]))
    return None if teller is None else teller(words, same)


def _burned(words: Words, same: Sequence[TileBurned]) -> str:
    squares = places(words, (event.square for event in same))
    return words.some(f"trogdor.burned.{same[0].by}", len(same), squares=squares)


def _cottages(words: Words, same: Sequence[CottageBurned]) -> str:
    return words.some("trogdor.aflame", len(same), squares=places(words, (event.square for event in same)))


def _mended(words: Words, same: Sequence[CottageMended]) -> str:
    squares = places(words, {event.square for event in same})
    return words.some("trogdor.mended", len(same), who=_who(words, same), squares=squares)


def _lit(words: Words, same: Sequence[PeasantLit]) -> str:
    squares = places(words, (event.square for event in same))
    return words.some(f"trogdor.lit.{same[0].by}", len(same), squares=squares)


def _ran(words: Words, same: Sequence[PeasantRan]) -> str:
    runs = [
        words(f"trogdor.ran.{event.end}", origin=name(event.squares[0]), target=name(event.squares[-1]))
        for event in same
    ]
    return words.some("trogdor.ran", len(same), runs="; ".join(runs))


def _walked(words: Words, same: Sequence[Walked]) -> str:
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


def _shot(words: Words, same: Sequence[ArrowShot]) -> str:
    """The archer shoots once a turn, along a row or a column."""
    shot = same[0]
    row, column = divmod(shot.square, SIZE)
    if shot.line and shot.line[0] // SIZE == row:
        line = words("trogdor.line.row", number=row + 1)
    else:
        line = words("trogdor.line.column", letter=name(column)[0])
    key = "trogdor.shot.hit" if shot.hit else "trogdor.shot.missed"
    return words(key, line=line)


def _spared(words: Words, same: Sequence[Spared]) -> str:
    return words(f"trogdor.spared.{same[0].why}", who=_whom(words, same))


def _hurt(words: Words, same: Sequence[Damaged]) -> str:
    last = same[-1]
    return words.some(
        "trogdor.hurt", len(same), who=_whom(words, same), square=name(last.square), health=last.health
    )


def _hammer(words: Words, same: Sequence[HammerDrawn]) -> str:
    return words.some("trogdor.hammer", len(same))


def _recharged(words: Words, same: Sequence[ItemRecharged]) -> str:
    items = tuple(item_title(words, event.item) for event in same)
    return words.some("trogdor.recharged", len(same), items=words.listed(items))


def _peasants_erased(words: Words, same: Sequence[PeasantErased]) -> str:
    return words.some(
        "trogdor.erased.peasants", len(same), squares=places(words, (event.square for event in same))
    )


def _knights_erased(words: Words, same: Sequence[KnightErased]) -> str:
    gone = (
        words("trogdor.piece.at", who=words(f"trogdor.piece.{event.who}"), square=name(event.square))
        for event in same
    )
    return words("trogdor.erased.knights", who=words.listed(tuple(gone)))


def _raged(words: Words, same: Sequence[Raged]) -> str:
    """Trogdor's way through all his paths, by where each of them ends."""
    ends = [name(same[0].squares[0]), *(name(event.squares[-1]) for event in same)]
    return words("trogdor.raged", way=words("trogdor.arrow").join(ends))


def _who(words: Words, same: Iterable[Any]) -> str:
    """Who a kind of event is about, each once: a knight, the archer."""
    return words.listed(tuple(dict.fromkeys(words(f"trogdor.who.{event.who}") for event in same)))


def _whom(words: Words, same: Iterable[Any]) -> str:
    """The same, but whom something comes from, which languages with cases say in another way."""
    return words.listed(tuple(dict.fromkeys(words(f"trogdor.whom.{event.who}") for event in same)))


_TELLERS: Final[dict[type[Any], Callable[[Words, Sequence[Any]], str]]] = {
    TileBurned: _burned,
    CottageBurned: _cottages,
    CottageMended: _mended,
    PeasantLit: _lit,
    PeasantRan: _ran,
    Walked: _walked,
    ArrowShot: _shot,
    Spared: _spared,
    Damaged: _hurt,
    HammerDrawn: _hammer,
    ItemRecharged: _recharged,
    PeasantErased: _peasants_erased,
    KnightErased: _knights_erased,
    Raged: _raged,
}
