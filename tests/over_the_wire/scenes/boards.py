"""Moves in Koom Valley, and what is chosen in private."""

from __future__ import annotations

from bot.discord.keyboard import Verb
from tests.over_the_wire.scenes.base import AtTable, control_of
from tools.standin.interactions import Interaction


class KoomMove(AtTable):
    """A move in Koom Valley, chosen in private."""

    title = "a move in Koom Valley"
    game = "koom"

    async def act(self) -> Interaction | None:
        press = await self.rooms.ready(self.table)
        self.discord.world.talk(self.table.channel)
        self.table.before, self.table.clicker = self.rooms.row(self.table), press.person
        self.table.pings = self.rooms.pings(self.table)
        return await self.rooms.press(press, self.copies)

    def is_saved(self) -> bool:
        return self.has_changed()

    async def goes_on(self) -> str:
        await self.rooms.plays_on(self.table)
        return self.rooms.wrong(self.table)


class KoomChoosing(AtTable):
    """A step on the way to a move in Koom Valley: the private message in which somebody chooses."""

    title = "the private message to choose in"
    edits = False
    follows = False
    game = "koom"

    async def act(self) -> Interaction | None:
        return await self.press(self.acting, self.board, Verb.PICK_GO, Verb.GO)

    def is_saved(self) -> bool:
        return True

    async def goes_on(self) -> str:
        chosen = await self.opens(self.acting, self.board, Verb.PICK_GO, Verb.GO)
        if control_of(chosen, Verb.PICK_TRY, Verb.PLAY, Verb.PICK_GO) is None:
            return f"nothing to choose from in {chosen.text!r}"
        await self.rooms.plays_on(self.table)
        return self.rooms.wrong(self.table)


class Keeper(AtTable):
    """A line of the private menu in Trogdor!!, by whoever is not awaited."""

    title = "a line of the private menu"

    async def prepare(self) -> None:
        await super().prepare()
        self.person = self.other
        self.menu = await self.opens(self.person, self.board, Verb.ASIDE)
        if control_of(self.menu, Verb.ASIDE_PLAY) is None:  # an item without settings: there is leaving
            await self.opens(self.person, self.menu, Verb.ASIDE_ASK)

    async def act(self) -> Interaction | None:
        self.table.clicker = self.person
        return await self.press(self.person, self.menu, Verb.ASIDE_PLAY)

    def is_saved(self) -> bool:
        return self.has_changed()

    async def goes_on(self) -> str:
        menus = [one for one in self.discord.world.messages.values() if one.shown_to is self.person]
        stale = [one for one in menus if control_of(one, Verb.ASIDE_PLAY) is not None]
        for menu in stale:  # one that could not be taken away still holds, and does nothing twice
            before = self.rooms.row(self.table).revision
            pressed = await self.use(self.person, menu, Verb.ASIDE_PLAY)
            if self.rooms.row(self.table).revision != before:
                return f"it was done twice: {pressed.private_text}"
        return ""
