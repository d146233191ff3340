"""The server: what it answers, what it refuses, and that nothing stops it."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.error import URLError

import pytest

pytest.importorskip("fastapi", reason="the server needs the extra: pip install 'tmima[explore]'")
pytest.importorskip("httpx2", reason="these tests need httpx2")

import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from starlette.testclient import TestClient
from tools.explorer import explorer

import tmima
from tests.command import PATIENCE, refusal
from tmima import Parameters, chapters
from tmima.chapters import chapter_formats
from tmima.explore import requests, schema, session, worker
from tmima.explore.guard import CONTENT_SECURITY_POLICY, connection_limits, is_loopback
from tmima.explore.server import create_app
from tmima.explore.settings import ServerSettings, examples
from tmima.workers import pool, process

ROOT = Path(__file__).parents[2]
TALK = (ROOT / "docs/transcripts/lighthouse.vtt").read_text(encoding="utf-8")
TEXT = "The cats purr. A cat sleeps. The cats drink. The ships sail. A ship sinks. Ships drift."
OPEN = session.OpenText(session.Upload(TEXT))
SMALL = {"mean_length": 3, "std_length": 1, "gamma": 0.5}


def client(settings: ServerSettings | None = None, **options) -> TestClient:
    app = create_app(settings or ServerSettings(workers=2, timeout=PATIENCE), **options)
    return TestClient(app, base_url="http://127.0.0.1:8765")


@pytest.fixture(scope="module")
def server():
    with client() as running:
        yield running


@pytest.fixture(scope="module")
def key(server) -> str:
    return opened(server, TEXT)["key"]


def opened(server, text: str, **options) -> dict:
    answer = server.post("/api/texts", json={"text": text, **options})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_text_is_opened_and_cut(server, key):
    assert server.get(f"/api/texts/{key}").json() == opened(server, TEXT)
    cuts = server.post(f"/api/texts/{key}/cuts", json={"parameters": SMALL}).json()
    expected = tmima.segment(TEXT, parameters=Parameters(**SMALL))
    assert cuts["boundaries"] == list(expected.boundaries)
    assert cuts["cost"] == expected.cost
    assert schema.CutsAnswer(**cuts).segments[0].sentences == 3


def test_everything_can_be_chosen(server):
    answer = opened(server, "Eins. Zwei.\nDrei.", language="de", format="lines", unit="paragraphs")
    assert (answer["language"], answer["unit"]) == ("de", "paragraphs")
    assert len(answer["edges"]) == 2
    request = {"method": "uniform", "n_segments": 1}
    cuts = server.post(f"/api/texts/{answer['key']}/cuts", json=request).json()
    assert (cuts["method"], cuts["boundaries"]) == ("uniform", [1])


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"finer": -1},
        {"finer": 1.25, "levels": 2},
        {"method": None, "similarity": None, "parameters": {"gamma": None, "r": None}},
        {"similarity": None, "parameters": {"gamma": None, "length_unit": "words"}},
        {"similarity": "shared"},
        {"method": "density"},
        {"parameters": {"r": 0.4}},
        {"n_segments": 4},
        {"parameters": {"mean_length": 3, "std_length": 1}, "n_segments": 2},
    ],
)
def test_what_is_not_set_is_found_and_told(server, request_):
    text = examples()["en-island"].text
    key = opened(server, text)["key"]
    cuts = server.post(f"/api/texts/{key}/cuts", json=request_).json()
    set_ = {name: value for name, value in request_.items() if value is not None}
    parameters = set_.pop("parameters", {})
    given = {name: value for name, value in parameters.items() if value is not None}
    if "levels" in set_:
        set_["questions"] = {"levels": set_.pop("levels")}
    expected = tmima.segment(text, parameters=given or None, **set_).as_dict()
    for name in ("method", "boundaries", "parameters", "cost"):
        assert cuts[name] == expected[name]
    told = ("similarity", "number")
    assert cuts["fitted"] == {name: expected[name] for name in told if name in expected}
    assert cuts["answers"].get("levels") == expected.get("levels")
    schema.CutsAnswer(**cuts)


def test_about_and_examples(server):
    about = server.get("/api/about").json()
    offered = [one["name"] for one in about["similarities"]]
    assert offered[0] == "graded"
    assert {"shared", "background"} < set(offered)
    assert not {"lsa", "vectors"} & set(offered)
    heeded = {method["name"]: method["settings"] for method in about["methods"]}
    assert heeded.keys() >= {"density", "c99", "uniform"}
    # What is offered first is what is done with nothing set.
    assert next(iter(heeded)) == tmima.segment("One. Two.").method
    assert "finer" in heeded["learnt"]
    assert "parameters" not in heeded["learnt"]
    assert "parameters" in heeded["density"]
    assert heeded["c99"] == []
    for each in server.get("/api/examples").json():
        text = server.get(f"/api/examples/{each['name']}").json()["text"]
        assert text == examples()[each["name"]].text
    assert server.get("/api/examples/utopia").status_code == 404


def test_a_file_given_at_the_start_is_there():
    source = session.Upload(TEXT, "en")
    with client(opened=source) as server:
        assert server.get(f"/api/texts/{source.key}").json()["text"] == TEXT


def test_chapters_are_written_as_the_command_writes_them(server):
    key = opened(server, TALK)["key"]
    hand = {"cut_at": [4], "no_cut_at": [14], "titles": [{"first": 4, "title": "The lamp"}]}
    forms = {one["name"]: one for one in server.get("/api/about").json()["forms"]}
    assert set(forms) == set(chapter_formats)
    assert forms["spotify"]["least_seconds"] == 30
    for form in forms:
        shown = server.post(f"/api/texts/{key}/cuts", json={**hand, "form": form})
        written = server.post(f"/api/texts/{key}/chapters", json={**hand, "form": form})
        if form == "spotify":
            assert (shown.status_code, written.status_code) == (422, 422)
            assert "cut_at 4" in written.json()["detail"][0]["msg"]
            continue
        assert written.headers["content-type"].startswith("text/plain")
        expected = chapters.cut(TALK, form, constraints={"cut_at": [4], "no_cut_at": [14]})
        assert shown.json()["boundaries"] == list(expected.boundaries)
        named = [segment["title"] for segment in shown.json()["segments"]]
        assert "The lamp" in named
        again = chapters.cut(
            TALK,
            form,
            constraints={"cut_at": [4], "no_cut_at": [14]},
            titles=lambda _, names=named: names,
        )
        assert written.text == chapters.render(again, form)
    assert "The lamp" in server.post(f"/api/texts/{key}/report", json=hand).text


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"cut_at": [0]}, "cut_at"),
        ({"cut_at": [1.5]}, "cut_at"),
        ({"no_cut_at": ["headings"]}, "no_cut_at"),
        ({"cut_at": [999]}, "999"),
        ({"cut_at": [2], "no_cut_at": [2]}, "clash"),
        ({"titles": [{"first": 0}]}, "title"),
        ({"titles": [{"first": -1, "title": "x"}]}, "first"),
        ({"form": "utopia"}, "form"),
        ({"form": "youtube"}, "chapters need times"),
    ],
)
def test_what_cannot_be_set_by_hand_is_refused_by_name(server, key, wrong, name):
    for path in ("cuts", "chapters"):
        answer = server.post(f"/api/texts/{key}/{path}", json=wrong)
        assert answer.status_code == 422
        assert name in json.dumps(answer.json()["detail"])


# Limits


def test_a_text_that_is_too_long_is_refused_with_the_sizes():
    with client(ServerSettings(max_bytes=100, workers=1)) as server:
        # Fifty-one Greek letters are 102 bytes.
        answer = server.post("/api/texts", json={"text": "α" * 51})
        assert answer.status_code == 413
        assert "102 bytes, more than 100" in answer.json()["detail"]
        assert "larger max_bytes" in answer.json()["detail"]
        assert server.post("/api/texts", json={"text": "α" * 50}).status_code == 201


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_that_is_too_long_is_not_even_read(declared):
    with client(ServerSettings(max_bytes=100, workers=1)) as server:
        body = json.dumps({"text": "x" * 20_000}).encode()
        content = body if declared else (body[at : at + 1000] for at in range(0, len(body), 1000))
        answer = server.post(
            "/api/texts", content=content, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 413
        assert "see max_bytes" in answer.json()["detail"]


class ExplorerPool(pool.Pool):
    """A pool whose workers do the jobs of the explorer."""

    def __init__(self, size: int, timeout: float) -> None:
        super().__init__(size, timeout, partial(worker.make_handler, 1 << 30))

    async def do(self, key: str, source: bytes, job: dict) -> bytes:
        answer = await self.run(key, worker.encode_request(key, source, job))
        status, body = worker.decode_answer(answer)
        if status != worker.DONE:
            raise pool.FailedError
        return body


@pytest.fixture
def sleepers(monkeypatch):
    """Let workers fall asleep over a text that says so."""
    code = """
