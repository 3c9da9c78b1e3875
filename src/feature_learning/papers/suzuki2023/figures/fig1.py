"""Accuracy over dimension and sample size, its collapse, and the thresholds."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import constant, draw_needed, needed, slope
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.heat import heat
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, darker, ordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run

_FIT = darker(METHODS["network"])


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map, the accuracies over their common scale, and the thresholds."""
    cells, collapse, needs = figure.panels(1, 3, height=1.9)
    runs = by_run(tables.runs("heatmap"))
    dimensions = sorted(runs["d"].unique())
    fit = constant(tables)
    curve = pd.DataFrame({"d": np.geomspace(min(dimensions), max(dimensions), 40)})
    curve = curve.assign(ratio=fit.estimate * np.log(curve["d"]), n=fit.estimate * curve["d"] * np.log(curve["d"]))

    cells.set_title(r"needs $n/d \sim \ln d$")
    logarithmic(cells, "x", ticks=dimensions)
    logarithmic(cells, "y", ticks=sorted(runs["n_over_d"].unique()))
    means = estimates(runs, "accuracy", ["d", "n_over_d"], "logit")
    heat(cells, means, "d", "n_over_d", label="test accuracy", limits=(0.5, 1.0), contours={0.8: "0.8"})
    cells.set_xlabel("dimension $d$")
    cells.set_ylabel("samples per dimension $n/d$")

    collapse.set_title("nearly one curve")
    scaled = runs.assign(scaled=runs["n"] / (runs["d"] * np.log(runs["d"])))
    found = estimates(scaled, "accuracy", ["d", "scaled"], "logit")
    simulation(collapse, found, "scaled", ordered("d", dimensions, "$d = {}$"), join=True)
    level(collapse, 0.8, "0.8", at=0.02)
    logarithmic(collapse, "x")
    collapse.set_xlabel(r"$n/(d\,\ln d)$")
    collapse.set_ylabel("test accuracy")

    needs.set_title("kernels need $d^2$")
    theory(needs, curve, "d", "n", label=r"$c\,d\,\ln d$, fitted", colour=_FIT)
    rows = needed(tables, 2, 0.0)
    draw_needed(needs, rows)
    slope(needs, rows[rows["learner"] == "kernel"], 2.0, 1.7)
    needs.set_ylabel("samples $n$")
