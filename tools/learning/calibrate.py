"""Move the scores of learnt weights by what a text is like, by the texts that choose.

    python -m tools.learning.calibrate CACHE WEIGHTS.npz OUT.npz

Weights know the kinds of texts that they were learnt from, and how many sections those have. Texts of
other kinds choose here: five numbers (`tmima.learnt.model.Calibration`), linear in what the text is
like as a whole, are found by maximum likelihood on the choosing parts of all kinds, those of `real`,
Choi and the Greek articles among them. Texts that show headings are left as they are: hundreds of them
were learnt from, and next to none of what chooses has any. With --halves the numbers are also found on
one half of each kind and judged by the other, before and after. Needs PyTorch.
"""

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tmima.learnt import TEXT
from tmima.learnt.features import SIGNS
from tmima.learnt.model import FARTHEST_TEXT, Calibration
from tools.learning.extract import read
from tools.learning.network import Averaged, Loss, Network, Text, of_text, read_model
from tools.learning.texts import CHOOSE
from tools.learning.train import as_text, judge, on_device

_STEPS, _AT_ONCE, _RATE, _RIDGE = 400, 32, 0.02, 0.005
_FEWEST, _ENOUGH = 5, 30
# How much more some kinds count, by how their names begin.
_COUNTS = {"real": 1.5, "one": 0.7, "el-articles": 0.7, "headed": 0.0, "joined": 0.0}


class Calibrated(nn.Module):
    """A network whose scores are moved; it can be judged like any other."""

    def __init__(self, net: Network | Averaged, told: Any) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("means", told.mean(0))
        self.register_buffer("deviations", told.std(0).clamp(min=0.05))
        self.moves = nn.Linear(told.shape[1], len(Calibration._fields))
        nn.init.zeros_(self.moves.weight)
        nn.init.zeros_(self.moves.bias)

    def scores(self, batch: list[Text], signs: Any = None) -> tuple[Any, ...]:
        """Return places, lengths and weights of some texts."""
        if signs is not None:
            batch = [text | {"signs": some} for text, some in zip(batch, signs, strict=True)]
        with torch.no_grad():
            places, lengths, weights = self.net.scores(batch)
        told = torch.stack([of_text(text) for text in batch])
        near = ((told - self.means) / self.deviations).clamp(-FARTHEST_TEXT, FARTHEST_TEXT)
        plain = told[:, [len(TEXT) + SIGNS.index("heading")]] == 0
        cut, density, length, odds, whole = (one[:, None] for one in (self.moves(near) * plain).unbind(1))
        counted = torch.arange(lengths.shape[1]).clamp(min=1).float().log()[None]
        sizes = torch.tensor([[len(text["values"])] for text in batch])
        alone = (torch.arange(lengths.shape[1])[None] == sizes).float()
        return (
            places * odds.exp() + cut,
            lengths + length * counted + whole * alone,
            weights * density.exp(),
        )


def fitted(net: Network | Averaged, kinds: dict[str, list[Text]], seed: int = 1) -> Calibrated:
    """Return the network with the moves that make the truth of some texts most likely."""
    chance = random.Random(seed)
    names = sorted(kinds)
    shares = [_count(name) * min(1.0, len(kinds[name]) / _ENOUGH) ** 0.5 for name in names]
    made = Calibrated(net, torch.stack([of_text(text) for own in kinds.values() for text in own]))
    optimiser = torch.optim.AdamW(made.moves.parameters(), lr=_RATE, weight_decay=0.0)
    for step in range(_STEPS):
        for group in optimiser.param_groups:
            group["lr"] = _RATE * (1 - step / _STEPS)
        batch = [chance.choice(kinds[name]) for name in chance.choices(names, shares, k=_AT_ONCE)]
        roots = torch.tensor([len(text["truth"]) for text in batch]).float().sqrt()
        loss = (Loss.apply(batch, *made.scores(batch)) / roots).mean()
        loss = loss + _RIDGE * (made.moves.weight**2).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    made.eval()
    return made


def _count(name: str) -> float:
    return next((count for first, count in _COUNTS.items() if name.startswith(first)), 1.0)


def choosing(folder: Path) -> dict[str, list[Text]]:
    """Return the texts that choose, by kind."""
    found: dict[str, list[Text]] = {}
    for path in sorted(folder.glob("*.npz")):
        for row in read(path):
            if str(row["part"]) == CHOOSE:
                found.setdefault(str(row["kind"]), []).append(on_device(as_text(row), "cpu"))
    return {kind: own[: 2 * _ENOUGH] for kind, own in found.items() if len(own) >= _FEWEST}


def main() -> None:
    """Calibrate, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--halves", action="store_true", help="find by one half, judge by the other")
    settings = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    with np.load(settings.weights) as held:
        arrays = {name: held[name] for name in held.files}
    net = read_model(arrays)
    kinds = choosing(settings.cache)
    if settings.halves:
        first = {kind: own[::2] for kind, own in kinds.items()}
        second = {kind: own[1::2] for kind, own in kinds.items()}
        judge(net, second, "before")
        judge(fitted(net, first), second, "after")
    made = fitted(net, kinds)
    arrays |= {
        "calibration.means": made.means.numpy(),
        "calibration.deviations": made.deviations.numpy(),
        "calibration.weight": made.moves.weight.detach().numpy().T.copy(),
        "calibration.bias": made.moves.bias.detach().numpy(),
    }
    np.savez_compressed(settings.out, **arrays)


if __name__ == "__main__":
    main()
