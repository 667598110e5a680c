"""What strangers can occupy of the pages: connections, open pages, and server time."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack, asynccontextmanager, suppress
from ipaddress import ip_network

import pytest
from aiohttp import ClientResponse, web

from bot.kernel.session import Session
from bot.web import table_pages
from bot.web.address import Proxies, client_network
from bot.web.board import PageStep, step_of
from bot.web.connections import open_port
from bot.web.limits import WebLimits
from bot.web.live import BATCH, PACE, SLOW, LivePages, OpenPage
from bot.web.responses import MARK
from bot.web.rights import Visitor
from bot.words import Words
from tests.bot.ui.world import World
from tests.bot.web.browser import House, wait_for_event

CODE = "link-for-watchers"
HERE = [ip_network("127.0.0.0/8")]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connects = Callable[..., Awaitable[Streams]]


@pytest.fixture
async def connects() -> AsyncIterator[Connects]:
    """Opens connections to pages, from any address of this machine; all are closed at the end."""
    async with AsyncExitStack() as stack:

        async def connect(house: House, sent: bytes = b"", address: str = "127.0.0.1") -> Streams:
            streams = await asyncio.open_connection("127.0.0.1", house.url.port, local_addr=(address, 0))
            stack.callback(streams[1].close)
            streams[1].write(sent)
            return streams

        yield connect


async def is_closed(streams: Streams, seconds: float = 10.0) -> bool:
    """Whether the other side has ended a connection, or does so in time."""
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(seconds):
            while await streams[0].read(4096):
                pass
            return True
    return streams[0].at_eof() or streams[0].exception() is not None


async def first_line(streams: Streams) -> bytes:
    """The first line of an answer; empty where there is none."""
    try:
        async with asyncio.timeout(10):
            return await streams[0].readline()
    except ConnectionError:
        return b""


def limited_house(world: World, **limits: float) -> AbstractAsyncContextManager[House]:
    return House.serve(world, limits=WebLimits(**limits))  # type: ignore[arg-type] # by name


GET = b"GET /static/page.js HTTP/1.1\r\nHost: here\r\n"


async def test_a_silent_connection_is_closed(world: World, connects: Connects) -> None:
    async with limited_house(world, header_seconds=0.2) as house:
        assert await is_closed(await connects(house))


async def test_headers_that_never_end_are_not_waited_for(world: World, connects: Connects) -> None:
    async with limited_house(world, header_seconds=0.3) as house:
        reader, writer = await connects(house, GET + b"X-Slow: ")

        async def drip() -> None:
            while True:
                writer.write(b"x")
                await asyncio.sleep(0.02)

        dripping = asyncio.create_task(drip())
        assert await is_closed((reader, writer))
        dripping.cancel()


async def test_a_connection_that_was_used_is_not_kept_for_long(world: World, connects: Connects) -> None:
    async with limited_house(world, header_seconds=0.2) as house:
        streams = await connects(house, GET + b"\r\n")
        assert b"200" in await first_line(streams)
        assert await is_closed(streams)


async def test_a_body_that_never_ends_is_not_waited_for(
    world: World, connects: Connects, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.responses.BODY_SECONDS", 0.1)
    async with House.serve(world) as house:
        head = f"POST /in HTTP/1.1\r\nHost: here\r\n{MARK}: 1\r\nContent-Type: application/json\r\n"
        streams = await connects(house, head.encode() + b"Content-Length: 900\r\n\r\n{")
        assert b"408" in await first_line(streams)


async def test_who_takes_no_answer_is_cut_off() -> None:
    async def megabytes(_: web.Request) -> web.Response:
        return web.Response(body=bytes(1 << 24))  # more than any kernel keeps

    app, limits = web.Application(), WebLimits(stalled_seconds=0.2)
    app.router.add_get("/", megabytes)
    async with open_port(app, "127.0.0.1", 0, limits, Proxies()) as (door, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        await wait_until(lambda: door.connections == 1)
        await wait_until(lambda: door.connections == 0)
        writer.close()


async def wait_until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - no event tells that
            await asyncio.sleep(0.01)


async def test_an_address_has_so_many_connections(world: World, connects: Connects) -> None:
    """Other addresses are admitted meanwhile, and so is this one after it has closed some connections."""
    async with limited_house(world, of_address=3) as house:
        held = [await connects(house, GET) for _ in range(3)]
        assert await is_closed(await connects(house, GET))
        assert b"200" in await first_line(await connects(house, GET + b"\r\n", "127.0.0.2"))
        held[0][1].close()
        door = house.site.door
        assert door is not None
        await wait_until(lambda: door.connections == 3)
        assert b"200" in await first_line(await connects(house, GET + b"\r\n"))
        for _, writer in held[1:]:
            assert not writer.transport.is_closing()


async def test_there_are_so_many_connections_in_all(world: World, connects: Connects) -> None:
    async with limited_house(world, connections=3) as house:
        for number in range(3):
            await connects(house, GET, f"127.0.0.{number + 2}")
        assert await is_closed(await connects(house, GET, "127.0.0.9"))


def test_half_of_the_descriptors_are_left_to_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert WebLimits.of_process().connections == 512


def test_a_process_takes_the_descriptors_that_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 3000))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: asked.append(wanted))
    assert WebLimits.of_process().connections == 1500
    assert asked == [(3000, 3000)]


# Open pages


async def open_stream(world: World, house: House, address: str = "") -> ClientResponse:
    """The stream of a spectator's page."""
    await world.session.context.store.visits.show(1, CODE)
    headers = {"X-Forwarded-For": address} if address else {}
    stream = await house.session().get(house.url / "w" / CODE / "live", headers=headers)
    house.streams.append(stream)
    return stream


