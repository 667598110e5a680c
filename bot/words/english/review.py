"""What is said in English of games told as a whole: in numbers, and as text."""

from __future__ import annotations

from typing import Final

_REVIEWS: Final = {
    "review.running": "The game goes on.",
    "review.turn": "turn {turn}",
    "review.moment": "Move {ply}",
    "review.each": "{name} {count}",
    "review.score": "{first} : {second}",
    "review.of": "{count} of {all}",
    "review.nothing": "nothing",
}
"""Games in numbers; none of it is markdown."""

_LOG: Final = {
    "command.log": "Get a game in words, and as files",
    "log.none": "Nobody has moved in **{code}** yet.",
    "log.sealed": "The seed joins the files once that day is over and nobody plays the deal any more.",
    "log.title.one": "**{code}**: {count} move so far, in the files, too.",
    "log.title.many": "**{code}**: {count} moves. The last ones are here, all of them in the files.",
    "log.seat": "{name}: {part}",
    "log.began": "Started {day}, {time}. All times are UTC.",
    "log.undone": "Lines starting with {mark} were undone later.",
    "log.from-memory": "You play this game from memory. What each line did comes out when it's over.",
    "log.other-rules": "This game was played by older rules, so there's only its notation.",
    "log.stood-in": "{name} for {other}",
    "log.house": "Taproom",
    "log.friend": "a friend",
    "log.undo": "Undone, back to line {ply}.",
    "log.undo.all": "Undone, back to the start.",
    "log.from": "The game continues {code}, line {ply}.",
    "log.rules": "Rules version {version} from here on. Earlier lines are in notation only.",
}
"""What a whole game as text says besides its moves."""

REVIEW: Final[dict[str, str]] = _REVIEWS | _LOG
"""Every sentence about whole games."""
