"""`/hint` over Discord: a private answer with a picture and a button, and a public notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from bot.minds.pool import NoSearchResult, SearchPool
from bot.minds.worker import SearchQuestion
from bot.ui.play.board_layout import board_picture
from bot.words.menu import Menu
from engine.mind import ActionWorth
from engine.ploc.model import Verb
from tests.bot.discord.test_limits import check
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table, review_button
from tests.bot.ui.world import World, alt_of, board, labels, message_text, private_text, says, text_of

Answers = Callable[..., Any]


def weighing(*worths: float) -> Answers:
    """Engines that give the first actions these worths."""

    async def ask(_: SearchPool, question: SearchQuestion, *_more: object) -> tuple[ActionWorth[Any], ...]:
        return tuple(map(ActionWorth, question.actions, worths))

    return ask


@pytest.fixture(autouse=True)
def minds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchPool, "ask", weighing(0.62, 0.5, 0.41))


async def duel(world: World, *lines: str, hints: int | None = 3) -> ResponseMessage:
    """Ann's game of Thud against Ben, after these lines."""
    options_given = {} if hints is None else {"hints": hints}
    invitation = board(
        await open_table(world.ann, world.channel, "thud", side=0, opponent=world.ben, **options_given)
    )
    shown = board(await world.ben.click(invitation, label="Accept"))
    for ply, line in enumerate(lines):
        shown = board(await world.move(world.person(ply % 2), line))
    return shown


def private(result: InteractionResult) -> ResponseMessage:
    """The private answer."""
    answers = (result.response, *result.followups)
    (answer,) = (one for one in answers if one is not None and one.ephemeral)
    check(answer.components)
    return answer


async def moves(world: World) -> list[tuple[str, str]]:
    """The legal lines at the table of Thud, in notation and in words."""
    shown = world.session.tables.show(await world.table())
    return [
        (str(move), shown.entry.speech.describe(IN_ENGLISH, ("Ann", "Ben"), shown.state, 0, move))
        for move in shown.entry.game.legal(shown.state, 0)
    ]


async def actions(world: World) -> list[str]:
    return [line.action for line in await world.log()]


async def test_who_must_act_is_told_what_grete_would_play_and_what_it_is_worth(world: World) -> None:
    await duel(world)
    first, second, third = [told for _, told in await moves(world)][:3]
    answer = private(await world.ann.slash(world.channel, "hint"))
    text = text_of(answer.components)
    assert says(text, "hint.title", game="Thud")
    assert says(text, "hint.says", name="Grete", action=first)
    assert says(text, "hint.worth", share="62%")
    assert says(text, "hint.next", moves=f"{second} (50%) and {third} (41%)")
    assert "Hint 1 of 3" in text
    assert text.index("Why: ") < text.index("62%"), "words first, figures after"
    (attached,) = answer.attachments
    assert attached.filename == "T1-2-hint.png"
    assert (await attached.read()).startswith(b"\x89PNG")


@pytest.mark.parametrize("seat", [0, 1])
async def test_it_is_marked_on_the_board_as_the_channel_shows_it(world: World, seat: int) -> None:
    await duel(world, *["dE2-E10"][:seat])
    answer = private(await world.person(seat).slash(world.channel, "hint"))
    shown = world.session.tables.show(await world.table())
    best = shown.entry.game.legal(shown.state, seat)[0]
    assert shown.entry.drawing.action_places is not None
    marks = shown.entry.drawing.action_places(shown.view, best)
    expected = board_picture(IN_ENGLISH, shown, Menu(), hinted=marks)
    assert await answer.attachments[0].read() == expected
    assert alt_of(answer) == IN_ENGLISH("hint.alt", game="Thud", action=str(best))


async def test_the_button_plays_it(world: World) -> None:
    await duel(world)
    answer = private(await world.ann.slash(world.channel, "hint"))
    (best, told), *_ = await moves(world)
    assert labels(answer) == [f"Play {told}"]
    await world.ann.click(answer, label=f"Play {told}")
    assert await actions(world) == ["!hint", best]
    assert message_text(world.last()).count("Ben")


