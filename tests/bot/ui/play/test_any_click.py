"""Random clicks: every game stays consistent, within Discord's limits, and without internal errors."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.store import Status
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.hill import WITH_HILL
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import Component, World, board, text_of, walk

pytestmark = pytest.mark.usefixtures("hilly")

MANY, FEW = 100, 40
"""Clicks."""
LAST = ("Leave", "Resign", "Go home", "Yes", "Type a move", "Call it off")
"""Labels that end the game for a player, or open a form: used seldom."""


class Crowd:
    """Ann, Ben and Cleo at a table, and whatever they see of it."""

    def __init__(self, world: World, seed: str) -> None:
        self.world = world
        self.chance = Random(seed)
        self.people = [world.ann, world.ben, world.cleo]
        self.seen: list[tuple[MemberActor | None, ResponseMessage]] = []

    async def look(self, person: MemberActor, result: InteractionResult) -> None:
        """What came of a click: within the limits, and not our fault. The board can always be seen."""
        for message in (result.response, *result.followups):
            if message is not None:
                assert "something broke" not in text_of(message.components), text_of(message.components)
                self.seen.append((person if message.ephemeral else None, message))
        if (await self.world.table()).board is not None:
            self.seen.append((None, await self.world.shown_board()))
        self.seen = [(who, one) for who, one in self.seen if not self.world.is_gone(one)]
        usable = [(who, one) for who, one in self.seen if any(map(usable_part, walk(one.components)))]
        self.seen = usable[-3:]

    async def click(self) -> None:
        """A player uses something that they can see."""
        owner, message = self.chance.choice(self.seen)
        person = owner or await self.random_player()
        usable = [part for part in walk(message.components) if usable_part(part) and self.tempting(part)]
        if not usable:
            return
        part = self.chance.choice(usable)
        if part["type"] == 2:
            result = await person.click(message, custom_id=part["custom_id"])
        else:
            most = self.chance.randint(1, part.get("max_values") or 1)
            values = [option["value"] for option in part["options"]]
            chosen = self.chance.sample(values, most)
            result = await person.select(message, chosen, custom_id=part["custom_id"])
        await self.look(person, result)

    async def random_player(self) -> MemberActor:
        """Mostly one who must act."""
        table = await self.world.table()
        shown = self.world.session.tables.show(table)
        acting = shown.entry.game.to_act(shown.state) if shown.state else ()
        users = [player.user_id for player in table.players if player.seat in acting]
        called = [person for person in self.people if person.id in users]
        return self.chance.choice(called if called and self.chance.random() < 0.8 else self.people)

    def tempting(self, part: Component) -> bool:
        return not str(part.get("label")).startswith(LAST) or self.chance.random() < 0.03


def usable_part(part: Component) -> bool:
    return part.get("type") in (2, 3) and not part.get("disabled")


def options(key: str) -> dict[str, Any]:
    chosen = {"hill": {"hats": "chosen"}, "trogdor": {"keepers": "chosen", "items": "chosen"}}
    return chosen.get(key, {})


@pytest.mark.parametrize(
    ("seed", "clicks"),
    [("one", FEW), *(pytest.param(seed, MANY, marks=pytest.mark.slow) for seed in ("two", "three"))],
)
@pytest.mark.parametrize("key", WITH_HILL)
async def test_whatever_is_clicked(
    world: World, key: str, seed: str, clicks: int, caplog: pytest.LogCaptureFixture
) -> None:
    crowd = Crowd(world, seed)
    opened = await open_table(world.ann, world.channel, key, **options(key))
    crowd.seen = [(None, board(opened))]
    for number in range(clicks):
        if not crowd.seen:
            break  # it is over, or no player is left
        await crowd.click()
        if number % 15 == 14:
            world.clock.now += 13 * 3600
            await crowd.look(world.ann, await world.ann.slash(world.channel, "board", table="T1"))
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data") or body
        if data.get("components"):
            check(data["components"])
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    await assert_consistent(world)


async def assert_consistent(world: World) -> None:
    """The table's log leads to what is on disk, and can be verified."""
    table = await world.table()
    assert table.status is not Status.OPEN, "a player has started it"
    exported = await world.ann.slash(world.channel, "table log", table="T1")
    files = [one for one in (exported.response, *exported.followups) if one is not None and one.attachments]
    for attachment in (attachment for one in files for attachment in one.attachments):
        if attachment.filename.endswith(".jsonl"):
            told = (await attachment.read()).decode()
            assert verify(told, {key: entry.game for key, entry in WITH_HILL.items()}) == ()
