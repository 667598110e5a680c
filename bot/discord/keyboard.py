"""Controls of messages: menus as Discord's buttons and lists, and their custom_ids.

A custom_id names table, revision and what the control does. Nothing else is kept between clicks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import discord

from bot.kernel.tables.seats import second_board_of
from bot.store import NAMELESS, Sides, Status, Table, is_bot, is_nameless
from bot.words import Words
from bot.words.menu import Button, ButtonLook, Does, List, Menu, buttons_of, without_line
from engine.core import Seat
from engine.mind import LEVELS

LIMIT: Final = 100
"""The most characters a custom_id may have."""

_PATTERN: Final = re.compile(r"t(?P<table>\d{1,15})\.(?P<revision>\d{1,9})\.(?P<verb>[a-z]+)\.(?P<detail>.*)")


class Verb(StrEnum):
    """What a control does; `detail` is its path or notation."""

    GO = "go"
    PLAY = "play"
    ASK = "ask"  # like PLAY, after a private confirmation
    PICK_GO = "pickgo"  # a list; detail: `index:prefix`, the chosen values follow the prefix
    PICK_PLAY = "pickplay"  # on a public board it is shown first, as by PICK_TRY
    PICK_TRY = "picktry"  # in private: shown before it is played; detail: `index:path~prefix`
    TYPE = "type"
    TYPED = "typed"
    MORE = "more"  # rarely used actions of a table, in private
    LOOK = "look"  # show the board in private; detail: how
    FILM = "film"
    GLOSSARY = "glossary"  # what the game's cards or pieces can do, in private; detail: how
    AGAIN = "again"
    SNOOZE = "snooze"  # a reminder; table and turn, not revision; detail: for how long
    STAND_IN = "standin"  # play for an absent player, in private; table and turn
    LATE = "late"  # what to do about a player whose time is up; table and turn; detail: the choice
    BACK = "back"  # the player plays for themselves again
    ASIDE = "a"  # in a private menu, like GO, PICK_GO, PLAY, PICK_PLAY, ASK; short, as the detail is long
    PICK_ASIDE = "pa"
    ASIDE_PLAY = "ap"
    PICK_ASIDE_PLAY = "pap"
    ASIDE_ASK = "aa"
    TAKE = "take"  # take a seat whose player is gone for good
    SIT = "sit"
    BOT = "bot"  # a list: which bot sits down, or that one leaves
    LEAVE = "leave"
    START = "start"
    CHOOSE = "choose"  # a list of a lobby; detail: `pick:`
    SEAT = "seat"  # a list at a transferred table: which of its players the user is
    KEEP = "keep"  # keep an idle table open
    DECLINE = "decline"
    CANCEL = "cancel"
    NEVER_MIND = "no"
    NEW = "new"  # a page or a form of the panel; detail: which one, the game, and the choices so far
    NEW_FORM = "newform"
    OPEN = "open"  # open a table from the panel; detail: with whom, the game, and the choices so far
    OPEN_FILES = "openfiles"
    DETAILS = "details"  # of a lobby, in private
    ADD_BOT = "addbot"  # asks which bot, in private
    PICKS = "picks"  # what the player can pick, in private
    LEARN = "learn"  # no table, but a game; detail: its key, or empty to choose one
    LEARN_ON = "learnon"  # in the lesson's own message: to the player's progress, or to `game:number`
    LEARN_GO = "lg"  # there, like GO, PICK_GO, PICK_TRY, PLAY, ASK; detail: the game, and their detail
    LEARN_PICK = "lk"
    LEARN_TRY = "lt"
    LEARN_PLAY = "lp"
    LEARN_ASK = "la"
    LEARN_SHOW = "learnshow"  # show the solution
    LEARN_WARN = "learnwarn"  # at the end: warnings in games, as in the settings
    PUZZLE = "puzzle"  # no table, but a game; detail: its key, or empty to choose one
    PUZZLE_GO = "pg"  # in the puzzle's own message, as those of a lesson
    PUZZLE_PICK = "pk"
    PUZZLE_TRY = "pt"
    PUZZLE_PLAY = "pp"
    PUZZLE_ASK = "pq"
    PUZZLE_SHARE = "puzzleshare"  # show it to everyone; place: the day; detail: the game
    PREPARED = "prepared"  # the player's prepared answers at a table, in private; detail: `here`, in place
    AHEAD_GO = "hg"  # there, as those of a lesson; place: the position; detail: the answer, and theirs
    AHEAD_PICK = "hk"
    AHEAD_TRY = "ht"
    AHEAD_PLAY = "hp"
    AHEAD_ASK = "hq"
    AHEAD_TYPE = "aheadtype"  # a form for an answer; detail: the answer
    AHEAD_TYPED = "aheadtyped"
    AHEAD_OPEN = "aheadopen"  # a list: which answer is shown
    AHEAD_WITHDRAW = "aheadwithdraw"  # detail: the answer
    PAGE = "page"  # the board inside Discord, or a private link to it in a browser; detail: only a link
    WATCH = "watch"  # there: whether anyone with the link may look; detail: `yes` or `no`
    PAGES_OUT = "pagesout"  # no table: log out every browser


_KNOWN: Final = {verb.value: verb for verb in Verb}


@dataclass(frozen=True, slots=True)
class Control:
    """A control of a board, with its custom_id."""

    table: int
    revision: int
    verb: str
    detail: str = ""

    def __str__(self) -> str:
        """The custom_id; raises `ValueError` if it would be too long for Discord."""
        text = f"t{self.table}.{self.revision}.{self.verb}.{self.detail}"
        if len(text) > LIMIT:
            raise ValueError(f"custom_id of {len(text)} characters: {text}")
        return text


def parse_control(custom_id: str) -> Control | None:
    """Parse a custom_id; None if it is not one of ours.

    Its verb may have no route: `Surface.parse_control` knows which have.
    """
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    verb = _KNOWN.get(match["verb"], match["verb"])
    return Control(int(match["table"]), int(match["revision"]), verb, match["detail"])


ROW: Final = 5
"""Buttons in a row."""

MOST: Final = 6
"""The most buttons under a board, unless the game has more. The way to its page comes in any case, except
where the players are asked a question."""

STYLES: Final = {
    ButtonLook.MAIN: discord.ButtonStyle.primary,
    ButtonLook.PLAIN: discord.ButtonStyle.secondary,
    ButtonLook.GOOD: discord.ButtonStyle.success,
    ButtonLook.DANGER: discord.ButtonStyle.danger,
}
_VERBS: Final = {
    Does.GO: Verb.GO,
    Does.PLAY: Verb.PLAY,
    Does.ASIDE: Verb.ASIDE,
    Does.FILM: Verb.FILM,
}
_PRIVATE_VERBS: Final = {**_VERBS, Does.GO: Verb.ASIDE, Does.PLAY: Verb.ASIDE_PLAY}
"""The verbs of the same choices in a private menu: they stay there, or play from there."""

AGREED: Final = "agreed"
"""The detail of the button that takes a seat and agrees to the side that was asked for."""

YES: Final = "yes"
NO: Final = "no"
"""The details of the answers to a question."""

WARNED: Final = "warned"
"""The detail of the button that heeds a warning."""

TRIED: Final = "~"
"""Separates the path of a step from the prefix of a list; neither contains it."""

BROWSER: Final = "browser"
"""The detail of the button that gives a link to a board even where boards open inside Discord."""

AWAY: Final = "away"
"""The choice that sends a bot away."""

Row = discord.ui.ActionRow[discord.ui.LayoutView]
Key = discord.ui.Button[discord.ui.LayoutView]


@dataclass(frozen=True, slots=True)
class RunningActions:
    """The controls of a running game besides its menu.

    `late`: a player's time is up; `gone`: they have left the server. `vacant`: a seat is free to take.
    `browser`: the board can be opened in one. `asked` are the answers to a question to the players, `more`
    the buttons of features, `near` those shown where there is room, and `if_room` where there still is.
    """

    late: bool = False
    gone: bool = False
    vacant: bool = False
    browser: bool = False
    asked: Sequence[Key] = ()
    more: Sequence[Key] = ()
    near: Sequence[Key] = ()
    if_room: Sequence[Key] = ()


def game_rows(
    words: Words, table: Table, menu: Menu, actions: RunningActions = RunningActions()
) -> list[Row]:
    """Return the controls of a running game: the menu's rows, lists and buttons, and those of every game.

    The latter are as few as the former leave room for: the others are behind *More*.
    """
    rows = [
        *_menu_rows(table, menu),
        *(_list_row(table, index, part) for index, part in enumerate(menu.lists)),
    ]
    buttons = [_button(table, button) for button in menu.buttons]
    urgent: list[Key] = []
    if actions.late or actions.gone:
        custom_id = str(Control(table.id, table.turn, Verb.LATE))
        label = words("time.button.gone" if actions.gone else "time.button.late")
        urgent.append(discord.ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=custom_id))
    if actions.vacant:
        label = words("button.take-seat", name=NAMELESS)
        urgent.append(_table_button(table, label, Verb.TAKE, ButtonLook.GOOD))
    if any(player.substitute is not None and not is_nameless(player.user_id) for player in table.players):
        urgent.append(_table_button(table, words("time.button.back"), Verb.BACK, ButtonLook.GOOD))
    # A step is chosen from the rows of a menu; a plan is another way to choose it.
    fits = len(menu.buttons) + len(urgent) + 1 + len(actions.more) <= MOST
    more = actions.more if fits else ()
    # A question takes the height of a row, too: other buttons move behind *More*.
    opening = [page_key(words, table)] if actions.browser and not actions.asked else []
    # The page has a text field, too.
    typing = [] if opening else [_table_button(table, words("button.type"), Verb.TYPE)]
    room = MOST - 1 - len(list(buttons_of(menu))) - len(urgent) - len(more) - len(opening)
    near = [*actions.near, *typing, *actions.if_room]
    near = [] if actions.asked else near[: max(room, 0)]
    house = [
        *actions.asked,
        *more,
        *near,
        *opening,
        _table_button(table, words("button.more"), Verb.MORE),
        *urgent,
    ]
    # The answers to a step of a guided move come first; its first step has none.
    return rows + in_rows([*buttons, *house] if menu.question else [*house, *buttons])


def alternative_moves(table: Table, moves: Iterable[tuple[str, str]]) -> Iterator[Key]:
    """Yield buttons for these moves, by label; moves that are too long for a control are left out."""
    for move, label in moves:
        with suppress(ValueError):
            yield _table_button(table, label, Verb.PLAY, detail=move)


def page_key(words: Words, table: Table) -> Key:
    """Return the button that opens the board on a page."""
    return _table_button(table, words("button.page"), Verb.PAGE)


def link_key(words: Words, table: Table) -> Key:
    """Return the button that gives a link to the board where its page opens inside Discord."""
    return _table_button(table, words("button.page.open"), Verb.PAGE, detail=BROWSER)


def log_out_key(words: Words) -> Key:
    """Return the button that logs out every browser of the user."""
    return discord.ui.Button(label=words("button.pages.out"), custom_id=str(Control(0, 0, Verb.PAGES_OUT)))


def glossary_key(table: Table, label: str, how: str = "") -> Key:
    """Return the button of a game's glossary: as a picture, or in the words that `how` names."""
    return _table_button(table, label, Verb.GLOSSARY, detail=how)


