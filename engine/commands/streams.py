"""The standard streams of a command line, whatever the terminal or the pipe would have."""

from __future__ import annotations

import io
import sys
from contextlib import suppress


def use_utf8() -> None:
    """Read and write UTF-8 on the standard streams: people and games have names in every script.

    What is no UTF-8 is read as a replacement character, and what has no form in it is written as an escape.
    A stream that was read from already stays as it is.
    """
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):
                stream.reconfigure(encoding="utf-8", errors=errors)
