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
from dataclasses import dataclass, field, replace
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
"""Seconds after which a missing result is a failure: machines may be busy."""

FEW: Final = 2
"""How many answers of a tour may be too late: the machine has other work, and the bot cannot help that."""

AGAIN: Final = 8.0
"""Seconds after which an unanswered interaction is tried again: a busy bot sheds some."""

TRIES: Final = 3
"""How often an interaction is tried until it counts as unanswered."""

LOOKS: Final = 2
"""How often a refused control is used, each time by another person if possible."""

GLANCE: Final = 0.005
"""Seconds between two looks at the bot's log, or at what people see."""

MOST: Final = 200
"""The most controls that are used while a room is explored: rather a bound than a limit."""

DEAR: Final = frozenset({"replay", Verb.FILM, highlights.HIGHLIGHTS.path, Verb.GLOSSARY})
"""Controls that take tenths of a second of a processor: used once for each game, in any place."""

PICKERS: Final = (plans.VERBS, drill.VERBS)
"""Those of features."""

ASKING: Final = frozenset[str](
    {*(one.ask for one in PICKERS), undo.ASK.path, *(verb for verb in Verb if verb.name.endswith("ASK"))}
)
"""Controls that ask to confirm."""

BACK: Final = frozenset[str](
    {
        Verb.GO,
        Verb.ASIDE,
        *(one.go for one in PICKERS),
        *(verb for verb in Verb if verb.name.endswith("_GO")),
    }
)
"""Controls that open another step, or the first one again."""

LAST: Final[tuple[set[str], ...]] = (
    {Verb.PLAY, *(one.play for one in PICKERS), *(verb for verb in Verb if verb.name.endswith("_PLAY"))},
    {Verb.OPEN, Verb.CANCEL, privacy.FORGET.path},
)
"""Controls that remove others, so they are used after them, in this order."""

TYPED: Final = {"move": "hello", "days": "7", "name": "Pawn storm"}
"""The texts for required fields, by their keys."""

FILES: Final = {"own_deck": Path("data/trogdor_movement.json")}
"""The uploaded file."""

Key: TypeAlias = tuple[str, ...]
"""A control without what is different each time: its verb, the kind of its detail, the game, the place."""

_WORD: Final = re.compile(r"[a-z?!]*")
"""The word that a part of a detail begins with, which may be none."""

Wanted: TypeAlias = Callable[[Control], bool]


class Place(StrEnum):
    """The kind of channel of a room."""

    CHANNEL = "channel"
    THREAD = "thread"
    DIRECT = "direct"
    BROUGHT = "brought along"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Done:
    """An interaction, and its outcome in the bot's log: `ok` or the key of a refusal, and the table.

    `again`: a control was pressed before without an answer in time, which may have worked all the same.
    """

    asked: Interaction
    outcome: str
    table: int
    again: bool = False

    def __str__(self) -> str:
        return (
            f"{self.asked.what} by {self.asked.person.name}: {self.outcome}: {self.asked.private_text[:300]}"
        )

    @property
    def file(self) -> Upload:
        """The file that came with it."""
        for message in reversed(self.asked.messages):
            for attachment in message.attachments:
                return Upload(attachment["filename"], message.files[int(attachment["id"])])
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
        self.too_late = 0
        """How many answers came later than Discord accepts them."""
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

    async def wait_until_done(self, interaction: Interaction, kind: str) -> Done | None:
        """Wait until the bot has done all that it does; none if it has let the interaction pass."""
        end = time.monotonic() + AGAIN
        while time.monotonic() < end + (0 if interaction.answer is None else LIMIT):
            self.read_log()
            records = self._records[interaction.person.id]
            found = next((one for one in records if one["kind"] == kind), None)
            if found is not None:
                records.remove(found)
                if found["outcome"] == "unanswered" and self.too_late < FEW:
                    self.too_late += 1  # all processes stood still for seconds; the person tries again
                    return None
                done = Done(interaction, found["outcome"], int(found.get("table", "T0")[1:]))
                self.problems += [f"{done}: {problem}" for problem in self._problems(interaction)]
                return done
            await asyncio.sleep(GLANCE)
        return None

    def _problems(self, interaction: Interaction) -> Iterator[str]:
        """The problems of an answer, once the bot has finished it."""
        there = self.discord.world.messages
        messages = [one for one in interaction.messages if one.id in there]
        if interaction.answer is None:
            yield "no answer"
        if interaction.answer is CallbackType.THINKING and not messages:
            yield "nothing but that the bot was thinking"
        if interaction.answer is CallbackType.LATER and not self._has_changed(interaction):
            yield "a deferral, and nothing after it"
        for message in messages:
            if message.flags & LOADING:
                yield "the bot is thinking for ever"
            elif not (message.text or message.components or message.attachments):
                yield "an empty message"
        if interaction.refused:
            yield f"Discord has refused an answer: {interaction.refused}"

    def _has_changed(self, interaction: Interaction) -> bool:
        """Whether anything has changed since then in the channel: what was clicked, or another message."""
        if interaction.source is not None and interaction.source.id not in self.discord.world.messages:
            return True
        return any(
            message.changed > interaction.sent for message in self.seen[interaction.channel.id].values()
        )

    def end(self) -> None:
        """Read the rest of the log, and add unanswered interactions to the problems."""
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
        """The entries of a person's menu, as the log calls them."""
        return [command["name"] for command in self.discord.world.commands if command["type"] == 2]


