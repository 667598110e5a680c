"""Hints at tables on a real file: who may have one, what is noted, and what a game makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features import FEATURES
from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.hints.service import Hint, Hints
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.advice import hints_in
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import AlreadyDone, NotSeated, Refused
from bot.kernel.session import Context, Session
from bot.kernel.tables.export import export_files, replay_actions
from bot.kernel.tables.opening import ANY_HINTS
from bot.store import HINTS_SETTLED, HOST_ASKED, Status, Store, Table, Terms, bot_id
from bot.ui.alarms.kinds import ALARMS
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.hill import WITH_HILL
from tests.bot.kernel.test_gathering import open_lobby, start
from tests.bot.kernel.thinkers import ScriptedSearch
from tests.bot.samples import ANN, BEN, CLEO, QUIET, Clock, act, click, refusing, stored_table, trace


@pytest.fixture
def ready() -> ScriptedSearch:
    return ScriptedSearch()


@pytest.fixture
def session(store: Store, clock: Clock, ready: ScriptedSearch) -> Session:
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: "secret", ready, features=FEATURES, alarms=ALARMS)
    )


async def duel(session: Session, *lines: str, hints: int | None = 3) -> Table:
    """A game of Thud of Ann, with the dwarfs first, against Ben, after these lines."""
    opening = Opening("thud", {}, 0, BEN, hints=hints)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, table.revision, trace())).table
    for line in lines:
        table = (await act(session, table, line)).table
    return table


async def solitaire(session: Session, hints: int | None = None) -> Table:
    opening = Opening("thrag", {}, None, None, hints=hints)
    return (await session.lobby.open(click(ANN), opening, trace())).table


async def hint(session: Session, table: Table, person: Person = ANN, by: Click | None = None) -> Hint:
    wanted, hints = by or click(person), session.service(Hints)
    return await hints.give_hint(wanted, await hints.request_hint(wanted, table.id), trace())


async def actions(session: Session, table: Table) -> list[str]:
    return [line.action for line in await session.tables.log(table)]


# What a hint is


async def test_a_hint_names_actions_and_is_a_line_of_the_log_by_who_asked(session: Session) -> None:
    table = await duel(session)
    advice = await hint(session, table)
    assert [weighed.worth for weighed in advice.weighed] == pytest.approx([0.62, 0.52, 0.42])
    game, state = CATALOGUE["thud"].game, session.tables.show(table).state
    assert advice.weighed[0].action in game.legal(state, 0)
    assert (advice.taken, advice.free) == (1, False)
    (line,) = await session.tables.log(table)
    assert (line.seat, line.user_id, line.action) == (0, ANN.id, "!hint")


async def test_the_game_stands_as_before_and_it_is_the_same_turn(session: Session, clock: Clock) -> None:
    table = await duel(session, "dE2-E10")
    clock.now += 60
    await hint(session, table, BEN)
    after = await stored_table(session, table)
    assert (after.state, after.counter, after.turn) == (table.state, table.counter, table.turn)
    assert (after.revision, after.plies) == (table.revision + 1, table.plies + 1)
    assert after.time.waiting_since == table.time.waiting_since, "who was awaited is awaited as before"


async def test_the_mind_is_asked_as_the_seat_that_must_act_and_knows_no_seed(
    session: Session, ready: ScriptedSearch
) -> None:
    table = await duel(session, "dE2-E10")
    await hint(session, table, BEN)
    (question,) = ready.asked
    game, state = CATALOGUE["thud"].game, session.tables.show(table).state
    assert (question.what, question.game, question.level) == ("weigh", "thud", "grete")
    assert question.view == game.view(state, 1)
    assert set(question.actions) == set(game.legal(state, 1))
    assert "secret" not in question.seed


async def test_a_position_has_the_same_number_after_a_restart_and_the_next_one_its_own(
    session: Session, ready: ScriptedSearch
) -> None:
    table = await duel(session)
    await hint(session, table)
    restarted = Session.over(
        Context(
            session.context.store,
            CATALOGUE,
            session.context.clock,
            str,
            ready,
            features=FEATURES,
            alarms=ALARMS,
        )
    )
    await hint(restarted, table)
    await act(session, await stored_table(session, table), "dE2-E10")
    await hint(session, table, BEN)
    first, again, later = ready.asked
    assert first == again != later


async def test_the_last_hint_of_a_position_is_kept_and_not_thought_again(
    session: Session, ready: ScriptedSearch
) -> None:
    table = await duel(session)
    first = await hint(session, table)
    ready.busy = True
    again = await hint(session, table)
    assert (again.weighed, again.level, again.free) == (first.weighed, first.level, True)
    assert len(ready.asked) == 1
    ready.busy = False
    await act(session, await stored_table(session, table), "dE2-E10")
    await act(session, await stored_table(session, table), "TG7-F7", BEN)
    await hint(session, table)
    assert len(ready.asked) == 2, "another position is another question"


# How many


async def test_at_one_position_a_hint_is_counted_once(session: Session) -> None:
    table = await duel(session, hints=1)
    await hint(session, table)
    again = await hint(session, table)
    assert (again.taken, again.free) == (1, True)
    assert await actions(session, table) == ["!hint"]


async def test_as_many_as_were_agreed_on_each_for_themselves(session: Session) -> None:
    table = await duel(session, hints=1)
    await hint(session, table)
    await act(session, await stored_table(session, table), QUIET[0])
    assert (await hint(session, table, BEN)).taken == 1
    await act(session, await stored_table(session, table), QUIET[1])
    with refusing("hint-no-more"):
        await hint(session, table)


async def test_taking_back_gives_no_hint_back(session: Session) -> None:
    table = await duel(session, hints=1)
    await hint(session, table)
    await act(session, await stored_table(session, table), QUIET[0])
    undo_request = await session.service(Undo).find_request(click(ANN), table.id, to=0)
    await session.service(Undo).take_back(click(ANN), undo_request, trace())
    assert await actions(session, table) == ["!hint", QUIET[0], "!undo 0"]
    assert (await hint(session, table)).free, "it is the position that the hint was about"
    await act(session, await stored_table(session, table), "dE2-E10")
    await act(session, await stored_table(session, table), QUIET[1])
    with refusing("hint-no-more"):
        await hint(session, table)
    assert hints_in(await session.tables.log(table), 0) == 1


@pytest.mark.parametrize(
    ("game", "usual"), [("thud", 0), ("ploc", 0), ("thrag", ANY_HINTS), ("trogdor", ANY_HINTS)]
)
async def test_by_default_there_are_hints_only_without_human_opponents(
    session: Session, game: str, usual: int
) -> None:
    table = (await session.lobby.open(click(ANN), Opening(game, {}, None, None), trace())).table
    assert table.terms.hints == usual


async def test_hints_against_a_bot_are_unlimited(session: Session) -> None:
    opening = Opening("thud", {}, 0, None, level="pip", bots=1)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    assert table.terms.hints == ANY_HINTS
    bot = replace(table.players[1], user_id=bot_id("pip", 0))
    late = replace(table, terms=replace(table.terms, hints=0), players=(table.players[0], bot))
    assert session.service(Hints).hints_allowed(late) == ANY_HINTS, "the bot took the seat later"
    assert session.service(Hints).hints_allowed(replace(late, players=(bot,))) == ANY_HINTS


async def test_a_table_where_all_play_together_has_none_if_so_agreed_bots_or_not(session: Session) -> None:
    opening = Opening("trogdor", {}, None, None, level="pip", bots=2, hints=0)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    assert len(table.players) == 3
    assert session.service(Hints).hints_allowed(table) == 0


async def test_a_new_table_has_as_many_as_the_one_that_it_follows(session: Session) -> None:
    table = await duel(session, "resign", hints=2)
    assert (await session.lobby.rematch(click(ANN), table.id, trace())).table.terms.hints == 2


async def test_a_fork_has_as_many_as_its_parent_and_none_of_them_taken(session: Session) -> None:
    table = await solitaire(session, hints=1)
    await hint(session, table)
    fork = (await session.service(Forks).fork(click(BEN), table.id, 1, trace())).table
    assert fork.terms.hints == 1
    assert (await hint(session, fork, BEN)).taken == 1


# Refusals


async def test_whose_turn_it_is_not_gets_none(session: Session) -> None:
    table = await duel(session)
    with refusing("not-your-turn"):
        await hint(session, table, BEN)
    with pytest.raises(NotSeated):
        await hint(session, table, CLEO)


async def test_while_it_is_the_turn_of_a_bot_that_is_said(session: Session) -> None:
    opening = Opening("thud", {}, 1, None, level="pip", bots=1)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    with refusing("not-your-turn-bot"):
        await hint(session, table, ANN)
    with refusing("not-your-turn-bot"):
        await session.play.guide(click(ANN), table.id, table.revision, "", trace())


async def test_without_an_agreement_there_are_none_in_a_duel(session: Session) -> None:
    table = await duel(session, hints=None)
    with refusing("hint-ask"):
        await hint(session, table)
    assert await actions(session, table) == []


async def settle(session: Session, table: Table, person: Person, *, wanted: bool = True) -> Table:
    shown = await session.service(Hints).settle_hints(click(person), table.id, trace(), wanted=wanted)
    assert shown.table == await stored_table(session, table)
    return shown.table


@pytest.mark.usefixtures("newcomers")
async def test_who_never_finished_such_a_game_is_asked_while_it_waits(session: Session) -> None:
    waiting = (await session.lobby.open(click(ANN), Opening("thud", {}, 0, CLEO), trace())).table
    assert waiting.terms.hints_asked == HOST_ASKED
    first = await duel(session, hints=None)
    assert first.terms.hints_asked is None
    await act(session, await stored_table(session, first), "resign")
    assert (await duel(session, hints=None)).terms.hints_asked is None
    again = (await session.lobby.rematch(click(ANN), first.id, trace())).table
    assert again.terms.hints_asked is None
    opening = Opening("thud", {}, 0, CLEO)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    begun = (await session.lobby.sit(click(CLEO), table.id, table.revision, trace())).table
    assert begun.terms.hints_asked is None, "Ann has finished one"


@pytest.mark.parametrize("hints", [0, 3, ANY_HINTS])
async def test_where_hints_were_chosen_there_is_no_question(session: Session, hints: int) -> None:
    table = await duel(session, hints=hints)
    assert table.terms.hints_asked == HINTS_SETTLED
    with refusing("hints-settled"):
        await settle(session, table, ANN)


async def test_once_both_want_hints_there_are_any_number_and_the_game_does_not_count(
    session: Session, store: Store
) -> None:
    table = await settle(session, await duel(session, hints=None), BEN)
    assert (table.terms.hints, table.terms.hints_asked) == (0, 1)
    with refusing("hints-asked"):
        await settle(session, table, BEN)
    with refusing("hint-ask"):
        await hint(session, table)
    table = await settle(session, table, ANN)
    assert (table.terms.hints, table.terms.hints_asked) == (ANY_HINTS, HINTS_SETTLED)
    assert (await hint(session, table)).taken == 1
    with refusing("hints-settled"):
        await settle(session, table, BEN, wanted=False)
    await act(session, await stored_table(session, table), "resign")
    assert [record.counts for record in await store.schedule.results_of_user(ANN.id)] == [False]


@pytest.mark.parametrize("person", [ANN, BEN])
async def test_a_refusal_by_either_player_settles_it(session: Session, person: Person) -> None:
    table = await settle(session, await duel(session, hints=None), ANN)
    table = await settle(session, table, person, wanted=False)
    assert (table.terms.hints, table.terms.hints_asked) == (0, HINTS_SETTLED)
    with refusing("hints-settled"):
        await settle(session, table, ANN)
    with refusing("hint-none"):
        await hint(session, table)


async def test_who_has_no_seat_is_not_asked_and_neither_is_anybody_once_it_is_over(session: Session) -> None:
    table = await duel(session, hints=None)
    with pytest.raises(NotSeated):
        await settle(session, table, CLEO)
    await act(session, table, "resign")
    with refusing("game-over"):
        await settle(session, table, ANN)


async def test_a_move_between_costs_no_answer_and_an_answer_no_move(session: Session) -> None:
    table = await settle(session, await duel(session, hints=None), ANN)
    table = (await act(session, table, QUIET[0])).table
    table = await settle(session, table, BEN)
    assert (table.terms.hints, table.plies) == (ANY_HINTS, 1)
    assert await actions(session, table) == [QUIET[0]]


async def test_the_deal_of_the_day_has_none(session: Session) -> None:
    opening = Opening("thrag", {}, None, None)
    table = (await session.service(Deals).open_deal(click(ANN), opening, trace())).table
    assert table.terms.hints == 0
    with refusing("hint-day"):
        await hint(session, table)
    with refusing("daily-options"):
        await session.service(Deals).open_deal(click(BEN), replace(opening, hints=3), trace())


async def test_a_game_that_is_over_has_none(session: Session) -> None:
    table = await duel(session, "resign")
    with refusing("game-over"):
        await hint(session, table)


async def test_what_could_not_be_thought_of_is_not_counted(session: Session, ready: ScriptedSearch) -> None:
    table = await duel(session)
    ready.busy = True
    with refusing("hint-busy"):
        await hint(session, table)
    assert await actions(session, table) == []
    assert (await stored_table(session, table)).revision == table.revision


async def test_where_the_best_one_comes_to_no_end_the_next_one_is_asked(
    session: Session, ready: ScriptedSearch
) -> None:
    table = await duel(session)
    assert (await hint(session, table)).level == "grete"
    ready.slow = frozenset({"grete"})
    await act(session, await stored_table(session, table), "dE2-E10")
    advice = await hint(session, table, BEN)
    assert advice.level == "wenna"
    assert [question.level for question in ready.asked] == ["grete", "grete", "wenna"]


async def test_a_move_that_comes_first_makes_the_answer_void(session: Session, ready: ScriptedSearch) -> None:
    table = await duel(session)

    async def moves() -> None:
        await act(session, await stored_table(session, table), "dE2-E10", ANN)

    ready.meanwhile = moves
    with refusing("hint-overtaken"):
        await hint(session, table)
    assert await actions(session, table) == ["dE2-E10"]


async def test_two_questions_at_once_are_one_hint(session: Session, ready: ScriptedSearch) -> None:
    table = await duel(session, hints=1)

    async def asks_too() -> None:
        ready.meanwhile = None
        await hint(session, table)

    ready.meanwhile = asks_too
    assert (await hint(session, table)).free
    assert await actions(session, table) == ["!hint"]


async def test_the_same_interaction_notes_nothing_twice(session: Session) -> None:
    table = await duel(session)
    once = click(ANN)
    await hint(session, table, by=once)
    await act(session, await stored_table(session, table), QUIET[0])
    await act(session, await stored_table(session, table), QUIET[1])
    with pytest.raises(AlreadyDone):
        await hint(session, table, by=once)
    assert (await actions(session, table)).count("!hint") == 1


# What a game makes of it


async def test_the_file_of_a_game_with_hints_holds(session: Session) -> None:
    table = await duel(session, QUIET[0])
    await hint(session, table, BEN)
    table = await stored_table(session, table)
    await act(session, table, "resign", BEN)
    table = await stored_table(session, table)
    lines = await session.tables.log(table)
    exported = export_files(CATALOGUE["thud"], table, lines)
    assert verify(exported["T1.jsonl"], GAMES) == ()
    assert "hint" not in exported["T1-battle-1.thud"]
    played, _ = replay_actions(CATALOGUE["thud"], table, lines)
    assert list(map(str, played)) == [QUIET[0], "resign"]


async def test_a_board_shown_again_tells_what_happened_before_the_hint(session: Session) -> None:
    table = await duel(session, "dE2-E10")
    moved = await session.history.with_last_events(session.tables.show(await stored_table(session, table)))
    advice = await hint(session, table, BEN)
    assert advice.shown.recalled == moved.recalled != ()


@pytest.mark.parametrize(("hints", "counts"), [(None, True), (0, True), (2, False), (ANY_HINTS, False)])
async def test_a_duel_with_agreed_hints_does_not_count_even_if_none_were_taken(
    session: Session, store: Store, hints: int | None, counts: bool
) -> None:
    await duel(session, *QUIET, "resign", hints=hints)
    assert {record.counts for record in await store.schedule.results_of_user(ANN.id)} == {counts}


async def test_a_solitaire_counts_however_many_were_taken(session: Session, store: Store) -> None:
    table = await solitaire(session)
    await hint(session, table)
    shown = await session.play.move(click(ANN), table.id, "resign", trace())
    assert shown.table.status is Status.OVER
    assert [record.counts for record in await store.schedule.results_of_user(ANN.id)] == [True]


async def test_a_stand_in_may_ask_for_hints(session: Session, clock: Clock) -> None:
    opening = Opening("trogdor", {}, None, None, terms=Terms(patience=60))
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, table.revision, trace())).table
    table = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    shown = session.tables.show(table)
    (seat,) = shown.entry.game.to_act(shown.state)
    other = (BEN, ANN)[seat]
    with refusing("not-your-turn"):
        await hint(session, table, other)
    clock.now += 61
    advice = await hint(session, table, other)
    (line,) = await session.tables.log(table)
    assert (line.seat, line.user_id) == (1 - seat, other.id)
    assert advice.weighed[0].action in shown.entry.game.legal(shown.state, seat)


async def test_a_game_without_a_mind_has_neither_hints_nor_odds(store: Store, clock: Clock) -> None:
    session = Session.over(
        Context(store, WITH_HILL, clock, lambda: "secret", ScriptedSearch(), features=FEATURES, alarms=ALARMS)
    )
    table = (await start(session, await open_lobby(session, ANN))).table
    with refusing("hint-no-mind"):
        await hint(session, table)
    with refusing("hint-no-mind"):
        await session.service(Hints).check_odds_possible(table)


async def test_refusals_say_who_could_have_agreed_and_how_many_there_were(session: Session) -> None:
    table = await duel(session, hints=None)
    with pytest.raises(Refused) as none:
        await hint(session, table)
    assert none.value.values == {"name": "Ben"}
