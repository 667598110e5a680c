"""The deal of the day over Discord: a board for one, one line for the channel, and no look before playing."""

from __future__ import annotations

import logging
import sqlite3
from datetime import UTC, datetime

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.features.deals.service import Deals
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.playground import _post_welcome
from bot.store import Status
from bot.words import LANGUAGES
from tests.bot.discord.test_limits import check
from tests.bot.samples import Clock
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import SEED, World, board, labels, private_text, says, text_of
from tests.databases import of_file

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
TITLE = "One Man, Thrag!, 21 November"
FIRST = "who first?"
HALF = 12 * 3600
DAILY = Opening("thrag", {}, None, None)


@pytest.fixture(autouse=True)
def _noon(clock: Clock) -> None:
    clock.now = NOON


async def deal(world: World, actor: MemberActor, channel: ChannelHandle | None = None) -> ResponseMessage:
    """A player's private board of today's deal."""
    return private_response(await open_table(actor, channel or world.channel, "thrag", daily=True))


def private_response(result: InteractionResult) -> ResponseMessage:
    """The private message that an interaction led to, or that it changed."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def resign_asks_first(actor: MemberActor, shown: ResponseMessage) -> None:
    """Resigning is a plain button among the other ways, with a confirmation."""
    for label in ("Other ways…", "Resign"):
        await actor.click(shown, label=label)


async def resign(actor: MemberActor, shown: ResponseMessage) -> InteractionResult:
    await resign_asks_first(actor, shown)
    return await actor.click(shown, label="Yes: Resign")


async def play_on(actor: MemberActor, shown: ResponseMessage) -> InteractionResult:
    """Click the first button of the game, and confirm if asked."""
    offered = labels(shown)
    label = next((label for label in offered if label.startswith("Yes")), offered[0])
    return await actor.click(shown, label=label)


def public(result: InteractionResult) -> list[str]:
    return [text_of(one.components) for one in result.followups if not one.ephemeral]


# A whole game


@pytest.mark.rule("thrag:daily-1")
async def test_a_whole_game_is_played_in_one_private_message(world: World) -> None:
    mark, before = world.mark(), world.public()
    shown = await deal(world, world.ann)
    called = IN_ENGLISH("thrag.call.fight.many", names=f"<@{world.ann.id}>")
    assert f"### {TITLE} · T1\n{called}" in text_of(shown.components)
    assert says(text_of(shown.components), "daily.private")
    assert shown.attachments[0].filename == "T1-0.png"
    check(shown.components)
    result = await play_on(world.ann, shown)
    while (await world.table()).status is Status.PLAYING:
        assert world.public() == before
        assert private_response(result).id == shown.id
        result = await play_on(world.ann, shown)
    table = await world.table()
    assert table.board is None
    assert shown.attachments[0].filename == f"T1-{table.revision}.png"
    assert labels(shown) == ["History", "Luck", "Fair play"]
    assert says(text_of(shown.components), "daily.next", when="<t:1795305600:R>")
    check(shown.components)
    (line,) = public(result)
    share = line.rpartition("**1.** Ann: ")[2]
    assert share in text_of(shown.components)
    head = f"**Ann** played **{TITLE}**."
    assert line.splitlines() == [head, "", IN_ENGLISH("daily.table"), f"**1.** Ann: {share}"]
    assert world.pings(mark) == [set()], "one public message without a ping"


async def test_a_guided_question_and_a_typed_move_stay_private(world: World) -> None:
    shown = await deal(world, world.ann)
    async with world.assert_unchanged():
        assert private_text(await tap(world.ann, shown, "As text")).startswith("```")
    before = world.public()
    form = await tap(world.ann, shown, "Type a move")
    result = await world.ann.submit_modal(form, {"move": "fight blue"})
    assert private_response(result).id == shown.id
    again = private_response(await world.move(world.ann, "fight red"))
    assert again.id != shown.id
    assert says(
        text_of(again.components),
        "thrag.struck",
        strength=4,
        against=5,
        beast=IN_ENGLISH("thrag.beast.red.1.object"),
        suit="red",
        damage=1,
    )
    assert [line.action for line in await world.log()] == ["fight blue", "fight red"]
    assert world.public() == before


async def test_a_question_takes_the_place_of_the_board_and_gives_it_back(world: World) -> None:
    shown = await deal(world, world.ann)
    await resign_asks_first(world.ann, shown)
    assert text_of(shown.components) == IN_ENGLISH("thrag.confirm.resign")
    assert shown.attachments == []
    async with world.assert_unchanged():
        await world.ann.click(shown, label="Back")
        assert FIRST in text_of(shown.components)
        assert len(shown.attachments) == 1
    await resign_asks_first(world.ann, shown)
    (line,) = public(await world.ann.click(shown, label="Yes: Resign"))
    assert says(line, "thrag.share.resignation", turn=1)
    assert says(text_of(shown.components), "thrag.over.resignation", name="Ann")


async def test_resigning_by_command_ends_in_the_same_way(world: World) -> None:
    await deal(world, world.ann)
    asked = private_response(await world.ann.slash(world.channel, "resign"))
    await world.ann.click(asked, label="Back")
    assert FIRST in text_of(asked.components), "it has become the board"
    async with world.assert_unchanged():
        assert "playing alone" in private_text(await world.ann.slash(world.channel, "leave"))
    assert public(await resign(world.ann, asked))


# Once


@pytest.mark.rule("thrag:daily-1")
async def test_the_second_time_the_board_is_shown_again(world: World) -> None:
    first = await deal(world, world.ann)
    await play_on(world.ann, first)
    again = await deal(world, world.ann)
    assert labels(again) == labels(first)
    assert await world.session.context.store.table(2) is None
    await resign(world.ann, again)
    async with world.assert_unchanged():
        said = private_text(await open_table(world.ann, world.channel, "thrag", daily=True))
    played, share = said.splitlines()[:2]
    assert played == IN_ENGLISH("daily.done", title=TITLE)
    assert says(share, "thrag.share.resignation", turn=1, turns=12)
    assert says(said, "daily.next", when="<t:1795305600:R>")


async def test_options_are_refused_together_with_the_deal(world: World) -> None:
    for options in ({"weapons": "none"}, {"null_coin": 1}, {"clock": 5}, {"hints": 2}):
        result = await open_table(world.ann, world.channel, "thrag", daily=True, **options)
        assert says(private_text(result), "daily-options")
    assert await world.session.context.store.table(1) is None
    shown = board(await open_table(world.ann, world.channel, "thrag", daily=False, null_coin=2))
    assert CATALOGUE["thrag"].codec.load((await world.table()).state or "").null_coin == 2
    assert FIRST in text_of(shown.components)


async def test_a_double_click_plays_once(world: World) -> None:
    shown = await deal(world, world.ann)
    label = labels(shown)[0]
    posted = await world.at_once((world.ann, shown, label), (world.ann, shown, label))
    assert (await world.table()).plies == 1
    assert says("".join(one.text for one in posted), "old-board.redrawn")


async def test_an_old_board_is_redrawn_and_says_so(world: World) -> None:
    """The bot cannot edit a private board on its own; a click on a stale one lets it."""
    olds = [await deal(world, world.ann)]
    olds += [private_response(await world.ann.slash(world.channel, "board")) for _ in range(3)]
    await play_on(world.ann, olds.pop())
    newest = (await world.table()).revision
    async with world.assert_unchanged():
        for old, label in zip(olds, (labels(olds[0])[0], "Other ways…", "Type a move"), strict=True):
            result = await world.ann.click(old, label=label)
            (sentence,) = result.followups
            said = text_of(sentence.components)
            assert said.startswith(
                IN_ENGLISH(
                    "old-board.redrawn",
                    what=IN_ENGLISH(
                        "thrag.slain", strength=4, against=3, beast=IN_ENGLISH("thrag.beast.blue.1.object")
                    ),
                )
            )
            assert "discord.com" not in said
            assert f"t1.{newest}." in str(old.components)


# Elsewhere


async def test_in_another_channel_the_same_game_goes_on_and_is_told_where_it_began(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await deal(world, world.ann)
    looked = private_response(await world.ann.slash(other, "board", table="T1"))
    assert labels(looked) == ["As text"], "as for every table of another channel"
    shown = await deal(world, world.ann, channel=other)
    mark = world.mark()
    result = await resign(world.ann, shown)
    assert public(result) == []
    (posted,) = [one for one in world.posts_since(mark) if one.new and not one.private]
    assert posted.text.startswith("**Ann** played")
    assert world.channel.last_message is not None
    assert other.last_message is None or other.last_message.flags.ephemeral
    nobody = private_text(await world.ben.slash(other, "stats", show="day"))
    assert nobody.startswith(IN_ENGLISH("daily.none.today", date="21 November"))


async def test_alone_with_the_bot_the_board_is_one_like_any_other(world: World) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "thrag", daily=True))
    assert not says(text_of(shown.components), "daily.private")
    assert (await world.table()).board is not None
    mark = world.mark()
    others = (await user.click(shown, label="Other ways…")).response
    assert others is not None
    asked = (await user.click(others, label="Resign")).response
    assert asked is not None
    await user.click(asked, label="Yes: Resign")
    (posted,) = [one for one in world.posts_since(mark) if "calls it a night" in one.text]
    assert says(posted.text, "thrag.share.resignation", turn=1, turns=12)
    assert [one for one in world.posts_since(mark) if "** played **" in one.text] == []


async def test_begun_alone_with_the_bot_and_gone_on_with_in_a_server(world: World) -> None:
    user = world.ann.user
    first = board(await open_table(user, None, "thrag", daily=True))
    shown = await deal(world, world.ann)
    assert (await world.table()).board is None
    assert world.is_gone(first), "there is one board of it"
    result = await resign(world.ann, shown)
    assert public(result) == [], "it was begun in direct messages"


async def test_begun_in_a_server_it_stays_private_in_direct_messages(world: World) -> None:
    await deal(world, world.ann)
    again = private_response(await open_table(world.ann.user, None, "thrag", daily=True))
    assert (await world.table()).board is None
    assert says(text_of(again.components), "daily.private")
    mark = world.mark()
    for label in ("Other ways…", "Resign", "Yes: Resign"):
        await world.ann.user.click(again, label=label)
    assert [one.new for one in world.posts_since(mark) if "**Ann** played" in one.text] == [True]


@pytest.mark.rule("thrag:daily-2")
async def test_the_results_of_a_day_are_one_message_that_grows(world: World) -> None:
    result = await resign(world.ann, await deal(world, world.ann))
    (first,) = [one for one in result.followups if not one.ephemeral]
    assert labels(first) == ["Play it"]
    begun = private_response(await world.ben.click(first, label="Play it"))
    assert says(text_of(begun.components), "daily.private")
    mark = world.mark()
    await resign(world.ben, begun)
    assert [one for one in world.posts_since(mark) if one.new and not one.private] == []
    assert text_of(first.components).splitlines()[0] == f"**Ben** played **{TITLE}**."
    assert "Ann: " in text_of(first.components)
    assert labels(first) == ["Play it"]


# No one looks before playing


@pytest.mark.rule("thrag:daily-1")
@pytest.mark.parametrize("command", ["board", "table log"])
async def test_others_look_when_they_have_played(world: World, command: str) -> None:
    shown = await deal(world, world.ann)
    await play_on(world.ann, shown)
    async with world.assert_unchanged():
        said = private_text(await world.ben.slash(world.channel, command, table="T1"))
        assert says(said, "daily-unplayed")
        assert says(said, "daily-unplayed")
    own = await deal(world, world.ben)
    async with world.assert_unchanged():
        said = private_text(await world.ben.slash(world.channel, command, table="T1"))
        assert said == IN_ENGLISH("daily-playing", code="T2")
    await resign(world.ben, own)
    async with world.assert_unchanged():
        looked = private_response(await world.ben.slash(world.channel, command, table="T1"))
        assert labels(looked) == (["As text"] if command == "board" else [])


@pytest.mark.parametrize("plays_too", [False, True])
async def test_who_does_not_sit_there_is_told_so_and_nothing_of_the_deal(
    world: World, *, plays_too: bool
) -> None:
    await deal(world, world.ann)
    if plays_too:
        await deal(world, world.ben)
    async with world.assert_unchanged():
        for command, options in (("resign", {}), ("leave", {}), ("move", {"move": "stop"})):
            said = private_text(await world.ben.slash(world.channel, command, table="T1", **options))
            assert said == IN_ENGLISH("not-seated-deal")


async def test_the_board_says_from_the_beginning_who_will_hear_of_it(world: World) -> None:
    promise = (
        "-# When you're done, I tell the channel where you started how you did, but nothing of the deal."
    )
    shown = await deal(world, world.ann)
    assert promise in text_of(shown.components)
    again = private_response(await open_table(world.ann.user, None, "thrag", daily=True))
    assert promise in text_of(again.components), "from elsewhere, too"
    shown = await deal(world, world.ann)
    await play_on(world.ann, shown)
    for later in (shown, private_response(await world.ann.slash(world.channel, "board", table="T1"))):
        assert promise not in text_of(later.components), "only at first"
        assert not says(text_of(later.components), "daily.private")
    await resign(world.ann, later)
    assert promise not in text_of(later.components)


async def test_no_announcement_is_promised_where_none_is_made(world: World) -> None:
    await open_table(world.ann.user, None, "thrag", daily=True)
    shown = await deal(world, world.ann)
    assert says(text_of(shown.components), "daily.private")
    assert not says(text_of(shown.components), "daily.told")


async def test_the_list_names_it_and_links_nowhere(world: World) -> None:
    await deal(world, world.ann)
    said = private_text(await world.ben.slash(world.channel, "games"))
    acts = IN_ENGLISH("table.state.playing", names="Ann")
    assert f"**T1** {TITLE}: Ann; {acts}" in said
    assert "http" not in said


@pytest.mark.parametrize("late", [False, True])
async def test_a_forged_click_is_refused(world: World, clock: Clock, *, late: bool) -> None:
    shown = await deal(world, world.ann)
    clock.now += HALF * late
    async with world.assert_unchanged():
        for wanted in (labels(shown)[0], "Other ways…", "Type a move"):
            (posted,) = await world.at_once((world.ben, shown, wanted))
            assert posted.private
            assert posted.text == IN_ENGLISH("not-seated-deal")
        if not late:
            (posted,) = await world.at_once((world.ben, shown, "More"))
            assert says(posted.text, "daily-unplayed")


@pytest.mark.rule("thrag:daily-3")
async def test_nothing_tells_the_seed(world: World, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    shown = await deal(world, world.ann)
    await play_on(world.ann, shown)
    await world.move(world.ann, "nonsense")
    await world.ann.slash(world.channel, "table log")
    await resign(world.ann, private_response(await world.ann.slash(world.channel, "board")))
    mine = private_response(await world.ann.slash(world.channel, "table log"))
    assert says(text_of(mine.components), "log.sealed")
    assert [SEED in (await file.read()).decode() for file in mine.attachments] == [False, False]
    assert SEED not in caplog.text
    assert SEED not in str([request.json for request in world.env.http_requests])
    clock.now += HALF
    mine = private_response(await world.ann.slash(world.channel, "table log"))
    assert SEED in (await mine.attachments[1].read()).decode()
    assert not says(text_of(mine.components), "log.sealed")


# The table of the day


@pytest.mark.parametrize("language", LANGUAGES)
async def test_how_it_went_is_told_once_in_every_language(world: World, language: str) -> None:
    world.session.context.store.servers.people_speak[world.ann.id] = language
    world.session.context.store.servers.servers_speak[world.guild.id] = language
    await deal(world, world.ann)
    (line,) = public(await world.move(world.ann, "resign"))
    head, gap, about, place = line.splitlines()
    assert "**Ann**" in head
    assert gap == ""
    assert about
    assert place.startswith("Ann")


async def day_of(world: World, **options: str) -> ResponseMessage:
    """What Ben alone is shown of a day's deals."""
    shown = (await world.ben.slash(world.channel, "stats", **options or {"show": "day"})).response
    assert shown is not None
    assert shown.ephemeral
    return shown


