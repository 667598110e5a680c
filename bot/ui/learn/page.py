"""What *Teach me* shows: a position with its controls, what came of a move, the end of the lesson."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.games.lesson import OTHER, AnyExercise, reached
from bot.session.lessons import Played, Stand
from bot.store import bot_name
from bot.ui.kit.frame import WALNUT, Message, Panel, Text, bare, boxed, laid_out, pictured, safe
from bot.ui.kit.keyboard import Key, Verb, how_to_play, in_rows, lesson_key, lesson_rows
from bot.ui.play.panel import ways_to_begin
from bot.ui.play.post import HAPPENED
from bot.words import Names, Words
from bot.words.menu import Look, Menu, without
from engine.mind import LEVELS
from render.kit.cache import NotDrawnError, only_at_hand
from render.kit.canvas import png
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.learn")

_JOINED: Final = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class Pupil:
    """Who learns: the words of their language, and what they are called."""

    words: Words
    name: str

    def names(self, entry: AnyEntry, exercise: AnyExercise) -> Names:
        """What the players of an exercise are called, by seat: somebody themselves, and the easiest bot."""
        seats = range(max(entry.game.seats.start, exercise.seat + 1))
        return tuple(self.name if seat == exercise.seat else bot_name(LEVELS[0]) for seat in seats)

    def called(self, entry: AnyEntry, exercise: AnyExercise) -> Names:
        """The same, safe inside Discord's markdown."""
        return tuple(map(safe, self.names(entry, exercise)))


def menu_at(pupil: Pupil, stand: Stand, path: str) -> Menu:
    """What the game offers where somebody stands, at a step of a guided move."""
    menu: Menu = stand.entry.menu(pupil.words, pupil.called(stand.entry, stand.exercise), stand.state, path)
    return menu


