"""`/play`: a private panel to choose a game, with whom, and how; and the tables that it opens.

What was said so far stands on its controls (`bot.ui.play.setup_draft`): nothing is kept between clicks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.discord.forms import Field, Form, form, picked, typed, uploaded
from bot.discord.frame import WALNUT, Message, Panel, Text, laid_out, pictured
from bot.discord.handed import chosen_person
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
    Wish,
    is_duel,
    is_possible,
    limits,
    opening_of,
    read_wish,
    waits,
    written,
)
from bot.ui.play.terms import agreed_line, option_title, option_value, pieces_of
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


async def show(request: Request, guest: int | None = None) -> None:
    """The games, to choose one; `guest` is the user id of whoever is to be challenged."""
    await request.show(await _games(request, guest))


async def show_game(request: Request, entry: AnyEntry, wish: Wish) -> None:
    """A game, and with whom to play it."""
    await request.show(await _game(request, entry, wish))


async def _games(request: Request, guest: int | None) -> Message:
    """Each game with its picture and a line, and a button for each; and one to learn any of them."""
    words = request.words
    entries = [entry for entry in request.session.catalogue.values() if guest is None or is_duel(entry)]
    await _paint(entries)
    titles = tuple(entry.game.title for entry in entries)
    lines = [words("panel.challenge", name=f"<@{guest}>") if guest else words("panel.title")]
    lines += [
        f"**{entry.game.title}** \N{MIDDLE DOT} {words(f'{entry.game.key}.panel')}" for entry in entries
    ]
    panel = Panel(pictured(_STRIP, words.listed(titles)), Text("\n".join(lines)), accent_colour=WALNUT)
    keys = [
        Key(
            label=entry.game.title[:80],
            style=discord.ButtonStyle.primary,
            custom_id=_guest_id(entry, guest) if guest else _id(Verb.NEW, "game", entry, Wish()),
        )
        for entry in entries
    ]
    if guest is None:
        keys += buttons_beside(request.session.features, words, None)
    return Message(laid_out(panel, in_rows(keys)), strip_of(entries), _STRIP)


def _guest_id(entry: AnyEntry, guest: int) -> str:
    return _id(Verb.OPEN, "guest", entry, Wish(guest=guest))


async def _game(request: Request, entry: AnyEntry, wish: Wish) -> Message:
    """One game: what it is, what is not as usual, and the ways to play it."""
    words = request.words
    await _paint([entry])
    panel = _introduced(words, entry)
    lines = []
    if said := agreed_line(words, pieces_of(words, entry, wish)):
        lines.append(said)
    if not is_for_one(entry.game):
        lines.append(words("panel.whom"))
    if lines:
        panel.add_item(Text("\n".join(lines)))
    more = [key for one in request.session.features for key in await one.buttons.play(request, entry)]
    ways = list(_ways(request, entry, wish, more))
    return Message(laid_out(panel, ways), cover_of(entry).wide, _COVER)


def _introduced(words: Words, entry: AnyEntry) -> Panel:
    """A game's picture, name and line."""
    text = Text(f"### {entry.game.title}\n{words(f'{entry.game.key}.panel')}")
    return Panel(pictured(_COVER, entry.game.title), text, accent_colour=WALNUT)


async def _paint(entries: list[AnyEntry]) -> None:
    """Have the pictures ready; the first time that takes too long for the loop."""
    for entry in entries:
        if not is_painted(entry):
            await asyncio.to_thread(cover_of, entry)


def _ways(request: Request, entry: AnyEntry, wish: Wish, more: Sequence[Key]) -> Iterator[Row]:
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
    for way in _ways_of_features(request):
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


def _ways_of_features(request: Request) -> list[WayToPlay]:
    return [way for feature in request.session.features for way in feature.buttons.ways]


