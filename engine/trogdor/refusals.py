"""Why an action cannot be taken: the first rule that it breaks, and what would be legal near it."""

from __future__ import annotations

from typing import Final

from engine.core import Fault, IllegalAction, Seat
from engine.trogdor import effects
from engine.trogdor.board import DIAGONAL, TileKind, name
from engine.trogdor.cards import INTERRUPTS, TIMING, Card, Item
from engine.trogdor.land import spawn_number
from engine.trogdor.legality import legal, moves_diagonally, must_scorch, tunnel_ends
from engine.trogdor.model import Action, Phase, State, TargetKind, Verb
from engine.trogdor.trades import partners
from engine.trogdor.turns import is_open

REFUSALS: Final = frozenset(
    {
        "not-notation",
        "no-such-card",
        "which-card",
        "over",
        "left",
        "not-your-turn",
        "not-now",
        "not-held",
        "path-first",
        "path-acts",
        "hidden",
        "no-points",
        "no-diagonal",
        "off-map",
        "no-tunnel",
        "no-peasant",
        "already-burned",
        "lake-not-ready",
        "no-cottage",
        "cottage-not-ready",
        "cannot-hide",
        "no-effect",
        "effect-used",
        "effect-too-late",
        "effect-too-early",
        "no-target",
        "item-empty",
        "item-used",
        "item-waits",
        "item-not-now",
        "void-empty",
        "wrong-number",
        "no-trade",
        "no-partner",
        "no-cards",
        "no-offer",
        "no-setting",
    }
)
"""Every `key` of an `IllegalAction` of this game."""

NEAR: Final = 8
"""At most so many legal lines are named."""

COSTLY: Final = frozenset({Verb.STEP, Verb.TUNNEL, Verb.CHOMP, Verb.BURN, Verb.HIDE})
TRADES: Final = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW})


def refusal(state: State, seat: Seat, action: Action) -> IllegalAction:
    """What to tell somebody whose action is not legal (Rule trogdor:notation-1)."""
    rule, key, values = _why(state, seat, action)
    return IllegalAction(Fault.ILLEGAL, f"trogdor:{rule}", key, _near(state, seat, action), **values)


def _near(state: State, seat: Seat, action: Action) -> tuple[str, ...]:
    """Legal lines with the same verb, or any; nobody is led to leave."""
    lines = [other for other in legal(state, seat) if other.verb not in (Verb.LEAVE, Verb.PREFER)]
    alike = [other for other in lines if other.verb is action.verb]
    return tuple(map(str, (alike or lines)[:NEAR]))


_Reason = tuple[str, str, dict[str, str | int]]


def _why(state: State, seat: Seat, action: Action) -> _Reason:
    if state.outcome is not None:
        return "win-1", "over", {}
    if state.players[seat].gone:
        return "leave-1", "left", {}
    if action.verb in TRADES:
        return _why_no_trade(state, seat, action)
    if action.verb is Verb.PREFER:
        return "prefer-1", "no-setting", {"item": state.players[seat].item}
    if seat != state.turn.seat:
        return "turn-1", "not-your-turn", {}
    return _why_not_now(state, action)


def _why_no_trade(state: State, seat: Seat, action: Action) -> _Reason:
    if state.phase is not Phase.CHOOSE:
        return "ruling-32", "no-trade", {}
    if action.verb is not Verb.TRADE:
        return "ruling-32", "no-offer", {}
    if action.seat not in partners(state, seat):
        return "keeper-yubbitz", "no-partner", {}
    return "ruling-32", "no-cards", {}


