"""Trogdor!! in words: every event has a short text, and everything stays within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest

from bot.games.trogdor import narration as trogdor
from bot.games.trogdor.story import LIMIT, narrate
from data.trogdor import FACTS
from engine.core import IllegalAction, Outcome
from engine.rng import SeededRng
from engine.trogdor import GAME, events
from engine.trogdor.board import Direction, Walker
from engine.trogdor.cards import Card, Item
from engine.trogdor.danger import threats
from engine.trogdor.events import Event
from engine.trogdor.model import HOUSE_CARDS, ItemMode, Phase, State, View
from engine.trogdor.rules import view
from tests.bot.games.trogdor.test_menu import NAMES, PICTURE, SPEAK, played_games
from tests.engine.trogdor.tables import drawing, play_card, table

LONG = tuple(f"\\{mark}" * 32 for mark in "_*~|`>")
"""The longest names there can be, each character of them escaped."""

WALKERS = (Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT, Walker.TROGHAMMER, Walker.ARCHER)
PLAIN_LONG = tuple(letter * 32 for letter in "ABCDEF")

EVENTS: tuple[Event, ...] = (
    events.TurnBegan(0, 3),
    events.CardDrawn(0, Card.BLOCK),
    events.HammerDrawn(0),
    events.HammerEntered(12),
    events.HammersShuffled(7),
    events.Reshuffled("trog"),
    events.CardChosen(0, Card.BLOCK, plain=False, points=4),
    events.Moved(0, 12, 13, "step"),
    events.Chomped(0, 12, 5),
    events.TileBurned(12, "trogdor"),
    events.CottageBurned(0, "path"),
    events.PeasantLit(12, "cottage"),
    events.PeasantRan((12, 13), "lake"),
    events.PeasantErased(12),
    events.KnightErased(Walker.FIRST_KNIGHT, 12),
    events.Hid(12),
    events.PointsGained(0, 2, "beans"),
    events.EffectUsed(0, Card.MAJESTY),
    events.ItemUsed(0, Item.RING),
    events.ItemRecharged(0, Item.RING),
    events.Warped(1, 2),
    events.KnightMoved(Walker.TROGHAMMER, 1, 2),
    events.Healed(3),
    events.Walked(Walker.ARCHER, (1, 2, 3)),
    events.CottageMended(Walker.SECOND_KNIGHT, 0),
    events.ArrowShot(3, (0, 1, 2, 4), hit=False),
    events.Spared(Walker.ARCHER, "trinket"),
    events.Damaged(Walker.ARCHER, 2, 3),
    events.Died(Walker.ARCHER, 2),
    events.MovementDrawn("A1", 2, Direction.NORTH, repair=True, path=(Direction.NORTH,) * 3),
    events.DirectionChosen(0, Direction.SOUTH),
    events.Spawned((0, 4), 2),
    events.Marched(Direction.NORTH, ((5, 0),)),
    events.Repaired((1, 2)),
    events.FlowersSmelled(0),
    events.TradeOffered(0, 1, Card.BLOCK, Card.MAJESTY),
    events.Traded(0, 1, Card.BLOCK, Card.MAJESTY),
    events.TradeEnded(0, "table"),
    events.Preferred(0, ItemMode.NEVER),
    events.ItemKept(0, Item.POUCH),
    events.Finished(0, 2),
    events.Left(0, (Card.BLOCK,)),
    events.RageBegan(12, ("A1",) * 5),
    events.Raged((12, 13)),
    events.GameEnded("defeat", "died"),
)


WORST: tuple[Event, ...] = (
    events.Finished(0, 9),
    events.MovementDrawn("house-99", 4, Direction.NORTH, repair=True, path=(Direction.NORTH,) * 5),
    events.DirectionChosen(0, Direction.SOUTH),
    events.Spawned((0, 4, 20), 0),
    events.Marched(Direction.SOUTH, tuple((square, square) for square in range(7))),
    events.Repaired(tuple(range(7))),
    *(events.ItemRecharged(seat, item) for seat, item in zip(range(6), Item, strict=False)),
    *(events.PeasantLit(square, "cottage") for square in range(7)),
    *(events.TileBurned(square, "peasant") for square in range(25)),
    *(events.CottageBurned(square, "peasant") for square in (0, 4, 20)),
    *(events.PeasantRan((square, square + 1, square + 6), "lake") for square in range(7)),
    *(events.CottageMended(who, 0) for who in WALKERS[:3]),
    *(events.Damaged(who, 12, 1) for who in WALKERS),
    events.HammersShuffled(7),
    *(events.Walked(who, (0, 1, 2, 3, 4, 5)) for who in WALKERS),
    events.ArrowShot(3, (0, 1, 2, 4), hit=True),
    events.Reshuffled("movement"),
    events.FlowersSmelled(0),
    events.TurnBegan(1, 123),
    *(events.HammerDrawn(1) for _ in range(3)),
    *(events.Walked(Walker.TROGHAMMER, (0, 1, 2, 3, 4, 5)) for _ in range(4)),
    events.CardDrawn(1, Card.PATH_O_BURNINATION),
)
"""A turn of the worst kind: all that can happen in one, and as much of it as there can be."""


def story(told: tuple[Event, ...], names: tuple[str, ...] = NAMES) -> str:
    return " ".join(narrate(SPEAK, names, told))


SILENT = (events.TradeOffered, events.Preferred)
"""The question on the board says the one; the other is the player's own business."""


