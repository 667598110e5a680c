"""Ploc as the bot plays it."""

from __future__ import annotations

from typing import Final

from bot.games.entry import Drawing, Entry, Glossary, Help, Rules, Speech
from bot.games.ploc.description import describe
from bot.games.ploc.dice import paint_dice, tell_dice
from bot.games.ploc.english import ENGLISH
from bot.games.ploc.lessons import LESSON
from bot.games.ploc.menu import menu, suggest
from bot.games.ploc.moments import weight
from bot.games.ploc.narration import alt, call, ends_match, header, narrate, to_move, turn, turn_key
from bot.games.ploc.odds import luck, odds
from bot.games.ploc.orders import ORDERS
from bot.games.ploc.reasons import hangs, loses, why
from bot.games.ploc.recap import narrate_turns
from bot.games.ploc.review import chapter, moment, review
from bot.store.codec import Codec
from engine.ploc import GAME
from engine.ploc.events import Event
from engine.ploc.model import Action, State, View
from render.ploc.ending import emblem
from render.ploc.hint import hinted_places, place_of
from render.ploc.labels import LABELS
from render.ploc.paint import paint

BROADFORD: Final = 0.62
"""Broadford's share of wins between equals, as it begins the deciding match.

From 55 to 65 percent, by their strength: docs/strength.md has the numbers.
"""

ENTRY: Final[Entry[State, Action, Event, View]] = Entry(
    game=GAME,
    codec=Codec(State),
    labels=LABELS,
    english=ENGLISH,
    rules=Rules(
        menu=menu,
        suggest=suggest,
        turn_key=turn_key,
        to_move=to_move,
        orders=ORDERS,
        second_wins=BROADFORD,
        ends={"turn_limit": "40"},
    ),
    drawing=Drawing(
        paint=paint,
        action_places=hinted_places,
        place_of=place_of,
        cover=(310, 330, 630, 650),
        emblem=emblem,
        glossary=Glossary(paint_dice, tell_dice),
    ),
    speech=Speech(
        narrate=narrate,
        header=header,
        turn=turn,
        narrate_turns=narrate_turns,
        call=call,
        alt=alt,
        describe=describe,
        chapter=chapter,
        moment=moment,
        lasting=ends_match,
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