@pytest.mark.rule("thrag:daily-2")
async def test_the_table_of_the_day(world: World, clock: Clock) -> None:
    for actor in (world.ann, world.cleo):
        clock.now += 60
        await resign(actor, await deal(world, actor))
    await deal(world, world.ben)
    mark = world.mark()
    shown = await day_of(world)
    (head, share) = text_of(shown.components).splitlines()[1].split(": ", 1)
    assert head == "Ann"
    assert share.startswith(
        IN_ENGLISH("thrag.share.resignation", turn=1, turns=12, slain=0, all=15, bars="▁")
    )
    assert text_of(shown.components).splitlines() == [
        f"### {TITLE}",
        f"Ann: {share}",
        f"Cleo: {share}",
        IN_ENGLISH("daily.playing", names="Ben"),
    ]
    check(shown.components)
    assert world.pings(mark) == []
    shared = board(await world.ben.click(shown, label="Show everyone"))
    assert text_of(shared.components) == text_of(shown.components)
    assert not labels(shared)
    assert world.pings(mark) == [set()]


async def test_the_table_of_another_day(world: World, clock: Clock) -> None:
    await resign(world.ann, await deal(world, world.ann))
    clock.now += 2 * HALF
    said = text_of((await day_of(world)).components)
    assert said.startswith(IN_ENGLISH("daily.none.today", date="22 November"))
    assert "`/play`" in said
    await resign(world.ann, await deal(world, world.ann))
    offered = await world.ben.autocomplete(world.channel, "stats", "date", "")
    assert [choice["value"] for choice in offered] == ["2026-11-22", "2026-11-21"]
    offered = await world.ben.autocomplete(world.channel, "stats", "date", "21 nov")
    assert [choice["name"] for choice in offered] == ["21 November (2026-11-21)"]
    shown = await day_of(world, date="2026-11-21")
    assert f"### {TITLE}" in text_of(shown.components)
    another = (await world.ben.select(shown, ["2026-11-22"])).response
    assert another is not None
    assert "22 November" in text_of(another.components)
    check(another.components)
    shown = await day_of(world, date="2026-11-20", show="day")
    assert text_of(shown.components).startswith(IN_ENGLISH("daily.none", date="20 November"))
    assert "Show everyone" not in labels(shown)
    said = text_of((await day_of(world, date="tomorrow")).components)
    assert said == IN_ENGLISH("no-period", text="tomorrow")


