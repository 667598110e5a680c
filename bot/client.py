"""The Discord client: opens the store, registers the commands, and passes clicks on."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from math import inf, isfinite
from typing import Any, Final

import discord
from yarl import URL

from bot import VERSION, sprites
from bot.cluster.heartbeat import Heartbeat
from bot.cluster.search_worker import search_queue_of
from bot.cluster.shards import ONE, Shards
from bot.discord.answer import PATIENT
from bot.discord.budget import ALLOWED, RequestBudget
from bot.discord.command_tree import CommandTree, set_commands, translate_commands
from bot.discord.gate import FRESH, Gate
from bot.discord.presence import Presence, newest_in
from bot.discord.request import FAILURES, SERVERS_FAULT, Pages, Surface
from bot.discord.request_guard import guard_requests
from bot.discord.serving import serve_control
from bot.discord.translator import Translator
from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE
from bot.kernel.feature import Feature, storage_hooks
from bot.kernel.session import Context, Session
from bot.kernel.trace import Trace
from bot.minds.pool import SearchPool
from bot.ops.health import Health
from bot.ops.identity import invite_link
from bot.ops.location import DatabaseLocation
from bot.ops.settings import Links
from bot.ops.upgrade import record_finished_games, snapshot_changed_games
from bot.ops.waiting import StartLog
from bot.store import Store, StoreError
from bot.store.cluster.messages import BETWEEN
from bot.store.cluster.news import ChangeNotice, ChangeSubject
from bot.ui.alarms.idle import IdlePolicy
from bot.ui.alarms.kinds import ALARMS
from bot.ui.alarms.ticker import Ticker
from bot.ui.commands import add_commands
from bot.ui.controls import controls_of, layers_of
from render.kit.cache import PAINTED, PRESSED

LOG = logging.getLogger("taproom.client")

PULSE = 5.0
"""Seconds between two checks for due work."""

PATIENCE = 10.0
"""Seconds that a shutdown waits for work under way."""

SYNCING: Final = 60.0
"""Seconds that a start waits for Discord to accept the commands; a daily limit would delay it for hours."""

AGAIN: Final = 10.0
"""Seconds between login attempts while Discord cannot be reached."""

REPORTED: Final = 60.0
"""Seconds between two log lines about failed logins."""

BUSY: Final = 429
"""The HTTP status for too many requests from an address, ours or others'."""

LAPSES: Final = 60.0
"""Seconds after which a shard's turn lapses if its session has not begun."""

LOCKED: Final = 15.0
"""Seconds that a save waits for another process that writes; after that the player is told to wait."""

_INTERACTION: Final = "INTERACTION_CREATE"
"""The gateway's event for a click or a command."""

_TYPED: Final = discord.AppCommandType.chat_input.value

_CONTROLS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def new_seed() -> str:
    """Return a secret of 128 bits from which a table's chance is drawn."""
    return secrets.token_hex(16)


def _parse_commands_note(note: str | None) -> dict[str, Any]:
    """Parse the note on Discord's commands: the hash of the `set`, and the `ids` by name."""
    data = json.loads(note) if note and note.startswith("{") else {}
    return dict(data)


