"""Learn the weights from one part of the texts, and judge them by another.

    python -m tools.learning.train CACHE OUT.npz --steps 2500

CACHE is what `tools.learning.extract` wrote. It judges by the texts that choose; by those that
report only with --report. Needs PyTorch (`pip install --group learning`).
"""

import argparse
import copy
import math
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tmima.learnt import names
from tmima.learnt.features import ITEMS, OUTLINE, PARAGRAPHS, SIGNS, TURNS, sign_kinds
from tmima.version import __version__
from tools.learning.extract import longest_segment, squares_of
from tools.learning.judge import Kinds, judge, load
from tools.learning.network import Averaged, Loss, Network, Text, read_back, written
from tools.learning.texts import CHOOSE, LEARN, REPORT

# So often signs of these kinds are hidden together, that they are not relied on. What paragraphs tell
# and the outline are of one layout, but an outline may also be ignored where the layout is known.
_HIDDEN = ((PARAGRAPHS, OUTLINE), 0.4), ((OUTLINE,), 0.25), ((TURNS,), 0.25), ((ITEMS,), 0.25)
_DECAY = 0.998
# Most places are no cut.
_FIRST_ODDS = -2.0
# Texts of a step; longer ones than so many units wait until there are so many of them.
_TEXTS, _LONG, _ENOUGH_LONG = 48, 1200, 16
# Kinds of the collection of sections that are no documentation.
_SECTIONS = "textbooks", "encyclopedia", "meetings", "chats", "laws-el", "podcasts"
_MADE_UP = ("choi", "el-", "glued", "headed", "marked", "feeds", "one", "two", "real")


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


def hidden(chance: random.Random) -> list[float]:
    """Return for each sign whether it is known of a text: 1, or 0 where its kind is hidden."""
    known = [1.0] * len(SIGNS)
    columns = sign_kinds()
    for kinds, often in _HIDDEN:
        if chance.random() < often:
            for column in (column for kind in kinds for column in columns.get(kind, ())):
                known[column] = 0.0
    return known


class Average:
    """The running mean of the weights, which is steadier than the last of them."""

    def __init__(self, net: Network) -> None:
        self.held = {name: value.detach().clone() for name, value in net.state_dict().items()}

    def add(self, net: Network, step: int) -> None:
        """Take in the weights after a step."""
        decay = min(_DECAY, (1 + step) / (10 + step))
        for name, value in net.state_dict().items():
            self.held[name].mul_(decay).add_(value.detach(), alpha=1 - decay)


