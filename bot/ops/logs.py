"""Log lines: for people, or as JSON, one object a line. The token never appears in either."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime

_TEXT = "{asctime} {levelname:<7} {name}: {message}"
_ON_PURPOSE = ("voice will NOT be supported", "Guilds intent seems to be disabled")
"""Expected warnings of libraries: there is no voice support here, and a probe of the playground."""


class TextLines(logging.Formatter):
    """Formats lines for people. User text cannot begin a line of its own."""

    def __init__(self) -> None:
        super().__init__(_TEXT, style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """Return the line, without a traceback."""
        if not record.message.isprintable():
            record.message = "".join(
                char if char.isprintable() else f"\\x{ord(char):02x}" for char in record.message
            )
        return super().formatMessage(record)


class JsonLines(logging.Formatter):
    """Formats each record as one JSON object, which contains an interaction's fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        values: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
        }
        fields = getattr(record, "fields", None)
        values |= fields if isinstance(fields, dict) else {"message": record.getMessage()}
        if record.exc_info:
            values["exception"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False, default=str)


class Redacted(logging.Formatter):
    """Removes secrets from another formatter's lines, wherever a library may have put them."""

    def __init__(self, inner: logging.Formatter, *secrets: str) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = tuple(filter(None, secrets))

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without the secrets."""
        line = self._inner.format(record)
        for secret in self._secrets:
            line = line.replace(secret, "[token]")
        return line


class Shortened(logging.Filter):
    """Shortens failures outside of the bot to one line without a traceback."""

    def __init__(self, is_outside: Callable[[BaseException], bool]) -> None:
        super().__init__()
        self._is_outside = is_outside

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True, as every record is logged."""
        failure = record.exc_info[1] if record.exc_info else None
        if failure is not None and self._is_outside(failure):
            record.msg, record.args = f"{record.getMessage()}: {str(failure) or type(failure).__name__}", ()
            record.exc_info = record.exc_text = None
        return True


def _is_news(record: logging.LogRecord) -> bool:
    return not any(phrase in record.getMessage() for phrase in _ON_PURPOSE)


def set_up(
    log_format: str,
    level: str,
    *secrets: str,
    is_outside: Callable[[BaseException], bool] = lambda _: False,
) -> None:
    """Log to standard error, in this format, from this level on.

    Failures that are `is_outside` of the bot get no traceback.
    """
    inner = JsonLines() if log_format == "json" else TextLines()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacted(inner, *secrets))
    handler.addFilter(_is_news)
    handler.addFilter(Shortened(is_outside))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The library's own messages are for its developers.
    logging.getLogger("discord").setLevel(max(logging.WARNING, logging.getLevelName(level)))
