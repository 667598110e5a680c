"""How the bot speaks: nothing that people do not say, and refusals of one breath.

What a game says of its own is measured in the tests of that game as well.
"""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path
from typing import Final

import pytest

import bot
from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, files_in, words_in
from bot.words import ENGLISH, LANGUAGES, Words
from bot.words.english import HOUSE
from bot.words.languages import catalog_of
from tools.translations import forms

OURS: Final = HOUSE | {key: said for feature in FEATURES for key, said in feature.english.items()}
"""What the house and its features say; what games say of their own is not here."""

REFUSAL: Final = 25
"""The most words of a refusal."""

APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"

RETIRED: Final = {
    "en": (
        # Words for which there are plainer ones
        r"somebody",
        r"whoever",
        r"as far as",
        r"by lot",
        r"besides",
        r"the house(?! rule)",
        r"plies|ply \d",
        # Sentences that read like a contract
        r"opens? a table",
        r"sits? down",
        r"everything as usual",
        r"the options of `/play",
        r"in their place",
        r"are sealed already: \{seal\}\. Add",
        r"throw .* away \(",
        r"for yourself",
        r"carried out already",
        r"this is an old board",
        r"nothing was changed",
        r"you do not sit",
        r"it is the turn of",
        r"you are called when",
        r"\(rule ",
        r"goes where",
        r"it is your move",
        r"were agreed on",
        r"reckons? with",
        r"that was your hint",
        r"who begins is drawn",
        r"tables where you sit",
        r"how does it go on",
        r"nothing happens until",
        r"could not post the board",
        r"it could not be saved",
        r"until they are back",
    ),
    "de": (
        r"wer auch immer",
        r"das Haus",
        r"(?:vom|im|des) Haus(?:es)?(?!e)",
        r"per Los",
        r"eröffnet einen Tisch",
        r"setz(?:t|en) (?:sich|sich an den Tisch)",
        r"es wurde nichts geändert",
        r"wurden? keine Tipps vereinbart",
        r"übliche Regeln",
        r"deine Tische",
        r"an denen du sitzt",
        r"was nun möglich ist",
        r"wie geht es (?:hier )?weiter\?",
        r"jemand anders\b",
        r"soweit|so weit es",
        r"Nachlese",
        r"rechnet sie in",
    ),
    "fr": (
        r"quiconque",
        r"(?:la|de la|par la) maison(?! de)",
        r"ouvre une table",
        r"s'assied|s'asseyent|faire asseoir",
        r"rien n'a changé",
        r"aucun conseil n'a été",
        r"(?:toutes )?tes tables",
        r"autant qu'on puisse|autant que je peux",
        r"s'attend à gagner",
        r"dans sa journée",
    ),
}
"""What is said no more, by language: each of it had a plainer sentence in its place."""


def phrases(language: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w)(?:{one})" for one in RETIRED[language]), re.IGNORECASE)


def sentences(language: str) -> list[tuple[str, str]]:
    """All that is said in a language, each form of what is counted, with its key; apostrophes as typed."""
    if language == "en":
        return list(IN_ENGLISH.english.items())
    return [
        (str(message.context), form.replace(APOSTROPHE, "'"))
        for path in files_in(language)
        for message in catalog_of(path, language)
        if message.id
        for form in forms(message.string)
    ]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_sentence_is_said_as_nobody_says_it(language: str) -> None:
    retired = phrases(language)
    said = [(key, text, retired.search(text)) for key, text in sentences(language)]
    assert [(key, found[0], text) for key, text, found in said if found] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Somebody else has to join."),
        ("en", "The house plays for Ann."),
        ("de", "Das Haus spielt diesen Zug."),
        ("fr", "La maison joue ce tour."),
    ],
)
def test_what_is_retired_is_found(language: str, text: str) -> None:
    assert phrases(language).search(text)


# Refusals

USUAL: Final = {
    "names": "Ann, Ben and Cleo",
    "name": "Ann",
    "other": "Ben",
    "game": max((entry.game.title for entry in CATALOGUE.values()), key=lambda title: len(title.split())),
    "codes": "T7, T12 and T31",
    "when": "in 3 hours",
    "channels": "#games and #tavern",
    "why": "missing access",
    "first": "21 November",
    "last": "31 December",
    "date": "21 November",
    "choices": "none, 1, 3 and 5",
    "allowed": "easy, normal and hard",
    "moves": "E2 E10, G9 F9 or H7",
    "text": "half past ten",
    "ends": "2 games",
}
"""The longest values there usually are; what is not named here is a word, a number or a code."""

PERMISSIONS: Final = frozenset({"missing-permissions"})
"""Refusals in which `names` are those of permissions, as Discord writes them."""

OPEN: Final = frozenset({"bad-file", "old-board.redrawn"})
"""What is as long as what it quotes: the faults of a file, or what has happened meanwhile."""


def refusal_keys() -> set[str]:
    """The keys of refusals: those that are raised by name, and the variants of each."""
    found = set()
    for path in Path(bot.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and node.args:
                found |= {one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
    hyphened = {key for key in OURS if "-" in key.partition(".")[0]}
    return {key for key in OURS if key in found | hyphened} - OPEN


def fill_in(words: Words, key: str) -> str:
    fields = {name for _, name, _, _ in string.Formatter().parse(OURS[key]) if name}
    values = {field: USUAL.get(field, "T7") for field in fields}
    if key in PERMISSIONS:
        values["names"] = words.join_list(
            (words("permission.view_channel"), words("permission.attach_files"))
        )
    return words(key, **values)


def test_refusals_are_found() -> None:
    assert {"not-seated", "no-table", "undo-nothing", "hint-none"} <= refusal_keys()


@pytest.mark.parametrize(
    "language",
    [ENGLISH, *(pytest.param(one, marks=pytest.mark.slow) for one in sorted(LANGUAGES) if one != ENGLISH)],
)
def test_a_refusal_is_one_breath(language: str) -> None:
    said = {key: fill_in(words_in(language), key) for key in sorted(refusal_keys())}
    count = {key: sum(any(map(str.isalnum, word)) for word in text.split()) for key, text in said.items()}
    assert {key: (number, said[key]) for key, number in count.items() if number > REFUSAL} == {}
