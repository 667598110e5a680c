"""Whole turns of Trogdor!! in short: what the player did, then what the land did, within a number of words.

Where there is too much to tell, the least important sentences are left out: the picture shows the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from bot.games.trogdor.menu import menu
from bot.games.trogdor.narration import call, places, title
from bot.games.trogdor.odds import hit_chance, is_grave
from bot.games.trogdor.story import StoryPart, sentences, sort_into_parts
from bot.words import Names, Words
from engine.replay import LogPosition
from engine.trogdor import GAME, events
from engine.trogdor.board import SIZE, Square, Walker, name
from engine.trogdor.cards import INTERRUPTS, Card
from engine.trogdor.events import Event
from engine.trogdor.model import State

TURN: Final = 60
"""The most words of a message at the end of a turn, with the call and the cards of the next player."""

STORY, FINALE = 32, 50
"""The most words of a turn's story, and the most where the game has ended."""

ANOTHER: Final = 9
"""The words added for each further turn: bots' turns follow each other in one message."""

DEEDS, FEW = 14, 9
"""The most words about one player's turn, and the most where several turns are told."""

RESERVE: Final = 9
"""The words that are kept for what the land did."""

_WEIGHTS: Final[dict[type, int]] = {
    events.GameEnded: 0,
    events.Died: 0,
    events.RageBegan: 0,
    events.Left: 0,
    events.Damaged: 1,
    events.Spawned: 2,
    events.HammerEntered: 3,
    events.Spared: 2,
    events.CottageMended: 3,
    events.CottageBurned: 3,
    events.HammersShuffled: 4,
    events.FlowersSmelled: 4,
    events.DirectionChosen: 1,
    events.Repaired: 5,
    events.KnightErased: 5,
    events.PeasantLit: 6,
    events.TileBurned: 7,
    events.ItemRecharged: 8,
}
"""The weights of what the land did: the larger, the sooner it is left out. The picture shows all the rest."""

_DEED, _ALARM, _NEAR_MISS, _HEALTH, _CALM = 0, 0, 2, 1, 9
"""The weights of the other sentences."""

_RAGE: Final = (events.TileBurned, events.CottageBurned, events.PeasantErased)


class Piece(NamedTuple):
    """A sentence that may be left out, with its weight."""

    text: str
    weight: int


class Paragraph(NamedTuple):
    """Sentences, and the key of the one around them, if any."""

    pieces: tuple[Piece, ...]
    frame: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: its lines, each with the state before it."""

    lines: tuple[tuple[State, LogPosition], ...]

    @property
    def before(self) -> State:
        """The state at the beginning."""
        return self.lines[0][0]

    @property
    def after(self) -> State:
        """The state at the end, in which the next turn has begun."""
        state: State = self.lines[-1][1].state
        return state

    @property
    def events(self) -> tuple[Event, ...]:
        """All events."""
        return tuple(event for _, line in self.lines for event in line.events)


def narrate_turns(words: Words, names: Names, positions: Sequence[LogPosition]) -> tuple[str, ...]:
    """Return a paragraph for what each player did, and one for what the land did after it.

    Each after the first begins on a new line. The first position is the one before the turns.
    """
    turns = _turns(positions)
    last = turns[-1].after
    budget = _words_left(words, names, last) + ANOTHER * (len(turns) - 1)
    deeds = min(DEEDS, budget - RESERVE) if len(turns) == 1 else FEW
    paragraphs = [paragraph for turn in turns for paragraph in _paragraphs(words, names, turn, deeds)]
    if not last.board.health and last.outcome is None:
        paragraphs.append(Paragraph((Piece(words("trogdor.health.none"), _ALARM),)))
    texts = filter(None, _fit(words, paragraphs, budget))
    return tuple(f"\n{text}" if number else text for number, text in enumerate(texts))


def _words_left(words: Words, names: Names, last: State) -> int:
    """Return how many words a story may have beside the call of the next player, and the question."""
    if last.outcome is not None:
        return FINALE
    asked = call(words, names, GAME.view(last, None), "@"), menu(words, names, last, "").question
    return min(STORY, TURN - 1 - sum(map(count_words, asked)))


def count_words(text: str) -> int:
    """Return the number of words as a reader counts them: signs that stand alone are none."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _fit(words: Words, paragraphs: Sequence[Paragraph], budget: int) -> Iterator[str]:
    """Yield the text of each paragraph, with the sentences that fit, the lightest first."""
    kept = set[int]()
    budget -= sum(count_words(words(p.frame, told="")) for p in paragraphs if p.frame and p.pieces)
    for piece in sorted(
        (piece for one in paragraphs for piece in one.pieces), key=lambda piece: piece.weight
    ):
        length = count_words(piece.text)
        if not piece.weight or length <= budget:
            kept.add(id(piece))
            budget -= length
    for paragraph in paragraphs:
        text = " ".join(piece.text for piece in paragraph.pieces if id(piece) in kept)
        yield words(paragraph.frame, told=text) if paragraph.frame and text else text


