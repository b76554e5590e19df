"""The middleware around everything: it gives each request its id, and counts, times and logs it.

It is plain ASGI, for it stands in the way of every answer. Requests are told apart by the template of their route
(``/practice/{question}``) and the class of their status, so however many addresses are asked for, the number of series
stays that of the routes.
"""

import logging
import time

from prometheus_client import Counter, Gauge, Histogram
from starlette.datastructures import Headers, MutableHeaders

from app import logs
from app.monitoring.recent import Recent
from app.web.security import App, Message, Receive, Send

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
UNMATCHED = "unmatched"  # no route has this address, or the request was answered before one was looked for
OF_PROXIES = "/health/"  # asked every other second, and 503 on purpose while a server ends
REQUESTS = Counter("examformer_requests", "Requests that were answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "examformer_request_seconds",
    "How long a request took until its answer began.",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
STREAMS = Gauge(
    "examformer_event_streams_open", "Streams of events that are open.", multiprocess_mode="livesum"
)


class WatchedRequests:
    """Watches all requests; ``recent`` remembers the last hour. An exception without a page of its own passes through,
    and is answered outside of here in the same task, where the id is found, too."""

    def __init__(self, app: App, recent: Recent) -> None:
        self.app, self.recent = app, recent
        self._counted: dict[tuple[str, str, int], Counter] = {}
        self._timed: dict[tuple[str, str], Histogram] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        method = scope["method"]
        if method == "HEAD":
            scope = {**scope, "method": "GET"}  # the server leaves the body out
        request = logs.begin(Headers(scope=scope).get(logs.HEADER, ""))
        began, status, took, streams = time.perf_counter(), 0, 0.0, False

        async def sending(message: Message) -> None:
            nonlocal status, took, streams
            if message["type"] == "http.response.start":
                took, status = time.perf_counter() - began, message["status"]
                headers = MutableHeaders(scope=message)
                headers[logs.HEADER] = request
                if streams := headers.get("content-type", "").startswith("text/event-stream"):
                    STREAMS.inc()
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            status, took = status or 500, took or time.perf_counter() - began
            raise
        finally:
            if streams:
                STREAMS.dec()
            if status:
                self._note(method, scope, status, took, request)

    def _note(self, method: str, scope: Message, status: int, took: float, request: str) -> None:
        method = method if method in METHODS else "other"
        route = str(getattr(scope.get("route"), "path", UNMATCHED))
        self._counter(method, route, status // 100).inc()
        self._histogram(method, route).observe(took)
        if not route.startswith(OF_PROXIES):
            self.recent.note(method, route, status, took, request)
        if logs.requests_log.isEnabledFor(logging.INFO):
            told = {"method": method, "route": route, "status": status, "milliseconds": round(1000 * took, 1)}
            logs.requests_log.info("%s %s %s", method, route, status, extra=told)

    def _counter(self, method: str, route: str, status: int) -> Counter:
        key = method, route, status
        if key not in self._counted:
            self._counted[key] = REQUESTS.labels(method, route, f"{status}xx")
        return self._counted[key]

    def _histogram(self, method: str, route: str) -> Histogram:
        key = method, route
        if key not in self._timed:
            self._timed[key] = SECONDS.labels(method, route)
        return self._timed[key]
