"""A control as one object: its path, its handler, and its buttons and lists."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Concatenate, Final, Generic, ParamSpec

import discord

from bot.discord.keyboard import STYLES, Control, Key, Row
from bot.discord.limits import Limit
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.words.menu import ButtonLook

P = ParamSpec("P")

LABEL: Final = 80
PLACEHOLDER: Final = 150
OPTION: Final = 100
DIGITS: Final = 9
"""Lengths: a label, a placeholder and an option in characters; a number in digits."""

At = tuple[int, int]
"""What a control is about: the id of a table, and a revision or another number of its handler's."""

NO_TABLE: Final[At] = (0, 0)
"""For controls without a table."""


def option(label: str, value: str, *, chosen: bool = False) -> discord.SelectOption:
    """Return one option of a list."""
    return discord.SelectOption(label=label[:OPTION], value=value, default=chosen)


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[P]):
    """A control: its `path` in custom_ids, and its `handler`.

    The handler's arguments after the request are in the custom_id, in order; with `is_list` the last argument
    is the chosen value. They can be numbers and texts. The flags are those of a `Route`.
    """

    path: str
    handler: Callable[Concatenate[Request, P], Awaitable[None]]
    is_list: bool = False
    posts: bool = False
    looks: bool = False
    bare: bool = False
    private: bool = False
    limit: Limit | None = None
    kinds: tuple[type, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Read the kinds of the handler's arguments; raises `TypeError` for one unfit for a custom_id."""
        parameters = list(inspect.signature(self.handler, eval_str=True).parameters.values())[1:]
        kinds = tuple(parameter.annotation for parameter in parameters)
        if not set(kinds) <= {int, str}:
            raise TypeError(f"the handler of {self.path} takes {kinds}")
        object.__setattr__(self, "kinds", kinds)

    @property
    def route(self) -> Route:
        """The route to the handler."""
        return Route(
            self._serve,
            posts=self.posts,
            looks=self.looks,
            bare=self.bare,
            private=self.private,
            limit=self.limit,
        )

    def button(
        self, label: str, at: At, look: ButtonLook = ButtonLook.PLAIN, *values: P.args, **named: P.kwargs
    ) -> Key:
        """Return a button that leads to the handler; raises `ValueError` if its custom_id is too long."""
        assert not named  # noqa: S101 - required by the parameter specification
        return discord.ui.Button(
            label=label[:LABEL], style=STYLES[look], custom_id=str(self._control(at, values))
        )

    def options(
        self, placeholder: str, at: At, options: Sequence[discord.SelectOption], *values: str | int
    ) -> Row:
        """Return a list of options to choose one from; `values` are the handler's other arguments."""
        select = discord.ui.Select[discord.ui.LayoutView](
            custom_id=str(self._control(at, values)),
            placeholder=placeholder[:PLACEHOLDER],
            options=list(options),
        )
        return Row(select)

    def control(self, at: At, *values: P.args, **named: P.kwargs) -> Control:
        """Return the control for a custom_id, as a form needs it."""
        assert not named  # noqa: S101 - required by the parameter specification
        return self._control(at, values)

    def _control(self, at: At, values: Sequence[object]) -> Control:
        return Control(*at, self.path, ":".join(map(str, values)))

    async def _serve(self, request: Request) -> None:
        """Call the handler with the arguments from the custom_id; raises `Refused` for malformed ones."""
        handler: Callable[..., Awaitable[None]] = self.handler
        await handler(request, *self._values(request))

    def _values(self, request: Request) -> list[int | str]:
        kinds = self.kinds[:-1] if self.is_list else self.kinds
        texts = request.control.detail.split(":", len(kinds) - 1) if kinds else []
        if self.is_list:
            texts += request.values
        if len(texts) != len(self.kinds):
            raise Refused("old-control")
        return [_parse_value(kind, text) for kind, text in zip(self.kinds, texts, strict=True)]


def _parse_value(kind: type, text: str) -> int | str:
    if kind is str:
        return text
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        raise Refused("old-control")
    return int(text)


def routes(*endpoints: Endpoint[Any]) -> Mapping[str, Route]:
    """Return the routes of several endpoints, by path."""
    return {endpoint.path: endpoint.route for endpoint in endpoints}
