"""Makes the puzzles in data/puzzles; see docs/puzzles.md."""
