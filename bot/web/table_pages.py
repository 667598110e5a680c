"""The pages of tables: their HTML, data, pictures and films, and the stream that tells of changes.

`bot.web.site` says who may see a table; the history, and what spectators request, is limited here.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import replace
from math import ceil
from typing import Final

from aiohttp import web

from bot.discord.refusals import refusal
from bot.games.catalogue import words_in
from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import seat_of, seen_by
from bot.kernel.trace import Trace
from bot.store import Table
from bot.ui.play.board_layout import board_picture, table_message
from bot.web import game_history
from bot.web.async_cache import AsyncCache
from bot.web.board import PageStep, components_for, step_json, step_of
from bot.web.films import Films
from bot.web.limits import Bucket
from bot.web.live import OpenPage
from bot.web.page_requests import components_of
from bot.web.redaction import needs_redaction, redact_for
from bot.web.responses import (
    GONE,
    HEADERS,
    SAID,
    browser_language,
    cacheable_response,
    dumps,
    phrases,
    png_response,
    render_page,
)
from bot.web.rights import Visitor
from bot.web.site import Site
from bot.words import Words
from bot.words.menu import Menu

LOOKS: Final = 60
"""Past pictures that the spectators of a table may request at once, all together."""

LONG: Final = 500
"""Lines of a game whose history costs as much as a picture."""

PICTURES: Final = 128
"""The most cached pictures: each is drawn once for a revision, a step and a side of the board."""

BOARDS: Final = 128
"""The most cached boards for spectators, one for each table and language."""

FRESH: Final = 2.0
"""Seconds for which a cached board is used."""

QUIET: Final = 25.0
"""Seconds between keep-alive lines of a stream, so that nothing between closes the connection."""

RETRY: Final = 1000
"""The least milliseconds after which a page with a lost connection reconnects, at random."""

ONCE: Final = 5.0
"""Seconds after which a page asks again that gets no stream, as a proxy keeps it back."""


class TablePages:
    """The pages of the tables of a site; their pictures are drawn once for all with the same view."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._pictures = AsyncCache[bytes](PICTURES)
        self._films = Films()
        self._past_in_words = game_history.GameHistory()
        self._boards = AsyncCache[bytes](BOARDS, FRESH)
        self._looking_back = Bucket(LOOKS, 20.0)

    def add(self, app: web.Application) -> None:
        """Add the routes."""
        watched = f"{self._site.base}/w/{{code:[A-Za-z0-9_-]{{8,64}}}}"
        for start in (*self._site.table_paths, watched):
            app.router.add_get(start, self._page)
            app.router.add_get(f"{start}/board", self._board)
            app.router.add_get(f"{start}/picture", self._picture)
            app.router.add_get(f"{start}/film", self._film)
            app.router.add_get(f"{start}/live", self._stream)
            app.router.add_get(f"{start}/past", self._past)
            app.router.add_get(f"{start}/past/{{ply:[0-9]{{1,6}}}}", self._past_picture)

    async def _page(self, request: web.Request) -> web.Response:
        """Return the page, or one that says how to get a new link."""
        base = self._site.base
        try:
            visitor = await self._site.visitor(request)
            table = await self._site.table(visitor)
        except web.HTTPForbidden:
            if self._site.inside(request) is not None:
                raise
            words = words_in(browser_language(request))
            filled = {
                "base": base,
                "off": "hidden" if self._site.login is None else "",
                **phrases(words, GONE),
            }
            return render_page("gone.html", {**filled, "lang": words.language}, status=403)
        words = self._site.words(visitor)
        title = f"{self._site.session.catalogue[table.game].game.title} · {table.code}"
        filled = {"base": base, "title": title, "lang": words.language, **phrases(words, SAID)}
        filled["watching"] = "" if visitor.person is not None else "yes"
        filled["how"] = words(f"{table.game}.page")
        has_keys = f"{table.game}.page.keys" in words.english
        filled["keys"] = words(f"{table.game}.page.keys") if has_keys else ""
        return render_page("page.html", filled)

    # Data of a page

    async def _board(self, request: web.Request) -> web.Response:
        """Return the table's current state, at a step of a guided move."""
        visitor = await self._site.visitor(request)
        table = await self._site.table(visitor)
        words, path = self._site.words(visitor), request.query.get("path", "")[:100]
        if visitor.person is None:
            return cacheable_response(
                request, await self._watcher_json(visitor, table, words), "application/json"
            )
        # Pages also fetch boards unattended; only a chosen step shows that the user is present.
        if path and table.terms.day is None:
            self._site.surface.presence.note_use(table.id, visitor.person.id, self._site.session.now())
        return web.Response(
            body=await self._table_json(visitor, table, words, path), content_type="application/json"
        )

    async def _table_json(self, visitor: Visitor, table: Table, words: Words, path: str) -> bytes:
        """Return the JSON of a table at a step."""
        step = await step_of(self._site.session, visitor, words, path)
        data = step_json(words, visitor, step)
        data["sits"] = visitor.person is not None
        if step.shown.state is None:
            message = await table_message(words, step.shown, Trace("page", 0), ways=step.ways)
            data["components"] = components_for(visitor, components_of(message.layout))
            data["picture"] = message.filename
        return dumps(await redact_for(self._site.session, self._site.client, visitor, table, data)).encode()

    async def _watcher_json(self, visitor: Visitor, table: Table, words: Words) -> bytes:
        """Return the JSON for spectators, cached by revision and for a moment.

        Parts of it, such as names, have no revision.
        """
        key = table.id, table.revision, words.language
        return await self._boards.get(key, lambda: self._table_json(visitor, table, words, ""))

    async def _picture(self, request: web.Request) -> web.Response:
        """Return the picture of a table at a step; drawn once for all with the same view."""
        visitor = await self._site.visitor(request)
        table = await self._site.table(visitor)
        words, path = self._site.words(visitor), request.query.get("path", "")[:100]
        if visitor.person is None:
            key: tuple[object, ...] = table.id, table.revision, "watched", words.language

            async def shared_picture() -> bytes:
                return await self._picture_of(words, await step_of(self._site.session, visitor, words, ""))

            return png_response(await self._pictures.get(key, shared_picture))
        step = await step_of(self._site.session, visitor, words, path)
        marks = step.menu.chosen, step.menu.targets
        key = table.id, step.shown.table.revision, step.shown.path, step.turned, words.language, marks
        return png_response(await self._pictures.get(key, lambda: self._picture_of(words, step)))

    async def _film(self, request: web.Request) -> web.Response:
        """Return the film that a page plays by itself; `HTTPNotFound` while there is none."""
        visitor = await self._site.visitor(request)
        await self._site.table(visitor)
        self._check_pace(visitor, 1)
        words = self._site.words(visitor)
        step = await step_of(self._site.session, visitor, words, "")
        if not step.film:
            raise web.HTTPNotFound
        return await self._films.response(self._site.surface, words, step.shown)

    async def _picture_of(self, words: Words, step: PageStep) -> bytes:
        if step.shown.state is None:
            return (await table_message(words, step.shown, Trace("page", 0))).picture or b""
        menu = replace(Menu(), chosen=step.menu.chosen, targets=step.menu.targets)
        return board_picture(words, step.shown, menu, turned=step.turned)

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Stream the table's revision to a page, now and whenever it changes.

        A page beyond the limit gets it once, and when to ask again.
        """
        visitor = await self._site.visitor(request)
        table, person = await self._site.table(visitor), visitor.person
        plays = person is not None and seat_of(table, person) is not None
        page = OpenPage(
            table.id, await self._site.sender_of(request), 0 if person is None else person.id, plays
        )
        if self._site.inside(request) is not None and "once" in request.query:
            return _revision_response(table.revision, ONCE)
        if not self._site.live.has_room(page):
            return self._without_stream(table)
        with self._site.live.subscribe(page) as changed:
            if self._site.door is not None:
                self._site.door.when_lost(request.transport, changed.set)
            response = await _begin_stream(request)
            last_sent, began = None, time.monotonic()
            while not self._site.surface.closing and request.transport is not None:
                changed.clear()
                try:
                    await self._site.recheck_visitor(request)
                    table = await self._site.table(visitor)
                except web.HTTPException:
                    break
                now = table.revision, table.status
                line = ": still here\n\n" if now == last_sent else f"data: {table.revision}\n\n"
                last_sent = now
                if (launched := self._launched_since(request, person, began)) is not None:
                    line += f"event: launch\ndata: {launched}\n\n"
                    began = time.monotonic()
                try:
                    await response.write(line.encode())
                except (ConnectionError, RuntimeError):
                    break
                try:
                    await asyncio.wait_for(changed.wait(), QUIET)
                except TimeoutError:
                    continue
        return response

    def _launched_since(self, request: web.Request, person: Person | None, moment: float) -> int | None:
        """Return the table to which a page inside Discord shall go, if there is one."""
        inside = self._site.inside(request)
        return None if inside is None or person is None else inside.launched_since(person, moment)

    def _without_stream(self, table: Table) -> web.Response:
        """Return the answer to a page beyond the limit: browsers reconnect after the `retry`."""
        wait = self._site.live.retry_delay(time.monotonic())
        response = _revision_response(table.revision, wait, "crowded")
        response.headers["Retry-After"] = str(ceil(wait))
        return response

    async def _json_response(self, visitor: Visitor, table: Table, data: object) -> web.Response:
        """Return JSON about a table, redacted for a visitor."""
        redacted = await redact_for(self._site.session, self._site.client, visitor, table, data)
        return web.json_response(redacted, dumps=dumps)

    # History

    def _check_pace(self, visitor: Visitor, cost: float) -> None:
        """Raise `HTTPTooManyRequests` if a table's spectators request too much history.

        They share one limit, as each request is work.
        """
        key, now = str(visitor.table_id), time.monotonic()
        if visitor.person is None and not self._looking_back.try_take(key, now, cost):
            raise web.HTTPTooManyRequests

    async def _past(self, request: web.Request) -> web.Response:
        visitor = await self._site.visitor(request)
        table = await self._site.table(visitor)
        self._check_pace(visitor, min(1 + table.plies / LONG, LOOKS))
        words = self._site.words(visitor)
        try:
            body = await self._past_in_words.moves_json(self._site.session, words, table)
        except Refused as refused:
            person = visitor.person
            if refused.table is not None:
                refused.table = None if person is None else seen_by(refused.table, person.id)
            data = {"refused": refusal(words, refused, None), "moves": []}
            return await self._json_response(visitor, table, data)
        if needs_redaction(body):
            return await self._json_response(visitor, table, json.loads(body))
        return web.Response(body=body, content_type="application/json")

    async def _past_picture(self, request: web.Request) -> web.Response:
        visitor = await self._site.visitor(request)
        table = await self._site.table(visitor)
        self._check_pace(visitor, 1)
        words, ply = self._site.words(visitor), int(request.match_info["ply"])
        try:
            shown, turned = await game_history.position_at(self._site.session, visitor.person, table, ply)
        except Refused as refused:
            raise web.HTTPNotFound from refused
        key = table.id, "past", ply, table.plies, turned, words.language

        async def paint() -> bytes:
            return board_picture(words, shown, Menu(), turned=turned)

        return png_response(await self._pictures.get(key, paint))


async def _begin_stream(request: web.Request) -> web.StreamResponse:
    """Send the beginning of a stream; returns it."""
    response = web.StreamResponse(headers={**HEADERS, "Cache-Control": "no-store"})
    response.content_type = "text/event-stream"
    response.headers["X-Accel-Buffering"] = "no"
    await response.prepare(request)
    await response.write(f"retry: {int(RETRY * random.uniform(1, 3))}\n\n".encode())
    return response


def _revision_response(revision: int, wait: float, event: str = "") -> web.Response:
    """Return a stream that ends at once, for a page that asks again after `wait` seconds."""
    note = f"event: {event}\ndata: {revision}\n\n" if event else ""
    lines = f"retry: {ceil(1000 * wait)}\n\n{note}data: {revision}\n\n"
    return web.Response(text=lines, content_type="text/event-stream")
