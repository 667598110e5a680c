"""The puzzle of the day: solved, missed, from day to day, shared once, and forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.features.people.service import PersonalSettings
from bot.features.puzzles.model import Attempts
from bot.features.puzzles.service import Puzzles, PuzzleState, day_number
from bot.features.puzzles.storage import PuzzleStorage
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.games.puzzle import TRIES, has_puzzles
from bot.kernel.time.calendar import day_of
from bot.ui.play.task import NO_ANSWER
from bot.words import LANGUAGES
from bot.words.menu import Menu
from data.puzzles import puzzles_of
from engine.rng import SeededRng
from tests.bot.discord.test_limits import check
from tests.bot.ui.clicking import do, use, way
from tests.bot.ui.world import World, labels, message_text, private, private_text, says, text_of

GAMES = tuple(game for game, entry in CATALOGUE.items() if has_puzzles(entry.game))

DAY = 86_400


async def open_puzzle(world: World, actor: MemberActor, game: str) -> ResponseMessage:
    return private(await actor.slash(world.channel, "puzzle", game=game))


async def stand(world: World, actor: MemberActor, game: str) -> PuzzleState:
    return await world.session.service(Puzzles).load_state(actor.id, game)


def menu_of(at: PuzzleState) -> Callable[[str], Menu]:
    names = ("Ann", "Pip") if at.posed.puzzle.seat == 0 else ("Pip", "Ann")
    return lambda path: at.entry.rules.menu(words_in("en"), names, at.posed.state, path)


def wrong(at: PuzzleState) -> Iterator[str]:
    """Lines that a menu leads to, and that are not best."""
    legal = at.entry.game.legal(at.posed.state, at.posed.puzzle.seat)
    for line in map(str, legal):
        if line not in (*at.posed.puzzle.solutions, *NO_ANSWER):
            try:
                way(menu_of(at), line)
            except AssertionError:  # one that has to be written
                continue
            yield line


async def solve(world: World, actor: MemberActor, game: str, message: ResponseMessage) -> None:
    at = await stand(world, actor, game)
    await do(actor, message, menu_of(at), at.posed.puzzle.solutions[0])


async def miss(world: World, actor: MemberActor, game: str, message: ResponseMessage) -> str:
    """Try something that is not best; returns what it was."""
    at = await stand(world, actor, game)
    line = next(islice(wrong(at), at.tries, None))
    await do(actor, message, menu_of(at), line)
    return line


async def stored_attempts(world: World, actor: MemberActor, game: str) -> Attempts:
    return await PuzzleStorage(world.session.context.store).attempts(actor.id, game)


@pytest.mark.parametrize("game", GAMES)
async def test_it_is_solved_by_clicking_and_opens_no_table(world: World, game: str) -> None:
    public = world.public()
    shown = await open_puzzle(world, world.ann, game)
    check(shown.components)
    assert says(text_of(shown.components), "puzzle.ask.many", count=3)
    await solve(world, world.ann, game, shown)
    check(shown.components)
    assert says(text_of(shown.components), "puzzle.right")
    assert says(text_of(shown.components), "puzzle.tries.1")
    assert labels(shown) == ["Show everyone", "Other puzzles"]
    assert world.public() == public
    assert await world.session.context.store.of_user(world.ann.id, live_only=False) == ()
    again = await open_puzzle(world, world.ann, game)
    assert says(text_of(again.components), "puzzle.tries.1")
    assert not any(says(text_of(again.components), key) for key in ("puzzle.ask.one", "puzzle.ask.many"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_three_wrong_tries_and_it_is_shown(world: World, game: str, language: str) -> None:
    await world.session.service(PersonalSettings).set_language(world.ann.id, language)
    words, at = words_in(language), await stand(world, world.ann, game)
    names = ("Ann", "Pip") if at.posed.puzzle.seat == 0 else ("Pip", "Ann")
    shown = await open_puzzle(world, world.ann, game)
    for left in range(TRIES - 1, -1, -1):
        now = await stand(world, world.ann, game)
        line = next(islice(wrong(now), now.tries, None))
        came = await world.session.service(Puzzles).play(world.ann.id, game, now.number, line)
        assert not isinstance(came, PuzzleState)
        assert not came.is_right
        shown = await open_puzzle(world, world.ann, game)
        check(shown.components)
        assert (await stand(world, world.ann, game)).tries_left == left
    move = at.entry.speech.describe(words, names, at.posed.state, at.posed.puzzle.seat, at.solution)
    said_ = text_of(shown.components).replace("\\", "")
    assert words("puzzle.missed", move=move).replace("*", "") in said_.replace("*", "")
    assert words("button.share") not in labels(shown)


async def show_puzzle(world: World, game: str, seed: str, lines: int) -> None:
    """Let it be the day of the puzzle that comes from this game after so many lines."""
    whole = puzzles_of(game)
    assert whole is not None
    (at,) = (n for n, puzzle in enumerate(whole.puzzles) if (puzzle.seed, len(puzzle.lines)) == (seed, lines))
    today = day_number(day_of(world.clock.now))
    world.clock.now += DAY * ((at - today) % len(whole.puzzles))


async def test_either_order_of_the_same_steps_is_right(world: World) -> None:
    """East and north, burn, north, burn the cottage: both orders of the first two steps end alike."""
    await show_puzzle(world, "trogdor", "puzzles-9", 233)
    at = await stand(world, world.ann, "trogdor")
    ends = []
    for order in (("step e", "step n"), ("step n", "step e")):
        state, rng = at.posed.state, SeededRng("orders")
        for line in (*order, "burn", "step n", "burn cottage"):
            state = at.entry.game.apply(state, 1, at.entry.game.parse(line, state), rng).state
        ends.append(state)
    assert ends[0] == ends[1]
    for person, line in ((world.ann, "step e"), (world.ben, "step n")):
        move = await world.session.service(Puzzles).play(person.id, "trogdor", at.number, line)
        assert not isinstance(move, PuzzleState)
        assert move.is_right, line


async def test_a_wrong_try_says_so_and_may_be_tried_again(world: World) -> None:
    shown = await open_puzzle(world, world.ann, "thrag")
    await miss(world, world.ann, "thrag", shown)
    assert says(text_of(shown.components), "puzzle.wrong")
    assert says(text_of(shown.components), "puzzle.ask.many", count=2)
    await miss(world, world.ann, "thrag", shown)
    assert says(text_of(shown.components), "puzzle.ask.one")
    await solve(world, world.ann, "thrag", shown)
    assert says(text_of(shown.components), "puzzle.tries.3")


async def test_the_third_wrong_try_ends_it(world: World) -> None:
    shown = await open_puzzle(world, world.ann, "ploc")
    for _ in range(TRIES):
        await miss(world, world.ann, "ploc", shown)
    assert says(text_of(shown.components), "puzzle.missed")
    assert labels(shown) == ["Other puzzles"]
    assert (await stored_attempts(world, world.ann, "ploc")).streak == 0


async def test_days_in_a_row_are_counted_over_midnight_and_a_missed_day_ends_them(world: World) -> None:
    for day in range(1, 4):
        shown = await open_puzzle(world, world.ann, "ploc")
        await solve(world, world.ann, "ploc", shown)
        row = f"{day} days in a row." in text_of(shown.components)
        assert row == (day > 1)
        world.clock.now += DAY
    assert (await stand(world, world.ann, "ploc")).streak == 3
    world.clock.now += DAY
    assert (await stand(world, world.ann, "ploc")).streak == 0
    shown = await open_puzzle(world, world.ann, "ploc")
    await solve(world, world.ann, "ploc", shown)
    assert not says(text_of(shown.components), "puzzle.streak")
    assert (await stored_attempts(world, world.ann, "ploc")).streak == 1


async def test_a_day_that_was_not_found_ends_them_too(world: World) -> None:
    await solve(world, world.ann, "ploc", await open_puzzle(world, world.ann, "ploc"))
    world.clock.now += DAY
    shown = await open_puzzle(world, world.ann, "ploc")
    for _ in range(TRIES):
        await miss(world, world.ann, "ploc", shown)
    world.clock.now += DAY
    await solve(world, world.ann, "ploc", await open_puzzle(world, world.ann, "ploc"))
    assert (await stored_attempts(world, world.ann, "ploc")).streak == 1


async def test_yesterdays_message_leads_to_todays_puzzle(world: World) -> None:
    shown = await open_puzzle(world, world.ann, "ploc")
    before = await stand(world, world.ann, "ploc")
    world.clock.now += DAY
    line = next(wrong(before))
    await use(world.ann, shown, (*way(menu_of(before), line), line)[0])
    assert says(text_of(shown.components), "puzzle.late")
    assert says(text_of(shown.components), "puzzle.ask.many", count=3)
    assert await stored_attempts(world, world.ann, "ploc") == Attempts()
    await solve(world, world.ann, "ploc", shown)
    assert (await stored_attempts(world, world.ann, "ploc")).day == (
        await stand(world, world.ann, "ploc")
    ).day


async def test_it_is_posted_in_the_channel_once_without_pings(world: World) -> None:
    shown = await open_puzzle(world, world.ann, "ploc")
    await miss(world, world.ann, "ploc", shown)
    await solve(world, world.ann, "ploc", shown)
    mark = world.mark()
    await world.ann.click(shown, label="Show everyone")
    line = message_text(world.last("Ploc puzzle"))
    assert line.startswith("**Ann** \N{MIDDLE DOT} ")
    assert says(line, "puzzle.named", game="Ploc")
    assert line.endswith(f": {IN_ENGLISH('puzzle.tries.2')}")
    assert not any(world.pings(mark))
    public = world.public()
    assert "already" in private_text(await world.ann.click(shown, label="Show everyone"))
    assert world.public() == public


async def test_it_can_be_told_after_midnight_until_the_next_one_is_tried(world: World) -> None:
    shown = await open_puzzle(world, world.ann, "ploc")
    await solve(world, world.ann, "ploc", shown)
    ben = await open_puzzle(world, world.ben, "ploc")
    await solve(world, world.ben, "ploc", ben)
    world.clock.now += DAY
    await world.ann.click(shown, label="Show everyone")
    assert says(message_text(world.last("Ploc puzzle")), "puzzle.tries.1")
    await miss(world, world.ben, "ploc", await open_puzzle(world, world.ben, "ploc"))
    public = world.public()
    await world.ben.click(ben, label="Show everyone")
    assert world.public() == public


async def test_two_clicks_at_once_are_one_try(world: World) -> None:
    at = await stand(world, world.ann, "ploc")
    line = next(wrong(at))
    play = world.session.service(Puzzles).play
    await play(world.ann.id, "ploc", at.number, line)
    assert isinstance(await play(world.ann.id, "ploc", at.number, line), PuzzleState)
    store = PuzzleStorage(world.session.context.store)
    assert not await store.change(world.ann.id, "ploc", at.attempts, at.attempts_after_try(found=True))
    assert (await stored_attempts(world, world.ann, "ploc")).tries == 1


async def test_it_goes_on_after_a_restart(world: World) -> None:
    shown = await open_puzzle(world, world.ann, "thrag")
    await miss(world, world.ann, "thrag", shown)
    await world.restart()
    assert says(
        text_of((await open_puzzle(world, world.ann, "thrag")).components), "puzzle.ask.many", count=2
    )
    await solve(world, world.ann, "thrag", shown)
    assert says(text_of(shown.components), "puzzle.tries.2")


async def test_others_have_their_own_and_all_have_the_same_position(world: World) -> None:
    await solve(world, world.ann, "ploc", await open_puzzle(world, world.ann, "ploc"))
    assert says(text_of((await open_puzzle(world, world.ben, "ploc")).components), "puzzle.ask.many", count=3)
    ann, ben = await stand(world, world.ann, "ploc"), await stand(world, world.ben, "ploc")
    assert ann.posed.state == ben.posed.state


async def test_it_is_forgotten_with_the_user(world: World) -> None:
    await solve(world, world.ann, "ploc", await open_puzzle(world, world.ann, "ploc"))
    (row,) = (await world.session.privacy.data_of(world.ann.id))["puzzles"]
    assert (row["game"], row["tries"], row["found"], row["streak"]) == ("ploc", 1, 1, 1)
    await world.session.forget(world.ann.id)
    assert await stored_attempts(world, world.ann, "ploc") == Attempts()


async def test_without_a_game_it_is_asked_for_and_help_leads_there(world: World) -> None:
    which = private(await world.ann.slash(world.channel, "puzzle"))
    assert labels(which) == [CATALOGUE[game].game.title for game in GAMES]
    helped = private(await world.ann.slash(world.channel, "help"))
    which = private(await world.ann.click(helped, label="Puzzle of the day"))
    shown = private(await world.ann.click(which, label="Ploc"))
    assert "Ploc puzzle, " in text_of(shown.components)


@pytest.mark.usefixtures("hilly")
async def test_a_game_without_puzzles_is_not_offered(world: World) -> None:
    which = private(await world.ann.slash(world.channel, "puzzle"))
    assert len(labels(which)) == len(GAMES)
