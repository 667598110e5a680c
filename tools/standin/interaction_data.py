"""The data of an interaction: what Discord sends of a used command, control or form.

Values are given as objects: a `FakeUser`, a `FakeChannel`, a `FakeRole`, an `Upload` for a file, others as in
JSON. Input that is impossible in Discord's client raises `CannotPress`.
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
"""The types of the values of options."""

_OF_LISTS: Final[Mapping[int, tuple[type, ...]]] = {
    5: (FakeUser,),
    6: (FakeRole,),
    7: (FakeUser, FakeRole),
    8: (FakeChannel,),
}
"""The types of the values of lists that Discord fills itself."""


class CannotPress(LookupError):  # noqa: N818 - named by what happened
    """It does not exist, is disabled, is invisible to this user, or does not take this value."""


@dataclass(slots=True)
class Values:
    """Encodes values, and collects their `resolved` objects. `keep` stores a file and describes it.

    People are resolved as members only in a server.
    """

    keep: Callable[[Upload], Json]
    in_server: bool
    resolved: dict[str, Json] = field(default_factory=dict)

    def encode(self, value: object) -> Any:  # noqa: ANN401 - any JSON
        """Return a value as JSON, and resolve it."""
        match value:
            case FakeUser():
                if self.in_server:
                    member = {key: part for key, part in member_object(value).items() if key != "user"}
                    self._resolve("members", value.id, member)
                return self._resolve("users", value.id, user_object(value))
            case FakeChannel():
                described = channel_object(value) | {"permissions": str(EVERYTHING)}
                return self._resolve("channels", value.id, described)
            case FakeRole():
                return self._resolve("roles", value.id, role_object(value))
            case FakeMessage():
                return self._resolve("messages", value.id, value.data)
            case Upload():
                described = self.keep(value)
                return self._resolve("attachments", described["id"], described)
        return value

    def _resolve(self, kind: str, number: int | str, described: Json) -> str:
        self.resolved.setdefault(kind, {})[str(number)] = described
        return str(number)

    def add_resolved(self, data: Json) -> Json:
        """Return the data with the resolved objects of its values."""
        return data | ({"resolved": self.resolved} if self.resolved else {})


# Commands


def context_of(channel: FakeChannel) -> int:
    """Return Discord's context number: a server, direct messages with the bot, or others."""
    return {DIRECT: 1, GROUP: 2}.get(channel.kind, 0)


def command_data(
    world: DiscordState,
    channel: FakeChannel,
    path: str,
    given: Mapping[str, object],
    values: Values,
    focused: str = "",
) -> Json:
    """Return the data of a command such as `table log`; the user is typing the `focused` option."""
    name, *rest = path.split()
    command = _command(world, channel, SLASH, name)
    part, levels = command, list[Json]()
    for word in rest:
        part = _find_named(part.get("options", ()), word)
        levels.append({"name": word, "type": part["type"]})
    known = {option["name"]: option for option in part.get("options", ())}
    missing = {name for name, option in known.items() if option.get("required") and name not in given}
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
    data = {"id": command["id"], "name": name, "type": SLASH, "options": options}
    return values.add_resolved(data)


def menu_data(
    world: DiscordState, channel: FakeChannel, name: str, target: FakeUser | FakeMessage, values: Values
) -> Json:
    """Return the data of a context menu command of a user or a message."""
    kind = OF_PERSON if isinstance(target, FakeUser) else OF_MESSAGE
    command = _command(world, channel, kind, name)
    data = {"id": command["id"], "name": name, "type": kind, "target_id": values.encode(target)}
    return values.add_resolved(data)


def _command(world: DiscordState, channel: FakeChannel, kind: int, name: str) -> Json:
    """Return a command that is offered in a channel."""
    command = _find_named((offered for offered in world.commands if offered["type"] == kind), name)
    contexts, installs = command.get("contexts"), command.get("integration_types")
    if contexts is not None and context_of(channel) not in contexts:
        raise CannotPress(f"{name} is not offered here")
    if channel.is_foreign and 1 not in (installs or ()):
        raise CannotPress(f"{name} cannot be brought along")
    return command


