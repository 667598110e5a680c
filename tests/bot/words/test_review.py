"""Every whole game can be told in numbers, and what all such reviews have in common."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.words import review
from bot.words.review import Review
from engine.core import Outcome
from engine.replay import LogPosition, effective_positions, first_position, replay_positions
from engine.thud import GAME as THUD
from tests.bot.games.whole_games import PEOPLE, review_of, whole
from tests.playthroughs.golden import FILES

NAMES = [path.stem for path in FILES]
LONG = tuple(f"{name} of the very long names, so" for name in PEOPLE)


def review_after(name: str, people: tuple[str, ...] = PEOPLE, lines: int | None = None) -> Review:
    key, seats, found = whole(name)
    return CATALOGUE[key].help.review(
        IN_ENGLISH, people[:seats], found[: None if lines is None else lines + 1]
    )


def texts(found: Review) -> list[str]:
    turnings = [turning.text for turning in found.turnings]
    return [found.result, *turnings, *(text for fact in found.facts for text in fact)]


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_says_who_won(name: str) -> None:
    key, _, found = whole(name)
    outcome = CATALOGUE[key].game.outcome(found[-1].state)
    assert outcome is not None
    result = review_of(name).result
    assert result.endswith(".")
    assert result.count(".") == 1
    assert all(PEOPLE[seat] in result for seat in outcome.winners)


@pytest.mark.parametrize("name", NAMES)
def test_all_tracks_of_a_game_are_of_one_length(name: str) -> None:
    found = review_of(name)
    assert len({len(track.values) for track in found.tracks}) <= 1
    assert len({(track.label, track.seat) for track in found.tracks}) == len(found.tracks)
    assert all(value >= 0 for track in found.tracks for value in track.values)


@pytest.mark.parametrize("name", NAMES)
def test_the_turnings_are_few_and_in_order_and_each_changes_something(name: str) -> None:
    found = review_of(name)
    at = [turning.at for turning in found.turnings]
    assert len(at) <= 3
    assert at == sorted(set(at))
    for place in at:
        assert any(track.values[place] != track.values[place - 1] for track in found.tracks)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_about_a_turning_is_short_however_long_the_names_are(name: str) -> None:
    for people in (PEOPLE, LONG):
        assert all(0 < len(turning.text) <= 60 for turning in review_after(name, people).turnings)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_a_review_is_markdown(name: str) -> None:
    for text in texts(review_of(name)):
        assert not {"*", "`", "_", "#", "<", "\n"} & set(text), text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_goes_on_is_told_at_any_line(name: str) -> None:
    _, _, found = whole(name)
    for lines in range(len(found) - 1):
        so_far = review_after(name, lines=lines)
        assert so_far.result == "The game goes on."
        assert len({len(track.values) for track in so_far.tracks}) <= 1
    assert {len(track.values) for track in review_after(name, lines=0).tracks} <= {1}


def test_what_was_taken_back_is_no_part_of_it() -> None:
    first = first_position(THUD, {}, 2, "")
    played = [(0, "dG1-G6"), (1, "TG8-F8"), (0, "dG6-G7xG7"), (1, "TH7-H6xG7"), (0, "resign")]
    wandered = [*played[:2], (0, "dG6-G5"), (1, "TF8-F9"), (0, "!undo 2"), *played[2:]]
    straight, back = (
        CATALOGUE["thud"].help.review(
            IN_ENGLISH, ("Ann", "Ben"), effective_positions(replay_positions(THUD, first, "", lines))
        )
        for lines in (played, wandered)
    )
    assert straight == back


class TestHelpers:
    def test_the_greatest_changes_are_three_either_way_and_in_order(self) -> None:
        assert review.greatest_changes([0, 1, -5, 2, 0, 4]) == (2, 3, 5)

    def test_of_equal_changes_the_later_counts(self) -> None:
        assert review.greatest_changes([3, 3, 3, 3]) == (1, 2, 3)

    def test_where_nothing_moved_there_is_no_turning(self) -> None:
        assert review.greatest_changes([0, 0]) == ()

    def test_what_went_against_the_end_has_not_decided_it(self) -> None:
        assert review.greatest_changes([4, -1, 5, -2], towards=-1) == (1, 3)
        assert review.greatest_changes([4, -1, 5, -2], towards=1) == (0, 2)

    def test_a_duel_went_towards_its_winner_and_a_night_towards_its_end(self) -> None:
        won, lost = Outcome("won", (1,), (3, 9)), Outcome("death", (), (0,))
        assert (review.towards_winner(won), review.towards_winner(None)) == (-1, 0)
        assert (review.towards_winner(lost), review.towards_end(lost), review.towards_end(won)) == (0, -1, 1)
        assert review.towards_end(Outcome(review.GIVEN_UP, (), (0,))) == 0

    def test_a_name_that_fits_is_left_alone(self) -> None:
        assert review.shorten_to_fit("Ann", lambda name: f"{name} wins") == "Ann wins"

    def test_of_a_long_name_the_end_is_left_out(self) -> None:
        said = review.shorten_to_fit("A" * 70, lambda name: f"{name} wins")
        assert said == "A" * 54 + "… wins"
        assert len(said) == 60

    def test_a_name_is_not_cut_behind_a_backslash(self) -> None:
        escaped = "A" * 53 + "\\_" * 9
        assert review.shorten_to_fit(escaped, lambda name: f"{name} wins") == "A" * 53 + "… wins"

    def test_a_turn_holds_what_it_began_with_and_where_it_led(self) -> None:
        found = [LogPosition(ply, state, 0) for ply, state in enumerate((10, 11, 12, 20, 21))]
        turns = review.by_turn(found, lambda state: state // 10)
        assert [[position.state for position in turn] for turn in turns] == [[10, 11, 12, 20], [20, 21]]

    def test_a_game_without_lines_has_no_turn(self) -> None:
        assert review.by_turn([LogPosition(0, 10, 0)], lambda state: state // 10) == ()

    def test_of_what_there_is_none_nothing_is_said(self) -> None:
        assert review.without_zeros(IN_ENGLISH, [("a", 1), ("b", 0), ("c", 2)]) == "a and c"
        assert review.without_zeros(IN_ENGLISH, [("a", 0)]) == "nothing"
