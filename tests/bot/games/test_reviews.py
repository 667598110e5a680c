"""What the review of each game says, against what its playthroughs say line by line."""

from __future__ import annotations

import re

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.replay import first_position, replay_positions
from engine.trogdor import GAME as TROGDOR
from tests.bot.games.whole_games import event_count, fact, numbers, review_of, text, values


class TestThud:
    def test_points_are_followed_capture_by_capture(self) -> None:
        """A troll is 4 points, a dwarf 1: Ann takes a troll in ply 3, Ben a dwarf in ply 4."""
        found = review_of("thud_points_agreed", lines=4)
        assert values(found, "points", 0) == (32, 32, 32, 32, 31)
        assert values(found, "points", 1) == (32, 32, 32, 28, 28)
        assert [(turning.at, turning.text) for turning in found.turnings] == [
            (3, "Battle 1, move 3: Ann takes 1 troll, now 32 : 28"),
            (4, "Battle 1, move 4: Ben takes 1 dwarf, now 31 : 28"),
        ]

    def test_the_winner_of_a_match_has_noted_more(self) -> None:
        found = review_of("thud_points_agreed")
        (noted,) = set(numbers("thud_points_agreed", r"ending=points winners=0 points=(\d+),0"))
        assert found.result == f"Ann wins the match by {noted} ({noted} to 0)."
        assert fact(found, "battle 1") == "Ann 29 : 24 Ben"
        assert fact(found, "battle 2") == "Ann 32 : 31 Ben"

    def test_each_player_has_taken_what_the_lines_say(self) -> None:
        found = review_of("thud_points_agreed")
        assert event_count("thud_points_agreed", "Captured side=trolls") == 2
        assert event_count("thud_points_agreed", "Captured side=dwarfs") == 4
        assert fact(found, "taken by Ann") == "1 dwarf and 2 trolls"
        assert fact(found, "taken by Ben") == "3 dwarfs"

    def test_the_longest_lines_are_told_with_who_and_when(self) -> None:
        found = review_of("thud_points_agreed")
        assert fact(found, "longest hurl") == "a line of 2 (Ann, battle 1, move 9)"
        longest = max(numbers("thud_points_agreed", r"Shoved .* line=(\d+)"))
        assert fact(found, "longest shove").startswith(f"a line of {longest} (")

    def test_a_lone_dwarf_is_no_line(self) -> None:
        found = review_of("thud_points_wiped_out_trolls")
        assert set(numbers("thud_points_wiped_out_trolls", r"Hurled .* line=(\d+)")) == {1}
        assert "longest hurl" not in dict(found.facts)
        assert fact(found, "taken by Ben") == "nothing"

    def test_a_battle_ends_with_its_points_and_the_next_begins_anew(self) -> None:
        """The last troll falls in ply 17; then all 32 dwarfs and 8 trolls stand again."""
        found = review_of("thud_points_wiped_out_trolls")
        assert values(found, "points", 1)[16:19] == (4, 0, 32)
        assert values(found, "points", 0)[16:19] == (32, 32, 32)

    def test_a_new_battle_is_no_turning(self) -> None:
        found = review_of("thud_resignation_wiped_out_dwarfs")
        assert values(found, "points", 0)[-3:] == (0, 32, 32)
        assert all("Battle 1" in turning.text for turning in found.turnings)

    def test_level_matches_are_drawn(self) -> None:
        assert review_of("thud_draw_level").result == "The match is a draw, 1 : 1."
        assert review_of("thud_draw_no_move").result == "The match is a draw: no points for either side."

    def test_a_resigning_player_is_named_and_the_battle_is_broken_off(self) -> None:
        found = review_of("thud_resignation")
        assert found.result == "Ben wins the match: Ann resigned in battle 1 at 31 : 32."
        assert fact(found, "battle 1, unfinished") == "Ann 31 : 32 Ben"


