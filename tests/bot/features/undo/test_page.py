"""Taking back over Discord: at once, after a question in private, or by an offer that the others answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NoReturn

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Habits, Status, TimeChange
from tests.bot.discord.test_limits import NASTY, check
from tests.bot.samples import QUIET, offered_lines
from tests.bot.ui import dragon
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.play.test_together import game as hill_game
from tests.bot.ui.scripted import Script, playthrough, script_of
from tests.bot.ui.world import World, alt_of, board, labels, private_text, says, text_of
from tests.databases import of_file

BUTTON = "Undo"
OFFERED = ["Accept", "Decline", "Withdraw"]
THRAG = "fight blue, fight green"
COIN = f"{THRAG}, fight red with red"


async def picture(message: ResponseMessage) -> bytes:
    (attached,) = message.attachments
    return await attached.read()


async def actions(world: World) -> list[str]:
    return [line.action for line in await world.log()]


async def offer_undo(world: World) -> ResponseMessage:
    """The offer of Ann to Ben: both have made a move since."""
    await world.game(*QUIET[:2])
    return await offer_of(world)


async def offer_of(world: World, ask: str = "Ask Ben", **options: int) -> ResponseMessage:
    """Ann's confirmed offer by `/undo`."""
    mine = question(await world.ann.slash(world.channel, "undo", **options))
    offer = board(await world.ann.click(mine, label=ask))
    assert world.is_gone(mine)
    return offer


def question(result: InteractionResult) -> ResponseMessage:
    """The private question to the user."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


# At once


async def test_a_move_without_an_answer_is_taken_back_at_once(world: World) -> None:
    shown = await world.game("dE2-E10")
    mark = world.mark()
    after = board(await world.ann.click(shown, label=BUTTON))
    assert says(text_of(after.components), "undo.told.beginning", name="Ann")
    assert says(alt_of(after), "thud.alt.last.none")
    assert world.pings(mark) == [], "it is the turn of who has just clicked"
    assert after.id == shown.id
    assert await actions(world) == ["dE2-E10", "!undo 0"]
    check(after.components)


async def test_the_command_does_the_same_and_says_to_which_move(world: World) -> None:
    await world.game(*QUIET[:3])
    after = board(await world.ann.slash(world.channel, "undo", table="T1"))
    assert says(text_of(after.components), "undo.told.single", name="Ann")
    await world.move(world.ann, "dE2-E10")
    assert await actions(world) == [*QUIET[:3], "!undo 2", "dE2-E10"]


async def test_before_the_first_move_there_is_no_button(world: World) -> None:
    shown = await world.game()
    assert BUTTON not in labels(shown)
    moved = board(await world.move(world.ann, "dE2-E10"))
    assert BUTTON in labels(moved)


async def test_there_is_no_ping_within_a_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Ploc dice have their own undo, so there is no undo button."""
    shown = await playthrough("ploc_hit_swap", monkeypatch).game(world, 2)
    assert (IN_ENGLISH("ploc.menu.undo", die=2) in labels(shown), BUTTON in labels(shown)) == (True, False)
    mark = world.mark()
    shown = board(await world.ann.slash(world.channel, "undo", moves=2))
    assert says(text_of(shown.components), "undo.told.beginning", name="Ann")
    assert (IN_ENGLISH("ploc.menu.undo", die=2) in labels(shown), BUTTON in labels(shown)) == (False, True)
    assert world.pings(mark) == [set()], "there is no ping"


async def test_a_game_for_one_stays_in_its_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await script_of("thrag", "558", THRAG, monkeypatch).game(world, 2)
    mark = world.mark()
    assert board(await world.ann.click(shown, label=BUTTON)).id == shown.id
    assert says(text_of(shown.components), "undo.told.single", name="Ann")
    assert world.pings(mark) == []


@pytest.mark.parametrize("label", [BUTTON, *OFFERED])
async def test_who_does_not_sit_there_takes_nothing_back(world: World, label: str) -> None:
    shown = await world.game(*QUIET[:2])
    if label in OFFERED:
        shown = await offer_of(world)
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(shown, label=label)), "not-seated")
        if label == BUTTON:
            assert says(private_text(await world.cleo.slash(world.channel, "undo", table="T1")), "not-seated")


