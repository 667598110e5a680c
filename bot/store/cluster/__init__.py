"""Several processes on one database: their rows, their messages, the search queue."""
