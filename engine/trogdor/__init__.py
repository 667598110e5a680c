"""Trogdor!! The Board Game: one dragon, one to six keepers."""
