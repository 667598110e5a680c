"""Forms as they are sent, as somebody else reads them."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from io import BytesIO
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.ui.kit.adapter import LARGE, exchange


def read(kind: str, body: bytes) -> list[tuple[str | None, str | None, str, bytes]]:
    """The parts of a form: names, names of files, their kinds and what they hold."""
    whole = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    assert whole.is_multipart()
    parts: list[Message[str, str]] = whole.get_payload()  # type: ignore[assignment] # it has several
    return [
        (
            _named(part, "name"),
            part.get_filename(),
            part.get_content_type(),
            part.get_payload(decode=True),  # type: ignore[misc] # bytes, as it has no parts
        )
        for part in parts
    ]


def _named(part: Message[str, str], name: str) -> str | None:
    found = part.get_param(name, header="content-disposition")
    return found if isinstance(found, str) else None


class Discord:
    """Hears forms, and fails as often as it is told to."""

    def __init__(self, failing: int = 0) -> None:
        self.heard = list[list[tuple[str | None, str | None, str, bytes]]]()
        self._failing = failing

    async def answer(self, request: web.Request) -> web.Response:
        self.heard.append(read(request.headers["Content-Type"], await request.read()))
        if self._failing:
            self._failing -= 1
            return web.json_response({}, status=502)
        return web.Response(body=b'{"id": "1"}', content_type="application/json")


PICTURE = b"\x89PNG\r\n\x1a\n\r\n--\r\n\r\n" + bytes(range(256))


def fields(content: bytes = PICTURE, filename: str = "board.png") -> list[dict[str, Any]]:
    """The fields of a message with a file, as discord.py gives them."""
    file = {"value": BytesIO(content), "filename": filename, "content_type": "application/octet-stream"}
    return [{"name": "payload_json", "value": '{"content":"Käse"}'}, {"name": "files[0]", **file}]


async def sent(discord: Discord, form: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> object:
    """What comes back for a form that is sent as ours."""
    app = web.Application(client_max_size=1 << 24)
    app.router.add_post("/{path:.*}", discord.answer)
    monkeypatch.setattr("asyncio.sleep", _at_once)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call] # discord.py's own is not typed
        exchange()
        ours = async_context.get()
        assert type(ours) is not AsyncWebhookAdapter
        return await ours.request(Route("POST", "/answer"), session, multipart=form)


async def _at_once(_: float) -> None:
    """Nobody waits here for another try."""


async def test_a_form_arrives_as_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    discord = Discord()
    assert await sent(discord, fields(), monkeypatch) == {"id": "1"}
    assert discord.heard == [
        [
            ("payload_json", None, "text/plain", '{"content":"Käse"}'.encode()),
            ("files[0]", "board.png", "application/octet-stream", PICTURE),
        ]
    ]


async def test_a_form_that_failed_is_sent_again_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    discord = Discord(failing=2)
    await sent(discord, fields(), monkeypatch)
    assert len(discord.heard) == 3
    assert discord.heard[0] == discord.heard[1] == discord.heard[2]


async def test_no_name_of_a_file_begins_another_part(monkeypatch: pytest.MonkeyPatch) -> None:
    discord = Discord()
    await sent(discord, fields(filename='a"\r\n\r\nb.png'), monkeypatch)
    assert [(name, file) for name, file, _, _ in discord.heard[0]] == [
        ("payload_json", None),
        ("files[0]", "a%22%0D%0A%0D%0Ab.png"),
    ]


async def test_a_film_is_sent_from_its_first_byte_on(monkeypatch: pytest.MonkeyPatch) -> None:
    film = bytes(range(256)) * (LARGE // 256 + 1)
    discord = Discord()
    await sent(discord, fields(film), monkeypatch)
    assert discord.heard[0][1][3] == film


async def test_a_message_without_files_is_sent_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py gives an empty list of fields for follow-ups and edits that bring no file."""
    bodies = list[tuple[str, bytes]]()

    async def answer(request: web.Request) -> web.Response:
        bodies.append((request.content_type, await request.read()))
        return web.Response(body=b'{"id": "1"}', content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    monkeypatch.setattr("asyncio.sleep", _at_once)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call] # discord.py's own is not typed
        exchange()
        ours = async_context.get()
        given: dict[str, Any] = {
            "session": session,
            "payload": {"content": "Käse"},
            "multipart": [],
            "files": [],
        }
        await ours.execute_webhook(10, "token", **given)
        await ours.edit_webhook_message(10, "token", 1, **given)
    assert bodies == [("application/json", '{"content":"Käse"}'.encode())] * 2
