"""People who use whatever the bot shows them at the stand-in for Discord, and what became of it.

A `Tour` knows all that was used, and what was wrong. A `Room` is where some people are together: they use
controls one by one, by name (`go`) or all that they see (`explore`).
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from bot.discord.keyboard import Control, Verb, parse_control
from bot.features.people import privacy
from bot.features.plans import page as plans
from bot.features.reviews import drill, highlights
from bot.features.undo import page as undo
from tools.standin.checks import LIST, SELECTS, TEXT_INPUT, UPLOAD
from tools.standin.interaction_data import fields_of
from tools.standin.interactions import CallbackType, Interaction
from tools.standin.payloads import LOADING, Json
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeRole, FakeUser, Upload

LIMIT: Final = 60.0
"""Seconds after which something has failed that nobody waits for otherwise: machines may be busy."""

AGAIN: Final = 8.0
"""Seconds after which somebody who was not answered tries again: a bot that is too busy sheds some."""

TRIES: Final = 3
"""How often somebody tries until they count as not answered."""

LOOKS: Final = 2
"""How often a control that is refused is used, each time by somebody else if it can be."""

GLANCE: Final = 0.005
"""Seconds between two looks at the bot's log, or at what people see."""

MOST: Final = 200
"""The most controls that are used while a room is explored: rather a bound than a limit."""

DEAR: Final = frozenset({"replay", Verb.FILM, highlights.HIGHLIGHTS.path, Verb.GLOSSARY})
"""What takes tenths of a second of a processor: once for each game, wherever that is."""

PICKERS: Final = (plans.VERBS, drill.VERBS)
"""Those of features."""

ASKING: Final = frozenset[str](
    {*(one.ask for one in PICKERS), undo.ASK.path, *(verb for verb in Verb if verb.name.endswith("ASK"))}
)
"""What asks a question first."""

BACK: Final = frozenset[str](
    {
        Verb.GO,
        Verb.ASIDE,
        *(one.go for one in PICKERS),
        *(verb for verb in Verb if verb.name.endswith("_GO")),
    }
)
"""What leads to another step, or back to the first one."""

LAST: Final[tuple[set[str], ...]] = (
    {Verb.PLAY, *(one.play for one in PICKERS), *(verb for verb in Verb if verb.name.endswith("_PLAY"))},
    {Verb.OPEN, Verb.CANCEL, privacy.FORGET.path},
)
"""What takes other controls away, and is used after them, in this order."""

TYPED: Final = {"move": "hello", "days": "7", "name": "Pawn storm"}
"""What is typed into fields that want something, by their keys."""

FILES: Final = {"own_deck": Path("data/trogdor_movement.json")}
"""What is uploaded."""

Key: TypeAlias = tuple[str, ...]
"""A control without what is different each time: its verb, the kind of its detail, the game, the place."""

_WORD: Final = re.compile(r"[a-z?!]*")
"""The word that a part of a detail begins with, which may be none."""

Wanted: TypeAlias = Callable[[Control], bool]


class Place(StrEnum):
    """Where people play."""

    CHANNEL = "channel"
    THREAD = "thread"
    DIRECT = "direct"
    BROUGHT = "brought along"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Done:
    """What somebody did, and what the bot's log says of it: `ok` or the key of a refusal, and the table."""

    asked: Interaction
    outcome: str
    table: int

    def __str__(self) -> str:
        return (
            f"{self.asked.what} by {self.asked.person.name}: {self.outcome}: {self.asked.private_text[:300]}"
        )

    @property
    def file(self) -> Upload:
        """The file that came with it."""
        for message in reversed(self.asked.messages):
            for one in message.attachments:
                return Upload(one["filename"], message.files[int(one["id"])])
        raise LookupError(f"no file: {self}")


