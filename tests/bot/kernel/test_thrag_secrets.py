"""Nothing that leaves the bot tells what lies face down in a running game of Thrag.

Positions come from random games. Each is told a second time with everything that is face down in another
order, or, where coins are not tracked, with other coins face down: whatever people get must be the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.discord.frame import names_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.session import Shown
from bot.kernel.tables.export import export_files
from bot.kernel.trace import Trace
from bot.store import Status, Table
from bot.store.codec import canonical
from bot.ui.play.board_layout import message_of
from engine.core import read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.model import BEASTS, Stack, State
from engine.thrag.position import index
from tests.bot.samples import ANN, table_of

ENTRY = CATALOGUE["thrag"]
TRACKED = {"track_coins": "yes"}


def positions(options: dict[str, str], games: int = 12) -> Iterator[tuple[State, tuple[object, ...]]]:
    """Running positions with what happened just before them."""
    for number in range(games):
        chance, rng = random.Random(number), SeededRng(f"secret {number}")
        state = GAME.start(read_settings(GAME, options, 1), 1, rng)
        events: tuple[object, ...] = ()
        while state.outcome is None:
            yield state, events
            lines = [action for action in GAME.legal(state, 0) if str(action) != "resign"]
            careful = [line for line in lines if line.spent is not None]
            action = chance.choice(careful if careful and chance.random() < 0.8 else lines)
            step = GAME.apply(state, 0, action, rng)
            state, events = step.state, step.events


def disguise(state: State, chance: random.Random) -> State:
    """The same table to look at; what lies face down is another order, or other coins."""

    def shuffle(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(chance.sample(values, len(values)))

    def restack(stack: Stack) -> Stack:
        return replace(stack, pile=shuffle(stack.pile))

    pools, flipped = list(state.pools), list(state.flipped)
    for suit in BEASTS:
        at = index(suit)
        seen = (state.fight.coin,) if state.fight and state.fight.pool is suit else ()
        if state.tracks:
            pools[at] = shuffle(pools[at])
        else:
            coins = shuffle(tuple(coin for coin in (*pools[at], *flipped[at]) if coin not in seen))
            left = len(pools[at])
            pools[at], flipped[at] = (
                coins[:left],
                (*coins[left:], *(coin for coin in seen if coin is not None)),
            )
    red, green, blue = (restack(stack) for stack in state.stacks)
    return replace(
        state,
        stacks=(red, green, blue),
        black=restack(state.black),
        pools=(pools[0], pools[1], pools[2]),
        flipped=(flipped[0], flipped[1], flipped[2]),
    )


def table(state: State) -> Table:
    options = canonical(read_settings(GAME, TRACKED if state.tracks else {}, 1))
    seated = table_of((0, ANN), status=Status.PLAYING)
    return replace(
        seated, game="thrag", terms=replace(seated.terms, options=options), state=ENTRY.codec.dump(state)
    )


def posted_content(state: State, events: tuple[object, ...]) -> tuple[object, ...]:
    """The whole message with its picture, alt text and custom_ids; the text board; what can be typed."""
    at = table(state)
    said = message_of(IN_ENGLISH, Shown(at, ENTRY, state, events), Trace("test", 0))
    asked = ENTRY.rules.menu(IN_ENGLISH, names_of(at), state, "")
    return (
        json.dumps(said.layout.to_components()),  # type: ignore[no-untyped-call] # theirs is untyped
        said.picture,
        said.filename,
        asked,
        ENTRY.rules.suggest(state, 0),
        GAME.text(GAME.view(state, None)),
        export_files(ENTRY, at, ()),
    )


@pytest.mark.rule("thrag:secret-1")
@pytest.mark.parametrize("options", [{}, TRACKED], ids=["plain", "tracked"])
def test_a_disguise_changes_what_is_face_down(options: dict[str, str]) -> None:
    """Or the test below would prove nothing."""
    chance = random.Random(1)
    pairs = [(state, disguise(state, chance)) for state, _ in positions(options)]
    assert sum(state.pools != other.pools for state, other in pairs) > len(pairs) * 0.8
    assert sum(state.stacks != other.stacks for state, other in pairs) > len(pairs) * 0.8
    kept = [sorted(state.pools[0]) == sorted(other.pools[0]) for state, other in pairs]
    assert all(kept) is (options == TRACKED)


@pytest.mark.rule("thrag:secret-1")
@pytest.mark.rule("thrag:coin-3")
@pytest.mark.parametrize("options", [{}, TRACKED], ids=["plain", "tracked"])
def test_what_is_posted_is_the_same_whatever_lies_face_down(options: dict[str, str]) -> None:
    chance = random.Random(2)
    for state, events in positions(options):
        other = disguise(state, chance)
        assert GAME.view(other, None) == GAME.view(state, None)
        assert GAME.view(other, 0) == GAME.view(state, 0)
        assert posted_content(other, events) == posted_content(state, events)


@pytest.mark.rule("thrag:secret-1")
def test_the_file_of_a_running_game_has_neither_seed_nor_state() -> None:
    state, _ = next(positions({}))
    (told,) = export_files(ENTRY, replace(table(state), seed="the very secret seed"), ()).values()
    header, closing = map(json.loads, told.splitlines())
    agreed = {"format", "game", "options", "seats", "rules_version", "commitment", "table", "terms", "hash"}
    assert set(header) == agreed
    assert closing["outcome"] is None
    assert "the very secret seed" not in told
