"""Discord's limits over everything that the bot can post, with the worst possible user texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from discord import app_commands

from bot.discord.frame import Layout, Message, escape_markdown, link, names_of, note
from bot.discord.keyboard import confirm_rows, private_rows
from bot.discord.refusals import refusal
from bot.discord.translator import Translator
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry, files_in, words_in
from bot.kernel.clicks import Person
from bot.kernel.errors import Illegal
from bot.kernel.session import News, Shown
from bot.kernel.tables.seats import has_lobby
from bot.kernel.trace import Trace
from bot.names import clean_name
from bot.store import Board, Status, Table
from bot.store.codec import canonical
from bot.ui.play.board_layout import message_of
from bot.ui.play.choosing import PreviewedAction, choosing_message
from bot.words import ENGLISH, LANGUAGES, Words
from bot.words.languages import catalog_of
from bot.words.menu import Button, Does, Menu, buttons_of, leads_to
from engine.core import Choice, Document, Game, IllegalAction
from tests.bot.samples import ANN, BEN, table_of
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import Component, World, board, private_text, text_of, walk
from tests.data.test_trogdor_files import MAP, cards
from tests.databases import of_file
from tests.engine.games import picks_of
from tests.engine.thud.test_refusals import CASES
from tests.playthroughs.golden import FILES, Ply, plies, seats_of

WIDE = "\N{FAMILY}" * 32
NASTY = (
    "*" * 32,
    "`" * 32,
    "_~|\\" * 8,
    "@everyone",
    "<@100000000000000001>",
    "[here](https://example.org)",
    "```\n# big",
    "{name} {0}",
    "</games:1>",
    WIDE,
    "\N{RIGHT-TO-LEFT OVERRIDE}" + "x" * 31,
)

ROW, CONTAINER, TEXT, BUTTON, SELECT, GALLERY, FILE, LABEL, INPUT = 1, 17, 10, 2, 3, 12, 13, 18, 4
THUMBNAIL = 11
PEOPLE, UPLOAD = 5, 19
ROLES, CHANNELS = 6, 8

in_every_language = pytest.mark.parametrize("words", [words_in(one) for one in LANGUAGES], ids=LANGUAGES)
ELSEWHERE = tuple(words_in(language) for language in LANGUAGES if language != ENGLISH)
with_long_names = pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        pytest.param(words_in(ENGLISH), "Ann", "Ben", marks=pytest.mark.slow),
        (words_in(ENGLISH), "*" * 32, "`" * 32),
        *(pytest.param(words, "*" * 32, "`" * 32, marks=pytest.mark.slow) for words in ELSEWHERE),
    ],
    ids=("plain", ENGLISH, *(words.language for words in ELSEWHERE)),
)
"""And with short names once: what is cut with long names is complete there."""


def check(components: list[Component]) -> None:
    """Check a message's components against everything that Discord allows."""
    every = list(walk(components))
    assert len(every) <= 40
    assert sum(len(part["content"]) for part in every if part["type"] == TEXT) <= 4000
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for part in every:
        _check_part(part)


def _check_part(part: Component) -> None:
    match part["type"]:
        case 10:
            assert part["content"].strip()
        case 1:
            kinds = {child["type"] for child in part["components"]}
            assert kinds in ({SELECT}, {PEOPLE}, {ROLES}, {CHANNELS}, {BUTTON})
            assert 1 <= len(part["components"]) <= (5 if BUTTON in kinds else 1)
        case 2:
            assert 1 <= len(part["label"]) <= 80
        case 3:
            _check_select(part)
        case 5 | 6 | 8:
            assert part["min_values"] <= part["max_values"] <= 25
            assert len(part.get("default_values", ())) <= part["max_values"]
            assert 1 <= len(part["placeholder"]) <= 150
        case 12:
            assert 1 <= len(part["items"]) <= 10
            assert all(len(item["description"]) <= 1024 for item in part["items"])
        case 9:
            assert 1 <= len(part["components"]) <= 3
            assert part["accessory"]["type"] == THUMBNAIL
        case 11:
            assert len(part["description"]) <= 1024
        case kind:
            assert kind in {CONTAINER, FILE, LABEL, INPUT, UPLOAD}


def _check_select(part: Component) -> None:
    options = part["options"]
    assert 1 <= len(options) <= 25
    assert len({option["value"] for option in options}) == len(options)
    assert 1 <= part["max_values"] <= len(options)
    assert len(part.get("placeholder", "")) <= 150
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100


