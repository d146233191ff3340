"""How quick the explorer answers: sliders, fifty requests at once, and the page itself.

Run: make bench-explore
"""

import json
import shutil
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tools.explorer import explorer
from tools.texts import sentences

AT_ONCE = 50
MOVES = 30
# The sliders are the parameters of equation (1).
EQUATION = {"method": "density"}
# Two hours of talk: so many cues, one each so many seconds.
CUES, PACE = 1500, 4.8
# No request may hold the run up longer than this.
PATIENCE = 60


def post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send JSON and return the answer."""
    request = urllib.request.Request(
        address, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def milliseconds(run: Callable[[], object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - start)


def row(name: str, times: list[float]) -> None:
    """Print the median, the slowest of twenty, and the slowest of all."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    print(f"{name:<44} {ordered[len(ordered) // 2]:>8.0f} {late:>8.0f} {ordered[-1]:>8.0f}")


def open_text(address: str, count: int, seed: int = 1) -> str:
    """Open a made-up text and return its key."""
    answer = post(f"{address}api/texts", {"text": " ".join(sentences(count, seed))})
    return str(answer["key"])


def open_talk(address: str) -> str:
    """Open a made-up transcript and return its key."""
    cues = [
        {"start": PACE * number, "end": PACE * (number + 1), "text": text}
        for number, text in enumerate(sentences(CUES))
    ]
    answer = post(f"{address}api/texts", {"text": json.dumps({"segments": cues})})
    return str(answer["key"])


def sliders(address: str) -> None:
    """Time told numbers, the dial and a slider: the same text cut again and again."""
    for count in (300, 3000, 5000):
        key = open_text(address, count)
        path = f"{address}api/texts/{key}/cuts"
        row(f"the first cut, {count} sentences", [milliseconds(lambda: post(path, {}))])  # noqa: B023
        told = [{"n_segments": number} for number in range(2, 12)]
        times = [milliseconds(lambda: post(path, request)) for request in told]  # noqa: B023
        row(f"a number told, {count} sentences", times)
        dial = [{"finer": step / 4} for step in range(-16, 17)]
        times = [milliseconds(lambda: post(path, request)) for request in dial]  # noqa: B023
        row(f"the dial, {count} sentences", times)
        requests = moved(post(path, EQUATION), MOVES)
        times = [milliseconds(lambda: post(path, request)) for request in requests]  # noqa: B023
        row(f"a slider, {count} sentences", times)


def moved(cuts: dict[str, Any], moves: int) -> list[dict[str, Any]]:
    """Return the requests of one slider that moves from what suits, as the page sends them."""
    similarity = cuts["fitted"]["similarity"]
    return [
        {
            **EQUATION,
            "similarity": similarity,
            "parameters": {**cuts["parameters"], "gamma": move / moves},
        }
        for move in range(moves)
    ]


def crowd(address: str) -> None:
    """Time requests that come all at once: half open a text of their own, half cut a common one."""
    path = f"{address}api/texts/{open_text(address, 300)}/cuts"
    requests = moved(post(path, EQUATION), AT_ONCE)
    bodies = [" ".join(sentences(100, seed)) for seed in range(AT_ONCE // 2)]

    def work(number: int) -> float:
        if number % 2:
            return milliseconds(lambda: post(f"{address}api/texts", {"text": bodies[number // 2]}))
        return milliseconds(lambda: post(path, requests[number]))

    with ThreadPoolExecutor(AT_ONCE) as threads:
        start = time.perf_counter()
        times = list(threads.map(work, range(AT_ONCE)))
        total = time.perf_counter() - start
    row(f"{AT_ONCE} at once: texts of 100 sentences opened", times[1::2])
    row(f"{AT_ONCE} at once: one of 300 sentences cut", times[::2])
    print(f"all {AT_ONCE} answered in {total:.2f} s, {AT_ONCE / total:.0f} a second")


def page(address: str) -> None:
    """Time the page in a browser: from the move of the dial to the new cuts in the document.

    The dial moves ten times a second, as under a hand, so that no move waits for another. A cut
    that is moved by hand stands in its new place, laid out, before its segments have their names.
    """
    chromium = shutil.which("chromium")
    if chromium is None:
        print("the page was not timed: there is no chromium")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for count in (300, 3000):
            shown = browser.new_page()
            shown.goto(f"{address}#text={open_text(address, count)}")
            shown.wait_for_selector("html[data-ready=yes]")
            row(f"the page, the dial, {count} sentences", shown.evaluate(_MOVE_DIAL, MOVES))
        shown = browser.new_page()
        shown.goto(f"{address}#text={open_talk(address)}&finer=2")
        shown.wait_for_selector("html[data-ready=yes]")
        seen, anew = shown.evaluate(_MOVE_CUT, MOVES)
        row(f"the page, a cut moved by hand, {CUES} cues", seen)
        row("  until its segments have their names", anew)
        browser.close()


_MOVE_DIAL = """async moves => {
    const dial = document.querySelector("#finer");
    const times = [];
    for (let move = 0; move < moves; move++) {
        const before = location.hash;
        const start = performance.now();
        dial.value = (move + 1 - moves / 2) / 4;
        dial.dispatchEvent(new Event("input"));
        while (location.hash === before) await new Promise((wait) => setTimeout(wait, 1));
        times.push(performance.now() - start);
        await new Promise((wait) => setTimeout(wait, 100));
    }
    return times;
}"""

_MOVE_CUT = """async moves => {
    const text = document.querySelector(".text");
    const press = (key, altKey) =>
        text.dispatchEvent(new KeyboardEvent("keydown", { key, altKey }));
    const first = (section) => section.querySelector(".unit").dataset.unit;
    const begins = () => [...text.querySelectorAll("section")].map(first);
    for (let jump = 0; jump < 3; jump++) press("PageDown", false);
    const [seen, anew] = [[], []];
    for (let move = 0; move < moves; move++) {
        const [before, view] = [begins().join(), location.hash];
        const start = performance.now();
        press(move % 2 ? "ArrowUp" : "ArrowDown", true);
        text.querySelector(".cursor").getBoundingClientRect();
        seen.push(performance.now() - start);
        if (begins().join() === before) throw new Error("the cut was not moved");
        while (location.hash === view) await new Promise((wait) => setTimeout(wait, 1));
        anew.push(performance.now() - start);
        await new Promise((wait) => setTimeout(wait, 100));
    }
    return [seen, anew];
}"""


if __name__ == "__main__":
    print(f"{'milliseconds':<44} {'median':>8} {'95 %':>8} {'slowest':>8}")
    with explorer() as running:
        sliders(running)
        crowd(running)
        page(running)
