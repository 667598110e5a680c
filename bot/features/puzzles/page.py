"""The puzzle of the day in one private message: the position, the tries and the result."""

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
    """The button of a game's puzzle of the day; without a game, it asks which one."""
    return Key(label=words("button.puzzle"), custom_id=str(Control(0, 0, Verb.PUZZLE, game)))


def _puzzles(request: Request) -> Puzzles:
    return request.session.service(Puzzles)


# Opening


async def puzzle(request: Request, game: str | None = None) -> None:
    """`/puzzle`."""
    await _show_puzzle(request, game or "")


async def begin_puzzle(request: Request) -> None:
    """Show a game's puzzle in a new message, or ask for the game."""
    await _show_puzzle(request, request.control.detail)


async def _show_puzzle(request: Request, game: str) -> None:
    if game:
        puzzle = await _puzzles(request).load_state(request.person.id, game)
        await request.show(await _puzzle_message(request, puzzle))
        return
    await request.private(request.words("puzzle.which"), in_rows(_game_buttons(request)))


def _game_buttons(request: Request) -> Iterator[Key]:
    """A button for each game that has puzzles."""
    for game, entry in request.session.catalogue.items():
        if has_puzzles(entry.game):
            key = puzzle_button(request.words, game)
            key.label = entry.game.title
            yield key


# Controls of the message


async def _find(request: Request, game: str) -> PickerStep | Message:
    puzzle = await _puzzles(request).load_state(request.person.id, game)
    if puzzle.is_over or puzzle.number != request.control.revision:
        return await _puzzle_message(request, puzzle, late=True)
    task = _task(request, puzzle)
    return PickerStep(task, _question_text(task, puzzle))


async def _play(request: Request, game: str, line: str) -> Message:
    """Judge the user's try."""
    result = await _puzzles(request).play(request.person.id, game, request.control.revision, line)
    if isinstance(result, PuzzleState):
        return await _puzzle_message(request, result, late=True)
    return await (
        _solved_message(request, result)
        if result.is_right
        else _puzzle_message(request, result.puzzle, wrong=result.action)
    )


async def share_result(request: Request) -> None:
    """Post the user's result in the channel, once, in its language."""
    game, day = request.control.detail, request.control.revision
    if request.control.table:
        raise Refused("old-control")
    puzzle = await _puzzles(request).share(request.person.id, game, day)
    if puzzle is None:
        await request.private(request.words("puzzle.shared"))
        return
    words = request.in_language(request.session.tables.language_at(request.click)).words
    line = words("puzzle.share", name=escape_markdown(request.person.name), told=_result_text(words, puzzle))
    await request.say(note(line))


# Messages


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


def _puzzle_title(words: Words, puzzle: PuzzleState) -> str:
    return words("puzzle.named", game=puzzle.entry.game.title, date=format_day(words, puzzle.day))


async def _puzzle_message(
    request: Request,
    puzzle: PuzzleState,
    *,
    wrong: Any = None,  # noqa: ANN401 - an action of any game
    late: bool = False,
) -> Message:
    """The position with its question, or the result.

    `wrong` is the last try; `late`: the clicked message is out of date.
    """
    task = _task(request, puzzle)
    texts = []
    if late and not puzzle.is_over:
        texts.append(request.words("puzzle.late"))
    if wrong is not None:
        texts += [
            request.words("puzzle.wrong", move=escape_markdown(task.describe_action(wrong))),
            await describe_drawbacks(task, wrong),
        ]
    if not puzzle.is_over:
        return await question_message(task, "\n".join(filter(None, (*texts, _question_text(task, puzzle)))))
    move = escape_markdown(task.describe_action(puzzle.solution))
    texts.append(request.words("puzzle.right" if puzzle.is_found else "puzzle.missed", move=move))
    lines = (*texts, await describe_advantages(task, puzzle.solution), *_closing_lines(request, puzzle))
    return await result_message(
        task, "\n".join(filter(None, lines)), _end_buttons(request, puzzle), puzzle.solution
    )


async def _solved_message(request: Request, move: PuzzleMove) -> Message:
    """The result of the best move."""
    puzzle, words = move.puzzle, request.words
    task, after = _task(request, puzzle), _task(request, puzzle, move.state)
    right = words("puzzle.right", move=escape_markdown(task.describe_action(move.action)))
    why = await describe_advantages(task, move.action)
    lines = (after.describe_events(move.events), right, why, *_closing_lines(request, puzzle))
    return await result_message(after, "\n".join(filter(None, lines)), _end_buttons(request, puzzle))


def _question_text(task: Task, puzzle: PuzzleState) -> str:
    """The side to move, and the question."""
    view = task.entry.game.view(task.state, None)
    turn = escape_markdown(task.entry.speech.turn(task.words, task.names, view))
    return task.words.some("puzzle.ask", puzzle.tries_left, turn=turn)


def _closing_lines(request: Request, puzzle: PuzzleState) -> Iterator[str]:
    """The result, and when the next puzzle comes."""
    if puzzle.is_found:
        yield _result_text(request.words, puzzle)
    yield request.words("puzzle.next", when=f"<t:{end_of(puzzle.day)}:R>")


def _result_text(words: Words, puzzle: PuzzleState) -> str:
    """The result, without spoilers."""
    result = words(
        "puzzle.told", title=_puzzle_title(words, puzzle), tries=words(f"puzzle.tries.{puzzle.tries}")
    )
    if puzzle.streak < 2:  # noqa: PLR2004 - one day is no streak
        return result
    return f"{result} {words('puzzle.streak', count=puzzle.streak)}"


def _end_buttons(request: Request, puzzle: PuzzleState) -> list[Key]:
    """The buttons once the puzzle is over."""
    words, game = request.words, puzzle.entry.game.key
    keys = [puzzle_button(words, "")]
    keys[0].label = words("button.puzzle.others")
    if puzzle.is_found and not puzzle.attempts.shared:
        custom_id = str(Control(0, day_number(puzzle.day), Verb.PUZZLE_SHARE, game))
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
