"""People and servers: settings, personal data, the block list."""
