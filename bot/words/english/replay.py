"""What the house says in English of replays."""

from __future__ import annotations

from typing import Final

REPLAY: Final[dict[str, str]] = {
    # The whole game as a GIF
    "button.replay": "Film",
    "replay.title": "### {game}: the replay",
    "replay.names": "-# {names}",
    "replay.alt": "{game}, {names}: the whole game as an animation",
    "replay.shared": "Here's the replay, for everyone.",
    "replay.move": "{ply} / {last}",
    "replay.head": "Replay",
    "replay.chosen": "{name}: {action}",
    # What somebody has not seen
    "button.away": "While you were away",
    "away.title": "### {game}: while you were away",
    "away.turns.one": "-# One turn since you were last here.",
    "away.turns.many": "-# {count} turns since you were last here.",
    "away.most": "-# {count} turns since you were last here. What mattered most:",
    "away.alt": "{game}, {names}: what happened while you were away, as an animation",
    # What there is none of
    "replay-nothing": "There's nothing to replay yet: nobody has moved.",
    "replay-too-large": "This replay is too big for Discord. Leaf through the game with `/history`.",
    "away-nothing": "Nothing has happened here since you last looked or played.",
}
