"""What the bot says and does unasked: reminders, notices, time that is up."""
