"""What is computed of what was measured."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from subprocess import PIPE

import pytest

from tools.load.clicks import HEADING, ClickResult, RateResult, line
from tools.load.measure import machine_busy_seconds, percentile, usage


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    values = [float(value) for value in reversed(range(1, 101))]
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50, 95, 99, 100]
    assert percentile([7.0], 0.99) == 7.0
    assert percentile([1.0, 2.0, 3.0], 0.5) == 2.0
    assert math.isnan(percentile([], 0.5))


@pytest.mark.parametrize("count", [1, 2, 3, 19, 20, 21])
@pytest.mark.parametrize("share", [0.5, 0.95, 0.99])
def test_no_smaller_value_would_do(count: int, share: float) -> None:
    values = [float(value) for value in range(count)]
    found = percentile(values, share)
    assert sum(value <= found for value in values) >= share * count
    assert sum(value < found for value in values) < share * count


def test_who_is_not_answered_waits_without_end() -> None:
    clicks = [
        ClickResult(0.1, 0.2),
        ClickResult(0.3, message_text="an old board"),
        ClickResult(0.2),
        ClickResult(),
    ]
    figures = RateResult(rate=2.0, seconds=2.0, clicks=clicks, processor=0.04, during=0.03)
    assert figures.firsts == [0.1, 0.3, 0.2, math.inf]
    assert figures.pictures == [0.2, math.inf, math.inf]
    assert (figures.unanswered_count, figures.message_texts) == (1, ["an old board"])
    assert figures.ms_per_click == pytest.approx(10.0)
    assert figures.core_share == pytest.approx(0.015)


def test_a_row_fits_under_its_heading() -> None:
    figures = RateResult(
        rate=2.0, seconds=2.0, clicks=[ClickResult(0.1, 0.2)] * 99 + [ClickResult()] * 2, rest=1.0
    )
    row = line("2/s", figures)
    assert row.split()[:9] == ["2/s", "101", "99", "100", "100", "-", "200", "200", "-"]
    assert len(row) == len(HEADING.splitlines()[0])


def test_what_a_process_and_its_children_have_used() -> None:
    before, everything = usage(os.getpid()), machine_busy_seconds()
    loop = "import time\nwhile time.process_time() < 0.2: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", loop], stdin=PIPE, stdout=PIPE) as child:  # noqa: S603 - ours
        assert child.stdout is not None
        child.stdout.readline()
        after = usage(os.getpid())
        own = usage(child.pid)
        child.communicate(b"\n")
    assert round(after.children - before.children, 2) >= own.seconds >= 0.19  # hundredths
    assert after.seconds >= before.seconds
    assert machine_busy_seconds() - everything >= own.seconds - 0.02  # both are counted in hundredths
    assert after.memory > own.memory > 1