async def test_what_cannot_be_is_said_in_private(world: World) -> None:
    shown = await world.game("dE2-E10")
    async with world.assert_unchanged():
        text = private_text(await world.ben.click(shown, label=BUTTON))
        assert says(text, "undo-nothing")
        text = private_text(await world.ann.slash(world.channel, "undo", moves=2))
        assert says(text, "undo-fewer", most=1)
        text = private_text(await world.ann.slash(world.channel, "undo", to=9))
        assert says(text, "undo-no-move", move=9, first=0, last=1)
        assert says(private_text(await world.ann.slash(world.channel, "undo", moves=1, to=0)), "undo-either")
        assert says(private_text(await world.ann.slash(world.channel, "undo", to=1)), "undo-here")


async def test_an_old_board_takes_nothing_back(world: World) -> None:
    shown = await world.game("dE2-E10")
    await world.at_once((world.ann, shown, BUTTON), (world.ann, shown, BUTTON))
    assert await actions(world) == ["dE2-E10", "!undo 0"]


# Alone, after a question


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> Script:
    """A game of Thrag in whose third line a coin was flipped."""
    return script_of("thrag", "558", COIN, monkeypatch)


@pytest.mark.rule("thrag:coin-3")
async def test_the_question_tells_no_coin_again_that_has_to_be_kept_in_mind(
    world: World, coin: Script
) -> None:
    """A player could ask to undo, read the coin, and decline."""
    await coin.game(world, 3)
    private = question(await world.ann.slash(world.channel, "undo"))
    text = text_of(private.components)
    assert f"{IN_ENGLISH('undo.alone')}\n- **Ann**: " in text
    assert says(text, "undo.revealed.plain")
    assert not private.attachments
    assert "null" not in text


async def test_alone_what_has_come_out_is_asked_about_with_a_picture(world: World, coin: Script) -> None:
    coin = replace(coin, options={"track_coins": "yes"})
    before = await coin.game(world, 2)
    then = await picture(before)
    shown = board(await world.move(world.ann, "fight red with red"))
    async with world.assert_unchanged():
        private = question(await world.ann.click(shown, label=BUTTON))
    text = text_of(private.components)
    assert f"{IN_ENGLISH('undo.alone')}\n- **Ann**: " in text
    assert says(text, "undo.revealed", told=IN_ENGLISH("thrag.flipped", suit="red", coin="0"))
    assert "against" not in text, "what came of the coin could be reckoned"
    assert "won't count" in text
    assert await picture(private) == then, "the board as it was"
    assert labels(private) == ["Undo", "Back"]
    check(private.components)
    await world.restart()
    await tap(world.ann, private, "Undo")
    assert says(text_of((await world.shown_board()).components), "undo.told.single", name="Ann")
    assert (await actions(world))[-1] == "!undo 2"


async def test_alone_one_can_think_better_of_it_or_be_too_late(world: World, coin: Script) -> None:
    shown = await coin.game(world, 3)
    private = question(await world.ann.click(shown, label=BUTTON))
    again = question(await world.ann.click(shown, label=BUTTON))
    async with world.assert_unchanged():
        await world.ann.click(private, label="Back")
    assert text_of(private.components) == IN_ENGLISH("nothing-to-confirm")
    await world.move(world.ann, (await offered_lines(world.session, world.click_by(world.ann)))[0])
    async with world.assert_unchanged():
        assert "moved on" in private_text(await tap(world.ann, again, "Undo"))


async def test_thinking_better_of_it_takes_the_picture_away(world: World) -> None:
    await world.game(*QUIET[:2])
    mine = question(await world.ann.slash(world.channel, "undo"))
    assert mine.attachments
    await world.ann.click(mine, label="Back")
    (told_so,) = world.private_messages(world.ann)
    assert text_of(told_so.components) == IN_ENGLISH("nothing-to-confirm")
    assert not told_so.attachments, "which nothing shows any more"


