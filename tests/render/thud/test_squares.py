"""What squares say of the last move: who stood in line for it, and marks that are seen on every ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from bot.games.thud.lessons import LESSON
from engine.octagon.board import BY_NAME, name
from engine.octagon.model import Side
from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.model import Hurled, Manner, Move, Shoved, View
from engine.thud.moves import step_towards
from render.kit.canvas import RGB
from render.kit.sheet import Sheet
from render.octagon.board import TILE
from render.octagon.colours import NAMED
from render.thud.squares import SquareContents, square_contents, squares_in_line, tile
from tests.render.eyes import EYES, contrast
from tools.gallery.thud import move, view

WAYS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if (across, down) != (0, 0)]
SHEET = Sheet("T7", "3f9a1c", "Thud", "")


def lines_of(seed: int, plies: int) -> Iterator[tuple[int, View, View]]:
    """The lines that the engine tells of in a random match, with the board before and after each ply.

    Pieces capture wherever they can, and the longest ways go first: else there are hardly any shoves.
    """
    rng = SeededRng(f"lines {seed}")
    state = GAME.start({"quiet_limit": 0}, 2, rng)
    for _ in range(plies):
        seat = next(iter(GAME.to_act(state)), None)
        if seat is None:
            return
        moves = [action for action in GAME.legal(state, seat) if isinstance(action, Move)]
        far = [one for one in moves if one.captured and abs(one.target - one.origin) > 17]
        chosen = (rng.below(2) and far) or (rng.below(4) == 0 and [m for m in moves if m.captured]) or moves
        before = GAME.view(state, None)
        step = GAME.apply(state, seat, chosen[rng.below(len(chosen))], rng)
        state = step.state
        told = next((event for event in step.events if isinstance(event, Hurled | Shoved)), None)
        after = GAME.view(state, None)
        if after.last is not None:
            yield 1 if told is None else told.line, before, after


def test_who_stood_in_line_is_who_the_engine_counted() -> None:
    seen = dict.fromkeys(Manner, 0)
    longest = 0
    for seed in range(10):
        for line, before, after in lines_of(seed, 160):
            found, last = squares_in_line(after), after.last
            assert last is not None
            assert after.last_manner is not None
            assert len(found) == line - 1
            if found:
                step = step_towards(last.origin, last.target)
                assert step is not None
                assert found == tuple(last.origin - step * place for place in range(1, line))
                own = before.dwarfs if last.side is Side.DWARFS else before.trolls
                assert set(found) <= set(own)
            seen[after.last_manner] += 1
            longest = max(longest, line)
    assert min(seen.values()) >= 20, "hurls and shoves were among them"
    assert longest >= 4


def test_those_in_line_are_marked_the_way_the_board_is_held() -> None:
    hurled = view("E6 E7 E8 E12 F9", "G7", last=(move(Side.DWARFS, "E9", "E12", "E12"), Manner.HURL))
    marked = {name(sq): spot.push for sq, spot in square_contents(hurled, SHEET).items() if spot.push}
    assert marked == dict.fromkeys(("E8", "E7", "E6"), (0, 1))
    held = square_contents(hurled, Sheet("T7", "", "Thud", "", turned=True))
    assert held[BY_NAME["E8"]].push == (0, -1)


def test_nobody_is_marked_who_stood_behind_a_piece_that_went_by_itself() -> None:
    walked = view("E7 E8 E12", "", last=(move(Side.DWARFS, "E9", "E12"), Manner.MOVE))
    stepped = view("", "G7 G8 G10", last=(move(Side.TROLLS, "G9", "G10"), Manner.MOVE))
    assert squares_in_line(walked) == squares_in_line(stepped) == ()
    assert squares_in_line(view()) == ()


# Contrast

AMBER, CREAM = NAMED["amber"], NAMED["cream"]
LAST = {
    "trail": [SquareContents(trail=way) for way in WAYS],
    "origin": [SquareContents(origin=way) for way in WAYS],
    "ring": [SquareContents(piece=side, ring=True) for side in Side],
    "impact": [SquareContents(piece=Side.DWARFS, ghost=Side.TROLLS, ring=True)],
    "push": [SquareContents(piece=side, push=way) for side in Side for way in WAYS],
}
CASED = [
    *((spot, AMBER) for spots_ in LAST.values() for spot in spots_),
    *((SquareContents(ghost=side), CREAM) for side in Side),
]
MARKS = [
    *CASED,
    *((SquareContents(piece=side, chosen=True), NAMED["teal"]) for side in Side),
    *((SquareContents(piece=side, target=True), NAMED["teal"]) for side in (None, *Side)),
]


def pixels(image: Image.Image) -> dict[tuple[int, int], RGB]:
    colours = image.convert("RGB").tobytes()
    rows = range(image.height)
    return {
        (x, y): (colours[at], colours[at + 1], colours[at + 2])
        for y in rows
        for x in range(image.width)
        for at in [3 * (y * image.width + x)]
    }


def pixels_of_colour(image: Image.Image, colour: RGB, spot: SquareContents) -> list[tuple[int, int]]:
    """Where `colour` is; a piece has eyes in its middle, which may have it, too."""
    found = pixels(image).items()
    return [(x, y) for (x, y), one in found if one == colour and not (spot.piece and in_the_middle(x, y))]


def in_the_middle(x: int, y: int) -> bool:
    return min(x, y) >= 14 and max(x, y) < TILE - 14


def beside(image: Image.Image, own: list[tuple[int, int]]) -> set[RGB]:
    """The colours of pixels that touch one of these on any side, but for those that have its colour."""
    found = pixels(image)
    around = {(x + dx, y + dy) for x, y in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {found[place] for place in around if place in found} - {found[own[0]]}


@pytest.mark.parametrize("dark", [False, True], ids=["limestone", "slate"])
@pytest.mark.parametrize(("spot", "colour"), MARKS, ids=str)
def test_a_mark_has_three_to_one_against_all_that_it_touches(
    spot: SquareContents, colour: RGB, dark: bool
) -> None:
    image = tile(dark, spot)
    own = pixels_of_colour(image, colour, spot)
    assert len(own) >= 60, "there is something of it to be seen"
    around = beside(image, own)
    for eyes in EYES:
        faint = {one: contrast(colour, one, eyes) for one in around}
        assert {one: ratio for one, ratio in faint.items() if ratio < 3} == {}, eyes


@pytest.mark.parametrize("dark", [False, True], ids=["limestone", "slate"])
def test_the_dark_casing_of_a_mark_has_three_to_one_against_the_stone(dark: bool) -> None:
    for stone in (NAMED["slate" if dark else "limestone"], lit(dark)):
        assert all(contrast(NAMED["ink"], stone, eyes) >= 3 for eyes in EYES)
    for spot, colour in CASED:
        image = tile(dark, spot)
        assert NAMED["ink"] in beside(image, pixels_of_colour(image, colour, spot))


def lit(dark: bool) -> RGB:
    """The stone in the light of the last move: the middle of a square that a trail began on, beside it."""
    return pixels(tile(dark, SquareContents(origin=(0, 1))))[8, 8]


@pytest.mark.parametrize("dark", [False, True], ids=["limestone", "slate"])
@pytest.mark.parametrize("side", Side)
def test_who_was_taken_keeps_an_outline_of_three_to_one(side: Side, dark: bool) -> None:
    line = NAMED["iron-line" if side is Side.DWARFS else "sand-line"]
    there = pixels(tile(dark, SquareContents(ghost=side)))
    outline = [place for place, colour in there.items() if colour == line]
    assert len(outline) >= 90, "around all of the piece"
    around = {there[x + dx, y + dy] for x, y in outline for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    stone = NAMED["slate" if dark else "limestone"]
    assert stone in around
    assert all(contrast(line, stone, eyes) >= 3 for eyes in EYES)
    assert not {NAMED["iron"], NAMED["sand"]} & set(there.values()), "no piece stands there"


def test_targets_of_a_troll_say_how_much_it_takes_there() -> None:
    """From F7, G6 is beside F5, G5 and H6; F6 is beside two of them, and on F8 there is nobody near."""
    exercise = next(one for one in LESSON if one.key == "capture")
    board = GAME.view(exercise.begin(), None)
    sheet = replace(SHEET, chosen=("F7",), targets=("G6", "F6", "E6", "F8"))
    found = square_contents(board, sheet)
    assert {name(square): spot.takes for square, spot in found.items() if spot.target} == {
        "G6": 3,
        "F6": 2,
        "E6": 1,
        "F8": 0,
    }
    pictures = {
        tile(dark=False, spot=SquareContents(target=True, takes=takes)).tobytes() for takes in range(9)
    }
    assert len(pictures) == 9
    landed = square_contents(board, replace(sheet, chosen=("F7", "G6"), targets=("F5", "G5", "H6")))
    assert not [spot for spot in landed.values() if spot.takes]
