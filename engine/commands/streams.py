"""Sets up the standard streams of the command line."""

from __future__ import annotations

import io
import sys
from contextlib import suppress


def use_utf8() -> None:
    """Use UTF-8 on the standard streams, whatever the terminal's encoding.

    Invalid input becomes a replacement character, unprintable output an escape. A stream that was already
    read from is left alone.
    """
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):
                stream.reconfigure(encoding="utf-8", errors=errors)
