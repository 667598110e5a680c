"""What somebody who must decide may want to know."""

from __future__ import annotations

from engine.mind import Odds
from engine.trogdor.model import Action, View


def odds(_view: View, _actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """Nothing yet."""
    return ()