def _find_named(known: Iterable[Json], name: str) -> Json:
    every = list(known)
    for item in every:
        if item["name"] == name:
            return item
    raise CannotPress(f"no {name!r} among {[item['name'] for item in every]}")


def _check_option(path: str, option: Json, value: object) -> None:
    """Raise `CannotPress` for a value that the option does not take."""
    name = f"{option['name']}={value!r} of /{path}"
    if type(value) is not _OPTIONS[option["type"]]:
        raise CannotPress(f"{name} is of the wrong type")
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
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
    """Return the data of a button or a list, with what was chosen from it."""
    data = {"custom_id": control["custom_id"], "component_type": control["type"]}
    if control.get("id"):
        data["id"] = control["id"]
    if control["type"] in SELECTS:
        data["values"] = [values.encode(value) for value in chosen]
    return values.add_resolved(data)


def check_chosen(part: Json, chosen: Sequence[object]) -> None:
    """Raise `CannotPress` for values that a list, of a message or a form, does not offer."""
    name = part.get("placeholder") or part["custom_id"]
    offered = [value["value"] for value in part.get("options", ())]
    kinds = _OF_LISTS.get(part["type"], (str,))
    for value in chosen:
        if not isinstance(value, kinds) or (offered and value not in offered):
            raise CannotPress(f"{name!r} does not offer {value!r}")
        if isinstance(value, FakeChannel) and value.kind not in part.get("channel_types", [value.kind]):
            raise CannotPress(f"{name!r} does not offer channels such as {value.name}")
    least = 1 if part.get("min_values") is None else part["min_values"]
    most = 1 if part.get("max_values") is None else part["max_values"]
    if part["type"] == CHECKBOXES and part.get("max_values") is None:
        most = len(offered)
    if not least <= len(chosen) <= most and not (part.get("required") is False and not chosen):
        raise CannotPress(f"{name!r} takes {least} to {most} values, not {len(chosen)}")


def form_data(form: Json, entered: Mapping[str, Any], values: Values) -> Json:
    """Return the data of a form with the entered values by custom_id; other fields keep their default."""
    numbers = {id(part): part.get("id") or number for number, part in enumerate(walk(form["components"]), 1)}
    known = {part["custom_id"] for part in walk(form["components"]) if part.get("custom_id")}
    if unknown := entered.keys() - known:
        raise CannotPress(f"the form has no {sorted(unknown)}, only {sorted(known)}")

    def fill_part(part: Json) -> Json:
        data = {"type": part["type"], "id": numbers[id(part)]}
        if "component" in part:
            return data | {"component": fill_part(part["component"])}
        if "components" in part:
            return data | {"components": [fill_part(one) for one in part["components"]]}
        if "custom_id" in part:
            data |= {"custom_id": part["custom_id"], **_field_value(part, entered, values)}
        return data

    data = {"custom_id": form["custom_id"], "components": [fill_part(one) for one in form["components"]]}
    return values.add_resolved(data)


def fields_of(form: Json) -> Iterator[Json]:
    """Yield the fields of a form."""
    return (part for part in walk(form["components"]) if part.get("custom_id"))


def _field_value(part: Json, entered: Mapping[str, Any], values: Values) -> Json:
    """Return the value or values of a field."""
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
    return {"values": [values.encode(item) for item in value]}


def _default_value(part: Json) -> Any:  # noqa: ANN401 - as the field has it
    """Return the value of a field that the user does not touch."""
    usual = [option["value"] for option in part.get("options", ()) if option.get("default")]
    if part["type"] == RADIO:
        return next(iter(usual), None)
    if part["type"] == CHECKBOX:
        return part.get("default", False)
    return part.get("value") or "" if part["type"] == TEXT_INPUT else usual
