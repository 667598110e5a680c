"""Lines as people type them, and the one line that the engine writes."""

from __future__ import annotations

import pytest

from engine.core import Fault
from engine.octagon.board import NEIGHBOURS, SQUARES, in_order, squares_of
from engine.octagon.model import PlayerCall, Side
from engine.thud import GAME
from engine.thud.model import START, STONE_SQUARE, Move, State
from tests.engine.thud.boards import expect_refusal, play, squares, state

BEGIN = State(START.dwarfs, START.trolls)
TO_HURL = state("    8 . . . . d d T R . . . . . . . 8", Side.DWARFS)
TO_CAPTURE = state(
    """
       A B C D E F G H J K L M N O P
     9 . . . . . . T . . . . . . . . 9
    10 . . . . d . . . . . . . . . . 10
    11   . . . d . d . . . . . . .   11
    """,
    Side.TROLLS,
)
TO_SHOVE = state(
    """
       A B C D E F G H J K L M N O P
     9 . . . . . . T T T . . . . . . 9
    10 . . . . d . . . . . . . . . . 10
    11   . . . . . . . . . . . . .   11
    """,
    Side.TROLLS,
)


@pytest.mark.rule("thud:notation-1")
def test_moves_are_written_as_the_common_programs_write_them() -> None:
    e2, e10, g9, d9, f9, f8, g8 = squares("E2", "E10", "G9", "D9", "F9", "F8", "G8")
    assert str(Move(Side.DWARFS, e2, e10)) == "dE2-E10"
    assert str(Move(Side.TROLLS, g9, d9, (e10, f9))) == "TG9-D9xE10xF9"
    assert str(Move(Side.DWARFS, f8, g8, (g8,))) == "dF8-G8xG8"


@pytest.mark.rule("thud:notation-3")
@pytest.mark.parametrize(
    "line",
    [
        "dE2-E10",
        "e2 e10",
        "E2-E10",
        "e2e10",
        "de2e10",
        "DE2-E10",
        "d e2 - e10",
        "E 2  to  E 10",
        "e2>e10",
        "e2->e10",
        "E2\N{EN DASH}E10",
        "E2\N{EM DASH}E10",
        "E2 \N{RIGHTWARDS ARROW} E10",
        "  e02-e10 ",
        "E2\tE10",
        "e2, e10",
        "z e2 e10",
        "Ze2-e10",
        "Zwerg E2 nach E10",
        "n e2 e10",
        "nain E2 à E10",
        "dwarf e2 to e10",
        "E2 vers E10",
    ],
)
def test_a_dwarfs_move_is_understood_however_it_is_typed(line: str) -> None:
    assert str(GAME.parse(line, BEGIN)) == "dE2-E10"


@pytest.mark.rule("thud:notation-3")
def test_file_d_is_not_taken_for_the_letter_of_a_dwarf() -> None:
    assert str(GAME.parse("d3-d10", BEGIN)) == "dD3-D10"
    assert str(GAME.parse("dd3 d10", BEGIN)) == "dD3-D10"
    assert str(GAME.parse("d13d12", BEGIN)) == "dD13-D12"


@pytest.mark.rule("thud:notation-3")
def test_file_n_is_not_taken_for_the_letter_of_a_french_dwarf() -> None:
    assert str(GAME.parse("n12 n5", BEGIN)) == "dN12-N5"
    assert str(GAME.parse("nn12 n5", BEGIN)) == "dN12-N5"


@pytest.mark.rule("thud:notation-3")
@pytest.mark.parametrize(
    "line",
    [
        "dF8-G8xG8",
        "dF8-G8",
        "f8 g8",
        "F8-G8",
        "F8-G8xG8",
        "df8g8x g8",
        "f8xg8",
        "F8 takes G8",
        "F8 to G8, takes the troll",
        "F8 nach G8, schlägt den Troll",
        "F8 à G8, prend le troll",
    ],
)
def test_the_capture_of_a_hurl_may_be_left_out(line: str) -> None:
    assert str(GAME.parse(line, TO_HURL)) == "dF8-G8xG8"


