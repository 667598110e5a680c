"""What Discord refuses of a request: its OpenAPI description, and the limits that this is silent on.

Each function returns sentences, none where all is well. Nothing is remembered, and no network is
asked. `openapi.json` is made by `tools.openapi`.

The limits are those of Discord's documentation. Three go further than what is known of Discord: an attachment
of a message made of components must be shown by one of them, as nobody would see it otherwise; an edit must
leave no component that shows an attachment which it drops; and it must change something.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from discord import Locale
from jsonschema_rs import Draft202012Validator, ValidationError

from tools.standin.payloads import COMPONENTS, LOADING, Json, walk

SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
NEW_FLAGS: Final = SUPPRESS_EMBEDS | SILENT | COMPONENTS
"""The flags that a new message may have; answers to interactions may be `EPHEMERAL`, too."""

EDIT_FLAGS: Final = SUPPRESS_EMBEDS | COMPONENTS
"""Those that an edit may set."""

FILE: Final = 10 << 20
"""The most bytes of a file."""

REQUEST: Final = 25 << 20
"""The most bytes of all files of a request."""

_MOST_COMPONENTS, _MOST_TEXT, _MOST_ROWS, _MOST_CONTENT = 40, 4_000, 5, 2_000
_MOST_OF_EMBEDS, _MOST_COMMAND, _MOST_FIELDS = 6_000, 8_000, 5
_LARGEST_ID = (1 << 31) - 1

ROW, BUTTON, LIST, TEXT_INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE_SHOWN, SEPARATOR = (
    1,
    2,
    3,
    4,
    9,
    10,
    11,
    12,
    13,
    14,
)
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS: Final = frozenset({LIST, 5, 6, 7, 8})
LINK, PREMIUM = 5, 6

_LOCALES: Final = frozenset(str(locale) for locale in Locale)
_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_BOOLEAN: Final = frozenset({"true", "false", "True", "False", "1", "0"})


# The OpenAPI description


@cache
def _description() -> Json:
    found: Json = json.loads(Path(__file__).with_name("openapi.json").read_text(encoding="utf-8"))
    return found


@cache
def _validator(schema: str) -> Draft202012Validator:
    """A validator of a schema, given as JSON; it may refer to the schemas of the description."""
    return Draft202012Validator(json.loads(schema) | {"components": _description()["components"]})


@cache
def _operation(method: str, template: str) -> Json:
    """What is described of a route such as `channels/*/messages`."""
    for path, methods in _description()["paths"].items():
        if re.sub(r"\{[^}]+\}", "*", path) == f"/{template}" and method.lower() in methods:
            found: Json = methods[method.lower()]
            return found
    raise LookupError(f"{method} {template} is not in openapi.json")


def request_problems(
    method: str,
    template: str,
    query: Mapping[str, str],
    payload: Any,  # noqa: ANN401 - any JSON
) -> Iterator[str]:
    """What is wrong with the query and the JSON of a request to a route."""
    operation = _operation(method, template)
    known = operation.get("query", {})
    for name, value in query.items():
        if name not in known:
            yield f"the query has an unknown {name}"
        elif known[name].get("type") == "boolean" and value not in _BOOLEAN:
            yield f"{name}={value} is no boolean"
    if "body" not in operation:
        if payload:
            yield "a body where none is taken"
        return
    schema = _body_schema(operation["body"], payload)
    if schema is None:
        yield f"{payload.get('type')!r} is no type of answer"
        return
    for error in _validator(schema).iter_errors(payload):
        yield _explain_error(error)
        return


def _body_schema(schema: Json, payload: Any) -> str | None:  # noqa: ANN401 - any JSON
    """The schema of a body as JSON: of several the one for its type, or those that know most of its fields.

    None where the body of an interaction's answer is of no known type.
    """
    if "anyOf" not in schema or not isinstance(payload, dict):
        return json.dumps(schema)
    branches = {json.dumps(one): _fields_of(one) for one in schema["anyOf"]}
    if all("type" in fields for fields in branches.values()):
        kind = payload.get("type")
        return next((one for one, fields in branches.items() if kind in fields["type"]["enum"]), None)
    known = {one: len(payload.keys() & fields.keys()) for one, fields in branches.items()}
    nearest = [one for one, fields in known.items() if fields == max(known.values())]
    return f'{{"anyOf": [{", ".join(nearest)}]}}'


def _fields_of(reference: Json) -> Json:
    name = reference["$ref"].rpartition("/")[2]
    fields: Json = _description()["components"]["schemas"][name]["properties"]
    return fields


def _explain_error(error: ValidationError) -> str:
    """Where and what the fault is; of a union, in the branch that comes nearest."""
    path = list(error.instance_path)
    context = getattr(error.kind, "context", None)
    while context:
        branches = [list(branch) for branch in context if branch]
        nearest = min(branches, key=lambda branch: (any(_names_another(one) for one in branch), len(branch)))
        error = nearest[0]
        path, context = list(error.instance_path), getattr(error.kind, "context", None)
    where = ".".join(map(str, path)) or "the body"
    return f"{where}: {error.message[:200]}"


def _names_another(error: ValidationError) -> bool:
    """Whether a branch of a union is for something of another type."""
    return list(error.instance_path)[-1:] == ["type"] or error.kind.name == "type"


# Messages


def message_problems(message: Json) -> Iterator[str]:
    """What is wrong with a message as it would stand after a request; `message` is its data."""
    tree = message["components"]
    yield from _control_problems(tree)
    if message["flags"] & COMPONENTS:
        yield from _layout_problems(message)
    else:
        yield from _legacy_problems(message)
    if len(message["content"]) > _MOST_CONTENT:
        yield f"{len(message['content'])} characters of content, {_MOST_CONTENT} are allowed"
    if len(message["attachments"]) > 10:  # noqa: PLR2004 - Discord's
        yield f"{len(message['attachments'])} attachments, 10 are allowed"
    if (size := sum(map(_embed_size, message["embeds"]))) > _MOST_OF_EMBEDS:
        yield f"{size} characters of embeds, {_MOST_OF_EMBEDS} are allowed"


def is_empty(message: Json) -> bool:
    """Whether a message shows nothing, and does not say to wait."""
    shown = (message["content"], message["embeds"], message["components"], message.get("poll"))
    files = not message["flags"] & COMPONENTS and message["attachments"]
    return not (message["flags"] & LOADING or any(shown) or files)


def _layout_problems(message: Json) -> Iterator[str]:
    """A message made of components."""
    tree = message["components"]
    parts = list(walk(tree))
    if message["content"] or message["embeds"] or message.get("poll"):
        yield "a message made of components has content, embeds or a poll"
    if len(parts) > _MOST_COMPONENTS:
        yield f"{len(parts)} components in all, {_MOST_COMPONENTS} are allowed"
    if (size := sum(len(one.get("content") or "") for one in parts if one["type"] == TEXT)) > _MOST_TEXT:
        yield f"{size} characters of text, {_MOST_TEXT} are allowed"
    shown = {url for one in parts for url in media_urls(one)}
    for attachment in message["attachments"]:
        if attachment["url"] not in shown:
            yield f"no component shows the attachment {attachment['filename']}"


def _legacy_problems(message: Json) -> Iterator[str]:
    """A message with content."""
    tree = message["components"]
    if kinds := {one["type"] for one in tree} - {ROW}:
        yield f"components of type {sorted(kinds)} without the flag for them"
    if len(tree) > _MOST_ROWS:
        yield f"{len(tree)} rows, {_MOST_ROWS} are allowed"


def media_urls(part: Json) -> Iterator[str]:
    """The addresses of the pictures and files that a component shows itself."""
    shown = (part.get("media"), part.get("file"), *(item.get("media") for item in part.get("items") or ()))
    return (str(media["url"]) for media in shown if media)


def _embed_size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    texts += [text for one in embed.get("fields") or () for text in (one["name"], one["value"])]
    return sum(len(text or "") for text in texts)


def flag_problems(flags: int, allowed: int) -> Iterator[str]:
    """Flags of a request that it may not set."""
    if unknown := flags & ~allowed:
        yield f"the flags {bin(unknown)} cannot be set here"


def mention_problems(allowed: Json | None) -> Iterator[str]:
    """Whom a message may call."""
    for name in ("users", "roles"):
        listed = (allowed or {}).get(name) or []
        if len(set(map(str, listed))) < len(listed):  # the same id as a number and as a text
            yield f"allowed_mentions names one of its {name} twice"
        if listed and name in ((allowed or {}).get("parse") or ()):
            yield f"allowed_mentions names {name} and parses them"


def upload_problems(payload: Json, uploads: Mapping[str, bytes], kept: Iterable[str]) -> Iterator[str]:
    """Files of a form, by the names of its parts, and what the payload lists of them."""
    listed = payload.get("attachments")
    ids = [str(one["id"]) for one in listed or ()]
    for number in ids:
        if f"files[{number}]" not in uploads and number not in kept:
            yield f"the attachment {number} neither came nor was there"
    for name, data in uploads.items():
        match = re.fullmatch(r"files\[(\d+)\]", name)
        if match is None:
            yield f"a form has an unknown part {name}"
        elif listed is not None and match[1] not in ids:
            yield f"the file {name} is not among the attachments"
        if len(data) > FILE:
            yield f"the file {name} has {len(data)} bytes, {FILE} are allowed"
    if sum(map(len, uploads.values())) > REQUEST:
        yield f"the files have more than {REQUEST} bytes"


# Components


def _control_problems(tree: Sequence[Json]) -> Iterator[str]:
    """Buttons, lists and fields, wherever they stand."""
    parts = list(walk(tree))
    for name in ("custom_id", "id"):
        given = Counter(one[name] for one in parts if one.get(name))
        yield from (
            f"the {name} {value!r} is used {times} times" for value, times in given.items() if times > 1
        )
    for part in parts:
        if not 0 <= (part.get("id") or 0) <= _LARGEST_ID:
            yield f"the id {part['id']} has more than 32 bits"
        for url in media_urls(part):
            if not url.startswith(("http://", "https://", "attachment://")):
                yield f"{url} is no address of a picture"
        if part["type"] == BUTTON:
            yield from _button_problems(part)
        elif part["type"] == ROW:
            kinds = [one["type"] for one in part["components"]]
            if len(kinds) > 1 and SELECTS.intersection(kinds):
                yield f"a row has a list besides others: {kinds}"
        elif part["type"] in SELECTS | {RADIO, CHECKBOXES, UPLOAD}:
            yield from _list_problems(part)


def _button_problems(button: Json) -> Iterator[str]:
    name = button.get("label") or button.get("custom_id")
    if not button.get("label") and not button.get("emoji") and button["style"] != PREMIUM:
        yield f"the button {name!r} has neither a label nor an emoji"
    if button["style"] == LINK:
        if not str(button.get("url") or "").startswith(("http://", "https://", "discord://")):
            yield f"the button {name!r} leads nowhere"
        if button.get("custom_id"):
            yield f"the button {name!r} has an address and a custom_id"
    elif button["style"] != PREMIUM and (not button.get("custom_id") or button.get("url")):
        yield f"the button {name!r} needs a custom_id and no address"
    yield from _emoji_problems(button.get("emoji"))


def _emoji_problems(emoji: Json | None) -> Iterator[str]:
    if emoji and not emoji.get("id") and (not emoji["name"] or re.search(r"[A-Za-z]", emoji["name"])):
        yield f"{emoji['name']!r} is no emoji"


def _list_problems(part: Json) -> Iterator[str]:
    name, options = part.get("custom_id"), part.get("options") or []
    least = 1 if part.get("min_values") is None else part["min_values"]
    most = 1 if part.get("max_values") is None else part["max_values"]
    if least > most and (part["type"] in SELECTS or part.get("max_values") is not None):
        yield f"the list {name!r} wants at least {least} and at most {most}"
    if part["type"] == LIST and max(least, most) > len(options):
        yield f"the list {name!r} wants more values than its {len(options)} options"
    for key in ("value", "label")[: 1 if part["type"] in SELECTS else 2]:
        if len({one[key] for one in options}) < len(options):
            yield f"the list {name!r} has two options of the same {key}"
    if sum(bool(one.get("default")) for one in options) > most and part["type"] != CHECKBOXES:
        yield f"the list {name!r} has more defaults than can be chosen"
    for option in options:
        yield from _emoji_problems(option.get("emoji"))


def form_problems(form: Json) -> Iterator[str]:
    """What is wrong with a form beyond the description."""
    tree = form["components"]
    yield from _control_problems(tree)
    if len(tree) > _MOST_FIELDS:
        yield f"a form of {len(tree)} fields, {_MOST_FIELDS} are allowed"
    for part in walk(tree):
        if part["type"] != TEXT_INPUT:
            continue
        least, most = part.get("min_length") or 0, part.get("max_length") or _MOST_TEXT
        if least > most or len(part.get("value") or "") > most:
            yield f"the field {part['custom_id']!r} has more or less than its lengths allow"


# Commands


def choice_problems(choices: Sequence[Json]) -> Iterator[str]:
    """Choices of an option, offered with the command or while somebody types."""
    names = Counter(one["name"] for one in choices)
    yield from (f"two choices are called {name!r}" for name, times in names.items() if times > 1)
    for choice in choices:
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:  # noqa: PLR2004
            yield f"the value of {choice['name']!r} has {len(choice['value'])} characters"


def command_problems(commands: Sequence[Json]) -> Iterator[str]:
    """All commands, as they are set at once."""
    for kind, most in ((1, 100), (2, 15), (3, 15)):
        names = Counter(one["name"] for one in commands if (one.get("type") or 1) == kind)
        if names.total() > most:
            yield f"{names.total()} commands of type {kind}, {most} are allowed"
        yield from (f"the command {name!r} is there twice" for name, times in names.items() if times > 1)
    for command in commands:
        if (command.get("type") or 1) == 1:
            yield from _command_problems(command, command["name"])
        elif command["type"] in (2, 3) and (command.get("description") or command.get("options")):
            yield f"{command['name']}: a command of a menu has no description and no options"
        if (size := _command_size(command)) > _MOST_COMMAND:
            yield f"{command['name']}: {size} characters, {_MOST_COMMAND} are allowed"


def _command_problems(part: Json, path: str) -> Iterator[str]:
    """A command, a group of them, or an option."""
    options = part.get("options") or []
    for name in (part["name"], *(part.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"{path}: {name!r} cannot be its name"
    if not part.get("description"):
        yield f"{path}: it has no description"
    for key in ("name_localizations", "description_localizations"):
        yield from (
            f"{path}: no locale is called {one}" for one in part.get(key) or {} if one not in _LOCALES
        )
    if part.get("choices") and part.get("autocomplete"):
        yield f"{path}: choices, and others while one types"
    yield from (f"{path}: {problem}" for problem in choice_problems(part.get("choices") or []))
    yield from (f"{path}: {problem}" for problem in _option_problems(options))
    for one in options:
        yield from _command_problems(one, f"{path} {one['name']}")


def _option_problems(options: Sequence[Json]) -> Iterator[str]:
    """The options of a command, or what stands in a group of them."""
    if len({one["name"] for one in options}) < len(options):
        yield "two options of one name"
    nested = [one["type"] for one in options if one["type"] in (1, 2)]
    if nested and len(nested) < len(options):
        yield "options beside further commands"
    needed = [bool(one.get("required")) for one in options]
    if needed != sorted(needed, reverse=True):
        yield "a required option after one that is not"


def _command_size(part: Json) -> int:
    """Characters of names, descriptions and values, in the language that has most."""

    def longest(key: str) -> int:
        texts = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        return max(map(len, texts))

    choices = part.get("choices") or ()
    size = longest("name") + longest("description")
    size += sum(len(str(one["name"])) + len(str(one["value"])) for one in choices)
    return size + sum(map(_command_size, part.get("options") or ()))
