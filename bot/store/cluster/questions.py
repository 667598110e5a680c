"""Questions to the minds and their answers, as text that is safe to read: by whom and of what they can be.

What comes from a database may have been written by anybody who can write there. So nothing of it is run:
a text is read as the types of the game that it names, and as nothing else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import GenericAlias
from typing import Any, Final, Generic

from bot.minds.processes import HOME
from bot.minds.worker import SearchQuestion, What
from bot.store.codec import Codec
from bot.store.errors import CorruptState
from engine.core import A, V
from engine.mind import ActionWorth, Odds
from engine.minds import MINDS

_FOLDERS: Final = ("data", "engine")
"""What an answer depends on: the rules, the minds, and the facts of both."""

_KINDS: Final = {".py", ".json", ".bin"}

_OWN: Final = tuple(
    HOME / "bot" / name for name in ("minds/worker.py", "store/codec.py", "store/cluster/questions.py")
)
"""How questions are written and put."""

STALE: Final = 8.0
"""Seconds without a sign of life after which a thinker is gone, or whoever asked."""


class NoSearchWorker(Exception):  # noqa: N818 - named by what happened
    """There is no thinker for a question, or none that could be reached: whoever asks has to think."""


@dataclass(frozen=True, slots=True)
class _StoredQuestion(Generic[V, A]):
    """A question of one game, with the types that it has there."""

    what: What
    game: str
    view: V
    actions: tuple[A, ...]
    level: str
    seed: str


@dataclass(frozen=True, slots=True)
class _GameCodecs:
    """How the questions about a game are written, and the answers to each kind of them."""

    question: Codec[_StoredQuestion[Any, Any]]
    answers: dict[str, Codec[Any]]


@cache
def _codecs_of(game: str) -> _GameCodecs:
    """Those of a game; raises `CorruptState` for one that has no mind here."""
    if game not in MINDS:
        raise CorruptState(f"no mind plays {game[:40]!r}", reading=True)
    mind, some = MINDS[game], partial(GenericAlias, tuple)
    of_game: Any = _StoredQuestion
    weighed: Any = ActionWorth
    return _GameCodecs(
        question=Codec(of_game[mind.view_type, mind.action_type], kept=0),
        answers={
            "plan": Codec(some((mind.action_type, ...)), kept=0),
            "weigh": Codec(some((weighed[mind.action_type], ...)), kept=0),
            "odds": Codec(tuple[Odds, ...], kept=0),
            "evaluate": Codec(float, kept=0),
        },
    )


def dump_question(question: SearchQuestion) -> str:
    """The text of a question; raises `CorruptState` if it is none of its game."""
    of_game = _StoredQuestion(
        question.what, question.game, question.view, question.actions, question.level, question.seed
    )
    return _codecs_of(question.game).question.text(of_game)


def load_question(text: str) -> SearchQuestion:
    """The question that a text stands for; raises `CorruptState` unless it is just what `written` gives."""
    try:
        game = json.loads(text)["game"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CorruptState("not a question", reading=True) from error
    of_game = _codecs_of(str(game)).question.load(text)
    return SearchQuestion(
        of_game.what, of_game.game, of_game.view, of_game.actions, of_game.level, of_game.seed
    )


def dump_answer(question: SearchQuestion, said: Any) -> str:  # noqa: ANN401 - each question has its own kind
    """The text of an answer; raises `CorruptState` if it is none to that question."""
    return _codecs_of(question.game).answers[question.what].text(said)


def load_answer(question: SearchQuestion, text: str) -> Any:  # noqa: ANN401
    """The answer that a text stands for; raises `CorruptState` if it is none to that question."""
    return _codecs_of(question.game).answers[question.what].load(text)


@cache
def search_version() -> str:
    """What an answer depends on, in twelve digits: rules, minds, facts, and how all this is written.

    Two processes with the same give the same answers; with another, nobody knows.
    """
    digest = sha256()
    for path in (*_sources(), *_OWN):
        digest.update(f"\n{path.relative_to(HOME).as_posix()}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))  # however it was checked out
    return digest.hexdigest()[:12]


def _sources() -> list[Path]:
    """The files of rules, minds and facts, in the same order everywhere."""
    found = (path for folder in _FOLDERS for path in (HOME / folder).rglob("*") if path.suffix in _KINDS)
    return sorted(found, key=lambda path: path.relative_to(HOME).as_posix())
