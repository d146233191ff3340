"""What every command that draws does first."""

from pathlib import Path

from tmima.loading import require


def ready_to_draw() -> None:
    """Refuse to draw without the extra, and by the settings that lie in the current folder.

    Matplotlib reads `matplotlibrc` there before the user's own; it may have TeX started.
    """
    require("plot")
    import matplotlib as mpl

    if Path(mpl.matplotlib_fname()).resolve().parent == Path.cwd():
        mpl.rcdefaults()
