"""The catalogue of Trogdor!! against the code: every key that is spoken exists, every key is spoken."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

from bot.games.trogdor.english import ENGLISH as TROGDOR
from bot.words import Words
from bot.words.english import HOUSE
from engine.core import Choice
from engine.trogdor import GAME, REFUSALS
from engine.trogdor.board import ORTHOGONAL, Direction, TileKind
from engine.trogdor.cards import INTERRUPTS, Card, Item, Keeper
from engine.trogdor.diagram import MARKS
from engine.trogdor.model import ItemMode, Phase, Verb
from engine.trogdor.setup import ANY
from tests.bot.words.test_words import COUNTED, keys_in_code, placeholders

WALKERS: Final = ("knight-1", "knight-2", "troghammer", "archer")
CAUSES: Final = ("trogdor", "card", "item", "path", "peasant", "rage")
QUESTIONS: Final = (Phase.SHIELD, Phase.TRINKET, Phase.FLASK)
ENDINGS: Final = GAME.endings
MISSES: Final = ("knights", "arrow", "none")
FOUND: Final = ("cottage", "peasant", "tile")


def _all(key: str, *fillings: Iterable[str]) -> tuple[str, ...]:
    """A key filled in with everything it can be; several are every combination."""
    return tuple(key.format(*row) for row in product(*fillings))


TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    "trogdor.card.{}": _all("trogdor.card.{}", Card),
    "trogdor.card.{}.told": _all("trogdor.card.{}.told", Card),
    "trogdor.share.{}": tuple(f"trogdor.share.{end}" for end in (*ENDINGS, "left")),
    "trogdor.keeper.{}": _all("trogdor.keeper.{}", Keeper),
    "trogdor.keeper.{}.told": _all("trogdor.keeper.{}.told", Keeper),
    "trogdor.item.{}": _all("trogdor.item.{}", Item),
    "trogdor.item.{}.use": _all("trogdor.item.{}.use", Item),
    "trogdor.item.{}.recharge": _all("trogdor.item.{}.recharge", Item),
    "trogdor.item.{}.short": _all("trogdor.item.{}.short", Item),
    "trogdor.kind.{}": tuple(f"trogdor.kind.{kind.name.lower()}" for kind in TileKind),
    "trogdor.who.{}": _all("trogdor.who.{}", WALKERS),
    "trogdor.whom.{}": _all("trogdor.whom.{}", WALKERS),
    "trogdor.piece.{}": _all("trogdor.piece.{}", WALKERS),
    "trogdor.recap.near.{}": _all("trogdor.recap.near.{}", MISSES),
    "trogdor.recap.near.last.{}": _all("trogdor.recap.near.last.{}", MISSES),
    "trogdor.direction.{}": _all("trogdor.direction.{}", ORTHOGONAL),
    "trogdor.moved.{}": _all("trogdor.moved.{}", ("step", "tunnel", "jump")),
    "trogdor.gained.{}": _all("trogdor.gained.{}", ("beans", "stump", "flowers")),
    "trogdor.burned.{}": _all("trogdor.burned.{}.{}", CAUSES, COUNTED),
    "trogdor.lit.{}": _all("trogdor.lit.{}.{}", ("trogdor", "peasant", "cottage"), COUNTED),
    "trogdor.ran.{}": _all("trogdor.ran.{}", ("void", "lake", "flask")),
    "trogdor.spared.{}": _all("trogdor.spared.{}", ("hiding", "card", "shield", "trinket")),
    "trogdor.reshuffled.{}": _all("trogdor.reshuffled.{}", ("trog", "movement")),
    "trogdor.untraded.{}": _all("trogdor.untraded.{}", ("partner", "owner", "table")),
    "trogdor.ended.{}": _all("trogdor.ended.{}", ENDINGS),
    "trogdor.over.{}": _all("trogdor.over.{}", ENDINGS),
    "trogdor.turn.{}": _all("trogdor.turn.{}", tuple(set(Phase) - {Phase.ACT, Phase.OVER})),
    "trogdor.turn.over.{}": _all("trogdor.turn.over.{}", ENDINGS),
    "trogdor.call.{}": _all("trogdor.call.{}", tuple(set(Phase) - {Phase.ACT, Phase.OVER, Phase.SPAWN})),
    "trogdor.ask.{}": _all("trogdor.ask.{}", (Phase.TRINKET, Phase.SPAWN, "act", "hiding", "path", "spent")),
    "trogdor.menu.{}": _all("trogdor.menu.{}", ("tile", "peasant", "cottage")),
    "trogdor.menu.pick.{}": _all("trogdor.menu.pick.{}", ("tile", "peasant", "cottage")),
    "trogdor.menu.group.{}": _all("trogdor.menu.group.{}", ("peasant", "cottage")),
    "trogdor.menu.burn.{}": _all("trogdor.menu.burn.{}", ("tile", "peasant", "cottage")),
    "trogdor.menu.way.{}": _all("trogdor.menu.way.{}", ORTHOGONAL),
    "trogdor.menu.{}.yes": _all("trogdor.menu.{}.yes", QUESTIONS),
    "trogdor.menu.{}.no": _all("trogdor.menu.{}.no", (*QUESTIONS, Phase.POUCH)),
    "trogdor.pad.{}": _all("trogdor.pad.{}", Direction),
    "trogdor.aside.{}": _all(
        "trogdor.aside.{}", (Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, "own", "anyone", "disk")
    ),
    "trogdor.aside.asks.{}": _all("trogdor.aside.asks.{}", ItemMode),
    "trogdor.text.kind.{}": tuple(f"trogdor.text.kind.{kind.name.lower()}" for kind in TileKind),
    "trogdor.text.mark.{}": _all("trogdor.text.mark.{}", MARKS.values()),
    "trogdor.text.at.{}": _all(
        "trogdor.text.at.{}", ("trogdor", "hiding", "peasants", "lit", "knights", "troghammer", "archer")
    ),
    "trogdor.text.asked.{}": _all("trogdor.text.asked.{}", tuple(set(Phase) - {Phase.OVER})),
    "trogdor.text.over.{}": _all("trogdor.text.over.{}", ENDINGS),
    "trogdor.text.direction.{}": _all("trogdor.text.direction.{}", ORTHOGONAL),
    "trogdor.text.land.{}": _all("trogdor.text.land.{}", ("hits", "mended", "repaired", "spawned", "lit")),
    "trogdor.why.who.{}": _all("trogdor.why.who.{}", ("archer", "knight-1", "troghammer")),
    "trogdor.why.finds.{}": _all("trogdor.why.finds.{}", (*FOUND, "hide")),
    "trogdor.why.nears.{}": _all("trogdor.why.nears.{}.{}", FOUND, COUNTED),
    "trogdor.why.wastes.{}": _all("trogdor.why.wastes.{}.{}", FOUND, COUNTED),
    "trogdor.loses.points.{}": _all("trogdor.loses.points.{}.{}", FOUND, COUNTED),
}
"""What the game's keys that are put together at run time can become."""