async def test_an_action_is_called_what_its_button_on_the_board_says(world: World) -> None:
    """Where Thrag has to pay, the cheapest action comes first, which has a button of its own."""
    await open_table(world.ann, world.channel, "thrag")
    await world.move(world.ann, "fight red")
    shown = board(await world.ann.slash(world.channel, "board"))
    answer = private(await world.ann.slash(world.channel, "hint"))
    (label,) = labels(answer)
    assert label in labels(shown)
    first = world.session.tables.show(await world.table()).entry.game.legal(
        world.session.tables.show(await world.table()).state, 0
    )[0]
    assert says(text_of(answer.components), "hint.says", name="Grete", action=label)
    await world.ann.click(answer, label=label)
    assert await actions(world) == ["fight red", "!hint", str(first)]


async def test_what_the_same_button_does_is_not_named_as_another_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's column has equal squares; a die hits both alike."""

    async def ask(_: SearchPool, question: SearchQuestion, *_more: object) -> tuple[ActionWorth[Any], ...]:
        column = question.view.sides[0].column
        alike = [place for place in range(3) if column.count(column[place]) > 1]
        uses = [action for action in question.actions if action.verb is Verb.USE]
        one = next(action for action in uses if action.place == alike[0])
        other = next(action for action in uses if action.die != one.die)
        return ActionWorth(one, 0.6), ActionWorth(replace(one, place=alike[1]), 0.6), ActionWorth(other, 0.5)

    monkeypatch.setattr(SearchPool, "ask", ask)
    await open_table(world.ann, world.channel, "ploc", level="pip", side=0)
    text = text_of(private(await world.ann.slash(world.channel, "hint")).components)
    assert not says(text, "hint.alike")
    assert text.count("(50%)") == 1
    assert "(60%)" not in text


async def test_what_is_worth_the_same_is_called_as_good(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchPool, "ask", weighing(0.271, 0.269, 0.266))
    await duel(world)
    text = text_of(private(await world.ann.slash(world.channel, "hint")).components)
    assert says(text, "hint.alike")
    assert "Next best" not in text


async def test_the_button_of_a_hint_is_old_once_the_game_has_gone_on(world: World) -> None:
    await duel(world)
    answer = private(await world.ann.slash(world.channel, "hint"))
    await world.move(world.ann, QUIET[0])
    async with world.assert_unchanged():
        result = await world.ann.click(answer, label=labels(answer)[0])
    assert "moved on" in private_text(result)


async def test_everybody_reads_that_a_hint_was_taken_on_the_board_as_it_is(world: World) -> None:
    shown = await duel(world, "dE2-E10")
    mark = world.mark()
    await world.ben.slash(world.channel, "hint")
    public = [message for message in world.posts_since(mark) if not message.private]
    assert [message.new for message in public] == [False]
    assert says(public[0].text, "hint.told", name="Ben", taken=1, most=3)
    assert "E10" in public[0].text, "what happened before is still told"
    assert public[0].pings == set()
    assert message_text(world.last()) == public[0].text
    assert world.last().id == shown.id


async def test_a_hint_leaves_a_call_that_is_due(world: World) -> None:
    await duel(world)
    await world.picks(world.ann, "E2", "E10")
    await world.picks(world.ben, "G7", "F7")
    outbox = world.session.context.store.outbox
    (due,) = await outbox.unshown()
    await world.ann.slash(world.channel, "hint")
    (after,) = await outbox.unshown()
    assert (after.turn, after.revision) == (due.turn, due.revision + 1)


async def test_the_buttons_of_that_board_stay_good(world: World) -> None:
    await duel(world)
    await world.ann.slash(world.channel, "hint")
    shown = board(await world.ann.slash(world.channel, "board"))
    assert IN_ENGLISH("button.type") in labels(shown)
    result = await world.ann.click(shown, label="Type a move")
    assert result.modal is not None