class Tour:
    """All that was done before one bot, and what was wrong with it.

    `log` is the bot's, as JSON: its line about an interaction says that all is done about it. `each`: every
    kind of control is used for each game in each place, and not only once. `outcomes` counts what was
    answered, by the log's name for it; `commands` and `typed` are commands and options that were used.
    """

    def __init__(self, discord: StandIn, log: Path, *, each: bool) -> None:
        self.discord, self.each = discord, each
        self.problems: list[str] = []
        self.outcomes: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.commands: set[tuple[str, str]] = set()
        self.typed: set[tuple[str, str]] = set()
        self.used: set[Key] = set()
        self.seen: defaultdict[int, dict[int, FakeMessage]] = defaultdict(dict)
        """All messages that were ever there, by channel."""
        self._log, self._read = log, 0
        self._records: defaultdict[int, list[Json]] = defaultdict(list)
        discord.world.watchers.append(lambda one: self.seen[one.channel.id].update({one.id: one}))

    # What the bot says of it

    def read_log(self) -> None:
        """Take what is new in the log."""
        with self._log.open("rb") as file:
            file.seek(self._read)
            whole = file.read().rpartition(b"\n")[0]
        self._read += len(whole) + bool(whole)
        for line in whole.decode().splitlines():
            record: Json = json.loads(line) if line.startswith("{") else {"level": "ERROR"}
            if record["level"] in ("ERROR", "CRITICAL") or "Traceback" in line:
                self.problems.append(f"the log says {line}")
            elif record.get("logger") == "taproom.interaction":
                self._records[record["user"]].append(record)
                self.outcomes[record["kind"]][record["outcome"]] += 1

    async def wait_until_done(self, asked: Interaction, kind: str) -> Done | None:
        """Wait until the bot has done all that it does; none if it has let the interaction pass."""
        end = time.monotonic() + AGAIN
        while time.monotonic() < end + (0 if asked.answer is None else LIMIT):
            self.read_log()
            records = self._records[asked.person.id]
            found = next((one for one in records if one["kind"] == kind), None)
            if found is not None:
                records.remove(found)
                done = Done(asked, found["outcome"], int(found.get("table", "T0")[1:]))
                self.problems += [f"{done}: {problem}" for problem in self._problems(asked)]
                return done
            await asyncio.sleep(GLANCE)
        return None

    def _problems(self, asked: Interaction) -> Iterator[str]:
        """What is wrong with how somebody was answered, once the bot has done with it."""
        there = self.discord.world.messages
        messages = [one for one in asked.messages if one.id in there]
        if asked.answer is None:
            yield "no answer"
        if asked.answer is CallbackType.THINKING and not messages:
            yield "nothing but that the bot was thinking"
        if asked.answer is CallbackType.LATER and not self._has_changed(asked):
            yield "a deferral, and nothing after it"
        for message in messages:
            if message.flags & LOADING:
                yield "the bot is thinking for ever"
            elif not (message.text or message.components or message.attachments):
                yield "an empty message"
        if asked.refused:
            yield f"Discord has refused an answer: {asked.refused}"

    def _has_changed(self, asked: Interaction) -> bool:
        """Whether anything has changed since then in the channel: what was clicked, or another message."""
        if asked.source is not None and asked.source.id not in self.discord.world.messages:
            return True
        return any(one.changed > asked.sent for one in self.seen[asked.channel.id].values())

    def end(self) -> None:
        """Take what is left in the log, and whoever still waits."""
        self.read_log()
        for message in self.discord.world.messages.values():
            if message.flags & LOADING:
                self.problems.append(f"the bot is thinking for ever in {message.channel.name}")

    # What there is

    def leaves(self) -> Iterator[tuple[str, list[Json]]]:
        """Every command by its whole name, with its options."""
        for command in self.discord.world.commands:
            if command["type"] == 1:
                yield from _leaves(command, command["name"])

    @property
    def menus(self) -> list[str]:
        """What stands in the menu of a person, as the log calls it."""
        return [one["name"] for one in self.discord.world.commands if one["type"] == 2]


def _leaves(part: Json, path: str) -> Iterator[tuple[str, list[Json]]]:
    options = part.get("options") or []
    inner = [one for one in options if one["type"] in (1, 2)]
    if not inner:
        yield path, options
    for one in inner:
        yield from _leaves(one, f"{path} {one['name']}")


@dataclass(frozen=True, slots=True)
class Use:
    """A control that somebody sees on a message."""

    person: FakeUser
    message: FakeMessage
    part: Json
    control: Control


