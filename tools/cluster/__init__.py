"""`make cluster`: several processes with one database, and what they bear: see `tools.cluster.__main__`."""