async def test_asked_again_it_is_told_again_and_not_counted(world: World) -> None:
    await duel(world)
    first = private(await world.ann.slash(world.channel, "hint"))
    async with world.assert_unchanged():
        again = private(await world.ann.slash(world.channel, "hint"))
    assert "doesn't count" in text_of(again.components)
    assert labels(again) == labels(first)
    await world.ann.click(again, label=labels(again)[0])
    assert len(await world.log()) == 2


async def test_who_has_taken_all_of_them_hears_so(world: World) -> None:
    await duel(world, hints=1)
    await world.ann.slash(world.channel, "hint")
    await world.move(world.ann, QUIET[0])
    await world.move(world.ben, QUIET[1])
    async with world.assert_unchanged():
        result = await world.ann.slash(world.channel, "hint")
    assert says(private_text(result), "hint-no-more")


async def test_without_agreed_hints_the_refusal_names_who_can_agree(world: World) -> None:
    await duel(world, hints=None)
    async with world.assert_unchanged():
        refused = await world.ann.slash(world.channel, "hint")
    assert says(private_text(refused), "hint-ask")
    await world.ann.click(private(refused), label="Ask Ben to allow hints")
    shown = await world.shown_board()
    assert says(text_of(shown.components), "hints.question")
    async with world.assert_unchanged():
        assert "watching" in private_text(await world.cleo.click(shown, label="Allow hints"))
        assert "hasn't answered" in private_text(await world.ann.click(shown, label="Allow hints"))
    agreed = board(await world.ben.click(shown, label="Allow hints"))
    assert "`/hint`" in text_of(agreed.components)
    assert "Allow hints" not in labels(agreed)
    assert "a hint" in text_of(private(await world.ann.slash(world.channel, "hint")).components)


@pytest.mark.usefixtures("newcomers")
async def test_the_host_of_a_first_duel_is_offered_hints_in_the_lobby_and_who_joins_reads_it(
    world: World,
) -> None:
    lobby = board(await open_table(world.ann, world.channel, "thud"))
    assert "Allow hints" in labels(lobby)
    async with world.assert_unchanged():
        refused = private_text(await world.ben.click(lobby, label="Allow hints"))
    assert says(refused, "hints-not-host", name="Ann")
    lobby = board(await world.ann.click(lobby, label="Allow hints"))
    assert IN_ENGLISH("agreed.hints.any") in text_of(lobby.components)
    assert "Allow hints" not in labels(lobby)
    shown = board(await world.ben.click(lobby, label="Join"))
    assert "hint" not in text_of(shown.components)
    assert "a hint" in text_of(private(await world.ann.slash(world.channel, "hint")).components)


@pytest.mark.usefixtures("newcomers")
async def test_a_lobby_without_an_answer_begins_a_game_without_hints_or_questions(world: World) -> None:
    lobby = board(await open_table(world.ann, world.channel, "thud"))
    shown = board(await world.ben.click(lobby, label="Join"))
    assert not any("hint" in one for one in labels(shown))
    assert (await world.table()).terms.hints_asked is None
    assert says(private_text(await world.ann.slash(world.channel, "hint")), "hint-ask")


async def test_a_host_who_has_finished_such_a_duel_is_not_asked(world: World) -> None:
    lobby = board(await open_table(world.ann, world.channel, "thud"))
    assert "Allow hints" not in labels(lobby)


