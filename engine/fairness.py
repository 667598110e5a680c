"""Lets players check a game: a commitment to its seed, and a log whose lines are chained by hashes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

from engine.core import Seat


def commitment(seed: str) -> str:
    """The SHA-256 of a seed in hexadecimal: the seal published when a table opens."""
    return sha256(seed.encode()).hexdigest()


def chance_seed(seed: str, salts: Sequence[str]) -> str:
    """The seed of a game's chance: its own seed combined with the players' salts.

    Without salts it is the seed itself, else the SHA-256 of both, in hexadecimal.
    """
    return sha256(canonical([seed, *salts]).encode()).hexdigest() if salts else seed


def seed_of_player(chance: str, head: str) -> str:
    """The seed that a bot or stand-in draws from after the log line with hash `head`.

    `chance` is the seed of the game's own chance and as secret: no player can compute in advance what a weak
    bot will overlook, but everyone can afterwards. The result reveals nothing about the seed, and the bot's
    draws never affect the game's.
    """
    return sha256(canonical(["player", chance, head]).encode()).hexdigest()


def canonical(value: object) -> str:
    """The canonical JSON text of a value: sorted keys, no spaces, no escapes."""
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
    """The hash that a log starts from: over the options and terms of the table.

    `seats` is 0 while a table is open; `options` are then those it was opened with. Once the game begins they
    include the players' picks, as canonical JSON, and `salts` are known. `table` is its code, `terms` its
    time control, as canonical JSON; older logs have neither.
    """
    parts = [game, options, str(seats), str(rules_version), commitment_]
    parts += [canonical(list(salts))] if salts else []
    parts += [table, terms] if table else []
    return sha256("\n".join(parts).encode()).hexdigest()


def next_hash(before: str, ply: int, seat: Seat, action: str) -> str:
    """The hash of a log line, over the previous hash and the line, so that no line can change unnoticed."""
    return sha256(f"{before}\n{ply} {seat} {action}".encode()).hexdigest()