def ways_to_begin(words: Words, entry: AnyEntry) -> list[Key]:
    """For whoever has just learned a game: alone or against the easiest bot, and all other ways."""
    if 1 in entry.game.seats:
        label = words("button.panel.play" if is_for_one(entry.game) else "button.learn.alone")
        first = [_button(label, "alone", entry, Wish())]
    elif has_bots(entry.game):
        label = words("button.learn.bot", name=bot_name(LEVELS[0]))
        first = [_button(label, "easiest", entry, Wish())]
    else:
        first = []
    return [*first, Key(label=words("button.learn.table"), custom_id=_id(Verb.NEW, "game", entry, Wish()))]


def _button(label: str, way: str, entry: AnyEntry, wish: Wish, *, main: bool = True) -> Key:
    style = discord.ButtonStyle.success if main else discord.ButtonStyle.secondary
    return Key(label=label, style=style, custom_id=_id(Verb.OPEN, way, entry, wish))


def _control(verb: Verb, what: str, entry: AnyEntry, wish: Wish) -> Control:
    """What stands on a control: what it does, the game, and what was said of it."""
    return Control(0, 0, verb, f"{what}/{entry.game.key}/{written(entry, wish)}")


def _id(verb: Verb, what: str, entry: AnyEntry, wish: Wish) -> str:
    return str(_control(verb, what, entry, wish))


def _meant(request: Request) -> tuple[str, AnyEntry, Wish]:
    """What a control of the panel is about; raises `Refused` for one that is none of ours."""
    what, _, rest = request.control.detail.partition("/")
    key, _, said = rest.partition("/")
    entry = request.session.catalogue.get(key)
    if entry is None:
        raise Refused("old-control")
    return what, entry, read_wish(entry, said)


# More options


def _more(request: Request, entry: AnyEntry, wish: Wish) -> Message:
    """What is not as usual, and a form for each kind of option."""
    words = request.words
    panel = _introduced(words, entry)
    said = agreed_line(words, pieces_of(words, entry, wish))
    panel.add_item(Text(said or words("panel.usual")))
    titles = _titles(words)
    keys = [Key(label=titles[one], custom_id=_id(Verb.NEW, one, entry, wish)) for one in _forms(entry)]
    back = Key(label=words("button.back"), custom_id=_id(Verb.NEW, "game", entry, wish))
    return Message(laid_out(panel, in_rows([*keys, back])), cover_of(entry).wide, _COVER)


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
    names = _named(entry)
    if names:
        yield "rules"
    if len(names) > FIELDS:
        yield "rules2"
    if any(isinstance(option, Document) for option in entry.game.options):
        yield "files"


def _named(entry: AnyEntry) -> tuple[str, ...]:
    """The options that are no times and no files, by the keys of their fields."""
    allowed = limits(entry)
    own = tuple(option.key for option in entry.game.options if not isinstance(option, Document))
    return (*(name for name in RULES if name in allowed), *own)


def _form(request: Request, which: str, entry: AnyEntry, wish: Wish) -> Form:
    """A form with what was said so far."""
    if which not in tuple(_forms(entry)):
        raise Refused("old-control")
    verb = Verb.OPEN_FILES if which == "files" else Verb.NEW_FORM
    fields = _fields(request.words, which, entry, wish)
    return form(_titles(request.words)[which], _control(verb, which, entry, wish), *fields)


def _fields(words: Words, which: str, entry: AnyEntry, wish: Wish) -> Iterator[Field]:
    match which:
        case "time":
            yield from _time_fields(words, entry, wish)
        case "files":
            for option in entry.game.options:
                if isinstance(option, Document):
                    about = words(f"{entry.game.key}.option.{option.key}")
                    yield uploaded(option.key, option_title(words, entry, option.key), about=about)
        case _:
            for name in _part(entry, which):
                yield _field(words, entry, wish, name)


def _part(entry: AnyEntry, which: str) -> tuple[str, ...]:
    """The options of one of the forms on how it is played."""
    return _named(entry)[:FIELDS] if which == "rules" else _named(entry)[FIELDS : 2 * FIELDS]


