"""*Learn from this*: finding something better than a move of one's own game, from its review."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.features.people.service import PersonalSettings
from bot.games.catalogue import words_in
from bot.kernel.trace import Trace
from bot.words import LANGUAGES
from bot.words.menu import Menu
from tests.bot.discord.test_limits import check
from tests.bot.features.reviews.test_review import SLIPPED, fresh, over, review
from tests.bot.ui.clicking import do
from tests.bot.ui.oracle import Oracle, ask
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, labels, private, says, text_of


async def learning(world: World, actor: MemberActor, number: int) -> ResponseMessage:
    """The position before a move, by the way of the review."""
    words = words_in(world.session.tables.language_of(actor.id, "en"))
    seen = private(await actor.slash(world.channel, "review", table="T1"))
    large = private(await actor.click(seen, label=words("button.review", number=number)))
    return private(await actor.click(large, label=words("button.better")))


async def menu_before(world: World, ply: int) -> Callable[[str], Menu]:
    table = await world.table()
    (position,) = (one for one in await world.session.history.shown_positions(table) if one.ply == ply - 1)
    entry = world.session.catalogue[table.game]
    return lambda path: entry.rules.menu(words_in("en"), ("Ann", "Ben"), position.state, path)


async def test_what_is_better_is_found_in_private_and_changes_nothing(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    async with world.assert_unchanged():
        shown = await learning(world, world.ann, 1)
        check(shown.components)
        text = text_of(shown.components)
        assert says(text, "better.ask.many", name="Ann", move="G2 to G3", count=3)
        await do(world.ann, shown, await menu_before(world, 3), "dF1-F2")
        assert says(text_of(shown.components), "better.right", move="F1 to F2", best="70%", worth="38%")
        assert labels(shown) == ["Once more"]
        await world.ann.click(shown, label="Once more")
        assert says(text_of(shown.components), "better.ask.many", count=3)


async def test_what_was_played_and_what_is_no_better_is_not_it(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    shown = await learning(world, world.ben, 1)
    menu = await menu_before(world, 2)
    await do(world.ben, shown, menu, "TG7-F7")
    assert says(text_of(shown.components), "better.same")
    assert says(text_of(shown.components), "better.ask.many", count=2)
    await do(world.ben, shown, menu, "TG7-G6")
    assert says(text_of(shown.components), "puzzle.wrong", move="G7 to G6")
    await do(world.ben, shown, menu, "TG7-F7")
    assert says(text_of(shown.components), "better.right", move="G7 to F6", best="49%", worth="31%")
    assert labels(shown) == ["Once more"]


async def test_what_begins_the_same_steps_in_another_order_is_better_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a 4 is used at b the 6 can still be used at a, which is best; after a 4 at a it cannot."""
    script = playthrough("ploc_swap_hit", monkeypatch)
    worths = {0: [("6a hit standing", 0.7), ("6b swap", 0.3)], 1: [("4a hit standing", 0.3)]}
    ask(world, Oracle({0: 0.7, 1: 0.3}, worths))
    table = await script.start(world, 2)
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", Trace("scene", 0))
    await world.tick()
    await review(world)
    menu = await menu_before(world, 1)
    shown = await learning(world, world.ann, 1)
    await do(world.ann, shown, menu, "4a weaken")
    assert says(text_of(shown.components), "better.ask.many", count=2)
    await do(world.ann, shown, menu, "4b hit standing")
    assert "is better" in text_of(shown.components)
    assert labels(shown) == ["Once more"]


async def test_it_goes_on_in_another_process(world: World) -> None:
    await over(world, fresh(SLIPPED))
    await review(world)
    shown, menu = await learning(world, world.cleo, 1), await menu_before(world, 2)
    await do(world.cleo, shown, menu, "TG7-G6")
    await world.restart()
    assert says(text_of(shown.components), "better.ask.many", count=2)
    await do(world.cleo, shown, menu, "TG7-F6")
    assert "is better" in text_of(shown.components)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_told_in_the_language_of_whoever_learns(world: World, language: str) -> None:
    await world.session.service(PersonalSettings).set_language(world.ann.id, language)
    await over(world, fresh(SLIPPED))
    await review(world)
    shown = await learning(world, world.ann, 1)
    check(shown.components)
    words, entry = words_in(language), world.session.catalogue["thud"]
    table = await world.table()
    (before,) = (one for one in await world.session.history.shown_positions(table) if one.ply == 2)
    action = entry.game.parse("dG2-G3", before.state)
    move = entry.speech.describe(words, ("Ann", "Ben"), before.state, 0, action)
    assert words.some("better.ask", 3, name="Ann", move=move) in text_of(shown.components)