@dataclass(eq=False, slots=True)
class Room:
    """Some people, the channel where they are, and the game that they play.

    The first of them manages the server. `elsewhere` is another channel there, `abroad` one of another
    server, `role` one that there is. `tables` are those that will be returned to.
    """

    tour: Tour
    game: str
    place: Place
    channel: FakeChannel
    people: tuple[FakeUser, FakeUser, FakeUser]
    elsewhere: FakeChannel
    abroad: FakeChannel
    role: FakeRole
    random: Random
    tables: list[int] = field(default_factory=list)
    tries: Counter[Key] = field(default_factory=Counter)

    def __str__(self) -> str:
        return f"{self.game}, {self.place}"

    def at(self, channel: FakeChannel | None = None, game: str = "") -> Room:
        """The same people in another channel, or with another game."""
        return Room(
            *(self.tour, game or self.game, self.place, channel or self.channel, self.people),
            *(self.elsewhere, self.abroad, self.role, self.random),
        )

    # Commands

    async def ask(self, person: FakeUser, path: str, /, **given: Any) -> Done:
        """Somebody sends a command, whatever comes of it."""
        discord, tour = self.tour.discord, self.tour
        for _ in range(TRIES):
            asked = await discord.command(person, self.channel, path, **given)
            done = await tour.wait_until_done(asked, f"command.{path.replace(' ', '.')}")
            if done is not None:
                if done.outcome == "ok":
                    tour.commands |= {(path, ""), *((path, name) for name in given)}
                return done
        raise TimeoutError(f"nobody answers /{path}")

    async def command(self, person: FakeUser, path: str, /, **given: Any) -> Done:
        """Somebody sends a command that is to work."""
        return _check_ok(await self.ask(person, path, **given))

    async def type(
        self, person: FakeUser, path: str, option: str, text: str, /, **given: object
    ) -> list[str]:
        """What is offered while somebody types into an option."""
        for _ in range(TRIES):
            asked = await self.tour.discord.type(person, self.channel, path, option, text, **given)
            asked.patience = AGAIN
            if await asked.wait_for_answer():
                if asked.choices:
                    self.tour.typed.add((path, option))
                return [str(one["value"]) for one in asked.choices or ()]
        raise TimeoutError(f"nobody answers who types {option} of /{path}")

    async def menu(self, person: FakeUser, target: FakeUser, kind: str) -> Done:
        """Somebody uses the only entry of a person's menu, which the log calls `kind`."""
        (name,) = self.tour.menus
        for _ in range(TRIES):
            asked = await self.tour.discord.menu(person, self.channel, name, target)
            if (done := await self.tour.wait_until_done(asked, f"menu.{kind}")) is not None:
                return _check_ok(done)
        raise TimeoutError(f"nobody answers {name}")

    # Controls

    @property
    def messages(self) -> list[FakeMessage]:
        """What there is in the channel and in its threads, private messages too, the last changed first."""
        world = self.tour.discord.world
        channels = [one for one in world.channels.values() if self.channel in (one, one.parent)]
        every = [one for channel in channels for one in self.tour.seen[channel.id].values()]
        there = [one for one in every if one.id in world.messages]
        return sorted(there, key=lambda one: (one.changed, one.id), reverse=True)

    def uses(self, person: FakeUser | None = None, *messages: FakeMessage) -> Iterator[Use]:
        """The controls that somebody sees, or anybody, the newest first; of these messages, or of all."""
        for message in messages or self.messages:
            if person is not None and message.shown_to not in (None, person):
                continue
            for part in message.controls:
                control = parse_control(part["custom_id"])
                if control is not None:
                    yield Use(person or self._who(message), message, part, control)

    def _who(self, message: FakeMessage) -> FakeUser:
        """Who uses a message: whom it is shown to, or who is called by it, or anybody."""
        if message.shown_to is not None:
            return message.shown_to
        return next((one for one in self.people if one.mention in message.text), self.people[0])

    def find(
        self, person: FakeUser, verb: str, detail: str = "", *, table: int = 0, revision: int | None = None
    ) -> Use:
        """The newest control of this kind that somebody sees; raises `LookupError` if they see none.

        Its detail begins like this, where a star stands for anything.
        """
        for use in self.uses(person):
            control = use.control
            meant = control.verb == verb and fnmatchcase(control.detail, f"{detail}*")
            if meant and table in (0, control.table) and revision in (None, control.revision):
                return use
        seen = [use.part["custom_id"] for use in self.uses(person)]
        raise LookupError(f"{person.name} sees no {verb} {detail} among {seen}")

    def sees(self, person: FakeUser, verb: str, detail: str = "", **which: Any) -> bool:
        """Whether somebody sees such a control."""
        try:
            self.find(person, verb, detail, **which)
        except LookupError:
            return False
        return True

    async def see(self, person: FakeUser, verb: str, detail: str = "", **which: Any) -> Use:
        """Wait until somebody sees such a control: the bot shows it by itself."""
        end = time.monotonic() + LIMIT
        while not self.sees(person, verb, detail, **which) and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(10 * GLANCE)  # a change of the world is no event
        return self.find(person, verb, detail, **which)

    async def go(
        self,
        person: FakeUser,
        verb: str,
        detail: str = "",
        *values: object,
        entered: Mapping[str, object] | None = None,
        **which: Any,
    ) -> Done:
        """Somebody uses the newest control of this kind, which is to work; a form is filled in and sent."""
        return _check_ok(await self.use(self.find(person, verb, detail, **which), values, entered))

    async def behind(self, person: FakeUser, verb: str, detail: str = "", **how: Any) -> Done:
        """The same of what stands on the newest board, or behind its *More*."""
        board = self.find(person, Verb.MORE).message
        if not any(use.message is board and use.control.verb == verb for use in self.uses(person)):
            await self.go(person, Verb.MORE)
        return await self.go(person, verb, detail, **how)

    async def explore(self, wanted: Wanted) -> None:
        """Use every kind of control that anybody sees once, as long as there are new ones."""
        for _ in range(MOST):
            uses = [use for use in self.uses() if wanted(use.control) and self._is_new(use)]
            if not uses:
                return
            use = min(uses, key=lambda one: (_rank(one.control), self.tries[self.key(one.control)]))
            await self.use(self._by_another(use))
        raise AssertionError(f"{self}: there is always something new")

    def _is_new(self, use: Use) -> bool:
        key = self.key(use.control)
        return key not in self.tour.used and self.tries[key] < LOOKS

    def _by_another(self, use: Use) -> Use:
        """What was refused is used by somebody else, where more than one sees it."""
        tried = self.tries[self.key(use.control)]
        if use.message.shown_to is not None or not tried:
            return use
        others = [one for one in self.people if one != use.person]
        return Use(others[(tried - 1) % len(others)], use.message, use.part, use.control) if others else use

    def key(self, control: Control) -> Key:
        """What is used once: of a detail count the words, and not squares and numbers."""
        before, _, after = control.detail.partition(":")
        key = (control.verb, *(_WORD.match(part)[0] for part in (before, after)))  # type: ignore[index]
        if not self.tour.each:
            return key
        return (*key, self.game) if control.verb in DEAR else (*key, self.game, self.place)

    def is_used(self, *verbs: str) -> bool:
        """Whether all of these were used here, or wherever it counts."""
        here = {(verb, self.key(Control(0, 0, verb))[3:]) for verb in verbs}
        return here <= {(key[0], key[3:]) for key in self.tour.used}

    async def use(
        self, use: Use, values: Sequence[object] = (), entered: Mapping[str, object] | None = None
    ) -> Done:
        """Use a control with these values, or some; and a form that it leads to with this, or something."""
        key, verb = self.key(use.control), use.control.verb
        self.tries[key] += 1
        chosen = values or self._choose(use)
        discord, custom_id = self.tour.discord, use.part["custom_id"]
        for _ in range(TRIES):
            asked = await discord.press(use.person, use.message, custom_id, chosen)
            done = await self.tour.wait_until_done(asked, f"control.{verb}")
            if done is not None:
                break
        else:
            raise TimeoutError(f"nobody answers {custom_id}")
        if done.outcome == "ok":
            self.tour.used.add(key)
        return done if asked.form is None else await self.submit(asked, entered)

    async def submit(self, asked: Interaction, entered: Mapping[str, object] | None = None) -> Done:
        """Fill in a form and send it; what is not entered stays as it is, or all of it is plausible."""
        assert asked.form is not None
        control = parse_control(asked.form["custom_id"])
        assert control is not None
        filled = self._fill(asked.form) if entered is None else entered
        for _ in range(TRIES):
            sent = await self.tour.discord.submit(asked, filled)
            if (done := await self.tour.wait_until_done(sent, f"form.{control.verb}")) is not None:
                return done
        raise TimeoutError(f"nobody answers the form {control}")

    def _choose(self, use: Use) -> list[object]:
        """Some values of a list; none of a button."""
        kind, part = use.part["type"], use.part
        if kind == LIST:
            options = [one["value"] for one in part["options"]]
            most = min(part.get("max_values", 1), len(options))
            chosen = self.random.sample(options, self.random.randint(max(part.get("min_values", 1), 1), most))
            return sorted(chosen, key=options.index)
        if kind not in SELECTS:
            return []
        others = [one for one in self.people if one != use.person]
        return [{5: others[0] if others else use.person, 6: self.role, 8: self.channel}[kind]]

    def _fill(self, form: Json) -> dict[str, object]:
        """Something plausible for each field."""
        found: dict[str, object] = {}
        for part in fields_of(form):
            name = part["custom_id"]
            if part["type"] == TEXT_INPUT and name in TYPED:
                found[name] = TYPED[name]
            elif part["type"] == UPLOAD and name in FILES:
                found[name] = [Upload(FILES[name].name, FILES[name].read_bytes())]
            elif part["type"] == LIST:
                found[name] = [self.random.choice(part["options"])["value"]]
        return found


def _check_ok(done: Done) -> Done:
    assert done.outcome == "ok", str(done)
    return done


def _rank(control: Control) -> int:
    """In which order controls are used: first what leads on, then questions, the way back, and what plays."""
    if control.verb in ASKING:
        return 1
    if control.verb in BACK and not control.detail.rpartition(":")[2]:
        return 2
    return next((rank for rank, verbs in enumerate(LAST, 3) if control.verb in verbs), 0)