async def test_a_long_table_of_the_day_is_cut_and_says_so(world: World) -> None:
    people = [world.guild.add_member(world.env.create_user(f"{'w' * 28}{number}")) for number in range(50)]
    for person in people[:40]:
        await world.session.service(Deals).open_deal(world.click_by(person), DAILY, Trace("scene", 0))
    for number, person in enumerate(people[:40], 1):
        await world.session.play.move(world.click_by(person), number, "resign", Trace("scene", 0))
    for person in people[40:]:
        await world.session.service(Deals).open_deal(world.click_by(person), DAILY, Trace("scene", 0))
    await world.session.service(Deals).open_deal(world.click_by(world.ann), DAILY, Trace("scene", 0))
    shown = await day_of(world)
    check(shown.components)
    lines = text_of(shown.components).splitlines()
    left_out = 40 - len(lines) + 3
    assert lines[-2] == f"And {left_out} more."
    assert lines[-1].endswith("and 1 other.")


# The deal of the week


@pytest.mark.rule("thrag:weekly-1", "thrag:weekly-2")
async def test_a_week_is_played_and_told_like_a_day(world: World, clock: Clock) -> None:
    title = "One Man, Thrag!, week of 16 November"
    await deal(world, world.ann)
    shown = private_response(await open_table(world.ann, world.channel, "thrag", weekly=True))
    assert title in text_of(shown.components)
    (line,) = public(await resign(world.ann, shown))
    assert line.splitlines()[:3] == [f"**Ann** played **{title}**.", "", IN_ENGLISH("weekly.table")]
    again = private_text(await open_table(world.ann, world.channel, "thrag", weekly=True))
    played, share = again.splitlines()[:2]
    assert played == IN_ENGLISH("daily.done", title=title)
    assert says(share, "thrag.share.resignation", turn=1, turns=12)
    assert says(again, "daily.next", when="<t:1795392000:R>")
    page = await day_of(world, show="week")
    assert text_of(page.components).splitlines()[0] == f"### {title}"
    check(page.components)
    today = (await world.ben.click(page, label="Deal of the day")).response
    assert today is not None
    assert says(text_of(today.components), "daily.playing", names="Ann")
    clock.now += 14 * HALF
    said = text_of((await day_of(world, show="week")).components)
    assert said.startswith(IN_ENGLISH("weekly.none.now", date=IN_ENGLISH("weekly.of", date="23 November")))
    past = await day_of(world, date="2026-W47")
    assert text_of(past.components).splitlines()[0] == f"### {title}"
    offered = await world.ben.autocomplete(world.channel, "stats", "date", "w47")
    assert [choice["value"] for choice in offered] == ["2026-W47"]


