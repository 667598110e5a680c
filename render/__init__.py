"""Pictures: a view of a game in, a palette image out.

`kit` is shared by every picture. A game's folder has the same name as in `engine`. It has `paint.paint`,
which draws a view; `hint.hinted_places`, the places an action concerns; and `labels.LABELS`, the words in the
picture in English. `card` draws the card of a finished game, `review` its review, and `replay` makes an
animated GIF of a whole game.
"""
