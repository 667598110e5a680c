"""`/table log`: a whole game as text, as its readers find it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.features.history.log import SHOWN, WIDTH, Log
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.ops.upgrade import snapshot_changed_games
from bot.store import Base, Line, Player, Terms, Time
from engine.core import Fault, IllegalAction, Step
from engine.replay import LogPosition, first_position, replay_positions
from engine.trogdor.events import Preferred, TradeOffered
from tests.bot.games.whole_games import PEOPLE, whole
from tests.bot.samples import ANN, BEN, CLEO, QUIET, table_of
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private_text, says
from tests.playthroughs.golden import FILES

BEGAN = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)
CAPTURES = ((0, "dG1-G6"), (1, "TG8-F8"), (0, "dG6-G7xG7"), (1, "TH7-H6xG7"))
SAID = {
    "dG1-G6": "Ann moved a dwarf from G1 to G6.",
    "TG8-F8": "Ben moved a troll from G8 to F8.",
    "dG6-G7xG7": "Ann took the troll on G7 with a lone dwarf from G6.",
    "TH7-H6xG7": "Ben moved a troll from H7 to H6. The dwarf on G7 is out.",
}
"""The first lines of a game in words."""


@dataclass(frozen=True)
class Did:
    """A line with its author, an hour after the one before."""

    seat: int
    action: str
    user: int | None


def log_of(*lines: tuple[int, str] | Did, **changes: Any) -> Log:
    """The log of a game of Thud between Ann and Ben, each line by its seat unless given otherwise."""
    did = [line if isinstance(line, Did) else Did(*line, (ANN, BEN)[line[0]].id) for line in lines]
    entry, seed = CATALOGUE["thud"], "secret"
    table = replace(
        table_of((0, ANN), (1, BEN)),
        time=Time(BEGAN.timestamp(), BEGAN.timestamp()),
        **changes,
    )
    positions = replay_positions(
        entry.game, first_position(entry.game, {}, 2, seed), seed, [(line.seat, line.action) for line in did]
    )
    written = tuple(_line(ply, line) for ply, line in enumerate(did, 1))
    table = replace(table, plies=len(written), state=entry.codec.dump(positions[-1].state))
    return Log(IN_ENGLISH, entry, table, written, positions)


def _line(ply: int, did: Did) -> Line:
    return Line(ply, did.seat, did.user, did.action, "", (BEGAN + (ply - 1) * HOUR).timestamp())


def playthrough_log(name: str) -> Log:
    """The log of a playthrough, played in an evening and a night."""
    key, seats, positions = whole(name)
    lines = tuple(
        _line(at.ply, Did(at.seat or 0, str(at.action), 11 + (at.seat or 0))) for at in positions[1:]
    )
    return _make_log(key, seats, positions, lines)


def _make_log(key: str, seats: int, found: Sequence[LogPosition], lines: tuple[Line, ...]) -> Log:
    entry = CATALOGUE[key]
    players = tuple(Player(seat, 11 + seat, PEOPLE[seat]) for seat in range(seats))
    state = entry.codec.dump(found[-1].state)
    table = replace(
        table_of((0, ANN)),
        game=key,
        players=players,
        state=state,
        terms=Terms("{}", 1),
    )
    return Log(IN_ENGLISH, entry, table, lines, tuple(found))


def plain(key: str, **values: str) -> str:
    """A sentence without markdown, as in a file."""
    return IN_ENGLISH(key, **values).replace("**", "")


def body(log: Log) -> list[str]:
    """The lines about lines, without what stands above them."""
    return [line for block in log.blocks() for line in block.text.splitlines()]


class TestLines:
    def test_every_line_says_who_did_what_and_when_and_what_came_of_it(self) -> None:
        assert body(log_of(*CAPTURES[:2]))[2:] == [
            "    1  22:30  Ann: dG1-G6",
            f"              {plain('thud.moved.dwarfs', name='Ann', origin='G1', target='G6')}",
            "    2  23:30  Ben: TG8-F8",
            f"              {plain('thud.moved.trolls', name='Ben', origin='G8', target='F8')}",
        ]

    def test_a_new_day_has_its_date(self) -> None:
        lines = log_of(*CAPTURES).text().splitlines()
        assert lines.index("2026-11-21") < lines.index("    2  23:30  Ben: TG8-F8")
        after = lines.index("2026-11-22")
        assert lines[after - 1] == ""
        assert lines[after + 1] == "    3  00:30  Ann: dG6-G7xG7"

    def test_a_shown_solution_says_so(self) -> None:
        log = log_of(Did(0, "dG1-G6", BEN.id), Did(1, "TG8-F8", None), Did(0, "dG6-G7xG7", 77))
        who = [line[14:] for line in body(log) if line[:5].strip()]
        names = (
            IN_ENGLISH("log.stood-in", name="Ben", other="Ann"),
            IN_ENGLISH("log.stood-in", name=IN_ENGLISH("log.house"), other="Ben"),
            IN_ENGLISH("log.stood-in", name=IN_ENGLISH("log.friend"), other="Ann"),
        )
        assert who[1:] == [f"{names[0]}: dG1-G6", f"{names[1]}: TG8-F8", f"{names[2]}: dG6-G7xG7"]

    def test_a_friend_who_still_helps_out_has_a_name(self) -> None:
        log = log_of(Did(0, "dG1-G6", CLEO.id))
        ann, ben = log.table.players
        helped = (replace(ann, substitute=CLEO.id, substitute_name=CLEO.name), ben)
        log_lines = body(replace(log, table=replace(log.table, players=helped)))
        assert f"    1  22:30  {IN_ENGLISH('log.stood-in', name='Cleo', other='Ann')}: dG1-G6" in log_lines

    def test_names_are_no_markdown_and_end_no_block(self) -> None:
        log = log_of(*CAPTURES, players=(Player(0, ANN.id, "*A`` `n_n*"), Player(1, BEN.id, "{Ben}\n```")))
        text = log.text()
        assert "`" not in text
        assert plain("thud.moved.dwarfs", name="*A'' 'n_n*", origin="G1", target="G6") in text
        assert "{Ben} ''': TG8-F8" in text
        assert "**" not in text

    def test_lines_are_wrapped_where_words_end(self) -> None:
        for path in FILES:
            narrated = [line for line in body(playthrough_log(path.stem)) if line.startswith(" " * 14)]
            assert all(len(line) <= WIDTH for line in narrated)
            assert all(line == line.rstrip() for line in narrated)

    def test_a_single_line_is_no_turn_of_its_own(self) -> None:
        """In Thud a heading stands above the first line, and then above every eighth."""
        log_lines = body(playthrough_log("thud_draw_no_move"))
        headed = [log_lines[at + 1] for at, line in enumerate(log_lines) if line.startswith("Battle 1 ")]
        assert [int(line.split()[0]) for line in headed[:3]] == [1, 9, 17]

    def test_a_turn_of_several_lines_has_a_heading(self) -> None:
        log_lines = body(playthrough_log("thrag_win"))
        headings = [line for line in log_lines if line.startswith("turn ")]
        assert headings == [f"turn {turn}" for turn in range(1, 13)]
        for heading in headings:
            assert log_lines[log_lines.index(heading) - 1] == ""


class TestTakingBack:
    def test_a_line_that_takes_back_says_where_to(self) -> None:
        log = log_of(*CAPTURES, (1, "!undo 2"), (0, "dG6-G5"))
        log_lines = body(log)
        at = log_lines.index("    5  02:30  Ben: !undo 2")
        assert log_lines[at + 1].strip() == IN_ENGLISH("log.undo", ply=2)
        assert IN_ENGLISH("log.undone", mark="~") in log.head_lines()

    def test_what_was_taken_back_is_marked_and_still_told(self) -> None:
        log_lines = body(log_of(*CAPTURES, (1, "!undo 2"), (0, "dG6-G5")))
        marked = [line for line in log_lines if line.startswith("~")]
        assert marked == ["~   3  00:30  Ann: dG6-G7xG7", "~   4  01:30  Ben: TH7-H6xG7"]
        assert log_lines[log_lines.index(marked[0]) + 1].strip() == SAID["dG6-G7xG7"]

    def test_after_that_it_is_told_how_it_stands(self) -> None:
        log_lines = body(log_of(*CAPTURES, (1, "!undo 2"), (0, "dG6-G5")))
        at = log_lines.index("    6  03:30  Ann: dG6-G5")
        assert log_lines[at - 1] == IN_ENGLISH(
            "thud.standing", battle=1, dwarfs_name="Ann", dwarfs=32, trolls=32, trolls_name="Ben"
        )

    def test_a_take_back_that_was_taken_back_is_marked_and_its_lines_are_not(self) -> None:
        log = log_of(*CAPTURES, (0, "!undo 2"), (0, "dG6-G5"), (1, "!undo 4"))
        marked = [line[1:5].strip() for line in body(log) if line.startswith("~")]
        assert marked == ["5", "6"]

    def test_the_beginning_is_no_line(self) -> None:
        log_lines = body(log_of(*CAPTURES[:1], (0, "!undo 0")))
        assert log_lines[-1].strip() == IN_ENGLISH("log.undo.all")

    def test_where_nothing_was_taken_back_no_mark_is_explained(self) -> None:
        assert not [line for line in log_of(*CAPTURES).head_lines() if "~" in line]


class TestHead:
    def test_it_names_the_game_the_players_and_when_it_began(self) -> None:
        assert log_of(*CAPTURES).head_lines() == [
            "Thud · T7",
            f"Ann: {IN_ENGLISH('thud.seat.0.first')}",
            f"Ben: {IN_ENGLISH('thud.seat.1.first')}",
            IN_ENGLISH("log.began", day="2026-11-21", time="22:30"),
            IN_ENGLISH("review.running"),
        ]

    def test_it_says_how_the_game_ended(self) -> None:
        ended = log_of(*CAPTURES, (1, "resign")).head_lines()[-1]
        assert ended == IN_ENGLISH("thud.review.resigned", name="Ann", loser="Ben", battle=1, score="31 : 28")

    def test_only_unusual_options_are_told(self) -> None:
        assert (
            IN_ENGLISH("table.options", options=f"{IN_ENGLISH('thud.option.quiet_limit.title')}: 40")
            in log_of(*CAPTURES, terms=Terms('{"quiet_limit":40}', 1)).head_lines()
        )

    def test_an_option_that_is_a_file_is_not_told_whole(self) -> None:
        log = playthrough_log("trogdor_solo")
        own = replace(log.table, terms=replace(log.table.terms, options='{"own_map":"a\\nlong\\nfile"}'))
        options = IN_ENGLISH("trogdor.option.own_map.title")
        assert IN_ENGLISH("table.options", options=options) in replace(log, table=own).head_lines()

    def test_players_of_a_lobby_are_numbered(self) -> None:
        assert playthrough_log("trogdor_victory").head_lines()[1:4] == ["1. Ann", "2. Ben", "3. Cleo"]

    def test_the_board_as_it_was_at_first_follows(self) -> None:
        log = log_of(*CAPTURES)
        game = log.entry.game
        first = game.text(game.view(first_position(game, {}, 2, "").state, None)).rstrip("\n")
        text = log.text()
        assert text.index(IN_ENGLISH("review.running")) < text.index(first) < text.index("2026-11-21\n")


class TestBeginnings:
    def test_a_fork_says_where_it_comes_from_and_shows_its_board(self) -> None:
        """Line 1 is the table's own, and the position after it that of the other table."""
        whole = log_of(*CAPTURES)
        positions = whole.positions or ()
        assert len(positions) == 5
        seed = Line(1, 0, ANN.id, "!from T3 2 0123456789abcdef", "", BEGAN.timestamp())
        lines = (seed, _line(2, Did(0, "dG6-G7xG7", ANN.id)))
        forked = (replace(positions[2], ply=1), replace(positions[3], ply=2, before=1))
        log = replace(whole, lines=lines, positions=forked)
        assert body(log)[:2] == [
            "    1  22:30  Ann: !from T3 2 0123456789abcdef",
            f"              {IN_ENGLISH('log.from', code='T3', ply=2)}",
        ]
        assert body(log)[-1].strip() == SAID["dG6-G7xG7"]
        assert any(line.startswith(" 6 d") and " d . " in line for line in log.text().splitlines())

    def test_before_a_change_of_the_rules_only_the_notation_is_told(self) -> None:
        whole = log_of(*CAPTURES)
        positions = whole.positions or ()
        rules = Line(3, 0, None, "!rules 2", "", BEGAN.timestamp())
        later = replace(whole.lines[2], ply=4)
        log = replace(
            whole,
            table=replace(whole.table, journey=replace(whole.table.journey, base=Base(3, "", 0))),
            lines=(*whole.lines[:2], rules, later),
            positions=(replace(positions[2], ply=3), replace(positions[3], ply=4, before=3)),
        )
        log_lines = body(log)
        assert log_lines[:2] == ["    1  22:30  Ann: dG1-G6", "    2  23:30  Ben: TG8-F8"]
        assert "Taproom: !rules 2" in log_lines[2]
        assert log_lines[3].strip().startswith(IN_ENGLISH("log.rules", version="2"))
        assert log_lines[-1].strip() == SAID["dG6-G7xG7"]
        assert "Dwarfs (32)" not in log.text(), "no board of a beginning that cannot be told"

    def test_a_game_of_older_rules_is_told_in_notation(self) -> None:
        log = replace(log_of(*CAPTURES, (1, "resign")), positions=None)
        assert says(log.text(), "log.other-rules")
        moves = ["Ann: dG1-G6", "Ben: TG8-F8", "Ann: dG6-G7xG7", "Ben: TH7-H6xG7", "Ben: resign"]
        assert [line[14:] for line in body(log)] == moves
        assert log.head_lines()[-1].startswith("Battle 1 of 2"), "how it ended is what stands above the board"


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_every_whole_game_is_told_line_by_line(name: str) -> None:
    log = playthrough_log(name)
    blocks = log.blocks()
    assert len(blocks) == len(log.lines)
    positions = log.positions
    assert positions is not None
    for line, block, position in zip(log.lines, blocks, positions[1:], strict=True):
        first, *others = block.text.partition(f"{line.ply:>5}  ")[2].splitlines()
        assert first.endswith(f": {line.action}")
        events = position.events
        says_itself = bool(events) and all(isinstance(event, TradeOffered | Preferred) for event in events)
        assert bool(others) != says_itself, "and what came of it, unless the line says it all"
        assert not {"*", "`"} & set(block.text)


