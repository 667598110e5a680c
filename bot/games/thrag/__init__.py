"""One Man, Thrag! as the bot plays it."""

from __future__ import annotations

from typing import Final

from bot.games.entry import Deal, Entry, Glossary
from bot.games.thrag.beasts import paint_beasts, tell_beasts
from bot.games.thrag.daily import rank, share
from bot.games.thrag.description import describe
from bot.games.thrag.english import ENGLISH, TERMS
from bot.games.thrag.lessons import LESSON
from bot.games.thrag.menu import menu, suggest
from bot.games.thrag.moments import weight
from bot.games.thrag.narration import alt, call, header, marked, narrate, turn, turn_key
from bot.games.thrag.odds import luck, odds
from bot.games.thrag.orders import ORDERS
from bot.games.thrag.reasons import hangs, loses, why
from bot.games.thrag.review import chapter, moment, review
from bot.store.codec import Codec
from engine.thrag import GAME
from engine.thrag.events import Event
from engine.thrag.model import Action, State, View
from engine.thrag.rules import from_memory
from render.thrag.ending import emblem
from render.thrag.hint import hinted, place_of
from render.thrag.labels import LABELS
from render.thrag.paint import paint

ENTRY: Final[Entry[State, Action, Event, View]] = Entry(
    game=GAME,
    codec=Codec(State),
    paint=paint,
    hinted=hinted,
    place_of=lambda view, _, what: place_of(view, what),
    marked=marked,
    labels=LABELS,
    english=ENGLISH,
    terms=TERMS,
    narrate=narrate,
    header=header,
    turn=turn,
    call=call,
    alt=alt,
    menu=menu,
    suggest=suggest,
    describe=describe,
    turn_key=turn_key,
    review=review,
    chapter=chapter,
    moment=moment,
    from_memory=from_memory,
    odds=odds,
    why=why,
    hangs=hangs,
    loses=loses,
    luck=luck,
    daily=Deal(share=share, rank=rank),
    weekly=Deal(share=share, rank=rank),
    lesson=LESSON,
    orders=ORDERS,
    cover=(32, 405, 162, 535),
    weight=weight,
    emblem=emblem,
    glossary=Glossary(paint_beasts, tell_beasts),
)
