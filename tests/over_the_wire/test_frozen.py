"""A process that was stopped while another one took its shards saves, sends and calls nothing any more."""

# ruff: noqa: S608, SLF001 - numbers of ours are put in; presses are made ready, and both processes hear of them

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import web

from bot.ops.location import Postgres
from bot.store.upkeep.hosted import examine
from bot.ui.alarms.messenger import MARK
from tests.databases import raw, rows_of
from tests.over_the_wire.tables import House, Place
from tools.load.tables import PossiblePress
from tools.standin.faults import InjectedFault
from tools.standin.process import Bot
from tools.standin.standin import StandIn

STOPPED: Final = 40.0
"""Seconds for which the first process is stopped, at least."""

ENDING: Final = 20.0
"""Seconds in which it ends by itself when it goes on."""

SHARDS: Final = "0/2"

NAME: Final = "first"
"""What the connections of the first process to the database are called."""

MOMENTS: Final = ("idle", "click", "save", "answer", "sent", "cut", "limited", "due")
"""Where each table is when the process is stopped.

Nothing goes on at the first one. On its way is: a click that has not begun; a save, whose transaction is
open; an answer, after which a new board is to be posted; an alarm that Discord has taken; one that it has not
taken; one that it wants to get later. At the last table an alarm falls due before the process goes on.
"""

CALL: Final = (
    "INSERT INTO alarms (kind, due, table_id, user_id, turn) VALUES ('call', ?, ?, ?, ?) RETURNING id"
)

AUDIT: Final = (
    "CREATE SCHEMA audit",
    "CREATE TABLE audit.written (id SERIAL, who TEXT, what TEXT)",
    """CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
        INSERT INTO audit.written (who, what) VALUES (current_setting(''application_name''), TG_TABLE_NAME);
        RETURN NULL;
    END'""",
)
"""Notes which rows are written by which connection, of every table with the trigger below."""

TRIGGER: Final = (
    "CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON {} FOR EACH ROW EXECUTE FUNCTION audit.note()"
)


class AddressPerProcess(StandIn):
    """The stand-in with an address for each process, so that it knows who has sent a request."""

    def __init__(self) -> None:
        super().__init__(patience=120, shards=2, at_a_time=16)
        self.requests = list[tuple[int, str]]()
        """All that was asked for, and the port of the address that was used."""

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if "Upgrade" not in request.headers and request.transport is not None:
            port = request.transport.get_extra_info("sockname")[1]
            self.requests.append((port, f"{request.method} {request.path}"))
        return await super()._handle(request)

    async def open_door(self) -> int:
        """Have processes that are started from now on use another address; returns its port."""
        assert self._runner is not None
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port: int = self._runner.addresses[-1][1]
        self.address = f"http://127.0.0.1:{port}"
        return port


