"""The kinds of arrays that travel between the rooms."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Rows = NDArray[np.int32]
Flags = NDArray[np.uint8]
