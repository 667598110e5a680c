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
"""The most characters that Discord shows of a suggestion."""

EVEN: Final = 0.5
"""The share of wins of each seat in a game for two with equal seats."""

_LEFT_OUT: Final[Any] = None
"""Stands for a function derived from others; a finished `Entry` does not contain it."""


@dataclass(frozen=True, slots=True)
class Deal(Generic[S]):
    """How games of a deal, one of the day or of the week, are described and compared.

    `share` is one line about a finished game, from its states: the first one, and the one after each action.
    It spoils nothing of the deal. `rank` rates the end of a game: larger is better; an empty one has no
    place.
    """

    share: Callable[[Words, tuple[S, ...]], str]
    rank: Callable[[S], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Glossary(Generic[V]):
    """What can be looked up while a game goes on: what its cards or pieces can do.

    `paint` draws it for a seat (none: a spectator), `tell` returns the same in words, a line for each thing.
    The names it gets are safe in Discord's markdown, those of the sheet are plain. The label of its button is
    the game's sentence `glossary`.
    """

    paint: Callable[[Words, V, Sheet, Seat | None], Image.Image]
    tell: Callable[[Words, Names, V, Seat | None], tuple[str, ...]]


def no_header(_words: Words, _names: Names, _view: object) -> tuple[str, ...]:
    """Return no lines above the picture."""
    return ()


def no_shortfall(_words: Words, _view: object) -> str:
    """Return no words on what was missing."""
    return ""


def no_memory(_state: object) -> bool:
    """Return that players need not remember anything."""
    return False


def never_opposite(_view: object, _seat: Seat) -> bool:
    """Return that no seat has the far side: the board is the same for all."""
    return False


def anything_but_giving_up(action: object) -> bool:
    """Return whether an action continues the game."""
    return str(action) not in GIVING_UP


def no_price(_words: Words, _views: Sequence[object]) -> str:
    """Return no costs of a plan."""
    return ""


def every_state(state: Hashable) -> Hashable:
    """Return the state itself: each action is a turn, and brings a new message."""
    return state


def _marked_squares(words: Words, places: tuple[str, ...]) -> str:
    """Return places in words, by the names they have in pictures."""
    return words("alt.marked", places=words.join_list(places))


def notation(_words: Words, _names: Names, _state: object, _seat: Seat, action: object) -> str:
    """Return the action's notation."""
    return str(action)


def equal_weight(_event: object) -> int:
    """Return the same weight for each event."""
    return 1


def no_final_view(_moment: Moment) -> None:
    """Return no final view: no battle ends and another begins."""


def no_motion(_moment: Moment) -> tuple[Any, ...]:
    """Return no intermediate views: a film goes from one position to the next."""
    return ()


def no_files(_actions: object, _states: object) -> dict[str, str]:
    """Return no files for other programs."""
    return {}


@dataclass(frozen=True, slots=True)
class Ladder:
    """Options of a game together, by `steps` from the easiest to the hardest.

    `group(words, seats)` is how many play, in the game's own words.
    """

    steps: tuple[Mapping[str, str], ...]
    group: Callable[[Words, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S, A]):
    """How a game runs at a table. Fields with a default are optional.

    `menu` returns the options at a path, `aside` the private menu of one seat. `suggest` returns the legal
    lines of a seat, the likeliest first. `turn_key` changes when a new message is due and not just an edit.
    `to_move` returns which move is awaited, and from which seat, even while the other one has to answer an
    offer. `offered_seats` returns the seats that are offered something and need not answer, so that a bot
    can.

    Without `chance` nothing is rolled, drawn or shuffled, so there is no seal and no salt; `hidden`: seats
    know different things all the same. `from_memory` returns whether players must remember what they saw:
    then the history is closed while the game runs. `second_wins` is the share of games that seat 1 wins
    between equals.

    `ladder` leads those who play together to harder options. `daily` and `weekly` are there for games with a
    deal of the day or week. `orders` are what can be done automatically. `is_plan_step` returns whether an
    action can be part of a plan. `ends` are the options of a duel on which others wait, at a tournament or
    between strangers: with them the game ends by rule, and the sentence `thud.ends` explains them. `files`
    returns a game's moves in the formats of other programs, by name.
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
    ladder: Ladder | None = None
    orders: tuple[Order[S], ...] = ()
    is_plan_step: Callable[[A], bool] = anything_but_giving_up
    ends: Mapping[str, str] = field(default_factory=dict)
    files: Callable[[tuple[A, ...], tuple[S, ...]], dict[str, str]] = no_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing(Generic[A, V]):
    """How a game is drawn. Fields with a default are optional.

    `paint` draws a board. `action_places` returns the places of an action, as `render.kit.sheet.Sheet` names
    them; `place_of` returns where one of those is in the picture, so that it can be clicked in a browser; it
    raises `KeyError` or `ValueError` for other names. `is_opposite` returns whether a seat has the far side
    of the board: its private boards are turned. `cover` is the square of the first board that represents the
    game, in pixels (its middle by default). `whole` is the square with all of the board, which the lobby of a
    table with files of its own shows. `emblem` is a sign of how a game has ended, mode RGBA and about
    as wide as high, for its card and the end of its films. `glossary` is what can be looked up during a game.

    `film` returns an animated GIF of recent events; the game's own buttons ask for it. `climax` returns one
    of the last turn, if everyone should see that; else it is empty. `motion` returns the views between a
    position and the next one, such as a piece on each square that it passes. `final_view` is the end of a
    battle, for a line after which the next one begins; none for other lines. `new_battle` is the event of
    that line, after which the board shows another battle: everyone is shown the last move as a film.
    """

    paint: Callable[[V, Sheet], Image.Image]
    action_places: Callable[[V, A], tuple[str, ...]] | None = None
    place_of: Callable[[V, Sheet, str], Rect] | None = None
    is_opposite: Callable[[V, Seat], bool] = never_opposite
    cover: tuple[int, int, int, int] | None = None
    whole: tuple[int, int, int, int] | None = None
    emblem: Callable[[V], Image.Image] | None = None
    glossary: Glossary[V] | None = None
    film: Callable[[Words, Names, Sheet, Sequence[Moment]], bytes] | None = None
    climax: Callable[[Words, Names, Sheet, Sequence[Moment]], bytes] | None = None
    motion: Callable[[Moment], tuple[V, ...]] = no_motion
    final_view: Callable[[Moment], V | None] = no_final_view
    new_battle: type | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Generic[S, A, E, V]):
    """The texts about a game. Fields with a default are optional.

    `narrate` describes events, a sentence each. `narrate_turns` describes whole turns in short, from the
    positions of their lines, the first of which is the one before them; where it is empty, `narrate` is used.
    `turn` is the caption of the picture: whose turn it is, or who won. `header` are lines above the picture,
    or at the end below the last events;
    `standing` is the score in one line where there is no picture, if the first of those does not have it.
    `call` is the line that calls players, `alt` describes the picture. `describe` describes a legal action of
    a seat before it is played: `G9 to F9, takes E10`; no two descriptions are alike, and none has more than
    100 characters. `describe_marks` describes the options that are marked.

    `shortfall` is what was missing at the end of a lost game, in a few words. `role` is who a seat is in the
    game, where players are known by that. `chapter` is the title of a state's part of the game, `moment` the
    number of an action on a state, as a caption counts it: `Battle 2, move 4`. `lasting` is how many of the
    events, from the first on, tell how a part of the game has ended, 0 if none did: their line stays in the
    channel. `weight` is the importance of an event, 0 for trivial ones: films pause for important events, too
    long texts leave out others, and the best moments of a game without a review are the weightiest lines.
    """

    narrate: Callable[[Words, Names, tuple[E, ...]], tuple[str, ...]]
    turn: Callable[[Words, Names, V], str]
    narrate_turns: Callable[[Words, Names, Sequence[LogPosition]], tuple[str, ...]] | None = None
    header: Callable[[Words, Names, V], tuple[str, ...]] = no_header
    standing: Callable[[Words, Names, V], str] | None = None
    call: Callable[[Words, Names, V, str], str] = _LEFT_OUT
    alt: Callable[[Words, Names, V], str] = _LEFT_OUT
    describe: Callable[[Words, Names, S, Seat, A], str] = notation
    describe_marks: Callable[[Words, tuple[str, ...]], str] = _marked_squares
    shortfall: Callable[[Words, V], str] = no_shortfall
    role: Callable[[Words, V, Seat], str] | None = None
    chapter: Callable[[Words, S], str] | None = None
    moment: Callable[[Words, S], str] | None = None
    lasting: Callable[[tuple[E, ...]], int] | None = None
    weight: Callable[[E], int] = equal_weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Help(Generic[S, A, E, V]):
    """How a game is explained to players. Fields with a default are optional.

    `why` returns the reasons for and against an action of a seat, by the rules, `hangs` what could be lost
    with the next turn, for a seat or a spectator, `loses` what an action gives away for nothing, empty if
    nothing; they know a view only. `odds` are the odds of its bots in words. `price` is what a plan of
    several steps costs, from the views on its way, empty if nothing. `lesson` is the game's *Teach me*,
    position by position; without it there is no such button. `luck`, for games with chance, are lines about
    it. `review` summarizes a game from its positions without undone ones
    (`engine.replay.effective_positions`).
    `remarkable` is the share of a win that a decision must have cost, or all others would have, for a bot to
    comment on it: less where a game has many turns, and no single one decides much.
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
    """A game as the bot plays it: its engine, how its states are stored, and its texts and pictures.

    `english` holds the game's sentences, their keys beginning with the game's own, `labels` those that are
    drawn into pictures. `terms` are the values of its refusals that are words of its engine, each with the
    key of its name: `thud.side.{}`. Films and replays work with the required fields alone; the others improve
    them.
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
        """Derive the functions that were left out."""
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
        """Whether two play with open information and without chance, so that answers can be prepared."""
        return self.game.seats == range(2, 3) and not self.rules.chance and not self.rules.hidden

    def _call(self, words: Words, names: Names, view: V, mentions: str) -> str:
        """Return the mentions and the caption."""
        return f"{mentions} · {self.speech.turn(words, names, view)}"

    def _alt(self, words: Words, names: Names, view: V) -> str:
        """Return the caption and the board as text."""
        return f"{self.speech.turn(words, names, view)}\n{self.game.text(view, words)}"[:ALT_LIMIT]

    def _suggest(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the legal lines in the game's own order."""
        return tuple(map(str, self.game.legal(state, seat)))

    def _review(self, words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
        """Return how the game ended, by its last caption, without statistics."""
        last = positions[-1].state
        if self.game.outcome(last) is None:
            return Review(words("review.running"), (), (), ())
        caption = self.speech.turn(words, names, self.game.view(last, None))
        return Review(caption if caption.endswith((".", "!", "?")) else f"{caption}.", (), (), ())


AnyEntry: TypeAlias = Entry[Any, Any, Any, Any]
"""An entry, its types forgotten once the type checker has seen that they fit each other."""
