"""What two segmentations must have in common to be compared."""

from tmima.errors import TmimaError
from tmima.text import Segmentation


def require_same_size(reference: Segmentation, hypothesis: Segmentation) -> None:
    """Refuse segmentations of texts of different sizes."""
    if reference.size != hypothesis.size:
        raise TmimaError(
            f"the reference has {reference.size} units but the hypothesis {hypothesis.size}"
        )
