"""Hints on pictures: the same mark in every game, on the places of the action and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games.catalogue import CATALOGUE
from engine.octagon.model import PlayerCall, Side
from engine.ploc.model import Action as PlocAction
from engine.ploc.model import Deed
from engine.ploc.model import Verb as PlocVerb
from engine.thrag.model import Action as ThragAction
from engine.thrag.model import Suit
from engine.thrag.model import Verb as ThragVerb
from engine.thrag.position import payments
from engine.trogdor.board import BY_NAME, Direction
from engine.trogdor.model import Action as TrogdorAction
from engine.trogdor.model import Verb as TrogdorVerb
from render.kit.canvas import SMALLEST, TABLE
from render.kit.hint import ADVISED, DANGER, HALO, MARGIN, Rect, draw_overlays
from render.kit.picture import Picture
from render.octagon.board import place_of as place_in_thud
from render.octagon.colours import PALETTE
from render.ploc.hint import place_of as place_in_ploc
from render.thrag.hint import place_of as place_in_thrag
from render.trogdor.hint import place_of as place_in_trogdor
from tests.render.eyes import EYES, contrast
from tools.gallery import thud
from tools.gallery.games import GAMES
from tools.gallery.hint import pictures

WIDTH = 900

SCENES: dict[str, tuple[str, Any]] = {
    "thud": ("start", thud.move(Side.DWARFS, "E2", "E10")),
    "trogdor": ("step", TrogdorAction(TrogdorVerb.BURN)),
    "thrag": ("turn", ThragAction(ThragVerb.FIGHT, Suit.GREEN, Suit.BLUE)),
    "ploc": ("start", PlocAction(PlocVerb.USE, 4, 1, Deed.HIT)),
}


def with_hint(game: str) -> tuple[Any, Any, Image.Image, Image.Image]:
    """Return a view and a sheet with a hint, the picture without it and the one with it."""
    entry = CATALOGUE[game]
    name, action = SCENES[game]
    view, sheet = GAMES[game].pictures[name]
    assert entry.drawing.action_places is not None
    hinted = replace(sheet, hinted=entry.drawing.action_places(view, action))
    return view, hinted, entry.drawing.paint(view, sheet), entry.drawing.paint(view, hinted)


def test_the_steps_of_a_plan_are_numbered_where_they_are_taken() -> None:
    view, sheet = GAMES["trogdor"].pictures["step"]
    paint = CATALOGUE["trogdor"].drawing.paint
    plain = paint(view, sheet)
    one = paint(view, replace(sheet, steps=("", "a1", "a1", "")))
    spot = place_in_trogdor(view, "a1")
    box = ImageChops.difference(plain.convert("RGB"), one.convert("RGB")).getbbox()
    assert box is not None
    assert spot.x <= box[0] < box[2] <= spot.x + spot.width
    assert spot.y <= box[1] < box[3] <= spot.y + spot.height // 2
    other = paint(view, replace(sheet, steps=("a1", "a1")))
    assert other.tobytes() != one.tobytes(), "the numbers are those of the steps"
    way = paint(view, replace(sheet, steps=("a1>b1",)))
    assert way.convert("RGB").getpixel((spot.x + spot.width + 4, spot.y + spot.height // 2)) == TABLE["teal"]


def place(game: str, view: Any, sheet: Any) -> Callable[[str], Rect]:
    places: dict[str, Callable[[str], Rect]] = {
        "thud": lambda what: place_in_thud(sheet, what),
        "ploc": lambda what: place_in_ploc(view, sheet, what),
        "thrag": lambda what: place_in_thrag(view, what),
        "trogdor": lambda what: place_in_trogdor(view, what),
    }
    return places[game]


@pytest.mark.parametrize("game", SCENES)
def test_what_is_marked_has_a_teal_frame_in_the_games_own_palette(game: str) -> None:
    view, sheet, before, after = with_hint(game)
    assert after.mode == "P"
    assert after.getpalette() == before.getpalette()
    names = {part for text in sheet.hinted for part in text.split(">")}
    for rect in map(place(game, view, sheet), names):
        x, y, wide, tall = rect
        for point in ((x + 2, y + tall // 3), (x + wide - 3, y + tall // 3), (x + wide // 3, y + 2)):
            assert after.convert("RGB").getpixel(point) == TABLE["teal"], (game, rect)


@pytest.mark.parametrize("game", SCENES)
def test_nothing_is_changed_elsewhere(game: str) -> None:
    view, sheet, before, after = with_hint(game)
    changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    names = {part for text in sheet.hinted for part in text.split(">")}
    boxes = [place(game, view, sheet)(name) for name in names]
    assert changed is not None
    assert changed[0] >= min(box.x for box in boxes) - HALO
    assert changed[1] >= min(box.y for box in boxes) - HALO
    assert changed[2] <= max(box.x + box.width for box in boxes) + HALO
    assert changed[3] <= max(box.y + box.height for box in boxes) + HALO


@pytest.mark.parametrize("game", SCENES)
def test_whatever_is_legal_can_be_marked(game: str) -> None:
    entry = CATALOGUE[game]
    assert entry.drawing.action_places is not None
    for view, sheet in GAMES[game].pictures.values():
        for action in _some_actions(game, view):
            for text in entry.drawing.action_places(view, action):
                for name in text.split(">"):
                    x, y, wide, tall = place(game, view, sheet)(name)
                    assert 0 <= x < x + wide <= WIDTH
                    assert 0 <= y < y + tall


def _ways_to_pay(view: Any) -> Sequence[tuple[int, ...]]:
    return payments(view.hit_points, view.owed) if view.owed else ()


def _some_actions(game: str, view: Any) -> list[Any]:
    """Return actions of every verb that fit the view."""
    if game == "thud":
        return [thud.move(Side.DWARFS, "E2", "F3"), *PlayerCall]
    if game == "trogdor":
        bare = [TrogdorAction(verb) for verb in TrogdorVerb if verb is not TrogdorVerb.TUNNEL]
        cards = [TrogdorAction(TrogdorVerb.PLAY, card=card) for card in view.players[0].hand]
        return [*bare, *cards, TrogdorAction(TrogdorVerb.TUNNEL, squares=(0,))]
    if game == "thrag":
        rerolls = [ThragAction(ThragVerb.REROLL, Suit.BLACK, pawn) for pawn in view.black_pawns]
        pays = [ThragAction(ThragVerb.PAY, coins=coins) for coins in _ways_to_pay(view)]
        return [*rerolls, *pays, ThragAction(ThragVerb.STOP), ThragAction(ThragVerb.FIGHT, Suit.RED)]
    free = [
        die for number, die in enumerate(view.turn.dice) if number not in {use.die for use in view.turn.uses}
    ]
    alone = [PlocAction(verb) for verb in PlocVerb if verb not in (PlocVerb.USE, PlocVerb.REROLL)]
    return [*alone, *(PlocAction(PlocVerb.USE, die, 2, Deed.SWAP) for die in free)]


def test_a_step_over_the_edge_marks_the_square_where_it_ends() -> None:
    """Not Trogdor's own; and without an arrow, which would point across the map."""
    view = GAMES["trogdor"].pictures["step"][0]
    corner = replace(view, board=replace(view.board, trogdor=BY_NAME["a1"]))
    hinted = CATALOGUE["trogdor"].drawing.action_places
    assert hinted is not None
    for way, end in ((Direction.NORTH, "a5"), (Direction.WEST, "e1"), (Direction.NORTHWEST, "e5")):
        assert hinted(corner, TrogdorAction(TrogdorVerb.STEP, direction=way)) == (end,)
    assert hinted(corner, TrogdorAction(TrogdorVerb.STEP, direction=Direction.SOUTH)) == ("a1>a2",)


