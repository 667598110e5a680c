"""The card of a finished game.

- `paint`: the card as a whole, with the last board made small
- `text`: the result, what was counted, and where the game turned; `graph`: how it went, as curves
- `colours`: the palette, and how a part of the card is framed
"""
