"""What is remembered of refusals, for how long, and of how many."""

from __future__ import annotations

from bot.discord.refusals import KEPT, RecentRefusals
from bot.kernel.errors import Illegal, Refused
from bot.kernel.trace import Trace
from engine.core import Fault, IllegalAction
from tests.bot.samples import ANN, BEN, table_of

HERE, THERE = 1, 2


def keep_refusal(
    recent: RecentRefusals, key: str, *, user: int = ANN.id, channel: int = HERE, now: float = 0
) -> None:
    recent.keep(Refused(key), Trace("command.move", user, table="T7"), channel, now)


def last_key(recent: RecentRefusals, user: int = ANN.id, now: float = 0) -> str | None:
    found = recent.last(user, HERE, now)
    return None if found is None else found.key


def test_the_last_one_counts() -> None:
    recent = RecentRefusals()
    keep_refusal(recent, "old-board")
    keep_refusal(recent, "not-begun")
    keep_refusal(recent, "over", user=BEN.id)
    assert last_key(recent) == "not-begun"
    assert last_key(recent, BEN.id) == "over"


def test_it_is_told_in_its_own_channel() -> None:
    recent = RecentRefusals()
    keep_refusal(recent, "old-board")
    keep_refusal(recent, "closed", channel=THERE)
    assert last_key(recent) is None


def test_it_lasts_for_a_while() -> None:
    recent = RecentRefusals()
    keep_refusal(recent, "old-board")
    assert last_key(recent, now=KEPT) == "old-board"
    assert last_key(recent, now=KEPT + 1) is None


def test_what_is_older_is_not_even_kept() -> None:
    recent = RecentRefusals()
    keep_refusal(recent, "old-board", user=BEN.id)
    keep_refusal(recent, "closed", now=KEPT + 1)
    assert last_key(recent, BEN.id, now=0) is None


def test_who_is_forgotten_has_none() -> None:
    recent = RecentRefusals()
    keep_refusal(recent, "old-board")
    recent.forget(ANN.id)
    recent.forget(BEN.id)
    assert last_key(recent) is None


def test_of_a_refusal_by_the_rules_all_is_kept_that_explains_it() -> None:
    recent, trace = RecentRefusals(), Trace("command.move", ANN.id, notation="dE2-E11")
    cause = IllegalAction(Fault.ILLEGAL, "thud:dwarf-2", "blocked", ("dE2-E10",), square="E11")
    recent.keep(Illegal(table_of(), cause, "thud"), trace, HERE, 0)
    kept = recent.last(ANN.id, HERE, 0)
    assert kept is not None
    assert (kept.rule, kept.tried, kept.near) == ("thud:dwarf-2", "dE2-E11", ("dE2-E10",))
    assert (kept.key, kept.values) == ("thud.blocked", {"square": "E11"})


def test_of_a_refusal_by_the_house_no_move_is_kept() -> None:
    recent, trace = RecentRefusals(), Trace("control.go", ANN.id, notation="E2")
    recent.keep(Refused("old-board", table_of()), trace, HERE, 0)
    kept = recent.last(ANN.id, HERE, 0)
    assert kept is not None
    assert (kept.rule, kept.tried, kept.near) == (None, None, ())
