"""Forged controls, which no message of ours has: they are refused, change nothing, and cause no fault."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.serializers import message_payload
from simcord.interactions import base_payload
from simcord.results import ResponseMessage

from bot.discord.keyboard import Control, Verb
from bot.discord.setting_controls import SERVER_PICK
from bot.features import FEATURES
from bot.features.fair_play import page
from bot.features.hints import agreement, hint
from bot.features.matchmaking import page as matchmaking
from bot.features.people import privacy, settings, stats
from bot.features.plans import page as plans
from bot.features.reviews import drill
from bot.features.servers import page as server_page
from bot.features.undo import page as undo
from bot.features.votes import ballot
from bot.store import Status, Table
from bot.ui.controls import controls_of
from tests.bot.discord.test_options import database_contents
from tests.bot.ui import dragon
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, board

DETAILS: Final = (
    "",
    "garbage",
    "9" * 70,
    "yes",
    "x" * 70,
    "-1",
    "\N{ARABIC-INDIC DIGIT THREE}",
    "999",
    "no",
    "yes:999",
    "sure:1",
    "99:E2",
    "back:999",
    "{0}%s",
)
FEW: Final = DETAILS[:4]
UNKNOWN_MESSAGE: Final = 10008
VALUES: Final[tuple[list[str], ...]] = ([], ["garbage"], ["9" * 90, "\N{ARABIC-INDIC DIGIT THREE}"])
LISTS: Final = {
    Verb.PICK_GO,
    Verb.PICK_PLAY,
    Verb.PICK_ASIDE,
    Verb.PICK_TRY,
    Verb.PICK_ASIDE_PLAY,
    Verb.SEAT,
    Verb.BOT,
    Verb.LATE,
    settings.PICK.path,
    SERVER_PICK,
    stats.PICK.path,
    Verb.OPEN,
    Verb.LEARN_PICK,
    Verb.LEARN_TRY,
    Verb.PUZZLE_PICK,
    Verb.PUZZLE_TRY,
    drill.VERBS.pick,
    drill.VERBS.look,
    Verb.AHEAD_OPEN,
    Verb.AHEAD_PICK,
    Verb.AHEAD_TRY,
    plans.VERBS.pick,
    plans.VERBS.look,
    matchmaking.PICK.path,
    ballot.VOTE_LIST.path,
}
BY_TURN: Final = {Verb.LATE, Verb.SNOOZE, Verb.STAND_IN, *plans.CONTROLS}
"""Controls with a turn and no revision."""

FORMS: Final = {
    Verb.TYPED,
    Verb.AHEAD_TYPED,
    page.SALTED.path,
    settings.FILL_IN.path,
    server_page.FILL_IN.path,
    Verb.CHOOSE,
    Verb.NEW_FORM,
    Verb.OPEN_FILES,
    plans.SHARE.path,
    matchmaking.FILL_IN.path,
}
NOWHERE: Final = 10**15 - 1
"""A table that does not exist."""

GUIDES: Final = {Verb.GO, Verb.PICK_GO}
"""Steps of guided moves, for the awaited player; an unknown step is the first."""

OFFERS: Final = {
    undo.TAKE_BACK.path,
    undo.ASK.path,
    hint.HERE.path,
    agreement.SETTLE.path,
    ballot.CONSULT.path,
}
LOBBY: Final = {Verb.SIT, Verb.LEAVE, Verb.START, page.SALTED.path, Verb.CANCEL, agreement.ALLOW.path}
"""Controls without a detail, which ignore it: no forgery."""


SCENES: Final = "ploc_hit_swap", "thrag_win", "trogdor_solo", "dragon"


def control_uses(verb: str) -> Iterator[dict[str, Any]]:
    """Yield the data of a button, a list or a form with this custom_id."""
    if verb in FORMS:
        for text in ("", "garbage", "x" * 4000):
            field = {"type": 4, "custom_id": "move", "value": text}
            yield {"components": [{"type": 18, "component": field}]}
        yield {"component_type": 2}  # a form's control on a button
    elif verb in LISTS:
        yield from ({"component_type": 3, "values": values} for values in VALUES)
    else:
        yield {"component_type": 2}


def forged_uses(verb: str, table: Table, details: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield every use of a verb with these details, at a table and at a missing one."""
    turn = table.turn if verb in BY_TURN else table.revision
    controls = [Control(table.id, turn, verb, detail) for detail in details]
    for control in (*controls, Control(NOWHERE, 0, verb), Control(NOWHERE, 0, verb, "garbage")):
        yield from ({"custom_id": str(control), **data} for data in control_uses(verb))


