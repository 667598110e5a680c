"""A stranger who knows all about another server changes nothing there, and learns nothing of it.

They know the code of every table, every control that was ever posted, and every export, and send what no
client would. What Discord vouches for they cannot forge: who they are, and where. What they are told of a
table of that server is what they are told of one that there is not; and nothing that they are told names
any user or thing there that they have not named themselves.

`COMMANDS`, `COMPLETIONS` and `VERBS` say how each of them is tried. What is new fails until it is listed.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Final

import pytest
from discord import AppCommandType, app_commands
from simcord.actors import MemberActor
from simcord.backend.serializers import channel_payload, message_payload, user_payload
from simcord.builders import ChannelHandle, UserHandle
from simcord.interactions import base_payload

from bot.discord.command import Command, CommandGroup, parameters_of
from bot.discord.keyboard import Control, Verb, parse_control
from bot.discord.limits import Limit, Limits
from bot.discord.setting_controls import SERVER_PICK
from bot.features import FEATURES
from bot.features.deals import panel as deals
from bot.features.fair_play import page
from bot.features.help import guide, rules
from bot.features.hints import agreement, hint, odds, threats, warning
from bot.features.matchmaking import page as matchmaking
from bot.features.orders import panel
from bot.features.people import privacy, settings, stats
from bot.features.plans import page as plans
from bot.features.reviews import drill, highlights, luck, routes
from bot.features.servers import greeting
from bot.features.servers import page as server_page
from bot.features.tournaments import page as cups
from bot.features.undo import page as undo
from bot.features.votes import ballot
from bot.kernel.tables.export import export_lines
from bot.store import Line, Status, Table
from bot.store.tables import start_hash
from bot.ui.commands import commands
from bot.ui.controls import controls_of
from bot.ui.table import close
from engine.export_format import join_parts
from engine.fairness import commitment, next_hash
from engine.replay import outcome_record
from tests.bot.discord.test_forged import BY_TURN, FORMS, LISTS
from tests.bot.ui.neighbours import NAMES, SEED, STATES, furnish
from tests.bot.ui.opening import open_table, slash
from tests.bot.ui.world import World, board


class ForeignValue(Enum):
    """What of the other server a stranger gives for an option: every table, every export, and so on."""

    TABLE = auto()
    FILE = auto()
    PERSON = auto()
    CHANNEL = auto()
    ROLE = auto()


Value = ForeignValue | str | int | bool

_T: Final[Mapping[str, Value]] = {"table": ForeignValue.TABLE}

COMMANDS: Final[Mapping[str, Mapping[str, Value]]] = {
    "play": {"game": "thud", "opponent": ForeignValue.PERSON},
    "move": {"move": "resign", **_T},
    "hint": _T,
    "odds": _T,
    "review": _T,
    "puzzle": {"game": "thud"},
    "rules": {"game": "thud", "search": "thud:shove-2"},
    "board": {**_T, "view": "turned"},
    "leave": _T,
    "resign": _T,
    "history": {**_T, "move": 1},
    "table fork": {**_T, "move": 0},
    "table log": _T,
    "undo": {**_T, "moves": 1, "to": 0},
    "table verify": {**_T, "file": ForeignValue.FILE},
    "table export": _T,
    "table transfer": {"channel": ForeignValue.CHANNEL, **_T},
    "table close": _T,
    "table language": {"language": "de", **_T},
    "table arrive": {"file": ForeignValue.FILE},
    "games": {},
    "stats": {"show": "channel", "date": "1970-02-12"},
    "help": {},
    "about": {},
    "settings": {},
    "privacy": {},
    "server": {},
    "tournament": {
        "game": "trogdor",  # which is none for two: their own is no other's business
        "form": "knockout",
        "players": 4,
        "hours": 1,
        "seeding": "draw",
        "bots": "odo",
        "tables": "here",
    },
}
"""Every command, with the values of its options."""

COMPLETIONS: Final[Mapping[str, Sequence[str]]] = {
    "table": ("", "T", "T9", NAMES[0]),
    "move": ("", "d", "resign"),
    "search": ("", "move"),
    "date": ("", "19"),
}
"""The texts typed into each option with suggestions, by option name."""

VERBS: Final[Mapping[str, Sequence[str]]] = {
    Verb.GO: ("", "G1"),
    Verb.PLAY: ("resign", "TG7-F7", "dG1-G2", "end"),
    Verb.ASK: ("resign", "leave"),
    Verb.PICK_GO: ("0:",),
    Verb.PICK_PLAY: ("0:",),
    Verb.PICK_TRY: ("0:~", "0:G1~dG1-"),
    Verb.TYPE: ("",),
    Verb.TYPED: ("",),
    Verb.MORE: ("",),
    Verb.PAGE: ("",),
    Verb.WATCH: ("yes", "no"),
    Verb.PAGES_OUT: ("",),
    Verb.LOOK: ("text", "turned", "upright"),
    Verb.FILM: ("",),
    Verb.GLOSSARY: ("", "text", "picture"),
    Verb.AGAIN: ("",),
    luck.LUCK.path: ("",),
    routes.CARD.path: ("",),
    routes.REVIEW.path: ("", "1"),
    highlights.HIGHLIGHTS.path: ("",),
    "history": ("", "0", "2"),
    "leaf": ("first", "back:1", "next:0", "last"),
    "leaftext": ("0", "1"),
    "share": ("0", "1"),
    "replay": ("", "all"),
    "fork": ("0", "yes:0", "no"),
    Verb.SNOOZE: ("1h", "tomorrow"),
    Verb.LATE: ("", "wait", "nudge", "house", "bot", "bot!", "friend", "friend!", "end", "end!"),
    Verb.STAND_IN: ("",),
    undo.TAKE_BACK.path: ("",),
    undo.AFTER_ALL.path: ("2", "3"),
    undo.ASK.path: ("2", "3"),
    undo.AGREE.path: ("2", "3"),
    undo.DECLINE.path: ("2", "3"),
    undo.WITHDRAW.path: ("2", "3"),
    Verb.BACK: ("",),
    Verb.ASIDE: ("",),
    Verb.PICK_ASIDE: ("0:",),
    Verb.ASIDE_PLAY: ("resign", "leave"),
    Verb.PICK_ASIDE_PLAY: ("0:",),
    Verb.ASIDE_ASK: ("leave",),
    Verb.TAKE: ("",),
    page.SHOW.path: ("",),
    page.VERIFY_HERE.path: ("",),
    rules.WHY.path: ("thud:shove-2",),
    greeting.TRY.path: ("",),
    hint.HERE.path: ("",),
    odds.HERE.path: ("",),
    threats.HANGS.path: ("",),
    "away": ("", "1"),
    warning.ANYWAY.path: ("resign", "dG1-G2"),
    agreement.SETTLE.path: ("yes", "no"),
    agreement.ALLOW.path: ("",),
    Verb.LEARN: ("", "thud", "nothing"),
    Verb.LEARN_ON: ("thud:", "thud:0", "ploc:99"),
    Verb.LEARN_GO: ("thud:", "thud:G1"),
    Verb.LEARN_PICK: ("thud:0:",),
    Verb.LEARN_TRY: ("thud:0:G1~dG1-",),
    Verb.LEARN_ASK: ("thud:resign",),
    Verb.LEARN_PLAY: ("thud:dG1-G2", "trogdor:discard block"),
    Verb.LEARN_SHOW: ("ploc:",),
    Verb.LEARN_WARN: ("thud:",),
    Verb.PUZZLE: ("", "thud", "nothing"),
    Verb.PUZZLE_GO: ("thud:", "thud:G1"),
    Verb.PUZZLE_PICK: ("thud:0:",),
    Verb.PUZZLE_TRY: ("thud:0:G1~dG1-",),
    Verb.PUZZLE_ASK: ("thud:resign",),
    Verb.PUZZLE_PLAY: ("thud:dG1-G2", "trogdor:discard block"),
    Verb.PUZZLE_SHARE: ("thud", "nothing"),
    drill.BETTER.path: ("1",),
    drill.VERBS.go: ("1.0:", "1.2:G1"),
    drill.VERBS.pick: ("1.0:0:",),
    drill.VERBS.look: ("1.0:0:G1~dG1-",),
    drill.VERBS.ask: ("1.1:resign",),
    drill.VERBS.play: ("1.0:dG1-G2",),
    Verb.PREPARED: ("", "here"),
    Verb.AHEAD_GO: ("0:", "0:G1", "7:"),
    Verb.AHEAD_PICK: ("0:0:",),
    Verb.AHEAD_TRY: ("0:0:G1~dG1-",),
    Verb.AHEAD_ASK: ("0:resign",),
    Verb.AHEAD_PLAY: ("0:dG1-G2", "7:TG7-F7"),
    Verb.AHEAD_TYPE: ("0", "7"),
    Verb.AHEAD_TYPED: ("0", "7"),
    Verb.AHEAD_OPEN: ("",),
    Verb.AHEAD_WITHDRAW: ("0", "7"),
    plans.PLAN.path: ("",),
    plans.VERBS.go: ("0:", "0:card"),
    plans.VERBS.pick: ("0:0:",),
    plans.VERBS.look: ("0:0:~item ",),
    plans.VERBS.ask: ("0:finish",),
    plans.VERBS.play: ("0:discard block",),
    plans.TAKE_OFF.path: ("1",),
    plans.NAME_IT.path: ("1",),
    plans.SHARE.path: ("",),
    plans.DO.path: ("0", "1"),
    plans.LIKE.path: ("1",),
    plans.CHANGE.path: ("1",),
    panel.ORDERS_OF_ALL.path: ("",),
    panel.ORDER.path: ("ploc.end:ask", "nothing:auto"),
    panel.ORDERS_HERE.path: ("",),
    panel.ORDER_HERE.path: ("thrag.pay:ask",),
    matchmaking.APART.path: ("",),
    cups.CUP.path: ("", "join", "leave", "begin", "details", "words", "withdraw", "cancel?"),
    cups.SURE.path: ("", "cancel", "withdraw"),
    matchmaking.FIND.path: ("page/thud/d10", "look/thud/d10", "name/ploc/s01", "stop/thud/d10"),
    matchmaking.PICK.path: ("pace/thud/d10",),
    matchmaking.FILL_IN.path: ("name/thud/d10",),
    ballot.CONSULT.path: ("",),
    ballot.VOTE.path: ("0",),
    ballot.VOTE_LIST.path: ("",),
    ballot.PLAY.path: ("0",),
    guide.TURN_TO.path: ("playing", "server", "nothing"),
    rules.HOW.path: ("thud",),
    Verb.NEW: ("games", "game/thud/", "more/trogdor/h3", "rules/ploc/", "time/thrag/c5"),
    Verb.NEW_FORM: ("time/thud/", "rules/trogdor/"),
    Verb.OPEN: ("alone/thud/", "deal/ploc/"),  # what opens a table of their own is no other's business
    Verb.OPEN_FILES: ("files/trogdor/",),
    deals.PLAY.path: ("", "nothing:daily", "thud:daily", "thrag:never"),  # see `deal_attempts`
    Verb.DETAILS: ("",),
    Verb.ADD_BOT: ("",),
    Verb.PICKS: ("",),
    settings.USE.path: ("hours", "digest", "vacation", "back", "talk", "known-as"),
    settings.PICK.path: ("remind", "language", "zone"),
    settings.FILL_IN.path: ("hours", "digest", "vacation"),
    server_page.USE.path: ("", "everywhere", "limit", "record:no", "games"),
    SERVER_PICK: ("openers", "role", "channels", "language", "finds"),
    server_page.FILL_IN.path: ("limit",),
    stats.TURN_TO.path: ("mine", "channel", "channel:thud", "day", "day:1970-02-12"),
    stats.PICK.path: ("channel", "day"),
    stats.SHARE.path: ("channel", "day:1970-02-12"),
    privacy.PANEL.path: ("",),
    privacy.DATA.path: ("",),
    privacy.FORGET.path: ("",),
    Verb.SIT: ("", "agreed"),
    Verb.BOT: ("",),
    Verb.LEAVE: ("",),
    Verb.START: ("",),
    Verb.CHOOSE: ("",),
    Verb.SEAT: ("",),
    page.ADD_SALT.path: ("",),
    page.SALTED.path: ("",),
    "moveyes": ("", "sure"),
    "moveno": ("",),
    close.AFTER_ALL.path: ("open", "playing"),
    Verb.KEEP: ("",),
    Verb.DECLINE: ("",),
    Verb.CANCEL: ("",),
    Verb.NEVER_MIND: ("",),
}
"""Every verb, and the details that it is used with; `yes` to being forgotten comes last of all."""

PICKED: Final[Mapping[str, Sequence[str]]] = {
    Verb.PICK_GO: ("G1",),
    Verb.PICK_PLAY: ("resign",),
    Verb.PICK_TRY: ("resign", "G2"),
    Verb.PICK_ASIDE: ("0",),
    Verb.PICK_ASIDE_PLAY: ("leave",),
    Verb.SEAT: ("0", "1"),
    Verb.BOT: ("odo", "away"),
    Verb.OPEN: ("odo",),
    Verb.LATE: ("odo",),
    settings.PICK.path: ("here", "auto", "UTC"),
    stats.PICK.path: ("thud", "1970-02-12"),
    Verb.LEARN_PICK: ("G1",),
    Verb.LEARN_TRY: ("G2",),
    matchmaking.PICK.path: ("s10", "garbage"),
    plans.VERBS.pick: ("c1",),
    plans.VERBS.look: ("c1",),
    ballot.VOTE_LIST.path: ("0",),
    Verb.PUZZLE_PICK: ("G1",),
    Verb.PUZZLE_TRY: ("G2",),
    drill.VERBS.pick: ("G1",),
    drill.VERBS.look: ("G2",),
    Verb.AHEAD_OPEN: ("7",),
    Verb.AHEAD_PICK: ("G1",),
    Verb.AHEAD_TRY: ("G2",),
    SERVER_PICK: ("everyone", "auto", "7"),
}
"""What is picked from each list. Of what they may settle, as it is already: it is told all at once."""

TYPED: Final = "resign"
"""The text typed into a form."""

GIVEN: Final = {"closed midway", "left as a file", "moved upstairs", "over"}
"""Exports that tell their seed: `/table verify` says whether they are what was played, and `/table arrive`
that only their players can bring them. A user with such a file was given the whole game; what became of it
is not told. Of every other export a stranger hears what they would of another bot's."""

