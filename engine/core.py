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
"""A seat's number at the table, counted from 0 in the order of the game's own rules."""

Settings: TypeAlias = Mapping[str, int | str]
"""A table's options as `read_options` returns them: every key of the game, each with a valid value."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Fault(StrEnum):
    """The kind of an illegal action."""

    MALFORMED = "malformed"  # not the notation of any action
    AMBIGUOUS = "ambiguous"  # could mean several legal actions
    ILLEGAL = "illegal"  # clear, but a rule forbids it now


class IllegalAction(Exception):  # noqa: N818 - the domain's word; it is a refusal, not a defect
    """An action that cannot be taken; the state is left unchanged.

    `rule` is the id of the rule that forbids it (`thud:hurl-1`), `key` names the sentence that explains it to
    players, `values` fill that sentence, and `near` lists similar legal actions.
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
        """The game's sentence for this refusal; `values` add what the refusal does not know."""
        return Sentence(f"{game}.{self.key}", str(self), {**values, **self.values})


class BadOption(ValueError):  # noqa: N818 - a refusal like the one above
    """An option that the game does not have, or a value that it does not allow.

    `why` describes the allowed values, `sentence` is the whole refusal.
    """

    def __init__(self, key: str, value: str, why: Sentence) -> None:
        super().__init__(f"{key}={value}: {why}")
        self.key = key
        self.value = value
        self.why = why

    @property
    def allowed_values(self) -> str:
        """The allowed values, in English."""
        return str(self.why)

    @property
    def sentence(self) -> Sentence:
        """The refusal as a whole."""
        return sentence(OPTIONS, "option.cannot", option=self.key, value=self.value, why=self.why)


class BadDocument(BadOption):
    """A file that an option rejects; `sentences` say what is wrong with it, `faults` are their lines."""

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
        """One English line for each thing that is wrong with the file."""
        return tuple(map(str, self.sentences))


def _option_sentence(key: str, /, **values: Filling) -> Sentence:
    """The sentence `option.<key>`."""
    return sentence(OPTIONS, f"option.{key}", **values)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole-number option of a game, from `minimum` to `maximum` inclusive."""

    key: str
    default: int
    minimum: int
    maximum: int

    def read(self, text: str) -> int:
        """Parse `text` as a value of this option; raises `BadOption`."""
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
        """Check that `text` is one of the choices and return it; raises `BadOption`."""
        if text in self.choices:
            return text
        raise BadOption(self.key, text, _option_sentence("words", words=", ".join(self.choices)))


def no_name(_text: str) -> str:
    """No name: the file does not have one."""
    return ""


@dataclass(frozen=True, slots=True)
class Document:
    """An option of a game that takes the text of a file; empty by default.

    `check` returns the canonical form of the text, or raises `BadFile` with a sentence for each fault.
    `template` is a file to begin with, which can be used as it is. `name_of` returns the name that a
    canonical text gives itself, empty if it has none.
    """

    key: str
    check: Callable[[str], str] = field(repr=False)
    default: str = ""
    template: str = field(default="", repr=False)
    name_of: Callable[[str], str] = field(default=no_name, repr=False)

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
    """The value of every option, given or default; raises `BadOption`."""
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
    """No picks: players choose nothing before the game begins."""
    return ()


def pick_key(key: str, seat: Seat) -> str:
    """The settings key that holds a seat's pick: `keeper/0`."""
    return f"{key}/{seat}"


def read_settings(game: Game[S, A, E, V], given: Mapping[str, str], seats: int) -> dict[str, int | str]:
    """The settings for `Game.start`: all options of the game and all picks of all seats.

    A missing pick gets its default. Raises `BadOption`, also where two seats picked the same value.
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
    """The result of an action: the state after it, and its events in order."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one of its `endings`, the winners (none in a draw) and each seat's points."""

    ending: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]


RESIGN: Final = "resign"
"""The action by which a player gives up, which ends the game."""

GIVING_UP: Final = (RESIGN, "leave")
"""The actions by which a player gives up; a stand-in never plays them."""


def parser_for(actions: Iterable[A], rule: str) -> Callable[[str, object], A]:
    """A `Game.parse` that accepts each action's own text, ignoring case.

    Anything else is refused as malformed, citing `rule` and listing similar actions.
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
    """The state itself as the view, for games without hidden information."""
    return state


def reveals_nothing(_event: object) -> bool:
    """Always False: no event reveals hidden information."""
    return False


def reshuffle_nothing(state: S, _rng: Rng) -> S:
    """The state unchanged, for games without hidden information."""
    return state


def random_action(_view: object, actions: tuple[A, ...], rng: Rng) -> A:
    """Choose any action except giving up; raises `ValueError` if there is no other."""
    able = [action for action in actions if str(action) not in GIVING_UP]
    if not able:
        raise ValueError("there is nothing to do but to give up")
    return able[rng.below(len(able))]


LATER: Final[Mapping[str, bool]] = MappingProxyType({"later": True})
"""The `metadata` of a state's field that was added later: saved states omit it at its default."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A, E, V]):
    """The rules of one game: plain functions over a frozen state `S`. Fields with a default may be omitted.

    `str(action)` is the one canonical text of an action, at most 70 characters, and `parse(str(action),
    state) == action` holds for every legal action. `apply` and `parse` raise `IllegalAction` and never change
    the given state. `view` omits what `viewer` may not see (`None`: a spectator); where nothing is hidden the
    state itself is the view. `outcome` defaults to the state's field of that name. `rules_version` is raised
    when the same lines could lead to another state.

    `reveals` tells whether an event shows hidden information: the result of chance, or something that lay
    face down. `reshuffle` returns the state with all hidden information in a new random order; its views stay
    the same. `stand_in_action` chooses one of the legal actions for an absent player: it gets a view only,
    and never gives up, makes an offer or leaves. `text` describes the board in words, in English or in the
    given language.

    `picks` are what each player may choose before the game begins, depending on the options; `start` finds
    them in its settings under `pick_key`. In a `cooperative` game the seats win or lose together, so others
    may act for an absent player, and `leave` is an action of every seat.
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