# What can go wrong


async def test_a_game_over_midnight_counts_for_its_date(world: World, clock: Clock) -> None:
    shown = await deal(world, world.ann)
    clock.now += HALF
    result = await resign(world.ann, shown)
    (line,) = public(result)
    assert line.startswith(f"**Ann** played **{TITLE}**.")
    assert says(text_of(shown.components), "daily.now")
    assert "22 November" in text_of((await deal(world, world.ann)).components)


async def test_a_bot_restarted_in_the_middle_goes_on(world: World) -> None:
    shown = await deal(world, world.ann)
    await play_on(world.ann, shown)
    await resign_asks_first(world.ann, shown)
    await world.restart()
    await world.ann.click(shown, label="Back")
    assert "<@" in text_of(shown.components)
    plies = (await world.table()).plies
    await play_on(world.ann, shown)
    assert (await world.table()).plies == plies + 1
    await world.restart()
    again = await deal(world, world.ann)
    assert labels(again) == labels(shown)
    assert public(await resign(world.ann, again))


async def test_a_result_that_cannot_be_posted_is_on_the_table_of_the_day(world: World) -> None:
    shown = await deal(world, world.ann)
    await resign_asks_first(world.ann, shown)
    world.env.inject_error("POST", "/webhooks/*", status=403, code=50013, times=1)
    result = await world.ann.click(shown, label="Yes: Resign")
    assert public(result) == []
    said = [text_of(one.components) for one in result.followups if one.ephemeral]
    assert said == [IN_ENGLISH("daily.not-posted")]
    assert (await world.table()).status is Status.OVER
    line = next(one for one in text_of((await day_of(world)).components).splitlines() if "Ann: " in one)
    assert says(line, "thrag.share.resignation")


