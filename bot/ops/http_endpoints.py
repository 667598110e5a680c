"""HTTP endpoints for monitoring: `/healthz`, `/status`, and `/metrics` for Prometheus.

Imported only where a host has enabled it. It exposes no secrets: no names, no tables, no positions.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from bot.kernel.trace import Trace
from bot.ops.health import CannotListen, HealthReport

MILLISECONDS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 5000)
"""The histogram's bounds in milliseconds; at 3,000 Discord has given up."""


class InteractionMetrics:
    """Metrics of interactions; the surface calls `count` whenever it logs one."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._clicks = Counter(
            "taproom_clicks",
            "Interactions answered, by kind and outcome",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self._spans = Histogram(
            "taproom_span_milliseconds",
            "Milliseconds of an interaction, by what they went into",
            ("span",),
            buckets=MILLISECONDS,
            registry=self.registry,
        )
        self._of_click: dict[tuple[str, str], Counter] = {}
        self._of_span: dict[str, Histogram] = {}

    def count(self, trace: Trace) -> None:
        """Count one interaction. Ids of faults are cut off: each would be a series of its own."""
        outcome = trace.outcome.partition(":")[0]
        if (clicks := self._of_click.get(key := (trace.kind, outcome))) is None:
            clicks = self._of_click[key] = self._clicks.labels(*key)
        clicks.inc()
        for name, spent in trace.spans.items():
            if (span := self._of_span.get(name)) is None:
                span = self._of_span[name] = self._spans.labels(name)
            span.observe(spent)

    def page(self, report: HealthReport) -> bytes:
        """Return all metrics in Prometheus's format."""
        now = CollectorRegistry()
        now.register(_ReportCollector(report))
        return generate_latest(self.registry) + generate_latest(now)


class _ReportCollector(Collector):
    """Exposes a health report as metrics."""

    def __init__(self, report: HealthReport) -> None:
        self._report = report

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        standing, figures = self._report.standing, self._report.figures
        yield _make_gauge("up", "Whether all is well, as /healthz says", not self._report.troubles())
        yield _make_gauge(
            "gateway_connected", "Whether there is a connection to Discord", standing.out is None
        )
        if standing.latency is not None:
            yield _make_gauge(
                "gateway_latency_milliseconds", "Milliseconds to Discord and back", standing.latency
            )
        yield _make_gauge("servers", "Servers where the bot is", standing.servers)
        yield _make_gauge("clicks_waiting", "Clicks that wait for their turn", standing.waiting)
        yield _make_gauge(
            "clicks_oldest_milliseconds", "How long the oldest of them waits", 1000 * standing.oldest
        )
        dropped = "Clicks that came too late to be begun with"
        yield CounterMetricFamily("taproom_clicks_dropped", dropped, standing.dropped)
        yield _make_gauge("pages_open", "Boards that are open in browsers", standing.pages)
        yield _make_gauge("thoughts_waiting", "Questions that wait for a worker", standing.thoughts)
        if figures is not None:
            tables = GaugeMetricFamily("taproom_tables", "Tables, by how they stand", labels=("status",))
            tables.add_metric(("open",), figures.open)
            tables.add_metric(("playing",), figures.playing)
            tables.add_metric(("past",), figures.past)
            yield tables
            yield _make_gauge("alarms_due", "Alarms that are due and not claimed", figures.due)
            yield _make_gauge("boards_unshown", "Boards that should be shown by now", figures.unshown)
            for statistic in figures.others:
                yield _make_gauge(statistic.metric, statistic.about, statistic.number)
            yield _make_gauge("database_bytes", "Bytes of the database and the log beside it", figures.size)


def _make_gauge(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"taproom_{name}", what, float(value))


@asynccontextmanager
async def serve_endpoints(
    address: str, port: int, measures: InteractionMetrics, report: Callable[[], Awaitable[HealthReport]]
) -> AsyncIterator[int]:
    """Serve the endpoints within this block; yields the port's number. Raises `CannotListen`."""

    async def healthz(_: web.Request) -> web.Response:
        troubles = (await report()).troubles()
        return web.Response(
            text="".join(f"{trouble}\n" for trouble in troubles) or "ok\n", status=503 if troubles else 200
        )

    async def status(_: web.Request) -> web.Response:
        return web.json_response((await report()).dump())

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=measures.page(await report()), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/status", status), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            raise CannotListen("TAPROOM_STATUS", address, port, error) from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
