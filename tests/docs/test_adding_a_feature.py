"""docs/adding-a-feature.md does what it says: its example is added to a copy of the project, and used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.example import add_example, lint_imports, run, titled_blocks
from tests.docs.pages import names, read, rows, section

PAGE = read("docs/adding-a-feature.md")
FOLDER = "bot/features/poke"
FILES = 6
"""The most files that a feature may take, all but one of them in its folder."""

USED = '''
"""The feature of the page: from the button to what is said in the channel."""

from __future__ import annotations

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.bot.ui.world import World, board, labels, private, private_text, says


async def poke(world: World, who: MemberActor) -> InteractionResult:
    shown = board(await world.ann.slash(world.channel, "board"))
    more = private(await who.click(shown, label="More"))
    assert "Poke" in labels(more)
    return await who.click(more, label="Poke")


async def test_who_waits_pokes_once_a_turn_and_it_is_said_an_hour_later(world: World) -> None:
    await world.game()
    assert says(private_text(await poke(world, world.ben)), "poke.noted")
    assert says(private_text(await poke(world, world.ben)), "poke-twice")
    assert says(private_text(await poke(world, world.ann)), "poke-nobody")
    assert says(private_text(await poke(world, world.cleo)), "not-seated")
    (said,) = [one for one in await world.later(1.1) if says(one.text, "poke.said", name="Ben")]
    assert said.pings == {world.ann.id}


async def test_a_move_ends_it(world: World) -> None:
    await world.game()
    await poke(world, world.ben)
    table = await world.table()
    data = await world.session.privacy.data_of(world.ben.id)
    assert data["pokes"] == ({"table": table.code, "turn": table.turn},)
    await world.move(world.ann, "dG1-G2")
    assert (await world.session.privacy.data_of(world.ben.id))["pokes"] == ()


async def test_who_is_forgotten_has_poked_nobody(world: World) -> None:
    await world.game()
    await poke(world, world.ben)
    await world.session.forget(world.ben.id)
    assert (await world.session.privacy.data_of(world.ben.id))["pokes"] == ()
'''

pytestmark = pytest.mark.xdist_group("feature")  # one copy of the project is made for all of them


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    add_example(folder, PAGE)
    done = run(folder, "tools.translations")
    assert done.returncode == 0, done.stderr
    (folder / "tests/bot/features/test_poke.py").write_text(USED, encoding="utf-8")
    return folder


def test_a_feature_is_few_files_and_all_but_the_list_lie_in_its_folder() -> None:
    paths = [path for path, _ in titled_blocks(PAGE)]
    assert len(paths) <= FILES
    assert [path for path in paths if not path.startswith(FOLDER)] == ["bot/features/__init__.py"]


@pytest.mark.slow
def test_the_example_is_clean_and_keeps_types_and_contracts(project: Path) -> None:
    checked = [path for path, _ in titled_blocks(PAGE)]
    for arguments in (["check", *checked], ["format", "--check", *checked]):
        done = run(project, "ruff", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    done = run(project, "mypy", "bot", "engine", "render")
    assert done.returncode == 0, done.stdout
    done = lint_imports(project)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_example_is_used_and_taken_out(project: Path) -> None:
    tests = ("tests/bot/features/test_poke.py", "tests/bot/ui/test_taken_out.py")
    done = run(project, "pytest", "-q", "-n", "0", "-m", "not slow", "-k", "poke", *tests)
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.slow
@pytest.mark.parametrize(
    "test",
    [
        found[0]
        for _, *cells in rows(section(PAGE, "Isolation rules"))
        if (found := names(cells)) and found[0].startswith("tests/")
    ],
)
def test_what_holds_every_feature_holds_the_example(project: Path, test: str) -> None:
    done = run(project, "pytest", "-q", "-n", "0", "-m", "not slow", test)
    assert done.returncode == 0, done.stdout[-5000:]
