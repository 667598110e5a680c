from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games.catalogue import words_in
from engine.core import Outcome, Seat
from engine.ploc import GAME
from engine.ploc.model import Deed, MatchResult, Side, Turn, View
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.ploc.athletes import SIZE, Pose, athlete
from render.ploc.dice import FREE, PLACED, TILTS, Column, DieFrame, die, signed_text
from render.ploc.green import COLUMN, EDGE, GREEN, HEIGHT, INSIDE, MIDDLE, PLAQUE, TRAY, WIDTH, Box, mirror_x
from render.ploc.labels import in_english
from render.ploc.paint import paint
from render.ploc.signs import Sign, sign
from render.ploc.teams import CHEERING, GHOSTS, LYING, MOST, SWAY, AthleteFigure, changes, crowd, knot
from tests.played import play_ploc
from tests.render.regenerate import Boxes, changed_pixels, count_pixels
from tools.gallery.ploc import ATHLETES, PICTURES, after_berserk, after_deeds, side, turn, view

SHEET = Sheet("T9", "3f9a1c", "Ploc", "Rowan: use a die", names=("Rowan", "Magda"), say=in_english)
LONG = replace(SHEET, names=("Bartholomew the Verbose", "Magdalena von Hohenfels"))
START = (side("432", 9), side("313", 7))


def boxes() -> Boxes:
    """Return the panels of the picture by name."""
    panels = {"green": GREEN, "tray": TRAY}
    for name, box in (("plaque", PLAQUE), ("column", COLUMN)):
        panels[f"left {name}"] = box
        panels[f"right {name}"] = box._replace(x=mirror_x(box.x, box.width, right=True))
    return {name: (x, y, x + wide, y + tall) for name, (x, y, wide, tall) in panels.items()}


def differing(one: View, two: View, sheet: Sheet = SHEET, other: Sheet | None = None) -> set[str]:
    """Return the panels in which two pictures differ; "frame" is everything around them."""
    return set(count_pixels(changed_pixels(paint(one, sheet), paint(two, other or sheet)), boxes()))


def at(seat: Seat = 0, rolled: str = "441", **fields: Any) -> View:
    """Return the start with changes of the turn."""
    return view(START, replace(turn(seat, rolled), **fields))


def after(deeds: str, seat: Seat = 0, rolled: str = "441", sides: tuple[Side, Side] = START) -> View:
    now, left = after_deeds(turn(seat, rolled), sides, deeds)
    return view(left, now)


def people(picture: View, seat: Seat, *, turned: bool = False) -> list[AthleteFigure]:
    left, right = picture.sides[::-1] if turned else picture.sides
    return crowd(picture, seat, knot(left, right), 1 if (seat == 0) != turned else -1)


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_small_in_every_sense(picture: str) -> None:
    image = paint(*PICTURES[picture])
    assert (image.mode, image.size) == ("P", (900, 1000))
    assert len(image.getpalette() or ()) <= 3 * 128
    assert len(png(image)) < 40_000


@pytest.mark.parametrize(("seed", "grow"), [*product(("one", "two"), (False, True))])
def test_games_that_are_played_stay_under_40_kb(seed: str, *, grow: bool) -> None:
    for state in play_ploc(200, seed, grow=grow)[::3]:
        assert len(png(paint(GAME.view(state, None), LONG))) < 40_000


@pytest.mark.parametrize("athletes", [0, 1, 2, 5, 12, 14, 15, 18, 19, 40, 99, 100, 300])
@pytest.mark.parametrize("lying", [0, 1, 6, 13, 120])
def test_any_number_of_athletes_can_be_drawn(athletes: int, lying: int) -> None:
    crowded = (side("666", athletes, lying), side("111", lying, athletes))
    for now in (turn(0, "654"), turn(1, "222")):
        image = paint(view(crowded, now), LONG)
        assert len(png(image)) < 40_000


def test_all_panels_lie_side_by_side_inside_the_edge() -> None:
    panels = [Box(x, y, right - x, bottom - y) for x, y, right, bottom in boxes().values()]
    assert 18 <= EDGE <= 24
    for box in panels:
        assert box.x > EDGE
        assert box.x + box.width < WIDTH - EDGE
        assert box.y + box.height <= HEIGHT - EDGE
    for one, two in product(panels, panels):
        assert one == two or not _overlap(one, two)


