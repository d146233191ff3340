"""Learn the weights from one part of the texts, and judge them by another.

    python -m tools.learning.train CACHE OUT.npz --steps 2500

CACHE is what `tools.learning.extract` wrote. It judges by the texts that choose; by those that
report only with --report. Needs PyTorch (`pip install --group learning`).
"""

import argparse
import math
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tmima.kernel.arrays import Floats
from tmima.learnt import names
from tmima.learnt.features import ITEMS, OUTLINE, PARAGRAPHS, TURNS, sign_kinds
from tmima.scores import f1_within, pk, window_diff
from tmima.text import Segmentation
from tmima.version import __version__
from tools.learning import loops
from tools.learning.extract import longest_segment, read, squares_of
from tools.learning.network import Loss, Network, Text, read_back, written
from tools.learning.texts import CHOOSE, LEARN, PARTS, REPORT

Kinds = dict[str, list[Text]]
HEADS = "probable", "by belief", "median", "told", "none"
# So often signs of these kinds are hidden together, that they are not relied on. What paragraphs tell
# and the outline are of one layout, but an outline may also be ignored where the layout is known.
_HIDDEN = ((PARAGRAPHS, OUTLINE), 0.4), ((OUTLINE,), 0.25), ((TURNS,), 0.25), ((ITEMS,), 0.25)
_DECAY = 0.998
_JUDGED, _FEWEST_NUMBERS = 60, 40
# Kinds of the collection of sections that are no documentation.
_SECTIONS = "textbooks", "encyclopedia", "meetings", "chats", "laws-el", "podcasts"
_MADE_UP = ("choi", "el-", "glued", "headed", "marked", "feeds", "one", "two")


def load(folder: Path) -> dict[str, Kinds]:
    """Return the texts by part and kind."""
    found: dict[str, Kinds] = {part: {} for part in PARTS}
    for path in sorted(folder.glob("*.npz")):
        for row in read(path):
            found[str(row["part"])].setdefault(str(row["kind"]), []).append(as_text(row))
    return found


def as_text(row: dict[str, Any]) -> Text:
    """Return a text as it is learnt from."""
    return {"row": row, "truth": row["truth"]} | {
        name: torch.from_numpy(row[name].astype(np.float32)) for name in ("values", "signs")
    }


def on_device(text: Text, device: str) -> Text:
    """Return a text on a device, with the sums over squares that are computed there when it is first asked for."""
    if "squares" not in text:
        text["squares"] = squares_of(text["row"]) if device == "cpu" else _squares_on(text["row"], device)
        starts = np.concatenate(([0], text["truth"][:-1]))
        at = torch.from_numpy(text["truth"]), torch.from_numpy(text["truth"] - starts)
        squares = torch.as_tensor(text["squares"])
        text["true squares"] = squares[at[0].to(squares.device), at[1].to(squares.device)].double().cpu().numpy()
        text |= {name: text[name].to(device) for name in ("values", "signs")}
        if text["values"].is_cuda:
            del text["row"]
    return text


def _squares_on(row: dict[str, Any], device: str) -> Any:
    """Return what `squares_of` does, computed on a device."""
    size = len(row["degrees"])
    whole = {name: torch.from_numpy(row[name].astype(np.int64)).to(device) for name in ("rows", "columns")}
    degrees = torch.from_numpy(np.asarray(row["degrees"], dtype=np.float64)).to(device)
    matrix = torch.zeros((size, size), dtype=torch.float64, device=device)
    matrix[whole["rows"], whole["columns"]] = torch.from_numpy(row["similar"]).double().to(device)
    matrix = (matrix + matrix.T - float(row["scale"]) * degrees[:, None] * degrees[None]).fill_diagonal_(0)
    sums = torch.zeros((size + 1, size + 1), dtype=torch.float64, device=device)
    sums[1:, 1:] = (matrix / float(row["deviation"])).cumsum(0).cumsum(1)
    ends = torch.arange(size + 1, device=device)[:, None]
    starts = (ends - torch.arange(longest_segment(size) + 1, device=device)[None]).clamp(min=0)
    own = sums.diagonal()
    return (own[ends] + own[starts] - 2 * sums[starts, ends]).float().contiguous()


