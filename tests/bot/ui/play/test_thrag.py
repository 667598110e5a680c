"""One Man, Thrag! over Discord: whole games by clicks, confirmations, interruptions."""

from __future__ import annotations

import re

import pytest
from simcord.results import ResponseMessage

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import Status
from engine.core import read_settings
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.thrag.model import BEASTS, TURNS, Action, Phase, State, Verb
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.scripted import (
    Script,
    click_through,
    export_log,
    painted_board,
    play,
    playthrough,
    press,
    script_of,
    state_of,
    way_to,
)
from tests.bot.ui.world import World, board, labels, private_text, rule_behind, says, text_of

THRAG = CATALOGUE["thrag"].game
TO_PAY = 3
"""Lines of the won game before Thrag pays 2 with his 2 or his 4."""


def idle_lines(seed: str) -> str:
    """A night with no coin flipped: the weakest beast is fought in each turn, up to the last one.

    Ends where a beast stands in turn 12 and one has been fought; empty if Thrag does not come so far.
    """
    rng, lines = SeededRng(seed), list[str]()
    state = THRAG.start(read_settings(THRAG, {}, 1), 1, rng)
    while state.outcome is None:
        if state.turn == TURNS and state.fights and not state.owed:
            return ", ".join(lines)
        bare = [action for action in THRAG.legal(state, 0) if action.spent is None]
        action = min(bare, key=lambda action: rank_reluctantly(state, action))
        lines.append(str(action))
        state = THRAG.apply(state, 0, action, rng).state
    return ""


def rank_reluctantly(state: State, action: Action) -> tuple[int, int]:
    """Pays, then stops, then fights the weakest; nothing else if there is a choice."""
    order = (Verb.PAY, Verb.STOP, Verb.FIGHT, Verb.REROLL, Verb.RESIGN)
    foe = state.foes[BEASTS.index(action.suit)] if action.verb is Verb.FIGHT and action.suit else None
    return order.index(action.verb), 0 if foe is None else foe.strength


@pytest.fixture
def win(monkeypatch: pytest.MonkeyPatch) -> Script:
    """The won game, whose seed every table has."""
    return playthrough("thrag_win", monkeypatch)


# The beginning


@pytest.mark.usefixtures("win")
async def test_the_command_begins_the_game_at_once(world: World) -> None:
    mark = world.mark()
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    table = await world.table()
    assert (table.status, table.plies) == (Status.PLAYING, 0)
    assert [one.private for one in world.posts_since(mark) if one.new] == [True, False], (
        "the panel, and the board"
    )
    assert world.pings(mark) == [set()], "who has just opened the table need not be called"
    said = text_of(shown.components)
    assert "### One Man, Thrag! · T1" in said
    assert f"<@{world.ann.id}>, who first?" in said
    house = ["Type a move", "More"]
    assert labels(shown) == [
        IN_ENGLISH("thrag.menu.fight.slain", foe="the Rain Snail (blue 4)"),
        IN_ENGLISH("thrag.menu.fight.slain", foe="the Bog Otter (green 2)"),
        "Other ways…",
        *house,
    ]
    assert await shown.attachments[0].read() == await painted_board(world)
    check(shown.components)


@pytest.mark.usefixtures("win")
async def test_options_are_in_the_picture_and_change_what_can_be_done(world: World) -> None:
    options = {"weapons": "red-blue", "null_coin": 3, "track_coins": "yes"}
    shown = board(await open_table(world.ann, world.channel, "thrag", **options))
    assert await shown.attachments[0].read() == await painted_board(world)
    ways = {
        way[-1]
        for line in ("reroll red", "reroll green", "fight red with red")
        if (way := await way_to(world, line))
    }
    assert ways == {
        IN_ENGLISH("thrag.menu.reroll", suit="red", beast="Rusty Hedgehog"),
        "Rusty Hedgehog (red 7): 83%",
    }, "no green pawn; and of six coins only an ace is too low"


