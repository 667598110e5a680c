"""`/play`: a private panel to set up a table: the game, the opponent, the options.

The draft is encoded in its controls (`bot.ui.play.setup_draft`): nothing is kept between clicks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.discord.control_values import chosen_person
from bot.discord.forms import Field, Form, file_field, form, list_field, text_field
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    panel_layout,
    picture_gallery,
)
from bot.discord.keyboard import Control, Key, Row, Verb, in_rows, level_options
from bot.discord.limits import OPENING
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
from bot.ui.table.game_files import templates_message
from bot.words import Words
from engine.core import Choice, Document, Number
from engine.mind import LEVELS

USUAL: Final = "odo"
"""The bot that plays if the bot account itself is challenged."""

LARGEST: Final = 64 * 1024
"""The most bytes of a file that is accepted as an option."""

OWN_SEATS: Final = (1, 2)
"""How many seats a player can take who plays a game for several alone."""

FIELDS: Final = 5
"""The most fields of a form that Discord allows."""

_LISTED: Final = 25
"""The most entries of a list; more numbers than that are typed."""

_STRIP: Final = "games.png"
_COVER: Final = "game.png"

_SAME: Final = "usual"
"""The value of a field that keeps its default."""

_DIGITS: Final = 6
"""The most characters of a typed number."""


# Pages


async def show_panel(request: Request, guest: int | None = None) -> None:
    """Show the games to choose from; `guest` is the user id of the challenged user."""
    await request.show(await _games_message(request, guest))


async def show_game(request: Request, entry: AnyEntry, draft: SetupDraft) -> None:
    """Show a game's page, with the ways to play it."""
    await request.show(await _game_message(request, entry, draft))


async def _games_message(request: Request, guest: int | None) -> Message:
    """Return each game with picture, line and button, and a button to learn one."""
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


async def _game_message(request: Request, entry: AnyEntry, draft: SetupDraft) -> Message:
    """Return one game's page: what it is, the changed options, and the ways to play it."""
    words = request.words
    await _prepare_covers([entry])
    panel = _intro_panel(words, entry)
    lines = []
    if terms := terms_line(words, draft_terms(words, entry, draft)):
        lines.append(terms)
    if not is_for_one(entry.game):
        lines.append(words("panel.whom"))
    if lines:
        panel.add_item(Text("\n".join(lines)))
    more = [key for feature in request.session.features for key in await feature.buttons.play(request, entry)]
    ways = list(_play_rows(request, entry, draft, more))
    return Message(panel_layout(panel, ways), cover_of(entry).wide, _COVER)


def _intro_panel(words: Words, entry: AnyEntry) -> Panel:
    """Return a panel with a game's picture, title and line."""
    text = Text(f"### {entry.game.title}\n{words(f'{entry.game.key}.panel')}")
    return Panel(picture_gallery(_COVER, entry.game.title), text, accent_colour=WALNUT)


async def _prepare_covers(entries: list[AnyEntry]) -> None:
    """Prepare the pictures in a thread; the first time takes too long for the event loop."""
    for entry in entries:
        if not is_painted(entry):
            await asyncio.to_thread(cover_of, entry)


