"""What discord.py sends the answers to interactions with.

discord.py (2.7.1) asks for the message that comes of each first answer, and reads it: ten kilobytes and fifty
components, of which we need nothing where it is the message that was clicked. And a picture goes out in six
or seven pieces, each of them by itself. It cannot be told otherwise, so that its adapter is exchanged.

See docs/decisions/what-a-click-costs.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, BinaryIO, Final, cast
from uuid import uuid4

import aiohttp
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

LARGE: Final = 256 << 10
"""Bytes of a form from which it is sent piece by piece: a film takes its time, and others go on meanwhile."""


class _Adapter(AsyncWebhookAdapter):
    """Sends forms as a whole."""

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        multipart: list[dict[str, Any]] | None = None,
        **given: Any,  # noqa: ANN401 - whatever discord.py gives
    ) -> Any:  # noqa: ANN401 - whatever Discord answers
        """Send it, and return what Discord answers."""
        form = _form(multipart) if multipart else None  # without files discord.py gives an empty list
        if form is None:
            return await super().request(route, session, multipart=multipart, **given)
        return await super().request(route, cast("aiohttp.ClientSession", _Sending(session, *form)), **given)


class _Unread(_Adapter):
    """The same, and first answers go without the query that asks for what comes of them."""

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        params: dict[str, Any] | None = None,
        **given: Any,  # noqa: ANN401 - as above
    ) -> dict[str, Any]:
        """Send it; returns as much of an answer as discord.py cannot do without."""
        del params
        await super().request(route, session, **given)
        return {"interaction": {"id": route.webhook_id}}


class _Sending:
    """A session that sends a form with each request, as often as that is tried."""

    def __init__(self, session: aiohttp.ClientSession, body: bytes, boundary: str) -> None:
        self._session, self._body = session, body
        self._kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}

    def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        **given: Any,  # noqa: ANN401 - as above
    ) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        return self._session.request(
            method, url, **{**given, "headers": {**headers, **self._kind}, "data": self._body}
        )


def _form(fields: Iterable[Mapping[str, Any]]) -> tuple[bytes, str] | None:
    """Fields of a form as they are sent, and what stands between them; none where they are too large.

    As in RFC 7578, names as browsers write them.
    """
    boundary, parts, size = uuid4().hex, list[bytes](), 0
    for field in fields:
        value = field["value"]
        content = value.encode() if isinstance(value, str) else _whole(value)
        size += len(content)
        if size > LARGE:
            return None
        disposition = f'form-data; name="{_quoted(field["name"])}"'
        if filename := field.get("filename"):
            disposition += f'; filename="{_quoted(filename)}"'
        kind = f"Content-Type: {field['content_type']}\r\n" if field.get("content_type") else ""
        head = f"--{boundary}\r\nContent-Disposition: {disposition}\r\n{kind}\r\n"
        parts += (head.encode(), content, b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), boundary


def _whole(file: BinaryIO) -> bytes:
    """What a file holds from where it stands, and stays there; no more of it than would be too large."""
    place = file.tell()
    content = file.read(LARGE + 1)
    file.seek(place)
    return content


def _quoted(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


_ADAPTER: Final[AsyncWebhookAdapter] = _Adapter()  # type: ignore[no-untyped-call] # discord.py's own is not typed
_UNREAD: Final[AsyncWebhookAdapter] = _Unread()  # type: ignore[no-untyped-call] # as above


def exchange() -> None:
    """Send answers with our adapter from now on, in this task and those that it begins.

    A simulated Discord has its own, and keeps it.
    """
    if type(async_context.get()) is AsyncWebhookAdapter:
        async_context.set(_ADAPTER)


@contextmanager
def unread() -> Iterator[None]:
    """Discord sends nothing back for the first answer given in here, where its adapter is exchanged."""
    if async_context.get() is not _ADAPTER:
        yield
        return
    before = async_context.set(_UNREAD)
    try:
        yield
    finally:
        async_context.reset(before)
