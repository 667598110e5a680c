"""Pairings, winners and standings of tournaments of every size."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.features.tournaments.model import (
    Entrant,
    Form,
    Pairing,
    PairingResult,
    ResultKind,
    Tournament,
    TournamentSetup,
)
from bot.features.tournaments.rounds import (
    LEAST,
    MOST,
    GameEnd,
    advance_rounds,
    bracket_seeds,
    is_decided,
    matches,
    record_ends,
    rounds_of,
    seed_entrants,
    standings,
    winner,
)
from bot.store import Status, bot_id

SIZES = range(LEAST, MOST + 1)


def new_tournament(people: int, form: Form = Form.KNOCKOUT, *, bots: int = 0) -> Tournament:
    """One that has begun with so many people, by their seeds, and bots behind them."""
    entrants = tuple(Entrant(number, 100 + number, f"P{number}") for number in range(1, people + 1))
    entrants += tuple(Entrant(people + 1 + at, bot_id("pip", 0), f"Pip {at}") for at in range(bots))
    return Tournament(
        id=1,
        setup=TournamentSetup("thud", form, 16, 3600, threads=False),
        guild_id=3,
        channel_id=5,
        host_id=101,
        host_name="P1",
        status=Status.PLAYING,
        seed="secret",
        language="en",
        at=0.0,
        changed_at=0.0,
        entrants=entrants,
    )


def started_tournament(people: int, form: Form = Form.KNOCKOUT, *, bots: int = 0) -> Tournament:
    return with_tables(advance_rounds(new_tournament(people, form, bots=bots)))


def with_tables(tournament: Tournament) -> Tournament:
    """The tournament with a table for each game to open."""
    last = max((game.table_id or 0 for game in tournament.pairings), default=0)
    pairings = []
    for game in tournament.pairings:
        if game.ended is PairingResult.NOT_YET and game.table_id is None:
            last += 1
            game = replace(game, table_id=last)  # noqa: PLW2901
        pairings.append(game)
    return replace(tournament, pairings=tuple(pairings))


def running(tournament: Tournament) -> list[Pairing]:
    return [game for game in tournament.pairings if game.ended is PairingResult.NOT_YET]


def ends(tournament: Tournament, *how: PairingResult | GameEnd) -> Tournament:
    """The games that go on end so, in their order, and what follows is opened."""
    found = {
        game.table_id or 0: GameEnd(end) if isinstance(end, PairingResult) else end
        for game, end in zip(running(tournament), how, strict=False)
    }
    return with_tables(advance_rounds(record_ends(tournament, found)))


def favourites_win(tournament: Tournament) -> Tournament:
    """All games that go on are won by the higher seed."""
    return ends(
        tournament,
        *(
            PairingResult.FIRST if game.first < (game.second or 99) else PairingResult.SECOND
            for game in running(tournament)
        ),
    )


def places(tournament: Tournament) -> dict[int, int]:
    return {entrant.number: entrant.place for entrant in tournament.entrants}


@pytest.mark.parametrize("size", SIZES)
def test_where_favourites_win_the_first_two_seeds_meet_in_the_final_alone(size: int) -> None:
    tournament = started_tournament(size)
    while not is_decided(tournament):
        seeds = [{game.first, game.second} for game in running(tournament)]
        assert ({1, 2} in seeds) is (tournament.round == rounds_of(tournament))
        tournament = favourites_win(tournament)
    assert [places(tournament)[number] for number in (1, 2)] == [1, 2]
    assert Counter(places(tournament).values())[3] == (2 if size > 3 else 1)
    assert 0 not in places(tournament).values()


@pytest.mark.parametrize("size", SIZES)
def test_byes_go_to_the_highest_seeds(size: int) -> None:
    byes = {game.first for game in started_tournament(size).pairings if game.ended is PairingResult.BYE}
    places_in_all = 1 << (size - 1).bit_length()
    assert byes == set(range(1, places_in_all - size + 1))


def test_a_bracket_has_every_seed_once() -> None:
    assert bracket_seeds(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert sorted(bracket_seeds(16)) == list(range(1, 17))


@pytest.mark.parametrize("size", SIZES)
def test_everybody_meets_everybody_once_and_sides_are_shared_out_evenly(size: int) -> None:
    tournament = started_tournament(size, Form.ROUND_ROBIN)
    while not is_decided(tournament):
        busy = [number for game in running(tournament) for number in (game.first, game.second)]
        assert len(busy) == len(set(busy)) == size - size % 2
        tournament = ends(tournament, *[PairingResult.DRAWN] * len(busy))
    met = Counter(
        frozenset((game.first, game.second)) for game in tournament.pairings if game.second is not None
    )
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {1}
    firsts = Counter(game.first for game in tournament.pairings if game.second is not None)
    assert max(firsts.values()) - min(firsts[entrant.number] for entrant in tournament.entrants) <= 1
    assert set(places(tournament).values()) == {1}


def test_a_drawn_game_is_played_again_with_the_sides_exchanged_and_then_points_decide() -> None:
    tournament = ends(started_tournament(4), GameEnd(PairingResult.DRAWN, (10, 12)), PairingResult.FIRST)
    (again,) = running(tournament)
    (first, _) = matches(tournament, 1)[0]
    assert (again.first, again.second, again.game) == (first.second, first.first, 2)
    better = ends(tournament, GameEnd(PairingResult.DRAWN, (9, 8)))
    match = matches(better, 1)[0]
    assert winner(match) == first.second  # 12 + 9 points against 10 + 8
    assert better.round == 2


def test_where_the_points_are_equal_too_the_higher_seed_goes_on() -> None:
    tournament = ends(started_tournament(4), PairingResult.DRAWN, PairingResult.FIRST)
    tournament = ends(tournament, PairingResult.DRAWN)
    match = matches(tournament, 1)[0]
    assert winner(match) == min(match[0].first, match[0].second or 99)


def test_a_closed_table_is_replayed_in_a_knock_out_and_scores_nothing_in_a_round_robin() -> None:
    tournament = ends(started_tournament(4), PairingResult.VOID, PairingResult.FIRST)
    assert [game.game for game in running(tournament)] == [2]
    tournament = ends(started_tournament(4, Form.ROUND_ROBIN), PairingResult.VOID, PairingResult.FIRST)
    (void,) = [game for game in tournament.pairings if game.ended is PairingResult.VOID]
    scores = {line.number: (line.score, line.won + line.drawn + line.lost) for line in standings(tournament)}
    assert scores[void.first][0] == scores[void.second or 0][0] == 0


@pytest.mark.parametrize("form", Form)
def test_a_withdrawn_entrant_need_not_be_played(form: Form) -> None:
    tournament = started_tournament(4, form)
    gone = replace(
        tournament,
        entrants=tuple(replace(entrant, out=entrant.number == 1) for entrant in tournament.entrants),
    )
    gone = ends(
        gone, *(PairingResult.SECOND if game.first == 1 else PairingResult.FIRST for game in running(gone))
    )
    assert not any(1 in (game.first, game.second) for game in running(gone))
    while not is_decided(gone):
        gone = ends(gone, *[PairingResult.FIRST] * 4)
        assert not any(1 in (game.first, game.second) for game in running(gone))
    assert places(gone)[1] > 1


def test_two_withdrawn_entrants_do_not_hold_up_others() -> None:
    tournament = started_tournament(4)
    out = {number for game in running(tournament)[:1] for number in (game.first, game.second)}
    tournament = replace(
        tournament,
        entrants=tuple(replace(entrant, out=entrant.number in out) for entrant in tournament.entrants),
    )
    tournament = ends(
        tournament, PairingResult.FIRST, PairingResult.FIRST
    )  # one was lost, the other won by an entrant who has not withdrawn
    assert is_decided(tournament)
    assert {entrant.number for entrant in tournament.entrants if entrant.place == 1}.isdisjoint(out)


def without(tournament: Tournament, *numbers: int) -> Tournament:
    """These withdraw, and lose the games that they play: the first of two who both do."""
    tournament = replace(
        tournament,
        entrants=tuple(
            replace(entrant, out=entrant.out or entrant.number in numbers) for entrant in tournament.entrants
        ),
    )
    lost = {
        game.table_id or 0: GameEnd(
            PairingResult.SECOND if tournament.entrant(game.first).out else PairingResult.FIRST
        )
        for game in running(tournament)
        if tournament.entrant(game.first).out or tournament.entrant(game.second or 0).out
    }
    return with_tables(advance_rounds(record_ends(tournament, lost)))


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("size", SIZES)
def test_where_all_entrants_withdraw_there_is_no_first_place(form: Form, size: int) -> None:
    for rounds in range(rounds_of(new_tournament(size, form))):  # that were played before
        tournament = started_tournament(size, form)
        for _ in range(rounds):
            tournament = favourites_win(tournament)
        assert not is_decided(tournament)
        tournament = without(tournament, *range(1, size + 1))
        assert is_decided(tournament)
        assert min(places(tournament).values()) > 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("size", SIZES)
def test_a_withdrawn_entrant_is_not_first_and_the_last_one_is(form: Form, size: int) -> None:
    for seed in range(20):
        lots, tournament = random.Random(seed), started_tournament(size, form)
        while not is_decided(tournament):
            tournament = without(
                tournament, *(one.number for one in tournament.entrants if lots.random() < 1 / 4)
            )
            games = running(tournament)
            tournament = ends(
                tournament,
                *(
                    lots.choice([PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAWN])
                    for _ in games
                ),
            )
        first = [one for one in tournament.entrants if one.place == 1]
        assert not any(one.out for one in first)
        assert all(one.place for one in tournament.entrants)
        if form is Form.ROUND_ROBIN:
            assert bool(first) is not all(one.out for one in tournament.entrants)
        else:
            (final,) = matches(tournament, tournament.round)
            finalists = {final[-1].first, final[-1].second or 0}
            assert bool(first) is any(not tournament.entrant(one).out for one in finalists)


def test_an_entrant_who_withdraws_from_a_knock_out_before_a_game_is_not_second() -> None:
    tournament = without(started_tournament(3), 1)  # who has a bye
    tournament = favourites_win(tournament)
    assert places(tournament) == {1: 3, 2: 1, 3: 3}


def test_an_entrant_who_withdraws_in_the_final_is_second() -> None:
    tournament = without(favourites_win(started_tournament(4)), 1)
    assert places(tournament) == {2: 1, 1: 2, 3: 3, 4: 3}


def test_an_entrant_who_withdraws_from_a_round_robin_comes_last() -> None:
    tournament = favourites_win(favourites_win(started_tournament(4, Form.ROUND_ROBIN)))
    ahead = next(line.number for line in standings(tournament) if line.score == 4)
    tournament = favourites_win(without(tournament, ahead))
    assert places(tournament)[ahead] == 4


def test_what_was_hardly_a_game_breaks_no_ties() -> None:
    """1, 2 and 3 have two wins each and one against each other, but that of 1 against 2 was hardly a game."""
    won = PairingResult.FIRST
    tournament = round_robin((1, 2, won), (2, 3, won), (2, 4, won), (1, 4, won), (3, 1, won), (3, 4, won))
    assert [(line.number, line.place) for line in standings(tournament)] == [(1, 1), (2, 1), (3, 1), (4, 4)]
    first, *others = tournament.pairings
    tournament = replace(tournament, pairings=(replace(first, how=ResultKind.UNPLAYED), *others))
    assert [(line.number, line.place) for line in standings(tournament)] == [(2, 1), (3, 1), (1, 3), (4, 4)]
    assert [line.score for line in standings(tournament)] == [4, 4, 4, 0]


@pytest.mark.parametrize("form", Form)
def test_bots_do_not_play_each_other(form: Form) -> None:
    tournament = started_tournament(1, form, bots=5)
    played = 0
    while not is_decided(tournament):
        assert all(1 in (game.first, game.second) for game in running(tournament))
        played += len(running(tournament))
        tournament = favourites_win(tournament)
    assert places(tournament)[1] == 1
    assert played == (2 if form is Form.KNOCKOUT else 5)


def test_what_is_told_twice_changes_nothing() -> None:
    tournament = started_tournament(5)
    assert with_tables(advance_rounds(tournament)) == tournament
    once = ends(tournament, PairingResult.FIRST)
    assert with_tables(advance_rounds(record_ends(once, {}))) == once


def round_robin(*games: tuple[int, int, PairingResult]) -> Tournament:
    """A round-robin of four after these games."""
    pairings = tuple(
        Pairing(1, at, 1, one, other, at, ended) for at, (one, other, ended) in enumerate(games, 1)
    )
    return replace(new_tournament(4, Form.ROUND_ROBIN), pairings=pairings, round=3)


def test_those_who_are_level_are_parted_by_their_own_games_first() -> None:
    won = PairingResult.FIRST
    tournament = round_robin((2, 1, won), (1, 3, won), (1, 4, won), (3, 2, won), (2, 4, won), (3, 4, won))
    lines = standings(tournament)  # 1, 2 and 3 have two wins each, and each has beaten one of the others
    assert [(line.number, line.place) for line in lines] == [(1, 1), (2, 1), (3, 1), (4, 4)]
    tournament = round_robin((2, 1, won), (1, 3, won), (1, 4, won), (2, 3, won), (4, 2, won), (3, 4, won))
    assert [(line.number, line.place) for line in standings(tournament)] == [(2, 1), (1, 2), (3, 3), (4, 4)]


def test_sonneborn_berger_counts_what_those_have_whom_one_has_beaten() -> None:
    """All of it for a win, half of it for a draw."""
    won, drawn = PairingResult.FIRST, PairingResult.DRAWN
    tournament = round_robin((1, 2, drawn), (1, 3, won), (4, 1, won), (2, 4, won), (3, 2, won), (3, 4, drawn))
    table = {line.number: line for line in standings(tournament)}
    assert {number: line.score for number, line in table.items()} == {1: 3, 2: 3, 3: 3, 4: 3}
    assert table[1].sonneborn == (1 * 3 + 2 * 3) / 2
    assert [line.direct for line in table.values()] == [3, 3, 3, 3]


def test_seeds_go_by_strength_and_the_sealed_draw_decides_between_equals() -> None:
    tournament = new_tournament(6)
    strength = {101: 1.0, 102: 9.0, 103: 5.0, 104: 5.0}
    found = seed_entrants(tournament, strength)
    assert [one.user_id for one in found][:1] == [102]
    assert {one.user_id for one in found[1:3]} == {103, 104}
    assert found == seed_entrants(tournament, strength)
    assert [one.number for one in found] == [1, 2, 3, 4, 5, 6]
    drawn = replace(tournament, setup=replace(tournament.setup, by_rating=False))
    others = {
        tuple(one.user_id for one in seed_entrants(replace(drawn, seed=f"{at}"), strength)) for at in range(9)
    }
    assert len(others) > 1
