from __future__ import annotations

import pytest

from bot.cluster.shards import ONE, Shards, shard_of

GUILDS = [number << 22 for number in range(32)]


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("0-3/16", Shards(0, 3, 16)),
        ("12-15/16", Shards(12, 15, 16)),
        ("5/16", Shards(5, 5, 16)),
        ("0/1", ONE),
        (" 4 - 7 / 8 ", Shards(4, 7, 8)),
    ],
)
def test_shards_are_told_as_from_to_of_how_many(text: str, shards: Shards) -> None:
    assert Shards.read(text) == shards
    assert Shards.read(str(shards)) == shards


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "0-3/16"),
        ("3", "0-3/16"),
        ("0,1/4", "0-3/16"),
        ("-1/4", "0-3/16"),
        ("a/4", "0-3/16"),
        ("0/0", "at least one"),
        ("3-1/4", "1-3/4"),
        ("4/4", "the last of 4 is 3"),
        ("0-4/4", "the last of 4 is 3"),
    ],
)
def test_what_are_no_shards_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Shards.read(text)


def test_every_server_has_exactly_one_shard_as_discord_reckons_it() -> None:
    parts = [Shards(0, 2, 8), Shards(3, 3, 8), Shards(4, 7, 8)]
    for guild in GUILDS:
        assert [part.has(guild) for part in parts].count(True) == 1
        assert shard_of(guild, 8) == (guild >> 22) % 8
    assert [part.has(None) for part in parts] == [True, False, False]


def test_only_those_who_have_every_shard_have_no_others_beside_them() -> None:
    assert ONE.is_all
    assert Shards(0, 15, 16).is_all
    assert not Shards(0, 14, 16).is_all
    assert not Shards(1, 15, 16).is_all
