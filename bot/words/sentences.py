"""Sentences from the engine, such as a refusal, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bot.words import Words
from data.sentence import Filling, Sentence

T = TypeVar("T")


def render(words: Words, sentence: Sentence) -> str:
    """Return the sentence with its values."""
    values = with_terms(words, sentence.key, sentence.values)
    return words(sentence.key, **{name: _render_value(words, value) for name, value in values.items()})


def _render_value(words: Words, value: Filling) -> str | int:
    if isinstance(value, Sentence):
        return render(words, value)
    return "; ".join(render(words, part) for part in value) if isinstance(value, tuple) else value


def with_terms(words: Words, key: str, values: Mapping[str, T]) -> dict[str, T | str]:
    """Return the values of the refusal `key`, with the engine's terms (sides, suits) in this language.

    Notation is the same in every language: what is to be typed stays beside the word, as `typed_suit`.
    """
    terms = words.terms.get(key.partition(".")[0], {})
    filled: dict[str, T | str] = dict(values)
    for name, value in values.items():
        if name in terms:
            filled |= {name: words(terms[name].format(value)), f"typed_{name}": value}
    return filled
