"""docs/adding-a-game.md does what it says: its example is added to a copy of the project, and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.example import PAGE, add_example, patched, run, titled
from tests.docs.pages import blocks, names, read, rows, section

pytestmark = pytest.mark.xdist_group("example")  # one copy of the project is made for all of them

FOR_ALL = (
    "tests/engine/test_contract.py",
    "tests/engine/seven",
    "tests/playthroughs",
    "tests/bot/words",
    "tests/docs",
    "tests/project",
    "--ignore=tests/docs/test_adding_a_game.py",
    "--deselect=tests/bot/words/test_languages.py::test_every_sentence_is_translated",  # as the page says
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
from engine.verify import verify

from bot.catalogue import IN_ENGLISH
from bot.clicks import Opening
from bot.export import files
from bot.session import Session
from bot.store import Status
from bot.ui.post import message
from tests.bot.samples import ANN, BEN, actor, click, stored, trace


async def test_it_is_played(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), Opening("seven", {}, 0, BEN), trace())).table
    shown = await session.lobby.sit(click(BEN), table.id, table.revision, trace())
    for line in ("+1", "2", "+2", "+1", "1"):
        told = message(IN_ENGLISH, shown, trace())
        assert told.picture is not None, "the painter failed"
        assert told.layout.to_components()
        assert line in "".join(await session.search.suggest(click(actor(session, shown.table)), None, "", 25))
        person = actor(session, shown.table)
        shown = await session.play.move(click(person), table.id, line, trace(), shown.table.revision)
        assert shown.new_turn
    table = await stored(session, shown.table)
    assert table.status is Status.OVER
    assert message(IN_ENGLISH, shown, trace()).picture is not None
    exported = files(session.catalogue["seven"], table, await session.tables.log(table))
    assert verify(exported[f"{table.code}.jsonl"], GAMES) == ()
'''
GUIDED = '''
"""The guided menu of the page."""

from __future__ import annotations

from dataclasses import dataclass

from bot.words import Names, Words
from bot.words.menu import Button, Does, Look, Menu, Option, split


@dataclass(frozen=True)
class State:
    heaps: tuple[int, ...]


'''
WALKED = """

KEYS = ("question", "number", "left.one", "left.many", "heap", "resign")
WORDS = Words({f"nim.menu.{key}": key for key in KEYS} | {"button.back": "Back", "nim.confirm.resign": "?"})


def at(path: str) -> Menu:
    return menu(WORDS, (), State((1, 2, 0)), path)


def test_it_is_walked() -> None:
    (heaps,) = at("").lists
    assert [heaps.prefix + option.value for option in heaps.options] == ["A", "B"]
    (numbers,) = at("B").lists
    assert [numbers.prefix + option.value for option in numbers.options] == ["B1", "B2"]
    assert [button.value for button in at("B").buttons if button.does is Does.GO] == [""]
    assert at("C") == at("?") == at("")
"""


PICKS = """
'''The picks of the page.'''

from __future__ import annotations

from dataclasses import replace

from engine.core import Choice, Settings, pick_key, read_settings
from tests.engine.toy import TOY


"""
PICKED = """

COLOURS = Choice("colours", "free", ("free", "chosen"))
GAME = replace(TOY, options=(COLOURS,), picks=picks)


def test_they_are_picked() -> None:
    given = {"colours": "chosen", pick_key("colour", 1): "red"}
    assert colours(read_settings(GAME, given, 3), 3) == ("any", "red", "any")
    assert colours(read_settings(GAME, {}, 3), 3) == ("any", "any", "any")
"""
FILM = """
'''The film of the page, of the example's own game.'''

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from bot.catalogue import IN_ENGLISH
from bot.words import Names, Words
from bot.words.seven import narrate
from engine.replay import Moment, first_position, moments, positions
from engine.seven import GAME
from render.seven import paint
from render.sheet import Sheet


"""
FILMED = """

