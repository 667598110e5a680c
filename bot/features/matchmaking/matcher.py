"""Bringing people together who look for an opponent, and telling those whose search has ended without one."""

from __future__ import annotations

import logging

import discord

from bot.discord.channels import WriteAccess
from bot.discord.frame import Message, note
from bot.discord.request import FAILURES
from bot.features.matchmaking.model import OpponentSearch
from bot.features.matchmaking.service import EndReason, Matchmaking, Reachability
from bot.games.catalogue import words_in
from bot.ui.alarms import messenger
from bot.ui.alarms.members import GONE
from bot.ui.alarms.ticker import Ticker
from bot.words import Words

LOG = logging.getLogger("taproom.finding")


def begin_matching(ticker: Ticker) -> bool:
    """Look who fits whom, if it is time; whoever is looked up keeps no channel waiting."""
    if not ticker.session.service(Matchmaking).is_due():
        return False
    ticker.put(OpponentMatcher, OpponentMatcher(ticker).match_players)
    return True


class OpponentMatcher:
    """Looks who fits whom. Any process may, as a search can be taken away but once."""

    def __init__(self, ticker: Ticker) -> None:
        self._surface = ticker.surface
        self._client = ticker.client
        self._finding = ticker.session.service(Matchmaking)

    async def match_players(self) -> None:
        """Bring together who fits by now, and end what is over. Discord is asked: it may take its time."""
        session = self._surface.session
        for search, why in await self._finding.end_searches():
            await self._send_search_ended(search, why)
        tables, lost = await self._finding.pair_players(self._check_reachable)
        for table in tables:
            LOG.info("table=%s two were brought together", table.code)
            session.outbox.retry_now(table.id)  # it is due at once, as nobody else shows it
            self._surface.wake()
        for search in lost:
            await self._send_search_ended(search, EndReason.SERVER)

    async def _check_reachable(self, search: OpponentSearch) -> Reachability:
        """Whether somebody can be shown a table in their server, and is still there."""
        channel_id = search.channel_id or 0
        reach = await self._surface.channels.access(self._client, search.guild_id, channel_id)
        if reach is not WriteAccess.OPEN:
            return Reachability.GONE if reach is WriteAccess.GONE else Reachability.LATER
        guild = self._client.get_guild(search.guild_id)
        if guild is None:  # another process's: it is its part to look
            return Reachability.YES
        try:
            await guild.fetch_member(search.user_id)
        except discord.NotFound as failure:
            return Reachability.GONE if failure.code in GONE else Reachability.LATER
        except FAILURES as failure:
            LOG.info("user=%s could not be looked up: %s", search.user_id, failure)
            return Reachability.LATER
        return Reachability.YES

    async def _send_search_ended(self, search: OpponentSearch, why: EndReason) -> None:
        """Say that a search is over: directly, or else where their server wants to see tables."""
        session = self._surface.session
        words = words_in(session.tables.language_of(search.user_id, search.language))
        message = Message(note(self._search_ended_text(words, search, why)))
        try:
            nonce = f"f{search.user_id}{search.game}"[:25]
            await messenger.send_direct(self._client, search.user_id, message, nonce)
        except FAILURES as failure:
            LOG.info("user=%s was not told that their search is over: %s", search.user_id, failure)

    def _search_ended_text(self, words: Words, search: OpponentSearch, why: EndReason) -> str:
        game = self._surface.session.catalogue[search.game].game.title
        return words("finding.ended" if why is EndReason.TIME else "finding.ended.server", game=game)
