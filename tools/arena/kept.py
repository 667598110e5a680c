"""Games of the arena in a file, each as soon as it is over: a run that was broken off goes on from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from tools.arena.contests import Contest
from tools.arena.games import Played

_GAMES: Final = TypeAdapter(Played)


def found(path: Path, contest: Contest) -> list[Played]:
    """The games of a contest that are over; raises `ValueError` for a file of another one.

    A line that was cut off when the machine was is left out.
    """
    if not _has_begun(path):
        return []
    head, *lines = path.read_text(encoding="utf-8").split("\n")
    if head != _head(contest):
        raise ValueError(f"{path} does not keep games of this contest")
    games = []
    for line in lines:
        try:
            games.append(_GAMES.validate_json(line))
        except ValidationError:
            continue
    return games


def keeping(path: Path, contest: Contest, games: Iterable[Played]) -> Iterator[Played]:
    """The games, each kept in the file before it is passed on."""
    begun = _has_begun(path)
    with path.open("a", encoding="utf-8") as file:
        if not begun:
            file.write(_head(contest))
            file.flush()
        for game in games:
            # In front of it, so that it does not go on a line that was cut off.
            file.write("\n" + _GAMES.dump_json(game).decode())
            file.flush()
            yield game


def _has_begun(path: Path) -> bool:
    """Whether there is anything: a file is empty where a run was ended as it began."""
    return path.exists() and path.stat().st_size > 0


def _head(contest: Contest) -> str:
    return dumps(asdict(contest))