def test_every_event_is_told_except_what_the_board_asks_and_what_is_private() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    for event in EVENTS:
        if isinstance(event, SILENT):
            assert story((event,)) == ""
            continue
        told = narrate(SPEAK, NAMES, (event,))
        assert len(told) == 1
        assert told[0].strip() == told[0]
        assert told[0], event


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
@pytest.mark.parametrize("number", range(8))
def test_in_played_games_every_story_is_short_and_every_text_fits(number: int, seats: int) -> None:
    for state, told in steps(number, seats):
        if any(not isinstance(event, SILENT) for event in told):
            said = story(told, LONG)
            assert said
            assert len(said) <= LIMIT
            assert "{" not in said
        seen = view(state, None)
        assert len(trogdor.header(SPEAK, LONG, seen)) == (state.outcome is not None)
        assert 0 < len(trogdor.turn(SPEAK, NAMES, seen)) <= 40
        assert 0 < len(trogdor.alt(SPEAK, PLAIN_LONG, seen)) <= 1024
        if state.outcome is None:
            assert "@ann" in trogdor.call(SPEAK, NAMES, seen, "@ann")


def steps(number: int, seats: int) -> list[tuple[State, tuple[Event, ...]]]:
    """The states of a game, each with what brought it about as far as one action could tell."""
    states = list(played_games(number, seats))
    found: list[tuple[State, tuple[Event, ...]]] = [(states[0], ())]
    for before in states[:-1]:
        for action in GAME.legal(before, before.turn.seat)[:2]:
            step = GAME.apply(before, before.turn.seat, action, SeededRng(f"{number}"))
            found.append((step.state, step.events))
    return [*found, (states[-1], ())]


def test_a_turn_of_the_worst_kind_is_told_in_short() -> None:
    assert len(story(WORST, LONG)) <= LIMIT


def test_what_is_alike_is_told_once_and_the_land_begins_with_what_it_did_to_trogdor() -> None:
    told = (
        events.Damaged(Walker.FIRST_KNIGHT, 12, 3),
        events.Walked(Walker.FIRST_KNIGHT, (7, 12, 17)),
        events.Damaged(Walker.TROGHAMMER, 12, 2),
        events.Walked(Walker.TROGHAMMER, (11, 12, 13)),
    )
    begun = drawn_card(repair=True)
    assert narrate(SPEAK, NAMES, (begun, events.Repaired((7, 8)), *told)) == (
        (
            "**The land moves.** "
            "Ouch! Trogdor is hit by a knight and the Troghammer. "
            "As good as new: c2 and d2. 2 health left."
        ),
    )


@pytest.mark.parametrize(
    ("who", "text"),
    [
        ("1", "a knight"),
        ("2", "a knight"),
        ("12", "both knights"),
        ("11", "a knight (twice)"),
        ("222", "a knight (3 times)"),
        ("1122", "both knights (twice)"),
        ("112", "a knight (twice) and the other knight"),
        ("2ha2", "a knight (twice), the Troghammer and the archer"),
    ],
)
def test_everyone_who_strikes_is_named_with_the_number_of_hits(who: str, text: str) -> None:
    walkers = dict(zip("12ha", WALKERS, strict=True))
    hits = tuple(events.Damaged(walkers[letter], 12, 4) for letter in who)
    assert f"Ouch! Trogdor is hit by {text}." in story(hits)
    spared = tuple(events.Spared(walkers[letter], "card") for letter in who)
    assert f"The card keeps {text} from hurting Trogdor." in story(spared)


def drawn_card(*, spawn: int = 0, repair: bool = False) -> events.MovementDrawn:
    return events.MovementDrawn("A1", spawn, Direction.EAST, repair=repair, path=(Direction.NORTH,) * 3)


