"""One Man, Thrag! as the bot plays it: what it says and asks."""
