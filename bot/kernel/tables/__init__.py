"""A table from its opening to its end: seats, moves, undo, history, the outbox."""
