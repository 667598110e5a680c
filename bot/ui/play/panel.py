"""`/play`: a private panel to choose a game, with whom, and how; and the tables that it opens.

What was said so far stands on its controls (`bot.ui.play.setup_draft`): nothing is kept between clicks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.discord.control_values import chosen_person
from bot.discord.forms import Field, Form, file_field, form, list_field, text_field
from bot.discord.frame import WALNUT, Message, Panel, Text, panel_layout, picture_gallery
from bot.discord.keyboard import Control, Key, Row, Verb, in_rows, level_options
from bot.discord.limits import OPENING, UPLOADING
from bot.discord.request import Request, Route
from bot.discord.uploads import read_text
from bot.games.catalogue import AnyEntry
from bot.games.covers import cover_of, is_painted, strip_of
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import Refused
from bot.kernel.feature import WayToPlay, buttons_beside, rules_of
from bot.kernel.session import Shown
from bot.kernel.tables.opening import ANY_HINTS
from bot.kernel.tables.seats import has_bots, has_lobby, is_for_one
from bot.store import bot_name
from bot.ui.play.deliver import deliver
from bot.ui.play.setup_draft import (
    DRAWN,
    HINTS,
    OVERTIMES,
    RULES,
    SWITCHES,
    TIMES,
    SetupDraft,
    allowed_ranges,
    allows_stand_ins,
    decode_draft,
    encode_draft,
    is_duel,
    is_possible,
    opening_of,
)
from bot.ui.play.terms import draft_terms, option_title, option_value, terms_line
from bot.ui.play.threads import deliver_in_thread
from bot.words import Words
from engine.core import Choice, Document, Number
from engine.mind import LEVELS

USUAL: Final = "odo"
"""Which of the bots plays, if somebody challenges this bot itself."""

LARGEST: Final = 64 * 1024
"""The most bytes of a file that is taken as an option."""

FIELDS: Final = 5
"""Fields of a form, as Discord allows them."""

_LISTED: Final = 25
"""The most that a list has; more numbers than that are typed."""

_STRIP: Final = "games.png"
_COVER: Final = "game.png"

_SAME: Final = "usual"
"""The value of a field that is left as usual."""

_DIGITS: Final = 6
"""The most characters of a number that is typed."""


# What is shown


async def show_panel(request: Request, guest: int | None = None) -> None:
    """The games, to choose one; `guest` is the user id of whoever is to be challenged."""
    await request.show(await _games_message(request, guest))


async def show_game(request: Request, entry: AnyEntry, wish: SetupDraft) -> None:
    """A game, and with whom to play it."""
    await request.show(await _game_message(request, entry, wish))


async def _games_message(request: Request, guest: int | None) -> Message:
    """Each game with its picture and a line, and a button for each; and one to learn any of them."""
    words = request.words
    entries = [entry for entry in request.session.catalogue.values() if guest is None or is_duel(entry)]
    await _prepare_covers(entries)
    titles = tuple(entry.game.title for entry in entries)
    lines = [words("panel.challenge", name=f"<@{guest}>") if guest else words("panel.title")]
    lines += [
        f"**{entry.game.title}** \N{MIDDLE DOT} {words(f'{entry.game.key}.panel')}" for entry in entries
    ]
    panel = Panel(
        picture_gallery(_STRIP, words.join_list(titles)), Text("\n".join(lines)), accent_colour=WALNUT
    )
    keys = [
        Key(
            label=entry.game.title[:80],
            style=discord.ButtonStyle.primary,
            custom_id=_guest_id(entry, guest) if guest else _id(Verb.NEW, "game", entry, SetupDraft()),
        )
        for entry in entries
    ]
    if guest is None:
        keys += buttons_beside(request.session.features, words, None)
    return Message(panel_layout(panel, in_rows(keys)), strip_of(entries), _STRIP)


def _guest_id(entry: AnyEntry, guest: int) -> str:
    return _id(Verb.OPEN, "guest", entry, SetupDraft(guest=guest))


async def _game_message(request: Request, entry: AnyEntry, wish: SetupDraft) -> Message:
    """One game: what it is, what is not as usual, and the ways to play it."""
    words = request.words
    await _prepare_covers([entry])
    panel = _intro_panel(words, entry)
    lines = []
    if said := terms_line(words, draft_terms(words, entry, wish)):
        lines.append(said)
    if not is_for_one(entry.game):
        lines.append(words("panel.whom"))
    if lines:
        panel.add_item(Text("\n".join(lines)))
    more = [key for one in request.session.features for key in await one.buttons.play(request, entry)]
    ways = list(_play_rows(request, entry, wish, more))
    return Message(panel_layout(panel, ways), cover_of(entry).wide, _COVER)


def _intro_panel(words: Words, entry: AnyEntry) -> Panel:
    """A game's picture, name and line."""
    text = Text(f"### {entry.game.title}\n{words(f'{entry.game.key}.panel')}")
    return Panel(picture_gallery(_COVER, entry.game.title), text, accent_colour=WALNUT)