def drop(texts: dict[str, Kinds], beginnings: Sequence[str]) -> None:
    """Make features blind, to see what they are good for: each is what it is in the mean."""
    blind = [number for number, name in enumerate(names()) if name.startswith(tuple(beginnings))]
    usual = _some(texts[LEARN], sorted(texts[LEARN])).mean(0)
    for text in (text for kinds in texts.values() for own in kinds.values() for text in own):
        text["values"][:, blind] = usual[blind]
    print("not seen:", ", ".join(names()[number] for number in blind), flush=True)


def _some(kinds: Kinds, chosen: Sequence[str]) -> Any:
    """Return features of some texts of each kind."""
    return torch.cat([text["values"][:200] for name in chosen for text in kinds[name][:100]])


def hidden(signs: Any, chance: random.Random) -> Any:
    """Return signs of which some are not known."""
    seen = signs.clone()
    columns = sign_kinds()
    for kinds, often in _HIDDEN:
        if chance.random() < often:
            seen[:, [column for kind in kinds for column in columns.get(kind, ())]] = 0
    return seen


class Average:
    """The running mean of the weights, which is steadier than the last of them."""

    def __init__(self, net: Network) -> None:
        self.held = {name: value.detach().clone() for name, value in net.state_dict().items()}

    def add(self, net: Network, step: int) -> None:
        """Take in the weights after a step."""
        decay = min(_DECAY, (1 + step) / (10 + step))
        for name, value in net.state_dict().items():
            self.held[name].mul_(decay).add_(value.detach(), alpha=1 - decay)


def learn(kinds: Kinds, settings: argparse.Namespace) -> Network:
    """Learn by maximum likelihood; kinds are drawn with weights near the root of their number."""
    torch.manual_seed(settings.seed)
    chance = random.Random(settings.seed)
    chosen = [name for name in sorted(kinds) if name not in settings.without]
    some = _some(kinds, chosen)
    net = Network(some.mean(0), some.std(0).clamp(min=1e-2), settings.channels, settings.layers)
    if settings.start:
        with np.load(settings.start) as held:
            net = read_back({name: held[name] for name in held.files})
    net.to(settings.device)
    shares = [min(3.0, max(0.5, (len(kinds[name]) / 100) ** 0.5)) for name in chosen]
    counts = {"glued": settings.glued, "one": settings.one, "podcasts": 0.5, "glued-paragraphs": settings.glued}
    counts |= {"glued-talk": settings.talk, "feeds": settings.feeds}
    counts |= {name: settings.marked for name in chosen if name.startswith("marked-")}
    counts |= {name: counts.get(name, 1.0) * settings.sections for name in chosen if name.startswith(_SECTIONS)}
    shares = [share * counts.get(name, 1.0) for name, share in zip(chosen, shares, strict=True)]
    optimiser = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=settings.decay)
    average = Average(net)
    losses: list[float] = []
    for step in range(settings.steps):
        cosine = 0.5 * (1 + math.cos(math.pi * step / settings.steps))
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * min(1.0, step / 100) * (0.02 + 0.98 * cosine)
        drawn = [chance.choice(kinds[name]) for name in chance.choices(chosen, shares, k=48)]
        drawn.sort(key=lambda text: len(text["values"]))
        net.train()
        optimiser.zero_grad()
        losses.append(0.0)
        for at in range(0, len(drawn), settings.together):
            batch = drawn[at : at + settings.together]
            batch = [on_device(text, settings.device) for text in batch]
            scores = net.scores(batch, [hidden(text["signs"], chance) for text in batch])
            roots = torch.tensor([len(text["truth"]) for text in batch], device=settings.device).float().sqrt()
            loss = (Loss.apply(batch, *scores, settings.told) / roots).sum() / len(drawn)
            loss.backward()
            losses[-1] += float(loss.detach())
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        average.add(net, step)
        if step % 200 == 199:
            print(f"step {step + 1}: loss {np.mean(losses[-200:]):.3f}", flush=True)
    net.load_state_dict(average.held)
    return net.cpu().eval()


