"""*Teach me*, as people click it: to its end, past what is not the thing, and on after a restart."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.discord.keyboard import Verb
from bot.features.lessons.model import Progress
from bot.features.lessons.service import Lessons
from bot.features.lessons.storage import LessonStorage
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.games.lesson import run_exercise
from bot.kernel.errors import Refused
from bot.words import LANGUAGES
from bot.words.menu import Menu
from tests.bot.discord.test_limits import check
from tests.bot.ui.clicking import do, says, use
from tests.bot.ui.world import World, labels, private, text_of, walk

GAMES = tuple(key for key, entry in CATALOGUE.items() if entry.help.lesson)


async def taught(world: World, actor: MemberActor, game: str) -> ResponseMessage:
    """The lesson of a game, opened from its rules."""
    label = words_in(world.session.tables.language_of(actor.id, "en"))("button.learn")
    rules = private(await actor.slash(world.channel, "rules", game=game))
    return private(await actor.click(rules, label=label))


def menu_of(game: str, number: int, lines: tuple[str, ...]) -> Callable[[str], Menu]:
    """The game's menu where these lines of an exercise lead to."""
    entry = CATALOGUE[game]
    state = run_exercise(entry.game, entry.help.lesson[number], lines).state
    return lambda path: entry.rules.menu(words_in("en"), ("Ann", "Pip"), state, path)


async def progress(world: World, actor: MemberActor, game: str) -> Progress:
    return await LessonStorage(world.session.context.store).progress(actor.id, game)


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_done_to_its_end_by_clicking(world: World, game: str) -> None:
    shown = await taught(world, world.ann, game)
    lesson = CATALOGUE[game].help.lesson
    public = world.public()
    for number, exercise in enumerate(lesson):
        check(shown.components)
        assert says(shown, f"{game}.learn.{exercise.key}")
        assert f"{number + 1} of {len(lesson)}" in text_of(shown.components)
        for step, line in enumerate(exercise.solution):
            await do(world.ann, shown, menu_of(game, number, exercise.solution[:step]), line)
            assert "```" not in text_of(shown.components), (
                "the board as text stands for one that has no picture"
            )
        assert says(shown, f"{game}.learn.{exercise.key}.right")
        assert await progress(world, world.ann, game) == Progress(number + 1)
        check(shown.components)
        await world.ann.click(shown, label="Next")
    assert says(shown, f"{game}.learn.end")
    assert world.public() == public
    assert await world.session.context.store.of_user(world.ann.id, live_only=False) == ()
    assert not await world.session.context.store.schedule.results_of_user(world.ann.id)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_the_whole_exercise_is_solved_on_request(world: World, game: str, language: str) -> None:
    await world.session.service(PersonalSettings).set_language(world.ann.id, language)
    words, shown = words_in(language), await taught(world, world.ann, game)
    for exercise in CATALOGUE[game].help.lesson:
        assert says(shown, f"{game}.learn.{exercise.key}", language)
        await world.ann.click(shown, label=words("button.learn.show"))
        assert says(shown, f"{game}.learn.{exercise.key}.right", language)
        check(shown.components)
        await world.ann.click(shown, label=words("button.learn.next"))
    assert says(shown, f"{game}.learn.end", language)
    check(shown.components)


async def test_what_is_not_the_thing_gets_a_word_and_changes_nothing(world: World) -> None:
    shown = await taught(world, world.ann, "trogdor")
    await use(world.ann, shown, "discard block")
    assert says(shown, "trogdor.learn.card.discard")
    assert says(shown, "trogdor.learn.card")
    assert await progress(world, world.ann, "trogdor") == Progress()
    await use(world.ann, shown, "play high-energy")
    assert says(shown, "trogdor.learn.card.right")


async def test_what_cannot_be_taken_back_is_asked_first_and_is_not_the_thing(world: World) -> None:
    shown = await taught(world, world.ann, "trogdor")
    await use(world.ann, shown, "play high-energy")
    await world.ann.click(shown, label="Next")
    assert await use(world.ann, shown, "finish") is Verb.LEARN_ASK
    assert labels(shown)[-1] == "Back"
    await use(world.ann, shown, "")
    assert says(shown, "trogdor.learn.burn")
    await use(world.ann, shown, "finish")
    await use(world.ann, shown, "finish")
    assert says(shown, "trogdor.learn.burn.finish")
    assert await progress(world, world.ann, "trogdor") == Progress(1)


async def test_what_means_nothing_yet_has_no_button_and_cannot_be_played(world: World) -> None:
    shown = await taught(world, world.ann, "thud")
    assert not {"Resign", IN_ENGLISH("thud.menu.offer")} & set(labels(shown))
    lessons = world.session.service(Lessons)
    with pytest.raises(Refused):
        await lessons.play(world.ann.id, "thud", 0, "resign")
    for _ in CATALOGUE["thud"].help.lesson[:-1]:
        await world.ann.click(shown, label="Show me")
        await world.ann.click(shown, label="Next")
    assert IN_ENGLISH("thud.menu.offer") in labels(shown)


