"""What every request must pass: sent to this server by name, by its own page, and not too long.

Connections have limits of time and number, so that who sends slowly does not keep others out.
"""

import asyncio
import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from tmima.files import encode_json

# No script, style or request but the server's own; a recording is one that the page was given; no
# text can become HTML or script.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "media-src blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
_TOKEN = "token"  # noqa: S105 - its name in the address
_COOKIE = "tmima"


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a server that listens on `host`."""
    return host in LOOPBACK or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def host_names(host: str) -> frozenset[str]:
    """Return the names by which a server that listens on `host` may be asked for."""
    if is_loopback(host):
        return LOOPBACK | {host}
    return LOOPBACK | {host.lower(), socket.gethostname().lower()}


class Guard:
    """Refuses what does not come from the server's own page or from a program of the user's.

    A page of another site can make a browser send requests here. Its name gives it away in
    `Origin` and `Sec-Fetch-Site`; and if it makes its own name resolve to this machine (DNS
    rebinding), in `Host`. On an address of the network any address, which no name hides behind, is
    accepted as host. Programs send neither `Origin` nor `Sec-Fetch-Site`.

    Args:
        app: the application behind it.
        hosts: names that `Host` may have.
        any_address: whether `Host` may also be any IP address.
        max_body: bytes that the body of a request may have.
        token: what a request must know, if there is one: in the address of the page, which gives
            the browser a cookie, in that cookie, or as `Authorization: Bearer`.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Iterable[str],
        any_address: bool,
        max_body: int,
        token: str | None = None,
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._any_address = any_address
        self._max_body = max_body
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 400, 401, 403 or 413 itself, or pass the request on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        told = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(_TOKEN, [""])[0]
        guarded = _with_headers(send, self._cookie(told))
        if not self._is_known_host(headers.get("host", "")):
            await _refuse(guarded, 400, "this server is not asked for by that Host name")
        elif not _is_same_origin(headers, scope):
            await _refuse(guarded, 403, "requests from the pages of other sites are refused")
        elif not (self._is_valid_token(told) or self._is_valid_token(_request_token(headers))):
            await _refuse(guarded, 401, "open the address that the server printed, with its token")
        elif int(_digits_or_zero(headers.get("content-length"))) > self._max_body:
            await self._too_large(guarded)
        else:
            await self._forward_with_size_limit(scope, receive, guarded)

    def _is_known_host(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        name = match[1].strip("[]").lower() if match else ""
        return name in self._hosts or (self._any_address and _is_address(name))

    def _is_valid_token(self, token: str) -> bool:
        return self._token is None or secrets.compare_digest(token.encode(), self._token.encode())

    def _cookie(self, told: str) -> str | None:
        """Return the cookie for a browser that opened the address with the right token."""
        if self._token is None or not self._is_valid_token(told):
            return None
        return f"{_COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"

    async def _forward_with_size_limit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, refuse it once it is too long, and hand the request to the application."""
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._max_body:
                await self._too_large(send)
                return
        pending: list[Message] = [{"type": "http.request", "body": bytes(body)}]

        async def again() -> Message:
            return pending.pop() if pending else await receive()

        # Nobody behind asks for cookies, but FastAPI takes them apart.
        headers = [header for header in scope["headers"] if header[0] != b"cookie"]
        await self._app({**scope, "headers": headers}, again, send)

    async def _too_large(self, send: Send) -> None:
        await _refuse(
            send, 413, f"the request is longer than {self._max_body} bytes: see max_bytes"
        )


def _request_token(headers: Headers) -> str:
    """Return the token of a request: its bearer token, or that of its cookie."""
    kind, _, shown = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return shown.strip()
    # By hand: ours is a plain word, and http.cookies takes seconds over backslashes of others.
    for cookie in headers.get("cookie", "").split(";"):
        name, _, value = cookie.partition("=")
        if name.strip() == _COOKIE:
            return value.strip()
    return ""


def _is_same_origin(headers: Headers, scope: Scope) -> bool:
    origin = headers.get("origin")
    if origin is not None:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme != scope["scheme"] or parts.netloc != headers.get("host"):
            return False
    # A link to the page, followed from anywhere, is fine: that is how a view is shared.
    follows_link = scope["path"] == "/" and headers.get("sec-fetch-mode") == "navigate"
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin") or follows_link


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _digits_or_zero(length: str | None) -> str:
    return length if length is not None and length.isascii() and length.isdigit() else "0"


def _with_headers(send: Send, cookie: str | None) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if cookie is not None:
                headers.append("Set-Cookie", cookie)
        await send(message)

    return sending


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = encode_json({"detail": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# Connections at the most, and at the least; fewer where the system allows few open files.
_MOST, _LEAST = 500, 8
# Files that are open for other things: for each worker its pipes, and whatever there is besides.
_OF_A_WORKER, _OF_THE_REST = 4, 32


def most_connections(workers: int) -> int:
    """Return how many connections a server with so many workers may have at a time."""
    try:
        import resource
    except ImportError:  # not on Windows
        return _MOST
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed == resource.RLIM_INFINITY:
        return _MOST
    free = allowed - _OF_THE_REST - _OF_A_WORKER * workers
    return min(_MOST, max(_LEAST, free // 2))


def connection_limits(*, seconds: float, most: int) -> dict[str, Any]:
    """Return settings of uvicorn that bound its connections.

    A connection carries one request and ends after `seconds`, whatever it has sent or taken. If
    there are more than `most`, the oldest ends. uvicorn's own limits do not do that: its
    `limit_concurrency` refuses new requests while connections that send nothing stay, and none of
    its time limits holds for a request whose header comes slowly.
    """
    open_connections: dict[H11Protocol, asyncio.Transport] = {}

    class LimitedConnection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.limit = asyncio.get_running_loop().call_later(seconds, transport.abort)
            open_connections[self] = transport
            if len(open_connections) > most:
                oldest = next(iter(open_connections))
                open_connections.pop(oldest).abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self.limit.cancel()
            open_connections.pop(self, None)
            super().connection_lost(exc)

    return {
        "http": LimitedConnection,
        "headers": [("Connection", "close")],
        # So many are accepted in one turn; an aborted connection is open for two turns more.
        "backlog": max(1, most // 4),
    }