def _play_rows(request: Request, entry: AnyEntry, draft: SetupDraft, more: Sequence[Key]) -> Iterator[Row]:
    """Yield the lists and buttons: a friend, anyone here, a bot, alone, and the other options.

    `more`: the features' buttons.
    """
    words, game = request.words, entry.game
    if is_duel(entry):
        friend: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id=_id(Verb.OPEN, "friend", entry, draft), placeholder=words("panel.friend")[:150]
        )
        yield Row(friend)
    if has_bots(game) and not is_for_one(game):
        title = words("panel.bot" if is_duel(entry) else "panel.bots")
        bot: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(Verb.OPEN, "bot", entry, draft),
            placeholder=title[:150],
            options=level_options(words),
        )
        yield Row(bot)
    for way in _feature_ways(request):
        if options := way.options(words, entry):
            listed: discord.ui.Select[Any] = discord.ui.Select(
                custom_id=_id(Verb.OPEN, way.key, entry, draft),
                placeholder=words(way.title)[:150],
                options=[discord.SelectOption(label=label, value=value) for value, label in options.items()],
            )
            yield Row(listed)
    if has_lobby(game) and game.seats.start == 1:
        seats = [(words(f"{game.key}.alone.{count}")[:100], str(count)) for count in OWN_SEATS]
        alone: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(Verb.OPEN, "alone", entry, draft),
            placeholder=words("panel.alone")[:150],
            options=[discord.SelectOption(label=label, value=value) for label, value in seats],
        )
        yield Row(alone)
    keys = list[Key]()
    if is_for_one(game):
        keys.append(_button(words("button.panel.play"), "alone", entry, draft))
    else:
        keys.append(_button(words("button.panel.anyone"), "anyone", entry, draft))
        keys += more
    keys += [
        Key(label=words("button.panel.more"), custom_id=_id(Verb.NEW, "more", entry, draft)),
        *buttons_beside(request.session.features, words, entry),
        *rules_of(request.session.features, words, entry),
        Key(label=words("button.panel.games"), custom_id=str(Control(0, 0, Verb.NEW, "games"))),
    ]
    yield from in_rows(keys)


def _feature_ways(request: Request) -> list[WayToPlay]:
    return [way for feature in request.session.features for way in feature.buttons.ways]


def start_buttons(words: Words, entry: AnyEntry) -> list[Key]:
    """Return the buttons after a lesson: play alone or against the easiest bot, and all other ways."""
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


def _button(label: str, way_key: str, entry: AnyEntry, draft: SetupDraft, *, main: bool = True) -> Key:
    style = discord.ButtonStyle.success if main else discord.ButtonStyle.secondary
    return Key(label=label, style=style, custom_id=_id(Verb.OPEN, way_key, entry, draft))


def _control(verb: Verb, page: str, entry: AnyEntry, draft: SetupDraft) -> Control:
    """Return a control that encodes its action, the game, and the draft."""
    return Control(0, 0, verb, f"{page}/{entry.game.key}/{encode_draft(entry, draft)}")


def _id(verb: Verb, page: str, entry: AnyEntry, draft: SetupDraft) -> str:
    return str(_control(verb, page, entry, draft))


def _read_control(request: Request) -> tuple[str, AnyEntry, SetupDraft]:
    """Return what a control of the panel encodes; raises `Refused` for an invalid one."""
    what, _, rest = request.control.detail.partition("/")
    key, _, encoded = rest.partition("/")
    entry = request.session.catalogue.get(key)
    if entry is None:
        raise Refused("old-control")
    return what, entry, decode_draft(entry, encoded)


# More options


def _options_message(request: Request, entry: AnyEntry, draft: SetupDraft) -> Message:
    """Return the page with the changed options, and a button for each form."""
    words = request.words
    panel = _intro_panel(words, entry)
    terms = terms_line(words, draft_terms(words, entry, draft))
    panel.add_item(Text(terms or words("panel.usual")))
    titles = _titles(words)
    keys = [Key(label=titles[key], custom_id=_id(Verb.NEW, key, entry, draft)) for key in _forms(entry)]
    if "files" in _forms(entry):
        templates = _id(Verb.NEW, "templates", entry, draft)
        keys.append(Key(label=words("button.panel.templates"), custom_id=templates))
    back = Key(label=words("button.back"), custom_id=_id(Verb.NEW, "game", entry, draft))
    return Message(panel_layout(panel, in_rows([*keys, back])), cover_of(entry).wide, _COVER)


def _titles(words: Words) -> dict[str, str]:
    """Return the titles of the forms, by key."""
    return {
        "time": words("button.panel.time"),
        "rules": words("button.panel.rules"),
        "rules2": words("button.panel.rules2"),
        "files": words("button.panel.files"),
    }


def _forms(entry: AnyEntry) -> Iterator[str]:
    """Yield the forms of a game: there is room for ten options that are no times and no files."""
    yield "time"
    names = _form_options(entry)
    if names:
        yield "rules"
    if len(names) > FIELDS:
        yield "rules2"
    if any(isinstance(option, Document) for option in entry.game.options):
        yield "files"