def message_state(world: World, message: ResponseMessage) -> dict[str, Any]:
    """Return a message's current content."""
    backend = world.env.backend
    return dict(message_payload(backend, backend.get_message(world.channel.id, message.id)))


def send_forged(
    world: World,
    actor: MemberActor,
    message: ResponseMessage,
    data: dict[str, Any],
    stood: dict[str, Any] | None = None,
) -> str:
    """Use a forged control of a message; returns the answer's text.

    `stood` is the message's content where an answer may have deleted it meanwhile.
    """
    backend = world.env.backend
    record, payload = base_payload(
        backend,
        type=5 if "components" in data else 3,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=actor.id,
        data=data,
    )
    record.source_message_id = message.id
    payload["message"] = stood or message_state(world, message)
    backend.emit("INTERACTION_CREATE", payload)
    return f"/interactions/{payload['id']}/{payload['token']}/callback"


def is_gone(record: logging.LogRecord) -> bool:
    """Whether a fault is only that an earlier answer deleted the message, which no user could click then."""
    error = record.exc_info[1] if record.exc_info else None
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE


async def check_unmoved(
    world: World,
    caplog: pytest.LogCaptureFixture,
    actor: MemberActor,
    *legal: str,
    details: Sequence[str] = FEW,
    private: bool = False,
    sample: tuple[int, int] = (1, 0),
) -> None:
    """Check that forged controls of the board and of private messages are answered, and change nothing.

    The `legal` verbs are left out. `sample` says one in how many uses is sent, and which is the first.
    """
    table = await world.table()
    message = board(await world.ann.slash(world.channel, "board", table=table.code))
    if private:
        answer = (await world.ann.slash(world.channel, "history", table="T99")).response
        assert answer is not None
        message = answer
    stood = message_state(world, message)
    before, mark, sent = (database_contents(world), world.public()), world.mark(), dict[str, str]()
    number, first = 0, sample[1]
    for verb in controls_of(FEATURES):
        for data in forged_uses(verb, table, details):
            number += 1
            if verb not in legal and (number - first) % sample[0] == 0:
                sent[send_forged(world, actor, message, data, stood)] = data["custom_id"]
        if len(details) > len(FEW):
            await world.env.settle()
    await world.env.settle()
    answered = {request.path for request in world.env.http_requests[mark:]}
    assert [custom_id for path, custom_id in sent.items() if path not in answered] == []
    faults = [record for record in caplog.records if record.levelname == "ERROR" and not is_gone(record)]
    assert [record.getMessage() for record in faults] == []
    assert (database_contents(world), world.public()) == before


@pytest.mark.slow
async def test_a_stranger_forges(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.start_table("dE2-E10")
    await check_unmoved(world, caplog, world.cleo)


@pytest.mark.slow
async def test_a_player_forges(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.start_table("dE2-E10")
    await check_unmoved(world, caplog, world.ben, *GUIDES, *OFFERS)


@pytest.mark.slow
@pytest.mark.usefixtures("known_cards")
@pytest.mark.parametrize("scene", SCENES)
async def test_people_forge_in_every_game(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    """In the middle of a game, and in Trogdor's lobby: each use by two of them, one in private."""
    if scene == "dragon":
        table = await dragon.start_game(world)
    else:
        table = await playthrough(scene, monkeypatch).start(world, 0 if scene == "trogdor_solo" else 3)
    waits = LOBBY if table.status is Status.OPEN else set[Verb]()
    ways = product((world.cleo, world.ann, world.ben), (True, False))
    for first, (actor, private) in enumerate(ways, SCENES.index(scene)):
        legal = {*GUIDES, *OFFERS, *waits, *({privacy.FORGET.path} if private else ())}
        await check_unmoved(world, caplog, actor, *legal, details=DETAILS, private=private, sample=(3, first))