def _overlap(one: Box, two: Box) -> bool:
    beside = one.x + one.width <= two.x or two.x + two.width <= one.x
    return not (beside or one.y + one.height <= two.y or two.y + two.height <= one.y)


@pytest.mark.parametrize(
    ("one", "two", "panels"),
    [
        ({}, {"rerolls": 1}, {"tray"}),
        ({"rerolls": 1}, {"rerolls": 2}, {"tray"}),
        ({}, {"rerolled": (False, True, False)}, {"tray"}),
        ({}, {"dice": (4, 5, 1)}, {"tray"}),
    ],
)
def test_what_was_rolled_is_seen_on_the_tray(
    one: dict[str, Any], two: dict[str, Any], panels: set[str]
) -> None:
    assert differing(at(**one), at(**two)) == panels


def test_whose_turn_it_is_is_seen_at_their_plaque_their_column_and_the_tray() -> None:
    theirs = differing(at(0), at(1))
    assert theirs == {"frame", "left plaque", "right plaque", "left column", "right column", "tray"}


@pytest.mark.parametrize(
    ("fields", "panels"),
    [
        ({"berserk": True}, {"tray"}),
        ({"complete": True}, {"tray"}),
        ({"offer": 0}, {"green"}),
        ({"offer": 1}, {"green"}),
        ({"limit": 30}, {"frame"}),
        ({"match": 2}, {"frame"}),
        ({"reserves": (8, 11)}, {"left plaque"}),
        ({"reserves": (9, 10)}, {"right plaque"}),
        ({"to_act": frozenset({1})}, {"frame", "left plaque", "right plaque", "left column", "right column"}),
        ({"sides": (START[0], side("323", 7))}, {"right column"}),
        ({"sides": (START[0], side("313", 6, 1))}, {"right plaque", "green"}),
        ({"results": (MatchResult(0, "hit", 9),)}, {"left plaque"}),
        ({"results": (MatchResult(1, "hit", 9),)}, {"right plaque"}),
    ],
)
def test_everything_there_is_to_see_is_seen_at_its_place(fields: dict[str, Any], panels: set[str]) -> None:
    plain = at()
    assert differing(plain, replace(plain, **fields)) == panels


def test_the_turn_is_counted_where_turns_are_limited() -> None:
    first, later = (replace(at(number=number), limit=30) for number in (7, 8))
    assert differing(first, later) == {"frame"}
    assert differing(at(number=7), at(number=8)) == set()


def test_the_second_match_begins_under_a_banner_of_the_first() -> None:
    looks = set()
    for winner, how in product((0, 1), ("hit", "berserk", "swap", "agreement", "limit", "concession")):
        shown = replace(at(number=1), match=2, results=(MatchResult(winner, how, 9),))
        looks.add(paint(shown, SHEET).crop((MIDDLE - 100, GREEN.y, MIDDLE + 100, GREEN.y + 110)).tobytes())
        assert differing(shown, replace(shown, turn=turn(0, "441", number=2))) == {"green"}
    assert len(looks) == 12


@pytest.mark.parametrize("ending", GAME.endings)
def test_every_ending_has_a_banner_for_either_winner(ending: str) -> None:
    won, lost = (replace(at(), outcome=Outcome(ending, (seat,), (1 - seat, seat))) for seat in (0, 1))
    assert "green" in differing(won, lost)
    assert "green" in differing(at(), won)


def test_the_endings_differ() -> None:
    looks = {
        paint(replace(at(), outcome=Outcome(ending, (0,), (1, 0))), SHEET).tobytes()
        for ending in GAME.endings
    }
    assert len(looks) == len(GAME.endings)


def test_a_hit_leaves_a_ghost_with_a_ring_and_the_die_beside_its_place() -> None:
    done = after("0a hit")
    assert differing(at(), done) == {"left column", "tray", "green", "right plaque"}
    lost = [one for one in people(done, 1) if one.ghost]
    assert [(one.pose is Pose.LYING, one.ring) for one in lost] == [(False, True)]
    assert people(done, 0) == [one for one in people(done, 0) if not one.ghost and not one.ring]


