"""Login with Discord, against a stand-in of it: who gets access, and to what."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientSession, CookieJar, TCPConnector, web
from yarl import URL

from bot.__main__ import _serve_pages
from bot.features.people.service import PersonalSettings
from bot.ops.settings import Settings
from bot.web import login
from bot.web.login import BEGUN, HOME, Login
from bot.web.responses import MARK
from bot.web.site import NAME, Site
from bot.web.tickets import COOKIE, LOGIN, new_key
from tests.bot.ui import dragon
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private
from tests.bot.web.browser import Browser, House
from tests.bot.web.naming import SECRET, Answers, FakeDiscord, answers

JSON = dict[str, Any]


@pytest.fixture
async def naming(world: World) -> AsyncIterator[FakeDiscord]:
    """A Discord that names Ann."""
    me = {"id": str(world.ann.id), "username": "ann.of.old", "global_name": "Annie", "locale": "en-GB"}
    async with FakeDiscord.serve(str(world.bot.application_id), me) as made:
        yield made


@pytest.fixture
async def house(world: World, naming: FakeDiscord) -> AsyncIterator[House]:
    """The pages of a bot whose host has set the client secret."""
    async with House.serve(world, lambda site: Login(site, world.bot, SECRET, naming.addresses)) as opened:
        yield opened


async def logs_in(house: House, session: ClientSession | None = None) -> ClientResponse:
    """A user presses the button, and answers as the stand-in is set up."""
    return await (session or house.session()).get(house.url / "login/go")


async def at_home(house: House) -> ClientSession:
    """A browser in which a user has logged in."""
    session = house.session()
    assert (await logs_in(house, session)).status == 200
    return session


async def begin_login(house: House, session: ClientSession) -> URL:
    """The address to which Discord leads back, not gone to yet."""
    to_discord = await session.get(house.url / "login/go", allow_redirects=False)
    assert to_discord.status == 303
    assert to_discord.headers["Referrer-Policy"] == "no-referrer"
    away = await house.session().get(URL(to_discord.headers["Location"]), allow_redirects=False)
    return URL(away.headers["Location"])


async def games(house: House, session: ClientSession) -> list[JSON]:
    answer = await session.get(house.url / "home/games", headers={MARK: "1"})
    assert answer.status == 200, await answer.text()
    groups: list[JSON] = (await answer.json())["groups"]
    return groups


async def opens(house: House, session: ClientSession, table: object, **headers: str) -> ClientResponse:
    return await session.post(house.url / "home/open", json={"table": table}, headers={MARK: "1", **headers})


def stored_cookies(session: ClientSession) -> dict[str, str]:
    """The cookies of a browser."""
    return {cookie.key: cookie.value for cookie in session.cookie_jar}


async def is_refused(answer: ClientResponse, session: ClientSession, status: int = 403) -> str:
    """Nothing was let in, and a page says why; the text of it."""
    assert answer.status == status
    assert answer.content_type == "text/html"
    assert stored_cookies(session) == {}
    text = await answer.text()
    assert "Log in with Discord" in text
    return text


# The way in


async def test_the_whole_way(world: World, house: House, naming: FakeDiscord) -> None:
    await world.game()
    session = house.session()
    page = await (await session.get(house.url / "login")).text()
    assert 'href="/login/go"' in page
    back = await logs_in(house, session)
    assert back.status == 200
    assert (back.url.path, naming.asked) == ("/login/back", ["token", "me"])
    assert 'href="/home"' in await back.text()
    assert set(stored_cookies(session)) == {HOME}
    assert "Annie" in await (await session.get(house.url / "home")).text()
    (turns,) = await games(house, session)
    assert turns["title"] == "**Your turn in 1 game**"
    ((table, text),) = [(game["table"], game["text"]) for game in turns["games"]]
    assert (table, "**T1** Thud with Ben" in text, "discord.com" in text) == (1, True, False)
    answer = await opens(house, session, table)
    assert await answer.json() == {"to": "/t/1"}
    page_of_table = Browser(session, house.url / "t/1")
    await page_of_table.use("t1.1.play.dE2-E10")
    assert (await world.table()).plies == 1


async def test_the_cookies_are_for_us_alone(world: World, house: House) -> None:
    await world.game()
    session = house.session()
    away = await session.get(house.url / "login/go", allow_redirects=False)
    beginning = away.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/login", f"Max-Age={LOGIN}"):
        assert part in beginning
    back = await logs_in(house, session)
    (home,) = [one for one in back.headers.getall("Set-Cookie") if one.startswith(HOME)]
    for part in ("HttpOnly", "SameSite=Strict", "Path=/;", f"Max-Age={COOKIE}"):
        assert part in f"{home};"
    assert "Secure" not in home
    table = (await opens(house, session, 1)).headers["Set-Cookie"]
    assert "Path=/t/1" in table
    assert "SameSite=Strict" in table
    house.site.set_url("https://play.example.org/taproom")
    away = await session.get(house.url / "login/go", allow_redirects=False)
    assert "Secure" in away.headers["Set-Cookie"]
    asked = URL(away.headers["Location"]).query
    assert asked["redirect_uri"] == "https://play.example.org/taproom/login/back"


async def test_who_has_no_name_of_their_own_goes_by_the_other(house: House, naming: FakeDiscord) -> None:
    """Discord's names are cleaned like all; no markup of theirs is one of the page."""
    naming.me |= {"global_name": None, "username": "<b>ann</b>\u202e"}
    session = await at_home(house)
    text = await (await session.get(house.url / "home")).text()
    assert "Logged in as &lt;b&gt;ann" in text
    assert "\u202e" not in text