async def _prepare_covers(entries: list[AnyEntry]) -> None:
    """Have the pictures ready; the first time that takes too long for the loop."""
    for entry in entries:
        if not is_painted(entry):
            await asyncio.to_thread(cover_of, entry)


def _play_rows(request: Request, entry: AnyEntry, wish: SetupDraft, more: Sequence[Key]) -> Iterator[Row]:
    """Lists and buttons: a friend, anybody here, a bot, alone; how else it could be played.

    `more`: what features know besides.
    """
    words, game = request.words, entry.game
    if is_duel(entry):
        friend: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id=_id(Verb.OPEN, "friend", entry, wish), placeholder=words("panel.friend")[:150]
        )
        yield Row(friend)
    if has_bots(game) and not is_for_one(game):
        title = words("panel.bot" if is_duel(entry) else "panel.bots")
        bot: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(Verb.OPEN, "bot", entry, wish),
            placeholder=title[:150],
            options=level_options(words),
        )
        yield Row(bot)
    for way in _feature_ways(request):
        if options := way.options(words, entry):
            listed: discord.ui.Select[Any] = discord.ui.Select(
                custom_id=_id(Verb.OPEN, way.key, entry, wish),
                placeholder=words(way.title)[:150],
                options=[discord.SelectOption(label=label, value=value) for value, label in options.items()],
            )
            yield Row(listed)
    keys = list[Key]()
    if is_for_one(game):
        keys.append(_button(words("button.panel.play"), "alone", entry, wish))
    else:
        keys.append(_button(words("button.panel.anyone"), "anyone", entry, wish))
        keys += more
        if has_lobby(game) and game.seats.start == 1:
            keys.append(_button(words("button.panel.alone"), "alone", entry, wish, main=False))
    keys += [
        Key(label=words("button.panel.more"), custom_id=_id(Verb.NEW, "more", entry, wish)),
        *buttons_beside(request.session.features, words, entry),
        *rules_of(request.session.features, words, entry),
        Key(label=words("button.panel.games"), custom_id=str(Control(0, 0, Verb.NEW, "games"))),
    ]
    yield from in_rows(keys)


def _feature_ways(request: Request) -> list[WayToPlay]:
    return [way for feature in request.session.features for way in feature.buttons.ways]


def start_buttons(words: Words, entry: AnyEntry) -> list[Key]:
    """For whoever has just learned a game: alone or against the easiest bot, and all other ways."""
    if 1 in entry.game.seats:
        label = words("button.panel.play" if is_for_one(entry.game) else "button.learn.alone")
        first = [_button(label, "alone", entry, SetupDraft())]
    elif has_bots(entry.game):
        label = words("button.learn.bot", name=bot_name(LEVELS[0]))
        first = [_button(label, "easiest", entry, SetupDraft())]
    else:
        first = []
    return [
        *first,
        Key(label=words("button.learn.table"), custom_id=_id(Verb.NEW, "game", entry, SetupDraft())),
    ]


def _button(label: str, way: str, entry: AnyEntry, wish: SetupDraft, *, main: bool = True) -> Key:
    style = discord.ButtonStyle.success if main else discord.ButtonStyle.secondary
    return Key(label=label, style=style, custom_id=_id(Verb.OPEN, way, entry, wish))


def _control(verb: Verb, what: str, entry: AnyEntry, wish: SetupDraft) -> Control:
    """What stands on a control: what it does, the game, and what was said of it."""
    return Control(0, 0, verb, f"{what}/{entry.game.key}/{encode_draft(entry, wish)}")


def _id(verb: Verb, what: str, entry: AnyEntry, wish: SetupDraft) -> str:
    return str(_control(verb, what, entry, wish))


def _read_control(request: Request) -> tuple[str, AnyEntry, SetupDraft]:
    """What a control of the panel is about; raises `Refused` for one that is none of ours."""
    what, _, rest = request.control.detail.partition("/")
    key, _, said = rest.partition("/")
    entry = request.session.catalogue.get(key)
    if entry is None:
        raise Refused("old-control")
    return what, entry, decode_draft(entry, said)


# More options


