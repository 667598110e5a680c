"""The stand-in itself: a server on 127.0.0.1, and what people do there."""

from __future__ import annotations

import asyncio
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Self

from aiohttp import web

from tools.standin.faults import Fault
from tools.standin.gateway import Break, Gateway
from tools.standin.interactions import PATIENCE, Interaction, Kind, command_data, described
from tools.standin.payloads import Json
from tools.standin.rest import Rest
from tools.standin.routes import Api
from tools.standin.world import BOT, Channel, Message, Person, World

LARGEST: Final = 26 << 20
"""The most bytes of a request: 25 MiB of files, and what is said of them."""

CLOSING: Final = 0.5
"""Seconds that open connections get at the end."""

_BUTTON: Final = 2


class CannotPress(LookupError):  # noqa: N818 - named by what happened
    """There is nothing like that on the message, or it is disabled, or shown to somebody else."""


class StandIn:
    """Discord, as far as one bot can tell, in however many processes. See `tools.standin`.

    `address` is where it answers, `token` the bot's. It forgets old messages beyond `kept`, and keeps the
    bytes of attachments only if asked to. `patience` is how many seconds a first answer may take. A bot that
    asks is told to run so many `shards`; `at_a_time` of them may begin within five seconds. Whoever leaves it
    gets an `AssertionError` if there are `wrong_requests`.
    """

    def __init__(
        self,
        *,
        kept: int = 5_000,
        keep_files: bool = False,
        patience: float = PATIENCE,
        shards: int = 1,
        at_a_time: int = 1,
    ) -> None:
        self.world = World(kept=kept, keep_files=keep_files)
        owner = urlsafe_b64encode(str(BOT).encode()).decode().rstrip("=")
        self.token = f"{owner}.standin.{secrets.token_hex(16)}"
        self.address = ""
        self.patience = patience
        self.gateway = Gateway(self.world, self.token)
        self.api = Api(self.world, self._announce, shards=shards, at_a_time=at_a_time)
        self.rest = Rest(self.api, self.token)
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

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.gateway.handle(request)
        return await self.rest.handle(request)

    def _announce(self, event: str, data: Json) -> None:
        task = asyncio.create_task(self.gateway.dispatch(event, data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What goes wrong

    def fail(self, pattern: str, **how: Any) -> Fault:  # noqa: ANN401 - the fields of a fault
        """Let requests fail; what a `Fault` takes."""
        fault = Fault(pattern, **how)
        self.rest.faults.append(fault)
        return fault

    async def end(self, how: Break, shard: int | None = None) -> None:
        """End the connections to the gateway, or that of one shard."""
        await self.gateway.end(how, shard)

    # What people do

    async def command(
        self, person: Person, channel: Channel, path: str, *, copies: int = 1, **given: object
    ) -> Interaction:
        """Somebody sends a command such as `table log`; raises `LookupError` if the bot has none."""
        data = command_data(self.world, path, given)
        return await self._send(Interaction(self.world.new_id(), Kind.COMMAND, person, channel), data, copies)

    async def press(
        self,
        person: Person,
        message: Message,
        custom_id: str = "",
        values: Sequence[str] = (),
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
        kind = _BUTTON
        if custom_id.startswith(":"):
            custom_id = custom_id.removeprefix(":")
        else:
            found = _found(person, message, custom_id, label)
            custom_id, kind = found["custom_id"], found["type"]
        return await self.send_press(person, message, custom_id, kind, values, copies, shard=shard)

    async def send_press(
        self,
        person: Person,
        message: Message,
        custom_id: str,
        kind: int = _BUTTON,
        values: Sequence[str] = (),
        copies: int = 1,
        *,
        shard: int | None = None,
    ) -> Interaction:
        """The same without a look at whether it is there; `kind` is the component's type."""
        data: Json = {"custom_id": custom_id, "component_type": kind}
        if kind != _BUTTON:
            data["values"] = list(values)
        interaction = Interaction(self.world.new_id(), Kind.CONTROL, person, message.channel, message)
        return await self._send(interaction, data, copies, shard)

    async def submit(self, asked: Interaction, values: dict[str, str], *, copies: int = 1) -> Interaction:
        """Somebody fills in the form that they were answered with, and sends it."""
        assert asked.form is not None, "no form was asked for"
        fields = [{"type": 4, "custom_id": name, "value": value} for name, value in values.items()]
        data = {
            "custom_id": asked.form["custom_id"],
            "components": [{"type": 18, "component": one} for one in fields],
        }
        new = Interaction(self.world.new_id(), Kind.FORM, asked.person, asked.channel, asked.source)
        return await self._send(new, data, copies)

    async def _send(
        self, interaction: Interaction, data: Json, copies: int, shard: int | None = None
    ) -> Interaction:
        interaction.patience = self.patience
        about = described(interaction, data)
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


def _found(person: Person, message: Message, custom_id: str, label: str) -> Json:
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
