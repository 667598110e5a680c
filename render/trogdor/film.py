"""A film of the events on the map, step by step, as an animated GIF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from engine.trogdor import events as happened
from engine.trogdor.board import ORTHOGONAL, Square, Walker, next_square_wrapped
from engine.trogdor.events import Event
from engine.trogdor.model import Board, View, Walk
from render.film.curtain import EMBLEM, Curtain, draw_curtain
from render.kit import caption
from render.kit.cache import cached_sprite
from render.kit.picture import Inset
from render.kit.sheet import Sheet
from render.replay import gif
from render.trogdor.board import NOW, SIDE, STRIP, frame
from render.trogdor.cards import movement
from render.trogdor.colours import PALETTE
from render.trogdor.marks import Badge
from render.trogdor.pieces import AT_THE_END, MapFigure, figure
from render.trogdor.square import SquareContents, SquareMarks, dragon_of, lay, unmarked_squares
from render.trogdor.tiles import TILE

Shot: TypeAlias = tuple[View, tuple[Event, ...]]
"""A view, and the events since the one before."""

MARGIN: Final = 10
WIDTH: Final = SIDE + 2 * MARGIN
HEIGHT: Final = STRIP + WIDTH
MOST: Final = 90
"""The most pictures of a film; of a longer story several steps are merged."""

STEP: Final = 150
"""Milliseconds of a picture without a longer event."""

RAGING: Final = 320
"""Milliseconds of each square of Trogdor's Fiery Rage."""

PATH: Final = 900
"""Milliseconds of the end of one of its paths."""

TITLE: Final = 1900
"""Milliseconds of its title."""

FIRST: Final = 700
LAST: Final = 2500

END: Final = 3500
"""Milliseconds of the last picture of a finished game."""

_HOLDS: Final[dict[type, int]] = {
    happened.MovementDrawn: 1300,
    happened.ArrowShot: 900,
    happened.GameEnded: 1500,
    happened.Damaged: 800,
    happened.Died: 1200,
    happened.CottageBurned: 600,
    happened.CottageMended: 500,
    happened.Spawned: 600,
    happened.Marched: 600,
    happened.Repaired: 500,
    happened.PeasantLit: 400,
    happened.PeasantRan: 500,
    happened.Chomped: 500,
    happened.Walked: 300,
    happened.Moved: 250,
    happened.Hid: 500,
    happened.HammerEntered: 700,
    happened.Raged: PATH,
}
"""Milliseconds that a picture stays, by its event."""


@dataclass
class _Scene:
    """What a film shows besides the board: the walks under way, and whether the rage has begun.

    `raging`: Trogdor has died, and his Fiery Rage runs.
    """

    walks: dict[Walker, list[Square]] = field(default_factory=dict)
    raging: bool = False

    def follow(self, before: Board, after: Board) -> None:
        """Extend the line of the walker that took a step; a new walk erases the lines before."""
        old, new = self._walkers(before), self._walkers(after)
        for who, now in new.items():
            was = old.get(who, now)
            if was == now or not any(next_square_wrapped(was, way) == now for way in ORTHOGONAL):
                continue
            trodden = self.walks.get(who, [])
            if not trodden or trodden[-1] != was:
                self.walks = {}
                trodden = [was]
            self.walks[who] = [*trodden, now]

    def _walkers(self, board: Board) -> dict[Walker, Square]:
        """Return where each walker is; of burning peasants only the one who runs.

        During his rage only Trogdor walks.
        """
        if self.raging:
            return {Walker.TROGDOR: board.trogdor}
        places = {Walker.ARCHER: board.archer}
        places |= dict(zip((Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT), board.knights, strict=False))
        if board.troghammer is not None:
            places[Walker.TROGHAMMER] = board.troghammer
        if board.lit:
            places[Walker.PEASANT] = board.lit[0].square
        return places


def film(frames: Sequence[Shot], sheet: Sheet) -> bytes:
    """Encode an animated GIF, `WIDTH` x `HEIGHT` pixels, that shows the map in each of the frames.

    The first frame is the view before any event. Trogdor's Fiery Rage has its title and its own pace, square
    by square; a finished game ends with a picture of the ending. Raises `ValueError` if there is no frame.
    """
    if not frames:
        raise ValueError("a film needs a picture")
    timed = list(_timed_pictures(_merge_frames(frames), sheet))
    pictures, times = [picture for picture, _ in timed], [time for _, time in timed]
    times[0], times[-1] = max(times[0], FIRST), max(times[-1], LAST)
    return gif(pictures, times)