@pytest.mark.rule("thud:notation-3")
@pytest.mark.parametrize(
    "line",
    [
        "TG9-F10xE10xE11xG11",
        "g9 f10 x g11 x e10 x e11",
        "G9-F10xE11,E10+G11",
        "G9F10xE10xE10xG11xE11",
        "g9 f10 e11 g11 e10",
        "t g9 f10 takes g11 and e10, e11",
        "Troll G9 nach F10, schlägt E10, E11 und G11",
        "G9 nach F10 schlaegt G11 E11 E10",
        "G9 à F10, prend E10, E11 et G11",
        "g9 x e10 e11 g11",
    ],
)
def test_captures_come_in_any_order(line: str) -> None:
    assert str(GAME.parse(line, TO_CAPTURE)) == "TG9-F10xE10xE11xG11"


@pytest.mark.rule("thud:notation-3")
def test_captures_left_out_are_asked_for_where_they_matter() -> None:
    error = expect_refusal(TO_CAPTURE, "g9-f10")
    assert (error.fault, error.values) == (Fault.AMBIGUOUS, {"count": 8})
    assert error.near == (
        "TG9-F10xE10xE11xG11",
        "TG9-F10xE10xE11",
        "TG9-F10xE10xG11",
        "TG9-F10xE11xG11",
        "TG9-F10",
    )


@pytest.mark.rule("thud:notation-3")
def test_who_is_taken_says_where_to_if_there_is_one_way() -> None:
    assert str(GAME.parse("g9 x e11 g11", TO_CAPTURE)) == "TG9-F10xE11xG11"
    error = expect_refusal(TO_CAPTURE, "g9xe10")
    assert (error.fault, error.key, error.values) == (Fault.AMBIGUOUS, "which-landing", {"count": 2})
    assert error.near == ("TG9-F9xE10", "TG9-F10xE10")


@pytest.mark.rule("thud:notation-3")
def test_what_cannot_be_taken_is_refused_and_not_left_out() -> None:
    assert expect_refusal(TO_CAPTURE, "g9xf10").key == "not-beside"
    assert expect_refusal(BEGIN, "e2xe10").key == "hurl-takes-target"


@pytest.mark.rule("thud:notation-1", "thud:notation-3")
def test_a_full_line_without_captures_is_taken_at_its_word() -> None:
    assert str(GAME.parse("TG9-F10", TO_CAPTURE)) == "TG9-F10"
    assert play(TO_CAPTURE, "TG9-F10").state.dwarfs == TO_CAPTURE.dwarfs


@pytest.mark.rule("thud:notation-3", "thud:shove-2")
def test_captures_left_out_are_filled_in_where_there_is_one_way() -> None:
    """The shove from G9 to E9 meets one dwarf and must capture; the step to G10 meets none."""
    assert str(GAME.parse("TG9-E9", TO_SHOVE)) == "TG9-E9xE10"
    assert str(GAME.parse("g9 e9", TO_SHOVE)) == "TG9-E9xE10"
    assert str(GAME.parse("g9 g10", TO_SHOVE)) == "TG9-G10"


@pytest.mark.rule("thud:notation-1")
@pytest.mark.parametrize("call", PlayerCall)
def test_calls_are_words(call: PlayerCall) -> None:
    assert GAME.parse(f" {call.value.upper()} ", BEGIN) is call
    assert GAME.parse(str(call), BEGIN) is call


@pytest.mark.rule("thud:notation-3")
@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("Aufgeben", PlayerCall.RESIGN),
        ("give up", PlayerCall.RESIGN),
        ("annehmen", PlayerCall.ACCEPT),
        ("Refuser", PlayerCall.DECLINE),
        ("proposer", PlayerCall.OFFER),
    ],
)
def test_calls_are_understood_in_other_words(line: str, call: PlayerCall) -> None:
    assert GAME.parse(line, BEGIN) is call


@pytest.mark.rule("thud:board-3")
@pytest.mark.parametrize(
    ("line", "key"), [("i5-h5", "file-i"), ("h5 I6", "file-i"), ("dE2-E10xI3", "file-i")]
)
def test_file_i_is_named_as_the_letter_that_is_skipped(line: str, key: str) -> None:
    assert expect_refusal(BEGIN, line).key == key