def _options_message(request: Request, entry: AnyEntry, wish: SetupDraft) -> Message:
    """What is not as usual, and a form for each kind of option."""
    words = request.words
    panel = _intro_panel(words, entry)
    said = terms_line(words, draft_terms(words, entry, wish))
    panel.add_item(Text(said or words("panel.usual")))
    titles = _titles(words)
    keys = [Key(label=titles[one], custom_id=_id(Verb.NEW, one, entry, wish)) for one in _forms(entry)]
    back = Key(label=words("button.back"), custom_id=_id(Verb.NEW, "game", entry, wish))
    return Message(panel_layout(panel, in_rows([*keys, back])), cover_of(entry).wide, _COVER)


def _titles(words: Words) -> dict[str, str]:
    """What the forms are called, and the buttons that lead to them."""
    return {
        "time": words("button.panel.time"),
        "rules": words("button.panel.rules"),
        "rules2": words("button.panel.rules2"),
        "files": words("button.panel.files"),
    }


def _forms(entry: AnyEntry) -> Iterator[str]:
    """The forms of a game: there is room for ten options that are no times and no files."""
    yield "time"
    names = _form_options(entry)
    if names:
        yield "rules"
    if len(names) > FIELDS:
        yield "rules2"
    if any(isinstance(option, Document) for option in entry.game.options):
        yield "files"


def _form_options(entry: AnyEntry) -> tuple[str, ...]:
    """The options that are no times and no files, by the keys of their fields."""
    allowed = allowed_ranges(entry)
    own = tuple(option.key for option in entry.game.options if not isinstance(option, Document))
    return (*(name for name in RULES if name in allowed), *own)


def _form(request: Request, which: str, entry: AnyEntry, wish: SetupDraft) -> Form:
    """A form with what was said so far."""
    if which not in tuple(_forms(entry)):
        raise Refused("old-control")
    verb = Verb.OPEN_FILES if which == "files" else Verb.NEW_FORM
    fields = _fields(request.words, which, entry, wish)
    return form(_titles(request.words)[which], _control(verb, which, entry, wish), *fields)


def _fields(words: Words, which: str, entry: AnyEntry, wish: SetupDraft) -> Iterator[Field]:
    match which:
        case "time":
            yield from _time_fields(words, entry, wish)
        case "files":
            for option in entry.game.options:
                if isinstance(option, Document):
                    about = words(f"{entry.game.key}.option.{option.key}")
                    yield file_field(option.key, option_title(words, entry, option.key), about=about)
        case _:
            for name in _options_part(entry, which):
                yield _field(words, entry, wish, name)


def _options_part(entry: AnyEntry, which: str) -> tuple[str, ...]:
    """The options of one of the forms on how it is played."""
    return _form_options(entry)[:FIELDS] if which == "rules" else _form_options(entry)[FIELDS : 2 * FIELDS]


def _time_fields(words: Words, entry: AnyEntry, wish: SetupDraft) -> Iterator[Field]:
    yield _number(wish, "clock", words("panel.clock"), words("panel.clock.about"), "24")
    yield _number(wish, "bank", words("panel.bank"), words("panel.bank.about"), "48")
    if not is_for_one(entry.game):
        yield _yes_or_no(words, wish, "forfeit")
    if "overtime" in allowed_ranges(entry):
        options = [
            (words(f"panel.overtime.{one}", name=bot_name(LEVELS[-1])), str(number))
            for number, one in enumerate(OVERTIMES)
        ]
        yield list_field("overtime", words("panel.overtime"), _choices(options, str(wish.overtime or 0)))
    if allows_stand_ins(entry):
        yield _number(wish, "hours", words("panel.hours"), words("panel.hours.about"), "24")


def _number(wish: SetupDraft, name: str, label: str, about: str, example: str) -> Field:
    said = wish.value_of(name)
    value = "" if said is None else str(said)
    return text_field(name, label, value, about=about, example=example, longest=_DIGITS)


def _yes_or_no(words: Words, wish: SetupDraft, name: str) -> Field:
    options = [(words(f"panel.{name}.no"), "0"), (words(f"panel.{name}.yes"), "1")]
    return list_field(name, words(f"panel.{name}"), _choices(options, str(wish.value_of(name) or 0)))


