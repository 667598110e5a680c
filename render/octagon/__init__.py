"""What pictures of games on the octagon share.

- `board`: the table with its trays, and where everything lies
- `pieces`: dwarf and troll; `colours`: the palette
"""
