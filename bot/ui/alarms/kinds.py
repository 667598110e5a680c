"""Every kind of alarm of the kernel; those of features are in their records."""

from __future__ import annotations

from typing import Final

from bot.ui.alarms import calls, overdue, turns, untouched

ALARMS: Final = (
    *calls.ALARMS,
    *overdue.ALARMS,
    *turns.ALARMS,
    *untouched.ALARMS,
)