def caught(cuts: Floats, price: float, tolerance: int = 2) -> list[int]:
    """Return the ends that catch the most belief within a tolerance, each at a price."""
    belief = cuts[1:]
    count, apart = len(belief), 2 * tolerance + 1
    sums = np.concatenate(([0.0], np.cumsum(belief)))
    at = np.arange(count)
    gain = sums[np.minimum(count, at + tolerance + 1)] - sums[np.maximum(0, at - tolerance)] - price
    best = np.zeros(count + 1)
    taken = np.zeros(count, dtype=bool)
    for place in range(count - 1, -1, -1):
        with_it = gain[place] + best[min(count, place + apart)]
        taken[place] = with_it > best[place + 1]
        best[place] = max(with_it, best[place + 1])
    ends, place = [], 0
    while place < count:
        if not taken[place]:
            place += 1
            continue
        low = max(0, place - tolerance)
        ends.append(low + int(np.argmax(belief[low : place + tolerance + 1])) + 1)
        place += apart
    return [*sorted(set(ends)), len(cuts)]


def answers(net: Any, text: Text, *, hide: bool) -> tuple[Floats, dict[str, list[int]]]:
    """Return the belief in each cut, and what may be answered."""
    signs = [torch.zeros_like(text["signs"])] if hide else None
    places, lengths, weights = (array[0].double().numpy().copy() for array in net.scores([text], signs))
    own = squares_of(text["row"]), places, lengths, weights
    cuts = loops.expectations(*own)[1]
    most = min(len(cuts), max(_FEWEST_NUMBERS, math.ceil(2 * cuts.sum()) + 8, len(text["truth"]) + 1))
    shares = np.cumsum(loops.numbers(*own, most))
    median = min(int(np.searchsorted(shares, 0.5)) + 1, len(shares))
    return cuts, {
        "probable": loops.best(*own),
        "by belief": caught(cuts, 0.3),
        "median": loops.best(*own, median),
        "told": loops.best(*own, len(text["truth"])),
        "none": [len(cuts)],
    }


@dataclass(frozen=True)
class Judged:
    """The mean scores of the texts of a kind.

    Attributes:
        texts: how many.
        table: Pk, WindowDiff, F1 within two units and found / true, a row for each of `HEADS`.
        skill: how much better the beliefs are than the share of places that are cut.
    """

    texts: int
    table: Floats
    skill: float | None


@torch.no_grad()
def judged(net: Any, kinds: Kinds, *, hide: bool = False, most: int = _JUDGED) -> dict[str, Judged]:
    """Return the scores of each kind."""
    jobs = [(kind, text) for kind, own in sorted(kinds.items()) for text in own[:most]]
    global _net  # noqa: PLW0603 - what processes inherit, in place of a copy for each text
    _net = net
    with get_context("fork").Pool(os.cpu_count()) as pool:
        rows = pool.map(partial(_judge_text, hide=hide), [text for _, text in jobs], chunksize=4)
    found = {}
    for kind in sorted(kinds):
        own = [row for row, (name, _) in zip(rows, jobs, strict=True) if name == kind]
        usual = sum(row[2] for row in own)
        skill = 1 - sum(row[1] for row in own) / usual if usual else None
        found[kind] = Judged(len(own), np.mean([row[0] for row in own], axis=0), skill)
    return found


_net: Any = None


@torch.no_grad()
def _judge_text(text: Text, *, hide: bool) -> tuple[list[list[float]], float, float]:
    """Return the scores of each answer, the squared error of the beliefs, and that of the share of cuts."""
    torch.set_num_threads(1)
    cuts, found = answers(_net, text, hide=hide)
    truth = Segmentation(tuple(text["truth"].tolist()))
    flags = np.zeros(len(cuts))
    flags[list(truth.cuts)] = 1
    error = float(((cuts - flags)[1:] ** 2).sum())
    usual = float(((flags[1:].mean() - flags[1:]) ** 2).sum())
    return [_scores(truth, Segmentation(tuple(ends))) for ends in found.values()], error, usual