@pytest.mark.rule("thud:board-3")
@pytest.mark.parametrize("line", ["A1-A2", "e2-e16", "e0-e1", "q5-p5", "e2-e00", "P15-O15"])
def test_what_is_not_on_the_octagon_is_no_square(line: str) -> None:
    assert expect_refusal(BEGIN, line).key == "no-square"


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "e2",
        "e2-",
        "e2-e10-e11",
        "dE2-E10x",
        "pass",
        "offer accept",
        "yE2-E10",
        "mit E2 E10",
        "f8 x",
        "takes e10",
        "e2-e100",
        "\u0665\u0662 e10",
        "?",
    ],
)
def test_what_is_no_notation_is_refused_as_such(line: str) -> None:
    error = expect_refusal(BEGIN, line)
    assert (error.key, error.fault) == ("not-notation", Fault.MALFORMED)


def test_a_misspelt_line_names_legal_lines_like_it() -> None:
    error = expect_refusal(BEGIN, "dE2--E!0")
    assert error.near[0].startswith("dE2-E")
    assert len(error.near) == 5


def test_the_opponents_piece_is_not_asked_about_but_refused() -> None:
    """Two dwarfs could be captured, but it is not the trolls' turn."""
    dwarfs_turn = State(TO_CAPTURE.dwarfs, TO_CAPTURE.trolls)
    assert expect_refusal(dwarfs_turn, "g9-f10").key == "not-your-piece"


@pytest.mark.rule("thud:notation-2")
def test_no_line_is_longer_than_36_characters() -> None:
    """Seven captures at most: one of the squares around the landing is the one the troll came over."""
    longest = max(
        (
            Move(Side.TROLLS, origin, target, tuple(in_order(set(squares_of(NEIGHBOURS[target])) - {origin})))
            for target in SQUARES
            for origin in squares_of(NEIGHBOURS[target])
            if STONE_SQUARE not in (origin, target)
        ),
        key=lambda move: len(str(move)),
    )
    assert len(longest.captured) == 7
    assert len(str(longest)) == 36


@pytest.mark.rule("thud:notation-1")
def test_every_legal_action_is_read_back_from_its_line() -> None:
    crowded = state(
        """
       A B C D E F G H J K L M N O P
     6 . . . d d d d . . T T T . . . 6
     7 . . . . . T . T . . . . . d . 7
     8 . . . . d . . R . T d . . . . 8
     9 . . . . . . T . T . d . d . . 9
    10 . . . . d d d . . . . d . . . 10
        """,
        Side.TROLLS,
        quiet_limit=5,
        quiet=5,
        offer=0,
    )
    for before, seat in ((crowded, 1), (State(crowded.dwarfs, crowded.trolls), 0), (BEGIN, 0)):
        legal = GAME.legal(before, seat)
        assert len(legal) > 50
        for action in legal:
            assert GAME.parse(str(action), before) == action


