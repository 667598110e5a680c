"""A running game of Thrag without `track_coins`: no answer tells a spent coin again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from simcord.results import InteractionResult

import bot.ui
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.thrag.events import CoinFlipped
from tests.bot.discord.test_refusals import click_forged
from tests.bot.ui.scripted import Script, playthrough
from tests.bot.ui.world import World, labels, private, private_text, says, text_of

pytestmark = [pytest.mark.rule("thrag:coin-3"), pytest.mark.rule("thrag:secret-1")]

LINES = 12
"""After so many lines of the won game several coins are spent."""

CLOSED = "You play this one from memory, so nobody can look back until it's over."

LOOKING_BACK = ("history", "table fork")
BEFORE_THE_END = ("table log", "review")
"""Commands about history: what is refused because of the coins, and what says less, or is refused
in any running game.
"""

CONTROLS = (
    "history.",
    "history.1",
    "leaf.first",
    "leaf.next:1",
    "leaf.last",
    "leaftext.1",
    "replay.",
    "fork.1",
    "film.",
)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Script:
    return playthrough("thrag_win", monkeypatch)


def flip_sentences(script: Script) -> set[str]:
    """The sentences about each flipped coin, without the last fight, which the board still shows."""
    events = [event for ply in script.plies[: LINES - 1] for event in ply.events]
    flips = tuple(event for event in events if isinstance(event, CoinFlipped))
    assert len(flips) > 1
    return set(CATALOGUE["thrag"].speech.narrate(IN_ENGLISH, ("Ann",), flips))


async def all_texts(result: InteractionResult) -> str:
    """All texts of an answer, with its text files; a picture counts as what it may show."""
    found = []
    for message in filter(None, (result.response, *result.followups)):
        found.append(text_of(message.components))
        for file in message.attachments:
            text = not file.filename.endswith((".png", ".gif"))
            found.append((await file.read()).decode() if text else f"picture {file.filename}")
    return "\n".join(found)


async def test_no_command_tells_a_spent_coin_before_the_end(world: World, game: Script) -> None:
    shown = await game.game(world, LINES)
    assert "History" not in labels(shown)
    for name in LOOKING_BACK:
        async with world.assert_unchanged():
            assert private_text(await world.cleo.slash(world.channel, name)).startswith(CLOSED)
    for name in BEFORE_THE_END:
        said = await all_texts(await world.ann.slash(world.channel, name))
        assert "picture" not in said
        assert not [sentence for sentence in flip_sentences(game) if sentence in said], name


async def test_the_log_has_the_bare_lines_and_says_why(world: World, game: Script) -> None:
    await game.game(world, LINES)
    said = await all_texts(await world.ann.slash(world.channel, "table log"))
    assert all(f"Ann: {ply.action}" in said for ply in game.plies[:LINES])
    assert says(said, "log.from-memory")
    assert "against" not in said, "strengths and damage tell a coin as well"


async def test_no_control_of_an_older_message_does(world: World, game: Script) -> None:
    await game.game(world, LINES)
    for control in CONTROLS:
        said = await click_forged(world, world.ann, f"t1.0.{control}")
        assert not [sentence for sentence in flip_sentences(game) if sentence in said]
        assert said.startswith(CLOSED) or control == "film.", said


async def test_what_was_taken_back_is_not_told_either(world: World, game: Script) -> None:
    await game.start(world, 3)
    question = (await world.ann.slash(world.channel, "undo", to=2)).response
    assert question is not None
    await world.ann.click(question, label="Undo")
    assert [line.action for line in await world.log()][-1] == "!undo 2"
    assert private_text(await world.ann.slash(world.channel, "history")).startswith(CLOSED)


async def test_nor_is_it_at_a_table_that_the_game_has_left(world: World, game: Script) -> None:
    """The game continues in another channel, and the table is closed; when it is over there, all is shown."""
    await game.game(world, LINES)
    there = world.guild.create_text_channel("upstairs")
    question = (await world.ann.slash(world.channel, "table transfer", channel=there)).response
    assert question is not None
    await world.ann.click(question, label="Yes: move it")
    assert (await world.table()).journey.gone == 2
    for name in LOOKING_BACK:
        said = private_text(await world.ann.slash(world.channel, name, table="T1"))
        assert said.startswith(CLOSED.replace("T1", "T2"))
    said = await all_texts(await world.ann.slash(world.channel, "table log", table="T1"))
    assert not [sentence for sentence in flip_sentences(game) if sentence in said]
    await world.ann.slash(there, "move", move="resign")
    said = await all_texts(await world.ann.slash(world.channel, "table log", table="T1"))
    assert all(sentence in " ".join(said.split()) for sentence in flip_sentences(game))


async def test_when_it_is_over_everything_is_told(world: World, game: Script) -> None:
    await game.game(world, LINES)
    await world.ann.slash(world.channel, "move", move="resign")
    said = await all_texts(await world.ann.slash(world.channel, "table log"))
    flat = " ".join(said.split())
    assert all(sentence in flat for sentence in flip_sentences(game))
    assert private(await world.ann.slash(world.channel, "history", move=3)).attachments


async def test_with_tracked_coins_and_before_the_first_coin_one_may_look_back(
    world: World, game: Script
) -> None:
    await game.start(world, 2)
    assert private(await world.ann.slash(world.channel, "history", table="T1")).attachments
    await replace(game, options={"track_coins": "yes"}).start(world, LINES)
    assert private(await world.ann.slash(world.channel, "history", table="T2")).attachments


def test_the_surface_asks_only_for_what_may_be_told() -> None:
    """A new command must not show positions of a game played from memory."""
    for file in Path(bot.ui.__path__[0]).rglob("*.py"):
        assert "history.positions(" not in file.read_text(encoding="utf-8"), file
