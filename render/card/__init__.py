"""The card of a finished game.

- `paint`: the whole card
- `text`: the result, the facts, and the turning points; `graph`: the game as curves
- `colours`: the palette, and the frame of a part of the card
"""
