"""Parts of a film that are the same in every game.

- `band`: the strip under a board: the last action, and the number of the move
- `curtain`: the title over the first board, and the result over the last one
"""