def _why_not_now(state: State, action: Action) -> _Reason:  # noqa: PLR0911 - a case a reason
    """Something that the phase does not ask for, or one of its answers that is none."""
    asked = {
        Phase.CHOOSE: {Verb.PLAY, Verb.DISCARD},
        Phase.ACT: {*COSTLY, Verb.CARD, Verb.ITEM, Verb.FINISH},
        Phase.AFTER: {*COSTLY, Verb.CARD, Verb.ITEM, Verb.FINISH},
        Phase.POUCH: {Verb.POUCH, Verb.NO},
        Phase.SPAWN: {Verb.SPAWN},
    }.get(state.phase, {Verb.YES, Verb.NO})
    if action.verb not in asked:
        return "turn-1", "not-now", {"asked": state.phase}
    if action.verb in (Verb.PLAY, Verb.DISCARD):
        return "choose-1", "not-held", {"card": action.card or ""}
    if action.verb is Verb.SPAWN:
        return "spawn-2", "wrong-number", {"number": spawn_number(state)}
    if action.verb is Verb.POUCH:
        return "ruling-57", "no-target", {"square": action.direction or ""}
    if action.verb is Verb.ITEM:
        return _why_no_item(state, action)
    if action.verb is Verb.CARD:
        return _why_no_effect(state, action)
    if action.verb is Verb.FINISH:
        return "ruling-50d", "path-first", {}
    return _why_no_act(state, action)


def _why_no_act(state: State, action: Action) -> _Reason:  # noqa: PLR0911 - a case a reason
    if must_scorch(state) or (not is_open(state) and state.turn.card is Card.PATH_O_BURNINATION):
        return "card-path-o-burnination", "path-acts", {}
    if state.board.hiding:
        return "ruling-53", "hidden", {}
    if not state.turn.points or not is_open(state):
        return "act-1", "no-points", {}
    here = name(state.board.trogdor)
    match action.verb:
        case Verb.STEP if action.direction in DIAGONAL and not moves_diagonally(state):
            return "move-1", "no-diagonal", {"direction": action.direction}
        case Verb.STEP:
            return "move-1", "off-map", {"direction": action.direction or ""}
        case Verb.TUNNEL:
            target = ", ".join(map(name, action.squares))
            ends = tunnel_ends(state)
            return "tunnel-1", "no-tunnel", {"square": target, "here": here, "ends": len(ends)}
        case Verb.HIDE:
            return "hide-1", "cannot-hide", {"square": here}
        case Verb.CHOMP:
            return "chomp-1", "no-peasant", {"square": here}
        case _:
            return _why_no_fire(state, action)


def _why_no_fire(state: State, action: Action) -> _Reason:
    """What does not burn where Trogdor stands (Rules trogdor:burn-1, trogdor:burn-2, trogdor:burn-3)."""
    board, here = state.board, state.board.trogdor
    where: dict[str, str | int] = {"square": name(here)}
    if action.what is TargetKind.PEASANT:
        return "burn-1", "no-peasant", where
    if action.what is TargetKind.COTTAGE:
        if board.kinds[here] is not TileKind.COTTAGE:
            return "burn-3", "no-cottage", where
        return "burn-3", "already-burned" if here in board.aflame else "cottage-not-ready", where
    if here in board.burned:
        return "burn-1", "already-burned", where
    return "burn-2", "lake-not-ready", where


def _why_no_effect(state: State, action: Action) -> _Reason:
    turn = state.turn
    card = turn.card
    told: dict[str, str | int] = {"card": card or ""}
    if card is None or turn.plain or card not in effects.EFFECTS:
        return "choose-1", "no-effect", told
    if turn.effect:
        return f"card-{card}", "effect-used", told
    if not effects.is_available(state):
        early = TIMING[card] == "after" and state.phase is Phase.ACT
        return "ruling-15", "effect-too-early" if early else "effect-too-late", told
    aimed = ", ".join(map(name, action.squares))
    return f"card-{card}", "no-target", {"square": aimed or "-"}


def _why_no_item(state: State, action: Action) -> _Reason:  # noqa: PLR0911 - a case a reason
    player = state.players[state.turn.seat]
    item = player.item
    told: dict[str, str | int] = {"item": item}
    if item in INTERRUPTS:
        return f"item-{item}", "item-waits", told
    if not player.charged:
        return "items-1", "item-empty", told
    if state.turn.item:
        return "items-1", "item-used", told
    if item in (Item.BEANS, Item.BAUBLES) and not is_open(state):
        return "ruling-53", "item-not-now", told
    if item is Item.RING and state.board.hiding:
        return "ruling-53", "hidden", told
    if item is Item.DISK and not action.squares:
        return "item-disk", "void-empty", told
    aimed = ", ".join(map(name, action.squares))
    return f"item-{item}", "no-target", {"square": aimed or "-"}