def group_of(kind: str) -> str:
    """Return the group whose mean a kind has a part in."""
    return "made up" if kind.startswith(_MADE_UP) else "real" if "real" in kind else "sections"


def judge(net: Any, kinds: Kinds, title: str, *, hide: bool = False) -> None:
    """Print Pk, WindowDiff, F1 within two and found / true of each answer, kind by kind."""
    means: dict[str, list[Floats]] = {}
    for kind, own in judged(net, kinds, hide=hide).items():
        skill = "" if own.skill is None else f" skill {own.skill:+.2f}"
        print(f"{title} {kind} ({own.texts}): {_shown(HEADS, own.table)}{skill}", flush=True)
        means.setdefault(group_of(kind), []).append(own.table)
    for group, tables in means.items():
        print(f"{title}, mean of {group}: {_shown(HEADS, np.mean(tables, axis=0))}", flush=True)


def _scores(truth: Segmentation, found: Segmentation) -> list[float]:
    judged = pk(truth, found), window_diff(truth, found), f1_within(truth, found)
    return [*(100 * score for score in judged), len(found) / len(truth)]


def _shown(heads: Sequence[str], table: Floats) -> str:
    return "; ".join(
        f"{head} {row[0]:.1f} / {row[1]:.1f} / {row[2]:.1f} x{row[3]:.2f}"
        for head, row in zip(heads, table, strict=True)
    )


def story(kinds: Kinds, settings: argparse.Namespace) -> dict[str, Any]:
    """Return how weights came about."""
    numbers = (
        "steps",
        "channels",
        "layers",
        "seed",
        "rate",
        "glued",
        "one",
        "told",
        "talk",
        "feeds",
        "marked",
        "sections",
    )
    return {
        "script": "tools/learning/train.py",
        "settings": {name: getattr(settings, name) for name in numbers},
        "texts": {kind: len(own) for kind, own in sorted(kinds.items()) if kind not in settings.without},
        "date": datetime.now(UTC).date().isoformat(),
        "tmima": __version__,
        "torch": torch.__version__,
        "licence": "CC BY-SA 4.0; the sources are in src/tmima/learnt/SOURCES.md",
    }


def main() -> None:
    """Learn, judge, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--channels", type=int, default=24)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=1e-3)
    parser.add_argument("--glued", type=float, default=3.0, help="how much more glued texts count")
    parser.add_argument("--one", type=float, default=1.0, help="how much more single sections count")
    parser.add_argument("--told", type=float, default=0.5, help="share of the likelihood given the number")
    parser.add_argument("--talk", type=float, default=0.5, help="how much more glued talk counts")
    parser.add_argument("--feeds", type=float, default=1.5, help="how much more feeds count")
    parser.add_argument("--sections", type=float, default=1.0, help="how much more books, meetings and articles count")
    parser.add_argument("--marked", type=float, default=0.4, help="how much texts with their headings count")
    parser.add_argument("--device", default="cpu", help="where to learn: cpu, or cuda")
    parser.add_argument("--together", type=int, default=8, help="texts that are computed together")
    parser.add_argument("--without", nargs="*", default=[], help="kinds that are not learnt from")
    parser.add_argument("--drop", nargs="*", default=[], help="features whose names begin so are not seen")
    parser.add_argument("--quick", action="store_true", help="judge with the layout as it is known only")
    parser.add_argument("--report", action="store_true", help="judge by what reports, at the end")
    settings = parser.parse_args()
    torch.set_num_threads(1)
    texts = load(settings.cache)
    if settings.drop:
        drop(texts, settings.drop)
    net = learn(texts[LEARN], settings)
    np.savez_compressed(settings.out, **written(net.state_dict(), story(texts[LEARN], settings)))
    judge(net, texts[CHOOSE], "choosing")
    if settings.quick:
        return
    real = {kind: own for kind, own in texts[CHOOSE].items() if not kind.startswith(_MADE_UP) and "real" not in kind}
    judge(net, real, "layout hidden", hide=True)
    if settings.report:
        judge(net, texts[REPORT], "reporting")


if __name__ == "__main__":
    main()