def test_a_card_of_the_land_is_told_beside_the_card_that_is_drawn_after_it() -> None:
    told = story((drawn_card(repair=True), events.CardDrawn(0, Card.BLOCK)))
    assert told == "**The land** sends the peasants east, tools in hand. \nThe new card: **Block**."


def test_a_missing_spawn_is_told_with_the_reason_where_the_card_has_peasants_on_it() -> None:
    ways = (events.Walked(Walker.ARCHER, (1, 2, 3)), events.ArrowShot(3, (0, 1, 2, 4), hit=False))
    step = events.Marched(Direction.EAST, ((0, 1), (5, 6)))
    enough = "**The land moves.** No new peasant: the 2 on the map are enough for this card."
    assert story((drawn_card(spawn=2), step, *ways)) == enough
    sentence = "**The land moves.** No new peasant can come out."
    assert story((drawn_card(spawn=3), step, *ways)) == sentence
    assert story((drawn_card(spawn=1), *ways)) == sentence
    assert "No new" not in story((drawn_card(spawn=2), events.Spawned((0,), 3), step, *ways))


def test_where_the_troghammer_walks_on_to_is_told_after_where_he_comes_in() -> None:
    walk = events.Walked(Walker.TROGHAMMER, (12, 7, 2))
    told = story((events.TurnBegan(1, 3), events.HammerDrawn(1), events.HammerEntered(12), walk))
    assert told.index("stomps in at c3") < told.index("Troghammer c3 → c1")


def test_what_the_picture_shows_is_told_where_there_is_nothing_else_to_tell() -> None:
    ways = (events.Walked(Walker.ARCHER, (1, 2, 3)), events.ArrowShot(3, (0, 1, 2, 4), hit=False))
    begun = (events.TurnBegan(1, 3), events.CardDrawn(1, Card.BLOCK))
    step = events.Marched(Direction.EAST, ((0, 1), (5, 6)))
    assert story((drawn_card(), step, *ways, *begun)) == "**The land moves.** 2 peasants walk east."
    assert story((drawn_card(), *ways, *begun)) == "**The land moves.** Nothing comes of it."
    assert (
        story((drawn_card(), events.Repaired((0,)), step, *ways)) == "**The land moves.** As good as new: a1."
    )
    assert story(begun[1:]) == "The new card: **Block**."


def test_where_the_pouch_has_sent_the_peasants_it_is_told_once_and_what_comes_of_it() -> None:
    sent = (events.ItemUsed(0, Item.POUCH), events.DirectionChosen(0, Direction.SOUTH))
    step = events.Marched(Direction.SOUTH, ((0, 5),))
    ways = (events.Walked(Walker.ARCHER, (1, 2, 3)), events.ArrowShot(3, (0, 1, 2, 4), hit=False))
    told = narrate(SPEAK, NAMES, (*sent, step, *ways, events.TurnBegan(1, 3)))
    assert [line.strip() for line in told] == [
        "**Ann** opens the Pouch, and the peasants head south.",
        "**The land goes on.** Nothing comes of it.",
    ]


def test_where_the_land_asks_something_its_card_is_told() -> None:
    done = events.Finished(0, 0)
    assert story((done, drawn_card())) == "**The land** sends the peasants east."
    assert story((done, drawn_card(repair=True))) == "**The land** sends the peasants east, tools in hand."


def test_a_story_has_its_parts_on_lines_of_their_own() -> None:
    made = play_card(
        PICTURE.replace("h", ""),
        *("hardybardy disk", "worchex beans"),
        card="shot-put",
        movement=("0 s see",),
        trog=("troghammer",),
        struck=True,
    )
    made.play("finish", "card b3")
    lines = [line.strip() for line in story(made.events).splitlines()]
    assert lines == [
        "**Ann** uses **Shot Put!** Burned from afar: b3.",
        "**The land moves.** Ouch! Trogdor is hit by a knight. 3 health left.",
        "A Troghammer card! The Troghammer stomps in at c3.",
    ]


def test_two_turns_are_told_one_after_the_other_and_steps_as_one_way() -> None:
    steps = [events.Moved(1, origin, target, "step") for origin, target in pairwise((12, 13, 14, 9))]
    told = story(
        (
            events.Walked(Walker.TROGHAMMER, (1, 2, 3)),
            events.Repaired((4,)),
            events.TurnBegan(2, 1),
            events.CardChosen(1, Card.BLOCK, plain=False, points=4),
            *steps,
            events.Moved(1, 9, 20, "jump"),
        )
    )
    first, *rest = [line.strip() for line in told.splitlines()]
    assert first.startswith("**The land")
    assert (
        "**Ben** leads Trogdor c3 → d3 → e3 → e2. **Ben** takes Trogdor from e2 to a5 in one leap."
        in rest[-1]
    )


