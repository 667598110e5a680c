"""`python -m tools.openapi FILE`: reduce Discord's OpenAPI description to what a stand-in for it needs.

Writes `tools/standin/openapi.json`: the routes that `tools.standin` serves, with their queries and bodies,
and the schemas that these refer to; no descriptions, answers or other encodings of the same body. Two of
its gaps are closed: ids may be integers, as Discord takes both and discord.py sends both, and channels may be
of type 16 (media), which discord.py names for options that take a forum.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tools.standin.routes import ROUTES

TARGET: Final = Path(__file__).parent / "standin" / "openapi.json"

_SCHEMAS: Final = "#/components/schemas/"
_TEXTS: Final = ("description", "title", "x-discord-union")
_MEDIA: Final = 16

Json = dict[str, Any]


def main() -> int:
    """Reduce the file that the command line names; returns 0, or 2 where it names none."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the file
        print(__doc__, file=sys.stderr)
        return 2
    text = Path(sys.argv[1]).read_bytes()
    found = reduce_description(json.loads(text))
    found["info"]["sha256"] = sha256(text).hexdigest()
    TARGET.write_text(_lines(found), encoding="utf-8")
    return 0


def _lines(reduced: Json) -> str:
    """JSON with a line for each path and each schema, so that a change shows in a diff."""
    entries = [(("paths", name), one) for name, one in reduced["paths"].items()]
    entries += [(("schemas", name), one) for name, one in reduced["components"]["schemas"].items()]
    parts: dict[str, list[str]] = {"paths": [], "schemas": []}
    for (part, name), one in sorted(entries, key=lambda entry: entry[0]):
        parts[part].append(f"{json.dumps(name)}: {json.dumps(one, sort_keys=True)}")
    paths, schemas = (",\n".join(parts[part]) for part in ("paths", "schemas"))
    head = json.dumps({"openapi": reduced["openapi"], "info": reduced["info"]})[:-1]
    return f'{head}, "paths": {{\n{paths}\n}}, "components": {{"schemas": {{\n{schemas}\n}}}}}}\n'


def reduce_description(source: Json) -> Json:
    """The part of an OpenAPI description that the stand-in needs; raises `KeyError` for a missing route."""
    paths: Json = {}
    for method, template, _ in ROUTES:
        for path in _paths_of(source, method, template):
            operation = source["paths"][path][method.lower()]
            paths.setdefault(path, {})[method.lower()] = _operation(operation)
    schemas = {
        name: _without_texts(source["components"]["schemas"][name]) for name in _needed_schemas(source, paths)
    }
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    schemas["ChannelTypes"]["oneOf"].append({"const": _MEDIA})
    version = source["info"]["version"]
    return {"openapi": source["openapi"], "info": {"version": version}, "paths": paths} | {
        "components": {"schemas": schemas}
    }


def _paths_of(source: Json, method: str, template: str) -> list[str]:
    """The paths of the description that a route of the stand-in serves."""
    pattern = re.compile("/" + template.replace("*", r"(\{[^/]+\}|@original)"))
    served = [
        path
        for path in source["paths"]
        if pattern.fullmatch(path) and method.lower() in source["paths"][path]
    ]
    if not served:
        raise KeyError(f"Discord has no route {method} /{template}")
    return served


def _operation(operation: Json) -> Json:
    """The query and the JSON body of an operation."""
    kept: Json = {}
    query = {one["name"]: one["schema"] for one in operation.get("parameters", ()) if one["in"] == "query"}
    if query:
        kept["query"] = query
    if body := operation.get("requestBody"):
        kept["body"] = _without_texts(body["content"]["application/json"]["schema"])
    return kept


def _without_texts(schema: Any) -> Any:  # noqa: ANN401 - any JSON
    """A schema without texts for people; names of properties are kept, whatever they are."""
    if isinstance(schema, list):
        return [_without_texts(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _without_texts(value) for key, value in schema.items() if key not in _TEXTS}
    if "properties" in schema:
        kept["properties"] = {name: _without_texts(one) for name, one in schema["properties"].items()}
    return kept


def _needed_schemas(source: Json, paths: Json) -> list[str]:
    """The names of the schemas that the paths refer to, in order, those by way of others included."""
    needed, waiting = set[str](), list(_references(paths))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _references(source["components"]["schemas"][name])
    return sorted(needed)


def _references(schema: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """The names of the schemas that a schema refers to."""
    if isinstance(schema, dict):
        if str(schema.get("$ref", "")).startswith(_SCHEMAS):
            yield schema["$ref"].removeprefix(_SCHEMAS)
        schema = list(schema.values())
    if isinstance(schema, list):
        for one in schema:
            yield from _references(one)


if __name__ == "__main__":
    sys.exit(main())
