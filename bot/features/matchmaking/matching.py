"""Bringing people together who look for an opponent, and telling those whose search has ended without one."""

from __future__ import annotations

import logging

import discord

from bot.discord.frame import Message, note
from bot.discord.places import Reach
from bot.discord.request import FAILURES
from bot.features.matchmaking.model import Seeking
from bot.features.matchmaking.service import Finding, There, Why
from bot.games.catalogue import words_in
from bot.ui.alarms import messenger
from bot.ui.alarms.members import GONE
from bot.ui.alarms.ticker import Ticker
from bot.words import Words

LOG = logging.getLogger("taproom.finding")


def begin_look(ticker: Ticker) -> bool:
    """Look who fits whom, if it is time; whoever is looked up keeps no channel waiting."""
    if not ticker.session.service(Finding).is_due():
        return False
    ticker.put(Pairing, Pairing(ticker).look)
    return True


class Pairing:
    """Looks who fits whom. Any process may, as a search can be taken away but once."""

    def __init__(self, ticker: Ticker) -> None:
        self._surface = ticker.surface
        self._client = ticker.client
        self._finding = ticker.session.service(Finding)

    async def look(self) -> None:
        """Bring together who fits by now, and end what is over. Discord is asked: it may take its time."""
        session = self._surface.session
        for search, why in await self._finding.ended():
            await self._tell(search, why)
        tables, lost = await self._finding.pair(self._reach)
        for table in tables:
            LOG.info("table=%s two were brought together", table.code)
            session.outbox.failed(table.id)  # it is due at once, as nobody else shows it
            self._surface.wake()
        for search in lost:
            await self._tell(search, Why.SERVER)

    async def _reach(self, search: Seeking) -> There:
        """Whether somebody can be shown a table in their server, and is still there."""
        channel_id = search.channel_id or 0
        reach = await self._surface.places.reach(self._client, search.guild_id, channel_id)
        if reach is not Reach.OPEN:
            return There.GONE if reach is Reach.GONE else There.LATER
        guild = self._client.get_guild(search.guild_id)
        if guild is None:  # another process's: it is its part to look
            return There.YES
        try:
            await guild.fetch_member(search.user_id)
        except discord.NotFound as failure:
            return There.GONE if failure.code in GONE else There.LATER
        except FAILURES as failure:
            LOG.info("user=%s could not be looked up: %s", search.user_id, failure)
            return There.LATER
        return There.YES

    async def _tell(self, search: Seeking, why: Why) -> None:
        """Say that a search is over: directly, or else where their server wants to see tables."""
        session = self._surface.session
        words = words_in(session.tables.language_of(search.user_id, search.language))
        message = Message(note(self._ended(words, search, why)))
        try:
            nonce = f"f{search.user_id}{search.game}"[:25]
            await messenger.to_person(self._client, search.user_id, message, nonce)
        except FAILURES as failure:
            LOG.info("user=%s was not told that their search is over: %s", search.user_id, failure)

    def _ended(self, words: Words, search: Seeking, why: Why) -> str:
        game = self._surface.session.catalogue[search.game].game.title
        return words("finding.ended" if why is Why.TIME else "finding.ended.server", game=game)
