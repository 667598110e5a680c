"""People and servers: their settings, their data, whom the host has blocked."""
