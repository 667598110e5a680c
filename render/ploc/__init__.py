"""The pictures of Ploc.

- `paint`: a view as a picture; `green`: where everything lies, and the village green
- `teams`: who pulls and who lies, and the rope; `athletes`: what they look like
- `score`: the villages' plaques, matches and banners
- `dice`: both columns, the tray, and what each die did
- `signs`: small signs; `clay`: how sprites are modelled; `colours`: the palette
- `hint`: where an action is; `labels`: what is written, in English
"""
