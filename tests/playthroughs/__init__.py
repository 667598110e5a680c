"""Golden games: every file here is a whole game, replayed line by line and compared with what it says.

In a playthrough what starts at the margin is yours, and what is indented is the engine's answer:

    # Who reads this should know why it is here.
    game: thud
    option: quiet_limit=4

    board
       (the text of the board, as a spectator sees it)
    0 dB11-H11
      Moved seat=0 side=dwarfs origin=B11 target=H11
      to act: 1

The head has `game:` and, where they matter, `seats:`, `seed:`, and `option: key=value` for each option. A
game that begins in the middle has `position: FILE`, a state as JSON beside it, and `chance:` with the numbers
that are drawn from there on, instead of a seed.

To write a new one: write the lines at the margin and run `python -m tests.playthroughs FILE`, which prints
what the engine adds and changes. Read that against the rules of docs/games, and only when every line of it is
right by the rules, add `--write` to save it.
"""