def test_what_goes_on_after_an_answer_is_told_as_the_land_or_as_the_turn() -> None:
    walked = events.Walked(Walker.TROGHAMMER, (1, 2, 3))
    assert story((walked,)) == "**The land goes on.** On the march: Troghammer b1 → d1."
    assert "land" not in story((walked, events.CardDrawn(0, Card.BLOCK)))


def test_an_item_that_waits_for_its_moment_is_told_with_what_it_did() -> None:
    assert (
        story((events.ItemUsed(0, Item.SHIELD), events.Spared(Walker.FIRST_KNIGHT, "shield")))
        == "Clang! The Shield stops a knight."
    )


def test_a_run_is_told_by_where_it_ends() -> None:
    made = play_card(PICTURE.replace(".D", ".Dp"), movement=("0 n ees",)).play("burn peasant")
    assert story(made.events) == (
        "The peasant at c3 is on fire. Running feet set fire to c3, d3, e3 and e4. "
        "The run: c3 → e4 and into the Void."
    )


def test_the_rage_is_told_by_its_way() -> None:
    made = play_card(PICTURE, health=0).play("step n")
    told = story(made.events)
    assert "Trogdor is hit by a knight at c2, and has nothing left to lose." in told
    assert "**Fiery Rage!** From c2" in told
    assert told.endswith("**Something still stands when the last flame goes out.**")


# How it stands


def seen_at(state: State) -> View:
    return view(state, None)


def test_while_the_game_runs_nothing_is_repeated_above_the_picture() -> None:
    made = table(PICTURE, "worchex disk", "yubbitz beans")
    assert trogdor.header(SPEAK, NAMES, seen_at(made.state)) == ()
    assert trogdor.header(SPEAK, NAMES, seen_at(made.play("play block", "finish").state)) == ()


@pytest.mark.parametrize(
    ("ending", "said", "caption"),
    [
        ("victory", "**Victory!** The kingdom is ash, and the dragon belongs to Ann and Ben.", "Victory!"),
        ("petite-victory", "**Petite victory!**", "Petite victory!"),
        ("defeat", "**Defeat.** The dragon is dead", "Defeat"),
    ],
)
def test_the_header_tells_how_it_ended(ending: str, said: str, caption: str) -> None:
    state = table(PICTURE, "worchex disk", "yubbitz beans").state
    winners = () if ending == "defeat" else (0, 1)
    over = seen_at(replace(state, outcome=Outcome(ending, winners, (0, 0)), phase=Phase.OVER))
    (told,) = trogdor.header(SPEAK, NAMES, over)
    assert told.startswith(said)
    assert trogdor.turn(SPEAK, NAMES, over) == caption


def test_when_everybody_has_left_the_header_says_so() -> None:
    over = table().play("leave").state
    assert "last keeper went home" in trogdor.header(SPEAK, NAMES, seen_at(over))[0]


def test_the_caption_and_the_call_tell_what_is_asked() -> None:
    made = play_card(PICTURE, card="block")
    assert trogdor.turn(SPEAK, NAMES, seen_at(made.state)) == "Ann: 4 points left"
    assert trogdor.call(SPEAK, NAMES, seen_at(made.state), "@ann") == "@ann, 4 points to spend."
    for phase in set(Phase) - {Phase.ACT, Phase.OVER}:
        seen = replace(seen_at(made.state), phase=phase, wanted=2)
        assert trogdor.turn(SPEAK, NAMES, seen)
        assert "@ann" in trogdor.call(SPEAK, NAMES, seen, "@ann")
    asked = play_card(PICTURE, "hardybardy shield").play("prefer ask", "step n")
    assert trogdor.turn(SPEAK, NAMES, seen_at(asked.state)) == "Ann: raise the Shield?"
    assert trogdor.call(SPEAK, NAMES, seen_at(asked.state), "@ann") == "@ann, raise the Shield?"


