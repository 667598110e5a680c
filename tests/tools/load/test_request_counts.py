"""What `make load` says of requests with the bot's token, refusals, and who waited."""

from __future__ import annotations

from collections import Counter

import pytest

from tools.load.clicks import ClickResult
from tools.load.request_counts import RequestCounts, is_waited_for, summary_lines
from tools.standin.rates import EVERYWHERE, SHARED, RateLimitHit

CLICK = ClickResult(0.01, 0.5, sent=10.0, until=10.5, channel=7, by_token=True)
EDIT = "PATCH /channels/7/messages/9"


@pytest.mark.parametrize(
    ("call", "at", "is_so"),
    [
        ("POST /interactions/1/token/callback", 90.0, True),
        ("PATCH /webhooks/1/token/messages/@original", 90.0, True),
        (EDIT, 10.2, True),
        ("POST /channels/7/messages", 10.5, True),
        (EDIT, 9.9, False),
        (EDIT, 10.6, False),
        ("PATCH /channels/8/messages/9", 10.2, False),
        ("DELETE /channels/7/messages/9", 10.2, False),
        ("GET /guilds/7/members/9", 10.2, False),
        ("PATCH /guilds/7/members/9", 10.2, False),
    ],
)
def test_who_waits_for_what_is_refused(call: str, at: float, *, is_so: bool) -> None:
    assert is_waited_for(RateLimitHit(at, call, EVERYWHERE), [CLICK]) is is_so


def test_what_is_said_of_a_rate() -> None:
    before = RequestCounts(Counter({"GET /gateway/bot": 1, "a": 2}), (RateLimitHit(1.0, EDIT, SHARED),), 10)
    after = RequestCounts(
        Counter({"GET /gateway/bot": 1, "a": 8, "b": 4}),
        (*before.refused, RateLimitHit(10.2, EDIT, EVERYWHERE), RateLimitHit(90.0, EDIT, SHARED)),
        30,
    )
    clicks = [
        CLICK,
        ClickResult(0.02, 0.03),
        ClickResult(0.04),
        ClickResult(),
        ClickResult(0.05, message_text="no"),
    ]
    assert [" ".join(line.split()) for line in summary_lines(after.since(before), clicks)] == [
        "0.50 requests with the bot's token a move: a 0.30, b 0.20",
        "2 answers of 429, 1 global, 1 shared; people waited for 1 of them",
        "1 pictures sent with the bot's token, ms p50 p95 p99: first answer 10 10 10, picture 500 500 500",
        "1 pictures sent with the interaction's, ms p50 p95 p99: first answer 20 20 20, picture 30 30 30",
    ]


def test_nothing_is_said_of_no_moves() -> None:
    assert [*summary_lines(RequestCounts(), [])] == [
        "nan requests with the bot's token a move: none",
        "0 answers of 429; people waited for 0 of them",
    ]
