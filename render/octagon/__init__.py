"""What the pictures of all games on the octagon share.

- `board`: the table with its trays, and where everything lies; `squares`: what can lie on a square
- `pieces`: dwarf and troll; `colours`: the palette; `signs`: signs of the caption; `ending`: the sign of the
  result
- `corners`: trays of taken pieces, plaques of battles, and the face of a bot
"""
