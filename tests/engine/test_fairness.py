from __future__ import annotations

from engine.fairness import canonical, chance_seed, commitment, first_hash, next_hash


def test_a_commitment_is_the_sha_256_of_the_seed() -> None:
    """printf %s taproom | sha256sum"""
    told = "8c52a2ec06c7f01d681a8ae323d65d873b3acc93234689efdb3da55dd763ba78"
    assert commitment("taproom") == told


def test_a_log_starts_from_what_was_agreed() -> None:
    """printf 'thud\\n{"quiet_limit":0}\\n2\\n1\\nabc' | sha256sum"""
    told = "48fcac17d5e9e3e769d6b3ae6b07f61ab1e446480c1c005ff6229eb268dc04a5"
    assert first_hash("thud", '{"quiet_limit":0}', 2, 1, "abc") == told


def test_a_line_is_hashed_with_the_hash_before_it() -> None:
    """printf 'abc\\n1 0 dE2-E10' | sha256sum"""
    told = "02b2ceeaff933aa592a09a0a5fa6e0d745e9563d548e40ea8b85881bf45d21eb"
    assert next_hash("abc", 1, 0, "dE2-E10") == told


def test_everything_agreed_and_everything_played_changes_the_hash() -> None:
    starts = {
        first_hash("thud", "{}", 2, 1, "abc"),
        first_hash("ploc", "{}", 2, 1, "abc"),
        first_hash("thud", '{"quiet_limit":1}', 2, 1, "abc"),
        first_hash("thud", "{}", 0, 1, "abc"),
        first_hash("thud", "{}", 2, 2, "abc"),
        first_hash("thud", "{}", 2, 1, "abd"),
    }
    lines = {
        next_hash("abc", 1, 0, "offer"),
        next_hash("abd", 1, 0, "offer"),
        next_hash("abc", 2, 0, "offer"),
        next_hash("abc", 1, 1, "offer"),
        next_hash("abc", 1, 0, "claim"),
    }
    assert (len(starts), len(lines)) == (6, 5)


# What players add to chance


def test_without_salts_everything_is_as_it_was() -> None:
    assert chance_seed("taproom", ()) == "taproom"
    assert first_hash("thud", "{}", 2, 1, "abc", ()) == first_hash("thud", "{}", 2, 1, "abc")


def test_with_salts_chance_is_drawn_from_the_sha_256_of_the_seed_and_all_of_them() -> None:
    """printf '["taproom","ann","b\\303\\251n"]' | sha256sum"""
    told = "94fb68d1fcbf7e3f36940bad42ba3a70fedad60a2dbd331750fc636129e9d3df"
    assert chance_seed("taproom", ("ann", "b\N{LATIN SMALL LETTER E WITH ACUTE}n")) == told


def test_salts_are_a_further_line_of_what_was_agreed() -> None:
    """printf 'thud\\n{}\\n2\\n1\\nabc\\n["ann"]' | sha256sum"""
    told = "72d6d88dd51ec24f2957803031b49efef2f549fa15307b8c768b101fb0522eef"
    assert first_hash("thud", "{}", 2, 1, "abc", ["ann"]) == told


def test_every_salt_and_its_place_changes_chance_and_what_was_agreed() -> None:
    lists = [(), ("",), ("a",), ("b",), ("a", "b"), ("b", "a"), ("a b",), ('a","b',), ("a", "b", "")]
    assert len({chance_seed("seed", salts) for salts in lists}) == len(lists)
    assert len({first_hash("thud", "{}", 2, 1, "abc", salts) for salts in lists}) == len(lists)


def test_one_value_has_one_text() -> None:
    assert canonical({"b": [1, "\N{SNOWMAN}"], "a": None}) == '{"a":null,"b":[1,"\N{SNOWMAN}"]}'
