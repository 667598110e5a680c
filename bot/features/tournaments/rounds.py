"""Who meets whom in a tournament, who goes on, and how they stand. Pure.

Entrants are known by their numbers, which are their seeds once a tournament has begun: 1 is the first seed.
See docs/decisions/tournaments.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.features.tournaments.model import Entrant, Form, Pairing, PairingResult, ResultKind, Tournament
from bot.store import is_bot
from engine.rng import SeededRng, shuffle_items

LEAST, MOST = 3, 16
"""How many play a tournament."""

WON: Final = 2
"""What a win counts, in halves of a point."""

STUCK: Final = 28
"""After so many days, or times its clock if that is longer, a game is stuck."""

DAY: Final = 24 * 60 * 60
"""In seconds."""

GAMES: Final = 2
"""So many games at most decide a match of a knock-out."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How the game at a table has ended, and each seat's points."""

    ended: PairingResult
    points: tuple[int, int] = (0, 0)
    how: ResultKind = ResultKind.PLAYED


# Before it begins


def seed_entrants(of: Tournament, strength: Mapping[int, float]) -> tuple[Entrant, ...]:
    """The entrants with their seeds as numbers.

    `strength` is by user id. The draw decides between equals, and everything if it goes not by rating.
    """
    drawn = shuffle_items(of.entrants, SeededRng(f"{of.seed}/seeds"))
    if of.setup.by_rating:
        drawn = tuple(sorted(drawn, key=lambda one: strength.get(one.user_id or 0, 0.0), reverse=True))
    return tuple(replace(one, number=number) for number, one in enumerate(drawn, 1))


def rounds_of(of: Tournament) -> int:
    """How many rounds a tournament has with those who are in it."""
    entrants = len(of.entrants)
    if of.setup.form is Form.KNOCKOUT:
        return max(1, (entrants - 1).bit_length())
    return entrants - 1 if entrants % 2 == 0 else entrants


def bracket_seeds(places: int) -> tuple[int, ...]:
    """The seeds of the first round from top to bottom: the first two can meet in the final alone.

    `places` is a power of two.
    """
    order = [1]
    while len(order) < places:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


# How games come to an end


def record_ends(of: Tournament, ends: Mapping[int, GameEnd]) -> Tournament:
    """The same, with what has become of the games whose tables have ended, by the table's id."""
    pairings = tuple(
        replace(one, ended=end.ended, points=end.points, how=end.how)
        if one.ended is PairingResult.NOT_YET and (end := ends.get(one.table_id or 0)) is not None
        else one
        for one in of.pairings
    )
    return replace(of, pairings=pairings)


def stuck_after(of: Tournament) -> int:
    """Seconds after which a game is stuck, so that whoever holds the tournament can decide it."""
    return STUCK * max(DAY, of.setup.clock)


def advance_rounds(of: Tournament) -> Tournament:
    """The same as far as it goes on without anybody's move, with the games that are to be opened.

    Those have no table and have not ended. A tournament that is over has places.
    """
    while True:
        if replays := tuple(_replay_games(of)):
            of = replace(of, pairings=_in_order((*of.pairings, *replays)))
        if any(one.ended is PairingResult.NOT_YET for one in of.pairings):
            return of
        if of.round == rounds_of(of):
            return replace(of, entrants=tuple(place_entrants(of)))
        of = replace(of, round=of.round + 1)
        of = replace(of, pairings=_in_order((*of.pairings, *_next_round(of))))


def is_decided(of: Tournament) -> bool:
    """Whether everybody knows how they came off."""
    return any(one.place for one in of.entrants)


