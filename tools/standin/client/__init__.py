"""Discord's client and its proxy for Activities, at their own addresses in a browser.

    async with StandIn() as discord, DiscordClient(discord, "http://127.0.0.1:8378") as client:
        browser = await playwright.chromium.launch(args=client.arguments)
        page = await (await browser.new_context(ignore_https_errors=True)).new_page()
        await page.goto(client.open(alice, activity))      # an instance that the bot has launched
        board = page.frame_locator("iframe")

The browser resolves `discord.com` and `<application id>.discordsays.com` to this server, so that all origins,
referrers and policies are those that Discord's client has. `client.js` is the other end of the Embedded App
SDK, and checks its messages by the SDK's own schema (`schema.js`, made by `tools/activity`): a test reads its
`faults`. The proxy maps `/` to the bot's address, hides the user's address, and adds its own policy.
"""

from __future__ import annotations

import json
import secrets
import ssl
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

from aiohttp import ClientError, ClientSession, web
from yarl import URL

from tools.standin.oauth import SCOPES
from tools.standin.payloads import Json
from tools.standin.standin import StandIn
from tools.standin.world import BOT, FakeActivity, FakeUser, user_object

CLIENT: Final = "discord.com"
PROXY: Final = f"{BOT}.discordsays.com"
"""The hosts of Discord's client, and of its proxy for this application."""

HERE: Final = Path(__file__).parent

POLICY: Final = f"default-src https://{PROXY} blob: data: 'unsafe-inline' 'unsafe-eval'; frame-ancestors https://discord.com"
"""What the proxy lets a page load, as far as it is documented: nothing but itself."""

_OF_CONNECTION: Final = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "host"}
)
_MINE: Final = frozenset({"x-forwarded-for", "accept-encoding"})
"""Headers of a connection, and those that the proxy sets itself."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A user's open client, with an Activity in it."""

    person: FakeUser
    activity: FakeActivity


class DiscordClient:
    """The client and the proxy; `target` is the address of the bot's pages, `host` its public name.

    `holds_streams`: the proxy passes an answer on when it is complete, so that a stream never arrives.
    """

    def __init__(self, discord: StandIn, target: str, *, host: str = "play.example.org") -> None:
        self._discord = discord
        self._target = URL(target)
        self._host = host
        self._seats: dict[str, Seat] = {}
        self._runner: web.AppRunner | None = None
        self._folder = TemporaryDirectory()
        self._session: ClientSession | None = None
        self.port = 0
        self.holds_streams = False

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._session = ClientSession(auto_decompress=False)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=_context(Path(self._folder.name))).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._session is not None
        assert self._runner is not None
        await self._session.close()
        await self._runner.cleanup()
        self._folder.cleanup()

    @property
    def arguments(self) -> list[str]:
        """Chromium's arguments for a browser that takes this for Discord."""
        hosts = ", ".join(f"MAP {host}:443 127.0.0.1:{self.port}" for host in (CLIENT, PROXY))
        return ["--no-sandbox", "--ignore-certificate-errors", f"--host-resolver-rules={hosts}"]

    def open(self, person: FakeUser, activity: FakeActivity, **query: str) -> str:
        """Open a client of a user, with an Activity in it; returns its address.

        `query` changes what the client tells the Activity, which may be made up.
        """
        key = secrets.token_hex(8)
        self._seats[key] = Seat(person, activity)
        return str(URL(f"https://{CLIENT}/channels/{key}").with_query(query))

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if request.host == PROXY:
            return await self._forward(request)
        match request.path.strip("/").split("/"):
            case ["client", ("client.js" | "schema.js") as name]:
                return web.FileResponse(HERE / name)
            case ["channels", key] if key in self._seats:
                return self._page(key, request.query)
            case ["client", key, what] if key in self._seats and request.method == "POST":
                return self._answer(self._seats[key], what, json.loads(await request.text()))
        raise web.HTTPNotFound

    def _page(self, key: str, changed: Mapping[str, str]) -> web.Response:
        """Return the client, with the Activity in a frame."""
        activity = self._seats[key].activity
        query = {
            "instance_id": activity.id,
            "location_id": activity.id.split("-", 2)[2],
            "launch_id": activity.id.split("-")[1],
            "channel_id": str(activity.channel.id),
            "frame_id": key,
            "platform": "desktop",
        }
        if activity.channel.server is not None:
            query["guild_id"] = str(activity.channel.server.id)
        address = URL(f"https://{PROXY}/").with_query(query | dict(changed))
        filled = {"seat": key, "origin": f"https://{PROXY}", "application": str(BOT), "address": str(address)}
        text = (HERE / "client.html").read_text(encoding="utf-8")
        for name, value in filled.items():
            text = text.replace("{{" + name + "}}", escape(value))
        return web.Response(text=text, content_type="text/html")

    def _answer(self, seat: Seat, what: str, args: Json) -> web.Response:
        """Answer a command that Discord's servers answer."""
        person, oauth = seat.person, self._discord.oauth
        match what:
            case "authorize":
                try:
                    return web.json_response({"code": oauth.authorize(person, args)})
                except ValueError as error:
                    return web.json_response({"error": str(error)}, status=400)
            case "authenticate":
                token = str(args.get("access_token"))
                if oauth.tokens.get(token) is not person:
                    return web.json_response({"error": "no token of this user"}, status=400)
                about = {"access_token": token, "user": user_object(person), "scopes": SCOPES}
                application = {"id": str(BOT), "description": "", "name": "thebot", "icon": None}
                return web.json_response(about | {"expires": "2030-01-01", "application": application})
            case "participants":
                people = [user_object(one) | {"flags": 0} for one in seat.activity.people]
                return web.json_response({"participants": people})
            case "locale":
                return web.json_response({"locale": person.locale})
        raise web.HTTPNotFound

    async def _forward(self, request: web.Request) -> web.StreamResponse:
        """Forward a request to the bot, and its answer as it comes."""
        assert self._session is not None
        url = self._target.join(URL(request.raw_path.removeprefix("/.proxy"), encoded=True))
        kept = {
            name: value
            for name, value in request.headers.items()
            if name.lower() not in _OF_CONNECTION | _MINE
        }
        headers = {**kept, "Host": self._host, "X-Forwarded-For": "192.0.2.1"}
        body = await request.read()
        async with self._session.request(
            request.method, url, headers=headers, data=body or None, allow_redirects=False
        ) as answer:
            response = web.StreamResponse(status=answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in _OF_CONNECTION or name.lower() == "content-encoding":
                    response.headers.add(name, value)
            response.headers.add("Content-Security-Policy", POLICY)
            held = await answer.read() if self.holds_streams else b""
            await response.prepare(request)
            await response.write(held)
            with suppress(ClientError, ConnectionError):  # the bot, or the browser, has ended a stream
                async for part in answer.content.iter_any():
                    await response.write(part)
            return response


def _context(folder: Path) -> ssl.SSLContext:
    """Return TLS with a certificate of its own, made by openssl."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    files = ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", f"/CN={CLIENT}"]
    subprocess.run([*new, *files], check=True, capture_output=True)  # noqa: S603 - a fixed command
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
