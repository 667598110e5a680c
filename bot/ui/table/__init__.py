"""Commands about one table."""