async def test_a_deal_of_the_day_is_taken_back_only_as_far_as_nothing_came_out(
    world: World, coin: Script
) -> None:
    assert coin.seed == "558"
    question(await open_table(world.ann, world.channel, "thrag", daily=True))
    for line in THRAG.split(", "):
        await world.move(world.ann, line)
    last = question(await world.ann.slash(world.channel, "board"))
    mine = question(await world.ann.click(last, label=BUTTON))
    assert says(text_of(mine.components), "undo.told.single", name="Ann")
    await world.move(world.ann, "fight green")
    await world.move(world.ann, "fight red with red")
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.slash(world.channel, "undo")), "undo-day")
    assert world.public() == []


# The other one's consent


async def test_an_offer_shows_what_would_come_back_and_calls_the_other_one(world: World) -> None:
    first = await world.game()
    then = await picture(first)
    for person, line in ((world.ann, QUIET[0]), (world.ben, QUIET[1])):
        await world.move(person, line)
    mark = world.mark()
    before = await world.table(), await world.log()
    offer = await offer_of(world)
    assert (await world.table(), await world.log()) == before
    text = text_of(offer.components)
    assert f"{IN_ENGLISH('undo.asks', name='Ann')}\n- **Ann**: G1 to G2\n- **Ben**: G7 to F7\n" in text
    assert world.pings(mark) == [{world.ben.id}]
    assert await picture(offer) == then, "the board as it was"
    assert says(alt_of(offer), "thud.alt.last.none")
    assert labels(offer) == OFFERED
    check(offer.components)


async def test_who_wants_it_is_asked_in_private_first(world: World) -> None:
    await world.game(*QUIET[:2])
    mark = world.mark()
    async with world.assert_unchanged():
        mine = question(await world.ann.slash(world.channel, "undo"))
        first = IN_ENGLISH("undo.first", names="**Ben**")
        assert text_of(mine.components).startswith(f"{first}\n- **Ann**: G1 to G2\n")
        assert labels(mine) == ["Ask Ben", "Back"]
        check(mine.components)
        await world.ann.click(mine, label="Back")
    assert world.pings(mark) == []


async def test_once_the_other_one_agrees_the_board_is_posted_anew(world: World) -> None:
    offer = await offer_undo(world)
    before = (await world.table()).board
    assert before is not None
    mark = world.mark()
    after = board(await world.ben.click(offer, label="Accept"))
    assert after.id not in (offer.id, before.message_id)
    assert says(text_of(after.components), "undo.told.beginning", name="Ann")
    assert world.pings(mark) == [{world.ann.id}], "it is her move"
    assert world.is_gone(offer)
    assert before.message_id not in world.env.backend.messages[world.channel.id], "the old board is gone"
    assert (await world.table()).board is not None
    assert (await world.table()).board.message_id == after.id  # type: ignore[union-attr]


@pytest.mark.parametrize("label", ["Decline", "Withdraw"])
async def test_an_offer_is_declined_or_withdrawn(world: World, label: str) -> None:
    """A declined offer says so until the end of the turn; a withdrawn one is deleted."""
    offer = await offer_undo(world)
    before, mark = await actions(world), world.mark()
    await world.restart()
    await (world.ben if label == "Decline" else world.ann).click(offer, label=label)
    assert world.is_gone(offer) == (label == "Withdraw")
    if label == "Decline":
        assert text_of(offer.components) == IN_ENGLISH("undo.declined", name="Ben")
        assert labels(offer) == []
    assert world.pings(mark) == []
    assert await actions(world) == before
    await world.move(world.ann, QUIET[2])
    await world.tick()
    assert world.is_gone(offer)


async def test_an_unanswered_offer_goes_with_the_turn(world: World) -> None:
    offer = await offer_undo(world)
    await world.tick()
    assert not world.is_gone(offer)
    await world.move(world.ann, QUIET[2])
    await world.tick()
    assert world.is_gone(offer)


async def test_who_asked_does_not_answer(world: World) -> None:
    offer = await offer_undo(world)
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.click(offer, label="Accept")), "undo-own")
        assert says(private_text(await world.ann.click(offer, label="Decline")), "undo-own")
        assert says(
            private_text(await world.ben.click(offer, label="Withdraw")), "undo-not-yours", name="Ann"
        )


