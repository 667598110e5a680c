"""The pictures of Trogdor!!.

- `paint`: a view as a picture; `film`: what happened on the map, step by step, as a GIF
- `board`: where everything lies, and the empty table
- `square`: what there is on each square, and the square with all of that on it
- `tiles`, `pieces`, `marks`: what such a square is made of: ground, figures, and what happened there
- `cards`: the card of the moment, or the ending; `panel`: Trog-Meter, Void and goals; `keepers`: the plaques
- `clay`: how all of it is modelled; `colours`: the palette
- `hint`: where an action is; `labels`: what is written, in English
"""
