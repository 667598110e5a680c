"""The REST interface: requests as they arrive, what fails of them, and how they are answered."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, deque
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from aiohttp import web

from tools.standin.checks import request_problems
from tools.standin.errors import ApiError, Violation, check
from tools.standin.faults import InjectedFault, matching_fault
from tools.standin.payloads import Json
from tools.standin.rates import Rates
from tools.standin.routes import ApiCall, ApiContext, route
from tools.standin.world import Upload

KEPT: Final = 5_000
"""How many calls are remembered."""

_VERSION: Final = re.compile(r"/api/v\d+")


@dataclass(frozen=True, slots=True)
class ServedCall:
    """A call such as `GET /gateway`, when it was carried out, by `time.perf_counter`, and with which status.

    The status is none if the connection was cut instead of an answer.
    """

    call: str
    at: float
    status: int | None


class RestApi:
    """Discord's REST interface, as much of it as the bot uses.

    `served` are the last calls, `count` is how many there were in all, `unknown` are those that it does not
    know or failed at. `under_way` is how many are not answered yet; `moved` is set after each. What no bot
    should send is counted in the world's `violations`. `rates` are Discord's rate limits, if it has any.
    """

    def __init__(self, api: ApiContext, token: str, rates: Rates | None = None) -> None:
        self._api = api
        self._token = token
        self.rates = rates
        self.faults: list[InjectedFault] = []
        self.unknown = Counter[str]()
        self.served = deque[ServedCall](maxlen=KEPT)
        self.count = 0
        self.under_way = 0
        self.moved = asyncio.Event()

    async def handle(self, request: web.BaseRequest) -> web.Response:
        """Serve one request, or let it fail."""
        self.count += 1
        self.under_way += 1
        try:
            response = await self._process_request(request)
        except Exception as error:
            self.unknown[f"the stand-in fails at {request.method} {request.path}: {error!r}"] += 1
            raise
        finally:
            self.under_way -= 1
            self.moved.set()
        if response is None:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=502)  # which nobody gets
        return response

    async def _process_request(self, request: web.BaseRequest) -> web.Response | None:
        """The answer to a request; none if its connection is to be cut."""
        path = _VERSION.sub("", request.path, count=1)
        try:
            body = await request.read()
        except ConnectionError:  # the bot was killed in the middle of it
            return None
        fault = matching_fault(self.faults, f"{request.method} {path}")
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        at, response = time.perf_counter(), None
        if fault is None or not fault.fails or fault.took_effect:
            is_known = request.headers.get("Authorization") == f"Bot {self._token}"
            call = ApiCall(request.method, path, at, query=request.query)
            wrong = None
            try:
                call = replace(call, **_parse_body(request.headers.get("Content-Type", ""), body))
            except Violation as violation:
                wrong = violation
            answer = partial(self._answer, call, wrong, is_known=is_known)
            rates = self.rates
            response = answer() if rates is None else rates.serve(call, answer, with_token=is_known)
        if fault is not None and fault.fails:
            response = None if fault.cut else _fault_response(fault)
        if fault is not None and fault.late:
            await asyncio.sleep(fault.late)
        status = None if response is None else response.status
        self.served.append(ServedCall(f"{request.method} {path}", at, status))
        return response

    def _answer(self, call: ApiCall, wrong: Violation | None, *, is_known: bool) -> web.Response:
        needs_token = not call.path.startswith(("/interactions", "/webhooks"))
        if needs_token and not is_known:
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        found = route(call.method, call.path)
        if found is None:
            self.unknown[f"{call.method} {call.path}"] += 1
            return _json({"message": "404: Not Found", "code": 0}, 404)
        template, handler, given = found
        try:
            if wrong is not None:
                raise wrong
            check(request_problems(call.method, template, call.query, call.payload))
            answer = handler(self._api, call, *given)
        except Violation as violation:
            for problem in violation.problems or (violation.text,):
                self._api.world.violations[f"{call.method} /{template}: {problem}"] += 1
            return _refusal_response(violation)
        except ApiError as refusal:
            return _refusal_response(refusal)
        return web.Response(status=204) if answer is None else _json(answer)


def _parse_body(kind: str, body: bytes) -> Json:
    """The `payload` of a body, and the `uploads` that came with it by the names of their parts.

    Raises `Violation` for what is neither JSON nor a form with JSON in it. Parts are cut apart in one go:
    that a picture has the boundary in it, nobody will live to see.
    """
    if not body:
        return {"payload": {}}
    try:
        if not kind.startswith("multipart/form-data"):
            check([] if kind == "application/json" else [f"a body of {kind or 'no type'}"], 50109)
            return {"payload": json.loads(body)}
        return _form(kind, body)
    except ValueError as error:
        raise Violation([f"the body is no JSON: {error}"], 50109) from error


def _form(kind: str, body: bytes) -> Json:
    boundary = kind.partition("boundary=")[2].strip('"').encode()
    texts, uploads = list[bytes](), dict[str, Upload]()
    first, *parts, last = body.split(b"--" + boundary)
    for part in parts:
        head, _, data = part.partition(b"\r\n\r\n")
        data = data[:-2]  # the end of its last line
        name = _quoted_value(head, b'name="')
        if name == "payload_json":
            texts.append(data)
        else:
            check([f"the form has {name} twice"] if name in uploads else [])
            uploads[name] = Upload(_quoted_value(head, b'filename="'), data)
    if not boundary or first or last.strip() != b"--" or len(texts) != 1:
        raise Violation([f"a form of {len(parts)} parts, {len(texts)} of them payload_json"], 50109)
    return {"payload": json.loads(texts[0]), "uploads": uploads}


def _quoted_value(head: bytes, before: bytes) -> str:
    """What stands in quotes after `before`."""
    return head.partition(b"; " + before)[2].partition(b'"')[0].decode()


def _json(body: Any, status: int = 200) -> web.Response:  # noqa: ANN401 - any JSON
    return web.Response(body=json.dumps(body).encode(), status=status, content_type="application/json")


def _refusal_response(refusal: ApiError) -> web.Response:
    response = _json({"message": str(refusal), "code": refusal.code}, refusal.status)
    if refusal.status == 429:  # noqa: PLR2004
        response = _rate_limit_response(1.0, refusal.code, str(refusal))
    return response


def _fault_response(fault: InjectedFault) -> web.Response:
    if fault.retry_after is not None:
        return _rate_limit_response(fault.retry_after)
    if fault.code is not None:
        return _refusal_response(ApiError(fault.code))
    return _json({"message": "a fault", "code": 0}, fault.status or 500)


def _rate_limit_response(
    seconds: float, code: int = 0, text: str = "You are being rate limited."
) -> web.Response:
    """Too many requests. Without `Via` discord.py takes it for a ban."""
    response = _json({"message": text, "code": code, "retry_after": seconds, "global": False}, 429)
    response.headers["Retry-After"] = str(seconds)
    response.headers["Via"] = "1.1 google"
    return response
