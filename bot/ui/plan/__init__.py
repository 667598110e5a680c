"""*Plan*: a turn put together on a ghost of the board, alone or for all."""