def cancel_key(words: Words, table: Table) -> Key:
    """Return the button that cancels a confirmation."""
    return _table_button(table, words("button.back"), Verb.NEVER_MIND)


def private_rows(table: Table, menu: Menu) -> list[Row]:
    """Return the controls of a private menu."""
    rows = _menu_rows(table, menu, private=True)
    rows += [_list_row(table, index, part, private=True) for index, part in enumerate(menu.lists)]
    return rows + in_rows(_button(table, button, private=True) for button in menu.buttons)


def choosing_rows(words: Words, table: Table, menu: Menu, path: str, tried: str = "") -> list[Row]:
    """Return the private controls of a step of a guided move; `tried` was picked from a list.

    A choice from a list is shown before it is played: lists are easily misclicked, buttons are not.
    """
    play = [_table_button(table, words("button.play"), Verb.PLAY, ButtonLook.GOOD, tried)] if tried else []
    if tried:  # a message must not repeat a custom_id
        menu = without_line(menu, tried)
    rows = [*in_rows(play), *_menu_rows(table, menu)]
    for index, part in enumerate(menu.lists):
        if part.does is Does.PLAY:
            detail = f"{index}:{path}{TRIED}{part.prefix}"
            rows.append(_list_of(str(Control(table.id, table.revision, Verb.PICK_TRY, detail)), part))
        else:
            rows.append(_list_row(table, index, part))
    return rows + in_rows(_button(table, button) for button in menu.buttons)


