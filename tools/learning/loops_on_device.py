"""The loops of learning on a graphics processor (CuPy), for sweeps: two cores learn the same in an hour."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import torch

_THREADS, _MOST = 256, 2048


@cache
def _kernel() -> Any:
    import cupy

    kernel = cupy.RawKernel(Path(__file__).with_name("loops.cu").read_text("utf-8"), "expectations")
    kernel.max_dynamic_shared_size_bytes = 160_000
    return kernel


def expectations(
    squares: Sequence[Any], sizes: Sequence[int], places: Any, lengths: Any, weights: Any, bias: Any
) -> tuple[Any, ...]:
    """Return what is expected of the segmentations of some texts: totals, cuts, counts, sums of squares."""
    import cupy

    def on_device(values: Sequence[int], kind: Any) -> Any:
        return torch.tensor(values, dtype=kind, device=places.device)

    longest = [one.shape[1] - 1 for one in squares]
    if max(longest) > _MOST:
        raise ValueError(f"segments of {max(longest)} units are longer than the {_MOST} that a thread block holds")
    count, width = places.shape
    pointers = on_device([one.data_ptr() for one in squares], torch.int64)
    given = pointers, on_device(sizes, torch.int32), on_device(longest, torch.int32)
    scores = [array.float().contiguous() for array in (places, lengths, weights, bias)]
    totals = torch.empty(count, dtype=torch.float64, device=places.device)
    found = [torch.zeros_like(array) for array in scores[:3]]
    arguments = [array.data_ptr() for array in (*given, *scores)]
    stream = cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream)
    with stream:
        _kernel()(
            (count,),
            (_THREADS,),
            (*arguments, cupy.int32(width), *(array.data_ptr() for array in (totals, *found))),
            shared_mem=16 * (max(sizes) + 1),
        )
    return totals, *found
