"""docs/adding-a-game.md does what it says: its example is added to a copy of the project, and played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.docs.example import PAGE, add_example, apply_diff, lint_imports, run, titled_blocks
from tests.docs.pages import ROOT, names, read, rows, section

pytestmark = pytest.mark.xdist_group("example")  # one copy of the project is made for all of them

FILES = 10
"""The most files that a game may take."""

WORDS = 2500
"""The most words of the page before the example."""

FOR_ALL = (
    "tests/engine/test_contract.py",
    "tests/engine/test_seven.py",
    "tests/playthroughs/test_playthroughs.py",
    "tests/bot/games",
    "--ignore=tests/bot/games/test_rule_book.py",  # wants every page in every language, which comes later
    "tests/bot/words/test_review.py",
    "tests/bot/words/test_words.py",
    "tests/docs/test_commands.py",
    "tests/docs/test_games.py",
    "tests/docs/test_rules.py",
    "tests/project/test_contracts.py",
    "tests/bot/test_example.py",
)
"""The tests of every single game, and a whole game of the example at a table."""

WHAT = (
    "seven or catalogue_holds or readme_names or games_are_apart or every_key_in_the_code or two_sentences "
    "or every_command_has_its_heading or without_a_heading"
)
"""Of these the tests that are about the example, or about all games together."""

MISSING = [
    (names([cells[0]])[0], names([cells[1]])[0])
    for cells in rows(section(PAGE, "Tests for missing parts"))
    if names([cells[0]])
]
PLAYED = '''
"""A table of the example, from the invitation to the end."""

from __future__ import annotations

from engine.registry import GAMES
from engine.verify import verify

from bot.kernel.clicks import Opening
from bot.kernel.tables.export import export_files
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.session import Session
from bot.store import Status
from bot.ui.play.board_layout import message_of
from tests.bot.samples import ANN, BEN, actor, click, offered_lines, stored_table, trace


async def test_seven_is_played(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), Opening("seven", {}, 0, BEN), trace())).table
    shown = await session.lobby.sit(click(BEN), table.id, table.revision, trace())
    for line in ("+1", "+2", "+2", "+1", "+1"):
        told = message_of(IN_ENGLISH, shown, trace())
        assert told.picture is not None, "the painter failed"
        assert told.layout.to_components()
        assert line in "".join(await offered_lines(session, click(actor(session, shown.table))))
        person = actor(session, shown.table)
        shown = await session.play.move(click(person), table.id, line, trace(), shown.table.revision)
        assert shown.new_turn
    table = await stored_table(session, shown.table)
    assert table.status is Status.OVER
    assert message_of(IN_ENGLISH, shown, trace()).picture is not None
    exported = export_files(session.catalogue["seven"], table, await session.tables.log(table))
    assert verify(exported[f"{table.code}.jsonl"], GAMES) == ()
'''


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    add_example(folder)
    (folder / "tests/bot/test_example.py").write_text(PLAYED, encoding="utf-8")
    return folder


@contextmanager
def without(project: Path, path: str) -> Iterator[None]:
    """The project without a file of the example, or with the file as it was before."""
    file = project / path
    kept = file.read_bytes()
    if (ROOT / path).exists():
        file.write_bytes((ROOT / path).read_bytes())
    else:
        file.unlink()
    yield
    file.write_bytes(kept)


def test_a_game_takes_few_files_and_few_words() -> None:
    assert len(titled_blocks()) <= FILES
    assert len(PAGE.split()) <= WORDS


def test_the_page_shows_whole_files_and_lines_to_add() -> None:
    kinds = {path: block.info.partition(" ")[0] for path, block in titled_blocks()}
    touched = [path for path, kind in kinds.items() if kind == "diff" and not path.endswith(".md")]
    assert touched == ["engine/registry.py", "bot/games/catalogue.py"]


def test_the_pieces_that_can_be_forgotten_are_files_of_the_example() -> None:
    assert {path for path, _ in MISSING} <= {path for path, _ in titled_blocks()}


@pytest.mark.slow
def test_the_example_is_clean(project: Path) -> None:
    checked = [path for path, _ in titled_blocks() if path.endswith(".py")]
    done = run(project, "ruff", "check", "--fix", "--select", "I", *checked)  # as the page says
    assert done.returncode == 0, done.stdout + done.stderr
    for arguments in (["ruff", "check", *checked], ["ruff", "format", "--check", *checked]):
        done = run(project, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_example_passes_the_tests_that_hold_for_all_games_and_is_played(project: Path) -> None:
    done = run(project, "pytest", "-q", "-n", "0", "-m", "not slow", "-k", WHAT, *FOR_ALL)
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.slow
def test_the_example_keeps_types_and_contracts(project: Path) -> None:
    done = run(project, "mypy", "bot", "engine", "render", "tests/engine/test_seven.py")
    assert done.returncode == 0, done.stdout
    done = lint_imports(project)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_painter_that_takes_another_view_is_refused_by_the_type_checker(project: Path) -> None:
    path = "bot/games/seven/__init__.py"
    text = (project / path).read_text(encoding="utf-8")
    assert text.count("from render.seven import paint") == 1
    with without(project, path):
        wrong = text.replace("from render.seven import paint", "from render.thud.paint import paint")
        (project / path).write_text(wrong, encoding="utf-8")
        done = run(project, "mypy", path)
    assert done.returncode == 1
    assert path in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("forgotten", "test"), MISSING)
def test_a_forgotten_piece_fails_the_test_that_the_page_names(
    project: Path, forgotten: str, test: str
) -> None:
    with without(project, forgotten):
        done = run(project, "pytest", "-q", "-n", "0", "-x", test)
    assert done.returncode in (1, 2, 4), done.stdout[-3000:]
    assert "seven" in done.stdout + done.stderr


def test_a_part_of_a_diff_that_does_not_fit_is_named() -> None:
    assert apply_diff("a\nb\n", " a\n+x\n b\n") == "a\nx\nb\n"
    with pytest.raises(ValueError, match=r"^file.py: the page no longer fits: .* fits 0 times"):
        apply_diff("a\nb\n", " c\n+x\n", "file.py")
    with pytest.raises(ValueError, match="fits 2 times"):
        apply_diff("a\na\n", " a\n+x\n")


def test_a_line_of_a_diff_can_stand_for_many() -> None:
    assert apply_diff("[\n a1\n a2\n]\n", " [\n  a…\n+ a3\n ]\n") == "[\n a1\n a2\n a3\n]\n"
    with pytest.raises(ValueError, match="fits 0 times"):
        apply_diff("[\n b1\n]\n", " [\n  a…\n+ a3\n ]\n")


@pytest.mark.parametrize(
    ("path", "diff"), [(path, block.text) for path, block in titled_blocks() if block.info.startswith("diff")]
)
def test_a_diff_fits_however_many_games_there_are(path: str, diff: str) -> None:
    other = diff.replace("seven", "eight").replace("SEVEN", "EIGHT").replace("Seven", "Eight")
    text = apply_diff(apply_diff(read(path), other, path), diff, path)
    assert text.index("eight") < text.index("seven") or path.endswith(".py")
    assert text.lower().count("eight") == text.lower().count("seven") > 0
