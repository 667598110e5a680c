"""The picker: a player's private message in which an action is chosen step by step.

Lessons, puzzles, drills, plans and prepared answers bring two functions each: what a control is about, and
what follows a chosen action. The steps between are shared: the next question, a preview of what was picked
from a list, the confirmation of what cannot be undone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.discord.frame import Message
from bot.discord.keyboard import TRIED, Key, PickerVerbs
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.ui.play.task import LONGEST, Task, confirmation_message, question_message


@dataclass(frozen=True, slots=True)
class PickerStep:
    """A position in which an action is to be chosen: the text above its controls, and `keys` below them."""

    task: Task
    text: str
    keys: Sequence[Key] = ()

    async def message(self, path: str = "", line: str = "") -> Message:
        """Return the message at a step of a guided move; with a `line`, that action is previewed."""
        tried = self.task.action(line) if line else None
        return await question_message(self.task, self.text, self.keys, path, tried)


@dataclass(frozen=True, slots=True)
class Picker:
    """The five controls of a picker.

    `find(request, about)` returns the position that a control is about, or the message to show instead, as
    after a click on a control of an earlier position. `play(request, about, line)` returns the message after
    an action. `bare`: the controls belong to no table; `looks`: anyone who sees the table may use them.
    `provisional`: what is picked can be taken off again, so nothing is previewed or confirmed.
    """

    verbs: PickerVerbs
    find: Callable[[Request, str], Awaitable[PickerStep | Message]]
    play: Callable[[Request, str, str], Awaitable[Message]]
    bare: bool = False
    looks: bool = False
    provisional: bool = False

    def controls(self) -> Mapping[str, Route]:
        """Return the routes of the controls."""
        handlers = {
            self.verbs.go: self._guide,
            self.verbs.pick: self._guide,
            self.verbs.look: self._play if self.provisional else self._preview,
            self.verbs.ask: self._play if self.provisional else self._confirm,
            self.verbs.play: self._play,
        }
        return {
            verb: Route(handler, private=True, bare=self.bare, looks=self.looks)
            for verb, handler in handlers.items()
        }

    def read_control(self, request: Request) -> tuple[str, str]:
        """Return what a control is about, and its path or line; of a list, its prefix with the chosen value.

        Raises `Refused` for a control of a table where the picker has none.
        """
        if request.control.table and self.bare:
            raise Refused("old-control")
        about, _, value = request.control.detail.partition(":")
        if request.control.verb in self.verbs.lists:
            value = value.partition(":")[2]
            if request.control.verb == self.verbs.look:
                value = value.partition(TRIED)[2]
            value += "".join(request.values)
        return about, value

    async def _guide(self, request: Request) -> None:
        """Show the next question of a guided move."""
        about, path = self.read_control(request)
        step = await self.find(request, about)
        await request.redraw(step if isinstance(step, Message) else await step.message(path))

    async def _preview(self, request: Request) -> None:
        """Preview what was picked from a list."""
        about, line = self.read_control(request)
        step = await self.find(request, about)
        path = request.control.detail.split(":", 2)[-1].partition(TRIED)[0]
        await request.redraw(step if isinstance(step, Message) else await step.message(path, line))

    async def _confirm(self, request: Request) -> None:
        """Ask for the confirmation that a button needs."""
        about, line = self.read_control(request)
        step = await self.find(request, about)
        await request.redraw(step if isinstance(step, Message) else confirmation_message(step.task, line))

    async def _play(self, request: Request) -> None:
        about, line = self.read_control(request)
        await request.redraw(await self.play(request, about, line[:LONGEST]))
