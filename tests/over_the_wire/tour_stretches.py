"""Stretches of the tour: how people come to whatever the bot can show, and look around from there."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.discord.keyboard import Control, Verb
from bot.discord.setting_controls import SERVER_PICK
from bot.features.deals import panel as deals
from bot.features.fair_play import page
from bot.features.help import rules
from bot.features.hints import agreement, hint, odds, warning
from bot.features.matchmaking import page as matchmaking
from bot.features.people import privacy, settings, stats
from bot.features.plans import page as plans
from bot.features.puzzles.service import day_number
from bot.features.reviews import drill, highlights, luck, routes
from bot.features.servers import greeting
from bot.features.tournaments import page as cups
from bot.features.undo import page as undo
from bot.features.votes import ballot
from bot.features.votes.ballot import BUTTONS
from bot.games.catalogue import CATALOGUE
from bot.games.puzzle import puzzle_of_day
from bot.kernel.time.calendar import day_of
from bot.minds.analysis import MOST
from bot.ui.table import close
from tests.over_the_wire.tour import GLANCE, LIMIT, Place, Room
from tools.standin.checks import TEXT_INPUT
from tools.standin.interaction_data import fields_of
from tools.standin.world import FakeUser, Upload

ALONE: Final = "thrag"
TOGETHER: Final = "trogdor"
DUELS: Final = ("thud", "koom", "ploc")
"""The number of players of a game."""

JOINING: Final = frozenset({Verb.SIT, Verb.START, Verb.BOT, Verb.ADD_BOT, Verb.TAKE, Verb.SEAT})
"""Controls that begin a game, or take a seat in it."""

OPENING: Final = frozenset({Verb.OPEN, Verb.OPEN_FILES, Verb.AGAIN, "fork"})
"""Controls that open another table."""

ENDING: Final = frozenset(
    {
        close.AFTER_ALL.path,
        Verb.LEAVE,
        Verb.CANCEL,
        Verb.DECLINE,
        privacy.FORGET.path,
        "moveyes",
        cups.SURE.path,
    }
)
"""Controls that end a table, or much else."""

GOING_BACK: Final = frozenset({undo.AFTER_ALL.path, undo.ASK.path, undo.AGREE.path, Verb.BACK})

DEAR: Final = frozenset({hint.HERE.path, odds.HERE.path, page.VERIFY_HERE.path, routes.REVIEW.path})
"""Controls that take seconds of a processor."""

LEARNING: Final = frozenset(verb for verb in Verb if verb.name.startswith("LEARN_"))
"""Controls that continue a lesson."""

PAGES: Final = frozenset({Verb.NEW, matchmaking.FIND.path, rules.HOW.path})
"""Controls that open another page."""

PLAYING: Final = frozenset(
    {Verb.PLAY, Verb.ASK, Verb.ASIDE_PLAY, Verb.ASIDE_ASK, warning.ANYWAY.path, ballot.PLAY.path}
)
_ENDS: Final = ("resign", "offer", "leave", "end", "stop", "concede", "claim")
_BESIDE: Final = ("trade", "prefer", "withdraw", "undo")
"""The beginnings of lines that end a game, or are no step of a turn."""

TAKES: Final = "x"
"""A part of lines that take something."""

STEPS: Final = 80
"""After so many steps what was waited for will not come."""

AHEAD: Final = frozenset(verb for verb in Verb if verb.name.startswith("AHEAD"))
BETTER: Final = frozenset({*drill.CONTROLS, routes.REVIEW.path})


def keeps_game_running(control: Control) -> bool:
    """Whether a control neither ends a game nor opens another, nor changes who plays, nor costs much."""
    ends = control.verb in ENDING or (control.verb in PLAYING and control.detail.startswith(_ENDS))
    return not ends and control.verb not in JOINING | OPENING | GOING_BACK | DEAR


# To a table


async def open_table(room: Room, **options: str) -> int:
    """Open a table of the room's game: for anyone, or where there is only one person, alone or against a bot.

    With these `options`, if there are any.
    """
    alice = room.people[0]
    await room.command(alice, "play", game=room.game)
    if options:
        await room.go(alice, Verb.NEW, "more")
        for which in ("time", "rules", "rules2"):
            if options:
                options = await _enter_options(room, alice, which, options)
        assert not options, f"no form asks for {options}"
        await room.go(alice, Verb.NEW, "game/")
    if room.game == ALONE or (room.place is Place.DIRECT and room.game == TOGETHER):
        return (await room.go(alice, Verb.OPEN, "alone")).table
    if room.place is Place.DIRECT:
        return (await room.go(alice, Verb.OPEN, "bot", "pip")).table
    return (await room.go(alice, Verb.OPEN, "anyone")).table


async def _enter_options(room: Room, person: FakeUser, which: str, options: dict[str, str]) -> dict[str, str]:
    """Enter the options that a form of the panel asks for; returns those that it does not."""
    use = room.find(person, Verb.NEW, f"{which}/")
    interaction = await room.tour.discord.press(person, use.message, use.part["custom_id"])
    assert await room.tour.wait_until_done(interaction, "control.new")
    assert interaction.form is not None
    kinds = {field["custom_id"]: field["type"] for field in fields_of(interaction.form)}
    own = {name: value for name, value in options.items() if name in kinds}
    entered = {name: value if kinds[name] == TEXT_INPUT else [value] for name, value in own.items()}
    await room.submit(interaction, entered)
    return {name: value for name, value in options.items() if name not in own}


async def start_game(room: Room, **options: str) -> int:
    """Start a game: of two, where that is possible."""
    table = await open_table(room, **options)
    await join_table(room, table)
    return table


async def join_table(room: Room, table: int) -> None:
    """Join as the second person, and start the game."""
    if room.game == ALONE or room.place is Place.DIRECT:
        return
    alice, bob, _ = room.people
    await room.go(bob, Verb.SIT, table=table)
    if room.game == TOGETHER:
        await room.go(alice, Verb.START, table=table)


async def agree_on_hints(room: Room, table: int) -> None:
    """Have hints in a duel: one player asks behind *More*, the other agrees on the board."""
    alice, bob, _ = room.people
    await room.behind(alice, agreement.SETTLE.path, "yes", table=table)
    await room.go(bob, agreement.SETTLE.path, "yes", table=table)


async def lines(room: Room, person: FakeUser, table: int) -> list[str]:
    """The lines that a person can play now, without those that end a game or are no step of a turn."""
    offered = await room.type(person, "move", "move", "", table=f"T{table}")
    return [line for line in offered if not line.startswith((*_ENDS, *_BESIDE))]


async def to_act(room: Room, table: int) -> tuple[FakeUser, FakeUser]:
    """The person to act, and one who waits."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        for person in dict.fromkeys(room.people[:2]):
            if await lines(room, person, table):
                return person, next((one for one in room.people if one != person), person)
        await asyncio.sleep(GLANCE)  # a bot has to move first
    raise AssertionError(f"no player is to act at T{table}")


