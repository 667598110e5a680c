"""The review of a finished game as a picture.

- `paint`: the whole review: the turning points, each with its board
- `graph`: the win chances over the game
"""