def test_what_is_no_move_marks_nothing() -> None:
    hinted = CATALOGUE["thud"].drawing.action_places
    assert hinted is not None
    assert all(hinted(thud.view(), call) == () for call in PlayerCall)


def test_the_gallery_has_a_hint_of_every_kind() -> None:
    every = pictures()
    assert len(every) >= 4 * len(CATALOGUE)
    assert {picture.mode for picture in every} == {"P"}


# Danger


PLACES = {"thud": ("E2", "F3"), "trogdor": ("c3", "b2"), "thrag": ("red", "blue"), "ploc": ("0a", "1b")}


@pytest.mark.parametrize("game", SCENES)
def test_danger_is_a_brick_frame_and_the_wider_the_likelier_it_is(game: str) -> None:
    name, _ = SCENES[game]
    view, sheet = GAMES[game].pictures[name]
    plain = replace(sheet, chosen=(), targets=())
    seldom, sure = PLACES[game]
    image = (
        CATALOGUE[game].drawing.paint(view, replace(plain, heat=((seldom, 0.0), (sure, 1.0)))).convert("RGB")
    )
    widths = []
    for what in (seldom, sure):
        x, y, _, tall = place(game, view, sheet)(what)
        line = [image.getpixel((x + step, y + tall // 2)) == TABLE["brick"] for step in range(2, 24)]
        widths.append(sum(line))
    assert 0 < widths[0] < widths[1]


@pytest.mark.parametrize("game", SCENES)
def test_danger_changes_nothing_but_its_own_places_and_ways(game: str) -> None:
    name, _ = SCENES[game]
    view, sheet = GAMES[game].pictures[name]
    plain = replace(sheet, chosen=(), targets=())
    start, end = PLACES[game]
    entry = CATALOGUE[game]
    before, after = (
        entry.drawing.paint(view, plain),
        entry.drawing.paint(view, replace(plain, danger=(f"{start}>{end}",))),
    )
    assert after.getpalette() == before.getpalette()
    changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    boxes = [place(game, view, sheet)(what) for what in (start, end)]
    assert changed is not None
    assert changed[0] >= min(box.x for box in boxes) - MARGIN
    assert changed[2] <= max(box.x + box.width for box in boxes) + MARGIN


def test_a_danger_where_a_hint_is_lies_within_its_frame() -> None:
    view, sheet = GAMES["thud"].pictures["start"]
    both = (
        CATALOGUE["thud"]
        .drawing.paint(view, replace(sheet, hinted=("E2",), heat=(("E2", 0.0),)))
        .convert("RGB")
    )
    x, y, _, tall = place_in_thud(sheet, "E2")
    row = [both.getpixel((x + step, y + tall // 2)) for step in range(24)]
    assert row.index(TABLE["teal"]) < row.index(TABLE["brick"])


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("tones", [ADVISED, DANGER])
def test_the_two_lines_of_a_mark_stand_out_from_each_other_on_any_ground(
    tones: tuple[str, str], eyes: str
) -> None:
    casing, line = (TABLE[tone] for tone in tones)
    assert contrast(casing, line, eyes) >= 3


# Odds


def test_odds_are_written_on_their_squares_and_nowhere_else() -> None:
    view, sheet = GAMES["trogdor"].pictures["step"]
    paint = CATALOGUE["trogdor"].drawing.paint
    before = paint(view, replace(sheet, chosen=(), targets=()))
    after = paint(view, replace(sheet, written=(("c3", "45%"),), chosen=(), targets=()))
    changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    x, y, wide, tall = place_in_trogdor(view, "c3")
    assert changed is not None
    assert x <= changed[0] < changed[2] <= x + wide
    assert y <= changed[1] < changed[3] <= y + tall
    assert changed[3] - changed[1] >= SMALLEST, "large enough to be read"


def test_long_words_on_a_square_stay_on_it() -> None:
    view, sheet = GAMES["trogdor"].pictures["step"]
    paint = CATALOGUE["trogdor"].drawing.paint
    before = paint(view, sheet)
    after = paint(view, replace(sheet, written=(("e5", "more than 99\N{NO-BREAK SPACE}% of all"),)))
    changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    x, _, wide, _ = place_in_trogdor(view, "e5")
    assert changed is not None
    assert x <= changed[0] < changed[2] <= x + wide


@pytest.mark.parametrize(
    "ends",
    [
        (Rect(40, 60, 53, 53), Rect(700, 720, 53, 53)),
        (Rect(60, 20, 280, 250), Rect(90, 800, 110, 78)),
        (Rect(20, 400, 53, 53), Rect(800, 430, 53, 53)),
    ],
    ids=["slanting", "upright", "flat"],
)
def test_marks_that_are_drawn_in_parts_look_as_if_they_were_drawn_at_once(
    ends: tuple[Rect, Rect], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, sheet = GAMES["thud"].pictures["start"]
    ground = CATALOGUE["thud"].drawing.paint(view, sheet)
    advised = replace(sheet, hinted=("start>end",))

    def overlay_bytes() -> bytes:
        return draw_overlays(
            ground.copy(), advised, dict(zip(("start", "end"), ends, strict=True)).__getitem__, PALETTE
        ).tobytes()

    in_parts = overlay_bytes()
    monkeypatch.setattr("render.kit.hint.ENOUGH", ground.width * ground.height)
    assert overlay_bytes() == in_parts != ground.tobytes()


@pytest.mark.parametrize("game", SCENES)
def test_marks_look_the_same_whether_the_picture_is_drawn_for_them_or_not(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, waiting = with_hint(game)
    assert isinstance(waiting, Picture)
    assert waiting.parts is not None, "it was drawn"
    monkeypatch.setattr("render.kit.hint.Picture", type(None))
    *_, drawn = with_hint(game)
    assert isinstance(drawn, Picture)
    assert drawn.parts is None, "it was not"
    assert waiting.tobytes() == drawn.tobytes()
