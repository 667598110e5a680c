"""The pictures of Thud.

- `paint`: a view as a picture
- `board`: the empty board, and where everything lies; `squares`: what is on them, with the last move
- `corners`: who was taken, and how battles ended; `score`: the caption, with points and who leads
- `pieces`: dwarf, troll and Thudstone
- `colours`: the palette; `hint`: which squares an action is about; `labels`: what is written, in English
"""
