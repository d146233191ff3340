"""Names by a language model: what is sent, to whom alone, and what becomes of any answer."""

import http.server
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tmima
from tests.command import output, refusal
from tmima import Segmenter, TmimaError
from tmima.titles import PROMPT, ModelTitles
from tmima.titles.asked import KEY, Address
from tmima.titles.by_model import LONGEST, filled, is_usable, read_answer

HARBOUR = "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
BREAD = "Bakers rise early. The baker kneads the dough. Good dough needs good flour. "
COURT = "The judge hears the oath. A witness swears an oath. The court is silent. "
TEXT = HARBOUR + BREAD + COURT
OWN = [one.title for one in tmima.segment(TEXT, language="en", n_segments=3)]
NAMES = ["Waiting for the tide", "What a baker does", "Before the judge"]


class Seen(NamedTuple):
    """A request that came in."""

    verb: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


Answer = tuple[int, dict[str, str], bytes]


class Server(NamedTuple):
    """A server of OpenAI's protocol on the loopback, and all that it was asked."""

    address: str
    seen: list[Seen]

    @property
    def prompts(self) -> list[str]:
        return [one.body["messages"][0]["content"] for one in self.seen if one.verb == "POST"]


def completion(content: object) -> bytes:
    """Return an answer as llama.cpp, Ollama and vLLM write it."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return json.dumps({"object": "chat.completion", "choices": [choice]}).encode()


def numbered(names: list[str]) -> str:
    return "\n".join(f"{number}. {name}" for number, name in enumerate(names, start=1))


@contextmanager
def serving(answer: Callable[[Seen], object]) -> Iterator[Server]:
    """Serve what a function answers: the content of a message, or a whole answer."""
    seen: list[Seen] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def reply(self, status: int, headers: dict[str, str], content: bytes) -> None:
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(content))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def do_GET(self) -> None:
            seen.append(Seen("GET", self.path, dict(self.headers), {}))
            models = {"object": "list", "data": [{"id": "first", "object": "model"}, {"id": "b"}]}
            self.reply(200, {}, json.dumps(models).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(Seen("POST", self.path, dict(self.headers), body))
            found = answer(seen[-1])
            try:
                if isinstance(found, tuple):
                    self.reply(*found)
                else:
                    self.reply(200, {"Content-Type": "application/json"}, completion(found))
            except OSError:  # whoever asked waits no longer
                pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}/v1", seen)
    finally:
        server.shutdown()
        server.server_close()


def titles(where: str, **more: Any) -> list[str]:
    found = tmima.segment(TEXT, language="en", n_segments=3, titles=where, **more)
    return [one.title for one in found]


def refused(where: str, said: str, **more: Any) -> str:
    """Return what a model is refused by, which must say something."""
    with pytest.raises(TmimaError, match=said) as caught:
        titles(where, **more)
    return str(caught.value)


# --- What is sent, and to whom


def test_a_server_names_the_segments_in_one_request():
    with serving(lambda _: numbered(NAMES)) as server:
        assert titles(server.address) == NAMES
    asked, named = server.seen
    assert (asked.verb, asked.path) == ("GET", "/v1/models")
    assert (named.verb, named.path) == ("POST", "/v1/chat/completions")
    assert named.body["model"] == "first"
    assert named.body["stream"] is False
    assert "Authorization" not in named.headers
    for passage in (HARBOUR, BREAD, COURT):
        assert passage.strip() in named.body["messages"][0]["content"]


@pytest.mark.parametrize("path", ["", "/v1/", "/v1/chat/completions", "/api/v3"])
def test_an_address_is_understood_as_people_write_it(path):
    with serving(lambda _: numbered(NAMES)) as server:
        base = server.address.removesuffix("/v1")
        assert titles(base + path, titles_model="mine") == NAMES
    (named,) = server.seen
    assert named.path == ("/api" + "/v3" if "api" in path else "/v1") + "/chat/completions"
    assert named.body["model"] == "mine"


def test_nothing_is_sent_without_an_address(monkeypatch):
    import socket

    def refuse(*_: object, **__: object) -> None:
        raise ConnectionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    monkeypatch.setenv(KEY, "secret")
    assert [one.title for one in tmima.segment(TEXT, language="en", n_segments=3)] == OWN
    # Only names that are asked for are.
    tmima.segment(TEXT, language="en", titles="http://127.0.0.1:9/v1").as_dict  # noqa: B018
    refused("http://127.0.0.1:9/v1", "a connection was opened")


def test_no_proxy_is_taken_and_no_redirection_followed(monkeypatch):
    with serving(lambda _: numbered(NAMES)) as other:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, other.address)
        moved = (307, {"Location": f"{other.address}/chat/completions"}, b"")
        with serving(lambda _: moved) as server:
            refused(server.address, "leads on to .* if you trust it")
        assert other.seen == []


def test_a_key_comes_from_the_environment_and_goes_nowhere_else(monkeypatch, tmp_path):
    monkeypatch.setenv(KEY, "sk-very-secret")
    with serving(lambda _: numbered(NAMES)) as server:
        assert titles(server.address, titles_cache=tmp_path) == NAMES
    assert {one.headers["Authorization"] for one in server.seen} == {"Bearer sk-very-secret"}
    assert "secret" not in "".join(one.read_text() for one in tmp_path.iterdir())
    # What a server says of a key it does not accept may repeat it.
    for status in (400, 401, 500):
        said = b'{"error": "the key sk-very-secret is wrong"}'
        with serving(lambda _, status=status, said=said: (status, {}, said)) as server:
            assert "secret" not in refused(server.address, f"answers {status}")
    refused("http://example.org/v1", f"the key in {KEY} is not sent to http://example.org")
    monkeypatch.setenv(KEY, "two\nlines")
    assert "two" not in refused("http://127.0.0.1:9/v1", "characters that no key has")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("http://", "is no address"),
        ("http://[1", "is no address"),
        ("http://a.org:99999/v1", "is no address"),
        ("https://me:secret@a.org/v1", "without a user, a password"),
        ("https://a.org/v1?key=secret", "without a user, a password"),
        ("command:", "names no program"),
        ("command:a 'b", "No closing quotation"),
    ],
)
def test_what_is_no_address_and_no_command_is_refused(wrong, said):
    assert "secret" not in refused(wrong, said)


def test_settings_of_a_model_need_a_model():
    for name, value in (("model", "a"), ("timeout", 3), ("cache", "a"), ("prompt", "a")):
        with pytest.raises(TmimaError, match=f"titles_{name}= is for a language model"):
            tmima.segment(TEXT, **{f"titles_{name}": value})


@pytest.mark.parametrize("where", ["http://127.0.0.1:9/v1", "command:rm -r x"])
def test_a_file_of_settings_can_neither_send_nor_run_anything(tmp_path, where):
    with pytest.raises(TmimaError, match="neither saved nor loaded"):
        Segmenter(titles=where).save(tmp_path / "a.json")
    Segmenter(titles="none").save(tmp_path / "a.json")
    content = (tmp_path / "a.json").read_text().replace('"none"', json.dumps(where))
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(TmimaError, match="neither saved nor loaded"):
        Segmenter.load(tmp_path / "a.json")


# --- What is answered


@pytest.mark.parametrize(
    "answer",
    [
        "So:\n\n1. **Waiting for the tide**\n2) \"What a baker does.\"\n3: Before the judge",
        json.dumps(NAMES),
        "```json\n" + json.dumps({"titles": NAMES}) + "\n```",
        json.dumps(dict(zip("123", NAMES, strict=True))),
        "<think>1. A ship\n2. A loaf</think>\n" + numbered(NAMES),
        "3. Before the judge\n1. Waiting for the tide\n2. What a baker does\n4. More",
    ],
    ids=["lines", "list", "object", "numbers", "thought", "order"],
)  # fmt: skip
def test_names_are_read_however_they_are_written(answer):
    with serving(lambda _: answer) as server:
        assert titles(server.address) == NAMES


@pytest.mark.parametrize(
    "useless",
    ["", "   ", "…", "42", "Η παλίρροια", "x" * (LONGEST + 1), "a\u202eb", "\x1b[31mred"],
    ids=["empty", "white", "mark", "number", "script", "long", "direction", "control"],
)
def test_our_own_name_stands_where_an_answer_is_none(useless):
    with serving(lambda _: json.dumps([useless, *NAMES[1:]])) as server:
        assert titles(server.address) == [OWN[0], *NAMES[1:]]


def test_our_own_names_stand_where_a_name_is_missing_or_comes_twice():
    with serving(lambda _: "2. What a baker does") as server:
        assert titles(server.address) == [OWN[0], NAMES[1], OWN[2]]
    with serving(lambda _: numbered(["The Text", "the text", NAMES[2]])) as server:
        assert titles(server.address) == [OWN[0], OWN[1], NAMES[2]]
    with serving(lambda _: "I cannot help with that.") as server:
        assert titles(server.address) == OWN


@given(st.text(max_size=200), st.integers(1, 5))
def test_any_answer_leads_to_names_or_to_none(answer, count):
    found = read_answer(answer, count)
    assert found.keys() <= set(range(count))
    for title in found.values():
        assert isinstance(title, str)
        if is_usable(title, HARBOUR):
            assert len(title.splitlines()) == 1
            assert 0 < len(title) <= LONGEST


def test_what_the_author_has_named_is_not_asked_for():
    text = "# The tide\n\n" + HARBOUR + "\n\n# Bread\n\n" + BREAD
    with serving(lambda _: numbered(NAMES)) as server:
        found = tmima.segment(text, format="markdown", language="en", titles=server.address)
        assert [one.title for one in found] == ["The tide", "Bread"]
    assert server.seen == []


# --- Time, retries, and what is kept


def test_a_server_that_is_busy_is_asked_again(monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: None)
    answers: list[object] = [(503, {}, b"loading"), (429, {}, b"slowly"), numbered(NAMES)]
    with serving(lambda _: answers.pop(0)) as server:
        assert titles(server.address, titles_model="a") == NAMES
    assert len(server.seen) == 3
    with serving(lambda _: (503, {}, b"loading")) as server:
        refused(server.address, "answers 503: 'loading'; try later", titles_model="a")
    assert len(server.seen) == 3
    with serving(lambda _: (404, {}, b"no such model")) as server:
        refused(server.address, "answers 404 .*'no such model'; see .*_model", titles_model="a")
    assert len(server.seen) == 1


def test_a_server_that_is_not_there_is_named_with_a_way_out(monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with serving(lambda _: "") as server:
        pass
    refused(server.address, re.escape(f"{server.address} cannot be asked"))


def test_a_server_that_does_not_answer_is_not_waited_for():
    gone = threading.Event()
    with serving(lambda _: gone.wait(20) and "") as server:
        refused(server.address, "did not answer within 0.2 seconds: give", titles_timeout=0.2)
        gone.set()


@pytest.mark.parametrize("content", [b"<html>", b'{"choices": []}', b'{"error": "x"}', b"[1]"])
def test_what_speaks_another_protocol_is_told(content):
    with serving(lambda _: (200, {}, content)) as server:
        refused(server.address, "titles wants a server with OpenAI's chat completions")


def test_names_are_kept_by_the_segment_and_what_was_asked(tmp_path):
    folder = tmp_path / "kept"
    with serving(lambda _: numbered(NAMES)) as server:
        for _ in range(2):
            assert titles(server.address, titles_cache=folder, titles_model="a") == NAMES
        assert len(server.prompts) == 1
        # Another model is another answer, and only what is not kept is asked for.
        assert titles(server.address, titles_cache=folder, titles_model="b") == NAMES
        assert len(server.prompts) == 2
        min(folder.iterdir()).write_text("broken")
        titles(server.address, titles_cache=folder, titles_model="a")
        titles(server.address, titles_cache=folder, titles_model="b")
        assert len(server.prompts) == 3
        assert "1 passages" in server.prompts[-1]


def test_a_prompt_of_ones_own(tmp_path):
    file = tmp_path / "prompt.txt"
    file.write_text("Name {count} in {longest}, {other}: {passages}", encoding="utf-8")
    with serving(lambda _: numbered(NAMES)) as server:
        assert titles(server.address, titles_prompt=file) == NAMES
        assert server.prompts[0].startswith(f"Name 3 in {LONGEST}, {{other}}: 1. The harbour")
        file.write_text("Name them.", encoding="utf-8")
        refused(server.address, "shows no passages: write {passages}", titles_prompt=file)


def test_passages_share_the_room_of_a_prompt_and_fill_nothing_in():
    shown = filled(PROMPT, ["{count} word " * 9_000] * 40)
    assert len(shown) < 20_000
    assert "{count} word" in shown
    assert "40. {count}" in shown


# --- Commands


PROGRAM = """
import sys
asked = sys.stdin.read()
assert "1. The harbour" in asked, asked
print({answer!r})
"""


def program(tmp_path: Path, source: str) -> str:
    file = tmp_path / "a model.py"
    file.write_text(source, encoding="utf-8")
    return f"command:'{sys.executable}' '{file}'"


def test_a_command_names_the_segments(tmp_path):
    where = program(tmp_path, PROGRAM.format(answer=numbered(NAMES)))
    assert titles(where) == NAMES
    text = tmp_path / "text.txt"
    text.write_text(TEXT, encoding="utf-8")
    shown = output("segment", text, "--n-segments", 3, "--titles", where, "--format", "contents")
    assert all(name in shown for name in NAMES)


def test_a_command_that_fails_or_hangs_is_ended_and_named(tmp_path):
    fails = program(tmp_path, "import sys; sys.exit('no model here')")
    refused(fails, "ended with 1: 'no model here'")
    # Also with what it has started, which holds its output open.
    hangs = program(
        tmp_path,
        "import subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\ntime.sleep(60)",
    )
    began = time.monotonic()
    refused(hangs, "did not end within 0.5 seconds: give more by", titles_timeout=0.5)
    assert time.monotonic() - began < 30
    refused("command:no-such-program -x", "no-such-program cannot be run .* give its path")


# --- Fronts


def test_the_command_line_asks_and_refuses(tmp_path):
    talk = Path(__file__).parents[2] / "docs" / "transcripts" / "lighthouse.vtt"
    with serving(lambda seen: numbered(["The lamp", "The garden", "The council"])) as server:
        shown = output(
            "chapters", talk, "--titles", server.address, "--set", "titles_model=llama3",
            "--set", f"titles_cache={tmp_path}",
        )  # fmt: skip
        assert [line.split(" ", 1)[1] for line in shown.splitlines()] == [
            "The lamp", "The garden", "The council",
        ]  # fmt: skip
        assert server.seen[0].body["model"] == "llama3"
    assert "--titles" in refusal("chapters", talk, "--titles", "http://me:secret@a.org/v1")
    assert "titles_model" in refusal("segment", talk, "--set", "titles_model=llama3")


def test_many_texts_ask_in_processes_too():
    with serving(lambda _: numbered(NAMES)) as server:
        asking = Segmenter(language="en", n_segments=3, titles=server.address, titles_model="a")
        found = list(asking.segment_many([TEXT, TEXT], jobs=2))
        assert [[one.title for one in each] for each in found] == [NAMES, NAMES]


def test_an_address_says_what_it_is():
    assert str(Address.of("http://[::1]:8080")) == "http://[::1]:8080/v1"
    assert ModelTitles("http://a.org/v1/").where == "http://a.org/v1/"