def _field(words: Words, entry: AnyEntry, wish: SetupDraft, name: str) -> Field:
    """A list, or a line where there are too many numbers for one."""
    game = entry.game
    match name:
        case "side":
            seats = [(words(f"{game.key}.seat.{seat}.first"), str(seat)) for seat in range(game.seats.start)]
            options = [(words("side.random"), str(DRAWN)), *seats]
            return list_field(name, words("panel.side"), _choices(options, str(_or_usual(wish.side, DRAWN))))
        case "hints":
            numbers = [(words("hints.none"), "0"), *((str(one), str(one)) for one in HINTS)]
            options = [(words("panel.same"), _SAME), *numbers, (words("hints.any"), str(ANY_HINTS))]
            chosen = _SAME if wish.hints is None else str(wish.hints)
            return list_field(name, words("panel.hints"), _choices(options, chosen))
        case _ if name in RULES:
            return _yes_or_no(words, wish, name)
    option = next(option for option in game.options if option.key == name)
    value = wish.options.get(name, str(option.default))
    label, about = option_title(words, entry, name), words(f"{game.key}.option.{name}")
    if isinstance(option, Choice):
        values = list(option.choices)
    elif isinstance(option, Number) and option.maximum - option.minimum < _LISTED:
        values = [str(number) for number in range(option.minimum, option.maximum + 1)]
    else:
        return text_field(name, label, value, about=about, longest=_DIGITS)
    options = [(option_value(words, entry, name, one), one) for one in values]
    return list_field(name, label, _choices(options, value), about=about)


def _or_usual(value: int | None, usual: int) -> int:
    return usual if value is None else value


def _choices(options: list[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label[:100], value=value, default=value == chosen)
        for label, value in options
    ]


def _apply_form(request: Request, which: str, entry: AnyEntry, wish: SetupDraft) -> SetupDraft:
    """The wish with what was entered into one of its forms; raises `Refused`."""
    entered = {key: values[0] for key, values in request.form_values.items() if values}
    if which not in ("time", "rules", "rules2"):
        raise Refused("old-control")
    numbers, options = dict[str, Any](), dict(wish.options)
    own = {option.key: option for option in entry.game.options}
    allowed = allowed_ranges(entry)
    names = TIMES if which == "time" else _options_part(entry, which)
    for name in names:
        text = entered.get(name, "").strip()
        if name in own:
            option = own[name]
            if not text or text == str(option.default):
                options.pop(name, None)
            else:
                options[name] = _option_value(request.words, entry, name, text)
        elif name in allowed:
            numbers[name] = _read_number(request.words, name, text, allowed[name])
    found = replace(wish, **numbers, options=options)
    if not is_possible(entry, found):
        raise Refused("old-control")
    return found


def _option_value(words: Words, entry: AnyEntry, name: str, text: str) -> str:
    """The value of one of the game's own options."""
    option = next(option for option in entry.game.options if option.key == name)
    if isinstance(option, Number):
        return str(_number_in(text, option_title(words, entry, name), option.minimum, option.maximum))
    if isinstance(option, Choice) and text not in option.choices:
        raise Refused("old-control")
    return text


