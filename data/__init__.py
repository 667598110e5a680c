"""The facts of the games, without rules: start positions, cards, maps. Every file is validated."""
