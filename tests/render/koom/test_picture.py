"""Koom Valley as a picture: what is where, what is marked, and that it is small in every sense."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games.catalogue import words_in
from engine.koom.model import Piece, State
from engine.koom.moves import moves_of
from engine.octagon.board import BY_NAME, SQUARES, bits, name
from engine.octagon.model import Side
from render.kit.canvas import LIMIT, SMALLEST, Face, png, width
from render.kit.sheet import Sheet
from render.koom.colours import PALETTE, VALLEY
from render.koom.hint import hinted_places
from render.koom.labels import in_english
from render.koom.paint import paint
from render.koom.score import STAMP, TURN
from render.koom.squares import SquareContents, square_contents
from render.koom.valley import ground_of
from render.octagon.board import TILE, corner
from render.octagon.colours import NAMED
from render.octagon.colours import PALETTE as OF_THUD
from render.octagon.signs import SIGN
from tests.render.eyes import EYES, contrast, difference, lightness
from tests.render.regenerate import changed_pixels, where
from tools.gallery.koom import PICTURES, move, view

SHEET = Sheet(
    "T7", "3f9a1c", "Koom Valley", "Rowan: dwarfs to move", names=("Rowan", "Magda"), say=in_english
)
GROUNDS = [of for of in VALLEY if of.partition("-")[0] in ("meadow", "heath", "scree", "home", "water")]
FLAT = [of for of in GROUNDS if not of.endswith(("-deep", "-lit"))]
SHOWN = {name: state for name, (state, _) in PICTURES.items() if state.last is not None}

every_eye = pytest.mark.parametrize("eyes", EYES)


def differing(one: State, two: State, sheet: Sheet = SHEET, other: Sheet | None = None) -> set[str]:
    """The squares in which two pictures differ; "frame" is everything around them."""
    return set(where(changed_pixels(paint(one, sheet), paint(two, other or sheet)), turned=sheet.turned))


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_small_in_every_sense(picture: str) -> None:
    image = paint(*PICTURES[picture])
    assert (image.mode, image.size) == ("P", (900, 972))
    assert len(png(image)) < 40_000


@pytest.mark.parametrize("seed", range(8))
def test_even_a_full_board_in_disorder_with_all_that_a_troll_reaches_stays_under_40_kb(seed: int) -> None:
    squares = [name(sq) for sq in SQUARES]
    Random(seed).shuffle(squares)
    crowd = view(" ".join(squares[:16]), " ".join(squares[16:24]), squares[24])
    assert len(png(paint(crowd, replace(SHEET, targets=tuple(squares[25:49]))))) < 40_000


def test_the_palette_begins_with_that_of_thud_and_has_room() -> None:
    assert PALETTE.colours[: len(OF_THUD.colours)] == OF_THUD.colours
    assert len(PALETTE.colours) == len(set(PALETTE.colours)) <= LIMIT


@every_eye
@pytest.mark.parametrize("of", FLAT)
@pytest.mark.parametrize("line", ["iron-line", "sand-line"])
def test_every_piece_has_an_outline_on_every_ground(line: str, of: str, eyes: str) -> None:
    assert contrast(NAMED[line], VALLEY[of], eyes) >= 3
    assert contrast(VALLEY["rock-line"], VALLEY[of], eyes) >= 3


@every_eye
def test_the_rune_of_the_rock_is_alight(eyes: str) -> None:
    assert contrast(NAMED["lamplight"], VALLEY["rock-line"], eyes) >= 7
    assert contrast(VALLEY["halo"], VALLEY["rock-line"], eyes) >= 7


@every_eye
@pytest.mark.parametrize("of", FLAT)
@pytest.mark.parametrize(("mark", "edge"), [("amber", "ink"), ("teal", "teal-lit"), ("brick", "cream")])
def test_a_mark_or_its_edge_stands_out_from_every_ground(mark: str, edge: str, of: str, eyes: str) -> None:
    assert max(contrast(NAMED[tone], VALLEY[of], eyes) for tone in (mark, edge)) >= 3


@every_eye
@pytest.mark.parametrize("zone", ["meadow", "heath", "scree", "home"])
def test_the_chequer_is_seen(zone: str, eyes: str) -> None:
    assert lightness(VALLEY[zone], eyes) - lightness(VALLEY[f"{zone}-dark"], eyes) >= 20


@every_eye
@pytest.mark.parametrize("shade", ["", "-dark"])
def test_home_is_told_from_the_rest_of_the_valley(shade: str, eyes: str) -> None:
    assert difference(VALLEY[f"home{shade}"], VALLEY[f"scree{shade}"], eyes) >= 12


@pytest.mark.parametrize("turned", [False, True])
def test_the_river_goes_on_from_square_to_square_however_the_board_is_held(turned: bool) -> None:
    wet = {sq: ground_of(sq, turned).river for sq in SQUARES if ground_of(sq, turned).river}
    steps = {"e": (1, 0, "w"), "w": (-1, 0, "e"), "s": (0, 1, "n"), "n": (0, -1, "s")}
    places = {corner(sq, turned): sides for sq, sides in wet.items()}
    ends = 0
    for (x, y), sides in places.items():
        for side in sides:
            across, down, back = steps[side]
            beside = places.get((x + across * TILE, y + down * TILE))
            ends += beside is None
            assert beside is None or back in beside
    assert (len(places), ends) == (20, 2)


def test_the_squares_of_home_have_doors() -> None:
    doors = {name(sq) for sq in SQUARES if ground_of(sq, turned=False).zone == "home"}
    assert doors == {"F1", "G1", "H1", "J1", "K1"}


@pytest.mark.parametrize("picture", SHOWN)
def test_what_is_shown_as_the_last_move_could_have_been_played(picture: str) -> None:
    state = SHOWN[picture]
    last = state.last
    assert last is not None
    way, taken = 1 << last.origin | 1 << last.target, bits(last.captured)
    now = state.position
    if last.piece is Piece.ROCK:
        before = replace(now, rock=last.origin)
    elif last.piece is Piece.DWARF:
        before = replace(now, dwarfs=now.dwarfs ^ way, trolls=now.trolls | taken)
    else:
        before = replace(now, dwarfs=now.dwarfs | taken, trolls=now.trolls ^ way)
    assert str(last) in set(map(str, moves_of(before, last.side)))


@pytest.mark.parametrize("square", ["A6", "F1", "H7", "P10", "K15", "C8"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_piece_is_drawn_in_its_square_and_nowhere_else(square: str, turned: bool) -> None:
    sheet = replace(SHEET, turned=turned)
    for one, other in ((view(square, ""), view("P6", "")), (view("", square), view("", "P6"))):
        assert differing(one, other, sheet) - {"frame"} == {square, "P6"}
    assert differing(view("", "", square), view("", "", "P6"), sheet) - {"frame"} == {square, "P6"}


def test_a_walk_shows_origin_trail_and_ring_and_nothing_else() -> None:
    moved = view("", "F6", last=move(Piece.TROLL, "F3-F6"))
    assert differing(view("", "F6"), moved) == {"F3", "F4", "F5", "F6"}


def test_a_trample_shows_each_jump_and_everybody_who_was_taken() -> None:
    moved = view("", "H7", last=move(Piece.TROLL, "F3-F5-H7", "F4 G6"))
    assert differing(view("", "H7"), moved) == {"F3", "F4", "F5", "G6", "H7"}
    found = square_contents(moved, SHEET)
    assert {name(sq) for sq, spot in found.items() if spot.ghost is Side.DWARFS} == {"F4", "G6"}
    assert found[BY_NAME["F3"]] == SquareContents(lit=True, left=((0, 1),))
    assert found[BY_NAME["F5"]] == SquareContents(left=((0, -1), (1, 1)))
    assert found[BY_NAME["G6"]].passed == ((1, 1),)
    assert found[BY_NAME["H7"]] == SquareContents(Piece.TROLL, ring=True)
    turned = square_contents(moved, replace(SHEET, turned=True))
    assert turned[BY_NAME["F5"]] == SquareContents(left=((0, 1), (-1, -1)))


def test_a_trample_in_a_ring_ends_where_it_began() -> None:
    ring = move(Piece.TROLL, "F3-F5-H5-H3-F3", "F4 G5 H4 G3")
    found = square_contents(view("", "F3", last=ring), SHEET)
    assert found[BY_NAME["F3"]] == SquareContents(Piece.TROLL, ring=True, lit=True, left=((0, 1),))


def test_a_sandwich_shows_who_stood_behind() -> None:
    found = square_contents(PICTURES["sandwich"][0], SHEET)
    assert {name(sq): spot.push for sq, spot in found.items() if spot.push} == {"F6": (1, 0), "H8": (0, -1)}
    assert {name(sq) for sq, spot in found.items() if spot.ghost is Side.TROLLS} == {"G6", "H7"}


def test_the_rock_is_seen_where_it_came_from_and_where_it_went() -> None:
    moved = view("G7 H8", "", "H6", last=move(Piece.ROCK, "H7-H6"))
    assert differing(view("G7 H8", "", "H6"), moved) == {"H6", "H7"}


def test_guided_marks_touch_only_the_squares_they_name() -> None:
    board = view("E4", "G8", "H2")
    guided = replace(SHEET, chosen=("E4",), targets=("E5", "F4"))
    assert differing(board, board, SHEET, guided) == {"E4", "E5", "F4"}


def test_a_target_says_how_many_can_be_taken_by_way_of_it() -> None:
    board = view("F5 G7 E9", "F4", "D12", to_move=Side.TROLLS)
    first = square_contents(board, replace(SHEET, chosen=("F4",), targets=("F6", "G4")))
    assert (first[BY_NAME["F6"]].takes, first[BY_NAME["G4"]].takes) == (2, 0)
    then = square_contents(board, replace(SHEET, chosen=("F4", "F6"), targets=("H8",)))
    assert then[BY_NAME["H8"]].takes == 2


def test_a_mark_on_a_square_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError, match="I9"):
        paint(view(), replace(SHEET, targets=("I9",)))


def test_the_place_of_a_move_is_where_it_ends_and_its_way_is_told() -> None:
    assert hinted_places(view(), move(Piece.TROLL, "F3-F5-H7", "F4 G6")) == ("F5>H7", "F3>F5", "F4", "G6")
    assert hinted_places(view(), move(Piece.ROCK, "H8-H7")) == ("H8>H7",)


def rock_texts(of: State, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the caption says of the Rock."""
    found: list[str] = []
    monkeypatch.setattr("render.koom.score.sentence", lambda _image, _at, text, *_: found.append(text))
    paint(of, SHEET)
    return found


