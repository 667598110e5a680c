"""The review of a finished game as a picture.

- `paint`: the review as a whole: the moves that turned the game, each with its board
- `graph`: how the game stood all along
"""
