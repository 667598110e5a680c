"""The reduced OpenAPI description: made of a whole one, and whole for what the stand-in serves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.openapi import TARGET, reduce_description
from tools.standin.checks import request_problems
from tools.standin.routes import ROUTES


def read_description() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TARGET.read_text(encoding="utf-8"))
    return found


def whole() -> dict[str, Any]:
    """A description as Discord publishes it, with all that is kept and more."""
    kept = read_description()
    paths = {
        path: {method: publish_operation(operation) for method, operation in methods.items()}
        for path, methods in kept["paths"].items()
    }
    paths["/voice/regions"] = {"get": {}}
    schemas = kept["components"]["schemas"] | {"VoiceRegion": {"type": "object"}}
    schemas["SnowflakeType"] = schemas["SnowflakeType"]["anyOf"][0]
    types = schemas["ChannelTypes"]["oneOf"][:-1]
    schemas["ChannelTypes"] = schemas["ChannelTypes"] | {"oneOf": types, "description": "what it is"}
    return {"openapi": "3.1.0", "info": {"version": "10"}, "paths": paths, "components": {"schemas": schemas}}


def publish_operation(operation: dict[str, Any]) -> dict[str, Any]:
    query = operation.get("query", {}).items()
    found: dict[str, Any] = {
        "description": "what it does",
        "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in query],
    }
    if "body" in operation:
        found["requestBody"] = {"content": {"application/json": {"schema": operation["body"]}}}
    return found


def test_what_the_stand_in_does_not_serve_is_left_out() -> None:
    kept = read_description()
    assert reduce_description(whole()) == kept | {"info": {"version": kept["info"]["version"]}}


def test_a_route_that_discord_does_not_have() -> None:
    without = whole()
    del without["paths"]["/gateway/bot"]
    with pytest.raises(KeyError, match="gateway/bot"):
        reduce_description(without)


@pytest.mark.parametrize(("method", "template"), [(method, template) for method, template, _ in ROUTES])
def test_every_route_is_described(method: str, template: str) -> None:
    assert list(request_problems(method, template, {"unknown": "1"}, {})) != []


def test_its_size_is_that_of_what_is_served() -> None:
    assert Path(TARGET).stat().st_size < 100_000
