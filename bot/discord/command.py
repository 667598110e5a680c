"""Slash commands as data: a plain function of a request, with its options and descriptions."""

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
"""For commands about a server."""

LONGEST: Final = 6000
"""The most characters that Discord accepts for an option without its own limit."""

OFFERED: Final = 25
"""The most choices that Discord shows while a user types."""

Catalogue: TypeAlias = Mapping[str, AnyEntry]
Choices: TypeAlias = list[app_commands.Choice[str]]
Someone: TypeAlias = discord.User | discord.Member
Code: TypeAlias = app_commands.Range[str, 1, 20]
"""A table's code, as it is typed."""

Ply: TypeAlias = app_commands.Range[int, 0, 10**9 - 1]
"""The number of a move."""


@dataclass(frozen=True, slots=True)
class Completion:
    """An autocomplete function; the log calls it `kind`."""

    kind: str
    choose: Callable[[Request, str], Awaitable[Choices]]


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of a command: the key of its description and the values for it, and its choices.

    `choices` are all valid values, made from the catalogue of games; with a `completion` any text is valid.
    """

    text: str
    values: Mapping[str, Value] = field(default_factory=dict)
    choices: Callable[[Catalogue], list[app_commands.Choice[Any]]] | None = None
    completion: Completion | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, the key of its description, and its handler.

    The options are the handler's parameters after the request, or `parameters` if given; `options` describes
    each by name. `posts`: the answer needs the bot's permissions in the channel, which are checked first.
    `public`: the answer is usually public, so a deferral is public too, except with the option
    `private_with`. `limit` is how often one person may use it, or a function of the given options.
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
    """An entry in Discord's context menu of a person: the key of its name, and its handler.

    The log calls it `kind`. `limit` is how often one person may use it.
    """

    kind: str
    text: str
    handler: Callable[[Request, Someone], Awaitable[None]]
    limit: Limit | None = None


AppCommand: TypeAlias = app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu
"""What discord.py keeps in a command tree."""


def app_commands_of(
    catalogue: Catalogue, offered: tuple[Command | CommandGroup, ...], menus: tuple[PersonMenu, ...] = ()
) -> tuple[AppCommand, ...]:
    """Build discord.py's commands and menus, for any bot with this catalogue."""
    commands = (
        _app_command_group(catalogue, command)
        if isinstance(command, CommandGroup)
        else _app_command(catalogue, command, "")
        for command in offered
    )
    return *commands, *map(_context_menu, menus)


def _surface_of(interaction: discord.Interaction[Any]) -> Surface:
    """Return the surface of the bot that received an interaction, which it has by then."""
    surface: Surface = interaction.client.surface
    return surface


def _context_menu(menu: PersonMenu) -> app_commands.ContextMenu:
    """Build discord.py's context menu for one entry."""

    async def handle_menu(interaction: discord.Interaction, person: discord.User) -> None:  # or a `Member`
        """Make a request from the interaction, and serve it."""

        async def answer(request: Request) -> None:
            await menu.handler(request, person)

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
    app_group = app_commands.Group(
        name=group.name,
        description=localized(group.text),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    _add_commands(app_group, catalogue, group, f"{group.name}.")
    return app_group


def _add_commands(
    app_group: app_commands.Group, catalogue: Catalogue, group: CommandGroup, path: str
) -> None:
    for command in group.commands:
        if isinstance(command, CommandGroup):
            inner = app_commands.Group(
                name=command.name, description=localized(command.text), parent=app_group
            )
            _add_commands(inner, catalogue, command, f"{path}{command.name}.")
        else:
            app_group.add_command(_app_command(catalogue, command, path))


def _app_command(catalogue: Catalogue, command: Command, path: str) -> app_commands.Command[Any, ..., None]:
    """Build discord.py's command; discord.py reads the options from the callback's signature."""
    kind = f"command.{path}{command.name}"

    async def handle_command(interaction: discord.Interaction, /, **given: Any) -> None:  # noqa: ANN401 - by signature
        """Make a request from the interaction and its options, and serve it."""

        def check_parameters() -> None:
            for parameter in app_command.parameters:
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
    app_command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=command.name,
        description=localized(command.text, **command.values),
        callback=handle_command,
        allowed_installs=command.installs,
        allowed_contexts=command.contexts,
    )
    for name, option in command.options.items():
        if option.completion is not None:
            app_command.autocomplete(name)(_autocomplete_with(option.completion))
    return app_command