def test_only_what_the_last_die_changed_has_a_ring() -> None:
    both = people(after("0a hit, 1b hit"), 1)
    assert [one.ring for one in both if one.ghost] == [True, False]
    then = people(after("0a hit, 2c weaken"), 1)
    assert [one.ring for one in then if one.ghost] == [False]
    assert [one.ring for one in then if one.pose is Pose.LYING] == [True]


def test_a_hit_on_a_lying_athlete_leaves_a_ghost_on_the_grass() -> None:
    done = after("1a fell", rolled="425", sides=(side("432", 9), side("313", 5, 2)))
    lost = [one for one in people(done, 1) if one.ghost]
    assert [(one.pose, one.ring) for one in lost] == [(Pose.LYING, True)]


@pytest.mark.parametrize(("deeds", "new", "gone"), [("0b swap", 2, 0), ("2b swap", 0, 1), ("2c swap", 0, 0)])
def test_a_swap_shows_who_came_and_who_went(deeds: str, new: int, gone: int) -> None:
    done = changes(after(deeds), 0)
    assert (done.new, done.gone, done.gone_lying) == (new, gone, 0)
    assert (done.new_gone, done.new_gone_lying) == (gone, 0)
    assert differing(at(), after(deeds)) - {"green"} >= {"left column", "tray"}


def test_berserk_shows_all_whom_it_removed() -> None:
    now, left = after_berserk(turn(1, "333"), (side("543", 5, 2), side("643", 7)), 2)
    lost = [one for one in people(view(left, now), 0) if one.ghost]
    assert len(lost) == GHOSTS == 4
    assert all(one.ring for one in lost)
    assert sum(one.pose is Pose.LYING for one in lost) == 2


def test_the_turn_before_is_shown_at_the_other_column_until_the_next_die_counts() -> None:
    for last in (
        after_deeds(turn(1, "362"), START, "0a hit, 1b swap")[0],
        after_berserk(turn(1, "333"), START, 0)[0],
    ):
        plain, told = at(), replace(at(), last=last)
        assert {"right column"} <= differing(plain, told) <= {"right column", "left plaque", "right plaque"}


def test_a_player_who_comes_back_sees_the_counts_of_before_in_a_quieter_colour() -> None:
    last = after_deeds(turn(1, "362"), (side("432", 11), START[1]), "0a hit, 1b hit")[0]
    fresh = after("0a hit", seat=1, rolled="362")
    assert "left plaque" in differing(at(), replace(at(), last=last))
    assert differing(fresh, replace(fresh, last=replace(last, seat=0))) == {"left column"}


@pytest.mark.parametrize("deed", ["hit", "swap", "weaken"])
def test_what_each_die_did_has_a_look_of_its_own(deed: str) -> None:
    others = {"hit", "swap", "weaken"} - {deed}
    for other in others:
        assert "left column" in differing(after(f"0a {deed}"), after(f"0a {other}"))


def test_a_swap_shows_the_die_that_came_out_beside_the_one_that_went_in() -> None:
    done = after("0b swap")
    use = done.turn.uses[0]
    assert (use.deed, use.met, done.sides[0].column[1]) == (Deed.SWAP, 3, 4)
    x, y = boxes()["left column"][:2]
    assert (
        changed_pixels(paint(at(), SHEET), paint(done, SHEET)).crop((x, y + 118, x + 306, y + 227)).getbbox()
    )


def test_guided_marks_touch_only_what_they_name() -> None:
    plain = at(rolled="451")
    assert differing(plain, plain, SHEET, replace(SHEET, chosen=("die 4",))) == {"tray"}
    assert differing(plain, plain, SHEET, replace(SHEET, targets=("die 4", "die 1"))) == {"tray"}
    assert differing(plain, plain, SHEET, replace(SHEET, chosen=("a",), targets=("b", "c"))) == {
        "left column"
    }
    theirs = at(1, "451")
    assert differing(theirs, theirs, SHEET, replace(SHEET, targets=("b",))) == {"right column"}


@pytest.mark.parametrize("name", ["d", "die 7", "die", "4a hit standing"])
def test_a_mark_on_what_does_not_exist_is_an_error(name: str) -> None:
    with pytest.raises(KeyError):
        paint(at(), replace(SHEET, targets=(name,)))


