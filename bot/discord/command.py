"""Slash commands as data: a plain function of a request, and what Discord shows of it and its options."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.discord.limits import Limit
from bot.discord.request import Request, Route, Surface, make_request
from bot.discord.serving import report, serve
from bot.discord.translator import Value, localized
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused

INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)

ON_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
IN_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""For what is about a server."""

LONGEST: Final = 6000
"""The most characters that Discord takes for an option that says nothing else."""

OFFERED: Final = 25
"""The most choices that Discord shows while somebody types."""

Catalogue: TypeAlias = Mapping[str, AnyEntry]
Choices: TypeAlias = list[app_commands.Choice[str]]
Someone: TypeAlias = discord.User | discord.Member
Code: TypeAlias = app_commands.Range[str, 1, 20]
"""A table's code, as it is typed."""

Ply: TypeAlias = app_commands.Range[int, 0, 10**9 - 1]
"""The number of a move."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What is offered while somebody types; the log calls it `kind`."""

    kind: str
    choose: Callable[[Request, str], Awaitable[Choices]]


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of a command: the key of its description with what fills it, and what can be chosen.

    `choices` are all there are, made of the catalogue of games; with a `completion` anything can be typed.
    """

    text: str
    values: Mapping[str, Value] = field(default_factory=dict)
    choices: Callable[[Catalogue], list[app_commands.Choice[Any]]] | None = None
    completion: Completion | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, the key of its description, and the function that answers it.

    The options are the parameters of that function after the request, or the `parameters` if there are some;
    `options` tells of each by name. `posts`: what it shows needs the bot's rights in the channel, which are
    asked for before anything else. `public`: its answer is mostly for all, so that all see it if they are
    kept waiting for it, but not with the option `private_with`. `limit` is how much of it one person may ask
    for, or what tells that by what was given.
    """

    name: str
    text: str
    handler: Callable[..., Awaitable[None]]
    options: Mapping[str, CommandOption] = field(default_factory=dict)
    posts: bool = False
    public: bool = False
    private_with: str = ""
    limit: Limit | Callable[[Mapping[str, Any]], Limit | None] | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    parameters: tuple[inspect.Parameter, ...] = ()
    installs: app_commands.AppInstallationType = INSTALLS
    contexts: app_commands.AppCommandContext = CONTEXTS


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Commands under one name, and further groups."""

    name: str
    text: str
    commands: tuple[Command | CommandGroup, ...]


@dataclass(frozen=True, slots=True)
class PersonMenu:
    """What stands in Discord's menu of a person: the key of what it is called, and what answers it.

    The log calls it `kind`. `limit` is how much of it one person may ask for.
    """

    kind: str
    text: str
    handler: Callable[[Request, Someone], Awaitable[None]]
    limit: Limit | None = None


AppCommand: TypeAlias = app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu
"""What discord.py keeps in a tree of commands."""


def app_commands_of(
    catalogue: Catalogue, offered: tuple[Command | CommandGroup, ...], menus: tuple[PersonMenu, ...] = ()
) -> tuple[AppCommand, ...]:
    """Discord's commands and menus for these, for any bot that has this catalogue."""
    commands = (
        _app_command_group(catalogue, one)
        if isinstance(one, CommandGroup)
        else _app_command(catalogue, one, "")
        for one in offered
    )
    return *commands, *map(_context_menu, menus)


def _surface_of(interaction: discord.Interaction[Any]) -> Surface:
    """The surface of the bot that received an interaction; a bot receives none before it has one."""
    surface: Surface = interaction.client.surface
    return surface


def _context_menu(menu: PersonMenu) -> app_commands.ContextMenu:
    """One entry of a person's menu as discord.py wants it."""

    async def handle_menu(interaction: discord.Interaction, someone: discord.User) -> None:  # or a `Member`
        async def answer(request: Request) -> None:
            await menu.handler(request, someone)

        request = make_request(_surface_of(interaction), interaction, f"menu.{menu.kind}")
        await serve(request, Route(answer, limit=menu.limit))

    return app_commands.ContextMenu(
        name=localized(menu.text),
        callback=handle_menu,
        type=discord.AppCommandType.user,
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )


