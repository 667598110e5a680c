"""How many clicks the bot bears: the real process under load, beside a bare bot that does nothing."""
