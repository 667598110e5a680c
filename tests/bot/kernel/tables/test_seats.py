"""Seats, codes of tables, and finding the table that a user means."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Person
from bot.kernel.errors import NotSeated, Stale
from bot.kernel.tables.lookup import normalize, parse_code, prefer_seated, the_only
from bot.kernel.tables.seats import check_may_act, may_see, names_at, seating, with_current_name, with_person
from bot.store import Player, Status
from tests.bot.samples import ANN, BEN, CLEO, THERE, click, opening, refusing, table_of

TABLE = table_of((0, ANN), (1, BEN))


@pytest.mark.parametrize(
    ("typed", "table_id"),
    [
        ("T7", 7),
        ("t7", 7),
        (" 7 ", 7),
        ("T007", 7),
        ("7T", None),
        ("", None),
        ("T", None),
        ("TT7", None),
        ("-7", None),
        ("\N{ARABIC-INDIC DIGIT SEVEN}", None),
        ("T7.5", None),
        ("1" * 15, int("1" * 15)),
        ("1" * 16, None),
    ],
)
def test_codes_as_people_type_them(typed: str, table_id: int | None) -> None:
    assert parse_code(typed) == table_id


@pytest.mark.parametrize("seat", [0, 1])
def test_a_guest_is_asked_to_the_other_seat(seat: int) -> None:
    players = seating(ANN, opening(BEN, seat), "seed")
    assert sorted(players, key=lambda player: player.seated) == [
        Player(1 - seat, BEN.id, "Ben", seated=False),
        Player(seat, ANN.id, "Ann"),
    ]
    assert [player.seat for player in players] == [0, 1]


def test_the_lot_is_the_same_for_the_same_seed() -> None:
    lots = [seating(ANN, opening(seat=None), str(seed))[0].seat for seed in range(20)]
    assert lots == [seating(ANN, opening(seat=None), str(seed))[0].seat for seed in range(20)]
    assert set(lots) == {0, 1}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_who_joins_gets_the_free_seat(seat: int) -> None:
    host = Player(seat, ANN.id, "Ann")
    assert with_person((host,), BEN, 2) == tuple(
        sorted((host, Player(1 - seat, BEN.id, "Ben")), key=lambda player: player.seat)
    )


def test_who_was_asked_keeps_the_seat_and_is_seated() -> None:
    players = (Player(0, BEN.id, "Ben", seated=False), Player(1, ANN.id, "Ann"))
    assert with_person(players, BEN, 2) == (Player(0, BEN.id, "Ben"), Player(1, ANN.id, "Ann"))


def test_a_new_name_reaches_only_its_player() -> None:
    renamed_ = with_current_name(TABLE.players, Person(BEN.id, "Benedict"))
    assert [player.name for player in renamed_] == ["Ann", "Benedict"]
    assert names_at(TABLE, frozenset({1})) == ["Ben"]


def test_a_player_may_act() -> None:
    assert check_may_act(TABLE, BEN, None) == 1
    assert check_may_act(TABLE, ANN, TABLE.revision) == 0


def test_the_first_thing_that_is_wrong_is_told() -> None:
    with pytest.raises(NotSeated):
        check_may_act(TABLE, CLEO, 0)
    with pytest.raises(Stale):
        check_may_act(TABLE, ANN, TABLE.revision - 1)
    with refusing("game-over"):
        check_may_act(table_of((0, ANN), (1, BEN), status=Status.OVER), ANN, 0)
    with refusing("closed"):
        check_may_act(table_of((0, ANN), status=Status.CLOSED), CLEO, 0)
    with refusing("not-begun"):
        check_may_act(table_of((0, ANN), status=Status.OPEN), CLEO, 0)


def test_a_table_is_seen_in_its_channel_and_by_its_players() -> None:
    assert may_see(TABLE, click(CLEO))
    assert may_see(TABLE, click(BEN, channel=THERE))
    assert not may_see(TABLE, click(CLEO, channel=THERE))


def test_ones_own_tables_come_before_all_others() -> None:
    other = table_of((0, BEN), (1, CLEO))
    assert prefer_seated([TABLE, other], ANN) == [TABLE]
    assert prefer_seated([TABLE, other], Person(99, "Dora")) == [TABLE, other]


def test_one_table_is_meant_several_are_asked_about_none_is_refused() -> None:
    assert the_only([TABLE], "no-table-here", CATALOGUE) is TABLE
    with refusing("which-table"):
        the_only([TABLE, TABLE], "no-table-here", CATALOGUE)
    with refusing("no-table-here"):
        the_only([], "no-table-here", CATALOGUE)


@pytest.mark.parametrize("typed", ["dE2-E10", "DE2 \N{EN DASH} e10", " d e2 > e10 "])
def test_letters_are_what_remains_of_a_line(typed: str) -> None:
    assert normalize(typed) == "de2e10"
