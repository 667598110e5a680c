"""The pictures of Thud.

- `paint`: a view as a picture
- `board`: the empty board, with the Thudstone of `stone`
- `squares`: the contents of squares, with the last move
- `corners`: taken pieces and results of battles; `score`: the caption, with points and the lead
- `hint`: the squares an action concerns; `labels`: the words in English

Table, pieces and palette are those of `render.octagon`.
"""
