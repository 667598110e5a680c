"""Answers that Discord need not send back to us.

For every first answer discord.py asks for the message that comes of it, and reads it: ten kilobytes and fifty
components, of which we need nothing where it is the message that was clicked. It cannot be told not to
(2.7.1), so that for such an answer what it sends requests with is exchanged. See
docs/decisions/what-a-click-costs.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


class _Unread(AsyncWebhookAdapter):
    """Sends first answers without the query that asks for what comes of them."""

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        params: dict[str, Any] | None = None,
        **given: Any,  # noqa: ANN401 - whatever discord.py gives
    ) -> dict[str, Any]:
        """Send it; returns as much of an answer as discord.py cannot do without."""
        del params
        await super().request(route, session, **given)
        return {"interaction": {"id": route.webhook_id}}


_UNREAD: Final[AsyncWebhookAdapter] = _Unread()  # type: ignore[no-untyped-call] # discord.py's own is not typed


@contextmanager
def unread() -> Iterator[None]:
    """Discord sends nothing back for the first answer given in here; a simulated one does what it does."""
    if type(async_context.get()) is not AsyncWebhookAdapter:
        yield
        return
    before = async_context.set(_UNREAD)
    try:
        yield
    finally:
        async_context.reset(before)
