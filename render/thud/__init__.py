"""The pictures of Thud.

- `paint`: where everything lies, and a view as a picture, with points, battles and their results in figures
- `pieces`: dwarf, troll and Thudstone
- `colours`: the palette; `hint`: which squares an action is about; `labels`: what is written, in English
"""