@dataclass(frozen=True, slots=True)
class PickerVerbs:
    """The verbs of the five controls of a picker (`bot.ui.play.picker`)."""

    go: str
    pick: str
    look: str
    play: str
    ask: str

    @property
    def lists(self) -> tuple[str, str]:
        """The verbs of lists, whose chosen values follow the detail."""
        return self.pick, self.look


LESSON: Final = PickerVerbs(Verb.LEARN_GO, Verb.LEARN_PICK, Verb.LEARN_TRY, Verb.LEARN_PLAY, Verb.LEARN_ASK)
PUZZLE: Final = PickerVerbs(
    Verb.PUZZLE_GO, Verb.PUZZLE_PICK, Verb.PUZZLE_TRY, Verb.PUZZLE_PLAY, Verb.PUZZLE_ASK
)


AHEAD: Final = PickerVerbs(Verb.AHEAD_GO, Verb.AHEAD_PICK, Verb.AHEAD_TRY, Verb.AHEAD_PLAY, Verb.AHEAD_ASK)


@dataclass(frozen=True, slots=True)
class PickerControls:
    """Builds the controls of a picker: a number for the `place`, and what the picker is `about`.

    `about` is the game's key, or another short identifier; it has no colon.
    """

    verbs: PickerVerbs
    about: str
    place: int
    table: int = 0

    def key(self, label: str, verb: str, value: str = "", look: ButtonLook = ButtonLook.PLAIN) -> Key:
        """Return a button; `value` is its path or line."""
        custom_id = str(Control(self.table, self.place, verb, f"{self.about}:{value}"))
        return discord.ui.Button(label=label[:80], style=STYLES[look], custom_id=custom_id)

    def rows(self, menu: Menu, path: str, tried: Key | None, beside: Sequence[Key]) -> list[Row]:
        """Return the picker's controls, as `choosing_rows` does for a board.

        Parts that need a table are left out: the private menu, and films. `tried` plays what was picked from
        a list, `beside` are further buttons.
        """
        rows = [Row(*keys) for row in menu.rows if (keys := self._keys(row))]
        for index, part in enumerate(menu.lists):
            verb, detail = self.verbs.pick, f"{self.about}:{index}:{part.prefix}"
            if part.does is Does.PLAY:
                verb, detail = self.verbs.look, f"{self.about}:{index}:{path}{TRIED}{part.prefix}"
            rows.append(_list_of(str(Control(self.table, self.place, verb, detail)), part))
        before = [] if tried is None else [tried]
        return [*in_rows(before), *rows, *in_rows([*self._keys(menu.buttons), *beside])]

    def _keys(self, buttons: Iterable[Button]) -> list[Key]:
        """Return Discord's buttons for those that lead on, or play: these ask first where they have to."""
        verbs = {Does.GO: self.verbs.go, Does.PLAY: self.verbs.play}
        keys = []
        for button in buttons:
            if button.does in verbs:
                verb = self.verbs.ask if button.confirm else verbs[button.does]
                keys.append(self.key(button.label, verb, button.value, button.look))
                keys[-1].disabled = not button.enabled
        return keys


