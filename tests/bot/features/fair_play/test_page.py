"""Fair dice as people read of them: seal, salts and seed on boards, and what `/table verify` says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.discord.frame import code_span
from bot.discord.limits import UPLOADING
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import Status
from engine.core import Game
from engine.export_format import with_checksum
from engine.fairness import commitment
from engine.rng import SeededRng
from tests.bot.features.transfer.test_page import text_in
from tests.bot.features.transfer.test_service import begun_before
from tests.bot.samples import QUIET
from tests.bot.ui.opening import add_salt, fair_play, open_table
from tests.bot.ui.world import SEED, World, board, labels, message_text, private, private_text, says, text_of
from tests.engine.exports import file_records, open_game, sign_records
from tests.engine.exports import text_of as file_of

SEAL = commitment(SEED)
PRINT = "*Fair play* of that game should show this fingerprint:"
SO_FAR = "Fingerprint so far:"


async def verify_file(world: World, text: str, name: str = "mine.jsonl") -> str:
    """Verify a file as Cleo; returns the answer."""
    return private_text(await world.cleo.slash(world.channel, "table verify", file=(name, text.encode())))


async def export_text(world: World, table: str = "T1") -> str:
    result = await world.ben.slash(world.channel, "table export", table=table)
    assert result.response is not None
    return await text_in(result.response)


# Games with dice


SHORT = f"`{SEAL[:4]}…{SEAL[-4:]}`"


def has_seal(text: str) -> bool:
    return SEAL in text or SEED in text


async def test_neither_lobby_nor_boards_show_a_seal_or_a_seed(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben))
    begun = board(await world.ben.click(invitation, label="Accept"))
    await world.ben.slash(world.channel, "move", move="resign")
    for text in (text_of(invitation.components), text_of(begun.components), message_text(world.last("T1"))):
        assert not has_seal(text)
        assert "seal" not in text


async def test_before_the_game_fair_play_tells_the_seal_and_why_to_salt(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "ploc"))
    shown = await fair_play(world.cleo, invitation)
    text = text_of(shown.components)
    assert says(text, "fair.play.sealed", seal=SHORT)
    assert says(text, "fair.play.salt")
    assert says(text, "fair.play.host")
    assert text.endswith(IN_ENGLISH("fair.play.seal", seal=f"`{SEAL}`"))
    assert labels(shown) == ["Add salt…"], "adding salt takes the last seat"


async def test_who_salted_is_told_before_the_game_and_with_what_once_it_is_on(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben))
    await add_salt(world.ann, invitation, "a*b_c")
    await add_salt(world.ben, invitation, "`rock`")
    text = text_of((await fair_play(world.cleo, invitation)).components)
    assert says(text, "fair.salted")
    assert "a*b_c" not in text
    await world.ben.click(invitation, label="Accept")
    waiting = private(await world.cleo.slash(world.channel, "table verify"))
    assert says(text_of(waiting.components), "fair.holds.sealed")
    await world.ben.slash(world.channel, "move", move="resign")
    over = await fair_play(world.cleo, world.last("T1"))
    text = text_of(over.components)
    grave = "\N{MODIFIER LETTER GRAVE ACCENT}"
    assert {"Ann with `a*b_c`", f"Ben with `{grave}rock{grave}`"} == set(
        re.findall(r"\w+ with `[^`]+`", text)
    )


async def test_the_button_confirms_an_added_salt(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben))
    await add_salt(world.ann, invitation, "rock")
    assert [
        says(text_of(message.components), "fair.salted") for message in world.private_messages(world.ann)
    ][-1:] == [True]
    assert (
        "error"
        not in "".join(text_of(message.components) for message in world.private_messages(world.ann)).lower()
    )


async def test_after_the_game_fair_play_tells_the_seed_and_checks_it(world: World) -> None:
    await open_table(world.ann, world.channel, "ploc", opponent=world.ben)
    await world.ben.click(world.last("T1"), label="Accept")
    await world.ben.slash(world.channel, "move", move="resign")
    over = await fair_play(world.cleo, world.last("T1"))
    assert says(text_of(over.components), "fair.play.seed", seed=f"`{SEED}`", seal=SHORT)
    assert labels(over) == [IN_ENGLISH("button.verify")]
    by_button = private_text(await world.cleo.click(over, label="Check this game"))
    assert by_button == private_text(await world.cleo.slash(world.channel, "table verify"))


async def test_verify_of_a_table_that_waits_says_what_fair_play_says(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "ploc"))
    by_button = text_of((await fair_play(world.cleo, invitation)).components)
    assert private_text(await world.cleo.slash(world.channel, "table verify")) == by_button


async def test_a_running_game_of_dice_holds_so_far_and_its_seed_is_not_told(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben))
    await world.ben.click(invitation, label="Accept")
    answer = private_text(await world.cleo.slash(world.channel, "table verify"))
    table = await world.table()
    assert answer.startswith(IN_ENGLISH("fair.holds.sealed", what="**T1**"))
    assert says(answer, "fair.part.secret", seal=f"`{SEAL}`")
    assert f"`{SEED}`" not in answer
    assert f"{SO_FAR} `{table.head[:16]}`" in answer


async def test_a_game_of_dice_that_is_over_holds_with_seal_seed_and_salts(world: World) -> None:
    await add_salt(world.ben, board(await open_table(world.ann, world.channel, "ploc")), "r*ck")
    await world.ben.slash(world.channel, "move", move="resign")
    answer = private_text(await world.cleo.slash(world.channel, "table verify"))
    assert answer.splitlines()[0] == IN_ENGLISH("fair.holds", what="**T1**")
    assert (
        "\n".join(
            [
                IN_ENGLISH("fair.part", code="T1", lines="1 line", seal=f"`{SEAL}`", seed=f"`{SEED}`"),
                IN_ENGLISH("fair.part.salts", salts="`r*ck`"),
            ]
        )
        in answer
    )


async def test_the_form_says_why_to_salt_and_when_it_takes_the_seat(world: World) -> None:
    await open_table(world.ann, world.channel, "ploc")
    invitation = world.last("T1")
    for person, seat in ((world.ann, False), (world.ben, True)):
        form = await person.click(await fair_play(person, invitation), label="Add salt…")
        assert form.modal is not None
        text = json.dumps(form.modal)
        assert says(text, "salt.about.seat" if seat else "salt.about")


# A game without dice


def draws(game: Game[Any, Any, Any, Any], seats: int, seed: str, actions: int) -> bool:
    """Whether a game draws from chance, at its beginning or in any of so many actions."""
    rng = SeededRng(seed)
    state = game.start({option.key: option.default for option in game.options}, seats, rng)
    for number in range(actions):
        acting = sorted(game.to_act(state))
        if not acting:
            break
        legal = game.legal(state, acting[0])
        state = game.apply(state, acting[0], legal[number * 7 % len(legal)], rng).state
    return rng.counter > 0


@pytest.mark.parametrize("key", CATALOGUE)
def test_a_game_is_said_to_have_chance_if_and_only_if_it_draws_something(key: str) -> None:
    entry = CATALOGUE[key]
    assert draws(entry.game, entry.game.seats.start, "dice", 80) is entry.rules.chance


async def test_a_game_without_dice_talks_of_none_and_cannot_be_salted(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    assert labels(invitation) == ["Accept", "Decline", "Teach me", "Details"]
    waiting = private(await world.ann.slash(world.channel, "table verify"))
    assert says(text_of(waiting.components), "fair.play.plain", game="Thud")
    assert labels(waiting) == []
    begun = board(await world.ben.click(invitation, label="Accept"))
    await world.ann.slash(world.channel, "move", move="resign")
    assert (await world.table()).status is Status.OVER
    for text in (text_of(invitation.components), text_of(begun.components), message_text(world.last("T1"))):
        for word in ("seal", "seed", "salt", "dice"):
            assert word not in text.casefold()


async def test_a_game_without_dice_holds_by_its_log_alone(world: World) -> None:
    await world.game(*QUIET)
    running_ = private_text(await world.cleo.slash(world.channel, "table verify"))
    assert running_.startswith(IN_ENGLISH("fair.holds.so-far.plain", what="**T1**"))
    await world.ann.slash(world.channel, "move", move="resign")
    answer = private_text(await world.cleo.slash(world.channel, "table verify"))
    table = await world.table()
    assert answer.splitlines()[:2] == [
        IN_ENGLISH("fair.holds.plain", what="**T1**"),
        "- **T1**: 5 lines",
    ]
    assert f"{PRINT} `{table.head[:16]}`" in answer
    last = world.last("T1")
    assert table.head[:6] not in message_text(last), "hashes are behind Fair play"
    shown = text_of((await fair_play(world.cleo, last)).components)
    assert says(shown, "fair.print", stamp=f"`{table.head[:16]}`")
    assert SEAL not in answer


# Files


async def test_an_older_file_of_a_table_here_is_compared_as_far_as_it_goes(world: World) -> None:
    await world.game(*QUIET)
    text = await export_text(world)
    assert says(await verify_file(world, text), "fair.same", code="T1", lines="4 lines")
    await world.ann.slash(world.channel, "move", move="dG1-G2")
    assert says(await verify_file(world, text), "fair.same.so-far", code="T1", lines="4 lines", now="5 lines")
    await world.ben.slash(world.channel, "move", move="resign")
    answer = await verify_file(world, text)
    assert says(answer, "fair.same.over", code="T1", lines="4 lines", now="6 lines")
    assert PRINT not in answer


async def test_a_file_of_elsewhere_is_to_be_compared_by_those_who_read_it(world: World) -> None:
    await world.game(*QUIET)
    house = open_game("ploc", 2, "of elsewhere").play_on(3)
    answer = await verify_file(world, file_of(house.records()))
    assert says(answer, "fair.elsewhere")
    assert f"{SO_FAR} `{house.records()[-2]['hash'][:16]}`" in answer


async def test_lines_cannot_be_tried_out_on_a_game_that_the_user_cannot_see(world: World) -> None:
    await world.game(*QUIET)
    elsewhere, nowhere = world.guild.create_text_channel("upstairs"), "I know no such game"

    async def told_there(actor: MemberActor, text: str) -> str:
        return private_text(await actor.slash(elsewhere, "table verify", file=("mine.jsonl", text.encode())))

    text = await export_text(world)
    assert nowhere in await told_there(world.cleo, text)
    assert says(await told_there(world.ben, text), "fair.same", code="T1")
    await world.ann.slash(world.channel, "move", move="resign")
    assert nowhere in await told_there(world.cleo, text), "nor what became of it"
    assert says(await told_there(world.cleo, await export_text(world)), "fair.same", code="T1")


async def test_a_changed_file_is_said_to_be_changed_and_named_as_it_is_called(world: World) -> None:
    await world.game(*QUIET)
    text = (await export_text(world)).replace("TF7-G7", "TF7-F6")
    answer = await verify_file(world, text, "my_own_game.jsonl")
    first, line, *_ = answer.splitlines()
    assert first == IN_ENGLISH("fair.fails.file", file="`my_own_game.jsonl`")
    assert line == IN_ENGLISH("fair.problem", line=5, what=IN_ENGLISH("verify.hash"))


async def test_a_file_of_another_version_is_not_said_to_be_changed(world: World) -> None:
    records = open_game("thud", 2).records()
    records[0]["format"] = 4
    answer = await verify_file(world, file_of(records))
    unread, line = answer.splitlines()[:2]
    assert unread == IN_ENGLISH("fair.unread.file", file="`mine.jsonl`")
    assert line == IN_ENGLISH("fair.problem", line=1, what=IN_ENGLISH("verify.newer", format=4))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b" \n", "This file is empty. `/table export` gives you one I can check."),
        (b"\xff\xfe\x00", "This file isn't a game: it isn't even text."),
        (b" " * (4 * 1024 * 1024 + 1), "This file is too big for a game: 4096 KiB at most."),
    ],
    ids=["empty", "no text", "too large"],
)
async def test_what_is_no_file_of_a_game_is_refused_in_its_own_words(
    world: World, data: bytes, sentence: str
) -> None:
    answer = private_text(await world.ann.slash(world.channel, "table verify", file=("mine.jsonl", data)))
    assert answer.startswith(sentence)


# What was agreed, where the log does not commit to it


def with_terms(text: str, **terms: int | bool) -> str:
    """A file whose first part has other terms, and the hash of its header made to fit."""
    header, *rest = map(json.loads, text.splitlines())
    return file_of([with_checksum(header | {"terms": header["terms"] | terms}), *rest])


async def test_other_terms_than_those_of_a_table_here_are_found_though_its_log_says_nothing_of_them(
    world: World,
) -> None:
    await world.game(*QUIET)
    await begun_before(world.session, world.path, await world.table())
    text = await export_text(world)
    assert json.loads(text.splitlines()[0])["format"] == 2
    assert says(await verify_file(world, text), "fair.same", code="T1", lines="4 lines")
    for terms in ({"patience": 1}, {"clock": 60}, {"bank": 60}, {"forfeit": True}):
        answer = (await verify_file(world, with_terms(text, **terms))).splitlines()
        world.clock.now += UPLOADING.seconds
        assert answer == [
            IN_ENGLISH("fair.fails.file", file="`mine.jsonl`"),
            IN_ENGLISH("fair.differs", line=1, code="T1"),
        ]


async def test_so_are_other_terms_in_an_earlier_part(world: World) -> None:
    await world.game(*QUIET)
    await begun_before(world.session, world.path, await world.table())
    upstairs = world.guild.create_text_channel("upstairs")
    question = board(await world.ann.slash(world.channel, "table transfer", channel=upstairs))
    await world.ben.click(question, label="Agree")
    text = await export_text(world, "T2")
    assert says(await verify_file(world, text), "fair.unproven", codes="**T1**")
    changed = with_terms(text, forfeit=True)
    assert says(await verify_file(world, changed), "fair.differs", line=1, code="T1")


async def test_so_is_a_header_that_was_written_anew_above_no_line(world: World) -> None:
    await world.game()
    header, closing = map(json.loads, (await export_text(world)).splitlines())
    assert says(await verify_file(world, file_of([header, closing])), "fair.same", code="T1", lines="0 lines")
    other = header | {"terms": header["terms"] | {"forfeit": True}}
    assert says(
        await verify_file(world, file_of(sign_records([other, closing]))), "fair.differs", line=1, code="T1"
    )


async def test_what_the_log_of_an_older_file_does_not_prove_is_said(world: World) -> None:
    older = replace(open_game("ploc", 2, "of elsewhere"), code="T50", format=2).play_on(3)
    moved = replace(older.move_to("T51", "another").play_on(2), format=3)
    for houses in ((older,), (older, moved)):
        assert says(
            await verify_file(world, file_of(file_records(*houses))), "fair.unproven", codes="**T50**"
        )
    moved.format = 2
    answer = await verify_file(world, file_of(file_records(older, moved)))
    assert says(answer, "fair.unproven", codes="**T50** and **T51**")
    moved.format = older.format = 3
    assert not says(await verify_file(world, file_of(file_records(older, moved))), "fair.unproven")


async def test_of_a_table_whose_log_is_an_older_one_it_is_said_as_well(world: World) -> None:
    await world.game(*QUIET)
    ask = world.cleo.slash
    assert not says(private_text(await ask(world.channel, "table verify")), "fair.unproven")
    await begun_before(world.session, world.path, await world.table())
    assert says(private_text(await ask(world.channel, "table verify")), "fair.unproven", codes="**T1**")


# Games that went on elsewhere


async def test_of_a_table_that_a_game_left_it_is_said_where_it_went_on(world: World) -> None:
    await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    question = board(await world.ann.slash(world.channel, "table transfer", channel=there))
    await world.ben.click(question, label="Agree")
    assert (await world.table()).status is Status.CLOSED
    answer = private_text(await world.cleo.slash(world.channel, "table verify", table="T1"))
    assert answer.startswith(IN_ENGLISH("fair.holds.so-far.plain", what="**T1**"))
    assert says(answer, "fair.gone", next="T2")
    file = await verify_file(world, await export_text(world))
    assert says(file, "fair.gone", next="T2")


async def test_the_file_of_a_game_that_left_elsewhere_does_not_claim_to_know_where_it_is(
    world: World,
) -> None:
    stretch = open_game("ploc", 2, "of elsewhere").play_on(3)
    answer = await verify_file(world, file_of(stretch.records()))
    assert says(answer, "fair.holds.so-far")
    assert says(answer, "fair.gone.unknown")
    stretch.told = False
    assert not says(await verify_file(world, file_of(stretch.records())), "fair.gone.unknown")


# What is typed


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a_b*c", "`a_b*c`"),
        ("`", "`\N{MODIFIER LETTER GRAVE ACCENT}`"),
        ("two\n# lines", "`two # lines`"),
        ("x" * 81, f"`{'x' * 79}…`"),
    ],
)
def test_what_is_quoted_stands_as_it_was_typed_on_one_line(typed: str, shown: str) -> None:
    assert code_span(typed) == shown


# What strangers bring

DEFERRED = 5
"""Discord's kind of an answer that says to wait."""


