"""The commands of `python -m engine`: the only part of the engine that reads, prints or uses a clock."""
