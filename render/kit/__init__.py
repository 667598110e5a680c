"""What every picture uses.

- `sprites`: shapes modelled in one light; `marks`: the shared highlights made of them
- `canvas`: named colours, the fixed palette of a picture, type, and the PNG file
- `picture`: a picture as a list of tiles, drawn and compressed only where it changed
- `cache`: the caches of tiles, sprites and compressed strips
- `caption`: the strip at the top
- `sheet`: what a picture needs besides the view, including the language of its labels
- `hint`: frames, arrows and words over the finished picture
"""
