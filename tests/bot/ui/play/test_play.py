"""Playing over Discord: guided moves, typed ones, commands, offers, claims, and one ping a turn."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.store import Status
from engine.registry import GAMES
from engine.thud.thud_file import read_thud
from engine.verify import verify
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import Component, World, board, labels, text_of, told, walk

# dG1-G6 lands beside the trolls; then TG7-F7 can take it, or not.
BESIDE = "dG1-G6"


def lists(message: ResponseMessage) -> list[Component]:
    return [part for part in walk(message.components) if part.get("type") == 3]


def list_with(message: ResponseMessage, value: str) -> str:
    """The custom_id of the first list that offers a value."""
    return next(
        str(part["custom_id"])
        for part in lists(message)
        if value in [option["value"] for option in part["options"]]
    )


# Guided moves


async def test_a_dwarf_is_picked_and_sent(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    assert "Dwarf on **E2**: move to…" in text_of(shown.components), "the board itself asks the next question"
    assert world.pings(mark) == []
    moved = board(await world.ann.select(shown, ["E10"], custom_id=list_with(shown, "E10")))
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert world.pings(mark) == [{world.ben.id}]
    assert moved.id != shown.id
    assert labels(shown) == []
    assert "**Ann** moved a dwarf from E2 to E10." in text_of(moved.components)


async def test_every_step_has_a_picture_of_its_own(world: World) -> None:
    shown = await world.game()
    pictures = [await shown.attachments[0].read()]
    await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    assert [attachment.filename for attachment in shown.attachments] == ["T1-1-E2.png"]
    pictures.append(await shown.attachments[0].read())
    moved = board(await world.ann.select(shown, ["E10"], custom_id=list_with(shown, "E10")))
    pictures.append(await moved.attachments[0].read())
    assert len(set(pictures)) == 3


async def test_back_leads_to_the_pieces(world: World) -> None:
    shown = await world.game()
    await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    await world.ann.click(shown, label="Back")
    assert list_with(shown, "E2").endswith("pickgo.0:")
    assert await world.log() == ()


async def test_a_troll_takes_everything_by_default(world: World) -> None:
    shown = await world.game(BESIDE)
    await world.ben.select(shown, ["G7"], custom_id=list_with(shown, "G7"))
    await world.ben.select(shown, ["F7xG6"], custom_id=list_with(shown, "F7xG6"))
    assert [line.action for line in await world.log()] == [BESIDE, "TG7-F7xG6"]


async def choosing(world: World) -> ResponseMessage:
    """Ben's board, where his troll can go beside two dwarfs, on F7."""
    shown = await world.game("dG1-G6", "TJ9-K10", "dF1-F6", "TK10-J9", "dE2-E3")
    await world.ben.select(shown, ["G7"], custom_id=list_with(shown, "G7"))
    return shown


@pytest.mark.parametrize(
    ("chosen", "action"),
    [
        ("F7xF6xG6", "TG7-F7xF6xG6"),
        ("F7xF6", "TG7-F7xF6"),
        ("F7xG6", "TG7-F7xG6"),
        ("F7", "TG7-F7"),
    ],
)
async def test_a_troll_takes_the_dwarfs_that_are_chosen(world: World, chosen: str, action: str) -> None:
    shown = await choosing(world)
    await world.ben.select(shown, [chosen], custom_id=list_with(shown, chosen))
    assert (await world.log())[-1].action == action


async def test_what_a_troll_leaves_is_chosen_from_a_list_of_its_own(world: World) -> None:
    shown = await choosing(world)
    whole, fewer = lists(shown)
    assert fewer["placeholder"] == "Take only some of them…"
    assert "F7xF6xG6" in [option["value"] for option in whole["options"]]
    ways = [option for option in fewer["options"] if option["label"] == "F7"]
    assert [option["description"] for option in ways] == ["takes F6", "takes G6", "takes nothing"]


async def test_a_hurl_by_lists(world: World) -> None:
    shown = await world.game("dA6-F6", "TG7-F7", "dF1-F5", "TG8-G7")
    await world.ann.select(shown, ["F6"], custom_id=list_with(shown, "F6"))
    moved = board(await world.ann.select(shown, ["F7xF7"], custom_id=list_with(shown, "F7xF7")))
    assert "**Ann** hurled a dwarf from F6 and took the troll on F7 (a line of 2)." in text_of(
        moved.components
    )


async def test_a_shove_that_takes_part(world: World) -> None:
    """Three trolls stand in line on the file G; the front one lands beside two dwarfs and takes one."""
    shown = await world.game("dG1-G3", "TJ9-K10", "dF1-F3", "TK10-J9", "dE2-E3")
    await world.ben.select(shown, ["G7"], custom_id=list_with(shown, "G7"))
    ways = [option["value"] for part in lists(shown) for option in part["options"]]
    assert "G4" not in ways, "a shove must capture"
    moved = board(await world.ben.select(shown, ["G4xG3"], custom_id=list_with(shown, "G4xG3")))
    assert "**Ben** shoved a troll from G7 to G4 (a line of 3)." in text_of(moved.components)
    assert (await world.log())[-1].action == "TG7-G4xG3"


