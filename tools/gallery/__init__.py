"""Contact sheets of every picture, at full size and as phones show it: `python -m tools.gallery`."""
