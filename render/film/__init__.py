"""What a film has besides the boards of its game, in every game alike.

- `band`: under a board, who did what, how far the game has come, and which move it is
- `curtain`: over a board, what the film is called, and how the game ended
"""
