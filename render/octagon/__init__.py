"""What the pictures of all games on the octagon share, so that they look the same.

- `board`: the table with its trays, and where everything lies; `squares`: what can lie on a square
- `pieces`: dwarf and troll; `colours`: the palette; `signs`: what the caption shows; `ending`: how it ended
- `corners`: where those lie who were taken, plaques for battles, and the face of a bot
"""
