"""`tmima explore`: a page on which a text, its dotplot and its segments can be seen."""

import math
import secrets
import socket
import webbrowser
from pathlib import Path
from urllib.parse import urlencode

import click

from tmima.cli import options
from tmima.cli.paths import InputPath
from tmima.cli.ui_language import chosen_language, wording
from tmima.errors import TmimaError
from tmima.explore.session import Upload
from tmima.explore.settings import ServerSettings
from tmima.files import decoded_text, read_bytes
from tmima.formats import AUTO, find_packed, text_formats
from tmima.languages import language_code
from tmima.loading import require

_PORT = 8765
# Seconds that requests are given to end after Ctrl-C.
_PATIENCE = 2
_DEFAULTS = ServerSettings()


@click.command()
@click.argument("file", type=InputPath(), required=False)
@options.setting("language")
@options.setting(
    "format",
    type=click.Choice([AUTO, *text_formats()]),
    default=AUTO,
    show_default=True,
    help="As of `tmima segment`; auto also tells Choi's format.",
)
@options.encoding
@options.setting("unit")
@click.option(
    "--host",
    default=_DEFAULTS.host,
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on; other machines can use it if it is no loopback address.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=_DEFAULTS.max_bytes,
    show_default=True,
    metavar="BYTES",
    help="Refuse longer texts.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=_DEFAULTS.timeout,
    show_default=True,
    metavar="SECONDS",
    help="Stop a request that takes longer.",
)
def explore(
    file: Path | None,
    language: str | None,
    format: str,
    encoding: str | None,
    unit: str,
    host: str,
    port: int,
    no_browser: bool,
    max_bytes: int,
    timeout: float,
) -> None:
    """Serve a page that shows a text and its segments, and open it in the browser.

    FILE (- for standard input) is the text to begin with. Ctrl-C ends the server.
    """
    require("explore")
    if not math.isfinite(timeout):
        raise TmimaError(f"`timeout` must be a number of seconds, not {timeout}")
    if language is not None:
        language_code(language)  # refuses what the page could only refuse later
    import uvicorn

    from tmima.explore.guard import connection_limits, is_loopback, most_connections
    from tmima.explore.server import create_app

    opened = None
    if file is not None:
        content = _read_within_limit(file, encoding, max_bytes)
        opened = Upload(content, language, format, unit, file.name, max_bytes)
    token = None if is_loopback(host) else secrets.token_urlsafe(16)
    settings = ServerSettings(host=host, max_bytes=max_bytes, timeout=timeout, token=token)
    app = create_app(settings, opened=opened)
    with _open_listener(host, port) as listener:
        address = _page_address(host, listener.getsockname()[1])
        if token is not None:
            address += f"?token={token}"
            click.echo(
                f"tmima: other machines can reach the explorer on {host}: whoever has the address "
                "with its token is let in, and what is sent can be read on the way",
                err=True,
            )
        view: dict[str, str | None] = {"ui": chosen_language()}
        if opened is not None:
            view |= {"text": opened.key, "language": language, "format": format, "unit": unit}
        shown = urlencode({name: value for name, value in view.items() if value})
        address += f"#{shown}" if shown else ""
        click.echo(wording().say("cli.explorer", address=address))
        if not no_browser:
            # The socket listens already, so the browser waits for the server's first answer.
            webbrowser.open(address)
        config = uvicorn.Config(
            app,
            log_level="warning",
            timeout_graceful_shutdown=_PATIENCE,
            ws="none",
            # Time for a request to come, to wait for a worker, to be worked on and to be taken.
            **connection_limits(seconds=4 * timeout, most=most_connections(settings.workers)),
        )
        uvicorn.Server(config).run(sockets=[listener])


def _read_within_limit(file: Path, encoding: str | None, max_bytes: int) -> bytes:
    content = read_bytes(file)
    if encoding is not None and find_packed(content) is None:
        content = decoded_text(content, file, encoding).encode()
    if len(content) > max_bytes:
        raise TmimaError(
            f"{file} has {len(content)} bytes, more than {max_bytes}: give a larger `max_bytes`"
        )
    return content


def _open_listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = error.strerror or str(error)
        raise TmimaError(f"cannot listen on {host} port {port}: {reason}") from None


def _page_address(host: str, port: int) -> str:
    # On all addresses it is known by the machine's name.
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host  # noqa: S104 - only named
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