async def test_without_a_secret_there_is_no_login(world: World) -> None:
    await world.game()
    async with House.serve(world) as without:
        session = without.session()
        for what in ("login", "login/go", "login/back", "home", "home/games"):
            assert (await session.get(without.url / what)).status == 404
        gone = await (await session.get(without.url / "t/1")).text()
    assert 'class="row" hidden' in gone


@pytest.mark.parametrize(("secret", "status"), [("", 404), (SECRET, 200)])
async def test_the_secret_switches_it_on(world: World, secret: str, status: int) -> None:
    settings = Settings(_env_file=None, web_port=0)  # type: ignore[call-arg] # pydantic's
    async with (
        _serve_pages(world.bot, settings, "http://127.0.0.1:{port}", secret),
        ClientSession() as session,
    ):
        assert isinstance(world.bot.pages, Site)
        assert (await session.get(world.bot.pages.url / "login")).status == status


async def test_a_link_that_is_over_leads_to_the_login(world: World, house: House) -> None:
    await world.game()
    gone = await house.session().get(house.url / "t/1")
    assert gone.status == 403
    text = await gone.text()
    assert 'href="/login">Log in with Discord' in text
    assert 'class="row" hidden' not in text


async def test_every_page_is_strict(house: House) -> None:
    session = house.session()
    shown = [await session.get(house.url / what) for what in ("login", "login/back", "home")]
    shown += [await logs_in(house, session), await session.get(house.url / "home")]
    for answer in shown:
        assert "form-action 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        text = await answer.text()
        assert "{{" not in text
        assert "<script>" not in text
        assert "style=" not in text


# Who is not let in


async def test_who_says_no(house: House, naming: FakeDiscord) -> None:
    naming.declines = True
    session = house.session()
    assert "changed your mind" in await is_refused(await logs_in(house, session), session)
    assert naming.asked == []


@pytest.mark.parametrize("state", ["", "x", "ImFiYyI.x.y", "\N{SNOWMAN}" * 90])
async def test_a_wrong_state(house: House, naming: FakeDiscord, state: str) -> None:
    session = house.session()
    back = await begin_login(house, session)
    answer = await session.get(back.update_query(state=state))
    await is_refused(answer, session)
    assert naming.asked == []


async def test_a_state_is_good_once(house: House, naming: FakeDiscord) -> None:
    session = house.session()
    back = await begin_login(house, session)
    key = stored_cookies(session)[BEGUN]
    assert (await session.get(back)).status == 200
    thief = house.session()
    again = await thief.get(back, headers={"Cookie": f"{BEGUN}={key}"})
    assert "over" in await is_refused(again, thief)
    assert naming.asked == ["token", "me"]