def _form_options(entry: AnyEntry) -> tuple[str, ...]:
    """Return the keys of the options that are no times and no files."""
    allowed = allowed_ranges(entry)
    own_keys = tuple(option.key for option in entry.game.options if not isinstance(option, Document))
    return (*(name for name in RULES if name in allowed), *own_keys)


def _form(request: Request, form_key: str, entry: AnyEntry, draft: SetupDraft) -> Form:
    """Return a form with the draft's values."""
    if form_key not in tuple(_forms(entry)):
        raise Refused("old-control")
    verb = Verb.OPEN_FILES if form_key == "files" else Verb.NEW_FORM
    fields = _fields(request.words, form_key, entry, draft)
    return form(_titles(request.words)[form_key], _control(verb, form_key, entry, draft), *fields)


def _fields(words: Words, form_key: str, entry: AnyEntry, draft: SetupDraft) -> Iterator[Field]:
    match form_key:
        case "time":
            yield from _time_fields(words, entry, draft)
        case "files":
            for option in entry.game.options:
                if isinstance(option, Document):
                    about = words(f"{entry.game.key}.option.{option.key}")
                    yield file_field(option.key, option_title(words, entry, option.key), about=about)
        case _:
            for name in _options_part(entry, form_key):
                yield _field(words, entry, draft, name)


def _options_part(entry: AnyEntry, form_key: str) -> tuple[str, ...]:
    """Return the options of one of the rules forms."""
    return _form_options(entry)[:FIELDS] if form_key == "rules" else _form_options(entry)[FIELDS : 2 * FIELDS]


def _time_fields(words: Words, entry: AnyEntry, draft: SetupDraft) -> Iterator[Field]:
    yield _number(draft, "clock", words("panel.clock"), words("panel.clock.about"), "24")
    yield _number(draft, "bank", words("panel.bank"), words("panel.bank.about"), "48")
    if not is_for_one(entry.game):
        yield _yes_or_no(words, draft, "forfeit")
    if "overtime" in allowed_ranges(entry):
        options = [
            (words(f"panel.overtime.{overtime}", name=bot_name(LEVELS[-1])), str(number))
            for number, overtime in enumerate(OVERTIMES)
        ]
        yield list_field("overtime", words("panel.overtime"), _choices(options, str(draft.overtime or 0)))
    if allows_stand_ins(entry):
        yield _number(draft, "hours", words("panel.hours"), words("panel.hours.about"), "24")


def _number(draft: SetupDraft, name: str, label: str, about: str, example: str) -> Field:
    current = draft.value_of(name)
    value = "" if current is None else str(current)
    return text_field(name, label, value, about=about, example=example, longest=_DIGITS)


def _yes_or_no(words: Words, draft: SetupDraft, name: str) -> Field:
    options = [(words(f"panel.{name}.no"), "0"), (words(f"panel.{name}.yes"), "1")]
    return list_field(name, words(f"panel.{name}"), _choices(options, str(draft.value_of(name) or 0)))


def _field(words: Words, entry: AnyEntry, draft: SetupDraft, name: str) -> Field:
    """Return a list, or a text field where there are too many numbers for one."""
    game = entry.game
    match name:
        case "side":
            seats = [(words(f"{game.key}.seat.{seat}.first"), str(seat)) for seat in range(game.seats.start)]
            options = [(words("side.random"), str(DRAWN)), *seats]
            return list_field(name, words("panel.side"), _choices(options, str(_or_usual(draft.side, DRAWN))))
        case "hints":
            numbers = [(words("hints.none"), "0"), *((str(item), str(item)) for item in HINTS)]
            options = [(words("panel.same"), _SAME), *numbers, (words("hints.any"), str(ANY_HINTS))]
            chosen = _SAME if draft.hints is None else str(draft.hints)
            return list_field(name, words("panel.hints"), _choices(options, chosen))
        case _ if name in RULES:
            return _yes_or_no(words, draft, name)
    option = next(option for option in game.options if option.key == name)
    value = draft.options.get(name, str(option.default))
    label, about = option_title(words, entry, name), words(f"{game.key}.option.{name}")
    if isinstance(option, Choice):
        values = list(option.choices)
    elif isinstance(option, Number) and option.maximum - option.minimum < _LISTED:
        values = [str(number) for number in range(option.minimum, option.maximum + 1)]
    else:
        return text_field(name, label, value, about=about, longest=_DIGITS)
    options = [(option_value(words, entry, name, item), item) for item in values]
    return list_field(name, label, _choices(options, value), about=about)


