"""Accuracy over dimension and sample size, its collapse, and the thresholds."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.shared.curves import draw_needed, needed, slope, with_exponent
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL, Curves, heat_curves, kernel_curves
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.heat import heat
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import methods, ordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run

_FITTED_FROM = 16  # the smallest dimension of the fit


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map, the accuracies over their common scale, and the thresholds."""
    cells, collapse, needs = figure.panels(1, 3, height=2.0, ratios=[1.25, 1, 1])
    runs = by_run(tables.runs("heatmap"))
    runs = runs[runs["horizon"] == runs["horizon"].max()]
    dimensions, sizes = (sorted(runs[name].unique()) for name in ("d", "n"))
    network, kernel = heat_curves(tables, low=_FITTED_FROM), kernel_curves(tables, 2)
    found = network.interval(Curves.constant)
    c, low, high = np.exp((found.estimate, found.low, found.high))
    at = np.geomspace(dimensions[0], dimensions[-1], 40)
    fit = pd.DataFrame({"d": at, "n": c * at * np.log(at)})
    fitted = rf"$c\,d\,\ln d$, fitted: $c = {c:.2f}$ [{low:.2f}, {high:.2f}]"

    needs.set_title("kernels need $d^2$")
    horizons = sorted(tables.runs("heatmap")["horizon"].unique())
    kernel_rows = needed(kernel, series="kernel")
    rows = pd.concat([*(needed(heat_curves(tables, horizon=t), series=t) for t in horizons), kernel_rows])
    steep_kernel = kernel.at([d for d in kernel.d if d >= _FITTED_FROM])
    exponents = {t: heat_curves(tables, low=_FITTED_FROM, horizon=t).interval(Curves.exponent) for t in horizons}
    networks = ordered("series", horizons, lambda t: with_exponent(f"horizon {t:g}", exponents[t]), "network")
    kernels = methods("series", {"kernel": ("kernel", with_exponent("best kernel", steep_kernel.interval(Curves.exponent)))})
    draw_needed(needs, rows, networks + kernels)
    theory(needs, fit, "d", "n", label=fitted)
    slope(needs, kernel_rows, 2.0, 1.8)

    cells.set_title(r"learned from $c\,d\,\ln d$")
    logarithmic(cells, "x", ticks=dimensions[::2])
    logarithmic(cells, "y")
    means = estimates(runs, "accuracy", ["d", "n"], "logit")
    heat(cells, means, "d", "n", label="test accuracy", limits=(0.5, 1.0), contours={LEVEL: ""})
    theory(cells, fit, "d", "n", label=fitted)
    inside = kernel_rows["reached"] & (kernel_rows["high"] < sizes[-1])
    simulation(cells, kernel_rows[inside], "d", networks + kernels)
    cells.set_xlabel("dimension $d$")
    cells.set_ylabel("samples $n$")

    collapse.set_title("nearly one curve")
    scaled = runs.assign(scaled=runs["n"] / (runs["d"] * np.log(runs["d"])))
    shown = ordered("d", dimensions, "$d = {}$")
    simulation(collapse, estimates(scaled, "accuracy", ["d", "scaled"], "logit"), "scaled", shown, join=True)
    level(collapse, LEVEL, "0.8", at=0.02)
    logarithmic(collapse, "x")
    collapse.set_xlabel(r"$n/(d\,\ln d)$")
    collapse.set_ylabel("test accuracy")
