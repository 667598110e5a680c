"""The puzzle of the day in one private message: the position, what somebody tries there, and how it went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord import app_commands

from bot.discord.command import Catalogue, Command, Option
from bot.discord.frame import Message, dated, note, safe
from bot.discord.keyboard import PUZZLE as VERBS
from bot.discord.keyboard import Control, Key, Spot, Verb, in_rows
from bot.discord.request import Request, Route
from bot.features.puzzles.service import Puzzles, Standing, Try, number_of
from bot.games.puzzle import has_puzzles
from bot.kernel.errors import Refused
from bot.kernel.time.calendar import end_of
from bot.ui.play.picker import Picker, Step
from bot.ui.play.task import (
    NO_ANSWER,
    Task,
    done,
    one_and_bots,
    shown,
    speaks_against,
    speaks_for,
)
from bot.words import Words


def puzzle_of_day(words: Words, game: str) -> Key:
    """The way to a game's puzzle of the day, or to the question of which, where no game is named."""
    return Key(label=words("button.puzzle"), custom_id=str(Control(0, 0, Verb.PUZZLE, game)))


def _puzzles(request: Request) -> Puzzles:
    return request.session.service(Puzzles)


# The way in


async def puzzle(request: Request, game: str | None = None) -> None:
    """`/puzzle`."""
    await _show(request, game or "")


async def begin(request: Request) -> None:
    """A game's puzzle in a message of its own, or the question of which game."""
    await _show(request, request.control.detail)


async def _show(request: Request, game: str) -> None:
    if game:
        stand = await _puzzles(request).stand(request.person.id, game)
        await request.show(await _message(request, stand))
        return
    await request.private(request.words("puzzle.which"), in_rows(_games(request)))


def _games(request: Request) -> Iterator[Key]:
    """A button for each game that has puzzles."""
    for game, entry in request.session.catalogue.items():
        if has_puzzles(entry.game):
            key = puzzle_of_day(request.words, game)
            key.label = entry.game.title
            yield key


# What is used in the message


async def _find(request: Request, game: str) -> Step | Message:
    stand = await _puzzles(request).stand(request.person.id, game)
    if stand.is_over or stand.place != request.control.revision:
        return await _message(request, stand, late=True)
    task = _task(request, stand)
    return Step(task, _asked(task, stand))


async def _play(request: Request, game: str, line: str) -> Message:
    """What somebody tries, and a word on it."""
    came = await _puzzles(request).play(request.person.id, game, request.control.revision, line)
    if isinstance(came, Standing):
        return await _message(request, came, late=True)
    return await (_found(request, came) if came.right else _message(request, came.stand, wrong=came.action))


async def share(request: Request) -> None:
    """Tell the channel how it went, once, in its language."""
    game, day = request.control.detail, request.control.revision
    if request.control.table:
        raise Refused("old-control")
    stand = await _puzzles(request).share(request.person.id, game, day)
    if stand is None:
        await request.private(request.words("puzzle.shared"))
        return
    words = request.speaking(request.session.tables.language_at(request.click)).words
    line = words("puzzle.share", name=safe(request.person.name), told=_result(words, stand))
    await request.say(note(line))


# What is shown


def _task(request: Request, stand: Standing, state: Any = None) -> Task:  # noqa: ANN401 - a state of any game
    """The position of the puzzle, or another `state` in its place."""
    words, entry, puzzle = request.words, stand.entry, stand.posed.puzzle
    return Task(
        words,
        entry,
        stand.posed.state if state is None else state,
        puzzle.seat,
        one_and_bots(request.person.name, puzzle.seat, puzzle.seats),
        title=f"### {_named(words, stand)}",
        code=dated(words, stand.day),
        file=f"{entry.game.key}-puzzle-{stand.place}",
        spot=Spot(VERBS, entry.game.key, stand.place),
        left_out=NO_ANSWER,
        even=True,
    )


def _named(words: Words, stand: Standing) -> str:
    return words("puzzle.named", game=stand.entry.game.title, date=dated(words, stand.day))


async def _message(
    request: Request,
    stand: Standing,
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
            request.words("puzzle.wrong", move=safe(task.told(wrong))),
            await speaks_against(task, wrong),
        ]
    if not stand.is_over:
        return await shown(task, "\n".join(filter(None, (*said, _asked(task, stand)))))
    move = safe(task.told(stand.solution))
    said.append(request.words("puzzle.right" if stand.is_found else "puzzle.missed", move=move))
    lines = (*said, await speaks_for(task, stand.solution), *_over(request, stand))
    return await done(task, "\n".join(filter(None, lines)), _keys(request, stand), stand.solution)


async def _found(request: Request, came: Try) -> Message:
    """What came of the best move."""
    stand, words = came.stand, request.words
    task, after = _task(request, stand), _task(request, stand, came.state)
    right = words("puzzle.right", move=safe(task.told(came.action)))
    why = await speaks_for(task, came.action)
    lines = (after.happened(came.events), right, why, *_over(request, stand))
    return await done(after, "\n".join(filter(None, lines)), _keys(request, stand))


def _asked(task: Task, stand: Standing) -> str:
    """Whose move it is, and what is asked for."""
    view = task.entry.game.view(task.state, None)
    turn = safe(task.entry.speech.turn(task.words, task.names, view))
    return task.words.some("puzzle.ask", stand.left, turn=turn)


def _over(request: Request, stand: Standing) -> Iterator[str]:
    """How it went, and when the next one comes."""
    if stand.is_found:
        yield _result(request.words, stand)
    yield request.words("puzzle.next", when=f"<t:{end_of(stand.day)}:R>")


def _result(words: Words, stand: Standing) -> str:
    """The line that tells how it went, and spoils nothing."""
    told = words("puzzle.told", title=_named(words, stand), tries=words(f"puzzle.tries.{stand.tries}"))
    if stand.streak < 2:  # noqa: PLR2004 - one day is no row
        return told
    return f"{told} {words('puzzle.streak', count=stand.streak)}"


def _keys(request: Request, stand: Standing) -> list[Key]:
    """What can be done once it is over."""
    words, game = request.words, stand.entry.game.key
    keys = [puzzle_of_day(words, "")]
    keys[0].label = words("button.puzzle.others")
    if stand.is_found and not stand.kept.shared:
        custom_id = str(Control(0, number_of(stand.day), Verb.PUZZLE_SHARE, game))
        keys.insert(0, Key(label=words("button.share"), custom_id=custom_id))
    return keys


def _choices(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=entry.game.title, value=key)
        for key, entry in catalogue.items()
        if has_puzzles(entry.game)
    ]


PUZZLE: Final = Command(
    "puzzle", "command.puzzle", puzzle, {"game": Option("command.puzzle.game", choices=_choices)}
)

CONTROLS: Final = {
    **Picker(VERBS, _find, _play, bare=True).controls(),
    Verb.PUZZLE: Route(begin, bare=True),
    Verb.PUZZLE_SHARE: Route(share, bare=True, private=True),
}
