from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any, TypeAlias

import pytest
from PIL import Image, ImageSequence

from engine.core import Outcome, read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME, unfold
from engine.trogdor import events as happened
from engine.trogdor.board import BY_NAME, Direction, Walker, path
from engine.trogdor.events import Event
from engine.trogdor.model import Action, Lit, Phase, Verb, View
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.replay import BLINK
from render.trogdor.board import STRIP
from render.trogdor.film import END, FIRST, HEIGHT, LAST, MARGIN, MOST, RAGING, STEP, TITLE, WIDTH, film
from render.trogdor.labels import in_english
from render.trogdor.paint import paint
from render.trogdor.tiles import TILE
from tools.gallery.trogdor import board, card, squares, view

Shot: TypeAlias = tuple[View, tuple[Event, ...]]

SHEET = Sheet("T7", "3f9a1c", "Trogdor!!", "The land's turn", say=in_english)
START = view()


def timed_frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Each picture with its time; one that is written in several boxes is complete with the last."""
    found, early = list[tuple[Image.Image, int]](), 0
    with Image.open(BytesIO(data)) as gif:
        assert gif.format == "GIF"
        assert gif.info["loop"] == 0
        for frame in ImageSequence.Iterator(gif):
            if (time := frame.info["duration"]) == BLINK:
                early += time
                continue
            found.append((frame.convert("RGB"), time + early))
            early = 0
    return found


def read_frames(data: bytes) -> list[Image.Image]:
    return [picture for picture, _ in timed_frames(data)]


def times(data: bytes) -> list[int]:
    return [time for _, time in timed_frames(data)]


def after(*events: Event, **fields: Any) -> Shot:
    return replace(START, board=board(**fields)), events


def tile(frame: Image.Image, square: str) -> bytes:
    row, column = divmod(BY_NAME[square], 5)
    x, y = MARGIN + column * TILE, STRIP + MARGIN + row * TILE
    return frame.crop((x, y, x + TILE, y + TILE)).tobytes()


def changed_squares(one: Image.Image, two: Image.Image) -> set[str]:
    return {square for square in BY_NAME if tile(one, square) != tile(two, square)}


def land_turns(number: int) -> list[list[Shot]]:
    """Return phase two of games with many events."""
    films: list[list[Shot]] = []
    for seed in range(40):
        rng = SeededRng(f"film {seed}")
        state = GAME.start(read_settings(GAME, {}, 3), 3, rng)
        while GAME.outcome(state) is None and len(films) < number and state.turn.number < 9:
            seat = min(GAME.to_act(state))
            legal = [action for action in GAME.legal(state, seat) if action.verb is not Verb.LEAVE]
            action = legal[rng.below(len(legal))]
            if state.phase is Phase.ACT and state.turn.number > 6 and Action(Verb.FINISH) in legal:
                action = Action(Verb.FINISH)
            steps = unfold(state, seat, action, rng)
            if action.verb is Verb.FINISH and len(steps) > 8:
                films.append([(GAME.view(state, None), ()), *((GAME.view(s, None), e) for s, e in steps)])
            state = steps[-1][0]
        if len(films) >= number:
            break
    return films


def test_a_film_of_the_lands_turn_is_small_and_short() -> None:
    turns = land_turns(4)
    assert len(turns) == 4
    for frames in turns:
        data = film(frames, SHEET)
        pictures = read_frames(data)
        assert len(data) < 220_000
        assert 3 < len(pictures) <= MOST
        assert {picture.size for picture in pictures} == {(WIDTH, HEIGHT)} == {(560, 632)}
        assert sum(times(data)) < 25_000
        assert times(data)[-1] >= LAST


def test_the_first_picture_is_the_view_before_anything_happened() -> None:
    alone = read_frames(film([(START, ())], SHEET))
    walked = film([(START, ()), after(trogdor="c4")], SHEET)
    assert read_frames(walked)[0].tobytes() == alone[0].tobytes()
    assert times(walked) == [FIRST, LAST]


def test_a_knight_walks_square_by_square_and_leaves_a_line() -> None:
    way = path(BY_NAME["d1"], (Direction.SOUTH, Direction.SOUTH, Direction.EAST))
    names = [next(name for name, square in BY_NAME.items() if square == where) for where in way]
    assert names == ["d1", "d2", "d3", "e3"]
    frames = [(START, ()), *(after(knights=f"{name} a4") for name in names[1:])]
    data = film(frames, SHEET)
    one, two, three, four = read_frames(data)
    assert changed_squares(one, two) == {"d1", "d2"}
    assert changed_squares(two, three) == {"d2", "d3"}
    assert changed_squares(three, four) == {"d3", "e3"}
    assert times(data)[1:-1] == [STEP, STEP]


def test_the_line_is_wiped_out_when_the_next_one_walks() -> None:
    frames = [
        (START, ()),
        after(knights="d2 a4"),
        after(happened.Walked(Walker.FIRST_KNIGHT, squares("d1 d2")), knights="d2 a4"),
        after(knights="d2 a5"),
    ]
    pictures = read_frames(film(frames, SHEET))
    bare = read_frames(film([after(knights="d2 a5")], SHEET))[0]
    assert changed_squares(pictures[-1], bare) == {"a4", "a5"}


def test_a_burning_peasant_runs() -> None:
    def lit(place: str) -> Shot:
        return after(peasants="b5", lit=(Lit(BY_NAME[place], mine=True),), burned="a1")

    pictures = read_frames(film([lit("a1"), lit("b1"), lit("b2")], SHEET))
    assert changed_squares(pictures[0], pictures[1]) == {"a1", "b1"}
    assert changed_squares(pictures[1], pictures[2]) == {"b1", "b2"}


@pytest.mark.parametrize(
    ("event", "marked"),
    [
        (happened.Spawned(squares("a1"), 3), {"a1"}),
        (happened.Repaired(squares("b1 b2")), {"b1", "b2"}),
        (happened.CottageMended(Walker.FIRST_KNIGHT, BY_NAME["a1"]), {"a1"}),
        (happened.ArrowShot(BY_NAME["e5"], squares("a5 b5 c5 d5"), hit=False), {"a5", "b5", "c5", "d5"}),
        (happened.Damaged(Walker.ARCHER, BY_NAME["c3"], 3), {"c3"}),
        (happened.Died(Walker.ARCHER, BY_NAME["c3"]), {"c3"}),
        (happened.Marched(Direction.EAST, ((BY_NAME["a1"], BY_NAME["b1"]),)), {"b1"}),
        (happened.PeasantLit(BY_NAME["a1"], "cottage"), {"a1"}),
        (happened.TileBurned(BY_NAME["b1"], "trogdor"), {"b1"}),
        (happened.CottageBurned(BY_NAME["a1"], "trogdor"), {"a1"}),
        (happened.Moved(0, BY_NAME["c2"], BY_NAME["c3"], "step"), {"c2", "c3"}),
        (happened.Chomped(0, BY_NAME["c3"], 4), {"c3"}),
        (happened.KnightErased(Walker.TROGHAMMER, BY_NAME["c3"]), {"c3"}),
        (happened.PeasantErased(BY_NAME["c3"]), {"c3"}),
        (happened.Hid(BY_NAME["c3"]), {"c3"}),
        (happened.HammerEntered(BY_NAME["c3"]), {"c3"}),
    ],
)
def test_what_happened_is_marked_where_it_happened_for_one_picture(event: Event, marked: set[str]) -> None:
    pictures = read_frames(film([(START, ()), (START, (event,)), (START, ())], SHEET))
    assert changed_squares(pictures[0], pictures[1]) == marked
    assert changed_squares(pictures[1], pictures[2]) == marked


def test_the_lands_card_lies_on_the_map_for_a_while() -> None:
    played = card("C3")
    drawn = happened.MovementDrawn(played.id, played.spawn, played.direction, played.repair, played.path)
    rng = SeededRng("card")
    state = GAME.start(read_settings(GAME, {}, 2), 2, rng)
    while state.land is None:
        seat = min(GAME.to_act(state))
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0], rng).state
    with_card = GAME.view(state, None)
    data = film([(with_card, ()), (with_card, (drawn,)), (with_card, ())], SHEET)
    pictures = read_frames(data)
    assert "c3" in changed_squares(pictures[0], pictures[1])
    assert times(data)[1] >= 1000


def test_of_a_long_story_several_steps_come_together() -> None:
    frames = [after(trogdor=place) for place in list(BY_NAME) * 12]
    assert len(frames) == 300
    data = film(frames, SHEET)
    assert len(read_frames(data)) <= MOST
    assert read_frames(data)[-1].tobytes() == read_frames(film([frames[-1]], SHEET))[0].tobytes()


def test_a_film_without_a_picture_is_an_error() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        film([], SHEET)


def test_a_film_leaves_the_pictures_as_they_were() -> None:
    before = png(paint(START, SHEET))
    one = film([(START, ()), after(trogdor="c4")], SHEET)
    assert film([(START, ()), after(trogdor="c4")], SHEET) == one
    assert png(paint(START, SHEET)) == before


# The Fiery Rage


def ending(shot: Shot, how: str) -> Shot:
    """Return the same shot at the end of the game."""
    view_, events = shot
    return replace(view_, outcome=Outcome(how, (), (0,))), (*events, happened.GameEnded(how, "died"))  # type: ignore[arg-type]


def raging(how: str = "defeat") -> list[Shot]:
    """Return his death on c3, and two raging paths."""
    return [
        (START, ()),
        after(happened.Died(Walker.ARCHER, BY_NAME["c3"]), trogdor="c3"),
        after(happened.RageBegan(BY_NAME["c3"], ("C3",) * 5), trogdor="c3"),
        after(trogdor="c4"),
        after(happened.Raged(squares("c3 c4 c5")), trogdor="c5"),
        ending(after(happened.Raged(squares("c5 d5")), trogdor="d5"), how),
    ]


def test_the_rage_has_a_title_of_its_own_and_a_slower_pace() -> None:
    data = film(raging(), SHEET)
    pictures, held = read_frames(data), times(data)
    assert len(pictures) == 6 + 2, "a title, and how it ended"
    assert held[3] == TITLE > 1500
    assert held[4] == RAGING >= 2 * STEP
    assert held[5] > held[4], "the end of a path stays"
    assert held[-1] == END >= LAST
    before, title = pictures[2], pictures[3]
    assert len(changed_squares(before, title)) == 25, "the map is dark behind the title"


def test_he_is_of_fire_while_he_rages_and_cold_when_he_has_lost() -> None:
    pictures = read_frames(film(raging(), SHEET))
    as_ever = read_frames(film([after(trogdor="c4")], SHEET))[0]
    assert "c4" in changed_squares(pictures[4], as_ever), "he does not look as ever on his path"
    lost, burned = (read_frames(film(raging(how), SHEET))[-2] for how in ("defeat", "petite-victory"))
    assert changed_squares(lost, burned) == {"d5"}


def test_the_caption_says_that_he_rages_from_then_on() -> None:
    pictures = read_frames(film(raging(), SHEET))
    captions = [picture.crop((WIDTH // 2, 0, WIDTH, 44)).tobytes() for picture in pictures]
    assert captions[0] == captions[1] == captions[2] != captions[4] == captions[5]


def test_his_path_grows_square_by_square() -> None:
    pictures = read_frames(film(raging(), SHEET))
    bare = read_frames(film([after(trogdor="c5")], SHEET))[0]
    assert {"c3", "c4", "c5"} <= changed_squares(pictures[5], bare)


def test_however_long_the_story_no_step_of_the_rage_is_left_out() -> None:
    long = [after(trogdor=place) for place in list(BY_NAME) * 8]
    rage = [after(trogdor=place) for place in list(BY_NAME)]
    begins = after(happened.RageBegan(BY_NAME["c3"], ("C3",) * 5), trogdor="c3")
    data = film([*long, begins, *rage], SHEET)
    assert len(read_frames(data)) <= MOST + 1
    assert times(data).count(RAGING) == len(rage) - 1, "and the last one stays"


@pytest.mark.parametrize("how", ["victory", "petite-victory", "defeat"])
def test_the_last_picture_says_how_it_ended(how: str) -> None:
    said = read_frames(film([(START, ()), ending(after(trogdor="d5"), how)], SHEET))
    others = [
        read_frames(film([(START, ()), ending(after(trogdor="d5"), other)], SHEET))[-1]
        for other in ("victory", "petite-victory", "defeat")
        if other != how
    ]
    assert all(len(changed_squares(said[-1], other)) > 4 for other in others)