def _turns(positions: Sequence[LogPosition]) -> list[Turn]:
    """Return the turns of these positions."""
    lines = [(before.state, after) for before, after in pairwise(positions)]
    return [Turn(tuple(turn)) for _, turn in groupby(lines, key=lambda line: line[0].turn.number)]


def _paragraphs(words: Words, names: Names, turn: Turn, deeds: int) -> Iterator[Paragraph]:
    """Yield what the player did, what the land did, and how the game ended."""
    parts = sort_into_parts(turn.events)
    yield Paragraph(tuple(_deed_pieces(words, names, turn, parts[StoryPart.DEED], deeds)))
    after = [*parts[StoryPart.LAND], *parts[StoryPart.TURN]]
    moves = _draws_movement(after)
    land = tuple(_land_pieces(words, names, turn, after))
    if moves and not land and turn.after.outcome is None:
        land = (Piece(words("trogdor.story.calm"), _CALM),)
    yield Paragraph(land, "trogdor.story.land" if moves else "")
    yield Paragraph(tuple(_end_pieces(words, names, parts[StoryPart.END])))


# What the player did


def _deed_pieces(words: Words, names: Names, turn: Turn, done: Sequence[Event], most: int) -> Iterator[Piece]:
    """Yield the player's deeds in one sentence, and what else has to be told."""
    begun = next((number for number, event in enumerate(done) if isinstance(event, events.CardChosen)), 0)
    if _card_of(turn) is not None:
        who = names[turn.before.turn.seat]
        length = most - count_words(who)
        told = [piece for piece in _deeds(words, turn, done[begun:]) if piece.text]
        while len(told) > 1 and sum(count_words(piece.text) for piece in told) > length:
            told.remove(max(told, key=lambda piece: piece.weight))
        deeds = words.join_list(tuple(piece.text for piece in told))
        yield Piece(words("trogdor.recap", name=who, deeds=deeds), _DEED)
    rest = [event for event in done if isinstance(event, events.Died | events.Left)]
    for _, text in sentences(words, names, rest):
        yield Piece(text, _DEED)


def _deeds(words: Words, turn: Turn, done: Sequence[Event]) -> Iterator[Piece]:
    """Yield what the player did, a few words each; only if that is nothing, where he led Trogdor."""
    kinds = [type(event) for event in done]
    tiles, lit = kinds.count(events.TileBurned), _count_lit(done)
    eaten, bumps = kinds.count(events.Chomped), kinds.count(events.Damaged)
    found = [
        Piece(_card_text(words, turn), 5),
        Piece(_item_text(words, done), 6),
        *(Piece(text, 4) for text in _tricks(words, done)),
        Piece(words.some("trogdor.recap.burns", tiles) if tiles else "", 1),
        Piece(words.some("trogdor.recap.lights", lit) if lit else "", 4),
        Piece(_cottages_text(words, done), 0),
        Piece(words.some("trogdor.recap.eats", eaten) if eaten else "", 2),
        Piece(words.some("trogdor.recap.bumps", bumps) if bumps else "", 1),
        Piece(words("trogdor.recap.slips") if events.Spared in kinds else "", 5),
    ]
    hidden = next((event for event in done if isinstance(event, events.Hid)), None)
    if hidden is not None:
        found.append(Piece(words("trogdor.recap.hides", square=name(hidden.square)), 3))
    yield from found
    if not any(piece.text for piece in found):
        moves = [event.target for event in done if isinstance(event, events.Moved)]
        square = name(moves[-1] if moves else turn.before.board.trogdor)
        key = "trogdor.recap.leads" if moves else "trogdor.recap.stays"
        yield Piece(words(key, square=square), 0)


def _count_lit(done: Sequence[Event]) -> int:
    """Return how many peasants the player has set on fire."""
    return sum(isinstance(event, events.PeasantLit) and event.by == "trogdor" for event in done)


def _card_text(words: Words, turn: Turn) -> str:
    """Return that the card was played, if its effect mattered."""
    mattered = any(
        isinstance(event, events.EffectUsed)
        or (isinstance(event, events.Spared) and event.why == "card")
        or (isinstance(event, events.PointsGained) and event.by == "stump")
        for event in turn.events
    )
    card = _card_of(turn)
    return words("trogdor.recap.plays", card=title(words, card)) if mattered and card is not None else ""


def _card_of(turn: Turn) -> Card | None:
    """Return the card of the turn; none if the player left before choosing one."""
    chosen = (event.card for event in turn.events if isinstance(event, events.CardChosen))
    return next(chosen, turn.before.turn.card)


def _item_text(words: Words, done: Sequence[Event]) -> str:
    """Return the item that was used on the player's own account, if nothing else tells what it did."""
    used = next((event.item for event in done if isinstance(event, events.ItemUsed)), None)
    if used is None or used in INTERRUPTS or any(isinstance(event, _TRICKS) for event in done):
        return ""
    return words("trogdor.recap.uses", item=words(f"trogdor.item.{used}.short"))


