"""*Standing orders*: given in one panel for all games, and played as lines like any other."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.features.orders.storage import OrderStorage
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import Refused
from bot.kernel.trace import Trace
from bot.store import Status, StoreError, Table
from bot.store.sql import SqlConnection
from bot.store.store import Store
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.ui import dragon
from tests.bot.ui.scripted import export_log
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of

ORDERS = "Standing orders"
EARLY = {"undo", "offer", "concede", "resign"}


async def panel(world: World, actor: MemberActor, more: str = "More", label: str = ORDERS) -> ResponseMessage:
    """The panel of a table, behind More."""
    mine = private(await actor.click(await world.shown_board(), label=more))
    message = private(await actor.click(mine, label=label))
    check(message.components)
    return message


async def start_table(world: World, game: str) -> Table:
    """A table of Ann, with Ben where there are two; its game has begun."""
    trace, session = Trace("scene", 0), world.session
    guest = Person(world.ben.id, "Ben") if game == "ploc" else None
    opening = Opening(game, {}, None, guest)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    if guest is not None:
        table = (await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)).table
    board(await world.ann.slash(world.channel, "board", table=table.code))
    return table


def orders(world: World) -> OrderStorage:
    """What people have ordered."""
    return world.session.service(OrderStorage)


def person(world: World, table: Table) -> MemberActor:
    """Whose turn it is."""
    (seat,) = world.session.tables.acting_seats(table)
    user = next(player.user_id for player in table.players if player.seat == seat)
    return next(one for one in (world.ann, world.ben) if one.id == user)


async def up_to(world: World, game: str, number: int = 36) -> tuple[MemberActor, str, str]:
    """A game up to a line after which an order would be carried out, which is the next.

    It is played at a glance, and now and then at random. Returns whose line that is, the line, and what the
    order plays.
    """
    entry, chance = CATALOGUE[game], random.Random(number)
    (order,) = entry.rules.orders
    assert order.forced_line is not None
    table, trace = await start_table(world, game), Trace("scene", 0)
    while table.status is Status.PLAYING:
        state = world.session.tables.show(table).state
        (seat,) = world.session.tables.acting_seats(table)
        actions = tuple(one for one in entry.game.legal(state, seat) if str(one) not in EARLY)
        if chance.random() < 0.7:
            line = entry.game.stand_in_action(
                entry.game.view(state, seat), actions, SeededRng(str(table.plies))
            )
        else:
            line = chance.choice(actions)
        after = entry.game.apply(state, seat, line, SeededRng(table.chance, table.counter)).state
        actor = person(world, table)
        if follows := order.forced_line(after, seat):
            return actor, str(line), follows
        table = (await world.session.play.move(world.click_by(actor), table.id, str(line), trace)).table
    raise AssertionError("the game is over")


@pytest.mark.parametrize("game", ["ploc", "thrag"])
async def test_what_is_ordered_is_played_by_itself_as_a_line_of_its_own(world: World, game: str) -> None:
    actor, line, follows = await up_to(world, game)
    message = await panel(world, actor)
    assert "you're asked" in text_of(message.components)
    (label,) = labels(message)
    await actor.click(message, label=label)
    assert "by itself" in text_of(message.components)
    before, mark = await world.table(), world.mark()
    await world.move(actor, line)
    after = await world.table()
    assert [one.action for one in await world.log()][before.plies :] == [line, follows]
    assert after.revision == before.revision + 2
    assert len([one for one in world.posts_since(mark) if one.new and not one.private]) == 1, (
        "one board for both"
    )
    assert {one.user_id for one in (await world.log())[-2:]} == {actor.id}
    assert verify(await export_log(world), GAMES) == ()


@pytest.mark.parametrize("game", ["ploc", "thrag"])
async def test_who_has_ordered_nothing_or_no_longer_does_is_asked(world: World, game: str) -> None:
    actor, line, _ = await up_to(world, game)
    message = await panel(world, actor)
    for _ in range(2):
        await actor.click(message, label=labels(message)[0])
    plies = (await world.table()).plies
    await world.move(actor, line)
    assert [one.action for one in await world.log()][plies:] == [line]


async def test_an_order_is_that_of_who_has_given_it(world: World) -> None:
    actor, line, _ = await up_to(world, "ploc")
    other = world.ben if actor is world.ann else world.ann
    await orders(world).set_order(other.id, "ploc.end", given=True)
    plies = (await world.table()).plies
    await world.move(actor, line)
    assert [one.action for one in await world.log()][plies:] == [line]


async def test_undo_takes_it_back_and_it_is_not_done_anew(world: World) -> None:
    actor, line, follows = await up_to(world, "thrag")
    await orders(world).set_order(actor.id, "thrag.pay", given=True)
    await world.move(actor, line)
    plies = (await world.table()).plies
    await actor.slash(world.channel, "undo")
    lines = [one.action for one in await world.log()]
    assert lines[plies:] == [f"!undo {plies - 1}"]
    assert lines[plies - 1] == follows
    state = world.session.tables.show(await world.table()).state
    assert state is not None
    assert state.owed, "the payment is open again"


async def test_killed_between_the_two_nothing_is_lost_and_nothing_done_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, line, _ = await up_to(world, "ploc")
    await orders(world).set_order(actor.id, "ploc.end", given=True)
    plies, save, done = (await world.table()).plies, Store.save, list[int]()

    async def dying(store: Store, change: object) -> object:
        if done:
            raise OSError("the process is gone")
        done.append(1)
        return await save(store, change)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Store, "save", dying)
        await world.move(actor, line)
    assert [one.action for one in await world.log()][plies:] == [line]
    await world.kill()
    await world.move(actor, "done")
    assert [one.action for one in await world.log()][plies:] == [line, "done"]


async def test_two_clicks_at_once_end_one_turn(world: World) -> None:
    actor, line, _ = await up_to(world, "ploc")
    await orders(world).set_order(actor.id, "ploc.end", given=True)
    plies = (await world.table()).plies
    click, trace = world.click_by(actor), Trace("scene", 0)
    await world.session.play.move(click, 1, line, trace)
    with pytest.raises(Refused):
        await world.session.play.move(click, 1, line, trace)
    assert len(await world.log()) == plies + 2


async def test_a_click_asks_the_disk_for_orders_only_where_a_line_is_forced(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, line, follows = await up_to(world, "ploc")
    read, reader, click = list[str](), world.session.context.store.reader, world.click_by(actor)
    was = reader.read

    async def reading(work: Callable[..., object], *args: object, **kwargs: object) -> object:
        read.append(f"{work.__module__}.{work.__name__}")
        return await was(work, *args, **kwargs)

    monkeypatch.setattr(reader, "read", reading)
    asked = "bot.features.orders.storage._orders_of"
    await world.session.play.move(click, 1, line, Trace("scene", 0))
    assert read.count(asked) == 1
    await world.session.play.move(world.click_by(actor), 1, follows, Trace("scene", 0))
    assert read.count(asked) == 1


async def test_what_is_ordered_leaves_the_other_settings_as_they_are(world: World) -> None:
    await world.session.service(PersonalSettings).set_reminders(world.ann.id, "never")
    await orders(world).set_order(world.ann.id, "ploc.end", given=True)
    assert (await world.session.people.habits(world.ann.id)).remind == "never"
    await world.session.service(PersonalSettings).set_reminders(world.ann.id, "here")
    assert await orders(world).orders_of(world.ann.id) == {"ploc.end"}


@pytest.mark.usefixtures("known_cards")
async def test_trogdors_items_are_in_the_same_panel_and_are_lines_of_the_game(world: World) -> None:
    await dragon.post_game(world)
    message = await panel(world, world.cleo)
    assert says(text_of(message.components), "orders.line.auto", what="Shield")
    assert labels(message) == [IN_ENGLISH("orders.set.ask", what="Shield"), "Shield: never"]
    await world.cleo.click(message, label="Shield: never")
    assert (await dragon.actions(world))[-1] == "2: prefer never"
    assert "Shield: **never**" in text_of((await panel(world, world.cleo)).components)


async def test_in_the_settings_are_those_that_hold_at_every_table(world: World) -> None:
    settings = private(await world.ann.slash(world.channel, "settings"))
    message = private(await world.ann.click(settings, label=ORDERS))
    text = text_of(message.components)
    assert f"**Ploc** · {IN_ENGLISH('ploc.order.end')}" in text
    assert f"**One Man, Thrag!** · {IN_ENGLISH('thrag.order.pay')}" in text
    assert "Trogdor" not in text
    (first, *_) = labels(message)
    await world.ann.click(message, label=first)
    assert labels(message)[0] == first.replace("by itself", "ask me")
    assert len(await orders(world).orders_of(world.ann.id)) == 1


async def test_who_looks_on_and_duels_without_any_have_no_such_button(world: World) -> None:
    await start_table(world, "ploc")
    mine = private(await world.cleo.click(await world.shown_board(), label="More"))
    assert ORDERS not in labels(mine)
    thud = await world.game()
    assert ORDERS not in labels(private(await world.ann.click(thud, label="More")))


async def test_an_order_that_there_is_not_is_refused(world: World) -> None:
    settings = private(await world.ann.slash(world.channel, "settings"))
    message = private(await world.ann.click(settings, label=ORDERS))
    before = await orders(world).orders_of(world.ann.id)
    for detail in ("ploc.end:never", "thud.end:auto", "trogdor.shield:auto", ""):
        backend = world.env.backend
        stored = backend.get_message(message.channel_id, message.id)
        custom_id = f"t0.0.order.{detail}"
        stored.components[0]["components"][1]["components"][0]["custom_id"] = custom_id
        assert says(private_text(await world.ann.click(message, custom_id=custom_id)), "old-control")
    assert await orders(world).orders_of(world.ann.id) == before


@pytest.mark.parametrize("language", ["de", "fr"])
async def test_it_is_in_ones_own_language(world: World, language: str) -> None:
    words = words_in(language)
    await world.session.service(PersonalSettings).set_language(world.ann.id, language)
    await start_table(world, "thrag")
    await world.ann.slash(world.channel, "table language", language=language)
    message = await panel(world, world.ann, words("button.more"), words("button.orders"))
    assert words("thrag.order.pay") in text_of(message.components)


async def test_what_is_taken_back_leaves_nothing_about_them(world: World) -> None:
    for given in (True, False):
        await orders(world).set_order(world.ann.id, "ploc.end", given=given)
    assert (await world.session.context.store.data_of(world.ann.id))["orders"] == ()
    assert await world.session.context.store.reader.read(_rows) == 0


def _rows(connection: SqlConnection) -> int:
    (count,) = connection.execute("SELECT count(*) FROM orders").fetchone()
    return int(count)


async def test_a_line_stands_where_the_orders_cannot_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    actor, line, _ = await up_to(world, "ploc")

    async def failing(*_: object) -> str:
        raise StoreError("no disk")

    monkeypatch.setattr(OrderStorage, "orders_of", failing)
    before = (await world.table()).plies
    await world.session.play.move(world.click_by(actor), 1, line, Trace("scene", 0))
    assert (await world.table()).plies == before + 1
    assert "could not be read" in caplog.text


async def test_it_goes_with_whoever_is_forgotten_and_is_told_them_before(world: World) -> None:
    await orders(world).set_order(world.ann.id, "ploc.end", given=True)
    await start_table(world, "ploc")
    (kept,) = (await world.session.context.store.data_of(world.ann.id))["orders"]
    assert kept == {"orders": "ploc.end"}
    await world.session.forget(world.ann.id)
    assert await orders(world).orders_of(world.ann.id) == frozenset()
