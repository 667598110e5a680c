"""The games as the bot plays them: what it draws, says and asks about each."""
