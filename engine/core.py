"""What every game is made of: seats, steps, outcomes, refusals, and the record `Game` that joins them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from engine.rng import Rng

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


class BadOption(ValueError):  # noqa: N818 - a refusal like the one above
    """An option that the game does not have, or a value that it does not allow."""

    def __init__(self, key: str, value: str, allowed: str) -> None:
        super().__init__(f"{key}={value}: {allowed}")
        self.key = key
        self.value = value
        self.allowed = allowed


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
        raise BadOption(self.key, text, f"{self.minimum} to {self.maximum}")


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
        raise BadOption(self.key, text, ", ".join(self.choices))


Option: TypeAlias = Number | Choice


def read_options(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, int | str]:
    """Every option of the game with the value given for it, or its default; raises `BadOption`."""
    known = {option.key: option for option in options}
    for key, text in given.items():
        if key not in known:
            raise BadOption(key, text, ", ".join(known) or "no options")
    return {key: option.read(given.get(key, str(option.default))) for key, option in known.items()}


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


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A, E, V]):
    """One game: a record of plain functions over a frozen state `S`.

    `str(action)` is the one canonical text of an action, at most 70 characters, and
    `parse(str(action), state) == action` holds for every legal action. `apply` raises `IllegalAction` and
    `parse` too; neither ever changes the state it was given. `view` leaves out what `viewer` may not see
    (`None`: a spectator). `rules_version` grows when the same lines could lead to another state.
    """

    key: str
    title: str
    seats: range
    options: tuple[Option, ...]
    rules_version: int
    endings: tuple[str, ...]
    start: Callable[[Settings, int, Rng], S] = field(repr=False)
    to_act: Callable[[S], frozenset[Seat]] = field(repr=False)
    legal: Callable[[S, Seat], tuple[A, ...]] = field(repr=False)
    apply: Callable[[S, Seat, A, Rng], Step[S, E]] = field(repr=False)
    view: Callable[[S, Seat | None], V] = field(repr=False)
    outcome: Callable[[S], Outcome | None] = field(repr=False)
    parse: Callable[[str, S], A] = field(repr=False)
    text: Callable[[V], str] = field(repr=False)
