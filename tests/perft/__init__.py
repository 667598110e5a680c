"""Positions whose trees of moves are counted: `*.thud`, the position in the first line.

The counts in test_perft.py come from the second Thud in tests/engine/thud/naive.py, which shares no code with
the engine. `python -m tests.perft FILE SIDE DEPTH`
counts with it, slowly; `python -m engine perft` counts with the engine.
"""
