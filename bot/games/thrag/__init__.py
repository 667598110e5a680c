"""One Man, Thrag! as the bot plays it."""

from __future__ import annotations

from typing import Final

from bot.games.entry import Deal, Drawing, Entry, Glossary, Help, Rules, Speech
from bot.games.thrag.beasts import paint_beasts, tell_beasts
from bot.games.thrag.daily import rank, share
from bot.games.thrag.description import describe
from bot.games.thrag.english import ENGLISH, TERMS
from bot.games.thrag.lessons import LESSON
from bot.games.thrag.menu import menu, suggest
from bot.games.thrag.moments import weight
from bot.games.thrag.narration import alt, call, describe_marks, header, narrate, turn, turn_key
from bot.games.thrag.odds import luck, odds
from bot.games.thrag.orders import ORDERS
from bot.games.thrag.reasons import hangs, loses, why
from bot.games.thrag.review import chapter, moment, review
from bot.store.codec import Codec
from engine.thrag import GAME
from engine.thrag.events import Event
from engine.thrag.model import Action, State, View
from engine.thrag.rules import needs_memory
from render.thrag.ending import emblem
from render.thrag.hint import hinted_places, place_of
from render.thrag.labels import LABELS
from render.thrag.paint import paint

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
        from_memory=needs_memory,
        daily=Deal(share=share, rank=rank),
        weekly=Deal(share=share, rank=rank),
        orders=ORDERS,
    ),
    drawing=Drawing(
        paint=paint,
        action_places=hinted_places,
        place_of=lambda view, _, what: place_of(view, what),
        cover=(32, 405, 162, 535),
        emblem=emblem,
        glossary=Glossary(paint_beasts, tell_beasts),
    ),
    speech=Speech(
        describe_marks=describe_marks,
        narrate=narrate,
        header=header,
        turn=turn,
        call=call,
        alt=alt,
        describe=describe,
        chapter=chapter,
        moment=moment,
        weight=weight,
    ),
    help=Help(
        review=review,
        odds=odds,
        why=why,
        hangs=hangs,
        loses=loses,
        luck=luck,
        lesson=LESSON,
    ),
)
