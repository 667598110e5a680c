"""How a question to take back looks: what would come back, why it is asked, and who answers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import accumulate

from bot.seating import acting_for, names_at
from bot.session.undo import WayBack, name_of, needed
from bot.store import Player, Table, UndoOffer
from bot.trace import Trace
from bot.ui.kit.frame import PASSING, WALNUT, Message, Panel, Text, laid_out, names_of, safe, titled
from bot.ui.kit.keyboard import Row, undo_offer_rows, undo_rows
from bot.ui.play.post import board_of, draw
from bot.words import Words
from bot.words.menu import Menu
from engine.replay import Position

LOG = logging.getLogger("taproom.post")

NAMED = 5
"""How many moves are named; of more, the number."""

REVEALED = 600
"""The most characters about what has come out."""


def question(words: Words, way: WayBack, trace: Trace) -> Message:
    """The question to who has nobody else to ask."""
    lines = [words("undo.alone"), *_about(words, way)]
    if way.back.revealed is not None:
        lines.append(words("undo.uncounted"))
    rows = undo_rows(words, way.table, way.back.position.ply)
    return _pictured(words, way, trace, lines, rows)


def offer_message(words: Words, way: WayBack, offer: UndoOffer, trace: Trace) -> Message:
    """The question in the channel; it calls those who have to answer, and says who has agreed."""
    lines = [words("undo.asks", name=safe(name_of(way.table, offer.user_id))), *_about(words, way)]
    rows = undo_offer_rows(words, way.table, offer.ply)
    return _pictured(words, way, trace, lines, rows, tuple(_answers(words, way, offer)))


def asked(way: WayBack) -> tuple[int, ...]:
    """Whom an offer calls, by user id: who acts on the seats that are asked, each once."""
    return tuple(dict.fromkeys(acting_for(player) for player in _voters(way)))


def _pictured(
    words: Words,
    way: WayBack,
    trace: Trace,
    lines: list[str],
    rows: list[Row],
    answers: tuple[str, ...] = (),
) -> Message:
    """A question with the picture of what would come back, or its text if there is no painting it."""
    table, entry, ply = way.table, way.entry, way.back.position.ply
    game = titled(words, entry.game.title, table.day)
    title = words("undo.title" if ply else "undo.title.beginning", game=game, code=table.code, ply=ply)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((f"### {title}", *lines)), id=1))
    picture, filename = _picture(words, way, trace), f"{table.code}-{table.revision}-to-{ply}.png"
    panel.add_item(board_of(words, way.shown, picture, filename))
    for number, line in enumerate(answers):
        panel.add_item(Text(line, id=PASSING + number))
    return Message(laid_out(panel, rows), picture, filename, asked(way) if answers else ())


def _picture(words: Words, way: WayBack, trace: Trace) -> bytes | None:
    """The position without marks of what can be done there; none if its painter fails."""
    try:
        with trace.span("picture"):
            return draw(words, way.shown, Menu())
    except Exception:
        LOG.exception("table=%s no picture of move %s", way.table.code, way.back.position.ply)
        return None


def _about(words: Words, way: WayBack) -> Iterator[str]:
    """What would be taken back, what would stand again, and what has come between."""
    back = way.back
    if back.undone:
        yield words.some("undo.undone", len(back.undone), moves=_named(words, way.table, back.undone))
    if back.redone:
        yield words.some("undo.redone", len(back.redone), moves=_named(words, way.table, back.redone))
    if back.others:
        names = tuple(f"**{safe(name)}**" for name in names_at(way.table, back.others))
        yield words.some("undo.others", len(names), names=words.listed(names))
    if back.revealed is not None:
        told = _narrated(words, way, back.revealed)
        yield words("undo.revealed", told=told) if told else words("undo.revealed.plain")


def _named(words: Words, table: Table, moves: tuple[Position, ...]) -> str:
    """The moves with whose they are, as many as there is room for."""
    names = {player.seat: safe(player.name) for player in table.players}
    told = [words("undo.move", action=move.action, name=names[move.seat or 0]) for move in moves[:NAMED]]
    if len(moves) > NAMED:
        told.append(words("undo.more", count=len(moves) - NAMED))
    return words.listed(tuple(told))


def _narrated(words: Words, way: WayBack, revealed: Position) -> str:
    """What came out, in whole sentences; not what else was done then. Empty if no words are made of it."""
    news = tuple(filter(way.entry.game.reveals, revealed.events))
    told = way.entry.narrate(words, names_of(way.table), news)
    lengths = accumulate(len(sentence) + 1 for sentence in told)
    return " ".join(
        sentence for sentence, length in zip(told, lengths, strict=True) if length <= REVEALED
    ).strip()


def _answers(words: Words, way: WayBack, offer: UndoOffer) -> Iterator[str]:
    """The call to those who are asked, and who of them has agreed."""
    mentions = words.listed(tuple(f"<@{user}>" for user in asked(way)))
    yield words(_call(way), names=mentions, needed=needed(way.voters))
    if offer.agreed:
        names = (f"**{safe(name)}**" for name in names_at(way.table, frozenset(offer.agreed)))
        missing = needed(way.voters) - len(offer.agreed)
        yield words("undo.so-far", names=words.listed(tuple(names)), count=missing)


def _call(way: WayBack) -> str:
    """The key of the question to those who are asked: whoever answers alone hears nothing of others."""
    if len(asked(way)) == 1:
        key = "undo.call"
    else:
        key = "undo.call.all" if needed(way.voters) == len(way.voters) else "undo.call.most"
    return key


def _voters(way: WayBack) -> list[Player]:
    return [player for player in way.table.players if player.seat in way.voters]