def _app_command_group(catalogue: Catalogue, group: CommandGroup) -> app_commands.Group:
    made = app_commands.Group(
        name=group.name,
        description=localized(group.text),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    _add_commands(made, catalogue, group, f"{group.name}.")
    return made


def _add_commands(made: app_commands.Group, catalogue: Catalogue, group: CommandGroup, path: str) -> None:
    for one in group.commands:
        if isinstance(one, CommandGroup):
            inner = app_commands.Group(name=one.name, description=localized(one.text), parent=made)
            _add_commands(inner, catalogue, one, f"{path}{one.name}.")
        else:
            made.add_command(_app_command(catalogue, one, path))


def _app_command(catalogue: Catalogue, command: Command, path: str) -> app_commands.Command[Any, ..., None]:
    """One command as discord.py wants it; it reads the options from the signature of what is called."""
    kind = f"command.{path}{command.name}"

    async def handle_command(interaction: discord.Interaction, /, **given: Any) -> None:  # noqa: ANN401 - by signature
        def check_parameters() -> None:
            for parameter in made.parameters:
                check_value(parameter, given[parameter.name])

        async def answer(request: Request) -> None:
            await command.handler(request, **given)

        public = command.public and given.get(command.private_with) is None
        limit = command.limit(given) if callable(command.limit) else command.limit
        route = Route(answer, command.posts, public=public, check=check_parameters, limit=limit)
        await serve(make_request(_surface_of(interaction), interaction, kind), route)

    vars(handle_command)["__signature__"] = inspect.Signature([_INTERACTION, *parameters_of(command)])
    app_commands.describe(
        **{name: localized(option.text, **option.values) for name, option in command.options.items()}
    )(handle_command)
    fixed = {name: option.choices(catalogue) for name, option in command.options.items() if option.choices}
    app_commands.choices(**fixed)(handle_command)
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=command.name,
        description=localized(command.text, **command.values),
        callback=handle_command,
        allowed_installs=command.installs,
        allowed_contexts=command.contexts,
    )
    for name, option in command.options.items():
        if option.completion is not None:
            made.autocomplete(name)(_autocomplete_with(option.completion))
    return made


