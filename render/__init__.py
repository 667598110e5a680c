"""Pictures: a view of a game in, a palette image out.

`kit` is what every picture uses. A game's folder, of the same name as in `engine`, has `paint.paint`, the
picture of a view; `hint.hinted`, where an action is on it; and `labels.LABELS`, what it says in English.
`card` draws the end of any game, `review` how it went, and `replay` makes the pictures of a whole game into
a GIF.
"""
