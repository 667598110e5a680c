"""One server, two languages: everybody reads the table's, and each is answered in their own."""

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
from bot.minds.pool import Thinking
from bot.minds.worker import Question
from bot.store import Server, Status
from bot.words import LANGUAGES, language_of
from engine.mind import Weighed
from engine.minds import MINDS
from engine.rng import SeededRng
from tests.bot.features.reviews.test_review import Contrary
from tests.bot.ui.opening import open_table
from tests.bot.ui.oracle import ask
from tests.bot.ui.world import World, board, told

ENGLISH = re.compile(
    r"\b(the|and|you|your|with|from|has|have|is|are|to|of|by|nobody|turns?|plays?|moves?|seats?|cards?|hits?)\b",
    re.IGNORECASE,
)
"""Words that no German and no French sentence has; names may have them."""

GAMES = ("thud", "ploc", "thrag", "trogdor")


def same(language: str) -> list[str]:
    """What is said as in English: names. The longest first."""
    words = words_in(language)
    kept = {said for key, said in IN_ENGLISH.english.items() if "{" not in said and words(key) == said}
    titles = {entry.game.title for entry in CATALOGUE.values()}
    return sorted(kept | titles, key=len, reverse=True)


def english_in(text: str, language: str) -> list[str]:
    """The English words of a text, apart from names, commands and notation."""
    bare = re.sub(r"`[^`]*`|<[^>]*>|https?://\S+", " ", text)
    for name in same(language):
        bare = bare.replace(name, " ")
    return ENGLISH.findall(bare)


