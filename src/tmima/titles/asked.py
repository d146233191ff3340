"""Where a language model is asked: a server that speaks OpenAI's protocol, or a command.

llama.cpp, Ollama and vLLM speak it. Nothing is sent but to the address itself: no proxy is taken
and no redirection followed. Only the standard library is needed.
"""

import http.client
import json
import os
import shlex
import signal
import ssl
import subprocess
import time
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tmima.errors import TmimaError, shortened
from tmima.files import encode_json
from tmima.titles.by_model import ADDRESSES, COMMAND

KEY = "TMIMA_TITLES_KEY"
"""The variable of the environment that holds the key of a server which asks for one."""

# Bytes of an answer; a hundred titles have ten thousand.
_LONGEST_ANSWER = 4_000_000
_BLOCK = 65_536
# So often a server that is busy, or hardly there yet, is asked again, after so many seconds each.
_WAITS = (0.5, 2.0)
_BUSY = (408, 425, 429, 500, 502, 503, 504)
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class _BusyError(Exception):
    """A server that may answer when it is asked again."""


class Address(NamedTuple):
    """An address, taken apart.

    Attributes:
        secure: whether what is sent is encrypted.
        host: the machine.
        port: of the machine.
        path: what the protocol's own paths follow.
    """

    secure: bool
    host: str
    port: int
    path: str

    @classmethod
    def of(cls, written: str) -> "Address":
        """Take an address apart; one that names no path has that of the protocol's first version.

        >>> Address.of("http://localhost:11434").path, Address.of("https://a.org/api/v2/").path
        ('/v1', '/api/v2')
        """
        try:
            parts = urlsplit(written)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if not parts.hostname or f"{parts.scheme}://" not in ADDRESSES:
            raise TmimaError(
                f"`titles` {shortened(written)} is no address: give one as "
                "http://127.0.0.1:11434/v1"
            )
        if parts.username or parts.password or parts.query or parts.fragment:
            raise TmimaError(
                "`titles` takes an address without a user, a password and a query: give the key of "
                f"a server in the variable {KEY}"
            )
        secure = parts.scheme == "https"
        path = parts.path.rstrip("/").removesuffix("/chat/completions")
        return cls(secure, parts.hostname, port or (443 if secure else 80), path or "/v1")

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' * self.secure}://{host}:{self.port}{self.path}"


def ask(where: str, prompt: str, model: str | None, timeout: float) -> str:
    """Return what a model answers.

    Args:
        where: an address, or a command, which reads the prompt and prints the answer.
        prompt: what it is asked.
        model: the name of the model at an address; the first that it has if there is none.
        timeout: seconds that an answer may take.
    """
    if where.startswith(COMMAND):
        return _run(where.removeprefix(COMMAND), prompt, timeout)
    address = Address.of(where)
    for wait in (*_WAITS, None):
        try:
            named = model or _first_model(address, timeout)
            return _complete(address, prompt, named, timeout)
        except _BusyError as error:
            if wait is None:
                raise TmimaError(str(error)) from None
            time.sleep(wait)
    raise AssertionError("the last time raises")


def check_where(where: str) -> None:
    """Refuse what is neither an address nor a command."""
    if not where.startswith(COMMAND):
        _headers(Address.of(where))
    elif not _arguments(where.removeprefix(COMMAND)):
        raise TmimaError("`titles` command: names no program: give one as command:llm -m mistral")


