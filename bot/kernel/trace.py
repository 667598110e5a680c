"""The log line of one interaction: its durations and its outcome."""

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
    """The data of one interaction; `spans` are milliseconds in the engine, store, picture and answer."""

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
        """Add the time spent in this block to the span `name`."""
        began = perf_counter()
        try:
            yield
        finally:
            self.spans[name] = self.spans.get(name, 0.0) + 1000 * (perf_counter() - began)

    def record(self) -> dict[str, object]:
        """Return the known fields of the line."""
        facts = {
            "kind": self.kind,
            "user": self.user_id,
            "table": self.table,
            "revision": self.revision,
            "notation": self.notation,
            "outcome": self.outcome,
        }
        present = {key: value for key, value in facts.items() if value is not None}
        return present | {f"{name}_ms": round(spent, 2) for name, spent in self.spans.items()}

    def write(self, level: int = logging.INFO) -> None:
        """Log the line; its fields appear unchanged in the JSON format."""
        record = self.record()
        line = " ".join(f"{key}={_one_word(value)}" for key, value in record.items())
        LOG.log(level, "%s", line, extra={"fields": record})


def _one_word(value: object) -> str:
    """Return a value as one word of the line: user text cannot imitate further fields."""
    text = str(value)
    return text if text and text.isprintable() and not set(text) & set(' ="') else json.dumps(text)
