from __future__ import annotations

import random
import string
from pathlib import Path
from urllib.parse import quote

import pytest

from bot.ops.location import Postgres, parse_location

DANGEROUS = "@#/:%?"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://taproom:hidden@db/taproom", "postgresql://taproom:***@db/taproom"),
        ("postgres://taproom:hid:den@db:5432/taproom", "postgres://taproom:***@db:5432/taproom"),
        ("postgresql://bot:a%40b%2Fc@[fd00::1]:5432/games", "postgresql://bot:***@[fd00::1]:5432/games"),
        ("postgresql://bot@one:1,two:2/games", "postgresql://bot@one:1,two:2/games"),
        ("postgresql://%2Frun%2Fpostgresql/games", "postgresql://%2Frun%2Fpostgresql/games"),
        (
            "postgresql://bot@/games?host=/run/pg&password=hidden&sslpassword=hidden&sslmode=require",
            "postgresql://bot@/games?host=/run/pg&sslmode=require",
        ),
        ("postgresql://bot@db/games?password=hidden", "postgresql://bot@db/games"),
        ("postgresql://bot:@db/games", "postgresql://bot@db/games"),
        ("postgresql://", "postgresql://"),
    ],
)
def test_an_address_is_printed_without_its_password(address: str, shown: str) -> None:
    place = parse_location(address)
    assert isinstance(place, Postgres)
    assert str(place) == shown
    assert "hidden" not in repr(place)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://bot:hid@den@db/games",
        "postgresql://bot:hid#den@db/games",
        "postgresql://bot:hid/den@db/games",
        "postgresql://bot:hid?den=1@db/games",
        "postgresql://bot:hid%nden@db/games",
        "postgresql://bot:hidden db/games",
        "postgresql://bot:hidden/games",  # no host
        "postgresql://bot:hidden",  # as the rest was cut off as a remark
        "postgresql://bot@db/games?password=hid@den",
        "postgresql://bot@db/games?password=hid#den",
        "postgresql://bot@db/games?password=hid%nden",
        "postgresql://bot@db/games?password=hid=den",
        "bot:hidden@db/games",
        "postgresql:bot:hidden@db/games",
        "postgresql:/bot:hidden@db/games",
        '"postgresql://bot:hidden@db/games"',
        " postgresql://bot:hidden@db/games",
        "bot:hidden@://db",
    ],
)
def test_an_address_that_can_be_read_in_two_ways_is_refused_with_how_to_write_it(address: str) -> None:
    with pytest.raises(
        ValueError, match="%40 for @, %23 for #, %2F for /, %3F for \\?, %25 for %"
    ) as refused:
        parse_location(address)
    assert "hid" not in str(refused.value)
    assert "den" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["taproom.db", "/var/lib/a:b.db", "me@home/taproom.db", "C:\\Users\\me@home\\taproom.db", "a b#.db"],
)
def test_a_file_may_have_any_name(text: str) -> None:
    assert parse_location(text) == parse_location(f"sqlite:{text}") == Path(text)


@pytest.mark.parametrize(
    "pattern", ["postgresql://bot:{}@db:5432/games", "postgresql://bot@db/games?password={}"]
)
@pytest.mark.parametrize("is_escaped", [False, True])
def test_no_part_of_a_password_is_ever_printed(pattern: str, is_escaped: bool) -> None:
    """Random passwords; letters of the address itself are not in them, so that any trace is one of theirs."""
    rng = random.Random(pattern)
    letters = "".join(set(string.ascii_uppercase) - set("ABCDEF"))
    accepted = 0
    for _ in range(2000):
        password = "".join(rng.choice(letters + DANGEROUS) for _ in range(rng.randint(1, 12)))
        try:
            shown = str(parse_location(pattern.format(quote(password, safe="") if is_escaped else password)))
        except ValueError as error:
            shown = str(error).partition(", and in the password")[0]
            assert not is_escaped
        else:
            accepted += 1
            expected = pattern.format("***").partition("?")[0]
            assert shown == expected
        assert not set(shown) & set(letters)
    assert accepted == 2000 if is_escaped else 0 < accepted < 2000