@pytest.mark.parametrize("label", OFFERED)
async def test_when_the_game_has_gone_on_the_offer_is_off(world: World, label: str) -> None:
    offer = await offer_undo(world)
    await world.move(world.ann, QUIET[2])
    before = await actions(world)
    text = private_text(await world.ben.click(offer, label=label))
    assert says(text, "undo-off")
    assert world.is_gone(offer)
    assert await actions(world) == before


async def test_a_restart_between_question_and_answer_changes_nothing(world: World) -> None:
    offer = await offer_undo(world)
    await world.restart()
    assert says(
        text_of(board(await world.ben.click(offer, label="Accept")).components),
        "undo.told.beginning",
        name="Ann",
    )
    await world.restart()
    again = board(await world.ann.slash(world.channel, "board"))
    assert says(alt_of(again), "thud.alt.last.none")


async def test_two_clicks_on_accept_are_one(world: World) -> None:
    offer = await offer_undo(world)
    mark = world.mark()
    await world.at_once((world.ben, offer, "Accept"), (world.ben, offer, "Accept"))
    assert await actions(world) == [*QUIET[:2], "!undo 0"]
    assert world.pings(mark) == [{world.ann.id}]
    assert world.is_gone(offer)


async def test_accepted_and_declined_at_once_is_one_of_them(world: World) -> None:
    offer = await offer_undo(world)
    await world.at_once((world.ann, offer, "Withdraw"), (world.ben, offer, "Accept"))
    done = await actions(world)
    assert done in ([*QUIET[:2]], [*QUIET[:2], "!undo 0"])
    assert world.is_gone(offer)


async def test_the_same_question_leads_to_the_one_that_stands_and_another_replaces_it(world: World) -> None:
    await world.game(*QUIET)
    first = await offer_of(world)
    mark = world.mark()
    mine = question(await world.ann.slash(world.channel, "undo"))
    await world.ann.click(mine, label="Ask Ben")
    assert says(text_of(mine.components), "undo.standing")
    assert f"/{first.id})" in text_of(mine.components)
    assert world.pings(mark) == []
    second = await offer_of(world, moves=2)
    assert world.is_gone(first)
    board(await world.ben.click(second, label="Accept"))
    assert (await actions(world))[-1] == "!undo 0"


@pytest.mark.usefixtures("hilly")
async def test_an_offer_whose_message_is_gone_can_be_made_again_and_keeps_who_agreed(world: World) -> None:
    await hill_game(world, "lift")
    await world.move(world.ben, "whistle")
    first = await offer_of(world, "Ask the others")
    await world.cleo.click(first, label="Accept")
    world.delete(first)
    mark = world.mark()
    second = await offer_of(world, "Ask the others")
    assert second.id != first.id
    assert says(text_of(second.components), "undo.so-far", names="**Cleo**", count=1)
    assert world.pings(mark) == [{world.ben.id}], "Cleo has agreed"
    mine = question(await world.ann.slash(world.channel, "undo"))
    await world.ann.click(mine, label="Ask the others")
    assert f"/{second.id})" in text_of(mine.components), "from now on it is this one"
    await world.ben.click(second, label="Accept")
    assert await actions(world) == ["lift", "whistle", "!undo 0"]
    assert world.is_gone(second)


async def test_an_undo_is_undone_by_consent_and_says_what_stands_again(world: World) -> None:
    offer = await offer_undo(world)
    await world.ben.click(offer, label="Accept")
    again = await offer_of(world, to=2)
    text = text_of(again.components)
    assert f"{IN_ENGLISH('undo.redone')}\n- **Ann**: G1 to G2\n- **Ben**: G7 to F7" in text
    after = board(await world.ben.click(again, label="Accept"))
    assert says(text_of(after.components), "undo.told.again", name="Ann")
    assert await actions(world) == [*QUIET[:2], "!undo 0", "!undo 2"]


async def test_of_many_moves_some_are_named(world: World) -> None:
    await world.game(*QUIET, *QUIET)
    text = text_of(question(await world.ann.slash(world.channel, "undo", to=0)).components)
    assert text.count("\n- ") == 6
    assert text.endswith("\n- and 3 more")


