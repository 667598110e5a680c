from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PIL import Image
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.frame import Message, plain_names
from bot.features.deals.service import Deals
from bot.features.reviews.card import duration_text
from bot.features.reviews.page import LATELY
from bot.features.reviews.routes import end_card
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.words.review import Review
from engine.replay import effective_positions
from render.card.paint import TALLEST, WIDTH, SummaryCard, card
from tests.bot.discord.test_limits import NASTY, check
from tests.bot.features.history.test_replay import older
from tests.bot.samples import Clock, refusing
from tests.bot.ui import dragon
from tests.bot.ui.opening import review_button
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import Component, World, private_text, says, text_of, walk

LINES = ("dG1-G2", "TG7-F7", "dG2-G3")


def answer(result: InteractionResult, *, private: bool) -> ResponseMessage:
    """The card in an answer."""
    assert result.response is not None
    assert result.response.ephemeral == private, text_of(result.response.components)
    check(result.response.components)
    return result.response


def components(message: Message) -> list[Component]:
    found: list[Component] = message.layout.to_components()  # type: ignore[no-untyped-call]
    return found


def alt_text(parts: object) -> str:
    """The alternative text of a message's picture."""
    (alt,) = [item["description"] for part in walk(parts) for item in part.get("items", ())]
    assert isinstance(alt, str)
    return alt


async def review(world: World, shown: Shown) -> Review:
    positions = effective_positions(await world.session.history.positions(shown.table))
    return shown.entry.help.review(IN_ENGLISH, plain_names(shown.table), positions)


# The command


async def test_a_user_can_see_the_card_of_a_finished_game_again(world: World) -> None:
    await world.start_table(*LINES, "resign")
    mark = world.mark()
    before = await world.table(), await world.log()
    card = await review_button(world.cleo, world.channel, "Card")
    assert (await world.table(), await world.log()) == before
    assert not any(world.pings(mark))
    (file,) = card.attachments
    assert file.filename == f"T1-{(await world.table()).revision}-card.png"
    with Image.open(io.BytesIO(await file.read())) as picture:
        assert picture.mode == "P"
        assert picture.width == WIDTH
        assert picture.height <= TALLEST
    assert text_of(card.components) == IN_ENGLISH("card.title", game="Thud")
    alt = alt_text(card.components)
    assert says(alt, "thud.review.resigned", name="Ann")
    assert "moves: 3" in alt, "giving up is none"


async def test_a_game_that_goes_on_has_no_card_yet(world: World) -> None:
    await world.start_table(*LINES)
    assert says(private_text(await world.ann.slash(world.channel, "review")), "review-not-over")
    with refusing("card-not-over"):
        await end_card(world.session, await world.table())


async def test_the_card_of_a_daily_deal_is_only_for_its_players(world: World, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
    trace, daily = Trace("scene", 0), Opening("thrag", {}, None, None)
    table = (await world.session.service(Deals).open_deal(world.click_by(world.ann), daily, trace)).table
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", trace)
    own = await review_button(world.ann, world.channel, "Card")
    assert "One Man, Thrag!, 21 November" in text_of(own.components)
    before = world.public()
    assert says(private_text(await world.ben.slash(world.channel, "review", table="T1")), "daily-unplayed")
    assert world.public() == before


# What it says


RESIGNED = {"thrag_win": 0, "ploc_swap_hit": 0, "ploc_resignation": 2, "thrag_resignation": 1}
"""Games, and how often somebody gives up or concedes in them, which is no move."""


@pytest.mark.parametrize("stem", RESIGNED)
async def test_all_that_the_picture_says_is_in_its_description_and_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str
) -> None:
    script = playthrough(stem, monkeypatch)
    table = await script.start(world, len(script.plies))
    card = await end_card(world.session, table)
    check(components(card))
    found = await review(world, world.session.tables.show(table))
    assert text_of(components(card)) == IN_ENGLISH("card.title", game=CATALOGUE[table.game].game.title)
    alt = alt_text(components(card))
    assert found.result in alt
    assert f"moves: {len(script.plies) - RESIGNED[stem]}" in alt
    assert all(f"{label}: {value}" in alt for label, value in found.facts)
    assert all(one.text in alt for one in found.turnings)
    assert card.pings == ()


