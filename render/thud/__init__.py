"""The pictures of Thud.

- `paint`: a view as a picture, square by square
- `board`: where everything lies, and the empty board; `pieces`: dwarf, troll and Thudstone
- `score`: points, battles and their results, on the caption and in the corners
- `colours`: the palette; `hint`: where an action is; `labels`: what is written, in English
"""
