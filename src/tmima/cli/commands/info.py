"""`tmima info`: what is installed and what it can do."""

import click

from tmima import kernel
from tmima.languages import known_languages, languages
from tmima.learnt import Model
from tmima.methods import DEFAULT_METHOD, PAPER_METHOD, methods
from tmima.segmentation import Parameters
from tmima.similarity import DEFAULT_SIMILARITY, PAPER_SIMILARITY, similarities
from tmima.version import __version__


@click.command()
def info() -> None:
    """Show the version, the kernel in use, the languages, the methods and the defaults."""
    kernels = {
        "compiled": "compiled",
        "numpy": "numpy (slower; reinstall where there is a C compiler for the compiled one)",
    }
    general = [code for code in known_languages() if code not in languages]
    usual = Parameters()
    about = Model.shipped().about
    weights = f"weights of {about['date']} from {sum(about['texts'].values())} texts"
    defaults = (
        f"method {DEFAULT_METHOD}, similarity {DEFAULT_SIMILARITY}, {weights}; "
        f"of the method {PAPER_METHOD}: similarity {PAPER_SIMILARITY}, mean_length "
        f"{usual.mean_length}, std_length {usual.std_length}, gamma {usual.gamma}, r {usual.r}"
    )
    for name, value in (
        ("version", __version__),
        ("kernel", kernels[kernel.NAME]),
        ("languages", f"{', '.join(languages)}; by general rules {', '.join(general)}"),
        ("methods", ", ".join(methods)),
        ("similarity", "; ".join(f"{name}: {similarities[name].summary}" for name in similarities)),
        ("defaults", defaults),
    ):
        click.echo(f"{name:<10} {value}")
