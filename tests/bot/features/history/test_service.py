"""What people have seen: saved now and then and before the bot stops, and dropped with who is forgotten."""

from __future__ import annotations

from bot.features import HOOKS
from bot.features.history.service import LastSeenTracker
from bot.features.history.storage import LastSeenStorage
from bot.kernel.session import Session
from bot.ops.location import DatabaseLocation
from bot.store import Store
from tests.bot.samples import BEN, game
from tests.bot.ui import dragon
from tests.bot.ui.world import World


async def test_what_was_seen_last_is_saved_before_the_bot_stops(
    session: Session, place: DatabaseLocation
) -> None:
    table = await game(session, "dE2-E10")
    await session.service(LastSeenTracker).note_seen(table, BEN.id)
    assert await LastSeenStorage(session.context.store).last_seen(table.id, BEN.id) is None
    await session.close()
    again = await Store.open(place, hooks=HOOKS)
    look = await LastSeenStorage(again).last_seen(table.id, BEN.id)
    await again.close()
    assert look is not None
    assert look.plies == table.plies


async def test_it_is_saved_each_minute(world: World) -> None:
    shown = await dragon.post_game(world)
    await world.ann.click(shown, label="More")
    await world.later(1)
    table = await world.table()
    assert await LastSeenStorage(world.session.context.store).last_seen(table.id, world.ann.id) is not None


async def test_nothing_is_kept_in_mind_of_who_is_forgotten(session: Session) -> None:
    table = await game(session, "dE2-E10")
    looks = session.service(LastSeenTracker)
    await looks.note_seen(table, BEN.id)
    assert await looks.plies_seen(table, BEN.id) == table.plies
    session.forget_cached(BEN.id)
    assert await looks.plies_seen(table, BEN.id) == 0
    await looks.save()
    assert await LastSeenStorage(session.context.store).last_seen(table.id, BEN.id) is None