async def test_against_a_bot_there_are_hints_unless_declined(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", side=0, level="pip", hints=0)
    async with world.assert_unchanged():
        refused = await world.ann.slash(world.channel, "hint")
    assert says(private_text(refused), "hint-none")
    again = await open_table(world.ann, world.channel, "thud", side=0, level="pip")
    assert not board(again).ephemeral
    assert "a hint" in text_of(private(await world.ann.slash(world.channel, "hint", table="T2")).components)


async def test_whose_turn_it_is_not_and_who_has_no_seat_hear_so(world: World) -> None:
    await duel(world)
    async with world.assert_unchanged():
        assert "'s turn" in private_text(await world.ben.slash(world.channel, "hint"))
        assert says(private_text(await world.cleo.slash(world.channel, "hint")), "no-table-here")


async def test_minds_that_are_busy_cost_no_hint(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*_: object) -> None:
        raise NoSearchResult("no answer")

    await duel(world)
    monkeypatch.setattr(SearchPool, "ask", busy)
    async with world.assert_unchanged():
        result = await world.ann.slash(world.channel, "hint")
    answer = private(result)
    assert says(text_of(answer.components), "hint-busy")


@pytest.mark.parametrize(("worth", "says"), [(0.995, "as good as won"), (0.004, "as good as lost")])
async def test_what_is_as_good_as_settled_is_said_without_a_number(
    world: World, monkeypatch: pytest.MonkeyPatch, worth: float, says: str
) -> None:
    monkeypatch.setattr(SearchPool, "ask", weighing(worth))
    await duel(world)
    text = text_of(private(await world.ann.slash(world.channel, "hint")).components)
    assert says in text
    assert "%" not in text
    assert "Next best" not in text


# What is agreed on


async def test_the_invitation_says_how_many_hints_there_are_and_that_it_is_unrated(world: World) -> None:
    options_given = {"side": 0, "hints": 3}
    invitation = board(await open_table(world.ann, world.channel, "thud", **options_given))
    text = text_of(invitation.components)
    assert "3 hints each" in text
    details = text_of(private(await world.ben.click(invitation, label="Details")).components)
    assert "3 hints" in details
    assert "ratings" in details or "rated" in details
    plain = board(await open_table(world.ann, world.channel, "thud", side=0))
    assert "hint" not in text_of(plain.components)


@pytest.mark.parametrize(
    ("hints", "says"),
    [(0, "no hints"), (1, "1 hint each"), (-1, ""), (None, "")],
)
async def test_a_lobby_says_what_is_not_as_usual(world: World, hints: int | None, says: str) -> None:
    options_given = {} if hints is None else {"hints": hints}
    lobby = text_of(board(await open_table(world.ann, world.channel, "trogdor", **options_given)).components)
    assert says in lobby
    assert ("hint" in lobby) is bool(says)
    assert "ratings" not in lobby


# Afterwards


async def test_the_log_the_moves_and_the_history_name_who_took_it(world: World) -> None:
    await duel(world, "dE2-E10")
    await world.ben.slash(world.channel, "hint")
    await world.move(world.ben, QUIET[1])
    log = private_text(await world.ann.slash(world.channel, "table log"))
    assert "Ben: !hint" in log
    assert says(log, "log.hint")
    page = private(await world.ann.slash(world.channel, "history", move=2))
    assert says(text_of(page.components), "history.hint", name="Ben")
    assert "taken back" not in text_of(page.components)


async def test_where_there_may_be_any_number_none_is_counted(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag")
    text = text_of(private(await world.ann.slash(world.channel, "hint")).components)
    assert says(text, "hint.worth", share="62%")
    assert "Hint 1" not in text


async def test_the_card_of_a_game_counts_them(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag")
    await world.ann.slash(world.channel, "hint")
    await world.move(world.ann, "resign")
    card = await review_button(world.ann, world.channel, "Card")
    assert "hints: 1" in alt_of(card)


async def test_a_log_of_a_game_with_hints_tells_the_standing_where_turns_begin(world: World) -> None:
    await duel(world, QUIET[0])
    before = private_text(await world.ann.slash(world.channel, "table log"))
    await world.ben.slash(world.channel, "hint")
    after = private_text(await world.ann.slash(world.channel, "table log"))
    first = before.splitlines()
    assert [line for line in first[1:-1] if "T1" not in line] == [
        line for line in after.splitlines()[1 : len(first) - 1] if "T1" not in line
    ]
