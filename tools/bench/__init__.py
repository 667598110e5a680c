"""What pictures cost, each against its floor in the same run: `make bench`. Nothing here is a test."""
