"""Requests and responses of the pages: JSON, files, and refusals."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from yarl import URL

from bot.web.rights import Press
from bot.words import ENGLISH, LANGUAGES, Words
from render.kit.canvas import Face, font_file

FILES: Final = Path(__file__).parent / "static"
"""The folder of the static files."""

TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".ttf": "font/ttf",
    ".webmanifest": "application/manifest+json",
}

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

MARK: Final = "X-Taproom"
"""A header that only the own pages send: other sites cannot without a CORS preflight."""

BODY: Final = 64 * 1024
"""The most bytes of a request body."""

BODY_SECONDS: Final = 10.0
"""Seconds for it to arrive."""

REFUSALS: Final = {
    400: "No page sends this.",
    403: "Open the board in Discord again.",
    404: "There is nothing here.",
    405: "This cannot be asked for in that way.",
    408: "It took too long until this was sent.",
    413: "This is too long.",
    415: "Pages send JSON.",
    429: "This was too much at once. Try again in a moment.",
    500: "The bot made a mistake.",
    503: "The bot cannot answer right now. Try again in a moment.",
}
"""The answers to failed requests, by status; users see the pages' own sentences instead."""


def refusal_response(status: int) -> web.Response:
    """Return the response to a failed request."""
    return web.json_response({"error": REFUSALS.get(status, "This cannot be done.")}, status=status)


def png_response(body: bytes) -> web.Response:
    """Return a picture, which browsers may cache."""
    response = web.Response(body=body, content_type="image/png")
    response.headers["Cache-Control"] = "private, max-age=86400"  # the URL contains the revision
    return response


def dumps(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


async def read_json(request: web.Request, home: str | None = None) -> dict[str, Any]:
    """Return the JSON that one of the own pages sends; raises what refuses other senders.

    `home` is the pages' origin, if that is not the address to which they send.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site", "same-origin")
    if request.headers.get(MARK) != "1" or site != "same-origin":
        raise web.HTTPForbidden
    if origin is not None and (origin != home if home else not _is_at(origin, request.host)):
        raise web.HTTPForbidden
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        async with asyncio.timeout(BODY_SECONDS):
            sent = await request.read()
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error
    try:
        body = json.loads(sent.decode())
    except (ValueError, RecursionError) as error:
        raise web.HTTPBadRequest from error
    if not isinstance(body, dict):
        raise web.HTTPBadRequest
    return body


def _is_at(origin: str, host: str) -> bool:
    """Return whether an origin is that of a host."""
    try:
        return URL(origin).authority == host
    except ValueError:
        return False


def parse_press(body: dict[str, Any]) -> Press:
    """Return the press that a page has sent; raises `HTTPBadRequest`."""
    custom_id, values, fields, sheet = (body.get(key) for key in ("custom_id", "values", "fields", "sheet"))
    try:
        if not isinstance(custom_id, str) or len(custom_id) > 100:  # noqa: PLR2004 - Discord's limit
            raise ValueError(custom_id)  # noqa: TRY301 - handled below
        return Press(
            custom_id,
            None if values is None else tuple(map(_text, values))[:25],
            None if fields is None else {_text(key): _parse_field(value) for key, value in fields.items()},
            int(str(sheet or 0)),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise web.HTTPBadRequest from error


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 4000:  # noqa: PLR2004 - Discord's limit
        raise ValueError(value)
    return value


def _parse_field(value: object) -> str | tuple[str, ...]:
    return tuple(map(_text, value)) if isinstance(value, list) else _text(value)


def browser_language(request: web.Request) -> str:
    """Return a browser's first language that is available."""
    for part in request.headers.get("Accept-Language", "").split(","):
        language = part.partition(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


ENTERING: Final = ("page.in.wait", "page.in.script", "page.gone.title", "page.gone.how")
GONE: Final = ("page.gone.title", "page.gone.how", "page.login")
SAID: Final = (
    "page.back",
    "page.close",
    "page.send",
    "page.live.lost",
    "page.live.crowded",
    "page.moves",
    "page.first",
    "page.previous",
    "page.next",
    "page.last",
    "page.play",
    "page.pause",
    "page.fork",
    "page.now",
    "page.places",
    "page.board",
    "page.too-often",
    "page.out",
    "page.elsewhere",
    "page.film",
    "page.skip",
)
"""The keys of the pages' own sentences."""


def phrases(words: Words, keys: tuple[str, ...]) -> dict[str, str]:
    """Return sentences by key."""
    return {key: words(key) for key in keys}


def cacheable_response(request: web.Request, body: bytes, kind: str) -> web.Response:
    """Return a response that browsers may cache, and revalidate each time."""
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    response = web.Response(body=body, content_type=kind)
    if tag in request.headers.get("If-None-Match", ""):
        response = web.Response(status=304)
    response.headers["ETag"] = tag
    is_font = kind == TYPES[".ttf"]  # large, and the same for years
    response.headers["Cache-Control"] = "private, max-age=2592000" if is_font else "private, no-cache"
    if is_font:
        response.enable_compression()
    return response


@cache
def static_files() -> dict[str, bytes]:
    """Return the static files by name, with the fonts of the pictures."""
    found = {path.name: path.read_bytes() for path in FILES.iterdir() if path.suffix in TYPES}
    return found | {name: font_file(package, name) for package, name in (face.value for face in Face)}


def render_page(name: str, filled: dict[str, str], *, status: int = 200) -> web.Response:
    """Return a page with its `{{key}}` filled in, escaped."""
    text = static_files()[name].decode()
    for key, value in filled.items():
        text = text.replace("{{" + key + "}}", escape(value))
    return web.Response(text=text, content_type="text/html", status=status)
