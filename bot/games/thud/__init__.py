"""Thud as the bot plays it."""

from __future__ import annotations

from typing import Final

from bot.games.entry import Drawing, Entry, Glossary, Help, Rules, Speech
from bot.games.thud.description import describe
from bot.games.thud.english import ENGLISH, TERMS
from bot.games.thud.lessons import LESSON
from bot.games.thud.menu import menu, suggest
from bot.games.thud.moments import final_view, motion, weight
from bot.games.thud.narration import (
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
from bot.games.thud.odds import odds
from bot.games.thud.pieces import paint_pieces, tell_pieces
from bot.games.thud.reasons import hangs, loses, why
from bot.games.thud.review import chapter, files, moment, review
from bot.store.codec import Codec
from engine.octagon.model import BattleBegan
from engine.thud import GAME
from engine.thud.model import Action, Event, State, View
from render.octagon.board import place_of
from render.thud.ending import emblem
from render.thud.hint import hinted_places
from render.thud.labels import LABELS
from render.thud.paint import paint

ENTRY: Final[Entry[State, Action, Event, View]] = Entry(
    game=GAME,
    codec=Codec(State),
    labels=LABELS,
    english=ENGLISH,
    terms=TERMS,
    rules=Rules(
        menu=menu,
        suggest=suggest,
        turn_key=turn_key,
        to_move=to_move,
        files=files,
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
