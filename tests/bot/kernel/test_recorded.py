"""The playthroughs at tables of either database: each line saved, all of it read back and checked."""

from __future__ import annotations

import re
from typing import Final

import pytest

from bot.features import FEATURES, HOOKS
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.session import Context, Session
from bot.kernel.tables.export import export_files
from bot.ops.location import DatabaseLocation
from bot.store import Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, on_disk, trace
from tests.playthroughs.golden import FILES, plies, seats_of

PEOPLE: Final = (ANN, BEN, CLEO, *(Person(20 + number, f"Guest {number}") for number in range(3)))

_SAID: Final = re.compile(r"^(seed|option|chance|position): *(.*)$", re.MULTILINE)


def spoken_lines(text: str) -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in _SAID.finditer(text)]


def is_dealt(text: str) -> bool:
    """Whether it begins at the start, by a seed or without chance, and there is nothing to pick."""
    return not any(key in {"chance", "position"} or "/" in value for key, value in spoken_lines(text))


TEXTS: Final = {file.stem: file.read_text(encoding="utf-8") for file in FILES}
DEALT: Final = {stem: text for stem, text in TEXTS.items() if is_dealt(text)}


async def begin_recorded(session: Session, text: str) -> Table:
    """Return the table, with its game begun by as many players as in the playthrough."""
    game, _ = plies(text)
    options = dict(value.split("=") for key, value in spoken_lines(text) if key == "option")
    seats = seats_of(text)
    opening = Opening(game.key, options, 0, None)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    for person in PEOPLE[1:seats]:
        table = (await session.lobby.sit(click(person), table.id, None, trace(), agreed=True)).table
    if table.status is Status.OPEN:
        table = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    return table


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", DEALT.values(), ids=DEALT)
async def test_a_recorded_game_is_played_and_kept(
    place: DatabaseLocation, store: Store, clock: Clock, text: str
) -> None:
    seed = dict(spoken_lines(text)).get("seed", "")
    session = Session.over(Context(store, CATALOGUE, clock, lambda: seed, features=FEATURES, alarms=ALARMS))
    table = await begin_recorded(session, text)
    entry = CATALOGUE[table.game]
    _, done = plies(text)
    for ply in done:
        by = click(PEOPLE[ply.seat])
        shown = await session.play.move(by, table.id, str(ply.action), trace())
        assert (shown.state, shown.events) == (ply.state, ply.events)
    await store.close()
    again = await Store.open(place, hooks=HOOKS)
    kept, lines = await on_disk(again, table.id), await again.log(table.id)
    await again.close()
    assert [line.action for line in lines] == [str(ply.action) for ply in done]
    assert kept.state == entry.codec.dump(done[-1].state)
    over = entry.game.outcome(done[-1].state) is not None
    assert kept.status is (Status.OVER if over else Status.PLAYING)
    made = export_files(entry, kept, lines, published=over)
    assert verify(made[f"{kept.code}.jsonl"], GAMES) == ()


def test_most_playthroughs_begin_at_the_start() -> None:
    assert {plies(text)[0].key for text in DEALT.values()} == set(CATALOGUE)
