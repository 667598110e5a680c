"""Game states as text: canonical JSON that parses to an equal value, or is refused."""

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
"""How many states of a game are cached by text; each has one to five kilobytes with its text.

A click reads the state saved by the previous one, several times; states never change.
"""


def canonical(value: Mapping[str, Any]) -> str:
    """Return a mapping's canonical JSON: sorted keys, no spaces. Raises `ValueError` for NaN, infinity."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Codec(Generic[S]):
    """Encodes states of one type. Equal states have equal texts, in every process.

    `kept` is the size of the cache by text: `KEPT`, or 0 where no text is read twice.
    """

    def __init__(self, state_type: Any, kept: int | None = None) -> None:  # noqa: ANN401 - a union is no `type`
        adapter: TypeAdapter[S] = TypeAdapter(state_type)
        self._adapter = adapter
        self._serializer = SchemaSerializer(cast("CoreSchema", _stored_schema(adapter.core_schema)))
        self._loaded = lru_cache(maxsize=KEPT if kept is None else kept)(self._load)

    def dump(self, state: S) -> str:
        """Return the state's text; raises `CorruptState` if it would not parse to an equal state."""
        text = self.text(state)
        if self.load(text) != state:
            raise CorruptState(
                f"{type(state).__name__} comes back as another value; are two of its types alike?"
            )
        return text

    def load(self, text: str) -> S:
        """Parse a state; raises `CorruptState` unless `dump` gives the same text.

        Returns the same object for as long as the text is cached.
        """
        return self._loaded(text)

    def _load(self, text: str) -> S:
        """Parse a state without the cache.

        Pydantic silently drops unknown keys and fills in missing defaults; comparing the texts finds both.
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
        """Encode a state that the reader will check; raises `CorruptState` for another type."""
        try:
            return self._serializer.to_json(state, warnings="error").decode()
        except PydanticSerializationError as error:
            raise CorruptState(f"a state of the wrong type: {error}") from error


def _stored_schema(schema: object) -> object:
    """Return the schema with sets written in order, and `LATER` fields left out at their defaults.

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
        later = {field_.name: field_.default for field_ in fields(copy["cls"]) if field_.metadata == LATER}
        for field_ in copy["schema"]["fields"]:
            if field_["name"] in later:
                field_["serialization_exclude_if"] = partial(eq, later[field_["name"]])
    if copy.get("type") in {"set", "frozenset"}:
        copy["serialization"] = core_schema.wrap_serializer_function_ser_schema(_in_order)
    return copy


def _in_order(members: object, handler: Callable[[object], list[Any]]) -> list[Any]:
    """Return a set's members as JSON values, sorted by their own text."""
    return sorted(handler(members), key=lambda member: json.dumps(member, sort_keys=True))
