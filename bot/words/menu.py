"""What a player can choose next, before it becomes buttons and lists.

A choice leads either to the next question of a guided move (`GO`) or to an action (`PLAY`). Its value is
then the path of that question or the action's notation; nothing else has to be remembered between clicks.
Two kinds of button do something for one person alone: `ASIDE` opens a menu of their own, `FILM` shows a film.
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
    """What choosing leads to."""

    GO = "go"
    PLAY = "play"
    ASIDE = "aside"  # the private menu of whoever clicks, at the value's path; needs a seat, but no turn
    FILM = "film"  # the game's film, in private, for anybody


class ButtonLook(StrEnum):
    """How a button looks: the main thing to do, one of many, welcome, or dangerous."""

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

    `most` above 1 lets several be chosen; their order is that of the list.
    """

    title: str
    options: tuple[MenuOption, ...]
    does: Does
    prefix: str = ""
    most: int = 1


@dataclass(frozen=True, slots=True)
class Button:
    """A button. With `confirm`, that question is asked in private first.

    `also` are other lines that come to the same as `value`, and have no button of their own.
    One that is not `enabled` can be seen and not used: the middle of a direction pad, a way that is closed.
    """

    label: str
    value: str
    does: Does = Does.PLAY
    look: ButtonLook = ButtonLook.PLAIN
    confirm: str = ""
    enabled: bool = True
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """What a board offers: a question, rows, lists, buttons; and what the picture marks meanwhile.

    `rows` are buttons that stay in the rows they are given in, at most five each, before all the rest.
    """

    question: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    lists: tuple[List, ...] = ()
    buttons: tuple[Button, ...] = ()
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


def buttons_of(menu: Menu) -> Iterator[Button]:
    """Every button of a menu, those in rows first."""
    for row in menu.rows:
        yield from row
    yield from menu.buttons


def without_line(menu: Menu, line: str) -> Menu:
    """The menu without the button that plays a line."""
    return _filter_buttons(menu, lambda button: button.does is not Does.PLAY or button.value != line)


def without_any(menu: Menu, patterns: Sequence[str]) -> Menu:
    """The menu without the buttons whose line or path is like one of the `patterns`, such as `* swap`."""
    return _filter_buttons(menu, lambda button: not is_like(button.value, patterns))


def is_like(value: str, patterns: Sequence[str]) -> bool:
    """Whether a line or a path is like one of these, in which `*` stands for anything."""
    return any(fnmatchcase(value, pattern) for pattern in patterns)


def _filter_buttons(menu: Menu, fits: Callable[[Button], bool]) -> Menu:
    rows = tuple(filter(None, (tuple(filter(fits, row)) for row in menu.rows)))
    return replace(menu, rows=rows, buttons=tuple(filter(fits, menu.buttons)))


def without_emphasis(menu: Menu) -> Menu:
    """The menu with none of its buttons that play something standing out."""

    def plain_button(button: Button) -> Button:
        return replace(button, look=ButtonLook.PLAIN) if button.does is Does.PLAY else button

    rows = tuple(tuple(map(plain_button, row)) for row in menu.rows)
    return replace(menu, rows=rows, buttons=tuple(map(plain_button, menu.buttons)))


def only_lines(menu: Menu, offered: Callable[[str], bool]) -> Menu:
    """The menu without what plays a line that is not `offered`; lists that are empty go, too."""

    def is_offered(button: Button) -> bool:
        return button.does is not Does.PLAY or offered(button.value)

    def offered_part(part: List) -> List:
        if part.does is not Does.PLAY or part.most > 1:  # of several it is not known which are chosen
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
    """The menu, the paths of its further questions behind a prefix."""

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
"""How many questions of a guided move are looked through for a button."""


def confirming_button(menu_at: Callable[[str], Menu], value: str) -> Button | None:
    """The button that asks before it plays `value`, wherever in a guided move it stands; or none."""
    waiting, seen = deque([""]), set[str]()
    while waiting and len(seen) < _ASKED:
        path = waiting.popleft()
        if path in seen:
            continue
        seen.add(path)
        menu = menu_at(path)
        for button in buttons_of(menu):
            if button.confirm and button.value == value and button.does is Does.PLAY:
                return button
        waiting += leads_to(menu)
    return None


def way_to(menu_at: Callable[[str], Menu], value: str) -> tuple[str, ...]:
    """What the buttons are called that lead to `value`, or to the same; the one that plays it comes last.

    Empty if none does.
    """
    waiting, seen = deque[tuple[str, tuple[str, ...]]]([("", ())]), set[str]()
    while waiting and len(seen) < _ASKED:
        path, way = waiting.popleft()
        if path in seen:
            continue
        seen.add(path)
        for button in buttons_of(menu_at(path)):
            if button.does is Does.GO:
                waiting.append((button.value, (*way, button.label)))
            elif value in (button.value, *button.also):
                return (*way, button.label)
    return ()


def lines_in(menu_at: Callable[[str], Menu]) -> Iterator[tuple[str, str]]:
    """Every line that a guided move can come to, the nearest first, and what is clicked for it.

    Lists in which several things are chosen at once are left out.
    """
    waiting, seen = deque([("", "")]), set[str]()
    while waiting and len(seen) < _ASKED:
        path, way = waiting.popleft()
        if path in seen:
            continue
        seen.add(path)
        for value, label, does in _choices(menu_at(path)):
            if does is Does.PLAY:
                yield value, way + label
            elif does is Does.GO:
                waiting.append((value, f"{way}{label} \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "))


def _choices(menu: Menu) -> Iterator[tuple[str, str, Does]]:
    """What a menu offers: a path or a line, what it is called, and what it does."""
    for button in buttons_of(menu):
        if button.enabled:
            yield button.value, button.label, button.does
    for part in menu.lists:
        if part.most == 1:
            yield from ((part.prefix + option.value, option.label, part.does) for option in part.options)


def leads_to(menu: Menu) -> list[str]:
    """The paths of the questions that a menu can go on with."""
    lists = [part for part in menu.lists if part.does is Does.GO]
    found = [part.prefix + option.value for part in lists for option in part.options]
    return found + [button.value for button in buttons_of(menu) if button.does is Does.GO]


def split_into_lists(
    words: Words, title: str, options: Sequence[MenuOption], does: Does, prefix: str = ""
) -> tuple[List, ...]:
    """Lists of at most 25 that hold all options in order, of about equal length, named by their ends."""
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
    """Groups in order, neighbours put into one list as long as it stays within 25."""
    lists: list[List] = []
    for title, options in groups:
        for part in split_into_lists(words, title, options, does, prefix):
            last = lists[-1] if lists else None
            if last is not None and len(last.options) + len(part.options) <= LIST_LIMIT:
                lists[-1] = List(f"{last.title}, {part.title}", last.options + part.options, does, prefix)
            else:
                lists.append(part)
    return tuple(lists)
