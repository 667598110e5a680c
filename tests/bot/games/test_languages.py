"""Thud, Ploc and One Man, Thrag! in languages other than English: whole games, read and played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

import pytest

from bot.games.catalogue import CATALOGUE, AnyEntry, words_in
from bot.words import ENGLISH, LANGUAGES, Names
from bot.words.menu import Menu, buttons_of
from bot.words.review import LONGEST
from bot.words.sentences import with_terms
from engine.octagon import model as octagon
from engine.ploc import events as ploc
from engine.replay import LogPosition
from engine.thrag import events as thrag
from engine.thrag.model import BEASTS, Fight, Foe, Suit
from engine.thud import model as thud
from tests.bot.games.test_menus import menus
from tests.bot.games.thrag.test_narration import REFUSED, refusal_of
from tests.bot.games.trogdor.test_menu import fits
from tests.bot.games.whole_games import whole
from tests.playthroughs.golden import FILES

GAMES = ("thud", "ploc", "thrag")
PLAYED = [file.stem for file in FILES if file.stem.split("_")[0] in GAMES]
LONG = ("Bartholomew the Verbose of Upper", "Magdalena von und zu Hohenfels-W")
"""Two names as long as they can be."""

BARE = re.compile(r"`[^`]*`|One Man, Thrag!|\bThud\b")
"""What stays as it is: notation, and names."""

ENGLISH_WORDS = re.compile(
    r"\b(the|and|or|of|with|turn|turns|match|battle|ply|dwarfs?|trolls|beasts?|coins?|pawns?|red|green|blue|black"
    r"|athletes?|lying|standing|wins|rolled|end|left|none|damage|takes|loses|agreed)\b"
)
SHARED = {"fr": {"match", "trolls"}}
"""Words of both languages."""

IN_EACH = pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {ENGLISH}))


def positions(name: str) -> tuple[AnyEntry, Names, tuple[LogPosition, ...]]:
    """The game of a playthrough, its players and its positions."""
    game, seats, found = whole(name)
    return CATALOGUE[game], LONG[:seats], found


def texts(shown: Menu) -> Iterator[str]:
    """All that a menu says."""
    yield shown.question
    for button in buttons_of(shown):
        yield from (button.label, button.confirm)
    for part in shown.lists:
        yield part.title
        for option in part.options:
            yield option.description


@cache
def spoken_lines(language: str, name: str) -> tuple[str, ...]:
    """All that is said of a playthrough: what happened, and at every fifth position what the board says."""
    words = words_in(language)
    entry, names, found = positions(name)
    said = [line for position in found for line in entry.speech.narrate(words, names, position.events)]
    for position in found[::5]:
        view = entry.game.view(position.state, None)
        said += [*entry.speech.header(words, names, view), entry.speech.turn(words, names, view)]
        said += [
            entry.speech.alt(words, names, view),
            *texts(entry.rules.menu(words, names, position.state, "")),
        ]
        if entry.game.to_act(position.state):
            said.append(entry.speech.call(words, names, view, "@Ann"))
    whole_game = entry.help.review(words, names, found)
    said += [whole_game.result, *(part for fact in whole_game.facts for part in fact)]
    return tuple(said)


@IN_EACH
@pytest.mark.parametrize("name", PLAYED)
def test_nothing_of_a_whole_game_is_left_in_english(language: str, name: str) -> None:
    lines = [BARE.sub("", line) for line in spoken_lines(language, name)]
    for person in LONG:
        lines = [line.replace(person, "") for line in lines]
    assert [line for line in lines if set(ENGLISH_WORDS.findall(line)) - SHARED.get(language, set())] == []


@IN_EACH
@pytest.mark.parametrize("name", PLAYED)
def test_pictures_are_described_and_turnings_told_in_the_room_there_is(language: str, name: str) -> None:
    words = words_in(language)
    entry, names, found = positions(name)
    for position in found[::5]:
        view = entry.game.view(position.state, None)
        assert 0 < len(entry.speech.alt(words, names, view)) < 1024
        assert (
            0 < len(entry.speech.turn(words, names, view).replace(names[0], "").replace(names[-1], "")) <= 40
        )
    assert all(len(turning.text) <= LONGEST for turning in entry.help.review(words, names, found).turnings)


@IN_EACH
@pytest.mark.parametrize("name", PLAYED)
def test_menus_fit_on_the_screen(language: str, name: str) -> None:
    entry, names, found = positions(name)
    for position in found[::5]:
        if entry.game.outcome(position.state) is None:
            at = partial(entry.rules.menu, words_in(language), names, position.state)
            for path, shown in menus(at).items():
                fits(shown, path)


@IN_EACH
@pytest.mark.parametrize("key", REFUSED)
def test_refusals_name_colours_in_the_language_that_is_spoken(language: str, key: str) -> None:
    words, cause = words_in(language), refusal_of(*REFUSED[key])
    said = words(f"thrag.{key}", who="Ann", **with_terms(words, f"thrag.{key}", cause.values))
    assert ENGLISH_WORDS.search(BARE.sub("", said)) is None


@IN_EACH
def test_a_wrong_letter_is_told_with_the_side_that_stands_there(language: str) -> None:
    words = words_in(language)
    said = words(
        "thud.wrong-letter", **with_terms(words, "thud.wrong-letter", {"square": "E2", "side": "dwarfs"})
    )
    assert words("thud.side.dwarfs") in said


# German, where a word depends on its neighbours


def german(game: str, *events: object) -> str:
    """What happened, in German."""
    return " ".join(CATALOGUE[game].speech.narrate(words_in("de"), ("Ann", "Ben"), events))


def test_a_colour_has_the_ending_of_its_place() -> None:
    rerolled = german("thrag", thrag.Rerolled(Suit.GREEN, Suit.GREEN, 5, 0))
    assert rerolled == "Die grüne Figur würfelt für ihre Bestie neu: Aus 5 wird 0."
    words = words_in("de")
    told = words("thrag.menu.coin.other", foe="Moorotter", pool=words("thrag.suit.red"), told="Tod")
    assert told == "Moorotter, rote Münze: Tod"
    reroll = words("thrag.menu.reroll", suit=words("thrag.colour.red"), beast="Rostigel")
    assert reroll == "Rot neu würfeln (Rostigel)"


@pytest.mark.parametrize(
    ("suit", "tile", "said"),
    [(Suit.BLUE, 3, "Der Grabenreiher fällt."), (Suit.GREEN, 1, "Die Mooskröte fällt.")],
)
def test_a_beast_has_its_article_where_a_sentence_begins(suit: Suit, tile: int, said: str) -> None:
    fight = Fight(suit, tile, 0, 2, Suit.RED, 4, 4)
    assert german("thrag", thrag.Slain(fight)) == f"Das macht 6 gegen {tile}: {said}"


def test_several_beasts_share_their_verb() -> None:
    gone = [thrag.Escaped(suit, 3) for suit in BEASTS]
    assert german("thrag", *gone) == "Entkommen: Rostigel, Dornenhase und Grabenreiher."


def test_one_beast_and_many_are_told_apart() -> None:
    began = german("thrag", thrag.TurnBegan(3, (Foe(5, 3), None, Foe(3, 0)), 2))
    assert began == "**Runde 3:** Ofenbulle (Rot 8) und Grabenreiher (Blau 3). Thrag würfelt 2."
    words = words_in("de")
    assert words.some("thrag.beasts", 1) == "1 Bestie"
    assert words.some("thrag.beasts", 0) == "0 Bestien"


def test_athletes_who_come_and_go_are_counted() -> None:
    assert german("ploc", ploc.Swapped(0, 5, 5, 1)).endswith("1 Athlet kommt dazu.")
    assert german("ploc", ploc.Swapped(0, 2, 5, -3)).endswith("3 Athleten gehen.")
    assert "raus bei Broadford: 1 Athlet." in german("ploc", ploc.WentBerserk(0, 6, 1, 0))


def test_a_line_of_dwarfs_and_a_lone_one_are_told_apart() -> None:
    assert "mit einem einzelnen Zwerg" in german("thud", thud.Hurled(0, "E2", "E3", 1))
    assert "(4er-Reihe)" in german("thud", thud.Hurled(0, "E2", "E6", 4))
    assert german("thud", octagon.Captured(octagon.Side.DWARFS, ("E2", "E3"))) == (
        "2 Zwerge geschlagen: E2 und E3."
    )
