"""Ploc over Discord: sides by lot and by choice, whole games by clicks, offers, and what comes in between."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import Status
from engine.ploc.events import MatchEnded
from engine.registry import GAMES
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
    state_of,
    way_to,
)
from tests.bot.ui.world import (
    World,
    board,
    labels,
    message_text,
    private,
    private_text,
    rule_behind,
    says,
    text_of,
)

PLOC = CATALOGUE["ploc"].game

BERSERK = 95
"""Lines of the playthrough `ploc_berserk_hit` after which berserk can remove up to three lying athletes."""

TO_BEN = 2
"""Lines of the scripted game before Ben's turn, who has rolled 5, 1 and 4 beside three fives."""


@pytest.fixture
def berserk_script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """A game that Ben wins berserk, having lost match 1; every table has its seed."""
    return playthrough("ploc_hit_berserk", monkeypatch)


async def lines(world: World) -> list[str]:
    return [f"{line.seat}: {line.action}" for line in await world.log()]


async def players(world: World) -> list[str]:
    """Who sits for Plockton, and who for Broadford."""
    return [player.name for player in (await world.table()).players]


# Before the game


@pytest.mark.rule("ploc:setup-3")
@pytest.mark.parametrize(("seed", "side"), [("one", "Broadford, which begins match 2"), ("two", "Plockton")])
async def test_the_lot_says_who_begins_when_both_are_there(
    world: World, monkeypatch: pytest.MonkeyPatch, seed: str, side: str
) -> None:
    monkeypatch.setattr("tests.bot.ui.world.SEED", seed)
    mark = world.mark()
    shown = board(await open_table(world.ann, world.channel, "ploc"))
    assert "Plockton" not in text_of(shown.components), (
        "or a player could open tables until they like the lot"
    )
    assert labels(shown) == ["Join", IN_ENGLISH("button.add-bot"), "Teach me", "Details"]
    begun = board(await world.ben.click(shown, label="Join"))
    first, _ = await players(world)
    assert (first == "Ann") == side.startswith("Plockton")
    assert says(text_of(begun.components), "sides.lot", name=first)
    assert begun.id == shown.id, "Ann has just opened it: she sees it begin"
    assert world.pings(mark) == [set()]
    check(begun.components)


@pytest.mark.rule("ploc:setup-3")
@pytest.mark.parametrize("side", [0, 1])
async def test_a_side_is_chosen_and_an_opponent_asked(world: World, side: int) -> None:
    mark = world.mark()
    shown = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben, side=side))
    assert world.pings(mark) == [{world.ben.id}]
    seat = IN_ENGLISH(f"ploc.seat.{side}.first")
    assert says(text_of(shown.components), "table.challenge.wished", host="Ann", game="Ploc", seat=seat)
    async with world.assert_unchanged():
        private_text(await world.cleo.click(shown, label="Give them that side"))
    begun = board(await world.ben.click(shown, label="Give them that side"))
    assert await players(world) == (["Ann", "Ben"], ["Ben", "Ann"])[side]
    assert "Match 2 decides." in text_of(begun.components), "what match 1 is worth"


@pytest.mark.rule("ploc:setup-3")
async def test_a_player_who_does_not_agree_to_a_side_has_them_drawn(world: World) -> None:
    """The same seed gives the same draw, whatever the other player has requested."""
    found = []
    for side in (0, 1):
        shown = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben, side=side))
        assert labels(shown)[:2] == [IN_ENGLISH("button.accept.lot"), IN_ENGLISH("button.sides.agree")]
        await world.ben.click(shown, label="Accept, draw for sides")
        found.append([player.name for player in (await world.table(side + 1)).players])
    assert found[0] == found[1]


