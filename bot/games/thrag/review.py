"""The review of a game of One Man, Thrag! in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.games.thrag.narration import beasts_left, pawns_left
from bot.words import Names, Words
from bot.words.review import Review, Track, Turning, by_turn, greatest_changes, towards_end
from engine.replay import LogPosition
from engine.thrag import GAME
from engine.thrag.events import Struck
from engine.thrag.model import BEASTS, TILES, TURNS, State


def chapter(words: Words, state: State) -> str:
    """Return the title of a position's turn."""
    return words("review.turn", turn=state.turn)


def moment(words: Words, state: State) -> str:
    """Return the number of an action on a position."""
    return words("thrag.review.moment", turn=state.turn)


def review(words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
    """Return the review of the night: beasts left and hit points, turn by turn."""
    turns = by_turn(positions, _number)
    stood = [positions[0].state, *(turn[-1].state for turn in turns)]
    beasts = tuple(_beasts_alive(state) for state in stood)
    health = tuple(_health(state) for state in stood)
    return Review(
        _result(words, names, stood[-1]),
        _facts(words, positions),
        (
            Track(words("thrag.review.beasts"), None, beasts),
            Track(words("thrag.review.health"), 0, health),
        ),
        _turnings(
            words,
            [_number(turn[0].state) for turn in turns],
            beasts,
            health,
            towards_end(stood[-1].outcome),
        ),
    )


def _number(state: State) -> int:
    return state.turn


def _beasts_alive(state: State) -> int:
    return len(TILES) * len(BEASTS) - sum(len(stack.slain) for stack in state.stacks)


def _health(state: State) -> int:
    """Return what the hit points can pay for; nothing once Thrag is dead."""
    dead = state.outcome is not None and state.outcome.ending == "death"
    return 0 if dead else sum(state.hit_points)


def _result(words: Words, names: Names, state: State) -> str:
    if state.outcome is None:
        return words("review.running")
    view = GAME.view(state, None)
    return words(
        f"thrag.review.{state.outcome.ending}",
        name=names[0],
        turn=state.turn,
        pawns=pawns_left(words, len(view.pawns)),
        beasts=beasts_left(words, view.left),
    )


def _facts(words: Words, positions: Sequence[LogPosition]) -> tuple[tuple[str, str], ...]:
    """Return the used turns, beasts, coins and pawns, and the damage."""
    state: State = positions[-1].state
    beasts = len(TILES) * len(BEASTS)
    coins = sum(map(len, state.flipped))
    struck = [
        event.fight.damage for position in positions for event in position.events if isinstance(event, Struck)
    ]
    counted = (
        (words("thrag.review.turns"), state.turn, TURNS),
        (words("thrag.review.slain"), beasts - _beasts_alive(state), beasts),
        (words("thrag.review.coins"), coins, coins + sum(map(len, state.pools))),
        (words("thrag.review.pawns"), len(state.spent), len(state.weapons)),
    )
    shares = tuple((what, words("review.of", count=count, all=most)) for what, count, most in counted if most)
    return (*shares, (words("thrag.review.damage"), str(sum(struck))))


def _turnings(
    words: Words, numbers: Sequence[int], beasts: Sequence[int], health: Sequence[int], towards: int
) -> tuple[Turning, ...]:
    """Return the turns that changed the balance most, towards the end.

    A slain beast counts as much as a hit point; if Thrag has lost, hit points alone.
    """
    slain = [before - after for before, after in pairwise(beasts)]
    gained = [after - before for before, after in pairwise(health)]
    both = [fallen + healed for fallen, healed in zip(slain, gained, strict=True)]
    turns = greatest_changes(gained if towards < 0 else both, towards)
    return tuple(
        Turning(index + 1, _turning(words, numbers[index], slain[index], health[index], health[index + 1]))
        for index in turns
    )


def _turning(words: Words, turn: int, slain: int, was: int, now: int) -> str:
    fallen = words.some("thrag.review.fallen", slain) if slain else words("thrag.review.fallen.none")
    if was == now:
        return words("thrag.review.turning.unhurt", turn=turn, slain=fallen)
    if now < was:
        return words.some("thrag.review.turning.lost", was - now, turn=turn, slain=fallen)
    return words.some("thrag.review.turning.healed", now - was, turn=turn, slain=fallen)