# A typed move


async def test_a_move_typed_into_the_form(world: World) -> None:
    shown = await world.game()
    form = await world.ann.click(shown, label="Type a move")
    assert form.modal is not None
    assert form.modal["title"] == "Your move at T1"
    mark = world.mark()
    moved = board(await world.ann.submit_modal(form, {"move": "e2 e10"}))
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert world.pings(mark) == [{world.ben.id}]
    assert labels(shown) == []
    assert labels(moved)


async def test_a_form_filled_in_while_the_bot_restarts(world: World) -> None:
    shown = await world.game()
    form = await world.ann.click(shown, label="Type a move")
    await world.restart()
    await world.ann.submit_modal(form, {"move": "dE2-E10"})
    assert [line.action for line in await world.log()] == ["dE2-E10"]


async def test_a_form_of_an_old_board(world: World) -> None:
    shown = await world.game()
    form = await world.ann.click(shown, label="Type a move")
    await world.move(world.ann, "dG1-G2")
    async with world.unchanged():
        assert "This is an old board of T1" in told(await world.ann.submit_modal(form, {"move": "dE2-E10"}))


async def test_a_form_with_a_wrong_move_names_near_ones(world: World) -> None:
    shown = await world.game()
    form = await world.ann.click(shown, label="Type a move")
    async with world.unchanged():
        said = told(await world.ann.submit_modal(form, {"move": "dE2-F12"}))
    assert "Move in a straight line" in said
    assert "(Rule thud:dwarf-1)" in said
    assert "Legal and near it: `dE2-" in said


# /move


@pytest.mark.parametrize("line", ["dE2-E10", "e2 e10", "E2-E10", "E2e10", "e2 to e10", "dE2→E10"])
async def test_notation_may_be_written_in_many_ways(world: World, line: str) -> None:
    await world.begun()
    moved = board(await world.move(world.ann, line))
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert "E2 to E10" in text_of(moved.components)


