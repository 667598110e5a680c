from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import NoReturn

import pytest
from PIL import Image, ImageSequence
from simcord.results import InteractionResult

from bot.features.deals.service import Deals
from bot.features.history.replay import FEW, FIRST, LAST, MOST, PAUSE, PAUSES, STEP, durations, frames_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.session import Session
from bot.kernel.trace import Trace
from bot.store import Table
from bot.ui.play.board_layout import board_picture
from bot.words.menu import Menu
from engine.core import Fault, IllegalAction
from engine.replay import LogPosition, effective_positions
from render.film.band import HEIGHT, BandText, band, palette_of
from render.replay import BLINK
from tests.bot.discord.test_limits import check
from tests.bot.samples import Clock
from tests.bot.ui import dragon
from tests.bot.ui.opening import film_of
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, labels, private_text, says, walk
from tests.bot.ui.world import private as private_

LINES = ("dG1-G2", "TG7-F7", "dG2-G3")
KOOM = ("dC12-G8", "TF2-F1", "dH9-J8")


async def film(result: InteractionResult, *, private: bool) -> list[tuple[Image.Image, int]]:
    """The pictures that the one replay in an answer holds, and for how many milliseconds each."""
    (answer,) = [one for one in (result.response, *result.followups) if one and one.attachments]
    assert answer.ephemeral == private
    check(answer.components)
    (file,) = answer.attachments
    assert file.filename.endswith("-replay.gif")
    with Image.open(io.BytesIO(await file.read())) as gif:
        every = [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(gif)]
    found, waited = [], 0
    for picture, duration in every:
        waited += duration
        if duration != BLINK:
            found.append((picture, waited))
            waited = 0
    return found


