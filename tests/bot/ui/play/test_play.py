"""Playing over Discord: guided moves, typed ones, commands, offers, claims, and one ping a turn."""

from __future__ import annotations

import re

import pytest
from simcord.results import ResponseMessage

from bot.discord.request import Request
from bot.games.catalogue import IN_ENGLISH
from bot.store import Status
from engine.registry import GAMES
from engine.thud.thud_file import read_thud
from engine.verify import verify
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import (
    Component,
    World,
    alt_of,
    board,
    labels,
    list_with,
    message_text,
    pick,
    private,
    private_text,
    rule_behind,
    says,
    text_of,
    walk,
)

# dG1-G6 lands beside the trolls; then TG7-F7 can take it, or not.
BESIDE = "dG1-G6"


def lists(message: ResponseMessage) -> list[Component]:
    return [part for part in walk(message.components) if part.get("type") == 3]


# Guided moves


async def test_a_dwarf_is_picked_in_private_looked_at_and_sent(world: World) -> None:
    shown = await world.game()
    mark, seen = world.mark(), text_of(shown.components)
    mine = private(await pick(world.ann, shown, "E2"))
    assert says(text_of(mine.components), "thud.menu.question.dwarfs", square="E2")
    assert private(await pick(world.ann, mine, "E10")).id == mine.id, "it goes on in one message"
    assert await world.log() == (), "what is picked from a list is shown first"
    move = IN_ENGLISH("thud.describe.move", origin="E2", target="E10")
    assert says(text_of(mine.components), "choose.sure", move=move)
    assert text_of(shown.components) == seen, "the others see nothing of all that"
    assert world.pings(mark) == []
    await world.ann.click(mine, label="Play it")
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert world.pings(mark) == [{world.ben.id}]
    assert says(
        text_of((await world.shown_board()).components),
        "thud.moved.dwarfs",
        name="Ann",
        origin="E2",
        target="E10",
    )
    assert world.is_gone(shown)
    assert world.is_gone(mine)


async def test_a_first_move_takes_three_taps(world: World) -> None:
    """The piece, where it goes, and that it is meant."""
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    await world.ann.click(mine, label="Play it")
    assert (await world.table()).plies == 1


async def test_one_private_message_a_person(world: World) -> None:
    """A player who starts again at the board chooses in a new message, and the one before goes."""
    shown = await world.game()
    first = private(await pick(world.ann, shown, "E2"))
    second = private(await pick(world.ann, shown, "F1"))
    assert [one.id for one in world.private_messages(world.ann)] == [second.id]
    assert world.is_gone(first)
    await pick(world.ann, second, "F2")
    await world.ann.click(second, label="Play it")
    assert world.private_messages(world.ann) == []


async def test_another_one_can_be_picked_after_a_look(world: World) -> None:
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    await pick(world.ann, mine, "E9")
    move = IN_ENGLISH("thud.describe.move", origin="E2", target="E9")
    assert says(text_of(mine.components), "choose.sure", move=move)
    await world.ann.click(mine, label="Play it")
    assert [line.action for line in await world.log()] == ["dE2-E9"]


async def test_every_step_has_a_picture_of_its_own(world: World) -> None:
    shown = await world.game()
    pictures = [await shown.attachments[0].read()]
    mine = private(await pick(world.ann, shown, "E2"))
    pictures.append(await mine.attachments[0].read())
    names = [mine.attachments[0].filename]
    await pick(world.ann, mine, "E10")
    pictures.append(await mine.attachments[0].read())
    names.append(mine.attachments[0].filename)
    await world.ann.click(mine, label="Play it")
    pictures.append(await (await world.shown_board()).attachments[0].read())
    assert names == ["T1-1-E2.png", "T1-1-E2dE2E10.png"]
    assert len(set(pictures)) == 4


async def test_back_leads_to_the_pieces(world: World) -> None:
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await world.ann.click(mine, label="Back")
    assert list_with(mine, "E2").endswith("pickgo.0:")
    assert await world.log() == ()


async def test_choosing_goes_on_after_something_else_has_happened(world: World) -> None:
    """The preview is shown again; what is picked next, from the same list, is not lost."""
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await world.move(world.ben, "offer")
    await pick(world.ann, mine, "E10")
    await world.ann.click(mine, label="Play it")
    assert [line.action for line in await world.log()] == ["offer", "dE2-E10"]