def finished_rows(
    words: Words,
    table: Table,
    *,
    film: bool,
    browser: bool = False,
    back: Sequence[Key] = (),
    about: Sequence[Key] = (),
    more: Sequence[Key] = (),
) -> list[Row]:
    """Return the controls of a finished game: film, history, play again.

    `browser`: the board can be opened in one, to look back. `back` leads to the history, `about` are the
    buttons of features about the game, `more` their other buttons.

    A deal of the day or week is played once, and so is a game over two servers. A closed game has only its
    history and `about`.
    """
    opening = [page_key(words, table)] if browser else []
    if table.status is Status.CLOSED:
        return in_rows([*back, *opening, *about])
    watching = [_table_button(table, words("button.film"), Verb.FILM)] if film else []
    once = table.deal is not None or second_board_of(table) is not None
    again = [] if once else [_table_button(table, words("button.again"), Verb.AGAIN)]
    return in_rows([*watching, *back, *opening, *about, *again, *more])


@dataclass(frozen=True, slots=True)
class LobbyActions:
    """The controls of a lobby.

    `gathers`: it waits until the host starts; else the game begins with the last seat. `asked`: a player was
    challenged. `moved`: seats are taken from a list. `bots`: bots know the game. `picks`: there is something
    to pick. `more` are the buttons of features, or the ways to the rules; with some, these are behind
    *Details*.
    """

    gathers: bool
    asked: bool
    moved: bool
    bots: bool
    picks: bool
    more: Sequence[Key]


