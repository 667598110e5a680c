"""Highlights and cards in the docs, of whole games: `python -m tools.gallery.films` makes them anew.

The games are in `played/`, as two minds of the house played them once: `--play GAME SEED LEVEL...` plays
another one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.kernel.session import Shown
from bot.store import Line, Player, Status, Table, Terms, Time
from bot.ui.history.highlights import Game, filmed
from bot.ui.review.card import counted, painted
from engine.core import Seat
from engine.minds import MINDS
from engine.players import seed_of_thought
from engine.replay import Position, first_position, lasting, positions
from tools.gallery.docs import NAMES, SEATS, write
from tools.selfplay import plies

PLAYED: Final = Path(__file__).parent / "played"
OPTIONS: Final = {"thrag": {"track_coins": "yes"}}

MINUTE: Final = 60.0
"""Seconds from one line to the next."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A game that is over, as the bot has it."""

    entry: AnyEntry
    table: Table
    positions: tuple[Position, ...]
    log: tuple[Line, ...]


@cache
def whole(key: str) -> Whole:
    """The game that is kept of those with this key."""
    first, *rest = (PLAYED / f"{key}.txt").read_text(encoding="utf-8").splitlines()
    lines = [(int(seat), action) for seat, _, action in (line.partition(" ") for line in rest)]
    entry, seed = CATALOGUE[key], first.removeprefix("seed: ")
    begun = first_position(entry.game, OPTIONS.get(key, {}), SEATS[key], seed)
    found = positions(entry.game, begun, seed, lines)
    log = tuple(
        Line(ply, seat, 1 + seat, action, f"{ply:06x}", MINUTE * ply)
        for ply, (seat, action) in enumerate(lines, 1)
    )
    players = tuple(Player(seat, 1 + seat, NAMES[seat]) for seat in range(SEATS[key]))
    table = Table(
        id=1,
        game=key,
        guild_id=1,
        channel_id=1,
        host_id=1,
        status=Status.OVER,
        terms=Terms(options="{}", rules_version=entry.game.rules_version),
        seed=seed,
        counter=found[-1].counter,
        revision=len(lines),
        plies=len(lines),
        head=log[-1].hash,
        state=entry.codec.dump(found[-1].state),
        players=players,
        board=None,
        time=Time(created_at=0.0, changed_at=log[-1].at),
    )
    return Whole(entry, table, found, log)


def highlights(key: str) -> bytes:
    """The film of its best moments, as it is before there is a review."""
    one = whole(key)
    game = Game(IN_ENGLISH, one.table, one.entry, one.positions, lasting(one.positions), one.log)
    return filmed(game, {})


def card(key: str) -> bytes:
    """The card at its end."""
    one = whole(key)
    shown = Shown(one.table, one.entry, one.positions[-1].state, new_turn=False)
    names = tuple(player.name for player in one.table.players)
    review = one.entry.help.review(IN_ENGLISH, names, lasting(one.positions))
    return painted(IN_ENGLISH, shown, review, tuple(counted(IN_ENGLISH, one.table, one.log)))


PICTURES: Final[dict[str, Callable[[], bytes]]] = {
    **{f"{key}-highlights.gif": partial(highlights, key) for key in SEATS},
    **{f"{key}-card.png": partial(card, key) for key in ("trogdor", "ploc")},
}
"""The files by name, and what makes each of them."""


def play(key: str, seed: str, levels: Sequence[str]) -> str:
    """A game of minds, a level a seat, as it is kept."""
    game, mind = CATALOGUE[key].game, MINDS[key]

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], ply: int) -> tuple[Any, ...]:  # noqa: ANN401
        level = mind.level(levels[seat % len(levels)])
        return mind.plan(game.view(state, seat), legal, level, seed_of_thought(seed, ply, seat))

    game_of_minds = plies(game, SEATS[key], seed, choose, OPTIONS.get(key))
    return "".join([f"seed: {seed}\n", *(f"{ply.seat} {ply.action}\n" for ply in game_of_minds)])


def main(arguments: Sequence[str]) -> None:
    """Write the files, or another game."""
    if arguments[:1] == ["--play"]:
        _, key, seed, *levels = arguments
        PLAYED.mkdir(exist_ok=True)
        (PLAYED / f"{key}.txt").write_text(play(key, seed, levels), encoding="utf-8")
        return
    write(PICTURES)


if __name__ == "__main__":
    main(sys.argv[1:])
