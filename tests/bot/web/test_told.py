"""Every response of the pages, searched for what Discord would not show its reader there."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import pytest
from aiohttp import ClientResponse
from discord.app_commands import Cooldown
from simcord.actors import MemberActor
from simcord.results import InteractionResult
from yarl import URL

from bot.discord.keyboard import Control, Verb, parse_control
from bot.features.fair_play import page
from bot.features.hints import agreement, hint, odds, threats, warning
from bot.features.matchmaking import page as matchmaking
from bot.features.matchmaking.model import Pace
from bot.features.matchmaking.service import Matchmaking
from bot.features.reviews import highlights, luck, routes
from bot.features.undo import page as undo
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Click, Person
from bot.kernel.tables.seats import second_board_of
from bot.kernel.trace import Trace
from bot.store import Table
from bot.ui.table import close
from bot.web.limits import Bucket
from bot.web.redaction import redact_for
from bot.web.rights import Visitor
from tests.bot.features.matchmaking.test_page import AWAY_NAME, HOME_NAME, Inns, inns
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private, walk
from tests.bot.web.browser import Browser, House, Json
from tests.bot.web.test_attacks import shown_to_all

__all__ = ["inns"]

DUELS = ("thud", "ploc", "koom")
"""The games that are played from two servers."""

MOVES: tuple[str, ...] = (
    close.AFTER_ALL.path,
    Verb.PLAY,
    Verb.ASIDE_PLAY,
    Verb.PICK_PLAY,
    warning.ANYWAY.path,
    Verb.WATCH,
    "fork",
)
"""What changes the game, or who sees it, is left alone, and what opens tables."""


def numbers(world: World) -> dict[int, str]:
    """All numbers that Discord has given, and what has them."""
    backend = world.env.backend
    found = {number: f"user {user.name}" for number, user in backend.users.items()}
    found |= {number: f"server {guild.name}" for number, guild in backend.guilds.items()}
    found |= {number: f"channel {channel.name}" for number, channel in backend.channels.items()}
    for channel, messages in backend.messages.items():
        found |= dict.fromkeys(messages, f"message in {channel}")
    return found


def search(what: str, text: str, secret: Mapping[int, str], names: tuple[str, ...]) -> None:
    """Fail where a text has one of these numbers or names."""
    for number in map(int, re.findall(r"\d{15,}", text)):
        assert number not in secret, f"{what}, with the number of {secret[number]}: {text}"
    for name in names:
        assert not re.search(rf"\b{name}\b", text, re.IGNORECASE), f"{what}, with {name}: {text}"


@dataclass
class Reader:
    """A page's reader: their browser, the ids and the names that they may read, and all they read.

    `names` are those that must not be there. As many controls are pressed as `most`, those that lead furthest
    last, and none of those that are `left_out`.
    """

    who: str
    page: Browser
    known: Mapping[int, str]
    may_read: frozenset[int]
    names: tuple[str, ...]
    left_out: tuple[str, ...]
    most: int
    pressed: set[str] = field(default_factory=set)

    def search(self, what: str, text: str) -> None:
        """Fail where a text has what this reader must not know."""
        search(
            f"{self.who} reads {what}",
            text,
            {number: self.known[number] for number in self.known.keys() - self.may_read},
            self.names,
        )

    async def get(self, what: str, **query: str) -> bytes:
        """What a page asks for."""
        answer = await self.page.get(what, **query)
        assert answer.status == 200, (self.who, what, await answer.text())
        return await self.searched_body(what, answer)

    async def searched_body(self, what: str, answer: ClientResponse) -> bytes:
        """The body of a response that was searched whole: its head, its text, and its pictures as bytes."""
        self.search(f"head of {what}", str(answer.raw_headers) + str(answer.url))
        if what == "live":
            body = await answer.content.readuntil(b"\n\n") + await answer.content.readuntil(b"\n\n")
            answer.close()
        else:
            body = await answer.read()
        self.search(what, body.decode(errors="replace"))
        return body

    async def looks(self) -> Json:
        """Everything that can be looked at without a press."""
        await self.get("")
        board: Json = {}
        for path in ("", "E2", "no such path"):
            board = await self.page.board(path) if path else board
            await self.get("board", path=path)
            await self.get("picture", path=path)
        past = await (await self.page.get("past")).json()
        await self.get("past")
        for move in past["moves"]:
            await self.get(f"past/{move['ply']}")
        await self.get("live")
        return await self.page.board()

    async def presses(self, board: Json) -> None:
        """Everything that can be pressed, and what that leads to."""
        waiting = [(one, "0") for one in controls(board["components"])]
        waiting += [
            ({"custom_id": option["custom_id"]}, "0") for option in board["options"] if "custom_id" in option
        ]
        waiting += [
            ({"custom_id": str(Control(int(board["table"][1:]), board["revision"], verb, detail))}, "0")
            for verb, detail in EXTRA
        ]
        while waiting and len(self.pressed) < self.most:
            press, sheet = waiting.pop(0)
            control = parse_control(str(press["custom_id"]))
            if str(press) in self.pressed or control is None or control.verb in self.left_out:
                continue
            self.pressed.add(str(press))
            answer = await self.page.send(**press, sheet=sheet)
            assert answer.status == 200
            await self.searched_body(str(press), answer)
            for one in (await answer.json())["answers"]:
                for name, file in one.get("files", {}).items():
                    self.search(name, base64.b64decode(file).decode(errors="replace"))
                if one["how"] in ("new", "update"):
                    waiting += [(found, one["id"]) for found in controls(one["components"])]


DEAR = (
    hint.HERE.path,
    odds.HERE.path,
    threats.HANGS.path,
    routes.REVIEW.path,
    "replay",
    highlights.HIGHLIGHTS.path,
    "away",
)
"""What takes long: films, and what a mind thinks."""

EXTRA = (
    (Verb.MORE, ""),
    ("history", ""),
    ("share", "1"),
    ("replay", ""),
    (highlights.HIGHLIGHTS.path, ""),
    (page.SHOW.path, ""),
    (page.VERIFY_HERE.path, ""),
    (routes.CARD.path, ""),
    (routes.REVIEW.path, ""),
    (luck.LUCK.path, ""),
    (Verb.FILM, ""),
    (hint.HERE.path, ""),
    (odds.HERE.path, ""),
    (threats.HANGS.path, ""),
    (undo.TAKE_BACK.path, ""),
    (Verb.LATE, ""),
    ("away", ""),
    (Verb.AGAIN, ""),
    (matchmaking.APART.path, ""),
    (close.AFTER_ALL.path, "playing"),
    (Verb.KEEP, ""),
    (Verb.BACK, ""),
    (Verb.TAKE, ""),
    (Verb.PAGE, ""),
    (Verb.PREPARED, ""),
    (Verb.LOOK, "text"),
    (Verb.LOOK, "upright"),
    (Verb.SNOOZE, "60"),
    ("moveyes", ""),
    (Verb.DETAILS, ""),
    (Verb.SIT, ""),
    (agreement.SETTLE.path, "no"),
)
"""Controls that are pressed whether they are shown or not."""


def controls(components: list[Json]) -> Iterator[Json]:
    """The buttons and lists of a message, as they are pressed."""
    for part in walk(components):
        if "custom_id" not in part or part.get("disabled"):
            continue
        values = [option["value"] for option in part.get("options", ())][:1]
        yield {"custom_id": part["custom_id"], **({"values": values} if values else {})}


async def pair_players(inns: Inns, game: str) -> Table:
    """Two of two servers who were brought together, after some moves."""
    world, session = inns.world, inns.world.session
    sides = (
        (inns.ann, HOME_NAME, "Reed", world.channel.id, world.guild.id),
        (inns.eve, AWAY_NAME, "Willow", inns.hall.id, inns.abroad.id),
    )
    clicks = {}
    for number, (actor, name, known_as, channel, guild) in enumerate(sides):
        await session.service(Matchmaking).set_name(actor.id, known_as)
        click = clicks[actor.id] = Click(Person(actor.id, name), channel, guild, 1000 + number)
        await session.service(Matchmaking).start_search(click, game, Pace.DAY, rated=False, near=False)
    await world.tick()
    for _ in range(3):
        await plays(inns, await world.table(), clicks)
    await world.tick()
    return await world.table()


async def plays(inns: Inns, table: Table, clicks: Mapping[int, Click], line: str = "") -> None:
    """The player on turn plays a line, or the first legal one."""
    session = inns.world.session
    shown = session.tables.show(table)
    (seat,) = shown.entry.game.to_act(shown.state)
    user = next(player.user_id for player in table.players if player.seat == seat)
    line = line or min(
        str(action) for action in shown.entry.game.legal(shown.state, seat) if str(action) != "resign"
    )
    click = Click(clicks[user].person, table.channel_id, table.guild_id, table.revision + 5000)
    await session.play.move(click, table.id, line, Trace("scene", 0))


async def opens(house: House, actor: MemberActor, name: str, table: Table) -> Browser:
    """A user's page, by a link as they get it by a click in Discord."""
    link, session = await house.site.link(Person(actor.id, name), table, "en"), house.session()
    answer = await house.enter(session, URL(link))
    assert answer.status == 200
    return Browser(session, house.url.join(URL((await answer.json())["to"])))