import time
from tmima.explore import worker
from tmima.workers import child
answer = worker.answer
def sleepy(shelf, job, source):
    if b"SLEEP" in source:
        time.sleep(3600)
    return answer(shelf, job, source)
worker.answer = sleepy
child.main()
"""
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", code))


def status_of(server, text: str) -> int:
    return server.post("/api/texts", json={"text": text}).status_code


class Limits:
    """The limits of time that the pool has set, in their order; they end when they are told to."""

    def __init__(self, monkeypatch) -> None:
        self._made: list[tuple[asyncio.AbstractEventLoop, asyncio.Timeout]] = []
        self._timeout = asyncio.timeout
        self.seconds: set[float] = set()
        monkeypatch.setattr(asyncio, "timeout", self._limit)

    def _limit(self, seconds: float) -> asyncio.Timeout:
        made = self._timeout(None)
        self.seconds.add(seconds)
        self._made.append((asyncio.get_running_loop(), made))
        return made

    @contextmanager
    def more(self, count: int) -> Iterator[None]:
        """See that so many limits are set within."""
        wanted = len(self._made) + count
        yield
        last = time.monotonic() + PATIENCE
        while len(self._made) < wanted and time.monotonic() < last:
            time.sleep(0.01)
        assert len(self._made) == wanted

    def end(self, number: int) -> None:
        loop, made = self._made[number]
        loop.call_soon_threadsafe(made.reschedule, 0.0)


def test_work_that_takes_too_long_is_stopped_while_others_go_on(sleepers, monkeypatch):
    limits = Limits(monkeypatch)
    with client(ServerSettings(timeout=3, workers=2)) as server, ThreadPoolExecutor(1) as threads:
        key = opened(server, TEXT)["key"]
        # One to wait for a worker, one for its work.
        with limits.more(2):
            slow = threads.submit(server.post, "/api/texts", json={"text": "SLEEP."})
        answers = [server.post(f"/api/texts/{key}/cuts", json={}) for _ in range(3)]
        assert {answer.status_code for answer in answers} == {200}
        assert not slow.done()
        limits.end(3)
        assert slow.result().status_code == 504
        assert "stopped after 3 seconds" in slow.result().json()["detail"]
        # The worker that was ended has a successor.
        assert status_of(server, TEXT) == 201
    assert limits.seconds == {3}


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux limits memory")
def test_work_that_takes_too_much_memory_is_refused_with_what_it_needs():
    text = "Cats purr.\nShips sail.\n" * 2500
    with client(ServerSettings(workers=1, memory=400_000_000)) as server:
        key = opened(server, text, language="en", format="lines")["key"]
        for method in ("c99", "dotplot", "mincut"):
            answer = server.post(f"/api/texts/{key}/cuts", json={"method": method, "n_segments": 5})
            assert answer.status_code == 422
            message = answer.json()["detail"][0]["msg"]
            assert "more than the 0.4 GB of memory that a request may have" in message
            assert "for an array with shape (500" in message
        # The worker goes on.
        assert status_of(server, TEXT) == 201


def test_requests_wait_for_a_worker_no_longer_than_allowed(sleepers, monkeypatch):
    limits = Limits(monkeypatch)
    with client(ServerSettings(timeout=3, workers=1)) as server, ThreadPoolExecutor(2) as threads:
        with limits.more(2):
            slow = threads.submit(status_of, server, "SLEEP.")
        with limits.more(1):
            waiting = threads.submit(status_of, server, TEXT)
        limits.end(2)
        assert waiting.result() == 503
        limits.end(1)
        assert slow.result() == 504


def test_a_stopped_worker_is_really_ended(sleepers):
    async def stop() -> int | None:
        async with ExplorerPool(1, timeout=0.5) as workers:
            running = workers._workers[0]._process
            with pytest.raises(pool.TooLongError):
                await workers.do("key", b"SLEEP", {"name": "open"})
            return running.returncode

    assert asyncio.run(stop()) == -signal.SIGKILL


def test_a_worker_that_dies_or_errs_is_one_request_long():
    async def run() -> list[object]:
        source = session.Upload(TEXT)
        work = source.key, source.to_json(), {"name": "open"}
        results: list[object] = []
        async with ExplorerPool(1, timeout=PATIENCE) as workers:
            results.append(await workers.do(*work))
            workers._workers[0]._process.kill()
            for job in (work, work, (source.key, source.to_json(), {"name": "cut"}), work):
                try:
                    results.append(await workers.do(*job))
                except pool.FailedError:
                    results.append("failed")
        return results

    good, *rest = asyncio.run(run())
    # A worker that had died before is not noticed; work that fails is not done twice.
    assert rest == [good, good, "failed", good]


def test_workers_that_died_one_after_the_other_are_not_noticed():
    async def run() -> list[bytes]:
        source = session.Upload(TEXT)
        work = source.key, source.to_json(), {"name": "open"}
        async with ExplorerPool(2, timeout=PATIENCE) as workers:
            results = [await workers.do(*work)]
            # First the one that is not asked, then the one that knows the text, and both at once.
            for doomed in ([False], [True], [False, True]):
                for worker in workers._workers:
                    if (source.key in worker.keys) in doomed:
                        with suppress(ProcessLookupError):
                            worker._process.kill()
                results += [await workers.do(*work), await workers.do(*work)]
        return results

    assert len(set(asyncio.run(run()))) == 1


def test_a_worker_may_die_idle_and_its_successor_at_work(tmp_path, monkeypatch):
    code = f"""
