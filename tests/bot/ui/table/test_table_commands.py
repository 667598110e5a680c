"""`/table` and `/rules`: looking at tables, and which one is meant."""

from __future__ import annotations

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.store import Status
from engine.registry import GAMES
from engine.thud.model import START
from engine.thud.thud_file import read_thud
from engine.verify import verify
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import World, board, labels, private_text, says, text_of, walk


async def test_a_board_is_shown_again_without_a_ping(world: World) -> None:
    first = await world.game()
    mark = world.mark()
    again = board(await world.cleo.slash(world.channel, "board"))
    assert world.pings(mark) == [set()]
    assert world.is_gone(first)
    assert IN_ENGLISH("button.type") in labels(again)
    table = await world.table()
    assert table.board is not None
    assert table.board.message_id == again.id


async def test_a_turned_board_is_for_one_person(world: World) -> None:
    shown = await world.game()
    async with world.assert_unchanged():
        result = await world.ann.slash(world.channel, "board", view="turned")
    assert "Thud · T1" in private_text(result)
    assert result.response is not None
    assert labels(result.response) == ["As text", IN_ENGLISH("button.picture")]
    turned, upright = result.response.attachments[0], shown.attachments[0]
    assert await turned.read() != await upright.read()


async def test_a_table_of_another_channel_is_shown_to_its_player_alone(world: World) -> None:
    """The others may not be able to go there, so the board stays where it is."""
    shown = await world.game()
    elsewhere = world.guild.create_text_channel("elsewhere")
    async with world.assert_unchanged():
        result = await world.ben.slash(elsewhere, "board", table="T1")
    assert "Thud · T1" in private_text(result)
    assert IN_ENGLISH("button.type") in labels(shown)


async def test_the_text_board_is_the_one_of_the_engine(world: World) -> None:
    table = await world.start_table("dE2-E10")
    shown = world.session.tables.show(table)
    said = private_text(await world.cleo.slash(world.channel, "board", view="text"))
    assert shown.entry.game.text(shown.entry.game.view(shown.state, None)) in said


async def test_a_board_for_one_person_turns_into_its_text_and_back(world: World) -> None:
    """One private message, whether the board's own button or the command has brought it."""
    shown = await world.game()
    async with world.assert_unchanged():
        clicked = await tap(world.ben, shown, "As text")
        typed = await world.ben.slash(world.channel, "board", view="text")
        assert private_text(clicked) == private_text(typed)
        assert clicked.response is not None
        assert labels(clicked.response) == [IN_ENGLISH("button.picture"), "Other side"]
        await world.ben.click(clicked.response, label="Other side")
        assert labels(clicked.response) == ["As text", IN_ENGLISH("button.picture")]
        await world.ben.click(clicked.response, label="As a picture")
        assert labels(clicked.response) == ["As text", "Other side"]


async def test_only_a_duel_has_another_side(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag")
    seen = (await world.ben.slash(world.channel, "board", view="text")).response
    assert seen is not None
    assert labels(seen) == [IN_ENGLISH("button.picture")]


async def test_there_is_no_text_board_before_the_game(world: World) -> None:
    await open_table(world.ann, world.channel, "thud")
    assert "hasn't begun" in private_text(await world.ann.slash(world.channel, "board", view="text"))
    assert "hasn't begun" in private_text(await world.ann.slash(world.channel, "board", view="turned"))


async def test_the_moves_come_as_files_for_one_person(world: World) -> None:
    await world.start_table(*QUIET, "offer", "accept", *QUIET[:1])
    result = await world.cleo.slash(world.channel, "table log")
    said = private_text(result)
    assert "5 moves" in said, "the offer and its answer are none"
    assert "Ann: dG1-G2" in said
    assert result.response is not None
    files = {file.filename: (await file.read()).decode() for file in result.response.attachments}
    assert list(files) == ["T1-log.txt", "T1.jsonl", "T1-battle-1.thud", "T1-battle-2.thud"]
    named = [part["file"]["url"] for part in walk(result.response.components) if part.get("type") == 13]
    assert len(named) == 4, "a file shows only where a component names it"
    assert verify(files["T1.jsonl"], GAMES) == ()
    assert read_thud(files["T1-battle-2.thud"])[0] == START


async def test_a_running_game_does_not_tell_its_seed(world: World) -> None:
    await world.start_table(*QUIET)
    result = await world.ann.slash(world.channel, "table log")
    assert result.response is not None
    for file in result.response.attachments:
        assert b"secret" not in await file.read()


async def test_resigning_by_command_asks_once(world: World) -> None:
    await world.game()
    asked = await world.ben.slash(world.channel, "resign")
    assert says(private_text(asked), "thud.confirm.resign")
    assert (await world.table()).status is Status.PLAYING
    assert asked.response is not None
    await world.ben.click(asked.response, label="Yes: Resign")
    assert (await world.table()).status is Status.OVER


async def test_a_stranger_cannot_resign_a_game(world: World) -> None:
    await world.game()
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.slash(world.channel, "resign")), "no-table-here")
        said = private_text(await world.cleo.slash(world.channel, "resign", table="T1"))
        assert says(said, "not-seated")