def components(layout: Layout) -> list[Component]:
    found: list[Component] = layout.to_components()  # type: ignore[no-untyped-call] # untyped in discord.py
    return found


def worst_table(first: str, second: str, status: Status = Status.PLAYING, seats: int = 2) -> Table:
    """Return a table with the longest numbers possible, and these names in turn."""
    most = 2**63 - 1
    people = [Person(most - seat, (first, second)[seat % 2]) for seat in range(seats)]
    table = table_of(*enumerate(people), status=status)
    return replace(
        table,
        id=10**15 - 1,
        revision=10**9 - 1,
        plies=10**9 - 1,
        host_id=most,
        board=Board(most, most),
        guild_id=most,
        terms=replace(table.terms, patience=7 * 24 * 3600),
        time=replace(table.time, waiting_since=2e9),
    )


def longest_plies() -> Iterator[tuple[AnyEntry, Ply, int]]:
    """Yield many plies of games of every kind, with the number of players.

    Lines that are no moves, such as offers, are rare and always included.
    """
    for file in FILES:
        text = file.read_text()
        (game, every), seats = plies(text), seats_of(text)
        for number, ply in enumerate(every):
            if number % 5 == 0 or str(ply.action).isalpha() or game.outcome(ply.state) is not None:
                yield CATALOGUE[game.key], ply, seats


