"""What the house says in English of replays and end cards."""

from __future__ import annotations

from typing import Final

REPLAY: Final[dict[str, str]] = {
    # The whole game as a GIF
    "replay.title": "### {game} · {code}, the replay",
    "replay.names": "-# {names}",
    "replay.alt": "{game} at {code}, {names}: the whole game as an animation, board by board",
    "replay.shared": "Here is the replay of {code}, for everybody.",
    "replay.move": "{ply} / {last}",
    "replay-nothing": "No move has been made at {code} that still stands, so there is nothing to replay.",
    "replay-too-large": "The replay of {code} has become too large for Discord here.",
    "command.replay": "The whole game as an animation",
    "command.replay.shared": "For everybody here to see, even while the game goes on",
}