async def play_moves(room: Room, table: int, moves: int, without: str = "") -> None:
    """Play moves by command, for any player who can; avoids lines that contain `without`."""
    for _ in range(moves):
        for person in dict.fromkeys(room.people[:2]):
            offered = await lines(room, person, table)
            chosen = [line for line in offered if not without or without not in line] or offered
            if chosen:
                await room.ask(person, "move", move=room.random.choice(chosen), table=f"T{table}")
                break


async def resign_game(room: Room, table: int) -> None:
    """Resign as the first person, which ends the game unless others go on."""
    alice = room.people[0]
    line = "leave" if room.game == TOGETHER else "resign"
    await room.ask(alice, line, table=f"T{table}")
    for verb in (Verb.PLAY, Verb.ASIDE_PLAY):
        if room.sees(alice, verb, line, table=table):
            await room.go(alice, verb, line, table=table)


async def until(condition: Callable[[], bool], step: Callable[[], Awaitable[None]]) -> None:
    """Go on, step by step, until something is so."""
    for _ in range(STEPS):
        if condition():
            return
        await step()
    raise AssertionError(f"it has not come to that in {STEPS} steps")


# At tables


async def table(room: Room) -> None:
    """A table from its lobby until it is closed, with all that can be used there; and one that is over."""
    *_, carol = room.people
    number = await open_table(room)
    await room.explore(lambda control: keeps_game_running(control) and control.table == number)
    await join_table(room, number)
    await room.explore(keeps_game_running)
    acting, _ = await to_act(room, number)
    line = room.random.choice(await lines(room, acting, number))
    await room.behind(acting, Verb.TYPE, entered={"move": line})
    await play_moves(room, number, 4)
    await room.explore(keeps_game_running)
    await cheap_commands(room, number)
    await room.explore(keeps_game_running)
    await room.ask(carol, "table close", table=f"T{number}")  # who plays it with others cannot
    await room.explore(lambda control: control.verb == close.AFTER_ALL.path)
    number = await start_game(room)
    await resign_game(room, number)
    await room.explore(lambda control: control.verb not in JOINING | OPENING | DEAR)
    await room.explore(lambda control: control.verb in (Verb.AGAIN, "fork"))