async def position(
    pupil: Pupil,
    stand: Stand,
    path: str = "",
    *,
    why: str = "",
    events: tuple[Any, ...] = (),
    tried: Any = None,  # noqa: ANN401 - an action of any game
    came_back: bool = False,
) -> Message:
    """Where somebody stands: what is so and what to do, with the game's controls at a step; or the end.

    `why` is what the judge said of what was not right, `events` are what a step on the way has done, `tried`
    is an action that was picked from a list; `came_back`: the lesson was begun before.
    """
    if stand.is_over:
        return _end(pupil, stand)
    words, game, exercise = pupil.words, stand.entry.game.key, stand.exercise
    menu = menu_at(pupil, stand, path)
    step = _Step(menu, path) if tried is None else _picked(pupil, stand, menu, path, tried)
    panel, picture, name = await _board(pupil, stand, exercise, step)
    asked = words(f"{game}.learn.{exercise.key}")
    if why:
        reason = words("learn.other") if why == OTHER else words(f"{game}.learn.{exercise.key}.{why}")
        asked = f"{words('learn.wrong', told=reason)}\n{asked}"
    elif events:
        asked = f"{_happened(pupil, stand.entry, exercise, events)}\n{asked}"
    panel.add_item(Text(asked))
    if question := step.question or menu.question:
        panel.add_item(Text(question))
    keys = [lesson_key(words("button.learn.show"), game, stand.place, Verb.LEARN_SHOW)]
    if stand.lines:
        keys.append(_once_more(pupil, stand.entry, stand.done))
    if came_back and stand.done:
        keys.append(_start_over(pupil, stand.entry))
    if tried is not None:  # a custom_id may stand on a message once
        menu = without(menu, str(tried))
    rows = lesson_rows(game, stand.place, menu, path, step.play, keys)
    return Message(laid_out(panel, rows), picture, name)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a guided move: what the picture marks, and what was picked from a list, if something was.

    `hinted` are its places, `question` asks whether it is meant, and `play` is the button that says so.
    """

    marked: Menu
    path: str
    hinted: tuple[str, ...] = ()
    question: str = ""
    play: Key | None = None


def _picked(pupil: Pupil, stand: Stand, menu: Menu, path: str, action: Any) -> _Step:  # noqa: ANN401 - of any game
    """The step at which somebody looks at an action before they play it."""
    words, entry, exercise = pupil.words, stand.entry, stand.exercise
    told = entry.describe(words, pupil.names(entry, exercise), stand.state, exercise.seat, action)
    view = entry.game.view(stand.state, None)
    hinted = () if entry.hinted is None else entry.hinted(view, action)
    label = words("button.play")
    play = lesson_key(label, entry.game.key, stand.place, Verb.LEARN_PLAY, str(action), Look.GOOD)
    marked = replace(menu, targets=()) if hinted else menu
    return _Step(marked, f"{path}-{action}", hinted, words("choose.sure", move=told), play)


async def done(pupil: Pupil, played: Played, *, shown: bool = False) -> Message:
    """What came of the thing that was to be done, and a word on it; `shown`: somebody had it done."""
    words, stand, exercise = pupil.words, played.stand, played.exercise
    entry, game = stand.entry, stand.entry.game.key
    after = replace(stand, done=stand.done - 1, state=played.came.state)
    panel, picture, name = await _board(pupil, after, exercise, _Step(Menu(), "done"))
    happened = _happened(pupil, entry, exercise, played.came.events)
    told = words(f"{game}.learn.{exercise.key}.right")
    way = _JOINED.join(_way(pupil, entry, exercise)) if shown else ""
    said = words("learn.shown", action=way, told=told) if shown else words("learn.right", told=told)
    panel.add_item(Text("\n".join(filter(None, (happened, said)))))
    keys = [
        lesson_key(words("button.learn.next"), game, 0, Verb.LEARN_ON, look=Look.MAIN),
        _once_more(pupil, entry, stand.done - 1),
    ]
    return Message(laid_out(panel, in_rows(keys)), picture, name)


def _happened(pupil: Pupil, entry: AnyEntry, exercise: AnyExercise, events: tuple[Any, ...]) -> str:
    return " ".join(entry.narrate(pupil.words, pupil.called(entry, exercise), events))[:HAPPENED]


def _way(pupil: Pupil, entry: AnyEntry, exercise: AnyExercise) -> Iterator[str]:
    """What was done for somebody, in a few words each."""
    for step, line in enumerate(exercise.way):
        state = reached(entry.game, exercise, exercise.way[:step]).state
        action = entry.game.parse(line, state)
        names = pupil.names(entry, exercise)
        yield safe(entry.describe(pupil.words, names, state, exercise.seat, action))


def _end(pupil: Pupil, stand: Stand) -> Message:
    """What is left to know, and what to do next."""
    words, entry = pupil.words, stand.entry
    alone = entry.game.seats.stop - 1 == 1
    lines = (
        words("learn.title.end", game=entry.game.title),
        words(f"{entry.game.key}.learn.end"),
        words("learn.next.alone" if alone else "learn.next"),
    )
    rules = how_to_play(words("button.how"), entry.game.key)
    keys = [*ways_to_begin(words, entry), rules, _start_over(pupil, entry)]
    return Message(boxed("\n".join(lines), in_rows(keys)))


def _once_more(pupil: Pupil, entry: AnyEntry, number: int) -> Key:
    """The way back to the beginning of an exercise."""
    return lesson_key(pupil.words("button.learn.again"), entry.game.key, 0, Verb.LEARN_ON, str(number))


def _start_over(pupil: Pupil, entry: AnyEntry) -> Key:
    return lesson_key(pupil.words("button.learn.over"), entry.game.key, 0, Verb.LEARN_ON, "0")


# The picture


async def _board(
    pupil: Pupil, stand: Stand, exercise: AnyExercise, step: _Step
) -> tuple[Panel, bytes | None, str]:
    """The title and the board of a message; the picture that comes with it, and its file's name."""
    words, entry, number = pupil.words, stand.entry, stand.done + 1
    title = words("learn.title", game=entry.game.title, number=number, count=len(entry.lesson))
    panel = Panel(Text(title), accent_colour=WALNUT)
    names, view = pupil.names(entry, exercise), entry.game.view(stand.state, None)
    sheet = Sheet(
        code=f"{number}/{len(entry.lesson)}",
        stamp="",
        title=entry.game.title,
        turn=entry.turn(words, names, view),
        chosen=step.marked.chosen,
        targets=step.marked.targets,
        names=names,
        say=words,
        hinted=step.hinted,
    )
    letters = "".join(letter for letter in step.path if letter.isalnum())
    name = f"{entry.game.key}-{stand.place}{letters and '-' + letters}.png"
    picture = await _drawn(entry, view, sheet)
    if picture is None:
        panel.add_item(Text(f"```\n{entry.game.text(view, words)}\n```"[:2000]))
    else:
        marked = entry.marked(words, step.marked.targets) if step.marked.targets else ""
        alt = " ".join(filter(None, (bare(marked), entry.alt(words, names, view))))
        panel.add_item(pictured(name, alt))
    return panel, picture, name


async def _drawn(entry: AnyEntry, view: Any, sheet: Sheet) -> bytes | None:  # noqa: ANN401 - a view of any game
    """The picture as PNG, in a thread where a sprite was never drawn; none where its painter fails."""
    try:
        try:
            with only_at_hand():
                return png(entry.paint(view, sheet))
        except NotDrawnError:
            return await asyncio.to_thread(lambda: png(entry.paint(view, sheet)))
    except Exception:  # the lesson goes on with the board as text, as a table does
        LOG.exception("game=%s a lesson's board was not drawn", entry.game.key)
        return None
