"""The command line of the bot: run it, maintain its database, diagnose the installation."""

from __future__ import annotations

import gc

# Imported modules stay: scanning them for garbage again and again takes a fifth of the start.
gc.disable()

import argparse
import asyncio
import contextlib
import importlib.util
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from threading import Timer
from typing import Final

import discord
from pydantic import ValidationError

from bot import COMMAND, VERSION
from bot.client import PULSE, Taproom
from bot.cluster.search_worker import serve_searches
from bot.discord.failures import is_outside
from bot.features import HOOKS
from bot.ops import data_requests, supervisor
from bot.ops.backups import copy_database, make_copy, put_back
from bot.ops.doctor import diagnose, proxy_finding, start_warnings, token_finding
from bot.ops.health import CannotListen
from bot.ops.heap import share_heap, tidy_heap
from bot.ops.location import DatabaseLocation, Postgres, parse_location
from bot.ops.logs import set_up
from bot.ops.settings import (
    FILE,
    Settings,
    outward_proxy,
    setting_faults,
    settings_file,
    settings_file_slips,
    settings_template,
    unknown_settings,
)
from bot.store import StoreError
from bot.store.db import claim_database
from bot.store.errors import (
    AlreadyThere,
    AnotherBot,
    AnotherCount,
    CannotWrite,
    DamagedDatabase,
    InUse,
    NewerSchema,
    NoDriver,
    NoFolder,
    NoQueue,
    NotADatabase,
    OlderSchema,
    OthersThere,
    ShardTaken,
)
from bot.store.upkeep import hosted
from bot.store.upkeep.backup import check_there, check_unused
from bot.ui.alarms.idle import IdlePolicy
from engine.__main__ import INTERRUPTED
from engine.commands.streams import use_utf8

gc.enable()

LOG = logging.getLogger("taproom")

_TOOLS: Final = "taproom: {} is looked after by PostgreSQL's own tools (docs/hosting.md)."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    0: well, 1: something is wrong, 2: bad settings or arguments, or a token or a database with which no start
    of the bot succeeds until a person mends it, 130: interrupted.
    """
    try:
        code = _run_arguments(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # as in `python -m bot doctor | head -1`
        # Nothing reads the rest, and Python would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _run_arguments(arguments: Sequence[str] | None) -> int:
    use_utf8()
    args = _parser().parse_args(arguments)
    if args.run is None:  # lists the settings, also where they are faulty
        print(settings_template(), end="")
        return 0
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # it warns of lines that we name ourselves
    try:
        wrong = settings_file_slips()
    except UnicodeError:
        return _report_bad_settings([f"{FILE} cannot be read: save it as plain text in UTF-8."])
    except OSError as error:
        why = error.strerror or error
        return _report_bad_settings([f"{FILE} must be a file that the bot's user can read: {why}"])
    try:
        settings = Settings()
    except ValidationError as error:
        return _report_bad_settings([*setting_faults(error), *wrong])
    if wrong and args.run is not _doctor:  # a wrong setting could make the command work on another database
        return _report_bad_settings(wrong)
    secrets = (settings.secret, settings.client_secret, _proxy_secret())
    set_up(settings.log_format, settings.log_level, *secrets, is_outside=is_outside)
    return _run_command(settings, args)


def _run_command(settings: Settings, args: argparse.Namespace) -> int:
    try:
        return int(args.run(settings, args))
    except StoreError as error:
        print(f"taproom: {error}", file=sys.stderr)
        if _doctor_helps(args, error):
            print(f"`{COMMAND} doctor` looks at the database and says what to do.", file=sys.stderr)
        return 2 if args.run in {_run, _think} and isinstance(error, _LASTING) else 1
    except KeyboardInterrupt:
        return INTERRUPTED


_LASTING: Final = (DamagedDatabase, NewerSchema, NoDriver, NoFolder, NotADatabase, OlderSchema)
"""Errors that another start does not mend, but a person."""


_OTHERS: Final = (AnotherBot, AnotherCount, InUse, OthersThere, ShardTaken)
"""Errors of which another process is the cause."""


def _doctor_helps(args: argparse.Namespace, error: StoreError) -> bool:
    """Whether an error may be the configured database's, and not that of a copy or of a second bot."""
    if args.run is _backup:
        return not isinstance(error, AlreadyThere | CannotWrite | NoFolder)
    return args.run not in {_copy, _restore} and not isinstance(error, _OTHERS)