def test_the_knot_goes_where_more_athletes_pull() -> None:
    def where(left: int, right: int) -> int:
        return knot(side("111", left), side("111", right))

    assert where(7, 7) == MIDDLE
    assert MIDDLE - SWAY <= where(300, 0) < where(12, 3) < where(9, 7) < MIDDLE < where(7, 9) < where(1, 300)
    assert where(0, 0) == MIDDLE


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("standing", "lying"), [*product((0, 1, 9, 14, 30), (0, 3, 12, 30))])
def test_everybody_stands_on_the_own_side_of_the_knot_and_on_the_green(
    standing: int, lying: int, *, turned: bool
) -> None:
    shown = view((side("666", standing, lying), side("111", lying, standing)), turn(0, "441"))
    left, right = shown.sides[::-1] if turned else shown.sides
    middle = knot(left, right)
    for seat, village in enumerate(shown.sides):
        drawn = people(shown, seat, turned=turned)
        assert sum(one.pose is Pose.LYING for one in drawn) == min(village.lying, LYING)
        assert sum(one.pose is not Pose.LYING for one in drawn) == min(village.standing, MOST)
        for one in drawn:
            assert (one.x < middle) == ((seat == 0) != turned)
            assert INSIDE + SIZE // 2 <= one.x <= WIDTH - INSIDE - SIZE // 2
        for row in ([one.x for one in drawn if (one.pose, one.row) == key] for key in _rows(drawn)):
            assert all(abs(here - there) >= 30 for here, there in pairwise(row))


def _rows(drawn: list[AthleteFigure]) -> set[tuple[Pose, int]]:
    return {(one.pose, one.row) for one in drawn}


def test_the_viewers_own_village_can_stand_on_the_left() -> None:
    mirrored_ = replace(SHEET, turned=True)
    swapped = differing(at(), at(), SHEET, mirrored_)
    assert {"left plaque", "right plaque", "left column", "right column", "green"} <= swapped
    shown, other = at(), replace(at(), sides=(side("465", 9), START[1]))
    assert differing(shown, other) == {"left column"}
    assert differing(shown, other, mirrored_) == {"right column"}


def test_winners_cheer_and_losers_lie() -> None:
    now, left = after_deeds(turn(0, "652"), (side("552", 8, 1), side("421", 1, 1)), "0a hit, 2c fell")
    over = view(left, now, outcome=Outcome("hit", (0,), (1, 0)))
    assert [one.pose for one in people(over, 0)].count(Pose.CHEER) == 8
    assert [one.pose for one in people(over, 1)] == [Pose.LYING] * 2
    many = view((side("552", 80), side("421", 30)), now, outcome=Outcome("resignation", (1,), (0, 1)))
    assert [one.pose for one in people(many, 1)] == [Pose.CHEER] * CHEERING
    assert [one.pose for one in people(many, 0)] == [Pose.LYING] * LYING


def test_every_reserve_is_told_apart_beside_the_name() -> None:
    left, top, _, bottom = boxes()["left plaque"]
    box = (left + 8, top + 90, left + 44, bottom - 8)
    numbers = [paint(replace(at(), reserves=(number, 11)), SHEET).crop(box) for number in range(ATHLETES + 1)]
    assert len({number.tobytes() for number in numbers}) == ATHLETES + 1


def test_names_that_are_too_long_or_missing_are_no_matter() -> None:
    assert differing(at(), at(), SHEET, LONG) == {"left plaque", "right plaque"}
    assert differing(at(), at(), SHEET, replace(SHEET, names=())) == {"left plaque", "right plaque"}
    assert differing(at(), at(), SHEET, replace(SHEET, names=("\U0001f600", "\u202e"))) == {
        "left plaque",
        "right plaque",
    }


def _small(image: Image.Image, mask: Image.Image) -> Image.Image:
    outline = Image.new("L", (SIZE, SIZE))
    outline.paste(255, (0, SIZE - image.height), mask)
    return outline.resize((round(SIZE * 400 / 900),) * 2, Image.Resampling.LANCZOS)


def test_the_teams_have_outlines_of_their_own_on_a_phone() -> None:
    for pose in (Pose.FRONT, Pose.BACK, Pose.CHEER):
        one, two = (
            _small(sprite.image, sprite.mask) for sprite in (athlete(0, pose, 1), athlete(1, pose, 1))
        )
        difference = ImageChops.difference(one, two)
        assert sum(difference.histogram()[100:]) >= 0.05 * one.width * one.height, pose


