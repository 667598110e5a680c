"""*Teach me*: a game's lesson in one private message, which each click changes.

Each position has the game's own picture and controls, so that people practise what they click in games. The
progress is stored (`service`); a click on an older message shows the current position.
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
    """The button that opens the lesson of a game; without a game, it asks which one."""
    return Key(label=words("button.learn"), custom_id=str(Control(0, 0, Verb.LEARN, game)))


def _lessons(request: Request) -> Lessons:
    return request.session.service(Lessons)


async def _pupil(request: Request) -> Pupil:
    habits = await request.session.people.habits(request.person.id)
    return Pupil(request.words, request.person.name, habits.warned, request.session.features)


# Opening


async def begin_lesson(request: Request) -> None:
    """Show the lesson of a game at the user's position, in a new message; or ask for the game."""
    game = request.control.detail
    if not game:
        await request.private(request.words("learn.which"), in_rows(_game_buttons(request)))
        return
    lesson = await _lessons(request).load_state(request.person.id, game)
    await request.show(await position_message(await _pupil(request), lesson, came_back=lesson.number > 0))


def _game_buttons(request: Request) -> Iterator[Key]:
    """A button for each game that has a lesson."""
    for game, entry in request.session.catalogue.items():
        if entry.help.lesson:
            key = lesson_button(request.words, game)
            key.label = request.words("button.learn.game", game=entry.game.title)
            yield key


# Controls of the message


async def continue_lesson(request: Request) -> None:
    """Show the user's current position, or the start of an exercise, in place of the message."""
    game, number = PICKER.read_control(request)
    if not number:
        lesson = await _lessons(request).load_state(request.person.id, game)
    elif number.isascii() and number.isdecimal() and len(number) <= _DIGITS:
        lesson = await _lessons(request).go_to_exercise(request.person.id, game, int(number))
    else:
        raise Refused("old-control")
    await request.redraw(await position_message(await _pupil(request), lesson))


async def _find(request: Request, game: str) -> PickerStep | Message:
    pupil, lesson = await _pupil(request), await _lessons(request).load_state(request.person.id, game)
    if lesson.is_over or lesson.number != request.control.revision:
        return await position_message(pupil, lesson)
    return step_of(pupil, lesson)


async def _play(request: Request, game: str, line: str) -> Message:
    """Play the user's move, and comment on it."""
    result = await _lessons(request).play(request.person.id, game, request.control.revision, line)
    return await _answer_message(request, result)


async def show_solution(request: Request) -> None:
    """Show how the exercise is solved."""
    game, _ = PICKER.read_control(request)
    result = await _lessons(request).show_solution(request.person.id, game, request.control.revision)
    await request.redraw(await _answer_message(request, result, shown=True))


async def turn_on_warnings(request: Request) -> None:
    """Turn on warnings before blunders for the user, as in the settings."""
    game, _ = PICKER.read_control(request)
    lesson = await _lessons(request).load_state(request.person.id, game)
    await request.session.people.set_warned(request.person.id, warned=True)
    await request.redraw(await position_message(await _pupil(request), lesson))


async def _answer_message(
    request: Request, result: LessonMove | LessonState, *, shown: bool = False
) -> Message:
    pupil = await _pupil(request)
    if isinstance(result, LessonState):
        return await position_message(pupil, result)
    if result.reached.verdict == RIGHT:
        return await done_message(pupil, result, shown=shown)
    step = () if result.mistake else result.reached.events
    return await position_message(pupil, result.lesson, why=result.mistake, events=step)


PICKER: Final = Picker(LESSON, _find, _play, bare=True)

CONTROLS: Final = {
    **PICKER.controls(),
    Verb.LEARN: Route(begin_lesson, bare=True),
    Verb.LEARN_ON: Route(continue_lesson, bare=True, private=True),
    Verb.LEARN_SHOW: Route(show_solution, bare=True, private=True),
    Verb.LEARN_WARN: Route(turn_on_warnings, bare=True, private=True),
}
