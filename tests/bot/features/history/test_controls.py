"""History controls have the custom_ids of old messages, and their places."""

from __future__ import annotations

from simcord.results import ResponseMessage

from bot.discord.keyboard import Control, RunningActions, game_rows
from bot.features.history.catch_up import AWAY
from bot.games.catalogue import IN_ENGLISH
from bot.words.menu import ButtonLook, Menu
from tests.bot.discord.test_forged import send_forged
from tests.bot.samples import table_of
from tests.bot.ui import dragon
from tests.bot.ui.world import World, labels, private, says, walk


def ids(message: ResponseMessage) -> list[str]:
    """The custom_ids of its buttons, in their order."""
    return [part["custom_id"] for part in walk(message.components) if "custom_id" in part]


async def test_a_page_has_its_controls_in_order(world: World) -> None:
    await world.game("dE2-E10", "TG7-F7")
    page = private(await world.ann.slash(world.channel, "history", move=1))
    assert ids(page) == [
        "t1.0.leaf.first",
        "t1.0.leaf.back:1",
        "t1.0.leaf.next:1",
        "t1.0.leaf.last",
        "t1.0.leaftext.1",
        "t1.0.replay.",
        "t1.0.fork.1",
        "t1.0.share.1",
    ]


async def test_more_leads_back_and_to_what_was_missed(world: World) -> None:
    board = await dragon.post_game(world)
    custom_ids = ids(private(await world.ben.click(board, label="More")))
    table = await world.table()
    at = f"t{table.id}.{table.revision}"
    assert f"{at}.history." in custom_ids
    assert [one for one in custom_ids if ".away." in one] == [f"{at}.away.0"]


def test_on_a_board_with_room_for_it_what_was_missed_comes_last_before_more() -> None:
    missed = AWAY.button("While you were away", (7, 0), ButtonLook.PLAIN, "")
    rows = game_rows(IN_ENGLISH, table_of(), Menu(), RunningActions(if_room=(missed,)))
    found = [getattr(key, "custom_id", "").split(".")[2] for row in rows for key in row.children]
    assert found == ["type", "away", "more"]


async def test_a_game_that_is_over_leads_back(world: World) -> None:
    over = await world.game("dE2-E10", "resign")
    assert "t1.3.history." in ids(over)
    page = private(await world.ann.click(over, label="History"))
    assert IN_ENGLISH("button.share") in labels(page)


async def test_a_fork_is_asked_about_first(world: World) -> None:
    await world.game("dE2-E10", "TG7-F7")
    page = private(await world.ann.slash(world.channel, "history", move=1))
    assert ids(private(await world.ann.click(page, label="Fork here"))) == ["t1.0.fork.yes:1", "t1.0.fork.no"]


async def test_no_control_of_ours_names_a_move_that_is_none(world: World) -> None:
    board = await world.game("dE2-E10")
    for path, detail in (("history", "x"), ("leaf", "x"), ("leaftext", "x"), ("share", "-1"), ("away", "x")):
        mark = world.mark()
        send_forged(
            world, world.ann, board, {"custom_id": str(Control(1, 0, path, detail)), "component_type": 2}
        )
        await world.env.settle()
        answers = [str(request.json) for request in world.env.http_requests[mark:]]
        assert any(says(answer, "old-control") for answer in answers), path


async def test_a_board_does_not_become_a_page_of_its_history(world: World) -> None:
    """Its controls stand below private messages only; for everyone else the board would be gone."""
    board = await world.game("dE2-E10", "TG7-F7")
    shown = str(world.env.backend.messages[world.channel.id][board.id].components)
    mark = world.mark()
    send_forged(
        world, world.ann, board, {"custom_id": str(Control(1, 0, "leaf", "first")), "component_type": 2}
    )
    await world.env.settle()
    assert any(says(str(request.json), "old-control") for request in world.env.http_requests[mark:])
    assert str(world.env.backend.messages[world.channel.id][board.id].components) == shown