async def test_what_the_dice_told_is_why_it_asks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await playthrough("ploc_hit_swap", monkeypatch).game(world, 4)
    offer = await offer_of(world)
    text = text_of(offer.components)
    assert says(text, "undo.revealed")
    assert "5, 5" in text, "the dice of the playthrough"
    assert not says(text, "ploc.passed")
    after = board(await world.ben.click(offer, label="Accept"))
    assert says(text_of(after.components), "undo.told.single", name="Ann")


@pytest.mark.usefixtures("known_cards")
async def test_all_that_the_lands_turn_has_shown_is_told(world: World) -> None:
    """Its card came out before Ben's answer, and the next player's card after it."""
    await dragon.post_game(world, *dragon.TO_CLEO)
    text = text_of(question(await world.ben.slash(world.channel, "undo", to=0)).components)
    seen = text.partition("Seen since then: ")[2]
    assert "**The land** sends the peasants" in seen
    assert "The new card: " in seen


async def test_what_came_out_without_words_is_said_all_the_same(world: World, coin: Script) -> None:
    shown = await coin.game(world, 3)
    mute = replace(CATALOGUE["thrag"], speech=replace(CATALOGUE["thrag"].speech, narrate=lambda *_: ()))
    world.session.context.catalogue = {"thrag": mute}
    text = text_of(question(await world.ann.click(shown, label=BUTTON)).components)
    assert says(text, "undo.revealed.plain")


async def test_players_are_not_called_at_their_night(world: World) -> None:
    midnight = 1_000_000 - 1_000_000 % 86_400
    world.clock.now = float(midnight)
    asleep = Habits(world.ben.id, wakes=8 * 60, sleeps=22 * 60)
    await world.session.context.store.schedule.save(TimeChange(habits=asleep))
    await world.game(*QUIET[:2])
    mark = world.mark()
    offer = await offer_of(world)
    assert world.pings(mark) == [set()]
    assert f"<@{world.ben.id}>" in text_of(offer.components)


# Several


@pytest.mark.usefixtures("hilly")
async def test_of_several_the_offer_says_who_has_agreed(world: World) -> None:
    await hill_game(world, "lift")
    await world.move(world.ben, "whistle")
    mark = world.mark()
    offer = await offer_of(world, "Ask the others")
    assert says(text_of(offer.components), "undo.call.all")
    assert world.pings(mark) == [{world.ben.id, world.cleo.id}]
    await world.cleo.click(offer, label="Accept")
    assert says(text_of(offer.components), "undo.so-far", names="**Cleo**", count=1)
    assert labels(offer) == OFFERED
    check(offer.components)
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(offer, label="Accept")), "undo-agreed")
    await world.restart()
    after = board(await world.ben.click(offer, label="Accept"))
    assert says(text_of(after.components), "undo.told.beginning", name="Ann")
    assert await actions(world) == ["lift", "whistle", "!undo 0"]


@pytest.mark.usefixtures("hilly")
async def test_where_most_are_enough_the_offer_says_how_many(world: World) -> None:
    session, trace = world.session, Trace("scene", 0)
    table = (
        await session.lobby.open(world.click_by(world.ann), Opening("hill", {}, None, None), trace)
    ).table
    dora = replace(world.click_by(world.cleo), person=Person(77, "Dora"))
    for click in (world.click_by(world.ben), world.click_by(world.cleo), dora):
        table = (await session.lobby.sit(click, table.id, 0, trace)).table
    table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    await session.play.move(world.click_by(world.ann), table.id, "lift", trace)
    await session.play.move(world.click_by(world.ben), table.id, "whistle", trace)
    text = text_of((await offer_of(world, "Ask the others")).components)
    assert says(text, "undo.call.most", needed=2)


