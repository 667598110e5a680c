"""Tables and their turns: what every feature stands on. Knows no feature and nothing of Discord."""
