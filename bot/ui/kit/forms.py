"""What was typed into a form."""

from __future__ import annotations

from collections.abc import Iterator


def typed(data: object) -> Iterator[str]:
    """The texts of a submitted form, however its fields are wrapped."""
    if isinstance(data, dict):
        if isinstance(data.get("value"), str):
            yield data["value"]
        yield from typed(data.get("component"))
        yield from typed(data.get("components"))
    elif isinstance(data, list):
        for item in data:
            yield from typed(item)