class Taproom(discord.AutoShardedClient):
    """The bot. Needs no privileged intent, and never leaves a server automatically.

    `always_sync` registers the commands at each start instead of only when they have changed. `pulse` is the
    interval in seconds between checks for due work; without one nothing is checked, and other processes do
    not learn of this one. `workers` is the number of search processes. `ahead`: sprites are loaded at the
    start, and all ratings are computed soon after it. `most_each` is how many live tables one person may have
    opened; 0: any number. `hurried`: answers are deferred, and late requests are dropped; a simulated
    Discord, whose clock stands still, needs neither. `shards` are those that this process runs; none: as many
    as Discord asks for. A simulated Discord asks for one. `requests` is how many requests a second Discord
    allows the bot. `proxy` is the HTTP proxy through which Discord is reached. `features` are the features of
    this installation. `idle` says when idle tables are asked about and closed; it can be set before the
    start. `count` may be set before the start: it is called after every interaction that was answered. So may
    `links`, the host's, `pages`, boards in a browser, and `hello`, that the bot greets a server that it
    joins. `up` is set once the bot is connected, or waits for a Discord that cannot be reached. `lost` is the
    reason why the bot ended: its shards belong to another process now.
    """

    def __init__(  # noqa: PLR0913 - each is a setting of its own
        self,
        database: DatabaseLocation,
        *,
        always_sync: bool = False,
        clock: Callable[[], float] = time.time,
        seeds: Callable[[], str] = new_seed,
        pulse: float | None = None,
        workers: int = 1,
        ahead: bool = False,
        most_each: int = 0,
        hurried: bool = True,
        shards: Shards | None = None,
        requests: int = ALLOWED,
        proxy: URL | None = None,
        features: Sequence[Feature] = FEATURES,
    ) -> None:
        shards = shards or (None if hurried else ONE)
        self._budget = RequestBudget(requests if hurried else inf, 1.0 if shards is None else shards.share)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            shard_ids=None if shards is None else list(shards.numbers),  # type: ignore[arg-type] # none is the default
            shard_count=None if shards is None else shards.count,
            proxy=None if proxy is None else str(proxy),
            http_trace=guard_requests(self._budget.trace(), self._may_send),
        )
        self._shards = shards
        self._lanes = 1
        self._turns = dict[int, float]()
        """When each waiting shard may begin, by `time.monotonic`."""
        self._without = set[int]()
        self._reading: asyncio.Task[None] | None = None
        self.lost: StoreError | None = None
        self.tree = CommandTree(self)
        self.surface: Surface | None = None
        self._heartbeat: Heartbeat | None = None
        self._database = database
        self._always_sync = always_sync
        self._clock = clock
        self._seeds = seeds
        self._pulse = pulse
        self._workers = workers
        self._ahead = ahead
        self._most_each = most_each
        self._hurried, self._features = hurried, features
        self.idle = IdlePolicy()
        self._has_begun_login = False
        self._start_log = StartLog()
        self._reckoning: asyncio.Task[None] | None = None
        self._ticking: asyncio.Task[None] | None = None
        self.ticker: Ticker | None = None
        self.count: Callable[[Trace], None] | None = None
        self.links = Links()
        self.pages: Pages | None = None
        self.hello = False
        self.up = asyncio.Event()
        self._started = clock()
        self._out: float | None = self._started

    def _may_send(self, answering: bool) -> bool:
        """Whether a request may be sent to Discord now."""
        surface = self.surface
        return surface is None or surface.session.context.store.cluster.may_send(answering=answering)

    async def login(self, token: str) -> None:
        """Log in and set up. Retries while Discord cannot be reached, with a log line a minute.

        Raises `LoginFailure` or `HTTPException` for Discord's refusals, and what `setup_hook` raises.
        """
        last_report, self._has_begun_login = -inf, True
        while True:
            self._start_log.wait_for("an answer of Discord to the login")
            try:
                await super().login(token)
            except FAILURES as failure:
                if self.surface is not None or not _is_temporary(failure):
                    raise
                self.up.set()
                if time.monotonic() - last_report >= REPORTED:
                    last_report = time.monotonic()
                    LOG.warning(
                        "Discord cannot be reached, and is waited for: %s",
                        str(failure) or type(failure).__name__,
                    )
            else:
                return
            finally:
                self._start_log.end()
            # Private: a failed login leaves its session open, and the public `close` closes it, but also
            # ends a client with shards for good.
            await self.http.close()
            self.http.connector = discord.utils.MISSING
            await asyncio.sleep(AGAIN)

    def health(self) -> Health:
        """Return the bot's current health, for the supervisor and the HTTP endpoints."""
        surface, latency = self.surface, 1000 * self.latency
        waiting, oldest = (0, 0.0) if surface is None else surface.gate.queue()
        return Health(
            started=self._started,
            out=self._out,
            looked=0.0 if self.ticker is None else self.ticker.last_heartbeat,
            latency=latency if isfinite(latency) and self._out is None else None,
            servers=len(self.guilds),
            application=self.application_id,
            waiting=waiting,
            oldest=oldest,
            dropped=0 if surface is None else surface.gate.dropped,
            thoughts=0 if surface is None else surface.session.context.search_pool.waiting,
            pages=0 if self.pages is None else self.pages.open_pages,
            version=VERSION,
        )

    async def setup_hook(self) -> None:
        """Open the store and register the commands; raises `StoreError` if the database cannot be used."""
        try:
            await self._set_up()
        finally:
            self._start_log.end()

    async def _set_up(self) -> None:
        wait_for = self._start_log.wait_for
        if self._ahead:
            wait_for("the pieces, which are drawn")
            await asyncio.to_thread(sprites.prepare)
        wait_for("Discord to say how many shards it wants")
        await self._count_shards()
        store = await self._open_store()
        # A process with heartbeats never comes to rest, as a simulated Discord needs it to.
        elsewhere = None if self._pulse is None else await search_queue_of(self._database)
        thinking = SearchPool(self._workers, elsewhere=elsewhere)
        context = Context(
            store,
            CATALOGUE,
            self._clock,
            self._seeds,
            thinking,
            self._most_each,
            features=self._features,
            alarms=ALARMS,
        )
        gate, patience = (Gate(FRESH), PATIENT) if self._hurried else (Gate(inf), inf)
        self.surface = Surface(
            Session.over(context),
            gate=gate,
            patience=patience,
            budget=self._budget,
            count=self.count,
            links=self.links,
            pages=self.pages,
            controls=controls_of(self._features),
            around=layers_of(self._features),
        )
        if self._hurried and self.application_id is not None:
            LOG.info("to add the bot to a server: %s", invite_link(self.application_id))
        add_commands(self.tree, CATALOGUE, self._features)
        if self._pulse is not None:
            shards_text = "" if self._shards is None else str(self._shards)
            self._heartbeat = await Heartbeat.begin(store.processes, shards_text)
        self._watch_messages(self.surface.presence)
        wait_for("running games, which are compared with the rules of this version")
        await snapshot_changed_games(store, CATALOGUE, self._clock())
        await record_finished_games(store, CATALOGUE)
        wait_for("Discord to take the commands")
        self.surface.commands = await self._sync_commands(store)
        self.ticker = Ticker(self.surface, self, self.idle)
        if self._pulse is not None:
            self._ticking = asyncio.create_task(self.ticker.run(self._pulse))

    async def _open_store(self) -> Store:
        """Open the store for this process alone, or for its shards."""
        self._start_log.wait_for(
            f"the database {self._database}: another process may be writing, or upgrading it"
        )
        store = await Store.open(
            self._database, patience=LOCKED, shards=self._shards, hooks=storage_hooks(self._features)
        )
        self._start_log.wait_for(f"the shards of {self._database}, which another process may have")
        try:
            await store.cluster.join(self._database, self._shards, self, patience=LOCKED)
        except BaseException:
            await store.close()
            raise
        return store

    async def _count_shards(self) -> None:
        """Ask Discord how many shards it wants, and how many of them may begin at a time."""
        if self._shards is not None and self._shards.is_all:
            return
        # Private: the public `fetch_session_start_limits` does not tell how many shards Discord wants, and if
        # that was left to `connect`, the bot would end where Discord cannot be reached at that moment.
        wanted, _, limits = await self.http.get_bot_gateway()
        self._lanes = max(1, limits["max_concurrency"])
        if self._shards is None:
            self.shard_count = wanted
            return
        LOG.info("shards %s; Discord recommends %d in all", self._shards, wanted)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard when its turn has come: one connected earlier would only wait."""
        # Private: the public `before_identify_hook` is called when the connection is open, and a connection
        # that does not go on within a minute is given up.
        await self._await_shard_turn(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may begin: Discord allows one every five seconds, over all processes."""
        if self._shards is None or self._shards.is_all:
            await super().before_identify_hook(shard_id, initial=initial)
        elif shard_id is not None:
            await self._await_shard_turn(shard_id)
            self._turns.pop(shard_id, None)

    async def _await_shard_turn(self, shard_id: int) -> None:
        """Wait for a shard's turn; without a shared database, wait the usual time.

        The library gives up what takes a minute and tries it again. The shard keeps its turn then; otherwise
        it would go to the end of the queue each time.
        """
        if self.surface is None or self._shards is None or self._shards.is_all:
            return
        now, store = time.monotonic(), self.surface.session.context.store
        if self._turns.get(shard_id, -inf) < now - LAPSES:
            try:
                seconds = await store.cluster.next_turn(shard_id % self._lanes, self._clock())
            except StoreError:
                seconds = BETWEEN
            self._turns[shard_id] = now + seconds
        await asyncio.sleep(max(0.0, self._turns[shard_id] - now))

    # Changes by other processes, and the connection to them

    def handle_change(self, news: ChangeNotice) -> None:
        """Handle a change by another process; the store has already updated its caches."""
        surface = self.surface
        if surface is None:
            return
        match news.about:
            case ChangeSubject.SHOW if self.ticker is not None:
                self.ticker.show_changed_table(news.number, news.lines)
            case ChangeSubject.FORGOTTEN:
                surface.session.forget_cached(news.number)
            case ChangeSubject.COMMANDS:
                self._reading = asyncio.create_task(self._read_commands(surface))
            case _:
                pass

    def handle_disconnect(self) -> None:
        """Stop due work while other processes cannot be heard, as this one may have lost its shards."""

    def handle_reconnect(self) -> None:
        """Resume due work: the shards are ours again, and missed changes are read."""
        if self.surface is not None:
            self.surface.session.scores.forget_ladders()
            self.surface.wake()

    def handle_shards_lost(self, why: StoreError) -> None:
        """End this process, as its shards belong to another one now."""
        LOG.error("stopping: %s", why)
        self.lost = why
        self._reading = asyncio.create_task(self.close())

    async def _read_commands(self, surface: Surface) -> None:
        """Read the ids of the commands that another process has noted."""
        with suppress(StoreError):
            noted = await surface.session.tables.note(self._commands_note)
            surface.commands = _parse_commands_note(noted).get("ids", {})

    @property
    def _commands_note(self) -> str:
        return f"commands of {self.application_id}"

    def _watch_messages(self, presence: Presence) -> None:
        """Note the newest message of a channel from each interaction.

        Each interaction has it, but the library drops it for channels that it knows. Where the library
        accepts no listener, boards are assumed to be in sight.
        """
        # Private: the public `on_socket_raw_receive` gets every frame as text, to be parsed a second time.
        parsers: dict[str, Callable[[Any], None]] = getattr(self._connection, "parsers", {})
        parse = parsers.get(_INTERACTION)
        if parse is None:
            LOG.warning("this discord.py does not say which message is the newest of a channel")
            return

        def parse_and_note(payload: Any) -> None:  # noqa: ANN401 - Discord's payload
            if (newest := newest_in(payload)) is not None:
                presence.note_newest_message(*newest)
            parse(payload)

        parsers[_INTERACTION] = parse_and_note

    async def _sync_commands(self, store: Store) -> Mapping[str, int]:
        """Register the commands with Discord if they have changed since: it limits how often.

        Returns their ids as Discord last told them. If Discord refuses the commands, tables go on all the
        same. Of several processes the one with the first shard does it.
        """
        await self.tree.set_translator(translator := Translator())
        payload = await translate_commands(self.tree, translator)
        digest = sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        noted = _parse_commands_note(await store.note(self._commands_note))
        ids: dict[str, int] = noted.get("ids", {})
        if (not self._always_sync and noted.get("set") == digest) or not store.cluster.has(None):
            return ids
        try:
            async with asyncio.timeout(SYNCING):
                # Private: `set_commands` says why.
                taken = await set_commands(self.http, self.application_id or 0, payload)
        except FAILURES as failure:
            why = str(failure) or f"no answer within {SYNCING:.0f} s"
            LOG.warning(
                "Discord did not take the commands: %s. The bot runs with those that Discord had before, and "
                "tries again at the next start.",
                why,
            )
            return ids
        # The entries of a context menu cannot be mentioned.
        ids = {command["name"]: int(command["id"]) for command in taken if command["type"] == _TYPED}
        await store.set_note(self._commands_note, json.dumps({"set": digest, "ids": ids}))
        await store.cluster.tell(ChangeNotice(ChangeSubject.COMMANDS))
        LOG.info("commands synced")
        return ids

    async def on_ready(self) -> None:
        """Note that all shards are connected. A single shard is announced again after each reconnect."""
        if not self._without:
            self._out = None
        self.up.set()
        if self._ahead:
            self.precompute_ratings()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard is connected, with a new session."""
        self._mark_connected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected again, and no event was missed."""
        self._mark_connected(shard_id)

    def _mark_connected(self, shard_id: int) -> None:
        self._without.discard(shard_id)
        if not self._without and self.is_ready():
            self._out = None

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard is disconnected; the library reconnects, and calls this at each attempt."""
        self.up.set()
        self._without.add(shard_id)
        if self._out is None:
            self._out = self._clock()

    def precompute_ratings(self) -> None:
        """Start, once, to compute ratings, which takes seconds where there are many."""
        if self._reckoning is None and self.surface is not None:
            self._reckoning = asyncio.create_task(self._precompute_ratings(self.surface.session))

    async def _precompute_ratings(self, session: Session) -> None:
        try:
            await session.scores.compute_ratings()
        except Exception:
            LOG.exception("ratings were not reckoned ahead; who asks for them waits")

    # Changes of channels, roles and servers: access to tables is checked again

    def _invalidate_access(self, guild_id: int | None, channel_id: int | None = None) -> None:
        if self.ticker is not None:
            self.ticker.surroundings.mark_changed(guild_id, channel_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handle that the bot has joined a server, perhaps again."""
        if self.hello and self.surface is not None:
            for feature in self.surface.session.features:
                if feature.on_joined is not None:
                    await feature.on_joined(self.surface, guild)
        self._invalidate_access(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle that the bot was removed from a server, or the server deleted."""
        self._invalidate_access(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Handle that a server is back after an outage of Discord's."""
        self._invalidate_access(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Handle an outage of Discord's."""
        self._invalidate_access(guild.id)

    async def on_guild_channel_update(self, _: Any, after: discord.abc.GuildChannel) -> None:  # noqa: ANN401
        """Check access again: a channel's permissions may have changed."""
        self._invalidate_access(after.guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check access again: a channel and its threads are gone."""
        self._invalidate_access(channel.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Check access again: a thread was archived, locked or opened."""
        self._invalidate_access(payload.guild_id, payload.thread_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Check access again: a thread is gone."""
        self._invalidate_access(payload.guild_id, payload.thread_id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Check access again: a role's permissions may have changed."""
        self._invalidate_access(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Check access again: a role is gone."""
        self._invalidate_access(role.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Check access again: the bot's roles have changed. Without the intent no other member is known."""
        self._invalidate_access(after.guild.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Serve clicks, choices and forms; slash commands reach their command tree without this."""
        if interaction.type in _CONTROLS and self.surface is not None:
            await serve_control(self.surface, interaction)

    async def close(self) -> None:
        """Stop accepting work, finish what is under way, then leave Discord and close the store."""
        surface = self.surface
        if surface is not None and not surface.closing:
            surface.closing = True
            surface.wake()
            under_way: set[asyncio.Task[object]] = surface.busy - {asyncio.current_task()}
            under_way |= set() if self._ticking is None else {self._ticking}
            if under_way:
                await asyncio.wait(under_way, timeout=PATIENCE)
        if self._ticking is not None:
            self._ticking.cancel()
        if self.ticker is not None:
            await self.ticker.stop()
        await self._stop_precomputing()
        if self._has_begun_login:  # before that there is nothing to close
            await super().close()
        if surface is not None:
            if self._heartbeat is not None:
                await self._heartbeat.stop()
            LOG.info("pictures: %s; their bands: %s", PAINTED.counts(), PRESSED.counts())
            await surface.session.close()

    async def _stop_precomputing(self) -> None:
        """Stop computing ratings after the current batch, which takes some hundredths of a second."""
        if self._reckoning is not None:
            self._reckoning.cancel()
            await asyncio.wait({self._reckoning})


def _is_temporary(failure: Exception) -> bool:
    """Whether a login may succeed later: no network, or Discord is down or too busy."""
    if isinstance(failure, discord.HTTPException):
        return failure.status >= SERVERS_FAULT or failure.status == BUSY
    return True
