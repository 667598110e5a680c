from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageOps

from bot.games.catalogue import words_in
from engine.core import Outcome
from engine.octagon.board import BY_NAME, SQUARES, name
from engine.octagon.model import Side
from engine.speech import English
from engine.thud.model import STONE_SQUARE, BattleEnd, BattleResult, Manner, View
from render.kit.canvas import SMALLEST, Face, png, width
from render.kit.sheet import Sheet
from render.octagon.board import BOARD, EDGE, HEIGHT, MARGIN, STRIP, TILE, TIP, TRAY, WIDTH, corner
from render.octagon.colours import PALETTE
from render.octagon.corners import tray_places
from render.thud.board import empty
from render.thud.labels import LABELS, in_english
from render.thud.paint import paint
from render.thud.score import ICON, STAMP, STEP, TURN, lead
from render.thud.squares import SquareContents, square_contents
from tests.render.regenerate import changed_pixels, where
from tools.gallery.thud import DWARFS, PICTURES, TROLLS, move, view

SHEET = Sheet("T7", "3f9a1c", "Thud", "Rowan: dwarfs to move", names=("Rowan", "Magda"), say=in_english)
BARE = view("", "")


def differing(one: View, two: View, sheet: Sheet = SHEET, other: Sheet | None = None) -> set[str]:
    """The squares in which two pictures differ; "frame" is everything around them."""
    return set(where(changed_pixels(paint(one, sheet), paint(two, other or sheet)), turned=sheet.turned))


def tile(image: Image.Image, square: str, *, turned: bool = False) -> bytes:
    x, y = corner(BY_NAME[square], turned=turned)
    return image.crop((x, y, x + TILE, y + TILE)).tobytes()


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_small_in_every_sense(picture: str) -> None:
    image = paint(*PICTURES[picture])
    assert (image.mode, image.size) == ("P", (WIDTH, HEIGHT)) == ("P", (900, 972))
    assert HEIGHT / WIDTH <= 4 / 3
    assert len(image.getpalette() or ()) <= 3 * 128
    assert len(png(image)) < 40_000


@pytest.mark.parametrize("seed", range(12))
def test_even_a_full_board_in_disorder_with_thirty_targets_stays_under_40_kb(seed: int) -> None:
    squares = [name(sq) for sq in SQUARES if sq != STONE_SQUARE]
    Random(seed).shuffle(squares)
    crowd = view(" ".join(squares[:32]), " ".join(squares[32:40]))
    assert len(png(paint(crowd, replace(SHEET, targets=tuple(squares[40:70]))))) < 40_000


def test_every_square_has_its_own_place_inside_the_edge() -> None:
    for turned in (False, True):
        corners = [corner(sq, turned=turned) for sq in SQUARES]
        assert len(set(corners)) == 165
        assert all((x - MARGIN) % TILE == (y - STRIP - MARGIN) % TILE == 0 for x, y in corners)
        assert min(x for x, _ in corners) > EDGE
        assert max(x for x, _ in corners) + TILE < WIDTH - EDGE
        assert min(y for _, y in corners) > STRIP + EDGE
        assert max(y for _, y in corners) + TILE < HEIGHT - EDGE
    assert 18 <= EDGE <= 24


def test_rank_1_is_at_the_top_and_file_a_on_the_left() -> None:
    assert corner(BY_NAME["A8"], turned=False) == (MARGIN, STRIP + MARGIN + 7 * TILE)
    assert corner(BY_NAME["H1"], turned=False) == (MARGIN + 7 * TILE, STRIP + MARGIN)
    assert corner(BY_NAME["A8"], turned=True) == corner(BY_NAME["P8"], turned=False)
    assert corner(BY_NAME["H1"], turned=True) == corner(BY_NAME["H15"], turned=False)


