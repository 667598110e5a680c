"""Boards inside Discord: the way in, and who is not let in."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
import pytest_asyncio
from yarl import URL

from bot.discord.keyboard import parse_control
from bot.web.responses import MARK
from tests.over_the_wire.inside import ORIGIN, Inside, inside_discord
from tools.standin.interactions import CallbackType
from tools.standin.world import FakeMessage

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.xdist_group("activity"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def inside(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Inside]:
    """One bot for all of it, as its start takes longer than the rest."""
    async with inside_discord(tmp_path_factory.mktemp("activity")) as made:
        yield made


def table_of(board: FakeMessage) -> int:
    """The number of the table of a board."""
    control = parse_control(board.controls[0]["custom_id"])
    assert control is not None
    return control.table


async def test_the_way_in(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    pressed = await inside.press(ann, board)
    assert pressed.answer is CallbackType.ACTIVITY
    assert pressed.launched is not None
    page = await inside.enter(ann, pressed.launched)
    number = table_of(board)
    assert page.told["table"] == number
    assert inside.discord.oauth.tokens[page.told["access_token"]] is ann
    shown = await page.get(f"t/{number}")
    assert 'id="picture"' in await shown.text()
    told = await (await page.get(f"t/{number}/board")).json()
    assert (told["table"], told["sits"]) == (f"T{number}", True)
    picture = await page.get(f"t/{number}/picture")
    assert picture.content_type == "image/png"
    played = next(
        one["custom_id"] for one in told["options"] if "custom_id" in one and ".play." in one["custom_id"]
    )
    used = await page.use(number, played)
    assert (used.status, (await used.json())["revision"]) == (200, told["revision"] + 1)
    for answer in (shown, picture, used):
        assert "Set-Cookie" not in answer.headers
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


async def test_discord_may_frame_the_entrance_and_it_has_no_data(inside: Inside) -> None:
    entrance = await inside.session.get(inside.url)
    policy = entrance.headers["Content-Security-Policy"]
    assert "frame-ancestors https://discord.com https://*.discord.com" in policy
    assert "unsafe" not in policy
    assert "Set-Cookie" not in entrance.headers
    text = await entrance.text()
    for absent in ("{{", "<script>", "style=", 'src="/', 'href="/', "http:", "https:"):
        assert absent not in text


async def test_a_wrong_origin(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    activity, number = await inside.launch(ann, board), table_of(board)
    assert ORIGIN == "https://100000000000000001.discordsays.com"
    for headers in (
        {"Origin": "https://play.example.org"},
        {"Origin": "https://1.discordsays.com"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {MARK: ""},
    ):
        body = inside.authorize(ann, activity).json()
        assert "inside Discord only" in await inside.refused(body, **headers)
    page = await inside.enter(ann, activity)
    assert (await page.use(number, f"t{number}.0.more.", Origin="https://play.example.org")).status == 403
    assert (await page.use(number, f"t{number}.0.more.", **{"Sec-Fetch-Site": "same-site"})).status == 403
    assert (await page.use(number, f"t{number}.0.more.")).status == 200


async def test_a_replayed_code(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    activity = inside.discord.world.launch(ann, inside.channel())
    login = inside.authorize(ann, activity)
    assert (await inside.send(login.json())).status == 200
    assert "didn't confirm who you are" in await inside.refused(login.json())


async def test_a_code_of_another_page_or_of_nobody(inside: Inside) -> None:
    """A stolen code is worth nothing without its verifier, and no code names another user."""
    world = inside.discord.world
    ann, eve = world.person("Ann"), world.person("Eve")
    activity = world.launch(ann, inside.channel())
    world.launch(eve, activity.channel)
    stolen, own = inside.authorize(ann, activity), inside.authorize(eve, activity)
    refused = await inside.refused({**stolen.json(), "verifier": own.verifier})
    assert "didn't confirm who you are" in refused
    for changes in (
        {"code": "guessed"},
        {"code": ""},
        {"verifier": "short"},
        {"instance": "../../users/@me"},
    ):
        assert "didn't confirm who you are" in await inside.refused(
            inside.authorize(eve, activity).json(**changes)
        )


async def test_another_users_code(inside: Inside) -> None:
    """A user whom Discord does not see in the instance is not let in by it, whatever the page says."""
    world = inside.discord.world
    ann, eve = world.person("Ann"), world.person("Eve")
    activity = world.launch(ann, inside.channel())
    assert "doesn't see you here" in await inside.refused(inside.authorize(eve, activity).json())
    gone = inside.authorize(ann, activity).json(instance="i-1-gc-2-3")
    assert "doesn't see you here" in await inside.refused(gone)
    activity.people.remove(ann)
    assert "doesn't see you here" in await inside.refused(inside.authorize(ann, activity).json())


async def test_an_instance_of_another_channel(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    number = table_of(board)
    await inside.launch(ann, board)
    other = inside.discord.world.launch(ann, inside.channel())
    refused = await inside.refused(inside.authorize(ann, other).json())
    assert refused == f"T{number} is played in another channel. Press Open board under it there."
    page = await inside.enter(ann, other)
    for what in ("", "/board", "/picture", "/live", "/past"):
        assert (await page.get(f"t/{number}{what}")).status == 403
    assert (await page.use(number, f"t{number}.0.more.")).status == 403
    asked = inside.authorize(ann, other).json(table=number)
    assert "in another channel" in await inside.refused(asked)


async def test_a_launch_without_a_table(inside: Inside) -> None:
    """One's own games of this channel are offered, and what the others have open; there may be none."""
    world, channel = inside.discord.world, inside.channel()
    ann, ben = world.person("Ann"), world.person("Ben")
    board = await inside.table(ann, "thrag", channel)
    await inside.table(ann, "thrag", inside.channel())
    number = table_of(board)
    activity = world.launch(ann, channel)
    page = await inside.enter(ann, activity)
    assert page.told["table"] is None
    (group,) = (await (await page.get("games")).json())["groups"]
    assert [one["table"] for one in group["games"]] == [number]
    world.launch(ben, channel)
    friend = await inside.enter(ben, activity)
    assert (await (await friend.get("games")).json())["groups"] == []
    assert (await page.get(f"t/{number}/board")).status == 200
    (open_here,) = (await (await friend.get("games")).json())["groups"]
    assert open_here["title"] == "**Open here now**"
    assert [one["table"] for one in open_here["games"]] == [number]
    assert "None of your games" in friend.told["words"]["activity.none"]