def load_image(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")


def board_alone(picture: Image.Image) -> bytes:
    """A picture without its caption."""
    return picture.crop((0, 74, *picture.size)).tobytes()


def board_in(frame: Image.Image) -> Image.Image:
    """The board in a frame, without the band beneath it."""
    return frame.crop((0, 0, frame.width, frame.height - HEIGHT))


def band_in(frame: Image.Image) -> bytes:
    """The band beneath the board."""
    return frame.crop((0, frame.height - HEIGHT, *frame.size)).tobytes()


def saying(text: str, count: str, like: bytes) -> bytes:
    """A band that says so, under a board like this one."""
    with Image.open(io.BytesIO(like)) as board:
        colours = palette_of(bytes(board.getpalette() or ()))
        return band(BandText(text, count), board.width, colours).convert("RGB").tobytes()


async def drawn_boards(session: Session, table: Table) -> list[bytes]:
    """The boards after all effective lines, as they would be posted, without captions."""
    result = []
    for position in effective_positions(await session.history.positions(table)):
        shown = replace(session.tables.show(table), state=position.state)
        result.append(board_alone(load_image(board_picture(IN_ENGLISH, shown, Menu()))))
    return result


def way(*keys: object) -> list[LogPosition]:
    """Positions whose turns are these."""
    return [LogPosition(ply, key, 0) for ply, key in enumerate(keys)]


def older(world: World) -> None:
    """From now on the rules refuse whatever was played."""

    def refuse(*_: object) -> NoReturn:
        raise IllegalAction(Fault.ILLEGAL, "thud:turn-1", "not-your-turn")

    thud = CATALOGUE["thud"]
    world.session.context.catalogue = {
        **CATALOGUE,
        "thud": replace(thud, game=replace(thud.game, apply=refuse)),
    }


# Which positions


def test_of_a_game_of_few_turns_every_step_is_shown() -> None:
    assert list(frames_of(way(*"AAABBBCC"), str)) == list(range(8))


def test_of_a_longer_one_each_turn_is_one_frame_as_it_began_and_the_last_step_another() -> None:
    keys = [turn for turn in range(FEW) for _ in range(3)]
    assert list(frames_of(way(*keys), int)) == [*range(0, 3 * FEW, 3), 3 * FEW - 1]


@pytest.mark.parametrize("turns", [MOST, MOST + 1, 3 * MOST, 1000])
def test_of_a_long_one_several_turns_come_together_and_nothing_jumps(turns: int) -> None:
    result = list(frames_of(way(*range(turns)), int))
    assert len(result) == MOST
    assert (result[0], result[-1]) == (0, turns - 1)
    steps = {after - before for before, after in pairwise(result)}
    assert max(steps) - min(steps) <= 1
    assert min(steps) >= 1


def test_a_game_that_has_only_begun_is_one_picture() -> None:
    assert list(frames_of(way("A"), str)) == [0]


def test_the_first_and_the_last_frame_are_held_and_so_are_those_in_which_most_happened() -> None:
    assert durations([0]) == [FIRST, LAST]
    assert durations([0, 0, 0]) == [FIRST, STEP, STEP, LAST]
    assert durations([0, 5, 0]) == [FIRST, STEP, PAUSE, LAST]
    assert PAUSE > 2 * STEP
    even = durations([3] * 40)
    assert set(even[1:-1]) == {STEP}, "where all matters alike nothing stands out"
    busy = durations([*range(40), 0])
    assert busy.count(PAUSE) == 6 == -(-41 // PAUSES)
    assert all(one == PAUSE for one in busy[35:41])


def test_a_whole_game_can_be_followed_and_is_over_in_a_minute_and_a_half() -> None:
    longest = durations(list(range(MOST - 1)))
    assert len(longest) == MOST
    assert sum(longest) <= 90_000
    assert min(longest) >= STEP >= 750


# What is sent


@pytest.mark.parametrize("end", [(), ("resign",)])
async def test_only_the_user_who_asks_sees_it(world: World, end: tuple[str, ...]) -> None:
    table = await world.start_table(*LINES, *end)
    async with world.assert_unchanged():
        result = await film_of(world.cleo, world.channel)
    frames = await film(result, private=True)
    assert [duration for _, duration in frames] == [FIRST, *[STEP] * (2 + len(end)), LAST]
    assert [board_alone(board_in(picture)) for picture, _ in frames] == await drawn_boards(
        world.session, table
    )
    last = load_image(board_picture(IN_ENGLISH, world.session.tables.show(table), Menu()))
    assert board_in(frames[-1][0]).tobytes() == last.tobytes(), (
        "the last one is the last board, caption and all"
    )


async def test_it_can_be_shown_to_everyone(world: World) -> None:
    await world.start_table(*LINES)
    shown = await film_of(world.cleo, world.channel)
    (mine,) = [answer for answer in (shown.response, *shown.followups) if answer and answer.attachments]
    assert labels(mine) == ["Show everyone"]
    mark = world.mark()
    result = await world.cleo.click(mine, label="Show everyone")
    assert len(await film(result, private=False)) == 4
    assert private_text(result) == IN_ENGLISH("replay.shared")
    assert world.pings(mark) in ([], [set()])


async def test_under_each_board_stands_who_did_what_and_which_move_it_was(world: World) -> None:
    table = await world.start_table(*LINES)
    frames = await film(await film_of(world.ann, world.channel), private=True)
    board = board_picture(IN_ENGLISH, world.session.tables.show(table), Menu())
    told_ = ("Ann and Ben", "Ann moved a dwarf from G1 to G2.", "Ben moved a troll from G7 to F7.")
    for number, text in enumerate(told_):
        assert band_in(frames[number][0]) == saying(text, f"{number} / 3", board)


async def test_it_is_in_the_users_language_and_shared_in_that_of_the_table(
    world: World,
) -> None:
    table = await world.start_table(*LINES)
    await world.session.management.set_language(world.click_by(world.ann), table.id, "de", Trace("scene", 0))
    shown = await film_of(world.cleo, world.channel)
    mine = await film(shown, private=True)
    (message,) = [answer for answer in (shown.response, *shown.followups) if answer and answer.attachments]
    theirs = await film(await world.cleo.click(message, label="Show everyone"), private=False)
    assert band_in(mine[1][0]) != band_in(theirs[1][0])


async def test_the_last_frame_of_a_game_that_is_over_says_how_it_ended(world: World) -> None:
    table = await world.start_table(*LINES, "resign")
    frames = await film(await film_of(world.ann, world.channel), private=True)
    positions = effective_positions(await world.session.history.positions(table))
    result = CATALOGUE["thud"].help.review(IN_ENGLISH, ("Ann", "Ben"), positions).result
    board = board_picture(IN_ENGLISH, world.session.tables.show(table), Menu())
    assert band_in(frames[-1][0]) == saying(result, "4 / 4", board)


@pytest.mark.parametrize(("game", "lines"), [("thud", LINES), ("koom", KOOM)])
async def test_a_battle_is_seen_at_its_end_and_then_the_start_of_the_next_one(
    world: World, game: str, lines: tuple[str, ...]
) -> None:
    table = await world.start_table(*lines, "offer", "accept", game=game)
    frames = await film(await film_of(world.ann, world.channel), private=True)
    boards = await drawn_boards(world.session, table)
    seen = [board_alone(board_in(picture)) for picture, _ in frames]
    assert len(seen) == len(boards) + 1
    assert seen[:-2] == boards[:-1]
    assert seen[-2] not in {boards[0], boards[-1]}
    assert seen[-1] == boards[-1]


async def test_what_was_taken_back_is_left_out(world: World) -> None:
    await world.start_table("dG1-G2")
    assert "move 0" in await _undone(world)
    table = (await world.session.play.move(world.click_by(world.ann), 1, "dF1-F2", Trace("test", 0))).table
    frames = await film(await film_of(world.ann, world.channel), private=True)
    assert table.plies == 3
    assert len(frames) == 2
    assert [board_alone(board_in(picture)) for picture, _ in frames] == await drawn_boards(
        world.session, table
    )


async def _undone(world: World) -> str:
    await world.ann.slash(world.channel, "undo")
    return f"move {(await world.log())[-1].action.removeprefix('!undo ')}"


@pytest.mark.slow
@pytest.mark.parametrize("stem", ["thrag_win", "ploc_swap_hit"])
async def test_a_whole_game_is_replayed_to_its_end(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str
) -> None:
    script = playthrough(stem, monkeypatch)
    table = await script.start(world, len(script.plies))
    frames = await film(await film_of(world.cleo, world.channel), private=True)
    positions = effective_positions(await world.session.history.positions(table))
    assert len(frames) == len(frames_of(positions, script.entry.rules.turn_key)) > 15
    boards = await drawn_boards(world.session, table)
    assert board_alone(board_in(frames[0][0])) == boards[0]
    assert board_alone(board_in(frames[-1][0])) == boards[-1]
    assert {board_alone(board_in(picture)) for picture, _ in frames} <= set(boards)


@pytest.mark.usefixtures("known_cards")
async def test_of_a_few_turns_of_trogdor_every_step_is_there(world: World) -> None:
    await dragon.start_game(world, *dragon.TO_CLEO)
    frames = await film(await film_of(world.ann, world.channel), private=True)
    assert len(frames) == 1 + len(dragon.TO_CLEO)
    assert len({board_alone(board_in(picture)) for picture, _ in frames}) == len(frames)


async def test_at_a_table_of_elsewhere_it_is_for_one_alone(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.start_table(*LINES, "resign")
    result = await film_of(world.ben, other, table="T1")
    assert len(await film(result, private=True)) == 5
    (mine,) = [message for message in (result.response, *result.followups) if message and message.attachments]
    assert labels(mine) == []
    assert says(private_text(await world.cleo.slash(other, "history", table="T1")), "no-table", code="T1")


async def test_a_deal_of_the_day_is_replayed_only_for_its_players(world: World, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
    trace, daily = Trace("scene", 0), Opening("thrag", {}, None, None)
    table = (await world.session.service(Deals).open_deal(world.click_by(world.ann), daily, trace)).table
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", trace)
    assert len(await film(await film_of(world.ann, world.channel, table="T1"), private=True)) == 2
    before = world.public()
    answer = private_text(await world.ben.slash(world.channel, "history", table="T1"))
    assert says(answer, "daily-unplayed")
    assert world.public() == before


# What is refused


async def test_before_the_first_move_there_is_no_film(world: World) -> None:
    await world.start_table()
    page = private_(await world.ann.slash(world.channel, "history"))
    assert "Film" in [part["label"] for part in walk(page.components) if part.get("disabled")]


async def test_nor_is_there_where_every_move_was_taken_back(world: World) -> None:
    await world.start_table("dG1-G2")
    await _undone(world)
    assert says(private_text(await film_of(world.ann, world.channel)), "replay-nothing")


async def test_a_replay_that_discord_would_not_take_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.history.replay.gif", lambda *_: b"x" * (26 * 2**20))
    await world.start_table(*LINES)
    before = world.public()
    assert "too big" in private_text(await film_of(world.cleo, world.channel))
    assert world.public() == before
