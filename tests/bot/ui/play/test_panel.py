"""`/play`: the panel that one person sees, its forms, and the tables that it opens."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.results import ResponseMessage

from bot.discord.keyboard import LIMIT, Control, Verb, parse_control
from bot.games.catalogue import CATALOGUE
from bot.kernel.errors import Refused
from bot.store import Status
from bot.ui.play.setup_draft import LETTERS, SetupDraft, allowed_ranges, decode_draft, encode_draft
from bot.words import LANGUAGES
from engine.core import Choice, Number
from tests.bot.discord.test_limits import check
from tests.bot.ui.opening import agree, key, open_table, submit_form
from tests.bot.ui.world import World, board, labels, list_with, private, private_text, says, text_of, walk

GAMES = list(CATALOGUE)
LEADING = (Verb.PLAY, Verb.PICK_TRY, Verb.PICK_PLAY, Verb.PICK_GO, Verb.GO)
"""What plays a move, or leads to one: the sooner, the better."""

MOST = 6
"""Buttons of a message, lists aside."""


async def panel(world: World, **options: object) -> ResponseMessage:
    return private(await world.ann.slash(world.channel, "play", **options))


def buttons(message: ResponseMessage) -> list[str]:
    return [one for one in labels(message) if one]


# What it shows


async def test_it_shows_the_games_to_one_person_alone(world: World) -> None:
    shown = await panel(world)
    assert buttons(shown) == [*(entry.game.title for entry in CATALOGUE.values()), "Teach me"]
    assert all(f"**{entry.game.title}**" in text_of(shown.components) for entry in CATALOGUE.values())
    assert len(shown.attachments) == 1
    check(shown.components)
    assert world.channel.history() == []


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_has_its_ways_and_not_too_many(world: World, game: str) -> None:
    shown = await panel(world, game=game)
    assert len(buttons(shown)) <= MOST
    check(shown.components)
    again = await panel(world)
    await world.ann.click(again, label=CATALOGUE[game].game.title)
    assert text_of(again.components) == text_of(shown.components), "however one comes there"
    await world.ann.click(again, label="Other games")
    assert says(text_of(again.components), "panel.title")


async def test_an_opponent_named_without_a_game_is_challenged_to_the_picked_one(world: World) -> None:
    shown = await panel(world, opponent=world.ben)
    assert buttons(shown) == ["Thud", "Ploc", "Koom Valley"], "the games for two"
    board(await world.ann.click(shown, label="Ploc"))
    table = await world.table()
    assert (table.game, [player.user_id for player in table.players if not player.seated]) == (
        "ploc",
        [world.ben.id],
    )


async def test_a_typed_command_challenges_at_once(world: World) -> None:
    mark = world.mark()
    board(await world.ann.slash(world.channel, "play", game="thud", opponent=world.ben))
    assert world.pings(mark) == [{world.ben.id}]


@pytest.mark.parametrize("game", ["trogdor", "thrag"])
async def test_no_user_is_challenged_where_there_is_no_duel(world: World, game: str) -> None:
    said = private_text(await world.ann.slash(world.channel, "play", game=game, opponent=world.ben))
    assert says(said, "guest-no-duel")
    assert await world.session.context.store.table(1) is None


async def test_the_panel_goes_when_the_table_is_there(world: World) -> None:
    shown = await panel(world, game="thud")
    await world.ann.click(shown, label="Anyone here")
    assert world.private_messages(world.ann) == []


# Its forms


async def test_what_was_entered_is_told_and_kept(world: World) -> None:
    shown = await panel(world, game="thud")
    await agree(world.ann, shown, clock=24, bank=48, forfeit=True)
    await agree(world.ann, shown, side=1, hints=3, quiet_limit=40)
    said = text_of(shown.components)
    for piece in ("24 hours a move, 48 hours extra", "lose on time", "3 hints each", "the trolls first"):
        assert piece in said
    check(shown.components)
    await world.ann.click(shown, label="Anyone here")
    table = await world.table()
    assert (table.terms.clock, table.terms.bank, table.terms.forfeit, table.terms.hints) == (
        24 * 3600,
        48 * 3600,
        True,
        3,
    )
    assert (table.players[0].seat, table.terms.options) == (1, '{"quiet_limit":40}')


async def test_a_form_shows_what_was_said_and_takes_it_back(world: World) -> None:
    shown = await panel(world, game="thud")
    await agree(world.ann, shown, clock=24)
    await world.ann.click(shown, custom_id=key(shown, "new.more"))
    form = await world.ann.click(shown, custom_id=key(shown, "new.time"))
    assert form.modal is not None
    (clock,) = (part for part in walk(form.modal["components"]) if part.get("custom_id") == "clock")
    assert clock["value"] == "24"
    await world.ann.submit_modal(form, {"clock": "", "bank": "", "forfeit": ["0"]})
    assert "24 hours" not in text_of(shown.components)


@pytest.mark.parametrize("entered", ["0", "673", "soon", "-1", "1.5", "9" * 6])
async def test_what_no_clock_can_be_is_refused_in_private(world: World, entered: str) -> None:
    shown = await panel(world, game="thud")
    before = text_of(shown.components)
    said = private_text(await submit_form(world.ann, shown, "time", {"clock": entered}))
    assert "1 to 672" in said
    assert text_of(private(await world.ann.slash(world.channel, "play", game="thud")).components) == before


async def test_losing_on_time_needs_a_clock(world: World) -> None:
    shown = await panel(world, game="thud")
    await agree(world.ann, shown, forfeit=True)
    assert says(private_text(await world.ann.click(shown, label="Anyone here")), "bank-without-clock")
    assert await world.session.context.store.table(1) is None


async def test_without_a_file_there_is_nothing_to_open(world: World) -> None:
    shown = await panel(world, game="trogdor")
    assert says(private_text(await submit_form(world.ann, shown, "files", {})), "panel-no-file")


async def test_after_a_form_one_is_back_at_the_options(world: World) -> None:
    shown = await panel(world, game="trogdor")
    await submit_form(world.ann, shown, "time", {"clock": 24})
    assert "24 hours a move" in text_of(shown.components)
    assert buttons(shown) == ["Time…", "Rules…", "More rules…", "Your own files…", "Template files", "Back"]
    check(shown.components)


# Alone


async def test_alone_begins_at_once_where_others_could_join(world: World) -> None:
    shown = await panel(world, game="trogdor")
    board(await world.ann.select(shown, ["1"], custom_id=list_with(shown, "2")))
    table = await world.table()
    assert (table.status, len(table.players)) == (Status.PLAYING, 1)


async def test_alone_with_two_keepers_both_are_ones_own(world: World) -> None:
    shown = await panel(world, game="trogdor")
    mark = world.mark()
    begun = board(await world.ann.select(shown, ["2"], custom_id=list_with(shown, "2")))
    table = await world.table()
    assert (table.status, [player.user_id for player in table.players]) == (
        Status.PLAYING,
        [world.ann.id, world.ann.id],
    )
    check(begun.components)
    turns = set[int]()
    while len(turns) < 2:
        now = world.session.tables.show(await world.table())
        (seat,) = now.entry.game.to_act(now.state)
        turns.add(seat)
        actions = map(str, now.entry.game.legal(now.state, seat))
        lines = sorted(actions, key=lambda line: not line.startswith(("discard", "finish")))
        await world.move(world.ann, lines[0])
    assert not any(world.pings(mark)), "nobody else is called"


async def test_alone_waits_where_there_is_something_to_pick(world: World) -> None:
    shown = await panel(world, game="trogdor")
    await agree(world.ann, shown, keepers="chosen")
    lobby = board(await world.ann.select(shown, ["1"], custom_id=list_with(shown, "2")))
    assert "My pick" in labels(lobby)
    assert (await world.table()).status is Status.OPEN


# What stands on its controls


def drafts(game: str) -> st.SearchStrategy[SetupDraft]:
    entry = CATALOGUE[game]
    numbers = {
        name: st.none() | st.integers(least, most) for name, (least, most) in allowed_ranges(entry).items()
    }
    own = {
        option.key: st.sampled_from(option.choices)
        if isinstance(option, Choice)
        else st.integers(option.minimum, option.maximum).map(str)
        for option in entry.game.options
        if isinstance(option, Choice | Number)
    }
    return st.builds(SetupDraft, **numbers, options=st.fixed_dictionaries({}, optional=own))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_wish_outlives_its_controls(game: str, data: st.DataObject) -> None:
    wish = data.draw(drafts(game))
    entry = CATALOGUE[game]
    assert decode_draft(entry, encode_draft(entry, wish)) == wish
    longest = str(Control(0, 0, Verb.OPEN_FILES, f"anyone/{game}/{encode_draft(entry, wish)}"))
    assert len(longest) <= LIMIT


@pytest.mark.parametrize("game", GAMES)
async def test_whatever_can_be_agreed_has_its_field(world: World, game: str) -> None:
    shown = await panel(world, game=game)
    await world.ann.click(shown, custom_id=key(shown, "new.more"))
    fields = set[str]()
    for which in ("time", "rules", "rules2", "files"):
        if leads := key(shown, f"new.{which}"):
            form = await world.ann.click(shown, custom_id=leads)
            assert form.modal is not None
            fields |= {
                str(part["custom_id"]) for part in walk(form.modal["components"]) if "custom_id" in part
            }
    entry = CATALOGUE[game]
    assert fields == {*allowed_ranges(entry), *(option.key for option in entry.game.options)} - {"guest"}


@pytest.mark.parametrize("game", GAMES)
@given(text=st.text(alphabet=[*LETTERS.values(), *"ABCZ0159-/. "], max_size=40))
def test_what_no_panel_has_said_is_refused(game: str, text: str) -> None:
    entry = CATALOGUE[game]
    with suppress(Refused):
        wish = decode_draft(entry, text)
        assert decode_draft(entry, encode_draft(entry, wish)) == wish


# How many actions it takes


async def tap_towards_move(world: World) -> None:
    """The next thing that leads to a move: where it is chosen already, or else on the board."""
    mine = world.private_messages(world.ann)
    shown = mine[-1] if mine else await world.shown_board()
    leading = [
        (LEADING.index(control.verb), part)
        for part in walk(shown.components)
        if (control := parse_control(str(part.get("custom_id")))) is not None
        and control.verb in LEADING
        and not part.get("disabled")
    ]
    assert leading, text_of(shown.components)
    _, part = min(leading, key=lambda one: one[0])
    if part.get("options"):
        await world.ann.select(shown, [part["options"][0]["value"]], custom_id=part["custom_id"])
    else:
        await world.ann.click(shown, custom_id=part["custom_id"])


@pytest.mark.parametrize(
    ("game", "way"), [("thud", "pip"), ("ploc", "pip"), ("trogdor", "1"), ("thrag", "Play")]
)
async def test_a_newcomers_first_move_is_six_actions_away_at_most(world: World, game: str, way: str) -> None:
    """From the command to the first move that is on disk; and a move takes three taps at most."""
    shown = await panel(world)
    await world.ann.click(shown, label=CATALOGUE[game].game.title)
    if way in labels(shown):
        await world.ann.click(shown, label=way)
    else:
        await world.ann.select(shown, [way], custom_id=list_with(shown, way))
    before = (await world.table()).plies
    taps = 0
    while (await world.table()).plies == before and taps < MOST:
        await tap_towards_move(world)
        taps += 1
    assert taps <= 3
    assert 3 + taps <= 6


# A table that waits


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["thud", "ploc", "trogdor"])
async def test_a_lobby_has_sixty_words_and_six_controls_at_most(
    world: World, game: str, language: str
) -> None:
    manager = replace(world.click_by(world.ann), manages=True)
    await world.session.server.set_language(manager, language)
    wanted = {"keepers": "chosen", "map": "hard"} if game == "trogdor" else {"hints": 3, "side": 0}
    await open_table(world.ann, world.channel, game, clock=24, bank=48, forfeit=True, **wanted)
    lobby = await world.shown_board()
    if game == "trogdor":
        for person in (world.ben, world.cleo):
            join = next(
                part["custom_id"] for part in walk(lobby.components) if ".sit." in str(part.get("custom_id"))
            )
            await person.click(lobby, custom_id=join)
    lobby = await world.shown_board()
    assert len(text_of(lobby.components).split()) <= 60
    assert len(buttons(lobby)) <= MOST
    check(lobby.components)
