"""When to end a battle: what an end now is worth against what going on can bring.

The longer nothing is captured, the more an end is welcome; else two who hope would never agree. The numbers
were chosen by trial, and not measured one by one.
"""

from __future__ import annotations

from typing import Final

from engine.thud.model import View

SETTLED: Final = 10
"""Plies without a capture before which no end is agreed to, unless it wins the match."""

RESTLESS: Final = 30
"""Plies without a capture after which an end is offered by who gains nothing by going on."""

TIRED: Final = 60
"""Plies without a capture after which an end is agreed to that costs little."""

WEARY: Final = 100
"""Plies without a capture after which any end is welcome that somebody else offers."""

HOPELESS: Final = 200
"""Plies without a capture after which an end is offered, whatever it costs."""

EVERY: Final = 10
"""An end is offered once in so many plies."""

LITTLE: Final = 0.15
"""The part of a match that an end may cost who is tired."""

GAIN: Final = 0.03
"""The part of a match that an end must bring who is not."""

NOTHING: Final = 0.02
"""Who would gain no more than this by going on may offer an end."""


def is_welcome(view: View, ended: float, going_on: float) -> bool:
    """Whether to agree to an end, by the chances to win the match with it and without."""
    if view.quiet >= WEARY or ended >= 1:
        return True
    if view.quiet >= TIRED:
        return ended > 0 and ended >= going_on - LITTLE
    return view.quiet >= SETTLED and ended >= going_on + GAIN


def is_worth_an_offer(view: View, ended: float, going_on: float) -> bool:
    """Whether to offer an end: nothing happens any more, and it is not for who is behind to say so."""
    if view.quiet < RESTLESS or view.quiet % EVERY > 1:
        return False
    return (ended > 0 and ended >= going_on - NOTHING) or view.quiet >= HOPELESS
