"""Lines as people type them, and the one line that the engine writes."""

from __future__ import annotations

import pytest

from engine.core import Fault, IllegalAction
from engine.trogdor.board import Direction
from engine.trogdor.cards import Card
from engine.trogdor.legality import legal
from engine.trogdor.model import Action, ItemMode, TargetKind, Verb
from engine.trogdor.notation import parse
from tests.engine.trogdor.tables import Table, play_card, table

BARE = """
    . . . .  .
    . . . .  .
    . . .D . .
    . . . .  .
    . . . .  .a
"""
BUSY = """
    T .#  C#! .p .1
    . .   .   .  .h
    M LDp L   .  .
    W S   R   .  .
    T .   .   C  .a
"""


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Action(Verb.PLAY, card=Card.BLOCK), "play block"),
        (Action(Verb.DISCARD, card=Card.FLIP_EM_UP_DAN), "discard flip-em-up-dan"),
        (Action(Verb.STEP, direction=Direction.NORTHEAST), "step ne"),
        (Action(Verb.TUNNEL, squares=(4,)), "tunnel e1"),
        (Action(Verb.BURN), "burn"),
        (Action(Verb.BURN, what=TargetKind.COTTAGE), "burn cottage"),
        (Action(Verb.CARD, squares=(6, 18)), "card b2 d4"),
        (Action(Verb.CARD, squares=(12,), what=TargetKind.PEASANT), "card c3 peasant"),
        (Action(Verb.ITEM, squares=(15, 12)), "item a4 c3"),
        (Action(Verb.ITEM, squares=(12,), what=TargetKind.TROGHAMMER), "item troghammer c3"),
        (Action(Verb.POUCH, direction=Direction.NORTH), "pouch n"),
        (Action(Verb.SPAWN, squares=(0, 4)), "spawn a1 e1"),
        (
            Action(Verb.TRADE, card=Card.BLOCK, other=Card.MAJESTY, seat=1),
            "trade block for majesty with 2",
        ),
        (Action(Verb.PREFER, asks=ItemMode.AUTO), "prefer auto"),
        (Action(Verb.LEAVE), "leave"),
    ],
)
def test_an_action_is_written_in_a_few_words_and_read_back(action: Action, written: str) -> None:
    game = table(BARE, "hardybardy disk", "yubbitz disk")
    assert str(action) == written
    assert parse(written, game.state) == action


TABLES = [
    table(BARE, "yubbitz pouch", "hardybardy shield", hand=("block", "majesty")),
    *(
        play_card(BUSY, f"galgabudge {item}", card=card, void=1)
        for item, card in [
            ("baubles", "consummate-vs"),
            ("fireballs", "wraparound"),
            ("ring", "tunnel-warp"),
            ("disk", "jhonka-help"),
            ("beans", "path-o-burnination"),
            ("beans", "sidewise"),
        ]
    ),
    *(
        play_card(BUSY, card=card).play("finish")
        for card in ("shot-put", "flip-em-up-dan", "flip-em-up-fran", "hidey-hole")
    ),
]


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize("game", TABLES, ids=lambda game: str(game.state.turn.card))
def test_every_legal_line_is_read_as_what_it_is(game: Table) -> None:
    for seat in range(len(game.state.players)):
        for action in legal(game.state, seat):
            assert parse(str(action), game.state) == action
            assert parse(f"  {str(action).upper().replace(' ', '   ')} ", game.state) == action
            assert len(str(action)) <= 70


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "n",
        "N",
        "north",
        "step n",
        "Step  North",
        "step-n",
        "c2",
        "C2",
        "2c",
        "step c2",
        "to c2",
        "nach C2",
        "Norden",
        "nord",
        "Schritt nord",
        "aller nord",
    ],
)
def test_a_step_is_a_direction_or_a_square(line: str) -> None:
    assert parse(line, play_card(BARE).state) == Action(Verb.STEP, direction=Direction.NORTH)


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("ost", "e"),
        ("est", "e"),
        ("Süden", "s"),
        ("sud", "s"),
        ("westen", "w"),
        ("ouest", "w"),
        ("north-east", "ne"),
        ("north east", "ne"),
        ("Südwest", "sw"),
        ("sud-ouest", "sw"),
        ("nord est", "ne"),
        ("nordwesten", "nw"),
    ],
)
def test_directions_are_understood_in_other_languages(line: str, way: str) -> None:
    assert str(parse(line, play_card(BARE).state)) == f"step {way}"