def check_command_options(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> None:
    """Refuse a command whose options are not what Discord was told: a client may be outdated, or forge them.

    `data` is what Discord hands over; discord.py takes it for granted. That there is no such command, and
    that an option is missing, it says itself. Of somebody's menu it has to tell who they are.
    """
    kind = data.get("type", _SLASH)
    if kind == _PERSONS:
        _check_person(tree, data)
        return
    if kind != _SLASH:
        raise Refused("outdated-command")
    try:
        command, options = _resolve_command(tree, data)
        given = [(str(one["name"]), one["type"], one["value"]) for one in options]
    except (KeyError, TypeError, AttributeError) as error:
        raise Refused("outdated-command") from error
    if command is None:
        return
    known = {parameter.display_name: parameter for parameter in command.parameters}
    names = [name for name, _, _ in given]
    if len(set(names)) < len(names):
        raise Refused("outdated-command")
    for name, kind, value in given:
        parameter = known.get(name)
        if parameter is None:
            raise Refused("option-unknown", option=name[:_SHOWN].replace("`", "'"))
        if kind != parameter.type.value or not _is_raw(parameter.type, value):
            raise Refused("option-kind", option=name)


def _check_person(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> None:
    """Refuse what stands in nobody's menu, and a menu of nobody."""
    menu = tree.get_command(str(data.get("name")), type=discord.AppCommandType.user)
    resolved = data.get("resolved")
    people = resolved.get("users") if isinstance(resolved, Mapping) else None
    if menu is None or not isinstance(people, Mapping) or data.get("target_id") not in people:
        raise Refused("outdated-command")


def has_completion(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> bool:
    """Whether there is anything to offer for what somebody types: the option has to be one of ours."""
    try:
        command, options = _resolve_command(tree, data)
        focused = [str(one["name"]) for one in options if one.get("focused")]
    except (KeyError, TypeError, AttributeError):
        return False
    if command is None or len(focused) != 1:
        return False
    known = {parameter.display_name: parameter for parameter in command.parameters}
    parameter = known.get(focused[0])
    whole = all("value" in one and isinstance(one.get("type"), int) for one in options)
    return whole and parameter is not None and bool(parameter.autocomplete)


def _resolve_command(
    tree: app_commands.CommandTree[Any], data: Mapping[str, Any]
) -> tuple[app_commands.Command[Any, ..., Any] | None, list[Mapping[str, Any]]]:
    """The command that is called, none if there is no such one, and the options that came with it."""
    found: Any = tree.get_command(str(data["name"]))
    options: list[Mapping[str, Any]] = list(data.get("options") or ())
    while isinstance(found, app_commands.Group):
        if len(options) != 1:
            return None, []
        found = found.get_command(str(options[0]["name"]))
        options = list(options[0].get("options") or ())
    return (found if isinstance(found, app_commands.Command) else None), options


def _is_raw(kind: discord.AppCommandOptionType, value: object) -> bool:
    """Whether a value is of the JSON type that Discord sends for a kind of option."""
    if kind is _Kind.boolean:
        return isinstance(value, bool)
    if kind is _Kind.integer:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is _Kind.string:
        return isinstance(value, str)
    return isinstance(value, str) and value.isascii() and value.isdecimal()


def check_value(parameter: app_commands.Parameter, value: object) -> None:
    """Refuse what an option does not take: Discord checks nothing of what a forged command says.

    What is none was left out, and is not asked for.
    """
    name, least, most = parameter.name, parameter.min_value, parameter.max_value
    if value is None and not parameter.required:
        return
    if not isinstance(value, _KINDS[parameter.type]) or (
        isinstance(value, bool) and parameter.type is not _Kind.boolean
    ):
        raise Refused("option-kind", option=name)
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        choices = tuple(choice.name for choice in parameter.choices)
        raise Refused("option-choice", option=name, choices=choices)
    if isinstance(value, str) and not parameter.choices:
        least, most = int(least or 0), LONGEST if most is None else int(most)
        if not least <= len(value) <= most:
            raise Refused("option-length", option=name, least=least, most=most)
    elif isinstance(value, int) and least is not None and most is not None and not least <= value <= most:
        raise Refused("option-range", option=name, least=int(least), most=int(most))


_SLASH: Final = discord.AppCommandType.chat_input.value
"""Discord's number for a command that is typed."""

_PERSONS: Final = discord.AppCommandType.user.value
"""The one for what stands in the menu of a person. Messages have none of ours."""

_SHOWN: Final = 32
"""The most characters of an option's name, as Discord allows them."""

_Kind: TypeAlias = discord.AppCommandOptionType
_KINDS: Final[Mapping[_Kind, type | tuple[type, ...]]] = {
    _Kind.string: str,
    _Kind.integer: int,
    _Kind.boolean: bool,
    _Kind.user: (discord.User, discord.Member),
    _Kind.role: discord.Role,
    _Kind.channel: (discord.abc.GuildChannel, discord.Thread),
    _Kind.attachment: discord.Attachment,
}
"""What discord.py hands over for each kind of option that the bot's commands have."""

_INTERACTION: Final = inspect.Parameter(
    "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
)


def parameters_of(command: Command) -> tuple[inspect.Parameter, ...]:
    """The options as parameters; raises `ValueError` where not all of them, or others, are described."""
    found = command.parameters
    if not found:
        found = tuple(inspect.signature(command.handler, eval_str=True).parameters.values())[1:]
    names = [parameter.name for parameter in found]
    if set(names) != set(command.options):
        described = ", ".join(command.options)
        raise ValueError(f"/{command.name} has the parameters {', '.join(names)} and the options {described}")
    return found


def _autocomplete_with(
    completion: Completion,
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]:
    """What to offer while somebody types; nothing if that fails, as there is nowhere to say so.

    Its line is logged at the level DEBUG: there is one for every key that is pressed.
    """

    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        surface = _surface_of(interaction)
        request = make_request(surface, interaction, f"typing.{completion.kind}")
        try:
            await surface.session.block_list.check(request.click)
            return [] if surface.closing else await completion.choose(request, current)
        except Refused as refused:
            request.trace.outcome = refused.key
            return []
        except Exception as failure:  # noqa: BLE001 - the outermost place
            report(request.trace, failure)
            return []
        finally:
            request.trace.write(logging.DEBUG)

    return complete
