"""Tournaments: the message that shows one, what is used on it, and how it is led on.

- `page`: the message, its picture, and the same in words
- `taking_part`: `/tournament`, and the buttons
- `going_on`: what the bot does by itself when a game has ended
"""
