"""The pictures of One Man, Thrag!.

- `paint`: a view as a picture, panel by panel; `table`: where the panels lie, and what they are written with
- one module a panel: `clock`, `arena` (the three beasts), `fight` (the last one), `hero` (Thrag, or how it
  ended), `supply` (what each suit holds), `life` (hit points, healing pool and the black stack)
- `pieces`: the piecepack, every tile, coin, die and pawn; `colours`: the palette
- `hint`: where an action is; `labels`: what is written, in English
"""
