"""The model as PyTorch learns it.

    score(segmentation) = sum over cuts i of places[i] + sum over segments of lengths[n]
                          + weights[n] * (what the segment's square of D has beyond chance)

    P(segmentation) = exp(score) / Z,  a semi-Markov conditional random field

Everything is computed in operations whose order can be fixed (sums, products, square roots, and no
exponential but in the recursion), so that a kernel can do the same on every processor.
"""

import json
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tmima.learnt import LONGEST, TEXT
from tmima.learnt.features import MARKS, SIGNS, WHOLE, features
from tmima.learnt.weights_file import network_prefixes
from tools.learning import loops

Text = dict[str, Any]
_LENGTH = TEXT.index("believed length")
_pool = ThreadPoolExecutor(2)
# The bias that leads to a number: steps of a visit, the longest of them, and what is near enough.
_BIASES, _FARTHEST, _NEAR = 3, 2.0, 0.05


def _grouped() -> tuple[list[int], list[float]]:
    """Return the group of each feature, and how often each group is forgotten while learning."""
    known = [(one.kind, _group(one.name, one.kind)) for one in features()]
    groups = list(dict.fromkeys(known))
    often = [_FORGET_TEXT if kind == WHOLE else _FORGET for kind, _ in groups]
    return [groups.index(one) for one in known], often


def _group(name: str, kind: str) -> str:
    """Return what a feature is forgotten with: its other windows, or all marks; one of a text with none."""
    if kind in (MARKS, WHOLE):
        return kind if kind == MARKS else name
    return " ".join(word for word in name.split() if not word.isdigit())


_FORGET, _FORGET_TEXT = 0.1, 0.2
_GROUP, _FORGOTTEN = _grouped()


class Loss(torch.autograd.Function):
    """The negative logarithm of the probability of the truth, for each text of a batch.

    Its gradient is what is expected of cuts, lengths and squares, less what is true. A share of it may be
    that of the truth once its number of segments is told, which is what is asked with a number.
    """

    @staticmethod
    def forward(ctx: Any, batch: Sequence[Text], places: Any, lengths: Any, weights: Any, told: float = 0.0) -> Any:
        """Return the losses."""
        scores = [array.detach().double().numpy() for array in (places, lengths, weights)]

        def one(index: int) -> tuple[Any, ...]:
            text, own = batch[index], [scores[kind][index] for kind in range(3)]
            free = _loss(text, *own)
            if not told or len(text["truth"]) == 1:
                return free
            known = _told(text, *own)
            return tuple((1 - told) * first + told * second for first, second in zip(free, known, strict=True))

        found = list(_pool.map(one, range(len(batch))))
        gradients = [torch.zeros_like(array) for array in (places, lengths, weights)]
        for index, (_, *arrays) in enumerate(found):
            for gradient, array in zip(gradients, arrays, strict=True):
                gradient[index, : len(array)] = torch.from_numpy(array).to(gradient.dtype)
        ctx.save_for_backward(*gradients)
        return torch.tensor([loss for loss, *_ in found], dtype=places.dtype)

    @staticmethod
    def backward(ctx: Any, given: Any) -> Any:
        """Return the gradients."""
        return (None, *(given[:, None] * gradient for gradient in ctx.saved_tensors), None)


def _told(text: Text, places: Any, lengths: Any, weights: Any) -> tuple[Any, ...]:
    """Return the loss under the bias on every cut by which the expected number of segments is the true one.

    That bias makes the truth likeliest, so it adds nothing to the gradient; and a layer for each number
    of segments is spared. It is kept with the text: between two visits it moves little.
    """
    bias, number = text.get("bias", 0.0), len(text["truth"]) - 1
    for _ in range(_BIASES):
        found = _loss(text, places + bias, lengths, weights)
        cuts = found[1][1:].sum() + number
        moved = math.log(number / max(cuts, 1e-3))
        bias += max(-_FARTHEST, min(_FARTHEST, moved))
        if abs(moved) < _NEAR:
            break
    text["bias"] = bias
    return found


def _loss(text: Text, places: Any, lengths: Any, weights: Any) -> tuple[Any, ...]:
    size, prefix = len(text["values"]), text["prefix"]
    own = [places[:size].copy(), lengths[: size + 1].copy(), weights[: size + 1].copy()]
    total, cuts, counts, blocks = loops.expectations(prefix, *own)
    score = 0.0
    for start, end in pairwise([0, *text["truth"].tolist()]):
        block = float(prefix[end, end] + prefix[start, start] - 2.0 * prefix[start, end])
        length = end - start
        score += own[1][length] + own[2][length] * block
        counts[length] -= 1
        blocks[length] -= block
        if start:
            score += own[0][start]
            cuts[start] -= 1
    return total - score, cuts, counts, blocks


