"""What a line means, and what people may write instead of it."""

from __future__ import annotations

import pytest

from engine.core import Fault, IllegalAction
from engine.koom import GAME
from engine.koom.model import Move, Piece
from engine.koom.moves import moves_of
from engine.octagon.board import BY_NAME
from engine.octagon.model import PlayerCall, Side
from tests.engine.koom.boards import BEGIN, NO_CHANCE, expect_refusal, state

RING = state(
    """
    8 . . . . . . T d . . . . . . . 8
    9 . . . . . . d T d . . . . . . 9
   10 . . . . . . . d . . . . . . . 10
   15           d . . . .           15
    """,
    Side.TROLLS,
)
SANDWICH = state(
    """
    8 . . d . . d T . . d . . . . R 8
    9 T . . . . . . . . . . . . . d 9
    """,
    Side.DWARFS,
)


@pytest.mark.rule("koom:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        *("dK8-H8xG8", "dK8-H8", "k8h8", "K8 h8", "k 8 to h 8", "zwerg k8 nach h8", "nain k8\N{EN DASH}h8"),
        *(f"k8{dash}h8" for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"),
        *("k8 h8 takes g8", "DK8-H8XG8", "k8-h8 schl\N{LATIN SMALL LETTER A WITH DIAERESIS}gt g8", "k8xg8"),
    ],
)
def test_a_dwarfs_line_is_read_however_it_is_written(line: str) -> None:
    due = Move(Piece.DWARF, BY_NAME["K8"], (BY_NAME["H8"],), (BY_NAME["G8"],))
    assert GAME.parse(line, SANDWICH) == due
    assert str(due) == "dK8-H8xG8"


@pytest.mark.rule("koom:notation-1")
@pytest.mark.parametrize("line", ["RP8-P7", "rock p8 p7", "p8p7", "Fels P8-P7", "rocher p8-p7"])
def test_the_rock_is_moved_by_its_letter_or_by_its_square(line: str) -> None:
    now = state(" 8 . . . . . . . . . . . . . d R 8", Side.DWARFS)
    assert GAME.parse(line, now) == Move(Piece.ROCK, BY_NAME["P8"], (BY_NAME["P7"],))


@pytest.mark.rule("koom:notation-2", "koom:notation-3")
@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("TG8-J8-J10", "TG8-J8-J10"),
        ("g8 j8 j10", "TG8-J8-J10"),
        ("troll g8 nach j8 nach j10", "TG8-J8-J10"),
        ("g8-j10xh8xj9", "TG8-J8-J10"),
        ("g8xh8xj9", "TG8-J8-J10"),
        ("g8 takes j9 and h8", "TG8-J8-J10"),
        ("TG8-J8", "TG8-J8"),
        ("g8-j8", "TG8-J8"),
    ],
)
def test_a_trample_is_read_by_its_way_or_by_whom_it_takes(line: str, due: str) -> None:
    assert str(GAME.parse(line, RING)) == due


@pytest.mark.rule("koom:notation-3")
def test_where_several_moves_could_be_meant_it_is_asked_which() -> None:
    with pytest.raises(IllegalAction) as asked:
        GAME.parse("g8-j10", RING)
    assert (asked.value.fault, asked.value.rule) == (Fault.AMBIGUOUS, "koom:notation-3")
    assert set(asked.value.near) == {"TG8-J8-J10", "TG8-G10-J10"}


@pytest.mark.rule("koom:notation-3")
def test_another_way_round_is_the_same_move() -> None:
    ways = {str(GAME.parse(line, RING)) for line in ("TG8-J8-J10-G10-G8", "TG8-G10-J10-J8-G8")}
    assert len(ways) == 1
    assert ways < {str(move) for move in moves_of(RING.position, Side.TROLLS)}


@pytest.mark.rule("koom:board-3")
@pytest.mark.parametrize(
    ("line", "key"),
    [("i5-i6", "file-i"), ("A1-A2", "no-square"), ("dH9-H16", "no-square"), ("h", "not-notation")],
)
def test_what_is_no_square_is_told(line: str, key: str) -> None:
    with pytest.raises(IllegalAction) as told:
        GAME.parse(line, BEGIN)
    assert (told.value.fault, told.value.key) == (Fault.MALFORMED, key)


@pytest.mark.rule("koom:notation-1")
@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("offer", PlayerCall.OFFER),
        ("Annehmen", PlayerCall.ACCEPT),
        ("refuser", PlayerCall.DECLINE),
        ("claim", PlayerCall.CLAIM),
    ],
)
def test_calls_are_those_of_thud(line: str, call: PlayerCall) -> None:
    assert GAME.parse(line, BEGIN) is call


