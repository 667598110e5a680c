"""The bot's token and what it tells without asking Discord: its shape, whose it is, the invite link."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode
from typing import Final

PERMISSIONS: Final = 309237746688
"""What the invite link asks for, as Discord's bits; docs/hosting.md says what each is for."""

_TOKEN: Final = re.compile(r"(?P<owner>[\w-]+)\.[\w-]+\.[\w-]+")
"""Three parts. How long they are Discord has changed before; the first one is the application's id."""

_OTHERS: Final = (
    (re.compile(r"\d{15,20}"), "This is the application's id"),
    (re.compile(r"[0-9a-f]{64}"), "This is the application's public key"),
    (re.compile(r"[\w-]{32}"), "This is the client secret"),
    (re.compile(r"(?i)(bot|bearer)\s.*"), "Leave out the word before it"),
    (re.compile(r"""["'].*|.*["']"""), "Leave out the quotes"),
)
"""What is copied in its place, or with it."""

_AGAIN: Final = (
    "Copy the token from the developer portal, page Bot, Reset Token: three parts with dots between them."
)


def has_shape(token: str) -> bool:
    """Whether this looks like a bot's token; only Discord knows whether it is valid."""
    return application_of(token) is not None


def token_advice(token: str) -> str:
    """What to do about a text that has not the shape of a token; it does not tell the text."""
    seen = next((f"{what}. " for pattern, what in _OTHERS if pattern.fullmatch(token)), "")
    return f"{seen}{_AGAIN}"


def application_of(token: str) -> int | None:
    """The id of the application that a token is for, as it says itself; none if it says none."""
    shape = _TOKEN.fullmatch(token)
    if shape is None:
        return None
    owner = shape["owner"]
    try:
        told = urlsafe_b64decode(owner + "=" * (-len(owner) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(told) if told.isdigit() else None


def invite_link(application: int) -> str:
    """The link by which those who manage a server add the bot to it."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application}"
        f"&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