class Run:
    """A network that is being learnt, with draws of its own.

    Args:
        net: as it begins.
        kinds: the texts to learn from.
        chosen: the kinds that are drawn from, and how often each.
    """

    def __init__(self, net: Network, kinds: Kinds, chosen: dict[str, float], seed: int, decay: float) -> None:
        self.net = net
        self._kinds, self._chosen = kinds, chosen
        self._chance = random.Random(seed)
        self._long: list[Text] = []
        self._biases: dict[int, Text] = {}
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=0.0, weight_decay=decay)
        self._average = Average(net)

    def drawn(self) -> list[Text]:
        """Return the texts of a step. Long ones wait until there are some, for a step takes as long as its longest."""
        names = self._chance.choices(list(self._chosen), list(self._chosen.values()), k=_TEXTS)
        some = [self._chance.choice(self._kinds[name]) for name in names]
        self._long += [text for text in some if len(text["truth"]) and text["truth"][-1] > _LONG]
        return [text for text in some if text["truth"][-1] <= _LONG]

    @property
    def waiting(self) -> int:
        """How many long texts wait."""
        return len(self._long)

    def take_long(self) -> list[Text]:
        """Return the long texts that wait."""
        taken, self._long = self._long, []
        return taken

    def scores(self, batch: Sequence[Text]) -> tuple[Any, ...]:
        """Return what the network makes of some texts, some of their signs hidden."""
        return self.net.scores(batch, [hidden(self._chance) for _ in batch])

    def biases(self, batch: Sequence[Text]) -> list[Text]:
        """Return what is remembered of some texts from visit to visit."""
        return [self._biases.setdefault(id(text), {}) for text in batch]

    def step(self, number: int, rate: float) -> None:
        """Move the weights along their gradient."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad()
        self._average.add(self.net, number)

    def learnt(self) -> Network:
        """Return the network with the running mean of its weights."""
        found = copy.deepcopy(self.net)
        found.load_state_dict(self._average.held)
        return found.cpu().eval()


def chosen_kinds(kinds: Kinds, settings: argparse.Namespace) -> dict[str, float]:
    """Return how often each kind is drawn: by a weight near the root of its number, and as the settings have it."""
    names = [name for name in sorted(kinds) if name not in settings.without]
    counts = {"glued": settings.glued, "one": settings.one, "podcasts": 0.5}
    counts |= {"glued-paragraphs": settings.glued, "glued-talk": settings.talk, "feeds": settings.feeds}
    counts |= {name: settings.marked for name in names if name.startswith("marked-")}
    counts |= {name: counts.get(name, 1.0) * settings.sections for name in names if name.startswith(_SECTIONS)}
    return {name: counts.get(name, 1.0) * min(3.0, max(0.5, (len(kinds[name]) / 100) ** 0.5)) for name in names}


def begun(kinds: Kinds, settings: argparse.Namespace) -> list[Run]:
    """Return the runs as they begin, one for each seed."""
    chosen = chosen_kinds(kinds, settings)
    some = _some(kinds, list(chosen))
    mean, deviation = some.mean(0), some.std(0).clamp(min=1e-2)
    runs = []
    for number, seed in enumerate(settings.seed):
        torch.manual_seed(seed)
        net = Network(mean, deviation, settings.channels, settings.layers)
        nn.init.constant_(net.odds.bias, _FIRST_ODDS)
        if settings.start:
            with np.load(settings.start[number]) as held:
                net = read_back({name: held[name] for name in held.files})
        runs.append(Run(net.to(settings.device).train(), kinds, chosen, seed, settings.decay))
    return runs


def learn(kinds: Kinds, settings: argparse.Namespace) -> list[Network]:
    """Learn some networks by maximum likelihood, side by side: a graphics processor has room for all of them."""
    runs, began, losses = begun(kinds, settings), time.monotonic(), []
    step, progress = 0, 0.0 if settings.steps else 1.0
    while progress < 1.0:
        rate = settings.rate * min(1.0, step / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        losses.append(_learnt_from([run.drawn() for run in runs], runs, settings))
        if max(run.waiting for run in runs) >= _ENOUGH_LONG:
            _learnt_from([run.take_long() for run in runs], runs, settings)
        for run in runs:
            run.step(step, rate)
        step += 1
        elapsed = time.monotonic() - began
        progress = max(step / settings.steps, elapsed / (60 * settings.minutes) if settings.minutes else 0.0)
        if step % 200 == 0:
            print(f"step {step}, {elapsed:.0f} s: loss {np.mean(losses[-200:], axis=0).round(3)}", flush=True)
        if step % 2000 == 0:
            _write(settings.out, [run.learnt() for run in runs], kinds, settings)
    settings.steps = step
    return [run.learnt() for run in runs]


def _learnt_from(drawn: Sequence[list[Text]], runs: Sequence[Run], settings: argparse.Namespace) -> list[float]:
    """Add to the gradients of each run what its texts say; return their losses."""
    sums = [0.0] * len(runs)
    for some in drawn:
        some.sort(key=lambda text: len(text["values"]))
    together = settings.together
    for at in range(0, max(map(len, drawn)), together):
        parts = [some[at : at + together] for some in drawn]
        batches = [[on_device(text, settings.device) for text in part] for part in parts]
        width = max((len(text["values"]) for batch in batches for text in batch), default=0)
        scored = [run.scores(batch) for run, batch in zip(runs, batches, strict=True) if batch]
        padded = [
            [nn.functional.pad(one, (0, width + more - one.shape[1])) for one, more in zip(own, (0, 1, 1), strict=True)]
            for own in scored
        ]
        places, lengths, weights = (torch.cat(some) for some in zip(*padded, strict=True))
        batch = [text for some in batches for text in some]
        biases = [one for run, some in zip(runs, batches, strict=True) for one in run.biases(some)]
        roots = torch.tensor([len(text["truth"]) for text in batch], device=settings.device).float().sqrt()
        lost = Loss.apply(batch, places, lengths, weights, settings.told, biases) / roots / _TEXTS
        lost.sum().backward()
        ends = np.cumsum([0, *map(len, batches)])
        values = lost.detach().cpu().numpy()
        sums = [total + float(values[ends[i] : ends[i + 1]].sum()) for i, total in enumerate(sums)]
    return sums


def _write(path: Path, nets: Sequence[Network], kinds: Kinds, settings: argparse.Namespace) -> None:
    """Write the weights of each run, with its number in its name where there are several."""
    for number, net in enumerate(nets):
        own = path if len(nets) == 1 else path.with_name(path.name.replace(".npz", f"-{number}.npz"))
        np.savez_compressed(own, **written(net.state_dict(), story(kinds, settings)))


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
    parser.add_argument("--start", type=Path, nargs="*", help="weights to go on from, a file for each seed")
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="a run for each, side by side")
    parser.add_argument("--minutes", type=float, default=0.0, help="end after so many, whatever the steps")
    parser.add_argument("--most", type=int, default=60, help="texts of a kind that judge")
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
    nets = learn(texts[LEARN], settings)
    _write(settings.out, nets, texts[LEARN], settings)
    net = Averaged(nets) if len(nets) > 1 else nets[0]
    judge(net, texts[CHOOSE], "choosing", most=settings.most)
    if settings.quick:
        return
    real = {kind: own for kind, own in texts[CHOOSE].items() if not kind.startswith(_MADE_UP)}
    judge(net, real, "layout hidden", hide=True, most=settings.most)
    if settings.report:
        judge(net, texts[REPORT], "reporting", most=settings.most)


if __name__ == "__main__":
    main()