def _proxy_secret() -> str:
    """Return the proxy's user name and password, as aiohttp's addresses show them; empty without a proxy."""
    with contextlib.suppress(ValueError):
        if (proxy := outward_proxy()) is not None and proxy.raw_password:
            return f"{proxy.raw_user or ''}:{proxy.raw_password}"
    return ""


def _report_bad_settings(lines: list[str]) -> int:
    for line in lines:
        print(f"FAIL  {line}", file=sys.stderr)
    print(f"      `{COMMAND} settings` lists every setting with its default.", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND, description="Taproom hosts board games on Discord. Without a command: run it."
    )
    parser.add_argument("--version", action="version", version=f"Taproom {VERSION}")
    parser.set_defaults(run=_run)
    commands = parser.add_subparsers(metavar="COMMAND")
    status = commands.add_parser("status", help="tell whether the bot runs, and how it does")
    status.set_defaults(run=_status)
    thinking = commands.add_parser("think", help="think for bots that use PostgreSQL; needs no token")
    thinking.set_defaults(run=_think)
    copy = commands.add_parser("backup", help="copy the database while the bot runs")
    copy.add_argument("file", type=Path)
    copy.set_defaults(run=_backup)
    back = commands.add_parser("restore", help="check a backup and put it in the database's place")
    back.add_argument("file", type=Path, nargs="?", help="with PostgreSQL none: its own tools put it back")
    back.set_defaults(run=_restore)
    move = commands.add_parser("copy", help="copy the database to another place, while the bot is stopped")
    move.add_argument("source", type=_location, metavar="FROM", help="sqlite:FILE or postgresql://...")
    move.add_argument("target", type=_location, metavar="TO", help="the same; nothing may be there yet")
    move.set_defaults(run=_copy)
    _add_requests(commands)
    listing = commands.add_parser("settings", help="print every setting with its default, to begin a .env")
    listing.set_defaults(run=None)
    doctor = commands.add_parser("doctor", help="check settings, token, database and fonts")
    doctor.set_defaults(run=_doctor)
    return parser


