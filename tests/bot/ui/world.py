"""A simulated server with people, and what can be seen in it: messages, private answers, pings, the disk."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

from bot.client import Taproom
from bot.discord.presence import THERE
from bot.features import FEATURES
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.feature import Feature
from bot.kernel.session import Session
from bot.kernel.trace import Trace
from bot.store import Line, Table
from bot.store.schedule import ALIVE
from engine.core import Seat
from tests.bot.samples import Clock, on_disk

Component = dict[str, Any]

SEED = "secret"
"""The seed of every table; a test that has to know the cards sets another."""

EPHEMERAL = 1 << 6
_BUTTON, _TEXT = 2, 10
_ANYTHING = "\0"
_NEXT = iter(range(1, 10**9))


def walk(components: Any) -> Iterator[Component]:
    """Every component of a message, nested ones too."""
    for component in components or ():
        yield component
        yield from walk(component.get("components"))
        for key in ("component", "accessory"):
            if key in component:
                yield from walk([component[key]])


def text_of(components: Any) -> str:
    """What a message says in its text displays."""
    return "\n".join(part["content"] for part in walk(components) if part.get("type") == _TEXT)


def message_text(message: discord.Message) -> str:
    """What a message of a channel says in its text displays."""
    return text_of([component.to_dict() for component in message.components])


def says(text: str, key: str, /, **values: str | int) -> bool:
    """Whether a text holds the English sentence `key` with these values; any others may stand for the rest.

    Tests with it depend on the sentence, not on its wording, which may change.
    """
    places = {name for _, name, _, _ in Formatter().parse(IN_ENGLISH.english[key]) if name}
    assert values.keys() <= places, f"{key} has no {', '.join(values.keys() - places)}"
    sentence = IN_ENGLISH(key, **(dict.fromkeys(places, _ANYTHING) | values))
    pattern = re.sub(rf"{_ANYTHING}(\\\*\\\*)?\\\.", r"\g<0>?", re.escape(sentence))  # no stop after a stop
    return re.search(pattern.replace(_ANYTHING, ".*?"), text) is not None


def alt_of(message: ResponseMessage) -> str:
    """What the one picture of a message shows, in words."""
    (alt,) = [shot["description"] for part in walk(message.components) for shot in part.get("items", ())]
    return str(alt)


def labels(message: ResponseMessage) -> list[str]:
    """What the buttons of a message are called."""
    return [part["label"] for part in walk(message.components) if part.get("type") == _BUTTON]


def private_text(result: InteractionResult) -> str:
    """The one private answer to an interaction."""
    answers = [result.response, *result.followups]
    private = [answer for answer in answers if answer is not None and answer.ephemeral]
    assert len(private) == 1, f"{len(private)} private answers among {answers}"
    return text_of(private[0].components)


def rule_behind(result: InteractionResult) -> str:
    """What the *Why?* button of a refusal leads to: the custom_id, which ends with the rule's id."""
    *_, button = (part for part in walk(private(result).components) if part.get("type") == _BUTTON)
    return str(button["custom_id"])


def private(result: InteractionResult) -> ResponseMessage:
    """The private message that an interaction led to, or where it was clicked."""
    answers = [result.response, *result.followups]
    (found,) = (answer for answer in answers if answer is not None and answer.ephemeral)
    return found


def list_with(message: ResponseMessage, value: str) -> str:
    """The custom_id of the list that holds this value."""
    return next(
        str(part["custom_id"])
        for part in walk(message.components)
        if value in [option["value"] for option in part.get("options", ())]
    )


async def pick(actor: MemberActor | UserHandle, message: ResponseMessage, *values: str) -> InteractionResult:
    """Choose these values in the list of a message that has them."""
    return await actor.select(message, list(values), custom_id=list_with(message, values[0]))


def board(result: InteractionResult) -> ResponseMessage:
    """The public message that an interaction led to: a new one, or the one that was changed."""
    shown = result.followups[-1] if result.followups else result.response
    assert shown is not None
    assert not shown.ephemeral, text_of(shown.components)
    return shown


@dataclass
class Posted:
    """A message as the bot sent it: whether it is new, its text, and its pings."""

    new: bool
    private: bool
    text: str
    pings: set[int | str]


def _use(part: Component, wanted: str) -> Component | None:
    """What Discord sends when this component is used so; none if it is another one."""
    if part.get("label") == wanted and part.get("type") == _BUTTON:
        return {"custom_id": part["custom_id"], "component_type": _BUTTON}
    if wanted in [option["value"] for option in part.get("options", ())]:
        return {"custom_id": part["custom_id"], "component_type": part["type"], "values": [wanted]}
    return None