@pytest.mark.rule("ploc:setup-3")
@pytest.mark.parametrize("given", [{"level": "odo"}, {"hints": 3}])
async def test_where_it_does_not_count_a_side_is_chosen(world: World, given: dict[str, object]) -> None:
    shown = board(await open_table(world.ann, world.channel, "ploc", side=1, **given))
    if "hints" in given:
        assert says(text_of(shown.components), "table.open", seat=IN_ENGLISH("ploc.seat.1.first"))
        await world.ben.click(shown, label="Join")
    assert (await players(world))[1] == "Ann"


async def test_a_limit_of_turns_is_told_as_a_house_rule(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "ploc", side=0, turn_limit=6))
    option = IN_ENGLISH("ploc.option.turn_limit.title")
    assert says(text_of(shown.components), "agreed.option", option=option, value="6")
    begun = board(await world.ben.click(shown, label="Give them that side"))
    assert "turn 1" not in text_of(begun.components), "the picture has it"
    twin = private_text(await world.ann.slash(world.channel, "board", view="text"))
    assert says(twin, "ploc.text.turn.limited", match=1, turn=1, limit=6)


# Whole games


@pytest.mark.slow
async def test_two_matches_by_clicks_with_one_board_and_one_ping_a_turn(
    world: World, berserk_script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    opened = board(await open_table(world.ann, world.channel, "ploc", side=0))
    shown = board(await world.ben.click(opened, label="Give them that side"))
    mark = world.mark()
    over = await click_through(world, berserk_script, shown)
    pings = world.pings(mark)
    called = [pinged for pinged in pings if pinged]
    assert called == [{world.ben.id}, {world.ann.id}] * 7 + [{world.ben.id}], "match 2 is Ben's to begin"
    assert await lines(world) == [f"{ply.seat}: {ply.action}" for ply in berserk_script.plies]
    end = text_of(over.components)
    assert says(end, "ploc.over.berserk", name="Ben", village="Broadford")
    assert labels(over) == ["History", "Luck", "Fair play", "Play again"]
    assert await over.attachments[0].read() == await painted_board(world)
    assert verify(await export_log(world), GAMES) == ()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    async with world.assert_unchanged():
        assert "is over" in private_text(await world.move(world.ann, "done"))
    (first, last) = map(message_text, world.channel.history())
    assert says(first, "ploc.ended", name="Ann", match=1)
    assert says(last, "ploc.over.berserk", village="Broadford"), "all that is left of it"


@pytest.mark.slow
async def test_two_matches_between_people_who_are_both_there(world: World, berserk_script: Script) -> None:
    """A tap pings no one, and the board stays where it is; the end of match 1 stays above it.

    What no button says is typed, and a new board follows what is typed.
    """
    opened = board(await open_table(world.ann, world.channel, "ploc", side=0))
    shown = board(await world.ben.click(opened, label="Give them that side"))
    await click_through(world, berserk_script, shown, there=True)
    assert len(world.channel.history()) == 2


ENDS = {
    "ploc_agreement": "**Ben** wins for Broadford, with match 2 ended by agreement.",
    "ploc_berserk_hit": "**Ann** wins for Plockton: nobody is left to pull for Broadford.",
    "ploc_hit_swap": "**Ann** wins for Plockton: Ben swapped the last athlete away.",
    "ploc_limit": "**Ann** wins for Plockton: the turns of match 2 are up.",
    "ploc_resignation": "**Ben** wins for Broadford: Ann resigned.",
    "ploc_swap_berserk": "**Ann** goes berserk and wins for Plockton.",
    "ploc_swap_hit": "**Ben** wins for Broadford: nobody is left to pull for Plockton.",
}


@pytest.mark.parametrize("stem", ENDS)
async def test_a_game_ends(world: World, monkeypatch: pytest.MonkeyPatch, stem: str) -> None:
    game = playthrough(stem, monkeypatch)
    begin = max(len(game.plies) - 3, 0)
    over = await click_through(world, game, await game.game(world, begin), begin)
    assert ENDS[stem] in text_of(over.components)
    assert labels(over) == ["History", "Luck", "Fair play", "Play again"]
    assert (await world.table()).status is Status.OVER
    assert await over.attachments[0].read() == await painted_board(world)
    assert verify(await export_log(world), GAMES) == ()


FIRST = {
    "ploc_hit_berserk": ("Ann", "Broadford loses an athlete"),
    "ploc_berserk_swap": ("Ann", "Berserk!"),
    "ploc_swap_hit": ("Ben", "replaces the"),
    "ploc_limit": ("Ben", "the turns are up"),
}


@pytest.mark.rule("ploc:match-1", "ploc:match-2")
@pytest.mark.parametrize("stem", FIRST)
async def test_the_first_match_ends_by_a_line_that_stays_and_the_second_begins_below(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str
) -> None:
    game, (winner, why) = playthrough(stem, monkeypatch), FIRST[stem]
    (end,) = [
        number
        for number, ply in enumerate(game.plies)
        for event in ply.events
        if isinstance(event, MatchEnded) and event.match == 1
    ]
    shown = await game.game(world, end)
    after = await click_through(world, game, shown, end, end + 1)
    ended, begun = message_text(world.channel.history()[-2]), text_of(after.components)
    assert ended.startswith("**Ploc** · ")
    (line,) = [line for line in ended.splitlines() if line.startswith(f"**{winner} wins match 1")]
    assert "rolls" not in line, "on a line of its own"
    assert why in ended.replace("*", "")
    village = ("Plockton", "Broadford")[winner == "Ben"]
    assert says(begun, "ploc.began", match=2, extra=IN_ENGLISH("ploc.began.extra", village=village))
    assert "wins match 1" not in begun, "it is told once"
    assert not any(says(one, "ploc.menu.undo") for one in labels(after)), "the rest of the turn is dropped"


# A turn


async def test_a_turn_is_told_die_by_die_in_one_message(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, TO_BEN)
    assert labels(shown) == [
        "The 5",
        "The 1",
        "The 4",
        "Offer or give up…",
        "Undo",
        "More",
    ]
    mark = world.mark()
    mine = private(await world.ben.click(shown, label="The 1"))
    assert (await world.table()).plies == TO_BEN, "only looked at"
    assert says(text_of(mine.components), "ploc.ask.deed", die=1, met=5)
    assert labels(mine)[:3] == ["Swap: you 11→8", "Weaken: 0→1 lying", "Back"], "its places are alike"
    await world.ben.click(mine, label="Weaken: 0→1 lying")
    assert world.is_gone(mine)
    assert says(text_of(shown.components), "ploc.weakened", die=1, village="Plockton")
    await play(world, shown, "4b hit lying", 1)
    await play(world, shown, "5c hit standing", 1)
    assert labels(shown)[:3] == ["End turn", IN_ENGLISH("ploc.menu.undo", die=5), "Offer or give up…"]
    assert world.pings(mark) == []
    world.let_presence_expire()
    after = board(await world.ben.click(shown, label="End turn"))
    assert world.pings(mark) == [{world.ann.id}]
    deeds = "the 1 weakened someone at a, the 4 hit someone lying at b, the 5 hit at c"
    assert says(text_of(after.components), "ploc.recap", name="Ben", deeds=deeds)
    assert world.is_gone(shown)


@pytest.mark.rule("ploc:undo-1")
async def test_dice_are_taken_back_one_by_one_until_the_turn_is_ended(
    world: World, berserk_script: Script
) -> None:
    shown = await berserk_script.game(world, TO_BEN)
    begun = await state_of(world)
    for line in ("5a hit standing", "1b weaken", "4c hit lying"):
        await play(world, shown, line, 1)
    mark = world.mark()
    for die in (4, 1, 5):
        await world.ben.click(shown, label=f"Take back the {die}")
        assert says(text_of(shown.components), "ploc.took-back", name="Ben")
    assert await state_of(world) == begun
    assert not any(says(label, "ploc.menu.undo") for label in labels(shown))
    assert world.pings(mark) == []
    await click_through(world, berserk_script, shown, TO_BEN, TO_BEN + 4)
    async with world.assert_unchanged():
        assert says(private_text(await world.move(world.ann, "undo")), "ploc.nothing-to-undo")
        assert says(private_text(await world.move(world.ben, "undo")), "ploc.not-your-turn", who="Ann")


async def test_berserk_asks_who_is_removed_where_there_is_a_choice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = playthrough("ploc_berserk_hit", monkeypatch)
    shown = await game.game(world, BERSERK)
    before = await state_of(world)
    person, rival = world.person(before.turn.seat), before.sides[1 - before.turn.seat]
    mark = world.mark()
    mine = private(await person.click(shown, label=(await way_to(world, "berserk 1"))[0]))
    village = ("Broadford", "Plockton")[before.turn.seat]
    assert says(text_of(mine.components), "ploc.ask.berserk", count=4, village=village)
    whom = ["4 standing", "3 standing, 1 lying", "2 standing, 2 lying", "1 standing, 3 lying"]
    assert labels(mine) == [*whom, "Back"]
    await person.click(mine, label="Back")
    await press(person, shown, await way_to(world, "berserk 1"))
    after = (await state_of(world)).sides[1 - before.turn.seat]
    assert (after.standing, after.lying) == (rival.standing - 3, rival.lying - 1)
    assert labels(shown)[:2] == ["End turn", IN_ENGLISH("ploc.menu.undo.berserk")]
    await person.click(shown, label="Take back berserk")
    assert (await state_of(world)).sides == before.sides
    assert world.pings(mark) == []


@pytest.mark.rule("ploc:swap-3")
@pytest.mark.parametrize(
    ("stem", "line", "die", "winner"),
    [("ploc_berserk_swap", "2a swap", 2, "Ben"), ("ploc_hit_swap", "1b swap", 1, "Ann")],
)
async def test_a_swap_that_loses_is_asked_about_first(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str, line: str, die: int, winner: str
) -> None:
    game = playthrough(stem, monkeypatch)
    shown = await game.game(world, -1)
    person = world.person(game.plies[-1].seat)
    *steps, label, yes = await way_to(world, line)
    mine = private(await press(person, shown, steps)) if steps else shown
    async with world.assert_unchanged():
        asked = private(await person.click(mine, label=label))
        only = IN_ENGLISH("ploc.confirm.swap.only", die=die)
        last = IN_ENGLISH("ploc.confirm.swap.last", athletes="3 athletes")
        assert text_of(asked.components) == f"{only} {last}"
        assert labels(asked) == [yes, "Back"]
        await person.click(asked, label="Back")
    await press(person, shown, (*steps, label, yes))
    assert f"**{winner}** wins for" in text_of(shown.components)
    assert (await world.log())[-1].action == line


# Offers, and giving up


@pytest.mark.rule("ploc:offer-1")
async def test_a_match_is_ended_by_offer_and_agreement(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = playthrough("ploc_agreement", monkeypatch)
    shown = await game.game(world, 0)
    mark = world.mark()
    asked = private(await world.ann.click(shown, label="Offer or give up…"))
    assert says(text_of(asked.components), "ploc.ask.end")
    assert labels(asked) == [IN_ENGLISH("ploc.menu.offer"), "Concede match 1", "Resign", "Back"]
    await world.ann.click(asked, label="Offer to end")
    assert says(text_of(asked.components), "ploc.confirm.offer", name="Ben"), "12 : 12, and Ann has begun"
    offered = board(await world.ann.click(asked, label="Yes: Offer to end"))
    assert world.pings(mark) == [{world.ben.id}]
    assert text_of(offered.components).count(IN_ENGLISH("ploc.offered", name="Ann", first=12, second=12)) == 1
    assert says(text_of(offered.components), "ploc.call.answer", match=1, winner="Ben")
    assert says(text_of(offered.components), "ploc.worth")
    assert labels(offered)[:2] == [IN_ENGLISH("ploc.menu.accept"), "Decline"]
    async with world.assert_unchanged():
        assert "ploc:" in rule_behind(await world.ann.click(offered, label=IN_ENGLISH("ploc.menu.accept")))
    declined = board(await world.ben.click(offered, label="Decline"))
    assert declined.id == offered.id, "Ann has just offered, and looks on"
    assert world.pings(mark) == [{world.ben.id}]
    assert not await way_to(world, "offer"), "once a turn"
    after = await click_through(world, game, declined, 2, 10)
    assert says(message_text(world.channel.history()[-2]), "ploc.ended", name="Ben", match=1)
    extra = IN_ENGLISH("ploc.began.extra", village="Broadford")
    assert says(text_of(after.components), "ploc.began", match=2, extra=extra)


@pytest.mark.rule("ploc:concede-1", "ploc:resign-1")
async def test_giving_up_needs_no_turn_and_is_asked_about(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, 0)
    mark = world.mark()
    async with world.assert_unchanged():
        assert says(
            private_text(await world.ben.click(shown, label="Offer or give up…")),
            "not-your-turn",
            names="Ann",
        )
    second = board(await world.move(world.ben, "concede"))
    assert world.pings(mark) == [set(), set()], "Ben begins match 2, and has just acted"
    assert says(
        message_text(world.channel.history()[-2]), "ploc.ended.concession", name="Ann", match=1, loser="Ben"
    )
    assert not await way_to(world, "concede")
    async with world.assert_unchanged():
        assert says(private_text(await world.move(world.ann, "concede")), "ploc.last-match", match=2)
    asked = (await world.ann.slash(world.channel, "resign")).response
    assert asked is not None
    assert text_of(asked.components) == IN_ENGLISH("ploc.confirm.resign")
    await world.ann.click(asked, label="Yes: Resign")
    assert says(
        text_of(second.components), "ploc.over.resignation", name="Ben", village="Broadford", loser="Ann"
    )
    assert labels(second) == ["History", "Luck", "Fair play", "Play again"]
    assert world.pings(mark) == [set(), set()]


@pytest.mark.rule("ploc:concede-1")
async def test_conceding_by_button_is_asked_about(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, 0)
    early, label, yes = await way_to(world, "concede")
    asked = private(await world.ann.click(shown, label=early))
    await world.ann.click(asked, label=label)
    assert says(text_of(asked.components), "ploc.confirm.concede", match=1)
    second = board(await world.ann.click(asked, label=yes))
    assert says(
        message_text(world.channel.history()[-2]), "ploc.ended.concession", name="Ben", match=1, loser="Ann"
    )
    assert "**Ben** rolls " in text_of(second.components)


# Others, old boards, and what comes in between


async def test_strangers_watch_and_touch_nothing(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, TO_BEN)
    async with world.assert_unchanged():
        for label in labels(shown):
            if label != "More":
                assert says(private_text(await world.cleo.click(shown, label=label)), "not-seated"), label
        state = await state_of(world)
        twin = f"```\n{PLOC.text(PLOC.view(state, None))}\n```"
        assert private_text(await tap(world.cleo, shown, "As text")) == twin
        assert private_text(await world.cleo.slash(world.channel, "board", view="text")) == twin


async def test_who_is_not_on_turn_leaves_the_dice_alone(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, TO_BEN)
    for _ in range(2):
        async with world.assert_unchanged():
            for label in [one for one in labels(shown) if one not in ("Undo", "Type a move", "More")]:
                said = private_text(await world.ann.click(shown, label=label))
                assert says(said, "not-your-turn", names="Ben"), label
        await world.ben.click(shown, label=labels(shown)[0])


async def test_an_old_board_that_stays_leads_on(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, TO_BEN - 1)
    world.env.inject_error("DELETE", "*", times=None, status=503)
    old = list(labels(shown))
    current = board(await world.ann.click(shown, label="End turn"))
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{current.id}"
    async with world.assert_unchanged():
        for label in old:
            if label not in {"More", "Allow hints", "No hints"}:  # what holds for the whole table
                said = private_text(await world.ann.click(shown, label=label))
                assert says(said, "old-board"), label
                assert link in said


@pytest.mark.parametrize(("count", "line"), [(1, "done"), (TO_BEN, "5a weaken"), (TO_BEN + 1, "undo")])
async def test_a_double_click_plays_once(world: World, berserk_script: Script, count: int, line: str) -> None:
    shown = await berserk_script.game(world, count)
    *steps, label = await way_to(world, line)
    person = world.person((await state_of(world)).turn.seat)
    mine = private(await press(person, shown, steps)) if steps else shown
    posted = await world.at_once((person, mine, label), (person, mine, label))
    assert [line.action for line in await world.log()][count:] == [line]
    refused = [one for one in posted if "The game has moved on." in one.text]
    assert [one.private for one in refused] == [True]


async def test_a_turn_outlives_a_restart(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, TO_BEN + 1)
    await world.ben.click(shown, label="The 4")
    mark = world.mark()
    await world.restart()
    assert world.posts_since(mark) == [], "no player is called twice"
    (mine,) = world.private_messages(world.ben)
    await world.ben.click(
        mine, label=next(label for label in labels(mine) if label.startswith(("Hit", "Swap", "Weaken")))
    )
    assert (await world.log())[-1].action.startswith("4"), "it is chosen where it was begun"
    assert world.is_gone(mine)
    assert IN_ENGLISH("ploc.menu.undo", die=4) in labels(await world.shown_board())


async def test_lines_are_typed_and_offered(world: World, berserk_script: Script) -> None:
    shown = await berserk_script.game(world, TO_BEN)
    offered = await world.ben.autocomplete(world.channel, "move", "move", "")
    assert offered[0]["value"] == "5a hit standing"
    assert {choice["value"] for choice in offered} <= {str(a) for a in PLOC.legal(await state_of(world), 1)}
    waiting = await world.ann.autocomplete(world.channel, "move", "move", "")
    assert {choice["value"] for choice in waiting} == {"concede", "resign"}
    mark = world.mark()
    shown = board(await world.move(world.ben, "weaken 1 at B"))
    assert says(text_of(shown.components), "ploc.weakened", die=1, village="Plockton")
    form = await tap(world.ben, shown, "Type a move")
    await world.ben.submit_modal(form, {"move": "4a hit lying"})
    await world.move(world.ben, "5c hit")
    assert await state_of(world) != berserk_script.plies[TO_BEN + 2].state, "in another order"
    assert world.pings(mark) == [set(), set()], "a new board follows what is typed"
    board(await world.move(world.ben, "pass"))
    assert world.pings(mark)[2:] == [{world.ann.id}]
    assert (await state_of(world)).sides == berserk_script.plies[TO_BEN + 3].state.sides


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("throw 5", "I can't read “throw 5”."),
        ("done", "Use the rest of your dice first: 3 to go."),
        ("6a swap", "You have no 6 left to use."),
        ("4a hit standing", "Your 4 can't hit anyone standing at a: that takes 5 or more."),
        ("5a hit lying", "None of them is lying down."),
        ("reroll 1", "You have no rerolls left."),
        ("berserk 0", "Going berserk takes three dice that show the same."),
        ("accept", "There's no offer to answer."),
    ],
)
async def test_lines_that_cannot_be_are_refused_in_private(
    world: World, berserk_script: Script, line: str, sentence: str
) -> None:
    await berserk_script.game(world, TO_BEN)
    async with world.assert_unchanged():
        result = await world.move(world.ben, line)
    assert sentence in private_text(result)
    assert "ploc:" in rule_behind(result)


async def test_alone_with_the_bot_there_is_no_opponent(world: World) -> None:
    assert "Ploc needs 2" in private_text(await open_table(world.ann.user, None, "ploc"))