def waiting_rows(words: Words, table: Table, actions: LobbyActions) -> list[Row]:
    """Return the controls of a lobby, six at most; the rest is behind *Details*."""
    keys = [] if actions.moved else _join_keys(words, table, actions)
    if actions.picks:
        keys.append(_table_button(table, words("button.picks"), Verb.PICKS))
    if actions.bots:
        keys.append(_table_button(table, words("button.add-bot"), Verb.ADD_BOT))
    if actions.gathers:
        keys.append(_table_button(table, words("button.start"), Verb.START, ButtonLook.MAIN))
    keys += actions.more
    keys.append(_table_button(table, words("button.details"), Verb.DETAILS))
    return in_rows(keys)


def _join_keys(words: Words, table: Table, actions: LobbyActions) -> list[Key]:
    """Return the join buttons; where the opener has asked for a side, with and without it."""
    wished = table.terms.sides is Sides.WISHED
    if actions.asked:
        sit = words("button.accept.lot" if wished else "button.accept")
    else:
        sit = words("button.join.lot" if wished else "button.join")
    keys = [_table_button(table, sit, Verb.SIT, ButtonLook.GOOD)]
    if wished:
        keys.append(_table_button(table, words("button.sides.agree"), Verb.SIT, ButtonLook.PLAIN, AGREED))
    if actions.asked:
        keys.append(_table_button(table, words("button.decline"), Verb.DECLINE))
    return keys


def details_row(
    words: Words, table: Table, *, leaves: bool, cancels: bool, about: Sequence[Key], browser: bool
) -> list[Row]:
    """Return the controls behind *Details*, as far as the user may use them."""
    keys = list(about)
    if leaves:
        keys.append(_table_button(table, words("button.leave"), Verb.LEAVE))
    if cancels:
        keys.append(_table_button(table, words("button.cancel"), Verb.CANCEL))
    if browser:
        keys.append(page_key(words, table))
    return in_rows(keys)


def seat_rows(words: Words, table: Table, labels: Sequence[tuple[Seat, str]]) -> list[Row]:
    """Return the list of seats at a transferred table."""
    options = [discord.SelectOption(label=label[:100], value=str(seat)) for seat, label in labels]
    custom_id = str(Control(table.id, table.revision, Verb.SEAT))
    pick = Row(discord.ui.Select(custom_id=custom_id, placeholder=words("move.seats")[:150], options=options))
    return [pick] if options else []