class TestPloc:
    def test_athletes_are_followed_turn_by_turn(self) -> None:
        """Nine against seven: two hits, then a turn without changes, then berserk for four."""
        found = review_of("ploc_example")
        assert values(found, "athletes", 0) == (9, 9, 9, 9)
        assert values(found, "athletes", 1) == (7, 5, 5, 1)
        assert [turning.text for turning in found.turnings] == [
            "Match 1, turn 1, Ann: 9 : 7 becomes 9 : 5",
            "Match 1, turn 3: Ann berserk, 9 : 5 to 9 : 1",
        ]
        assert found.result == "Ann wins for Plockton: Ben resigned in turn 4 of match 1, 9 : 1."

    def test_what_dice_did_and_took_back_does_not_count(self) -> None:
        found = review_of("ploc_example")
        assert event_count("ploc_example", "Hit") == 3
        assert fact(found, "hits") == "Ann 2, Ben 0"
        assert fact(found, "swaps") == "Ann 0, Ben 2"
        assert fact(found, "athletes weakened") == "Ann 1, Ben 1"
        assert fact(found, "times berserk") == "Ann 1, Ben 0"
        assert fact(found, "most athletes") == "Ann 9, Ben 7"

    def test_dice_that_were_not_undone_are_counted(self) -> None:
        name = "ploc_hit_swap"
        assert event_count(name, "TookBack") == 0
        found = review_of(name)
        for event, what in (("Hit", "hits"), ("Swapped", "swaps"), ("Weakened", "athletes weakened")):
            first, second = (event_count(name, f"{event} seat={seat}") for seat in (0, 1))
            assert fact(found, what) == f"Ann {first}, Ben {second}"

    def test_a_match_lost_by_force_ends_at_nothing(self) -> None:
        """Match 1 ends by a hit of Ben in turn 14, then new columns are rolled."""
        found = review_of("ploc_hit_swap")
        began = text("ploc_hit_swap").split("MatchBegan match=2", 1)[1].splitlines()[0]
        assert "athletes=14,14" in began
        assert values(found, "athletes", 0)[14:16] == (0, 14)
        assert values(found, "athletes", 1)[15] == 14
        assert fact(found, "match 1") == "Ben, by a hit, 14 turns"
        assert fact(found, "match 2") == "Ann, by Ben's last swap, 15 turns"
        assert values(found, "athletes", 1)[-1] == 0

    def test_a_match_ended_by_agreement_ends_as_it_stood(self) -> None:
        """It is offered at 12 : 12, which is Ben's, who did not begin it."""
        found = review_of("ploc_agreement")
        assert fact(found, "match 1") == "Ben, by agreement, 2 turns"
        assert values(found, "athletes", 0)[:3] == values(found, "athletes", 1)[:3] == (12, 12, 12)

    def test_every_way_to_win_is_told(self) -> None:
        assert "by a hit in turn 18 of match 2" in review_of("ploc_berserk_hit").result
        assert "by going berserk in turn 18 of match 2" in review_of("ploc_swap_berserk").result
        assert "Ann swapped the last athlete away in turn 18" in review_of("ploc_berserk_swap").result
        assert "ended by agreement in turn 1" in review_of("ploc_agreement").result
        assert "the 6 turns of match 2 were up" in review_of("ploc_limit").result

    def test_match_two_is_no_turning_by_itself(self) -> None:
        """From 0 : 8 to new columns of 11 : 8 no action moved anything."""
        found = review_of("ploc_berserk_swap")
        began = values(found, "athletes", 0).index(11)
        assert began not in [turning.at for turning in found.turnings]


class TestThrag:
    def test_the_night_is_counted_as_the_lines_say(self) -> None:
        for name in ("thrag_win", "thrag_death", "thrag_breakfast", "thrag_exhaustion"):
            found = review_of(name)
            slain, coins = event_count(name, "Slain"), event_count(name, "CoinFlipped")
            assert fact(found, "beasts slain") == f"{slain} of 15"
            assert fact(found, "coins spent") == f"{coins} of 18"
            assert fact(found, "pawns spent") == f"{event_count(name, 'Rerolled')} of 3"
            assert values(found, "beasts left")[0] == 15
            assert values(found, "beasts left")[-1] == 15 - slain

    def test_damage_is_what_thrag_fell_short_by(self) -> None:
        assert fact(review_of("thrag_example"), "damage taken") == "2"
        assert fact(review_of("thrag_win_options"), "damage taken") == "0"

    def test_a_turn_counts_from_its_beginning_to_the_next(self) -> None:
        """Turn 9 of the example: five beasts become three, a 4 is paid, and the black tile brings it back."""
        found = review_of("thrag_example")
        assert values(found, "beasts left") == (5, 3, 3)
        assert values(found, "hit points", 0) == (10, 10, 10)
        assert [(turning.at, turning.text) for turning in found.turnings] == [
            (1, "Turn 9: 2 beasts fell, and Thrag took no harm")
        ]

    def test_a_win_has_its_turn_and_pawns(self) -> None:
        (turn,) = set(numbers("thrag_win", r"Ended ending=win turn=(\d+)"))
        assert review_of("thrag_win").result == f"Ann gets Thrag home in turn {turn}, with 1 pawn left."

    def test_a_death_leaves_no_hit_points(self) -> None:
        found = review_of("thrag_death")
        assert values(found, "hit points", 0)[-1] == 0
        assert found.result == "Ann loses: Thrag falls in turn 7 with 9 beasts left."
        assert found.turnings[-1].text == "Turn 7: no beast fell, and Thrag lost 9 hit points"

    def test_every_other_end_is_told(self) -> None:
        assert review_of("thrag_breakfast").result == "Ann loses: breakfast is over with 4 beasts left."
        assert "the last coin goes in turn 12" in review_of("thrag_exhaustion").result
        assert review_of("thrag_resignation").result == "Ann gives up in turn 1 with 15 beasts left."

    def test_without_weapons_no_pawn_is_counted(self) -> None:
        assert "weapons=none" in text("thrag_exhaustion_slain")
        assert "pawns spent" not in dict(review_of("thrag_exhaustion_slain").facts)


