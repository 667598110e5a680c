"""The log of what a start waits for."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from queue import Queue

import pytest

from bot.ops import waiting
from bot.ops.waiting import StartLog

PATIENCE = 10.0
"""Seconds in which a line must appear: a machine may be busy."""


class Lines(logging.Handler):
    """Collects the messages of a logger."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = Queue[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.put(f"{record.levelname} {record.getMessage()}")


@pytest.fixture
def lines() -> Iterator[Queue[str]]:
    handler = Lines()
    waiting.LOG.addHandler(handler)
    yield handler.lines
    waiting.LOG.removeHandler(handler)


def test_what_a_start_waits_for_is_said_again_and_again(
    lines: Queue[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOMENT", 0.0)
    monkeypatch.setattr(waiting, "MINUTE", 0.01)
    log = StartLog()
    for what in ("the bus", "the train"):
        log.wait_for(what)
        said = set[str]()
        while said != {f"WARNING the start waits for {what}"}:  # the bus was perhaps said once more
            said = {lines.get(timeout=PATIENCE) for _ in range(2)}
    log.end()


def test_what_takes_no_longer_than_a_moment_is_not_said(lines: Queue[str]) -> None:
    log = StartLog()
    log.wait_for("the bus")
    log.wait_for("the train")
    log.end()
    log.end()
    assert lines.empty()