@pytest.mark.rule("koom:notation-4")
def test_a_line_is_what_an_export_has_of_a_move() -> None:
    for move in moves_of(BEGIN.position, Side.DWARFS):
        assert GAME.parse(str(move), BEGIN) == move


@pytest.mark.parametrize(
    ("line", "rule", "key"),
    [
        ("dH9-J11-L11", "koom:dwarf-1", "not-straight"),
        ("dH9-G11", "koom:dwarf-1", "not-straight"),
        ("dH9-H7", "koom:board-2", "blocked"),
        ("dF15-H15", "koom:dwarf-2", "blocked"),
        ("TH9-H10", "koom:notation-1", "wrong-letter"),
        ("RH9-H10", "koom:notation-1", "wrong-letter"),
        ("dH8-H7", "koom:notation-1", "wrong-letter"),
        ("dH9-H10xH11", "koom:sandwich-1", "takes-nobody"),
        ("dA8-B8", "koom:turn-2", "nobody-there"),
        ("TF2-F1", "koom:turn-2", "not-your-piece"),
    ],
)
@pytest.mark.rule("koom:turn-2", "koom:notation-1")
def test_what_dwarfs_cannot_do(line: str, rule: str, key: str) -> None:
    found = expect_refusal(BEGIN, line)
    assert (found.fault, found.rule, found.key) == (Fault.ILLEGAL, rule, key)


@pytest.mark.parametrize(
    ("line", "rule", "key"),
    [
        ("TG8-G12", "koom:troll-1", "too-far"),
        ("TG8-E9", "koom:troll-1", "not-straight"),
        ("TH9-H9", "koom:turn-3", "same-square"),
        ("TG8-G6-G4", "koom:trample-1", "no-jump"),
        ("TG8-J8xG9", "koom:trample-1", "takes-others"),
        ("RH15-H14", "koom:rock-3", "not-your-rock"),
    ],
)
@pytest.mark.rule("koom:trample-1", "koom:troll-1")
def test_what_trolls_cannot_do(line: str, rule: str, key: str) -> None:
    found = expect_refusal(RING, line)
    assert (found.fault, found.rule, found.key) == (Fault.ILLEGAL, rule, key)


def test_a_refusal_names_what_the_same_piece_can_do() -> None:
    assert expect_refusal(BEGIN, "dH9-G11").near
    assert all(line.startswith("dH9-") for line in expect_refusal(BEGIN, "dH9-G11").near)
    assert all(
        GAME.apply(BEGIN, 0, GAME.parse(line, BEGIN), NO_CHANCE)
        for line in expect_refusal(BEGIN, "a7-a8").near
    )


@pytest.mark.rule("koom:notation-3")
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("move e14 e4", "dE14-E4"),
        ("run from e14 to e4.", "dE14-E4"),
        ("`e14 e4`", "dE14-E4"),
        ("Zwerg von E14 nach E4 ziehen", "dE14-E4"),
        ("move rock to h7", "RH8-H7"),
        ("rock h7", "RH8-H7"),
        ("push the rock to g8", "RH8-G8"),
        ("push h8 g8", "RH8-G8"),
        ("Fels nach G8 schieben", "RH8-G8"),
        ("pousser le rocher en g8", "RH8-G8"),
    ],
)
def test_the_words_of_the_game_are_read(line: str, meant: str) -> None:
    assert str(GAME.parse(line, BEGIN)) == meant


@pytest.mark.rule("koom:notation-3")
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("trample g8 j8", "TG8-J8"),
        ("g8 j8 takes the dwarf", "TG8-J8"),
        ("g8-j8 takes all", "TG8-J8"),
        ("walk g8 g7", "TG8-G7"),
        ("g8 g7 takes nothing", "TG8-G7"),
    ],
)
def test_the_words_for_trolls_are_read(line: str, meant: str) -> None:
    assert str(GAME.parse(line, RING)) == meant


@pytest.mark.rule("koom:notation-3")
def test_a_dwarf_can_be_said_to_take_the_troll() -> None:
    for line in ("k8 h8 takes the troll", "k8 h8, takes all", "run k8 h8"):
        assert str(GAME.parse(line, SANDWICH)) == "dK8-H8xG8"


@pytest.mark.rule("koom:notation-3")
@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("push e14 e4", "dE14-E4"),
        ("trample e14 e4", "dE14-E4"),
        ("e14 e4 takes the troll", "dE14-E4"),
        ("e14 e4 takes all", "dE14-E4"),
        ("run h8 g8", "RH8-G8"),
        ("e14:e4", "dE14-E4"),
        ("e14 e4?", "dE14-E4"),
    ],
)
def test_words_that_are_not_so_are_answered_with_the_nearest_move(line: str, first: str) -> None:
    told = expect_refusal(BEGIN, line)
    assert (told.key, told.near[0]) == ("not-notation", first)