async def test_a_state_of_another_browser(house: House, naming: FakeDiscord) -> None:
    """No one can make another user log in as them; and the login stays valid for its owner."""
    mine, other = house.session(), house.session()
    back = await begin_login(house, mine)
    await begin_login(house, other)
    await is_refused(await other.get(back), other)
    stranger = house.session()
    await is_refused(await stranger.get(back), stranger)
    assert naming.asked == []
    assert (await mine.get(back)).status == 200


async def test_a_state_that_is_over(
    house: House, naming: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = house.session()
    back = await begin_login(house, session)
    now = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + LOGIN + 2)
    await is_refused(await session.get(back), session)
    assert naming.asked == []


async def test_a_code_that_is_not_discords(house: House, naming: FakeDiscord) -> None:
    session = house.session()
    back = await begin_login(house, session)
    await is_refused(await session.get(back.update_query(code="guessed")), session)
    assert naming.asked == ["token"]


async def test_a_stolen_code(house: House) -> None:
    """It is valid only for the browser that has begun it: others lack the proof."""
    mine, thief = house.session(), house.session()
    code = (await begin_login(house, mine)).query["code"]
    own = await begin_login(house, thief)
    await is_refused(await thief.get(own.update_query(code=code)), thief)


WELL = '{"access_token": "token-of-ann", "token_type": "Bearer"}'


@pytest.mark.parametrize("what", ["token", "me"])
@pytest.mark.parametrize(
    "instead",
    [
        answers(status=500),
        answers(status=401),
        answers(status=429),
        answers(status=302),
        answers("<html>not JSON</html>"),
        answers("[1]"),
        answers("[" * 100_000),
        answers("{}"),
        answers('{"access_token": 7, "id": 7}'),
        answers('{"access_token": "", "id": "-7", "username": "x"}'),
        answers('{"access_token": "", "id": "7", "username": ["x"]}'),
        answers('{"access_token": "", "id": "99999999999999999999", "username": "x"}'),
        answers("\udcff".encode("utf-8", "replace").decode()),
    ],
)
async def test_discord_makes_no_sense(house: House, naming: FakeDiscord, what: str, instead: Answers) -> None:
    naming.instead = {what: instead}
    session = house.session()
    answer = await logs_in(house, session)
    assert "answering" in await is_refused(answer, session, 502)


@pytest.mark.parametrize("what", ["token", "me"])
async def test_discord_takes_too_long(
    house: House, naming: FakeDiscord, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "PATIENCE", 0.05)
    naming.instead = {what: answers(WELL, after=2.0)}
    session = house.session()
    await is_refused(await logs_in(house, session), session, 502)


async def test_discord_is_not_there(house: House, naming: FakeDiscord) -> None:
    session = house.session()
    back = await begin_login(house, session)
    room = house.site.login
    assert isinstance(room, Login)
    room._addresses = login.Addresses(*["http://127.0.0.1:1/"] * 3)  # noqa: SLF001 - no server listens there
    await is_refused(await session.get(back), session, 502)
    assert naming.asked == []


async def test_a_bot(house: House, naming: FakeDiscord) -> None:
    naming.me["bot"] = True
    session = house.session()
    assert "Bots" in await is_refused(await logs_in(house, session), session)


async def test_who_is_blocked_gets_nothing(world: World, house: House) -> None:
    """Neither by a new login, nor by one from before."""
    await world.game()
    before = await at_home(house)
    await world.session.context.store.servers.block(world.ann.id, world.clock.now)
    world.clock.now += 3600
    session = house.session()
    assert "blocked" in await is_refused(await logs_in(house, session), session)
    assert (await before.get(house.url / "home")).status == 403
    assert (await before.get(house.url / "home/games")).status == 403
    assert (await opens(house, before, 1)).status == 403


async def guess(house: House, address: str) -> int:
    """The answer to a login with a code that Discord has not issued."""
    connector = TCPConnector(local_addr=(address, 0))
    session = ClientSession(cookie_jar=CookieJar(unsafe=True), connector=connector)
    house.sessions.append(session)
    back = await begin_login(house, session)
    return (await session.get(back.update_query(code="guessed"))).status


