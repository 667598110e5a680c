"""What every game is made of: seats, steps, outcomes, refusals, and the record `Game` that joins them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from data.sentence import BadFile, Filling, Sentence, sentence
from engine.faults import OPTIONS
from engine.notation import similar_lines
from engine.rng import Rng
from engine.speech import Text

Seat: TypeAlias = int
"""A place at the table, counted from 0 in the order of the game's own rules."""

Settings: TypeAlias = Mapping[str, int | str]
"""A table's options as `read_options` returns them: every key of the game, each with a valid value."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Fault(StrEnum):
    """How an action failed, by kind."""

    MALFORMED = "malformed"  # not the notation of any action
    AMBIGUOUS = "ambiguous"  # could mean several legal actions
    ILLEGAL = "illegal"  # clear, but a rule forbids it now


class IllegalAction(Exception):  # noqa: N818 - the domain's word; it is a refusal, not a defect
    """An action that cannot be taken; the state it was tried on is untouched.

    `rule` is the id of the rule that forbids it (`thud:hurl-1`), `key` names the sentence that explains
    it to people, `values` fill that sentence, and `near` lists legal actions close to what was meant.
    """

    def __init__(
        self, fault: Fault, rule: str, key: str, near: tuple[str, ...] = (), **values: str | int
    ) -> None:
        super().__init__(fault, rule, key)
        self.fault = fault
        self.rule = rule
        self.key = key
        self.near = near
        self.values = values

    def __str__(self) -> str:
        """One line for logs and the command line: the key, then its values."""
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.values.items())])

    def sentence(self, game: str, **values: Filling) -> Sentence:
        """The game's sentence for this refusal; `values` are what the refusal itself does not know."""
        return Sentence(f"{game}.{self.key}", str(self), {**values, **self.values})


class BadOption(ValueError):  # noqa: N818 - a refusal like the one above
    """An option that the game does not have, or a value that it does not allow.

    `why` is what would be allowed, `sentence` says all of it.
    """

    def __init__(self, key: str, value: str, why: Sentence) -> None:
        super().__init__(f"{key}={value}: {why}")
        self.key = key
        self.value = value
        self.why = why

    @property
    def allowed_values(self) -> str:
        """What would be allowed, in English."""
        return str(self.why)

    @property
    def sentence(self) -> Sentence:
        """The refusal as a whole."""
        return sentence(OPTIONS, "option.cannot", option=self.key, value=self.value, why=self.why)


class BadDocument(BadOption):
    """A file that an option cannot take; `sentences` are what is wrong with it, `faults` their lines."""

    def __init__(self, key: str, sentences: tuple[Sentence, ...]) -> None:
        line = "; ".join(map(str, sentences))
        super().__init__(key, "the file", Sentence("option.file", line, {"option": key, "faults": sentences}))
        self.sentences = sentences

    @property
    def sentence(self) -> Sentence:
        """The refusal as a whole."""
        return replace(self.why, line=str(self))

    @property
    def faults(self) -> tuple[str, ...]:
        """A line for each thing that is wrong with the file, in English."""
        return tuple(map(str, self.sentences))


def _option_sentence(key: str, /, **values: Filling) -> Sentence:
    """The sentence `option.<key>`."""
    return sentence(OPTIONS, f"option.{key}", **values)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole-number option of a game, from `minimum` to `maximum`, both allowed."""

    key: str
    default: int
    minimum: int
    maximum: int

    def read(self, text: str) -> int:
        """The value that `text` stands for; raises `BadOption`."""
        short = len(text) <= len(str(self.maximum))  # Python refuses to read thousands of digits
        if short and text.isascii() and text.isdecimal() and self.minimum <= int(text) <= self.maximum:
            return int(text)
        raise BadOption(self.key, text, _option_sentence("range", least=self.minimum, most=self.maximum))


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a game that takes one of a few words."""

    key: str
    default: str
    choices: tuple[str, ...]

    def read(self, text: str) -> str:
        """The value that `text` stands for; raises `BadOption`."""
        if text in self.choices:
            return text
        raise BadOption(self.key, text, _option_sentence("words", words=", ".join(self.choices)))


@dataclass(frozen=True, slots=True)
class Document:
    """An option of a game that takes the text of a file; left out, it is empty.

    `check` returns the text in its one canonical form, or raises `BadFile` with a sentence for each fault.
    """

    key: str
    check: Callable[[str], str] = field(repr=False)
    default: str = ""

    def read(self, text: str) -> str:
        """The canonical form of `text`; raises `BadDocument`."""
        if not text.strip():
            return ""
        try:
            return self.check(text)
        except BadFile as error:
            raise BadDocument(self.key, error.sentences) from error


Option: TypeAlias = Number | Choice | Document


def read_options(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, int | str]:
    """Every option of the game with the value given for it, or its default; raises `BadOption`."""
    known = {option.key: option for option in options}
    for key, text in given.items():
        if key not in known:
            raise BadOption(
                key,
                text,
                _option_sentence("words", words=", ".join(known)) if known else _option_sentence("none"),
            )
    return {key: option.read(given.get(key, str(option.default))) for key, option in known.items()}


def no_picks(_settings: Settings) -> tuple[Choice, ...]:
    """Nothing for the players to pick before the game begins."""
    return ()


