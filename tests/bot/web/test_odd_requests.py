"""Odd requests over real connections: each is refused in a sentence, none is an error or fills the log."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.web.limits import WebLimits
from bot.web.login import Login
from bot.web.responses import MARK
from tests.bot.ui.world import World
from tests.bot.web.browser import House
from tests.bot.web.naming import SECRET, FakeDiscord

AT_ONCE = 50
HOME = "home"
CODE = "link-for-watchers"
PATHS = ("/in", "/t/1/use", f"/{HOME}/open")
GETS = (
    "/",
    "/t/1",
    "/t/1/board",
    f"/w/{CODE}/board",
    f"/w/{CODE}/live",
    "/login/back",
    "/static/page.js",
)
OURS = {"Host": "here", MARK: "1", "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}

HEADERS = (
    b"Origin: http://[",
    b"Origin: http://[::1",
    b"Origin: null",
    b"Origin: http://\xff\xfe",
    b"Origin: http://here:99999999",
    b"Origin: \xe2\x82\xac",
    b"Content-Type: application/json; charset=no-such",
    b"Content-Type: application/json; charset=rot13",
    b"Content-Type: application/json; charset=base64",
    b"Content-Type: application/json; charset=\xff",
    b"Content-Type: application/json; charset=utf-16",
    b"Content-Type: \xff/\xfe",
    b"Content-Encoding: gzip",
    b"Content-Encoding: deflate",
    b"Content-Encoding: br",
    b"Content-Encoding: zstd",
    b"Content-Encoding: no-such",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip",
    b"Transfer-Encoding: chunked, chunked",
    b"Content-Length: -1",
    b"Content-Length: 1e3",
    b"Content-Length: 99999999999999999999999",
    b"Content-Length: 1",
    b"Content-Length: 5, 6",
    b"Cookie: taproom=\xff\xfe; taproom-home=\xc3\x28; taproom-login=\x80",
    b"Cookie: taproom=" + b"." * 4000,
    b"Cookie: =;;==; taproom",
    b'Cookie: taproom="\\377\\400"',
    b"Host: [",
    b"Host: a b",
    b"Host: \xff",
    b"Host:",
    b"Host: here\r\nHost: there",
    b"Accept-Language: \xff,,;;=,\x80",
    b"Accept-Language: " + b"," * 8000,
    b'If-None-Match: \xff", W/"',
    b"If-Modified-Since: Mon, 99 Foo 0000 99:99:99 GMT",
    b"Range: bytes=9-1",
    b"Expect: 100-continue",
    b"Expect: the-unexpected",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings",
    b"Connection: \xff",
    b"X-Forwarded-For: \xff, [::, 1.2.3.4.5",
    b"X-Forwarded-For: " + b"1.1.1.1," * 900,
    b"X-Long: " + b"x" * 9000,
    b"\r\n".join(b"X-%d: y" % number for number in range(200)),
    b"X-Nul: a\x00b",
    b"X-Bare: a\rb",
    b" X-Folded: a",
    b"No-Colon",
    b"\xff: y",
    b": y",
    b"",
)
BODIES = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"\\ud800"',
    b"\xff\xfe{}",
    b"\xef\xbb\xbf{}",
    b'{"code": "\\ud800\\u0000"}',
    b'{"code": {"a": 1}, "table": "x", "custom_id": "\\ud800"}',
    b'{"table": 1e999, "custom_id": "t1.1.play.\\u0000", "values": [null]}',
    b'{"custom_id": "t99999999999999999999.1.play.x", "fields": {"\\ud800": ["\\udfff"]}}',
    b'{"custom_id": "t1.1.more.", "sheet": 123456789012345678901234567890}',
    b'{"custom_id": "t1.1.more.", "sheet": "\xd9\xa3"}',
    b'{"custom_id": "t1.1.more.", "sheet": NaN}',
    b"[" * 30_000,
    b'{"code": ' + b"9" * 6000 + b"}",
    b'{"code": "' + b"x" * 70_000 + b'"}',
    b"\x1f\x8b\x08\x00junk",
)
TARGETS = (
    b"/t/1\x00/board",
    b"/t/%00/board",
    b"/t/1/board?path=%00%ff",
    b"/t/1/board?path=" + b"x" * 7000,
    b"/t/1/past/999999",
    b"/w/%s/past/999999" % CODE.encode(),
    b"/w/%s/board?path=%%ff%%00" % CODE.encode(),
    b"/t/999999999999999/board",
    b"/static/%2e%2e/site.py",
    b"/static/%ff",
    b"/static/",
    b"//here/in",
    b"/in#\xff",
    b"/\xff\xfe",
    b"/%",
    b"/%zz",
    b"http://[/in",
    b"http://here:99999999/in",
    b"*",
    b"here:443",
    b"in",
    b"/" + b"x" * 9000,
    b"/login/back?state=%ff&code=%00",
    b"/login/back?state=\xc3\x28",
)
LINES = (
    b"GET / HTTP/9.9",
    b"GET / HTTP/1.0",
    b"GET /",
    b"GET  /  HTTP/1.1",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0",
    b"SSH-2.0-stranger",
    b"G\xffT / HTTP/1.1",
    b"",
)
METHODS = (
    b"HEAD",
    b"PUT",
    b"DELETE",
    b"OPTIONS",
    b"TRACE",
    b"CONNECT",
    b"PATCH",
    b"BREW",
    b"get",
    b"M-SEARCH",
)


def request(line: bytes, headers: dict[str, str], more: bytes, body: bytes) -> bytes:
    """A request; `more` overrides its default headers."""
    name = more.partition(b":")[0].decode("latin-1").strip()
    kept = {key: value for key, value in headers.items() if key != name}
    if body and not more.startswith((b"Content-Length", b"Transfer-Encoding")):
        kept["Content-Length"] = str(len(body))
    lines = [line, *(f"{key}: {value}".encode() for key, value in kept.items()), *([more] if more else [])]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def requests() -> Iterator[bytes]:
    """Some hundreds of them."""
    for path, more in itertools.product(PATHS, HEADERS):
        yield request(f"POST {path} HTTP/1.1".encode(), OURS, more, b'{"code": "x", "table": 1}')
    for path, more in itertools.product(GETS, HEADERS):
        yield request(f"GET {path} HTTP/1.1".encode(), {"Host": "here"}, more, b"")
    for path, body in itertools.product(PATHS, BODIES):
        yield request(f"POST {path} HTTP/1.1".encode(), OURS, b"", body)
    for method, target in itertools.product((b"GET", b"POST"), TARGETS):
        yield request(method + b" " + target + b" HTTP/1.1", OURS, b"", b"{}" if method == b"POST" else b"")
    for method, path in itertools.product(METHODS, (*PATHS, *GETS)):
        yield request(method + b" " + path.encode() + b" HTTP/1.1", OURS, b"", b"")
    for line in LINES:
        yield request(line, OURS, b"", b"")


async def answer(port: int, sent: bytes, number: int) -> bytes:
    """The answer to a client that sends that and no more, from an address of its own."""
    address = f"127.7.{number // 250}.{number % 250 + 1}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(sent)
        async with asyncio.timeout(20):
            return await reader.read(4096)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_odd_requests_are_refused_in_a_line(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.responses.BODY_SECONDS", 0.2)
    me = {"id": str(world.ann.id), "username": "ann", "locale": "en-US"}
    async with (
        FakeDiscord.serve(str(world.bot.application_id), me) as naming,
        House.serve(
            world,
            lambda site: Login(site, world.bot, SECRET, naming.addresses),
            limits=WebLimits(header_seconds=0.3),
        ) as house,
    ):
        await world.game()
        await world.session.context.store.visits.show(1, CODE)
        caplog.clear()
        caplog.set_level(logging.INFO)
        odd = list(requests())
        assert len(odd) > 500
        assert house.url.port is not None
        found = Counter[str]()
        answers = list[bytes]()
        for first in range(0, len(odd), AT_ONCE):
            some = enumerate(odd[first : first + AT_ONCE], first)
            answers += await asyncio.gather(*(answer(house.url.port, one, at) for at, one in some))
        for sent, given in zip(odd, answers, strict=True):
            status = given[9:12].decode() if given.startswith(b"HTTP/1.") else "none"
            found[status] += 1
            assert status < "500" or status == "none", (sent[:300], given[:300])
            assert b"Traceback" not in given
            if status >= "400" and b"application/json" in given and not sent.startswith(b"HEAD"):
                assert b'."}' in given, "it is a sentence"
        assert found["400"] > 50
        assert found["200"] > 5
    assert [record for record in caplog.records if record.exc_info] == []
    told = sum(len(record.getMessage()) for record in caplog.records)
    assert told < 3000, found


async def test_errors_of_ours_are_logged_now_and_then(
    world: World, house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game()
    page = await house.open_browser(world.ann)

    async def fails(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(house.site, "table", fails)
    assert {(await page.get("board")).status for _ in range(9)} == {500}
    assert 1 <= len([record for record in caplog.records if record.exc_info]) <= 3