ANOTHER: Final = "a secret of another bot"

ABSENT: Final = 999_999
"""The number of a table that there is not."""

AT_ONCE: Final = 50
"""How many attempts are compared at a time."""

COMMAND, CONTROL, TYPING, FORM = 2, 3, 4, 5
"""Discord's numbers for what a user sends."""

SHOWN: Final = 400
"""How many characters of a wrong answer are reported."""

_TOKEN: Final = re.compile(r"simcord_interaction_(\d+)")
_CODE: Final = re.compile(r"\b[Tt](\d+)\b")
_SEED: Final = re.compile(rf"{SEED}|{ANOTHER}|\b[0-9a-f]{{16,64}}\b")

Leaf = app_commands.Command[Any, ..., Any]


# Whatever is new is tried, too


def named_commands(
    offered: Iterable[Command | CommandGroup], path: str = ""
) -> Iterator[tuple[str, Command]]:
    """Every command with its whole name."""
    for one in offered:
        if isinstance(one, CommandGroup):
            yield from named_commands(one.commands, f"{path}{one.name} ")
        else:
            yield f"{path}{one.name}", one


def test_every_command_is_tried_with_all_its_options() -> None:
    offered = {
        name: {one.name for one in parameters_of(made)} for name, made in named_commands(commands(FEATURES))
    }
    assert {name: set(options) for name, options in COMMANDS.items()} == offered


