"""A tour over the wire: whatever the bot offers is used, in every language, and nobody waits for an answer.

What is new fails until the tour comes past it: a command, an option, what is offered while somebody types,
and every verb of a control.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.discord.keyboard import Verb
from bot.features import FEATURES
from bot.features.fair_play import page
from bot.games.catalogue import CATALOGUE
from bot.ui.controls import controls_of
from tests.over_the_wire import tour_stretches as stretches
from tests.over_the_wire.tour import Place, Room, Tour
from tools.standin.process import Bot
from tools.standin.standin import StandIn
from tools.standin.world import MANAGER, MEMBER, FakeChannel

Stretch = Callable[[Room], Awaitable[None]]

LOCALES: Final = ("en-US", "de", "fr")
WHOLE: Final = LOCALES[0]
"""The language in which everything is used for each game in each place; in the others it is used once."""

PLACES: Final = (Place.CHANNEL, Place.THREAD, Place.DIRECT, Place.BROUGHT)
"""Where each game is played."""

OTHERS: Final = {
    "thud": Place.BROUGHT,
    "trogdor": Place.CHANNEL,
    "thrag": Place.GROUP,
    "ploc": Place.THREAD,
    "koom": Place.DIRECT,
}
"""Where it is in the other languages."""

EVERYWHERE: Final = (Verb.MORE, Verb.TYPE, "history", Verb.LOOK, page.SHOW.path, Verb.PAGE)
"""What is used at a table of each game in each place."""

AT_ONCE: Final = 4
"""How many rooms are walked through at a time: a bot that has too much to do sheds clicks."""

HOURS: Final = 10.0
"""How many hours go by in the middle of the tour."""

SETTINGS: Final = {
    "TAPROOM_LOG_FORMAT": "json",
    "TAPROOM_WORKERS": "1",
    "TAPROOM_WEB_URL": "https://play.example.org",
    "TAPROOM_WEB_PORT": "0",
    "TAPROOM_TABLES_EACH": "0",
}

ONCE: Final[tuple[tuple[Stretch, str, Place], ...]] = (
    (stretches.expensive_commands, "thud", Place.CHANNEL),
    (stretches.moving, "ploc", Place.CHANNEL),
    *((stretches.panel, game, Place.CHANNEL) for game in ("trogdor", "thrag", "thud")),
    (stretches.lobby, "trogdor", Place.CHANNEL),
    (stretches.lobby, "ploc", Place.THREAD),
    (stretches.play_deal, "thrag", Place.CHANNEL),
    (stretches.choosing, "thud", Place.CHANNEL),
    (stretches.choosing, "thud", Place.DIRECT),
    (stretches.undoing, "thud", Place.CHANNEL),
    (stretches.undoing_alone, "thrag", Place.DIRECT),
    (stretches.preparing, "thud", Place.CHANNEL),
    (stretches.planning, "trogdor", Place.CHANNEL),
    (stretches.voting, "trogdor", Place.THREAD),
    (stretches.get_warning, "thud", Place.CHANNEL),
    (stretches.competing, "koom", Place.CHANNEL),
    (stretches.competing_in_threads, "ploc", Place.CHANNEL),
    (stretches.looking_around, "thrag", Place.CHANNEL),
    (stretches.typing, "ploc", Place.CHANNEL),
    (stretches.finding, "ploc", Place.CHANNEL),
    (stretches.learning, "koom", Place.CHANNEL),
    (stretches.learning, "trogdor", Place.THREAD),
    (stretches.forget_player, "thud", Place.CHANNEL),
)
"""What is walked once in each language; what takes longest first."""

MORE: Final[tuple[tuple[Stretch, str, Place], ...]] = (
    *((stretches.table, game, place) for game in CATALOGUE for place in PLACES),
    *((stretches.expensive_commands, game, Place.CHANNEL) for game in CATALOGUE if game != "thud"),
    (stretches.table, "thrag", Place.GROUP),
    (stretches.panel, "thud", Place.DIRECT),
    (stretches.panel, "thud", Place.BROUGHT),
    (stretches.looking_around, "thrag", Place.DIRECT),
    (stretches.looking_around, "thrag", Place.BROUGHT),
)
"""What is walked besides in the language in which everything is used."""

LATER: Final[Mapping[Stretch, tuple[Stretch, str]]] = {
    stretches.overdue_turn: (stretches.waiting, "thud"),
    stretches.standing_in: (stretches.play_with_patience, "trogdor"),
    stretches.keep_idle_table: (stretches.leave_idle, "ploc"),
}
"""What is walked after hours have gone by, what prepares it, and in which game."""


class House:
    """Rooms in one language, each with people and a server of its own."""

    def __init__(self, tour: Tour, locale: str) -> None:
        self._tour, self._locale, self._rooms = tour, locale, 0
        self._abroad = tour.discord.world.server("abroad", locale=locale)
        self._away = tour.discord.world.server("away", locale=locale, joined=False)

    def room(self, game: str, place: Place) -> Room:
        """A room; before the bot connects."""
        world, name = self._tour.discord.world, f"games {self._rooms}"
        made = (("alice", MANAGER), ("bob", MEMBER), ("carol", MANAGER))
        people = [world.person(f"{one} {self._rooms}", may, self._locale) for one, may in made]
        self._rooms += 1
        alice, bob, carol = people if place not in (Place.DIRECT, Place.GROUP) else people[:1] * 3
        server = world.server(name, locale=self._locale)
        where: dict[Place, Callable[[], FakeChannel]] = {
            Place.CHANNEL: lambda: world.channel(server, name),
            Place.THREAD: lambda: world.thread(world.channel(server, "above"), name),
            Place.DIRECT: lambda: world.direct(alice),
            Place.BROUGHT: lambda: world.channel(self._away, name),
            Place.GROUP: lambda: world.group(alice, name),
        }
        return Room(
            *(self._tour, game, place, where[place](), (alice, bob, carol)),
            elsewhere=world.channel(server, f"{name} elsewhere"),
            abroad=world.channel(self._abroad, name),
            role=world.role(server),
            random=Random(self._rooms),
        )

    def rooms(self) -> list[tuple[Stretch, Room]]:
        """What is walked at first, and where."""
        tables = MORE if self._locale == WHOLE else [(stretches.table, *one) for one in OTHERS.items()]
        return [(walk, self.room(game, place)) for walk, game, place in (*ONCE, *tables)]


async def walk_all(tour: Tour, walks: Iterable[tuple[Stretch, Room]]) -> None:
    """Walk through all of these, some at a time; where one does not get on is a problem."""
    few = asyncio.Semaphore(AT_ONCE)

    async def one(walk: Stretch, room: Room) -> None:
        async with few:
            try:
                await walk(room)
            except Exception as error:  # noqa: BLE001 - told with all else
                tour.problems.append(f"{walk.__name__} of {room} ends with {error!r}")

    async with asyncio.TaskGroup() as group:
        for walk, room in walks:
            group.create_task(one(walk, room))


def missing(tour: Tour) -> Iterator[str]:
    """What the tour did not come past, by name."""
    worked = {kind for kind, outcomes in tour.outcomes.items() if outcomes["ok"]}
    yield from (
        f"control {verb}"
        for verb in controls_of(FEATURES)
        if not {f"control.{verb}", f"form.{verb}"} & worked
    )
    for path, options in tour.leaves():
        names = ("", *(one["name"] for one in options))
        yield from (f"/{path} {name}".rstrip() for name in names if (path, name) not in tour.commands)
        typed = [one["name"] for one in options if one.get("autocomplete")]
        yield from (f"offers for {name} of /{path}" for name in typed if (path, name) not in tour.typed)
    if "menu.challenge" not in worked or len(tour.menus) != 1:
        yield f"the menu of a person: {tour.menus}"
    for game in CATALOGUE if tour.each else ():
        for place in PLACES:
            used = {key[0] for key in tour.used if key[3:] == (game, place)}
            yield from (f"control {verb} of {game}, {place}" for verb in EVERYWHERE if verb not in used)


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
async def test_whatever_is_offered_can_be_used(tmp_path: Path, locale: str) -> None:
    database, log = tmp_path / "taproom.db", tmp_path / "log"
    log.touch()
    async with StandIn(patience=60, keep_files=True) as discord:
        tour = Tour(discord, log, each=locale == WHOLE)
        house = House(tour, locale)
        first, later = house.rooms(), {walk: house.room(one[1], Place.CHANNEL) for walk, one in LATER.items()}
        bot = Bot(discord, database, log=log, settings=SETTINGS)
        try:
            await bot.start()
            await walk_all(tour, [*((LATER[walk][0], room) for walk, room in later.items()), *first])
            await walk_all(tour, [(stretches.join_server, house.room("thud", Place.CHANNEL))])
            assert await bot.stop() == 0
            stretches.pass_time(database, HOURS, later[stretches.keep_idle_table].tables)
            await bot.start()
            await walk_all(tour, later.items())
        finally:
            await bot.stop()
        tour.end()
        found = [*tour.problems, *discord.wrong_requests()]
    found += [f"nothing comes past {what}" for what in missing(tour)]
    if found:
        pytest.fail("\n".join(found), pytrace=False)
