"""What the games of a contest come to, as one record of figures and as text for people."""

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
"""What a game brought to one of the players."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """How one player did: `wins` is the share of its games that it won, draws left out of it.

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
    """A contest in figures. `margin` is by how many points the first player is ahead of the second.

    It is counted deal by deal: of a deal that a duel plays twice it is the mean of both games. `ahead` is the
    same for wins, in shares of 1, where both play the same deals and not each other. Both are none for fewer
    than two deals, or where only one plays. `games` is how many were played to their end or stopped,
    `different` how many of them went a way of their own.
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


def report(contest: Contest, games: Sequence[ArenaGame], asked: int) -> ContestReport:
    """The figures of what was played of a contest; `asked` is how many games were asked for."""
    standings = (_player_result(contest, games, side) for side in range(len(contest.players)))
    turns = [game.turns for game in games if game.turns is not None]
    return ContestReport(
        contest.game,
        repeat_command(contest, asked),
        len(games),
        count_different(games),
        sum(game.outcome.ending == STOPPED for game in games),
        tuple(filter(None, standings)),
        _difference(contest, games, _points),
        None if contest.is_duel else _difference(contest, games, _win_of(contest)),
        distribution_of([game.plies for game in games]),
        distribution_of(turns),
    )


def repeat_command(contest: Contest, asked: int) -> str:
    """The command that plays the same games again."""
    words = ["python", "-m", "engine", "arena", contest.game, contest.first]
    words += [contest.second] if contest.second else []
    words += ["--games", str(asked), "--seed", contest.seed]
    words += [] if contest.seats == GAMES[contest.game].seats.start else ["--seats", str(contest.seats)]
    for key, value in contest.options:
        words += ["--option", f"{key}={value}"]
    if contest.limit not in (0, measure(contest.game).limit):
        words += ["--plies", str(contest.limit)]
    return shlex.join(words)


def _player_result(contest: Contest, games: Sequence[ArenaGame], side: int) -> PlayerResult | None:
    own = [game for game in games if side in game.deal.sides]
    if not own:
        return None
    won = sum(_has_won(contest, game, side) for game in own)
    drawn = sum(not game.outcome.winners for game in own) if contest.is_duel else 0
    return PlayerResult(
        contest.players[side].name,
        won,
        drawn,
        len(own) - won - drawn,
        rate(won, len(own)),
        dict(Counter(game.outcome.ending for game in own).most_common()),
        distribution_of(seconds(own, side)),
    )


def _has_won(contest: Contest, game: ArenaGame, side: int) -> bool:
    """Whether a player won; for those who play together or alone only some endings are wins."""
    if contest.is_duel:
        return game.has_won(side)
    wins = measure(contest.game).wins
    return game.has_won(side) and (not wins or game.outcome.ending in wins)


def _points(game: ArenaGame, side: int) -> float:
    return game.points(side)


def _win_of(contest: Contest) -> Counted:
    return lambda game, side: float(_has_won(contest, game, side))


def _difference(contest: Contest, games: Sequence[ArenaGame], counted: Counted) -> Estimate | None:
    """By how much the first player is ahead, deal by deal; a deal that is not whole is left out."""
    by_deal: dict[int, list[ArenaGame]] = defaultdict(list)
    for game in games:
        by_deal[game.deal.number].append(game)
    if contest.second is None:
        return None
    whole = 2 if contest.is_paired or not contest.is_duel else 1
    return mean([_ahead(found, counted) for found in by_deal.values() if len(found) == whole])


def _ahead(games: Sequence[ArenaGame], counted: Counted) -> float:
    """The mean of the first player in the games of one deal, less that of the second."""
    both = [[counted(game, side) for game in games if side in game.deal.sides] for side in (0, 1)]
    first, second = (sum(values) / len(values) for values in both)
    return first - second


def report_lines(found: ContestReport) -> Iterator[str]:
    """A report line by line; each figure has its 95 % interval in brackets."""
    yield from _labelled_lines("games", _games(found))
    for standing in found.players:
        yield from _labelled_lines(standing.name, *_player_lines(standing))
    if found.margin is not None:
        names = " before ".join(standing.name for standing in found.players)
        wins = [] if found.ahead is None else [f"{format_share(found.ahead)} of wins"]
        yield from _labelled_lines(
            "margin", f"{names}: {format_points(found.margin)} points", *wins, _deals(found.margin.count)
        )
    lengths = [(found.plies, "plies"), (found.turns, "turns")]
    yield from _labelled_lines(
        "length", *(f"{format_length(how)} {what}" for how, what in lengths if how is not None)
    )
    yield from _labelled_lines("again", found.repeat)


def _labelled_lines(word: str, *lines: str) -> Iterator[str]:
    """A word, and lines beside it."""
    for at, line in enumerate(lines):
        yield f"{'' if at else word:8}{line}"


def _games(found: ContestReport) -> str:
    stopped = f", {found.stopped} stopped as they went on for too long" if found.stopped else ""
    return f"{found.games} of {found.game}, {found.different} of them different{stopped}"


def _deals(count: int) -> str:
    return f"deal by deal, over {count}"


def _player_lines(standing: PlayerResult) -> Iterator[str]:
    won = f"won {standing.won}, drawn {standing.drawn}, lost {standing.lost}"
    yield f"{won}: {format_share(standing.wins)} won"
    yield f"ended by {format_counts(standing.endings)}"
    if standing.seconds is not None:
        yield f"{format_time(standing.seconds)} for each of {standing.seconds.count} decisions"


def format_share(found: Estimate) -> str:
    """`81.0 % [72.2 to 87.5]`."""
    return f"{found.value:.1%} [{100 * found.low:.1f} to {100 * found.high:.1f}]".replace("%", " %", 1)


def format_points(found: Estimate) -> str:
    """`48.2 [41.0 to 55.4]`."""
    return f"{found.value:.1f} [{found.low:.1f} to {found.high:.1f}]"


def format_counts(found: Mapping[str, int]) -> str:
    """`points 18, draw 2`."""
    return ", ".join(f"{key} {count}" for key, count in found.items())


def format_time(found: Distribution) -> str:
    """`0.512 s in the mean, 0.400 s in the median, 1.900 s at most`."""
    return f"{found.mean:.3f} s in the mean, {found.median:.3f} s in the median, {found.most:.3f} s at most"


def format_length(found: Distribution) -> str:
    """`120 to 400, in the mean 234.5`."""
    return f"{found.least:.0f} to {found.most:.0f}, in the mean {found.mean:.1f}"
