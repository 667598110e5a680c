"""*Find an opponent*: one private panel to say how one wants to play, to look, and to stop looking.

What was said so far stands on its controls, as on those of `/play`: nothing is kept between clicks but the
search itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.discord.endpoints import NO_TABLE, Endpoint, option, routes
from bot.discord.forms import Form, form, text_field
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    escape_markdown,
    note,
    panel_layout,
    picture_gallery,
)
from bot.discord.keyboard import Control, Key, Row, Verb, in_rows
from bot.discord.request import Request
from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.service import NAME, Matchmaking
from bot.games.catalogue import AnyEntry
from bot.games.covers import cover_of
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.results import is_duel
from bot.store import Status
from bot.words import Words
from bot.words.menu import ButtonLook

_COVER: Final = "game.png"
_LETTERS: Final = {pace.value[0]: pace for pace in Pace}
_WRITTEN: Final = re.compile(r"(?P<pace>[a-z])(?P<rated>[01])(?P<near>[01])")


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """How somebody wants to play whom they do not know: as it is usual, at a day a move, rated, anybody."""

    pace: Pace = Pace.DAY
    rated: bool = True
    near: bool = False

    def __str__(self) -> str:
        """As short as a custom_id needs it."""
        return f"{self.pace.value[0]}{int(self.rated)}{int(self.near)}"


async def find_buttons(request: Request, entry: AnyEntry) -> Sequence[Key]:
    """The way to this panel, where the server takes part."""
    if not (is_duel(entry.game) and await _matchmaking(request).takes_part(request.click.guild_id)):
        return ()
    return (_panel_button(request.words("button.find"), "page", entry, SearchTerms()),)


def avoid_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    """Where the bot has brought people together, one can have enough of the other."""
    table = shown.table
    if not (table.terms.found and table.status is Status.OVER):
        return ()
    return (APART.button(words("button.apart"), (table.id, table.revision)),)


def _matchmaking(request: Request) -> Matchmaking:
    return request.session.service(Matchmaking)


def _control_detail(what: str, entry: AnyEntry, terms: SearchTerms) -> str:
    return f"{what}/{entry.game.key}/{terms}"


def _read_control(request: Request, about: str) -> tuple[str, AnyEntry, SearchTerms]:
    """What a control of the panel is about; raises `Refused` for one that is none of ours."""
    what, _, rest = about.partition("/")
    game, _, said = rest.partition("/")
    entry, found = request.session.catalogue.get(game), _WRITTEN.fullmatch(said)
    if entry is None or not is_duel(entry.game) or found is None or found["pace"] not in _LETTERS:
        raise Refused("old-control")
    return what, entry, SearchTerms(_LETTERS[found["pace"]], found["rated"] == "1", found["near"] == "1")


# What is shown


async def _panel_message(request: Request, entry: AnyEntry, terms: SearchTerms, notice: str = "") -> Message:
    """The panel: what somebody looks for, or can look for; `told` is what has just become of it."""
    words, game = request.words, entry.game
    search = await _matchmaking(request).search_of(request.person.id, game.key)
    habits = await request.session.people.habits(request.person.id)
    lines = [f"### {words('finding.title', game=game.title)}"]
    if notice:
        lines.append(notice)
    back = Key(label=words("button.back"), custom_id=str(Control(0, 0, Verb.NEW, f"game/{game.key}/")))
    if search is not None:
        lines.append(_search_line(words, search))
        rows = in_rows([_panel_button(words("button.find.stop"), "stop", entry, terms), back])
    else:
        name = escape_markdown(habits.known_as)
        lines.append(words("finding.about"))
        lines.append(words(f"{game.key}.ends", **entry.rules.ends))
        lines.append(words("finding.known-as", name=name) if name else words("finding.unknown"))
        rows = _choice_rows(words, entry, terms, named=bool(name), back=back)
    panel = Panel(picture_gallery(_COVER, game.title), Text("\n".join(lines)), accent_colour=WALNUT)
    return Message(panel_layout(panel, rows), cover_of(entry).wide, _COVER)


def _search_line(words: Words, search: OpponentSearch) -> str:
    return words(
        "finding.looking",
        pace=words(f"finding.pace.{search.pace}"),
        kind=words("finding.rated" if search.rated else "finding.friendly"),
        since=f"<t:{int(search.since)}:R>",
        ends=f"<t:{int(search.ends)}:R>",
    )


def _choice_rows(words: Words, entry: AnyEntry, terms: SearchTerms, *, named: bool, back: Key) -> list[Row]:
    """Three lists, and the buttons to look, to change the name, and to go `back`."""
    paces = [(words(f"finding.pace.{pace}.pick"), str(replace(terms, pace=pace))) for pace in Pace]
    kinds = [
        (words("finding.rated.pick"), str(replace(terms, rated=True))),
        (words("finding.friendly.pick"), str(replace(terms, rated=False))),
    ]
    whom = [
        (words("finding.anybody.pick"), str(replace(terms, near=False))),
        (words("finding.near.pick"), str(replace(terms, near=True))),
    ]
    look = _panel_button(words("button.find.look"), "look", entry, terms, ButtonLook.GOOD)
    keys = [look, *([_panel_button(words("button.find.name"), "name", entry, terms)] if named else [])]
    lists = [("pace", paces), ("kind", kinds), ("whom", whom)]
    return [*(_terms_list(which, entry, terms, options) for which, options in lists), *in_rows([*keys, back])]


def _panel_button(
    label: str, what: str, entry: AnyEntry, terms: SearchTerms, look: ButtonLook = ButtonLook.PLAIN
) -> Key:
    return FIND.button(label, NO_TABLE, look, _control_detail(what, entry, terms))


def _terms_list(which: str, entry: AnyEntry, terms: SearchTerms, options: list[tuple[str, str]]) -> Row:
    """A list whose values are the terms as they would be then."""
    found = [option(label, value, chosen=value == str(terms)) for label, value in options]
    return PICK.options("", NO_TABLE, found, _control_detail(which, entry, terms))


async def _name_form(request: Request, what: str, entry: AnyEntry, terms: SearchTerms) -> Form:
    """The form for the name that people of other servers see; it says so."""
    words = request.words
    habits = await request.session.people.habits(request.person.id)
    field = text_field(
        "name",
        words("finding.name"),
        habits.known_as,
        about=words("finding.name.about"),
        longest=NAME,
        required=True,
    )
    return form(
        words("finding.name.form"), FILL_IN.control(NO_TABLE, _control_detail(what, entry, terms)), field
    )


# What is used on it


async def use(request: Request, about: str) -> None:
    """A button: the panel, to look, to stop looking, or the name."""
    what, entry, terms = _read_control(request, about)
    match what:
        case "page":
            await request.redraw(await _panel_message(request, entry, terms))
        case "look" if (await request.session.people.habits(request.person.id)).known_as:
            await _start_search(request, entry, terms)
        case "look" | "name":
            await request.open(await _name_form(request, what, entry, terms))
        case "stop":
            stopped = await _matchmaking(request).cancel_search(request.click, entry.game.key)
            told = request.words("finding.stopped" if stopped else "finding.over")
            await request.redraw(await _panel_message(request, entry, terms, told))
        case _:
            raise Refused("old-control")


async def pick(request: Request, about: str, value: str) -> None:
    """A list: the same with other terms."""
    _, entry, _ = _read_control(request, about)
    _, _, terms = _read_control(request, f"page/{entry.game.key}/{value}")
    await request.redraw(await _panel_message(request, entry, terms))


async def fill_in(request: Request, about: str) -> None:
    """The form for the name; from *Look*, they look right away."""
    what, entry, terms = _read_control(request, about)
    name = next(iter(request.form_values.get("name", ())), "")
    habits = await _matchmaking(request).set_name(request.person.id, name)
    if what == "look" and habits.known_as:
        await _start_search(request, entry, terms)
    else:
        await request.redraw(await _panel_message(request, entry, terms))


async def _start_search(request: Request, entry: AnyEntry, terms: SearchTerms) -> None:
    """Begin to look; who fits is looked for at once."""
    await _matchmaking(request).start_search(
        request.click, entry.game.key, terms.pace, rated=terms.rated, near=terms.near
    )
    request.surface.wake()
    await request.redraw(await _panel_message(request, entry, terms, request.words("finding.begun")))


async def avoid_opponent(request: Request) -> None:
    """Never bring somebody together with their opponent of a game again; only they hear of it."""
    name = await _matchmaking(request).avoid_opponent(request.click, request.control.table)
    await request.ask(note(request.words("finding.apart", name=escape_markdown(name))))


FIND: Final = Endpoint("find", use, bare=True, private=True)
PICK: Final = Endpoint("findpick", pick, is_list=True, bare=True, private=True)
FILL_IN: Final = Endpoint("findform", fill_in, bare=True, private=True)
APART: Final = Endpoint("apart", avoid_opponent)
CONTROLS: Final = routes(FIND, PICK, FILL_IN, APART)
