"""A co-operative game over Discord: one message a turn, private menus, the film, standing in, leaving."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest
from PIL import Image
from simcord.results import InteractionResult, ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Board, Status, Table, Terms
from engine.core import Fault, IllegalAction
from render.kit.sheet import Sheet
from tests.bot.discord.test_limits import check
from tests.bot.hill import HILL, paint
from tests.bot.ui.opening import tap
from tests.bot.ui.world import World, board, labels, private_text, says, text_of, walk
from tests.engine.toy_together import HillSeen

pytestmark = pytest.mark.usefixtures("hilly")

HOUR = 3600
PATIENT = Terms(patience=HOUR)


async def start_hill(world: World, *lines: str, terms: Terms = PATIENT, **options: str) -> Table:
    """Ann, Ben and Cleo on the hill, Ann's turn, after these lines of hers; not posted yet."""
    trace, session = Trace("scene", 0), world.session
    opening = Opening("hill", options, None, None, terms=terms)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    for person in (world.ben, world.cleo):
        table = (await session.lobby.sit(world.click_by(person), table.id, 0, trace)).table
    table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    for line in lines:
        table = (await session.play.move(world.click_by(world.ann), table.id, line, trace)).table
    return table


async def game(world: World, *lines: str, **options: str) -> ResponseMessage:
    """The board of such a game, posted."""
    table = await start_hill(world, *lines, terms=PATIENT, **options)
    return board(await world.ann.slash(world.channel, "board", table=table.code))


def private_response(result: InteractionResult) -> ResponseMessage:
    """The private message that an interaction led to."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


# One message a turn


async def test_steps_of_a_turn_change_one_message_and_the_turn_after_has_its_own(world: World) -> None:
    shown = await game(world)
    mark = world.mark()
    assert board(await world.ann.click(shown, label="up")).id == shown.id
    assert "1 of 3" in text_of(shown.components)
    assert world.pings(mark) == []
    after = board(await world.ann.click(shown, label="On"))
    assert after.id != shown.id
    assert world.pings(mark) == [{world.ben.id}]
    assert world.is_gone(shown)


async def test_a_step_by_command_is_answered_by_the_board(world: World) -> None:
    shown = await game(world)
    mark = world.mark()
    after = board(await world.move(world.ann, "lift"))
    assert "1 of 3" in text_of(after.components)
    assert "**Ann**: lift." in text_of(after.components)
    assert world.pings(mark) == [set()], "no player is called within a turn"
    assert world.is_gone(shown)
    board(await world.ann.click(after, label="up"))
    assert "2 of 3" in text_of(after.components), "its controls are those of the new revision"
    assert [line.action for line in await world.log()] == ["lift", "lift"]


@pytest.mark.parametrize(("status", "code"), [(400, 30046), (404, 10008), (403, 50001)])
async def test_where_the_message_cannot_be_changed_there_is_a_new_one(
    world: World, status: int, code: int
) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    mark = world.mark()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    await world.ben.click(own, label="Whistle")
    again = await world.shown_board()
    assert again.id != shown.id
    assert "**Ben**: whistle." in text_of(again.components)
    assert world.pings(mark) == [set()], "no player is called again"
    assert world.is_gone(shown)


async def test_a_step_whose_board_was_never_noted_is_posted(world: World) -> None:
    await start_hill(world)
    posted = board(await world.move(world.ann, "lift"))
    assert (await world.table()).board == Board(world.channel.id, posted.id)


async def test_a_typed_step_changes_the_board_where_it_is(world: World) -> None:
    shown = await game(world)
    form = await tap(world.ann, shown, "Type a move")
    await world.ann.submit_modal(form, {"move": " LIFT "})
    now = await world.shown_board()
    assert now.id == shown.id
    assert "1 of 3" in text_of(now.components)


async def test_buttons_stay_in_their_rows_and_a_closed_way_cannot_be_used(world: World) -> None:
    shown = await game(world)
    rows = [part["components"] for part in walk(shown.components) if part.get("type") == 1]
    assert [[key["label"] for key in row] for row in rows[:2]] == [["up", "·"], ["down"]]
    assert rows[0][1]["disabled"]
    assert not rows[0][0].get("disabled")
    check(shown.components)


async def test_a_double_click_on_a_step_counts_once(world: World) -> None:
    shown = await game(world)
    await world.at_once((world.ann, shown, "up"), (world.ann, shown, "up"))
    assert [line.action for line in await world.log()] == ["lift"]


@pytest.mark.parametrize("first", ["step", "whistle"])
async def test_a_step_and_a_whistle_at_once_leave_the_board_as_it_is_now(world: World, first: str) -> None:
    """Both change the message; whichever comes last shows all of it, with controls that work."""
    shown = await game(world)
    own = await open_private_menu(world, shown)
    clicks = [(world.ann, shown, "up"), (world.ben, own, "Whistle")]
    await world.at_once(*(clicks if first == "step" else reversed(clicks)))
    table = await world.table()
    assert table.plies >= 1, "one of them may have been too late"
    key = next(part for part in walk(shown.components) if part.get("type") == 2)
    assert key["custom_id"].startswith(f"t1.{table.revision}.")
    await world.ann.click(shown, label="down")
    assert (await world.table()).plies == table.plies + 1


async def test_a_turn_that_ends_while_a_player_whistles_is_called_out(world: World) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    mark = world.mark()
    await world.at_once((world.ann, shown, "On"), (world.ben, own, "Whistle"))
    table = await world.table()
    assert world.pings(mark) == [], "Ben has whistled at this moment, and looks on"
    assert [one.action for one in await world.log()] == ["hand on", "whistle"]
    assert table.board is not None
    assert table.board.message_id == shown.id
    assert f"<@{world.ben.id}>" in text_of(shown.components)


async def test_a_late_answer_to_a_step_changes_the_board_all_the_same(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await game(world)

    def slowly(view: HillSeen, sheet: Sheet) -> Image.Image:
        world.env.backend.advance_clock(4)
        return paint(view, sheet)

    world.session.context.catalogue = {"hill": replace(HILL, drawing=replace(HILL.drawing, paint=slowly))}
    await world.ann.click(shown, label="up")
    assert "1 of 3" in text_of(shown.components)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# For oneself


async def open_private_menu(world: World, shown: ResponseMessage) -> ResponseMessage:
    """Ben's private menu; it is not his turn."""
    return private_response(await world.ben.click(shown, label="For yourself"))