def test_the_alt_text_tells_what_the_picture_shows() -> None:
    made = play_card(PICTURE.replace(".D", ".#Dp"), "worchex disk", "yubbitz beans", card="block")
    assert trogdor.alt(SPEAK, NAMES, seen_at(made.state)) == (
        "Trogdor!! Ann: 4 points left. Trogdor at c3. Knights at c2 and a3. Troghammer at a3. "
        "Archer at d5. Peasant at c3. Burned: c3. 4 on the Trog-Meter, 0 in the Void. "
        "Ann, Worchex, Disk of Healing charged: Block. Ben, Yubbitz, Two Gross Beans charged: Block. "
        "Row 1: cottage, meadow, meadow, meadow, meadow. Row 2: meadow, meadow, meadow, meadow, meadow. "
        "Row 3: meadow, meadow, meadow, mountain, meadow. Row 4: meadow, meadow, meadow, meadow, tunnel. "
        "Row 5: tunnel, meadow, meadow, meadow, meadow."
    )


def test_the_alt_text_tells_who_can_strike_next_and_how_likely() -> None:
    seen = seen_at(play_card(PICTURE, card="majesty").state)
    seen = replace(seen, house=replace(seen.house, cards=()), coming=tuple(HOUSE_CARDS))
    said = trogdor.alt(SPEAK, NAMES, seen).partition("Could strike next: ")[2].partition(".")[0]
    assert {threat.who for threat in threats(seen)} >= {Walker.FIRST_KNIGHT, Walker.ARCHER}
    assert [f"({SPEAK.percent(threat.share)})" in said for threat in threats(seen)] == [True] * said.count(
        "("
    )
    blocked = replace(seen, turn=replace(seen.turn, card=Card.BLOCK))
    assert "strike" not in trogdor.alt(SPEAK, NAMES, blocked)


def test_the_alt_text_tells_which_cottage_could_burn_and_which_does() -> None:
    ready = PICTURE.replace("C   .", "C#  .#").replace("    .   .", "    .#  .#", 1)
    said = trogdor.alt(SPEAK, NAMES, seen_at(table(ready).state))
    assert "Cottage ready to burn at a1." in said
    said = trogdor.alt(SPEAK, NAMES, seen_at(table(ready.replace("C#", "C#!")).state))
    assert "Cottage on fire at a1." in said
    assert "ready" not in said


def test_a_new_message_is_due_when_the_turn_passes_or_it_is_over() -> None:
    made = play_card(PICTURE, "worchex disk", "yubbitz beans")
    key = trogdor.turn_key(made.state)
    assert trogdor.turn_key(made.play("step w").state) == key
    assert trogdor.turn_key(made.play("finish").state) != key
    alone = play_card()
    before = trogdor.turn_key(alone.state)
    assert trogdor.turn_key(alone.play("leave").state) != before


def test_the_troghammer_is_told_with_the_turn_that_drew_him() -> None:
    made = drawing(PICTURE.replace("h", ""), trog=("troghammer", "block"), struck=True)
    assert made.state.board.troghammer is not None


# Refusals and facts

ODD = (
    *("play block", "discard majesty", "step n", "step nw", "step e", "tunnel e4", "tunnel c3", "chomp"),
    *(
        "burn",
        "burn peasant",
        "burn cottage",
        "hide",
        "card",
        "card c3",
        "card c3 peasant",
        "item",
        "item c3",
    ),
    *("item a1 c3", "item troghammer c3", "finish", "yes", "no", "pouch n", "spawn a1", "spawn a1 e1 a5"),
    *("trade block for majesty with 1", "trade block for majesty with 2", "accept", "decline", "withdraw"),
    *("prefer ask", "leave", "play m", "play bl", "play s", "play nothing", "nonsense", ""),
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", range(4))
def test_every_refusal_has_its_sentence(number: int) -> None:
    for state in played_games(number, 3):
        for seat in range(3):
            for line in ODD:
                try:
                    GAME.apply(state, seat, GAME.parse(line, state), SeededRng("any"))
                except IllegalAction as error:
                    told = SPEAK(f"trogdor.{error.key}", who="Ann", **error.values)
                    assert told
                    assert "{" not in told


def test_the_words_of_cards_come_from_their_facts() -> None:
    for card in FACTS.cards:
        assert SPEAK(f"trogdor.card.{card.id}") == card.title
        assert SPEAK(f"trogdor.card.{card.id}.told") == card.effect
    for item in FACTS.items:
        assert SPEAK(f"trogdor.item.{item.id}") == item.title
        assert len(SPEAK(f"trogdor.item.{item.id}.told")) <= 100
    for keeper in FACTS.keepers:
        assert len(SPEAK(f"trogdor.keeper.{keeper.id}.told")) <= 100


def test_the_rules_fit_into_a_message() -> None:
    assert len(SPEAK("trogdor.rules")) < 3900
