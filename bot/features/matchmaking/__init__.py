"""*Find an opponent*: people of all servers that take part are brought together."""
