"""The guide and the rules."""
