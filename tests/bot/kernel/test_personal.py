"""What is kept about somebody as a file: it explains itself, is whole, and fits into what Discord takes."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.people.privacy import NAME, GameCounts, document, games_of, is_nothing, split_into_files
from bot.store.persons import PersonalData, Row
from tests.bot.parts import PARTS

USER = 2**60 + 1
"""A number that readers of JSON round, if it is one."""

NOTHING: PersonalData = dict.fromkeys(PARTS, ())


def seat(status: str, day: str | None = None, **more: Any) -> Row:
    return {"table": "T1", "status": status, "day": day, "picks": "{}", "seated": 1, **more}


def read_document(kept: PersonalData, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(document(words_in(language), USER, kept, 0.0))
    return found


def test_every_part_is_there_and_explained_even_if_it_is_empty() -> None:
    found = read_document(NOTHING)
    assert list(found) == ["about", "user", "as_of", *PARTS]
    assert list(found["about"]) == ["file", *PARTS, "besides"]
    assert all(found[part] == [] for part in PARTS)
    assert all(sentence.endswith(".") for sentence in found["about"].values())


def test_it_is_explained_in_the_language_that_is_asked_for() -> None:
    german = words_in("de")
    assert read_document(NOTHING, "de")["about"]["moves"] == german("me.data.about.moves")


def test_numbers_of_discord_are_texts_as_they_are_too_large_for_many_readers() -> None:
    row = seat("over", server=USER, channel=USER + 1, parent_channel=None)
    found = read_document({**NOTHING, "seats": (row,)})
    assert found["user"] == "1152921504606846977"
    assert (found["seats"][0]["server"], found["seats"][0]["channel"]) == (str(USER), str(USER + 1))
    assert found["seats"][0]["parent_channel"] is None


def test_moments_are_dates_in_utc() -> None:
    moves = ({"table": "T1", "ply": 1, "at": 1_780_315_200.9},)
    found = read_document({**NOTHING, "moves": moves})
    assert found["moves"][0]["at"] == "2026-06-01T12:00:00+00:00"
    assert found["as_of"] == "1970-01-01T00:00:00+00:00"


def test_what_is_true_or_false_and_what_was_picked_is_said_as_such() -> None:
    row = seat("over", picks='{"keeper":"stinkoman"}', played_for=0)
    found = read_document({**NOTHING, "seats": (row,)})["seats"][0]
    assert (found["seated"], found["played_for"], found["picks"]) == (True, False, {"keeper": "stinkoman"})


def test_names_stay_letter_for_letter() -> None:
    text = document(IN_ENGLISH, USER, {**NOTHING, "guest": ({"name": 'Ünï "🐉" \\ \n'},)}, 0.0)
    assert "Ünï" in text
    assert json.loads(text)["guest"] == [{"name": 'Ünï "🐉" \\ \n'}]


def test_nothing_is_nothing_only_if_every_part_is_empty() -> None:
    assert is_nothing(NOTHING)
    assert not any(is_nothing({**NOTHING, part: ({"table": "T1"},)}) for part in PARTS)


def test_games_are_counted_by_what_would_become_of_them() -> None:
    seats = (seat("over"), seat("closed"), seat("open"), seat("playing"), seat("playing", "2026-06-01"))
    assert games_of({**NOTHING, "seats": seats}) == GameCounts(all=5, open=1, playing=1, deals=1)


def test_what_fits_comes_as_it_is() -> None:
    assert split_into_files("{}\n", 3) == ((NAME, b"{}\n"),)


@pytest.mark.parametrize(("limit", "names"), [(2_000, [f"{NAME}.zip"]), (200, 3)])
def test_what_does_not_fit_is_packed_and_in_pieces_at_last(limit: int, names: list[str] | int) -> None:
    text = "".join(f"line {number}\n" for number in range(300))
    files = split_into_files(text, limit)
    assert all(0 < len(data) <= limit for _, data in files)
    if isinstance(names, list):
        assert [name for name, _ in files] == names
    else:
        assert len(files) >= names
        assert [name[-4:] for name, _ in files][:3] == [".001", ".002", ".003"]
    with zipfile.ZipFile(io.BytesIO(b"".join(data for _, data in files))) as archive:
        assert archive.read(NAME).decode() == text
