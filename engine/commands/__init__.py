"""The commands of `python -m engine`: all that reads, prints or asks a clock in the engine."""