def test_those_who_lie_are_half_as_high_as_those_who_stand_at_most() -> None:
    for seat in (0, 1):
        lying, standing = (athlete(seat, pose, 1).image for pose in (Pose.LYING, Pose.FRONT))
        assert lying.height <= standing.height / 2
        assert lying.width > lying.height * 1.8


@pytest.mark.parametrize("seat", [0, 1])
def test_every_pose_is_another_one_and_a_ghost_is_fainter(seat: Seat) -> None:
    looks = {
        athlete(seat, pose, 1).image.tobytes() for pose in (Pose.FRONT, Pose.BACK, Pose.LYING, Pose.CHEER)
    }
    assert len(looks) == 4
    whole, ghost, ringed = (
        athlete(seat, Pose.FRONT, 1, **look) for look in ({}, {"ghost": True}, {"ring": True})
    )
    assert whole.image.tobytes() != ghost.image.tobytes()
    assert ringed.image.width > whole.image.width - 2


@pytest.mark.slow
def test_dice_have_as_many_pips_as_they_show() -> None:
    for value, tilt in product(range(1, 7), (0, *TILTS)):
        face = die(value, FREE, tilt=tilt)
        blank = die(0, FREE, tilt=tilt)
        pips = ImageChops.difference(face.image.convert("RGB"), blank.image.convert("RGB")).convert("L")
        assert _islands(pips.point(lambda level: 255 if level > 40 else 0)) == value
    assert len({die(4, PLACED, frame).image.tobytes() for frame in DieFrame}) == len(DieFrame)


def _islands(mask: Image.Image) -> int:
    """Return how many separate patches a mask has."""
    left = {(x, y) for x in range(mask.width) for y in range(mask.height) if mask.getpixel((x, y))}
    count = 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2)} & left
            left -= near
            edge.extend(near)
    return count


def test_every_sign_is_another_one() -> None:
    same = {Sign.CONCESSION, Sign.RESIGNATION}  # a white flag is the sign of both
    looks = {sign(which, 0, 60).image.tobytes() for which in Sign}
    assert len(looks) == len(Sign) - len(same) + 1
    for which in (Sign.HIT, Sign.WEAKEN):
        assert sign(which, 0, 46).image.tobytes() != sign(which, 1, 46).image.tobytes()


def test_changes_are_written_with_their_sign() -> None:
    assert [signed_text(number) for number in (3, 0, -4)] == ["+3", "0", "\u22124"]


def test_a_column_is_mirrored_on_the_right() -> None:
    left, right = (Column(0, right=right, active=False) for right in (False, True))
    assert left.x(0, COLUMN.width) == COLUMN.x
    assert right.x(0, COLUMN.width) == WIDTH - COLUMN.x - COLUMN.width
    assert left.x(40, 92) + right.x(40, 92) + 92 == WIDTH


def test_many_threads_can_paint_at_once() -> None:
    views = [shown for shown, _ in PICTURES.values()]
    alone = [paint(shown, SHEET).tobytes() for shown in views]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda shown: paint(shown, SHEET).tobytes(), views)) == alone


def test_the_hand_built_views_are_as_the_game_would_show_them() -> None:
    for shown, _ in PICTURES.values():
        assert shown.reserves == tuple(max(0, ATHLETES - village.athletes) for village in shown.sides)
        assert len(shown.turn.before) == len(shown.turn.uses) + (shown.turn.berserk is not None)
        assert isinstance(shown.turn, Turn)


@pytest.mark.rule("ploc:reroll-1")
def test_rolls_that_are_left_are_shown_only_until_a_die_is_used() -> None:
    fresh, used = at(), after("0a hit")
    assert differing(fresh, replace(fresh, turn=replace(fresh.turn, rerolls=1))) == {"tray"}
    assert differing(used, replace(used, turn=replace(used.turn, rerolls=1))) == set()


def test_those_who_are_not_drawn_are_counted_in_the_language_of_the_sheet() -> None:
    crowded = view((side("666", MOST + 9), side("111", MOST + 1)), turn(0, "441"))
    french = words_in("fr")
    assert differing(crowded, crowded, SHEET, replace(SHEET, say=french)) == {"green"}
    assert differing(at(), at(), SHEET, replace(SHEET, say=french)) == set()