def _number_in(text: str, title: str, least: int, most: int) -> int:
    """The number that was typed into a field; refuses what is none, and what is too small or too large."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS and least <= int(text) <= most):
        raise Refused("panel-range", option=title, least=least, most=most)
    return int(text)


def _read_number(words: Words, name: str, text: str, allowed: tuple[int, int]) -> int | None:
    """A number that was typed or picked; none where it is as usual."""
    titles = {"clock": words("panel.clock"), "bank": words("panel.bank"), "hours": words("panel.hours")}
    if text and name in titles:
        return _number_in(text, titles[name], *allowed)
    if text in ("", _SAME):
        return None
    if not text.removeprefix("-").isdecimal() or len(text) > _DIGITS:
        raise Refused("old-control")
    number = int(text)
    return None if number == _AS_USUAL.get(name) else number


_AS_USUAL: Final = {"side": DRAWN, **dict.fromkeys(("forfeit", "overtime", "thread", *SWITCHES), 0)}
"""What a list says for what nobody needs to say."""


# What is used on it


async def turn_page(request: Request) -> None:
    """Another page of the panel, or a form of it."""
    if request.control.detail == "games":
        await request.redraw(await _games_message(request, None))
        return
    what, entry, wish = _read_control(request)
    match what:
        case "game":
            await request.redraw(await _game_message(request, entry, wish))
        case "more":
            await _prepare_covers([entry])
            await request.redraw(_options_message(request, entry, wish))
        case _:
            await request.open(_form(request, what, entry, wish))


async def submit_form(request: Request) -> None:
    """A form: the game again, as it is wished by now."""
    which, entry, wish = _read_control(request)
    await request.redraw(await _game_message(request, entry, _apply_form(request, which, entry, wish)))


async def open_with_files(request: Request) -> None:
    """A form with files opens the table: nothing keeps them until another click."""
    which, entry, wish = _read_control(request)
    if which != "files":
        raise Refused("old-control")
    keys = {option.key for option in entry.game.options if isinstance(option, Document)}
    documents = {
        key: await read_text(key, file, LARGEST)
        for key, file in request.incoming.files.items()
        if key in keys
    }
    if not documents:
        raise Refused("panel-no-file")
    request.check_not_alone(entry.game)
    await open_table(request, wish, opening_of(entry, wish, documents=documents))


async def open_by_panel(request: Request) -> None:
    """One of the ways to play the game: with a friend, with anybody, a bot, alone, or a feature's."""
    way, entry, wish = _read_control(request)
    match way:
        case "friend" if is_duel(entry):
            await _challenge(request, entry, wish, _picked_friend(request))
        case "guest" if is_duel(entry) and wish.guest is not None:
            await _challenge(request, entry, wish, await _fetch_guest(request, wish.guest))
        case "bot" if has_bots(entry.game) and not is_for_one(entry.game):
            level = next(iter(request.values), "")
            await open_table(request, wish, opening_of(entry, wish, level=level))
        case "easiest" if has_bots(entry.game) and not is_for_one(entry.game):
            await open_table(request, wish, opening_of(entry, wish, level=LEVELS[0]))
        case "anyone" if not is_for_one(entry.game):
            request.check_not_alone(entry.game)
            await open_table(request, wish, opening_of(entry, wish))
        case "alone" if 1 in entry.game.seats:
            await open_table(request, wish, replace(opening_of(entry, wish), alone=True))
        case _:
            own = next((one for one in _feature_ways(request) if one.key == way), None)
            if own is None:
                raise Refused("old-control")
            await own.open(request, entry, wish, next(iter(request.values), ""))


async def challenge_user(request: Request, entry: AnyEntry, someone: discord.User | discord.Member) -> None:
    """Challenge somebody, as they were named in a command: one of the bots, where it is this bot itself."""
    if not is_duel(entry):
        raise Refused("guest-no-duel", game=entry.game.title)
    guest = Person(someone.id, someone.display_name, someone.bot)
    if request.click.guild_id is not None and not isinstance(someone, discord.Member):
        raise Refused("guest-gone", name=guest.name)
    await _challenge(request, entry, SetupDraft(), guest)


async def _challenge(request: Request, entry: AnyEntry, wish: SetupDraft, guest: Person) -> None:
    """Whoever challenges this bot itself plays against one of its own players."""
    itself = request.client.user
    if itself is not None and guest.id == itself.id and has_bots(entry.game):
        await open_table(request, wish, opening_of(entry, wish, level=USUAL))
        return
    request.check_not_alone(entry.game)
    await open_table(request, wish, opening_of(entry, wish, guest=guest))


def _picked_friend(request: Request) -> Person:
    """Whom somebody picked from the list; this bot itself need not be in the server."""
    itself = request.client.user
    if itself is not None and request.values[:1] == (str(itself.id),):
        return Person(itself.id, itself.display_name, bot=True)
    return chosen_person(request)


async def _fetch_guest(request: Request, user_id: int) -> Person:
    """Somebody by their user id, as they are called here; refuses who is not here."""
    guild = request.incoming.guild
    try:
        if guild is None:
            user = await request.client.fetch_user(user_id)
            return Person(user.id, user.display_name, user.bot)
        member = await guild.fetch_member(user_id)
    except discord.NotFound as error:
        raise Refused("guest-gone", name=f"<@{user_id}>") from error
    return Person(member.id, member.display_name, member.bot)


async def open_table(request: Request, wish: SetupDraft, opening: Opening) -> None:
    """Open the table, and show it here or in a thread of its own."""
    shown = await request.session.lobby.open(request.click, opening, request.trace)
    await show_opened(request, wish, shown)


async def show_opened(request: Request, wish: SetupDraft, shown: Shown) -> None:
    """The table here, or in a thread of its own."""
    if wish.thread:
        await deliver_in_thread(request, shown)
    else:
        await deliver(request, shown)


CONTROLS: Final = {
    Verb.NEW: Route(turn_page, bare=True, private=True),
    Verb.NEW_FORM: Route(submit_form, bare=True, private=True),
    Verb.OPEN: Route(open_by_panel, bare=True, private=True, posts=True, limit=OPENING),
    Verb.OPEN_FILES: Route(open_with_files, bare=True, private=True, posts=True, limit=UPLOADING),
}
