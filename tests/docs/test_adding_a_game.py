"""docs/adding-a-game.md does what it says: its example is added to a copy of the project, and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.example import PAGE, add_example, patched, run, titled
from tests.docs.pages import names, rows, section

FOR_ALL = (
    "tests/engine/test_contract.py",
    "tests/engine/seven",
    "tests/playthroughs",
    "tests/bot/words",
    "tests/docs",
    "tests/project",
    "--ignore=tests/docs/test_adding_a_game.py",
)
MISSING = [
    (names([cells[0]])[0], names([cells[1]])[0])
    for cells in rows(section(PAGE, "What says that a piece is missing"))
    if names([cells[0]])
]
PLAYED = '''
"""A table of the example, from the invitation to the end."""

from __future__ import annotations

from engine.registry import GAMES
from engine.replay import verify

from bot.catalogue import IN_ENGLISH
from bot.export import files
from bot.seating import Opening
from bot.session import Session
from bot.store import Status
from bot.ui.post import message
from tests.bot.samples import ANN, BEN, actor, click, stored, trace


async def test_it_is_played(session: Session) -> None:
    table = (await session.open(click(ANN), Opening("seven", {}, 0, BEN), trace())).table
    shown = await session.sit(click(BEN), table.id, table.revision, trace())
    for line in ("+1", "2", "+2", "+1", "1"):
        told = message(IN_ENGLISH, shown, trace())
        assert told.picture is not None, "the painter failed"
        assert told.layout.to_components()
        assert line in "".join(await session.suggest(click(actor(session, shown.table)), None, "", 25))
        person = actor(session, shown.table)
        shown = await session.play(click(person), table.id, line, trace(), shown.table.revision)
        assert shown.new_turn
    table = await stored(session, shown.table)
    assert table.status is Status.OVER
    assert message(IN_ENGLISH, shown, trace()).picture is not None
    exported = files(session.catalogue["seven"], table, await session.log(table))
    assert verify(exported[f"{table.code}.jsonl"], GAMES) == ()
'''


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    add_example(folder)
    (folder / "tests/bot/test_example.py").write_text(PLAYED, encoding="utf-8")
    return folder


def test_the_page_shows_whole_files_and_lines_to_add() -> None:
    kinds = {path: block.info.partition(" ")[0] for path, block in titled()}
    touched = [path for path, kind in kinds.items() if kind == "diff" and not path.endswith(".md")]
    assert touched == ["engine/registry.py", "bot/catalogue.py", "pyproject.toml"]


def test_the_example_passes_every_test_that_holds_for_all_games(project: Path) -> None:
    done = run(project, "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider", *FOR_ALL)
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_example_is_played_at_a_table(project: Path) -> None:
    done = run(project, "pytest", "-q", "-p", "no:cacheprovider", "tests/bot/test_example.py")
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_example_is_clean(project: Path) -> None:
    checked = [path for path, block in titled() if path.endswith(".py")]
    for arguments in (["ruff", "check", *checked], ["ruff", "format", "--check", *checked]):
        done = run(project, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_example_keeps_types_and_contracts(project: Path) -> None:
    done = run(project, "mypy", "bot", "engine", "render", "tests/engine/seven")
    assert done.returncode == 0, done.stdout
    done = run(project, "importlinter.cli", "lint")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_painter_that_takes_another_view_is_refused_by_the_type_checker(tmp_path: Path) -> None:
    add_example(tmp_path)
    catalogue = tmp_path / "bot" / "catalogue.py"
    text = catalogue.read_text(encoding="utf-8")
    assert text.count("paint=paint_seven") == 1
    catalogue.write_text(text.replace("paint=paint_seven", "paint=paint_thud"), encoding="utf-8")
    done = run(tmp_path, "mypy", "bot/catalogue.py")
    assert done.returncode == 1
    assert "bot/catalogue.py" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("forgotten", "test"), MISSING)
def test_a_forgotten_piece_fails_the_test_that_the_page_names(
    tmp_path: Path, forgotten: str, test: str
) -> None:
    add_example(tmp_path, leave_out=forgotten)
    done = run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", test)
    assert done.returncode in (1, 2), done.stdout[-3000:]
    assert "seven" in done.stdout


def test_a_part_of_a_diff_that_does_not_fit_is_named() -> None:
    assert patched("a\nb\n", " a\n+x\n b\n") == "a\nx\nb\n"
    with pytest.raises(ValueError, match="fits 0 times"):
        patched("a\nb\n", " c\n+x\n")
    with pytest.raises(ValueError, match="fits 2 times"):
        patched("a\na\n", " a\n+x\n")
