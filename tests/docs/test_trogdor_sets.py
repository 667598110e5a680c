"""Every card, keeper, item and house ruling of Trogdor!! is on its page, in the code and in the tests."""

from __future__ import annotations

import json
import re

import pytest

from data.trogdor import FACTS, MAPS, MovementFact, read_map
from engine.trogdor.board import name, square_at
from engine.trogdor.cards import Card, Item, Keeper
from tests.docs.pages import blocks, read, section, tables
from tests.docs.test_rules import anchors, cited_rules, proven

PAGE = read("docs/games/trogdor.md")
RULINGS = {str(number) for number in range(1, 60) if number != 50} | {f"50{letter}" for letter in "abcde"}
SETS = {
    "card": {card.id for card in FACTS.cards} | {"troghammer"},
    "keeper": {keeper.id for keeper in FACTS.keepers},
    "item": {item.id for item in FACTS.items},
    "ruling": RULINGS,
}
PLACES = {"docs/games/trogdor.md": anchors, "engine/trogdor and data": cited_rules, "tests": proven}


def test_the_facts_are_about_the_cards_keepers_and_items_of_the_engine() -> None:
    assert SETS["card"] == set(Card)
    assert SETS["keeper"] == set(Keeper)
    assert SETS["item"] == set(Item)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", SETS)
def test_nothing_is_missing_and_nothing_is_made_up(kind: str, place: str) -> None:
    ids = [rule.removeprefix(f"trogdor:{kind}-") for rule in PLACES[place]("trogdor")]
    found = {rule for rule in ids if ":" not in rule}
    missing, strange = sorted(SETS[kind] - found), sorted(found - SETS[kind])
    assert not missing, f"{place}: no {kind} {', '.join(missing)}"
    assert not strange, f"{place}: {kind} {', '.join(strange)} is nowhere else"


def test_the_page_counts_every_card_and_its_points() -> None:
    told = re.findall(
        r"^\*\*trogdor:card-([a-z-]+)\*\* · (.+?)[.!] (\d) cards?, (\d) points\.", PAGE, re.MULTILINE
    )
    assert sorted(told) == sorted(
        (card.id, card.title.removesuffix("!"), str(card.copies), str(card.points)) for card in FACTS.cards
    )


@pytest.mark.parametrize("fact", [*FACTS.keepers, *FACTS.items], ids=lambda fact: fact.id)
def test_the_page_calls_keepers_and_items_by_their_names(fact: object) -> None:
    told = vars(fact)
    kind = "item" if "use" in told else "keeper"
    assert f"**trogdor:{kind}-{told['id']}** · {told['title']}. " in PAGE


def test_the_page_shows_the_maps_of_the_house() -> None:
    (drawn,) = (block.text for block in blocks(PAGE) if "easy" in block.text and "a b c d e" in block.text)
    lines = [re.split(r" {2,}", line[2:].rstrip()) for line in drawn.splitlines()[2:]]
    for column, shown in enumerate(MAPS.values()):
        assert tuple(line[column].replace(" ", "") for line in lines) == shown.rows


def test_the_page_says_who_starts_where() -> None:
    (starts,) = (table for table in tables(section(PAGE, "The land")) if len(table[0]) == 6)
    assert [cells[0] for cells in starts] == list(MAPS)
    for title, *squares, lake in starts:
        shown = MAPS[title]
        places = (*shown.knights, shown.archer, shown.trogdor)
        assert squares == [name(square_at(*place)) for place in places]
        assert (lake == "a plain tile") is shown.lake_is_plain


def test_the_examples_of_own_files_are_read() -> None:
    example = {block.info.partition("example=")[2]: block.text for block in blocks(PAGE)}
    assert read_map(example["own_map"]).name == "Behind the hills"
    deck = [MovementFact.model_validate(card) for card in json.loads(example["own_deck"])]
    assert [card.id for card in deck] == ["A1", "A2"]


def test_the_page_answers_for_every_number_of_new_peasants() -> None:
    (table,) = tables(section(PAGE, "New peasants"))
    assert [cells[0] for cells in table] == list("01234")