def test_every_option_that_offers_something_is_tried() -> None:
    every = [made for _, made in named_commands(commands(FEATURES))]
    assert set(COMPLETIONS) == {
        name for made in every for name, one in made.options.items() if one.completion
    }


def test_every_verb_is_tried() -> None:
    assert set(VERBS) == set(controls_of(FEATURES))
    assert set(PICKED) == LISTS


def test_besides_commands_there_is_a_menu_that_names_a_person_and_no_table(world: World) -> None:
    """One of a message's menu would name something of the other server."""
    menus = (AppCommandType.user, AppCommandType.message)
    found = [one.name for kind in menus for one in world.bot.tree.get_commands(type=kind)]
    assert found == ["Challenge to a game"]


# Who asks, from where, for what


class Unlimited(Limits):
    """No limits: they are not what keeps a stranger out."""

    @contextmanager
    def within(self, limit: Limit | None, user_id: int, now: float) -> Iterator[None]:  # noqa: ARG002
        yield


@dataclass(frozen=True)
class Place:
    """Where a stranger asks, and who has brought the bot there, as Discord tells both.

    `public` and `private` are messages of the bot there: one for all, the other for the stranger alone.
    """

    user: int
    channel: int
    guild: int | None
    context: int
    owners: Mapping[str, str]
    public: int
    private: int


