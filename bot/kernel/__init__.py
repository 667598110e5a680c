"""Tables and turns: the services that features use. Knows no feature and nothing of Discord."""
