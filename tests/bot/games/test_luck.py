from __future__ import annotations

import re

import pytest

from bot.games.catalogue import CATALOGUE, words_in
from bot.words import LANGUAGES
from engine.luck import Throw, total_luck
from engine.ploc.luck import throws
from engine.replay import LogPosition
from engine.thrag.luck import coins, dice
from engine.trogdor.danger import strike_throws
from tests.bot.games.whole_games import PEOPLE, whole
from tests.engine.chance import positions_after
from tests.engine.ploc.bouts import new_bout
from tests.engine.thrag import nights
from tests.engine.trogdor.tables import play_card
from tests.playthroughs.golden import FILES

GAMES_OF_CHANCE = [file.stem for file in FILES if CATALOGUE[whole(file.stem)[0]].help.luck is not None]


def luck_lines(key: str, positions: tuple[LogPosition, ...], language: str = "en") -> tuple[str, ...]:
    report = CATALOGUE[key].help.luck
    assert report is not None
    return report(words_in(language), PEOPLE, positions)


def bout(first_roll: str, *lines: str, first: int = 0, chance: str = "") -> tuple[LogPosition, ...]:
    """A game of Ploc with this first roll, that ends with these lines."""
    new = new_bout(f"6 1 1  2 2 2  {first_roll}  {chance}")
    return positions_after("ploc", new.state, new.rng, *lines, first=first)


# What a report says


def test_a_report_names_what_came_what_was_expected_and_the_chance_of_better() -> None:
    """206 and 104 of 1296 cases, 56 and 25 of 216: the same game as in the engine's test."""
    lines = ("reroll 3", "4a weaken", "5b hit standing", "5c hit standing", "done", "1 resign")
    ann, ben, about = luck_lines("ploc", bout("3 5 5", *lines, chance="4  2 4 6"))
    again = "A better result comes"
    came = "- **Ann** rolled 17 with 4 dice; 14 is average."
    assert ann == f"{came} {again} 16% of the time. An equal one comes 8% of the time."
    came = "- **Ben** rolled 12 with 3 dice; 10.5 is average."
    assert ben == f"{came} {again} 26% of the time. An equal one comes 12% of the time."
    assert about.startswith("-# ")


@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ("6 6 6", "No result is better."),  # 1 of 216 cases, which is not told
        ("6 6 5", "better result comes less than 1% of the time. An equal one comes 1% of the time."),
        ("2 1 1", "better result comes 98% of the time. An equal one comes 1% of the time."),
        ("1 1 1", "A better result comes more than 99% of the time."),
    ],
)
def test_no_chance_is_told_as_none_or_certain_that_is_not(roll: str, said: str) -> None:
    line, _ = luck_lines("ploc", bout(roll, "0 resign"))
    assert line.endswith(said)


def test_who_had_no_throw_is_not_told_of() -> None:
    line, _ = luck_lines("ploc", bout("3 5 5", "0 resign"))
    assert "Ann" in line
    assert luck_lines("ploc", bout("3 5 5", "0 resign", first=1)) == ("Luck played no part in this game.",)


def test_thrag_has_a_line_for_his_dice_and_one_for_his_coins() -> None:
    """5 of 6 coins slay, then each does; the lead is that of the engine's test."""
    night = nights.new_night(1, 2, 0, 0)
    lines = ("fight blue with blue", "pay 2", "fight blue with blue", "resign")
    fought, flipped, about = luck_lines("thrag", positions_after("thrag", night.state, night.rng, *lines))
    assert "added up: -3. Average luck: 0." in fought
    assert flipped.startswith("- 2 coins flipped, beasts slain with them: 1. ")
    assert "Average luck: 1.8." in flipped
    assert flipped.endswith("better result comes 83% of the time. An equal one comes 17% of the time.")
    assert about.startswith("-# ")


def test_without_a_coin_thrag_has_a_line_less() -> None:
    night = nights.new_night(1, 2, 0, 4)
    assert len(luck_lines("thrag", positions_after("thrag", night.state, night.rng, "resign"))) == 2


@pytest.mark.parametrize(
    ("movement", "said"),
    [
        (("0 n nne",), "struck at Trogdor 1 time; 0 is average. A better"),  # 1 of 21
        (("0 n nee", "0 n nne"), "struck at Trogdor 0 times; 0 is average. No result is better"),
    ],
)
def test_trogdor_has_one_line_for_the_whole_table(movement: tuple[str, ...], said: str) -> None:
    shown = ".a . . . .  . . . . .  . . .D . .  . . . . .  . . .1 . ."
    table = play_card(shown, movement=movement)
    line, about = luck_lines("trogdor", positions_after("trogdor", table.state, table.rng, "finish"))
    assert said in line
    assert about.startswith("-# ")


# Whole games


def test_all_games_with_luck_have_been_played_to_their_end() -> None:
    lucky = {key for key, entry in CATALOGUE.items() if entry.help.luck is not None}
    assert {whole(stem)[0] for stem in GAMES_OF_CHANCE} == lucky >= {"ploc", "thrag", "trogdor"}
    assert "thud" not in lucky


@pytest.mark.parametrize("stem", GAMES_OF_CHANCE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finished_game_has_a_report(stem: str, language: str) -> None:
    key, seats, positions = whole(stem)
    lines = luck_lines(key, positions, language)
    assert 2 <= len(lines) <= seats + 3
    assert all(re.match(r"- |-# ", line) for line in lines)


@pytest.mark.parametrize("stem", GAMES_OF_CHANCE)
def test_the_chances_of_every_finished_game_are_chances(stem: str) -> None:
    for thrown in throws_of(stem):
        found = total_luck(thrown)
        assert 0 <= found.chance_luckier < 1
        assert 0 < found.chance_as_lucky <= 1 - found.chance_luckier, "it did happen"


def throws_of(stem: str) -> list[tuple[Throw, ...]]:
    """The throws of each measure of a playthrough."""
    key, seats, positions = whole(stem)
    if key == "ploc":
        return [throws(positions, seat) for seat in range(seats)]
    return [dice(positions), coins(positions)] if key == "thrag" else [strike_throws(positions)]
