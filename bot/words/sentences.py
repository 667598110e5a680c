"""Sentences that the rules hand over, such as why a file cannot be read, in the language that is spoken."""

from __future__ import annotations

from bot.words import Words
from bot.words.terms import told
from data.sentence import Filling, Sentence


def say(words: Words, said: Sentence) -> str:
    """The sentence, with those that fill it."""
    values = told(words, said.key, said.values)
    return words(said.key, **{name: _filled(words, value) for name, value in values.items()})


def _filled(words: Words, value: Filling) -> str | int:
    if isinstance(value, Sentence):
        return say(words, value)
    return "; ".join(say(words, one) for one in value) if isinstance(value, tuple) else value
