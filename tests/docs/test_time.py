"""What docs/commands.md says of time, against the buttons and the numbers in the code."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.time.absence import NUDGES
from bot.kernel.time.calendar import MORNING
from bot.kernel.time.clocks import REMINDED_AT
from bot.kernel.time.schedule import SNOOZES
from bot.ui.alarms.notices import CHOICES
from bot.ui.alarms.ticker import ABSENCE
from tests.docs.pages import read, rows, section

TIME = section(read("docs/commands.md"), "Time and reminders")
HOUR = 3600


def labels(title: str) -> list[str]:
    return [cells[0] for cells in rows(section(TIME, title))]


def test_every_way_to_put_a_reminder_off_is_explained() -> None:
    assert labels("Reminders") == [IN_ENGLISH(f"time.in.{span}") for span in SNOOZES]
    assert SNOOZES == {"1h": HOUR, "3h": 3 * HOUR, "morning": None}


def test_every_choice_is_explained_once_time_is_up() -> None:
    keys = ("late", "gone", *CHOICES, "end.together", "back")
    assert labels("When time is up") == [IN_ENGLISH(f"time.button.{key}") for key in keys]
    assert {f"time.button.{key}" for key in keys} == {
        key for key in IN_ENGLISH.english if key.startswith("time.button.")
    }


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("four fifths of its hours", Fraction(str(REMINDED_AT)) == Fraction(4, 5)),
        ("Once in 12 hours", NUDGES == 12 * HOUR),
        ("at 8 o'clock", MORNING == 8 * 60),
        ("longer than two and a half minutes", ABSENCE == 150),
    ],
)
def test_the_numbers_are_those_of_the_code(told: str, *, meant: bool) -> None:
    assert told in " ".join(TIME.split())
    assert meant
