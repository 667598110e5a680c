"""What one interaction cost and came to: the line that the log gets for it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

LOG = logging.getLogger("taproom.interaction")


@dataclass(slots=True)
class Trace:
    """One interaction on its way; `spans` are milliseconds in the engine, store, picture and answer."""

    kind: str
    user_id: int
    table: str | None = None
    revision: int | None = None
    notation: str | None = None
    outcome: str = "ok"
    saved: bool = False
    spans: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def span(self, name: str) -> Iterator[None]:
        """Add the time spent inside to the span `name`."""
        began = perf_counter()
        try:
            yield
        finally:
            self.spans[name] = self.spans.get(name, 0.0) + 1000 * (perf_counter() - began)

    def record(self) -> dict[str, object]:
        """The fields of the line, those that are known."""
        facts = {
            "kind": self.kind,
            "user": self.user_id,
            "table": self.table,
            "revision": self.revision,
            "notation": self.notation,
            "outcome": self.outcome,
        }
        known = {key: value for key, value in facts.items() if value is not None}
        return known | {f"{name}_ms": round(spent, 2) for name, spent in self.spans.items()}

    def write(self, level: int = logging.INFO) -> None:
        """The line itself; its fields reach the JSON format as they are."""
        record = self.record()
        line = " ".join(f"{key}={_one_word(value)}" for key, value in record.items())
        LOG.log(level, "%s", line, extra={"fields": record})


def _one_word(value: object) -> str:
    """A value as one word of the line: what people type cannot look like further fields."""
    text = str(value)
    return text if text and text.isprintable() and not set(text) & set(' ="') else json.dumps(text)