async def cheap_commands(room: Room, number: int) -> None:
    """The cheap commands about a table; some of them are refused at some games."""
    alice, bob, carol = room.people
    code = f"T{number}"
    await room.command(bob, "board", table=code, view="text")
    await room.ask(bob, "board", table=code, view="turned")
    await room.command(alice, "board", table=code)
    await room.ask(alice, "history", table=code, move=1)
    await room.command(alice, "table log", table=code)
    await room.command(alice, "table export", table=code)
    other = "fr" if alice.locale == "de" else "de"
    await room.ask(alice, "table language", table=code, language=other)
    await room.ask(carol, "table fork", table=code, move=1)
    await room.ask(alice, "undo", table=code, moves=1)
    await room.ask(alice, "undo", table=code, to=0)


async def expensive_commands(room: Room) -> None:
    """The slow commands: hints, odds, verification, and the review of a duel."""
    alice, _, carol = room.people
    number = await start_game(room, **({"quiet_limit": "1"} if room.game == "thud" else {}))
    code, shared = f"T{number}", room.game in DUELS
    if shared:
        await agree_on_hints(room, number)
        await play_moves(room, number, 6, without=TAKES)
        await room.behind(carol, "away")
    acting, _ = await to_act(room, number)
    await room.command(acting, "hint", table=code)
    await room.behind(acting, hint.HERE.path)
    await room.command(acting, "odds", table=code)
    await room.behind(acting, odds.HERE.path)
    await resign_game(room, number)
    if room.game == "thud":
        await room.command(alice, "table verify", table=code)
        await room.go(alice, page.SHOW.path)
        await room.go(alice, page.VERIFY_HERE.path)
        await review_game(room, code)
    await room.explore(lambda control: control.verb in (luck.LUCK.path, "replay", Verb.FILM))


async def review_game(room: Room, code: str) -> None:
    """The review of a game, and a better move for each blunder."""
    alice = room.people[0]
    await room.ask(alice, "review", table=code)

    async def look_again() -> None:
        await asyncio.sleep(1)
        await room.go(alice, routes.REVIEW.path)

    await until(lambda: room.sees(alice, routes.REVIEW.path, "?*"), look_again)
    for number in range(1, MOST + 1):
        if room.sees(alice, routes.REVIEW.path, f"*.{number}"):
            await room.go(alice, routes.REVIEW.path, f"*.{number}")
            await room.go(alice, drill.BETTER.path)
            await room.explore(lambda control: control.verb in BETTER)
    await room.command(alice, "review", table=code)
    await room.go(alice, routes.CARD.path)
    await room.go(alice, highlights.HIGHLIGHTS.path)


async def play_deal(room: Room) -> None:
    """The deal of the day, played to its end, also by who sees the result, and the channel's statistics."""
    alice, bob, _ = room.people
    await room.command(alice, "play", game=room.game)
    number = (await room.go(alice, Verb.OPEN, "deal", "daily")).table
    await play_moves(room, number, 1)
    await resign_game(room, number)
    await room.see(bob, deals.PLAY.path)
    await room.go(bob, deals.PLAY.path)
    await room.command(alice, "stats", show="day", date="1970-02-12")
    await room.type(alice, "stats", "date", "", show="day")
    await room.explore(lambda control: control.verb in (stats.TURN_TO.path, stats.PICK.path))
    await room.command(alice, "stats", show="day")
    await room.go(alice, stats.SHARE.path)