async def test_alone_with_the_bot_it_is_the_same_game(world: World, win: Script) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "thrag"))
    for label, ply in zip(
        (
            "Slay the Rain Snail (blue 4)",
            "Slay the Bog Otter (green 2)",
            "Rusty Hedgehog (red 7): 67%",
            "Pay 2",
        ),
        win.plies,
        strict=False,
    ):
        result = await user.click(shown, label=label)
        assert await state_of(world) == ply.state
        assert result.response is not None
        assert result.response.id == shown.id
    others = (await user.click(shown, label="Other ways…")).response
    assert others is not None
    asked = (await user.click(others, label="Resign")).response
    assert asked is not None
    assert text_of(asked.components) == IN_ENGLISH("thrag.confirm.resign")
    await user.click(asked, label="Yes: Resign")
    assert (await world.table()).status is Status.OVER
    assert labels(shown) == ["History", "Luck", "Fair play", "Play again"]


# Whole games


async def test_a_game_is_won_by_clicks_alone(
    world: World, win: Script, caplog: pytest.LogCaptureFixture
) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    mark = world.mark()
    over = await click_through(world, win, shown)
    assert not any(world.pings(mark)), "no player waits for a turn of it"
    assert len(world.channel.history()) == 1, "from the first turn to the end one board"
    assert [line.action for line in await world.log()] == [str(ply.action) for ply in win.plies]
    assert (await world.table()).status is Status.OVER
    assert says(text_of(over.components), "thrag.over.win", name="Ann")
    assert labels(over) == ["History", "Luck", "Fair play", "Play again"]
    assert await over.attachments[0].read() == await painted_board(world)
    assert verify(await export_log(world), GAMES) == ()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    async with world.assert_unchanged():
        assert "is over" in private_text(await world.move(world.ann, "fight red"))


ENDS = {
    "thrag_win_options": "**Won!** **Ann** gets Thrag home in time.",
    "thrag_death": "**Lost.** Thrag falls, and **Ann** has to tell his brother",
    "thrag_exhaustion": "**Lost.** Thrag goes to bed. **Ann**, better not wake him.",
    "thrag_exhaustion_slain": "**Lost.** Thrag goes to bed. **Ann**, better not wake him.",
    "thrag_breakfast": "**Lost.** The buffet is cleared, **Ann**.",
    "thrag_resignation": "**Lost.** **Ann** calls it a night.",
}


@pytest.mark.parametrize("stem", ENDS)
async def test_a_game_ends(world: World, monkeypatch: pytest.MonkeyPatch, stem: str) -> None:
    game = playthrough(stem, monkeypatch)
    begin = len(game.plies) - 4
    over = await click_through(world, game, await game.game(world, begin), begin)
    assert ENDS[stem] in text_of(over.components)
    assert labels(over) == ["History", "Luck", "Fair play", "Play again"]
    assert (await world.table()).status is Status.OVER
    assert await over.attachments[0].read() == await painted_board(world)
    assert verify(await export_log(world), GAMES) == ()


# What is asked first


ASKED = [
    (
        "thrag_death",
        r"That's \d+ damage, and Thrag can take \d+\. It kills him\.",
    ),
    (
        "thrag_exhaustion",
        r"This is the last coin, and \d+ beasts are left\. Even if this one falls, you lose\.",
    ),
]


@pytest.mark.rule("thrag:ask-1")
@pytest.mark.parametrize(("stem", "question"), ASKED)
async def test_what_loses_the_game_is_asked_about_first(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str, question: str
) -> None:
    lost = playthrough(stem, monkeypatch)
    shown = await lost.game(world, -1)
    await asks_first(world, shown, str(lost.plies[-1].action), question)


@pytest.mark.rule("thrag:ask-1")
async def test_stopping_in_the_last_turn_is_asked_about_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed, lines = next((seed, lines) for seed in map(str, range(1000)) if (lines := idle_lines(seed)))
    night = script_of("thrag", seed, lines, monkeypatch)
    shown = await night.game(world, len(night.plies))
    await asks_first(
        world, shown, "stop", r"This is the last turn, and \d+ beasts are left\. If you stop, you lose\."
    )