def bots_row(words: Words, table: Table, *, gathering: bool) -> Row:
    """Return the list of bots that can join a lobby."""
    options = level_options(words)
    if gathering and any(is_bot(player.user_id) for player in table.players):
        options.append(discord.SelectOption(label=words("bots.away"), value=AWAY))
    title = words("bots.pick" if gathering else "bots.pick.duel")
    custom_id = str(Control(table.id, table.revision, Verb.BOT))
    return Row(
        discord.ui.Select[discord.ui.LayoutView](
            custom_id=custom_id, placeholder=title[:150], options=options
        )
    )


def substitutes_row(words: Words, table: Table, turn: int) -> Row:
    """Return the list of bots that can play for an absent player."""
    custom_id = str(Control(table.id, turn, Verb.LATE, "bot!"))
    title = words("time.button.bot")
    options = level_options(words)
    return Row(
        discord.ui.Select[discord.ui.LayoutView](
            custom_id=custom_id, placeholder=title[:150], options=options
        )
    )


def level_options(words: Words) -> list[discord.SelectOption]:
    """Return the bots as options, the weakest first."""
    return [discord.SelectOption(label=words(f"bots.{level}"), value=level) for level in LEVELS]


def confirm_rows(words: Words, table: Table, button: Button, *, private: bool = False) -> list[Row]:
    """Return the two buttons of a confirmation."""
    verb = Verb.ASIDE_PLAY if private else Verb.PLAY
    yes = _table_button(table, words("button.yes", what=button.label), verb, ButtonLook.DANGER, button.value)
    return in_rows([yes, cancel_key(words, table)])


def in_rows(buttons: Iterable[Key]) -> list[Row]:
    """Arrange buttons in rows of at most five; the last row has more than one, to save a line on phones."""
    rest, rows = list(buttons), []
    while rest:
        size = ROW - 1 if len(rest) == ROW + 1 else ROW
        rows.append(Row(*rest[:size]))
        rest = rest[size:]
    return rows


def _menu_rows(table: Table, menu: Menu, *, private: bool = False) -> list[Row]:
    return [Row(*(_button(table, button, private=private) for button in row)) for row in menu.rows if row]


def _table_button(
    table: Table, label: str, verb: Verb, look: ButtonLook = ButtonLook.PLAIN, detail: str = ""
) -> Key:
    custom_id = str(Control(table.id, table.revision, verb, detail))
    return discord.ui.Button(label=label[:80], style=STYLES[look], custom_id=custom_id)


def custom_id_of(table: Table, button: Button) -> str:
    """Return the custom_id of a menu's button; raises `ValueError` if it is too long."""
    asks = button.confirm and button.does is Does.PLAY
    return str(Control(table.id, table.revision, Verb.ASK if asks else _VERBS[button.does], button.value))


def _button(table: Table, button: Button, *, private: bool = False) -> Key:
    verb = (_PRIVATE_VERBS if private else _VERBS)[button.does]
    if button.confirm and button.does is Does.PLAY:
        verb = Verb.ASIDE_ASK if private else Verb.ASK
    key = _table_button(table, button.label, verb, button.look, button.value)
    key.disabled = not button.enabled
    return key


def _list_row(table: Table, index: int, part: List, *, private: bool = False) -> Row:
    if private:
        verb = Verb.PICK_ASIDE if part.does is Does.GO else Verb.PICK_ASIDE_PLAY
    else:
        verb = Verb.PICK_GO if part.does is Does.GO else Verb.PICK_PLAY
    return _list_of(str(Control(table.id, table.revision, verb, f"{index}:{part.prefix}")), part)


def _list_of(custom_id: str, part: List) -> Row:
    return Row(
        discord.ui.Select(
            custom_id=custom_id,
            placeholder=part.title[:150],
            max_values=part.most,
            options=[
                discord.SelectOption(
                    label=option.label[:100], value=option.value, description=option.description[:100] or None
                )
                for option in part.options
            ],
        )
    )