def pick_key(key: str, seat: Seat) -> str:
    """Where a table's options hold what a seat has picked: `keeper/0`."""
    return f"{key}/{seat}"


def read_settings(game: Game[S, A, E, V], given: Mapping[str, str], seats: int) -> dict[str, int | str]:
    """What `Game.start` reads: every option of the game, and every pick of every seat; raises `BadOption`.

    A pick that is left out has its default. No two seats can have picked the same thing.
    """
    settings = read_options(game.options, {key: text for key, text in given.items() if "/" not in key})
    picks = {pick_key(pick.key, seat): pick for pick in game.picks(settings) for seat in range(seats)}
    for key, text in given.items():
        if "/" in key and key not in picks:
            raise BadOption(key, text, _option_sentence("no-pick"))
    picked = {key: pick.read(given.get(key, pick.default)) for key, pick in picks.items()}
    taken: set[tuple[str, str]] = set()
    for key, value in picked.items():
        what = (picks[key].key, value)
        if what in taken:
            raise BadOption(key, value, _option_sentence("taken"))
        taken |= {what} if value != picks[key].default else set()
    return settings | picked


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What an action did: the state after it, and the events in the order they happened."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one of its `endings`, who won (nobody in a draw) and each seat's points."""

    ending: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]


RESIGN: Final = "resign"
"""The line with which somebody gives up a game that then is over."""

GIVING_UP: Final = (RESIGN, "leave")
"""The lines with which somebody gives up; the house plays none of them for anybody."""


def parser_for(actions: Iterable[A], rule: str) -> Callable[[str, object], A]:
    """A `Game.parse` for a game of few actions: each by its own text, in any letters.

    Anything else is no notation, by the `rule` of that id; what is like it is named.
    """
    lines = {str(action).lower(): action for action in actions}

    def parse(text: str, _state: object) -> A:
        line = " ".join(text.lower().split())
        if line in lines:
            return lines[line]
        near = similar_lines(line[:40], (known for known in lines if known not in GIVING_UP))
        raise IllegalAction(Fault.MALFORMED, rule, "not-notation", near, text=line[:40])

    return parse


def full_view(state: Any, _viewer: Seat | None) -> Any:  # noqa: ANN401 - S and V are one where this is used
    """The state as its own view: everybody sees all of it."""
    return state


def reveals_nothing(_event: object) -> bool:
    """No event tells what nobody could know before it."""
    return False


def reshuffle_nothing(state: S, _rng: Rng) -> S:
    """The state as it is: there is nothing in it to put in a new order."""
    return state


def random_action(_view: object, actions: tuple[A, ...], rng: Rng) -> A:
    """Any of the actions but to give up; raises `ValueError` where nothing else can be done."""
    able = [action for action in actions if str(action) not in GIVING_UP]
    if not able:
        raise ValueError("there is nothing to do but to give up")
    return able[rng.below(len(able))]


LATER: Final[Mapping[str, bool]] = MappingProxyType({"later": True})
"""The `metadata` of a field that a state did not have at first: saved states lack it at its default."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A, E, V]):
    """One game: a record of plain functions over a frozen state `S`. What has a default may be left out.

    `str(action)` is the one canonical text of an action, at most 70 characters, and
    `parse(str(action), state) == action` holds for every legal action. `apply` raises `IllegalAction` and
    `parse` too; neither ever changes the state it was given. `view` leaves out what `viewer` may not see
    (`None`: a spectator); where nothing is hidden the state itself is the view. `outcome` is the field of the
    state that is called so, unless it is told otherwise. `rules_version` grows when the same lines could lead
    to another state.

    `reveals` tells whether an event told what nobody could know before it: what chance brought, or something
    that lay face down. `reshuffled` is the state with everything that nobody knows in a new order; its views
    are the same. `stands_in` is what the house plays for somebody absent, one of the legal actions: it knows
    no more than a view, and never gives up, offers or leaves. `text` says the board in English, or in the
    language that it is given.

    `picks` are what each player may choose before the game begins, depending on the options: `start` finds
    them in its settings under `pick_key`. In a `cooperative` game the seats win or lose together, so others
    may act for somebody who is away, and `leave` is an action of every seat.
    """

    key: str
    title: str
    seats: range
    endings: tuple[str, ...]
    start: Callable[[Settings, int, Rng], S] = field(repr=False)
    to_act: Callable[[S], frozenset[Seat]] = field(repr=False)
    legal: Callable[[S, Seat], tuple[A, ...]] = field(repr=False)
    apply: Callable[[S, Seat, A, Rng], Step[S, E]] = field(repr=False)
    parse: Callable[[str, S], A] = field(repr=False)
    text: Text[V] = field(repr=False)
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    view: Callable[[S, Seat | None], V] = field(default=full_view, repr=False)
    outcome: Callable[[S], Outcome | None] = field(default=attrgetter("outcome"), repr=False)
    reveals: Callable[[E], bool] = field(default=reveals_nothing, repr=False)
    reshuffle: Callable[[S, Rng], S] = field(default=reshuffle_nothing, repr=False)
    stand_in_action: Callable[[V, tuple[A, ...], Rng], A] = field(default=random_action, repr=False)
    picks: Callable[[Settings], tuple[Choice, ...]] = field(default=no_picks, repr=False)
    cooperative: bool = False