async def test_a_private_menu_opens_for_the_player_who_clicks(world: World) -> None:
    shown = await game(world, hats="dealt")
    async with world.assert_unchanged():
        own = await open_private_menu(world, shown)
    state = world.session.tables.show(await world.table()).state
    assert state is not None
    assert text_of(own.components) == f"Ben wears a {state.hats[1]}"
    check(own.components)
    result = await world.ann.click(shown, label="For yourself")
    assert f"Ann wears a {state.hats[0]}" in private_text(result)


async def test_choices_lead_on_in_the_private_message(world: World) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    async with world.assert_unchanged():
        await world.ben.click(own, label="More")
        assert text_of(own.components) == "More"
        check(own.components)
        await world.ben.click(own, label="Back")
        assert "Ben wears" in text_of(own.components)


@pytest.mark.parametrize("way", ["button", "list"])
async def test_a_choice_is_played_and_the_board_changed(world: World, way: str) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    mark = world.mark()
    if way == "button":
        await world.ben.click(own, label="Whistle")
    else:
        await world.ben.select(own, ["whistle"])
    assert world.is_gone(own)
    assert "**Ben**: whistle." in text_of(shown.components)
    assert world.pings(mark) == []
    (line,) = await world.log()
    assert (line.seat, line.user_id) == (1, world.ben.id)
    board(await world.ann.click(shown, label="up"))
    assert "1 of 3" in text_of(shown.components)


async def test_what_is_picked_from_a_private_list_in_ones_turn_is_shown_before_it_is_played(
    world: World,
) -> None:
    shown = await game(world)
    own = private_response(await world.ann.click(shown, label="For yourself"))
    async with world.assert_unchanged():
        await world.ann.select(own, ["whistle"])
        assert labels(own)[0] == IN_ENGLISH("button.play")
    await world.ann.click(own, label=IN_ENGLISH("button.play"))
    assert world.is_gone(own)
    assert "**Ann**: whistle." in text_of(shown.components)


async def test_a_private_menu_outlives_the_steps_of_others(world: World) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    await world.ann.click(shown, label="up")
    await world.restart()
    await world.ben.click(own, label="Whistle")
    assert [line.action for line in await world.log()] == ["lift", "whistle"]
    assert "1 of 3" in text_of(shown.components)


