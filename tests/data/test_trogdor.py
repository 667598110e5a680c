"""The facts of Trogdor!!, and what is said of facts that do not hold."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any, get_args

import pytest

from data.loading import BadData, read_facts
from data.trogdor import FACTS, MAPS, MOVEMENT, Facts, MapsFile, MovementFact, When
from data.trogdor_files import STEPS, TILES

OWN = json.loads(files("data").joinpath("trogdor.json").read_text(encoding="utf-8"))


def fault_with(**changes: Any) -> str:
    """The one fault of the game's facts with some entries changed."""
    with pytest.raises(BadData) as caught:
        read_facts(Facts, json.dumps(OWN | changes), "own.json")
    (fault,) = caught.value.faults
    return fault


def end(card: MovementFact) -> tuple[int, int]:
    """Where a path leads from the north-west corner, round the edges."""
    return (
        sum(STEPS[step][0] for step in card.path) % 5,
        sum(STEPS[step][1] for step in card.path) % 5,
    )


@pytest.mark.rule("trogdor:ruling-1")
def test_the_trog_deck_has_36_cards() -> None:
    assert sum(card.copies for card in FACTS.cards) == 29
    assert FACTS.troghammers == 7


def test_there_are_18_kinds_of_cards_and_nine_keepers_and_items() -> None:
    assert (len(FACTS.cards), len(FACTS.keepers), len(FACTS.items)) == (18, 9, 9)


def test_every_card_has_its_moment() -> None:
    moments = {when: sorted(card.id for card in FACTS.cards if card.when == when) for when in get_args(When)}
    assert [len(cards) for cards in moments.values()] == [7, 4, 2, 4, 1]
    assert moments["path"] == [card.id for card in FACTS.cards if card.points == 0]


@pytest.mark.rule("trogdor:card-high-energy")
def test_high_energy_brings_the_most_points() -> None:
    ((best, points), (_, second), *_) = sorted(
        ((card.id, card.points) for card in FACTS.cards), key=lambda card: -card[1]
    )
    assert (best, points, second) == ("high-energy", 7, 5)


def test_everything_has_words_that_fit_on_a_card() -> None:
    words = [
        FACTS.troghammer.effect,
        *(card.effect for card in FACTS.cards),
        *(keeper.effect for keeper in FACTS.keepers),
        *(text for item in FACTS.items for text in (item.use, item.recharge)),
    ]
    assert all(text.endswith(".") and len(text) <= 160 for text in words)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"cards": [*OWN["cards"][1:], OWN["cards"][1]]}, "more than one card consummate-vs"),
        ({"keepers": [*OWN["keepers"][1:], OWN["keepers"][1]]}, "more than one keeper cranjegg"),
        ({"items": [*OWN["items"][1:], OWN["items"][1]]}, "more than one item pouch"),
        ({"cards": OWN["cards"][1:]}, "29 action cards belong to the game, here are 27"),
        ({"keepers": OWN["keepers"][1:]}, "9 keepers belong to the game, here are 8"),
        ({"items": OWN["items"][1:]}, "9 items belong to the game, here are 8"),
    ],
)
def test_facts_that_do_not_hold_are_named(changes: dict[str, Any], fault: str) -> None:
    assert fault_with(**changes) == f"file: Value error, {fault}"


def test_a_card_with_a_moment_that_nobody_knows_is_named() -> None:
    first = OWN["cards"][0] | {"when": "later"}
    assert fault_with(cards=[first, *OWN["cards"][1:]]).startswith(
        "cards.0.when: Input should be 'turn', 'before'"
    )


def test_facts_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        FACTS.cards[0].points = 9


@pytest.mark.rule("trogdor:ruling-58")
def test_no_path_of_the_house_ends_where_it_began() -> None:
    assert [card.id for card in MOVEMENT if end(card) == (0, 0)] == []


def test_the_movement_deck_of_the_house_is_balanced() -> None:
    assert len(MOVEMENT) == len({card.id for card in MOVEMENT}) == 50
    steps = Counter(step for card in MOVEMENT for step in card.path)
    assert len(steps) == 4
    assert len(set(steps.values())) == 1
    ends = Counter(end(card) for card in MOVEMENT)
    assert len(ends) == 24
    assert set(ends.values()) == {2, 3}


def test_no_path_of_the_house_crosses_itself() -> None:
    for card in MOVEMENT:
        squares = [(0, 0)]
        for step in card.path:
            squares.append((squares[-1][0] + STEPS[step][0], squares[-1][1] + STEPS[step][1]))
        assert len(set(squares)) == len(squares), card.id


def test_the_movement_deck_wants_none_to_four_peasants() -> None:
    assert {card.spawn for card in MOVEMENT} == {0, 1, 2, 3, 4}
    assert {card.peasants.repair for card in MOVEMENT} == {True, False}


@pytest.mark.rule("trogdor:board-2", "trogdor:ruling-59")
def test_the_maps_of_the_house_have_the_same_tiles() -> None:
    assert list(MAPS) == ["easy", "normal", "hard"]
    assert all(Counter("".join(found.rows)) == TILES for found in MAPS.values())
    assert sum(TILES.values()) == 25


def test_maps_and_movement_deck_are_marked_as_the_houses_own() -> None:
    assert all(found.house and found.name == name for name, found in MAPS.items())
    assert json.loads(files("data").joinpath("trogdor_movement.json").read_text(encoding="utf-8"))["house"]


def test_trogdor_starts_in_the_middle_and_only_the_easy_lake_is_plain() -> None:
    assert {found.trogdor for found in MAPS.values()} == {(2, 2)}
    assert {found.troghammer_entry for found in MAPS.values()} == {(2, 2)}
    assert [name for name, found in MAPS.items() if found.lake_is_plain] == ["easy"]


def test_a_map_of_the_house_that_does_not_hold_is_refused() -> None:
    with pytest.raises(BadData, match=r"maps\.odd\.rows: Value error, a map has 5 rows, here are 0"):
        read_facts(MapsFile, '{"house": true, "maps": {"odd": {"rows": []}}}', "own.json")