async def test_where_colours_would_give_it_away_all_buttons_look_alike(world: World) -> None:
    shown = await taught(world, world.ann, "thrag")
    for exercise in CATALOGUE["thrag"].help.lesson:
        assert exercise.even
        plays = [part for part in walk(shown.components) if ".lp." in str(part.get("custom_id", ""))]
        assert plays
        assert {part["style"] for part in plays} == {2}
        await world.ann.click(shown, label="Show me")
        await world.ann.click(shown, label="Next")


async def test_one_goes_on_where_one_was_in_another_process_and_another_server(world: World) -> None:
    shown = await taught(world, world.ann, "trogdor")
    await use(world.ann, shown, "play high-energy")
    await world.ann.click(shown, label="Next")
    await use(world.ann, shown, "burn")
    assert await progress(world, world.ann, "trogdor") == Progress(1, ("burn",))
    await world.restart()
    again = await taught(world, world.ann, "trogdor")
    assert says(again, "trogdor.learn.burn")
    assert "Start over" in labels(again)
    await use(world.ann, again, "step e")
    await use(world.ann, again, "burn")
    assert says(again, "trogdor.learn.burn.right")
    # The message of before the restart belongs to where one was: it shows where one is.
    await use(world.ann, shown, "step n")
    assert says(shown, "trogdor.learn.chomp")
    assert await progress(world, world.ann, "trogdor") == Progress(2)


async def test_others_have_their_own_place(world: World) -> None:
    await use(world.ann, await taught(world, world.ann, "trogdor"), "play high-energy")
    assert says(await taught(world, world.ben, "trogdor"), "trogdor.learn.card")


async def test_a_position_can_be_had_once_more_and_the_lesson_from_its_beginning(world: World) -> None:
    shown = await taught(world, world.ann, "ploc")
    await world.ann.click(shown, label="Show me")
    await world.ann.click(shown, label="Once more")
    assert says(shown, "ploc.learn.hit")
    for _ in CATALOGUE["ploc"].help.lesson:
        await world.ann.click(shown, label="Show me")
        await world.ann.click(shown, label="Next")
    await world.ann.click(shown, label="Start over")
    assert says(shown, "ploc.learn.hit")
    assert await progress(world, world.ann, "ploc") == Progress()


@pytest.mark.parametrize(
    ("game", "label"),
    [
        ("thud", "Play against Pip"),
        ("trogdor", "Play alone"),
        ("thrag", "Play"),
        ("ploc", "Play against Pip"),
    ],
)
async def test_a_game_begins_from_the_end_of_a_lesson(world: World, game: str, label: str) -> None:
    shown = await taught(world, world.ann, game)
    for _ in CATALOGUE[game].help.lesson:
        await world.ann.click(shown, label="Show me")
        await world.ann.click(shown, label="Next")
    assert labels(shown) == [
        label,
        IN_ENGLISH("button.learn.table"),
        IN_ENGLISH("button.how"),
        IN_ENGLISH("button.warnings"),
        "Start over",
    ]
    await world.ann.click(shown, label=label)
    assert (await world.table()).game == game


async def test_it_is_forgotten_with_the_pupil(world: World) -> None:
    await use(world.ann, await taught(world, world.ann, "trogdor"), "play high-energy")
    data = await world.session.privacy.data_of(world.ann.id)
    assert data["lessons"] == ({"game": "trogdor", "done": 1, "lines": ""},)
    await world.session.forget(world.ann.id)
    assert await progress(world, world.ann, "trogdor") == Progress()


async def test_every_lobby_has_the_way_in_and_the_rules_are_behind_details(world: World) -> None:
    await world.ann.slash(world.channel, "play", game="thud", opponent=world.ben)
    invitation = await world.shown_board()
    assert "Teach me" in labels(invitation)
    lesson = private(await world.ben.click(invitation, label="Teach me"))
    assert says(lesson, "thud.learn.move")
    details = private(await world.ben.click(invitation, label="Details"))
    assert IN_ENGLISH("button.how") in labels(details)


async def test_after_the_lesson_a_user_can_turn_on_warnings(world: World) -> None:
    shown = await taught(world, world.ann, "thud")
    for _ in CATALOGUE["thud"].help.lesson:
        await world.ann.click(shown, label="Show me")
        await world.ann.click(shown, label="Next")
    await world.ann.click(shown, label="Warn me before blunders")
    assert says(shown, "thud.learn.end")
    assert IN_ENGLISH("button.warnings") not in labels(shown)
    assert (await world.session.people.habits(world.ann.id)).warned
    message = private(await world.ann.slash(world.channel, "settings"))
    assert IN_ENGLISH("button.warnings.off") in labels(message)


async def test_help_asks_which_game(world: World) -> None:
    message = private(await world.ann.slash(world.channel, "help"))
    which = private(await world.ann.click(message, label="Teach me"))
    assert labels(which) == [f"Learn {CATALOGUE[game].game.title}" for game in GAMES]
    assert says(private(await world.ann.click(which, label="Learn Thud")), "thud.learn.move")


@pytest.mark.usefixtures("hilly")
async def test_a_game_without_a_lesson_has_no_button(world: World) -> None:
    rules = private(await world.ann.slash(world.channel, "rules", game="hill"))
    assert "Teach me" not in labels(rules)
    message = private(await world.ann.slash(world.channel, "help"))
    which = private(await world.ann.click(message, label="Teach me"))
    assert len(labels(which)) == len(GAMES)