async def test_a_move_by_command_takes_the_controls_off_the_board_before(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    moved = board(await world.move(world.ann, "dE2-E10"))
    assert world.pings(mark) == [{world.ben.id}]
    assert labels(shown) == []
    assert str(moved.id) in text_of(shown.components)
    table = await world.table()
    assert table.board is not None
    assert table.board.message_id == moved.id


async def test_autocomplete_offers_legal_moves_captures_first(world: World) -> None:
    table = await world.begun(BESIDE)
    shown = world.session.tables.shown(table)
    legal = {str(action) for action in shown.entry.game.legal(shown.state, 1)}
    choices = await world.ben.autocomplete(world.channel, "move", "move", "")
    values = [choice["value"] for choice in choices]
    assert len(values) == 25
    assert set(values) <= legal
    assert [value.count("x") for value in values] == sorted((v.count("x") for v in values), reverse=True)
    assert values[0].endswith("xG6")


async def test_autocomplete_filters_by_what_is_typed(world: World) -> None:
    await world.begun()
    choices = await world.ann.autocomplete(world.channel, "move", "move", "e2 e1")
    assert {choice["value"] for choice in choices} == {"dE2-E10", "dE2-E11", "dE2-E12", "dE2-E13"}
    assert await world.ann.autocomplete(world.channel, "move", "move", "zzz") == []
    assert await world.cleo.autocomplete(world.channel, "move", "move", "") == []


async def test_autocomplete_asks_the_table_that_was_named(world: World) -> None:
    await world.begun()
    await world.begun(BESIDE)
    assert await world.ben.autocomplete(world.channel, "move", "move", "g7 f7", table="T1") == []
    assert await world.ben.autocomplete(world.channel, "move", "move", "g7 f7", table="T2")


# Ending a battle


async def test_an_offer_in_ones_turn_calls_the_other(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    offered = board(await world.ann.click(shown, label="Offer to end"))
    assert world.pings(mark) == [{world.ben.id}]
    assert {"Accept", "Decline"} <= set(labels(offered))
    accepted = board(await world.ben.click(offered, label="Accept"))
    assert "Battle 2: **Ben** has the dwarfs." in text_of(accepted.components)
    assert f"<@{world.ben.id}>" in text_of(accepted.components), "Ben has the dwarfs of the second battle"
    assert accepted.id == offered.id, "nobody else has to be called"
    assert world.pings(mark) == [{world.ben.id}]


async def test_a_declined_offer_gives_the_turn_back(world: World) -> None:
    shown = await world.game()
    offered = board(await world.ann.click(shown, label="Offer to end"))
    mark = world.mark()
    await world.ben.click(offered, label="Decline")
    assert world.pings(mark) == [{world.ann.id}]


async def test_an_offer_out_of_turn_does_not_ping_twice_in_a_turn(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    assert board(await world.ben.click(shown, label="Offer to end")).id == shown.id
    assert world.pings(mark) == [], "Ann was called already"
    assert "**Ben** offers to end the battle" in text_of(shown.components)
    moved = board(await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
    moved = board(await world.ann.select(moved, ["E10"], custom_id=list_with(moved, "E10")))
    assert "**Ann** plays on." in text_of(moved.components)
    assert world.pings(mark) == [{world.ben.id}]


async def test_an_offer_out_of_turn_by_command_changes_the_board_that_is_there(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    offered = await world.move(world.ben, "offer")
    assert "Ben offers to end the battle" in told(offered).replace("*", "")
    assert "Ben offers to end the battle" in text_of(shown.components).replace("*", "")
    assert "Accept" in labels(shown)
    assert "**Ann** declined." in told(await world.move(world.ann, "decline"))
    assert world.pings(mark) == [], "nobody is called twice in a turn"
    assert (await world.table()).board.message_id == shown.id  # type: ignore[union-attr]


async def test_a_board_that_cannot_be_changed_in_place_is_posted_anew(world: World) -> None:
    shown = await world.game()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
    offered = await world.move(world.ben, "offer")
    assert "offers to end the battle" in told(offered)
    again = offered.followups[-1]
    assert not again.ephemeral
    assert again.id != shown.id
    assert "Accept" in labels(again)
    assert labels(shown) == [], "the old one is settled by a later try"
    assert (await world.table()).board.message_id == again.id  # type: ignore[union-attr]


async def test_who_offered_cannot_accept(world: World) -> None:
    shown = await world.game()
    offered = board(await world.ann.click(shown, label="Offer to end"))
    async with world.unchanged():
        said = told(await world.ann.click(offered, label="Accept"))
    assert "your opponent hasn't offered" in said


async def test_a_claim_is_asked_about_and_ends_the_battle(world: World) -> None:
    shown = await world.game(*QUIET, quiet_limit="4")
    asked = await world.ann.click(shown, label="End the battle")
    assert "End the battle now? It stands at Ann 32 : 32 Ben." in told(asked)
    assert asked.response is not None
    ended = board(await world.ann.click(asked.response, label="Yes: End the battle"))
    assert "after 4 moves without a capture" in text_of(ended.components)
    assert (await world.log())[-1].action == "claim"


async def test_resigning_is_asked_about_once(world: World) -> None:
    shown = await world.game()
    asked = await world.ben.click(shown, label="Resign")
    assert "Resign the whole match?" in told(asked)
    assert await world.log() == ()
    mark = world.mark()
    assert asked.response is not None
    over = board(await world.ben.click(asked.response, label="Yes: Resign"))
    assert world.pings(mark) == [set()], "nobody must act any more"
    assert "**Ann** wins the match." in text_of(over.components)
    assert labels(over) == ["History", "Play again"]
    assert labels(asked.response) == []
    assert labels(shown) == []
    assert (await world.table()).status is Status.OVER


async def test_a_resignation_can_be_thought_better_of(world: World) -> None:
    shown = await world.game()
    asked = await world.ben.click(shown, label="Resign")
    assert asked.response is not None
    before, mark = await world.table(), world.mark()
    await world.ben.click(asked.response, label="Back")
    assert await world.table() == before
    assert world.pings(mark) == [], "no message is new"
    assert text_of(asked.response.components) == "Nothing was done."
    assert labels(asked.response) == []


async def test_the_board_as_text_is_for_whoever_asks(world: World) -> None:
    shown = await world.game()
    view = world.session.tables.shown(await world.table())
    said = told(await world.cleo.click(shown, label="Board as text"))
    assert said == f"```\n{view.entry.game.text(view.entry.game.view(view.state, None))}\n```"


# Whole games


MATCH = """
    ann dG1-G6     ben
    ben TG7-F7xG6  ann
    ann dE2-E10    ben
    ben TF7-F6     ann
    ann offer      ben
    ben accept     himself
    ben dP6-H6     ann
    ann TJ7-J6xH6  ben
    ben dA6-F6     ann
    ann offer      ben
    ben decline    ann
    ann TJ6-J5     ben
    ben offer      ann
    ann accept     nobody
"""
"""Who does what, and who is called then: not Ben, who begins the second battle and has just acted.

There the board changes in place, and he alone is told what he did.
"""


async def test_a_match_of_two_battles_by_commands_alone(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0)
    invitation = world.channel.last_message
    assert invitation is not None
    await world.ben.click(invitation, label="Accept")
    people, said = {"ann": world.ann, "ben": world.ben}, ""
    for who, line, called in map(str.split, MATCH.strip().splitlines()):
        mark = world.mark()
        result = await world.move(people[who], line)
        if called == "himself":
            assert "Battle 1 ends Ann " in told(result)
            assert world.pings(mark) == []
            continue
        said = text_of(board(result).components)
        assert world.pings(mark) == [{people[called].id} if called in people else set()], line
    assert (await world.table()).status is Status.OVER
    assert "Battle 2 ends Ann " in said
    assert "The match is a draw." in said
    files = (await world.cleo.slash(world.channel, "table moves")).response
    assert files is not None
    texts = {file.filename: (await file.read()).decode() for file in files.attachments}
    assert verify(texts["T1.jsonl"], GAMES) == ()
    first = ["dG1-G6", "TG7-F7xG6", "dE2-E10", "TF7-F6"]
    assert [str(move) for move in read_thud(texts["T1-battle-1.thud"])[1]] == first
