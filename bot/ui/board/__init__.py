"""Showing a table: one code path for clicks, alarms and repairs."""
