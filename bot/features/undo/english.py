"""The English sentences of undo."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    # On the board, once it is done
    "undo.told.single": "**{name}** undid a move.",
    "undo.told.several": "**{name}** undid {other} moves.",
    "undo.told.again": "**{name}** brought back what was undone.",
    "undo.told.beginning": "**{name}** undid everything: back to the start.",
    # The question, with a picture of what would come back
    "undo.asks": "**{name}** wants to undo this:",
    "undo.first": "Undo this? I'll ask {names} first.",
    "undo.alone": "Undo this?",
    "undo.move": "- **{name}**: {move}",
    "undo.more": "- and {count} more",
    "undo.redone": "This would stand again:",
    "undo.revealed": "Seen since then: {told}",
    "undo.revealed.plain": "Something came out since that nobody could know.",
    "undo.uncounted": "You can't unlearn that, so this game won't count in your statistics.",
    "undo.call": "{names}, OK with you?",
    "undo.call.all": "{names}, OK with you? All of you have to agree.",
    "undo.call.most": "{names}, OK with you? {needed} of you have to agree.",
    "button.undo": "Undo",
    "button.undo.ask": "Ask {name}",
    "button.undo.ask.all": "Ask the others",
    "button.undo.withdraw": "Withdraw",
    # What became of an offer
    "undo.so-far": "{names} agreed; {count} more to go.",
    "undo.declined": "**{name}** said no: nothing is undone.",
    "undo.standing": "You've already asked that: [it's here]({link}).",
    # The command
    "command.undo": "Undo your last move",
    "command.undo.moves": "How many of your moves",
    "command.undo.to": "Back to which move, as /history counts them; 0 is the start",
    # Refusals
    "undo-nothing": "You have no move to undo yet.",
    "undo-fewer": "You haven't made that many moves: at most {most} can be undone.",
    "undo-either": "Say how many moves, or back to which one, but not both.",
    "undo-no-move": "There's no move {move}: they go from {first} to {last}.",
    "undo-here": "The game already stands there.",
    "undo-day": "Something came out that can't be unlearned, and everyone plays this deal once. So this stays.",
    "undo-asks": "Someone else has a say in that by now. Ask with `/undo`.",
    "undo-off": "That question is settled, or the game has moved on.",
    "undo-own": "You asked this yourself, so someone else has to agree. You can withdraw it.",
    "undo-not-yours": "Only {name} can withdraw this. You can decline it.",
    "undo-no-voice": "You're not asked: you've left the game, or someone plays for you.",
    "undo-agreed": "You've already agreed; the others haven't yet.",
    # What is kept about somebody
    "me.data.about.undo_offers": "Moves you asked the others to undo.",
    "me.data.about.undo_agreements": "Where you agreed to an undo.",
}
