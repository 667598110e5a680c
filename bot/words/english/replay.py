"""What the house says in English of replays."""

from __future__ import annotations

from typing import Final

REPLAY: Final[dict[str, str]] = {
    # The whole game as a GIF
    "replay.names": "-# {names}",
    "replay.chosen": "{name}: {action}",
    # Replays of missed moves
    # What there is none of
    "replay-nothing": "There's nothing to replay yet: nobody has moved.",
    "replay-too-large": "This replay is too big for Discord. Leaf through the game with `/history`.",
}
