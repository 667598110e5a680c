"""One server, two languages: public texts in the table's language, private ones in the user's."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.client import Taproom
from bot.discord.keyboard import Control
from bot.discord.translator import Translator
from bot.features.people import stats
from bot.features.people.service import PersonalSettings
from bot.features.reviews.alarms import PAUSE
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.kernel.tables.seats import has_lobby
from bot.kernel.time.timing import PACE
from bot.minds.pool import SearchPool
from bot.minds.worker import SearchQuestion
from bot.store import ServerConfig, Status
from bot.words import LANGUAGES, language_of
from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.rng import SeededRng
from tests.bot.features.reviews.test_review import Contrary
from tests.bot.ui.opening import open_table
from tests.bot.ui.oracle import ask
from tests.bot.ui.world import World, board, private_text

ENGLISH = re.compile(
    r"\b(the|and|you|your|with|from|has|have|is|are|to|of|by|nobody|turns?|plays?|moves?|seats?|cards?|hits?)\b",
    re.IGNORECASE,
)
"""Words that no German and no French sentence has; names may have them."""

GAMES = ("thud", "ploc", "thrag", "trogdor")


def same_words(language: str) -> list[str]:
    """Return the names that are the same in English, the longest first."""
    words = words_in(language)
    kept = {said for key, said in IN_ENGLISH.english.items() if "{" not in said and words(key) == said}
    titles = {entry.game.title for entry in CATALOGUE.values()}
    return sorted(kept | titles, key=len, reverse=True)


def english_in(text: str, language: str) -> list[str]:
    """Return the English words of a text, apart from names, commands and notation."""
    bare = re.sub(r"`[^`]*`|<[^>]*>|https?://\S+", " ", text)
    for name in same_words(language):
        bare = bare.replace(name, " ")
    return ENGLISH.findall(bare)


@pytest.fixture
async def two_language_world(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A German server whose members have their Discord in French."""
    await world.session.context.store.servers.set_server(ServerConfig(world.guild.id, language="de"))
    monkeypatch.setattr("bot.discord.request.language_of_user", lambda _: "fr")
    return world


async def open_game(world: World, key: str) -> None:
    """Begin a game of each kind, with Ben and Cleo where possible."""
    await open_table(world.ann, world.channel, key)
    table = await world.table()
    if table.status is Status.OPEN:
        await world.ben.click(await world.shown_board(), label=words_in("de")("button.join"))
    if has_lobby(CATALOGUE[key].game):
        await world.cleo.click(await world.shown_board(), label=words_in("de")("button.join"))
        await world.ann.click(await world.shown_board(), label=words_in("de")("button.start"))


def by_id(world: World, user_id: int) -> MemberActor:
    return next(one for one in (world.ann, world.ben, world.cleo) if one.id == user_id)


async def play_lines(world: World, lines: int) -> None:
    """Play as many lines as the house would."""
    for _ in range(lines):
        table = await world.table()
        shown = world.session.tables.show(table)
        game = shown.entry.game
        if not (acting := sorted(game.to_act(shown.state))):
            return
        seat = acting[0]
        view = game.view(shown.state, seat)
        line = str(game.stand_in_action(view, game.legal(shown.state, seat), SeededRng(table.head)))
        await world.move(by_id(world, table.players[seat].user_id), line)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", GAMES)
async def test_all_that_everybody_reads_is_german_and_all_private_answers_are_french(
    key: str, two_language_world: World
) -> None:
    await open_game(two_language_world, key)
    await play_lines(two_language_world, 12)
    for command in ("table verify", "table export", "table log", "games"):
        await two_language_world.ann.slash(two_language_world.channel, command)
    for view in ("turned", "text"):
        await two_language_world.ann.slash(two_language_world.channel, "board", view=view)
    await two_language_world.ann.slash(two_language_world.channel, "rules", game=key)
    await two_language_world.cleo.slash(two_language_world.channel, "move", move="nonsense")
    for person in (two_language_world.ann, two_language_world.ben, two_language_world.cleo):
        if (await two_language_world.table()).status is Status.PLAYING:
            giving_up = "leave" if CATALOGUE[key].game.cooperative else "resign"
            await two_language_world.move(person, giving_up)
    assert (await two_language_world.table()).status is Status.OVER
    await two_language_world.later(0.1)
    shown = (await two_language_world.ann.slash(two_language_world.channel, "stats", show="channel")).response
    assert shown is not None
    await two_language_world.ann.click(shown, custom_id=str(Control(0, 0, stats.SHARE.path, "channel")))
    posted = two_language_world.posts_since()
    public = [one.text for one in posted if not one.private]
    private = [one.text for one in posted if one.private]
    assert len(public) > 12
    assert len(private) > 8
    assert [text for text in public if english_in(text, "de")] == []
    assert [text for text in private if english_in(text, "fr")] == []
    assert any("Das Siegel" in text or "Partie" in text or " und " in text for text in public)


async def answer_helpfully(_: SearchPool, question: SearchQuestion, *_more: object) -> object:
    """Answer with true odds, a beginner's plans, and the first actions as the best ones, at once."""
    mind: Any = MINDS[question.game]
    if question.what == "odds":
        return mind.odds(question.view, question.actions)
    if question.what == "plan":
        return mind.plan(question.view, question.actions, mind.level("pip"), question.seed)
    return tuple(ActionWorth(action, 0.6 - place / 10) for place, action in enumerate(question.actions[:3]))