async def test_the_rules_are_for_one_person(world: World) -> None:
    said = private_text(await world.cleo.slash(world.channel, "rules", game="thud"))
    assert "**Hurl**" in said
    assert "`TG9-D9xE10xF9`" in said


# Which table


@pytest.mark.parametrize("command", ["board", "table log", "resign", "undo", "table close"])
async def test_several_tables_are_asked_about(world: World, command: str) -> None:
    await world.start_table()
    await world.start_table()
    async with world.assert_unchanged():
        answer = private_text(await world.ann.slash(world.channel, command))
        assert says(answer, "which-table", ways="`table:T2` (Thud), `table:T1` (Thud)")


async def test_a_code_says_which(world: World) -> None:
    await world.start_table()
    await world.start_table()
    shown = board(await world.ann.slash(world.channel, "board", table=" t1 "))
    assert "Thud · T1" in text_of(shown.components)
    assert says(private_text(await world.move(world.ann, "dE2-E10")), "which-table")
    await world.ann.slash(world.channel, "move", move="dE2-E10", table="1")
    assert [line.action for line in await world.log(1)] == ["dE2-E10"]
    assert await world.log(2) == ()


async def test_the_table_where_one_must_act_is_meant(world: World) -> None:
    await world.start_table("dE2-E10")
    await world.start_table()
    await world.move(world.ben, "TG7-F7")
    assert [line.action for line in await world.log(1)] == ["dE2-E10", "TG7-F7"]


async def test_a_table_of_another_channel_is_moved_there(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.start_table()
    async with world.assert_unchanged():
        said = private_text(await world.ann.slash(elsewhere, "move", move="dE2-E10", table="T1"))
    assert f"<#{world.channel.id}>" in said


async def test_tables_are_suggested_while_a_user_types(world: World) -> None:
    await world.start_table("resign")
    await world.start_table()
    choices = await world.cleo.autocomplete(world.channel, "board", "table", "")
    assert [choice["value"] for choice in choices] == ["T2", "T1"]
    acts = IN_ENGLISH("table.state.playing", names="Ann")
    assert choices[0]["name"] == f"T2 Thud: Ann / Ben; {acts}"
    choices = await world.cleo.autocomplete(world.channel, "board", "table", "t1")
    assert [choice["value"] for choice in choices] == ["T1"]
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert await world.cleo.autocomplete(elsewhere, "table log", "table", "") == []
    assert len(await world.ben.autocomplete(elsewhere, "board", "table", "ann")) == 2


@pytest.mark.parametrize(
    ("command", "works"),
    [
        ("move", ["T2"]),
        ("undo", []),
        ("resign", ["T2"]),
        ("table transfer", ["T2"]),
        ("leave", ["T3"]),
        ("table log", ["T2", "T1"]),
        ("history", ["T2", "T1"]),
        ("table export", ["T2", "T1"]),
        ("board", ["T3", "T2", "T1"]),
        ("odds", ["T2"]),
        ("hint", []),
        ("review", ["T1"]),
    ],
)
async def test_only_tables_on_which_a_command_works_here_are_offered(
    world: World, command: str, works: list[str]
) -> None:
    """One that is over, one that has just begun, and a lobby."""
    await world.start_table("dE2-E10", "resign")
    await world.start_table()
    await open_table(world.ann, world.channel, "trogdor")
    offered = await world.ann.autocomplete(world.channel, command, "table", "")
    assert [choice["value"] for choice in offered] == works
    elsewhere = world.guild.create_text_channel("elsewhere")
    if command in {"move", "undo", "resign", "table transfer", "leave", "hint"}:
        assert await world.ann.autocomplete(elsewhere, command, "table", "") == []


async def test_never_more_than_25_tables_are_offered(world: World) -> None:
    for _ in range(27):
        await world.start_table()
    assert len(await world.ann.autocomplete(world.channel, "board", "table", "")) == 25


@pytest.mark.parametrize("code", ["T9", "nonsense", "**T1**", "<@1>"])
async def test_codes_of_no_table_are_refused(world: World, code: str) -> None:
    await world.start_table()
    said = private_text(await world.ann.slash(world.channel, "board", table=code))
    assert says(said, "no-table")
    assert "`/games`" in said


async def test_a_channel_where_nothing_was_ever_played(world: World) -> None:
    for command in ("board", "table log"):
        assert says(private_text(await world.ann.slash(world.channel, command)), "no-table-yet")
    assert says(private_text(await world.move(world.ann, "dE2-E10")), "no-table-here")