async def panel(room: Room) -> None:
    """The panel of a game: its pages and forms, and every way to open a table."""
    alice, bob, _ = room.people
    await room.command(alice, "play")
    await room.explore(lambda control: control.verb in PAGES and room.game in control.detail)
    await room.command(alice, "play", game=room.game)
    await room.go(alice, Verb.NEW, "games")
    for which in ("time", "rules", "rules2", "files"):
        await room.command(alice, "play", game=room.game)
        await room.go(alice, Verb.NEW, "more")
        if room.sees(alice, Verb.NEW, f"{which}/"):
            await room.use(room.find(alice, Verb.NEW, f"{which}/"))
    await room.command(bob, "play", game=room.game)
    await room.explore(lambda control: control.verb in OPENING)
    if room.game in DUELS and room.place is not Place.DIRECT:
        await room.command(alice, "play", opponent=bob)
        await room.explore(lambda control: control.verb in OPENING)


async def lobby(room: Room) -> None:
    """A table that waits: bots, salt, and those who leave, decline and call it off."""
    alice, bob, carol = room.people
    number = await open_table(room)
    if room.game == TOGETHER:
        await room.go(bob, Verb.SIT)
        await room.go(alice, Verb.ADD_BOT)
        await room.go(alice, Verb.BOT, "", "odo")
        await room.go(alice, Verb.ADD_BOT)
        await room.go(alice, Verb.BOT, "", "away")
        await room.go(bob, Verb.DETAILS)
        await room.go(bob, Verb.LEAVE)
    for verb in (Verb.DETAILS, page.SHOW.path, page.ADD_SALT.path, Verb.DETAILS):
        await room.go(alice, verb)
    if room.game in DUELS:
        await room.go(alice, Verb.CANCEL, table=number)
        await room.command(alice, "play", game=room.game, opponent=bob)
        await room.go(bob, Verb.DECLINE)
        await room.menu(alice, carol, "challenge")
        await room.explore(lambda control: control.verb is Verb.OPEN)


async def choosing(room: Room) -> None:
    """A move picked by lists: in private, or on the board of a game for one; and a question."""
    acting, _ = await to_act(room, await start_game(room))
    await room.see(acting, Verb.PICK_GO)  # a bot may have moved first
    await room.go(acting, Verb.PICK_GO)
    await room.go(acting, Verb.GO)
    await room.go(acting, Verb.PICK_GO)
    if room.place in (Place.DIRECT, Place.BROUGHT):
        await room.go(acting, Verb.PICK_PLAY)
    else:
        await room.go(acting, Verb.PICK_TRY)
        await room.go(acting, Verb.PLAY)
    acting, _ = await to_act(room, room.find(acting, Verb.MORE).control.table)
    await room.go(acting, Verb.ASK, "resign")
    await room.go(acting, Verb.NEVER_MIND)


async def undoing(room: Room) -> None:
    """Taking back: an offer that is declined, one that is withdrawn, and one that is agreed to."""
    number = await start_game(room)
    await play_moves(room, number, 4)
    other, asker = await to_act(room, number)
    await room.ask(other, "move", table=f"T{number}", move="TH8-H8")  # a troll on the stone, which is none
    await room.go(other, rules.WHY.path)
    for verb, person in ((undo.DECLINE.path, other), (undo.WITHDRAW.path, asker), (undo.AGREE.path, other)):
        await room.command(asker, "undo", table=f"T{number}", to=1)
        await room.go(asker, undo.ASK.path)
        await room.go(person, verb)


async def undoing_alone(room: Room) -> None:
    """Undo of a revealed coin, where no vote is needed."""
    alice = room.people[0]

    async def toss() -> None:
        number = await start_game(room)
        while offered := await lines(room, alice, number):
            coins = [line for line in offered if " with " in line]
            line = room.random.choice(coins or offered)
            await room.ask(alice, "move", move=line, table=f"T{number}")
            await room.ask(alice, "undo", table=f"T{number}", moves=1)
            if coins:
                return

    await until(lambda: room.sees(alice, undo.AFTER_ALL.path), toss)
    await room.go(alice, undo.AFTER_ALL.path)


