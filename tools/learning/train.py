"""Learn the weights from one part of the texts, and judge them by another.

    python -m tools.learning.train CACHE OUT.npz --steps 2500

CACHE is what `tools.learning.extract` wrote. It judges by the texts that choose; by those that
report only with --report. Needs PyTorch (`pip install --group learning`).
"""

import argparse
import math
import random
from collections.abc import Sequence
from datetime import UTC, datetime
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
from tools.learning.extract import prefix_sums, read
from tools.learning.network import Loss, Network, Text, read_back, written
from tools.learning.texts import CHOOSE, LEARN, PARTS, REPORT

Kinds = dict[str, list[Text]]
# So often signs of these kinds are hidden together, that they are not relied on. What paragraphs tell
# and the outline are of one layout, but an outline may also be ignored where the layout is known.
_HIDDEN = ((PARAGRAPHS, OUTLINE), 0.4), ((OUTLINE,), 0.25), ((TURNS,), 0.25), ((ITEMS,), 0.25)
_AT_ONCE = 8
_DECAY = 0.998
_JUDGED = 60
_MADE_UP = ("choi", "el-", "glued", "headed", "one", "two")


def load(folder: Path) -> dict[str, Kinds]:
    """Return the texts by part and kind."""
    found: dict[str, Kinds] = {part: {} for part in PARTS}
    for path in sorted(folder.glob("*.npz")):
        for row in read(path):
            text: Text = {"prefix": prefix_sums(row), "truth": row["truth"]}
            text |= {name: torch.from_numpy(row[name]) for name in ("values", "signs")}
            found[str(row["part"])].setdefault(str(row["kind"]), []).append(text)
    return found


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
    shares = [min(3.0, max(0.5, (len(kinds[name]) / 100) ** 0.5)) for name in chosen]
    counts = {"glued": settings.glued, "one": settings.one, "podcasts": 0.5, "glued-paragraphs": settings.glued}
    counts["glued-talk"] = settings.talk
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
        for at in range(0, len(drawn), _AT_ONCE):
            batch = drawn[at : at + _AT_ONCE]
            scores = net.scores(batch, [hidden(text["signs"], chance) for text in batch])
            roots = torch.tensor([len(text["truth"]) for text in batch]).float().sqrt()
            loss = (Loss.apply(batch, *scores, settings.told) / roots).sum() / len(drawn)
            loss.backward()
            losses[-1] += float(loss.detach())
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        average.add(net, step)
        if step % 200 == 199:
            print(f"step {step + 1}: loss {np.mean(losses[-200:]):.3f}", flush=True)
    net.load_state_dict(average.held)
    return net.eval()


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
    own = text["prefix"], places, lengths, weights
    cuts = loops.expectations(*own)[1]
    shares = np.cumsum(loops.numbers(*own))
    median = min(int(np.searchsorted(shares, 0.5)) + 1, len(shares))
    return cuts, {
        "probable": loops.best(*own),
        "by belief": caught(cuts, 0.3),
        "median": loops.best(*own, median),
        "told": loops.best(*own, len(text["truth"])),
        "none": [len(cuts)],
    }


@torch.no_grad()
def judge(net: Any, kinds: Kinds, title: str, *, hide: bool = False) -> None:
    """Print Pk, WindowDiff, F1 within two and found / true of each answer, kind by kind."""
    means: dict[str, list[Floats]] = {"real": [], "sections": [], "made up": []}
    heads: Sequence[str] = ()
    for kind, own in sorted(kinds.items()):
        rows, errors, usual = [], 0.0, 0.0
        for text in own[:_JUDGED]:
            cuts, found = answers(net, text, hide=hide)
            truth = Segmentation(tuple(text["truth"].tolist()))
            flags = np.zeros(len(cuts))
            flags[list(truth.cuts)] = 1
            errors += float(((cuts - flags)[1:] ** 2).sum())
            usual += float(((flags[1:].mean() - flags[1:]) ** 2).sum())
            rows.append([_scores(truth, Segmentation(tuple(ends))) for ends in found.values()])
            heads = tuple(found)
        table = np.mean(rows, axis=0)
        skill = f" skill {1 - errors / usual:+.2f}" if usual else ""
        print(f"{title} {kind} ({len(rows)}): {_shown(heads, table)}{skill}", flush=True)
        group = "made up" if kind.startswith(_MADE_UP) else "real" if "real" in kind else "sections"
        means[group].append(table)
    for group, tables in means.items():
        if tables:
            shown = _shown(heads, np.mean(tables, axis=0))
            print(f"{title}, mean of {group}: {shown}", flush=True)


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
    numbers = ("steps", "channels", "layers", "seed", "rate", "glued", "one", "told", "talk")
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