async def test_a_kicked_member(inside: Inside) -> None:
    world, channel = inside.discord.world, inside.channel()
    ann, eve = world.person("Ann"), world.person("Eve", locale="de")
    board = await inside.table(ann, "thrag", channel)
    activity = await inside.launch(eve, board)
    world.kicked.add((inside.server, eve))
    refused = await inside.refused(inside.authorize(eve, activity).json())
    assert refused.startswith("Du kannst dieses Brett nicht sehen")
    page = await inside.enter(eve, activity)
    assert (await page.get(f"t/{table_of(board)}/board")).status == 403


async def test_tokens_are_for_one_purpose(inside: Inside) -> None:
    """A link's code and a cookie are no bearer tokens, and those are no cookies; a changed one is none."""
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    number, page = table_of(board), await inside.enter(ann, await inside.launch(ann, board))
    token = page.told["token"]
    linked = await inside.press(ann, (await inside.press(ann, board, "More")).messages[0], "Open in browser")
    (url,) = [part["url"] for part in linked.messages[0].components if "url" in part]
    code = URL(url).fragment
    entered = await inside.session.post(inside.url / "in", json={"code": code}, headers={MARK: "1"})
    cookie = entered.cookies["taproom"].value
    inside.session.cookie_jar.clear()
    body, _, signature = token.rpartition(".")
    changed = f"{body}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"  # the last letter has spare bits
    for forged in (code, cookie, changed, ""):
        answer = await page.get(f"t/{number}/board", Authorization=f"Bearer {forged}")
        assert answer.status == 403
    url = inside.url / f"t/{number}/board"
    for headers in ({"Cookie": f"taproom={token}"}, {"Authorization": f"Bearer {token}"}):
        assert (await inside.session.get(url, headers=headers)).status == 403


