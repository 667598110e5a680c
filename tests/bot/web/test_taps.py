"""What a tap on the picture plays: never what Discord would ask about, and nothing whose price is unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.discord.frame import names_of
from bot.discord.keyboard import Verb, parse_control
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.session import Shown
from bot.words.menu import Menu, buttons_of, leads_to
from engine.core import Seat
from tests.bot.ui import dragon
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private, text_of, walk
from tests.bot.web.browser import Browser, House

MOST = 60
"""Actions until a game must have come to a fight that can only kill."""


def steps_of(shown: Shown) -> Iterator[tuple[str, Menu]]:
    """Every step of the menu of a position."""
    waiting, seen = [""], set[str]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            menu = shown.entry.rules.menu(IN_ENGLISH, names_of(shown.table), shown.state, path)
            yield path, menu
            waiting += leads_to(menu)


async def deadly_fight(world: World) -> Shown:
    """A turn of One Man, Thrag! with a fight on the menu that asks before it kills him."""
    chance = random.Random(3)
    for _ in range(MOST):
        shown = world.session.tables.show(await world.table())
        buttons = [button for _, menu in steps_of(shown) for button in buttons_of(menu)]
        if any(button.confirm for button in buttons if button.value.startswith("fight")):
            return shown
        lines = [str(action) for action in shown.entry.game.legal(shown.state, Seat(0))]
        await world.move(world.ann, chance.choice([line for line in lines if line != "resign"]))
    raise AssertionError("nothing can kill him")


async def page_of(world: World, house: House, key: str) -> Browser:
    """The page of Ann, who plays this game alone."""
    await open_table(world.ann, world.channel, key)
    return await house.open_browser(world.ann)


async def test_what_discord_asks_about_the_page_asks_about(world: World, house: House) -> None:
    """On every step, whether it is tapped on the picture or below it."""
    page = await page_of(world, house, "thrag")
    shown = await deadly_fight(world)
    asked = set[str]()
    for path, menu in steps_of(shown):
        questions = {button.value: button.confirm for button in buttons_of(menu)}
        for option in (await page.board(path))["options"]:
            control = parse_control(option.get("custom_id", ""))
            if control is not None and control.detail in questions:
                assert (control.verb == Verb.ASK) == bool(questions[control.detail]), option
                asked |= {option["custom_id"]} if option["place"] and questions[control.detail] else set()
    async with world.assert_unchanged():
        for custom_id in asked:
            (answer,) = await page.use(custom_id)
            line = custom_id.rpartition(".")[2]
            (question,) = {
                button.confirm
                for _, menu in steps_of(shown)
                for button in buttons_of(menu)
                if button.value == line
            }
            assert question in text_of(answer["components"])
            assert any(part.get("label", "").startswith("Yes: ") for part in walk(answer["components"]))
    assert asked, "a beast that would kill him can be tapped"


async def test_a_fight_that_costs_hit_points_is_not_played_by_a_tap_on_the_beast(
    world: World, house: House
) -> None:
    """Its label says what it costs, and the picture does not: the page shows it before it is played."""
    page = await page_of(world, house, "thrag")
    shown = world.session.tables.show(await world.table())
    costly = {button.label for _, menu in steps_of(shown) for button in buttons_of(menu) if button.costly}
    options = [option for path, _ in steps_of(shown) for option in (await page.board(path))["options"]]
    assert costly
    assert {option["label"] for option in options if option.get("asks")} == costly


@pytest.mark.usefixtures("known_cards")
async def test_a_step_to_a_knight_asks_and_arrow_keys_know_all_steps(world: World, house: House) -> None:
    await dragon.post_game(world, *dragon.TO_CLEO, "2: play jhonka-help")
    options = (await (await house.open_browser(world.cleo)).board())["options"]
    ways = {option["way"]: option for option in options if "way" in option}
    assert {way: bool(option.get("asks")) for way, option in ways.items()} == {
        "n": True,
        "w": False,
        "e": False,
        "s": False,
    }
    assert all(option["label"].endswith(" d1 knight!") == (way == "n") for way, option in ways.items())


@pytest.mark.usefixtures("known_cards")
async def test_every_choice_has_a_button_besides_its_place(world: World, house: House) -> None:
    """Rows of buttons as in Discord; what is a list there is one on the page, too, by its title."""
    await dragon.post_game(world, *dragon.TO_CLEO)
    cards = (await (await house.open_browser(world.cleo)).board())["options"]
    played = [option for option in cards if option["label"].startswith(("Play", "Discard"))]
    assert [option["row"] for option in played] == [0, 0, 1, 1]
    assert all(option["place"] for option in played)
    await world.game()
    pieces = (await (await house.open_browser(world.ann, 2)).board())["options"]
    assert {option.get("list") for option in pieces if option["place"]} == {
        "Dwarfs: north, east (16)",
        "Dwarfs: south, west (16)",
    }


@pytest.mark.parametrize("key", CATALOGUE)
async def test_the_way_to_a_page_tells_how_this_game_is_played_there(
    world: World, house: House, key: str
) -> None:
    how = IN_ENGLISH(f"{key}.page")
    if key == "trogdor":
        await dragon.post_game(world)
    elif key == "thrag":
        await open_table(world.ann, world.channel, key)
    else:
        await world.game(game=key)
    link = private(await world.ann.click(await world.shown_board(), label="Open board"))
    assert how in text_of(link.components)
    assert how in await (await (await house.open_browser(world.ann)).get()).text()


# Films and fonts


@pytest.mark.usefixtures("known_cards")
async def test_what_the_land_has_done_is_a_film_of_known_length(world: World, house: House) -> None:
    await dragon.post_game(world, *dragon.TO_CLEO)
    cleo, ben = await house.open_browser(world.cleo), await house.open_browser(world.ben)
    films = {(await page.board())["film"] for page in (cleo, ben)}
    assert len(films) == 1, "all who look on see the same"
    assert films != {""}
    film = await cleo.get("film", revision="1")
    assert film.content_type == "image/gif"
    assert (await film.read()).startswith(b"GIF89a")
    assert 2_000 < int(film.headers["X-Taproom-Lasts"]) < 60_000
    await world.move(world.cleo, "play jhonka-help")
    assert (await cleo.board())["film"] == ""
    assert (await cleo.get("film", revision="2")).status == 404


@pytest.mark.usefixtures("known_cards")
async def test_the_end_of_a_game_is_a_film_of_its_own(world: World, house: House) -> None:
    await dragon.post_game(world, *dragon.TO_CLEO)
    page = await house.open_browser(world.cleo)
    before = (await page.board())["film"]
    for person in dragon.seated_people(world):
        await world.move(person, "leave")
    over = await page.board()
    assert over["status"] == "over"
    assert over["film"] not in ("", before)
    film = await page.get("film", revision=str(over["revision"]))
    assert (await film.read()).startswith(b"GIF89a")


async def test_a_game_without_films_has_none_to_show(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    assert (await page.board())["film"] == ""
    assert (await page.get("film")).status == 404


async def test_the_fonts_of_the_pictures_come_from_the_page_itself(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    for name in ("Caladea-Bold.ttf", "SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf"):
        font = await page.session.get(house.url / "static" / name)
        assert (font.status, font.content_type) == (200, "font/ttf")
        assert "max-age" in font.headers["Cache-Control"]
        assert "font-src 'self'" in font.headers["Content-Security-Policy"]
    sheet = await (await page.session.get(house.url / "static" / "page.css")).text()
    assert "http" not in sheet, "nothing comes from elsewhere"
