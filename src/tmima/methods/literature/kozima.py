"""The lexical cohesion profile by spreading activation (Kozima 1993).

Publication: Hideki Kozima, "Text Segmentation Based on Similarity between Words", ACL 1993; the
network is that of Kozima and Furugori, "Similarity between Words Computed by Spreading Activation
on an English Dictionary", EACL 1993.

Words are nodes of a network. A window S of words is cohesive if activating its words activates the
same words again. The significance of a word of frequency f among N words is its share of the
greatest information,

    s(w) = log(f / N) / log(1 / N).

Node w of the window is given e(w) = s(w)^2 / (sum of s over S) in each of ten steps, while activity
spreads over the links, whose weights t sum to 1 at each node, going out and coming in:

    v_i(k + 1) = min(1, e_i + 1/2 [ sum_j out(i, j) v_j(k) + sum_j in(i, j) v_j(k) ])

The cohesiveness of the window is c(S) = sum over w in S of s(w) v_w. Words count by a Hanning
window of 25 words on either side. Segments change in the valleys of the profile of c over the text.

Departures: the network is the user's file, where the publication makes one of a dictionary; words
outside it are passed over; s takes frequencies from the text itself, where the publication has a
corpus; the profile is taken at the gaps between units, for cuts can fall only there; the window
holds kept words only. The publication shows valleys and has no rule for them: a valley is cut if it
is deeper than the mean minus half a deviation of all valleys (Hearst's rule), depth being the climb
to the hills on both sides; with a number of segments given, the deepest valleys are cut.
"""

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.kernel.arrays import one_by_one
from tmima.loading import require
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cut_at, cuts_at_highest, depth_scores, peaks
from tmima.methods.vocabulary import read_fields
from tmima.segmentation import Prepared
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csr_array

# Windows whose activity spreads at once: as many columns of a dense matrix of all nodes.
BATCH = 256


class Kozima:
    """Cuts in the valleys of the lexical cohesion profile.

    Args:
        network: a file with a line `word TAB word TAB weight`, a link from the first to the second;
            words as the analyzer gives them (lemmas or stems), in any case.
        window: how many words count on either side of a gap.
        steps: of spreading activation.
    """

    def __init__(self, *, network: str | None = None, window: int = 25, steps: int = 10) -> None:
        if window < 1 or steps < 1:
            raise TmimaError(f"window and steps are 1 or more, not {window} and {steps}")
        self.network = network
        self.window = window
        self.steps = steps

    def profile(self, text: Prepared) -> NDArray[np.float64]:
        """Return the cohesiveness of the words around every gap."""
        if self.network is None:
            raise TmimaError(
                "kozima needs a network: give a file as the option network (`options=`)"
            )
        if getattr(self, "read_", None) != self.network:
            self.nodes_, self.links_ = read_network(self.network)
            self.read_ = self.network
        nodes = np.array([self.nodes_.get(w, -1) for w in text.units.vocabulary], dtype=np.int64)
        place = nodes[text.sequence]
        inside = place >= 0
        significance = _significance(text.sequence)[inside]
        place, owners = place[inside], text.owners[inside]
        gaps = np.searchsorted(owners, np.arange(1, len(text)))
        cohesion = np.zeros(len(gaps))
        for first in range(0, len(gaps), BATCH):
            windows = [
                _hanning_window(place, significance, gap, self.window)
                for gap in gaps[first : first + BATCH].tolist()
            ]
            cohesion[first : first + BATCH] = cohesiveness(windows, self.links_, self.steps)
        return cohesion

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments between the valleys of the profile."""
        profile = self.profile(text)
        depths = depth_scores(profile)
        valleys = [place for place in peaks(-profile) if depths[place] > 0]
        if n_segments is not None:
            return cut_at(len(text), cuts_at_highest(depths, n_segments, valleys))
        if not valleys:
            return cut_at(len(text), [])
        limit = float(depths[valleys].mean() - depths[valleys].std() / 2)
        return cut_at(len(text), [place for place in valleys if depths[place] >= limit])


# A window: the nodes of its words, and the significance of each times its place's weight.
Window = tuple[NDArray[np.int64], NDArray[np.float64]]


def read_network(path: str) -> tuple[dict[str, int], "csr_array"]:
    """Return the number of each word and the half sum of its outgoing and incoming shares."""
    require("methods")
    from scipy.sparse import csr_array

    nodes: dict[str, int] = {}
    rows, columns, weights = [], [], []
    for where, (source, target, weight) in read_fields(
        path, columns=3, form="word TAB word TAB weight"
    ):
        try:
            value = float(weight)
        except ValueError:
            value = -1.0
        if not 0 < value < np.inf:
            raise TmimaError(f"{where}: a weight is a number above 0, not {weight!r}")
        rows.append(nodes.setdefault(source.lower(), len(nodes)))
        columns.append(nodes.setdefault(target.lower(), len(nodes)))
        weights.append(value)
    if not nodes:
        raise TmimaError(f"{path} holds no link: give lines word TAB word TAB weight")
    table = csr_array((weights, (rows, columns)), shape=(len(nodes), len(nodes)))
    return nodes, (_rows_summing_to_one(table) + _rows_summing_to_one(table.T.tocsr())) / 2


def _rows_summing_to_one(table: "csr_array") -> "csr_array":
    """Return the rows scaled to the sum 1; rows of zeros stay so."""
    from scipy.sparse import diags_array

    sums = np.asarray(table.sum(axis=1))
    inverse = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
    return (diags_array(inverse) @ table).tocsr()


def _significance(sequence: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return s of every word of a text."""
    size = max(len(sequence), 2)
    frequencies = np.bincount(sequence)[sequence] if len(sequence) else np.zeros(0)
    return one_by_one(math.log, frequencies / size) / math.log(1 / size)


def _hanning_window(
    place: NDArray[np.int64], significance: NDArray[np.float64], gap: int, window: int
) -> Window:
    """Return the words around a gap under a Hanning window that is widest at the gap."""
    first, last = max(gap - window, 0), min(gap + window, len(place))
    distance = np.abs(np.arange(first, last) + 0.5 - gap)
    hanning = 0.5 * (1 + np.cos(np.pi * distance / window))
    return place[first:last], significance[first:last] * hanning


def cohesiveness(windows: list[Window], links: "csr_array", steps: int) -> NDArray[np.float64]:
    """Return c of each window."""
    given = np.zeros((links.shape[0], len(windows)))
    for column, (place, weight) in enumerate(windows):
        total = weight.sum()
        if total > 0:
            np.add.at(given[:, column], place, weight**2 / total)
    activity = np.zeros_like(given)
    for _ in range(steps):
        activity = np.minimum(1.0, given + links @ activity)
    return np.array(
        [(weight * activity[place, i]).sum() for i, (place, weight) in enumerate(windows)]
    )


ENTRY = MethodEntry(
    name="kozima",
    year="1993",
    summary="lexical cohesion profile by spreading activation over a word network",
    reference="Kozima, Text Segmentation Based on Similarity between Words, ACL 1993",
    make=Kozima,
    needs="network",
    count="optional",
)
