from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot.kernel.trace import Trace
from bot.ops.logs import JsonLines, set_up

SECRET = "MTA.secret.token"  # noqa: S105 - made up


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """Set the test runner's log handlers aside, and restore them."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    kept, levels = root.handlers[:], (root.level, library.level)
    root.handlers.clear()
    yield
    root.handlers[:] = kept
    root.setLevel(levels[0])
    library.setLevel(levels[1])


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def json_line(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    (line,) = lines(capsys)
    record = json.loads(line)
    assert isinstance(record, dict)
    return record


def a_trace() -> Trace:
    trace = Trace("command.move", 7, table="T3", revision=5, notation="dE2-E10")
    trace.spans = {"engine": 1.234, "store": 2.0}
    return trace


def test_an_interaction_is_one_line_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text", "INFO", SECRET)
    a_trace().write()
    (line,) = lines(capsys)
    assert line.endswith(
        "INFO    taproom.interaction: kind=command.move user=7 table=T3 revision=5 notation=dE2-E10 "
        "outcome=ok engine_ms=1.23 store_ms=2.0"
    )


def test_an_interaction_is_one_json_object_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("json", "INFO", SECRET)
    a_trace().write()
    record = json_line(capsys)
    assert record.pop("at").endswith("+00:00")
    assert record == {
        "level": "INFO",
        "logger": "taproom.interaction",
        "kind": "command.move",
        "user": 7,
        "table": "T3",
        "revision": 5,
        "notation": "dE2-E10",
        "outcome": "ok",
        "engine_ms": 1.23,
        "store_ms": 2.0,
    }


def test_other_json_lines_have_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("json", "INFO", SECRET)
    logging.getLogger("taproom.client").info("%s synced", "commands")
    assert json_line(capsys)["message"] == "commands synced"


def test_a_failure_is_one_json_line_with_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("json", "INFO", SECRET)
    failure = RuntimeError("the printer is on fire")
    logging.getLogger("taproom").error("error=%s", "ab12", exc_info=failure)
    record = json_line(capsys)
    assert record["message"] == "error=ab12"
    assert record["exception"].endswith("RuntimeError: the printer is on fire")


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_failure_that_is_not_ours_is_one_line_from_any_logger(
    capsys: pytest.CaptureFixture[str], log_format: str
) -> None:
    set_up(log_format, "INFO", is_outside=lambda failure: isinstance(failure, ConnectionError))
    for failure in (ConnectionResetError("cut"), ValueError("ours")):
        try:
            raise failure
        except (ConnectionError, ValueError):
            logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1)
    first, *others = lines(capsys)
    assert "Attempting a reconnect in 1.00s: cut" in first
    assert "Traceback" not in first
    assert "Traceback" in "".join(others), "of ours there is one"
    assert "cut" not in "".join(others)


def test_what_json_cannot_hold_is_told_in_words() -> None:
    record = logging.LogRecord("taproom", logging.INFO, "", 0, "", (), None)
    record.fields = {"what": {1, 2}.__class__}
    assert json.loads(JsonLines().format(record))["what"] == "<class 'set'>"


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_the_token_never_appears(capsys: pytest.CaptureFixture[str], log_format: str) -> None:
    set_up(log_format, "DEBUG", SECRET)
    log = logging.getLogger("taproom")
    log.info("logging in with %s", SECRET)
    log.info("fields", extra={"fields": {"header": f"Bot {SECRET}"}})
    log.error("refused", exc_info=ValueError(SECRET))
    text = "\n".join(lines(capsys))
    assert SECRET not in text
    assert text.count("[token]") == (3 if log_format == "json" else 2)


def test_nor_does_another_secret(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text", "INFO", "", SECRET)
    logging.getLogger("taproom").info("exchanged by %s", SECRET)
    assert lines(capsys)[0].endswith("taproom: exchanged by [token]")


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_what_a_player_typed_cannot_begin_a_line(capsys: pytest.CaptureFixture[str], log_format: str) -> None:
    set_up(log_format, "INFO", SECRET)
    Trace("form.typed", 7, notation="e2\n2026-01-01 INFO taproom: forged\r\x1b[31m").write()
    (line,) = lines(capsys)
    assert line.isprintable()
    assert "forged" in line


def test_without_a_token_nothing_is_struck_out(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text", "INFO", "")
    logging.getLogger("taproom").info("as it is")
    assert lines(capsys)[0].endswith("taproom: as it is")


def test_lines_below_the_level_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text", "WARNING", SECRET)
    logging.getLogger("taproom").info("chatter")
    logging.getLogger("taproom").warning("news")
    (line,) = lines(capsys)
    assert line.endswith("news")


def test_of_the_library_only_warnings_are_news(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text", "DEBUG", SECRET)
    logging.getLogger("discord.gateway").debug("sending a heartbeat")
    logging.getLogger("discord.gateway").warning("rate limited")
    (line,) = lines(capsys)
    assert line.endswith("discord.gateway: rate limited")


def test_what_is_so_on_purpose_is_not_news(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text", "INFO", SECRET)
    logging.getLogger("discord.client").warning("PyNaCl is not installed, voice will NOT be supported")
    assert lines(capsys) == []
