"""What every picture uses.

- `sprites`: shapes modelled in one light; `marks`: the one language of marks made of them
- `canvas`: colours with names, the fixed palette of a picture, type, and the PNG file
- `picture`: a picture as a list of tiles, drawn and pressed where it changed; `cache`: what is kept of both,
  `stored`: sprites in a file
- `caption`: the strip on top
- `sheet`: what a picture needs besides the view, the language that it speaks among it
- `hint`: frames, arrows and words over the finished picture
"""
