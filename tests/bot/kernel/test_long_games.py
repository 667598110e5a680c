"""How long a game may be, and what can still be done with one that has come to that."""

from __future__ import annotations

import pytest

from bot.features import FEATURES
from bot.features.forks.service import Forks
from bot.features.hints.service import Hints
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.session import Context, Session
from bot.kernel.tables import seats
from bot.store import Status, Store
from bot.ui.alarms.kinds import ALARMS
from tests.bot.features.hints.test_service import duel
from tests.bot.kernel.thinkers import ScriptedSearch
from tests.bot.samples import ANN, BEN, QUIET, Clock, act, click, refusing, trace


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: "secret", ScriptedSearch(), features=FEATURES, alarms=ALARMS)
    )


async def test_a_game_of_as_many_lines_as_it_may_have_is_forked_or_given_up(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "MOST_LINES", len(QUIET))
    table = await duel(session, *QUIET)
    assert table.plies == len(QUIET)
    for refused in (
        act(session, table, QUIET[0]),
        session.service(Undo).find_request(click(BEN), table.id),
        session.service(Hints).request_hint(click(ANN), table.id),
        session.play.look_ahead(click(ANN), table.id, None, QUIET[0], trace()),
    ):
        with refusing("game-too-long"):
            await refused
    fork = (await session.service(Forks).fork(click(ANN), table.id, None, trace())).table
    assert (fork.journey.parent, fork.plies) == ((table.id, len(QUIET)), 0)
    over = await session.play.move(click(ANN), table.id, "Resign ", trace())
    assert over.table.status is Status.OVER