async def preparing(room: Room) -> None:
    """Answers to what the other one may play, entered while it is their turn."""
    number = await start_game(room, quiet_limit="1")

    async def ahead() -> None:
        await play_moves(room, number, 1)
        _, other = await to_act(room, number)
        await room.behind(other, Verb.PREPARED)
        await room.go(other, Verb.AHEAD_GO)
        await room.explore(lambda control: control.verb is Verb.AHEAD_ASK)

    await until(lambda: room.is_used(Verb.AHEAD_ASK), ahead)
    acting, other = await to_act(room, number)
    await room.behind(other, Verb.PREPARED)
    await room.go(other, Verb.AHEAD_GO)
    await room.go(other, Verb.AHEAD_TYPE, entered={"move": (await lines(room, acting, number))[0]})
    await room.explore(lambda control: control.verb in AHEAD and control.verb is not Verb.AHEAD_WITHDRAW)
    await room.behind(other, Verb.PREPARED)
    await room.explore(lambda control: control.verb in AHEAD)


async def planning(room: Room) -> None:
    """Two with a keeper and items of their choice: what they plan together, and do beside the board."""
    alice, bob, _ = room.people
    number = await open_table(room, keepers="chosen", items="chosen")
    await room.go(bob, Verb.SIT, table=number)
    await room.go(alice, Verb.PICKS, entered={"keeper": ["yubbitz"], "item": ["baubles"]})
    await room.go(bob, Verb.PICKS, entered={"keeper": ["any"], "item": ["beans"]})
    await room.go(alice, Verb.START)
    await room.go(alice, Verb.ASIDE)
    await room.go(alice, Verb.ASIDE_ASK, "leave")
    await room.go(alice, Verb.NEVER_MIND)
    await room.go(alice, Verb.ASIDE)
    await room.explore(lambda control: control.verb is Verb.PICK_ASIDE_PLAY)

    async def plan() -> None:
        acting, _ = await to_act(room, number)
        await room.behind(acting, plans.PLAN.path)
        if acting is alice and not room.is_used(Verb.PICK_ASIDE) and room.sees(alice, plans.VERBS.go, "*:@"):
            await aim(room, alice)
        else:
            await room.explore(lambda control: control.verb == plans.VERBS.ask)
            await play_moves(room, number, 1)

    await until(lambda: room.is_used(plans.VERBS.pick, plans.VERBS.ask), plan)
    acting, other = await to_act(room, number)
    await room.behind(acting, plans.PLAN.path)
    for verb in (plans.VERBS.play, plans.TAKE_OFF.path, plans.VERBS.play, plans.NAME_IT.path):
        await room.go(acting, verb)
    await room.go(other, plans.LIKE.path)
    await room.go(other, plans.CHANGE.path)
    await room.go(acting, plans.DO.path)
    for verb, detail in ((Verb.ASIDE, ""), (Verb.ASIDE_ASK, "leave"), (Verb.ASIDE_PLAY, "leave")):
        await room.go(other, verb, detail)


async def aim(room: Room, person: FakeUser) -> None:
    """Actions with a target picked from lists: in a plan, then in the private menu."""
    for verb, detail in (
        (plans.VERBS.go, "*:@"),
        (plans.VERBS.go, "*item"),
        (plans.VERBS.pick, ""),
        (plans.VERBS.look, ""),
        (Verb.ASIDE, ""),
        (Verb.ASIDE, "item"),
        (Verb.PICK_ASIDE, ""),
        (Verb.PICK_ASIDE_PLAY, ""),
    ):
        await room.go(person, verb, detail)


async def voting(room: Room) -> None:
    """Votes on what is to be done: one on few options, and one on many; what leads is played."""
    number = await start_game(room)

    def has_worked(*verbs: str) -> bool:
        return room.is_used(*verbs) and all(room.tour.outcomes[f"control.{verb}"]["ok"] for verb in verbs)

    async def vote() -> None:
        acting, other = await to_act(room, number)
        many = len(await lines(room, acting, number)) > BUTTONS
        verb = ballot.VOTE_LIST.path if many else ballot.VOTE.path
        if has_worked(verb):
            await play_moves(room, number, 1)
            return
        try:
            await room.behind(acting, ballot.CONSULT.path)
        except AssertionError as told:  # there is no vote on a single option
            if "ask-one" not in str(told):
                raise
            await play_moves(room, number, 1)
            return
        vote = room.find(other, verb).control.revision
        await room.go(other, verb, revision=vote)
        await room.see(acting, ballot.PLAY.path, revision=vote)
        await room.go(acting, ballot.PLAY.path, revision=vote)

    await until(lambda: has_worked(ballot.VOTE.path, ballot.VOTE_LIST.path), vote)
    watcher = room.people[0]
    # The land moves when a turn ends; what it did is a film.
    await until(lambda: room.sees(watcher, Verb.FILM), lambda: play_moves(room, number, 1))
    await room.go(watcher, Verb.FILM)