def test_the_caption_says_where_the_rock_is_and_how_many_trolls_are_at_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert rock_texts(view(), monkeypatch) == ["Rock: 7 steps from home"]
    assert rock_texts(view("H3", "", "H2"), monkeypatch) == ["Rock: 1 step from home"]
    assert rock_texts(view("H3", "G2 K5", "H2"), monkeypatch) == ["1 of 3 trolls at the Rock"]
    assert rock_texts(PICTURES["over"][0], monkeypatch) == ["2 : 0 battles"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_written_of_the_rock_fits_in_every_language(language: str) -> None:
    say, room = words_in(language), TURN - STAMP - SIGN - 8
    for line in (
        *(say.some("koom.picture.far", steps) for steps in (1, 14)),
        *(say.some("koom.picture.beside", count) for count in (1, 2)),
        say("koom.picture.won", first=2, second=0),
    ):
        assert width(line, Face.FIGURES, SMALLEST) <= room
    for end in ("home", "held", "wiped-out", "no-move", "drawn"):
        assert width(say(f"koom.picture.end.{end}"), Face.FIGURES, SMALLEST) <= 180


def test_the_caption_tells_the_battle_the_offer_and_the_winner() -> None:
    for one, two in (
        (view(), view(battle=2)),
        (view(), view(battles=1)),
        (view(to_move=Side.TROLLS), view(offer=0)),
    ):
        assert differing(one, two) == {"frame"}


def test_the_caller_may_change_the_picture_it_got() -> None:
    mine = paint(view(), SHEET)
    before = mine.tobytes()
    mine.paste(0, (0, 0, 900, 972))
    assert paint(view(), SHEET).tobytes() == before
