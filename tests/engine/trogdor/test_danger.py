"""Who can strike Trogdor next: what is said of a position is what the engine then does, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.core import read_settings
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import BY_NAME, SQUARES, Direction, Walker, path
from engine.trogdor.cards import Card, Item
from engine.trogdor.danger import Threat, threats
from engine.trogdor.events import ArrowShot, Damaged, Died, TurnBegan
from engine.trogdor.model import HOUSE_CARDS, Action, ItemMode, MovementCard, Phase, State, Verb, View
from tests.engine.trogdor.tables import play_card

BESIDE = """
    .   .   .   .   .
    .   .   .   .   .
    .1  .   .D  .   .
    .   .   .   .   .
    .   .   .   .   .a
"""


ALL = tuple(HOUSE_CARDS)


def of(state: State, *coming: str) -> tuple[Threat, ...]:
    """Who is told, if these cards of the house can come."""
    view = GAME.view(state, None)
    return threats(replace(view, house=replace(view.house, cards=()), coming=coming))


def path_of(*steps: Direction) -> tuple[str, ...]:
    """The house's cards that begin with these steps."""
    return tuple(card.id for card in HOUSE_CARDS.values() if card.path[: len(steps)] == steps)


def states() -> Iterator[State]:
    """Positions in which a turn can be ended, of games played at random with many troubles."""
    for seed in range(6):
        rng = SeededRng(f"danger {seed}")
        state = GAME.start(read_settings(GAME, {}, 2), 2, rng)
        for _ in range(120):
            if state.outcome is not None:
                break
            legal = [action for action in GAME.legal(state, state.turn.seat) if action.verb is not Verb.LEAVE]
            if (
                state.phase is Phase.ACT
                and Action(Verb.FINISH) in legal
                and state.turn.card is not Card.BLOCK
            ):
                yield state
            state = GAME.apply(state, state.turn.seat, legal[rng.below(len(legal))], rng).state


def alone(state: State, card: str) -> State:
    """The same with one movement card to come, no protection for Trogdor, and his meter full."""
    players = tuple(
        replace(player, item=Item.DISK, asks=ItemMode.NEVER, charged=False) for player in state.players
    )
    return replace(
        state,
        players=players,
        board=replace(state.board, health=7, hiding=False),
        movement=Deck((card,), ()),
    )


def strikers(state: State) -> set[Walker] | None:
    """Who hurts him in the land's turn if the turn ends now; none if that is not seen, or he dies of it."""
    who, shot = set[Walker](), False
    for event in GAME.apply(state, state.turn.seat, Action(Verb.FINISH), SeededRng("land")).events:
        match event:
            case Died():
                return None
            case Damaged(who=walker):
                who.add(walker)
            case ArrowShot():
                shot = True
            case TurnBegan():
                break
    return who if shot else None


def test_whoever_can_strike_is_found_and_nobody_else() -> None:
    cards, compared = list(HOUSE_CARDS), 0
    for number, state in enumerate(states()):
        for card in cards[number % 7 :: 7]:
            before = alone(state, card)
            if (found := strikers(before)) is not None:
                assert {threat.who for threat in of(before, card)} == found, (card, before.board)
                compared += 1
    assert compared > 300


def test_the_share_is_that_of_the_cards_that_can_come() -> None:
    """A knight two squares to the west comes over him by every way that begins east, east."""
    over = path_of(Direction.EAST, Direction.EAST)
    past = path_of(Direction.NORTH, Direction.NORTH, Direction.WEST)
    shares = {threat.who: threat.share for threat in of(play_card(BESIDE).state, over[0], *past)}
    assert past
    assert shares[Walker.FIRST_KNIGHT] == 1 / (1 + len(past))
    assert Walker.SECOND_KNIGHT not in shares


@pytest.mark.parametrize(
    ("archer", "side"),
    [
        ("c1", Direction.NORTH),
        ("c5", Direction.SOUTH),
        ("a3", Direction.WEST),
        ("e3", Direction.EAST),
    ],
)
def test_an_arrow_comes_in_by_the_side_that_the_archer_will_be_on(archer: str, side: Direction) -> None:
    """He walks on to the square `archer`, his last step in line with Trogdor."""
    line = (Direction.NORTH, Direction.SOUTH) if archer[0] == "c" else (Direction.EAST, Direction.WEST)
    found = set()
    table = play_card(BESIDE)
    for card in HOUSE_CARDS.values():
        if card.path[-1] not in line:
            continue
        for start in SQUARES:
            if path(start, card.path)[-1] == BY_NAME[archer]:
                there = replace(table.state, board=replace(table.state.board, archer=start, knights=()))
                found |= {threat.sides for threat in of(there, card.id)}
    assert found == {((side, 1.0),)}


def test_an_arrow_can_come_from_several_sides() -> None:
    table = play_card(BESIDE)
    there = replace(table.state, board=replace(table.state.board, knights=()))
    (archer,) = of(there, *ALL)
    assert archer.who is Walker.ARCHER
    assert sum(part for _, part in archer.sides) == pytest.approx(archer.share)
    assert len(archer.sides) > 1
    assert 0 < archer.share < 1


@pytest.mark.parametrize("hidden", [True, False])
def test_nobody_strikes_where_he_hides_or_block_protects_him(*, hidden: bool) -> None:
    table = play_card(BESIDE, card="high-energy" if hidden else "block")
    state = replace(table.state, board=replace(table.state.board, hiding=hidden))
    assert of(state, *ALL) == ()
    bare = replace(
        state, board=replace(state.board, hiding=False), turn=replace(state.turn, card=Card.MAJESTY)
    )
    assert of(bare, *ALL)


def test_a_block_that_was_discarded_protects_from_nothing() -> None:
    table = play_card(BESIDE, card="block")
    plain = replace(table.state, turn=replace(table.state.turn, plain=True))
    assert of(plain, *ALL)


def test_nothing_is_said_while_the_land_is_at_work_or_of_no_cards() -> None:
    state = play_card(BESIDE).state
    assert threats(replace(GAME.view(state, None), phase=Phase.LAND)) == ()
    assert of(state) == ()


def test_a_table_with_a_deck_of_its_own_is_told_by_that_deck() -> None:
    state = play_card(BESIDE).state
    own = (MovementCard("mine", 0, Direction.NORTH, repair=False, path=(Direction.EAST,) * 3),)
    view: View = replace(GAME.view(state, None), house=replace(state.house, cards=own), coming=("mine",))
    assert [threat.who for threat in threats(view)] == [Walker.FIRST_KNIGHT]
