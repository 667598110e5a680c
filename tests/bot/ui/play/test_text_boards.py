"""Boards as text, and why a file or an option is refused, in the reader's language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PIL import Image

from bot.discord.refusals import refusal
from bot.games.catalogue import CATALOGUE, words_in
from bot.kernel.tables.opening import refuse_option
from bot.store import ServerConfig
from engine.core import BadOption, read_settings
from engine.thud.model import View
from render.kit.sheet import Sheet
from tests.bot.ui.opening import open_table
from tests.bot.ui.play.test_trogdor_table import BAD_MAP
from tests.bot.ui.world import World, board, private, private_text, text_of

THUD = CATALOGUE["thud"]
LINE = "dE2-E10"


@pytest.fixture
def french(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """The user has their Discord in French; the server has set no language."""
    monkeypatch.setattr("bot.discord.request.language_of_user", lambda _: "fr")
    return world


async def board_of(world: World, ply: int, language: str) -> str:
    """The board as text after some lines, in a language."""
    positions = await world.session.history.positions(await world.table())
    return THUD.game.text(THUD.game.view(positions[ply].state, None), words_in(language))


async def test_the_command_gives_the_board_in_the_language_of_who_asks(french: World) -> None:
    await french.start_table(LINE)
    said = private_text(await french.cleo.slash(french.channel, "board", view="text"))
    assert said == f"Nains\u00a0: Ann · Trolls\u00a0: Ben\n```\n{await board_of(french, 1, 'fr')}\n```"
    assert words_in("fr")("thud.text.last.dwarfs", origin="E2", target="E10") in said


async def test_so_does_the_button_below_a_board(french: World) -> None:
    shown = await french.game(LINE)
    more = private(await french.ben.click(shown, label="More"))
    said = private_text(await french.ben.click(more, label="En texte"))
    assert said.endswith(f"```\n{await board_of(french, 1, 'fr')}\n```")


async def test_a_move_of_the_history_is_read_in_it_too(french: World) -> None:
    await french.start_table(LINE, "TG7-F7")
    page = private(await french.cleo.slash(french.channel, "history", table="T1", move=1))
    said = private_text(await french.cleo.click(page, label="En texte"))
    assert said.endswith(f"```\n{await board_of(french, 1, 'fr')}\n```")


async def test_where_the_picture_fails_everybody_reads_the_language_of_the_table(french: World) -> None:
    def fail_to_paint(_view: View, _sheet: Sheet) -> Image.Image:
        raise RuntimeError("out of paint")

    await french.session.context.store.servers.set_server(ServerConfig(french.guild.id, language="de"))
    await french.start_table()
    french.session.context.catalogue = {
        "thud": replace(THUD, drawing=replace(THUD.drawing, paint=fail_to_paint))
    }
    shown = text_of(board(await french.move(french.ann, LINE)).components)
    assert f"```\n{await board_of(french, 1, 'de')}\n```" in shown
    assert words_in("de")("thud.text.turn.trolls") in shown


async def test_the_faults_of_a_file_are_told_in_the_language_of_who_brought_it(french: World) -> None:
    content = json.dumps(BAD_MAP).encode()
    result = await open_table(french.ann, french.channel, "trogdor", own_map=("own.json", content))
    first, cottages, tunnels, archer = private_text(result).splitlines()
    blank = "\N{NO-BREAK SPACE}"
    assert "**Ta carte**" in first
    assert cottages.startswith(f"- rows{blank}: chaumière (C){blank}: il en faut 3")
    assert tunnels.startswith(f"- rows{blank}: tunnel (T){blank}: il en faut 2")
    assert archer.startswith(f"- archer{blank}: [5, 5] n")


@pytest.mark.parametrize(("language", "said"), [("de", "Möglich: 0 bis 500."), ("fr", "de 0 à 500.")])
def test_what_an_option_can_be_is_told_in_the_language(language: str, said: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_settings(THUD.game, {"quiet_limit": "501"}, 2)
    assert refusal(words_in(language), refuse_option(THUD, refused.value)).endswith(said)
