"""*While you were away*: what somebody has missed, told once when they come back, and whenever they ask."""

from __future__ import annotations

import io

from PIL import Image
from simcord.results import InteractionResult, ResponseMessage

from bot.features.history.catch_up import MOST, turns_of
from bot.features.history.service import ABSENT, LastSeenTracker
from bot.features.undo.service import Undo
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.session import Session
from bot.kernel.trace import Trace
from bot.store import Habits, Table, TimeChange
from bot.ui.play.private_menu import LEAVE
from engine.replay import effective_positions
from tests.bot.discord.test_limits import check
from tests.bot.ui import dragon
from tests.bot.ui.world import World, board, private, private_text, says, text_of

TITLE = "while you were away"


async def turns(world: World, count: int) -> Table:
    """So many turns are played to their end by whoever is to act, quickly."""
    trace, session, people = Trace("scene", 0), world.session, dragon.seated_people(world)
    table = await world.table()
    while count:
        shown = session.tables.show(table)
        seat = min(shown.entry.game.to_act(shown.state))
        lines = [str(action) for action in shown.entry.game.legal(shown.state, seat)]
        line = next((one for one in lines if one in ("finish", "end")), "")
        line = line or next(one for one in lines if one not in (LEAVE, "undo") and "trade" not in one)
        moved = await session.play.move(world.click_by(people[seat]), table.id, line, trace)
        table, count = moved.table, count - moved.new_turn
    return table


async def back_after(world: World, seconds: float) -> ResponseMessage:
    """Ann has seen her board, two turns of the others follow, and she is back so many seconds later."""
    shown = await dragon.post_game(world)
    await world.ann.click(shown, label="More")
    await turns(world, 2)
    world.clock.now += seconds
    table = await world.table()
    return board(await world.ben.slash(world.channel, "board", table=table.code))


def missed_messages(result: InteractionResult) -> list[ResponseMessage]:
    """The private messages of an answer that tell what was missed."""
    answers = [one for one in (result.response, *result.followups) if one is not None and one.ephemeral]
    return [one for one in answers if TITLE in text_of(one.components)]


async def test_who_comes_back_is_told_once_what_mattered(world: World) -> None:
    shown = await back_after(world, ABSENT)
    result = await world.ann.click(shown, label="More")
    (news,) = missed_messages(result)
    check(news.components)
    assert says(text_of(news.components), "away.turns.many", count=2)
    assert "mattered" not in text_of(news.components)  # nothing was left out
    assert "Ben" in text_of(news.components)
    assert not missed_messages(await world.ann.click(shown, label="More"))


async def test_of_many_turns_it_says_that_these_are_the_ones_that_mattered(world: World) -> None:
    shown = await dragon.post_game(world, seats=2)
    await turns(world, MOST + 1)
    more = private(await world.cleo.click(shown, label="More"))
    news = text_of(private(await world.cleo.click(more, label="While you were away")).components)
    assert "mattered" in news
    assert news.count("\n- ") == MOST


async def test_who_was_hardly_away_is_not_told(world: World) -> None:
    shown = await back_after(world, ABSENT - 1)
    assert not missed_messages(await world.ann.click(shown, label="More"))


async def test_of_one_turn_the_board_tells_enough(world: World) -> None:
    shown = await dragon.post_game(world)
    await world.ann.click(shown, label="More")
    await turns(world, 1)
    world.clock.now += ABSENT
    assert not missed_messages(await world.ann.click(shown, label="More"))


async def test_the_button_shows_it_as_a_film(world: World) -> None:
    shown = await back_after(world, ABSENT)
    (news,) = missed_messages(await world.ann.click(shown, label="More"))
    film = private(await world.ann.click(news, label="Film"))
    check(film.components)
    assert TITLE in text_of(film.components)
    (file,) = film.attachments
    with Image.open(io.BytesIO(await file.read())) as gif:
        assert gif.format == "GIF"
        assert getattr(gif, "n_frames", 1) > 1


async def test_more_has_it_too_and_opening_that_hides_nothing(world: World) -> None:
    shown = await back_after(world, 1.0)
    more = private(await world.ann.click(shown, label="More"))
    assert TITLE in text_of(private(await world.ann.click(more, label=IN_ENGLISH("button.away"))).components)


async def test_where_nothing_is_new_it_says_so(world: World) -> None:
    shown = await dragon.post_game(world)
    more = private(await world.ann.click(shown, label="More"))
    result = await world.ann.click(more, label="While you were away")
    assert says(private_text(result), "away-nothing")


async def test_what_was_taken_back_is_not_told(world: World) -> None:
    shown = await dragon.post_game(world)
    await world.ann.click(shown, label="More")
    table, ben = await world.table(), world.ben
    session, trace = world.session, Trace("scene", 0)
    position = session.tables.show(table)
    line = next(str(one) for one in position.entry.game.legal(position.state, 1) if str(one) != LEAVE)
    await session.play.move(world.click_by(ben), table.id, line, trace)
    way = await session.service(Undo).find_request(world.click_by(ben), table.id, to=table.plies)
    await session.service(Undo).take_back(world.click_by(ben), way, trace)
    more = private(await world.ann.click(shown, label="More"))
    answer = await world.ann.click(more, label=IN_ENGLISH("button.away"))
    assert says(private_text(answer), "away-nothing")


async def test_it_is_known_after_a_restart(world: World) -> None:
    shown = await back_after(world, ABSENT)
    await world.session.service(LastSeenTracker).save()
    world.session.service(LastSeenTracker).forget(world.ann.id)  # from memory
    (news,) = missed_messages(await world.ann.click(shown, label="More"))
    assert "2 turns" in text_of(news.components)


async def test_it_is_in_the_language_of_whoever_was_away(world: World) -> None:
    shown = await back_after(world, ABSENT)
    habits = Habits(world.ann.id, language="de")
    await world.session.context.store.schedule.save(TimeChange(habits=habits))
    result = await world.ann.click(shown, label="More")
    answers = [text_of(one.components) for one in (result.response, *result.followups) if one]
    assert any(words_in("de").some("away.turns", 2) in text for text in answers)


async def test_turns_are_told_by_what_mattered_in_their_order(world: World) -> None:
    await dragon.post_game(world)
    table = await turns(world, MOST + 2)
    session: Session = world.session
    way = effective_positions(await session.history.shown_positions(table))
    found = turns_of(session.catalogue["trogdor"], way)
    assert [turn[-1].ply for turn in found] == sorted(turn[-1].ply for turn in found)
    assert sum(len(turn) - 1 for turn in found) == len(way) - 1