@dataclass(frozen=True)
class Try:
    """What a stranger sends, and the number of the table that it is about; `what` is what it is called.

    What is `brought` along they know already, be it told to them again or not.
    """

    what: str
    kind: int
    data: Mapping[str, Any]
    about: int = ABSENT
    clicked: int = 0
    brought: str = ""

    @property
    def key(self) -> str:
        """All that is sent, as text."""
        return json.dumps((self.kind, self.clicked, self.data))

    def knows(self, word: str) -> bool:
        """Whether they have named it themselves."""
        return word == f"T{self.about}" or word in self.brought or word in self.key


Pair = tuple[Try, Try]
"""The attempt at a foreign table, and at one that does not exist."""


@dataclass
class Walk:
    """All that is tried from a place. `found` is what was wrong: what was told, or not answered at all.

    `secrets` are the words that no outsider may be told; the neighbours' `tables` are by name.
    """

    world: World
    place: Place
    tables: Mapping[str, Table]
    secrets: re.Pattern[str]
    found: list[str] = field(default_factory=list)

    @property
    def foreign_tables(self) -> list[int]:
        """The numbers of the tables of the other server."""
        return [table.id for table in self.tables.values()]

    async def responses_to(self, *tries: Try) -> list[str]:
        """The answer to each attempt, as Discord gets it, without other messages."""
        mark = self.world.mark()
        numbers = [self._send(one) for one in tries]
        await self.world.env.settle()
        answers, aside = dict.fromkeys(numbers, ""), ""
        for request in self.world.env.http_requests[mark:]:
            match = _TOKEN.search(request.path)
            said = "" if request.json is None else json.dumps(request.json, ensure_ascii=False)
            if match is not None and match[1] in answers:
                answers[match[1]] += said
            else:  # also where a board is shown by the token of an earlier click
                aside += f"{request.method} {request.path} {said}"
        for one, number in zip(tries, numbers, strict=True):
            self._check(one, answers[number])
            if not answers[number] or "Error " in answers[number]:
                self.found.append(f"{one.what} is answered: {answers[number][:SHOWN]}")
        self._check(replace(tries[-1], what=f"{tries[0].what} and what came with it"), aside)
        return list(answers.values())

    async def compare(self, pairs: Sequence[Pair], at_once: int = AT_ONCE) -> None:
        """Check that both attempts of each pair get the same answer, some at a time."""
        for at in range(0, len(pairs), at_once):
            some = pairs[at : at + at_once]
            absent = {other.key: other for _, other in some}
            answers = await self.responses_to(*(one for one, _ in some), *absent.values())
            none = dict(zip(absent, answers[len(some) :], strict=True))
            for (one, other), told in zip(some, answers, strict=False):
                if nameless(told, one) != nameless(none[other.key], other):
                    self.found.append(f"{one.what} tells that there is such a table: {told[:SHOWN]}")

    def _send(self, one: Try) -> str:
        """Returns the interaction id, which identifies the answer."""
        backend, place = self.world.env.backend, self.place
        record, payload = base_payload(
            backend,
            type=one.kind,
            channel_id=place.channel,
            guild_id=place.guild,
            user_id=place.user,
            data=dict(one.data),
        )
        payload |= {"context": place.context, "authorizing_integration_owners": dict(place.owners)}
        if one.clicked:
            record.source_message_id = one.clicked
            message = backend.get_message(place.channel, one.clicked)
            payload["message"] = dict(message_payload(backend, message))
        backend.emit("INTERACTION_CREATE", payload)
        return str(payload["id"])

    def _check(self, one: Try, answer: str) -> None:
        codes = {f"T{code}" for code in _CODE.findall(answer) if int(code) in self.foreign_tables}
        heard = sorted(word for word in {*self.secrets.findall(answer), *codes} if not one.knows(word))
        if heard:
            self.found.append(f"{one.what} tells {', '.join(heard[:5])}: {answer[:SHOWN]}")