def check_command_options(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> None:
    """Refuse a command whose options differ from the registered ones: a client may be outdated, or forged.

    `data` is Discord's payload, which discord.py trusts. discord.py itself reports an unknown command or a
    missing option. A context menu command must name a person.
    """
    kind = data.get("type", _SLASH)
    if kind == _PERSONS:
        _check_person(tree, data)
        return
    if kind != _SLASH:
        raise Refused("outdated-command")
    try:
        command, options = _resolve_command(tree, data)
        submitted = [(str(option["name"]), option["type"], option["value"]) for option in options]
    except (KeyError, TypeError, AttributeError) as error:
        raise Refused("outdated-command") from error
    if command is None:
        return
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
    names = [name for name, _, _ in submitted]
    if len(set(names)) < len(names):
        raise Refused("outdated-command")
    for name, kind, value in submitted:
        parameter = parameters.get(name)
        if parameter is None:
            raise Refused("option-unknown", option=name[:_SHOWN].replace("`", "'"))
        if kind != parameter.type.value or not _is_raw(parameter.type, value):
            raise Refused("option-kind", option=name)


def _check_person(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> None:
    """Refuse an unknown context menu command, and one without a person."""
    menu = tree.get_command(str(data.get("name")), type=discord.AppCommandType.user)
    resolved = data.get("resolved")
    people = resolved.get("users") if isinstance(resolved, Mapping) else None
    if menu is None or not isinstance(people, Mapping) or data.get("target_id") not in people:
        raise Refused("outdated-command")


def has_completion(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> bool:
    """Whether the option that is being typed has an autocomplete function; a forged one has none."""
    try:
        command, options = _resolve_command(tree, data)
        focused = [str(option["name"]) for option in options if option.get("focused")]
    except (KeyError, TypeError, AttributeError):
        return False
    if command is None or len(focused) != 1:
        return False
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
    parameter = parameters.get(focused[0])
    whole = all("value" in option and isinstance(option.get("type"), int) for option in options)
    return whole and parameter is not None and bool(parameter.autocomplete)


def _resolve_command(
    tree: app_commands.CommandTree[Any], data: Mapping[str, Any]
) -> tuple[app_commands.Command[Any, ..., Any] | None, list[Mapping[str, Any]]]:
    """Return the called command, None for an unknown one, and its submitted options."""
    command: Any = tree.get_command(str(data["name"]))
    options: list[Mapping[str, Any]] = list(data.get("options") or ())
    while isinstance(command, app_commands.Group):
        if len(options) != 1:
            return None, []
        command = command.get_command(str(options[0]["name"]))
        options = list(options[0].get("options") or ())
    return (command if isinstance(command, app_commands.Command) else None), options


def _is_raw(kind: discord.AppCommandOptionType, value: object) -> bool:
    """Whether a value has the JSON type that Discord sends for this kind of option."""
    if kind is _Kind.boolean:
        return isinstance(value, bool)
    if kind is _Kind.integer:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is _Kind.string:
        return isinstance(value, str)
    return isinstance(value, str) and value.isascii() and value.isdecimal()


def check_value(parameter: app_commands.Parameter, value: object) -> None:
    """Refuse a value that an option does not accept: Discord checks nothing in a forged command.

    None means that the option was left out, and is not checked.
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
"""Discord's number for a slash command."""

_PERSONS: Final = discord.AppCommandType.user.value
"""Discord's number for a person's context menu command. There are none for messages."""

_SHOWN: Final = 32
"""The most characters of an option's name that Discord allows."""

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
"""The type that discord.py passes on for each kind of option that the bot uses."""

_INTERACTION: Final = inspect.Parameter(
    "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
)


def parameters_of(command: Command) -> tuple[inspect.Parameter, ...]:
    """Return a command's options as parameters; raises `ValueError` unless exactly these are described."""
    parameters = command.parameters
    if not parameters:
        parameters = tuple(inspect.signature(command.handler, eval_str=True).parameters.values())[1:]
    names = [parameter.name for parameter in parameters]
    if set(names) != set(command.options):
        described = ", ".join(command.options)
        raise ValueError(f"/{command.name} has the parameters {', '.join(names)} and the options {described}")
    return parameters


def _autocomplete_with(
    completion: Completion,
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]:
    """Build an autocomplete callback; it offers nothing on failure, as there is no place for a message.

    It is logged at DEBUG, as there is one call for every key that is pressed.
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