async def asks_first(world: World, shown: ResponseMessage, line: str, question: str) -> None:
    """The line needs a private confirmation, can be cancelled, and then ends the game."""
    *steps, label, yes = way = await way_to(world, line)
    step = (await press(world.ann, shown, steps)).response if steps else shown
    assert step is not None
    async with world.assert_unchanged():
        asked = (await world.ann.click(step, label=label)).response
        assert asked is not None
        assert re.match(question, text_of(asked.components))
        assert labels(asked) == [yes, "Back"]
        await world.ann.click(asked, label="Back")
        assert labels(asked) == []
        stranger = await world.ben.click(shown, label=labels(shown)[0])
        assert says(private_text(stranger), "not-seated")
    shown = board(await world.ann.slash(world.channel, "board"))
    mark = world.mark()
    await press(world.ann, shown, way)
    assert (await world.log())[-1].action == line
    assert (await world.table()).status is Status.OVER
    assert labels(shown) == ["History", "Luck", "Fair play", "Play again"]
    assert "**Lost.**" in text_of(shown.components)
    assert world.pings(mark) == []


async def test_what_is_typed_is_meant(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = playthrough("thrag_death", monkeypatch)
    await lost.start(world, -1)
    over = board(await world.move(world.ann, "fight red"))
    assert "Thrag falls" in text_of(over.components)


# Within a turn


async def test_damage_is_paid_by_choice(world: World, win: Script) -> None:
    shown = await win.game(world, TO_PAY)
    said = text_of(shown.components)
    assert says(said, "thrag.call.pay", damage=2)
    house = ["Undo", "Type a move", "More"]
    assert labels(shown) == ["Pay 2", "Pay 4", "Other ways…", *house]
    others = (await world.ann.click(shown, label="Other ways…")).response
    assert others is not None
    assert others.ephemeral
    assert labels(others) == ["Back", "Resign"], "no slip of the thumb gives up"
    more = (await world.ann.click(shown, label="More")).response
    assert more is not None
    assert "History" not in labels(more), "with a coin to be kept in mind"
    mark = world.mark()
    await world.ann.click(shown, label="Pay 4")
    assert [(one.new, one.private) for one in world.posts_since(mark)] == [(False, False)]
    assert says(text_of(shown.components), "thrag.paid", coins="the 4")
    assert (await state_of(world)).hit_points == (0, 2)


async def test_a_payment_outlives_a_restart(world: World, win: Script) -> None:
    shown = await win.game(world, TO_PAY)
    mark = world.mark()
    await world.restart()
    assert world.posts_since(mark) == [], "nothing is asked twice"
    assert (await state_of(world)).owed == 2
    await world.ann.click(shown, label="Pay 2")
    assert await state_of(world) == win.plies[TO_PAY].state
    await world.restart()
    over = await click_through(world, win, shown, TO_PAY + 1)
    assert "**Won!**" in text_of(over.components)


@pytest.mark.parametrize(("count", "line"), [(TO_PAY, "pay 2"), (2, "fight red with red"), (5, "stop")])
async def test_a_double_click_plays_once(world: World, win: Script, count: int, line: str) -> None:
    shown = await win.game(world, count)
    (label,) = await way_to(world, line)
    posted = await world.at_once((world.ann, shown, label), (world.ann, shown, label))
    assert (await world.table()).plies == count + 1
    assert await state_of(world) == win.plies[count].state
    refused = [one for one in posted if "The game has moved on." in one.text]
    assert [one.private for one in refused] == [True]


async def test_a_reroll_shows_its_die_and_stays_in_the_message(world: World, win: Script) -> None:
    shown = await win.game(world, 9)
    mark = world.mark()
    await play(world, shown, "reroll red")
    assert says(text_of(shown.components), "thrag.rerolled", pawn="red", before=5, after=0)
    assert not await way_to(world, "reroll red")
    assert world.pings(mark) == [], "no message is new"
    assert await shown.attachments[0].read() == await painted_board(world)


async def test_the_picture_of_a_turn_is_changed_in_place(world: World, win: Script) -> None:
    shown = await win.game(world, 0)
    pictures = [await shown.attachments[0].read()]
    for line in ("fight blue", "fight green", "fight red with red", "pay 2"):
        await play(world, shown, line)
        assert [one.filename for one in shown.attachments] == [f"T1-{len(pictures)}.png"]
        pictures.append(await shown.attachments[0].read())
        assert pictures[-1] == await painted_board(world)
    assert len(set(pictures)) == 5


# Typing


async def test_lines_are_typed_and_offered(world: World, win: Script) -> None:
    shown = await win.game(world, 2)
    offered = await world.ann.autocomplete(world.channel, "move", "move", "")
    assert [choice["value"] for choice in offered][:1] == [IN_ENGLISH("thrag.example")]
    assert {choice["value"] for choice in offered} == {str(a) for a in THRAG.legal(win.plies[1].state, 0)}
    assert await world.cleo.autocomplete(world.channel, "move", "move", "") == []
    mark = world.mark()
    shown = board(await world.move(world.ann, "Red with coin"))
    assert says(
        text_of(shown.components),
        "thrag.struck",
        strength=5,
        against=7,
        beast=IN_ENGLISH("thrag.beast.red.3.object"),
        suit="red",
        damage=2,
    )
    form = await tap(world.ann, shown, "Type a move")
    await world.ann.submit_modal(form, {"move": "pay 2"})
    await world.move(world.ann, "red + red")
    await world.move(world.ann, "enough")
    assert world.pings(mark) == [set()] * 3, "a new board follows what is typed, and no one is called"
    assert await state_of(world) == win.plies[5].state


@pytest.mark.parametrize(
    ("count", "line", "sentence_or_rule"),
    [
        (0, "hit red", "I can't read “hit red”."),
        (0, "stop", "thrag:turn-2"),
        (1, "fight blue", "thrag:fight-4"),
        (0, "reroll black with red", "thrag:pawn-2"),
        (0, "fight red with blue", "thrag:coin-2"),
        (TO_PAY, "fight red", "thrag:pay-1"),
        (TO_PAY, "pay 2 4", "Leave one out: you don't need all of these to cover 2 damage."),
        (TO_PAY, "pay 0 2", "thrag:breath-1"),
    ],
)
async def test_lines_that_cannot_be_are_refused_in_private(
    world: World, win: Script, count: int, line: str, sentence_or_rule: str
) -> None:
    await win.game(world, count)
    async with world.assert_unchanged():
        result = await world.move(world.ann, line)
    assert sentence_or_rule in private_text(result) or rule_behind(result).endswith(sentence_or_rule)


# Others, and old boards


async def test_strangers_watch_and_touch_nothing(world: World, win: Script) -> None:
    shown = await win.game(world, 2)
    async with world.assert_unchanged():
        for label in labels(shown):
            if label != "More":
                said = private_text(await world.ben.click(shown, label=label))
                assert says(said, "not-seated"), label
        state = await state_of(world)
        twin = f"```\n{THRAG.text(THRAG.view(state, None))}\n```"
        assert private_text(await tap(world.ben, shown, "As text")) == twin
        assert private_text(await world.ben.slash(world.channel, "board", view="text")) == twin


async def test_an_old_board_that_stays_leads_on(world: World, win: Script) -> None:
    shown = await win.game(world, 5)
    world.env.inject_error("DELETE", "*", times=None, status=503)
    old = list(labels(shown))
    world.env.backend.advance_clock(3600)
    current = board(await play(world, shown, "stop"))
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{current.id}"
    async with world.assert_unchanged():
        for label in old:
            if label != "More":
                said = private_text(await world.ann.click(shown, label=label))
                assert says(said, "old-board"), label
                assert link in said


async def test_the_board_can_be_shown_again_within_a_turn(world: World, win: Script) -> None:
    first = await win.game(world, 2)
    mark = world.mark()
    again = board(await world.ann.slash(world.channel, "board"))
    assert world.pings(mark) == [set()]
    assert world.is_gone(first)
    await play(world, again, "fight red with red")
    assert (await state_of(world)).owed == 2
    assert (await state_of(world)) == win.plies[2].state
    assert THRAG.view(await state_of(world), None).phase is Phase.PAY


async def test_giving_up_by_command_is_asked_about(world: World, win: Script) -> None:
    shown = await win.game(world, TO_PAY)
    asked = await world.ann.slash(world.channel, "resign")
    assert private_text(asked) == IN_ENGLISH("thrag.confirm.resign")
    assert asked.response is not None
    await world.ann.click(asked.response, label="Yes: Resign")
    assert says(text_of(shown.components), "thrag.over.resignation", name="Ann")
    assert labels(shown) == ["History", "Luck", "Fair play", "Play again"]
