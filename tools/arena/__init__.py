"""The arena: two levels of a game against each other, as often as wanted, and what came of it in figures."""
