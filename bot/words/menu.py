"""What a player can choose next, before it becomes buttons and lists.

A choice leads either to the next question of a guided move (`GO`) or to an action (`PLAY`). Its value is then
the path of that question or the action's notation; nothing else has to be remembered between clicks. Two
kinds of button work for one user alone: `ASIDE` opens a private menu, `FILM` shows a film.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final

from bot.words import Words

LIST_LIMIT = 25
"""How many options Discord shows in one list."""


class Does(StrEnum):
    """The effect of a choice."""

    GO = "go"
    PLAY = "play"
    ASIDE = "aside"  # the user's private menu, at the value's path; needs a seat, but no turn
    FILM = "film"  # the game's film, in private, for anyone


class ButtonLook(StrEnum):
    """The style of a button: the main action, an ordinary one, a welcome one, or a dangerous one."""

    MAIN = "main"
    PLAIN = "plain"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One line of a list."""

    value: str
    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class List:
    """A list to choose from. The chosen values, joined after `prefix`, are the path or the notation.

    `most` above 1 allows several choices; their order is that of the list. The options of a `whole` list are
    moves that the other lists reach step by step; where pieces are tapped, it is left out.
    """

    title: str
    options: tuple[MenuOption, ...]
    does: Does
    prefix: str = ""
    most: int = 1
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A button. With `confirm`, that question is asked in private first.

    `also` are other lines with the same effect as `value`, without a button of their own. One that is not
    `enabled` is visible and cannot be used: the middle of a direction pad, a blocked direction. Only the
    label of a `costly` one names its price, so a tap on the picture in a browser does not play it at once.
    `way` is the compass direction of a step (`nw`), for the arrow keys.
    """

    label: str
    value: str
    does: Does = Does.PLAY
    look: ButtonLook = ButtonLook.PLAIN
    confirm: str = ""
    enabled: bool = True
    also: tuple[str, ...] = ()
    costly: bool = False
    way: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """The choices on a board: a question, rows, lists, buttons; and the highlights of its picture.

    `rows` are buttons that keep their rows, at most five each, before all the rest.
    """

    question: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    lists: tuple[List, ...] = ()
    buttons: tuple[Button, ...] = ()
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


def buttons_of(menu: Menu) -> Iterator[Button]:
    """Yield every button of a menu, those in rows first."""
    for row in menu.rows:
        yield from row
    yield from menu.buttons


def without_line(menu: Menu, line: str) -> Menu:
    """Return the menu without the button that plays a line."""
    return _filter_buttons(menu, lambda button: button.does is not Does.PLAY or button.value != line)


def without_any(menu: Menu, patterns: Sequence[str]) -> Menu:
    """Return the menu without buttons whose line or path matches one of the `patterns`, such as `* swap`."""
    return _filter_buttons(menu, lambda button: not is_like(button.value, patterns))


def is_like(value: str, patterns: Sequence[str]) -> bool:
    """Whether a line or a path matches one of these patterns, in which `*` stands for anything."""
    return any(fnmatchcase(value, pattern) for pattern in patterns)


def _filter_buttons(menu: Menu, fits: Callable[[Button], bool]) -> Menu:
    rows = tuple(filter(None, (tuple(filter(fits, row)) for row in menu.rows)))
    return replace(menu, rows=rows, buttons=tuple(filter(fits, menu.buttons)))


def without_emphasis(menu: Menu) -> Menu:
    """Return the menu with all its buttons for actions in the plain style."""

    def plain_button(button: Button) -> Button:
        return replace(button, look=ButtonLook.PLAIN) if button.does is Does.PLAY else button

    rows = tuple(tuple(map(plain_button, row)) for row in menu.rows)
    return replace(menu, rows=rows, buttons=tuple(map(plain_button, menu.buttons)))


def only_lines(menu: Menu, offered: Callable[[str], bool]) -> Menu:
    """Return the menu without lines that are not `offered`; empty lists are dropped."""

    def is_offered(button: Button) -> bool:
        return button.does is not Does.PLAY or offered(button.value)

    def offered_part(part: List) -> List:
        if part.does is not Does.PLAY or part.most > 1:  # with several choices the line is not known yet
            return part
        options = tuple(option for option in part.options if offered(part.prefix + option.value))
        return replace(part, options=options)

    return replace(
        menu,
        rows=tuple(tuple(filter(is_offered, row)) for row in menu.rows),
        lists=tuple(part for part in map(offered_part, menu.lists) if part.options),
        buttons=tuple(filter(is_offered, menu.buttons)),
    )


def with_path_prefix(menu: Menu, prefix: str) -> Menu:
    """Return the menu with a prefix before the paths of its further questions."""

    def prefix_button(button: Button) -> Button:
        return replace(button, value=prefix + button.value) if button.does is Does.GO else button

    def prefix_list(part: List) -> List:
        return replace(part, prefix=prefix + part.prefix) if part.does is Does.GO else part

    return replace(
        menu,
        rows=tuple(tuple(map(prefix_button, row)) for row in menu.rows),
        lists=tuple(map(prefix_list, menu.lists)),
        buttons=tuple(map(prefix_button, menu.buttons)),
    )


_ASKED: Final = 200
"""The most questions of a guided move that are searched for a button."""


def confirming_button(menu_at: Callable[[str], Menu], value: str) -> Button | None:
    """Return the button with a confirmation that plays `value`, anywhere in a guided move; or None."""
    waiting, visited = deque([""]), set[str]()
    while waiting and len(visited) < _ASKED:
        path = waiting.popleft()
        if path in visited:
            continue
        visited.add(path)
        menu = menu_at(path)
        for button in buttons_of(menu):
            if button.confirm and button.value == value and button.does is Does.PLAY:
                return button
        waiting += leads_to(menu)
    return None


def way_to(menu_at: Callable[[str], Menu], value: str) -> tuple[str, ...]:
    """Return the labels of the buttons that lead to `value`, or an equivalent, in order.

    Empty if none do.
    """
    waiting, visited = deque[tuple[str, tuple[str, ...]]]([("", ())]), set[str]()
    while waiting and len(visited) < _ASKED:
        path, labels = waiting.popleft()
        if path in visited:
            continue
        visited.add(path)
        for button in buttons_of(menu_at(path)):
            if button.does is Does.GO:
                waiting.append((button.value, (*labels, button.label)))
            elif value in (button.value, *button.also):
                return (*labels, button.label)
    return ()


def lines_in(menu_at: Callable[[str], Menu]) -> Iterator[tuple[str, str]]:
    """Yield every line that a guided move can lead to, the nearest first, with its labels.

    Lists with several choices at once are left out.
    """
    waiting, visited = deque([("", "")]), set[str]()
    while waiting and len(visited) < _ASKED:
        path, labels = waiting.popleft()
        if path in visited:
            continue
        visited.add(path)
        for value, label, does in _choices(menu_at(path)):
            if does is Does.PLAY:
                yield value, labels + label
            elif does is Does.GO:
                waiting.append((value, f"{labels}{label} \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "))


def _choices(menu: Menu) -> Iterator[tuple[str, str, Does]]:
    """Yield the choices of a menu: a path or a line, its label, and its effect."""
    for button in buttons_of(menu):
        if button.enabled:
            yield button.value, button.label, button.does
    for part in menu.lists:
        if part.most == 1:
            yield from ((part.prefix + option.value, option.label, part.does) for option in part.options)


def leads_to(menu: Menu) -> list[str]:
    """Return the paths of the questions that can follow a menu."""
    lists = [part for part in menu.lists if part.does is Does.GO]
    paths = [part.prefix + option.value for part in lists for option in part.options]
    return paths + [button.value for button in buttons_of(menu) if button.does is Does.GO]


def split_into_lists(
    words: Words, title: str, options: Sequence[MenuOption], does: Does, prefix: str = ""
) -> tuple[List, ...]:
    """Split options into lists of at most 25, in order, of about equal length, named by their ends."""
    if len(options) <= LIST_LIMIT:
        return (List(title, tuple(options), does, prefix),) if options else ()
    parts = -(-len(options) // LIST_LIMIT)
    size = -(-len(options) // parts)
    chunks = [options[at : at + size] for at in range(0, len(options), size)]
    names = [words("list.part", title=title, first=chunk[0].label, last=chunk[-1].label) for chunk in chunks]
    return tuple(List(name, tuple(chunk), does, prefix) for name, chunk in zip(names, chunks, strict=True))


def merge_into_lists(
    words: Words, groups: Iterable[tuple[str, Sequence[MenuOption]]], does: Does, prefix: str = ""
) -> tuple[List, ...]:
    """Merge neighbouring groups into lists of at most 25, in order."""
    lists: list[List] = []
    for title, options in groups:
        for part in split_into_lists(words, title, options, does, prefix):
            last = lists[-1] if lists else None
            if last is not None and len(last.options) + len(part.options) <= LIST_LIMIT:
                lists[-1] = List(f"{last.title}, {part.title}", last.options + part.options, does, prefix)
            else:
                lists.append(part)
    return tuple(lists)
