"""The messages of *Teach me*: a position with its controls, the result of a move, the end of the lesson."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.discord.frame import WALNUT, Message, Panel, Text, escape_markdown, panel_layout
from bot.discord.keyboard import LESSON, Key, PickerControls, Verb, in_rows
from bot.features.lessons.service import LessonMove, LessonState
from bot.games.catalogue import AnyEntry
from bot.games.lesson import OTHER, AnyExercise, run_exercise
from bot.kernel.feature import Feature, rules_of
from bot.kernel.tables.seats import has_bots, is_for_one
from bot.store import bot_name
from bot.ui.play import task as tasks
from bot.ui.play.panel import start_buttons
from bot.ui.play.picker import PickerStep
from bot.ui.play.task import Task, names_with_bots
from bot.words import Names, Words
from bot.words.menu import ButtonLook
from engine.mind import LEVELS

_JOINED: Final = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class Pupil:
    """The person who learns: language, name, and whether they are warned in games.

    `features` are all features.
    """

    words: Words
    name: str
    is_warned: bool = False
    features: Sequence[Feature] = ()

    def names(self, entry: AnyEntry, exercise: AnyExercise) -> Names:
        """The names of the players of an exercise, by seat: the pupil, and the easiest bot."""
        return names_with_bots(self.name, exercise.seat, max(entry.game.seats.start, exercise.seat + 1))


def task_of(pupil: Pupil, lesson: LessonState) -> Task:
    """The pupil's current position, to be shown."""
    entry, exercise, number = lesson.entry, lesson.exercise, lesson.done + 1
    game, count = entry.game, len(entry.help.lesson)
    return Task(
        pupil.words,
        entry,
        lesson.state,
        exercise.seat,
        pupil.names(entry, exercise),
        title=pupil.words("learn.title", game=game.title, number=number, count=count),
        code=f"{number}/{count}",
        file=f"{game.key}-{lesson.number}",
        spot=_spot(game.key, lesson.number),
        left_out=exercise.hides,
        even=exercise.even,
        points=() if lesson.lines else exercise.points,  # a step may have moved or used up what they mark
    )


def _spot(game: str, place: int = 0) -> PickerControls:
    return PickerControls(LESSON, game, place)


async def position_message(
    pupil: Pupil, lesson: LessonState, *, why: str = "", events: tuple[Any, ...] = (), came_back: bool = False
) -> Message:
    """The pupil's current position with its instruction and the game's controls; or the end of the lesson."""
    if lesson.is_over:
        return _end_message(pupil, lesson)
    return await step_of(pupil, lesson, why=why, events=events, came_back=came_back).message()


def step_of(
    pupil: Pupil, lesson: LessonState, *, why: str = "", events: tuple[Any, ...] = (), came_back: bool = False
) -> PickerStep:
    """The pupil's current exercise.

    `why` is the judge's comment on a wrong move, `events` are those of a step on the way; `came_back`: the
    lesson was begun before.
    """
    words, game, exercise = pupil.words, lesson.entry.game.key, lesson.exercise
    task = task_of(pupil, lesson)
    instruction = words(f"{game}.learn.{exercise.key}")
    if why:
        reason = words("learn.other") if why == OTHER else words(f"{game}.learn.{exercise.key}.{why}")
        instruction = f"{words('learn.wrong', told=reason)}\n{instruction}"
    elif events:
        instruction = f"{task.describe_events(events)}\n{instruction}"
    keys = [task.spot.key(words("button.learn.show"), Verb.LEARN_SHOW)]
    if lesson.lines:
        keys.append(_retry_button(pupil, lesson.entry, lesson.done))
    if came_back and lesson.done:
        keys.append(_restart_button(pupil, lesson.entry))
    return PickerStep(task, instruction, keys)


async def done_message(pupil: Pupil, played: LessonMove, *, shown: bool = False) -> Message:
    """The result of a solved exercise with a comment; `shown`: the pupil had it solved."""
    words, lesson, exercise = pupil.words, played.lesson, played.exercise
    entry, game = lesson.entry, lesson.entry.game.key
    task = task_of(pupil, replace(lesson, done=lesson.done - 1, state=played.reached.state))
    comment = words(f"{game}.learn.{exercise.key}.right")
    steps = _JOINED.join(_solution_steps(pupil, entry, exercise)) if shown else ""
    text = words("learn.shown", action=steps, told=comment) if shown else words("learn.right", told=comment)
    keys = [
        _spot(game).key(words("button.learn.next"), Verb.LEARN_ON, look=ButtonLook.MAIN),
        _retry_button(pupil, entry, lesson.done - 1),
    ]
    lines = filter(None, (task.describe_events(played.reached.events), text))
    traces = () if exercise.traces is None else exercise.traces(played.reached.events)
    return await tasks.result_message(task, "\n".join(lines), keys, traced=traces)


def _solution_steps(pupil: Pupil, entry: AnyEntry, exercise: AnyExercise) -> Iterator[str]:
    """The steps of the solution in a few words each."""
    for step, line in enumerate(exercise.solution):
        state = run_exercise(entry.game, exercise, exercise.solution[:step]).state
        action = entry.game.parse(line, state)
        names = pupil.names(entry, exercise)
        yield escape_markdown(entry.speech.describe(pupil.words, names, state, exercise.seat, action))


def _end_message(pupil: Pupil, lesson: LessonState) -> Message:
    """The end of a lesson: what is left to know, and what to do next."""
    words, entry = pupil.words, lesson.entry
    panel = Panel(accent_colour=WALNUT)
    title, summary = words("learn.title.end", game=entry.game.title), words(f"{entry.game.key}.learn.end")
    panel.add_item(Text(f"{title}\n{summary}"))
    # A text of its own: else it would become part of the list before it.
    panel.add_item(Text(_next_step_text(words, entry)))
    if pupil.is_warned and entry.help.loses is not None:
        panel.add_item(Text(words("learn.warned")))
    rules = rules_of(pupil.features, words, entry)
    keys = [
        *start_buttons(words, entry),
        *rules,
        *_warning_buttons(pupil, entry),
        _restart_button(pupil, entry),
    ]
    return Message(panel_layout(panel, in_rows(keys)))


def _warning_buttons(pupil: Pupil, entry: AnyEntry) -> Iterator[Key]:
    """The button that turns on warnings, unless they are on."""
    if entry.help.loses is not None and not pupil.is_warned:
        yield _spot(entry.game.key).key(pupil.words("button.warnings"), Verb.LEARN_WARN)


def _next_step_text(words: Words, entry: AnyEntry) -> str:
    """How to begin a game, with the easiest bot where there is one."""
    if is_for_one(entry.game):
        return words("learn.next.alone")
    if has_bots(entry.game) and 1 not in entry.game.seats:
        return words("learn.next.bot", name=bot_name(LEVELS[0]))
    return words("learn.next")


def _retry_button(pupil: Pupil, entry: AnyEntry, number: int) -> Key:
    """The button back to the start of an exercise."""
    return _spot(entry.game.key).key(pupil.words("button.learn.again"), Verb.LEARN_ON, str(number))


def _restart_button(pupil: Pupil, entry: AnyEntry) -> Key:
    return _spot(entry.game.key).key(pupil.words("button.learn.over"), Verb.LEARN_ON, "0")