def _or_usual(value: int | None, usual: int) -> int:
    return usual if value is None else value


def _choices(options: list[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label[:100], value=value, default=value == chosen)
        for label, value in options
    ]


def _apply_form(request: Request, form_key: str, entry: AnyEntry, draft: SetupDraft) -> SetupDraft:
    """Return the draft with what was entered into one of its forms; raises `Refused`."""
    entered = {key: values[0] for key, values in request.form_values.items() if values}
    if form_key not in ("time", "rules", "rules2"):
        raise Refused("old-control")
    numbers, options = dict[str, Any](), dict(draft.options)
    own_options = {option.key: option for option in entry.game.options}
    allowed = allowed_ranges(entry)
    names = TIMES if form_key == "time" else _options_part(entry, form_key)
    for name in names:
        text = entered.get(name, "").strip()
        if name in own_options:
            option = own_options[name]
            if not text or text == str(option.default):
                options.pop(name, None)
            else:
                options[name] = _option_value(request.words, entry, name, text)
        elif name in allowed:
            numbers[name] = _read_number(request.words, name, text, allowed[name])
    filled = replace(draft, **numbers, options=options)
    if not is_possible(entry, filled):
        raise Refused("old-control")
    return filled


def _option_value(words: Words, entry: AnyEntry, name: str, text: str) -> str:
    """Return the value of one of the game's own options."""
    option = next(option for option in entry.game.options if option.key == name)
    if isinstance(option, Number):
        return str(_number_in(text, option_title(words, entry, name), option.minimum, option.maximum))
    if isinstance(option, Choice) and text not in option.choices:
        raise Refused("old-control")
    return text


def _number_in(text: str, title: str, least: int, most: int) -> int:
    """Return a typed number; refuses texts, and numbers out of range."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS and least <= int(text) <= most):
        raise Refused("panel-range", option=title, least=least, most=most)
    return int(text)


def _read_number(words: Words, name: str, text: str, allowed: tuple[int, int]) -> int | None:
    """Return a typed or picked number; none for the default."""
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
"""The list values that stand for defaults."""


# Handlers


async def turn_page(request: Request) -> None:
    """Turn to another page of the panel, or open a form of it."""
    if request.control.detail == "games":
        await request.redraw(await _games_message(request, None))
        return
    what, entry, draft = _read_control(request)
    match what:
        case "game":
            await request.redraw(await _game_message(request, entry, draft))
        case "more":
            await _prepare_covers([entry])
            await request.redraw(_options_message(request, entry, draft))
        case "templates":
            await request.show(templates_message(request.words, entry, request.words("button.panel.files")))
        case _:
            await request.open(_form(request, what, entry, draft))


async def submit_form(request: Request) -> None:
    """Show the options again, with the submitted form's values."""
    which, entry, draft = _read_control(request)
    await _prepare_covers([entry])
    await request.redraw(_options_message(request, entry, _apply_form(request, which, entry, draft)))


async def open_with_files(request: Request) -> None:
    """Open the table from a form with files, which are not kept until another click."""
    which, entry, draft = _read_control(request)
    if which != "files":
        raise Refused("old-control")
    keys = {option.key for option in entry.game.options if isinstance(option, Document)}
    documents = {
        key: await read_text(option_title(request.words, entry, key), file, LARGEST)
        for key, file in request.incoming.files.items()
        if key in keys
    }
    if not documents:
        raise Refused("panel-no-file")
    request.check_not_alone(entry.game)
    await open_table(request, draft, opening_of(entry, draft, documents=documents))


