"""Sentences that the rules hand over, such as a refusal, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bot.words import Words
from data.sentence import Filling, Sentence

T = TypeVar("T")


def render(words: Words, said: Sentence) -> str:
    """The sentence, with those that fill it."""
    values = with_terms(words, said.key, said.values)
    return words(said.key, **{name: _render_value(words, value) for name, value in values.items()})


def _render_value(words: Words, value: Filling) -> str | int:
    if isinstance(value, Sentence):
        return render(words, value)
    return "; ".join(render(words, one) for one in value) if isinstance(value, tuple) else value


def with_terms(words: Words, key: str, values: Mapping[str, T]) -> dict[str, T | str]:
    """The values of the refusal `key`, with what the words of the game's engine are called: sides, suits.

    Notation is the same in every language: what is to be typed stays beside the word, as `typed_suit`.
    """
    terms = words.terms.get(key.partition(".")[0], {})
    found: dict[str, T | str] = dict(values)
    for name, value in values.items():
        if name in terms:
            found |= {name: words(terms[name].format(value)), f"typed_{name}": value}
    return found
