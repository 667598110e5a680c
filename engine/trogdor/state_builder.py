"""A state on its way through an action: the rules change it, and tell what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.core import Outcome, Seat
from engine.deck import Deck
from engine.rng import Rng
from engine.trogdor import model as movement
from engine.trogdor.board import Direction
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.events import Event, GameEnded, Healed, ItemRecharged, ItemUsed, Reshuffled
from engine.trogdor.model import (
    Board,
    EndTurn,
    ItemMode,
    Land,
    MovementCard,
    Phase,
    Player,
    State,
    Task,
    Turn,
)
from engine.trogdor.position import is_won

POINTS_FOR: Final = {"victory": 2, "petite-victory": 1, "defeat": 0}


class StateBuilder:
    """The only mutable thing here: which state has been reached, and the events on the way."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []

    @property
    def board(self) -> Board:
        """The board as it is by now."""
        return self.state.board

    @property
    def turn(self) -> Turn:
        """The turn as it is by now."""
        return self.state.turn

    @property
    def player(self) -> Player:
        """The active player."""
        return self.state.players[self.state.turn.seat]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def in_land_turn(self) -> bool:
        """Whether phase two is under way."""
        return any(isinstance(task, EndTurn) for task in self.state.todo)

    def record(self, *events: Event) -> None:
        """Add what just happened."""
        self.events += events

    def change(self, **fields: Any) -> None:  # noqa: ANN401 - fields of State
        """Replace fields of the state."""
        self.state = replace(self.state, **fields)

    def change_board(self, **fields: Any) -> None:  # noqa: ANN401 - fields of Board
        """Replace fields of the board."""
        self.change(board=replace(self.board, **fields))

    def change_turn(self, **fields: Any) -> None:  # noqa: ANN401 - fields of Turn
        """Replace fields of the turn."""
        self.change(turn=replace(self.turn, **fields))

    def change_player(self, seat: Seat, **fields: Any) -> None:  # noqa: ANN401 - fields of Player
        """Replace fields of a player."""
        players = self.state.players
        self.change(players=(*players[:seat], replace(players[seat], **fields), *players[seat + 1 :]))

    def note_land(self, **added: tuple[Any, ...]) -> None:
        """Add to the record of the land's turn, if there is one."""
        land = self.state.land
        if land is not None:
            self.change(land=replace(land, **{key: getattr(land, key) + new for key, new in added.items()}))

    def schedule_first(self, *tasks: Task) -> None:
        """Put tasks before all that is still to be done."""
        self.change(todo=(*tasks, *self.state.todo))

    def ask(self, phase: Phase) -> None:
        """Stop here and ask the active player."""
        self.change(back=self.state.phase, phase=phase)

    def has_power(self, keeper: Keeper) -> bool:
        """Whether the active player is this keeper (Rule trogdor:powers-1)."""
        return self.player.keeper is keeper

    def has_effect_of(self, card: Card) -> bool:
        """Whether the effect of this card holds in this turn."""
        return self.turn.card is card and not self.turn.plain

    def can_use(self, item: Item) -> bool:
        """Whether the active player's item is this one, charged, and unused in this turn.

        Rules trogdor:items-1, trogdor:ruling-16.
        """
        return self.player.item is item and self.player.charged and not self.turn.item

    def consult(self, item: Item, phase: Phase, *tasks: Task) -> bool | None:
        """Whether the active player's item is used, now that its moment has come.

        None: the player is asked, and `tasks` wait for the answer. Nobody asks who has left (Rules
        trogdor:prefer-1, trogdor:leave-1).
        """
        if not self.can_use(item):
            return False
        if self.player.asks is ItemMode.ASK and not self.player.gone:
            self.schedule_first(*tasks)
            self.ask(phase)
            return None
        return self.player.asks is not ItemMode.NEVER

    def use_item(self) -> None:
        """Discharge the active player's item (Rule trogdor:items-1)."""
        self.record(ItemUsed(self.turn.seat, self.player.item))
        self.change_player(self.turn.seat, charged=False)
        self.change_turn(item=True)

    def recharge(self, item: Item, *, owner: Keeper | None = None) -> None:
        """What recharges this item has happened: on its owner's turn, or on anyone's if the house says so.

        With `owner` it counts for that keeper alone.

        Rules trogdor:items-1, trogdor:ruling-17; the Disk never comes back (Rule trogdor:item-disk).
        """
        for seat, player in enumerate(self.state.players):
            mine = seat == self.turn.seat or self.state.house.anyone
            others = owner is not None and player.keeper is not owner
            if player.item is item and not player.charged and mine and not others and not player.gone:
                self.change_player(seat, charged=True)
                self.record(ItemRecharged(seat, item))

    def heal(self, **fields: Any) -> None:  # noqa: ANN401 - fields of Board that change with it
        """One peasant more on the Trog-Meter (Rule trogdor:ruling-13), with other changes of the board."""
        self.change_board(health=self.board.health + 1, **fields)
        self.recharge(Item.SHIELD)

    def heal_from_void(self) -> None:
        """The Disk's healing (Rule trogdor:item-disk)."""
        self.heal(void=self.board.void - 1)
        self.record(Healed(self.board.health))

    def draw_trog(self) -> Card:
        """The next card of the Trog deck."""
        card, deck = self._draw_from(self.state.trog, "trog")
        self.change(trog=deck)
        return Card(card)

    def draw_movement(self, *, keep: bool = False) -> MovementCard:
        """The next movement card, discarded at once unless it is kept (Rule trogdor:ruling-55)."""
        card, deck = self._draw_from(self.state.movement, "movement")
        self.change(movement=deck if keep else deck.with_discards(card))
        return movement.card_of(self.state.house, card)

    def _draw_from(self, deck: Deck, name: Any) -> tuple[str, Deck]:  # noqa: ANN401 - a Literal of the event
        """Rule trogdor:ruling-2: an empty pile is made of its discards, also in the middle of something."""
        if not deck.pile:
            self.record(Reshuffled(name))
        return deck.draw(self.rng)

    def check_victory(self) -> None:
        """Victory comes at any moment (Rules trogdor:win-1, trogdor:ruling-47)."""
        if not self.is_over and is_won(self.board):
            self.end("victory", "won")

    def end(self, ending: Any, why: Any) -> None:  # noqa: ANN401 - Literals of the event
        """The game is over, one way for all; those who left share neither (Rule trogdor:ruling-49)."""
        seats = range(len(self.state.players))
        stayed = tuple(seat for seat in seats if not self.state.players[seat].gone)
        winners = stayed if ending != "defeat" else ()
        points = tuple(POINTS_FOR[ending] if seat in winners else 0 for seat in seats)
        outcome = Outcome(ending, winners, points)
        self.change(outcome=outcome, phase=Phase.OVER, back=None, todo=(), offer=None)
        self.record(GameEnded(ending, why))

    def set_land_direction(self, direction: Direction) -> None:
        """The Pouch has chosen another way for the peasants."""
        land = self.state.land
        if land is not None:
            self.change(land=replace(land, direction=direction, pouched=True))

    def start_land(self, card: MovementCard) -> None:
        """Begin the record of the land's turn."""
        self.change(land=Land(card.id, card.direction, card.repair), deed=None)
