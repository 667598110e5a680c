"""Sprites ahead of the boards that need them: from the file of an earlier start, or from another process.

To draw them all takes seconds of Python. In a thread of the bot's own that took its lock again and again from
the loop, and whoever clicked in the first seconds of a new version waited as long.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from typing import Any, BinaryIO, Final

from bot.covers import cover_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.place import Place, Postgres
from bot.processes import HOME, environment
from bot.words.menu import Menu, leads_to
from bot.worker import HEAD, NICE
from engine.core import read_settings
from engine.rng import SeededRng
from render import portraits
from render.kit import stored
from render.kit.cache import sprites
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.ahead")

PAINTER: Final = (sys.executable, "-m", "bot.ahead")
"""The process that draws."""

LATER: Final = "-"
"""What a game is preceded by that can wait, among what is wanted."""

UNWRITTEN: Final = 3
"""Its exit code where all is drawn and could not be kept for the next start."""

LONGEST: Final = 15.0
"""Seconds that a picture waits for its sprites from there; then they are drawn for it here."""

BOARDS: Final = 250
"""How many boards of each game are painted for their sprites; later ones would show few new ones."""

STEPS: Final = 4
"""How many steps of a guided move are painted on each of them, the board itself among these."""


def warm_up() -> None:
    """Paint each game once; what is not at hand for that is drawn, for over a second a game.

    Pictures may be painted meanwhile, by any thread: what is drawn once and kept is never changed.
    """
    for entry in CATALOGUE.values():
        _begin(entry)
    portraits.prepare()


def _begin(entry: AnyEntry) -> None:
    """Paint a game as it begins, and what is shown of it before that."""
    seats = entry.game.seats[-1]
    _paint(entry, _begun(entry, seats, SeededRng("")), seats, "")
    cover_of(entry)


def draw_more(enough: Callable[[], bool], boards: int = BOARDS) -> None:
    """Paint boards of each game that come at random, until that is `enough`: most sprites are seen on some.

    Otherwise each keeps the first board that needs it waiting: fifty dice, a hundred coins and tiles.
    """
    for entry in CATALOGUE.values():
        game, rng = entry.game, SeededRng("sprites")
        seats = game.seats[-1]
        state = _begun(entry, seats, rng)
        for number in range(boards):
            if enough():
                return
            moves = [(seat, line) for seat in sorted(game.to_act(state)) for line in game.legal(state, seat)]
            if moves:
                state = game.apply(state, *moves[rng.below(len(moves))], rng).state
            else:
                seats = game.seats[number % len(game.seats)]
                state = _begun(entry, seats, rng)
            _paint_choosing(entry, state, seats, rng)


def _begun(entry: AnyEntry, seats: int, rng: SeededRng) -> object:
    return entry.game.start(read_settings(entry.game, {}, seats), seats, rng)


def _paint_choosing(entry: AnyEntry, state: object, seats: int, rng: SeededRng) -> None:
    """Paint a board and what is seen by somebody who chooses something there, step by step."""
    path = ""
    for _ in range(STEPS):
        ways = leads_to(_paint(entry, state, seats, path))
        if not ways:
            return
        path = ways[rng.below(len(ways))]


def _paint(entry: AnyEntry, state: object, seats: int, path: str) -> Menu:
    """Paint a board with what can be chosen on it at a step, for nobody; returns what that is."""
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    view, over = entry.game.view(state, None), entry.game.outcome(state) is not None
    menu = Menu() if over else entry.menu(IN_ENGLISH, names, state, path)
    sheet = Sheet(
        "T0",
        "",
        entry.game.title,
        "",
        chosen=menu.chosen,
        targets=menu.targets,
        names=names,
        say=IN_ENGLISH,
    )
    entry.paint(view, sheet)
    return menu


def sprites_beside(database: Place) -> Path:
    """The file that sprites are kept in between two starts of one version.

    Where the tables are kept by a server, it is in the folder where the bot is started.
    """
    if isinstance(database, Postgres):
        return Path("taproom.sprites")
    return database.with_name(f"{database.name}.sprites")


def from_file(sprites: Path) -> bool:
    """Take the sprites from their file and paint each game, in 0.2 s; whether there is such a file."""
    if not stored.load(sprites):
        return False
    warm_up()
    return True


class Painting:
    """A process that draws sprites. They are taken game by game, and kept for the next start in a `file`.

    It ends with the bot, and before that where its work is done.
    """

    def __init__(self, file: Path) -> None:
        self._file = file.absolute()  # the process begins elsewhere
        self._process: Process | None = None
        self._is_over = False
        self._games = {game: asyncio.Event() for game in CATALOGUE}
        self._wanted = list[str]()
        self._here: str | None = None
        _AT_WORK.add(self)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Draw no more, and take nothing more than what has come."""
        self._is_over = True
        self._kill()
        await self._task

    async def bring(self, game: str) -> None:
        """Wait for the sprites of a game, which are drawn next; not for ever, nor where none will come.

        Who needs the first game waits for nothing, and draws it at once: the process begins with others.
        """
        if self._here is None:
            self._here = game
            self._wanted.append(LATER + game)
            self._ask()
        if game == self._here or self._games[game].is_set():
            return
        self._wanted.append(game)
        self._ask()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._games[game].wait(), LONGEST)

    async def _run(self) -> None:
        try:
            await self._paint()
        except Exception:
            # A table goes on when its painter fails, and so does the bot: it draws what is needed then.
            LOG.exception("painting ahead failed")
        finally:
            _AT_WORK.discard(self)
            for there in self._games.values():
                there.set()

    async def _paint(self) -> None:
        process = self._process = await asyncio.create_subprocess_exec(
            *PAINTER, str(self._file), cwd=HOME, env=environment(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        if self._is_over:
            self._kill()
        self._ask()
        is_whole = False
        try:
            while (game := await _read(process)) is not None and (drawn := await _read(process)) is not None:
                await asyncio.to_thread(_take, game.decode(), drawn)
                if there := self._games.get(game.decode()):
                    there.set()
                is_whole = not game  # that came last
        except BaseException:
            self._kill()
            raise
        finally:
            await process.communicate()
        if process.returncode == UNWRITTEN:
            LOG.info("%s cannot be written: sprites are drawn anew at each start", self._file)
        elif (process.returncode or not is_whole) and not self._is_over:
            raise ChildProcessError(f"the painter has ended with {process.returncode}")

    def _ask(self) -> None:
        """Tell the process what is wanted first, as soon as there is one."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.writelines(f"{game}\n".encode() for game in self._wanted)
            self._wanted.clear()

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()


_AT_WORK: Final = set[Painting]()


async def brought(game: str) -> None:
    """Wait for the sprites of a game while they are drawn beside the bot; else for nothing."""
    for painting in tuple(_AT_WORK):
        await painting.bring(game)


def _take(game: str, drawn: bytes) -> None:
    """Take sprites that were drawn, and paint the game with them; raises `ValueError`."""
    if not stored.take(drawn):
        raise ValueError("the painter's sprites are of another version")
    if game in CATALOGUE:
        _begin(CATALOGUE[game])


async def _read(process: Process) -> bytes | None:
    """What a painter hands over next; none at its end."""
    assert process.stdout is not None  # noqa: S101 - it was started with a pipe
    try:
        (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
        return await process.stdout.readexactly(size)
    except asyncio.IncompleteReadError:
        return None


# What runs in that process


def hand_over(drawn: BinaryIO, wanted: Sequence[str], enough: Callable[[], bool]) -> None:
    """Draw until that is `enough`, and hand over what is new: after each game, then all that else is needed.

    Each time it is preceded by the game's key, or by nothing. Games that are `wanted` come first, and those
    behind `LATER` last; that grows meanwhile.
    """
    left, given = dict(CATALOGUE), dict[str, set[Hashable]]()
    while left and not enough():
        first = (game for game in wanted if game in left)
        then = (game for game in left if LATER + game not in wanted)
        game = next(chain(first, then, left))
        _begin(left.pop(game))
        _hand(drawn, game, given)
    portraits.prepare()
    draw_more(enough)
    _hand(drawn, "", given)


def _hand(drawn: BinaryIO, game: str, given: dict[str, set[Hashable]]) -> None:
    """Hand over all sprites that were not given yet."""
    new = dict[str, dict[Hashable, Any]]()
    for name, by_key in sprites().items():
        before = given.setdefault(name, set())
        new[name] = {key: sprite for key, sprite in by_key.items() if key not in before}
        before.update(by_key)
    drawn.writelines(HEAD.pack(len(part)) + part for part in (game.encode(), stored.packed(new)))
    drawn.flush()


def main() -> int:
    """Draw for the process that has started this one, and end with that one's pipe; returns the exit code.

    Whoever clicks comes first: it takes the processor when nobody else wants it, and where memory runs short
    it is what has to go.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):  # Windows has none
        os.nice(NICE)
    with suppress(OSError):  # only Linux has it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    wanted, gone = list[str](), Event()

    def listen() -> None:
        # Without a buffer: the lock of one would be held when this process ends.
        with open(0, "rb", buffering=0, closefd=False) as lines:
            for line in lines:
                wanted.append(line.decode().strip())
        gone.set()

    Thread(target=listen, daemon=True).start()
    with suppress(BrokenPipeError):
        hand_over(sys.stdout.buffer, wanted, gone.is_set)
    return 0 if gone.is_set() or stored.save(Path(sys.argv[1])) else UNWRITTEN


if __name__ == "__main__":
    sys.exit(main())
