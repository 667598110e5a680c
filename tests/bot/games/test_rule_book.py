"""The rules by id and by words, in every language."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.discord.frame import TEXT_LIMIT
from bot.features.help.rules import rule_lines
from bot.games.catalogue import CATALOGUE, words_in
from bot.games.rule_book import FOLDER, Rule, find_rules, is_exact_id, page_of, rule_of, rules_of
from bot.words import ENGLISH, LANGUAGES

ELSEWHERE = tuple(language for language in LANGUAGES if language != ENGLISH)
ROOM = 1200
"""Characters that a refusal takes above its rule, at the very most."""

PAGE = """\
# Nim

What begins before a rule is no part of one: `nim:take-1`.

## Taking

**nim:take-1** · You take as many
as you like.

| heap | matches |
|---|---|
| a | 3 |

**nim:take-2** · At least one (see `nim:take-1`, `nim:end-1` and `nim:take-2`).

### A board

Nothing of this belongs to a rule.

```
# no heading
```

## The end

**nim:end-1** · Who takes the last one wins:

```
# still no heading
**nim:end-9** · nor a rule
```
"""
GERMAN = "# Nim\n\n## Ende\n\n**nim:end-1** · Gewonnen.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "de").mkdir()
    (tmp_path / "nim.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "de" / "nim.md").write_text(GERMAN, encoding="utf-8")
    return tmp_path


def ids(rules: tuple[Rule, ...]) -> list[str]:
    return [rule.id for rule in rules]


# Reading a page


def test_a_rule_goes_on_to_the_next_one_or_to_a_heading(folder: Path) -> None:
    first, second, last = page_of("nim", ENGLISH, folder).values()
    assert first.text == "You take as many as you like.\n*heap · matches*\n- a · 3"
    assert second.text == "At least one (see `nim:take-1`, `nim:end-1` and `nim:take-2`)."
    assert last.text.endswith("```\n# still no heading\n**nim:end-9** · nor a rule\n```")


def test_a_rule_knows_its_heading_and_the_rules_that_it_names(folder: Path) -> None:
    rules = page_of("nim", ENGLISH, folder)
    assert [rule.part for rule in rules.values()] == ["Taking", "Taking", "The end"]
    assert rules["nim:take-2"].mentions == ("nim:take-1", "nim:end-1")


def test_an_installation_without_its_pages_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no rules"):
        rules_of("nim", ENGLISH, tmp_path / "gone")


def test_what_is_not_translated_is_there_in_english(folder: Path) -> None:
    told = rules_of("nim", "de", folder)
    assert ids(told) == ["nim:take-1", "nim:take-2", "nim:end-1"]
    assert [rule.language for rule in told] == ["en", "en", "de"]
    found = rule_of("nim:take-1", "de", folder)
    assert found == rule_of("nim:take-1", "en", folder)
    assert found is not None
    assert words_in("de")("rules.untranslated") in rule_lines(words_in("de"), found, "Nim")


@pytest.mark.parametrize("rule", ["nim:take-9", "chess:take-1", "nim", "", "../nim:take-1", "a/b:c-1"])
def test_there_is_no_other_rule(folder: Path, rule: str) -> None:
    assert rule_of(rule, "en", folder) is None


# Finding rules


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nim:take-2", ["nim:take-2"]),
        ("take-2", ["nim:take-2"]),
        ("TAKE", ["nim:take-1", "nim:take-2", "nim:end-1"]),
        ("the end", ["nim:end-1"]),
        ("wins last", ["nim:end-1"]),
        ("heap", ["nim:take-1"]),
        ("castle", []),
        ("", ["nim:take-1", "nim:take-2", "nim:end-1"]),
    ],
)
def test_rules_are_found_by_id_by_heading_and_by_every_word(
    folder: Path, typed: str, found: list[str]
) -> None:
    assert ids(find_rules(typed, ENGLISH, ("nim",), folder)) == found


def test_the_nearest_comes_first() -> None:
    found = ids(find_rules("hurl", ENGLISH, ("trogdor", "thud")))
    assert found[:3] == ["thud:hurl-1", "thud:hurl-2", "thud:hurl-3"]
    assert "thud:notation-2" in found


def test_games_come_in_the_order_that_is_asked_for() -> None:
    assert ids(find_rules("board-1", ENGLISH, ("trogdor", "thud"))) == ["trogdor:board-1", "thud:board-1"]
    assert ids(find_rules("board-1", ENGLISH, ("thud", "trogdor"))) == ["thud:board-1", "trogdor:board-1"]


def test_a_rule_is_named_by_its_id_alone() -> None:
    rule = rule_of("thud:shove-2", ENGLISH)
    assert rule is not None
    assert is_exact_id(rule, "thud:shove-2")
    assert is_exact_id(rule, " Shove-2 ")
    assert not is_exact_id(rule, "shove")


# Every language


def code(text: str) -> Counter[str]:
    """The notation in a text: typed lines, and boards."""
    return Counter(re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL))


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("game", CATALOGUE)
def test_a_page_has_the_same_rules_in_the_same_order_in_every_language(game: str, language: str) -> None:
    english, other = page_of(game, ENGLISH), page_of(game, language)
    missing = [rule for rule in english if rule not in other]
    assert not missing, f"docs/games/{language}/{game}.md: {missing} is missing"
    assert list(other) == list(english)


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("game", CATALOGUE)
def test_a_rule_is_translated_and_its_notation_is_not(game: str, language: str) -> None:
    english, other = page_of(game, ENGLISH), page_of(game, language)
    assert [rule for rule in other if other[rule].text == english[rule].text] == []
    assert [rule for rule in other if len(other[rule].text) < len(english[rule].text) / 2] == []
    assert [rule for rule in other if code(other[rule].text) != code(english[rule].text)] == []
    parts = {rule.part for rule in english.values()} & {rule.part for rule in other.values()}
    assert parts <= {"Notation", "Berserk"}, "headings that are the same in both"


def page(game: str, language: str) -> str:
    folder = FOLDER if language == ENGLISH else FOLDER / language
    return (folder / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("game", CATALOGUE)
def test_a_page_has_the_same_structure_in_every_language(game: str, language: str) -> None:
    def structure(page: str) -> list[str]:
        """Headings by their level, pictures by their file, rows of tables by their notation."""
        lines = re.findall(r"^#+ |^\|.*$|\]\((?:\.\./)+images/[^)]+\)", page, re.MULTILINE)
        return [line.strip() if line.startswith("#") else shape(line) for line in lines]

    def shape(line: str) -> str:
        files = re.findall(r"images/([^)]+)\)", line)
        return " ".join([str(line.count("|")), *(files or sorted(set(re.findall(r"^\| `[^`]+`", line))))])

    assert structure(page(game, language)) == structure(page(game, ENGLISH))


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("game", CATALOGUE)
def test_every_option_and_its_values_are_explained_in_every_language(game: str, language: str) -> None:
    def options(page: str) -> dict[str, Counter[str]]:
        found = re.findall(r"^\| `(\w+)` \| [^|]*\|(.*)\|$", page, re.MULTILINE)
        return {key: code(told) for key, told in found}

    keys = [option.key for option in CATALOGUE[game].game.options]
    there, here = options(page(game, language)), options(page(game, ENGLISH))
    assert [key for key in keys if there[key].keys() != here[key].keys()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CATALOGUE)
def test_every_rule_fits_below_its_refusal_in_one_message(game: str, language: str) -> None:
    title = CATALOGUE[game].game.title
    for rule in rules_of(game, language):
        told = "\n".join(rule_lines(words_in(language), rule, title))
        assert len(told) + ROOM <= TEXT_LIMIT, f"{rule.id} takes {len(told)} characters"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CATALOGUE)
def test_nothing_is_left_that_discord_would_not_show(game: str, language: str) -> None:
    for rule in rules_of(game, language):
        prose = re.sub(r"```.*?```", "board", rule.text, flags=re.DOTALL)
        assert not re.search(r"^\s*\||\]\(|!\[|^#|\n\n", prose, re.MULTILINE), rule.id
        assert prose.count("`") % 2 == 0, rule.id
        assert prose.count("*") % 2 == 0, rule.id
        assert rule.part
        assert rule.text.strip() == rule.text != ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CATALOGUE)
def test_a_rule_names_only_rules_that_there_are(game: str, language: str) -> None:
    named = {name for rule in rules_of(game, language) for name in rule.mentions}
    assert [name for name in named if rule_of(name, language) is None] == []
    assert all(len(rule.mentions) <= 5 for rule in rules_of(game, language))


FRENCH = re.compile("(?<![\u202f;!?])[;!?]|(?<!\u00a0)[:%]|(?<!\u202f)»|«(?!\u202f)|'")
NAMES = re.compile(
    r"(?:Thrag|Majesty|Help|Put|Dan|Fran|Energy|Invisibility|Sidewise|Slantwise|Wingaling)!"
    r"|V's|'em|'cept|o' Burn|Distracto's"
)


@pytest.mark.parametrize("game", CATALOGUE)
def test_french_rules_have_their_blanks(game: str) -> None:
    for rule in page_of(game, "fr").values():
        prose = NAMES.sub("", re.sub(r"```.*?```|`[^`]+`", "", rule.text, flags=re.DOTALL))
        assert not FRENCH.search(prose), rule.id