def first_answers(world: World) -> list[int]:
    """The kind of each first answer."""
    return [
        request.json["type"]
        for request in world.env.http_requests
        if request.path.endswith("/callback") and isinstance(request.json, dict)
    ]


async def test_who_has_a_game_checked_waits_at_once_and_has_so_many_a_minute(world: World) -> None:
    text = file_of(open_game("thrag", 1).play_on(3).records())
    for _ in range(UPLOADING.times):
        result = await world.cleo.slash(world.channel, "table verify", file=("mine.jsonl", text.encode()))
        assert "checks out" in private_text(result)
    assert first_answers(world) == [DEFERRED] * UPLOADING.times
    refused_ = private_text(await world.cleo.slash(world.channel, "table verify", file=("m", text.encode())))
    assert says(refused_, "too-often")
    arriving = private_text(await world.cleo.slash(world.channel, "table arrive", file=("m", text.encode())))
    assert arriving == refused_, "it is the same check"
    assert "checks out" in private_text(
        await world.ben.slash(world.channel, "table verify", file=("m", text.encode()))
    )
    world.clock.now += UPLOADING.seconds + 1
    assert "checks out" in await verify_file(world, text)


async def test_a_person_has_one_game_checked_at_a_time(world: World) -> None:
    """The second one is not even fetched."""
    surface = world.bot.surface
    assert surface is not None
    with surface.limits.within(UPLOADING, world.cleo.id, 0.5):
        answer = await verify_file(world, file_of(open_game("thrag", 1).records()))
    assert answer == IN_ENGLISH("one-at-a-time")


async def test_what_a_file_repeats_of_itself_is_cut_short(world: World) -> None:
    records = open_game("thud", 2).play_on(2).records()
    records[0]["options"] = {"quiet_limit": "9" * 90_000}
    answer = await verify_file(world, file_of(sign_records(records)))
    assert says(answer, "fair.problem", line=1)
    assert says(answer, "verify.option", title="Thud")
    assert len(answer) < 1000


async def test_of_a_file_that_is_all_wrong_the_faults_are_counted(world: World) -> None:
    answer = await verify_file(world, "1\n" * 1000)
    assert answer.splitlines()[-1] == "- and 992 more"


async def test_two_million_lines_are_one_sentence(world: World) -> None:
    answer = await verify_file(world, "1\n" * 1_900_000)
    what = IN_ENGLISH("verify.too-many-lines", most=30_000)
    assert answer.splitlines()[1:] == [IN_ENGLISH("fair.problem", line=30_001, what=what)]
