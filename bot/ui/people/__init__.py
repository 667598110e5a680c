"""What concerns one person: their settings, their games, their data."""
