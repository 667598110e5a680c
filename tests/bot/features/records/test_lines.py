"""Under the end of a game: how near it was, what the group has won before, what is next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.features.records.lines import agreed, end_lines, next_step
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.games.trogdor.weekly import LADDER
from bot.kernel.clicks import Opening, Person
from bot.kernel.session import Session, Shown
from engine.core import Outcome
from tests.bot.samples import ANN, BEN, CLEO, click, trace

TROGDOR = CATALOGUE["trogdor"]


async def finish(session: Session, *people: Person, **options: str) -> Shown:
    """A game that everyone leaves, so that it is lost."""
    opening = Opening("trogdor", options, None, None, alone=len(people) == 1)
    shown = await session.lobby.open(click(people[0]), opening, trace())
    for person in people[1:]:
        shown = await session.lobby.sit(click(person), shown.table.id, None, trace())
    if len(people) > 1:
        table = shown.table
        shown = await session.lobby.start(click(people[0]), table.id, table.revision, trace())
    for person in people:
        shown = await session.play.move(click(person), shown.table.id, "leave", trace())
    return shown


def as_ended(shown: Shown, ending: str) -> Shown:
    """The same game with another end."""
    state: Any = shown.state
    return replace(shown, state=replace(state, outcome=Outcome(ending, (0,), (1,))))


async def test_a_lost_game_says_how_near_it_was_and_the_groups_record(session: Session) -> None:
    await finish(session, ANN, BEN, map="easy")
    (line,) = await end_lines(session, await finish(session, ANN, BEN, map="easy"))
    near = IN_ENGLISH.some("trogdor.shortfall", 31)
    assert line == f"-# {near}. Record (Map: easy · 2 keepers): 0 of 2 won."


async def test_another_map_group_or_number_of_keepers_is_another_record(session: Session) -> None:
    await finish(session, ANN, BEN)
    await finish(session, ANN, CLEO, map="easy")
    await finish(session, ANN, BEN, CLEO, map="easy")
    (line,) = await end_lines(session, await finish(session, ANN, BEN, map="easy"))
    assert line.endswith("Record (Map: easy · 2 keepers): 0 of 1 won.")


async def test_a_forgotten_player_is_in_no_record(session: Session) -> None:
    await finish(session, ANN, BEN)
    await session.forget(BEN.id)
    (line,) = await end_lines(session, await finish(session, ANN, BEN))
    assert line.endswith("Record (As usual · 2 keepers): 0 of 1 won.")


async def test_a_victory_names_the_next_step(session: Session) -> None:
    shown = as_ended(await finish(session, ANN, map="easy"), "victory")
    (line,) = await end_lines(session, shown)
    assert line.endswith("Next step, under **More options**: Map: normal.")
    assert "have won" not in line


def test_the_ladder_goes_from_the_easiest_to_the_hardest() -> None:
    steps, here = list[dict[str, str]](), dict(LADDER.steps[0])
    while here:
        steps.append(here)
        here = dict(next_step(TROGDOR, LADDER, agreed(TROGDOR, here)))
    assert steps == [dict(step) for step in LADDER.steps]
    assert next_step(TROGDOR, LADDER, {"own_map": "{}"}) == {}, "off the ladder"
    assert next_step(TROGDOR, LADDER, {"keepers": "chosen", "map": "easy"}) == {"map": "normal"}