class TestTrogdor:
    def test_what_is_left_to_burn_is_what_the_board_says(self) -> None:
        name = "trogdor_defeat"
        tiles, cottages = numbers(name, r"To go: tiles (\d+)"), numbers(name, r"To go: .*cottages (\d+)")
        meter = numbers(name, r"Trog-Meter (\d+)")
        found = review_of(name)
        to_burn = [sum(both) for both in zip(tiles, cottages, strict=True)]
        for label, told in (("left to burn", to_burn), ("Trog-Meter", meter)):
            assert (values(found, label)[0], values(found, label)[-1]) == (told[0], told[-1])

    def test_a_turn_is_a_value_and_the_last_one_counts(self) -> None:
        for name in ("trogdor_defeat", "trogdor_petite_victory", "trogdor_solo", "trogdor_victory"):
            turns = max(numbers(name, r"TurnBegan seat=\d number=(\d+)"))
            found = review_of(name)
            assert fact(found, "turns") == str(turns)
            assert len(values(found, "left to burn")) == turns + 1

    def test_damage_at_the_beginning_of_a_turn_belongs_to_that_turn(self) -> None:
        """In turn 12 the Troghammer comes first and kills, and the rage burns the last two cottages."""
        found = review_of("trogdor_petite_victory")
        assert values(found, "left to burn")[-2:] == (2, 0)

    def test_fire_and_peasants_are_counted_as_the_lines_say(self) -> None:
        for name in ("trogdor_defeat", "trogdor_petite_victory", "trogdor_solo", "trogdor_victory"):
            found = review_of(name)
            assert fact(found, "tiles burned").split(",")[0] == str(event_count(name, "TileBurned"))
            assert fact(found, "cottages burned").split(",")[0] == str(event_count(name, "CottageBurned"))
            assert fact(found, "peasants chomped") == str(event_count(name, "Chomped"))
            assert fact(found, "peasants set on fire") == str(event_count(name, "PeasantLit"))
            hurt = event_count(name, "Damaged") + event_count(name, "Died")
            assert fact(found, "damage taken") == str(hurt)

    def test_what_was_made_good_is_told_beside_what_burned(self) -> None:
        assert event_count("trogdor_victory", "CottageMended") == 4
        assert fact(review_of("trogdor_victory"), "cottages burned").endswith(", 4 put out")
        early = review_of("trogdor_victory", lines=2)
        assert fact(early, "tiles burned") == "1"
        assert fact(early, "cottages burned") == "0"

    def test_the_rage_of_the_dying_dragon_is_told(self) -> None:
        assert fact(review_of("trogdor_petite_victory"), "his Fiery Rage took") == "2 cottages and 1 peasant"
        assert "his Fiery Rage took" not in dict(review_of("trogdor_victory").facts)

    def test_every_end_is_told(self) -> None:
        assert review_of("trogdor_victory").result == (
            "Victory for Ann, Ben and Cleo in turn 13, with 0 on the Trog-Meter."
        )
        assert review_of("trogdor_petite_victory").result == (
            "A petite victory for Ann, Ben and Cleo: Trogdor died in turn 12, "
            "and his Fiery Rage burned the rest."
        )
        assert review_of("trogdor_defeat").result == (
            "Defeat in turn 9: Trogdor is dead, and 1 tile outlived him."
        )

    def test_a_table_that_everybody_left_is_lost(self) -> None:
        first = first_position(TROGDOR, {}, 2, "any")
        assert first.state.turn.seat == 1
        found = replay_positions(TROGDOR, first, "any", [(0, "leave"), (1, "leave")])
        told = CATALOGUE["trogdor"].help.review(IN_ENGLISH, ("Ann", "Ben"), found)
        assert told.result == "Defeat in turn 1: nobody stayed to keep Trogdor."

    def test_a_player_who_left_shares_no_victory(self) -> None:
        assert event_count("trogdor_table", "Left seat=1") == 1
        assert review_of("trogdor_table").result.startswith("A petite victory for Ann, Cleo and Dora:")

    def test_a_great_turn_says_who_burned_what(self) -> None:
        """Cleo begins with four tiles; see the first lines of the playthrough."""
        first = review_of("trogdor_victory").turnings[0]
        assert (first.at, first.text) == (1, "Cleo burned 4 tiles in turn 1")

    @pytest.mark.parametrize(
        "name", ["trogdor_defeat", "trogdor_petite_victory", "trogdor_solo", "trogdor_victory"]
    )
    def test_the_great_turns_are_deeds_in_a_defeat_as_well(self, name: str) -> None:
        found = review_of(name)
        curve = values(found, "left to burn")
        assert found.turnings
        for turning in found.turnings:
            burned = sum(map(int, re.findall(r"(\d+) (?:tile|cottage)", turning.text)))
            assert burned >= curve[turning.at - 1] - curve[turning.at] > 0
