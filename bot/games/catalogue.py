"""What belongs together: a game, its painter, its words and its menu, joined so that types must fit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Generic, TypeAlias

from PIL import Image

from bot.games.ploc import menu as ploc_menu
from bot.games.ploc import narration as ploc
from bot.games.ploc import odds as ploc_odds
from bot.games.ploc import review as ploc_review
from bot.games.ploc.english import PLOC as PLOC_IN_ENGLISH
from bot.games.thrag import daily as thrag_daily
from bot.games.thrag import menu as thrag_menu
from bot.games.thrag import narration as thrag
from bot.games.thrag import odds as thrag_odds
from bot.games.thrag import review as thrag_review
from bot.games.thrag.english import THRAG as THRAG_IN_ENGLISH
from bot.games.thud import menu as thud_menu
from bot.games.thud import narration as thud
from bot.games.thud import odds as thud_odds
from bot.games.thud import review as thud_review
from bot.games.thud.english import THUD as THUD_IN_ENGLISH
from bot.games.trogdor import aside as trogdor_aside
from bot.games.trogdor import menu as trogdor_menu
from bot.games.trogdor import narration as trogdor
from bot.games.trogdor import odds as trogdor_odds
from bot.games.trogdor import review as trogdor_review
from bot.games.trogdor.english import TROGDOR as TROGDOR_IN_ENGLISH
from bot.store.codec import Codec
from bot.words import ENGLISH, Names, Words, luck
from bot.words.english.bots import BOTS
from bot.words.english.fair import FAIR, MOVING
from bot.words.english.history import HISTORY
from bot.words.english.house import HOUSE
from bot.words.english.luck import LUCK
from bot.words.english.me import ME
from bot.words.english.odds import ODDS
from bot.words.english.options import REFUSED
from bot.words.english.privacy import PRIVACY
from bot.words.english.replay import REPLAY
from bot.words.english.review import REVIEW
from bot.words.english.server import SERVER
from bot.words.english.teaching import TEACHING
from bot.words.english.threads import THREADS
from bot.words.english.time import TIME
from bot.words.english.undo import UNDO
from bot.words.english.why import WHY
from bot.words.languages import LANGUAGES, spoken
from bot.words.menu import Menu
from bot.words.odds import Chances
from bot.words.review import Review
from engine.core import A, E, Game, S, Seat, V
from engine.mind import Odds
from engine.ploc import GAME as PLOC
from engine.ploc.model import State as PlocState
from engine.replay import Moment, Position
from engine.thrag import GAME as THRAG
from engine.thrag.model import State as ThragState
from engine.thud import GAME as THUD
from engine.thud.model import Action, Move
from engine.thud.model import State as ThudState
from engine.thud.position import START
from engine.thud.thud_file import write_thud
from engine.trogdor import GAME as TROGDOR
from engine.trogdor.frames import land_frames
from engine.trogdor.model import Action as TrogdorAction
from engine.trogdor.model import State as TrogdorState
from render.kit.labels import LABELS
from render.kit.sheet import Sheet
from render.ploc.hint import hinted as hinted_ploc
from render.ploc.paint import paint as paint_ploc
from render.thrag.hint import hinted as hinted_thrag
from render.thrag.paint import paint as paint_thrag
from render.thud.hint import hinted as hinted_thud
from render.thud.paint import paint as paint_thud
from render.trogdor.film import film as film_of_land
from render.trogdor.hint import hinted as hinted_trogdor
from render.trogdor.paint import paint as paint_trogdor


@dataclass(frozen=True, slots=True)
class Daily(Generic[S]):
    """How the deal of the day of a game for one is told and compared.

    `share` is one line about a finished game, made from its states: the one it began with, and the one after
    each action. It spoils nothing of the deal. `rank` is how good the end of a game is: larger is better; an
    empty one has no place among the others.
    """

    share: Callable[[Words, tuple[S, ...]], str]
    rank: Callable[[S], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Entry(Generic[S, A, E, V]):
    """A game as the bot plays it.

    `turn_key` changes when a new message is due and not just an edit of the one that is there.
    `english` holds the game's sentences, their keys beginning with the game's own; `files` gives further
    files of a game's moves by name, in the formats of other programs. `review` tells a game as a whole, from
    the positions that nobody took back (`engine.replay.lasting`). `aside` is the private menu of one
    seat at a path, `film` an animated GIF of what happened; the game's own buttons ask for them. `daily` is
    there for games that have a deal of the day, `luck` for those with chance: lines about what it gave.
    `chapter` is what the part of the game is called that a state belongs to.
    `role` is who a seat is in the game, where players are known by that. Without `chance` nothing in the game
    is rolled, drawn or shuffled, so nobody is told of a seal, and there is nothing to salt. `asked` are seats
    that were offered something and need not answer, so that a bot can. `hinted` are the places of an action,
    as `render.kit.sheet.Sheet` names them, `chances` what its mind's odds say in words.
    """

    game: Game[S, A, E, V]
    codec: Codec[S]
    paint: Callable[[V, Sheet], Image.Image]
    narrate: Callable[[Words, Names, tuple[E, ...]], tuple[str, ...]]
    header: Callable[[Words, Names, V], tuple[str, ...]]
    turn: Callable[[Words, Names, V], str]
    call: Callable[[Words, Names, V, str], str]
    alt: Callable[[Words, Names, V, str], str]
    menu: Callable[[Words, Names, S, str], Menu]
    suggest: Callable[[S, Seat], tuple[str, ...]]
    turn_key: Callable[[S], Hashable]
    files: Callable[[tuple[A, ...], tuple[S, ...]], dict[str, str]]
    review: Callable[[Words, Names, Sequence[Position]], Review]
    english: Mapping[str, str]
    aside: Callable[[Words, Names, S, Seat, str], Menu] | None = None
    film: Callable[[Words, Names, Sheet, Sequence[Moment]], bytes] | None = None
    daily: Daily[S] | None = None
    luck: Callable[[Words, Names, Sequence[Position]], tuple[str, ...]] | None = None
    role: Callable[[Words, V, Seat], str] | None = None
    chance: bool = True
    asked: Callable[[S], frozenset[Seat]] | None = None
    chapter: Callable[[Words, S], str] | None = None
    hinted: Callable[[V, A], tuple[str, ...]] | None = None
    chances: Callable[[Words, Names, V, Sequence[Odds]], Chances] | None = None


AnyEntry: TypeAlias = Entry[Any, Any, Any, Any]


def join(entry: Entry[S, A, E, V]) -> AnyEntry:
    """The entry, its types forgotten after the type checker has seen that they fit each other."""
    return entry


def _thud_files(actions: tuple[Action, ...], states: tuple[ThudState, ...]) -> dict[str, str]:
    """A `.thud` file for each battle; `states` are the ones before each action."""
    battles: dict[int, list[Move]] = {}
    for action, state in zip(actions, states, strict=True):
        if isinstance(action, Move):
            battles.setdefault(state.battle, []).append(action)
    return {f"battle-{battle}.thud": write_thud(START, tuple(plies)) for battle, plies in battles.items()}


def _thud_turn(state: ThudState) -> Hashable:
    return state.battle, state.ply, THUD.to_act(state), state.outcome


def _no_files(_actions: tuple[TrogdorAction, ...], _states: tuple[TrogdorState, ...]) -> dict[str, str]:
    """No other program reads Trogdor!!."""
    return {}


def _offered_a_trade(state: TrogdorState) -> frozenset[Seat]:
    return frozenset[Seat]() if state.offer is None else frozenset({state.offer.partner})


def _trogdor_film(words: Words, _names: Names, sheet: Sheet, moments: Sequence[Moment]) -> bytes:
    """The land's last turn; nothing before it has had one."""
    lines = [(moment.state, moment.seat, moment.action, moment.rng) for moment in moments]
    frames = land_frames(lines)
    return film_of_land(frames, replace(sheet, turn=words("trogdor.film"))) if frames else b""


