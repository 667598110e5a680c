"""One line of log for every interaction: its kind, its outcome, and its durations."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.kernel.trace import LOG, Trace
from bot.ops.logs import JsonLines, Redacted
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, list_with

TOKEN = "MTExMTExMTExMTExMTExMTEx.GabcdE.abcdefghijklmnopqrstuvwxyz"  # noqa: S105 - made up
SPANS = ("engine_ms", "store_ms", "picture_ms", "answer_ms")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Everything that the bot logs at INFO, as JSON."""
    written, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Redacted(JsonLines(), TOKEN))
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    """Return the lines about interactions; every line of the log must be one JSON object."""
    parsed = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert all(isinstance(line, dict) for line in parsed)
    return [line for line in parsed if line["logger"] == LOG.name]


async def test_every_interaction_writes_one_line(world: World, stream: io.StringIO) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    shown = board(await world.ben.click(invitation, label="Accept"))
    await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    form = await world.ann.click(shown, label="Type a move")
    await world.ann.submit_modal(form, {"move": "e2 e10"})
    await world.cleo.slash(world.channel, "games")
    told = [
        (line["kind"], line.get("table"), line.get("revision"), line["outcome"]) for line in lines(stream)
    ]
    begun = told.index(("control.open", "T1", 0, "ok"))
    opening = ["command.play", "control.new", "control.new", "form.newform", "control.new"]
    assert [kind for kind, *_ in told[:begun]] == opening
    assert told[begun:] == [
        ("control.open", "T1", 0, "ok"),
        ("control.sit", "T1", 1, "ok"),
        ("control.pickgo", "T1", 1, "ok"),
        ("control.type", "T1", 1, "ok"),
        ("form.typed", "T1", 2, "ok"),
        ("command.games", None, None, "ok"),
    ]


async def test_what_is_logged_is_counted(world: World, stream: io.StringIO) -> None:
    """In the surface's callback, with the same kind, outcome and milliseconds."""
    counted: list[Trace] = []
    assert world.bot.surface is not None
    world.bot.surface.count = counted.append
    await world.ann.slash(world.channel, "games")
    await world.ann.slash(world.channel, "board")
    assert [trace.record() for trace in counted] == [
        {key: value for key, value in line.items() if key not in {"at", "level", "logger"}}
        for line in lines(stream)
    ]
    assert [trace.outcome == "ok" for trace in counted] == [True, False]


async def test_a_move_tells_where_its_time_went(world: World, stream: io.StringIO) -> None:
    await world.start_table()
    await world.move(world.ann, "dE2-E10")
    (line,) = lines(stream)
    assert (line["user"], line["notation"], line["level"]) == (world.ann.id, "dE2-E10", "INFO")
    spans = [line[name] for name in SPANS]
    assert all(isinstance(spent, float) and spent >= 0 for spent in spans)


@pytest.mark.parametrize(
    ("who", "line", "outcome"),
    [
        ("cleo", "dE2-E10", "not-seated"),
        ("ben", "TG7-F7", "thud.not-your-turn"),
        ("ann", "nonsense", "thud.not-notation"),
    ],
)
async def test_a_refusal_is_an_outcome(
    world: World, stream: io.StringIO, who: str, line: str, outcome: str
) -> None:
    await world.start_table()
    await getattr(world, who).slash(world.channel, "move", move=line, table="T1")
    (written,) = lines(stream)
    assert (written["table"], written["revision"], written["outcome"]) == ("T1", 1, outcome)


async def test_a_refusal_in_a_lobby_names_its_table(world: World, stream: io.StringIO) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    await world.cleo.click(invitation, label="Accept")
    written = lines(stream)[-1]
    assert (written["kind"], written["table"], written["outcome"]) == ("control.sit", "T1", "not-asked")


async def test_a_fault_is_an_outcome_with_the_id_that_was_told(world: World, stream: io.StringIO) -> None:
    await world.start_table()
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, message=TOKEN)
    await world.move(world.ann, "dE2-E10")
    (line,) = lines(stream)
    kind, _, error = str(line["outcome"]).partition(":")
    assert kind == "fault"
    assert len(error) == 8
    faults = [json.loads(line) for line in stream.getvalue().splitlines() if "exception" in line]
    assert any(error in fault["message"] for fault in faults)
    assert TOKEN not in stream.getvalue(), "not even in a traceback"
    assert "[token]" in stream.getvalue()


async def test_typing_is_logged_for_developers_only(world: World, stream: io.StringIO) -> None:
    await world.start_table()
    await world.ann.autocomplete(world.channel, "move", "move", "e2")
    assert lines(stream) == []
    LOG.setLevel(logging.DEBUG)
    try:
        await world.ann.autocomplete(world.channel, "move", "table", "")
    finally:
        LOG.setLevel(logging.NOTSET)
    assert [line["kind"] for line in lines(stream)] == ["typing.table"]


async def test_a_seed_is_never_logged(world: World, stream: io.StringIO) -> None:
    await world.start_table()
    await world.move(world.ann, "dE2-E10")
    await world.move(world.ben, "resign")
    assert "secret" not in stream.getvalue()


def test_what_people_type_cannot_look_like_another_field(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    Trace("command.move", 1, notation='e2 outcome=ok\nuser=2 "').write()
    (record,) = caplog.records
    assert record.getMessage() == r'kind=command.move user=1 notation="e2 outcome=ok\nuser=2 \"" outcome=ok'


def test_spans_of_one_name_add_up() -> None:
    trace = Trace("command.move", 1)
    with trace.span("store"):
        pass
    first = trace.spans["store"]
    with trace.span("store"):
        sum(range(1000))
    assert trace.spans["store"] > first
    assert set(trace.record()) == {"kind", "user", "outcome", "store_ms"}


def test_a_span_counts_also_where_something_fails() -> None:
    trace = Trace("command.move", 1)
    with pytest.raises(ZeroDivisionError), trace.span("engine"):
        _ = 1 // 0
    assert "engine" in trace.spans