async def get_warning(room: Room) -> None:
    """A warning before a blunder, for those who have asked for it."""
    number = await start_game(room)
    await agree_on_hints(room, number)
    for person in room.people[:2]:
        await room.command(person, "settings")
        await room.go(person, settings.USE.path, "warned")
    both = room.people[:2]
    await until(
        lambda: any(room.sees(one, warning.ANYWAY.path) for one in both), lambda: play_moves(room, number, 1)
    )
    await room.go(next(one for one in both if room.sees(one, warning.ANYWAY.path)), warning.ANYWAY.path)
    acting, _ = await to_act(room, number)
    await room.behind(acting, hint.HERE.path)


async def moving(room: Room) -> None:
    """A game that moves to another channel, and one that leaves as a file and goes on from there."""
    alice, bob, carol = room.people
    number, there = await start_game(room), room.at(room.elsewhere)
    await play_moves(room, number, 3)
    for answer in ("moveno", "moveyes"):
        await room.command(alice, "table transfer", table=f"T{number}", channel=room.elsewhere)
        await room.go(bob, answer)
    number = await start_game(room)
    await play_moves(room, number, 3)
    await room.command(alice, "table transfer", table=f"T{number}")
    left = await room.use(room.find(bob, "moveyes"))
    if left.again and left.outcome == "closed-away":  # the first time its answer was late, with the file
        left = await room.command(alice, "table export", table=f"T{number}")
    file = left.file
    await room.command(carol, "table verify", file=file)
    for broken in (Upload("a.jsonl", b"Dear diary"), Upload("b.jsonl", b"\xff")):
        await room.ask(carol, "table verify", file=broken)
        await there.ask(bob, "table arrive", file=broken)
    await there.command(alice, "table arrive", file=file)
    await there.go(bob, Verb.SEAT)


async def competing(room: Room) -> None:
    """Tournaments: joined, left, begun, withdrawn from, and called off."""
    alice, bob, carol = room.people
    options_given = {
        "form": "knockout",
        "players": 4,
        "hours": 24,
        "seeding": "draw",
        "bots": "pip",
        "tables": "here",
    }
    await room.command(alice, "tournament", game=room.game, **options_given)
    await room.command(carol, "tournament")
    for what in ("join", "leave", "join"):
        await room.go(bob, cups.CUP.path, what)
    await room.go(carol, cups.CUP.path, "details")
    await room.go(alice, cups.CUP.path, "begin")
    await room.go(carol, cups.CUP.path, "words")
    await room.go(bob, cups.CUP.path, "withdraw")
    await room.go(bob, cups.SURE.path, "withdraw")
    await room.go(carol, cups.CUP.path, "details")  # who plays in it cannot call it off
    await room.go(carol, cups.SURE.path, "cancel?")
    await room.go(carol, cups.SURE.path, "cancel")
    await room.ask(carol, "tournament")


async def competing_in_threads(room: Room) -> None:
    """A tournament whose tables are in threads of their own."""
    alice, bob, _ = room.people
    await room.command(
        alice, "tournament", game=room.game, form="roundrobin", players=4, bots="pip", tables="threads"
    )
    await room.go(bob, cups.CUP.path, "join")
    await room.go(alice, cups.CUP.path, "begin")


async def looking_around(room: Room) -> None:
    """Commands without a table: settings, server, statistics, help, rules, privacy, puzzles."""
    alice, bob, carol = room.people
    for path in ("settings", "server") if room.place in (Place.CHANNEL, Place.THREAD) else ("settings",):
        await room.command(alice, path)
        await room.explore(keeps_game_running)
    for path in ("games", "help", "about", "stats", "privacy", "rules", "puzzle"):
        await room.command(bob, path)
        await room.explore(keeps_game_running)
    await room.command(bob, "rules", game=room.game, search="thrag:setup-1")
    for game in (TOGETHER, ALONE, "ploc"):  # each of some days leads there in more than a button or two
        if await solve_puzzle(room.at(game=game), carol):
            break
    await room.ask(bob, "stats", show="day", date="1970-02-12")
    await room.explore(keeps_game_running)


