"""A cooperative toy game: with a pad, lists, a private menu and a film."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.games.entry import Drawing, Entry, Help, Rules, Speech
from bot.store.codec import Codec
from bot.words import Names, Words
from bot.words.menu import Button, ButtonLook, Does, List, Menu, MenuOption
from bot.words.review import Review, Track
from engine.core import Seat
from engine.replay import LogPosition, Moment
from render.kit.sheet import Sheet
from tests.engine.toy_together import FAULTS, HATS, TOGETHER, Did, Hill, HillSeen

ENGLISH: Final = {
    "hill.rules": "Carry the logs up.",
    "hill.example": "lift",
    "hill.panel": "1 to 6 players, together\nCarry logs up a hill.",
    "hill.option.logs": "How many logs there are",
    "hill.option.hats": "Whether the hats are dealt or chosen",
    "hill.option.song": "A song to go along with it, in a file",
    "hill.option.logs.title": "Logs",
    "hill.option.hats.title": "Hats",
    "hill.option.song.title": "Song",
    "hill.option.hats.dealt": "dealt",
    "hill.option.hats.chosen": "chosen",
    "hill.alone.1": "Alone",
    "hill.alone.2": "Alone, on both seats",
    "hill.pick.hat": "Your hat",
    **{f"hill.hat.{hat}": hat.title() for hat in HATS},
    **{f"hill.hat.{hat}.told": f"A {hat} to wear" for hat in HATS},
    "hill.did": "**{name}**: {what}.",
    "hill.not-your-turn": "It is the turn of {who}.",
    "hill.not-notation": "“{text}” is nothing one does on a hill.",
}
EVERY_WORD: Final = Words({**IN_ENGLISH.english, **ENGLISH, **FAULTS})


def narrate(words: Words, names: Names, events: tuple[Did, ...]) -> tuple[str, ...]:
    return tuple(words("hill.did", name=names[event.seat], what=event.what) for event in events)


def menu(_words: Words, _names: Names, state: Hill, path: str) -> Menu:
    if path == "pace":
        paces = tuple(MenuOption(pace, pace) for pace in ("lift", "rest"))
        back = Button("Back", "", Does.GO)
        return Menu(question="At what pace?", lists=(List("Pace", paces, Does.PLAY),), buttons=(back,))
    pad = (
        (Button("up", "lift"), Button("·", "lift-not", enabled=False)),
        (Button("down", "rest"),),
    )
    buttons = (
        Button("On", "hand on", look=ButtonLook.MAIN),
        Button("Pace", "pace", Does.GO),
        Button("For yourself", "", Does.ASIDE),
        Button("Film", "", Does.FILM),
    )
    return Menu(rows=pad, buttons=buttons, chosen=(str(state.lifted),))


def aside(_words: Words, names: Names, state: Hill, seat: Seat, path: str) -> Menu:
    leave = Button("Go home", "leave", look=ButtonLook.DANGER, confirm="Go home for good?")
    if path == "more":
        return Menu(question="More", buttons=(leave, Button("Back", "", Does.GO)))
    tunes = (MenuOption("whistle", "a tune"),)
    return Menu(
        question=f"{names[seat]} wears a {state.hats[seat]}",
        lists=(List("Tunes", tunes, Does.PLAY),),
        buttons=(Button("Whistle", "whistle"), Button("More", "more", Does.GO)),
    )


def film(_words: Words, names: Names, sheet: Sheet, moments: Sequence[Moment]) -> bytes:
    """Return the data of a film instead of a GIF."""
    text = [f"{names[moment.seat]} {moment.action} {moment.rng.counter}" for moment in moments]
    return b"GIF89a" + "\n".join([sheet.code, *text]).encode()


def review(_words: Words, _names: Names, positions: Sequence[LogPosition]) -> Review:
    lifted = tuple(position.state.lifted for position in positions)
    return Review(
        f"{lifted[-1]} logs are up.",
        (("lines", str(len(positions) - 1)),),
        (Track("logs", None, lifted),),
        (),
    )


def turn_key(state: Hill) -> Hashable:
    return state.number, state.over


def paint(view: HillSeen, sheet: Sheet) -> Image.Image:
    assert len(sheet.names) == view.state.seats
    return Image.new("P", (400, 40))


HILL: Final[Entry[Hill, str, Did, HillSeen]] = Entry(
    game=TOGETHER,
    codec=Codec[Hill](Hill),
    english=ENGLISH,
    rules=Rules(
        menu=menu,
        suggest=TOGETHER.legal,
        turn_key=turn_key,
        aside=aside,
    ),
    drawing=Drawing(
        paint=paint,
        film=film,
    ),
    speech=Speech(
        narrate=narrate,
        header=lambda _words, _names, view: (f"{view.state.lifted} of {view.state.logs}",),
        turn=lambda _words, _names, view: f"turn {view.state.number}",
        call=lambda _words, _names, _view, mentions: f"{mentions}, go on.",
        alt=lambda _words, names, view: f"{view.state.lifted} logs, {' '.join(names)}",
    ),
    help=Help(
        review=review,
    ),
)
WITH_HILL: Final = {**CATALOGUE, "hill": HILL}