async def test_a_double_click_in_a_private_menu_counts_once(world: World) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    await world.at_once((world.ben, own, "Whistle"), (world.ben, own, "Whistle"))
    assert [line.action for line in await world.log()] == ["whistle"]


async def test_who_does_not_sit_there_has_no_private_menu(world: World) -> None:
    shown = await game(world)
    dora = world.guild.add_member(world.env.create_user("dora"))
    async with world.assert_unchanged():
        assert says(private_text(await dora.click(shown, label="For yourself")), "not-seated")


async def test_a_question_before_leaving_stands_in_the_private_menu(world: World) -> None:
    shown = await game(world)
    own = await open_private_menu(world, shown)
    await world.ben.click(own, label="More")
    async with world.assert_unchanged():
        await world.ben.click(own, label="Go home")
        assert text_of(own.components) == "Go home for good?"
        assert labels(own) == [IN_ENGLISH("button.yes", what="Go home"), "Back"]
    await world.ann.click(shown, label="up")
    await world.ben.click(own, label="Yes: Go home")
    assert world.is_gone(own)
    assert "**Ben**: leave." in text_of(shown.components)
    assert [line.action for line in await world.log()] == ["lift", "leave"]


async def test_a_turn_that_passes_from_a_private_menu_is_posted_anew(world: World) -> None:
    shown = await game(world)
    own = private_response(await world.ann.click(shown, label="For yourself"))
    await world.ann.click(own, label="More")
    await world.ann.click(own, label="Go home")
    mark = world.mark()
    result = await world.ann.click(own, label="Yes: Go home")
    assert world.pings(mark) == [{world.ben.id}]
    (again,) = (one for one in result.followups if not one.ephemeral)
    assert world.is_gone(shown)
    assert "For yourself" in labels(again)


# The film


async def film(world: World, shown: ResponseMessage, label: str = "Film") -> InteractionResult:
    return await world.cleo.click(shown, label=label)


async def test_a_spectator_watches_the_film_in_private(world: World) -> None:
    shown = await game(world, "lift", "rest")
    dora = world.guild.add_member(world.env.create_user("dora"))
    async with world.assert_unchanged():
        result = await dora.click(shown, label="Film")
    (watched,) = [one for one in (result.response, *result.followups) if one is not None and one.attachments]
    assert watched.ephemeral
    assert watched.attachments[0].filename == f"T1-{(await world.table()).revision}.gif"
    data = await watched.attachments[0].read()
    assert data.decode().splitlines() == ["GIF89aT1", "Ann lift 3", "Ann rest 3"]
    check(watched.components)


async def test_a_game_that_is_over_keeps_its_film(world: World) -> None:
    shown = await game(world, "lift", "lift")
    over = board(await world.ann.click(shown, label="up"))
    assert labels(over) == [IN_ENGLISH("button.film"), "History", "Fair play", "Play again"]
    assert "the film" in final_text(await film(world, over, IN_ENGLISH("button.film")))
    check(over.components)


async def test_without_a_move_there_is_no_film(world: World) -> None:
    shown = await game(world)
    assert "no film" in final_text(await film(world, shown))


def final_text(result: InteractionResult) -> str:
    return text_of([part for one in (result.response, *result.followups) if one for part in one.components])


async def test_a_log_of_other_rules_has_no_film(world: World) -> None:
    def refuse_action(*_: object) -> NoReturn:
        raise IllegalAction(Fault.ILLEGAL, "hill:turn-1", "not-your-turn")

    await start_hill(world, "lift")
    world.session.context.catalogue = {"hill": replace(HILL, game=replace(HILL.game, apply=refuse_action))}
    shown = board(await world.ann.slash(world.channel, "board", table="T1"))
    assert says(final_text(await film(world, shown)), "film-other-rules")


async def test_a_film_that_fails_is_our_fault_and_a_large_one_is_told(world: World) -> None:
    shown = await game(world, "lift")

    def fail_to_film(*_: object) -> NoReturn:
        raise RuntimeError("torn")

    world.session.context.catalogue = {
        "hill": replace(HILL, drawing=replace(HILL.drawing, film=fail_to_film))
    }
    assert "something broke" in final_text(await film(world, shown))
    world.session.context.catalogue = {
        "hill": replace(HILL, drawing=replace(HILL.drawing, film=lambda *_: b"x" * (26 * 2**20)))
    }
    assert "too big" in final_text(await film(world, shown))


# Absent players


