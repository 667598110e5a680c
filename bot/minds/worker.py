"""A process that thinks: questions about games come in, answers go out. It knows the engine and nothing else.

Both are pickles between this program's own processes, each behind four bytes with its length.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Literal, TypeAlias

from engine.mind import Mind
from engine.minds import MINDS

HEAD: Final = struct.Struct(">I")
NICE: Final = 10
"""Whoever clicks comes first: a worker takes the processor when nobody else wants it."""

What: TypeAlias = Literal["plan", "weigh", "evaluate", "odds"]


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What is asked of a game's mind: a view, the actions that are legal there, a level and a seed.

    `evaluate` needs no actions, and `odds` neither a level nor a seed.
    """

    what: What
    game: str
    view: Any
    actions: tuple[Any, ...]
    level: str
    seed: str


def answer(question: SearchQuestion) -> Any:  # noqa: ANN401 - each question has its own kind of answer
    """What the mind says: that of `engine.mind.Mind`."""
    mind: Mind[Any, Any] = MINDS[question.game]
    level = mind.level(question.level)
    ways: dict[str, Callable[[], Any]] = {
        "plan": lambda: mind.plan(question.view, question.actions, level, question.seed),
        "weigh": lambda: mind.weigh(question.view, question.actions, level, question.seed),
        "odds": lambda: mind.odds(question.view, question.actions),
        "evaluate": lambda: mind.evaluate(question.view, level, question.seed),
    }
    return ways[question.what]()


def frame_message(value: object) -> bytes:
    """A value as it goes from process to process."""
    body = pickle.dumps(value)
    return HEAD.pack(len(body)) + body


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions; what a mind could not answer goes out as its error's text."""
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        question = pickle.loads(questions.read(HEAD.unpack(head)[0]))  # noqa: S301 - from our own process
        try:
            said = (True, answer(question))
        except Exception as error:  # noqa: BLE001 - the outermost place; the asker logs it with the table
            said = (False, f"{type(error).__name__}: {error}")
        answers.write(frame_message(said))
        answers.flush()


def main() -> None:
    """Serve the process that has started this one; it ends with that one's pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):  # Windows has none
        os.nice(NICE)
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