@pytest.mark.parametrize("square", ["A6", "F1", "H7", "P10", "K15"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_piece_is_drawn_in_its_square_and_nowhere_else(square: str, turned: bool) -> None:
    sheet = replace(SHEET, turned=turned)
    for one, other in ((view(square, ""), "P6"), (view("", square), "P7")):
        same_score = replace(one, points=BARE.points)
        # Somewhere else stands another one, so that as many lie in the trays.
        elsewhere = view(other, "") if one.dwarfs else view("", other)
        assert differing(same_score, replace(elsewhere, points=BARE.points), sheet) == {square, other}


def test_a_quiet_move_shows_origin_trail_and_ring_and_nothing_else() -> None:
    moved = view("E10", "", last=(move(Side.DWARFS, "E2", "E10"), Manner.MOVE))
    assert differing(view("E10", ""), moved) == {f"E{rank}" for rank in range(2, 11)}


@pytest.mark.parametrize("turned", [False, True])
def test_the_trail_runs_along_its_diagonal_and_the_taken_are_ghosts(turned: bool) -> None:
    moved = view("", "M11", last=(move(Side.TROLLS, "H7", "M11", "N10 N12"), Manner.SHOVE))
    touched = {"H7", "J8", "K9", "L10", "M11", "N10", "N12"}
    assert differing(view("", "M11"), moved, replace(SHEET, turned=turned)) == touched
    found = square_contents(moved, SHEET)
    assert {name(sq) for sq, spot in found.items() if spot.ghost is Side.DWARFS} == {"N10", "N12"}
    assert [name(sq) for sq, spot in found.items() if spot.ring] == ["M11"]


def test_a_trail_is_held_the_way_the_board_is() -> None:
    moved = view("M11", "", last=(move(Side.DWARFS, "H7", "M11"), Manner.MOVE))
    ways = {
        turned: square_contents(moved, replace(SHEET, turned=turned))[BY_NAME["K9"]].trail
        for turned in (False, True)
    }
    assert ways == {False: (1, 1), True: (-1, -1)}


def test_a_ghost_is_seen_for_one_picture_only_and_looks_like_nothing_else() -> None:
    taken = paint(view("", "M11", last=(move(Side.TROLLS, "L11", "M11", "N11"), Manner.MOVE)), SHEET)
    there, gone = paint(view("N11", "M11"), SHEET), paint(view("", "M11"), SHEET)
    assert len({tile(picture, "N11") for picture in (taken, there, gone)}) == 3


def test_a_hurl_shows_the_impact_on_the_square_it_hit() -> None:
    hit = view("E12", "", last=(move(Side.DWARFS, "E9", "E12", "E12"), Manner.HURL))
    walked = view("E12", "", last=(move(Side.DWARFS, "E9", "E12"), Manner.MOVE))
    assert differing(hit, walked) == {"E12"}
    assert square_contents(hit, SHEET)[BY_NAME["E12"]] == SquareContents(
        piece=Side.DWARFS, ghost=Side.TROLLS, ring=True
    )


def test_guided_marks_touch_only_the_squares_they_name() -> None:
    board = view("E2", "G8")
    guided = replace(SHEET, chosen=("E2",), targets=("E3", "F2", "G8"))
    assert differing(board, board, SHEET, guided) == {"E2", "E3", "F2", "G8"}


def test_a_mark_on_a_square_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError, match="I9"):
        paint(view(), replace(SHEET, targets=("I9",)))


def test_a_turned_board_shows_each_square_upright_on_the_other_side() -> None:
    plain, turned = paint(view(), SHEET), paint(view(), replace(SHEET, turned=True))
    for sq in SQUARES:
        assert tile(plain, name(sq)) == tile(turned, name(sq), turned=True)


def test_coordinates_are_turned_with_the_board() -> None:
    def label(middle: int, *, turned: bool) -> bytes:
        band = empty(turned).crop((middle - 16, STRIP + EDGE + 2, middle + 16, STRIP + EDGE + 24))
        return band.tobytes()

    first, last = MARGIN + TILE // 2, MARGIN + 14 * TILE + TILE // 2
    assert label(first, turned=False) == label(last, turned=True)
    assert label(last, turned=False) == label(first, turned=True)
    assert label(first, turned=False) != label(last, turned=False)


@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_each_side_has_fifteen_labels_of_its_own(side: str) -> None:
    board = empty(turned=False)
    middles = [MARGIN + place * TILE + TILE // 2 for place in range(15)]
    near, far = EDGE + 14, WIDTH - EDGE - 14
    places = {
        "top": [(middle, near) for middle in middles],
        "bottom": [(middle, far) for middle in middles],
        "left": [(near, middle) for middle in middles],
        "right": [(far, middle) for middle in middles],
    }[side]
    cream = PALETTE.index("cream")
    boxes = [board.crop((x - 12, STRIP + y - 9, x + 12, STRIP + y + 10)) for x, y in places]
    assert len({box.point(lambda index: index == cream).tobytes() for box in boxes}) == 15
    assert all(box.histogram()[cream] > 10 for box in boxes)


def test_the_turn_is_written_in_the_colour_of_the_side_that_acts() -> None:
    def used_colours(of: View) -> set[str]:
        line = paint(of, SHEET).crop((440, 0, WIDTH, STRIP))
        named = {"dwarfs-say", "trolls-say", "amber"}
        return {colour for colour in named if line.histogram()[PALETTE.index(colour)]}

    assert used_colours(view()) == {"dwarfs-say"}
    assert used_colours(view(to_move=Side.TROLLS)) == {"trolls-say"}
    assert used_colours(view(battle=2, offer=0)) == {"dwarfs-say"}
    assert used_colours(view(outcome=Outcome("points", (0,), (8, 0)))) == {"amber"}


def test_the_caption_tells_the_battle_the_offer_and_the_winner() -> None:
    over = Outcome("points", (1,), (0, 8))
    for one, two in (
        (view(), view(battle=2)),
        (view(to_move=Side.TROLLS), view(offer=0)),
        (view(outcome=over), view(outcome=replace(over, winners=(0,)))),
        (view(outcome=over), view(outcome=replace(over, winners=()))),
    ):
        assert differing(one, two) == {"frame"}


def test_a_battle_that_is_over_keeps_its_result_in_a_corner() -> None:
    first = BattleResult(BattleEnd.AGREED, 0, (17, 12))
    second = BattleResult(BattleEnd.WIPED_OUT, 1, (4, 0))
    one, both = view(battle=2, results=(first,)), view(battle=2, results=(first, second))
    assert differing(view(battle=2), one) == differing(one, both) == {"frame"}


def test_a_result_says_which_battle_it_was_and_who_had_how_many() -> None:
    result = BattleResult(BattleEnd.AGREED, 0, (17, 12))
    over = view(battle=2, results=(result,))
    pictures = [
        paint(over, sheet)
        for sheet in (
            SHEET,
            replace(SHEET, names=("Rowena", "Magda")),
            replace(SHEET, names=("Rowan", "Magnus")),
            replace(SHEET, say=English({**LABELS, "thud.picture.battle": "Round {battle}"})),
        )
    ]
    low = {image.crop((0, STRIP + WIDTH // 2, WIDTH, HEIGHT)).tobytes() for image in pictures}
    assert len(low) == 4
    dimmed = paint(replace(over, results=(replace(result, points=(12, 17)),)), SHEET)
    assert differing_pixels(pictures[0], dimmed)


def differing_pixels(one: Image.Image, two: Image.Image) -> int:
    return changed_pixels(one, two).histogram()[255]


# The corners


def test_a_tray_has_a_place_for_everybody_and_none_reaches_the_slant() -> None:
    for side, most in ((Side.DWARFS, 32), (Side.TROLLS, 8)):
        for taken in range(1, most + 1):
            _, lying = tray_places(side, taken)
            assert len(set(lying)) == len(lying) == taken
    dwarfs = DWARFS.split()
    for emptied in (*(view(" ".join(dwarfs[taken:])) for taken in (9, 16, 32)), view(trolls="")):
        full = replace(view(), dwarfs=emptied.dwarfs, trolls=emptied.trolls)
        box = changed_pixels(paint(replace(emptied, points=full.points), SHEET), paint(full, SHEET))
        for x, y in pixels_of(box.crop((MARGIN, STRIP + MARGIN, MARGIN + BOARD, STRIP + MARGIN + TIP))):
            if (across := min(x, BOARD - 1 - x)) + y < 5 * TILE - 8:
                assert across + y < TRAY
                assert max(across, y) < TIP


def pixels_of(mask: Image.Image) -> list[tuple[int, int]]:
    """The pixels that are set."""
    data, wide = mask.tobytes(), mask.width
    return [(at % wide, at // wide) for at, level in enumerate(data) if level]


def tray(of: View, *, right: bool, turned: bool = False) -> bytes:
    """The tray in an upper corner, without what is around."""
    image = paint(replace(of, points=(32, 32)), replace(SHEET, turned=turned))
    mask = Image.new("1", (TIP, TIP))
    ImageDraw.Draw(mask).polygon([(0, 0), (TIP, 0), (TIP, TRAY - TIP), (TRAY - TIP, TIP), (0, TIP)], 1)
    x = MARGIN + BOARD - TIP if right else MARGIN
    part = image.crop((x, STRIP + MARGIN, x + TIP, STRIP + MARGIN + TIP)).convert("RGB")
    part.paste((0, 0, 0), (0, 0), ImageChops.invert((ImageOps.mirror(mask) if right else mask).convert("L")))
    return part.tobytes()


def test_each_one_that_is_taken_is_seen_in_its_tray() -> None:
    squares = DWARFS.split()
    dwarfs = [view(" ".join(squares[taken:])) for taken in range(33)]
    assert len({tray(one, right=False) for one in dwarfs}) == 33
    assert len({tray(one, right=True) for one in dwarfs}) == 1
    trolls = [view(trolls=" ".join(TROLLS.split()[taken:])) for taken in range(9)]
    assert len({tray(one, right=True) for one in trolls}) == 9
    assert len({tray(one, right=False) for one in trolls}) == 1


def test_trays_stay_where_they_are_when_the_board_is_turned() -> None:
    lost = view(" ".join(DWARFS.split()[5:]), "G7 H7")
    for right in (False, True):
        assert tray(lost, right=right) == tray(lost, right=right, turned=True)


@pytest.mark.parametrize("turned", [False, True])
def test_the_golden_edge_of_the_octagon_has_no_kink(turned: bool) -> None:
    board, gold = empty(turned), {PALETTE.index("brass"), PALETTE.index("brass-deep")}
    data = board.tobytes()
    for top in (MARGIN + 5, MARGIN + 10 * TILE + 5):
        rows = range(STRIP + top, STRIP + top + 5 * TILE - 10)
        found = [
            [x for x in range(MARGIN - 5, MARGIN + BOARD + 5) if data[y * WIDTH + x] in gold] for y in rows
        ]
        lefts = [
            [x for x in row if x < WIDTH // 2 and clear_of_trays(x, y)]
            for row, y in zip(found, rows, strict=True)
        ]
        steps = {(low[0] - high[0], low[-1] - high[-1]) for high, low in pairwise(lefts)}
        assert steps == {(-1, -1) if top < WIDTH // 2 else (1, 1)}
        mirrored = [
            [mirror(x) for x in row if x >= WIDTH // 2 and clear_of_trays(mirror(x), y)][::-1]
            for row, y in zip(found, rows, strict=True)
        ]
        assert mirrored == lefts


def mirror(x: int) -> int:
    """The column as far from the board's middle on its other side."""
    return 2 * MARGIN + BOARD - 1 - x


def clear_of_trays(x: int, y: int) -> bool:
    """Whether a pixel of the left half is nearer to the octagon than the rims of trays and plaques are."""
    from_top = y - STRIP - MARGIN
    return x - MARGIN + min(from_top, BOARD - 1 - from_top) > TRAY + 8


# Who leads


def test_the_lead_counts_what_was_noted_and_what_stands() -> None:
    first = BattleResult(BattleEnd.AGREED, 0, (17, 12))
    assert lead(view()) == 0
    assert lead(view("A6 A7 A9")) == 3 - 32
    assert lead(view("A6 A7 A9", "G7", battle=2, results=(first,))) == 5 + 4 - 3
    second = BattleResult(BattleEnd.AGREED, 1, (8, 5))
    over = view("A6 A7 A9 A10 P9", "G7 H7", battle=2, results=(first, second))
    assert lead(over) == 5 + 3, "the last battle is not counted twice"


def caption_texts(of: View, sheet: Sheet = SHEET) -> set[str]:
    """What is asked of the language for the caption, filled in."""
    said: set[str] = set()

    class RecordingTranslator(English):
        def __call__(self, key: str, /, **values: str | int) -> str:
            line = super().__call__(key, **values)
            said.add(line)
            return line

    paint(of, replace(sheet, say=RecordingTranslator(LABELS)))
    return said


def test_who_leads_is_said_by_name_and_of_what() -> None:
    first = BattleResult(BattleEnd.AGREED, 0, (17, 12))
    level = BattleResult(BattleEnd.AGREED, 0, (12, 12))
    assert "Level" in caption_texts(view())
    assert "Rowan leads by 4" in caption_texts(view(trolls="G7 H7 J7 G8 J8 G9 H9"))
    assert "Magda leads by 31" in caption_texts(view("A6"))
    assert "Rowan leads the match by 5" in caption_texts(view(battle=2, results=(first,)))
    assert "The match is level" in caption_texts(view(battle=2, results=(level,)))
    assert {"points"} <= caption_texts(view())
    assert {"point", "points"} <= caption_texts(view("A6"))


def test_how_far_the_winner_was_ahead_is_said_and_not_of_who_gave_up() -> None:
    first = BattleResult(BattleEnd.AGREED, 0, (17, 12))
    both = (first, BattleResult(BattleEnd.AGREED, 1, (8, 4)))
    won = view("A6", "G7 J8", battle=2, results=both, outcome=Outcome("points", (0,), (9, 0)))
    assert "by 9 points" in caption_texts(won)
    gave_up = view("A6", outcome=Outcome("resignation", (0,), (0, 0)))
    assert not any("by" in line for line in caption_texts(gave_up))
    assert caption_texts(view("A6"), replace(SHEET, names=())) == {"point", "points"}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_written_fits_in_every_language(language: str) -> None:
    say = words_in(language)
    for count in (0, 1, 17):
        assert width(say.some("thud.picture.points", count), Face.LABEL, SMALLEST) <= STEP - ICON - 8
    assert width(say("thud.picture.battle", battle=2), Face.FIGURES, SMALLEST) <= TRAY - 102 - 12
    for key in ("thud.picture.lead", "thud.picture.lead.match"):
        line = say(key, name="Bartholomew", margin=32)
        assert width(line, Face.FIGURES, SMALLEST) <= TURN - STAMP


def test_the_caller_may_change_the_picture_it_got() -> None:
    mine = paint(view(), SHEET)
    before = mine.tobytes()
    mine.paste(0, (0, 0, WIDTH, HEIGHT))
    assert paint(view(), SHEET).tobytes() == before