class Network(nn.Module):
    """Odds of places, scores of lengths and weights of density.

    Args:
        means: of the features over the texts that are learnt from.
        deviations: likewise.
        channels: of what is seen at a place.
        layers: how often it is mixed with what is seen around it, each time twice as far away.
    """

    def __init__(self, means: Any, deviations: Any, channels: int = 24, layers: int = 4) -> None:
        super().__init__()
        self.register_buffer("means", means)
        self.register_buffer("deviations", deviations)
        self.read = nn.Linear(len(means) + len(SIGNS), channels)
        self.near = nn.ModuleList(nn.Conv1d(channels, channels, 3, padding=2**k, dilation=2**k) for k in range(layers))
        self.mixed = nn.ModuleList(nn.Linear(channels, channels) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(channels) for _ in range(layers))
        self.odds = nn.Linear(channels, 1)
        self.dropout = nn.Dropout(0.15)
        told = len(TEXT) + len(SIGNS)
        self.length = nn.Sequential(nn.Linear(5 + told, 32), nn.Softsign(), nn.Linear(32, 1))
        self.density = nn.Sequential(nn.Linear(told, 16), nn.Softsign(), nn.Linear(16, 2))

    def places(self, values: Any, signs: Any, mask: Any) -> Any:
        """Return the log odds of a cut at each place; the first is no place."""
        given = ((values - self.means) / self.deviations).clamp(-5, 5)
        y = self.dropout(self.read(torch.cat([given, 2 * signs], -1))) * mask
        for near, mixed, norm in zip(self.near, self.mixed, self.norms, strict=True):
            seen = functional.relu(_convolved(near, norm(y) * mask))
            y = (y + self.dropout(mixed(seen))) * mask
        return self.odds(y)[..., 0]

    def segments(self, texts: Any, sizes: Any, longest: int) -> tuple[Any, Any]:
        """Return what lengths 0 .. longest score in each text, and what density weighs there."""
        size = sizes.clamp(max=LONGEST)[:, None]
        counted = torch.arange(longest + 1).clamp(min=1).float().log()[None].expand(len(sizes), -1)
        share = counted - size.log()
        of_text = [texts[:, k : k + 1].expand_as(counted) for k in range(texts.shape[1])]
        beside = counted - 3 * texts[:, _LENGTH : _LENGTH + 1]
        seen = torch.stack([counted, share, share**2, beside, beside**2, *of_text], -1)
        density = self.density(texts)
        weight = functional.softplus(density[:, :1]) / size.sqrt()
        powers = torch.exp(-2 * torch.sigmoid(density[:, 1:]) * counted)
        return self.length(seen)[..., 0], weight * powers

    def _remembered(self, count: int) -> Any:
        """Return which features are seen of some texts: groups of them are forgotten, to rely on none."""
        seen = torch.rand(count, 1, len(_FORGOTTEN)) >= torch.tensor(_FORGOTTEN)
        return seen[..., _GROUP].float()

    def scores(self, batch: Sequence[Text], signs: Sequence[Any] | None = None) -> tuple[Any, ...]:
        """Return places, lengths and weights of some texts; their signs may be given otherwise."""
        pad = nn.utils.rnn.pad_sequence
        values = pad([text["values"] for text in batch], batch_first=True)
        known = pad([text["signs"] for text in batch] if signs is None else signs, batch_first=True)
        sizes = torch.tensor([len(text["values"]) for text in batch])
        mask = (torch.arange(values.shape[1])[None] < sizes[:, None]).float()[..., None]
        if self.training:
            values = self.means + (values - self.means) * self._remembered(len(batch))
        of_text = values[:, 0, -len(TEXT) :]
        of_text = torch.cat([of_text, known.sum(1) / sizes[:, None]], -1)
        return (
            self.places(values, known, mask),
            *self.segments(of_text, sizes.float(), values.shape[1]),
        )


def _convolved(near: nn.Conv1d, y: Any) -> Any:
    """Return what the convolution gives, as one product, which is three times as fast."""
    apart = near.dilation[0]
    padded = functional.pad(y, (0, 0, apart, apart))
    size = y.shape[1]
    seen = torch.cat([padded[:, :size], y, padded[:, 2 * apart :]], -1)
    return functional.linear(seen, near.weight.permute(0, 2, 1).flatten(1), near.bias)


def written(state: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    """Return weights as `tmima.learnt.Model` reads them: inputs before outputs, and their story."""
    found: dict[str, Any] = {}
    for name, value in state.items():
        array = np.asarray(value, dtype=np.float32)
        if name.endswith(".weight") and array.ndim > 1:
            array = array.transpose(*reversed(range(array.ndim)))
        found[name] = np.ascontiguousarray(array)
    told = json.dumps(about, ensure_ascii=False).encode()
    return found | {"about": np.frombuffer(told, dtype=np.uint8)}


class Averaged(nn.Module):
    """The mean of several networks; it can be judged and calibrated like one."""

    def __init__(self, networks: Sequence[Network]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def scores(self, batch: Sequence[Text], signs: Sequence[Any] | None = None) -> tuple[Any, ...]:
        """Return places, lengths and weights of some texts."""
        found = zip(*(net.scores(batch, signs) for net in self.networks), strict=True)
        return tuple(torch.stack(some).mean(0) for some in found)


def read_model(arrays: Mapping[str, Any]) -> Network | Averaged:
    """Return the network whose weights were written, or the mean of those that a file holds."""
    common = {name: arrays[name] for name in ("means", "deviations")}
    networks = [
        read_back(common | {name.removeprefix(prefix): one for name, one in arrays.items() if name.startswith(prefix)})
        for prefix in network_prefixes(arrays)
    ]
    return Averaged(networks) if len(networks) > 1 else networks[0]


def read_back(arrays: Mapping[str, Any]) -> Network:
    """Return the network whose weights were written."""
    layers = sum(name.startswith("near.") for name in arrays) // 2
    means, deviations = (torch.from_numpy(arrays[name]) for name in ("means", "deviations"))
    net = Network(means, deviations, len(arrays["read.bias"]), layers)
    state = {}
    for name in net.state_dict():
        array = arrays[name]
        if name.endswith(".weight") and array.ndim > 1:
            array = array.transpose(*reversed(range(array.ndim)))
        state[name] = torch.from_numpy(np.ascontiguousarray(array))
    net.load_state_dict(state)
    return net.eval()


def of_text(text: Text) -> Any:
    """Return what a text is like as a whole: its numbers, and the means of its signs."""
    return torch.cat([text["values"][0, -len(TEXT) :], text["signs"].sum(0) / len(text["values"])])