@pytest.mark.rule("trogdor:notation-1")
def test_an_o_is_no_direction_since_it_is_the_east_in_german_and_the_west_in_french() -> None:
    with pytest.raises(IllegalAction, match="not-notation"):
        parse("o", play_card(BARE).state)


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Bauer verbrennen", "burn peasant"),
        ("brûler paysan", "burn peasant"),
        ("Hütte verbrennen", "burn cottage"),
        ("burn cottage", "burn cottage"),
        ("verbrennen", "burn"),
        ("croquer", "chomp"),
        ("verstecken", "hide"),
        ("fertig", "finish"),
        ("Finir", "finish"),
        ("ja", "yes"),
        ("non", "no"),
        ("majesty spielen", "play majesty"),
        ("majesty play", "play majesty"),
        ("défausser block", "discard block"),
        ("card B2, d4", "card b2 d4"),
        ("card 2b-4d", "card b2 d4"),
        ("card b2 to d4", "card b2 d4"),
        ("quitter", "leave"),
    ],
)
def test_what_is_meant_may_be_said_otherwise(line: str, meant: str) -> None:
    assert str(parse(line, play_card(BUSY).state)) == meant


@pytest.mark.rule("trogdor:notation-1")
def test_a_square_round_the_edge_is_the_step_there() -> None:
    corner = play_card(".D . . . .  . . . . .  . . . . .  . . . . .  . . . . .a", card="wraparound")
    assert str(parse("e1", corner.state)) == "step w"
    assert str(parse("a5", corner.state)) == "step n"
    assert str(parse("e5", corner.state)) == "step nw"


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("shown", "card", "square", "meant"),
    [
        ("TD . . . .  . . . . .  . . . . .  . . . . T  . . . . .a", "block", "e4", "tunnel e4"),
        (". . . . TD  . . . . .  . . . . .  . . . . .  T . . . .a", "block", "a5", "tunnel a5"),
        (". . . . TD  . . . . .  . . . . .  . . . . .  . . . . Ta", "block", "e5", "tunnel e5"),
        (". . . . TD  . . . . .  . . . . .  . . . . .  . . . . Ta", "wraparound", "e5", "step n"),
        (". . . . .  . . TD . .  . . . T .  . . . . .  . . . . .a", "block", "d3", "tunnel d3"),
        (". . . . .  . . TD T .  . . . . .  . . . . .  . . . . .a", "block", "d2", "step e"),
    ],
    ids=["far", "over the corner", "over the edge", "can go round", "diagonal", "beside"],
)
def test_a_square_alone_is_the_tunnel_where_no_step_leads_there(
    shown: str, card: str, square: str, meant: str
) -> None:
    """The tunnels of the normal and the hard map lie in two corners that touch round the edges."""
    game = play_card(shown, card=card)
    assert str(parse(square, game.state)) == meant
    game.play(square)


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("play block", Card.BLOCK),
        ("PLAY  Block", Card.BLOCK),
        ("play maj", Card.MAJESTY),
        ("play Majesty!", Card.MAJESTY),
        ("play flip 'em up dan!", Card.FLIP_EM_UP_DAN),
        ("play Consummate V's", Card.CONSUMMATE_VS),
        ("play path o' burnination", Card.PATH_O_BURNINATION),
        ("play stump & rock", Card.STUMP_AND_ROCK),
        ("play stump and rock", Card.STUMP_AND_ROCK),
        ("play tunnelwarp", Card.TUNNEL_WARP),
        ("play w", Card.WRAPAROUND),
    ],
)
def test_a_card_is_read_by_its_name_or_a_clear_beginning_of_it(line: str, card: Card) -> None:
    """Wraparound is in a hand, Wingaling is not."""
    state = table(BARE, hand=("wraparound", "block")).state
    assert parse(line, state) == Action(Verb.PLAY, card=card)


@pytest.mark.rule("trogdor:notation-1")
def test_a_beginning_of_several_cards_is_ambiguous() -> None:
    with pytest.raises(IllegalAction) as error:
        parse("play flip", table(BARE, hand=("flip-em-up-dan", "flip-em-up-fran")).state)
    assert (error.value.fault, error.value.key) == (Fault.AMBIGUOUS, "which-card")
    assert error.value.near == ("play flip-em-up-dan", "play flip-em-up-fran")


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("done", "finish"),
        ("pass", "finish"),
        ("devour", "chomp"),
        ("burninate", "burn"),
        ("burn tile", "burn"),
        ("Burninate  Peasant", "burn peasant"),
        ("resign", "leave"),
        ("keep", "no"),
        ("pouch west", "pouch w"),
        ("spawn e1 a1", "spawn a1 e1"),
        ("item cottage c3", "item c3 cottage"),
        ("item c3 troghammer", "item troghammer c3"),
        ("trade block for majesty with seat 2", "trade block for majesty with 2"),
    ],
)
def test_other_words_for_the_same(line: str, canonical: str) -> None:
    game = table(BARE, "hardybardy disk", "yubbitz disk")
    assert str(parse(line, game.state)) == canonical


