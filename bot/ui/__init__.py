"""What Discord sees: commands, buttons and lists, and the messages that carry a table."""
