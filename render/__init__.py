"""Pictures: a view of a game in, a palette image out."""
