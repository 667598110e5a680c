"""The stand-in itself: a server on 127.0.0.1, and the actions of users."""

from __future__ import annotations

import asyncio
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Self

from aiohttp import web

from tools.standin.faults import InjectedFault
from tools.standin.gateway import Break, Gateway
from tools.standin.interaction_data import (
    CannotPress,
    Values,
    check_chosen,
    command_data,
    control_data,
    form_data,
    menu_data,
)
from tools.standin.interactions import PATIENCE, Interaction, InteractionKind, interaction_payload
from tools.standin.oauth import OAuth
from tools.standin.payloads import Json
from tools.standin.rates import Rates
from tools.standin.rest import RestApi
from tools.standin.routes import ApiContext
from tools.standin.world import (
    BOT,
    DiscordState,
    FakeChannel,
    FakeMessage,
    FakeServer,
    FakeUser,
    Upload,
    channel_object,
    server_object,
)

LARGEST: Final = 26 << 20
"""The most bytes of a request: 25 MiB of files, and their payload."""

CLOSING: Final = 0.5
"""Seconds that open connections get at the end."""

_BUTTON: Final = 2


class StandIn:
    """Discord for one bot, in any number of processes. See `tools.standin`.

    `address` is where it listens, `token` the bot's. It forgets old messages beyond `kept`, and keeps the
    bytes of attachments only with `keep_files`. `patience` is how many seconds a first answer may take. A bot
    that asks is told to run so many `shards`; `at_a_time` of them may identify within five seconds. Leaving
    it raises an `AssertionError` if there are `wrong_requests`. `limited`: it has Discord's rate limits
    (`tools.standin.rates`).
    """

    def __init__(
        self,
        *,
        kept: int = 5_000,
        keep_files: bool = False,
        patience: float = PATIENCE,
        shards: int = 1,
        at_a_time: int = 1,
        limited: bool = False,
    ) -> None:
        self.world = DiscordState(kept=kept, keep_files=keep_files)
        owner = urlsafe_b64encode(str(BOT).encode()).decode().rstrip("=")
        self.token = f"{owner}.standin.{secrets.token_hex(16)}"
        self.oauth = OAuth()
        self.address = ""
        self.patience = patience
        self.gateway = Gateway(self.world, self.token)
        self.api = ApiContext(self.world, self._announce, shards=shards, at_a_time=at_a_time)
        self.rest = RestApi(self.api, self.token, Rates(self._channel_of) if limited else None)
        self._brought: dict[str, Upload] = {}
        self._runner: web.ServerRunner | None = None
        self._tasks = set[asyncio.Task[None]]()

    async def __aenter__(self) -> Self:
        server = web.Server(self._handle, request_factory=_request)
        self._runner = web.ServerRunner(server, shutdown_timeout=CLOSING)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = "http://127.0.0.1:{1}".format(*self._runner.addresses[0])
        self.world.base = self.address
        self.gateway.url = self.api.gateway_url = self.address.replace("http", "ws", 1) + "/"
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.gateway.end(Break.CUT)
        assert self._runner is not None
        await self._runner.cleanup()
        if not (wrong := self.wrong_requests()):
            return
        report = "the bot has sent what Discord refuses:\n" + "\n".join(wrong)
        error = raised[1] if raised else None
        if not isinstance(error, BaseException):
            raise AssertionError(report)  # noqa: TRY004 - nothing is of a wrong type
        error.add_note(report)

    def wrong_requests(self) -> list[str]:
        """Return the requests that no bot should send, each with its count, and forget them."""
        counts = self.world.violations + self.rest.unknown
        self.world.violations.clear()
        self.rest.unknown.clear()
        return [f"{times} x {what}" for what, times in sorted(counts.items())]

    def _channel_of(self, token: str) -> int | None:
        """Return the channel of an interaction."""
        interaction = self.api.by_token.get(token)
        return None if interaction is None else interaction.channel.id

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.gateway.handle(request)
        if request.path.startswith("/attachments/"):
            return self._file(request.path)
        if request.path.endswith("/oauth2/token"):
            return await self.oauth.token(request)
        if request.headers.get("Authorization", "").startswith("Bearer ") and request.path.endswith(
            "/users/@me"
        ):
            return self.oauth.me(request)
        return await self.rest.handle(request)

    def _keep(self, upload: Upload) -> Json:
        """Store a file that a user uploads; returns its description by Discord."""
        number = str(self.world.new_id())
        path = f"/attachments/{number}/{number}/{upload.name}"
        self._brought[path] = upload
        url = f"{self.address}{path}"
        return {
            "id": number,
            "filename": upload.name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": "application/octet-stream",
            "ephemeral": True,
        }

    def _values(self, channel: FakeChannel) -> Values:
        return Values(self._keep, channel.server is not None)

    def _file(self, path: str) -> web.Response:
        """Return a file that a user uploaded, or an attachment of a message, if these are kept."""
        if path in self._brought:
            return web.Response(body=self._brought[path].data)
        number = path.split("/")[3]
        stored = (message.files for message in self.world.messages.values())
        data = next((files[int(number)] for files in stored if int(number) in files), None)
        return web.Response(status=404) if data is None else web.Response(body=data)

    def _announce(self, event: str, data: Json) -> None:
        task = asyncio.create_task(self.gateway.dispatch(event, data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Faults

    def fail(self, pattern: str, **how: Any) -> InjectedFault:  # noqa: ANN401 - the fields of a fault
        """Inject a fault; takes the fields of an `InjectedFault`."""
        fault = InjectedFault(pattern, **how)
        self.rest.faults.append(fault)
        return fault

    async def end(self, how: Break, shard: int | None = None) -> None:
        """End all connections to the gateway, or that of one shard."""
        await self.gateway.end(how, shard)

    async def join(self, server: FakeServer) -> None:
        """Let the bot join a server that was made since it connected."""
        payload = server_object(self.world, server)
        del payload["unavailable"]  # a server with it would be one that is back, not a new one
        await self.gateway.dispatch("GUILD_CREATE", payload, (server.id >> 22) % self.api.shards)

    async def archive_thread(
        self, thread: FakeChannel, *, archived: bool = True, locked: bool = True
    ) -> None:
        """Let a moderator archive and lock a thread, or reopen it."""
        thread.archived, thread.locked = archived, locked
        await self.gateway.dispatch("THREAD_UPDATE", channel_object(thread))

    # Actions of users

    async def command(
        self, person: FakeUser, channel: FakeChannel, path: str, /, *, copies: int = 1, **given: object
    ) -> Interaction:
        """Let a user send a command such as `table log`; `given` are its options.

        Raises `CannotPress` if the command does not exist here, or does not take these options.
        """
        values = self._values(channel)
        data = command_data(self.world, channel, path, given, values)
        new = Interaction(self.world.new_id(), InteractionKind.COMMAND, person, channel, what=f"/{path}")
        return await self._send(new, data, copies)

    async def type(
        self, person: FakeUser, channel: FakeChannel, path: str, option: str, text: str, /, **given: object
    ) -> Interaction:
        """Let a user type into an option of a command; the result has the offered `choices`."""
        values = self._values(channel)
        data = command_data(self.world, channel, path, {**given, option: text}, values, option)
        what = f"typing {option} of /{path}"
        new = Interaction(self.world.new_id(), InteractionKind.TYPING, person, channel, what=what)
        return await self._send(new, data)

    async def menu(
        self, person: FakeUser, channel: FakeChannel, name: str, target: FakeUser | FakeMessage
    ) -> Interaction:
        """Let a user use a context menu command of a user or a message; raises `CannotPress`."""
        data = menu_data(self.world, channel, name, target, self._values(channel))
        new = Interaction(self.world.new_id(), InteractionKind.COMMAND, person, channel, what=name)
        return await self._send(new, data)

    async def press(
        self,
        person: FakeUser,
        message: FakeMessage,
        custom_id: str = "",
        values: Sequence[object] = (),
        *,
        label: str = "",
        copies: int = 1,
        shard: int | None = None,
    ) -> Interaction:
        """Let a user press a button, or choose values of a list, by its custom_id or its label.

        Raises `CannotPress`. A custom_id that is not on the message, such as that of an older board, needs a
        `:` before it: Discord does not check that. `shard`: the click is sent to that shard, as is possible
        for a user-installed bot.
        """
        if custom_id.startswith(":"):
            control = {"custom_id": custom_id.removeprefix(":"), "type": _BUTTON}
        else:
            control = _find_control(person, message, custom_id, label)
            if control["type"] != _BUTTON:
                check_chosen(control, values)
        return await self._press(person, message, control, values, copies, shard)

    async def send_press(
        self,
        person: FakeUser,
        message: FakeMessage,
        custom_id: str,
        kind: int = _BUTTON,
        values: Sequence[object] = (),
        copies: int = 1,
        *,
        shard: int | None = None,
    ) -> Interaction:
        """Let a user press without checking that the control exists; `kind` is the component's type."""
        control = {"custom_id": custom_id, "type": kind}
        return await self._press(person, message, control, values, copies, shard)

    async def _press(
        self,
        person: FakeUser,
        message: FakeMessage,
        control: Json,
        values: Sequence[object],
        copies: int,
        shard: int | None,
    ) -> Interaction:
        data = control_data(control, values, self._values(message.channel))
        number, what = self.world.new_id(), control["custom_id"]
        new = Interaction(number, InteractionKind.CONTROL, person, message.channel, message, what)
        return await self._send(new, data, copies, shard)

    async def submit(
        self, interaction: Interaction, values: Mapping[str, object], *, copies: int = 1
    ) -> Interaction:
        """Let a user fill in and send the form they were answered with, each field by its custom_id.

        A text is a `str`, chosen or uploaded values are a list, a radio group is a `str`, a checkbox a
        `bool`. Raises `CannotPress` for values that the form does not take.
        """
        assert interaction.form is not None, "no form was asked for"
        data = form_data(interaction.form, values, self._values(interaction.channel))
        what = f"the form {interaction.form['custom_id']}"
        new = Interaction(
            self.world.new_id(),
            InteractionKind.FORM,
            interaction.person,
            interaction.channel,
            interaction.source,
            what,
        )
        return await self._send(new, data, copies)

    async def _send(
        self, interaction: Interaction, data: Json, copies: int = 1, shard: int | None = None
    ) -> Interaction:
        interaction.patience = self.patience
        payload = interaction_payload(interaction, data)
        self.api.expect(interaction)
        interaction.sent = time.perf_counter()
        for _ in range(copies):
            await self.gateway.dispatch("INTERACTION_CREATE", payload, shard)
        return interaction

    # Waiting

    async def until(self, condition: Callable[[], object], seconds: float = 10.0) -> None:
        """Wait until a condition holds, checked after each request; raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while not condition():
                self.rest.moved.clear()
                await self.rest.moved.wait()

    async def quiet(self, calm: float = 0.2, seconds: float = 10.0) -> None:
        """Wait until the bot has sent no request for `calm` seconds; raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while True:
                self.rest.moved.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.rest.moved.wait(), calm)
                    continue
                if not self.rest.under_way:
                    return


def _find_control(person: FakeUser, message: FakeMessage, custom_id: str, label: str) -> Json:
    """Return the control with this custom_id or label; raises `CannotPress`."""
    if message.shown_to not in (None, person):
        raise CannotPress(f"{person.name} does not see this message")
    for part in message.controls:
        if custom_id and part["custom_id"] == custom_id:
            return part
        if label and label in (part.get("label"), part.get("placeholder")):
            return part
    offered = [part.get("label") or part.get("placeholder") or part["custom_id"] for part in message.controls]
    raise CannotPress(f"no {custom_id or label!r} among {offered}")


def _request(*given: Any) -> web.BaseRequest:  # noqa: ANN401 - aiohttp's
    message, payload, protocol, writer, task = given
    loop = asyncio.get_running_loop()
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=LARGEST)
