"""Computing what bots play: the process pool, its workers, and analyses of whole games."""
