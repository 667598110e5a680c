"""The pictures of Koom Valley, on the table and with the pieces of `render.octagon`.

- `paint`: a view as a picture
- `valley`: the empty board: meadow, heath and scree, the river, and the far edge; `rock`: the Rock
- `squares`: what is on the squares, with the last move
- `corners`: who was taken, and how battles ended; `score`: the caption, with where the Rock is
- `colours`: the palette; `hint`: which squares an action is about; `labels`: what is written, in English
"""