def parse_post(request: HttpLogEntry) -> Posted | None:
    """The message that a request of the bot sent or changed; none where it did something else."""
    body = request.json if isinstance(request.json, dict) else {}
    callback = request.path.endswith("/callback")
    data = (body.get("data") or {}) if callback else body
    if "components" not in data or request.method not in {"POST", "PATCH"} or body.get("type") == 9:
        return None
    text, allowed = text_of(data["components"]), data.get("allowed_mentions")
    named: set[int | str] = {int(user) for user in re.findall(r"(?<!\\)<@!?(\d+)>", text)}
    if allowed is None:
        pings = named | set(re.findall("@everyone|@here", text))
    else:
        parse = allowed.get("parse", [])
        pings = named if "users" in parse else named & {int(user) for user in allowed.get("users", [])}
        pings |= set(re.findall("@everyone|@here", text)) if "everyone" in parse else set()
    new = request.method == "POST" and not (callback and body["type"] == 7)
    return Posted(new, bool(int(data.get("flags") or 0) & EPHEMERAL), text, pings)


@dataclass
class World:
    """The bot among people: Ann, Ben and Cleo in one channel of a server."""

    env: simcord.Env
    bot: Taproom
    path: Path
    clock: Clock
    bots: list[Taproom]
    guild: GuildHandle
    channel: ChannelHandle
    ann: MemberActor
    ben: MemberActor
    cleo: MemberActor

    @property
    def session(self) -> Session:
        assert self.bot.surface is not None
        return self.bot.surface.session

    async def table(self, table_id: int = 1) -> Table:
        """The table as it is on disk."""
        return await on_disk(self.session.context.store, table_id)

    async def shown_board(self, table_id: int = 1) -> ResponseMessage:
        """The current board message of a table."""
        table = await self.table(table_id)
        assert table.board is not None
        stored = self.env.backend.get_message(table.board.channel_id, table.board.message_id)
        return ResponseMessage(self.env, stored)

    def is_gone(self, message: ResponseMessage) -> bool:
        """Whether a message was deleted."""
        return message.id not in self.env.backend.messages.get(message.channel_id, {})

    def delete(self, message: ResponseMessage) -> None:
        """A moderator deletes a message, of which the bot hears nothing."""
        del self.env.backend.messages[message.channel_id][message.id]

    def private_messages(self, actor: MemberActor) -> list[ResponseMessage]:
        """The private messages of a user in the channel."""
        stored = self.env.backend.messages.get(self.channel.id, {}).values()
        return [
            ResponseMessage(self.env, one) for one in stored if one.is_ephemeral and one.visible_to(actor.id)
        ]

    def let_presence_expire(self) -> None:
        """Let a minute pass, so that no player counts as present any more."""
        self.clock.now += THERE

    async def log(self, table_id: int = 1) -> tuple[Line, ...]:
        return await self.session.context.store.log(table_id)

    async def restart(self) -> None:
        """Another process takes over: a new bot on the same file."""
        old, self.bot = self.bot, new_bot(self.path, self.clock)
        self.bots.append(self.bot)
        await self.env.restart_bot(self.bot)
        await old.close()

    async def kill(self) -> None:
        """The process is gone without a word, and another one takes over the file."""
        self.bot = new_bot(self.path, self.clock)
        self.bots.append(self.bot)
        await self.env.restart_bot(self.bot)

    async def tick(self) -> list[Posted]:
        """The messages that the bot sends because they are due."""
        assert self.bot.ticker is not None
        mark = self.mark()
        await self.bot.ticker.tick()
        await self.bot.ticker.drain()
        await self.env.settle()
        return self.posts_since(mark)

    async def later(self, hours: float) -> list[Posted]:
        """Let some hours pass while the bot is running; return its messages at their end."""
        self.clock.now += hours * 3600
        await self.session.context.store.set_note(ALIVE, repr(self.clock.now))
        return await self.tick()

    def last(self, containing: str = "", channel: ChannelHandle | None = None) -> discord.Message:
        """The newest message of the channel, or the newest that contains this, or shows this table."""
        found = list(reversed((channel or self.channel).history()))
        told = [one for one in found if containing in message_text(one)]
        if not told and re.fullmatch(r"T\d+", containing):
            shows = f"t{containing.removeprefix('T')}."
            parts = ((one, walk([part.to_dict() for part in one.components])) for one in found)
            told = [
                one
                for one, every in parts
                if any(str(part.get("custom_id")).startswith(shows) for part in every)
            ]
        return told[0]

    def last_saying(self, key: str, /, **values: str | int) -> discord.Message:
        """The newest message of the channel that holds this sentence; see `says`."""
        return [one for one in self.channel.history() if says(message_text(one), key, **values)][-1]

    async def picks(self, actor: MemberActor, piece: str, target: str) -> InteractionResult:
        """A move by lists: picked at the board, looked at in private, and played there."""
        mine = private(await pick(actor, await self.shown_board(), piece))
        await pick(actor, mine, target)
        return await actor.click(mine, label="Play it")

    def person(self, seat: Seat) -> MemberActor:
        return (self.ann, self.ben)[seat]

    def click_by(self, actor: MemberActor, channel: ChannelHandle | None = None) -> Click:
        """A user's request that did not come over Discord, to set a scene quickly."""
        place = channel or self.channel
        return Click(Person(actor.id, actor.name.title()), place.id, self.guild.id, next(_NEXT))

    async def start_table(
        self, *lines: str, channel: ChannelHandle | None = None, game: str = "thud", **options: str
    ) -> Table:
        """A game of Ann, with the dwarfs first, against Ben, after these lines; not posted yet."""
        trace, session = Trace("scene", 0), self.session
        opening = Opening(game, options, 0, Person(self.ben.id, "Ben"))
        table = (await session.lobby.open(self.click_by(self.ann, channel), opening, trace)).table
        table = (await session.lobby.sit(self.click_by(self.ben, channel), table.id, 0, trace)).table
        for line in lines:
            shown = session.tables.show(table)
            (seat,) = shown.entry.game.to_act(shown.state)
            by = self.click_by(self.person(seat), channel)
            table = (await session.play.move(by, table.id, line, trace)).table
        return table

    async def game(self, *lines: str, **options: str) -> ResponseMessage:
        """The board of such a game, posted by `/board`."""
        table = await self.start_table(*lines, channel=None, **options)
        return board(await self.ann.slash(self.channel, "board", table=table.code))

    async def move(self, actor: MemberActor, line: str) -> InteractionResult:
        return await actor.slash(self.channel, "move", move=line)

    async def at_once(self, *clicks: tuple[MemberActor, ResponseMessage, str]) -> list[Posted]:
        """Buttons (by label) and choices (by value) of messages, used before any of them is answered."""
        mark, backend = self.mark(), self.env.backend
        payloads = []
        for actor, message, wanted in clicks:
            data = next(filter(None, (_use(part, wanted) for part in walk(message.components))))
            record, payload = base_payload(
                backend,
                type=3,
                channel_id=self.channel.id,
                guild_id=self.guild.id,
                user_id=actor.id,
                data=data,
            )
            stored = backend.get_message(self.channel.id, message.id)
            payload["message"] = dict(message_payload(backend, stored))
            record.source_message_id = message.id
            payloads.append(payload)
        for payload in payloads:
            backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return self.posts_since(mark)

    def public(self) -> list[tuple[int, str]]:
        """What everybody sees: every message anywhere with its components."""
        messages = [message for place in self.env.backend.messages.values() for message in place.values()]
        return [(message.id, str(message.components)) for message in messages if not message.is_ephemeral]

    def mark(self) -> int:
        """Now, as a place in the list of requests."""
        return len(self.env.http_requests)

    def posts_since(self, since: int = 0) -> list[Posted]:
        """Every message that the bot sent or changed."""
        found = map(parse_post, self.env.http_requests[since:])
        return [one for one in found if one is not None]

    def pings(self, since: int = 0) -> list[set[int | str]]:
        """The pings of each new message of the bot; edits and private answers must not ping at all."""
        posted = self.posts_since(since)
        assert not any(one.pings for one in posted if one.private or not one.new)
        return [one.pings for one in posted if one.new and not one.private]

    @asynccontextmanager
    async def assert_unchanged(self, table_id: int = 1) -> AsyncIterator[None]:
        """The block changes nothing on disk, and shows nothing to everybody."""
        before = await self.table(table_id), await self.log(table_id), self.public()
        yield
        assert (await self.table(table_id), await self.log(table_id), self.public()) == before


def new_bot(path: Path, clock: Clock, features: Sequence[Feature] = FEATURES) -> Taproom:
    return Taproom(path, clock=clock, seeds=lambda: SEED, hurried=False, features=features)