async def test_an_answer_that_comes_too_late_leaves_the_move_saved(world: World) -> None:
    shown = await deal(world, world.ann)
    label = labels(shown)[0]
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    before = world.public()
    await world.ann.click(shown, label=label)
    assert (await world.table()).plies == 1
    assert world.public() == before, "no other user sees it"


def _pragma(connection: sqlite3.Connection, setting: str) -> int:
    value: int = connection.execute(f"PRAGMA {setting}").fetchone()[0]
    return value


async def test_a_full_disk_begins_nothing(world: World) -> None:
    store = world.session.context.store
    pages = await of_file(store.writer).read(_pragma, "page_count")
    await of_file(store.writer).read(_pragma, f"max_page_count = {pages}")
    begun, said = 0, ""
    while True:
        person = world.guild.add_member(world.env.create_user(f"p{begun}"))
        said = text_of(
            private_response(await open_table(person, world.channel, "thrag", daily=True)).components
        )
        if "disk" in said:
            break
        begun += 1
    assert says(said, "disk-full")
    assert await store.table(begun + 1) is None
    await of_file(store.writer).read(_pragma, f"max_page_count = {pages * 1_000}")
    await deal(world, person)
    assert (await world.table(begun + 1)).status is Status.PLAYING


async def test_a_deal_is_never_posted_into_the_channel_by_the_playground(world: World) -> None:
    await deal(world, world.ann)
    mark = world.mark()
    await _post_welcome(world.bot, world.channel)
    assert "T1" not in "".join(one.text for one in world.posts_since(mark))
