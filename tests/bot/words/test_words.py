"""The catalogue against the code: every key that is used exists, every key that exists is used."""

from __future__ import annotations

import ast
import importlib
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import bot
import engine
import render
from bot.discord.channels import CONNECT, NEEDED
from bot.discord.refusals import refusal
from bot.features import FEATURES
from bot.features.matchmaking.model import Pace
from bot.features.remarks.service import WAYS
from bot.features.tournaments.model import Form
from bot.features.tournaments.texts import STAGES
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.games.lesson import ON, OTHER, RIGHT
from bot.games.puzzle import TRIES
from bot.kernel.errors import Illegal
from bot.kernel.feature import MoreGroup
from bot.kernel.tables.seats import has_lobby
from bot.kernel.time.schedule import SNOOZES
from bot.minds.analysis import Mark
from bot.store import Overtime, Status
from bot.ui.alarms.notices import CHOICES
from bot.ui.play.panel import OWN_SEATS
from bot.ui.play.setup_draft import SWITCHES
from bot.words import Words
from bot.words.english.options import REFUSED
from engine.core import Choice, IllegalAction
from engine.mind import LEVELS
from engine.octagon.board import DIRECTIONS
from engine.octagon.model import PlayerCall, Side
from engine.registry import GAMES
from engine.thud.model import Event
from tests.bot.games.lessons import TAUGHT, verdicts
from tests.bot.parts import PARTS
from tests.bot.samples import ANN, BEN, table_of
from tests.engine.games import picks_of
from tests.engine.thud.test_refusals import CASES, Case
from tests.playthroughs.golden import FILES, plies

ROOT = Path(__file__).parents[3]
SAID = IN_ENGLISH.english
SIDES = tuple(Side)
COUNTED = ("one", "many")


def refusals(game: str) -> frozenset[str]:
    """Return every key of a game engine's refusals; each needs its sentence."""
    found: frozenset[str] = importlib.import_module(f"engine.{game}").REFUSALS
    return found


PICKS = [(key, pick) for key, entry in CATALOGUE.items() for pick in picks_of(entry.game)]
"""What players can pick, with any options."""

TRIED = "{}.learn.{}.{}"
"""Keys for a try in an exercise that is not the solution."""

YES_OR_NO = ("forfeit", "thread", *SWITCHES)
"""Terms that are set with a yes or a no when a table is opened."""

REELS = ("replay", "highlights")
"""The films of whole games."""

