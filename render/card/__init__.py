"""The card of a finished game."""