def _location(text: str) -> DatabaseLocation:
    """Parse the location of a database; raises `ArgumentTypeError`."""
    try:
        return parse_location(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _add_requests(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands about a person, a server, or the visitors of pages."""
    data = commands.add_parser("data", help="print all that is stored about a person")
    data.add_argument("user", type=int, metavar="USER_ID", help="the number that Discord knows them by")
    data.set_defaults(run=_data)
    forget = commands.add_parser("forget", help="delete all that is stored about a person")
    forget.add_argument("user", type=int, metavar="USER_ID", help="the number that Discord knows them by")
    forget.add_argument("--yes", action="store_true", help="do it, and do not only say what it does")
    forget.set_defaults(run=_forget)
    block = commands.add_parser("block", help="refuse the bot to a person or a server; or list them")
    block.add_argument(
        "number", type=_number, nargs="?", metavar="USER|SERVER", help="the number that Discord knows it by"
    )
    block.set_defaults(run=_block)
    unblock = commands.add_parser("unblock", help="let them use the bot again")
    unblock.add_argument(
        "number", type=_number, metavar="USER|SERVER", help="the number that Discord knows it by"
    )
    unblock.set_defaults(run=_unblock)
    key = commands.add_parser("key", help="make a new key for boards in a browser")
    key.add_argument("--all", action="store_true", help="and log out every browser")
    key.set_defaults(run=_generate_key)


def _run(settings: Settings, _: argparse.Namespace) -> int:
    for sentence in unknown_settings():
        LOG.warning("settings: %s", sentence)
    for warning in start_warnings(settings):
        LOG.warning("%s. %s", warning.what, warning.advice)
    if settings.secret:
        for diagnosis in (token_finding(settings), proxy_finding()):
            if diagnosis is not None and not diagnosis.well:
                print(diagnosis, file=sys.stderr)
                return 2
        return _run_until_stopped(_serve, settings, _loop_factory())
    if importlib.util.find_spec("simcord") is None:
        print("taproom: no token is set, and the playground is not installed.", file=sys.stderr)
        print("Set TAPROOM_TOKEN (docs/hosting.md), or install the extra playground:", file=sys.stderr)
        print("requirements-playground.txt, or taproom[playground] as a package.", file=sys.stderr)
        return 2
    return _run_until_stopped(_serve_playground, settings)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the factory of the event loop: uvloop, or None where it is not installed."""
    try:
        import uvloop  # noqa: PLC0415 - Windows has none, and nothing else needs it
    except ImportError:
        return None
    return uvloop.new_event_loop


def _run_until_stopped(
    bot: Callable[[Settings], Coroutine[object, object, int]],
    settings: Settings,
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> int:
    """Run the bot until it ends, in the given event loop if there is one; returns the exit code."""
    try:
        with _keep_others_out(settings.database), asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(bot(settings))
    except CannotListen as error:
        print(f"taproom: the port {error.setting}_PORT cannot be opened: {error}", file=sys.stderr)
        print(f"Set {error.setting}_PORT or {error.setting}_ADDRESS to another one.", file=sys.stderr)
        return 1


def _keep_others_out(database: DatabaseLocation) -> contextlib.AbstractContextManager[None]:
    """Keep other bots from a file; processes that share a database of PostgreSQL see to that themselves."""
    return contextlib.nullcontext() if isinstance(database, Postgres) else claim_database(database)


async def _serve(settings: Settings) -> int:
    """Run the bot on Discord until it is told to stop; saves that are under way finish."""
    # Modules and tables stay for good. Scanning them for garbage stops all clicks for 0.1 s each time.
    gc.collect()
    gc.freeze()
    # The same for boards and cards made since: scanned a tenth as often, as each scan takes up to 0.1 s.
    young, old, oldest = gc.get_threshold()
    gc.set_threshold(young, old, 10 * oldest)
    # A thread that replays a long game hands over to the loop ten times as soon.
    sys.setswitchinterval(0.0005)
    share_heap()
    watch = supervisor.Monitor(settings, HOOKS)
    bot = Taproom(
        settings.database,
        proxy=outward_proxy(),
        pulse=PULSE,
        workers=settings.thinkers,
        ahead=True,
        most_each=settings.tables_each,
        shards=settings.own_shards,
        requests=settings.requests,
    )
    bot.idle = IdlePolicy(settings.idle_days, settings.idle_grace_days)
    bot.count = watch.count
    bot.links = settings.links
    bot.hello = settings.hello
    stop = _stop_event(lambda: bot.surface is not None)
    async with (
        watch.monitor(bot.health, bot.up),
        _serve_pages(bot, settings, settings.web_url, settings.client_secret),
    ):
        running = asyncio.create_task(bot.start(settings.secret))
        stopping = asyncio.create_task(stop.wait())
        tidying = asyncio.create_task(tidy_heap())
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                LOG.info("stopping: finishing what is being saved")
        finally:
            watch.stopping()
            stopping.cancel()
            tidying.cancel()
            await bot.close()
            running.cancel()  # perhaps still logging in
        code = await _exit_code_of(running)
    if bot.lost is not None:
        print(f"taproom: {bot.lost}", file=sys.stderr)
        return 1
    return code


async def _exit_code_of(running: asyncio.Task[None]) -> int:
    try:
        await running
    except asyncio.CancelledError:
        return 0
    except discord.LoginFailure:
        print(f"taproom: Discord refused the token. `{COMMAND} doctor` helps.", file=sys.stderr)
        return 2
    except discord.HTTPException as error:
        print(f"taproom: Discord does not let the bot in now: {error}. Try again later.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"taproom: Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    return 0


LOOPBACK: Final = "http://127.0.0.1:{port}"
"""The default address of the playground's boards in a browser."""


@contextlib.asynccontextmanager
async def _serve_pages(bot: Taproom, settings: Settings, url: str, secret: str = "") -> AsyncIterator[None]:
    """Serve boards in a browser within this block, if an address for them is configured.

    `url` is that address; `{port}` in it is replaced by the port. With `secret`, the OAuth 2 client secret of
    the bot's application, players can log in, and boards open inside Discord if that is enabled. The
    playground has none: its people are not on Discord.
    """
    if not url:
        yield
        return
    # Nothing of it is loaded where it is off.
    from bot.web import activity, address, login, site, table_pages  # noqa: PLC0415

    proxies = address.Proxies(settings.proxies)
    pages = site.Site(lambda: bot.surface, bot, url.format(port=settings.web_port), proxies)
    pages.tables = table_pages.TablePages(pages)
    if secret:
        pages.login = entrance = login.Login(pages, bot, secret, proxy=outward_proxy())
        if settings.activity:
            pages.activity = activity.Activity(pages, bot, entrance)
    async with site.serve_site(pages, settings.web_address, settings.web_port) as port:
        pages.set_url(url.format(port=port))
        bot.pages = pages
        yield


def _generate_key(settings: Settings, args: argparse.Namespace) -> int:
    """Print a new key for the pages."""
    from bot.web.tickets import new_key_at  # noqa: PLC0415 - as above

    check_there(settings.database)
    asyncio.run(new_key_at(settings.database, all_out=args.all))
    print("A new key signs the links to boards in a browser.")
    if args.all:
        print("Every browser is logged out.")
    else:
        print(f"Browsers that were let in stay so. `{COMMAND} key --all` logs them out.")
    return 0


async def _serve_playground(settings: Settings) -> int:
    from bot import playground  # noqa: PLC0415 - an extra that production installs do not have

    watch = supervisor.Monitor(settings, HOOKS)
    bot = Taproom(settings.database, always_sync=True, hurried=False)
    bot.count = watch.count
    bot.links = settings.links
    try:
        async with (
            watch.monitor(bot.health, bot.up),
            _serve_pages(bot, settings, settings.web_url or LOOPBACK),
        ):
            stop = _stop_event(lambda: bot.surface is not None)
            await playground.run(bot, settings.database, settings.playground_port, stop)
    except playground.CannotOpen as error:
        print(f"taproom: the playground cannot be opened: {error}", file=sys.stderr)
        print("Another one may be running; TAPROOM_PLAYGROUND_PORT=0 takes any free port.", file=sys.stderr)
        return 1
    return 0


STOPPING: Final = 1.0
"""Seconds for the end of a start that is broken off; a thread of it may wait for a lock or a server."""


def _stop_event(has_started: Callable[[], bool] = lambda: True) -> asyncio.Event:
    """Return an event that SIGTERM and SIGINT set, so that work under way can finish.

    If nothing has started by then, the process is ended where it does not end in a second: no work is lost,
    and each step of a migration happens whole or not at all.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end() -> None:
        stop.set()
        if not has_started():
            ending = Timer(STOPPING, _end_process_of, (loop,))
            ending.daemon = True
            ending.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, end)
        except NotImplementedError:  # Windows' event loop; a signal wakes it all the same
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(end))
    return stop


def _end_process_of(loop: asyncio.AbstractEventLoop) -> None:
    """End the process at once, unless the event loop has ended."""
    if not loop.is_closed():
        LOG.info("stopping: the start is broken off")
        logging.shutdown()
        os._exit(0)


def _think(settings: Settings, _: argparse.Namespace) -> int:
    async def work() -> None:
        await serve_searches(settings.database, settings.workers, _stop_event())

    try:
        asyncio.run(work())
    except NoQueue as error:
        print(f"taproom: {error}.", file=sys.stderr)
        return 2
    return 0


def _status(settings: Settings, _: argparse.Namespace) -> int:
    well, lines = supervisor.status(settings, HOOKS)
    for line in lines:
        print(line)
    return 0 if well else 1


def _backup(settings: Settings, args: argparse.Namespace) -> int:
    if isinstance(settings.database, Postgres):
        print(_TOOLS.format(settings.database), file=sys.stderr)
        print("They copy it while the bot runs: pg_dump --format custom --file FILE ADDRESS", file=sys.stderr)
        return 1
    make_copy(settings.database, args.file)
    print(f"Copied {settings.database.absolute()} to {args.file.absolute()}.")
    return 0


def _copy(_: Settings, args: argparse.Namespace) -> int:
    report = copy_database(args.source, args.target, HOOKS)
    print(f"Copied {report.tables} tables with {report.lines} log lines; every log is whole.")
    print(f"{args.source} stays as it is. Set TAPROOM_DATABASE to the other one, and start the bot.")
    return 0


def _renumber(place: Postgres, args: argparse.Namespace) -> int:
    """Renumber tables and alarms after PostgreSQL's own tools have restored a backup."""
    if args.file is not None:
        print(_TOOLS.format(place), file=sys.stderr)
        print(
            f"Use pg_restore while the bot is stopped, then `{COMMAND} restore` without FILE.",
            file=sys.stderr,
        )
        return 1
    hosted.renumber(place, HOOKS, time.time())
    print(f"{place} gives no number twice now: every game that goes on is shown anew when the bot starts.")
    return 0


def _restore(settings: Settings, args: argparse.Namespace) -> int:
    if isinstance(settings.database, Postgres):
        return _renumber(settings.database, args)
    if args.file is None:
        print(f"taproom: which backup? {COMMAND} restore FILE", file=sys.stderr)
        return 2
    database, read = settings.database.absolute(), settings_file()
    is_set = "TAPROOM_DATABASE" in map(str.upper, os.environ)
    if read is None and not database.exists() and not is_set:
        print(
            f"taproom: there is no {FILE} and no database in {Path.cwd()}, so nothing says where the bot's",
            file=sys.stderr,
        )
        print(
            "database belongs. Go to the folder where the bot runs, or set TAPROOM_DATABASE.", file=sys.stderr
        )
        return 1
    done = put_back(args.file, database, HOOKS)
    report = done.report
    print(f"Read {args.file.absolute()}: {report.tables} tables, {report.lines} log lines.")
    if report.kept is None:
        print(f"Restored to {database}; there was no such file before.")
    else:
        print(f"Restored to {database}; the file that was there is kept as {report.kept}.")
    if is_set:
        print("That is where TAPROOM_DATABASE in the environment says.")
    else:
        print(f"That is where {read} says." if read else f"There is no {FILE} here, and it was there before.")
    if not done.owned:
        print(
            "The file is yours now and was another user's: give it to the bot's user with chown.",
            file=sys.stderr,
        )
    return 0


def _data(settings: Settings, args: argparse.Namespace) -> int:
    check_there(settings.database)
    print(asyncio.run(data_requests.stored_about(settings.database, args.user)), end="")
    return 0


def _forget(settings: Settings, args: argparse.Namespace) -> int:
    check_unused(settings.database)
    for line in asyncio.run(data_requests.forget(settings.database, args.user, sure=args.yes)):
        print(line)
    return 0


def _number(text: str) -> int:
    """Parse the Discord id of a person or a server: up to 64 bits."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of Discord's")
    return int(text)


def _block(settings: Settings, args: argparse.Namespace) -> int:
    check_there(settings.database)
    if args.number is None:
        for line in asyncio.run(data_requests.describe_blocked(settings.database)):
            print(line)
    else:
        print(asyncio.run(data_requests.block(settings.database, args.number)))
    return 0


def _unblock(settings: Settings, args: argparse.Namespace) -> int:
    check_there(settings.database)
    print(asyncio.run(data_requests.unblock(settings.database, args.number)))
    return 0


def _doctor(settings: Settings, _: argparse.Namespace) -> int:
    findings = list(diagnose(settings, HOOKS))
    for finding in findings:
        print(finding)
    return 0 if all(finding.well for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