import os
from pathlib import Path
from tmima.explore import worker
from tmima.workers import child
answer = worker.answer
def mortal(shelf, job, source):
    for death in Path({str(tmp_path)!r}).iterdir():
        death.unlink()
        os._exit(1)
    return answer(shelf, job, source)
worker.answer = mortal
child.main()
"""
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", code))

    async def run() -> list[object]:
        source = session.Upload(TEXT)
        results: list[object] = []
        async with ExplorerPool(1, timeout=PATIENCE) as workers:
            for deaths in (0, 2, 3, 0):
                for number in range(deaths):
                    (tmp_path / str(number)).touch()
                asked = workers.do(source.key, source.to_json(), {"name": "open"})
                results += await asyncio.gather(asked, return_exceptions=True)
        return results

    good, after_two, after_three, later = asyncio.run(run())
    assert good == after_two == later
    assert isinstance(after_three, pool.FailedError)


def test_who_gives_up_waiting_leaves_the_worker_to_others(sleepers):
    async def run() -> bytes:
        source = session.Upload(TEXT)
        async with ExplorerPool(1, timeout=PATIENCE) as workers:
            for seconds in (0, 0.01, 0.1, 1):
                asked = asyncio.create_task(workers.do("key", b"SLEEP", {"name": "open"}))
                await asyncio.sleep(seconds)
                for _ in range(3):
                    asked.cancel()
                    await asyncio.sleep(0)
                await asyncio.wait([asked])
                assert asked.cancelled()
            return await workers.do(source.key, source.to_json(), {"name": "open"})

    assert asyncio.run(run())


def test_an_internal_error_is_told_without_its_details(monkeypatch, capfd):
    code = """
