"""What lets players check a game: the commitment to its seed, and a log whose lines are chained by hashes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

from engine.core import Seat


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: published when a table opens, before the seed itself."""
    return sha256(seed.encode()).hexdigest()


def chance_seed(seed: str, salts: Sequence[str]) -> str:
    """What a game's chance is drawn from: its seed, and what the players added while nobody knew it.

    The seed itself without salts; else the SHA-256 of both, in hexadecimal.
    """
    return sha256(canonical([seed, *salts]).encode()).hexdigest() if salts else seed


def seed_of_player(chance: str, head: str) -> str:
    """What a player made of code draws from, a bot or a stand-in, where the log stands at this hash.

    `chance` is what the game's own chance is drawn from, and as secret as its seed: so nobody can compute
    beforehand what a weak bot will miss, and everybody can afterwards. It says nothing of the seed, and
    nothing that is drawn from it is drawn for the game.
    """
    return sha256(canonical(["player", chance, head]).encode()).hexdigest()


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spaces, every letter as it is."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def first_hash(
    game: str,
    options: str,
    seats: int,
    rules_version: int,
    commitment_: str,
    salts: Sequence[str] = (),
    *,
    table: str = "",
    terms: str = "",
) -> str:
    """The hash a log starts from: of what was agreed before the first move.

    `seats` is 0 while a table is open; `options` are then those it was opened with. Once the game begins
    they hold what the players picked, too, as canonical JSON. `salts` are known by then as well. `table` is
    its code, `terms` how it is timed, as canonical JSON; logs that began before these were told have neither.
    """
    parts = [game, options, str(seats), str(rules_version), commitment_]
    parts += [canonical(list(salts))] if salts else []
    parts += [table, terms] if table else []
    return sha256("\n".join(parts).encode()).hexdigest()


def next_hash(before: str, ply: int, seat: Seat, action: str) -> str:
    """The hash of a log line: of the hash before it and the line, so that no line can change unseen."""
    return sha256(f"{before}\n{ply} {seat} {action}".encode()).hexdigest()
