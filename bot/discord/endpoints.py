"""A control in one object: its path, the function that it leads to, and its buttons and lists."""

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
"""The most characters that Discord shows of a label, a placeholder and an option; digits of a number."""

At = tuple[int, int]
"""What a control is about: the id of a table, and a revision, or what else its handler counts."""

NO_TABLE: Final[At] = (0, 0)
"""For what is about no table."""


def option(label: str, value: str, *, chosen: bool = False) -> discord.SelectOption:
    """One option of a list."""
    return discord.SelectOption(label=label[:OPTION], value=value, default=chosen)


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[P]):
    """A control: its `path` in custom_ids, and the `handler` of its uses.

    What the handler takes besides the request stands in the custom_id, in its order; in the lists of an
    endpoint with `is_list` the last of it is what was chosen. Numbers and texts can stand there. The flags
    are those of a `Route`.
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
        """What the handler takes; raises `TypeError` for a kind that no custom_id can hold."""
        parameters = list(inspect.signature(self.handler, eval_str=True).parameters.values())[1:]
        kinds = tuple(parameter.annotation for parameter in parameters)
        if not set(kinds) <= {int, str}:
            raise TypeError(f"the handler of {self.path} takes {kinds}")
        object.__setattr__(self, "kinds", kinds)

    @property
    def route(self) -> Route:
        """Where the control leads."""
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
        """A button that leads there; raises `ValueError` if its custom_id is too long."""
        assert not named  # noqa: S101 - a parameter specification brings them
        return discord.ui.Button(
            label=label[:LABEL], style=STYLES[look], custom_id=str(self._control(at, values))
        )

    def options(
        self, placeholder: str, at: At, options: Sequence[discord.SelectOption], *values: str | int
    ) -> Row:
        """A list of which one is chosen; `values` are all that the handler takes besides."""
        select = discord.ui.Select[discord.ui.LayoutView](
            custom_id=str(self._control(at, values)),
            placeholder=placeholder[:PLACEHOLDER],
            options=list(options),
        )
        return Row(select)

    def control(self, at: At, *values: P.args, **named: P.kwargs) -> Control:
        """What stands in the custom_id, as a form wants it that leads there."""
        assert not named  # noqa: S101 - a parameter specification brings them
        return self._control(at, values)

    def _control(self, at: At, values: Sequence[object]) -> Control:
        return Control(*at, self.path, ":".join(map(str, values)))

    async def _serve(self, request: Request) -> None:
        """Call the handler with what stands on the control; raises `Refused` for what none of ours says."""
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
    """Where each of them leads, by path."""
    return {endpoint.path: endpoint.route for endpoint in endpoints}