def _leaves(part: Json, path: str) -> Iterator[tuple[str, list[Json]]]:
    options = part.get("options") or []
    inner = [one for one in options if one["type"] in (1, 2)]
    if not inner:
        yield path, options
    for one in inner:
        yield from _leaves(one, f"{path} {one['name']}")


@dataclass(frozen=True, slots=True)
class Use:
    """A control that a person sees on a message."""

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
        """A room with these people in another channel, or with another game."""
        return Room(
            *(self.tour, game or self.game, self.place, channel or self.channel, self.people),
            *(self.elsewhere, self.abroad, self.role, self.random),
        )

    # Commands

    async def ask(self, person: FakeUser, path: str, /, **given: Any) -> Done:
        """Send a command; any outcome is allowed."""
        discord, tour = self.tour.discord, self.tour
        for _ in range(TRIES):
            interaction = await discord.command(person, self.channel, path, **given)
            done = await tour.wait_until_done(interaction, f"command.{path.replace(' ', '.')}")
            if done is not None:
                if done.outcome == "ok":
                    tour.commands |= {(path, ""), *((path, name) for name in given)}
                return done
        raise TimeoutError(f"no answer to /{path}")

    async def command(self, person: FakeUser, path: str, /, **given: Any) -> Done:
        """Send a command that must succeed."""
        return _check_ok(await self.ask(person, path, **given))

    async def type(
        self, person: FakeUser, path: str, option: str, text: str, /, **given: object
    ) -> list[str]:
        """The completions of an option."""
        for _ in range(TRIES):
            interaction = await self.tour.discord.type(person, self.channel, path, option, text, **given)
            interaction.patience = AGAIN
            if await interaction.wait_for_answer():
                if interaction.choices:
                    self.tour.typed.add((path, option))
                return [str(choice["value"]) for choice in interaction.choices or ()]
        raise TimeoutError(f"no completion for {option} of /{path}")

    async def menu(self, person: FakeUser, target: FakeUser, kind: str) -> Done:
        """Use the only entry of a person's menu, which the log calls `kind`."""
        (name,) = self.tour.menus
        for _ in range(TRIES):
            interaction = await self.tour.discord.menu(person, self.channel, name, target)
            if (done := await self.tour.wait_until_done(interaction, f"menu.{kind}")) is not None:
                return _check_ok(done)
        raise TimeoutError(f"no answer to {name}")

    # Controls

    @property
    def messages(self) -> list[FakeMessage]:
        """The messages of the channel and its threads, with private ones, the last changed first."""
        world = self.tour.discord.world
        channels = [one for one in world.channels.values() if self.channel in (one, one.parent)]
        every = [one for channel in channels for one in self.tour.seen[channel.id].values()]
        there = [one for one in every if one.id in world.messages]
        return sorted(there, key=lambda one: (one.changed, one.id), reverse=True)

    def uses(self, person: FakeUser | None = None, *messages: FakeMessage) -> Iterator[Use]:
        """The controls that a person sees, or anyone, the newest first; of these messages, or of all."""
        for message in messages or self.messages:
            if person is not None and message.shown_to not in (None, person):
                continue
            for part in message.controls:
                control = parse_control(part["custom_id"])
                if control is not None:
                    yield Use(person or self._user_of(message), message, part, control)

    def _user_of(self, message: FakeMessage) -> FakeUser:
        """The person who uses a message: its viewer, or one that it mentions, or any."""
        if message.shown_to is not None:
            return message.shown_to
        return next((person for person in self.people if person.mention in message.text), self.people[0])

    def find(
        self, person: FakeUser, verb: str, detail: str = "", *, table: int = 0, revision: int | None = None
    ) -> Use:
        """The newest control of this kind that a person sees; raises `LookupError` if they see none.

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
        """Whether a person sees such a control."""
        try:
            self.find(person, verb, detail, **which)
        except LookupError:
            return False
        return True

    async def see(self, person: FakeUser, verb: str, detail: str = "", **which: Any) -> Use:
        """Wait until a person sees such a control, which the bot shows automatically."""
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
        """Use the newest control of this kind, which must succeed; a form is filled in and sent."""
        return _check_ok(await self.use(self.find(person, verb, detail, **which), values, entered))

    async def behind(self, person: FakeUser, verb: str, detail: str = "", **how: Any) -> Done:
        """Use a control of the newest board, or behind its *More*."""
        board = self.find(person, Verb.MORE).message
        if not any(use.message is board and use.control.verb == verb for use in self.uses(person)):
            await self.go(person, Verb.MORE)
        return await self.go(person, verb, detail, **how)

    async def explore(self, wanted: Wanted) -> None:
        """Use every kind of visible control once, as long as there are new ones."""
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
        """Use a refused control as another person, where several see it."""
        tried = self.tries[self.key(use.control)]
        if use.message.shown_to is not None or not tried:
            return use
        others = [person for person in self.people if person != use.person]
        return Use(others[(tried - 1) % len(others)], use.message, use.part, use.control) if others else use

    def key(self, control: Control) -> Key:
        """The identity of a control for the tour: words of its detail, without squares and numbers."""
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
        for tried in range(TRIES):
            interaction = await discord.press(use.person, use.message, custom_id, chosen)
            done = await self.tour.wait_until_done(interaction, f"control.{verb}")
            if done is not None:
                done = replace(done, again=tried > 0)
                break
        else:
            raise TimeoutError(f"no answer to {custom_id}")
        if done.outcome == "ok":
            self.tour.used.add(key)
        return done if interaction.form is None else await self.submit(interaction, entered)

    async def submit(self, interaction: Interaction, entered: Mapping[str, object] | None = None) -> Done:
        """Fill in a form and send it; what is not entered stays as it is, or all of it is plausible."""
        assert interaction.form is not None
        control = parse_control(interaction.form["custom_id"])
        assert control is not None
        filled = self._fill(interaction.form) if entered is None else entered
        for _ in range(TRIES):
            sent = await self.tour.discord.submit(interaction, filled)
            if (done := await self.tour.wait_until_done(sent, f"form.{control.verb}")) is not None:
                return done
        raise TimeoutError(f"no answer to the form {control}")

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
        result: dict[str, object] = {}
        for part in fields_of(form):
            name = part["custom_id"]
            if part["type"] == TEXT_INPUT and name in TYPED:
                result[name] = TYPED[name]
            elif part["type"] == UPLOAD and name in FILES:
                result[name] = [Upload(FILES[name].name, FILES[name].read_bytes())]
            elif part["type"] == LIST:
                result[name] = [self.random.choice(part["options"])["value"]]
        return result


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