# Over Discord


async def told_log(world: World, actor: Any = None, **options: str) -> tuple[str, str]:
    """The text of the answer, and its file."""
    result = await (actor or world.cleo).slash(world.channel, "table log", **options)
    text = private_text(result)
    assert result.response is not None
    file = result.response.attachments[0]
    assert file.filename == "T1-log.txt"
    return text, (await file.read()).decode()


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        (["dG1-G6"], "**T1**: 1 move so far"),
        (["dG1-G6", "TG8-F8"], "**T1**: 2 moves. The last"),
    ],
)
async def test_lines_are_counted_as_people_count(world: World, lines: list[str], counted: str) -> None:
    await world.start_table(*lines)
    assert (await told_log(world))[0].startswith(counted)


async def test_the_log_comes_for_one_person_with_its_file(world: World) -> None:
    await world.start_table("dG1-G6", "TG8-F8")
    async with world.assert_unchanged():
        said, text = await told_log(world)
    assert said.startswith(f"{IN_ENGLISH('log.title.many', code='T1', count=2)}\n```\n")
    assert said.endswith(f"{plain('thud.moved.trolls', name='Ben', origin='G8', target='F8')}\n```")
    assert text.startswith(f"Thud · T1\nAnn: {IN_ENGLISH('thud.seat.0.first')}\n")
    assert plain("thud.moved.dwarfs", name="Ann", origin="G1", target="G6") in text


