"""What is said in English of games told as a whole: reviews and the text log."""

from __future__ import annotations

from typing import Final

_REVIEWS: Final = {
    "review.running": "The game goes on.",
    "review.turn": "turn {turn}",
    "review.each": "{name} {count}",
    "review.score": "{first} : {second}",
    "review.of": "{count} of {all}",
    "review.nothing": "nothing",
}
"""Games in numbers; none of it is markdown."""

_LOG: Final = {
    "command.log": "Get the whole game in words, and as files for other programs",
    "log.none": "Nobody has moved in **{code}** yet.",
    "log.sealed": "The seed joins the files once that day is over and nobody plays the deal any more.",
    "log.title.one": "**{code}**: {count} move so far, in the files, too.",
    "log.title.many": "**{code}**: {count} moves. The last ones are here, all of them in the files.",
    "log.seat": "{name}: {part}",
    "log.began": "Began {day}, {time}; all times are UTC.",
    "log.undone": "Lines that begin with {mark} were taken back later.",
    "log.from-memory": "This game is played from memory: what came of each line is told when it is over.",
    "log.other-rules": "This game was played by older rules, so only its notation can be told.",
    "log.stood-in": "{name} for {other}",
    "log.house": "the house",
    "log.friend": "a friend",
    "log.undo": "Taken back: it stands as after line {ply} again.",
    "log.undo.all": "Taken back: it stands as at the beginning again.",
    "log.from": "The game begins as {code} stood after line {ply} there.",
    "log.rules": "From here on version {version} of the rules holds; of what came before, only the notation is told.",
}
"""What a whole game as text says besides its moves."""

_SEEN: Final = {
    "command.review": "How a game stood from move to move, and the decisions that cost most, only for you",
    "review-not-over": "The game at {code} goes on. Its review comes when it is over.",
    "review-closed": "{code} was closed before its game was over, so there is no review of it.",
    "review-one": "Wait for the review of {code} that you asked for; then you can ask for another.",
    "review-too-short": "The game at {code} was over before there was anything to review.",
    "seen.title": "### {game} · {code}, the review",
    "seen.head": "The review",
    "seen.card": "**The review**",
    "seen.eyes": (
        "-# As **{mind}** sees it, the best of the house's players. The curve is how many of a hundred such games"
        " {name} would win; all figures are estimates."
    ),
    "seen.brackets": "-# In brackets: how many whoever decided so would win.",
    "seen.slip": "{number}. Move {ply}, {name}: `{action}` ({worth}). Better: `{better}` ({best}).",
    "seen.none": "{mind} finds no decision that gave much away.",
    "seen.luck": "Luck for {name} at move {ply}: from {before} to {after}.",
    "seen.luck.good": "Good luck at move {ply}: from {before} to {after}.",
    "seen.luck.bad": "Bad luck at move {ply}: from {before} to {after}.",
    "seen.alt": "How {game} at {code} went, as a curve from {first} to {last}. {moves}",
    "seen.picture.move": "Move {ply}, {name}",
    "seen.picture.cost": "gave away {cost}",
    "seen.picture.played": "played: {action} ({worth})",
    "seen.picture.better": "better: {better} ({best})",
    "seen.board.title": "### {game} · {code}, move {ply}",
    "seen.board.alt": "The board of {game} at {code} at move {ply}, with {better} marked",
    "seen.board.stood": "On the curve, with what chance brought, **{name}** went from {before} to {after}.",
    "seen.board.marks": "-# The board before the move: what was played is marked in amber, what was better in teal.",
    "seen.waits": "The review of {code} is asked for, and begins as soon as {mind} has time for it.",
    "seen.failed": "The review of {code} could not be made. {mind} tries once more.",
    "seen.so-far": "The review of {code} is being made: {mind} has looked at {done} of {count} positions.",
    "button.review": "{number}: move {ply}",
    "button.review.again": "Look again",
}
"""What a mind makes of a game that is over."""

REVIEW: Final[dict[str, str]] = _REVIEWS | _LOG | _SEEN
"""Every sentence about whole games."""
