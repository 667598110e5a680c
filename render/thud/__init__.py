"""The pictures of Thud.

- `paint`: a view as a picture, square by square, with points, battles and their results in figures
- `board`: where everything lies, and the empty board; `pieces`: dwarf, troll and Thudstone
- `colours`: the palette; `hint`: where an action is; `labels`: what is written, in English
"""
