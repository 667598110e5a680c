"""Plans as people click them."""
