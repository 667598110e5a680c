"""The pictures of Koom Valley, on the table and with the pieces of `render.octagon`.

- `paint`: a view as a picture
- `valley`: the empty board: meadow, heath and scree, the river, and the far edge; `rock`: the Rock
- `squares`: the contents of squares, with the last move
- `corners`: taken pieces and results of battles; `score`: the caption, with the Rock's distance
- `colours`: the palette; `hint`: the squares an action concerns; `labels`: the words in English
"""
