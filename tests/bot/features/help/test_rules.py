"""`/rules`: a game in short, the rule behind a refusal, and any other rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.endpoints import NO_TABLE
from bot.discord.keyboard import LIMIT
from bot.features.help.rules import WHY, why_buttons
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.games.rule_book import rule_of, rules_of
from bot.kernel.errors import Illegal
from bot.words import LANGUAGES
from engine.core import Fault, IllegalAction
from tests.bot.discord.test_limits import check
from tests.bot.samples import Clock, table_of
from tests.bot.ui.world import World, labels, private_text, says

IN_SHORT = words_in("en")("rules.more")
"""The last line where a game is told in short."""

SHOVE = "A shove must capture at least one dwarf next to the square where it ends"
"""How the rule thud:shove-2 begins on its page."""


def private(result: InteractionResult) -> ResponseMessage:
    """The private answer, within what Discord allows."""
    assert result.response is not None
    check(result.response.components)
    assert private_text(result)
    return result.response


async def refused_move(world: World) -> ResponseMessage:
    """Ann begins, Ben shoves a troll where no dwarf is, and is told that it must capture."""
    await world.start_table("dG1-G2")
    result = await world.move(world.ben, "TG7-G5")
    return private(result)


# The button


async def test_a_refusal_has_a_button_that_tells_the_rule(world: World) -> None:
    shown = await refused_move(world)
    assert labels(shown)[-1] == "Why?"
    async with world.assert_unchanged():
        result = await world.ben.click(shown, label="Why?")
    assert private_text(result).splitlines()[0] == "### Thud · Shoving"
    assert f"**thud:shove-2** · {SHOVE}" in private_text(result)
    assert labels(private(result)) == ["thud:troll-2"]


async def test_the_button_works_in_another_process(world: World) -> None:
    shown = await refused_move(world)
    await world.restart()
    assert SHOVE in private_text(await world.ben.click(shown, label="Why?"))


async def test_a_refusal_of_the_house_has_none(world: World) -> None:
    await world.start_table()
    assert labels(private(await world.cleo.slash(world.channel, "move", move="dG1-G2", table="T1"))) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_speaks_the_language_of_who_asks(world: World, language: str) -> None:
    await world.session.service(PersonalSettings).set_language(world.ben.id, language)
    await world.start_table("dG1-G2")
    words, rule = words_in(language), rule_of("thud:shove-2", language)
    assert rule is not None
    assert rule.language == language
    shown = private(await world.move(world.ben, "TG7-G5"))
    result = await world.ben.click(shown, label=words("button.why"))
    assert rule.text in private_text(result)
    assert rule.part in private_text(result).splitlines()[0]


async def test_a_rule_that_is_gone_is_said_to_be(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await refused_move(world)
    monkeypatch.setattr("bot.features.help.rules.rule_of", lambda *_: None)
    said = private_text(await world.ben.click(shown, label="Why?"))
    assert said == IN_ENGLISH("rules-lost", rule="thud:shove-2")


def test_without_the_pages_there_is_no_button(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = Illegal(table_of(), IllegalAction(Fault.ILLEGAL, "thud:shove-2", "over"), "thud")
    assert len(why_buttons(words_in("en"), refusal)) == 1
    monkeypatch.setattr("bot.features.help.rules.rule_of", lambda *_: None)
    assert not why_buttons(words_in("en"), refusal)


@pytest.mark.parametrize("game", CATALOGUE)
def test_the_button_of_every_rule_has_room_for_its_id(game: str) -> None:
    assert all(len(str(WHY.control(NO_TABLE, rule.id))) <= LIMIT for rule in rules_of(game, "en"))


# After a refusal


async def test_right_after_it_the_rules_tell_what_was_wanted_why_not_and_the_rule(world: World) -> None:
    await refused_move(world)
    async with world.assert_unchanged():
        result = await world.ben.slash(world.channel, "rules")
    wanted, sentence, near, title, rule = private_text(result).splitlines()
    assert wanted == IN_ENGLISH("rules.wanted", move="TG7-G5")
    assert sentence == IN_ENGLISH("thud.shove-must-capture", distance=2)
    assert says(near, "refused.near")
    assert "`TG7-" in near
    assert title == "### Thud · Shoving"
    assert rule.startswith(f"**thud:shove-2** · {SHOVE}")
    private(result)


async def test_it_can_be_asked_again_and_is_not_what_was_asked(world: World) -> None:
    await refused_move(world)
    assert says(
        private_text(await world.ben.slash(world.channel, "rules", search="castling")), "rules-unknown"
    )
    first = private_text(await world.ben.slash(world.channel, "rules"))
    assert first == private_text(await world.ben.slash(world.channel, "rules"))
    assert SHOVE in first


async def test_the_last_refusal_is_told(world: World) -> None:
    await refused_move(world)
    await world.move(world.ben, "TG7-H8")
    said = private_text(await world.ben.slash(world.channel, "rules"))
    assert "`TG7-H8`" in said
    assert "**thud:board-2**" in said


async def test_others_read_the_rules_of_the_game(world: World) -> None:
    await refused_move(world)
    assert private_text(await world.ann.slash(world.channel, "rules")).endswith(IN_SHORT)
    assert says(private_text(await world.ann.slash(world.channel, "rules")), "thud.rules")


async def test_so_does_whoever_names_a_game(world: World) -> None:
    await refused_move(world)
    said = private_text(await world.ben.slash(world.channel, "rules", game="ploc"))
    assert SHOVE not in said
    assert said.startswith(words_in("en")("ploc.rules"))


async def test_elsewhere_nothing_was_refused(world: World) -> None:
    await refused_move(world)
    office = world.guild.create_text_channel("office")
    assert SHOVE not in private_text(await world.ben.slash(office, "rules"))


@pytest.mark.parametrize(("minutes", "kept"), [(9, True), (11, False)])
async def test_it_is_remembered_for_ten_minutes(
    world: World, clock: Clock, minutes: int, *, kept: bool
) -> None:
    await refused_move(world)
    clock.now += minutes * 60
    said = private_text(await world.ben.slash(world.channel, "rules"))
    assert (SHOVE in said) is kept
    assert said.endswith(IN_SHORT) is not kept


@pytest.mark.parametrize("gone", [World.restart, World.kill])
async def test_it_is_on_no_disk(world: World, gone: Callable[[World], object]) -> None:
    await refused_move(world)
    await gone(world)  # type: ignore[misc]
    assert private_text(await world.ben.slash(world.channel, "rules")).endswith(IN_SHORT)


async def test_whoever_is_forgotten_was_refused_nothing(world: World) -> None:
    await refused_move(world)
    panel = private(await world.ben.slash(world.channel, "privacy"))
    asked = private(await world.ben.click(panel, label="Forget me…"))
    (yes,) = [label for label in labels(asked) if label.startswith("Forget me")]
    await world.ben.click(asked, label=yes)
    assert private_text(await world.ben.slash(world.channel, "rules")).endswith(IN_SHORT)


async def test_after_what_the_house_refuses_they_are_those_of_the_game(world: World) -> None:
    await refused_move(world)
    await world.move(world.ann, "dA6-A7")
    await world.ben.slash(world.channel, "table verify", table="T99")
    assert private_text(await world.ben.slash(world.channel, "rules")).endswith(IN_SHORT)


async def test_what_was_typed_cannot_end_its_code(world: World) -> None:
    await world.start_table()
    await world.move(world.ann, "`x`@everyone")
    said = private_text(await world.ann.slash(world.channel, "rules"))
    assert said.splitlines()[0] == IN_ENGLISH("rules.wanted", move="'x'@everyone")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_told_in_the_language_that_is_spoken_now(world: World, language: str) -> None:
    await refused_move(world)
    await world.session.service(PersonalSettings).set_language(world.ben.id, language)
    words, rule = words_in(language), rule_of("thud:shove-2", language)
    assert rule is not None
    said = private_text(await world.ben.slash(world.channel, "rules"))
    wanted, sentence = words("rules.wanted", move="TG7-G5"), words("thud.shove-must-capture", distance=2)
    assert said.splitlines()[:2] == [wanted, sentence]
    assert rule.text in said


# The rule book


async def test_any_rule_is_told_by_its_id(world: World) -> None:
    result = await world.cleo.slash(world.channel, "rules", search="trogdor:hide-1")
    assert private_text(result).splitlines()[0] == "### Trogdor!! · What Trogdor does"
    assert "hides on a mountain" in private_text(result)
    private(result)


async def test_a_short_id_means_the_game_of_the_table(world: World) -> None:
    await world.start_table()
    result = await world.ann.slash(world.channel, "rules", search="board-1")
    assert "**thud:board-1**" in private_text(result)
    assert labels(private(result)) == []


async def test_or_that_of_the_game_that_is_named(world: World) -> None:
    await world.start_table()
    result = await world.ann.slash(world.channel, "rules", game="trogdor", search="board-1")
    assert "**trogdor:board-1**" in private_text(result)
    assert says(
        private_text(await world.ann.slash(world.channel, "rules", game="ploc", search="troll")),
        "rules-unknown",
    )


async def test_where_several_games_have_it_all_are_named(world: World) -> None:
    result = await world.ann.slash(world.channel, "rules", search="board-1")
    assert private_text(result).startswith(f"{IN_ENGLISH('rules.several')}\n- thud:board-1 · ")
    assert labels(private(result)) == ["thud:board-1", "trogdor:board-1", "koom:board-1"]
    assert "octagon" in private_text(await world.ann.click(private(result), label="thud:board-1"))


async def test_a_word_that_many_rules_have_shows_five_and_says_how_many_more(world: World) -> None:
    result = await world.ann.slash(world.channel, "rules", search="Trogdor")
    assert len(labels(private(result))) == 5
    *_, more = private_text(result).splitlines()
    fitting = sum("trogdor" in f"{rule.part} {rule.line}".casefold() for rule in rules_of("trogdor", "en"))
    assert more == IN_ENGLISH("rules.fewer.many", count=fitting - 5)


async def test_a_word_of_another_game_is_found_as_well(world: World) -> None:
    await world.start_table()
    assert "**thrag:breakfast-1**" in private_text(
        await world.ann.slash(world.channel, "rules", search="buffet has closed")
    )


async def test_a_rule_leads_to_those_that_it_names(world: World) -> None:
    result = await world.ann.slash(world.channel, "rules", search="thud:shove-2")
    assert labels(private(result)) == ["thud:troll-2"]
    assert "**thud:troll-2**" in private_text(await world.ann.click(private(result), label="thud:troll-2"))


async def test_what_is_in_no_rule_is_said_letter_for_letter(world: World) -> None:
    said = private_text(await world.ann.slash(world.channel, "rules", search="*castling* <@1>"))
    assert said.startswith(IN_ENGLISH("rules-unknown", text="\\*castling\\* \\<@1>"))


async def test_where_no_table_tells_which_game_it_is_asked(world: World) -> None:
    shown = private(await world.ann.slash(world.channel, "rules"))
    assert labels(shown) == [entry.game.title for entry in CATALOGUE.values()]
    said = private_text(await world.ann.click(shown, label="Ploc"))
    assert said.startswith(words_in("en")("ploc.rules"))
    assert said.endswith(IN_SHORT)


# While somebody types


async def offered_rules(world: World, typed: str) -> list[str]:
    choices = await world.ann.autocomplete(world.channel, "rules", "search", typed)
    assert len(choices) <= 25
    assert all(1 <= len(one["name"]) <= 100 for one in choices)
    return [one["value"] for one in choices]


async def test_rules_are_offered_by_id_and_by_words(world: World) -> None:
    assert (await offered_rules(world, "thud:hurl"))[:3] == ["thud:hurl-1", "thud:hurl-2", "thud:hurl-3"]
    assert await offered_rules(world, "buffet has closed") == ["thrag:breakfast-1"]
    assert await offered_rules(world, "castling") == []


async def test_those_of_the_tables_game_come_first(world: World) -> None:
    assert {one.partition(":")[0] for one in await offered_rules(world, "")} == {"thud"}
    everywhere = await offered_rules(world, "resign")
    await world.start_table()
    assert (await offered_rules(world, "resign"))[0] == "thud:resign-1"
    assert set(await offered_rules(world, "resign")) == set(everywhere)


async def test_what_is_offered_begins_with_the_id_and_shows_no_marks(world: World) -> None:
    (choice,) = await world.ann.autocomplete(world.channel, "rules", "search", "thud:shove-2")
    assert choice["name"].startswith(f"thud:shove-2 · {SHOVE}"[:99])
    assert "*" not in choice["name"]


async def test_rules_are_offered_in_the_language_of_who_types(world: World) -> None:
    await world.session.service(PersonalSettings).set_language(world.ann.id, "de")
    assert await offered_rules(world, "Buffet geschlossen") == ["thrag:breakfast-1"]
    assert "thud:hurl-1" in await offered_rules(world, "hurl")


async def test_only_those_of_a_game_that_is_named_are_offered(world: World) -> None:
    choices = await world.ann.autocomplete(world.channel, "rules", "search", "board", game="ploc")
    assert {one["value"].partition(":")[0] for one in choices} == {"ploc"}
