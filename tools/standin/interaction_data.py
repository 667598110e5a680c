"""What Discord sends of a command, a control or a form that somebody has used: the data of an interaction.

Values are given as what they are: a `Person`, a `Channel`, a `Role`, an `Upload` for a file, else as JSON
takes them. What nobody could send by Discord's client raises `CannotPress`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tools.standin.checks import CHECKBOX, CHECKBOXES, LIST, RADIO, SELECTS, TEXT_INPUT, UPLOAD
from tools.standin.payloads import Json, walk
from tools.standin.world import (
    DIRECT,
    EVERYTHING,
    GROUP,
    DiscordState,
    FakeChannel,
    FakeMessage,
    FakeRole,
    FakeUser,
    Upload,
    channel_object,
    member_object,
    role_object,
    user_object,
)

SLASH, OF_PERSON, OF_MESSAGE = 1, 2, 3
"""The types of commands: typed, or in the menu of a person or of a message."""

_OPTIONS: Final[Mapping[int, type]] = {
    3: str,
    4: int,
    5: bool,
    6: FakeUser,
    7: FakeChannel,
    8: FakeRole,
    10: float,
    11: Upload,
}
"""What the types of options take."""

_OF_LISTS: Final[Mapping[int, tuple[type, ...]]] = {
    5: (FakeUser,),
    6: (FakeRole,),
    7: (FakeUser, FakeRole),
    8: (FakeChannel,),
}
"""What the types of lists take whose values Discord offers by itself."""


class CannotPress(LookupError):  # noqa: N818 - named by what happened
    """There is nothing like that, or it is disabled, shown to somebody else, or takes no such value."""


@dataclass(slots=True)
class Values:
    """Values as they are sent, and what is `resolved` of them. `keep` stores a file and describes it.

    Of people only a server tells what they are there, as its members.
    """

    keep: Callable[[Upload], Json]
    in_server: bool
    resolved: dict[str, Json] = field(default_factory=dict)

    def encode(self, value: object) -> Any:  # noqa: ANN401 - any JSON
        """A value as JSON."""
        match value:
            case FakeUser():
                if self.in_server:
                    member = {key: part for key, part in member_object(value).items() if key != "user"}
                    self._resolve("members", value.id, member)
                return self._resolve("users", value.id, user_object(value))
            case FakeChannel():
                about = channel_object(value) | {"permissions": str(EVERYTHING)}
                return self._resolve("channels", value.id, about)
            case FakeRole():
                return self._resolve("roles", value.id, role_object(value))
            case FakeMessage():
                return self._resolve("messages", value.id, value.data)
            case Upload():
                about = self.keep(value)
                return self._resolve("attachments", about["id"], about)
        return value

    def _resolve(self, kind: str, number: int | str, about: Json) -> str:
        self.resolved.setdefault(kind, {})[str(number)] = about
        return str(number)

    def add_resolved(self, data: Json) -> Json:
        """The data with what is resolved of its values."""
        return data | ({"resolved": self.resolved} if self.resolved else {})


# Commands


def context_of(channel: FakeChannel) -> int:
    """Where somebody asks, as Discord counts: in a server, in direct messages with the bot, or in others."""
    return {DIRECT: 1, GROUP: 2}.get(channel.kind, 0)


def command_data(
    world: DiscordState,
    channel: FakeChannel,
    path: str,
    given: Mapping[str, object],
    values: Values,
    focused: str = "",
) -> Json:
    """A command such as `table log` with its options, of which somebody is typing the `focused` one."""
    name, *rest = path.split()
    command = _command(world, channel, SLASH, name)
    part, levels = command, list[Json]()
    for word in rest:
        part = _find_named(part.get("options", ()), word)
        levels.append({"name": word, "type": part["type"]})
    known = {one["name"]: one for one in part.get("options", ())}
    missing = {name for name, one in known.items() if one.get("required") and name not in given}
    if given.keys() - known.keys() or (missing and not focused):
        raise CannotPress(f"/{path} has the options {list(known)}, and not {sorted(given)}")
    options = []
    for key, value in given.items():
        if key != focused:
            _check_option(path, known[key], value)
        elif not known[key].get("autocomplete"):
            raise CannotPress(f"/{path} offers nothing for {key}")
        sent = {"name": key, "type": known[key]["type"], "value": values.encode(value)}
        options.append(sent | ({"focused": True} if key == focused else {}))
    for level in reversed(levels):
        options = [level | {"options": options}]
    about = {"id": command["id"], "name": name, "type": SLASH, "options": options}
    return values.add_resolved(about)


def menu_data(
    world: DiscordState, channel: FakeChannel, name: str, target: FakeUser | FakeMessage, values: Values
) -> Json:
    """What stands in the menu of a person or of a message."""
    kind = OF_PERSON if isinstance(target, FakeUser) else OF_MESSAGE
    command = _command(world, channel, kind, name)
    about = {"id": command["id"], "name": name, "type": kind, "target_id": values.encode(target)}
    return values.add_resolved(about)


def _command(world: DiscordState, channel: FakeChannel, kind: int, name: str) -> Json:
    """A command that is offered in a channel."""
    found = _find_named((one for one in world.commands if one["type"] == kind), name)
    contexts, installs = found.get("contexts"), found.get("integration_types")
    if contexts is not None and context_of(channel) not in contexts:
        raise CannotPress(f"{name} is not offered here")
    if channel.is_foreign and 1 not in (installs or ()):
        raise CannotPress(f"{name} cannot be brought along")
    return found


def _find_named(known: Iterable[Json], name: str) -> Json:
    every = list(known)
    for one in every:
        if one["name"] == name:
            return one
    raise CannotPress(f"no {name!r} among {[one['name'] for one in every]}")


def _check_option(path: str, option: Json, value: object) -> None:
    """Raise `CannotPress` for a value that the option does not take."""
    name = f"{option['name']}={value!r} of /{path}"
    if type(value) is not _OPTIONS[option["type"]]:
        raise CannotPress(f"{name} is of the wrong type")
    if option.get("choices") and value not in [one["value"] for one in option["choices"]]:
        raise CannotPress(f"{name} is no choice")
    if isinstance(value, FakeChannel) and value.kind not in option.get("channel_types", [value.kind]):
        raise CannotPress(f"{name} is of the wrong kind")
    size, unit = (len(value), "length") if isinstance(value, str) else (value, "value")
    if isinstance(size, (int, float)):
        least, most = option.get(f"min_{unit}"), option.get(f"max_{unit}")
        if (least is not None and size < least) or (most is not None and size > most):
            raise CannotPress(f"{name} is too small or too large")


# Controls and forms


def control_data(control: Json, chosen: Sequence[object], values: Values) -> Json:
    """A button or a list of a message, with what was chosen from it."""
    about = {"custom_id": control["custom_id"], "component_type": control["type"]}
    if control.get("id"):
        about["id"] = control["id"]
    if control["type"] in SELECTS:
        about["values"] = [values.encode(one) for one in chosen]
    return values.add_resolved(about)


def check_chosen(part: Json, chosen: Sequence[object]) -> None:
    """Raise `CannotPress` for values that a list, of a message or a form, does not offer."""
    name = part.get("placeholder") or part["custom_id"]
    offered = [one["value"] for one in part.get("options", ())]
    kinds = _OF_LISTS.get(part["type"], (str,))
    for one in chosen:
        if not isinstance(one, kinds) or (offered and one not in offered):
            raise CannotPress(f"{name!r} does not offer {one!r}")
        if isinstance(one, FakeChannel) and one.kind not in part.get("channel_types", [one.kind]):
            raise CannotPress(f"{name!r} does not offer channels such as {one.name}")
    least = 1 if part.get("min_values") is None else part["min_values"]
    most = 1 if part.get("max_values") is None else part["max_values"]
    if part["type"] == CHECKBOXES and part.get("max_values") is None:
        most = len(offered)
    if not least <= len(chosen) <= most and not (part.get("required") is False and not chosen):
        raise CannotPress(f"{name!r} takes {least} to {most} values, not {len(chosen)}")


def form_data(form: Json, entered: Mapping[str, Any], values: Values) -> Json:
    """A form with what was entered, by custom_id; what nobody touches keeps what stands there at first."""
    numbers = {id(part): part.get("id") or number for number, part in enumerate(walk(form["components"]), 1)}
    known = {part["custom_id"] for part in walk(form["components"]) if part.get("custom_id")}
    if unknown := entered.keys() - known:
        raise CannotPress(f"the form has no {sorted(unknown)}, only {sorted(known)}")

    def fill_part(part: Json) -> Json:
        about = {"type": part["type"], "id": numbers[id(part)]}
        if "component" in part:
            return about | {"component": fill_part(part["component"])}
        if "components" in part:
            return about | {"components": [fill_part(one) for one in part["components"]]}
        if "custom_id" in part:
            about |= {"custom_id": part["custom_id"], **_field_value(part, entered, values)}
        return about

    about = {"custom_id": form["custom_id"], "components": [fill_part(one) for one in form["components"]]}
    return values.add_resolved(about)


def fields_of(form: Json) -> Iterator[Json]:
    """What can be filled in."""
    return (part for part in walk(form["components"]) if part.get("custom_id"))


def _field_value(part: Json, entered: Mapping[str, Any], values: Values) -> Json:
    """The value of a field, or its values."""
    value = entered.get(part["custom_id"], _default_value(part))
    if part["type"] == CHECKBOX:
        return {"value": bool(value)}
    if part.get("required", True) and not value:
        raise CannotPress(f"the form wants {part['custom_id']!r}")
    if part["type"] == TEXT_INPUT:
        least, most = part.get("min_length") or 0, part.get("max_length") or 4000
        if value and not least <= len(value) <= most:
            raise CannotPress(f"{part['custom_id']!r} takes {least} to {most} characters, not {value!r}")
        return {"value": value}
    if part["type"] == RADIO:
        check_chosen(part | {"type": LIST}, [value] if value else [])
        return {"value": value}
    if part["type"] != UPLOAD:
        check_chosen(part, value)
    return {"values": [values.encode(one) for one in value]}


def _default_value(part: Json) -> Any:  # noqa: ANN401 - as the field has it
    """What a field has that nobody touches."""
    usual = [one["value"] for one in part.get("options", ()) if one.get("default")]
    if part["type"] == RADIO:
        return next(iter(usual), None)
    if part["type"] == CHECKBOX:
        return part.get("default", False)
    return part.get("value") or "" if part["type"] == TEXT_INPUT else usual