async def test_who_guesses_codes_is_not_asked_about_any_more(house: House, naming: FakeDiscord) -> None:
    """No other user is kept out by that, from however many addresses it comes."""
    for number in range(2, 6):
        statuses = [await guess(house, f"127.0.0.{number}") for _ in range(8)]
        assert statuses == [403] * 5 + [502] * 3
    assert naming.asked == ["token"] * 20
    session = house.session()
    assert (await logs_in(house, session)).status == 200
    assert set(stored_cookies(session)) == {HOME}


async def test_guesses_that_are_under_way_count(house: House, naming: FakeDiscord) -> None:
    naming.instead = {"token": answers('{"error": "invalid_grant"}', status=400, after=0.2)}
    sessions = [house.session() for _ in range(12)]
    ways = [await begin_login(house, session) for session in sessions]
    await asyncio.gather(*(session.get(way) for session, way in zip(sessions, ways, strict=True)))
    assert naming.asked == ["token"] * 5


async def test_logins_that_are_good_have_no_such_limit(house: House) -> None:
    assert {(await logs_in(house)).status for _ in range(33)} == {200}


async def test_a_failure_of_discord_is_not_the_visitors_fault(house: House, naming: FakeDiscord) -> None:
    naming.instead = {"token": answers(status=500)}
    assert {(await logs_in(house)).status for _ in range(15)} == {502}
    naming.instead = {}
    assert (await logs_in(house)).status == 200


async def test_discord_is_left_alone_as_long_as_it_wants(house: House, naming: FakeDiscord) -> None:
    """Each request beyond that counts against the bot itself."""

    async def too_many(_: web.Request) -> web.Response:
        return web.Response(status=429, headers={"Retry-After": "30"})

    naming.instead = {"token": too_many}
    assert {(await logs_in(house)).status for _ in range(3)} == {502}
    assert naming.asked == ["token"]


async def test_nothing_secret_is_logged(
    house: House, naming: FakeDiscord, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    codes = list[str]()
    for instead in ({}, {"token": answers(status=401)}, {"me": answers("{")}, {"me": answers(WELL, after=2)}):
        naming.instead = instead
        monkeypatch.setattr(login, "PATIENCE", 0.3)
        session = house.session()
        back = await begin_login(house, session)
        codes += [*back.query.values(), *stored_cookies(session).values()]
        await session.get(back)
        codes += stored_cookies(session).values()
    assert len(naming.tokens) == 3
    told = "\n".join([caplog.text, *(str(record.__dict__) for record in caplog.records)])
    assert f"user={naming.me['id']} let in" in told
    assert "is TAPROOM_WEB_SECRET this application's?" in told
    ours = [record for record in caplog.records if record.name.startswith(("taproom", "aiohttp"))]
    for secret in (SECRET, *codes, *naming.tokens):
        assert secret not in "\n".join(str(record.__dict__) for record in ours)


# The tables


async def test_at_home_in_german(world: World, house: House, naming: FakeDiscord) -> None:
    """As Discord says, until the user has chosen a language."""
    await world.game()
    naming.me["locale"] = "de"
    session = await at_home(house)
    text = await (await session.get(house.url / "home")).text()
    assert '<html lang="de">' in text
    assert "Deine Spiele" in text
    assert "Angemeldet als Annie" in text
    (turns,) = await games(house, session)
    assert "bist du dran" in turns["title"]
    assert "Thud mit Ben" in turns["games"][0]["text"]
    await opens(house, session, 1)
    assert "Zurückblicken" in await (await Browser(session, house.url / "t/1").get()).text()
    await world.session.service(PersonalSettings).set_language(world.ann.id, "fr")
    assert "Tes parties" in await (await session.get(house.url / "home")).text()


async def test_what_games_tells_is_told(world: World, house: House, naming: FakeDiscord) -> None:
    """Tables where others are to move, and invitations; finished tables are not there."""
    await world.game("dE2-E10")
    await open_table(world.ben, world.channel, "thud", opponent=world.ann)
    session = await at_home(house)
    asked, waiting = await games(house, session)
    assert asked["title"] == "**Challenges for you**"
    assert [game["table"] for game in asked["games"]] == [2]
    assert "Ben to move" in waiting["games"][0]["text"]
    naming.me["id"] = str(world.cleo.id)
    assert await games(house, await at_home(house)) == []


async def test_tables_of_others_are_refused(world: World, house: House, naming: FakeDiscord) -> None:
    await world.game()
    naming.me["id"] = str(world.cleo.id)
    session = await at_home(house)
    for table in (1, 2, "1", None, [1], -1, 10**20):
        assert (await opens(house, session, table)).status == 403
    assert set(stored_cookies(session)) == {HOME}
    assert (await Browser(session, house.url / "t/1").get("board")).status == 403


async def test_a_players_name_at_a_table_stays(world: World, house: House) -> None:
    await world.game()
    before = [player.name for player in (await world.table()).players]
    session = await at_home(house)
    await opens(house, session, 1)
    await Browser(session, house.url / "t/1").use("t1.1.play.dE2-E10")
    assert [player.name for player in (await world.table()).players] == before


@pytest.mark.usefixtures("known_cards")
async def test_a_game_of_several_is_opened_too(world: World, house: House) -> None:
    table = await dragon.start_game(world)
    session = await at_home(house)
    assert (await opens(house, session, table.id)).status == 200
    assert (await Browser(session, house.url / f"t/{table.id}").get("picture")).status == 200


@pytest.mark.parametrize(
    "headers",
    [{MARK: ""}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}],
)
async def test_other_sites_cannot_open_tables(world: World, house: House, headers: dict[str, str]) -> None:
    await world.game()
    session = await at_home(house)
    assert (await opens(house, session, 1, **headers)).status == 403
    assert set(stored_cookies(session)) == {HOME}


