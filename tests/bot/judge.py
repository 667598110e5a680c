"""Checks what the bot sends to a simulated Discord against the real one's rules.

The simulation checks what it needs itself. Here every request is checked against Discord's OpenAPI
description and limits, by the checks of the stand-in for Discord, as far as one request allows: a message's
state after an edit is not known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import pytest
from simcord.http import router

from tools.standin.checks import (
    EDIT_FLAGS,
    NEW_FLAGS,
    choice_problems,
    command_problems,
    flag_problems,
    form_problems,
    mention_problems,
    message_problems,
    request_problems,
)
from tools.standin.payloads import COMPONENTS, EPHEMERAL, Json
from tools.standin.routes import route

PROBLEMS: Final = list[str]()
"""The problems of the running test's requests."""

ACCEPTED: Final = list[Any]()
"""The commands that a bot last registered without a problem: nearly every bot has the same ones."""

_ROW: Final = 1


@pytest.fixture(scope="session", autouse=True)
def check_requests() -> Iterator[None]:
    """Check each request on its way to the simulated Discord."""
    dispatch = router.dispatch

    def looked_at(backend: Any, method: str, path: str, **given: Any) -> Any:
        sent = given.get("json")
        if sent not in ACCEPTED:
            told = [*problems_of(method, path, given.get("params") or {}, sent)]
            PROBLEMS.extend(f"{method} {path}: {problem}" for problem in told)
            if method == "PUT" and path.endswith("/commands"):
                ACCEPTED[:] = [] if told else [sent]
        return dispatch(backend, method, path, **given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", looked_at)
        yield


@pytest.fixture(autouse=True)
def nothing_wrong_is_sent() -> Iterator[None]:
    """Fail a test that sent something which Discord refuses."""
    PROBLEMS.clear()
    yield
    wrong = list(dict.fromkeys(PROBLEMS))
    assert not wrong, "Discord refuses what was sent: " + "; ".join(wrong)


def problems_of(method: str, path: str, query: Mapping[str, Any], payload: Any) -> Iterable[str]:
    """Yield the problems of a request, apart from its result."""
    found = route(method, path)
    if found is None:
        return [f"{method} {path} is unknown to the stand-in"]
    template = found[0]
    sent = json.loads(json.dumps(payload or {}))
    texts = {name: str(value) for name, value in query.items()}
    if wrong := list(request_problems(method, template, texts, sent)):
        return wrong
    if template.startswith("interactions/"):
        return _first_answer_problems(sent["type"], sent.get("data") or {})
    if template.endswith("/commands") and method == "PUT":
        return command_problems(sent)
    if method in ("POST", "PATCH") and (template.startswith("webhooks/") or "/messages" in template):
        private = EPHEMERAL if template == "webhooks/*/*" else 0
        return _message_problems(sent, NEW_FLAGS | private if method == "POST" else EDIT_FLAGS)
    return []


def _first_answer_problems(kind: int, data: Json) -> Iterable[str]:
    """Yield the problems of a first answer to an interaction."""
    match kind:
        case 8:
            return choice_problems(data.get("choices") or ())
        case 9:
            return form_problems(data)
        case _:
            return _message_problems(data, NEW_FLAGS | EPHEMERAL)


def _message_problems(data: Json, flags: int) -> Iterator[str]:
    """Yield the problems of a message or an edit; the flag for components stays on a message for good."""
    yield from mention_problems(data.get("allowed_mentions"))
    yield from flag_problems(int(data.get("flags") or 0), flags)
    components = data.get("components") or []
    has_flag = any(part["type"] != _ROW for part in components) and flags == EDIT_FLAGS
    message = {
        "flags": int(data.get("flags") or 0) | (COMPONENTS if has_flag else 0),
        "content": data.get("content") or "",
        "embeds": data.get("embeds") or [],
        "components": components,
        "attachments": [],
    }
    yield from message_problems(message)