def _time_fields(words: Words, entry: AnyEntry, wish: Wish) -> Iterator[Field]:
    yield _number(wish, "clock", words("panel.clock"), words("panel.clock.about"), "24")
    yield _number(wish, "bank", words("panel.bank"), words("panel.bank.about"), "48")
    if not is_for_one(entry.game):
        yield _yes_or_no(words, wish, "forfeit")
    if "overtime" in limits(entry):
        options = [
            (words(f"panel.overtime.{one}", name=bot_name(LEVELS[-1])), str(number))
            for number, one in enumerate(OVERTIMES)
        ]
        yield picked("overtime", words("panel.overtime"), _choices(options, str(wish.overtime or 0)))
    if waits(entry):
        yield _number(wish, "hours", words("panel.hours"), words("panel.hours.about"), "24")


def _number(wish: Wish, name: str, label: str, about: str, example: str) -> Field:
    said = wish.said(name)
    value = "" if said is None else str(said)
    return typed(name, label, value, about=about, example=example, longest=_DIGITS)


def _yes_or_no(words: Words, wish: Wish, name: str) -> Field:
    options = [(words(f"panel.{name}.no"), "0"), (words(f"panel.{name}.yes"), "1")]
    return picked(name, words(f"panel.{name}"), _choices(options, str(wish.said(name) or 0)))


def _field(words: Words, entry: AnyEntry, wish: Wish, name: str) -> Field:
    """A list, or a line where there are too many numbers for one."""
    game = entry.game
    match name:
        case "side":
            seats = [(words(f"{game.key}.seat.{seat}.first"), str(seat)) for seat in range(game.seats.start)]
            options = [(words("side.random"), str(DRAWN)), *seats]
            return picked(name, words("panel.side"), _choices(options, str(_or(wish.side, DRAWN))))
        case "hints":
            numbers = [(words("hints.none"), "0"), *((str(one), str(one)) for one in HINTS)]
            options = [(words("panel.same"), _SAME), *numbers, (words("hints.any"), str(ANY_HINTS))]
            chosen = _SAME if wish.hints is None else str(wish.hints)
            return picked(name, words("panel.hints"), _choices(options, chosen))
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
        return typed(name, label, value, about=about, longest=_DIGITS)
    options = [(option_value(words, entry, name, one), one) for one in values]
    return picked(name, label, _choices(options, value), about=about)


def _or(value: int | None, usual: int) -> int:
    return usual if value is None else value


def _choices(options: list[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label[:100], value=value, default=value == chosen)
        for label, value in options
    ]


def _filled(request: Request, which: str, entry: AnyEntry, wish: Wish) -> Wish:
    """The wish with what was entered into one of its forms; raises `Refused`."""
    entered = {key: values[0] for key, values in request.entered.items() if values}
    if which not in ("time", "rules", "rules2"):
        raise Refused("old-control")
    numbers, options = dict[str, Any](), dict(wish.options)
    own = {option.key: option for option in entry.game.options}
    allowed = limits(entry)
    names = TIMES if which == "time" else _part(entry, which)
    for name in names:
        text = entered.get(name, "").strip()
        if name in own:
            option = own[name]
            if not text or text == str(option.default):
                options.pop(name, None)
            else:
                options[name] = _read(request.words, entry, name, text)
        elif name in allowed:
            numbers[name] = _whole(request.words, name, text, allowed[name])
    found = replace(wish, **numbers, options=options)
    if not is_possible(entry, found):
        raise Refused("old-control")
    return found


def _read(words: Words, entry: AnyEntry, name: str, text: str) -> str:
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


def _whole(words: Words, name: str, text: str, allowed: tuple[int, int]) -> int | None:
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


async def turn_to(request: Request) -> None:
    """Another page of the panel, or a form of it."""
    if request.control.detail == "games":
        await request.redraw(await _games(request, None))
        return
    what, entry, wish = _meant(request)
    match what:
        case "game":
            await request.redraw(await _game(request, entry, wish))
        case "more":
            await _paint([entry])
            await request.redraw(_more(request, entry, wish))
        case _:
            await request.open(_form(request, what, entry, wish))


