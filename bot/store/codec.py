"""Game states as text: canonical JSON that comes back as the very same value, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache, partial
from operator import eq
from typing import Any, Final, Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import CoreSchema, PydanticSerializationError, SchemaSerializer, core_schema

from bot.store.errors import CorruptState
from engine.core import LATER

S = TypeVar("S")

KEPT: Final = 384
"""How many states of a game are at hand by their texts, each of one to five kilobytes with its text.

A click reads the state that the one before it has saved, several times; states never change.
"""


def canonical(value: Mapping[str, Any]) -> str:
    """The one JSON text of a mapping: sorted keys, no spaces. Raises `ValueError` for NaN and infinities."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Codec(Generic[S]):
    """States of one type to text and back. Equal states have equal texts, in every process.

    `kept` is how many of them are at hand by their texts: `KEPT`, or 0 where none is read twice.
    """

    def __init__(self, state_type: Any, kept: int | None = None) -> None:  # noqa: ANN401 - a union is no `type`
        adapter: TypeAdapter[S] = TypeAdapter(state_type)
        self._adapter = adapter
        self._serializer = SchemaSerializer(cast("CoreSchema", _stored_schema(adapter.core_schema)))
        self._loaded = lru_cache(maxsize=KEPT if kept is None else kept)(self._load)

    def dump(self, state: S) -> str:
        """The state's text; raises `CorruptState` if the state would not come back from it as it is."""
        text = self.text(state)
        if self.load(text) != state:
            raise CorruptState(
                f"{type(state).__name__} comes back as another value; are two of its types alike?"
            )
        return text

    def load(self, text: str) -> S:
        """The state that `text` stands for; raises `CorruptState` unless it is exactly what `dump` gives.

        It is one and the same object for as long as the text is at hand.
        """
        return self._loaded(text)

    def _load(self, text: str) -> S:
        """The state, read anew.

        Pydantic drops unknown keys and fills in missing defaults in silence; comparing the texts shows both.
        """
        try:
            state = self._adapter.validate_json(text, strict=True)
        except ValidationError as error:
            raise CorruptState(f"not a state: {error}", reading=True) from error
        if self.text(state) != text:
            what = "not a state as it is written: keys are unknown, missing or in another form"
            raise CorruptState(what, reading=True)
        return state

    def text(self, state: S) -> str:
        """As `dump`, for what is checked by whoever reads it; raises `CorruptState` for another type."""
        try:
            return self._serializer.to_json(state, warnings="error").decode()
        except PydanticSerializationError as error:
            raise CorruptState(f"a state of the wrong type: {error}") from error


def _stored_schema(schema: object) -> object:
    """The schema, with sets written in order, and `LATER` fields left out at their defaults.

    The order of a set differs from one process to the next.
    """
    if isinstance(schema, list):
        return [_stored_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    copy: dict[str, Any] = {
        key: value if key == "metadata" else _stored_schema(value) for key, value in schema.items()
    }
    if copy.get("type") == "dataclass":
        later = {one.name: one.default for one in fields(copy["cls"]) if one.metadata == LATER}
        for one in copy["schema"]["fields"]:
            if one["name"] in later:
                one["serialization_exclude_if"] = partial(eq, later[one["name"]])
    if copy.get("type") in {"set", "frozenset"}:
        copy["serialization"] = core_schema.wrap_serializer_function_ser_schema(_in_order)
    return copy


def _in_order(members: object, handler: Callable[[object], list[Any]]) -> list[Any]:
    """A set's members as JSON values, sorted by their own text."""
    return sorted(handler(members), key=lambda member: json.dumps(member, sort_keys=True))
