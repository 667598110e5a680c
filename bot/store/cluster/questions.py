"""Search questions and their answers as text that is safe to parse.

The database may contain text of any writer. So none of it is executed: a text is parsed as the types of the
game that it names, and as nothing else.
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
"""What an answer depends on: rules, searches, and their facts."""

_KINDS: Final = {".py", ".json", ".bin"}

_OWN: Final = tuple(
    HOME / "bot" / name for name in ("minds/worker.py", "store/codec.py", "store/cluster/questions.py")
)
"""The modules that encode questions."""

STALE: Final = 8.0
"""Seconds without a sign of life after which a search worker, or a caller, counts as gone."""


class NoSearchWorker(Exception):  # noqa: N818 - named by what happened
    """There is no search worker for a question, or none that could be reached: the caller has to search."""


@dataclass(frozen=True, slots=True)
class _StoredQuestion(Generic[V, A]):
    """A question of one game, with the game's own types."""

    what: What
    game: str
    view: V
    actions: tuple[A, ...]
    level: str
    seed: str


@dataclass(frozen=True, slots=True)
class _GameCodecs:
    """The codecs of questions about a game, and of each kind of answer."""

    question: Codec[_StoredQuestion[Any, Any]]
    answers: dict[str, Codec[Any]]


@cache
def _codecs_of(game: str) -> _GameCodecs:
    """Return a game's codecs; raises `CorruptState` for one without a search here."""
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
    """Encode a question; raises `CorruptState` if it does not fit its game."""
    of_game = _StoredQuestion(
        question.what, question.game, question.view, question.actions, question.level, question.seed
    )
    return _codecs_of(question.game).question.text(of_game)


def load_question(text: str) -> SearchQuestion:
    """Parse a question; raises `CorruptState` unless `dump_question` gives the same text."""
    try:
        game = json.loads(text)["game"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CorruptState("not a question", reading=True) from error
    of_game = _codecs_of(str(game)).question.load(text)
    return SearchQuestion(
        of_game.what, of_game.game, of_game.view, of_game.actions, of_game.level, of_game.seed
    )


def dump_answer(question: SearchQuestion, answer: Any) -> str:  # noqa: ANN401 - each question has its own kind
    """Encode an answer; raises `CorruptState` if it does not fit the question."""
    return _codecs_of(question.game).answers[question.what].text(answer)


def load_answer(question: SearchQuestion, text: str) -> Any:  # noqa: ANN401
    """Parse an answer; raises `CorruptState` if it does not fit the question."""
    return _codecs_of(question.game).answers[question.what].load(text)


@cache
def search_version() -> str:
    """Return a version of twelve digits for all that an answer depends on: rules, searches, facts, encoding.

    Two processes with the same version give the same answers.
    """
    digest = sha256()
    for path in (*_sources(), *_OWN):
        digest.update(f"\n{path.relative_to(HOME).as_posix()}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))  # whatever the line endings of the checkout
    return digest.hexdigest()[:12]


def _sources() -> list[Path]:
    """Return the files of rules, searches and facts, in the same order everywhere."""
    paths = (path for folder in _FOLDERS for path in (HOME / folder).rglob("*") if path.suffix in _KINDS)
    return sorted(paths, key=lambda path: path.relative_to(HOME).as_posix())