def test_it_is_shown() -> None:
    game = positions(GAME, first_position(GAME, {}, 2, ""), "", [(0, "+2"), (1, "+1")])
    played = moments(game, "")
    gif = film(IN_ENGLISH, ("Ann", "Ben"), Sheet("T1", "abc", "Seven", ""), played)
    with Image.open(io.BytesIO(gif)) as shown:
        assert (shown.format, getattr(shown, "n_frames", 1)) == ("GIF", 2)
"""
EXAMPLES = {"guided": (GUIDED, WALKED), "picks": (PICKS, PICKED), "film": (FILM, FILMED)}
"""What stands before and after each example of the page that belongs to no file."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    add_example(folder)
    assert run(folder, "tools.translations").returncode == 0
    (folder / "tests/bot/test_example.py").write_text(PLAYED, encoding="utf-8")
    for name, (before, after) in EXAMPLES.items():
        (shown,) = (block.text for block in blocks(PAGE) if block.info == f"python example={name}")
        (folder / f"tests/bot/test_{name}.py").write_text(before + shown + after, encoding="utf-8")
    return folder


def test_the_page_shows_whole_files_and_lines_to_add() -> None:
    kinds = {path: block.info.partition(" ")[0] for path, block in titled()}
    touched = [path for path, kind in kinds.items() if kind == "diff" and not path.endswith(".md")]
    assert touched == ["engine/registry.py", "bot/games/catalogue.py", "pyproject.toml"]


def test_the_example_passes_every_test_that_holds_for_all_games(project: Path) -> None:
    done = run(project, "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider", *FOR_ALL)
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_example_is_played_at_a_table(project: Path) -> None:
    done = run(project, "pytest", "-q", "-p", "no:cacheprovider", "tests/bot/test_example.py")
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_guided_menu_the_picks_and_the_film_of_the_page_do_what_it_says(project: Path) -> None:
    files = [f"tests/bot/test_{name}.py" for name in EXAMPLES]
    done = run(project, "pytest", "-q", "-p", "no:cacheprovider", *files)
    assert done.returncode == 0, done.stdout[-5000:]
    done = run(project, "mypy", *files)
    assert done.returncode == 0, done.stdout


def test_every_example_of_the_page_is_tried() -> None:
    marked = [block.info.partition("example=")[2] for block in blocks(PAGE) if "example=" in block.info]
    assert marked == list(EXAMPLES)


def test_the_example_is_clean(project: Path) -> None:
    checked = [path for path, block in titled() if path.endswith(".py")]
    done = run(project, "ruff", "check", "--fix", "--select", "I", *checked)  # as the page says
    assert done.returncode == 0, done.stdout + done.stderr
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
    done = run(tmp_path, "mypy", "bot/games/catalogue.py")
    assert done.returncode == 1
    assert "bot/games/catalogue.py" in done.stdout


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
    with pytest.raises(ValueError, match=r"^file.py: docs/adding-a-game.md no longer fits: .* fits 0 times"):
        patched("a\nb\n", " c\n+x\n", "file.py")
    with pytest.raises(ValueError, match="fits 2 times"):
        patched("a\na\n", " a\n+x\n")


def test_a_line_of_a_diff_can_stand_for_many() -> None:
    assert patched("[\n a1\n a2\n]\n", " [\n  a…\n+ a3\n ]\n") == "[\n a1\n a2\n a3\n]\n"
    with pytest.raises(ValueError, match="fits 0 times"):
        patched("[\n b1\n]\n", " [\n  a…\n+ a3\n ]\n")


@pytest.mark.parametrize(
    ("path", "diff"), [(path, block.text) for path, block in titled() if block.info.startswith("diff")]
)
def test_a_diff_fits_however_many_games_there_are(path: str, diff: str) -> None:
    other = diff.replace("seven", "eight").replace("SEVEN", "EIGHT").replace("Seven", "Eight")
    text = patched(patched(read(path), other, path), diff, path)
    assert text.index("eight") < text.index("seven") or path.endswith(".py")
    assert text.lower().count("eight") == text.lower().count("seven") > 0