async def test_cookies_of_other_kinds(world: World, house: House) -> None:
    """What lets in at a table, or begins a login, is none for the list; nor the other way round."""
    await world.game()
    page = await house.open_browser(world.ann)
    table = stored_cookies(page.session)[NAME]
    session = house.session()
    await begin_login(house, session)
    for cookie in (table, stored_cookies(session)[BEGUN], (await house.link(world.ann)).fragment or "", "x"):
        answer = await house.session().get(house.url / "home/games", headers={"Cookie": f"{HOME}={cookie}"})
        assert answer.status == 403
    home = stored_cookies(await at_home(house))[HOME]
    thief = Browser(house.session(), house.url / "t/1", {MARK: "1", "Cookie": f"{NAME}={home}"})
    assert (await thief.get("board")).status == 403


async def test_a_login_that_is_over(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await at_home(house)
    now = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + COOKIE + 2)
    answer = await session.get(house.url / "home")
    assert answer.status == 403
    assert "Log in with Discord" in await answer.text()


async def test_logging_out_everywhere(world: World, house: House) -> None:
    await world.game()
    session = await at_home(house)
    await opens(house, session, 1)
    panel = private(await world.ann.slash(world.channel, "settings"))
    await world.ann.click(panel, label="Log out browsers")
    assert (await session.get(house.url / "home")).status == 403
    assert (await session.get(house.url / "home/games")).status == 403
    assert (await opens(house, session, 1)).status == 403
    assert (await Browser(session, house.url / "t/1").get("board")).status == 403
    assert (await logs_in(house, session)).status == 200
    assert (await opens(house, session, 1)).status == 200


async def test_a_new_key_for_all_ends_it(world: World, house: House) -> None:
    session = await at_home(house)
    await new_key(world.session.context.store, all_out=True)
    house.site.tickets()._read = float("-inf")  # noqa: SLF001 - ten seconds later
    assert (await session.get(house.url / "home")).status == 403


async def test_discord_is_asked_through_the_proxy(world: World, naming: FakeDiscord) -> None:
    asked = list[str]()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readline()).decode())
        writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    proxy = URL(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    async with (
        server,
        House.serve(
            world, lambda site: Login(site, world.bot, SECRET, naming.addresses, proxy=proxy)
        ) as house,
    ):
        assert (await logs_in(house)).status == 502
    assert asked == [f"POST {naming.addresses.token} HTTP/1.1\r\n"]