def paths(menu_at: Callable[[str], Menu], path: str = "") -> Iterator[tuple[str, Menu]]:
    """Yield the start of a guided move, and every further step for a few of the choices."""
    waiting, seen = [path], set[str]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            menu = menu_at(path)
            yield path, menu
            steps = leads_to(menu)
            waiting += steps[:: max(1, len(steps) // 3)]


def boards(words: Words, first: str, second: str) -> Iterator[Message]:
    for entry, ply, seats in longest_plies():
        over = entry.game.outcome(ply.state) is not None
        status = Status.OVER if over else Status.PLAYING
        table = replace(worst_table(first, second, status, seats), game=entry.game.key)
        menu_at = partial(entry.rules.menu, words, names_of(table), ply.state)
        news = News("stood-in", name=first, other=second)
        for path in ("",) if over else dict(paths(menu_at)):
            shown = Shown(table, entry, ply.state, ply.events, path, news=news)
            yield message_of(words, shown, Trace("test", 0))


def choices(words: Words, first: str, second: str) -> Iterator[Message]:
    """Yield the private messages of a guided move, and those of choices shown before they are played."""
    for entry, ply, seats in longest_plies():
        if entry.game.outcome(ply.state) is not None:
            continue
        table = replace(worst_table(first, second, seats=seats), game=entry.game.key)
        for path, menu in dict(paths(partial(entry.rules.menu, words, names_of(table), ply.state))).items():
            shown = Shown(table, entry, ply.state, path=path)
            yield choosing_message(words, shown, menu, b"picture", None)

            def try_line(
                line: str, state: Any = ply.state, game: Game[Any, Any, Any, Any] = entry.game
            ) -> PreviewedAction:
                return PreviewedAction(min(game.to_act(state)), game.parse(line, state))

            for part in (part for part in menu.lists if part.does is Does.PLAY):
                every = "".join(option.value for option in part.options[: part.most])
                yield choosing_message(words, shown, menu, b"picture", try_line(part.prefix + every))
            for button in buttons_of(menu):
                if button.does is Does.PLAY:  # a choice in both a list and a button is shown once
                    yield choosing_message(words, shown, menu, b"picture", try_line(button.value))


def asides(words: Words, first: str, second: str) -> Iterator[Layout]:
    """Yield the private menus of all players."""
    for entry, ply, seats in longest_plies():
        table = replace(worst_table(first, second, seats=seats), game=entry.game.key)
        if entry.rules.aside is None or entry.game.outcome(ply.state) is not None:
            continue
        for seat in range(seats):
            menu_at = partial(entry.rules.aside, words, names_of(table), ply.state, seat)
            for _, menu in paths(menu_at):
                yield note(menu.question or "-", private_rows(table, menu))


@pytest.fixture(autouse=True)
def _quick_painter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the painter, which has its own tests."""
    monkeypatch.setattr("bot.ui.play.board_layout.board_picture", lambda *_: b"picture")


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        pytest.param(words_in(ENGLISH), "Ann", "Ben", marks=pytest.mark.slow),
        (words_in(ENGLISH), WIDE, "*" * 32),
        pytest.param(words_in(ENGLISH), "`" * 32, "W" * 32, marks=pytest.mark.slow),
        *(pytest.param(words, "`" * 32, "*" * 32, marks=pytest.mark.slow) for words in ELSEWHERE),
    ],
    ids=("plain", "wide", "quoted", *(words.language for words in ELSEWHERE)),
)
def test_every_board_is_within_the_limits(words: Words, first: str, second: str) -> None:
    seen = 0
    for told_ in boards(words, first, second):
        check(components(told_.layout))
        assert len(told_.pings) <= 1
        seen += 1
    assert seen > 100


@with_long_names
def test_every_private_menu_is_within_the_limits(words: Words, first: str, second: str) -> None:
    for layout in asides(words, first, second):
        check(components(layout))


@pytest.mark.slow
@with_long_names
def test_every_private_choice_is_within_the_limits(words: Words, first: str, second: str) -> None:
    for message in choices(words, first, second):
        check(components(message.layout))
        assert message.pings == ()


def test_a_board_without_its_picture_is_within_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_paint(*_: object) -> bytes:
        raise RuntimeError("out of paint")

    monkeypatch.setattr("bot.ui.play.board_layout.board_picture", fail_to_paint)
    for number, told_ in enumerate(boards(words_in(ENGLISH), "*" * 32, "`" * 32)):
        check(components(told_.layout))
        assert text_of(components(told_.layout)).count("```") == 2, "the block of the board is closed"
        if number > 40:
            break


LONGEST_FILES = {"own_map": json.dumps(MAP | {"name": "W" * 30}), "own_deck": json.dumps(cards(100))}
"""A group's own files as they can be kept, by option."""


@in_every_language
@pytest.mark.parametrize("status", [Status.OPEN, Status.CLOSED])
@pytest.mark.parametrize("key", [key for key, entry in CATALOGUE.items() if has_lobby(entry.game)])
def test_every_lobby_is_within_the_limits(key: str, status: Status, words: Words) -> None:
    """With every seat taken, every option at its longest, and long picks."""
    entry = CATALOGUE[key]
    game = entry.game
    agreed = {o.key: max(o.choices, key=len) for o in game.options if isinstance(o, Choice)}
    agreed |= {o.key: o.read(LONGEST_FILES[o.key]) for o in game.options if isinstance(o, Document)}
    for option in (option for option in game.options if isinstance(option, Choice)):
        for value in option.choices:
            options = canonical({**agreed, option.key: value})
            table = worst_table("*" * 32, WIDE, status, game.seats[-1])
            table = replace(
                table,
                game=key,
                terms=replace(table.terms, options=options),
            )
            free = {pick.key: pick.choices for pick in picks_of(game)}
            players = tuple(
                replace(
                    player, picks=canonical({of: choices[-1 - player.seat] for of, choices in free.items()})
                )
                for player in table.players
            )
            shown = Shown(replace(table, players=players), entry, None)
            check(components(message_of(words, shown, Trace("test", 0)).layout))


@in_every_language
@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("asked", [False, True])
def test_every_invitation_is_within_the_limits(status: Status, asked: bool, words: Words) -> None:
    table = worst_table("*" * 32, "`" * 32, status)
    host, guest = table.players
    players = (host, replace(guest, seated=False)) if asked else (host,)
    shown = Shown(replace(table, players=players), CATALOGUE["thud"], None)
    check(components(message_of(words, shown, Trace("test", 0)).layout))


@in_every_language
def test_the_question_before_resigning_is_within_the_limits(words: Words) -> None:
    layout = Layout(timeout=None)
    for row in confirm_rows(words, worst_table("a", "b"), Button("x" * 60, "x" * 60)):
        layout.add_item(row)
    check(components(layout))


@in_every_language
def test_every_refusal_is_within_the_limits(words: Words) -> None:
    table = worst_table("*" * 32, "`" * 32)
    for case in CASES:
        near = ("TG10-H11xG10xG11xG12xH10xH12xJ10xJ11xJ12",) * 5
        cause = IllegalAction(case.fault, case.rule, case.key, near, **case.values)
        text = refusal(words, Illegal(table, cause, "thud", who=("*" * 32,)))
        check(components(note(text)))


SHORT = {
    "command.": 100,  # descriptions of commands and of their options
    "button.": 80,
    "time.button.": 80,
    "time.in.": 80,
    "modal.title": 45,
    "modal.label": 45,
    "salt.title": 45,
    "salt.label": 45,
    "salt.about": 100,
    "thread.name": 100,
    "side.": 100,
    **{f"{key}.option.": 100 for key in CATALOGUE},
    **{f"{key}.seat.": 100 for key in CATALOGUE},
    **{f"{key}.pick.": 150 for key in CATALOGUE},
    **{f"{key}.example": 100 for key in CATALOGUE},
    **{f"{key}.rules": 4000 for key in CATALOGUE},
}
"""The longest sentences for keys that begin like this."""


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield every sentence of a language before formatting, with its key."""
    if language == ENGLISH:
        yield from IN_ENGLISH.english.items()
    for path in files_in(language):
        for sentence in catalog_of(path, language):
            forms = sentence.string if isinstance(sentence.string, tuple) else (sentence.string,)
            yield from ((str(sentence.context), str(form)) for form in forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_too_long_for_its_place(language: str) -> None:
    assert [
        (key, len(sentence))
        for key, sentence in sentences(language)
        for start, most in SHORT.items()
        if key.startswith(start) and len(sentence) > most
    ] == []


def test_a_text_that_is_too_long_keeps_its_whole_lines() -> None:
    (part,) = components(note("\n".join(f"line {number}" for number in range(1000))))
    assert len(part["content"]) <= 4000
    last = part["content"].splitlines()[-1]
    assert last == f"line {len(part['content'].splitlines()) - 1}"


@pytest.mark.parametrize("told_name", NASTY, ids=ascii)
def test_a_name_is_shown_letter_for_letter(told_name: str) -> None:
    shown = escape_markdown(told_name)
    assert "<" not in shown.replace("\\<", "")
    assert "*" not in shown.replace("\\*", "")
    assert "`" not in shown.replace("\\`", "")
    unescaped = shown
    for letter in "\\*_~|`<>[#-":
        unescaped = unescaped.replace(f"\\{letter}", letter)
    assert unescaped == told_name


# What simcord receives


async def commands(world: World) -> list[dict[str, Any]]:
    """Return every command as Discord gets it, with its texts in all languages."""
    tree = world.bot.tree
    return [await command.get_translated_payload(tree, Translator()) for command in tree.get_commands()]


def _in_each_language(thing: dict[str, Any], text: str) -> list[str]:
    """Return a text of a command, an option or a choice, and its translations."""
    return [thing[text], *(thing.get(f"{text}_localizations") or {}).values()]


def _longest(thing: dict[str, Any], text: str) -> int:
    return max(map(len, _in_each_language(thing, text)))


def _texts(option: dict[str, Any]) -> int:
    """Return the characters that count against a command's 8,000: of each text the longest translation."""
    own = _longest(option, "name") + (_longest(option, "description") if "description" in option else 0)
    choices = option.get("choices") or ()
    offered = sum(_longest(choice, "name") + len(str(choice["value"])) for choice in choices)
    return own + offered + sum(_texts(inner) for inner in option.get("options") or ())


def _options(option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield option
    for inner in option.get("options") or ():
        yield from _options(inner)


async def test_the_commands_are_within_the_limits(world: World) -> None:
    commands_sent = await commands(world)
    assert len(commands_sent) <= 100
    for command in commands_sent:
        assert _texts(command) <= 8000
        for option in _options(command):
            assert 1 <= _longest(option, "name") <= 32
            if "description" not in option:  # context menu commands have none
                continue
            texts = _in_each_language(option, "description")
            assert len(texts) >= len(LANGUAGES), f"{texts[0]} is said in English only"
            assert [text for text in texts if not 1 <= len(text) <= 100] == []
            assert len(option.get("options") or ()) <= 25
            choices = option.get("choices") or ()
            assert len(choices) <= 25
            assert all(1 <= len(name) <= 100 for one in choices for name in _in_each_language(one, "name"))


async def test_every_command_works_in_servers_messages_and_installs(world: World) -> None:
    """Except those about servers, which exist only where the server has installed the bot."""
    for command in world.bot.tree.get_commands():
        if command.name in {"server", "tournament"}:
            continue
        assert isinstance(command, app_commands.Command | app_commands.Group | app_commands.ContextMenu)
        assert command.allowed_installs is not None
        assert command.allowed_contexts is not None
        assert (command.allowed_installs.guild, command.allowed_installs.user) == (True, True)
        assert command.allowed_contexts.guild
        assert command.allowed_contexts.dm_channel
        assert command.allowed_contexts.private_channel


async def test_what_servers_settle_is_settled_in_servers(world: World) -> None:
    (command,) = [one for one in await commands(world) if one["name"] == "server"]
    assert (command["integration_types"], command["contexts"]) == ([0], [0])


async def test_the_form_is_within_the_limits(world: World) -> None:
    shown = await world.game()
    form = (await world.ann.click(shown, label="Type a move")).modal
    assert form is not None
    assert len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert len(form["components"]) <= 5
    (label,) = form["components"]
    assert len(label["label"]) <= 45
    assert len(label["component"]["placeholder"]) <= 100
    assert label["component"]["max_length"] >= len("TG10-H11xG10xG11xG12xH10xH12xJ10xJ11xJ12")


async def test_a_list_of_25_tables_with_long_names_is_within_the_limits(world: World) -> None:
    store = world.session.context.store
    for _ in range(27):
        table = await world.start_table()
        await world.session.tables.set_board(table, Board(world.channel.id, 2**63 - 1))
    await of_file(store.writer).execute_fetchall("UPDATE seats SET name = ? WHERE seat = 0", ("*" * 32,))
    await of_file(store.writer).execute_fetchall("UPDATE seats SET name = ? WHERE seat = 1", ("`" * 32,))
    await world.restart()
    result = await world.cleo.slash(world.channel, "games")
    assert result.response is not None
    check(result.response.components)
    lines = private_text(result).splitlines()
    assert all(line.endswith("))") for line in lines[2:-1]), "no line is cut"
    assert lines[-1] == f"And {27 - len(lines[2:-1])} more."
    choices = await world.ann.autocomplete(world.channel, "board", "table", "")
    assert all(len(choice["name"]) <= 100 for choice in choices)


@pytest.mark.slow
async def test_the_moves_of_a_very_long_game_are_within_the_limits(world: World) -> None:
    round_ = ("dG1-G2", "TG7-F7", "dG2-G1", "TF7-G7")
    await world.start_table(*round_ * 75)
    result = await world.ann.slash(world.channel, "table log")
    assert result.response is not None
    check(result.response.components)
    assert "300 moves" in private_text(result)
    assert private_text(result).count("```") == 2


@pytest.mark.parametrize("command", ["board", "rules"])
async def test_long_private_texts_are_within_the_limits(world: World, command: str) -> None:
    await world.start_table()
    options = {"game": "thud"} if command == "rules" else {"view": "text"}
    result = await world.ann.slash(world.channel, command, **options)
    assert result.response is not None
    check(result.response.components)


@pytest.mark.parametrize("nick", [*NASTY[:7], WIDE], ids=ascii)
async def test_nasty_names_ping_no_one_and_break_nothing(world: World, nick: str) -> None:
    victim = world.cleo
    nick = nick.replace("100000000000000001", str(victim.id))
    mallory = world.guild.add_member(world.env.create_user("mallory", global_name="Mallory"), nick=nick)
    mark = world.mark()
    invitation = board(await open_table(mallory, world.channel, "thud", opponent=world.ben, side=0))
    world.let_presence_expire()
    shown = board(await world.ben.click(invitation, label="Accept"))
    check(shown.components)
    moved = board(await mallory.slash(world.channel, "move", move="dE2-E10"))
    check(moved.components)
    assert escape_markdown(clean_name(nick, mallory.id)) in text_of(moved.components)
    await world.move(world.ben, "resign")
    assert world.pings(mark) == [{world.ben.id}, {mallory.id}, {world.ben.id}, set()]
    assert world.is_gone(moved)
    assert private_text(await world.ann.slash(world.channel, "games")).count("\n") == 0


async def test_everything_that_was_posted_in_a_match_is_within_the_limits(world: World) -> None:
    shown = await world.game("dG1-G6")
    shown = board(await world.ben.click(shown, label="Offer to end"))
    await world.ben.click(shown, label="Resign")
    await world.move(world.ben, "nonsense")
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data") or body
        if data.get("components"):
            check(data["components"])


def test_a_link_leads_to_the_board_also_in_direct_messages() -> None:
    table = table_of((0, ANN), (1, BEN))
    assert link(table, Board(1, 2)) == "https://discord.com/channels/3/1/2"
    assert link(replace(table, guild_id=None), Board(1, 2)) == "https://discord.com/channels/@me/1/2"
