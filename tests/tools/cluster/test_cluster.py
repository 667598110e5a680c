"""`make cluster`: the problems that it finds, and a run of a small cluster."""

from __future__ import annotations

import pytest

from bot.discord.keyboard import Control, Verb
from bot.ui.alarms.messenger import MARK
from tests.postgres import skip
from tools.cluster.check import Watcher, lasting_problems, wrong_alarms, wrong_boards, wrong_moves
from tools.cluster.run import ClusterPlan, run
from tools.postgres import binary
from tools.standin.payloads import Json
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage


class Disk:
    """A database that returns the given rows for every statement."""

    def __init__(self, *rows: tuple[object, ...]) -> None:
        self._rows = list(rows)

    async def rows(self, _: str, *__: object) -> list[tuple[object, ...]]:
        return self._rows


def board(table: int, revision: int) -> list[Json]:
    """Return the components of a board: a button whose custom_id identifies it."""
    custom_id = str(Control(table, revision, Verb.MORE))
    return [{"type": 1, "components": [{"type": 2, "style": 2, "label": "More", "custom_id": custom_id}]}]


@pytest.fixture
def watcher_and_channel() -> tuple[Watcher, FakeChannel]:
    discord = StandIn()
    watcher = Watcher(discord)
    discord.world.watchers.append(watcher.watch)
    return watcher, discord.world.channel(discord.world.server())


def say(watcher: Watcher, channel: FakeChannel, components: list[Json]) -> FakeMessage:
    payload = {"flags": 1 << 15, "components": components}
    return watcher.discord.world.write(channel, payload, {}, at=0.0)


async def test_a_board_is_as_on_disk_and_alone(watcher_and_channel: tuple[Watcher, FakeChannel]) -> None:
    watcher, channel = watcher_and_channel
    shown = say(watcher, channel, board(7, 3))
    assert await wrong_boards(Disk((7, 3, shown.id)), watcher) == []
    assert await wrong_boards(Disk((7, 4, shown.id)), watcher) == ["T7 shows 3, on disk it is 4"]
    assert await wrong_boards(Disk((7, 3, 5)), watcher) == ["T7 has no board"]
    say(watcher, channel, board(7, 2))
    assert await wrong_boards(Disk((7, 3, shown.id)), watcher) == ["T7 has 2 boards"]


async def test_a_board_that_follows_the_disk_in_time_is_right(
    watcher_and_channel: tuple[Watcher, FakeChannel],
) -> None:
    watcher, channel = watcher_and_channel
    shown = say(watcher, channel, board(7, 3))

    class Moving(Disk):
        """A move is saved before the first query, and shown before the second."""

        asked = 0

        async def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
            self.asked += 1
            if self.asked == 2:
                watcher.discord.world.edit(shown, {"components": board(7, 4)}, {}, at=0.0)
            return await super().rows(statement, *values)

    lagging = ["T7 shows 3, on disk it is 4"]
    disk = Disk((7, 4, shown.id))
    assert await lasting_problems(lambda: wrong_boards(disk, watcher), 0.01, pause=0.001) == lagging
    moving = Moving((7, 4, shown.id))
    assert await lasting_problems(lambda: wrong_boards(moving, watcher), 60.0, pause=0.001) == []
    assert moving.asked == 2


async def test_a_move_that_was_shown_is_on_disk_once() -> None:
    shown = {11: (7, 3)}
    assert await wrong_moves(Disk((11, 7, 4)), shown) == []
    assert len(await wrong_moves(Disk(), shown)) == 1, "it is lost"
    assert len(await wrong_moves(Disk((11, 7, 4), (12, 7, 4)), shown)) == 1, "two clicks, one revision"


async def test_an_alarm_is_told_once(watcher_and_channel: tuple[Watcher, FakeChannel]) -> None:
    watcher, channel = watcher_and_channel
    assert await wrong_alarms(Disk(), watcher, [5]) == ["alarm 5 was not sent"]
    say(watcher, channel, [{"type": 10, "content": "your turn", "id": MARK + 5}])
    assert await wrong_alarms(Disk(), watcher, [5]) == []
    assert await wrong_alarms(Disk((5,)), watcher, [5]) == ["alarm 5 is still on disk"]
    say(watcher, channel, [{"type": 10, "content": "your turn", "id": MARK + 5}])
    assert await wrong_alarms(Disk(), watcher, [5]) == ["alarm 5 was sent 2 times"]


@pytest.mark.slow
@pytest.mark.xdist_group("cluster")  # groups begin first, and it takes more than a minute
async def test_a_small_cluster_keeps_its_word_while_it_fails() -> None:
    if binary("initdb") is None:
        skip()
    plan = ClusterPlan(processes=2, thinkers=1, shards=4, servers=24, seconds=45.0, rate=3.0, restarts=1)
    report = await run(plan, None)
    assert not any(report.problems.values()), report
    assert report.people.tables.acknowledged_moves
    assert report.faults.counts["kills"]