TEMPLATES: dict[str, tuple[str, ...]] = {
    "{}.{}": tuple(f"{game}.{key}" for game in GAMES for key in refusals(game)),  # the engine's refusals
    "{}.time": tuple(key for key in SAID if key.endswith(".time") and key.removesuffix(".time") in SAID),
    "{}.example": tuple(f"{game}.example" for game in GAMES),
    "{}.rules": tuple(f"{game}.rules" for game in GAMES),
    "{}.option.{}": tuple(
        f"{key}.option.{option.key}" for key, entry in CATALOGUE.items() for option in entry.game.options
    ),
    "button.tournament.{}": ("button.tournament.withdraw", "button.tournament.cancel"),
    "tournament.ask.{}": ("tournament.ask.withdraw", "tournament.ask.cancel"),
    "tournament.seeding.{}": ("tournament.seeding.rating", "tournament.seeding.draw"),
    "tournament.stage.{}": tuple(f"tournament.stage.{stage}" for stage in STAGES),
    "tournament.tables.{}": ("tournament.tables.threads", "tournament.tables.here"),
    **{
        f"tournament.{what}.{{}}": tuple(f"tournament.{what}.{form}" for form in Form)
        for what in (
            "code",
            "details",
            "details.bots",
            "details.void",
            "details.withdrawn",
            "form",
            "invites",
        )
    },
    "{}.seat.{}.first": tuple(
        f"{key}.seat.{seat}.first"
        for key, entry in CATALOGUE.items()
        for seat in range(entry.game.seats.start)
        if not has_lobby(entry.game)
    ),
    **{f"{{}}.{what}": tuple(f"{reel}.{what}" for reel in REELS) for what in ("title", "alt", "shared")},
    "{}.order.{}": tuple(
        f"{key}.order.{order.key}" for key, entry in CATALOGUE.items() for order in entry.rules.orders
    ),
    "{}.order.{}.told": tuple(
        f"{key}.order.{order.key}.told" for key, entry in CATALOGUE.items() for order in entry.rules.orders
    ),
    "orders.line.{}": tuple(f"orders.line.{value}" for value in ("ask", "auto", "never")),
    "orders.set.{}": tuple(f"orders.set.{value}" for value in ("ask", "auto", "never")),
    "{}.page": tuple(f"{key}.page" for key in GAMES),
    "{}.page.keys": ("trogdor.page.keys",),
    "{}.hangs": tuple(f"{key}.hangs" for key, entry in CATALOGUE.items() if entry.help.hangs is not None),
    "more.{}": tuple(f"more.{group}" for group in MoreGroup),
    "{}.panel": tuple(f"{key}.panel" for key in GAMES),
    "{}.glossary": tuple(
        f"{key}.glossary" for key, entry in CATALOGUE.items() if entry.drawing.glossary is not None
    ),
    "remark.{}.{}.{}.{}": tuple(
        f"remark.{level}.{whose}.{mark}.{number}"
        for level in LEVELS
        for whose in ("own", "yours")
        for mark in Mark
        for number in range(1, WAYS + 1)
    ),
    "{}.ends": tuple(f"{key}.ends" for key, entry in CATALOGUE.items() if entry.rules.ends),
    "{}.option.{}.title": tuple(
        f"{key}.option.{option.key}.title"
        for key, entry in CATALOGUE.items()
        for option in entry.game.options
    ),
    "{}.option.{}.{}": tuple(
        f"{key}.option.{option.key}.{value}"
        for key, entry in CATALOGUE.items()
        for option in entry.game.options
        if isinstance(option, Choice)
        for value in option.choices
    ),
    "{}.alone.{}": tuple(
        f"{key}.alone.{count}"
        for key, entry in CATALOGUE.items()
        if has_lobby(entry.game) and entry.game.seats.start == 1
        for count in OWN_SEATS
    ),
    "{}.pick.{}": tuple(f"{key}.pick.{pick.key}" for key, pick in PICKS),
    "{}.{}.{}": tuple(f"{key}.{pick.key}.{value}" for key, pick in PICKS for value in pick.choices),
    "{}.{}.{}.told": tuple(f"{key}.{pick.key}.{value}.told" for key, pick in PICKS for value in pick.choices),
    "finding.pace.{}": tuple(f"finding.pace.{pace}" for pace in Pace),
    "finding.pace.{}.pick": tuple(f"finding.pace.{pace}.pick" for pace in Pace),
    "agreed.{}": tuple(f"agreed.{name}" for name in SWITCHES),
    "panel.{}": tuple(f"panel.{name}" for name in YES_OR_NO),
    "panel.{}.no": tuple(f"panel.{name}.no" for name in YES_OR_NO),
    "panel.{}.yes": tuple(f"panel.{name}.yes" for name in YES_OR_NO),
    "agreed.overtime.{}": ("agreed.overtime.leader", "agreed.overtime.mind"),
    "bots.{}": tuple(f"bots.{level}" for level in LEVELS),
    "lobby.overtime.{}": ("lobby.overtime.leader", "lobby.overtime.mind"),
    "panel.overtime.{}": tuple(f"panel.overtime.{way}" for way in Overtime),
    "{}.learn.{}": tuple(f"{game}.learn.{key}" for game, key in TAUGHT),
    "{}.learn.{}.right": tuple(f"{game}.learn.{key}.right" for game, key in TAUGHT),
    TRIED: (),  # found by `tried` when a test asks: exercises are played through for it
    "puzzle.tries.{}": tuple(f"puzzle.tries.{number}" for number in range(1, TRIES + 1)),
    "{}.learn.end": tuple(f"{key}.learn.end" for key, entry in CATALOGUE.items() if entry.help.lesson),
    "permission.{}": tuple(f"permission.{name}" for name in (*NEEDED, CONNECT, "send_messages_in_threads")),
    "me.data.about.{}": tuple(f"me.data.about.{part}" for part in PARTS),
    "table.state.{}": tuple(f"table.state.{status}" for status in Status if status is not Status.PLAYING),
    "time.{}": tuple(
        f"time.{kind}"
        for kind in ("call", "nudge", "remind", "remind.patience", "snoozed", "snoozed.clock", "invite")
    ),
    "time.in.{}": tuple(f"time.in.{span}" for span in SNOOZES),
    "time.up.{}": tuple(f"time.up.{choice}" for choice in CHOICES),
    "time.up.{}.alone": tuple(f"time.up.{choice}.alone" for choice in ("house", "bot", "friend", "end")),
    "time.button.{}": tuple(f"time.button.{choice}" for choice in CHOICES),
    "thud.moved.{}": tuple(f"thud.moved.{side}" for side in SIDES),
    "thud.captured.{}": tuple(f"thud.captured.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.captures.{}": tuple(f"thud.captures.{who}" for who in ("none", "both", *SIDES)),
    "thud.turn.{}": tuple(f"thud.turn.{side}" for side in SIDES),
    "thud.side.{}": tuple(f"thud.side.{side}" for side in SIDES),
    "thud.menu.{}": tuple(f"thud.menu.{call}" for call in PlayerCall),
    "thud.menu.able.{}": tuple(f"thud.menu.able.{side}" for side in SIDES),
    "thud.menu.hung.{}": tuple(f"thud.menu.hung.{side}" for side in SIDES),
    "thud.menu.pick.{}": tuple(f"thud.menu.pick.{side}" for side in SIDES),
    "thud.menu.others.{}": tuple(f"thud.menu.others.{side}" for side in SIDES),
    "thud.menu.area.{}": tuple(f"thud.menu.area.{side}" for side in SIDES),
    "thud.menu.question.{}": tuple(f"thud.menu.question.{side}" for side in SIDES),
    "thud.menu.takes.{}": tuple(f"thud.menu.takes.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.menu.reached.{}": tuple(f"thud.menu.reached.{side}" for side in SIDES),
    "thud.menu.reached.{}.{}": (
        "thud.menu.reached.dwarfs.step",
        "thud.menu.reached.dwarfs.shove",
        "thud.menu.reached.trolls.hurl",
    ),
    "thud.area.{}": tuple(f"thud.area.{area}" for area in ("north", "east", "south", "west")),
    "thud.describe.{}": tuple(f"thud.describe.{call}" for call in PlayerCall),
    "thud.why.takes.{}": tuple(f"thud.why.takes.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.why.takeable.{}": tuple(f"thud.why.takeable.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.hangs.none.{}": tuple(f"thud.hangs.none.{side}" for side in SIDES),
    "thud.hangs.{}": tuple(f"thud.hangs.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.hangs.{}.later": tuple(f"thud.hangs.{side}.later.{count}" for side in SIDES for count in COUNTED),
    "thud.loses.{}": tuple(f"thud.loses.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.odds.take.{}": tuple(f"thud.odds.take.{side}.{count}" for side in SIDES for count in COUNTED),
    "thud.direction.{}": tuple(f"thud.direction.{direction}" for direction in DIRECTIONS),
}
"""The possible keys of templates that are filled in at run time."""

COMPOSED: dict[str, frozenset[str]] = {
    "bot/games/ploc": frozenset(
        {
            "ploc.describe.{}",
            "ploc.did.{}",
            "ploc.ended.{}",
            "ploc.glossary.{}",
            "ploc.glossary.{}.told",
            "ploc.menu.{}",
            "ploc.odds.use.{}",
            "ploc.over.{}",
            "ploc.review.done.{}",
            "ploc.review.match.{}",
            "ploc.review.won.{}",
            "ploc.village.{}",
        }
    ),
    "bot/games/thrag": frozenset(
        {
            "thrag.beast.{}.{}",
            "thrag.beast.{}.{}.object",
            "thrag.beast.{}.{}.subject",
            "thrag.colour.{}",
            "thrag.describe.coin.{}",
            "thrag.describe.own.{}",
            "thrag.describe.reroll.{}",
            "thrag.describe.{}",
            "thrag.ended.{}",
            "thrag.glossary.{}",
            "thrag.glossary.{}.told",
            "thrag.odds.{}",
            "thrag.over.{}",
            "thrag.review.{}",
            "thrag.share.{}",
            "thrag.suit.{}",
            "thrag.text.suit.{}",
            "thrag.turn.{}",
            "thrag.why.last.{}",
        }
    ),
    "bot/games/thud": frozenset(
        {
            "thud.area.{}",
            "thud.captured.{}",
            "thud.captures.{}",
            "thud.describe.{}",
            "thud.direction.{}",
            "thud.glossary.{}",
            "thud.glossary.{}.told",
            "thud.hangs.none.{}",
            "thud.hangs.{}",
            "thud.hangs.{}.later",
            "thud.loses.{}",
            "thud.menu.able.{}",
            "thud.menu.area.{}",
            "thud.menu.hung.{}",
            "thud.menu.others.{}",
            "thud.menu.pick.{}",
            "thud.menu.question.{}",
            "thud.menu.reached.{}",
            "thud.menu.reached.{}.{}",
            "thud.menu.takes.{}",
            "thud.menu.{}",
            "thud.moved.{}",
            "thud.odds.take.{}",
            "thud.review.longest.{}",
            "thud.review.taken.{}",
            "thud.side.{}",
            "thud.turn.{}",
            "thud.why.takeable.{}",
            "thud.why.takes.{}",
        }
    ),
    "bot/games/trogdor": frozenset(
        {
            "trogdor.aside.asks.{}",
            "orders.set.{}",
            "trogdor.aside.{}",
            "trogdor.share.{}",
            "trogdor.ask.{}",
            "trogdor.burned.{}",
            "trogdor.call.{}",
            "trogdor.card.{}",
            "trogdor.card.{}.told",
            "trogdor.describe.answer.{}.{}",
            "trogdor.describe.burn.{}",
            "trogdor.describe.pouch.{}",
            "trogdor.describe.prefer.{}",
            "trogdor.describe.step.{}",
            "trogdor.describe.aim.{}",
            "trogdor.describe.aim.{}.{}",
            "trogdor.describe.{}",
            "trogdor.direction.{}",
            "trogdor.ended.{}",
            "trogdor.gained.{}",
            "trogdor.item.{}",
            "trogdor.item.{}.recharge",
            "trogdor.item.{}.short",
            "trogdor.item.{}.use",
            "trogdor.keeper.{}",
            "trogdor.keeper.{}.told",
            "trogdor.kind.{}",
            "trogdor.lit.{}",
            "trogdor.loses.points.{}",
            "trogdor.menu.burn.{}",
            "trogdor.menu.group.{}",
            "trogdor.menu.pick.{}",
            "trogdor.menu.way.{}",
            "trogdor.menu.{}",
            "trogdor.menu.{}.no",
            "trogdor.menu.{}.yes",
            "trogdor.moved.{}",
            "trogdor.over.{}",
            "trogdor.pad.{}",
            "trogdor.piece.{}",
            "trogdor.ran.{}",
            "trogdor.recap.near.{}",
            "trogdor.recap.near.last.{}",
            "trogdor.reshuffled.{}",
            "trogdor.review.{}",
            "trogdor.spared.{}",
            "trogdor.turn.over.{}",
            "trogdor.turn.{}",
            "trogdor.untraded.{}",
            "trogdor.who.{}",
            "trogdor.whom.{}",
            "trogdor.why.finds.{}",
            "trogdor.why.nears.{}",
            "trogdor.why.wastes.{}",
            "trogdor.why.who.{}",
        }
    ),
    "bot/discord": frozenset(
        {
            "bots.{}",
            "permission.{}",
        }
    ),
    "bot/kernel": frozenset(
        {
            "me.data.about.{}",
            "{}.{}",
        }
    ),
    "bot/features/hints": frozenset({"{}.hangs"}),
    "bot/features/history": frozenset({"{}.seat.{}.first"}),
    "bot/features/transfer": frozenset({"permission.{}"}),
    "bot/features/prepared": frozenset({"{}.example"}),
    "bot/features/help": frozenset({"{}.rules"}),
    "bot/features/lessons": frozenset({"{}.learn.end", "{}.learn.{}", "{}.learn.{}.right", "{}.learn.{}.{}"}),
    "bot/features/puzzles": frozenset({"puzzle.tries.{}"}),
    "bot/features/remarks": frozenset({"remark.{}.{}.{}.{}"}),
    "bot/features/matchmaking": frozenset({"finding.pace.{}", "finding.pace.{}.pick", "{}.ends"}),
    "bot/features/orders": frozenset({"orders.line.{}", "orders.set.{}", "{}.order.{}", "{}.order.{}.told"}),
    "bot/features/tournaments": frozenset(
        {
            "button.tournament.{}",
            "tournament.ask.{}",
            "tournament.code.{}",
            "tournament.details.bots.{}",
            "tournament.details.void.{}",
            "tournament.details.withdrawn.{}",
            "tournament.details.{}",
            "tournament.form.{}",
            "tournament.invites.{}",
            "tournament.seeding.{}",
            "tournament.stage.{}",
            "tournament.tables.{}",
            "{}.ends",
        }
    ),
    "bot/ui": frozenset(
        {
            "more.{}",
            "{}.glossary",
            "{}.alt",
            "{}.shared",
            "{}.title",
            "agreed.overtime.{}",
            "agreed.{}",
            "lobby.overtime.{}",
            "panel.overtime.{}",
            "panel.{}",
            "panel.{}.no",
            "panel.{}.yes",
            "table.state.{}",
            "time.button.{}",
            "time.in.{}",
            "time.up.{}",
            "time.up.{}.alone",
            "time.{}",
            "{}.example",
            "{}.option.{}",
            "{}.option.{}.title",
            "{}.option.{}.{}",
            "{}.page",
            "{}.alone.{}",
            "{}.panel",
            "{}.pick.{}",
            "{}.seat.{}.first",
            "{}.{}.{}",
            "{}.{}.{}.told",
        }
    ),
    "engine/ploc": frozenset(
        {
            "ploc.text.over.{}",
        }
    ),
    "engine/thrag": frozenset(
        {
            "thrag.beast.{}.{}",
            "thrag.text.over.{}",
            "thrag.text.suit.{}",
        }
    ),
    "engine/thud": frozenset(
        {
            "thud.text.danger.{}",
            "thud.text.last.{}",
            "thud.text.last.{}.took",
            "thud.text.turn.{}",
            "thud.text.{}",
            "thud.text.{}.none",
        }
    ),
    "engine/trogdor": frozenset(
        {
            "trogdor.text.asked.{}",
            "trogdor.text.at.{}",
            "trogdor.text.direction.{}",
            "trogdor.text.kind.{}",
            "trogdor.text.land.{}",
            "trogdor.text.mark.{}",
            "trogdor.text.over.{}",
        }
    ),
    "bot/words": frozenset(
        {
            "{}.time",
        }
    ),
    "render/thrag": frozenset(
        {
            "thrag.beast.{}.{}",
            "thrag.picture.rerolled.{}",
            "thrag.picture.suit.{}",
        }
    ),
    "render/trogdor": frozenset(
        {
            "trogdor.picture.card.{}",
            "trogdor.picture.end.{}",
            "trogdor.picture.end.{}.told",
            "trogdor.picture.keeper.{}",
        }
    ),
    "bot/web": frozenset({"{}.page", "{}.page.keys"}),
}
"""The keys that are put together at run time, by the folder of the code; `{}` is filled in.

All others are in the code letter for letter, and can be found there.
"""

KNOWN = {*SAID, *TEMPLATES}


def modules() -> Iterator[Path]:
    """Return all modules with keys: the bot, the pictures and the boards as text."""
    for package in (bot, render, engine):
        yield from sorted(Path(str(package.__file__)).parent.rglob("*.py"))


def holds_sentences(path: Path) -> bool:
    return "english" in path.with_suffix("").parts or path.name in ("labels.py", "phrases.py")


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    """Return the syntax tree of each source file, with its path."""
    return tuple(
        (path, ast.parse(path.read_text(), str(path))) for path in modules() if not holds_sentences(path)
    )


def room(path: Path) -> str:
    """Return the folder of a file: a game's or a feature's, else the first two from the top."""
    parts = path.relative_to(ROOT).parts[:-1]
    return "/".join(parts[: 3 if parts[:2] in (("bot", "games"), ("bot", "features")) else 2])


def strings(node: ast.AST) -> Iterator[str]:
    """Yield the possible texts of an expression; `{}` stands for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=yes, orelse=no):
            yield from strings(yes)
            yield from strings(no)


def speech(node: ast.AST) -> ast.Call | None:
    """Return the node if it is a call with a key, such as `words(key)`, `say.some(key)`, `Refused(key)`."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    match node.func:
        case (
            ast.Name(id="words" | "say" | "localized" | "Refused" | "News")
            | ast.Attribute(attr="words" | "say" | "some")
        ):
            return node
        case ast.Name(id="self") if isinstance(node.args[0], ast.Constant):  # in Words itself
            return node
        case ast.Call(func=ast.Attribute(attr="words_at") | ast.Name(id="words_at")):  # a table's words
            return node
        case ast.Attribute(attr="__init__", value=ast.Call()) if KNOWN & set(strings(node.args[0])):
            return node  # a kind of refusal names its own key
    return None


@cache
def keys_in_code() -> tuple[tuple[str, ast.Call | None], ...]:
    """Return every key in the code, with its call if there is one; `some` uses a singular and a plural."""
    return tuple((key, call) for _, key, call in spoken_in())


@cache
def spoken_in() -> tuple[tuple[str, str, ast.Call | None], ...]:
    """Return every key in the code, with the folder of its file and its call."""
    return tuple((room(path), key, call) for path, tree in sources() for key, call in spoken_by(tree))


def spoken_by(tree: ast.Module) -> Iterator[tuple[str, ast.Call | None]]:
    """Yield every key in a file."""
    for node in ast.walk(tree):
        if (call := speech(node)) is not None:
            some = isinstance(call.func, ast.Attribute) and call.func.attr == "some"
            for key in strings(call.args[0]):
                yield from (
                    ((f"{key}.{count}", call) for count in COUNTED)
                    if some and "{}" not in key
                    else ((key, call),)
                )
        elif isinstance(node, ast.Assign) and _is_called(node.targets[0], "key"):
            yield from ((key, None) for key in strings(node.value))
        elif isinstance(node, ast.Call) and _is_called(node.func, "the_only"):
            yield from ((key, None) for key in strings(node.args[1]))
        elif isinstance(node, ast.Constant) and node.value in KNOWN:  # passed on, as by `Command(name, key)`
            yield str(node.value), None


def _is_called(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def stored_keys() -> Iterator[str]:
    """Yield every key in the catalogues of the house and its games, in any order."""
    for path in filter(holds_sentences, modules()):
        for node in ast.walk(ast.parse(path.read_text(), str(path))):
            if isinstance(node, ast.Dict):
                yield from (text for key in node.keys if key is not None for text in strings(key))


def test_no_key_has_two_sentences() -> None:
    """Where catalogues are joined, the later one would silently replace the earlier."""
    assert [key for key, times in Counter(stored_keys()).items() if times > 1] == []


def test_what_a_feature_says_is_said_in_its_folder_alone() -> None:
    """So that everything else works without it. Its own name, such as a part's, is no key."""
    owners = {key: f"bot/features/{feature.key}" for feature in FEATURES for key in feature.english}
    elsewhere = {(where, key) for where, key, _ in spoken_in() if owners.get(key, where) != where}
    assert sorted(elsewhere) == []


@cache
def literally() -> frozenset[str]:
    """Return the keys that are in the code letter for letter."""
    return frozenset(key for key, _ in keys_in_code() if "{}" not in key)


@cache
def tried_keys() -> tuple[str, ...]:
    """Return every key for tries in exercises."""
    return tuple(
        f"{game}.learn.{key}.{why}"
        for game, key in TAUGHT
        for why in sorted(verdicts(game, key) - {RIGHT, ON, OTHER})
    )


@cache
def becomes(key: str) -> tuple[str, ...]:
    """Return the possible values of a key in the code.

    A template of a game that is not in TEMPLATES stands for those of the game's sentences that fit it and are
    used nowhere else; there is one at least.
    """
    if key == TRIED:
        return tried_keys()
    if "{}" not in key or key in TEMPLATES:
        return TEMPLATES.get(key, (key,))
    assert key.split(".", maxsplit=1)[0] in GAMES, f"{key} is not in TEMPLATES"
    form = "[^.]+".join(map(re.escape, key.split("{}")))
    fitting = ([said for said in SAID if re.fullmatch(form + end, said)] for end in ("", r"\.(one|many)"))
    found = tuple(said for said in next(filter(None, fitting), ()) if said not in literally())
    assert found, f"no sentence is called {key}"
    return found


def test_every_key_in_the_code_is_in_the_catalogue_and_the_other_way_round() -> None:
    used = set()
    for key, _ in keys_in_code():
        used |= set(becomes(key))
    used |= set(REFUSED)  # the rules return these as `Sentence`; their own tests see that each is used
    assert sorted(used - set(SAID)) == [], "said in the code, but in no catalogue"
    assert sorted(set(SAID) - used) == [], "in the catalogue, but never said"


def test_every_template_of_keys_stands_in_the_code() -> None:
    assert set(TEMPLATES) <= {key for key, _ in keys_in_code()}


def test_every_key_that_is_put_together_is_listed_with_its_room() -> None:
    """A key can be found in the code, or here with its parts and its folder."""
    found: dict[str, set[str]] = {}
    for where, key, _ in spoken_in():
        if "{}" in key:
            found.setdefault(where, set()).add(key)
    unlisted = {(where, key) for where, keys in found.items() for key in keys - COMPOSED.get(where, set())}
    assert not unlisted, f"not in COMPOSED: {sorted(unlisted)}"
    gone = {(where, key) for where, keys in COMPOSED.items() for key in keys - found.get(where, set())}
    assert not gone, f"in COMPOSED, but not in the code: {sorted(gone)}"


def test_a_key_is_literal_or_comes_of_one_that_is_listed() -> None:
    made = {said for keys in COMPOSED.values() for key in keys for said in becomes(key)}
    assert all(any(said in SAID for said in becomes(key)) for keys in COMPOSED.values() for key in keys)
    assert set(SAID) - set(literally()) - set(REFUSED) <= made


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_what_a_call_gives_fills_the_sentence() -> None:
    unfilled = []
    for key, call in keys_in_code():
        if call is None or any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {keyword.arg for keyword in call.keywords} | {"count"}
        for said in becomes(key):
            missing = placeholders(SAID[said]) - given
            if missing and said not in TEMPLATES["{}.{}"]:
                unfilled.append((said, missing, call.lineno))
    assert unfilled == []


def test_every_placeholder_has_a_plain_name() -> None:
    for key, sentence in SAID.items():
        assert all(name.isidentifier() for name in placeholders(sentence)), key


def test_a_missing_value_is_a_fault_and_not_a_gap_in_the_sentence() -> None:
    with pytest.raises(KeyError):
        IN_ENGLISH("table.declined")


@pytest.mark.parametrize(
    ("items", "said"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_lists_read_like_a_sentence(items: tuple[str, ...], said: str) -> None:
    assert IN_ENGLISH.join_list(items) == said


def test_braces_in_a_name_stay_braces() -> None:
    assert Words({"hello": "Hello {name}"})("hello", name="{curly} {0}") == "Hello {curly} {0}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}:{case.line}")
def test_every_refusal_of_thud_has_its_sentence(case: Case) -> None:
    near = case.near or ()
    cause = IllegalAction(case.fault, case.rule, case.key, near, **case.values)
    table = table_of((0, ANN), (1, BEN))
    text = refusal(IN_ENGLISH, Illegal(table, cause, "thud", who="Ann"))
    assert not re.search(r"[{}]", text)
    assert not any(f"`{move}`" in text for move in near), "the buttons say it, in words"
    for value in case.values.values():
        assert str(value) in text or case.key in {"not-your-turn", "which-captures"}


def test_every_event_is_told_in_words() -> None:
    names, told = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frida"), set()
    for file in FILES:
        game, done = plies(file.read_text())
        for ply in done:
            said = CATALOGUE[game.key].speech.narrate(IN_ENGLISH, names, ply.events)
            assert all(said), ply.events
            assert not any("{" in sentence for sentence in said)
            told |= {type(event) for event in ply.events}
    assert set(get_args(Event)) <= told


# Names that end with a full stop


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_after_a_name_that_ends_with_a_full_stop_there_is_no_second_one(language: str) -> None:
    words = words_in(language)
    told = words("time.now.played", other="N. N.")
    assert "N. N.**" in told
    assert "N. N.**." not in told
    assert words("time.now.played", other="Anna").endswith("."), "the sentence keeps its own"


def test_three_dots_of_a_name_stay_and_so_does_the_full_stop() -> None:
    assert words_in("en")("time.now.played", other="Hm...") == "Taproom played for **Hm...**."