@pytest.mark.usefixtures("hilly")
async def test_who_answers_for_all_the_others_hears_of_no_others(world: World) -> None:
    await hill_game(world, "lift")
    await world.move(world.ben, "whistle")
    sql = "UPDATE seats SET substitute = ?, substitute_name = 'Ben' WHERE user_id = ?"
    await of_file(world.session.context.store.writer).execute_fetchall(sql, (world.ben.id, world.cleo.id))
    await world.restart()
    offer = await offer_of(world)
    assert says(text_of(offer.components), "undo.call", names=f"<@{world.ben.id}>")
    assert not any(says(text_of(offer.components), key) for key in ("undo.call.all", "undo.call.most"))
    await world.ben.click(offer, label="Accept")
    assert await actions(world) == ["lift", "whistle", "!undo 0"]


@pytest.mark.usefixtures("hilly")
async def test_the_last_two_of_several_may_answer_at_once(world: World) -> None:
    await hill_game(world, "lift")
    await world.move(world.ben, "whistle")
    offer = await offer_of(world, "Ask the others")
    await world.at_once((world.cleo, offer, "Accept"), (world.ben, offer, "Accept"))
    assert await actions(world) == ["lift", "whistle", "!undo 0"]
    assert world.is_gone(offer)


# What fails


async def test_a_disk_that_fails_is_told_and_the_offer_stands(world: World) -> None:
    offer = await offer_undo(world)
    await of_file(world.session.context.store.writer).execute_fetchall(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.lines BEGIN SELECT raise(ABORT, 'no room'); END"
    )
    async with world.assert_unchanged():
        assert says(private_text(await world.ben.click(offer, label="Accept")), "not-saved")
    await world.restart()
    board(await world.ben.click(offer, label="Accept"))
    assert (await actions(world))[-1] == "!undo 0"


async def test_an_offer_that_cannot_be_posted_can_be_made_again(world: World) -> None:
    await world.game(*QUIET[:2])
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    assert says(private_text(await world.ann.slash(world.channel, "undo")), "our-fault")
    offer = await offer_of(world)
    assert labels(offer) == OFFERED
    board(await world.ben.click(offer, label="Accept"))


async def test_a_board_that_cannot_be_posted_leaves_no_open_offer(world: World) -> None:
    offer = await offer_undo(world)
    world.env.inject_error("POST", "/webhooks/*", status=403, code=50013)
    text = private_text(await world.ben.click(offer, label="Accept"))
    assert "It's saved" in text
    assert world.is_gone(offer)
    assert (await actions(world))[-1] == "!undo 0"


async def test_a_painter_that_fails_gives_way_to_text(world: World, caplog: pytest.LogCaptureFixture) -> None:
    def fail_to_paint(*_: object) -> NoReturn:
        raise RuntimeError("out of paint")

    await world.start_table(*QUIET[:2])
    world.session.context.catalogue = {
        "thud": replace(CATALOGUE["thud"], drawing=replace(CATALOGUE["thud"].drawing, paint=fail_to_paint))
    }
    offer = await offer_of(world)
    assert "A B C D E F G H J K L M N O P" in text_of(offer.components)
    assert offer.attachments == []
    assert "no picture of move 0" in caplog.text
    check(offer.components)
    await world.ben.click(offer, label="Decline")
    assert labels(offer) == []


@pytest.mark.parametrize("nick", NASTY, ids=ascii)
async def test_names_break_nothing_and_cause_no_pings(world: World, nick: str) -> None:
    store = world.session.context.store
    await world.start_table(*QUIET)
    await of_file(store.writer).execute_fetchall("UPDATE seats SET name = ?", (nick,))
    await world.restart()
    mark = world.mark()
    mine = question(await world.ann.slash(world.channel, "undo", moves=2))
    check(mine.components)
    offer = board(await world.ann.click(mine, label=labels(mine)[0]))
    check(offer.components)
    assert world.pings(mark) == [{world.ben.id}]
    mentioned = re.findall(r"(?<!\\)<@!?(\d+)>", text_of(offer.components))
    assert mentioned == [str(world.ben.id)]


async def test_a_game_that_is_over_is_not_taken_back(world: World) -> None:
    await world.game("dE2-E10", "resign")
    assert (await world.table()).status is Status.OVER
    async with world.assert_unchanged():
        assert "is over" in private_text(await world.ann.slash(world.channel, "undo", table="T1"))
