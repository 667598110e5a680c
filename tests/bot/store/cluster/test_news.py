"""What one process tells the others arrives as it was."""

from __future__ import annotations

import pytest

from bot.store.cluster.news import ChangeNotice, ChangeSubject


@pytest.mark.parametrize("about", ChangeSubject)
@pytest.mark.parametrize("keeps_record", [False, True])
def test_a_notice_is_read_as_it_was_written(about: ChangeSubject, keeps_record: bool) -> None:
    for notice in (
        ChangeNotice(about, keeps_record=keeps_record),
        ChangeNotice(about, 7, "fr", keeps_record=keeps_record, lines=("Zoë moved.",)),
    ):
        assert ChangeNotice.parse(str(notice)) == notice


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"about": "another"}', '{"about": "commands", "number": "x"}']
)
def test_what_this_version_does_not_know_is_passed_over(text: str) -> None:
    assert ChangeNotice.parse(text) is None
