"""Several processes on one database: their rows, their messages, the queue of thinkers."""