ELSEWHERE: Final = (
    "trogdor.review.",
    "trogdor.luck",
    "trogdor.odds.",
    "trogdor.picture.",
    "trogdor.describe.",
    "trogdor.learn.",
)
"""How keys of the game begin that are held against the code with those of all other games."""

HOUSES_OWN: Final = frozenset(
    {
        "trogdor.rules",
        "trogdor.gone.time",  # instead of `trogdor.gone`, where time decided
        "trogdor.example",
        "trogdor.panel",
        "trogdor.page",
        "trogdor.page.keys",
        *_all("trogdor.alone.{}", ("1", "2")),
        "trogdor.hangs",
        *_all("trogdor.pick.{}", ("keeper", "item")),
        *_all("trogdor.order.{}{}", sorted(INTERRUPTS), ("", ".told")),
        *_all("trogdor.keeper.{}{}", (ANY, *Keeper), ("", ".told")),
        *_all("trogdor.item.{}{}", (ANY, *Item), ("", ".told")),
        *(f"trogdor.option.{option.key}{end}" for option in GAME.options for end in ("", ".title")),
        *(
            f"trogdor.option.{option.key}.{value}"
            for option in GAME.options
            if isinstance(option, Choice)
            for value in option.choices
        ),
        *(f"trogdor.{key}" for key in REFUSALS),
    }
)
"""The keys of the bot's general sentences: in lobbies, commands and refusals."""


@cache
def used_keys() -> tuple[tuple[str, ast.Call | None], ...]:
    """Every key of the game's own catalogue in the code."""
    return tuple(
        (key, call)
        for key, call in keys_in_code()
        if key.startswith("trogdor.") and not key.startswith(ELSEWHERE)
    )


def ours() -> set[str]:
    """Every key of the game that its words speak."""
    found = set()
    for key, _ in used_keys():
        found |= set(TEMPLATES[key]) if "{}" in key else {key}
    return found


def test_every_key_that_is_spoken_exists_and_the_other_way_round() -> None:
    assert sorted((ours() | HOUSES_OWN) - set(TROGDOR)) == [], "said in the code, but in no catalogue"
    own = {key for key in TROGDOR if not key.startswith(ELSEWHERE)}
    assert sorted(own - ours() - HOUSES_OWN) == [], "in the catalogue, but never said"


def test_every_template_stands_in_the_code() -> None:
    assert set(TEMPLATES) == {key for key, _ in used_keys() if "{}" in key}


def test_what_a_call_gives_fills_the_sentence() -> None:
    unfilled = []
    for key, call in used_keys():
        if call is not None and all(keyword.arg for keyword in call.keywords):
            given = {keyword.arg for keyword in call.keywords} | {"count"}
            for one in TEMPLATES.get(key, (key,)):
                missing = placeholders(TROGDOR[one]) - given
                unfilled += [(one, missing, call.lineno)] if missing else []
    assert unfilled == []


def test_no_sentence_of_the_game_is_one_of_the_house() -> None:
    assert not set(TROGDOR) & set(HOUSE)
    assert all(key.startswith("trogdor.") for key in TROGDOR)
    assert all(sentence.strip() for sentence in TROGDOR.values())
    assert Words(HOUSE | TROGDOR)("trogdor.example") == "step n"