@pytest.mark.rule("trogdor:notation-1")
def test_the_tiles_of_flip_em_up_can_be_named_in_any_order() -> None:
    game = play_card(BARE, card="flip-em-up-dan").play("finish")
    assert str(parse("card d4 b2", game.state)) == "card b2 d4"
    warp = play_card(BUSY, card="tunnel-warp")
    assert str(parse("card a5 b1", warp.state)) == "card a5 b1"


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "",
        "fly",
        "step",
        "step upwards",
        "step z9",
        "hide c3",
        "burn c3",
        "burn troghammer",
        "burn peasant cottage",
        "tunnel",
        "tunnel e1 a1",
        "tunnel e1 peasant",
        "spawn",
        "spawn a1 cottage",
        "item a1 b1 c1",
        "item c3 peasant",
        "card c3 troghammer",
        "card c6",
        "pouch",
        "pouch away",
        "prefer sometimes",
        "trade block",
        "trade block for majesty with 3",
        "trade block for majesty with 0",
        "play",
        "x" * 5000,
    ],
)
def test_other_lines_are_no_notation(line: str) -> None:
    game = table(BARE, "hardybardy disk", "yubbitz disk")
    with pytest.raises(IllegalAction) as error:
        parse(line, game.state)
    assert (error.value.fault, error.value.key) == (Fault.MALFORMED, "not-notation")
    assert len(str(error.value.values["text"])) <= 40


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("move north", "step n"),
        ("go n", "step n"),
        ("walk to the north", "step n"),
        ("step up", "step n"),
        ("up", "step n"),
        ("go to c2", "step n"),
        ("move to c2.", "step n"),
        ("Step north to c2", "step n"),
        ("Nach Norden auf c2 gehen", "step n"),
        ("Aller au nord, en c2", "step n"),
        ("end turn", "finish"),
        ("finish turn", "finish"),
        ("stop", "finish"),
        ("Zug beenden", "finish"),
        ("Finir le tour", "finish"),
        ("eat", "chomp"),
        ("eat peasant", "chomp"),
        ("Chomp a peasant", "chomp"),
        ("Einen Bauern fressen", "chomp"),
        ("Croquer un paysan", "chomp"),
        ("burninate the countryside", "burn"),
        ("burninate!", "burn"),
        ("Das Feld verbrennen", "burn"),
        ("Brûler la tuile", "burn"),
        ("Bauern anzünden", "burn peasant"),
        ("Burn the cottage", "burn cottage"),
        ("hide here", "hide"),
        ("Se cacher", "hide"),
        ("`step n`", "step n"),
        ("send peasants north", "pouch n"),
        ("Die Bauern nach Norden schicken", "pouch n"),
        ("Envoyer les paysans au nord", "pouch n"),
        ("go through the tunnel to e1", "tunnel e1"),
        ("Durch den Tunnel nach e1", "tunnel e1"),
        ("Prendre le tunnel vers e1", "tunnel e1"),
        ("card from b2 to d4", "card b2 d4"),
        ("use jhonka help: the cottage on c3", "card c3 cottage"),
        ("Jhonka Help einsetzen: die Hütte auf c3", "card c3 cottage"),
        ("use disk", "item"),
        ("card c3 tile", "card c3"),
        ("give up", "leave"),
    ],
)
def test_the_words_of_the_game_are_read(line: str, meant: str) -> None:
    game = play_card(BARE, "hardybardy disk", card="jhonka-help")
    assert str(parse(line, game.state)) == meant


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "item to c3 a4",
        "card to d4 b2",
        "card d4 from b2",
        "card b2 and",
        "card b2 to",
        "card from b2",
        "step north to c4",
        "step n e",
        "step not n",
        "chomp cottage",
        "chomp c3",
        "hide not",
        "card here",
        "use sidewise",
        "use shield",
        "burn?",
        "no burn",
        "card b2 troghammer",
    ],
)
def test_no_word_is_left_out_that_says_something(line: str) -> None:
    game = play_card(BARE, "hardybardy disk", card="jhonka-help")
    with pytest.raises(IllegalAction) as error:
        parse(line, game.state)
    assert (error.value.fault, error.value.key) == (Fault.MALFORMED, "not-notation")
    assert error.value.near


@pytest.mark.rule("trogdor:notation-1")
@pytest.mark.parametrize(
    "line", ["play block 5", "play 2 block", "play block?", "jouer ouest", "trade 2 block for majesty with 2"]
)
def test_a_number_a_question_or_a_direction_belongs_to_no_card(line: str) -> None:
    game = table(BARE, "yubbitz disk", "hardybardy disk", hand=("block", "majesty", "wingaling"))
    with pytest.raises(IllegalAction, match="no-such-card") as error:
        parse(line, game.state)
    assert error.value.near


@pytest.mark.rule("trogdor:notation-1")
def test_braces_in_a_line_are_letters_like_any_others() -> None:
    game = table(BARE, "yubbitz disk", "hardybardy disk", hand=("block", "majesty"))
    with pytest.raises(IllegalAction, match="no-such-card"):
        parse("trade {0} for {x} with 2", game.state)
