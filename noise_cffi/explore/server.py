"""What answers the page: an ASGI application, and the loop that runs it.

All is asked with GET and holds no state; the files of the page are read when the application is made.

    /             the page, and its files beside it
    /choices      functions, colour maps and presets, for the controls
    /state        what an address says, checked, and what follows from it
    /tile         the heights of the tile in a column and a row
    /script       Python that makes the pixels of a rectangle

What cannot be shown is answered with the status 400 and a sentence. A name in the header Host that is not this
machine's own is refused: so no other web page can reach the explorer by a name that it makes point here.
"""

import os
import socket
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noise_cffi._spec import BASES, TURNED, axes
from noise_cffi.explore import tiles
from noise_cffi.explore.presets import presets
from noise_cffi.explore.script import script
from noise_cffi.explore.state import MAPS, farthest, natural, read, whole

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
_MOST_PIXELS = 2**14  # of a side of a picture that a script is asked for
_FARTHEST = 2**52


def application(host: str = "127.0.0.1") -> ASGIApp:
    """Return the explorer as an ASGI application that answers to loopback names and to `host`."""
    app = Starlette(
        routes=[
            *(Route(path, _file(content, kind)) for path, content, kind in _page()),
            Route("/choices", _file(bytes(JSONResponse(choices()).body), "application/json")),
            Route("/state", _answer(_state)),
            Route("/tile", _answer(_tile)),
            Route("/script", _answer(_script)),
        ]
    )
    return _guarded(app, {*LOOPBACK, _name(host)})


def choices() -> dict[str, Any]:
    """Return what the page's controls offer."""
    return {
        "functions": {name: axes(name) for name in BASES},
        "turned": TURNED,
        "maps": {name: tiles.colours(name).hex() for name in MAPS},
        "presets": presets(),
    }


# ---- answers ----


def _state(query: Mapping[str, str]) -> Response:
    state = read(query)
    light = tiles.light(state)
    return JSONResponse(
        {
            **{name: value for name, value in state._asdict().items() if name != "field"},
            "field": state.field.to_dict(),
            "text": repr(state.field),
            "ndim": state.field.ndim,
            "range": state.field.range,
            "natural": natural(state.field),
            "farthest": farthest(state.field),
            "lighting": light and light._asdict(),
        }
    )


def _tile(query: Mapping[str, str]) -> Response:
    state = read(query, others=("column", "row"))
    column, row = (whole(query, name, -tiles.LARGEST_TILE, tiles.LARGEST_TILE) for name in ("column", "row"))
    return Response(tiles.tile(state, column, row), media_type="application/octet-stream")


def _script(query: Mapping[str, str]) -> Response:
    state = read(query, others=("left", "top", "width", "height"))
    left, top = (whole(query, name, -_FARTHEST, _FARTHEST) for name in ("left", "top"))
    width, height = (whole(query, name, 1, _MOST_PIXELS) for name in ("width", "height"))
    return PlainTextResponse(script(state, left, top, width, height))


def _answer(make: Callable[[Mapping[str, str]], Response]) -> Callable[[Request], Response]:
    """Return what answers a request, in a thread; what cannot be shown is the client's fault."""

    def endpoint(request: Request) -> Response:
        query = request.query_params
        try:
            if len(query.multi_items()) > len(query):
                raise ValueError("each parameter must be given once")
            return make(query)
        except ValueError as error:
            return PlainTextResponse(str(error), 400)

    return endpoint


def _page() -> list[tuple[str, bytes, str]]:
    """Return the path, the content and the type of each file of the page."""
    found = []
    for entry in (files(__package__ or "") / "page").iterdir():
        kind = TYPES.get(entry.name.rpartition(".")[2])
        if kind is not None:
            path = "/" if entry.name == "index.html" else f"/{entry.name}"
            found.append((path, entry.read_bytes(), kind))
    return found


def _file(content: bytes, kind: str) -> Callable[[Request], Any]:
    async def endpoint(_: Request) -> Response:
        return Response(content, media_type=kind)

    return endpoint


# ---- who may ask ----


def _name(host: str) -> str:
    """Return a host as the header Host has it, without a port."""
    host = host.lower()
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _guarded(app: ASGIApp, names: set[str]) -> ASGIApp:
    """Return the application behind a look at the header Host, with its headers on every answer."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        if scope["type"] == "http":
            host = Headers(scope=scope).get("host", "").lower()
            name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
            if (name if port.isdigit() else host) not in names:
                refusal = PlainTextResponse("The explorer answers to this machine's own names only.", 400)
                await refusal(scope, receive, with_headers)
                return
        await app(scope, receive, with_headers)

    return guard


# ---- running ----


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises OSError where it cannot."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    sock = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # on Windows it would let two programs share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(128)
    except BaseException:
        sock.close()
        raise
    return sock


def server(host: str) -> uvicorn.Server:
    """Return what answers for `host` on sockets that it is run with, until Ctrl-C."""
    return uvicorn.Server(
        uvicorn.Config(
            application(host),
            lifespan="off",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
        )
    )