async def is_turned_away(stream: ClientResponse) -> bool:
    """Whether a page gets the table's revision once, and when to come again; else it is a stream."""
    if "Retry-After" not in stream.headers:
        await wait_for_event(stream, "1")
        return False
    lines = (await stream.text()).splitlines()
    assert {"event: crowded", "data: 1"} <= set(lines)
    (wait,) = [int(line.removeprefix("retry: ")) for line in lines if line.startswith("retry: ")]
    assert wait >= 20_000
    return True


@pytest.mark.parametrize("limit", ["streams_of_address", "watchers_of_table", "streams_of_table"])
async def test_open_pages_have_a_limit(world: World, limit: str) -> None:
    """A page beyond the limit has the table all the same, and gets a stream when another page goes."""
    await world.game()
    async with limited_house(world, **{limit: 2}) as house:
        streams = [await open_stream(world, house) for _ in range(3)]
        assert [await is_turned_away(stream) for stream in streams] == [False, False, True]
        assert house.site.open_pages == 2
        streams[0].close()
        await wait_until(lambda: house.site.open_pages == 1)
        assert not await is_turned_away(await open_stream(world, house))


async def test_open_pages_have_a_limit_in_all(world: World) -> None:
    """A player gets a stream that no spectator can take."""
    async with limited_house(world, connections=8) as house:
        await world.game()
        page = await house.open_browser(world.ann)
        streams = [await open_stream(world, house) for _ in range(5)]
        assert [await is_turned_away(stream) for stream in streams] == [False] * 4 + [True]
        house.streams.append(await page.get("live"))
        assert not await is_turned_away(house.streams[-1])


async def test_a_person_has_so_many_open_pages_at_a_table(world: World) -> None:
    async with limited_house(world, streams_of_person=2) as house:
        await world.game()
        ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
        streams = [await ann.get("live") for _ in range(3)]
        assert [await is_turned_away(stream) for stream in streams] == [False, False, True]
        house.streams += [*streams, await ben.get("live")]
        assert not await is_turned_away(house.streams[-1])


def test_no_two_pages_are_told_to_come_again_at_once() -> None:
    """They come at a fixed rate, however many there are."""
    live = LivePages(WebLimits())
    waits = [live.retry_delay(7.0) for _ in range(5000)]
    assert waits[0] == SLOW
    assert waits[-1] == pytest.approx(SLOW + 4999 / PACE)


# Whose request it is


