"""Trogdor!! as the bot plays it."""

from __future__ import annotations

from typing import Final

from bot.games.entry import Deal, Drawing, Entry, Glossary, Help, Rules, Speech
from bot.games.trogdor.cards import paint_cards, tell_cards
from bot.games.trogdor.description import describe
from bot.games.trogdor.english import ENGLISH
from bot.games.trogdor.lessons import LESSON
from bot.games.trogdor.menu import menu, suggest
from bot.games.trogdor.moments import climax, film, motion, weight
from bot.games.trogdor.narration import alt, call, header, role, turn, turn_key
from bot.games.trogdor.odds import luck, odds
from bot.games.trogdor.orders import ORDERS
from bot.games.trogdor.plans import is_plan_step, price
from bot.games.trogdor.private_menu import aside, offered_seats
from bot.games.trogdor.reasons import hangs, loses, why
from bot.games.trogdor.recap import narrate_turns
from bot.games.trogdor.review import chapter, moment, review
from bot.games.trogdor.story import narrate
from bot.games.trogdor.weekly import LADDER, rank, share, shortfall
from bot.store.codec import Codec
from engine.trogdor import GAME
from engine.trogdor.events import Event
from engine.trogdor.model import Action, State, View
from render.trogdor.board import BAND, MAP, SIDE
from render.trogdor.ending import emblem
from render.trogdor.hint import hinted_places, place_of
from render.trogdor.labels import LABELS
from render.trogdor.paint import paint

ENTRY: Final[Entry[State, Action, Event, View]] = Entry(
    game=GAME,
    codec=Codec(State),
    labels=LABELS,
    english=ENGLISH,
    terms={"card": "trogdor.card.{}", "item": "trogdor.item.{}"},
    rules=Rules(
        menu=menu,
        suggest=suggest,
        turn_key=turn_key,
        aside=aside,
        offered_seats=offered_seats,
        weekly=Deal(share=share, rank=rank),
        ladder=LADDER,
        orders=ORDERS,
        is_plan_step=is_plan_step,
    ),
    drawing=Drawing(
        paint=paint,
        action_places=hinted_places,
        place_of=lambda view, _, what: place_of(view, what),
        film=film,
        climax=climax,
        glossary=Glossary(paint_cards, tell_cards),
        cover=(214, 281, 424, 491),
        whole=(MAP[0] - BAND, MAP[1] - BAND, MAP[0] + SIDE + BAND, MAP[1] + SIDE + BAND),
        motion=motion,
        emblem=emblem,
    ),
    speech=Speech(
        narrate=narrate,
        narrate_turns=narrate_turns,
        header=header,
        turn=turn,
        call=call,
        alt=alt,
        role=role,
        shortfall=shortfall,
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
        price=price,
    ),
)
