"""The arena: two levels of a game play each other, and the statistics of the result."""
