"""The puzzle of the day in one private message: the position, what somebody tries there, and how it went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord import app_commands

from bot.discord.command import Catalogue, Command, CommandOption
from bot.discord.frame import Message, escape_markdown, format_day, note
from bot.discord.keyboard import PUZZLE as VERBS
from bot.discord.keyboard import Control, Key, PickerControls, Verb, in_rows
from bot.discord.request import Request, Route
from bot.features.puzzles.service import PuzzleMove, Puzzles, PuzzleState, day_number
from bot.games.puzzle import has_puzzles
from bot.kernel.errors import Refused
from bot.kernel.time.calendar import end_of
from bot.ui.play.picker import Picker, PickerStep
from bot.ui.play.task import (
    NO_ANSWER,
    Task,
    describe_advantages,
    describe_drawbacks,
    names_with_bots,
    question_message,
    result_message,
)
from bot.words import Words


def puzzle_button(words: Words, game: str) -> Key:
    """The way to a game's puzzle of the day, or to the question of which, where no game is named."""
    return Key(label=words("button.puzzle"), custom_id=str(Control(0, 0, Verb.PUZZLE, game)))


def _puzzles(request: Request) -> Puzzles:
    return request.session.service(Puzzles)


# The way in


async def puzzle(request: Request, game: str | None = None) -> None:
    """`/puzzle`."""
    await _show_puzzle(request, game or "")


async def begin_puzzle(request: Request) -> None:
    """A game's puzzle in a message of its own, or the question of which game."""
    await _show_puzzle(request, request.control.detail)


async def _show_puzzle(request: Request, game: str) -> None:
    if game:
        stand = await _puzzles(request).load_state(request.person.id, game)
        await request.show(await _puzzle_message(request, stand))
        return
    await request.private(request.words("puzzle.which"), in_rows(_game_buttons(request)))


def _game_buttons(request: Request) -> Iterator[Key]:
    """A button for each game that has puzzles."""
    for game, entry in request.session.catalogue.items():
        if has_puzzles(entry.game):
            key = puzzle_button(request.words, game)
            key.label = entry.game.title
            yield key


# What is used in the message


async def _find(request: Request, game: str) -> PickerStep | Message:
    stand = await _puzzles(request).load_state(request.person.id, game)
    if stand.is_over or stand.number != request.control.revision:
        return await _puzzle_message(request, stand, late=True)
    task = _task(request, stand)
    return PickerStep(task, _question_text(task, stand))


async def _play(request: Request, game: str, line: str) -> Message:
    """What somebody tries, and a word on it."""
    came = await _puzzles(request).play(request.person.id, game, request.control.revision, line)
    if isinstance(came, PuzzleState):
        return await _puzzle_message(request, came, late=True)
    return await (
        _solved_message(request, came)
        if came.is_right
        else _puzzle_message(request, came.puzzle, wrong=came.action)
    )


async def share_result(request: Request) -> None:
    """Tell the channel how it went, once, in its language."""
    game, day = request.control.detail, request.control.revision
    if request.control.table:
        raise Refused("old-control")
    stand = await _puzzles(request).share(request.person.id, game, day)
    if stand is None:
        await request.private(request.words("puzzle.shared"))
        return
    words = request.in_language(request.session.tables.language_at(request.click)).words
    line = words("puzzle.share", name=escape_markdown(request.person.name), told=_result_text(words, stand))
    await request.say(note(line))


# What is shown


def _task(request: Request, stand: PuzzleState, state: Any = None) -> Task:  # noqa: ANN401 - a state of any game
    """The position of the puzzle, or another `state` in its place."""
    words, entry, puzzle = request.words, stand.entry, stand.posed.puzzle
    return Task(
        words,
        entry,
        stand.posed.state if state is None else state,
        puzzle.seat,
        names_with_bots(request.person.name, puzzle.seat, puzzle.seats),
        title=f"### {_puzzle_title(words, stand)}",
        code=format_day(words, stand.day),
        file=f"{entry.game.key}-puzzle-{stand.number}",
        spot=PickerControls(VERBS, entry.game.key, stand.number),
        left_out=NO_ANSWER,
        even=True,
    )


