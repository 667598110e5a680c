"""What the bench writes by hand fits the schema as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.store import Store
from tools.bench import saving


@pytest.mark.parametrize("moves", [1, 3])
def test_the_bare_transaction_of_the_bench_can_be_made(tmp_path: Path, moves: int) -> None:
    bare = saving.Bare(tmp_path / "bare.db")
    for _ in range(moves):
        bare.save()
    bare.connection.close()


async def test_the_person_of_the_bench_has_ten_games_among_however_many(tmp_path: Path) -> None:
    saving.fill(tmp_path / "many.db", 40)
    store = await Store.open(tmp_path / "many.db", hooks=HOOKS)
    kept = await store.data_of(saving.RARE)
    await store.close()
    assert {part: len(rows) for part, rows in kept.items() if rows} == {"seats": 9, "opened": 9, "moves": 270}


async def test_the_store_finds_what_the_bench_wrote(tmp_path: Path) -> None:
    bare = saving.Bare(tmp_path / "bare.db")
    bare.save()
    bare.connection.close()
    store = await Store.open(tmp_path / "bare.db", hooks=HOOKS)
    table, lines = await store.table(1), await store.log(1)
    await store.close()
    assert table is not None
    assert (table.game, table.plies, len(table.players)) == ("thud", 1, 2)
    assert [line.action for line in lines] == ["dE2-E10"]