_TRICKS: Final = (events.KnightMoved, events.Warped, events.Healed)
"""What only a card or an item does."""


def _tricks(words: Words, done: Sequence[Event]) -> Iterator[str]:
    for event in done:
        match event:
            case events.KnightMoved(_, _, target):
                yield words("trogdor.recap.lures", square=name(target))
            case events.Warped(tunnel, other):
                yield words("trogdor.recap.warps", one=name(tunnel), other=name(other))
            case events.Healed():
                yield words("trogdor.recap.heals")


def _cottages_text(words: Words, done: Sequence[Event]) -> str:
    burned = [event.square for event in done if isinstance(event, events.CottageBurned)]
    if not burned:
        return ""
    return words.some("trogdor.recap.torches", len(burned), squares=places(words, burned))


# What the land did


def _land_pieces(words: Words, names: Names, turn: Turn, after: Sequence[Event]) -> Iterator[Piece]:
    """Yield how near the land came if it missed, then what it did, the worst first, and the health left."""
    if near := _near_miss_text(words, turn, after):
        yield Piece(near, _NEAR_MISS)
    health = turn.after.board.health
    out = sum(len(event.squares) for event in turn.events if isinstance(event, events.Spawned))
    weighed = [event for event in after if type(event) in _WEIGHTS]
    if health:  # the sentence about the health tells of them
        weighed = [event for event in weighed if not isinstance(event, events.Spawned)]
    told = sentences(words, names, weighed)
    yield from sorted(
        (Piece(text, _WEIGHTS[type(event)]) for event, text in told), key=lambda one: one.weight
    )
    if health and out:
        yield Piece(words.some("trogdor.health.spawned", out, health=health), _HEALTH)
    elif health and any(isinstance(event, events.Damaged) for event in turn.events):
        yield Piece(words("trogdor.health", health=health), _HEALTH)


def _near_miss_text(words: Words, turn: Turn, after: Sequence[Event]) -> str:
    """Return how likely a hit was that did not come, and how near it came; empty if that was no danger."""
    struck = any(isinstance(event, events.Damaged | events.Died | events.Spared) for event in after)
    drawing = [(state, line.events) for state, line in turn.lines if _draws_movement(line.events)]
    if struck or not drawing:
        return ""
    state, told = drawing[-1]
    if any(isinstance(event, events.Moved | events.Hid) for event in told):  # it was no choice where he stood
        return ""
    seen = GAME.view(state, None)
    if not is_grave(seen):
        return ""
    how = _nearest(state.board.trogdor, after)
    key = f"trogdor.recap.near.{how}" if state.board.health else f"trogdor.recap.near.last.{how}"
    return words(key, share=words.percent(hit_chance(seen)))


def _draws_movement(told: Sequence[Event]) -> bool:
    """Return whether the land's turn begins."""
    return any(isinstance(event, events.MovementDrawn) for event in told)


def _nearest(square: Square, after: Sequence[Event]) -> str:
    """Return who came within a tile of a square: knights, or the arrow; or none."""
    walks = [event for event in after if isinstance(event, events.Walked) and event.who is not Walker.ARCHER]
    shots = [event for event in after if isinstance(event, events.ArrowShot)]
    if any(_is_beside(square, passed) for walk in walks for passed in walk.squares[1:]):
        return "knights"
    return "arrow" if any(_is_beside(square, passed) for shot in shots for passed in shot.line) else "none"


def _is_beside(one: Square, other: Square) -> bool:
    """Return whether two squares have a side in common on the map."""
    (row, column), (row_, column_) = divmod(one, SIZE), divmod(other, SIZE)
    return abs(row - row_) + abs(column - column_) == 1


# How the game ended


def _end_pieces(words: Words, names: Names, end: Sequence[Event]) -> Iterator[Piece]:
    """Yield the Fiery Rage, what it took, and the end."""
    told = [event for event in end if type(event) in _WEIGHTS and not isinstance(event, _RAGE)]
    texts = dict(sentences(words, names, told))
    ended = {event: text for event, text in texts.items() if isinstance(event, events.GameEnded)}
    yield from (Piece(text, _WEIGHTS[type(event)]) for event, text in texts.items() if event not in ended)
    if what := _rage_text(words, end):
        yield Piece(words("trogdor.recap.rage", what=what), _HEALTH)
    yield from (Piece(text, _DEED) for text in ended.values())


def _rage_text(words: Words, end: Sequence[Event]) -> str:
    """Return how many tiles, cottages and peasants the Fiery Rage took."""
    tiles, cottages, peasants = (sum(isinstance(event, kind) for event in end) for kind in _RAGE)
    return words.join_list(
        (
            *([words.some("trogdor.tiles", tiles)] if tiles else []),
            *([words.some("trogdor.cottages", cottages)] if cottages else []),
            *([words.some("trogdor.peasants", peasants)] if peasants else []),
        )
    )