def _merge_frames(frames: Sequence[Shot]) -> list[Shot]:
    """Merge frames so that at most `MOST` are left; those of the rage stay separate."""
    begins = next((index for index, (_, events) in enumerate(frames) if _begins_rage(events)), len(frames))
    before, after = frames[:begins], list(frames[begins:])
    together = -(-len(before) // max(MOST - len(after), 1)) or 1
    groups = [before[start : start + together] for start in range(0, len(before), together)]
    shots = [(group[-1][0], tuple(event for _, events in group for event in events)) for group in groups]
    return [*shots, *after]


def _begins_rage(events: Sequence[Event]) -> bool:
    return any(isinstance(event, happened.RageBegan) for event in events)


def _hold_time(events: tuple[Event, ...], step: int) -> int:
    """Return how long a picture stays, in milliseconds; `step` for events without a time of their own."""
    return max((_HOLDS.get(type(event), step) for event in events), default=step)


def _timed_pictures(shots: Sequence[Shot], sheet: Sheet) -> Iterator[tuple[Image.Image, int]]:
    """Yield each picture, and for how many milliseconds it stays."""
    scene, before = _Scene(), shots[0][0].board
    picture = _empty()
    for view, events in shots:
        scene.follow(before, view.board)
        before = view.board
        picture = _shot(scene, view, events, sheet)
        yield picture, max(_hold_time(events, STEP), RAGING if scene.raging else 0)
        if _begins_rage(events):
            scene.raging, scene.walks = True, {}
            sheet = replace(sheet, turn=sheet.say("trogdor.picture.rage"))
            subtitle = sheet.say("trogdor.picture.rage.told")
            yield (
                draw_curtain(picture, Curtain(sheet.turn, subtitle, figure(MapFigure.RAGING, EMBLEM))),
                TITLE,
            )
    if shots[-1][0].outcome is not None:
        yield _ending_picture(picture, shots[-1][0].outcome.ending, sheet), END


def _ending_picture(picture: Image.Image, ending: str, sheet: Sheet) -> Image.Image:
    """Return the ending over the last picture."""
    title = sheet.say(f"trogdor.picture.end.{ending}")
    subtitle = sheet.say(f"trogdor.picture.end.{ending}.told")
    return draw_curtain(picture, Curtain(title, subtitle, figure(AT_THE_END[ending], EMBLEM)))


def _shot(scene: _Scene, view: View, events: tuple[Event, ...], sheet: Sheet) -> Image.Image:
    """Draw the map in one frame, with its marks."""
    raging = scene.raging and view.outcome is None
    marks = SquareMarks(unmarked_squares(view.board, MapFigure.RAGING if raging else dragon_of(view)))
    for who, trodden in scene.walks.items():
        marks.mark_walks((Walk(who, tuple(trodden)),))
    for event in events:
        _mark(marks, scene, event)
    picture = _picture(marks.contents, sheet)
    if any(isinstance(event, happened.MovementDrawn) for event in events):
        _show_card(picture, view)
    return picture


def _mark(marks: SquareMarks, scene: _Scene, event: Event) -> None:
    """Show an event; erases a walk's line when its story is over."""
    match event:
        case happened.Walked() | happened.PeasantRan() | happened.Raged():
            scene.walks = {}
        case happened.ArrowShot(square=archer, line=line):
            marks.mark_shot(archer, line)
        case happened.Damaged(square=where) | happened.Died(square=where):
            marks.change(where, burst=True)
        case happened.Marched(direction=way, moves=moves):
            for _, target in moves:
                marks.mark_march(target, way)
        case happened.Moved(origin=origin, target=target):
            marks.mark_trail(origin, target)
            marks.change(target, ring=True)
        case happened.Chomped(square=where) | happened.PeasantErased(square=where):
            marks.mark_ghost(where, MapFigure.PEASANT)
        case happened.KnightErased(who=who, square=where):
            marks.mark_ghost(where, MapFigure(who))
        case _:
            _sign(marks, event)


def _sign(marks: SquareMarks, event: Event) -> None:
    match event:
        case happened.Spawned(squares=places):
            marks.mark_badge(Badge.SPAWNED, places)
        case happened.Repaired(squares=places):
            marks.mark_badge(Badge.REPAIRED, places)
        case happened.CottageMended(square=where):
            marks.mark_badge(Badge.MENDED, (where,))
        case happened.TileBurned(square=where) | happened.CottageBurned(square=where):
            marks.mark_badge(Badge.FIRE, (where,))
        case happened.PeasantLit(square=where):
            marks.mark_badge(Badge.FIRE, (where,))
        case happened.Hid(square=where) | happened.HammerEntered(square=where):
            marks.change(where, ring=True)


def _picture(spots: dict[Square, SquareContents], sheet: Sheet) -> Image.Image:
    image = _empty().copy()
    for where, spot in spots.items():
        row, column = divmod(where, SIDE // TILE)
        lay(image, spot, (MARGIN + column * TILE, STRIP + MARGIN + row * TILE))
    caption.title(image, sheet, PALETTE, 190)
    caption.turn(image, sheet, "keepers-say", PALETTE, 310)
    return image


def _show_card(picture: Image.Image, view: View) -> None:
    """Paste the land's card on the map."""
    if view.card is not None and view.land is not None:
        at = ((WIDTH - NOW.width) // 2, STRIP + (WIDTH - NOW.height) // 2)
        movement(Inset(picture, *at), view.card, view.land.direction, view.land.pouched)


@cached_sprite
def _empty() -> Image.Image:
    """The table around the map of a film; shared, so copy it."""
    image = PALETTE.blank((WIDTH, HEIGHT), "field")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, STRIP - 1), PALETTE.index("night"))
    draw.line([(0, STRIP - 1), (WIDTH, STRIP - 1)], PALETTE.index("brass-deep"))
    frame(draw, (MARGIN, STRIP + MARGIN))
    return image
