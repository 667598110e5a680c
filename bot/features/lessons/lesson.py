"""*Teach me*: a game's lesson in one private message, which each click changes.

Each position has the game's own picture and its own controls, so that what is learned is what is clicked
later: lists that are shown before they are played, questions before what cannot be taken back. Where somebody
stands is kept (`service`); a click that belongs elsewhere shows where that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.discord.frame import Message
from bot.discord.keyboard import LESSON, Control, Key, Verb, in_rows
from bot.discord.request import Request, Route
from bot.features.lessons.page import Pupil, done_message, position_message, step_of
from bot.features.lessons.service import LessonMove, Lessons, LessonState
from bot.games.lesson import RIGHT
from bot.kernel.errors import Refused
from bot.ui.play.picker import Picker, PickerStep
from bot.words import Words

_DIGITS: Final = 2
"""The most characters of an exercise's number."""


def lesson_button(words: Words, game: str) -> Key:
    """The way into the lesson of a game, or to the question of which, where no game is named."""
    return Key(label=words("button.learn"), custom_id=str(Control(0, 0, Verb.LEARN, game)))


def _lessons(request: Request) -> Lessons:
    return request.session.service(Lessons)


async def _pupil(request: Request) -> Pupil:
    habits = await request.session.people.habits(request.person.id)
    return Pupil(request.words, request.person.name, habits.warned, request.session.features)


# The way in


async def begin_lesson(request: Request) -> None:
    """The lesson of a game where somebody stands, in a message of its own; or which game it should be."""
    game = request.control.detail
    if not game:
        await request.private(request.words("learn.which"), in_rows(_game_buttons(request)))
        return
    stand = await _lessons(request).load_state(request.person.id, game)
    await request.show(await position_message(await _pupil(request), stand, came_back=stand.number > 0))


def _game_buttons(request: Request) -> Iterator[Key]:
    """A button for each game that has a lesson."""
    for game, entry in request.session.catalogue.items():
        if entry.help.lesson:
            key = lesson_button(request.words, game)
            key.label = request.words("button.learn.game", game=entry.game.title)
            yield key


# What is used in the message


async def continue_lesson(request: Request) -> None:
    """Where somebody stands now, or the beginning of an exercise, in the place of what was shown."""
    game, number = PICKER.read_control(request)
    if not number:
        stand = await _lessons(request).load_state(request.person.id, game)
    elif number.isascii() and number.isdecimal() and len(number) <= _DIGITS:
        stand = await _lessons(request).go_to_exercise(request.person.id, game, int(number))
    else:
        raise Refused("old-control")
    await request.redraw(await position_message(await _pupil(request), stand))


async def _find(request: Request, game: str) -> PickerStep | Message:
    pupil, stand = await _pupil(request), await _lessons(request).load_state(request.person.id, game)
    if stand.is_over or stand.number != request.control.revision:
        return await position_message(pupil, stand)
    return step_of(pupil, stand)


async def _play(request: Request, game: str, line: str) -> Message:
    """What somebody does, and a word on it."""
    found = await _lessons(request).play(request.person.id, game, request.control.revision, line)
    return await _answer_message(request, found)


async def show_solution(request: Request) -> None:
    """The exercise is done for whoever does not find it."""
    game, _ = PICKER.read_control(request)
    found = await _lessons(request).show_solution(request.person.id, game, request.control.revision)
    await request.redraw(await _answer_message(request, found, shown=True))


async def turn_on_warnings(request: Request) -> None:
    """Whoever has learned a game is warned before blunders from now on, as the settings have it."""
    game, _ = PICKER.read_control(request)
    stand = await _lessons(request).load_state(request.person.id, game)
    await request.session.people.set_warned(request.person.id, warned=True)
    await request.redraw(await position_message(await _pupil(request), stand))


async def _answer_message(
    request: Request, found: LessonMove | LessonState, *, shown: bool = False
) -> Message:
    pupil = await _pupil(request)
    if isinstance(found, LessonState):
        return await position_message(pupil, found)
    if found.reached.verdict == RIGHT:
        return await done_message(pupil, found, shown=shown)
    step = () if found.mistake else found.reached.events
    return await position_message(pupil, found.lesson, why=found.mistake, events=step)


PICKER: Final = Picker(LESSON, _find, _play, bare=True)

CONTROLS: Final = {
    **PICKER.controls(),
    Verb.LEARN: Route(begin_lesson, bare=True),
    Verb.LEARN_ON: Route(continue_lesson, bare=True, private=True),
    Verb.LEARN_SHOW: Route(show_solution, bare=True, private=True),
    Verb.LEARN_WARN: Route(turn_on_warnings, bare=True, private=True),
}