async def with_bots(world: World, key: str) -> None:
    """Open a game of Ann with bots, where there are any."""
    duel: dict[str, object] = {"level": "odo", "side": 0}
    given: dict[str, dict[str, object]] = {"thud": duel, "ploc": duel, "trogdor": {"bots": 2}, "thrag": {}}
    await open_table(world.ann, world.channel, key, **given[key])
    if key == "trogdor":
        await world.ann.click(await world.shown_board(), label=words_in("de")("button.start"))


async def up_to_ann(world: World) -> None:
    """Play the bots' turns until it is Ann's."""
    while 0 not in world.session.tables.acting_seats(await world.table()):
        assert await world.later(PACE / 3600)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", GAMES)
async def test_bots_hints_odds_rules_and_reviews_speak_as_the_table_and_as_the_user(
    key: str, two_language_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchPool, "ask", answer_helpfully)
    await with_bots(two_language_world, key)
    await up_to_ann(two_language_world)
    for command in ("hint", "odds", "review", "rules"):
        await two_language_world.ann.slash(two_language_world.channel, command)
    await two_language_world.ann.slash(two_language_world.channel, "rules", search=f"{key}:notation-1")
    await two_language_world.ann.slash(two_language_world.channel, "rules", search="xyzzy")
    for _ in range(5):
        await up_to_ann(two_language_world)
        await play_lines(two_language_world, 1)
    await two_language_world.move(
        two_language_world.ann, "leave" if CATALOGUE[key].game.cooperative else "resign"
    )
    for _ in range(2):
        await two_language_world.later(PACE / 3600)
    ask(two_language_world, Contrary())
    await two_language_world.later(PAUSE / 3600)
    await two_language_world.ann.slash(two_language_world.channel, "review", table="T1")
    posted = two_language_world.posts_since()
    public = [one.text for one in posted if not one.private]
    private = [one.text for one in posted if one.private]
    assert any(words_in("de")("card.title", game=CATALOGUE[key].game.title) in text for text in public)
    assert any("**Grete** propose" in text for text in private)
    assert len(private) > 6
    assert [text for text in public if english_in(text, "de")] == []
    assert [text for text in private if english_in(text, "fr")] == []


async def test_who_is_called_between_moves_is_called_in_the_tables_language(
    two_language_world: World,
) -> None:
    await open_table(
        two_language_world.ann,
        two_language_world.channel,
        "ploc",
        clock=10,
        opponent=two_language_world.ben,
        side=0,
    )
    await two_language_world.ben.click(
        await two_language_world.shown_board(), label=words_in("de")("button.sides.agree")
    )
    posted = [*await two_language_world.later(9), *await two_language_world.later(3)]
    assert len(posted) >= 2
    assert [one.text for one in posted if english_in(one.text, "de")] == []


async def test_a_direct_message_is_in_the_language_that_the_user_chose(two_language_world: World) -> None:
    await two_language_world.session.service(PersonalSettings).set_language(two_language_world.ann.id, "fr")
    await two_language_world.session.service(PersonalSettings).set_reminders(
        two_language_world.ann.id, "direct"
    )
    await open_table(
        two_language_world.ann,
        two_language_world.channel,
        "ploc",
        clock=10,
        opponent=two_language_world.ben,
        side=0,
    )
    two_language_world.let_presence_expire()
    await two_language_world.ben.click(
        await two_language_world.shown_board(), label=words_in("de")("button.sides.agree")
    )
    (reminder,) = await two_language_world.later(9)
    assert reminder.pings == {two_language_world.ann.id}
    assert english_in(reminder.text, "fr") == []
    assert words_in("fr")("time.habits").splitlines()[0] in reminder.text


async def test_a_table_speaks_its_language_after_a_restart(two_language_world: World) -> None:
    await open_game(two_language_world, "thud")
    await two_language_world.restart()
    assert (await two_language_world.table()).terms.language == "de"


async def test_without_a_setting_a_table_speaks_as_discord_says_of_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.request.language_of_server", lambda _: "fr")
    await open_table(world.ann, world.channel, "thud")
    assert (await world.table()).terms.language == "fr"


async def test_in_direct_messages_it_speaks_as_the_person_does(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.request.language_of_user", lambda _: "de")
    direct = await open_table(world.ann.user, None, "thrag")
    assert not board(direct).ephemeral
    assert (await world.table()).terms.language == "de"


# Commands


async def payload(bot: Taproom) -> list[dict[str, object]]:
    translator = Translator()
    return [dict(await one.get_translated_payload(bot.tree, translator)) for one in bot.tree.get_commands()]


def localized_texts(part: object) -> list[tuple[str, dict[str, str], dict[str, str]]]:
    """Return the descriptions of each command and option by language, and its translated names."""
    found = []
    if isinstance(part, dict):
        if "description" in part:
            others = part.get("description_localizations") or {}
            found.append((str(part["description"]), dict(others), dict(part.get("name_localizations") or {})))
        for value in part.values():
            found += localized_texts(value)
    elif isinstance(part, list):
        for value in part:
            found += localized_texts(value)
    return found


async def test_every_command_is_described_in_every_language_and_named_alike_in_all(world: World) -> None:
    found = [one for command in await payload(world.bot) for one in localized_texts(command)]
    assert len(found) > 50
    locales = {locale.value for locale in discord.Locale if language_of(locale.value) in LANGUAGES}
    others = {locale for locale in locales if not locale.startswith("en")}
    assert others == {"de", "fr"}
    assert [english for english, said, _ in found if set(said) != others] == []
    assert [english for english, _, names in found if names] == []


async def test_a_language_that_the_house_does_not_speak_is_answered_in_english(world: World) -> None:
    assert language_of("pt-BR") is None
    answer = private_text(await world.ann.slash(world.channel, "games"))
    assert answer == IN_ENGLISH("games.none")
