"""The pictures of Thud.

- `paint`: a view as a picture
- `board`: the empty board, with the Thudstone of `stone`; `squares`: what is on it, with the last move
- `corners`: who was taken, and how battles ended; `score`: the caption, with points and who leads
- `hint`: which squares an action is about; `labels`: what is written, in English

Table, pieces and palette are those of `render.octagon`.
"""
