"""What every request must pass: sent to this server by name, by its own page, and not too long."""

import ipaddress
import json
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# No script, style or request but the server's own; no text can become HTML or script.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
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


def host_names(host: str) -> frozenset[str]:
    """Return the names by which a server that listens on `host` may be asked for."""
    if host in LOOPBACK:
        return LOOPBACK
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
    """

    def __init__(
        self, app: ASGIApp, *, hosts: Iterable[str], any_address: bool, max_body: int
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._any_address = any_address
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 400, 403 or 413 itself, or pass the request on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        guarded = _with_headers(send)
        if not self._knows(headers.get("host", "")):
            await _refuse(guarded, 400, "this server is not asked for by that Host name")
        elif not _from_here(headers, scope["path"]):
            await _refuse(guarded, 403, "requests from the pages of other sites are refused")
        elif int(_digits(headers.get("content-length"))) > self._max_body:
            await self._too_large(guarded)
        else:
            await self._pass_on(scope, receive, guarded)

    def _knows(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or (self._any_address and _is_address(name))

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a body of undeclared length while it comes, and end it at the limit."""
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

        await self._app(scope, again, send)

    async def _too_large(self, send: Send) -> None:
        await _refuse(
            send, 413, f"the request is longer than {self._max_body} bytes: see max_bytes"
        )


def _from_here(headers: Headers, path: str) -> bool:
    origin = headers.get("origin")
    if origin is not None:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in ("http", "https") or parts.netloc != headers.get("host"):
            return False
    # A link to the page, followed from anywhere, is fine: that is how a view is shared.
    follows_link = path == "/" and headers.get("sec-fetch-mode") == "navigate"
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin") or follows_link


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _digits(length: str | None) -> str:
    return length if length is not None and length.isascii() and length.isdigit() else "0"


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"detail": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