@pytest.mark.rule("thud:notation-3")
@pytest.mark.parametrize(
    ("before", "line", "meant"),
    [
        (TO_HURL, "hurl f8 to g8", "dF8-G8xG8"),
        (TO_HURL, "Throw f8 at g8", "dF8-G8xG8"),
        (TO_HURL, "hurl the dwarf from f8 at the troll on g8", "dF8-G8xG8"),
        (TO_HURL, "wirf F8 auf G8", "dF8-G8xG8"),
        (TO_HURL, "F8 auf G8 werfen", "dF8-G8xG8"),
        (TO_HURL, "lancer f8 sur g8", "dF8-G8xG8"),
        (TO_HURL, "f8 to g8, taking the troll.", "dF8-G8xG8"),
        (TO_HURL, "f8 nach g8, den Troll schlagen", "dF8-G8xG8"),
        (TO_SHOVE, "shove g9 to d9 capturing e10", "TG9-D9xE10"),
        (TO_SHOVE, "shove g9 d9", "TG9-D9xE10"),
        (TO_SHOVE, "Sto\N{LATIN SMALL LETTER SHARP S}e G9 nach D9", "TG9-D9xE10"),
        (TO_SHOVE, "g9 to e9, takes the dwarf", "TG9-E9xE10"),
        (TO_SHOVE, "step g9 g10", "TG9-G10"),
        (TO_CAPTURE, "g9 f10 takes all", "TG9-F10xE10xE11xG11"),
        (TO_CAPTURE, "g9 f10 takes all 3 dwarfs", "TG9-F10xE10xE11xG11"),
        (TO_CAPTURE, "from g9 to f10, all", "TG9-F10xE10xE11xG11"),
        (TO_CAPTURE, "G9 nach F10, alle schlagen", "TG9-F10xE10xE11xG11"),
        (TO_CAPTURE, "g9 nach f10, E10 schlagen", "TG9-F10xE10"),
        (TO_CAPTURE, "g9 f10 capture tous", "TG9-F10xE10xE11xG11"),
        (TO_CAPTURE, "g9 f10 takes nothing", "TG9-F10"),
        (TO_CAPTURE, "g9 nach f10, nichts schlagen", "TG9-F10"),
        (BEGIN, "move e2 e10", "dE2-E10"),
        (BEGIN, "move from e2 to e10", "dE2-E10"),
        (BEGIN, "dwarf from e2 to e10", "dE2-E10"),
        (BEGIN, "the dwarf on e2 to e10", "dE2-E10"),
        (BEGIN, "run e2 e10", "dE2-E10"),
        (BEGIN, "Zwerg von E2 nach E10 ziehen", "dE2-E10"),
        (BEGIN, "aller de e2 vers e10", "dE2-E10"),
        (BEGIN, "e2 e10.", "dE2-E10"),
        (BEGIN, "`dE2-E10`", "dE2-E10"),
    ],
)
def test_the_words_of_the_game_are_read(before: State, line: str, meant: str) -> None:
    assert str(GAME.parse(line, before)) == meant


@pytest.mark.rule("thud:notation-3")
@pytest.mark.parametrize(
    ("before", "line", "first"),
    [
        (BEGIN, "e2 e10 takes the troll", "dE2-E10"),
        (BEGIN, "hurl e2 e10", "dE2-E10"),
        (BEGIN, "shove e2 e10", "dE2-E10"),
        (BEGIN, "e2 e10 takes all", "dE2-E10"),
        (BEGIN, "e2 e10?", "dE2-E10"),
        (BEGIN, "not e2 e10", "dE2-E10"),
        (TO_HURL, "run f8 g8", "dF8-G8xG8"),
        (TO_HURL, "shove f8 g8", "dF8-G8xG8"),
        (TO_SHOVE, "g9 d9 takes the troll", "TG9-D9xE10"),
        (TO_SHOVE, "step g9 d9", "TG9-D9xE10"),
        (TO_SHOVE, "hurl g9 d9", "TG9-D9xE10"),
        (TO_SHOVE, "g9 d9 takes all 2", "TG9-D9xE10"),
    ],
)
def test_words_that_are_not_so_are_answered_with_the_nearest_move(
    before: State, line: str, first: str
) -> None:
    error = expect_refusal(before, line)
    assert (error.key, error.near[0]) == ("not-notation", first)


@pytest.mark.rule("thud:notation-3", "thud:shove-2")
def test_nothing_is_taken_only_where_that_is_legal() -> None:
    assert expect_refusal(TO_SHOVE, "g9 e9 takes nothing").fault is Fault.ILLEGAL


@pytest.mark.parametrize(
    ("before", "line", "meant"),
    [
        (BEGIN, "e2:e10", "dE2-E10"),
        (BEGIN, "e2/e10", "dE2-E10"),
        (BEGIN, "f1|f5", "dF1-F5"),
        (BEGIN, "k15=k10", "dK15-K10"),
        (TO_SHOVE, "g9;d9", "TG9-D9xE10"),
    ],
)
def test_of_a_misspelt_line_the_move_between_its_squares_comes_first(
    before: State, line: str, meant: str
) -> None:
    assert expect_refusal(before, line).near[0] == meant
