"""Questions to the minds as text: they come back as they were, and what is none is refused."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.minds.processes import HOME
from bot.minds.worker import SearchQuestion, What, answer
from bot.store.cluster import questions
from bot.store.cluster.questions import dump_answer, dump_question, load_answer, load_question
from bot.store.errors import CorruptState
from engine.core import read_settings
from engine.minds import MINDS
from engine.registry import GAMES
from engine.rng import SeededRng

PLIES = 12


def random_questions(
    game: str, what: What = "plan", plies: int = PLIES, level: str = "pip"
) -> Iterator[SearchQuestion]:
    """A question about each of the first positions of a game that is played at random."""
    played, rng = GAMES[game], SeededRng("questions")
    seats = played.seats.start
    state = played.start(read_settings(played, {}, seats), seats, rng)
    for ply in range(plies):
        if played.outcome(state) is not None:
            return
        seat = min(played.to_act(state))
        actions = played.legal(state, seat)
        yield SearchQuestion(what, game, played.view(state, seat), actions, level, f"seed {ply}")
        lasting = [action for action in actions if str(action) not in {"resign", "leave", "retire", "offer"}]
        state = played.apply(state, seat, lasting[ply * 7 % len(lasting)], rng).state


@pytest.mark.parametrize("game", MINDS)
def test_a_question_comes_back_as_it_was(game: str) -> None:
    seen = 0
    for question in random_questions(game):
        text = dump_question(question)
        assert load_question(text) == question
        assert json.loads(text)["game"] == game
        seen += 1
    assert seen > 1


@pytest.mark.parametrize("game", MINDS)
@pytest.mark.parametrize("what", ["plan", "weigh", "evaluate", "odds"])
def test_an_answer_comes_back_as_it_was(game: str, what: What) -> None:
    for question in random_questions(game, what, plies=6):
        said = answer(question)
        text = dump_answer(question, said)
        assert load_answer(question, text) == said


@pytest.mark.parametrize("game", MINDS)
def test_an_answer_to_the_text_is_the_answer_to_the_question(game: str) -> None:
    for question in random_questions(game, plies=3, level="odo"):
        assert answer(load_question(dump_question(question))) == answer(question)


class Bomb:
    """Somebody else's code, if it were run."""

    def __reduce__(self) -> Any:
        return (Path("/nonexistent/bomb").touch, ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1]",
        '{"game":"chess"}',
        '{"game":["thud"]}',
        '{"game":"thud"}',
        "[" * 100_000,
        pickle.dumps(Bomb()).decode("latin-1"),
    ],
)
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(CorruptState):
        load_question(text)


@pytest.mark.parametrize(
    "changed",
    [
        {"what": "__import__"},
        {"extra": 1},
        {"level": 3},
        {"actions": [{"py/object": "os.system"}]},
        {"view": {"py/reduce": ["os.system", "true"]}},
        {"view": None},
    ],
)
def test_a_question_with_something_else_in_it_is_refused(changed: dict[str, object]) -> None:
    question = next(random_questions("thrag"))
    told = {**json.loads(dump_question(question)), **changed}
    with pytest.raises(CorruptState):
        load_question(json.dumps(told, separators=(",", ":"), ensure_ascii=False))


def test_an_answer_to_something_else_is_refused() -> None:
    question = next(random_questions("thrag"))
    with pytest.raises(CorruptState):
        load_answer(question, "0.5")
    with pytest.raises(CorruptState):
        dump_answer(question, "a plan")


def test_the_version_is_of_what_the_rules_and_the_minds_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fresh() -> str:
        questions.search_version.cache_clear()
        return questions.search_version()

    here, found = fresh(), questions._sources()  # noqa: SLF001
    assert here == fresh()
    assert len(here) == 12
    names = {path.relative_to(HOME).as_posix() for path in found}
    assert {"engine/thud/rules.py", "engine/thud/mind/search.py", "engine/rng.py"} <= names
    assert any(name.startswith("data/") and name.endswith(".bin") for name in names)
    changed = tmp_path / "engine/rng.py"
    changed.parent.mkdir()
    changed.write_text("# other dice\n")
    monkeypatch.setattr(questions, "HOME", tmp_path)
    monkeypatch.setattr(questions, "_OWN", ())
    other = fresh()
    assert other != here
    changed.write_bytes(b"# other dice\r\n")
    assert fresh() == other, "how lines end depends on how it was checked out"
    questions.search_version.cache_clear()
