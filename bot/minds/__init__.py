"""Running the bots' searches: the process pool, its workers, and analyses of whole games."""