async def test_what_was_to_be_played_on_an_older_board_is_not(world: World) -> None:
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    await world.move(world.ben, "offer")
    result = await world.ann.click(mine, label="Play it")
    assert says(text_of(world.private_messages(world.ann)[-1].components), "old-board")
    assert world.is_gone(mine), "it cannot be used any more"
    assert [line.action for line in await world.log()] == ["offer"]
    assert result.acknowledged


async def test_a_painter_that_fails_leaves_the_board_as_text(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> bytes:
        raise ZeroDivisionError

    shown = await world.game()
    monkeypatch.setattr("bot.ui.play.choosing.board_picture", fails)
    mine = private(await pick(world.ann, shown, "E2"))
    assert "```" in text_of(mine.components)
    assert says(text_of(mine.components), "thud.menu.question.dwarfs", square="E2")


async def test_where_only_the_player_sees_the_board_it_asks_itself(world: World) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "thud", level="pip", side=0))
    asked = (await user.select(shown, ["E2"], custom_id=list_with(shown, "E2"))).response
    assert asked is not None
    assert (asked.id, asked.ephemeral) == (shown.id, False)
    assert says(text_of(shown.components), "thud.menu.question.dwarfs", square="E2")
    await user.select(shown, ["E10"], custom_id=list_with(shown, "E10"))
    assert [line.action for line in await world.log()] == ["dE2-E10"], "and plays at once"
    assert (await world.shown_board()).id == shown.id


async def test_so_it_does_where_the_bot_reaches_it_by_clicks_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is a guest: it could not change a board that was not clicked."""
    monkeypatch.setattr(Request, "is_visiting", property(lambda _: True))
    shown = await world.game()
    world.env.inject_error("PATCH", "/channels/*", times=None, status=403, code=50001)
    world.env.inject_error("POST", "/channels/*", times=None, status=403, code=50001)
    world.env.inject_error("DELETE", "/channels/*", times=None, status=403, code=50001)
    asked = board(await pick(world.ann, shown, "E2"))
    assert asked.id == shown.id
    moved = board(await pick(world.ann, asked, "E10"))
    assert moved.id != shown.id, "Ben is called"
    assert world.is_gone(shown)
    moved = board(await pick(world.ben, moved, "G7"))
    after = board(await pick(world.ben, moved, "F7"))
    assert after.id == moved.id, "Ann looks on"
    assert [one.id for one in world.channel.history()] == [after.id]


async def test_a_troll_takes_everything_by_default(world: World) -> None:
    shown = await world.game(BESIDE)
    mine = private(await pick(world.ben, shown, "G7"))
    await pick(world.ben, mine, "F7xG6")
    await world.ben.click(mine, label="Play it")
    assert [line.action for line in await world.log()] == [BESIDE, "TG7-F7xG6"]


async def choosing(world: World) -> ResponseMessage:
    """Ben's private message, where his troll can go beside two dwarfs, on F7."""
    shown = await world.game("dG1-G6", "TJ9-K10", "dF1-F6", "TK10-J9", "dE2-E3")
    return private(await pick(world.ben, shown, "G7"))


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
    mine = await choosing(world)
    await pick(world.ben, mine, chosen)
    await world.ben.click(mine, label="Play it")
    assert (await world.log())[-1].action == action


async def test_what_a_troll_leaves_is_chosen_from_a_list_of_its_own(world: World) -> None:
    whole, fewer = lists(await choosing(world))
    assert fewer["placeholder"] == IN_ENGLISH("thud.menu.fewer")
    assert "F7xF6xG6" in [option["value"] for option in whole["options"]]
    ways = [option for option in fewer["options"] if option["label"] == "F7"]
    assert [option["description"] for option in ways] == ["takes F6", "takes G6", "takes nothing"]


