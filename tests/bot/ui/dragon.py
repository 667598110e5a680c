"""A table of Trogdor!! for Ann, Ben and Cleo whose cards are known, as its seed and picks are given.

Ben begins with Hidey Hole and Sidewise! in hand, Ann has Majesty!, Cleo Jhonka Help!.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Table, Terms
from engine.trogdor.model import State
from tests.bot.ui.world import Component, Posted, World, board, labels, text_of, walk

SEED: Final = "dragon 197"
CHOSEN: Final = {"keepers": "chosen", "items": "chosen"}
PICKS: Final = (
    {"keeper": "yubbitz", "item": "ring"},
    {"keeper": "crangolev", "item": "pouch"},
    {"keeper": "hardybardy", "item": "shield"},
)
DAY: Final = 24 * 3600

PLAYED: Final = ("1: discard hidey-hole", "1: n", "1: burn")
"""Ben's turn, with points left and another step to go."""
DEALT: Final = ("0: trade majesty for sidewise with 2", "1: accept")
"""Ben has got Majesty! for Sidewise!."""
TO_THE_POUCH: Final = (*DEALT, "1: play majesty", "1: card c4", "1: n", "1: burn", "1: e", "1: finish")
"""Ben's turn up to the moment when the Pouch could turn the peasants."""
TO_CLEO: Final = (*TO_THE_POUCH, "1: pouch n")
"""Then Cleo's turn; Trogdor is at d2, a knight north of him."""


def seated_people(world: World) -> tuple[MemberActor, ...]:
    """Who sits where."""
    return (world.ann, world.ben, world.cleo)


async def start_game(world: World, *lines: str, seats: int = 3, patience: int = DAY) -> Table:
    """The game after these lines, each with its seat before it; nothing is posted yet."""
    trace, session = Trace("scene", 0), world.session
    sitting = seated_people(world)[:seats]
    opening = Opening("trogdor", CHOSEN, None, None, terms=Terms(patience=patience))
    table = (await session.lobby.open(world.click_by(sitting[0]), opening, trace)).table
    for person in sitting[1:]:
        table = (await session.lobby.sit(world.click_by(person), table.id, 0, trace)).table
    for person, picked in zip(sitting, PICKS, strict=False):
        table = (await session.lobby.pick(world.click_by(person), table.id, picked, trace)).table
    table = (await session.lobby.start(world.click_by(sitting[0]), table.id, table.revision, trace)).table
    for line in lines:
        seat, _, notation = line.partition(": ")
        table = (await session.play.move(world.click_by(sitting[int(seat)]), table.id, notation, trace)).table
    return table


async def post_game(world: World, *lines: str, seats: int = 3, patience: int = DAY) -> ResponseMessage:
    """The board of such a game, posted."""
    table = await start_game(world, *lines, seats=seats, patience=patience)
    return board(await world.ann.slash(world.channel, "board", table=table.code))


async def state(world: World) -> State:
    """The game's state on disk."""
    found = world.session.tables.show(await world.table()).state
    assert isinstance(found, State)
    return found


async def actions(world: World) -> list[str]:
    """The log's lines, each with its seat before it."""
    return [f"{line.seat}: {line.action}" for line in await world.log()]


def private_response(result: InteractionResult) -> ResponseMessage:
    """The private message that an interaction led to, or where it was clicked."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def own_menu(actor: MemberActor, shown: ResponseMessage) -> ResponseMessage:
    """The private menu of a player; its button may say which item is ready."""
    label = next(label for label in labels(shown) if label.startswith("My keeper"))
    return private_response(await actor.click(shown, label=label))


def lists(message: ResponseMessage) -> list[Component]:
    """The lists of a message."""
    return [part for part in walk(message.components) if part.get("type") == 3]


async def choose(actor: MemberActor, message: ResponseMessage, *values: str) -> InteractionResult:
    """Choose from the first list that has all these values."""
    found = next(
        part for part in lists(message) if set(values) <= {option["value"] for option in part["options"]}
    )
    return await actor.select(message, values, custom_id=found["custom_id"])


def disabled_buttons(message: ResponseMessage) -> list[str]:
    """The buttons that can be seen and not used."""
    return [part["label"] for part in walk(message.components) if part.get("disabled")]


def posts_with(posted: Sequence[Posted], text: str) -> list[Posted]:
    """The messages and edits that say so."""
    return [one for one in posted if text in one.text]


def message_text(message: ResponseMessage) -> str:
    """What a message says."""
    return text_of(message.components)
