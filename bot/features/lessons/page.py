"""What *Teach me* shows: a position with its controls, what came of a move, the end of the lesson."""

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
    """Who learns: the words of their language, what they are called, and whether they are warned in games.

    `features` are all there are.
    """

    words: Words
    name: str
    is_warned: bool = False
    features: Sequence[Feature] = ()

    def names(self, entry: AnyEntry, exercise: AnyExercise) -> Names:
        """What the players of an exercise are called, by seat: somebody themselves, and the easiest bot."""
        return names_with_bots(self.name, exercise.seat, max(entry.game.seats.start, exercise.seat + 1))


def task_of(pupil: Pupil, stand: LessonState) -> Task:
    """The position where somebody stands, to be shown."""
    entry, exercise, number = stand.entry, stand.exercise, stand.done + 1
    game, count = entry.game, len(entry.help.lesson)
    return Task(
        pupil.words,
        entry,
        stand.state,
        exercise.seat,
        pupil.names(entry, exercise),
        title=pupil.words("learn.title", game=game.title, number=number, count=count),
        code=f"{number}/{count}",
        file=f"{game.key}-{stand.number}",
        spot=_spot(game.key, stand.number),
        left_out=exercise.hides,
        even=exercise.even,
        points=() if stand.lines else exercise.points,  # a step may have moved or spent what they are
    )


def _spot(game: str, place: int = 0) -> PickerControls:
    return PickerControls(LESSON, game, place)


async def position_message(
    pupil: Pupil, stand: LessonState, *, why: str = "", events: tuple[Any, ...] = (), came_back: bool = False
) -> Message:
    """Where somebody stands: what is so and what to do, with the game's controls; or the end."""
    if stand.is_over:
        return _end_message(pupil, stand)
    return await step_of(pupil, stand, why=why, events=events, came_back=came_back).message()


def step_of(
    pupil: Pupil, stand: LessonState, *, why: str = "", events: tuple[Any, ...] = (), came_back: bool = False
) -> PickerStep:
    """The exercise where somebody stands.

    `why` is what the judge said of what was not right, `events` are what a step on the way has done;
    `came_back`: the lesson was begun before.
    """
    words, game, exercise = pupil.words, stand.entry.game.key, stand.exercise
    task = task_of(pupil, stand)
    asked = words(f"{game}.learn.{exercise.key}")
    if why:
        reason = words("learn.other") if why == OTHER else words(f"{game}.learn.{exercise.key}.{why}")
        asked = f"{words('learn.wrong', told=reason)}\n{asked}"
    elif events:
        asked = f"{task.describe_events(events)}\n{asked}"
    keys = [task.spot.key(words("button.learn.show"), Verb.LEARN_SHOW)]
    if stand.lines:
        keys.append(_retry_button(pupil, stand.entry, stand.done))
    if came_back and stand.done:
        keys.append(_restart_button(pupil, stand.entry))
    return PickerStep(task, asked, keys)


async def done_message(pupil: Pupil, played: LessonMove, *, shown: bool = False) -> Message:
    """What came of the thing that was to be done, and a word on it; `shown`: somebody had it done."""
    words, stand, exercise = pupil.words, played.lesson, played.exercise
    entry, game = stand.entry, stand.entry.game.key
    task = task_of(pupil, replace(stand, done=stand.done - 1, state=played.reached.state))
    told = words(f"{game}.learn.{exercise.key}.right")
    way = _JOINED.join(_solution_steps(pupil, entry, exercise)) if shown else ""
    said = words("learn.shown", action=way, told=told) if shown else words("learn.right", told=told)
    keys = [
        _spot(game).key(words("button.learn.next"), Verb.LEARN_ON, look=ButtonLook.MAIN),
        _retry_button(pupil, entry, stand.done - 1),
    ]
    lines = filter(None, (task.describe_events(played.reached.events), said))
    traces = () if exercise.traces is None else exercise.traces(played.reached.events)
    return await tasks.result_message(task, "\n".join(lines), keys, traced=traces)


def _solution_steps(pupil: Pupil, entry: AnyEntry, exercise: AnyExercise) -> Iterator[str]:
    """What was done for somebody, in a few words each."""
    for step, line in enumerate(exercise.solution):
        state = run_exercise(entry.game, exercise, exercise.solution[:step]).state
        action = entry.game.parse(line, state)
        names = pupil.names(entry, exercise)
        yield escape_markdown(entry.speech.describe(pupil.words, names, state, exercise.seat, action))


def _end_message(pupil: Pupil, stand: LessonState) -> Message:
    """What is left to know, and what to do next."""
    words, entry = pupil.words, stand.entry
    panel = Panel(accent_colour=WALNUT)
    title, told = words("learn.title.end", game=entry.game.title), words(f"{entry.game.key}.learn.end")
    panel.add_item(Text(f"{title}\n{told}"))
    # A text of its own: else it would stand within the last point of the list before it.
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
    """To be warned in games, for who is not."""
    if entry.help.loses is not None and not pupil.is_warned:
        yield _spot(entry.game.key).key(pupil.words("button.warnings"), Verb.LEARN_WARN)


def _next_step_text(words: Words, entry: AnyEntry) -> str:
    """How to begin a game: that the bot to play against is the easiest is said where there is one."""
    if is_for_one(entry.game):
        return words("learn.next.alone")
    if has_bots(entry.game) and 1 not in entry.game.seats:
        return words("learn.next.bot", name=bot_name(LEVELS[0]))
    return words("learn.next")


def _retry_button(pupil: Pupil, entry: AnyEntry, number: int) -> Key:
    """The way back to the beginning of an exercise."""
    return _spot(entry.game.key).key(pupil.words("button.learn.again"), Verb.LEARN_ON, str(number))


def _restart_button(pupil: Pupil, entry: AnyEntry) -> Key:
    return _spot(entry.game.key).key(pupil.words("button.learn.over"), Verb.LEARN_ON, "0")