def nameless(answer: str, one: Try) -> str:
    """The answer without the number of its table, and without its seed, and the hashes that come of that."""
    return _SEED.sub("#", re.sub(rf"\b([Tt]){one.about}\b", r"\1?", answer))


# What they send: commands


def leaves(world: World) -> dict[str, Leaf]:
    """Every command that the bot has, by its whole name."""
    every = world.bot.tree.walk_commands()
    return {one.qualified_name: one for one in every if isinstance(one, app_commands.Command)}


def command_payload(command: Leaf, given: Mapping[str, object], focused: str = "") -> dict[str, Any]:
    """A command with these options, of which the user is typing the `focused` one."""
    kinds = {one.name: one.type.value for one in command.parameters}
    options: list[dict[str, Any]] = [
        {"name": name, "type": kinds[name], "value": value, **({"focused": True} if name == focused else {})}
        for name, value in given.items()
    ]
    *groups, name = command.qualified_name.split()
    data: dict[str, Any] = {"name": name, "type": 1, "options": options}
    for number, group in enumerate(reversed(groups), 1):
        data = {"name": group, "type": 1 if number == len(groups) else 2, "options": [data]}
    return {**data, "id": "1"}


def harmless_options(name: str) -> dict[str, Value]:
    """The options of a command that are about nothing of the other server."""
    return {option: value for option, value in COMMANDS[name].items() if not isinstance(value, ForeignValue)}


def ways(command: Leaf) -> list[dict[str, Value]]:
    """A command with as few options as there can be, and with as many."""
    many = harmless_options(command.qualified_name)
    must = {one.name for one in command.parameters if one.required}
    few = {option: value for option, value in many.items() if option in must}
    return [few] if few == many else [few, many]


def options_of(name: str, kind: ForeignValue) -> list[str]:
    return [option for option, value in COMMANDS[name].items() if value is kind]


def code_attempts(walk: Walk) -> Iterator[Pair]:
    """Every command that takes a code, with every code."""
    for name, command in leaves(walk.world).items():
        for option in options_of(name, ForeignValue.TABLE):
            for given in ways(command):
                for table in walk.foreign_tables:
                    yield (
                        _code_attempt(command, given, option, table),
                        _code_attempt(command, given, option, ABSENT),
                    )


def _code_attempt(command: Leaf, given: Mapping[str, Value], option: str, table: int) -> Try:
    with_code = {**given, option: f"T{table}"}
    return Try(f"/{command.qualified_name} {with_code}", COMMAND, command_payload(command, with_code), table)


