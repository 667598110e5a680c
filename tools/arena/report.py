"""The results of a contest, as a record of statistics and as text."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.registry import GAMES
from tools.arena.contests import Contest
from tools.arena.figures import Distribution, Estimate, distribution_of, mean, rate
from tools.arena.games import ArenaGame, count_different, seconds
from tools.arena.measures import STOPPED, measure

Counted: TypeAlias = Callable[[ArenaGame, int], float]
"""The value of a game for one of the players."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The result of one player: `wins` is the share of its games that it won, without draws.

    `seconds` are those of one decision, `endings` count how its games ended.
    """

    name: str
    won: int
    drawn: int
    lost: int
    wins: Estimate
    endings: Mapping[str, int]
    seconds: Distribution | None


@dataclass(frozen=True, slots=True)
class ContestReport:
    """The statistics of a contest. `margin` is by how many points the first player leads the second.

    It is computed deal by deal: for a deal that a duel plays twice it is the mean of both games. `ahead` is
    the same for wins, in shares of 1, where both play the same deals and not each other. Both are None for
    fewer than two deals, or with one player. `games` is how many were played to their end or stopped,
    `different` how many different ones.
    """

    game: str
    repeat: str
    games: int
    different: int
    stopped: int
    players: tuple[PlayerResult, ...]
    margin: Estimate | None
    ahead: Estimate | None
    plies: Distribution | None
    turns: Distribution | None


def report(contest: Contest, games: Sequence[ArenaGame], requested: int) -> ContestReport:
    """Return the statistics of a contest's games; `requested` is how many games were requested."""
    standings = (_player_result(contest, games, side) for side in range(len(contest.players)))
    turns = [game.turns for game in games if game.turns is not None]
    return ContestReport(
        contest.game,
        repeat_command(contest, requested),
        len(games),
        count_different(games),
        sum(game.outcome.ending == STOPPED for game in games),
        tuple(filter(None, standings)),
        _difference(contest, games, _points),
        None if contest.is_duel else _difference(contest, games, _win_of(contest)),
        distribution_of([game.plies for game in games]),
        distribution_of(turns),
    )


def repeat_command(contest: Contest, requested: int) -> str:
    """Return the command that plays the same games again."""
    words = ["python", "-m", "engine", "arena", contest.game, contest.first]
    words += [contest.second] if contest.second else []
    words += ["--games", str(requested), "--seed", contest.seed]
    words += [] if contest.seats == GAMES[contest.game].seats.start else ["--seats", str(contest.seats)]
    for key, value in contest.options:
        words += ["--option", f"{key}={value}"]
    if contest.limit not in (0, measure(contest.game).limit):
        words += ["--plies", str(contest.limit)]
    return shlex.join(words)


def _player_result(contest: Contest, games: Sequence[ArenaGame], side: int) -> PlayerResult | None:
    played = [game for game in games if side in game.deal.sides]
    if not played:
        return None
    won = sum(_has_won(contest, game, side) for game in played)
    drawn = sum(not game.outcome.winners for game in played) if contest.is_duel else 0
    return PlayerResult(
        contest.players[side].name,
        won,
        drawn,
        len(played) - won - drawn,
        rate(won, len(played)),
        dict(Counter(game.outcome.ending for game in played).most_common()),
        distribution_of(seconds(played, side)),
    )


def _has_won(contest: Contest, game: ArenaGame, side: int) -> bool:
    """Return whether a player won; in solo and cooperative games only some endings are wins."""
    if contest.is_duel:
        return game.has_won(side)
    wins = measure(contest.game).wins
    return game.has_won(side) and (not wins or game.outcome.ending in wins)


def _points(game: ArenaGame, side: int) -> float:
    return game.points(side)


def _win_of(contest: Contest) -> Counted:
    return lambda game, side: float(_has_won(contest, game, side))


def _difference(contest: Contest, games: Sequence[ArenaGame], counted: Counted) -> Estimate | None:
    """Return the first player's lead, deal by deal; incomplete deals are left out."""
    by_deal: dict[int, list[ArenaGame]] = defaultdict(list)
    for game in games:
        by_deal[game.deal.number].append(game)
    if contest.second is None:
        return None
    whole = 2 if contest.is_paired or not contest.is_duel else 1
    return mean([_ahead(deal_games, counted) for deal_games in by_deal.values() if len(deal_games) == whole])


def _ahead(games: Sequence[ArenaGame], counted: Counted) -> float:
    """Return the first player's mean in the games of one deal, less the second's."""
    both = [[counted(game, side) for game in games if side in game.deal.sides] for side in (0, 1)]
    first, second = (sum(values) / len(values) for values in both)
    return first - second


def report_lines(stats: ContestReport) -> Iterator[str]:
    """Yield a report line by line; each value has its 95 % interval in brackets."""
    yield from _labelled_lines("games", _games(stats))
    for standing in stats.players:
        yield from _labelled_lines(standing.name, *_player_lines(standing))
    if stats.margin is not None:
        names = " before ".join(standing.name for standing in stats.players)
        wins = [] if stats.ahead is None else [f"{format_share(stats.ahead)} of wins"]
        yield from _labelled_lines(
            "margin", f"{names}: {format_points(stats.margin)} points", *wins, _deals(stats.margin.count)
        )
    lengths = [(stats.plies, "plies"), (stats.turns, "turns")]
    yield from _labelled_lines(
        "length", *(f"{format_length(values)} {what}" for values, what in lengths if values is not None)
    )
    yield from _labelled_lines("again", stats.repeat)


def _labelled_lines(word: str, *lines: str) -> Iterator[str]:
    """Yield lines beside a label."""
    for index, line in enumerate(lines):
        yield f"{'' if index else word:8}{line}"


def _games(stats: ContestReport) -> str:
    stopped = f", {stats.stopped} stopped as they went on for too long" if stats.stopped else ""
    return f"{stats.games} of {stats.game}, {stats.different} of them different{stopped}"


def _deals(count: int) -> str:
    return f"deal by deal, over {count}"


def _player_lines(standing: PlayerResult) -> Iterator[str]:
    won = f"won {standing.won}, drawn {standing.drawn}, lost {standing.lost}"
    yield f"{won}: {format_share(standing.wins)} won"
    yield f"ended by {format_counts(standing.endings)}"
    if standing.seconds is not None:
        yield f"{format_time(standing.seconds)} for each of {standing.seconds.count} decisions"


def format_share(estimate: Estimate) -> str:
    """Format as `81.0 % [72.2 to 87.5]`."""
    return f"{estimate.value:.1%} [{100 * estimate.low:.1f} to {100 * estimate.high:.1f}]".replace(
        "%", " %", 1
    )


def format_points(estimate: Estimate) -> str:
    """Format as `48.2 [41.0 to 55.4]`."""
    return f"{estimate.value:.1f} [{estimate.low:.1f} to {estimate.high:.1f}]"


def format_counts(numbers: Mapping[str, int]) -> str:
    """Format as `points 18, draw 2`."""
    return ", ".join(f"{key} {count}" for key, count in numbers.items())


def format_time(times: Distribution) -> str:
    """Format as `0.512 s in the mean, 0.400 s in the median, 1.900 s at most`."""
    return f"{times.mean:.3f} s in the mean, {times.median:.3f} s in the median, {times.most:.3f} s at most"


def format_length(lengths: Distribution) -> str:
    """Format as `120 to 400, in the mean 234.5`."""
    return f"{lengths.least:.0f} to {lengths.most:.0f}, in the mean {lengths.mean:.1f}"
