"""The pictures of Ploc.

- `paint`: a view as a picture; `green`: where everything lies, and the village green
- `teams`: pulling and lying athletes, and the rope; `athletes`: their sprites
- `score`: the villages' plaques, matches and banners
- `dice`: both columns, the tray, and the effect of each die
- `signs`: small signs; `clay`: how sprites are modelled; `colours`: the palette
- `hint`: the place of an action; `labels`: the words in English
"""
