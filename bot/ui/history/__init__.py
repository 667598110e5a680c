"""Past positions of a game, and films."""