def _in_order(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    return tuple(sorted(pairings, key=lambda one: one.key))


def _next_round(of: Tournament) -> Iterator[Pairing]:
    """The games of the round that begins."""
    if of.setup.form is Form.ROUND_ROBIN:
        meetings = list(_circle_pairs(len(of.entrants), of.round))
        yield from (_new_pairing(of, number, *who) for number, who in enumerate(meetings, 1))
        return
    if of.round == 1:
        places = 1 << (len(of.entrants) - 1).bit_length()
        seeds = [seed if seed <= len(of.entrants) else None for seed in bracket_seeds(places)]
    else:
        seeds = [winner(match) for match in matches(of, of.round - 1)]
    for number, at in enumerate(range(0, len(seeds), 2), 1):
        one, other = seeds[at], seeds[at + 1]
        if one is None or other is None:
            yield _new_pairing(of, number, one or other or 0, None)
            continue
        lot = SeededRng(f"{of.seed}/sides/{of.round}/{number}").below(2)
        yield _new_pairing(of, number, *((other, one) if lot else (one, other)))


def _circle_pairs(entrants: int, number: int) -> Iterator[tuple[int, int | None]]:
    """Who meets whom in a round where everybody meets everybody, by the circle method; sides change evenly.

    With an odd number one has a bye.
    """
    even = entrants + entrants % 2
    turning = even - 1
    fixed = (even, number % turning + 1 if turning > 1 else 1)
    pairs = [fixed if number % 2 else fixed[::-1]]
    for step in range(1, even // 2):
        one, other = (number + step) % turning + 1, (number - step) % turning + 1
        pairs.append((one, other) if step % 2 else (other, one))
    for one, other in pairs:
        if even > entrants and even in (one, other):
            yield (other if one == even else one), None
        else:
            yield one, other


def _new_pairing(of: Tournament, number: int, first: int, second: int | None, game: int = 1) -> Pairing:
    """A game, decided at once where it need not be played."""
    made = Pairing(of.round, number, game, first, second)
    if second is None:
        return replace(made, ended=PairingResult.BYE)
    one, other = of.entrant(first), of.entrant(second)
    if one.out and other.out:  # whoever goes on loses to anybody who is still in it, and wins nothing
        return replace(made, ended=_higher_seed_wins(of, made, PairingResult.VOID), how=ResultKind.UNPLAYED)
    if one.out or other.out:
        return replace(
            made, ended=PairingResult.SECOND if one.out else PairingResult.FIRST, how=ResultKind.UNPLAYED
        )
    if is_bot(one.user_id) and is_bot(other.user_id):
        return replace(made, ended=_higher_seed_wins(of, made, PairingResult.DRAWN))
    return made


def _higher_seed_wins(of: Tournament, game: Pairing, otherwise: PairingResult) -> PairingResult:
    """That the higher seed goes on; where nobody does, the other end."""
    if of.setup.form is Form.ROUND_ROBIN or game.second is None:
        return otherwise
    return PairingResult.FIRST if game.first < game.second else PairingResult.SECOND


def _replay_games(of: Tournament) -> Iterator[Pairing]:
    """The second games, with the sides exchanged, of those in a knock-out that had no winner."""
    if of.setup.form is not Form.KNOCKOUT:
        return
    for match in matches(of, of.round):
        (last,) = match[-1:]
        if (
            last.ended in (PairingResult.DRAWN, PairingResult.VOID)
            and last.game < GAMES
            and last.second is not None
        ):
            yield _new_pairing(of, last.number, last.second, last.first, last.game + 1)


# Knock-out


def matches(of: Tournament, number: int) -> list[tuple[Pairing, ...]]:
    """The matches of a round, from top to bottom, each as its games."""
    games = [one for one in of.pairings if one.round == number]
    return [tuple(match) for _, match in groupby(games, key=lambda one: one.number)]


def winner(match: tuple[Pairing, ...]) -> int | None:
    """Who goes on from a match of a knock-out, by their number; none as long as that is open.

    Of a match without a won game: who has more points from its games, or else the higher seed.
    """
    last = match[-1]
    match last.ended:
        case PairingResult.NOT_YET:
            return None
        case PairingResult.BYE | PairingResult.FIRST:
            return last.first
        case PairingResult.SECOND:
            return last.second
    if last.game < GAMES or last.second is None:
        return None
    points = {last.first: 0, last.second: 0}
    for game in match:
        points[game.first] += game.points[0]
        points[game.second or 0] += game.points[1]
    return min(points, key=lambda one: (-points[one], one))


# Everybody meets everybody


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """Somebody in a table: `score` and `sonneborn` (Sonneborn-Berger) are in halves of a point.

    `direct` is the score of the games between those with the same score. What was hardly a game counts in
    `score` alone, so that ties are broken by what was played; `wins` are those that were.
    """

    number: int
    won: int
    drawn: int
    lost: int
    score: int
    direct: int
    sonneborn: float
    wins: int
    out: bool = False
    place: int = 0

    @property
    def merit(self) -> tuple[bool, int, int, float, int]:
        """What decides: being in it still, score, direct encounter, Sonneborn-Berger, wins."""
        return not self.out, self.score, self.direct, self.sonneborn, self.wins


def standings(of: Tournament) -> tuple[StandingsRow, ...]:
    """The table, the best first; those who did equally well share a place.

    Whoever has withdrawn comes after everybody else, and nobody is first where all people have.
    """
    total = {one.number: 0 for one in of.entrants}
    scores = {one.number: dict[int, int]() for one in of.entrants}
    tally = {one.number: [0, 0, 0] for one in of.entrants}
    for game in of.pairings:
        gained = _points_of(game)
        if gained is None or game.second is None:
            continue
        for one, other, own in ((game.first, game.second, gained[0]), (game.second, game.first, gained[1])):
            total[one] += own
            if game.how is not ResultKind.UNPLAYED:
                scores[one][other] = scores[one].get(other, 0) + own
            tally[one][WON - own] += 1
    lines = [
        StandingsRow(
            one,
            won=tally[one][0],
            drawn=tally[one][1],
            lost=tally[one][2],
            score=total[one],
            direct=sum(own for other, own in met.items() if total[other] == total[one]),
            sonneborn=sum(own * total[other] / WON for other, own in met.items()),
            wins=sum(own == WON for own in met.values()),
            out=of.entrant(one).out,
        )
        for one, met in scores.items()
    ]
    merits = sorted((line.merit for line in lines), reverse=True)
    best = 2 if have_all_withdrawn(of) else 1
    ranked = [replace(line, place=merits.index(line.merit) + best) for line in lines]
    return tuple(sorted(ranked, key=lambda line: (line.place, line.number)))


def _points_of(game: Pairing) -> tuple[int, int] | None:
    """What a game counts for both, in halves of a point; none for a bye, and as long as it goes on."""
    if game.ended in (PairingResult.NOT_YET, PairingResult.BYE):
        return None
    return {
        PairingResult.FIRST: (2, 0),
        PairingResult.SECOND: (0, 2),
        PairingResult.DRAWN: (1, 1),
        PairingResult.VOID: (0, 0),
    }[game.ended]


# At the end


def have_all_withdrawn(of: Tournament) -> bool:
    """Whether all people have withdrawn."""
    return all(one.out for one in of.entrants if not is_bot(one.user_id))


def place_entrants(of: Tournament) -> Iterator[Entrant]:
    """The entrants with how they came off; in a knock-out those share a place who lost in the same round.

    Whoever has withdrawn from it has the place of those who lost in the last round in which they played.
    Nobody is first who has withdrawn, nor where all people have.
    """
    if of.setup.form is Form.ROUND_ROBIN:
        places = {line.number: line.place for line in standings(of)}
    else:
        last = {one.number: _last_round(of, one) for one in of.entrants}
        places = {number: 2 ** (of.round - at) + 1 for number, at in last.items()}
        final = matches(of, of.round)[-1]
        both = sorted({final[-1].first, final[-1].second or 0} - {0}, key=lambda one: one != winner(final))
        best = next((one for one in both if not of.entrant(one).out), None)
        if best is not None and not have_all_withdrawn(of):
            places[best] = 1
    return (replace(one, place=places[one.number]) for one in of.entrants)


def _last_round(of: Tournament, own: Entrant) -> int:
    """The last round of a knock-out in which somebody was; after they withdrew, in which they played."""
    games = [one for one in of.pairings if own.number in (one.first, one.second)]
    if own.out:
        games = [one for one in games if one.table_id is not None]
    return max((one.round for one in games), default=1)
