"""What somebody wants to play, as far as they have said it: the controls of a panel carry it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import Refused
from bot.kernel.tables.opening import ANY_HINTS
from bot.kernel.tables.seats import has_bots, has_lobby, is_for_one
from bot.store import Overtime, Terms
from engine.core import Choice, Number
from engine.mind import LEVELS

HOUR: Final = 60 * 60
WEEK: Final = 7 * 24
LONGEST: Final = 4 * WEEK
"""The most hours that there are for a move, or in a bank."""

HOURS: Final = 24
"""After how many hours others may act for somebody who is awaited, if nobody has said; at most a week."""

HINTS: Final = (1, 2, 3, 5, 10, 20)
"""How many hints can be agreed on, besides none and any number."""

OVERTIMES: Final = tuple(Overtime)
"""What can be agreed on for votes, what is usual first."""

SWITCHES: Final = ("quiet",)
"""The yes-or-no terms that are not about time, by their names in `Terms`, which their sentences share."""

TIMES: Final = ("clock", "bank", "forfeit", "overtime", "hours")
RULES: Final = ("side", "hints", "thread", *SWITCHES)
"""What is asked in the form about time, and in the one about all else, in this order."""

DRAWN: Final = -1
"""The side that is drawn at random."""

_WORD: Final = re.compile(r"([a-zA-Z])(-?\d{1,20})")
_WHOLE: Final = re.compile(r"(?:[a-zA-Z]-?\d{1,20})*")
_FIRST: Final = ord("A")


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """A table as somebody wants it; what is none, or left out of `options`, is as usual.

    `guest` is the user id of whoever is to be challenged. `clock`, `bank` and `hours` are hours: for a move,
    saved up, and until others may act for whoever is away. `quiet` is 1 where bots make no remarks,
    `overtime` the place in `OVERTIMES` of what is done about a vote once time is up. `options` are the
    game's, by key.
    """

    guest: int | None = None
    side: int | None = None
    clock: int | None = None
    bank: int | None = None
    forfeit: int | None = None
    hours: int | None = None
    thread: int | None = None
    hints: int | None = None
    quiet: int | None = None
    overtime: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is not as usual, whoever is challenged."""
        return bool(self.options) or any(
            self.value_of(name) is not None for name in LETTERS if name != "guest"
        )

    def value_of(self, name: str) -> int | None:
        """One of the numbers by its name."""
        value: int | None = getattr(self, name)
        return value


LETTERS: Final = {
    "guest": "g",
    "side": "s",
    "clock": "c",
    "bank": "b",
    "forfeit": "f",
    "hours": "w",
    "thread": "t",
    "hints": "h",
    "quiet": "q",
    "overtime": "o",
}
"""What stands for each number in a custom_id. Capitals are the game's own options, in their order."""


def encode_draft(entry: AnyEntry, wish: SetupDraft) -> str:
    """A wish as short as a custom_id needs it. Files are not in it: they are used at once."""
    numbers = "".join(
        f"{letter}{number}" for name, letter in LETTERS.items() if (number := wish.value_of(name)) is not None
    )
    return numbers + "".join(_encode_options(entry, wish))


def _encode_options(entry: AnyEntry, wish: SetupDraft) -> Iterator[str]:
    for index, option in enumerate(entry.game.options):
        value = wish.options.get(option.key)
        if value is None:
            continue
        number = option.choices.index(value) if isinstance(option, Choice) else int(value)
        yield f"{chr(_FIRST + index)}{number}"


def decode_draft(entry: AnyEntry, text: str) -> SetupDraft:
    """The wish that `written` made; raises `Refused` for one that no panel has offered."""
    if _WHOLE.fullmatch(text) is None:
        raise Refused("old-control")
    names = {letter: name for name, letter in LETTERS.items()}
    numbers, options = dict[str, Any](), dict[str, str]()
    for letter, digits in _WORD.findall(text):
        if letter in names:
            numbers[names[letter]] = int(digits)
        else:
            key, value = _decode_option(entry, letter, int(digits))
            options[key] = value
    wish = SetupDraft(**numbers, options=options)
    if not is_possible(entry, wish):
        raise Refused("old-control")
    return wish


def _decode_option(entry: AnyEntry, letter: str, number: int) -> tuple[str, str]:
    index = ord(letter) - _FIRST
    if not 0 <= index < len(entry.game.options):
        raise Refused("old-control")
    match entry.game.options[index]:
        case Choice(key=key, choices=choices) if 0 <= number < len(choices):
            return key, choices[number]
        case Number(key=key, minimum=least, maximum=most) if least <= number <= most:
            return key, str(number)
        case _:
            raise Refused("old-control")


def allowed_ranges(entry: AnyEntry) -> dict[str, tuple[int, int]]:
    """What can be said of a table of a game besides its options: the least and the most of each."""
    game = entry.game
    found = {"clock": (1, LONGEST), "bank": (1, LONGEST), "thread": (0, 1)}
    if not is_for_one(game):
        found["forfeit"] = (0, 1)
    if is_duel(entry):
        found |= {"guest": (1, 2**63), "side": (DRAWN, game.seats.start - 1)}
    if allows_stand_ins(entry):
        found["hours"] = (1, WEEK)
    if game.cooperative and not is_for_one(game):
        found["overtime"] = (0, len(OVERTIMES) - 1)
    if has_bots(game):
        found["hints"] = (ANY_HINTS, HINTS[-1])
    if has_bots(game) and not is_for_one(game):
        found["quiet"] = (0, 1)
    return found


def is_possible(entry: AnyEntry, wish: SetupDraft) -> bool:
    """Whether each number is one that can be said of this game."""
    allowed = allowed_ranges(entry)
    said = [(name, wish.value_of(name)) for name in LETTERS]
    return all(
        name in allowed and allowed[name][0] <= number <= allowed[name][1]
        for name, number in said
        if number is not None
    )


def is_duel(entry: AnyEntry) -> bool:
    """Whether two play against each other."""
    return not has_lobby(entry.game) and not is_for_one(entry.game)


def allows_stand_ins(entry: AnyEntry) -> bool:
    """Whether others may act for somebody absent: where several play together and not against each other."""
    return entry.game.cooperative and has_lobby(entry.game)


def opening_of(
    entry: AnyEntry,
    wish: SetupDraft,
    *,
    guest: Person | None = None,
    level: str | None = None,
    documents: Mapping[str, str] | None = None,
) -> Opening:
    """The table that a wish asks for, against a `guest` or with a bot of a `level`; raises `Refused`."""
    clock, bank, forfeit = wish.clock or 0, wish.bank or 0, bool(wish.forfeit)
    if not clock and (bank or forfeit):
        raise Refused("bank-without-clock")
    overtime = OVERTIMES[wish.overtime or 0]
    if overtime is not Overtime.WAIT and (forfeit or not clock):
        raise Refused("overtime-without-clock")
    if level is not None and level not in LEVELS:
        raise Refused("old-control")
    hours = wish.hours or HOURS
    return Opening(
        game=entry.game.key,
        options={**wish.options, **(documents or {})},
        seat=None if wish.side in (None, DRAWN) else wish.side,
        guest=guest,
        terms=Terms(
            patience=hours * HOUR if allows_stand_ins(entry) and (wish.hours or not clock) else 0,
            clock=clock * HOUR,
            bank=bank * HOUR,
            forfeit=forfeit,
            overtime=overtime,
            quiet=bool(wish.quiet),
        ),
        level=level,
        bots=0 if level is None else 1,
        hints=wish.hints,
    )
