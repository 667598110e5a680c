"""The report of a contest as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.arena.figures import Estimate, Spread
from tools.arena.report import Report, Standing


def told(found: Report) -> Iterator[str]:
    """A report line by line; each figure has its 95 % interval in brackets."""
    yield from _lines("games", _games(found))
    for standing in found.players:
        yield from _lines(standing.name, *_standing(standing))
    if found.margin is not None:
        names = " before ".join(standing.name for standing in found.players)
        wins = [] if found.ahead is None else [f"{share(found.ahead)} of wins"]
        yield from _lines(
            "margin", f"{names}: {points(found.margin)} points", *wins, _deals(found.margin.count)
        )
    lengths = [(found.plies, "plies"), (found.turns, "turns")]
    yield from _lines("length", *(f"{length(how)} {what}" for how, what in lengths if how is not None))
    yield from _lines("again", found.repeat)


def _lines(word: str, *lines: str) -> Iterator[str]:
    """A word, and lines beside it."""
    for at, line in enumerate(lines):
        yield f"{'' if at else word:8}{line}"


def _games(found: Report) -> str:
    stopped = f", {found.stopped} stopped as they went on for too long" if found.stopped else ""
    return f"{found.games} of {found.game}, {found.different} of them different{stopped}"


def _deals(count: int) -> str:
    return f"deal by deal, over {count}"


def _standing(standing: Standing) -> Iterator[str]:
    won = f"won {standing.won}, drawn {standing.drawn}, lost {standing.lost}"
    yield f"{won}: {share(standing.wins)} won"
    yield f"ended by {counts(standing.endings)}"
    if standing.seconds is not None:
        yield f"{time(standing.seconds)} for each of {standing.seconds.count} decisions"


def share(found: Estimate) -> str:
    """`81.0 % [72.2 to 87.5]`."""
    return f"{found.value:.1%} [{100 * found.low:.1f} to {100 * found.high:.1f}]".replace("%", " %", 1)


def points(found: Estimate) -> str:
    """`48.2 [41.0 to 55.4]`."""
    return f"{found.value:.1f} [{found.low:.1f} to {found.high:.1f}]"


def counts(found: Mapping[str, int]) -> str:
    """`points 18, draw 2`."""
    return ", ".join(f"{key} {count}" for key, count in found.items())


def time(found: Spread) -> str:
    """`0.512 s in the mean, 0.400 s in the median, 1.900 s at most`."""
    return f"{found.mean:.3f} s in the mean, {found.median:.3f} s in the median, {found.most:.3f} s at most"


def length(found: Spread) -> str:
    """`120 to 400, in the mean 234.5`."""
    return f"{found.least:.0f} to {found.most:.0f}, in the mean {found.mean:.1f}"
