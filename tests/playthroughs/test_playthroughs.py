"""Every playthrough, line by line; and one at least for each way each game can end."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from engine.registry import GAMES
from tests.engine.test_contract import RESIGNATION
from tests.playthroughs.__main__ import main
from tests.playthroughs.golden import FILES, plies, replay_text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_is_answered_as_it_says(file: Path) -> None:
    told = file.read_text(encoding="utf-8")
    diff = "\n".join(
        difflib.unified_diff(told.splitlines(), replay_text(told).splitlines(), "told", "played")
    )
    assert not diff, f"python -m tests.playthroughs {file.name}\n{diff}"


@pytest.mark.parametrize("key", GAMES)
def test_every_ending_of_a_game_has_a_playthrough(key: str) -> None:
    """Resigning needs none: `tests/engine/test_contract.py` does it in every game."""
    ended = {RESIGNATION} & set(GAMES[key].endings)
    for file in FILES:
        game, done = plies(file.read_text(encoding="utf-8"))
        outcome = game.outcome(done[-1].state) if done else None
        assert outcome is not None, f"tests/playthroughs/{file.name} stops before the game is over"
        if game.key == key:
            ended.add(outcome.ending)
    missing = sorted(set(GAMES[key].endings) - ended)
    assert not missing, f"no {key}_*.txt in tests/playthroughs/ ends so: {missing} (docs/adding-a-game.md)"
    assert ended == set(GAMES[key].endings), f"engine/{key}/__init__.py: `endings` lacks some"


def test_a_wrong_answer_is_shown_and_set_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = next(file for file in FILES if file.stem == "thud_draw_level").read_text(encoding="utf-8")
    wrong = told.replace("line=3", "line=2", 1)
    copy = tmp_path / "copy.txt"
    copy.write_text(wrong, encoding="utf-8")

    assert main([str(copy)]) == 1
    shown = capsys.readouterr().out
    assert "-  Shoved seat=1 origin=J9 target=J12 line=2" in shown
    assert "+  Shoved seat=1 origin=J9 target=J12 line=3" in shown
    assert copy.read_text(encoding="utf-8") == wrong

    assert main([str(copy), "--write"]) == 0
    assert copy.read_text(encoding="utf-8") == told
    assert main([str(copy)]) == 0


def test_a_line_that_means_nothing_is_named() -> None:
    with pytest.raises(ValueError, match=r"'bord' is not a comment.*`seats:`, `seed:`, `option: key=value`"):
        replay_text("game: thud\nbord\n")


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("game: nowhere", "no game 'nowhere' in engine/registry.py"),
        ("seed: a", "the head lacks `game:`"),
        ("game: thud\noption: quiet_limit", "'option: quiet_limit' is not `option: key=value`"),
        ("game: thud\nchance: 1 x", "'chance: 1 x' is not numbers"),
    ],
)
def test_a_head_that_cannot_be_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], head: str, told: str
) -> None:
    file = tmp_path / "file.txt"
    file.write_text(f"{head}\n", encoding="utf-8")
    assert main([str(file), "--write"]) == 2
    assert capsys.readouterr().err == f"{file}: {told}\n"
    assert file.read_text(encoding="utf-8") == f"{head}\n"


@pytest.mark.parametrize("file", ["nowhere.json", "thrag_example.txt", "thrag_example.json"])
def test_a_position_that_is_none_of_the_game_is_named(file: str) -> None:
    with pytest.raises(ValueError, match=rf"'position: {file}' is no position of this game: "):
        replay_text(f"game: thud\nposition: {file}\n")


def test_chance_can_be_told_in_advance() -> None:
    """Numbers from 0, as the game asks for them: in Ploc the dice, one less than they show."""
    head = "game: ploc\nposition: ploc_example.json\nchance: 5 4 3\n"
    lines = "0 4a hit\n0 4b hit\n0 1c swap\n0 done\n"
    assert "Rolled seat=1 dice=6,5,4 rerolls=0" in replay_text(head + lines)
