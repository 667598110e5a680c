"""The pictures of Trogdor!!.

- `paint`: a view as a picture; `film`: the events on the map, step by step, as a GIF
- `board`: the layout, and the empty table
- `square`: the contents of each square, and how it is drawn
- `tiles`, `pieces`, `marks`: ground, figures and events of a square
- `cards`: the current card, or the ending; `panel`: Trog-Meter, Void and goals; `keepers`: the plaques
- `card_overview`: a keeper's cards, to be looked up
- `clay`: how sprites are modelled; `colours`: the palette
- `hint`: the place of an action; `labels`: the words in English
"""
