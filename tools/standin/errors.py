"""Discord's error codes, and the exceptions of refused requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

ERRORS: Final = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40060: (400, "Interaction has already been acknowledged."),
    40005: (413, "Request entity too large"),
    40094: (400, "This interaction has reached the maximum number of follow up messages."),
    50001: (403, "Missing Access"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (400, "You cannot remove this app's Entry Point command in a bulk update operation."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "This thread is locked."),
}
"""Discord's error codes with their statuses and texts."""


class ApiError(Exception):
    """A request that Discord does not carry out, with its error code."""

    def __init__(self, code: int, detail: str = "") -> None:
        self.code = code
        self.status, self.text = ERRORS[code]
        super().__init__(f"{self.text} {detail}".strip())


class Violation(ApiError):  # noqa: N818 - named by what it is
    """A request that no bot should ever send: Discord refuses it in any state."""

    def __init__(self, problems: Iterable[str], code: int = 50035) -> None:
        self.problems = tuple(problems)
        super().__init__(code, "; ".join(self.problems))


def check(problems: Iterable[str], code: int = 50035) -> None:
    """Raise a `Violation` with the problems, if there are any."""
    if wrong := tuple(problems):
        raise Violation(wrong, code)