def other_attempts(walk: Walk) -> Iterator[Try]:
    """Every command without a table code, with users or other things of there as options.

    What opens tables comes last: of those that are there one has to be meant.
    """
    every = leaves(walk.world)
    for name, command in sorted(every.items(), key=lambda item: item[0] == "play"):
        must_bring = {one.name for one in command.parameters if one.required} - set(harmless_options(name))
        for given in () if must_bring else ways(command):
            yield Try(f"/{name} {given}", COMMAND, command_payload(command, given))
        for kind in (ForeignValue.PERSON, ForeignValue.CHANNEL, ForeignValue.ROLE):
            for option in options_of(name, kind):
                number, resolved = resolving(walk.world, kind)
                for given in ways(command):
                    data = {**command_payload(command, {**given, option: number}), "resolved": resolved}
                    yield Try(f"/{name} {given} with {option} of elsewhere", COMMAND, data)


def resolving(world: World, kind: ForeignValue) -> tuple[str, dict[str, Any]]:
    """A user or thing of the other server: the id, and Discord's data about it."""
    backend = world.env.backend
    match kind:
        case ForeignValue.PERSON:
            number = str(world.ann.id)
            return number, {"users": {number: user_payload(backend.get_user(world.ann.id))}}
        case ForeignValue.CHANNEL:
            number = str(world.channel.id)
            there = channel_payload(backend, backend.get_channel(world.channel.id))
            return number, {"channels": {number: {**there, "permissions": "0"}}}
        case _:
            number = str(world.guild.default_role.id)
            role = {"id": number, "name": "watch", "color": 0, "position": 1, "permissions": "0"}
            return number, {
                "roles": {number: {**role, "hoist": False, "managed": False, "mentionable": False}}
            }


def typing(walk: Walk) -> Iterator[Pair]:
    """Whatever is typed into an option that offers something, beside every code that may stand there."""
    for name, command in leaves(walk.world).items():
        codes = options_of(name, ForeignValue.TABLE)
        for option in [one.name for one in command.parameters if one.autocomplete]:
            for text in COMPLETIONS[option]:
                for table in walk.foreign_tables if codes and option not in codes else (ABSENT + 1,):
                    yield (
                        _typing(command, option, text, codes, table),
                        _typing(command, option, text, codes, ABSENT),
                    )


def _typing(command: Leaf, option: str, text: str, codes: Sequence[str], table: int) -> Try:
    given = {**dict.fromkeys(codes, f"T{table}"), option: text}
    return Try(
        f"typing /{command.qualified_name} {given}", TYPING, command_payload(command, given, option), table
    )


# What they send: controls


def forging(walk: Walk) -> Iterator[Pair]:
    """Every verb with every detail at every table as it stands, as if on one of the stranger's messages.

    Of what is about no table, two are enough: one on a message for all, and one on a message for them.
    """
    for verb, details in VERBS.items():
        every = list(walk.tables.values())[: 2 if controls_of(FEATURES)[verb].bare else None]
        for detail in details:
            for value in PICKED.get(verb, ("",)):
                for at, table in enumerate(every):
                    clicked = walk.place.private if at % 2 else walk.place.public
                    step = table.turn if verb in BY_TURN else table.revision
                    yield control_attempts(Control(table.id, step, verb, detail), value, clicked)


def deal_attempts(walk: Walk) -> Iterator[Try]:
    """The deal that a neighbour is playing, from a message of its results, which stands in servers.

    It opens a table of their own, with the neighbour's cards, so nothing is compared.
    """
    if walk.place.guild is not None:
        control = Control(walk.tables["deal of today"].id, 0, deals.PLAY.path, "thrag:daily")
        yield _control_attempt(control, "", walk.place.public)


def reusing(walk: Walk, controls: Iterable[tuple[Control, str]]) -> Iterator[Pair]:
    """Every control that was posted in the other server, as if it stood on one of their own messages."""
    for at, (control, value) in enumerate(controls):
        yield control_attempts(control, value, walk.place.private if at % 2 else walk.place.public)


def control_attempts(control: Control, value: str, clicked: int) -> Pair:
    """A control, and one of a table that does not exist."""
    return _control_attempt(control, value, clicked), _control_attempt(
        replace(control, table=ABSENT, revision=0), value, clicked
    )


def _control_attempt(control: Control, value: str, clicked: int) -> Try:
    data: dict[str, Any] = {"custom_id": str(control)}
    if control.verb in FORMS:
        written = {"type": 4, "custom_id": "move", "value": TYPED}
        data["components"] = [{"type": 18, "component": written}]
        return Try(f"the form {control}", FORM, data, control.table, clicked)
    if value:
        data |= {"component_type": 3, "values": [value]}
    else:
        data |= {"component_type": 2}
    return Try(f"{control} {value}".rstrip(), CONTROL, data, control.table, clicked)


