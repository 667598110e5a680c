"""*Prepared*: entering answers on the board as it would stand, by lists and by typing, and what is told."""

from __future__ import annotations

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.features.prepared.service import PreparedAnswers
from bot.games.catalogue import words_in
from bot.store import Habits, TimeChange
from tests.bot.samples import QUIET
from tests.bot.ui.opening import tap
from tests.bot.ui.world import World, alt_of, labels, pick, private, private_text, says, walk

OUT, OVER, HOME, BACK = QUIET


def text(message: ResponseMessage) -> str:
    return "\n".join(part["content"] for part in walk(message.components) if part.get("type") == 10)


async def open_list(world: World, person: MemberActor) -> ResponseMessage:
    """The list of what somebody has prepared, as *More* leads there."""
    more = private(await person.click(await world.shown_board(), label="More"))
    return private(await person.click(more, label="Prepared"))


async def by_lists(person: MemberActor, message: ResponseMessage, *lines: str) -> None:
    """Each line as piece and target, picked and taken."""
    for line in lines:
        piece, _, target = line[1:].partition("-")
        await pick(person, message, piece)
        await pick(person, message, target)
        await person.click(message, label="Take this move")


async def ways(world: World) -> list[list[str]]:
    found = await world.session.service(PreparedAnswers).load(world.click_by(world.ann), 1)
    return [[*(line for _, line in found.remaining_way(one)), one.answer] for one in found.answers]


async def test_an_answer_is_entered_by_lists_on_the_board_as_it_would_stand(world: World) -> None:
    await world.game(OUT)
    message = await open_list(world, world.ann)
    assert says(text(message), "prepared.none")
    await world.ann.click(message, label="Prepare an answer")
    assert says(text(message), "prepared.foresee", name="Ben")
    await by_lists(world.ann, message, OVER)
    assert says(text(message), "prepared.answer")
    assert "F7" in alt_of(message)
    await by_lists(world.ann, message, HOME)
    assert await ways(world) == [[OVER, HOME]]
    assert {"And then?", "Withdraw", "All prepared"} <= set(labels(message))
    assert (await world.log())[-1].action == OUT


async def test_six_lines_are_entered_by_typing_and_no_seventh(world: World) -> None:
    await world.game(OUT)
    message = await open_list(world, world.ann)
    await world.ann.click(message, label="Prepare an answer")
    for number, line in enumerate((OVER, HOME, BACK, OUT, OVER, HOME)):
        form = await tap(world.ann, message, "Type a move")
        await world.ann.submit_modal(form, {"move": line})
        if number in (1, 3):
            await world.ann.click(message, label="And then?")
    assert len(await ways(world)) == 3
    assert "And then?" not in labels(message)
    await world.ann.click(message, label="All prepared")
    assert text(message).count("you: **") == 3


async def test_what_is_typed_wrong_is_refused_like_any_move(world: World) -> None:
    await world.game(OUT)
    message = await open_list(world, world.ann)
    await world.ann.click(message, label="Prepare an answer")
    form = await tap(world.ann, message, "Type a move")
    assert private_text(await world.ann.submit_modal(form, {"move": "hello"}))
    assert await ways(world) == []


async def test_one_is_looked_at_and_withdrawn(world: World) -> None:
    await world.game(OUT)
    message = await open_list(world, world.ann)
    await world.ann.click(message, label="Prepare an answer")
    await by_lists(world.ann, message, OVER, HOME)
    await world.ann.click(message, label="All prepared")
    (number,) = [option["value"] for part in walk(message.components) for option in part.get("options", ())]
    await pick(world.ann, message, number)
    assert "Ben: **" in text(message)
    await world.ann.click(message, label="Withdraw")
    assert await ways(world) == []


async def test_whoever_is_to_move_is_told_to_move_first_and_who_watches_has_no_such_button(
    world: World,
) -> None:
    await world.game(OUT)
    assert says(text(await open_list(world, world.ben)), "prepared.your-turn")
    more = private(await world.cleo.click(await world.shown_board(), label="More"))
    assert "Prepared" not in labels(more)


async def test_old_controls_are_about_nothing_once_the_game_has_gone_on(world: World) -> None:
    await world.game(OUT)
    message = await open_list(world, world.ann)
    await world.ann.click(message, label="Prepare an answer")
    await pick(world.ann, message, "G7")
    await world.move(world.ben, "TG7-G6")
    assert "moved on" in private_text(await pick(world.ann, message, "F7"))


async def test_what_came_to_nothing_is_told_once_where_a_move_is_chosen(world: World) -> None:
    await world.game(OUT)
    message = await open_list(world, world.ann)
    await world.ann.click(message, label="Prepare an answer")
    await by_lists(world.ann, message, OVER, HOME)
    await world.move(world.ben, "TG7-G6")
    mine = private(await pick(world.ann, await world.shown_board(), "A6"))
    assert f"`{OVER}` → `{HOME}`" in text(mine)
    await pick(world.ann, mine, "B6")
    assert "is off" not in text(mine)


async def test_people_read_it_in_their_language(world: World) -> None:
    await world.game(OUT)
    habits = Habits(world.ann.id, language="de")
    await world.session.schedule.save(TimeChange(habits=habits))
    more = private(await world.ann.click(await world.shown_board(), label="More"))
    message = private(await world.ann.click(more, label="Vorbereitet"))
    await world.ann.click(message, label="Antwort vorbereiten")
    assert words_in("de")("prepared.foresee", name="Ben") in text(message)