def _complete(address: Address, prompt: str, model: str, timeout: float) -> str:
    body = {
        "model": model,
        "messages": [{"role": "user", "content": prompt}],
        "temperature": 0,
        "stream": False,
    }
    answer = _request(address, "POST", "/chat/completions", body, timeout)
    try:
        content = answer["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        content = None
    if not isinstance(content, str):
        raise TmimaError(
            f"{address} answered {shortened(encode_json(answer))} without a message: `titles` "
            "wants a server with OpenAI's chat completions"
        )
    return content


def _first_model(address: Address, timeout: float) -> str:
    answer = _request(address, "GET", "/models", None, timeout)
    try:
        return str(answer["data"][0]["id"])
    except (KeyError, IndexError, TypeError):
        raise TmimaError(
            f"{address} names no model: load one there, or name it by `titles_model`"
        ) from None


def _headers(address: Address) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    key = os.environ.get(KEY, "").strip()
    if not key:
        return headers
    if not address.secure and address.host not in _LOOPBACK:
        raise TmimaError(
            f"the key in {KEY} is not sent to {address}, where others could read it: give an "
            "address with https, or take the key away"
        )
    if not key.isascii() or not key.isprintable():
        raise TmimaError(f"the key in {KEY} has characters that no key has: set it anew")
    return headers | {"Authorization": f"Bearer {key}"}


def _request(
    address: Address, verb: str, path: str, body: Mapping[str, Any] | None, timeout: float
) -> Any:
    """Return the JSON that a server answers, all of it within the time."""
    sent = None if body is None else encode_json(body).encode()
    ends = time.monotonic() + timeout
    if address.secure:
        context = ssl.create_default_context()
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            address.host, address.port, timeout=timeout, context=context
        )
    else:
        connection = http.client.HTTPConnection(address.host, address.port, timeout=timeout)
    try:
        connection.request(verb, address.path + path, sent, _headers(address))
        content = b""
        with connection.getresponse() as response:
            while block := response.read1(_BLOCK):
                content += block
                if len(content) > _LONGEST_ANSWER:
                    raise TmimaError(f"{address} answered more than {_LONGEST_ANSWER:,} bytes")
                if time.monotonic() > ends:
                    raise TimeoutError
    except TimeoutError:
        raise TmimaError(
            f"{address} did not answer within {timeout:g} seconds: give more by `titles_timeout`, "
            "or take a smaller model"
        ) from None
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise _BusyError(
            f"{address} cannot be asked ({error or type(error).__name__}): start the server, or "
            "mend the address in `titles`"
        ) from None
    finally:
        connection.close()
    return _decoded(address, verb, response, content)


def _decoded(
    address: Address, verb: str, response: http.client.HTTPResponse, content: bytes
) -> Any:
    text = content.decode("utf-8", "replace")
    key = os.environ.get(KEY, "").strip()
    # Some servers repeat a key that they refuse.
    text = text.replace(key, "…") if key else text
    if response.status in _BUSY:
        raise _BusyError(f"{address} answers {response.status}: {shortened(text)}; try later")
    if 300 <= response.status < 400:
        told = shortened(response.headers.get("Location", ""))
        raise TmimaError(f"{address} leads on to {told}: give that address if you trust it")
    if response.status in (401, 403):
        raise TmimaError(f"{address} answers {response.status}: put its key into {KEY}")
    if response.status != 200:
        raise TmimaError(
            f"{address} answers {response.status} to {verb}: {shortened(text)}; see the address in "
            "`titles` and the name in `titles_model`"
        )
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise TmimaError(
            f"{address} answered {shortened(text)}, which is no JSON: `titles` wants a server with "
            "OpenAI's chat completions"
        ) from None


def _arguments(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise TmimaError(f"`titles` command:{shortened(command)}: {error}") from None


def _run(command: str, prompt: str, timeout: float) -> str:
    """Return what a command prints that is given the prompt; no shell sees either."""
    arguments = _arguments(command)
    name = arguments[0]
    try:
        process = subprocess.Popen(  # noqa: S603 - a program that the user names
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # So that what it has started can be ended with it.
            start_new_session=os.name == "posix",
        )
    except OSError as error:
        raise TmimaError(
            f"`titles` command: {name} cannot be run ({error.strerror}): give its path"
        ) from None
    try:
        answer, errors = process.communicate(prompt.encode(), timeout=timeout)
    except subprocess.TimeoutExpired:
        _end(process)
        raise TmimaError(
            f"`titles` command: {name} did not end within {timeout:g} seconds: give more by "
            "`titles_timeout`"
        ) from None
    except BaseException:
        _end(process)
        raise
    if process.returncode:
        said = shortened(errors.decode("utf-8", "replace").strip() or "nothing said")
        raise TmimaError(f"`titles` command: {name} ended with {process.returncode}: {said}")
    return answer[:_LONGEST_ANSWER].decode("utf-8", "replace")


def _end(process: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.communicate()
