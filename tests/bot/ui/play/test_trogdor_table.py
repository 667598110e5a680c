"""Trogdor!! when something comes in between: restarts, absence, leaving, late clicks; and files, and solo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.discord.limits import OPENING
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.games.covers import cover_of
from bot.store import Status
from engine.trogdor.model import ItemMode, Phase
from tests.bot.discord.test_limits import check
from tests.bot.ui import dragon
from tests.bot.ui.dragon import (
    DAY,
    DEALT,
    PLAYED,
    TO_CLEO,
    TO_THE_POUCH,
    actions,
    own_menu,
    post_game,
    private_response,
)
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import World, board, labels, private, private_text, rule_behind, says, text_of
from tests.data.test_trogdor_files import MAP, cards
from tests.databases import run_sql

pytestmark = pytest.mark.usefixtures("known_cards")

# Another process takes over


async def test_the_pouchs_question_outlives_a_restart(world: World) -> None:
    shown = await post_game(world, *TO_THE_POUCH)
    assert says(text_of(shown.components), "trogdor.call.pouch")
    mark = world.mark()
    await world.restart()
    assert world.posts_since(mark) == [], "nothing is asked twice"
    after = board(await world.ben.click(shown, label="⬆️ North"))
    assert (await actions(world))[-1] == "1: pouch n"
    assert world.pings(mark) == [{world.cleo.id}]
    assert (
        len(
            dragon.posts_with(
                world.posts_since(mark), IN_ENGLISH("trogdor.pouched", name="Ben", direction="north")
            )
        )
        == 1
    )
    assert text_of(after.components).count(IN_ENGLISH("trogdor.pouched", name="Ben", direction="north")) == 1
    assert world.is_gone(shown)


async def test_the_shields_question_outlives_a_restart(world: World) -> None:
    shown = await post_game(world, *TO_CLEO, "2: prefer ask", "2: play stump-and-rock")
    await world.cleo.click(shown, label="⬆️ d1 knight!")
    assert says(text_of(shown.components), "trogdor.ask.shield", who="a knight")
    assert labels(shown)[:2] == [IN_ENGLISH("trogdor.menu.shield.yes"), IN_ENGLISH("trogdor.menu.shield.no")]
    mark = world.mark()
    await world.restart()
    assert world.posts_since(mark) == []
    await world.cleo.click(shown, label="Raise the Shield")
    assert says(text_of(shown.components), "trogdor.spared.shield", who="a knight")
    found = await dragon.state(world)
    assert (found.phase, found.board.health, found.players[2].charged) == (Phase.ACT, 3, False)
    assert world.pings(mark) == []
    assert len(dragon.posts_with(world.posts_since(mark), "Clang!")) == 1
    await world.restart()
    await world.cleo.click(shown, label="End turn (3 points left)")
    assert (await actions(world))[-2:] == ["2: step n", "2: yes"], "it asks first: there is a tile to burn"


# Absent players


async def test_after_a_day_others_act_and_the_moves_tell_who(world: World) -> None:
    shown = await post_game(world)
    since = int((await world.table()).time.waiting_since)
    world.clock.now += DAY - 60
    async with world.assert_unchanged():
        for said in (
            private_text(await world.cleo.click(shown, label="Play Sidewise! (+6)")),
            private_text(await world.move(world.ann, "play sidewise")),
        ):
            assert says(said, "refused.stand-in", when=f"<t:{since + DAY}:R>")
    world.clock.now += 120
    mark = world.mark()
    await world.cleo.click(shown, label="Play Sidewise! (+6)")
    assert says(text_of(shown.components), "stood-in", name="Cleo", other="Ben")
    assert world.pings(mark) == []
    shown = board(await world.move(world.ann, "n"))
    assert "\n".join(
        [
            IN_ENGLISH("stood-in", name="Ann", other="Ben"),
            IN_ENGLISH("trogdor.moved.step", name="Ben", origin="c3", target="c2"),
        ]
    ) in text_of(shown.components)
    await world.ben.click(shown, label="Burn tile")
    told_ = private_text(await world.ann.slash(world.channel, "table log"))
    for line in ("Cleo for Ben: play sidewise", "Ann for Ben: step n", "  Ben: burn"):
        assert line in told_


async def test_who_acts_for_another_ends_the_whole_turn(world: World) -> None:
    shown = await post_game(world, *DEALT, "1: play majesty")
    world.clock.now += DAY + 1
    asked = private_response(await world.ann.click(shown, label="End turn (6 points left)"))
    await world.ann.click(asked, label="Yes: End turn (6 points left)")
    mark = world.mark()
    after = board(await world.ann.click(shown, label="Let them go west"))
    assert says(text_of(after.components), "stood-in", name="Ann", other="Ben")
    assert world.pings(mark) == [{world.cleo.id}]
    assert [line.user_id for line in (await world.log())[-2:]] == [world.ann.id] * 2


# Leaving


async def test_who_leaves_in_the_middle_of_another_turn_is_passed_over(world: World) -> None:
    shown = await post_game(world, *TO_THE_POUCH)
    mark = world.mark()
    async with world.assert_unchanged():
        asked = private_response(await world.cleo.slash(world.channel, "leave"))
        assert says(text_of(asked.components), "trogdor.confirm.leave")
    await world.cleo.click(asked, label="Yes: Leave the game")
    assert world.pings(mark) == []
    assert says(text_of(shown.components), "trogdor.gone", name="Cleo")
    world.let_presence_expire()
    board(await world.ben.click(shown, label="Let them go west"))
    assert world.pings(mark) == [{world.ann.id}], "Cleo would have been next"


async def test_who_leaves_in_the_own_turn_ends_it(world: World) -> None:
    shown = await post_game(world, *PLAYED)
    mark = world.mark()
    bens = await own_menu(world.ben, shown)
    await world.ben.click(bens, label="Leave the game")
    result = await world.ben.click(bens, label="Yes: Leave the game")
    (after,) = [one for one in result.followups if not one.ephemeral]
    assert world.pings(mark) == [{world.cleo.id}]
    assert says(text_of(after.components), "trogdor.gone", name="Ben")
    assert says(text_of(after.components), "trogdor.story.land"), "the land had its turn"
    assert world.is_gone(shown)
    assert (await dragon.state(world)).players[1].gone
    async with world.assert_unchanged():
        assert says(private_text(await world.move(world.ben, "play block")), "trogdor.left")
        again = await world.ben.click(
            after, label=IN_ENGLISH("trogdor.menu.play", card="Jhonka Help!", points=5)
        )
        assert says(private_text(again), "trogdor.left")


# Twice, and too late


async def test_a_double_click_counts_once(world: World) -> None:
    shown = await post_game(world)
    label = "Play Sidewise! (+6)"
    posted = await world.at_once((world.ben, shown, label), (world.ben, shown, label))
    assert await actions(world) == ["1: play sidewise"]
    assert len([one for one in posted if one.private]) == 1, "the second one is answered, too"
    posted = await world.at_once((world.ben, shown, "⬆️ c2"), (world.ben, shown, "⬆️ c2"))
    assert await actions(world) == ["1: play sidewise", "1: step n"]
    assert len([one for one in posted if one.private]) == 1


async def test_clicks_on_an_old_board_change_nothing_and_are_answered(world: World) -> None:
    shown = await post_game(world, *TO_THE_POUCH)
    world.env.inject_error("DELETE", "*", times=None, status=503)
    await world.move(world.ben, "pouch n")
    assert "⬆️ North" in labels(shown)
    async with world.assert_unchanged():
        for actor in (world.ben, world.cleo):
            for label in ("⬆️ North", "➡️ East", "Let them go west"):
                assert says(private_text(await actor.click(shown, label=label)), "old-board")
        assert says(private_text(await tap(world.cleo, shown, "As text")), "trogdor.item.shield")
        assert "Yubbitz" in text_of((await own_menu(world.ann, shown)).components), (
            "that is true on any board"
        )


async def test_a_yes_to_what_was_asked_on_an_older_board_is_too_late(world: World) -> None:
    shown = await post_game(world, *PLAYED[:2])
    asked = private_response(await world.ben.click(shown, label="End turn (5 points left)"))
    await world.ben.click(shown, label="⬅️ b2")
    async with world.assert_unchanged():
        result = await world.ben.click(asked, label="Yes: End turn (5 points left)")
        assert says(private_text(result), "old-board")


async def test_an_answer_to_an_offer_that_was_taken_back_is_too_late(world: World) -> None:
    shown = await post_game(world, "0: trade majesty for sidewise with 2")
    bens = await own_menu(world.ben, shown)
    await world.ann.click(await own_menu(world.ann, shown), label="Take the offer back")
    async with world.assert_unchanged():
        assert "trogdor:" in rule_behind(await world.ben.click(bens, label="Accept"))


async def test_an_item_is_told_to_ask_from_the_private_menu(world: World) -> None:
    shown = await post_game(world)
    cleos = await own_menu(world.cleo, shown)
    assert says(text_of(cleos.components), "trogdor.aside.asks.auto")
    mark = world.mark()
    await world.cleo.click(cleos, label="Shield: ask me")
    assert world.pings(mark) == []
    assert (await dragon.state(world)).players[2].asks is ItemMode.ASK
    await world.ben.click(shown, label="Play Sidewise! (+6)")


# Files of one's own


def file(name: str, content: Any) -> tuple[str, bytes]:
    return name, (content if isinstance(content, str) else json.dumps(content, indent=1)).encode()


async def test_a_table_with_its_own_map_and_deck(world: World) -> None:
    own = MAP | {"name": "Behind the hills", "trogdor": [2, 1]}
    shown = board(
        await open_table(
            world.ann,
            world.channel,
            "trogdor",
            own_map=file("hills.json", own),
            own_deck=file("deck.json", cards(20)),
        )
    )
    files = [IN_ENGLISH(f"trogdor.option.{own}.title") for own in ("own_map", "own_deck")]
    assert f"{files[0]}: Behind the hills · {files[1]}" in text_of(shown.components)
    check(shown.components)
    (picture,) = shown.attachments
    assert await picture.read() != cover_of(CATALOGUE["trogdor"]).wide, "it is the map that is played on"
    await world.ben.click(shown, label="Join")
    begun = board(await world.ann.click(shown, label="Start"))
    found = await dragon.state(world)
    assert (found.house.map, found.board.trogdor, len(found.house.cards)) == ("Behind the hills", 11, 20)
    said = private_text(await world.ann.slash(world.channel, "board", view="text"))
    assert "Movement deck 20" in said
    assert said.startswith("Player 1: Ann · Player 2: Ben"), "the board itself knows numbers alone"
    assert begun.attachments


@pytest.mark.parametrize("spoilt", ["{}", "no map"])
async def test_a_lobby_whose_stored_map_is_invalid_is_shown_without_it(world: World, spoilt: str) -> None:
    own = MAP | {"name": "Behind the hills"}
    shown = board(await open_table(world.ann, world.channel, "trogdor", own_map=file("hills.json", own)))
    options = json.dumps(json.loads((await world.table()).terms.options) | {"own_map": spoilt})
    await run_sql(world.session.context.store, "UPDATE tables SET options = ?", (options,))
    shown = board(await world.ben.click(shown, label="Join"))
    assert "Ben" in text_of(shown.components)
    assert "Behind the hills" not in text_of(shown.components)
    (picture,) = shown.attachments
    assert await picture.read() == cover_of(CATALOGUE["trogdor"]).wide
    refused = private_text(await world.ann.click(shown, label="Start"))
    title = IN_ENGLISH("trogdor.option.own_map.title")
    assert refused.startswith(IN_ENGLISH("bad-file", option=title, faults="").rstrip())


BAD_MAP = MAP | {"rows": ["C.FRC", *MAP["rows"][1:]], "archer": [5, 5]}
BAD_DECK = [*cards(19), cards(1)[0] | {"id": "X", "spawn": 9, "path": ["N", "S", "N", "S"]}]


@pytest.mark.parametrize(
    ("option", "content", "lines"),
    [
        ("own_map", BAD_MAP, ("rows: cottage (C): 3 of them", "rows: tunnel (T): 2 of them", "archer")),
        ("own_map", '{"rows": [', ("line 1",)),
        (
            "own_map",
            {"rows": MAP["rows"], "knights": 7},
            ("lake\\_is\\_plain", "knights", "archer", "trogdor", "troghammer\\_entry"),
        ),
        ("own_map", MAP | {"<@1>": 1}, ("\\<@1>: ",)),
        ("own_deck", BAD_DECK, ("card X, spawn: ", "card X, path: ")),
        ("own_deck", cards(3), ("a deck has 20 to 100 of them, here are 3",)),
    ],
)
async def test_a_faulty_file_is_refused_in_private_with_every_fault_on_a_line(
    world: World, option: str, content: Any, lines: tuple[str, ...]
) -> None:
    mark = world.mark()
    result = await open_table(world.ann, world.channel, "trogdor", **{option: file("own.json", content)})
    said = private_text(result).splitlines()
    title = IN_ENGLISH(f"trogdor.option.{option}.title")
    assert said[0] == IN_ENGLISH("bad-file", option=title, faults="").rstrip()
    assert all(line.startswith("- ") for line in said[1:])
    assert len(said) == 1 + len(lines), "each fault has its line, and nothing else has one"
    assert all(line in one for line, one in zip(lines, said[1:], strict=True))
    assert [one for one in world.posts_since(mark) if one.new and not one.private] == []
    assert await world.session.context.store.table(1) is None


async def test_bad_files_do_not_keep_a_good_one_waiting(world: World) -> None:
    for _ in range(OPENING.times + 1):
        await open_table(world.ann, world.channel, "trogdor", own_map=file("own.json", BAD_MAP))
    board(await open_table(world.ann, world.channel, "trogdor", own_map=file("own.json", MAP)))


async def test_the_templates_can_be_downloaded_and_open_a_table(world: World) -> None:
    panel = private(await world.ann.slash(world.channel, "play", game="trogdor"))
    await world.ann.click(panel, label="More options")
    given = private(await world.ann.click(panel, label="Template files"))
    assert [one.filename for one in given.attachments] == ["own_map.json", "own_deck.json"]
    files = {
        one.filename.removesuffix(".json"): (one.filename, await one.read()) for one in given.attachments
    }
    shown = board(await open_table(world.ann, world.channel, "trogdor", **files))
    assert "Our map" in text_of(shown.components)


# Alone


async def test_alone_in_a_direct_message_with_the_bot(world: World) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "trogdor"))
    begun = board(await user.click(shown, label="Start"))
    table = await world.table()
    assert (table.guild_id, len(table.players), table.status) == (None, 1, Status.PLAYING)
    assert not says(text_of(begun.components), "refused.stand-in")
    mark = world.mark()
    choice = next(label for label in labels(begun) if label.startswith("Discard"))
    await user.click(begun, label=choice)
    north = next(label for label in labels(begun) if label.startswith("⬆️"))
    await user.click(begun, label=north)
    assert says(text_of(begun.components), "trogdor.moved.step", name="Ann", origin="c3", target="c2")
    offered = await user.autocomplete("move", "move", "fin")
    assert [one["value"] for one in offered] == ["finish"]
    await user.slash("move", move="finish")
    while (await dragon.state(world)).turn.number == 1:
        (line, *_) = await user.autocomplete("move", "move", "")
        await user.slash("move", move=line["value"])
    assert not any(world.pings(mark)), "the next turn is one's own, too"
    begun = await world.shown_board()
    assert says(text_of(begun.components), "trogdor.call.choose")
    check(begun.components)
    asked = private_response(await user.slash("leave"))
    await user.click(asked, label="Yes: Leave the game")
    over = await world.table()
    assert over.status is Status.OVER
    assert (await dragon.state(world)).outcome is not None
    said = text_of((await world.shown_board()).components)
    assert "more to burn, and you'd have won. Record (As usual · 1 keeper): 0 of 1 won." in said
