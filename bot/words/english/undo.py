"""What the house says in English of taking back."""

from __future__ import annotations

from typing import Final

UNDO: Final[dict[str, str]] = {
    # On the board, once it is done
    "undo.told": "**{name}** took the game back to move {other}.",
    "undo.told.beginning": "**{name}** took everything back: the game is at its beginning.",
    "undo.agreed": "**{name}** took the game back to move {other}, as agreed.",
    "undo.agreed.beginning": "**{name}** took everything back, as agreed: the game is at its beginning.",
    # The question, with a picture of what would come back
    "undo.title": "{game} · {code}: back to move {ply}?",
    "undo.title.beginning": "{game} · {code}: back to the beginning?",
    "undo.asks": "**{name}** asks to go back to this position.",
    "undo.alone": "The game would stand like this again.",
    "undo.undone.one": "That takes back a move: {moves}.",
    "undo.undone.many": "That takes back {count} moves: {moves}.",
    "undo.redone.one": "A move that was taken back stands again: {moves}.",
    "undo.redone.many": "{count} moves that were taken back stand again: {moves}.",
    "undo.move": "`{action}` ({name})",
    "undo.more": "{count} more",
    "undo.others.one": "{names} has acted since then.",
    "undo.others.many": "{names} have acted since then.",
    "undo.revealed": "Since then it has come out: {told}",
    "undo.revealed.plain": "Since then something has come out that nobody could know.",
    "undo.uncounted": "You cannot unlearn that, so this game will not count in your results.",
    "undo.call": "{names}, is that all right with you?",
    "undo.call.all": "{names}, is that all right with you? You must all agree; a single no ends it.",
    "undo.call.most": "{names}, is that all right with you? {needed} of you must agree; a single no ends it.",
    "undo.yes": "take it back",
    "button.undo": "Take back…",
    "button.undo.withdraw": "Withdraw",
    # What became of an offer
    "undo.so-far": "{names} agreed; {count} more must.",
    "undo.accepted": "**{name}** agreed, and so it was done.",
    "undo.declined": "**{name}** declined, and nothing was taken back.",
    "undo.withdrawn": "**{name}** withdrew it, and nothing was taken back.",
    "undo.lapsed": "The game went on, and nothing was taken back.",
    "undo.replaced": "**{name}** asks for [something else]({link}) now.",
    "undo.standing": "That has been asked already, and waits for an answer: [here it is]({link}).",
    # The command
    "command.undo": "Take back a move of yours; what others did since, only if they agree",
    "command.undo.moves": "How many of your own moves; left out: the last one",
    "command.undo.to": "To which move, as `/history` counts them; 0: the beginning",
    # Refusals
    "undo-nothing": "There is no move of yours at {code} that could be taken back.",
    "undo-fewer": "You have not made that many moves at {code}: at most {most} can be taken back.",
    "undo-either": "Say how many of your moves, or to which move, but not both.",
    "undo-no-move": "{code} cannot go back to move {move}: its moves go from {first} to {last}.",
    "undo-here": "That is how it stands at {code} now.",
    "undo-day": "Everybody plays the deal of the day once, so what has come out of it cannot be taken back. As long as nothing has, you can.",
    "undo-asks": "By now somebody else has a say in that at {code}. Ask with `/undo`.",
    "undo-off": "That question at {code} is settled, or the game went on since; nothing was changed.",
    "undo-own": "You asked for it yourself at {code}, so somebody else has to agree. You can withdraw it.",
    "undo-not-yours": "Only {name}, who asked at {code}, can withdraw it. You can decline.",
    "undo-no-voice": "You are not asked at {code}: you have left that game, or the house plays for you.",
    "undo-agreed": "You have agreed already; at {code} the others have yet to.",
}
