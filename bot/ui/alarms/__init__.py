"""Messages and actions that no one requested: reminders, notices, expired turn times."""
