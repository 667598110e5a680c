"""Capacity: the real process under load, compared with a bare bot."""