@pytest.mark.parametrize(
    ("peer", "forwarded", "visitor"),
    [
        ("9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6", "1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, 1.2.3.4, 10.9.9.9"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, junk"], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("10.0.0.1", ["[2001:db8:1:2::5]:678"], "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("fd00::1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:3:4:5:6", ["1.2.3.4"], "2001:db8:1:2::/64"),
        ("", ["1.2.3.4"], ""),
    ],
)
def test_who_is_behind_proxies(peer: str, forwarded: list[str], visitor: str) -> None:
    proxies = Proxies([ip_network("10.0.0.0/8"), ip_network("fd00::/8")])
    assert proxies.client_address(peer, forwarded) == visitor


def test_neighbours_of_ipv6_are_one() -> None:
    assert (
        client_network("2001:db8::1:1:1:1")
        == client_network("2001:db8::9")
        != client_network("2001:db8:0:1::9")
    )


@asynccontextmanager
async def behind_a_proxy(world: World, **limits: int) -> AsyncIterator[House]:
    async with House.serve(world, proxies=Proxies(HERE), limits=WebLimits(**limits)) as house:
        yield house


async def final_statuses(house: House, line: str) -> set[int]:
    """The final answers to requests without access."""
    session, headers = house.session(), {"X-Forwarded-For": line}
    return {(await session.get(house.url / "t/1/board", headers=headers)).status for _ in range(40)}


async def test_no_header_is_trusted_where_no_proxy_is(house: House) -> None:
    statuses = set[int]()
    for number in range(40):
        headers = {"X-Forwarded-For": f"9.9.9.{number}"}
        statuses |= {(await house.session().get(house.url / "t/1/board", headers=headers)).status}
    assert 429 in statuses


async def test_visitors_are_told_apart_behind_a_proxy(world: World) -> None:
    """By what the proxy adds, and by nothing before that."""
    async with behind_a_proxy(world) as house:
        assert 429 in await final_statuses(house, "5.5.5.5, 6.6.6.6")
        session = house.session()
        for line, status in (("5.5.5.5", 403), ("6.6.6.6", 429), ("7.7.7.7, 6.6.6.6", 429)):
            answer = await session.get(house.url / "t/1/board", headers={"X-Forwarded-For": line})
            assert answer.status == status


async def test_a_proxy_has_as_many_connections_as_there_are(world: World, connects: Connects) -> None:
    """Behind a proxy, open pages and concurrent requests are counted by client."""
    await world.game()
    async with behind_a_proxy(world, of_address=3, streams_of_address=2) as house:
        for _ in range(5):
            await connects(house, GET)
        streams = [await open_stream(world, house, "1.1.1.1") for _ in range(3)]
        assert [await is_turned_away(stream) for stream in streams] == [False, False, True]
        assert not await is_turned_away(await open_stream(world, house, "2.2.2.2"))
    async with behind_a_proxy(world, of_address=3) as house:
        streams = [await open_stream(world, house, "1.1.1.1") for _ in range(4)]
        assert [stream.status for stream in streams] == [200, 200, 200, 429]
        assert (await open_stream(world, house, "2.2.2.2")).status == 200


# A crowd


def page(number: int, *, plays: bool = False) -> OpenPage:
    return OpenPage(1, f"10.0.0.{number}", number if plays else 0, plays)


async def test_who_plays_hears_at_once_and_a_crowd_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.live.PACE", 1e5)
    live = LivePages(WebLimits())
    with ExitStack() as stack:
        player = stack.enter_context(live.subscribe(page(1, plays=True)))
        crowd = [stack.enter_context(live.subscribe(page(number))) for number in range(2, 102)]
        live.notify_changed(1)
        assert player.is_set()
        assert not any(event.is_set() for event in crowd)
        await asyncio.sleep(0)
        assert sum(event.is_set() for event in crowd) == BATCH
        for event in crowd:
            event.clear()
        live.notify_changed(1)  # before the others have heard of the first change
        heard = Counter[int]()
        while len(heard) < len(crowd):
            for number, event in enumerate(crowd):
                if event.is_set():
                    heard[number] += 1
                    event.clear()
            await asyncio.sleep(0.001)
        assert set(heard.values()) == {1}


async def test_what_all_see_is_put_together_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that has it is not sent it again; after a move, and after a while, it is made again."""
    put = list[int]()

    async def count_steps(session: Session, visitor: Visitor, words: Words, path: str) -> PageStep:
        step = await step_of(session, visitor, words, path)
        put.append(step.shown.table.revision)
        return step

    monkeypatch.setattr(table_pages, "step_of", count_steps)
    await world.game()
    await world.session.context.store.visits.show(1, CODE)
    async with House.serve(world) as house:
        pages = [await house.watch_browser(CODE) for _ in range(9)]
        first = await asyncio.gather(*(page.get("board") for page in pages))
        assert len({await answer.read() for answer in first}) == 1
        assert put == [1]
        tag = first[0].headers["ETag"]
        again = await house.session().get(pages[0].where / "board", headers={"If-None-Match": tag})
        assert (again.status, await again.read()) == (304, b"")
        pictures = await asyncio.gather(*(page.get("picture") for page in pages))
        assert len({await answer.read() for answer in pictures}) == 1
        assert put == [1, 1]
        await world.move(world.ann, "dE2-E10")
        later = await house.session().get(pages[0].where / "board", headers={"If-None-Match": tag})
        assert (later.status, (await later.json())["revision"]) == (200, 2)
        monkeypatch.setattr(house.tables._boards, "fresh", 0.0)  # noqa: SLF001 - a while later
        await pages[0].board()
        assert put == [1, 1, 2, 2]
        await world.session.context.store.visits.hide(1)
        assert (await pages[0].get("board")).status == 403


async def test_who_plays_is_not_told_what_a_crowd_is(world: World) -> None:
    async with House.serve(world) as house:
        await world.game()
        await world.session.context.store.visits.show(1, CODE)
        ann, watcher = await house.open_browser(world.ann), await house.watch_browser(CODE)
        assert (await watcher.board())["options"] == []
        assert (await ann.board())["options"] != []
        assert (await watcher.board())["options"] == []