async def solve_puzzle(room: Room, person: FakeUser) -> bool:
    """Whether a person solves today's puzzle by a button or two; they then share the result."""
    puzzle = puzzle_of_day(CATALOGUE[room.game].game, day_number(day_of(time.time()))).puzzle
    await room.command(person, "puzzle", game=room.game)
    here = room.messages[0]
    ways = [use.control.detail for use in room.uses(person, here) if use.control.verb is Verb.PUZZLE_GO]
    for way in (None, *ways):
        if way is not None:
            await room.go(person, Verb.PUZZLE_GO, way)
        for detail in (f"{room.game}:{line}" for line in puzzle.solutions):
            if room.sees(person, Verb.PUZZLE_ASK, detail):
                await room.go(person, Verb.PUZZLE_ASK, detail)
            if room.sees(person, Verb.PUZZLE_PLAY, detail):
                await room.go(person, Verb.PUZZLE_PLAY, detail)
                await room.go(person, Verb.PUZZLE_SHARE)
                return True
        if way is not None:
            await room.go(person, Verb.PUZZLE_GO, f"{room.game}:")
    return False


async def typing(room: Room) -> None:
    """All completions of every command, with tables of every kind."""
    alice = room.people[0]
    rooms = [room.at(game=game) for game in (ALONE, TOGETHER, "ploc", "ploc")]
    numbers = [await start_game(one) for one in rooms]
    await play_moves(rooms[2], numbers[2], 1)
    await resign_game(rooms[-1], numbers[-1])
    for path, options in room.tour.leaves():
        for option in options:
            options_given = {"table": f"T{numbers[0]}"} if option["name"] == "move" else {}
            for text in ("", "T", "m") if option.get("autocomplete") else ():
                await room.type(alice, path, option["name"], text, **options_given)


async def finding(room: Room) -> None:
    """An opponent from another server: looked for, found, played with, and never met again."""
    alice, bob, carol = room.people
    abroad = room.at(room.abroad)
    both = ((room, alice, "Anna"), (abroad, carol, "Carla"))
    for where, _, _ in both:
        await where.command(alice, "server")
        await where.go(alice, SERVER_PICK, "finds", where.channel)
    await room.command(alice, "play", game=room.game)
    await room.go(alice, matchmaking.FIND.path, "page")
    await room.explore(lambda control: control.verb == matchmaking.PICK.path)
    for where, person, name in both:
        await where.command(person, "play", game=room.game)
        await where.go(person, matchmaking.FIND.path, "page")
        await where.go(person, matchmaking.FIND.path, "look", entered={"name": name})
    number = (await room.see(alice, Verb.MORE)).control.table
    await abroad.see(carol, Verb.MORE)
    for _ in range(3):
        for where, person, _ in both:
            await where.go(person, Verb.MORE)
            await where.explore(lambda control: control.table == number and keeps_game_running(control))
            if offered := await lines(where, person, number):
                await where.ask(person, "move", move=offered[0], table=f"T{number}")
    await abroad.command(carol, "resign", table=f"T{number}")
    await abroad.go(carol, Verb.PLAY, "resign")
    await room.see(alice, matchmaking.APART.path)
    await room.go(alice, matchmaking.APART.path)
    await room.command(bob, "play", game=room.game)
    await room.go(bob, matchmaking.FIND.path, "page")
    await room.go(bob, matchmaking.FIND.path, "look", entered={"name": "Bert"})
    await room.go(bob, matchmaking.FIND.path, "stop")


async def learning(room: Room) -> None:
    """A lesson; to its end where the end offers to turn on warnings."""
    alice = room.people[0]
    await room.command(alice, "play", game=room.game)
    await room.go(alice, Verb.LEARN, room.game)
    await room.explore(lambda control: control.verb in LEARNING)

    if CATALOGUE[room.game].help.loses is None:
        return

    async def go_on() -> None:
        shown = room.sees(alice, Verb.LEARN_SHOW)
        await room.go(alice, Verb.LEARN_SHOW if shown else Verb.LEARN_ON)

    await until(lambda: room.sees(alice, Verb.LEARN_WARN), go_on)
    await room.go(alice, Verb.LEARN_WARN)