@pytest.fixture
async def split(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A German server whose people have their Discord in French."""
    await world.session.context.store.servers.set_server(Server(world.guild.id, language="de"))
    monkeypatch.setattr("bot.discord.request.spoken_by", lambda _: "fr")
    return world


async def opened(world: World, key: str) -> None:
    """A game of each kind that has begun: with Ben and Cleo, where they can play."""
    await open_table(world.ann, world.channel, key)
    table = await world.table()
    if table.status is Status.OPEN:
        await world.ben.click(await world.shown(), label=words_in("de")("button.join"))
    if has_lobby(CATALOGUE[key].game):
        await world.cleo.click(await world.shown(), label=words_in("de")("button.join"))
        await world.ann.click(await world.shown(), label=words_in("de")("button.start"))


def by_id(world: World, user_id: int) -> MemberActor:
    return next(one for one in (world.ann, world.ben, world.cleo) if one.id == user_id)


async def played(world: World, lines: int) -> None:
    """So many lines, as the house would play them."""
    for _ in range(lines):
        table = await world.table()
        shown = world.session.tables.shown(table)
        game = shown.entry.game
        if not (acting := sorted(game.to_act(shown.state))):
            return
        seat = acting[0]
        view = game.view(shown.state, seat)
        line = str(game.stands_in(view, game.legal(shown.state, seat), SeededRng(table.head)))
        await world.move(by_id(world, table.players[seat].user_id), line)


@pytest.mark.parametrize("key", GAMES)
async def test_all_that_everybody_reads_is_german_and_all_private_answers_are_french(
    key: str, split: World
) -> None:
    await opened(split, key)
    await played(split, 12)
    for command in ("table verify", "table export", "table log", "games"):
        await split.ann.slash(split.channel, command)
    for view in ("turned", "text"):
        await split.ann.slash(split.channel, "board", view=view)
    await split.ann.slash(split.channel, "rules", game=key)
    await split.cleo.slash(split.channel, "move", move="nonsense")
    for person in (split.ann, split.ben, split.cleo):
        if (await split.table()).status is Status.PLAYING:
            giving_up = "leave" if CATALOGUE[key].game.cooperative else "resign"
            await split.move(person, giving_up)
    assert (await split.table()).status is Status.OVER
    await split.later(0.1)
    shown = (await split.ann.slash(split.channel, "stats", show="channel")).response
    assert shown is not None
    await split.ann.click(shown, custom_id=str(Control(0, 0, stats.SHARE.path, "channel")))
    posted = split.posted()
    public = [one.text for one in posted if not one.private]
    private = [one.text for one in posted if one.private]
    assert len(public) > 12
    assert len(private) > 8
    assert [text for text in public if english_in(text, "de")] == []
    assert [text for text in private if english_in(text, "fr")] == []
    assert any("Das Siegel" in text or "Partie" in text or " und " in text for text in public)


async def helped(_: Thinking, question: Question, *_more: object) -> object:
    """True odds, a beginner's plans, and the first actions as the best ones: at once, without a process."""
    mind: Any = MINDS[question.game]
    if question.what == "odds":
        return mind.odds(question.view, question.actions)
    if question.what == "plan":
        return mind.plan(question.view, question.actions, mind.level("pip"), question.seed)
    return tuple(Weighed(action, 0.6 - place / 10) for place, action in enumerate(question.actions[:3]))


async def with_bots(world: World, key: str) -> None:
    """A game of Ann with bots, where there can be any."""
    duel: dict[str, object] = {"level": "odo", "side": 0}
    given: dict[str, dict[str, object]] = {"thud": duel, "ploc": duel, "trogdor": {"bots": 2}, "thrag": {}}
    await open_table(world.ann, world.channel, key, **given[key])
    if key == "trogdor":
        await world.ann.click(await world.shown(), label=words_in("de")("button.start"))


async def up_to_ann(world: World) -> None:
    """The bots have moved, and it is Ann's turn."""
    while 0 not in world.session.tables.acting(await world.table()):
        assert await world.later(PACE / 3600)


@pytest.mark.parametrize("key", GAMES)
async def test_bots_hints_odds_rules_and_reviews_speak_as_the_table_and_as_whoever_asks(
    key: str, split: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thinking, "ask", helped)
    await with_bots(split, key)
    await up_to_ann(split)
    for command in ("hint", "odds", "review", "rules"):
        await split.ann.slash(split.channel, command)
    await split.ann.slash(split.channel, "rules", search=f"{key}:notation-1")
    await split.ann.slash(split.channel, "rules", search="xyzzy")
    for _ in range(5):
        await up_to_ann(split)
        await played(split, 1)
    await split.move(split.ann, "leave" if CATALOGUE[key].game.cooperative else "resign")
    for _ in range(2):
        await split.later(PACE / 3600)
    ask(split, Contrary())
    await split.later(PAUSE / 3600)
    await split.ann.slash(split.channel, "review", table="T1")
    posted = split.posted()
    public = [one.text for one in posted if not one.private]
    private = [one.text for one in posted if one.private]
    assert any(words_in("de")("seen.card") in text for text in public)
    hints = ("**Grete** jouerait", "**Grete** choisirait")  # a line of notation, or a way through the menu
    assert any(hint in text for hint in hints for text in private)
    assert len(private) > 6
    assert [text for text in public if english_in(text, "de")] == []
    assert [text for text in private if english_in(text, "fr")] == []


async def test_who_is_called_between_moves_is_called_in_the_tables_language(split: World) -> None:
    await open_table(split.ann, split.channel, "ploc", clock=10, opponent=split.ben, side=0)
    await split.ben.click(await split.shown(), label=words_in("de")("button.sides.agree"))
    posted = [*await split.later(9), *await split.later(3)]
    assert len(posted) >= 2
    assert [one.text for one in posted if english_in(one.text, "de")] == []


async def test_a_direct_message_is_in_the_language_that_somebody_chose(split: World) -> None:
    await split.session.service(PersonalSettings).set_language(split.ann.id, "fr")
    await split.session.service(PersonalSettings).set_reminders(split.ann.id, "direct")
    await open_table(split.ann, split.channel, "ploc", clock=10, opponent=split.ben, side=0)
    split.a_minute_later()
    await split.ben.click(await split.shown(), label=words_in("de")("button.sides.agree"))
    (reminder,) = await split.later(9)
    assert reminder.pings == {split.ann.id}
    assert english_in(reminder.text, "fr") == []
    assert words_in("fr")("time.habits").splitlines()[0] in reminder.text


async def test_a_table_speaks_its_language_after_a_restart(split: World) -> None:
    await opened(split, "thud")
    await split.restart()
    assert (await split.table()).terms.language == "de"


async def test_without_a_setting_a_table_speaks_as_discord_says_of_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.request.spoken_at", lambda _: "fr")
    await open_table(world.ann, world.channel, "thud")
    assert (await world.table()).terms.language == "fr"


async def test_in_direct_messages_it_speaks_as_the_person_does(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.request.spoken_by", lambda _: "de")
    direct = await open_table(world.ann.user, None, "thrag")
    assert not board(direct).ephemeral
    assert (await world.table()).terms.language == "de"


# Commands


async def payload(bot: Taproom) -> list[dict[str, object]]:
    translator = Translator()
    return [dict(await one.get_translated_payload(bot.tree, translator)) for one in bot.tree.get_commands()]


def localized(part: object) -> list[tuple[str, dict[str, str], dict[str, str]]]:
    """The description of each command and option, in English and in other languages; and its name's."""
    found = []
    if isinstance(part, dict):
        if "description" in part:
            others = part.get("description_localizations") or {}
            found.append((str(part["description"]), dict(others), dict(part.get("name_localizations") or {})))
        for value in part.values():
            found += localized(value)
    elif isinstance(part, list):
        for value in part:
            found += localized(value)
    return found


async def test_every_command_is_described_in_every_language_and_named_alike_in_all(world: World) -> None:
    found = [one for command in await payload(world.bot) for one in localized(command)]
    assert len(found) > 50
    locales = {locale.value for locale in discord.Locale if language_of(locale.value) in LANGUAGES}
    others = {locale for locale in locales if not locale.startswith("en")}
    assert others == {"de", "fr"}
    assert [english for english, said, _ in found if set(said) != others] == []
    assert [english for english, _, names in found if names] == []


async def test_a_language_that_the_house_does_not_speak_is_answered_in_english(world: World) -> None:
    assert language_of("pt-BR") is None
    answer = told(await world.ann.slash(world.channel, "games"))
    assert answer == IN_ENGLISH("games.none")