def _puzzle_title(words: Words, stand: PuzzleState) -> str:
    return words("puzzle.named", game=stand.entry.game.title, date=format_day(words, stand.day))


async def _puzzle_message(
    request: Request,
    stand: PuzzleState,
    *,
    wrong: Any = None,  # noqa: ANN401 - an action of any game
    late: bool = False,
) -> Message:
    """Where somebody stands: the position, or how it went.

    `wrong` is what they have just tried; `late`: what they clicked belongs to where they stood before.
    """
    task = _task(request, stand)
    said = []
    if late and not stand.is_over:
        said.append(request.words("puzzle.late"))
    if wrong is not None:
        said += [
            request.words("puzzle.wrong", move=escape_markdown(task.describe_action(wrong))),
            await describe_drawbacks(task, wrong),
        ]
    if not stand.is_over:
        return await question_message(task, "\n".join(filter(None, (*said, _question_text(task, stand)))))
    move = escape_markdown(task.describe_action(stand.solution))
    said.append(request.words("puzzle.right" if stand.is_found else "puzzle.missed", move=move))
    lines = (*said, await describe_advantages(task, stand.solution), *_closing_lines(request, stand))
    return await result_message(
        task, "\n".join(filter(None, lines)), _end_buttons(request, stand), stand.solution
    )


async def _solved_message(request: Request, came: PuzzleMove) -> Message:
    """What came of the best move."""
    stand, words = came.puzzle, request.words
    task, after = _task(request, stand), _task(request, stand, came.state)
    right = words("puzzle.right", move=escape_markdown(task.describe_action(came.action)))
    why = await describe_advantages(task, came.action)
    lines = (after.describe_events(came.events), right, why, *_closing_lines(request, stand))
    return await result_message(after, "\n".join(filter(None, lines)), _end_buttons(request, stand))


def _question_text(task: Task, stand: PuzzleState) -> str:
    """Whose move it is, and what is asked for."""
    view = task.entry.game.view(task.state, None)
    turn = escape_markdown(task.entry.speech.turn(task.words, task.names, view))
    return task.words.some("puzzle.ask", stand.tries_left, turn=turn)


def _closing_lines(request: Request, stand: PuzzleState) -> Iterator[str]:
    """How it went, and when the next one comes."""
    if stand.is_found:
        yield _result_text(request.words, stand)
    yield request.words("puzzle.next", when=f"<t:{end_of(stand.day)}:R>")


def _result_text(words: Words, stand: PuzzleState) -> str:
    """The line that tells how it went, and spoils nothing."""
    told = words("puzzle.told", title=_puzzle_title(words, stand), tries=words(f"puzzle.tries.{stand.tries}"))
    if stand.streak < 2:  # noqa: PLR2004 - one day is no row
        return told
    return f"{told} {words('puzzle.streak', count=stand.streak)}"


def _end_buttons(request: Request, stand: PuzzleState) -> list[Key]:
    """What can be done once it is over."""
    words, game = request.words, stand.entry.game.key
    keys = [puzzle_button(words, "")]
    keys[0].label = words("button.puzzle.others")
    if stand.is_found and not stand.attempts.shared:
        custom_id = str(Control(0, day_number(stand.day), Verb.PUZZLE_SHARE, game))
        keys.insert(0, Key(label=words("button.share"), custom_id=custom_id))
    return keys


def _game_choices(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=entry.game.title, value=key)
        for key, entry in catalogue.items()
        if has_puzzles(entry.game)
    ]


PUZZLE: Final = Command(
    "puzzle", "command.puzzle", puzzle, {"game": CommandOption("command.puzzle.game", choices=_game_choices)}
)

CONTROLS: Final = {
    **Picker(VERBS, _find, _play, bare=True).controls(),
    Verb.PUZZLE: Route(begin_puzzle, bare=True),
    Verb.PUZZLE_SHARE: Route(share_result, bare=True, private=True),
}
