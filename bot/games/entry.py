"""A game as the bot plays it: rules, picture, words and menu, joined so that their types must fit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeAlias

from PIL import Image

from bot.games.lesson import Exercise
from bot.games.order import Order
from bot.store.codec import Codec
from bot.words import Names, Words
from bot.words.menu import Menu
from bot.words.odds import Forecast
from bot.words.reasons import Danger, WordedReason
from bot.words.review import Review
from engine.core import GIVING_UP, A, E, Game, S, Seat, V
from engine.mind import Odds
from engine.replay import LogPosition, Moment
from render.kit.hint import Rect
from render.kit.sheet import Sheet

ALT_LIMIT: Final = 1024
"""The most characters that Discord takes as the description of a picture."""

DESCRIBED_LIMIT: Final = 100
"""The most characters that Discord shows of a line that it offers to somebody who types."""

EVEN: Final = 0.5
"""What a seat wins of a game for two whose seats are worth the same."""

_LEFT_OUT: Final[Any] = None
"""Stands for a function that is made of the game's others; no `Entry` has it once it is made."""


@dataclass(frozen=True, slots=True)
class Deal(Generic[S]):
    """How games of a deal that everybody plays, one of the day or of the week, are told and compared.

    `share` is one line about a finished game, made from its states: the one it began with, and the one after
    each action. It spoils nothing of the deal. `rank` is how good the end of a game is: larger is better; an
    empty one has no place among the others.
    """

    share: Callable[[Words, tuple[S, ...]], str]
    rank: Callable[[S], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Glossary(Generic[V]):
    """What can be looked up while a game goes on: what its cards or pieces can do.

    `paint` is a picture of it, as the one on a seat needs it (none: who only watches), `tell` the same in
    words, a line a thing. The names it is given are safe in
    Discord's markdown, those of the sheet are plain.
    What the button is called that leads there is the game's sentence `glossary`.
    """

    paint: Callable[[Words, V, Sheet, Seat | None], Image.Image]
    tell: Callable[[Words, Names, V, Seat | None], tuple[str, ...]]


def no_header(_words: Words, _names: Names, _view: object) -> tuple[str, ...]:
    """No lines above the picture."""
    return ()


def no_memory(_state: object) -> bool:
    """What was shown once may be looked up: nothing in the game has to be kept in mind."""
    return False


def never_opposite(_view: object, _seat: Seat) -> bool:
    """Nobody sits opposite: the board is the same for all."""
    return False


def anything_but_giving_up(action: object) -> bool:
    """What somebody does to play on."""
    return str(action) not in GIVING_UP


def no_price(_words: Words, _views: Sequence[object]) -> str:
    """Nothing is counted of what a turn costs."""
    return ""


def every_state(state: Hashable) -> Hashable:
    """The state itself: each action is a turn of its own, and brings a new message."""
    return state


def _marked_squares(words: Words, places: tuple[str, ...]) -> str:
    """Places that are called in words what pictures call them."""
    return words("alt.marked", places=words.join_list(places))


def notation(_words: Words, _names: Names, _state: object, _seat: Seat, action: object) -> str:
    """The action's notation."""
    return str(action)


def equal_weight(_event: object) -> int:
    """Each event matters as much as any other."""
    return 1


def no_final_view(_moment: Moment) -> None:
    """No line makes room for something new."""


def no_motion(_moment: Moment) -> tuple[Any, ...]:
    """Nothing is seen on its way: a film goes from one position to the next."""
    return ()


def no_files(_actions: object, _states: object) -> dict[str, str]:
    """No other program reads the game."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S, A]):
    """How a game runs at a table. What has a default may be left out.

    `menu` returns what can be chosen at a path, `aside` the private menu of one seat. `suggest` returns the
    legal lines of a seat, the likeliest first. `turn_key` changes when a new message is due and not just an
    edit of the one that is there. `to_move` returns which move is awaited, and from which seat, even while
    the other one is asked something: an offer and its answer change neither. `asked` returns the seats that
    were offered something and need not answer, so that a bot can.

    Without `chance` nothing in the game is rolled, drawn or shuffled, so players are told of no seal, and
    there is nothing to salt; `hidden`: a seat knows something all the same that the other one does not.
    `from_memory` tells whether players have to keep in mind what was shown and is gone: then the history is
    closed as long as the game runs. `second_wins` is the share of games that seat 1 wins between equals.

    `daily` is there for games that have a deal of the day, `weekly` for those with one of the week. `orders`
    are what a player can have done automatically. `planned` tells whether an action can be a step of a plan
    for a turn. `ends` are the options of a duel on which others wait, at a tournament or between strangers:
    with them it comes to an end by rule, whatever its players agree on; the sentence `thud.ends` tells of
    them. `files` returns further files of a game's moves by name, in the formats of other programs.
    """

    menu: Callable[[Words, Names, S, str], Menu]
    aside: Callable[[Words, Names, S, Seat, str], Menu] | None = None
    suggest: Callable[[S, Seat], tuple[str, ...]] = _LEFT_OUT
    turn_key: Callable[[S], Hashable] = every_state
    to_move: Callable[[S], tuple[Hashable, Seat]] | None = None
    offered_seats: Callable[[S], frozenset[Seat]] | None = None
    chance: bool = True
    hidden: bool = False
    from_memory: Callable[[S], bool] = no_memory
    second_wins: float = EVEN
    daily: Deal[S] | None = None
    weekly: Deal[S] | None = None
    orders: tuple[Order[S], ...] = ()
    is_plan_step: Callable[[A], bool] = anything_but_giving_up
    ends: Mapping[str, str] = field(default_factory=dict)
    files: Callable[[tuple[A, ...], tuple[S, ...]], dict[str, str]] = no_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing(Generic[A, V]):
    """How a game is drawn. What has a default may be left out.

    `paint` draws a board. `hinted` returns the places of an action, as `render.kit.sheet.Sheet` names them;
    `place_of` where one of those is in the picture, so that it can be clicked in a browser; it raises
    `KeyError` or `ValueError` for what is none. `is_opposite` tells whether a seat has the far side of the
    board: what it alone is shown is turned. `cover` is the square of the first board that stands for the
    game, in pixels (its middle, if left out). `emblem` is a sign of how a game has ended, mode RGBA and about
    as wide as high, for its card and the end of its films. `glossary` is what can be looked up during a game.

    `film` returns an animated GIF of what happened; the game's own buttons ask for it. `motion` returns the
    views on the way from a position to the one after it, such as a piece on each square that it passes.
    `left` is what a line leaves behind that ends a battle, where the position after it is the start of the
    next one; none after any other line.
    """

    paint: Callable[[V, Sheet], Image.Image]
    action_places: Callable[[V, A], tuple[str, ...]] | None = None
    place_of: Callable[[V, Sheet, str], Rect] | None = None
    is_opposite: Callable[[V, Seat], bool] = never_opposite
    cover: tuple[int, int, int, int] | None = None
    emblem: Callable[[V], Image.Image] | None = None
    glossary: Glossary[V] | None = None
    film: Callable[[Words, Names, Sheet, Sequence[Moment]], bytes] | None = None
    motion: Callable[[Moment], tuple[V, ...]] = no_motion
    final_view: Callable[[Moment], V | None] = no_final_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Generic[S, A, E, V]):
    """What is said of a game. What has a default may be left out.

    `narrate` tells events, a sentence each. `turn` is the caption of the picture: whose turn it is, or who
    won. `header` are lines above the picture, `standing` is the score in one line where there is no picture,
    if the first of those does not tell. `call` is the line that calls those who must act, `alt` the picture
    for those who do not see it. `describe` says a legal action of a seat in a few words, before it is taken:
    `G9 to F9, takes E10`; no two of them are described alike, and none has more than 100 characters. `marked`
    says in an alt text which places a menu offers.

    `role` is who a seat is in the game, where players are known by that. `chapter` is what the part of the
    game is called that a state belongs to, `moment` the place in the game of an action on a state, as
    a picture's caption counts it: `Battle 2, move 4`. `lasting` is how many of the events, from the first on,
    tell how a part of the game has ended, 0 if none did: what is said of those stays in the channel.
    `weight` is how much an event matters, 0 if it happens all the time: where it mattered a replay pauses,
    what mattered is told where there is no room for all, and the best moments of a game that has no review
    are the weightiest lines.
    """

    narrate: Callable[[Words, Names, tuple[E, ...]], tuple[str, ...]]
    turn: Callable[[Words, Names, V], str]
    header: Callable[[Words, Names, V], tuple[str, ...]] = no_header
    standing: Callable[[Words, Names, V], str] | None = None
    call: Callable[[Words, Names, V, str], str] = _LEFT_OUT
    alt: Callable[[Words, Names, V], str] = _LEFT_OUT
    describe: Callable[[Words, Names, S, Seat, A], str] = notation
    describe_marks: Callable[[Words, tuple[str, ...]], str] = _marked_squares
    role: Callable[[Words, V, Seat], str] | None = None
    chapter: Callable[[Words, S], str] | None = None
    moment: Callable[[Words, S], str] | None = None
    lasting: Callable[[tuple[E, ...]], int] | None = None
    weight: Callable[[E], int] = equal_weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Help(Generic[S, A, E, V]):
    """How a game is explained to players. What has a default may be left out.

    `why` tells what speaks for and against an action of a seat, as the rules count it, `hangs` what could be
    lost with the next turn, seen from a seat or by a watcher, `loses` what an action gives away for nothing,
    empty where there is nothing to say; a view is all they know. `odds` are what the odds of its bots say in
    words. `price` is what a plan of several steps costs, from the views on its way, empty where there is
    nothing to say. `lesson` is the game's *Teach me*, position by position; without it there is no such
    button. `luck`, for games with chance, are lines about what it gave. `review` tells a game as a whole,
    from the positions that were not taken back (`engine.replay.lasting`). `remarkable` is what part of a win
    a decision must have cost, or all others would have, for a bot to say a word on it: less where a game has
    many turns, and no single one decides much.
    """

    why: Callable[[Words, Names, V, Seat, A], tuple[WordedReason, ...]] | None = None
    hangs: Callable[[Words, Names, V, Seat | None], Danger] | None = None
    loses: Callable[[Words, Names, V, Seat, A], str] | None = None
    odds: Callable[[Words, Names, V, Sequence[Odds]], Forecast] | None = None
    price: Callable[[Words, Sequence[V]], str] = no_price
    lesson: tuple[Exercise[S, A, E], ...] = ()
    luck: Callable[[Words, Names, Sequence[LogPosition]], tuple[str, ...]] | None = None
    review: Callable[[Words, Names, Sequence[LogPosition]], Review] = _LEFT_OUT
    remarkable: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[S, A, E, V]):
    """A game as the bot plays it: its engine, how its states are stored, and what the bot asks of it.

    `english` holds the game's sentences, their keys beginning with the game's own, `labels` those that are
    drawn into pictures. `terms` are the values of its refusals that are words of its engine, each with the
    key of what it is called: `thud.side.{}`. Films and replays of any game work without more than what has no
    default; the rest makes them better.
    """

    game: Game[S, A, E, V]
    codec: Codec[S]
    english: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    rules: Rules[S, A]
    drawing: Drawing[A, V]
    speech: Speech[S, A, E, V]
    help: Help[S, A, E, V] = field(default_factory=Help)

    def __post_init__(self) -> None:
        """Make what was left out and follows from the rest."""
        rules, speech, helps = self.rules, self.speech, self.help
        if rules.suggest is _LEFT_OUT:
            object.__setattr__(self, "rules", replace(rules, suggest=self._suggest))
        if speech.call is _LEFT_OUT or speech.alt is _LEFT_OUT:
            call = self._call if speech.call is _LEFT_OUT else speech.call
            alt = self._alt if speech.alt is _LEFT_OUT else speech.alt
            object.__setattr__(self, "speech", replace(speech, call=call, alt=alt))
        if helps.review is _LEFT_OUT:
            object.__setattr__(self, "help", replace(helps, review=self._review))

    @property
    def is_foreseeable(self) -> bool:
        """Whether two play, all lies open, and nothing is left to chance: so answers can be prepared."""
        return self.game.seats == range(2, 3) and not self.rules.chance and not self.rules.hidden

    def _call(self, words: Words, names: Names, view: V, mentions: str) -> str:
        """Who is called, and the caption."""
        return f"{mentions} · {self.speech.turn(words, names, view)}"

    def _alt(self, words: Words, names: Names, view: V) -> str:
        """The table, the caption and the board as text."""
        return f"{self.speech.turn(words, names, view)}\n{self.game.text(view, words)}"[:ALT_LIMIT]

    def _suggest(self, state: S, seat: Seat) -> tuple[str, ...]:
        """The legal lines in the game's own order."""
        return tuple(map(str, self.game.legal(state, seat)))

    def _review(self, words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
        """How it ended, which is the last caption; nothing is counted."""
        last = positions[-1].state
        if self.game.outcome(last) is None:
            return Review(words("review.running"), (), (), ())
        caption = self.speech.turn(words, names, self.game.view(last, None))
        return Review(caption if caption.endswith((".", "!", "?")) else f"{caption}.", (), (), ())


AnyEntry: TypeAlias = Entry[Any, Any, Any, Any]
"""An entry, its types forgotten once the type checker has seen that they fit each other."""