ALL_OF_THEM = [pytest.param(game, (), marks=pytest.mark.slow) for game in DUELS]


@pytest.mark.parametrize(("game", "dear"), [(DUELS[0], DEAR), *ALL_OF_THEM])
async def test_every_response_tells_what_discord_would_show_its_reader(
    house: House, inns: Inns, game: str, dear: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("try_take", "has_tokens"):
        monkeypatch.setattr(Bucket, limit, lambda *_, **__: True)
    monkeypatch.setattr(Cooldown, "update_rate_limit", lambda *_: None)
    table = await pair_players(inns, game)
    await inns.world.session.context.store.visits.show(table.id, "link-for-watchers")
    await all_readers(house, inns, table, (*MOVES, *dear), 40 if dear else 100)
    loser = next(player for player in table.players if player.user_id == inns.eve.id)
    click = Click(Person(loser.user_id, AWAY_NAME), inns.away.id, inns.abroad.id, 9999)
    await inns.world.session.play.move(click, table.id, "resign", Trace("scene", 0))
    await inns.world.tick()
    await all_readers(house, inns, await inns.world.table(), (*MOVES, *dear), 40 if dear else 100)


async def test_the_page_of_a_finished_game_lets_a_player_block_the_other(house: House, inns: Inns) -> None:
    table = await pair_players(inns, DUELS[0])
    page = await opens(house, inns.eve, AWAY_NAME, table)
    apart = IN_ENGLISH("button.apart")
    assert apart not in str(await page.board())
    click = Click(Person(inns.eve.id, AWAY_NAME), inns.away.id, inns.abroad.id, 9999)
    await inns.world.session.play.move(click, table.id, "resign", Trace("scene", 0))
    assert apart in str(await page.board())


async def all_readers(house: House, inns: Inns, table: Table, left_out: tuple[str, ...], most: int) -> None:
    """The player at home, the one abroad, and a spectator read and press all there is."""
    known, mirror = numbers(inns.world), second_board_of(table)
    assert mirror is not None
    assert table.board is not None
    at_home = frozenset({inns.world.guild.id, table.channel_id, table.board.message_id})
    abroad = frozenset({inns.abroad.id, mirror.channel_id, mirror.message_id or 0})
    home_names, away_names = (
        (HOME_NAME, "the-long-table"),
        (AWAY_NAME, "eve", "strangers", "Abroad"),
    )
    watcher = await house.watch_browser("link-for-watchers")
    ann = await opens(house, inns.ann, HOME_NAME, table)
    eve = await opens(house, inns.eve, AWAY_NAME, table)
    readers = (
        Reader("the player at home", ann, known, at_home, away_names, left_out, most),
        Reader("the player abroad", eve, known, abroad, home_names, left_out, most),
        Reader("a watcher", watcher, known, frozenset(), (*home_names, *away_names), left_out, most),
    )
    for reader in readers:
        board = await reader.looks()
        assert {"Reed", "Willow"} <= set(re.findall(r"\w+", str(board)))
        if "w/" not in str(reader.page.where):
            await reader.presses(board)
            assert len(reader.pressed) > 20
        else:
            assert list(controls(board["components"])) == []
    inns.check_secret()


async def test_what_discord_hands_over_of_a_second_board_tells_nothing_of_the_other_server(
    inns: Inns,
) -> None:
    """The log, the export, the history and lists; and the file with a user's stored data."""
    table = await pair_players(inns, "thud")
    click = Click(Person(inns.eve.id, AWAY_NAME), inns.away.id, inns.abroad.id, 9999)
    await inns.world.session.play.move(click, table.id, "resign", Trace("scene", 0))
    await inns.world.tick()
    table = await inns.world.table()
    known, mirror = numbers(inns.world), second_board_of(table)
    assert mirror is not None
    assert table.board is not None
    there = (
        (inns.ann, inns.home, {inns.world.guild.id, table.board.message_id}, (AWAY_NAME, "eve", "Abroad")),
        (inns.eve, inns.away, {inns.abroad.id, mirror.message_id or 0}, (HOME_NAME, "the-long-table")),
    )
    for actor, channel, seen, names in there:
        secret = {number: known[number] for number in known.keys() - {actor.id, channel.id, *seen}}
        for command in ("table log", "table export", "history", "games", "stats", "settings"):
            search(command, await handed_over(await actor.slash(channel, command)), secret, names)
        panel = private(await actor.slash(channel, "privacy"))
        file = await handed_over(await actor.click(panel, label="Send me my data"))
        assert table.code in file
        search("privacy", file, secret, names)


async def handed_over(result: InteractionResult) -> str:
    """All that an answer says and hands over."""
    found = [str(result.response and result.response.components)]
    for one in (result.response, *result.followups):
        if one is not None:
            found += [
                str(one.components),
                *[(await file.read()).decode(errors="replace") for file in one.attachments],
            ]
    return "\n".join(found)


# A table of one server


async def test_people_are_called_by_their_names(world: World, house: House) -> None:
    """Also a former stand-in, who only watches now."""
    await world.game("dE2-E10")
    table = await world.table()
    click, trace = world.click_by(world.ann), Trace("scene", 0)
    ann, ben = table.players
    lent = replace(ben, substitute=world.cleo.id, substitute_name="Cleo")
    change = replace(world.session.tables.change(click, table), players=(ann, lent))
    await world.session.tables.save(change, trace)
    page, watcher = await house.open_browser(world.ann), await shown_to_all(world, house)
    for board in (await page.board(), await watcher.board()):
        assert "**Cleo**" in str(board["components"])
    await world.session.play.move(world.click_by(world.cleo), 1, "TG7-F7", trace)
    await world.session.absence.return_player(world.click_by(world.ben), 1, trace)
    for reader in (page, watcher):
        told = await (await reader.get("past")).text()
        assert "**Cleo**" in told
        assert str(world.cleo.id) not in told


async def test_roles_channels_and_links_are_those_of_the_reader(world: World, house: House) -> None:
    await world.game()
    role, table = world.guild.create_role("Regulars"), await world.table()
    text = (
        f"<@&{role.id}> <#{world.channel.id}> <#5> <@{world.ben.id}> <@!6> \\<@7> "
        f"[here](https://discord.com/channels/{world.guild.id}/1/2) https://discord.com/channels/9/1/2 "
        f"[there](https://discord.com/channels/9/1/2) <t:12:R> </board:34>"
    )
    house.site.tickets()

    async def text_for(person: Person | None) -> str:
        visitor = Visitor(1, person)
        (read,) = await redact_for(world.session, world.bot, visitor, table, [text])
        return str(read)

    assert await text_for(Person(world.ann.id, "Ann")) == (
        "**Regulars** **#the-long-table** **#…** **Ben** **…** \\<@7> "
        f"[here](https://discord.com/channels/{world.guild.id}/1/2) … there <t:12:R> </board:34>"
    )
    assert (
        await text_for(None) == "**…** **#…** **#…** **Ben** **…** \\<@7> here … there <t:12:R> </board:34>"
    )


async def test_a_spectator_of_a_lobby_gets_no_button(world: World, house: House) -> None:
    await open_table(world.ann, world.channel, "trogdor")
    watcher = await shown_to_all(world, house)
    page = await opens(house, world.ben, "Ben", await world.table())
    assert list(controls((await watcher.board())["components"])) == []
    assert list(controls((await page.board())["components"])) != []
