"""Runs `python -m engine` in the process of a test, and captures output and exit code."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from engine.__main__ import main


class Console:
    """Runs one command after the other; `lines` is the standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def run(self, *arguments: str, lines: str = "") -> tuple[int, str, str]:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = main(arguments)
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err

    def records(self, *arguments: str, lines: str = "") -> list[dict[str, Any]]:
        code, out, err = self.run(*arguments, lines=lines)
        assert (code, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]
