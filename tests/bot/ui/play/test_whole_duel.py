"""Whole duels by taps: what they leave in the channel, and how many taps a move takes."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from bot.store import Status
from engine.thud.model import Move
from tests.bot.ui.alarms.test_ticker import HOUR
from tests.bot.ui.opening import open_table
from tests.bot.ui.scripted import click_through, playthrough
from tests.bot.ui.world import World, board, labels, list_with, message_text, pick, private, says, walk

PLIES: Final = 30
"""Of each battle."""

MOST: Final = 12
"""The most messages that a duel may leave."""

TAPS: Final = 3
"""The most taps for a move."""


class Taps:
    """People who play by taps, and count them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.chance = Random("taps")
        self.most = 0

    async def state(self) -> Any:
        return self.world.session.tables.show(await self.world.table()).state

    async def actor(self) -> MemberActor:
        """Who must act."""
        (seat,) = self.world.session.tables.acting_seats(await self.world.table())
        user = (await self.world.table()).players[seat].user_id
        return next(one for one in (self.world.ann, self.world.ben) if one.id == user)

    async def move(self) -> None:
        """A move of Thud by chance, from the piece to *Play it*."""
        game, state = self.world.session.context.catalogue["thud"].game, await self.state()
        (seat,) = game.to_act(state)
        moves = [action for action in game.legal(state, seat) if isinstance(action, Move)]
        origin, _, rest = str(self.chance.choice(moves))[1:].partition("-")
        actor, taps = await self.actor(), 1
        mine = private(await pick(actor, await self.world.shown_board(), origin))
        offered = [value for part in lists(mine) for value in part]
        await pick(actor, mine, rest if rest in offered else offered[0])
        await actor.click(mine, label="Play it")
        taps += 2
        self.most = max(self.most, taps)
        assert self.world.is_gone(mine)
        assert not self.world.private_messages(actor)

    async def battle(self) -> None:
        """Thirty plies, some between people who are there, some not, with talk in between."""
        for ply in range(PLIES):
            await self.move()
            if ply % 4 == 1:
                self.world.let_presence_expire()
            if ply % 10 == 5:
                await self.world.cleo.send(self.world.channel, "Who is winning?")
            if ply % 10 == 7:
                await self.world.tick()
            assert len(public_texts(self.world)) <= 3, "a board, the end of a battle, a reminder"
        await (await self.actor()).click(await self.world.shown_board(), label="Offer to end")
        await (await self.actor()).click(await self.world.shown_board(), label="Accept")


def lists(message: ResponseMessage) -> list[list[str]]:
    """The values of those lists of a private message that name a whole move."""
    found = [part for part in walk(message.components) if ".picktry." in part.get("custom_id", "")]
    return [[option["value"] for option in part["options"]] for part in found]


def public_texts(world: World) -> list[str]:
    """What the bot has left in the channel for everybody."""
    own = world.bot.user
    assert own is not None
    history = world.channel.history()
    return [message_text(one) for one in history if one.author.id == own.id and not one.flags.ephemeral]


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0, 9 * HOUR], ids=("at a sitting", "over weeks"))
async def test_a_duel_of_sixty_plies_leaves_what_is_worth_keeping(world: World, seconds: int) -> None:
    """By taps alone, from the challenge to the card, at a sitting or with hours and reminders between."""
    taps = Taps(world)
    invitation = board(
        await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0, clock=10)
    )
    await world.ben.click(invitation, label="Accept")
    for number in (1, 2):
        for _ in range(3 if seconds else 0):
            world.let_presence_expire()
            await world.tick()
            (reminder,) = [one for one in await world.later(seconds / HOUR) if one.new]
            assert says(reminder.text, "time.remind")
            await taps.move()
        await taps.battle()
        assert (await world.table()).status is (Status.PLAYING if number == 1 else Status.OVER)
    assert (await world.table()).plies >= 2 * PLIES
    assert taps.most <= TAPS
    await world.tick()
    await world.tick()  # which takes away what the first one saw pass
    left = public_texts(world)
    assert len(left) <= MOST
    end, last, card = left
    assert end.startswith("**Thud** · ")
    assert says(end, "thud.ended.won", battle=1, score="Ann 29 : 32 Ben")
    assert last.startswith("### Thud · T1\n")
    assert says(last, "thud.ended.won", battle=2, score="Ann 32 : 29 Ben")
    assert card.startswith(IN_ENGLISH("card.title", game="Thud"))


@pytest.mark.slow
async def test_a_duel_of_ploc_leaves_what_is_worth_keeping(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = playthrough("ploc_hit_berserk", monkeypatch)
    opened = board(await open_table(world.ann, world.channel, "ploc", side=0))
    shown = board(await world.ben.click(opened, label="Give them that side"))
    await click_through(world, played, shown)
    await world.tick()
    end, last, card = public_texts(world)
    assert end.startswith("**Ploc** · ")
    assert says(end, "ploc.ended", name="Ann", match=1)
    assert says(last, "ploc.over.berserk", village="Broadford")
    assert "the end" in card


async def test_a_server_that_keeps_a_record_has_a_line_of_each_turn(world: World) -> None:
    """Each turn has a new board below its line, though both players watch."""
    await world.game()
    click = replace(world.click_by(world.ann), manages=True)
    await world.session.server.set_record(click, keeps=True)
    for actor, piece, target in (
        (world.ann, "E2", "E10"),
        (world.ben, "G7", "F7"),
        (world.ann, "F1", "F2"),
    ):
        before = await world.shown_board()
        await world.picks(actor, piece, target)
        assert world.is_gone(before)
    *lines, last = public_texts(world)
    moves = (
        IN_ENGLISH("thud.moved.dwarfs", name="Ann", origin="E2", target="E10"),
        IN_ENGLISH("thud.moved.trolls", name="Ben", origin="G7", target="F7"),
        IN_ENGLISH("thud.moved.dwarfs", name="Ann", origin="F1", target="F2"),
    )
    assert lines == [f"**Thud** · {move}" for move in moves]
    assert not says(last, "thud.moved.dwarfs"), "it is told once"
    await world.restart()
    await world.picks(world.ben, "F7", "E7")
    assert len(public_texts(world)) == 5, "a restart knows it, too"
    await world.session.server.set_record(click, keeps=False)
    world.let_presence_expire()
    await world.picks(world.ann, "F2", "F1")
    assert len(public_texts(world)) == 5
    assert labels(await world.shown_board())
    assert list_with(await world.shown_board(), "E7")