async def test_of_a_long_game_the_last_lines_are_in_the_message(world: World) -> None:
    await world.start_table(*QUIET * 15)
    said, text = await told_log(world)
    assert SHOWN / 2 < len(said) <= 4000
    assert said.count("```") == 2
    assert "   60  " in said
    assert "    1  " not in said
    assert "    1  " in text
    assert said.splitlines()[2] == datetime.fromtimestamp(world.clock.now, UTC).date().isoformat()


async def test_before_the_first_move_there_is_the_board(world: World) -> None:
    await world.start_table()
    said, text = await told_log(world)
    assert said == IN_ENGLISH("log.none", code="T1")
    assert " 1           d d . d d           1" in text


async def test_there_is_no_log_before_the_game(world: World) -> None:
    await open_table(world.ann, world.channel, "thud")
    assert "hasn't begun" in private_text(await world.ann.slash(world.channel, "table log"))


async def test_the_log_of_a_deal_is_for_those_who_have_played_it(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag", daily=True)
    await world.move(world.ann, "fight red")
    _, text = await told_log(world, world.ann, table="T1")
    assert "One Man, Thrag!, 12 January · T1" in text
    async with world.assert_unchanged():
        refused = private_text(await world.cleo.slash(world.channel, "table log", table="T1"))
    assert says(refused, "daily-unplayed")


async def test_tables_are_offered_while_a_user_types(world: World) -> None:
    await world.start_table("dG1-G6")
    offered = await world.cleo.autocomplete(world.channel, "table log", "table", "")
    assert [choice["value"] for choice in offered] == ["T1"]


async def test_a_game_that_went_on_under_new_rules_is_told_from_there(world: World) -> None:
    await world.start_table("dG1-G6")
    store, stricter = world.session.context.store, {"thud": with_rules(2)}
    assert await snapshot_changed_games(store, stricter, world.clock.now) == ("T1",)
    await world.move(world.ben, "TG8-F8")
    _, text = await told_log(world)
    assert "  Ann: dG1-G6\n" in text
    assert "  Taproom: !rules 2\n" in text
    assert plain("thud.moved.dwarfs", name="Ann", origin="G1", target="G6") not in text
    assert plain("thud.moved.trolls", name="Ben", origin="G8", target="F8") in text


async def test_a_game_that_todays_rules_refuse_is_told_in_notation(world: World) -> None:
    await world.start_table("dG1-G6", "resign")
    world.session.context.catalogue = {**CATALOGUE, "thud": with_rules(1)}
    said, text = await told_log(world)
    assert says(text, "log.other-rules")
    assert "Ann: dG1-G6" in text
    assert "Ben: resign" in said
    assert plain("thud.moved.dwarfs", name="Ann", origin="G1", target="G6") not in text


def with_rules(version: int) -> AnyEntry:
    """Thud under rules that forbid everything that was allowed."""
    entry = CATALOGUE["thud"]

    def apply(*_: object) -> Step[Any, Any]:
        raise IllegalAction(Fault.ILLEGAL, "thud:turn-2", "over")

    return replace(entry, game=replace(entry.game, rules_version=version, apply=apply))
