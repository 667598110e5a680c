"""The pictures of One Man, Thrag!.

- `paint`: a view as a picture, panel by panel; `table`: the layout of the panels, and how they are written on
- one module per panel: `clock`, `arena` (the three beasts), `fight` (the last one), `hero` (Thrag, or the
  ending), `supply` (what each suit holds), `life` (hit points, healing pool and the black stack)
- `pieces`: the piecepack: tiles, coins, dice and pawns; `colours`: the palette
- `hint`: the place of an action; `labels`: the words in English
"""
