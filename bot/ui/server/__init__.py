"""What a server settles for its tables."""
