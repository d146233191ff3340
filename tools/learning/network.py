"""The model as PyTorch learns it.

    score(segmentation) = sum over cuts i of places[i] + sum over segments of lengths[n]
                          + weights[n] * (what the segment's square of D has beyond chance)

    P(segmentation) = exp(score) / Z,  a semi-Markov conditional random field

Everything is computed in operations whose order can be fixed (sums, products, square roots, and no
exponential but in the recursion), so that a kernel can do the same on every processor.
"""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

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
_pool = ThreadPoolExecutor(2)  # the loops let go of the interpreter
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
    that of the truth once its number of segments is told, which is what is asked with a number: under the
    bias on every cut by which the expected number of segments is the true one. That bias makes the truth
    likeliest, so it adds nothing to the gradient. It is kept with the text: between two visits it moves little.
    """

    @staticmethod
    def forward(
        ctx: Any,
        batch: Sequence[Text],
        places: Any,
        lengths: Any,
        weights: Any,
        told: float = 0.0,
        biases: Sequence[Text] | None = None,
    ) -> Any:
        """Return the losses; `biases` keep the bias of each text, which do so themselves where none are given."""
        held = batch if biases is None else biases
        expected = _expected_on_device if places.is_cuda else _expected
        scores = places.detach(), lengths.detach(), weights.detach()
        truth = Truth.of(batch, places)
        none = torch.zeros(len(batch), device=places.device)
        total, *gradients = expected(batch, *scores, none)
        losses, gradients = total - truth.score(*scores, none), truth.less(gradients)
        if told:
            bias = torch.tensor([one.get("bias", 0.0) for one in held], device=places.device)
            many = truth.numbers > 0
            for _ in range(_BIASES):
                known, *others = expected(batch, *scores, bias)
                cuts = others[0][:, 1:].sum(1).clamp(min=1e-3)
                moved = (truth.numbers.clamp(min=1) / cuts).log().clamp(-_FARTHEST, _FARTHEST) * many
                of_known = known - truth.score(*scores, bias)
                bias = bias + moved
                if float(moved.abs().max()) < _NEAR:
                    break
            for text, one in zip(held, bias.tolist(), strict=True):
                text["bias"] = one
            share = told * many
            losses = (1 - share) * losses + share * of_known
            pairs = zip(gradients, truth.less(others), strict=True)
            gradients = [(1 - share)[:, None] * free + share[:, None] * other for free, other in pairs]
        ctx.save_for_backward(*gradients)
        return losses.to(places.dtype)

    @staticmethod
    def backward(ctx: Any, given: Any) -> Any:
        """Return the gradients."""
        return (None, *(given[:, None] * gradient for gradient in ctx.saved_tensors), None, None)


class Truth(NamedTuple):
    """The true segments of the texts of a batch, one after the other.

    Attributes:
        texts: the row of each segment's text.
        starts: where it begins.
        lengths: its units.
        squares: the sum over its square.
        numbers: the true cuts of each text.
    """

    texts: Any
    starts: Any
    lengths: Any
    squares: Any
    numbers: Any

    @classmethod
    def of(cls, batch: Sequence[Text], like: Any) -> "Truth":
        """Return the truth of a batch, on the device of a tensor."""
        ends = [text["truth"] for text in batch]
        starts = [np.concatenate(([0], own[:-1])) for own in ends]
        counts = np.array([len(own) for own in ends])
        rows = np.repeat(np.arange(len(batch)), counts)
        flat = np.concatenate(starts)
        squares = np.concatenate([text["true squares"] for text in batch])
        arrays = rows, flat, np.concatenate(ends) - flat, squares, counts - 1.0
        return cls(*(torch.from_numpy(np.asarray(one)).to(like.device) for one in arrays))

    def score(self, places: Any, lengths: Any, weights: Any, bias: Any) -> Any:
        """Return what the truth scores in each text."""
        cut = self.starts > 0
        own = torch.where(cut, places[self.texts, self.starts] + bias[self.texts], 0.0)
        own = own + lengths[self.texts, self.lengths] + weights[self.texts, self.lengths] * self.squares
        return torch.zeros(len(bias), dtype=torch.float64, device=bias.device).index_add(0, self.texts, own.double())

    def less(self, expected: Sequence[Any]) -> list[Any]:
        """Return what is expected less what is true."""
        cuts, counts, squares = (one.clone() for one in expected)
        cut = self.starts > 0
        one = torch.ones(len(self.texts), dtype=cuts.dtype, device=cuts.device)
        cuts.index_put_((self.texts[cut], self.starts[cut]), -one[cut], accumulate=True)
        counts.index_put_((self.texts, self.lengths), -one, accumulate=True)
        squares.index_put_((self.texts, self.lengths), -self.squares.to(squares.dtype), accumulate=True)
        return [cuts, counts, squares]


def _expected(batch: Sequence[Text], places: Any, lengths: Any, weights: Any, bias: Any) -> tuple[Any, ...]:
    """Return what is expected of each text: the log of the sum over all segmentations, cuts, counts, squares."""
    scores = [array.double().numpy() for array in (places + bias[:, None], lengths, weights)]

    def one(index: int) -> tuple[Any, ...]:
        size = len(batch[index]["values"])
        own = (np.ascontiguousarray(array[index, : size + more]) for array, more in zip(scores, (0, 1, 1), strict=True))
        return loops.expectations(batch[index]["squares"], *own)

    found = list(_pool.map(one, range(len(batch))))
    expected = [torch.zeros_like(array) for array in (places, lengths, weights)]
    for index, (_, *arrays) in enumerate(found):
        for whole, array in zip(expected, arrays, strict=True):
            whole[index, : len(array)] = torch.from_numpy(array).to(whole.dtype)
    return torch.tensor([total for total, *_ in found], dtype=torch.float64), *expected


def _expected_on_device(batch: Sequence[Text], places: Any, lengths: Any, weights: Any, bias: Any) -> tuple[Any, ...]:
    """Return the same, by a graphics processor."""
    from tools.learning import loops_on_device

    sizes = [len(text["values"]) for text in batch]
    return loops_on_device.expectations([text["squares"] for text in batch], sizes, places, lengths, weights, bias)


class Network(nn.Module):
    """Odds of places, scores of lengths and weights of density.

    Args:
        means: of the features over the texts that are learnt from.
        deviations: likewise.
        channels: of what is seen at a place.
        layers: how often it is mixed with what is seen around it, each time twice as far away.
    """

    def __init__(self, means: Any, deviations: Any, channels: int = 24, layers: int = 4, dropout: float = 0.15) -> None:
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
        counted = torch.arange(longest + 1, device=texts.device).clamp(min=1).float().log()[None].expand(len(sizes), -1)
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
        return seen[..., _GROUP].float().to(self.means.device)

    def scores(self, batch: Sequence[Text], known: Sequence[Sequence[float]] | None = None) -> tuple[Any, ...]:
        """Return places, lengths and weights of some texts.

        Args:
            batch: the texts.
            known: for each text and sign, 0 where it is hidden; all are known where nothing is given.
        """
        pad = nn.utils.rnn.pad_sequence
        values = pad([text["values"] for text in batch], batch_first=True)
        signs = pad([text["signs"] for text in batch], batch_first=True)
        if known is not None:
            signs = signs * torch.tensor(known, device=signs.device)[:, None]
        sizes = torch.tensor([len(text["values"]) for text in batch], device=values.device)
        mask = (torch.arange(values.shape[1], device=values.device)[None] < sizes[:, None]).float()[..., None]
        if self.training:
            values = self.means + (values - self.means) * self._remembered(len(batch))
        of_text = values[:, 0, -len(TEXT) :]
        of_text = torch.cat([of_text, signs.sum(1) / sizes[:, None]], -1)
        return (
            self.places(values, signs, mask),
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
    """The mean of several networks; it can be judged like one."""

    def __init__(self, networks: Sequence[Network]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def scores(self, batch: Sequence[Text], known: Sequence[Sequence[float]] | None = None) -> tuple[Any, ...]:
        """Return places, lengths and weights of some texts."""
        found = zip(*(net.scores(batch, known) for net in self.networks), strict=True)
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
