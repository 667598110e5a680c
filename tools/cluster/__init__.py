"""`make cluster`: several processes with one database, under faults: see `tools.cluster.__main__`."""
