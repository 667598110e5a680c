"""The draft of a table: what a user has set so far, encoded in a panel's controls."""

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
"""The most hours for a move, or in a bank."""

HOURS: Final = 24
"""The default hours after which others may act for an awaited player."""

HINTS: Final = (1, 2, 3, 5, 10, 20)
"""The numbers of hints to choose from, besides none and any number."""

OVERTIMES: Final = tuple(Overtime)
"""What can be done about a vote once time is up, the default first."""

SWITCHES: Final = ("quiet",)
"""The yes-or-no terms that are not about time, by their names in `Terms`, which their sentences share."""

TIMES: Final = ("clock", "bank", "forfeit", "overtime", "hours")
RULES: Final = ("side", "hints", "thread", *SWITCHES)
"""The fields of the form about time, and of the form about the rules, in order."""

DRAWN: Final = -1
"""The side is drawn at random."""

_WORD: Final = re.compile(r"([a-zA-Z])(-?\d{1,20})")
_WHOLE: Final = re.compile(r"(?:[a-zA-Z]-?\d{1,20})*")
_FIRST: Final = ord("A")


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """A draft of a table; a value that is none, or missing in `options`, is the default.

    `guest` is the user id of the challenged user. `clock`, `bank` and `hours` are hours: for a move, saved
    up, and until others may act for an absent player. `quiet` is 1 without remarks and films, `overtime` an
    index of `OVERTIMES`. `options` are the game's own, by key.
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
        """Whether any value differs from the default, except the opponent."""
        return bool(self.options) or any(
            self.value_of(name) is not None for name in LETTERS if name != "guest"
        )

    def value_of(self, name: str) -> int | None:
        """Return one of the numbers by its name."""
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
"""The letter of each number in a custom_id. Capitals are the game's own options, in their order."""


def encode_draft(entry: AnyEntry, draft: SetupDraft) -> str:
    """Encode a draft for a custom_id. Files are not part of it: they are used at once."""
    numbers = "".join(
        f"{letter}{number}"
        for name, letter in LETTERS.items()
        if (number := draft.value_of(name)) is not None
    )
    return numbers + "".join(_encode_options(entry, draft))


def _encode_options(entry: AnyEntry, draft: SetupDraft) -> Iterator[str]:
    for index, option in enumerate(entry.game.options):
        value = draft.options.get(option.key)
        if value is None:
            continue
        number = option.choices.index(value) if isinstance(option, Choice) else int(value)
        yield f"{chr(_FIRST + index)}{number}"


def decode_draft(entry: AnyEntry, text: str) -> SetupDraft:
    """Decode what `encode_draft` made; raises `Refused` for a draft that no panel offers."""
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
    draft = SetupDraft(**numbers, options=options)
    if not is_possible(entry, draft):
        raise Refused("old-control")
    return draft


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
    """Return the allowed ranges of a game's settings, besides its own options."""
    game = entry.game
    ranges = {"clock": (1, LONGEST), "bank": (1, LONGEST), "thread": (0, 1)}
    if not is_for_one(game):
        ranges["forfeit"] = (0, 1)
    if is_duel(entry):
        ranges |= {"guest": (1, 2**63), "side": (DRAWN, game.seats.start - 1)}
    if allows_stand_ins(entry):
        ranges["hours"] = (1, WEEK)
    if game.cooperative and not is_for_one(game):
        ranges["overtime"] = (0, len(OVERTIMES) - 1)
    if has_bots(game):
        ranges["hints"] = (ANY_HINTS, HINTS[-1])
    if has_bots(game) and not is_for_one(game):
        ranges["quiet"] = (0, 1)
    return ranges


def is_possible(entry: AnyEntry, draft: SetupDraft) -> bool:
    """Return whether each number is allowed for this game."""
    allowed = allowed_ranges(entry)
    values = [(name, draft.value_of(name)) for name in LETTERS]
    return all(
        name in allowed and allowed[name][0] <= number <= allowed[name][1]
        for name, number in values
        if number is not None
    )


def is_duel(entry: AnyEntry) -> bool:
    """Return whether two players play against each other."""
    return not has_lobby(entry.game) and not is_for_one(entry.game)


def allows_stand_ins(entry: AnyEntry) -> bool:
    """Return whether others may act for an absent player: in cooperative games for several."""
    return entry.game.cooperative and has_lobby(entry.game)


def opening_of(
    entry: AnyEntry,
    draft: SetupDraft,
    *,
    guest: Person | None = None,
    level: str | None = None,
    documents: Mapping[str, str] | None = None,
) -> Opening:
    """Return the opening for a draft, against a `guest` or with a bot of a `level`; raises `Refused`."""
    clock, bank, forfeit = draft.clock or 0, draft.bank or 0, bool(draft.forfeit)
    if not clock and (bank or forfeit):
        raise Refused("bank-without-clock")
    overtime = OVERTIMES[draft.overtime or 0]
    if overtime is not Overtime.WAIT and (forfeit or not clock):
        raise Refused("overtime-without-clock")
    if level is not None and level not in LEVELS:
        raise Refused("old-control")
    hours = draft.hours or HOURS
    return Opening(
        game=entry.game.key,
        options={**draft.options, **(documents or {})},
        seat=None if draft.side in (None, DRAWN) else draft.side,
        guest=guest,
        terms=Terms(
            patience=hours * HOUR if allows_stand_ins(entry) and (draft.hours or not clock) else 0,
            clock=clock * HOUR,
            bank=bank * HOUR,
            forfeit=forfeit,
            overtime=overtime,
            quiet=bool(draft.quiet),
        ),
        level=level,
        bots=0 if level is None else 1,
        hints=draft.hints,
    )