async def test_the_picture_description_says_what_is_marked(world: World) -> None:
    shown = await world.game("dA6-F6", "TG7-F7", "dF1-F5", "TG8-G7")
    assert says(alt_of(shown), "thud.alt", battle=1, last=IN_ENGLISH("thud.alt.last", move="G8 to G7"))
    mine = private(await pick(world.ann, shown, "F6"))
    question, _, marked = alt_of(mine).partition(" Marked: ")
    assert question == IN_ENGLISH("thud.menu.question.dwarfs", square="F6").replace("*", "")
    assert marked.partition(".")[0].endswith(" and F7")
    await pick(world.ann, mine, "F7xF7")
    picked = IN_ENGLISH("alt.tried", move=IN_ENGLISH("thud.describe.hurl", origin="F6", target="F7"))
    assert alt_of(mine).startswith(picked)
    assert says(alt_of(mine), "thud.alt", battle=1)


async def test_a_hurl_by_lists(world: World) -> None:
    shown = await world.game("dA6-F6", "TG7-F7", "dF1-F5", "TG8-G7")
    mine = private(await pick(world.ann, shown, "F6"))
    await pick(world.ann, mine, "F7xF7")
    await world.ann.click(mine, label="Play it")
    answer = text_of((await world.shown_board()).components)
    assert says(answer, "thud.hurled.many", name="Ann", origin="F6", target="F7", count=2)


async def test_a_shove_that_takes_part(world: World) -> None:
    """Three trolls stand in line on the file G; the front one lands beside two dwarfs and takes one."""
    shown = await world.game("dG1-G3", "TJ9-K10", "dF1-F3", "TK10-J9", "dE2-E3")
    mine = private(await pick(world.ben, shown, "G7"))
    ways = [option["value"] for part in lists(mine) for option in part["options"]]
    assert "G4" not in ways, "a shove must capture"
    await pick(world.ben, mine, "G4xG3")
    await world.ben.click(mine, label="Play it")
    answer = text_of((await world.shown_board()).components)
    assert says(answer, "thud.shoved", name="Ben", origin="G7", target="G4", line=3)
    assert (await world.log())[-1].action == "TG7-G4xG3"


# A typed move


async def test_a_move_typed_into_the_form(world: World) -> None:
    shown = await world.game()
    form = await tap(world.ann, shown, "Type a move")
    assert form.modal is not None
    assert form.modal["title"] == "Your move"
    mark = world.mark()
    moved = board(await world.ann.submit_modal(form, {"move": "e2 e10"}))
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert world.pings(mark) == [{world.ben.id}]
    assert world.is_gone(shown)
    assert labels(moved)


async def test_a_form_filled_in_while_the_bot_restarts(world: World) -> None:
    shown = await world.game()
    form = await tap(world.ann, shown, "Type a move")
    await world.restart()
    await world.ann.submit_modal(form, {"move": "dE2-E10"})
    assert [line.action for line in await world.log()] == ["dE2-E10"]


async def test_a_form_of_an_old_board(world: World) -> None:
    shown = await world.game()
    form = await tap(world.ann, shown, "Type a move")
    await world.ben.click(shown, label="Offer to end")
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.submit_modal(form, {"move": "dE2-E10"})), "old-board")


async def test_a_form_with_a_wrong_move_names_near_ones(world: World) -> None:
    shown = await world.game()
    form = await tap(world.ann, shown, "Type a move")
    async with world.assert_unchanged():
        answer = await world.ann.submit_modal(form, {"move": "dE2-F12"})
    assert says(private_text(answer), "thud.not-straight")
    assert "dE2-" not in private_text(answer), "its buttons say it, and in words"
    assert rule_behind(answer).endswith("thud:dwarf-1")
    mine = private(answer)
    *instead, why = labels(mine)
    assert why == "Why?"
    move = IN_ENGLISH("thud.describe.move", origin="E2", target=r"[A-P]\d+")
    assert all(re.fullmatch(move, label) for label in instead)
    await world.ann.click(mine, label=instead[0])
    (line,) = await world.log()
    assert line.action == f"dE2-{instead[0].removeprefix('E2 to ')}"
    assert world.is_gone(mine), "the refusal is settled"
    assert "You wanted" not in private_text(await world.ann.slash(world.channel, "rules"))


# /move


@pytest.mark.parametrize("line", ["dE2-E10", "e2 e10", "E2-E10", "E2e10", "e2 to e10", "dE2→E10"])
async def test_notation_may_be_written_in_many_ways(world: World, line: str) -> None:
    await world.start_table()
    moved = board(await world.move(world.ann, line))
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert says(text_of(moved.components), "thud.moved.dwarfs", origin="E2", target="E10")