CATALOGUE: Final = {
    entry.game.key: entry
    for entry in (
        join(
            Entry(
                game=THUD,
                codec=Codec[ThudState](ThudState),
                paint=paint_thud,
                narrate=thud.narrate,
                header=thud.header,
                turn=thud.turn,
                call=thud.call,
                alt=thud.alt,
                menu=thud_menu.menu,
                suggest=thud_menu.suggest,
                turn_key=_thud_turn,
                files=_thud_files,
                review=thud_review.review,
                chapter=thud_review.chapter,
                hinted=hinted_thud,
                chances=thud_odds.chances,
                english=THUD_IN_ENGLISH,
                chance=False,
            )
        ),
        join(
            Entry(
                game=TROGDOR,
                codec=Codec[TrogdorState](TrogdorState),
                paint=paint_trogdor,
                narrate=trogdor.narrate,
                header=trogdor.header,
                turn=trogdor.turn,
                call=trogdor.call,
                alt=trogdor.alt,
                menu=trogdor_menu.menu,
                suggest=trogdor_menu.suggest,
                turn_key=trogdor.turn_key,
                files=_no_files,
                review=trogdor_review.review,
                chapter=trogdor_review.chapter,
                hinted=hinted_trogdor,
                chances=trogdor_odds.chances,
                english=TROGDOR_IN_ENGLISH,
                aside=trogdor_aside.aside,
                film=_trogdor_film,
                luck=luck.trogdor,
                role=trogdor.role,
                asked=_offered_a_trade,
            )
        ),
        join(
            Entry(
                game=THRAG,
                codec=Codec[ThragState](ThragState),
                paint=paint_thrag,
                narrate=thrag.narrate,
                header=thrag.header,
                turn=thrag.turn,
                call=thrag.call,
                alt=thrag.alt,
                menu=thrag_menu.menu,
                suggest=thrag_menu.suggest,
                turn_key=thrag.turn_key,
                files=thrag.files,
                review=thrag_review.review,
                chapter=thrag_review.chapter,
                hinted=hinted_thrag,
                chances=thrag_odds.chances,
                english=THRAG_IN_ENGLISH,
                daily=Daily(share=thrag_daily.share, rank=thrag_daily.rank),
                luck=luck.thrag,
            )
        ),
        join(
            Entry(
                game=PLOC,
                codec=Codec[PlocState](PlocState),
                paint=paint_ploc,
                narrate=ploc.narrate,
                header=ploc.header,
                turn=ploc.turn,
                call=ploc.call,
                alt=ploc.alt,
                menu=ploc_menu.menu,
                suggest=ploc_menu.suggest,
                turn_key=ploc.turn_key,
                files=ploc.files,
                review=ploc_review.review,
                chapter=ploc_review.chapter,
                hinted=hinted_ploc,
                chances=ploc_odds.chances,
                english=PLOC_IN_ENGLISH,
                luck=luck.ploc,
            )
        ),
    )
}
"""The games as the bot plays them, by key; a test compares it with the engine's registry."""

IN_ENGLISH: Final = Words(
    HOUSE
    | ME
    | HISTORY
    | TIME
    | REVIEW
    | THREADS
    | REPLAY
    | SERVER
    | LUCK
    | UNDO
    | PRIVACY
    | LABELS
    | FAIR
    | MOVING
    | BOTS
    | TEACHING
    | ODDS
    | REFUSED
    | WHY
    | {key: said for entry in CATALOGUE.values() for key, said in entry.english.items()}
)
"""Every sentence of the house and its games."""


@cache
def words_in(language: str) -> Words:
    """The words of a language; English ones for a language that the house does not speak."""
    return spoken(IN_ENGLISH.english, language) if language in LANGUAGES.keys() - {ENGLISH} else IN_ENGLISH