def posted_controls(world: World) -> Iterator[tuple[Control, str]]:
    """Every control of a table that was ever posted, and what can be picked from it first."""
    seen = set[str]()
    for request in world.env.http_requests:
        for part in controls_in(request.json):
            control = parse_control(str(part["custom_id"]))
            if control is not None and control.table and str(control) not in seen:
                seen.add(str(control))
                yield control, next((str(one["value"]) for one in part.get("options", ())), "")


def controls_in(body: object) -> Iterator[dict[str, Any]]:
    """Whatever has a custom_id, however deep."""
    if isinstance(body, dict):
        if "custom_id" in body:
            yield body
        body = list(body.values())
    if isinstance(body, list):
        for part in body:
            yield from controls_in(part)


# What they send: files


async def file_attempts(walk: Walk) -> tuple[list[Pair], list[Try]]:
    """Every command that takes a file, with every export, as it is now and as it was a line ago.

    Beside it the same game of another bot. Those of which nothing else can be told come second, alone.
    """
    pairs, alone = list[Pair](), list[Try]()
    begun = {title: table for title, table in walk.tables.items() if table.state is not None}
    for title, table in begun.items():
        now = next(iter((await walk.world.session.access.export(table)).values()))
        assert now == await foreign_export(walk.world, table, table.id), (
            "so the others are made as well as it is"
        )
        another = replace(table, id=ABSENT, seed=ANOTHER)
        for name, command in leaves(walk.world).items():
            for option in options_of(name, ForeignValue.FILE):
                present = _file_attempt(walk, command, option, table, now)
                if title in GIVEN:
                    alone.append(present)
                else:
                    foreign = await foreign_export(walk.world, another, table.id)
                    pairs.append((present, _file_attempt(walk, command, option, another, foreign)))
                before = await foreign_export(walk.world, table, table.id, older=True)
                foreign = await foreign_export(walk.world, another, table.id, older=True)
                pairs.append(
                    (
                        _file_attempt(walk, command, option, table, before),
                        _file_attempt(walk, command, option, another, foreign),
                    )
                )
    return pairs, alone


def _file_attempt(walk: Walk, command: Leaf, option: str, table: Table, text: str) -> Try:
    backend, (few, *_) = walk.world.env.backend, ways(command)
    number = backend.snowflake()
    file = backend.cdn.store_attachment(number, walk.place.channel, "game.jsonl", text.encode(), None)
    data = command_payload(command, {**few, option: str(number)}) | {
        "resolved": {"attachments": {str(number): file}}
    }
    # The hash of an empty log is not in the file, but follows from it.
    what, brought = f"/{command.qualified_name} {option} of {table.code}", text + table.head
    return Try(what, COMMAND, data, table.id, brought=brought)


async def foreign_export(world: World, table: Table, log: int, *, older: bool = False) -> str:
    """The export of a table with the log of another, as it was a line ago if it is `older`."""
    store, entry = world.session.context.store, world.session.catalogue[table.game]
    head, lines, seats = start_hash(table, len(table.players)), list[Line](), len(table.players)
    for line in await store.log(log):
        head = next_hash(head, line.ply, line.seat, line.action)
        lines.append(replace(line, hash=head))
    if older:
        table, lines = replace(table, status=Status.PLAYING), lines[:-1]
    outcome = None if older else entry.game.outcome(entry.codec.load(table.state or ""))
    ended = None if outcome is None else outcome_record(outcome)
    told = export_lines(table, tuple(lines), seats, ended, published=not older)
    return join_parts(await store.servers.earlier(log), told)


# What there is, and what must stay as it is


