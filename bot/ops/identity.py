"""What the bot's token tells without asking Discord: its shape, its application, the invite link."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode
from typing import Final

PERMISSIONS: Final = 309237746688
"""The permissions in the invite link, as Discord's bits; docs/hosting.md says what each is for."""

_TOKEN: Final = re.compile(r"(?P<owner>[\w-]+)\.[\w-]+\.[\w-]+")
"""Three parts. Discord has changed their lengths before; the first one is the application's id."""

_OTHERS: Final = (
    (re.compile(r"\d{15,20}"), "This is the application's id"),
    (re.compile(r"[0-9a-f]{64}"), "This is the application's public key"),
    (re.compile(r"[\w-]{32}"), "This is the client secret"),
    (re.compile(r"(?i)(bot|bearer)\s.*"), "Leave out the word before it"),
    (re.compile(r"""["'].*|.*["']"""), "Leave out the quotes"),
    (re.compile(rf"{_TOKEN.pattern}\s.*", re.DOTALL), "Leave out what is behind the first blank"),
    (re.compile(r"\S+\s.*", re.DOTALL), "There is a blank in it"),
)
"""What is copied by mistake instead of the token, or with it."""

_AGAIN: Final = (
    "Copy the token from the developer portal, page Bot, Reset Token: three parts with dots between them."
)


def has_shape(token: str) -> bool:
    """Whether a text looks like a bot's token; only Discord knows whether it is valid."""
    return application_of(token) is not None


def token_advice(token: str) -> str:
    """Return what to do about a text that is no token, without repeating the text."""
    mistake = next((f"{what}. " for pattern, what in _OTHERS if pattern.fullmatch(token)), "")
    return f"{mistake}{_AGAIN}"


def application_of(token: str) -> int | None:
    """Return the application's id from the token; None if it has none."""
    shape = _TOKEN.fullmatch(token)
    if shape is None:
        return None
    owner = shape["owner"]
    try:
        text = urlsafe_b64decode(owner + "=" * (-len(owner) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(text) if text.isdigit() else None


def invite_link(application: int) -> str:
    """Return the link by which a server's managers add the bot to it."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application}"
        f"&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
