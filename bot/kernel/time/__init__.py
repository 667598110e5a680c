"""Clocks, calendars and alarms; what happens when time is up."""