async def test_a_card_is_painted_once_as_long_as_it_shows_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_table(*LINES, "resign")
    table = await world.table()
    painted: list[SummaryCard] = []

    def paint_and_count(of: SummaryCard) -> Image.Image:
        painted.append(of)
        return card(of)

    monkeypatch.setattr("bot.features.reviews.card.card", paint_and_count)
    LATELY.clear()
    first, again = [(await end_card(world.session, table)).picture for _ in range(2)]
    assert first == again
    assert len(painted) == 1
    ann, *others = table.players
    renamed = await end_card(world.session, replace(table, players=(replace(ann, name="Nobody"), *others)))
    german = await end_card(world.session, replace(table, terms=replace(table.terms, language="de")))
    assert len(painted) == 3
    assert len({first, renamed.picture, german.picture}) == 3


@pytest.mark.usefixtures("known_cards")
async def test_a_game_that_was_played_together_has_a_card(world: World) -> None:
    await dragon.start_game(world, *dragon.TO_CLEO)
    trace = Trace("scene", 0)
    for person in dragon.seated_people(world):
        await world.session.play.move(world.click_by(person), 1, "leave", trace)
    card = await end_card(world.session, await world.table())
    check(components(card))
    assert says(text_of(components(card)), "card.title", game="Trogdor!!")


async def test_time_and_what_was_taken_back_are_counted(world: World, clock: Clock) -> None:
    await world.start_table("dG1-G2")
    await world.ann.slash(world.channel, "undo")
    clock.now += 3 * 24 * 3600 + 4 * 3600 + 5 * 60
    trace = Trace("scene", 0)
    for person, line in ((world.ann, "dF1-F2"), (world.ben, "resign")):
        await world.session.play.move(world.click_by(person), 1, line, trace)
    text = alt_text(components(await end_card(world.session, await world.table())))
    assert "moves: 1" in text, "neither the one that was taken back nor giving up"
    assert "undone: once" in text
    took = {"label": IN_ENGLISH("card.took"), "value": "3 days and 4 hours"}
    assert says(text, "card.fact", **took)


async def test_card_and_log_count_the_same_moves(world: World) -> None:
    table = await world.start_table("dG1-G2", "TG8-F8", "dF1-F2", "offer", "decline")
    await world.session.play.move(world.click_by(world.ben), table.id, "resign", Trace("scene", 0))
    table = await world.session.tables.get(table.id)
    assert "moves: 3" in alt_text(components(await end_card(world.session, table)))
    said = private_text(await world.cleo.slash(world.channel, "table log", table=table.code))
    assert said.startswith(f"**{table.code}**: 3 moves.")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "less than a minute"),
        (59, "less than a minute"),
        (60, "1 minute"),
        (3599, "59 minutes"),
        (3600, "1 hour"),
        (2 * 3600 + 60, "2 hours and 1 minute"),
        (24 * 3600, "1 day"),
        (24 * 3600 + 59 * 60, "1 day"),
        (51 * 24 * 3600 + 3600 + 59, "51 days and 1 hour"),
    ],
)
def test_a_time_is_told_in_two_units_at_most(seconds: float, said: str) -> None:
    assert duration_text(IN_ENGLISH, seconds) == said


async def test_a_fork_names_where_it_goes_on_from(world: World) -> None:
    table = await world.start_table(*LINES, "resign")
    text = alt_text(
        components(
            await end_card(world.session, replace(table, journey=replace(table.journey, parent=(12, 34))))
        )
    )
    parent = IN_ENGLISH("card.parent", code="T12", ply=34)
    assert IN_ENGLISH("card.fact", label=IN_ENGLISH("card.from"), value=parent) in text


async def test_a_game_of_older_rules_has_a_card_that_tells_how_it_ended(world: World) -> None:
    table = await world.start_table(*LINES, "resign")
    older(world)
    card = await end_card(world.session, table)
    text = alt_text(components(card))
    ended = CATALOGUE["thud"].speech.turn(
        IN_ENGLISH, ("Ann", "Ben"), CATALOGUE["thud"].game.view(world.session.tables.show(table).state, None)
    )
    assert ended in text
    assert "moves: 3" in text
    assert card.picture is not None
    with Image.open(io.BytesIO(card.picture)) as picture:
        assert picture.height < 700, "no curves"


@pytest.mark.slow
async def test_a_card_with_any_names_keeps_to_discords_limits_without_pings(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = playthrough("ploc_swap_hit", monkeypatch)
    table = await script.start(world, len(script.plies))
    for name in NASTY:
        nasty = replace(table, players=tuple(replace(player, name=name) for player in table.players))
        card = await end_card(world.session, nasty)
        check(components(card))
        text = text_of(components(card))
        assert "<" not in text.replace("\\<", "")
        assert not any(name in text for name in NASTY[:3]), "what would be markdown is escaped"