async def forget_player(room: Room) -> None:
    """A player is forgotten in the middle of a duel, and another person takes the seat."""
    _, bob, carol = room.people
    await play_moves(room, await start_game(room), 2)
    await room.command(bob, "privacy")
    await room.go(bob, privacy.DATA.path)
    await room.go(bob, privacy.FORGET.path)
    await room.go(bob, privacy.PANEL.path)
    await room.go(bob, privacy.FORGET.path)
    await room.go(bob, privacy.FORGET.path, "yes")
    await room.see(carol, Verb.TAKE)
    await room.go(carol, Verb.TAKE)


async def join_server(room: Room) -> None:
    """A server that the bot has just joined."""
    alice = room.people[0]
    server = room.tour.discord.world.server("new", locale=alice.locale)
    new = room.at(room.tour.discord.world.channel(server))
    await room.tour.discord.join(server)
    await new.see(alice, greeting.TRY.path)
    await new.go(alice, greeting.TRY.path)


# What comes with time


async def waiting(room: Room) -> None:
    """Duels with half a day for a move, and with an hour."""
    for clock in ("12", "1", "1", "1", "1", "1"):
        number = await start_game(room, clock=clock)
        await play_moves(room, number, 2)
        room.tables.append(number)


async def play_with_patience(room: Room) -> None:
    """A cooperative game, in which others may act for a player after an hour."""
    room.tables.append(await start_game(room, hours="1"))


async def leave_idle(room: Room) -> None:
    """A game that becomes idle."""
    room.tables.append(await start_game(room))


def pass_time(database: Path, hours: float, untouched: Sequence[int]) -> None:
    """Let hours go by while the bot is there: all that it has noted happened so much earlier.

    Some tables become idle for weeks.
    """
    with closing(sqlite3.connect(database)) as connection, connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in tables:
            for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({name})").fetchall():
                if kind == "REAL":
                    connection.execute(
                        f"UPDATE {name} SET {column} = {column} - ? WHERE {column} > 1e9",  # noqa: S608 - our own
                        (hours * 3600,),
                    )
        for number in untouched:
            connection.execute(
                "UPDATE tables SET changed_at = changed_at - 31 * 86400 WHERE id = ?", (number,)
            )


async def overdue_turn(room: Room) -> None:
    """Postponed reminders, and all actions on an overdue player."""
    alice, bob, carol = room.people
    soon, *late = room.tables
    use = await room.see(alice, Verb.SNOOZE, table=soon)
    called = next(one for one in (alice, bob) if one.id in use.message.pings)
    await room.go(called, Verb.SNOOZE, table=soon)
    for number, choice in zip(late, ("nudge", "bot", "friend", "house", "end"), strict=True):
        away, chooser = await to_act(room, number)
        await room.command(chooser, "board", table=f"T{number}")
        await room.go(chooser, Verb.LATE, table=number)
        await room.go(chooser, Verb.LATE, choice, table=number)
        match choice:
            case "nudge":
                await room.go(chooser, Verb.LATE, "wait", table=number)
            case "bot" | "end":
                await room.go(chooser, Verb.LATE, f"{choice}!", table=number)
            case "friend":
                await room.go(chooser, Verb.LATE, "friend!", carol, table=number)
        if choice in ("bot", "friend", "house"):
            await room.see(away, Verb.BACK, table=number)
            await room.go(away, Verb.BACK, table=number)


async def standing_in(room: Room) -> None:
    """Standing in for an absent player."""
    (number,) = room.tables
    _, other = await to_act(room, number)
    await room.see(other, Verb.STAND_IN, table=number)
    await room.go(other, Verb.STAND_IN, table=number)


async def keep_idle_table(room: Room) -> None:
    """Keep an idle table open, then close it."""
    alice, (number,) = room.people[0], room.tables
    await room.see(alice, Verb.KEEP)
    await room.go(alice, Verb.KEEP)
    await room.command(alice, "table close", table=f"T{number}")
    await room.go(alice, close.AFTER_ALL.path)