async def test_logging_out_ends_a_session(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    number, page = table_of(board), await inside.enter(ann, await inside.launch(ann, board))
    assert (await page.get(f"t/{number}/board")).status == 200
    settings = await inside.discord.command(ann, board.channel, "settings")
    assert await settings.wait_for_answer()
    await inside.discord.quiet()
    await inside.press(ann, settings.messages[0], "Log out browsers")
    assert (await page.get(f"t/{number}/board")).status == 403


async def test_where_discord_opens_no_activity_a_link_is_sent(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    inside.discord.world.has_activities = False
    try:
        pressed = await inside.press(ann, board)
    finally:
        inside.discord.world.has_activities = True
    assert pressed.launched is None
    assert any("url" in part for part in pressed.messages[0].components)


async def test_where_discord_does_not_answer(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    activity = inside.discord.world.launch(ann, inside.channel())
    inside.discord.fail("GET /applications/.*/activity-instances/", status=403, times=1)
    body = inside.authorize(ann, activity).json()
    assert await inside.refused(body) == "Discord isn't answering as it should. Try again in a moment."
    assert (await inside.enter(ann, activity)).told["table"] is None


async def test_a_game_in_direct_messages(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.discord.world.direct(ann))
    activity = await inside.launch(ann, board)
    page = await inside.enter(ann, activity)
    assert page.told["table"] == table_of(board)
    assert (await page.get(f"t/{table_of(board)}/board")).status == 200


async def test_a_launch_while_a_page_is_open_leads_it_there(inside: Inside) -> None:
    ann, channel = inside.discord.world.person("Ann"), inside.channel()
    first = await inside.table(ann, "thrag", channel)
    page = await inside.enter(ann, await inside.launch(ann, first))
    second = await inside.table(ann, "thrag", channel)
    stream = await page.get(f"t/{table_of(first)}/live")
    async with asyncio.timeout(10):
        while not (await stream.content.readline()).startswith(b"data:"):
            pass
        await inside.launch(ann, second)
        while await stream.content.readline() != b"event: launch\n":
            pass
        assert await stream.content.readline() == f"data: {table_of(second)}\n".encode()
    stream.close()


async def test_a_proxy_that_keeps_streams_back_is_asked_again(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    page = await inside.enter(ann, await inside.launch(ann, board))
    number = table_of(board)
    revision = (await (await page.get(f"t/{number}/board")).json())["revision"]
    url = (inside.url / f"activity/t/{number}/live").with_query("once")
    answer = await inside.session.get(url, headers=page.headers)
    assert await answer.text() == f"retry: 5000\n\ndata: {revision}\n\n"


async def test_limits_count_people_where_the_proxy_hides_addresses(inside: Inside) -> None:
    world, channel = inside.discord.world, inside.channel()
    ann, ben = world.person("Ann"), world.person("Ben")
    activity = world.launch(ann, channel)
    world.launch(ben, channel)
    pages = [await inside.enter(person, activity) for person in (ann, ben)]
    *loud, quiet = await asyncio.gather(*(pages[0].get("games") for _ in range(200)), pages[1].get("games"))
    assert {answer.status for answer in loud} == {200, 429}
    assert quiet.status == 200


async def test_nothing_of_a_login_is_stored(inside: Inside) -> None:
    ann = inside.discord.world.person("Ann the unstored")
    page = await inside.enter(ann, inside.discord.world.launch(ann, inside.channel()))
    with closing(sqlite3.connect(f"file:{inside.database}?mode=ro", uri=True)) as connection:
        dump = "\n".join(connection.iterdump())
    assert str(ann.id) not in dump
    assert json.dumps(page.told["token"]) not in dump
    assert page.told["access_token"] not in dump