async def fill_in(request: Request) -> None:
    """A form: the game again, as it is wished by now."""
    which, entry, wish = _meant(request)
    await request.redraw(await _game(request, entry, _filled(request, which, entry, wish)))


async def open_with_files(request: Request) -> None:
    """A form with files opens the table: nothing keeps them until another click."""
    which, entry, wish = _meant(request)
    if which != "files":
        raise Refused("old-control")
    keys = {option.key for option in entry.game.options if isinstance(option, Document)}
    documents = {
        key: await read_text(key, file, LARGEST) for key, file in request.asked.files.items() if key in keys
    }
    if not documents:
        raise Refused("panel-no-file")
    request.check_not_alone(entry.game)
    await open_table(request, wish, opening_of(entry, wish, documents=documents))


async def open_by_panel(request: Request) -> None:
    """One of the ways to play the game: with a friend, with anybody, a bot, alone, or a feature's."""
    way, entry, wish = _meant(request)
    match way:
        case "friend" if is_duel(entry):
            await _challenge(request, entry, wish, _friend(request))
        case "guest" if is_duel(entry) and wish.guest is not None:
            await _challenge(request, entry, wish, await _guest(request, wish.guest))
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
            own = next((one for one in _ways_of_features(request) if one.key == way), None)
            if own is None:
                raise Refused("old-control")
            await own.open(request, entry, wish, next(iter(request.values), ""))


async def challenge(request: Request, entry: AnyEntry, someone: discord.User | discord.Member) -> None:
    """Challenge somebody, as they were named in a command: one of the bots, where it is this bot itself."""
    if not is_duel(entry):
        raise Refused("guest-no-duel", game=entry.game.title)
    guest = Person(someone.id, someone.display_name, someone.bot)
    if request.click.guild_id is not None and not isinstance(someone, discord.Member):
        raise Refused("guest-gone", name=guest.name)
    await _challenge(request, entry, Wish(), guest)


async def _challenge(request: Request, entry: AnyEntry, wish: Wish, guest: Person) -> None:
    """Whoever challenges this bot itself plays against one of its own players."""
    itself = request.client.user
    if itself is not None and guest.id == itself.id and has_bots(entry.game):
        await open_table(request, wish, opening_of(entry, wish, level=USUAL))
        return
    request.check_not_alone(entry.game)
    await open_table(request, wish, opening_of(entry, wish, guest=guest))


def _friend(request: Request) -> Person:
    """Whom somebody picked from the list; this bot itself need not be in the server."""
    itself = request.client.user
    if itself is not None and request.values[:1] == (str(itself.id),):
        return Person(itself.id, itself.display_name, bot=True)
    return chosen_person(request)


async def _guest(request: Request, user_id: int) -> Person:
    """Somebody by their user id, as they are called here; refuses who is not here."""
    guild = request.asked.guild
    try:
        if guild is None:
            user = await request.client.fetch_user(user_id)
            return Person(user.id, user.display_name, user.bot)
        member = await guild.fetch_member(user_id)
    except discord.NotFound as error:
        raise Refused("guest-gone", name=f"<@{user_id}>") from error
    return Person(member.id, member.display_name, member.bot)


async def open_table(request: Request, wish: Wish, opening: Opening) -> None:
    """Open the table, and show it here or in a thread of its own."""
    shown = await request.session.lobby.open(request.click, opening, request.trace)
    await show_opened(request, wish, shown)


async def show_opened(request: Request, wish: Wish, shown: Shown) -> None:
    """The table here, or in a thread of its own."""
    if wish.thread:
        await deliver_in_thread(request, shown)
    else:
        await deliver(request, shown)


CONTROLS: Final = {
    Verb.NEW: Route(turn_to, bare=True, private=True),
    Verb.NEW_FORM: Route(fill_in, bare=True, private=True),
    Verb.OPEN: Route(open_by_panel, bare=True, private=True, posts=True, limit=OPENING),
    Verb.OPEN_FILES: Route(open_with_files, bare=True, private=True, posts=True, limit=UPLOADING),
}