async def test_too_early_a_stand_in_hears_from_when_on(world: World) -> None:
    shown = await game(world)
    due = int((await world.table()).time.waiting_since) + HOUR
    when = f"If they stay away, you can play for them: <t:{due}:R>."
    async with world.assert_unchanged():
        assert when in private_text(await world.ben.click(shown, label="up"))
        assert when in private_text(await world.ben.click(shown, label="Pace"))
        assert when in private_text(await world.move(world.ben, "lift"))
        assert when not in private_text(await world.move(world.ben, "fly"))


async def test_a_stand_in_acts_by_click_guide_form_and_command(world: World) -> None:
    shown = await game(world, logs="9")
    world.clock.now += HOUR
    choices = await world.ben.autocomplete(world.channel, "move", "move", "")
    assert [choice["value"] for choice in choices] == ["whistle", "leave", "lift", "rest", "hand on"]
    await world.ben.click(shown, label="up")
    lent = IN_ENGLISH("stood-in", name="Ben", other="Ann")
    assert f"{lent}\n**Ann**: lift." in text_of(shown.components)
    mine = private_response(await world.cleo.click(shown, label="Pace"))
    await world.cleo.select(mine, ["rest"])
    await world.cleo.click(mine, label="Play it")
    assert says(text_of(shown.components), "stood-in", name="Cleo", other="Ann")
    form = await tap(world.ben, shown, "Type a move")
    await world.ben.submit_modal(form, {"move": "lift"})
    mark = world.mark()
    after = board(await world.move(world.cleo, "hand on"))
    assert says(text_of(after.components), "stood-in", name="Cleo", other="Ann")
    assert world.pings(mark) == [{world.ben.id}]
    users = [world.ben.id, world.cleo.id, world.ben.id, world.cleo.id]
    assert [(line.seat, line.user_id) for line in await world.log()] == [(0, user) for user in users]


async def test_the_moves_name_stand_ins(world: World) -> None:
    await game(world, "lift")
    world.clock.now += HOUR
    await world.move(world.ben, "rest")
    said = private_text(await world.cleo.slash(world.channel, "table log"))
    assert "  Ann: lift" in said
    assert f"  {IN_ENGLISH('log.stood-in', name='Ben', other='Ann')}: rest" in said


# Leaving


@pytest.mark.parametrize("command", ["leave", "resign"])
async def test_leaving_is_asked_about_and_then_done(world: World, command: str) -> None:
    shown = await game(world)
    async with world.assert_unchanged():
        asked = private_response(await world.cleo.slash(world.channel, command))
        assert says(text_of(asked.components), "confirm.leave") or "Go home" in text_of(asked.components)
        check(asked.components)
    await world.ann.click(shown, label="up")
    yes = next(label for label in labels(asked) if label.startswith("Yes"))
    await world.cleo.click(asked, label=yes)
    assert [line.action for line in await world.log()] == ["lift", "leave"]
    state = world.session.tables.show(await world.table()).state
    assert state is not None
    assert state.gone == (2,)


async def test_leaving_can_be_thought_better_of(world: World) -> None:
    await game(world)
    asked = private_response(await world.cleo.slash(world.channel, "leave"))
    async with world.assert_unchanged():
        await world.cleo.click(asked, label="Back")
    assert text_of(asked.components) == IN_ENGLISH("nothing-to-confirm")


async def test_a_game_without_a_private_menu_asks_in_the_words_of_the_house(world: World) -> None:
    await game(world)
    world.session.context.catalogue = {"hill": replace(HILL, rules=replace(HILL.rules, aside=None))}
    asked = private_response(await world.cleo.slash(world.channel, "leave"))
    assert says(text_of(asked.components), "confirm.leave")
    assert labels(asked) == ["Yes: Leave", "Back"]


async def test_against_each_other_one_resigns(world: World) -> None:
    await world.game()
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.slash(world.channel, "leave")), "leave-is-resign")


async def test_who_has_left_does_nothing_more(world: World) -> None:
    await game(world)
    shown = board(await world.move(world.cleo, "leave"))
    world.clock.now += HOUR
    async with world.assert_unchanged():
        assert "It is the turn of Ann" in private_text(await world.cleo.click(shown, label="up"))
        assert "Nobody" not in private_text(await world.move(world.cleo, "whistle"))


async def test_the_last_who_leaves_ends_the_game(world: World) -> None:
    await game(world)
    for person in (world.ann, world.ben, world.cleo):
        await world.move(person, "leave")
    assert (await world.table()).status is Status.OVER