async def open_by_panel(request: Request) -> None:
    """Open a table in one of the ways: with a friend, anyone, a bot, alone, or a feature's."""
    way, entry, draft = _read_control(request)
    match way:
        case "friend" if is_duel(entry):
            await _challenge(request, entry, draft, _picked_friend(request))
        case "guest" if is_duel(entry) and draft.guest is not None:
            await _challenge(request, entry, draft, await _fetch_guest(request, draft.guest))
        case "bot" if has_bots(entry.game) and not is_for_one(entry.game):
            level = next(iter(request.values), "")
            await open_table(request, draft, opening_of(entry, draft, level=level))
        case "easiest" if has_bots(entry.game) and not is_for_one(entry.game):
            await open_table(request, draft, opening_of(entry, draft, level=LEVELS[0]))
        case "anyone" if not is_for_one(entry.game):
            request.check_not_alone(entry.game)
            await open_table(request, draft, opening_of(entry, draft))
        case "alone" if 1 in entry.game.seats:
            seats = _own_seats(request, entry)
            await open_table(request, draft, replace(opening_of(entry, draft), alone=True, own_seats=seats))
        case _:
            feature_way = next(
                (candidate for candidate in _feature_ways(request) if candidate.key == way), None
            )
            if feature_way is None:
                raise Refused("old-control")
            await feature_way.open(request, entry, draft, next(iter(request.values), ""))


def _own_seats(request: Request, entry: AnyEntry) -> int:
    """Return how many seats a single player takes: as picked from the list, or one."""
    counts = {str(count): count for count in OWN_SEATS} if has_lobby(entry.game) else {}
    return counts.get(next(iter(request.values), ""), 1)


async def challenge_user(request: Request, entry: AnyEntry, someone: discord.User | discord.Member) -> None:
    """Challenge a user named in a command; a bot plays if that is the bot account itself."""
    if not is_duel(entry):
        raise Refused("guest-no-duel", game=entry.game.title)
    guest = Person(someone.id, someone.display_name, someone.bot)
    if request.click.guild_id is not None and not isinstance(someone, discord.Member):
        raise Refused("guest-gone", name=guest.name)
    await _challenge(request, entry, SetupDraft(), guest)


async def _challenge(request: Request, entry: AnyEntry, draft: SetupDraft, guest: Person) -> None:
    """Open a table against a user; a bot plays if that is the bot account itself."""
    itself = request.client.user
    if itself is not None and guest.id == itself.id and has_bots(entry.game):
        await open_table(request, draft, opening_of(entry, draft, level=USUAL))
        return
    request.check_not_alone(entry.game)
    await open_table(request, draft, opening_of(entry, draft, guest=guest))


def _picked_friend(request: Request) -> Person:
    """Return the user picked from the list; the bot account itself need not be in the server."""
    itself = request.client.user
    if itself is not None and request.values[:1] == (str(itself.id),):
        return Person(itself.id, itself.display_name, bot=True)
    return chosen_person(request)


async def _fetch_guest(request: Request, user_id: int) -> Person:
    """Return a user by id, with their name here; refuses a user who is not here."""
    guild = request.incoming.guild
    try:
        if guild is None:
            user = await request.client.fetch_user(user_id)
            return Person(user.id, user.display_name, user.bot)
        member = await guild.fetch_member(user_id)
    except discord.NotFound as error:
        raise Refused("guest-gone", name=f"<@{user_id}>") from error
    return Person(member.id, member.display_name, member.bot)


async def open_table(request: Request, draft: SetupDraft, opening: Opening) -> None:
    """Open a table, and show it here or in a new thread."""
    shown = await request.session.lobby.open(request.click, opening, request.trace)
    await show_opened(request, draft, shown)


async def show_opened(request: Request, draft: SetupDraft, shown: Shown) -> None:
    """Show a new table here or in a new thread."""
    if draft.thread:
        await deliver_in_thread(request, shown)
    else:
        await deliver(request, shown)


CONTROLS: Final = {
    Verb.NEW: Route(turn_page, bare=True, private=True),
    Verb.NEW_FORM: Route(submit_form, bare=True, private=True),
    Verb.OPEN: Route(open_by_panel, bare=True, private=True, posts=True, limit=OPENING),
    Verb.OPEN_FILES: Route(open_with_files, bare=True, private=True, posts=True, limit=OPENING),
}
