"""The figures of the experiments: the dotplot of one text, and Pk over gamma and r."""

from tmima.collection import RANGES
from tmima.experiments.cells import Cell, generated_texts
from tmima.experiments.plan import Plan
from tmima.experiments.tables import Results
from tmima.plots import Picture, curves, draw, render
from tmima.segmentation import Parameters, Problem
from tmima.similarity import SharedWords
from tmima.text import Units
from tmima.training import GAMMAS, POWERS

# The paper shows Set 5: its 9-11 in Figure 1, each of its ranges in Figures 2 to 5.
_SHOWN_SET = 5
_SHOWN_RANGE = (9, 11)


def figures(plan: Plan, results: Results) -> list[Picture]:
    """Return the figures of an experiment, each as PNG and SVG."""
    if plan.experiment == "suite1":
        cells = {(cell.members, cell.lengths): cell for cell in plan.cells}
        return [
            _dotplot(cells[_SHOWN_SET, _SHOWN_RANGE], results),
            *(
                _curves(f"figure{number}", f"'{a}-{b}' of Set{_SHOWN_SET}", cell.name, results)
                for number, (a, b) in enumerate(RANGES, start=2)
                for cell in [cells[_SHOWN_SET, (a, b)]]
            ),
        ]
    return [
        _curves(
            f"{plan.experiment}-{cell.name}", f"{plan.experiment}, {cell.name}", cell.name, results
        )
        for cell in plan.cells
    ]


def _curves(name: str, what: str, cell: str, results: Results) -> Picture:
    title = f"Pk for {what}, on the training halves"
    errors = results[cell]["pk_by_r_and_gamma"]
    return render(name, title, curves(errors, GAMMAS, POWERS, title=title))


def _dotplot(cell: Cell, results: Results) -> Picture:
    """Figure 1: a text that was not trained on, with the parameters of the first repetition."""
    repetition = results[cell.name]["repetitions"][0]
    text = generated_texts(cell)[repetition["testing"][0]]
    units = Units.of(text.document)
    parameters = Parameters(**repetition["parameters"])
    similarity = SharedWords(units)
    found = Problem(similarity, units, parameters).programme().optimum().segmentation
    figure = draw(similarity, found, "sentences", truth=text.truth)
    title = f"The matrix D of a text of Set{cell.members}, with the true and the found cuts"
    return render("figure1", title, figure)
