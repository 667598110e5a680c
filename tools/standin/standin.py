"""The stand-in itself: a server on 127.0.0.1, and what people do there."""

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
"""The most bytes of a request: 25 MiB of files, and what is said of them."""

CLOSING: Final = 0.5
"""Seconds that open connections get at the end."""

_BUTTON: Final = 2


class StandIn:
    """Discord, as far as one bot can tell, in however many processes. See `tools.standin`.

    `address` is where it answers, `token` the bot's. It forgets old messages beyond `kept`, and keeps the
    bytes of attachments only if asked to. `patience` is how many seconds a first answer may take. A bot that
    asks is told to run so many `shards`; `at_a_time` of them may begin within five seconds. Whoever leaves it
    gets an `AssertionError` if there are `wrong_requests`. `limited`: it has Discord's rate limits
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
        told = "the bot has sent what Discord refuses:\n" + "\n".join(wrong)
        error = raised[1] if raised else None
        if not isinstance(error, BaseException):
            raise AssertionError(told)  # noqa: TRY004 - nothing is of a wrong type
        error.add_note(told)

    def wrong_requests(self) -> list[str]:
        """What no bot should send and yet was sent, with how often; from now on it is forgotten."""
        found = self.world.violations + self.rest.unknown
        self.world.violations.clear()
        self.rest.unknown.clear()
        return [f"{times} x {what}" for what, times in sorted(found.items())]

    def _channel_of(self, token: str) -> int | None:
        """The channel of an interaction."""
        interaction = self.api.by_token.get(token)
        return None if interaction is None else interaction.channel.id

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.gateway.handle(request)
        if request.path.startswith("/attachments/"):
            return self._file(request.path)
        if request.path.endswith("/oauth2/token"):  # asked without the bot's token
            return web.json_response({"error": "invalid_grant"}, status=400)
        return await self.rest.handle(request)

    def _keep(self, upload: Upload) -> Json:
        """Keep a file that somebody brings; returns how Discord describes it."""
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
        """A file that somebody has brought, or an attachment of a message, if these are kept."""
        if path in self._brought:
            return web.Response(body=self._brought[path].data)
        number = path.split("/")[3]
        there = (message.files for message in self.world.messages.values())
        found = next((files[int(number)] for files in there if int(number) in files), None)
        return web.Response(status=404) if found is None else web.Response(body=found)

    def _announce(self, event: str, data: Json) -> None:
        task = asyncio.create_task(self.gateway.dispatch(event, data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What goes wrong

    def fail(self, pattern: str, **how: Any) -> InjectedFault:  # noqa: ANN401 - the fields of a fault
        """Let requests fail; what a `Fault` takes."""
        fault = InjectedFault(pattern, **how)
        self.rest.faults.append(fault)
        return fault

    async def end(self, how: Break, shard: int | None = None) -> None:
        """End the connections to the gateway, or that of one shard."""
        await self.gateway.end(how, shard)

    async def join(self, server: FakeServer) -> None:
        """The bot joins a server that was made since it connected."""
        about = server_object(self.world, server)
        del about["unavailable"]  # which tells a server that is back from one that is new
        await self.gateway.dispatch("GUILD_CREATE", about, (server.id >> 22) % self.api.shards)

    async def archive_thread(
        self, thread: FakeChannel, *, archived: bool = True, locked: bool = True
    ) -> None:
        """A moderator archives and locks a thread, or opens it again."""
        thread.archived, thread.locked = archived, locked
        await self.gateway.dispatch("THREAD_UPDATE", channel_object(thread))

    # What people do

    async def command(
        self, person: FakeUser, channel: FakeChannel, path: str, /, *, copies: int = 1, **given: object
    ) -> Interaction:
        """Somebody sends a command such as `table log`, with options as `interaction_data` takes them.

        Raises `CannotPress` if there is none there, or it takes no such options.
        """
        values = self._values(channel)
        data = command_data(self.world, channel, path, given, values)
        new = Interaction(self.world.new_id(), InteractionKind.COMMAND, person, channel, what=f"/{path}")
        return await self._send(new, data, copies)

    async def type(
        self, person: FakeUser, channel: FakeChannel, path: str, option: str, text: str, /, **given: object
    ) -> Interaction:
        """Somebody types into an option of a command, others being `given`; what is offered are `choices`."""
        values = self._values(channel)
        data = command_data(self.world, channel, path, {**given, option: text}, values, option)
        what = f"typing {option} of /{path}"
        new = Interaction(self.world.new_id(), InteractionKind.TYPING, person, channel, what=what)
        return await self._send(new, data)

    async def menu(
        self, person: FakeUser, channel: FakeChannel, name: str, target: FakeUser | FakeMessage
    ) -> Interaction:
        """Somebody uses what stands in the menu of a person or of a message; raises `CannotPress`."""
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
        """Somebody presses a button, or chooses values of a list, by its custom_id or by what stands on it.

        Raises `CannotPress`. A custom_id that is not on the message, such as that of an older board, needs a
        `:` before it: Discord checks that no more than the bot does. `shard`: it comes to that one, as it may
        where somebody has brought the bot along for themselves.
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
        """The same without a look at whether it is there; `kind` is the component's type."""
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
        self, asked: Interaction, values: Mapping[str, object], *, copies: int = 1
    ) -> Interaction:
        """Somebody fills in the form that they were answered with, each field by its custom_id, and sends it.

        A text is a `str`, what is chosen or uploaded a list, a radio group a `str`, a checkbox a `bool`.
        Raises `CannotPress` for what the form does not take.
        """
        assert asked.form is not None, "no form was asked for"
        data = form_data(asked.form, values, self._values(asked.channel))
        what = f"the form {asked.form['custom_id']}"
        new = Interaction(
            self.world.new_id(), InteractionKind.FORM, asked.person, asked.channel, asked.source, what
        )
        return await self._send(new, data, copies)

    async def _send(
        self, interaction: Interaction, data: Json, copies: int = 1, shard: int | None = None
    ) -> Interaction:
        interaction.patience = self.patience
        about = interaction_payload(interaction, data)
        self.api.expect(interaction)
        interaction.sent = time.perf_counter()
        for _ in range(copies):
            await self.gateway.dispatch("INTERACTION_CREATE", about, shard)
        return interaction

    # Waiting

    async def until(self, condition: Callable[[], object], seconds: float = 10.0) -> None:
        """Wait until something is so, looked at after each request; raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while not condition():
                self.rest.moved.clear()
                await self.rest.moved.wait()

    async def quiet(self, calm: float = 0.2, seconds: float = 10.0) -> None:
        """Wait until the bot has called nothing for a while; raises `TimeoutError` if it goes on and on."""
        async with asyncio.timeout(seconds):
            while True:
                self.rest.moved.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.rest.moved.wait(), calm)
                    continue
                if not self.rest.under_way:
                    return


def _find_control(person: FakeUser, message: FakeMessage, custom_id: str, label: str) -> Json:
    """The control that is meant; raises `CannotPress`."""
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
