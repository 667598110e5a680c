"""Facts of the games, no rules: start positions, cards, maps. Every file is validated when it is read."""