class Scene:
    """A process with tables, and another one that is started in its place."""

    def __init__(self, discord: AddressPerProcess, ours: Postgres, folder: Path) -> None:
        self.discord, self.ours = discord, ours
        self.rooms = House(discord, ours)
        server = discord.world.server("server", (0, 2))
        self.tables = {moment: self.rooms.place("thud", Place.CHANNEL, server) for moment in MOMENTS}
        self.alarms = list[int]()
        address = Postgres(f"{ours.url}{'&' if '?' in ours.url else '?'}application_name={NAME}")
        self.first = Bot(discord, address, log=folder / "first", shards=SHARDS)
        self.second = Bot(discord, ours, log=folder / "second", shards=SHARDS)
        self.port = 0
        with raw(ours) as connection:
            for statement in AUDIT:
                connection.execute(statement)
            named = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
            for (table,) in connection.execute(named).fetchall():
                connection.execute(TRIGGER.format(table))

    async def begin(self) -> None:
        """The first process opens all tables."""
        self.port = await self.discord.open_door()
        await self.first.start()
        await self.discord.open_door()
        await asyncio.gather(*(self.rooms.open(table) for table in self.tables.values()))

    def tables_written(self, after: int = 0) -> list[tuple[int, str]]:
        """In which tables the first process has written, and the numbers of these notes."""
        found = f"SELECT id, what FROM audit.written WHERE who = '{NAME}' AND id > {after} ORDER BY id"
        return rows_of(self.ours, found)

    def sent_requests(self) -> list[str]:
        """What the first process has asked Discord for."""
        return [what for port, what in self.discord.requests if port == self.port]

    def alarm(self, moment: str, seconds: float = 0.0) -> None:
        """Whoever must act at a table is to be called so many seconds from now."""
        table = self.tables[moment]
        (person,) = self.rooms.acting_people(table)
        given = (time.time() + seconds, table.number, person.id, self.rooms.row(table).turn)
        with raw(self.ours) as connection:
            ((alarm,),) = connection.execute(CALL, given).fetchall()
        self.alarms.append(alarm)

    def count_messages(self) -> list[int]:
        """How many messages were sent for each alarm, be they gone by now."""
        known = [one for channel in self.rooms.seen.values() for one in channel.values()]
        marks = [part.get("id") for message in known for part in message.components]
        return [marks.count(MARK + alarm) for alarm in self.alarms]

    def hold_up(self, moment: str, **how: Any) -> InjectedFault:
        """A fault of the next message to the channel of a table."""
        fault = InjectedFault(rf"POST /channels/{self.tables[moment].channel.id}/messages", **how)
        self.discord.rest.faults.append(fault)
        return fault

    async def aim(self, moment: str) -> PossiblePress:
        """What somebody will press at a table."""
        table = self.tables[moment]
        press = await self.rooms.ready(table)
        self.discord.world.talk(table.channel)
        table.before, table.clicker = self.rooms.row(table), press.person
        table.pings = self.rooms.pings(table)
        return press

    async def stop_first(self) -> None:
        """Stop the first process with each table at its moment."""
        for moment in ("sent", "cut", "limited"):
            self.alarm(moment)
        held_up = (
            self.hold_up("sent", late=STOPPED / 2),
            self.hold_up("cut", delay=STOPPED / 2, cut=True),
            self.hold_up("limited", retry_after=STOPPED / 2),
        )
        assert await self.rooms.until(lambda: all(fault.hits for fault in held_up))
        saved, clicked = await self.aim("save"), await self.aim("click")
        await self.rooms.click(
            self.tables["answer"],
            lambda asked: [InjectedFault(rf"POST /interactions/{asked.id}/.*/callback", delay=STOPPED / 4)],
        )
        self.alarm("due", STOPPED / 2)
        with raw(self.ours) as other:
            other.execute("BEGIN")
            other.execute("SELECT FROM tables WHERE id = ? FOR UPDATE", (self.tables["save"].number,))
            await self.rooms.press(saved)
            locked = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = "
            assert await self.rooms.until(lambda: bool(rows_of(self.ours, f"{locked}'{NAME}'")))
            await self.rooms.press(clicked)
            os.killpg(self.first.pid, signal.SIGSTOP)
            other.execute("ROLLBACK")

    async def start_second(self) -> None:
        """Start the second process; Discord tells both what happens from then on."""
        sessions = self.discord.gateway._sessions
        session = sessions.pop((0, 2))
        await self.second.start()
        sessions[0, 0] = session

    async def rest(self) -> None:
        """Wait until all boards are right, and no alarm is due."""
        due = f"SELECT kind, table_id FROM alarms WHERE id IN ({', '.join(map(str, self.alarms))})"

        def wrong() -> list[object]:
            found = ((moment, self.rooms.wrong(table)) for moment, table in self.tables.items())
            return [*(one for one in found if one[1]), *rows_of(self.ours, due)]

        assert await self.rooms.until(lambda: not wrong()), wrong()

    def waiting(self) -> list[str]:
        """Where something must still be shown, or taken away."""
        return [moment for moment, table in self.tables.items() if self.rooms.row(table).waiting]

    async def check(self, moment: str) -> None:
        """The board of a table is right, and everybody was called once who had to be."""
        await self.rooms.wait_until_right(self.tables[moment])
        assert self.rooms.wrong_pings(self.tables[moment]) == "", moment

    async def play(self, moment: str) -> None:
        """Somebody plays at a table."""
        await self.rooms.click(self.tables[moment], lambda _: [])
        await self.check(moment)


@asynccontextmanager
async def scene(ours: Postgres, folder: Path) -> AsyncIterator[Scene]:
    """Both processes; afterwards nothing is left to be shown, and all logs are whole."""
    async with AddressPerProcess() as discord:
        found = Scene(discord, ours, folder)
        try:
            await found.begin()
            yield found
            assert await found.rooms.until(lambda: not found.waiting()), found.waiting()
        finally:
            await asyncio.gather(*(bot.kill() for bot in (found.first, found.second) if bot.is_running))
            found.rooms.close()
        examine(ours)
        assert not discord.rest.unknown
    assert "Traceback" not in (folder / "second").read_text(encoding="utf-8")


@pytest.mark.slow
async def test_a_process_that_was_stopped_while_another_took_its_shards_does_nothing_more(
    ours: Postgres, tmp_path: Path
) -> None:
    async with scene(ours, tmp_path) as here:
        await here.stop_first()
        stopped = time.monotonic()
        assert here.tables_written()
        assert here.sent_requests()
        # Another process is started in its place, and goes on with everything.
        await here.start_second()
        await here.rest()
        await here.check("answer")
        for moment in ("idle", "answer", "sent", "cut", "limited", "due"):
            await here.play(moment)
        await asyncio.sleep(stopped + STOPPED - time.monotonic())
        # The first one goes on with all that was on its way. Both hear of clicks, and something is due.
        presses = [await here.aim(moment) for moment in ("save", "click")]
        here.alarm("idle")
        sent, (*_, (written, _)), resumed = (
            here.sent_requests(),
            here.tables_written(),
            here.discord.gateway.resumed,
        )
        for press in presses:
            await here.rooms.press(press)
        os.killpg(here.first.pid, signal.SIGCONT)
        assert await here.first.wait_for_exit(ENDING) == 1
        await here.rest()
        assert here.sent_requests() == sent
        assert here.tables_written(written) == []
        assert (here.discord.gateway.identified, here.discord.gateway.resumed) == (2, resumed)
        # Nothing was lost, nothing came twice, and all goes on.
        for moment in ("save", "click"):
            await here.check(moment)
        assert here.count_messages() == [1] * len(here.alarms)
        for moment in MOMENTS:
            await here.play(moment)
    *_, why = (tmp_path / "first").read_text(encoding="utf-8").splitlines()
    assert why.startswith("taproom: another process has taken over the shards of this one")