async def test_a_move_by_command_is_answered_by_the_board(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    moved = board(await world.move(world.ann, "dE2-E10"))
    assert world.pings(mark) == [{world.ben.id}]
    assert world.is_gone(shown)
    table = await world.table()
    assert table.board is not None
    assert table.board.message_id == moved.id


async def test_autocomplete_offers_legal_moves_captures_first(world: World) -> None:
    table = await world.start_table(BESIDE)
    shown = world.session.tables.show(table)
    legal = {str(action) for action in shown.entry.game.legal(shown.state, 1)}
    choices = await world.ben.autocomplete(world.channel, "move", "move", "")
    values = [choice["value"] for choice in choices]
    assert len(values) == 25
    assert set(values) <= legal
    assert [value.count("x") for value in values] == sorted((v.count("x") for v in values), reverse=True)
    assert values[0].endswith("xG6")


async def test_autocomplete_filters_by_what_is_typed(world: World) -> None:
    await world.start_table()
    choices = await world.ann.autocomplete(world.channel, "move", "move", "e2 e1")
    assert {choice["value"] for choice in choices} == {"dE2-E10", "dE2-E11", "dE2-E12", "dE2-E13"}
    assert await world.ann.autocomplete(world.channel, "move", "move", "zzz") == []
    assert await world.cleo.autocomplete(world.channel, "move", "move", "") == []


async def test_autocomplete_asks_the_table_that_was_named(world: World) -> None:
    await world.start_table()
    await world.start_table(BESIDE)
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
    assert says(text_of(accepted.components), "thud.began", battle=2, name="Ben")
    assert f"<@{world.ben.id}>" in text_of(accepted.components), "Ben has the dwarfs of the second battle"
    assert world.pings(mark) == [{world.ben.id}, set(), set()], "no other player has to be called"
    assert says(
        message_text(world.channel.history()[-2]), "thud.ended.drawn", battle=1, score="Ann 32 : 32 Ben"
    ), "how it ended stays"
    assert "Battle 1 ends" not in text_of(accepted.components), "and is not told twice"


async def test_a_declined_offer_gives_the_turn_back(world: World) -> None:
    shown = await world.game()
    offered = board(await world.ann.click(shown, label="Offer to end"))
    mark = world.mark()
    world.let_presence_expire()
    await world.ben.click(offered, label="Decline")
    assert world.pings(mark) == [{world.ann.id}]


async def test_an_offer_out_of_turn_does_not_ping_twice_in_a_turn(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    assert board(await world.ben.click(shown, label=IN_ENGLISH("thud.menu.offer"))).id == shown.id
    assert world.pings(mark) == [], "Ann was called already"
    assert says(text_of(shown.components), "thud.offered", name="Ben", battle=1)
    world.let_presence_expire()
    moved = board(await world.move(world.ann, "dE2-E10"))
    assert says(text_of(moved.components), "thud.declined.moving", name="Ann")
    assert world.pings(mark) == [{world.ben.id}]


async def test_an_offer_out_of_turn_by_command_calls_no_one_twice_in_a_turn(world: World) -> None:
    shown = await world.game()
    mark = world.mark()
    offered = board(await world.move(world.ben, "offer"))
    assert says(text_of(offered.components), "thud.offered", name="Ben", battle=1)
    assert "Accept" in labels(offered)
    assert world.is_gone(shown)
    declined = board(await world.move(world.ann, "decline"))
    assert "**Ann** declined." in text_of(declined.components)
    assert world.pings(mark) == [set(), set()], "no player is called twice in a turn"


async def test_a_board_that_cannot_be_changed_in_place_is_posted_anew(world: World) -> None:
    shown = await world.game()
    asked = private(await world.ben.click(shown, label="Resign"))
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
    await world.ben.click(asked, label="Yes: Resign")
    again = await world.shown_board()
    assert again.id != shown.id
    assert "Play again" in labels(again)
    assert world.is_gone(shown)


async def test_who_offered_cannot_accept(world: World) -> None:
    shown = await world.game()
    offered = board(await world.ann.click(shown, label="Offer to end"))
    async with world.assert_unchanged():
        answer = private_text(await world.ann.click(offered, label="Accept"))
    assert says(answer, "thud.no-offer")


async def test_a_claim_is_asked_about_and_ends_the_battle(world: World) -> None:
    shown = await world.game(*QUIET, quiet_limit="4")
    asked = await world.ann.click(shown, label="End the battle")
    assert says(private_text(asked), "thud.confirm.claim", battle=1, score="Ann 32 : 32 Ben")
    assert asked.response is not None
    ended = board(await world.ann.click(asked.response, label="Yes: End the battle"))
    assert says(message_text(world.channel.history()[-2]), "thud.claimed", quiet=4)
    assert labels(ended)
    assert (await world.log())[-1].action == "claim"


async def test_resigning_is_asked_about_once(world: World) -> None:
    shown = await world.game()
    asked = await world.ben.click(shown, label="Resign")
    assert says(private_text(asked), "thud.confirm.resign")
    assert await world.log() == ()
    mark = world.mark()
    question = private(asked)
    await world.ben.click(question, label="Yes: Resign")
    assert world.pings(mark) == [], "no player must act any more, so the current board will do"
    assert says(text_of(shown.components), "thud.match.resigned", name="Ann")
    assert labels(shown) == ["History", "Fair play", "Play again"]
    assert world.is_gone(question)
    assert (await world.table()).status is Status.OVER


async def test_a_resignation_can_be_thought_better_of(world: World) -> None:
    shown = await world.game()
    asked = await world.ben.click(shown, label="Resign")
    assert asked.response is not None
    before, mark = await world.table(), world.mark()
    await world.ben.click(asked.response, label="Back")
    assert await world.table() == before
    assert world.pings(mark) == [], "no message is new"
    assert text_of(asked.response.components) == IN_ENGLISH("nothing-to-confirm")
    assert labels(asked.response) == []


async def test_the_board_as_text_is_private(world: World) -> None:
    shown = await world.game()
    view = world.session.tables.show(await world.table())
    answer = private_text(await tap(world.cleo, shown, "As text"))
    text = view.entry.game.text(view.entry.game.view(view.state, None))
    assert answer == f"Dwarfs: Ann · Trolls: Ben\n```\n{text}\n```"


# Whole games


MATCH = """
    ann dG1-G6     ben
    ben TG7-F7xG6  ann
    ann dE2-E10    ben
    ben TF7-F6     ann
    ann offer      ben
    ben accept     nobody
    ben dP6-H6     ann
    ann TJ7-J6xH6  ben
    ben dA6-F6     ann
    ann offer      ben
    ben decline    ann
    ann TJ6-J5     ben
    ben offer      ann
    ann accept     nobody
"""
"""The actions, and the players called by them: not Ben, who begins the second battle and has just acted."""


async def test_a_match_of_two_battles_by_commands_alone(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0)
    invitation = world.channel.last_message
    assert invitation is not None
    await world.ben.click(invitation, label="Accept")
    people = {"ann": world.ann, "ben": world.ben}
    for who, line, called in map(str.split, MATCH.strip().splitlines()):
        mark = world.mark()
        await world.move(people[who], line)
        assert world.pings(mark)[-1] == ({people[called].id} if called in people else set()), line
    assert (await world.table()).status is Status.OVER
    first, last = world.channel.history()
    assert says(message_text(first), "thud.ended.won", battle=1, score="Ann 31 : 32 Ben")
    assert says(message_text(last), "thud.ended.won", battle=2, score="Ann 32 : 31 Ben")
    assert says(message_text(last), "thud.match.drawn")
    files = (await world.cleo.slash(world.channel, "table log")).response
    assert files is not None
    texts = {file.filename: (await file.read()).decode() for file in files.attachments}
    assert verify(texts["T1.jsonl"], GAMES) == ()
    moves = ["dG1-G6", "TG7-F7xG6", "dE2-E10", "TF7-F6"]
    assert [str(move) for move in read_thud(texts["T1-battle-1.thud"])[1]] == moves


async def test_a_capture_is_picked_looked_at_and_played(world: World) -> None:
    await world.game("dE2-E10", "TG9-F9", "dD3-G6")
    mine = private(await pick(world.ben, await world.shown_board(), "TF9-E9xE10"))
    assert IN_ENGLISH("choose.sure", move="F9 to E9, takes E10") in text_of(mine.components)
    await world.ben.click(mine, label="Play it")
    assert (await world.log())[-1].action == "TF9-E9xE10"
