"""*Learn from this*: the position before a move of a review, to find something better; for whoever clicks.

Nothing of it is kept: how often somebody has tried stands on the controls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import Message, escape_markdown, plain_names
from bot.discord.keyboard import Key, PickerControls, PickerVerbs
from bot.discord.request import Request
from bot.features.reviews.page import AnalysedGame, analysed_game
from bot.games.puzzle import TRIES
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import players_as_of
from bot.minds.analysis import Slip
from bot.store import Table
from bot.ui.play.picker import Picker, PickerStep
from bot.ui.play.task import (
    NO_ANSWER,
    Task,
    describe_advantages,
    describe_drawbacks,
    question_message,
    result_message,
)
from engine.core import IllegalAction
from engine.rng import SeededRng

VERBS: Final = PickerVerbs(go="bg", pick="bk", look="bt", play="bp", ask="ba")
"""The controls by which something better is looked for."""

_NO_BETTER: Final = (*NO_ANSWER, "offer")
"""Lines that nobody looks for here: an offer to end the game is no move, unless just that was better."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A move of a review that something was better than, and how often somebody has looked for that."""

    analysed: AnalysedGame
    slip: Slip
    number: int
    tries: int

    @property
    def table(self) -> Table:
        """Where it was played."""
        return self.analysed.table

    @property
    def spot(self) -> PickerControls:
        """Where the controls belong."""
        about = f"{self.number}.{self.tries}"
        return PickerControls(VERBS, about, self.table.revision, self.table.id)

    def task(self, state: Any = None) -> Task:  # noqa: ANN401 - a state of any game
        """The position before the move, or another `state` in its place."""
        analysed, table = self.analysed, self.table
        return Task(
            analysed.words,
            analysed.entry,
            analysed.before(self.slip.ply).state if state is None else state,
            self.slip.seat,
            plain_names(players_as_of(table, self.slip.ply)),
            title=self._title(),
            code=table.code,
            file=f"{table.code}-{table.revision}-better-{self.number}-{self.tries}",
            spot=self.spot,
            left_out=tuple(line for line in _NO_BETTER if line != self.slip.better),
            even=True,
        )

    def _title(self) -> str:
        """Which game, and when it was, as the game counts it."""
        words, moment, ply = self.analysed.words, self.analysed.entry.speech.moment, self.slip.ply
        state = self.analysed.before(ply).state
        when = words("review.moment", ply=ply) if moment is None else moment(words, state)
        return words("seen.board.title", game=self.analysed.title, when=when)

    def question_text(self) -> str:
        """What was played, and what to do."""
        task, left = self.task(), TRIES - self.tries
        name, move = (
            task.safe_names[self.slip.seat],
            escape_markdown(task.describe_action(task.action(self.slip.action))),
        )
        return task.words.some("better.ask", left, name=name, move=move)


async def _load_drill(request: Request, about: str) -> Drill:
    """What a control is about, as `number.tries`; raises `Refused` for what none of ours says."""
    number, _, tries = about.partition(".")
    table = await request.table(about)
    analysed = await analysed_game(request.words, request.session, table)
    slip = None if analysed is None else analysed.slip(number)
    if analysed is None or slip is None or tries not in map(str, range(TRIES + 1)):
        raise Refused("old-control")
    return Drill(analysed, slip, int(number), int(tries))


async def begin_drill(request: Request, number: int) -> None:
    """The position before a move of a review, in a message of its own."""
    drill = await _load_drill(request, f"{number}.0")
    await request.show(await question_message(drill.task(), drill.question_text()))


async def _find(request: Request, about: str) -> PickerStep:
    drill = await _load_drill(request, about)
    return PickerStep(drill.task(), drill.question_text())


async def _play(request: Request, about: str, line: str) -> Message:
    """What somebody tries, and a word on it."""
    drill = await _load_drill(request, about)
    task = drill.task()
    action, better = task.action(line), task.action(drill.slip.better)
    came, best = _step_after(drill, action), _step_after(drill, better)
    if str(action) in drill.slip.also or came.state == best.state:
        after = drill.task(came.state)
        lines = (after.describe_events(came.events), await _right_text(drill, action))
        return await result_message(after, "\n".join(filter(None, lines)), _keys(drill))
    return await _wrong_message(drill, action)


def _step_after(drill: Drill, action: Any) -> Any:  # noqa: ANN401 - a step of any game
    """What comes of an action; chance falls the same for all of them. Raises `Refused`."""
    game, state = drill.analysed.entry.game, drill.analysed.before(drill.slip.ply).state
    try:
        return game.apply(
            state, drill.slip.seat, action, SeededRng(f"better/{drill.table.code}/{drill.slip.ply}")
        )
    except IllegalAction as error:
        raise Refused("old-control") from error


async def _right_text(drill: Drill, action: Any) -> str:  # noqa: ANN401 - an action of any game
    """That it is better, by how much, and why."""
    task, words, slip = drill.task(), drill.analysed.words, drill.slip
    best, worth = words.percent(slip.best), words.percent(slip.worth)
    right = words("better.right", move=escape_markdown(task.describe_action(action)), best=best, worth=worth)
    return "\n".join(filter(None, (right, await describe_advantages(task, action))))


async def _wrong_message(drill: Drill, action: Any) -> Message:  # noqa: ANN401 - an action of any game
    """Another try, with a word on this one; or what was better, after the last."""
    task, words = drill.task(), drill.analysed.words
    same = str(action) == drill.slip.action
    told = (
        words("better.same")
        if same
        else words("puzzle.wrong", move=escape_markdown(task.describe_action(action)))
    )
    told = "\n".join(filter(None, (told, await describe_drawbacks(task, action))))
    if drill.tries + 1 < TRIES:
        next_try = replace(drill, tries=drill.tries + 1)
        return await question_message(next_try.task(), f"{told}\n{next_try.question_text()}")
    better = task.action(drill.slip.better)
    return await result_message(task, f"{told}\n{await _right_text(drill, better)}", _keys(drill), better)


def _keys(drill: Drill) -> list[Key]:
    """What can be done once it is over: the same again."""
    first = replace(drill, tries=0)
    return [first.spot.key(drill.analysed.words("button.learn.again"), VERBS.go)]


BETTER: Final = Endpoint("better", begin_drill, looks=True)
CONTROLS: Final = {**Picker(VERBS, _find, _play, looks=True).controls(), **routes(BETTER)}
