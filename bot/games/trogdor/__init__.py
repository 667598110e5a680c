"""Trogdor!! as the bot plays it: what it says and asks."""