def rows_of_others(world: World, stranger: int, guilds: Container[int]) -> dict[str, list[str]]:
    """All that is on disk and not the stranger's, by the table of the database."""
    found = dict[str, list[str]]()
    with closing(sqlite3.connect(world.path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            rows = [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608 - our own
            found[name] = sorted(str(row) for row in rows if not is_own(name, row, stranger, guilds))
    return found


def is_own(name: str, row: Mapping[str, Any], stranger: int, guilds: Container[int]) -> bool:
    """Whether a row is about the stranger, their server, or a table that they have opened: the last ones."""
    if name == "sqlite_sequence":
        return True
    if name == "notes":
        return str(row["key"]) in {
            f"{kind}:{len(STATES) + new}" for kind in ("next", "card") for new in range(1, 99)
        }
    table = row["id"] if name == "tables" else row.get("table_id")
    if table is not None:
        return int(table) > len(STATES)
    return row.get("user_id") == stranger or row.get("guild_id") in guilds


def secret_words(world: World, tables: Iterable[Table]) -> re.Pattern[str]:
    """Names, seeds, hashes, and every id of Discord's that is of the other server, as one pattern."""
    backend = world.env.backend
    ids = {world.guild.id, *backend.get_guild(world.guild.id).members} - {backend.bot_user.id}
    ids |= set(backend.messages) | {number for messages in backend.messages.values() for number in messages}
    words = {*NAMES, SEED, *map(str, ids)}
    words |= {word for table in tables for word in (table.head[:16], commitment(table.seed))}
    return re.compile("|".join(map(re.escape, sorted(words))))


# The walk


PLACES: Final = (
    "in their server",
    "in a server that they own",
    "where they have brought the bot along",
    "in direct messages",
    "in a group",
)
"""Where a stranger tries it; everything in the first."""


async def arrive(world: World) -> dict[str, Place]:
    """A stranger with a game and messages of the bot at each of the `PLACES`."""
    server, user = world.env.create_guild("Elsewhere"), world.env.create_user("eve")
    house, hall = world.env.create_guild("At home", owner=user), server.create_text_channel("hall")
    kitchen = house.create_text_channel("kitchen")
    there = await messages(server.add_member(user), hall)
    home = await messages(house.add_member(user), kitchen)
    direct, dm, brought = await messages(user, None), user.dm_channel.id, {"1": str(user.id)}
    places = (
        Place(user.id, hall.id, server.id, 0, {"0": str(server.id)}, *there),
        Place(user.id, kitchen.id, house.id, 0, {"0": str(house.id)}, *home),
        Place(user.id, hall.id, server.id, 0, brought, *there),
        Place(user.id, dm, None, 1, brought, *direct),
        Place(user.id, dm, None, 2, brought, *direct),
    )
    return dict(zip(PLACES, places, strict=True))


async def messages(actor: MemberActor | UserHandle, channel: ChannelHandle | None) -> tuple[int, int]:
    """Two messages of the bot, one for all and one for the stranger alone, by id."""
    await open_table(actor, channel, "thrag")
    public = board(await slash(actor, channel, "move", move="resign"))  # the last board of a game stays
    await open_table(actor, channel, "thrag")
    private = (await slash(actor, channel, "games")).response
    assert private is not None
    assert private.ephemeral
    return public.id, private.id


def protected_data(
    world: World, places: Mapping[str, Place], channels: Iterable[int]
) -> dict[str, list[str]]:
    """All that a stranger has no part in: rows on disk, and the messages of these channels."""
    (stranger,) = {place.user for place in places.values()}
    found, messages = rows_of_others(world, stranger, guilds_of(places)), world.env.backend.messages
    return {**found, "messages": [str(one) for channel in channels for one in messages[channel].values()]}


def guilds_of(places: Mapping[str, Place]) -> frozenset[int]:
    return frozenset(place.guild for place in places.values() if place.guild is not None)


def data_changes(before: Mapping[str, list[str]], now: Mapping[str, list[str]]) -> list[str]:
    """The rows that are gone, and those that are new."""
    gone = [
        f"gone from {name}: {row}" for name, rows in before.items() for row in rows if row not in now[name]
    ]
    new = [f"new in {name}: {row}" for name, rows in now.items() for row in rows if row not in before[name]]
    return gone + new


async def walk_everything(world: World, caplog: pytest.LogCaptureFixture, start: str) -> None:
    """All that can be tried at every table from one place."""
    tables = await furnish(world)
    secrets, channels = secret_words(world, tables.values()), list(world.env.backend.messages)
    controls = list(posted_controls(world))
    places = await arrive(world)
    assert world.bot.surface is not None
    world.bot.surface.limits = Unlimited()
    before = protected_data(world, places, channels)
    caplog.clear()
    place = places[start]
    walk = Walk(world, place, tables, secrets)
    for pairs in (code_attempts(walk), typing(walk), forging(walk), reusing(walk, controls)):
        await walk.compare(list(pairs))
    files, given = await file_attempts(walk)
    await walk.compare(files, at_once=1)
    for one in (*given, *other_attempts(walk), *deal_attempts(walk)):
        await walk.responses_to(one)
    changes = walk.found + data_changes(before, protected_data(world, places, channels))
    assert changes == []
    meant = _control_attempt(Control(0, 0, privacy.FORGET.path, "yes"), "", place.private)
    challenged = f"{world.ann.id} {NAMES[0]}"  # their own boards name her, and are drawn again
    await walk.responses_to(replace(meant, brought=challenged))
    changes = walk.found + data_changes(before, protected_data(world, places, channels))
    marks = [change for change in changes if change.startswith("new in web_codes: ")]
    assert [change for change in changes if change not in marks] == [], "nor by being forgotten"
    played = place.guild is not None
    assert len(marks) == 1 + played, "nameless: old cookies are void, and the deal of today was played"
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    assert {type(error) for error in world.env.errors} == {app_commands.TransformerError}, "of channels"


@pytest.mark.slow
@pytest.mark.parametrize("start", PLACES)
async def test_a_stranger_changes_and_learns_nothing(
    world: World, caplog: pytest.LogCaptureFixture, start: str
) -> None:
    await walk_everything(world, caplog, start)
