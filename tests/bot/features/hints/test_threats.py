"""*What's in danger?* over Discord: in private, any number of times, and not stored."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from tests.bot.features.hints.test_odds import private
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, alt_of, board, labels, private_text, says, text_of

DANGER = "What's in danger?"


async def ask_for_threats(
    world: World, person: object, shown: ResponseMessage, label: str = DANGER
) -> InteractionResult:
    """*What's in danger?*, behind *More*, by the name that it has in a game."""
    more = private(await person.click(shown, label="More"))  # type: ignore[attr-defined]
    assert label in labels(more)
    async with world.assert_unchanged():
        result: InteractionResult = await person.click(more, label=label)  # type: ignore[attr-defined]
    return result


async def test_it_is_told_and_painted_for_one_person_and_nothing_is_noted(world: World) -> None:
    shown = await world.game("dB11-H11")  # beside J10, which a troll reaches in one step from J9
    answer = private(await ask_for_threats(world, world.ann, shown))
    text = text_of(answer.components)
    assert text.startswith(IN_ENGLISH("hangs.title", game="Thud", what=DANGER))
    assert says(text, "thud.hangs.dwarfs.one", name="Ann", squares="H11")
    assert "H11" in alt_of(answer), "who does not see the picture reads it"
    (picture,) = answer.attachments
    assert picture.filename == "T1-2-hangs.png"
    assert (await picture.read()).startswith(b"\x89PNG")


async def test_each_player_sees_their_own_pieces_in_danger_and_who_watches_those_of_the_turn(
    world: World,
) -> None:
    shown = await world.game("dB11-H11")
    pictures = []
    for person in (world.ann, world.ben, world.cleo):
        answer = private(await ask_for_threats(world, person, shown))
        pictures.append(await answer.attachments[0].read())
    ann, ben, cleo = pictures
    assert ann != ben == cleo, "the trolls are to move; the board is upright for all, as in the channel"


@pytest.mark.parametrize(
    ("game", "label"), [("trogdor", "How safe is he?"), ("thrag", "What can I beat?"), ("ploc", DANGER)]
)
async def test_every_game_has_it_by_a_name_of_its_own(world: World, game: str, label: str) -> None:
    options_given = {"level": "pip", "side": 0} if game == "ploc" else {}
    shown = board(await open_table(world.ann, world.channel, game, **options_given))
    if game == "trogdor":
        shown = board(await world.ann.click(shown, label="Start"))
    text = text_of(private(await ask_for_threats(world, world.ann, shown, label)).components)
    assert label in text
    assert len(text.splitlines()) >= 2


async def test_the_odds_lead_to_it(world: World) -> None:
    await world.game(QUIET[0])
    odds = private(await world.ann.slash(world.channel, "odds"))
    assert labels(odds) == [DANGER]
    assert DANGER in text_of(private(await world.ann.click(odds, label=DANGER)).components)


async def test_once_a_game_is_over_nothing_hangs(world: World) -> None:
    shown = await world.game(QUIET[0])
    more = private(await world.ann.click(shown, label="More"))
    await world.move(world.ann, "resign")
    assert says(private_text(await world.ann.click(more, label=DANGER)), "odds-not-playing")