from tmima.explore import worker
from tmima.workers import child
def broken(shelf, job, source):
    raise RuntimeError("secret")
worker.answer = broken
child.main()
"""
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", code))
    with client(ServerSettings(workers=1)) as server:
        answer = server.post("/api/texts", json={"text": TEXT})
    assert answer.status_code == 500
    assert answer.json() == {"detail": "internal error; see the server log"}
    assert "RuntimeError: secret" in capfd.readouterr().err


def test_a_text_goes_to_the_worker_that_knows_it():
    async def run() -> list[int]:
        one, other = session.Upload(TEXT), session.Upload("A ship sails.")
        asked = []
        async with ExplorerPool(2, timeout=PATIENCE) as workers:
            for source in (one, other, one, one, other):
                await workers.do(source.key, source.to_json(), {"name": "open"})
                knowing = [source.key in worker.keys for worker in workers._workers]
                assert sum(knowing) == 1
                asked.append(knowing.index(True))
        return asked

    first, second, *again = asyncio.run(run())
    assert first != second
    assert again == [first, first, second]
    assert ServerSettings().workers >= 2


def test_a_request_that_is_given_up_leaves_no_answer_behind(sleepers):
    async def run() -> bytes:
        source = session.Upload(TEXT)
        async with ExplorerPool(1, timeout=PATIENCE) as workers:
            given_up = asyncio.create_task(workers.do("key", b"SLEEP", {"name": "open"}))
            await asyncio.sleep(0.2)
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                await given_up
            return await workers.do(source.key, source.to_json(), {"name": "open"})

    assert json.loads(asyncio.run(run()))["text"] == TEXT


def test_what_was_forgotten_is_a_404_that_says_so():
    with client(ServerSettings(max_bytes=1000, workers=1)) as server:
        key = opened(server, TEXT)["key"]
        for number in range(40):
            opened(server, f"{number} " + "A cat. " * 100)
        answer = server.post(f"/api/texts/{key}/cuts", json={})
        assert answer.status_code == 404
        assert "send it again" in answer.json()["detail"]


# Who may ask


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8765", "[::1]:99", "LOCALHOST"])
def test_the_machine_itself_may_ask(server, host):
    assert server.get("/api/about", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "10.0.0.1", "", "["),
        *("evil.example@127.0.0.1", "127.0.0.1/evil.example", "127.0.0.1:80:80", "[::1", "[]"),
    ],
)
def test_a_name_that_was_bent_to_this_machine_is_refused(server, host):
    answer = server.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "Host" in answer.json()["detail"]


def test_on_the_network_addresses_and_the_given_name_are_accepted():
    with client(ServerSettings(host="lab.example", workers=1)) as server:
        for host in (
            "lab.example:80",
            "10.0.0.1",
            "[fe80::1]:80",
            "localhost",
            socket.gethostname(),
        ):
            assert server.get("/api/about", headers={"Host": host}).status_code == 200
        assert server.get("/api/about", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": "http://127.0.0.1:8765.evil.example"},
        {"Origin": "http://["},
        {"Origin": "https://127.0.0.1:8765"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    ],
)
def test_pages_of_other_sites_are_refused(server, headers):
    answer = server.post("/api/texts", json={"text": TEXT}, headers=headers)
    assert answer.status_code == 403
    assert server.get("/api/about", headers=headers).status_code == 403


def test_the_own_page_may_ask_and_a_link_may_be_followed(server):
    own = {"Origin": "http://127.0.0.1:8765", "Sec-Fetch-Site": "same-origin"}
    assert server.post("/api/texts", json={"text": TEXT}, headers=own).status_code == 201
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.get("/", headers=link).status_code == 200


def test_a_form_of_another_site_cannot_pass_for_json(server):
    body = json.dumps({"text": TEXT})
    answer = server.post("/api/texts", content=body, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422


# What it gives away


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/%2e%2e%2f",
        "/api/about/",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/..\\server.py",
        "/api/examples/..%2f..%2fserver.py",
        "/api/examples/%2fetc%2fpasswd",
        "/api/texts/..%2f..%2f..%2fetc%2fpasswd",
        "/etc/passwd",
        "/static/",
    ],
)
def test_no_file_of_the_machine_can_be_read(server, path):
    # Nor is anybody sent on, to wherever the request says that it came.
    answer = server.get(path, follow_redirects=False)
    assert answer.status_code in (404, 422)
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_every_answer_has_the_policy(server, key):
    for answer in (
        server.get("/"),
        server.get("/static/page.js"),
        server.get("/api/about"),
        server.get("/nothing"),
        server.get("/", headers={"Host": "evil.example"}),
        server.post(f"/api/texts/{key}/report", json={}),
    ):
        assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY


def test_the_page_names_nothing_outside(server):
    page = server.get("/").text
    files = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert set(files) == {"static/icon.svg", "static/style.css", "static/page.js"}
    for name in ("style.css", "page.js", "viewer.js"):
        answer = server.get(f"/static/{name}")
        assert answer.status_code == 200
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", answer.text)


# What is wrong is named


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"gamma": 1.5}, "gamma"),
        ({"gamma": "half"}, "gamma"),
        ({"gamma": True}, "gamma"),
        ({"std_length": 0}, "std_length"),
        ({"mean_length": -1}, "mean_length"),
        ({"r": []}, "r"),
        ({"length_unit": "miles"}, "length_unit"),
        ({"mu": 3}, "mu"),
    ],
)
def test_a_bad_parameter_is_named(server, key, parameters, name):
    answer = server.post(f"/api/texts/{key}/cuts", json={"parameters": parameters})
    assert answer.status_code == 422
    (fault,) = answer.json()["detail"]
    assert fault["loc"] == ["body", "parameters", name]
    assert fault["msg"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("finer", 101), ("finer", "much"), ("finer", []), ("levels", 0), ("levels", 1.5)],
)
def test_a_bad_dial_or_level_is_named(server, key, name, value):
    answer = server.post(f"/api/texts/{key}/cuts", json={name: value})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", name]


@pytest.mark.parametrize("name", ["lsa", "vectors", "utopia", "", 3])
def test_a_bad_similarity_is_named(server, key, name):
    answer = server.post(f"/api/texts/{key}/cuts", json={"similarity": name})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "similarity"]


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": 3}, "text"),
        ({"text": TEXT, "language": "elvish"}, "language"),
        ({"text": TEXT, "format": "pdf"}, "format"),
        ({"text": TEXT, "unit": "word"}, "unit"),
        ({"text": TEXT, "unit": "words"}, "unit"),
    ],
)
def test_a_bad_text_is_named(server, request_, name):
    answer = server.post("/api/texts", json=request_)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", name]


def test_what_only_the_text_shows_is_told_too(server, key):
    empty = server.post("/api/texts", json={"text": " \n "})
    assert (empty.status_code, "empty" in empty.text) == (422, True)
    many = server.post(f"/api/texts/{key}/cuts", json={"method": "uniform", "n_segments": 99})
    assert (many.status_code, "99" in many.text) == (422, True)
    foreign = opened(server, TEXT, language="und")
    assert foreign["similarities"][:2] == ["graded", "shared"]
    assert "background" not in foreign["similarities"]
    unknown = server.post(f"/api/texts/{foreign['key']}/cuts", json={"similarity": "background"})
    assert (unknown.status_code, "'und'" in unknown.text) == (422, True)
    surrogate = server.post(
        "/api/texts", content=b'{"text": "\\ud800"}', headers={"Content-Type": "application/json"}
    )
    assert surrogate.status_code == 422


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "mean_length": st.floats() | st.integers(),
            "std_length": st.floats(),
            "gamma": st.floats(-0.5, 1.5),
            "r": st.floats(),
        },
    )
)
def test_what_the_interface_accepts_the_cost_accepts(values):
    try:
        request = requests.ParametersRequest(**values)
    except ValidationError:
        return
    parameters = request.model_dump(exclude_none=True)
    result = OPEN.cut(method="density", parameters=parameters)
    assert result.cost == result.cost


def test_the_number_of_segments_has_its_one_name(server, key):
    right = server.post(f"/api/texts/{key}/cuts", json={"n_segments": 2})
    assert (right.status_code, len(right.json()["segments"])) == (200, 2)
    wrong = server.post(f"/api/texts/{key}/cuts", json={"segments": 2})
    assert wrong.status_code == 422
    assert wrong.json()["detail"][0]["loc"] == ["body", "segments"]


# A server that others can reach


def test_beyond_the_own_machine_a_token_is_asked_for():
    with client(ServerSettings(workers=1, token="s3cret")) as server:
        for path in ("/", "/static/page.js", "/api/about", "/?token=", "/?token=s3cre", "/nothing"):
            answer = server.get(path)
            assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)
            assert "with its token" in answer.json()["detail"]
        for headers in (
            {"Cookie": "tmima=other"},
            {"Authorization": "Bearer s3cre"},
            {"Cookie": ";"},
        ):
            assert server.get("/api/about", headers=headers).status_code == 401
        bearer = {"Authorization": "Bearer s3cret"}
        assert server.get("/api/about", headers=bearer).status_code == 200
        page = server.get("/?token=s3cret")
        assert page.status_code == 200
        cookie = page.headers["set-cookie"]
        assert "HttpOnly; SameSite=Strict" in cookie
        # The browser has the cookie now.
        assert server.get("/api/about").status_code == 200
        assert opened(server, TEXT)["key"]
        # It does not help a page of another site.
        foreign = {"Origin": "http://evil.example"}
        assert server.get("/api/about", headers=foreign).status_code == 403


def test_cookies_of_others_cost_nothing():
    with client(ServerSettings(workers=1, token="s3cret")) as server:
        for cookies, status in (
            ("a=1; tmima=s3cret; b=2", 200),
            ("a=1; tmima = s3cret", 200),
            ("atmima=s3cret; tmima", 401),
            ('a="' + "\\" * 200_000 + '"; tmima=s3cret', 200),
        ):
            started = time.process_time()
            assert server.get("/api/about", headers={"Cookie": cookies}).status_code == status
            assert time.process_time() - started < 4


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        *(("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.9.9.9", True)),
        *(("0.0.0.0", False), ("::", False), ("10.0.0.1", False), ("lab.example", False)),
    ],
)
def test_only_loopback_is_the_own_machine(host, alone):
    assert is_loopback(host) == alone


def connected(port: int, sent: bytes) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    found.sendall(sent)
    return found


def is_open(connection: socket.socket) -> bool:
    try:
        connection.settimeout(0.01)
        return connection.recv(1, socket.MSG_PEEK) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


@contextmanager
def serving(**limits) -> Iterator[int]:
    """Serve an application that answers at once, with limits on connections; give its port."""

    async def app(scope, receive, send):
        more = True
        while more:
            message = await receive()
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/long":
            await send({"type": "http.response.body", "body": b"x" * LONG, "more_body": True})
            # This waits until what was sent is taken, or the connection has ended.
            await send({"type": "http.response.body", "body": b"", "more_body": True})
            ENDED.set()
        await send({"type": "http.response.body", "body": b"done"})

    limited = connection_limits(**limits)
    config = uvicorn.Config(app, log_level="error", lifespan="off", ws="none", **limited)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as threads:
        running = threads.submit(server.run, sockets=[listener])
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            running.result(timeout=PATIENCE)


LONG = 50_000_000  # more bytes than a system keeps for a connection
ENDED = threading.Event()
SLOW = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nhalf",
    # A whole request and half of another.
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
)
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def answered(port: int) -> bool:
    with connected(port, WHOLE) as connection:
        return b"done" in b"".join(iter(lambda: connection.recv(1000), b""))


@pytest.mark.parametrize("sent", SLOW)
def test_who_sends_slowly_is_cut_off(sent):
    # Time enough for the request that is whole.
    seconds = 3 if sent == SLOW[-1] else 0.3
    with serving(seconds=seconds, most=50) as port, connected(port, sent) as slow:
        read = b""
        with suppress(ConnectionError):
            while piece := slow.recv(1000):
                read += piece
        assert read.count(b"done") == (sent == SLOW[-1])


def test_a_connection_carries_one_request():
    """So none ends amid a request that has time left."""
    twice = 2 * WHOLE.replace(b"Connection: close\r\n", b"")
    with serving(seconds=PATIENCE, most=50) as port, connected(port, twice) as connection:
        read = b"".join(iter(lambda: connection.recv(1000), b""))
        assert read.lower().count(b"connection: close") == read.count(b"done") == 1


def test_a_drop_now_and_then_does_not_lengthen_the_time():
    def drip(slow: socket.socket) -> None:
        for _ in range(200):
            slow.sendall(b"x")
            time.sleep(0.05)

    with (
        serving(seconds=1, most=50) as port,
        connected(port, b"GET") as slow,
        pytest.raises(ConnectionError),
    ):
        drip(slow)


def test_slow_clients_do_not_keep_others_out():
    with serving(seconds=PATIENCE, most=10) as port, ExitStack() as stack:
        slow = [stack.enter_context(connected(port, SLOW[n % 3])) for n in range(40)]
        for _ in range(5):
            assert answered(port)
        assert sum(map(is_open, slow)) <= 10
        # Those that waited longest have gone.
        assert not any(map(is_open, slow[:25]))


def test_who_does_not_take_the_answer_is_cut_off():
    """A connection ends although the server has more to send than the system keeps for it."""
    ENDED.clear()
    asked = b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n"
    with serving(seconds=1, most=50) as port, connected(port, asked) as slow:
        assert ENDED.wait(PATIENCE)
        read = 0
        with suppress(ConnectionError):
            while piece := slow.recv(1 << 20):
                read += len(piece)
        assert read < LONG


# The command


@pytest.mark.skipif(os.name != "posix", reason="as POSIX has it")
def test_many_connections_at_once_are_too_many_for_few_open_files(tmp_path):
    program = f"{sys.executable} -c 'from tmima.cli import main; main()' explore"
    command = ["sh", "-c", f"ulimit -n 100; exec {program} --port 0 --no-browser"]
    log = tmp_path / "log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
        ExitStack() as stack,
    ):
        try:
            address = re.search(r"http://[^/]+:([0-9]+)/", process.stdout.readline())
            about = address[0] + "api/about"
            with urllib.request.urlopen(about, timeout=60) as answer:
                assert answer.status == 200
            # All come while it does nothing, so that it finds them at once.
            process.send_signal(signal.SIGSTOP)
            for _ in range(200):
                client_ = stack.enter_context(socket.socket())
                client_.setblocking(False)
                client_.connect_ex(("127.0.0.1", int(address[1])))
            process.send_signal(signal.SIGCONT)
            with urllib.request.urlopen(about, timeout=60) as answer:
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()
    assert log.read_text() == ""


def test_the_command_serves_a_file_until_it_is_ended(tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    with explorer(file) as address:
        assert address.startswith("http://127.0.0.1:")
        base, _, key = address.partition("#text=")
        path = f"{base}api/texts/{key.partition('&')[0]}"
        with urllib.request.urlopen(path, timeout=PATIENCE) as answer:
            assert json.load(answer)["text"] == TEXT
    with pytest.raises(URLError):
        urllib.request.urlopen(path, timeout=PATIENCE)


def test_the_command_says_what_is_wrong(tmp_path):
    long = tmp_path / "long.txt"
    long.write_text("A cat. " * 100, encoding="utf-8")
    assert "no file" in refusal("explore", tmp_path / "none.txt", "--no-browser")
    message = refusal("explore", long, "--max-bytes", "10")
    assert "700 bytes, more than 10: give a larger --max-bytes" in message
    assert "unknown language 'xx'" in refusal("explore", "--no-browser", "--language", "xx")
    assert "--timeout must be" in refusal("explore", "--no-browser", "--timeout", "nan")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refusal("explore", "--no-browser", "--port", port)


def test_a_missing_extra_is_named():
    code = "import sys; sys.modules['fastapi'] = None; from tmima.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "explore"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("pip install 'tmima[explore]'\n")
    assert done.stderr.count("\n") == 1


def test_the_documentation_names_every_request_and_status(server):
    told = (ROOT / "docs" / "explorer-api.md").read_text(encoding="utf-8")
    description = server.get("/openapi.json").json()
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            assert f"`{method.upper()} {path}`" in told
            for status in operation["responses"]:
                assert status in ("200", "201", "404", "500") or f"| {status} |" in told


def test_markdown_and_outline_are_what_the_library_writes(server):
    text = "# Salt\n\n## Pans\n\nThe pan is flat. It is wide.\n\n## Rakes\n\nA rake is long.\n"
    sent = {"text": text, "format": "markdown", "language": "en"}
    key = server.post("/api/texts", json=sent).json()["key"]
    asked = {"cut_at": ["headings:2"]}
    found = tmima.segment(text, format="markdown", language="en", constraints=asked)
    assert len(found) == 2
    for kind, written in (("markdown", found.as_markdown()), ("outline", found.as_outline())):
        answer = server.post(f"/api/texts/{key}/{kind}", json=asked)
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.text == written
    cuts = server.post(f"/api/texts/{key}/cuts", json={**asked, "outline": "ignore"})
    assert cuts.json()["boundaries"] == list(found.boundaries)
    for wrong in ({"cut_at": ["headings"]}, {"cut_at": ["headings:0"]}, {"outline": "perhaps"}):
        answer = server.post(f"/api/texts/{key}/cuts", json=wrong)
        assert answer.status_code == 422
        assert next(iter(wrong)) in json.dumps(answer.json()["detail"])
