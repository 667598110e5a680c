"""Koom Valley as the bot plays it."""

from __future__ import annotations

from typing import Final

from bot.games.entry import Drawing, Entry, Glossary, Help, Rules, Speech
from bot.games.koom.description import describe
from bot.games.koom.english import ENGLISH
from bot.games.koom.lessons import LESSON
from bot.games.koom.menu import menu, suggest
from bot.games.koom.moments import final_view, motion, weight
from bot.games.koom.narration import (
    alt,
    call,
    ends_battle,
    header,
    is_opposite,
    narrate,
    standing,
    to_move,
    turn,
    turn_key,
)
from bot.games.koom.odds import odds
from bot.games.koom.pieces import paint_pieces, tell_pieces
from bot.games.koom.reasons import hangs, loses, why
from bot.games.koom.review import chapter, moment, review
from bot.store.codec import Codec
from engine.koom import GAME
from engine.koom.model import Action, Event, State
from engine.octagon.model import BattleBegan
from render.koom.ending import emblem
from render.koom.hint import hinted_places
from render.koom.labels import LABELS
from render.koom.paint import paint
from render.octagon.board import place_of

ENTRY: Final[Entry[State, Action, Event, State]] = Entry(
    game=GAME,
    codec=Codec(State),
    labels=LABELS,
    english=ENGLISH,
    terms={"side": "koom.side.{}"},
    rules=Rules(
        menu=menu,
        suggest=suggest,
        turn_key=turn_key,
        to_move=to_move,
        chance=False,
        ends={"quiet_limit": "100"},
    ),
    drawing=Drawing(
        paint=paint,
        action_places=hinted_places,
        place_of=lambda _, sheet, square: place_of(sheet, square),
        cover=(330, 400, 570, 640),
        is_opposite=is_opposite,
        motion=motion,
        final_view=final_view,
        new_battle=BattleBegan,
        emblem=emblem,
        glossary=Glossary(paint_pieces, tell_pieces),
    ),
    speech=Speech(
        narrate=narrate,
        header=header,
        standing=standing,
        turn=turn,
        call=call,
        alt=alt,
        describe=describe,
        chapter=chapter,
        moment=moment,
        lasting=ends_battle,
        weight=weight,
    ),
    help=Help(
        review=review,
        odds=odds,
        why=why,
        hangs=hangs,
        loses=loses,
        lesson=LESSON,
        remarkable=0.03,
    ),
)
