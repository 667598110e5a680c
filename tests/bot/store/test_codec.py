"""A state is parsed from its text to an equal value, or refused."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store import CorruptState
from bot.store.codec import Codec, canonical
from engine.core import LATER
from tests.bot.store.cluster.processes import ROOT


class Suit(StrEnum):
    CUPS = "cups"
    COINS = "coins"


@dataclass(frozen=True, slots=True)
class Waiting:
    seat: int


@dataclass(frozen=True, slots=True)
class Paying:
    seat: int
    coins: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class Sleeping:
    seat: int


Phase: TypeAlias = Waiting | Paying | None


@dataclass(frozen=True, slots=True)
class State:
    bits: int
    hand: tuple[str, ...]
    phase: Phase = None
    burning: frozenset[str] = frozenset()
    paths: frozenset[tuple[int, int]] = frozenset()
    odds: float = 0.5


CODEC: Codec[State] = Codec(State)
PLAIN = State(2**224 + 1, ("Zoë", "two"), Paying(1, (Suit.COINS,)), frozenset({"b", "a"}))
TEXT = CODEC.dump(PLAIN)

phases = (
    st.none() | st.builds(Waiting, st.integers()) | st.builds(Paying, st.integers(), st.just((Suit.CUPS,)))
)
states = st.builds(
    State,
    st.integers(0, 2**225),
    st.lists(st.text()).map(tuple),
    phases,
    st.frozensets(st.text()),
    st.frozensets(st.tuples(st.integers(0, 300), st.integers())),
    st.floats(allow_nan=False, allow_infinity=False),
)


@given(states)
def test_every_state_comes_back(state: State) -> None:
    text = CODEC.dump(state)
    assert CODEC.load(text) == state
    assert CODEC.dump(CODEC.load(text)) == text


def test_the_text_is_compact_json_in_the_order_of_the_fields() -> None:
    assert json.dumps(json.loads(TEXT), separators=(",", ":"), ensure_ascii=False) == TEXT
    assert list(json.loads(TEXT)) == ["bits", "hand", "phase", "burning", "paths", "odds"]
    assert json.loads(TEXT)["burning"] == ["a", "b"]


@dataclass(frozen=True, slots=True)
class Grown:
    bits: int
    since: int = field(default=8, metadata=LATER)


def test_a_later_field_is_left_out_at_its_default_so_that_older_texts_are_read() -> None:
    codec: Codec[Grown] = Codec(Grown)
    assert codec.load('{"bits":1}') == Grown(1, 8)
    assert codec.dump(Grown(1, 8)) == '{"bits":1}'
    assert codec.dump(Grown(1, 7)) == '{"bits":1,"since":7}'
    assert codec.load('{"bits":1,"since":7}') == Grown(1, 7)
    with pytest.raises(CorruptState):
        codec.load('{"bits":1,"since":8}')


@pytest.mark.slow
def test_sets_have_one_text_in_every_process() -> None:
    program = (
        "from tests.bot.store.test_codec import CODEC, State\n"
        "print(CODEC.dump(State(1, (), None, frozenset('the quick brown fox'), frozenset({(9, 1), (1, 9)}))))"
    )
    texts = {
        subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


def altered_text(**values: Any) -> str:
    """Return the text of a good state with some keys changed; None deletes a key."""
    keys = json.loads(TEXT) | values
    return json.dumps(
        {k: v for k, v in keys.items() if v != "gone"}, separators=(",", ":"), ensure_ascii=False
    )


@pytest.mark.parametrize(
    "text",
    [
        altered_text(extra=1),
        altered_text(phase={"seat": 1, "coins": ["coins"], "extra": 1}),
        altered_text(bits="gone"),
        altered_text(odds="gone"),
        altered_text(odds=1),
        altered_text(bits="1"),
        altered_text(hand=None),
        altered_text(burning=["b", "a"]),
        altered_text(burning=["a", "a"]),
        altered_text(phase={"seat": 1, "coins": ["swords"]}),
        TEXT.replace(":", ": ", 1),
        TEXT + " ",
        TEXT[:-1],
        "",
        "null",
        "[]",
    ],
)
def test_a_text_that_dump_would_not_write_is_refused(text: str) -> None:
    with pytest.raises(CorruptState) as refused:
        CODEC.load(text)
    assert refused.value.reading


@pytest.mark.parametrize(
    "values",
    [{"bits": "1"}, {"hand": ["a", "list"]}, {"burning": "abc"}],
)
def test_a_state_of_wrong_types_is_not_written(values: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"bits": 1, "hand": ()}
    with pytest.raises(CorruptState) as refused:
        CODEC.dump(State(**fields | values))
    assert not refused.value.reading, "a player is told that nothing was saved, not that nothing can be read"


def test_a_number_without_a_text_is_not_written() -> None:
    with pytest.raises(CorruptState):
        CODEC.dump(State(1, (), odds=float("nan")))


def test_types_that_look_alike_are_not_mistaken_for_each_other() -> None:
    codec: Codec[Waiting | Sleeping] = Codec(Waiting | Sleeping)
    assert codec.load(codec.dump(Waiting(1))) == Waiting(1)
    with pytest.raises(CorruptState, match="alike") as refused:
        codec.dump(Sleeping(1))
    assert not refused.value.reading


def test_the_one_text_of_a_mapping() -> None:
    assert canonical({"b": 1, "a": "ä"}) == '{"a":"ä","b":1}' == canonical({"a": "ä", "b": 1})
    assert canonical({}) == "{}"
    with pytest.raises(ValueError, match="JSON"):
        canonical({"a": float("nan")})


def test_a_text_that_was_written_or_read_is_not_read_anew() -> None:
    codec: Codec[State] = Codec(State)
    text = codec.dump(PLAIN)
    assert codec.load("".join(text)) is codec.load(text)


def test_only_the_latest_texts_are_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.codec.KEPT", 2)
    codec: Codec[Waiting] = Codec(Waiting)
    first = codec.load('{"seat":0}')
    for seat in (1, 2):
        codec.load(f'{{"seat":{seat}}}')
    assert codec.load('{"seat":0}') is not first
    assert codec.load('{"seat":2}') is codec.load('{"seat":2}')
