"""Accuracy over dimension and sample size, its collapse, and the thresholds."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import (
    draw_needed,
    needed,
    slope,
    with_exponent,
)
from feature_learning.papers.suzuki2023.shared.thresholds import (
    LEVEL,
    Curves,
    heat_curves,
    kernel_curves,
)
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_FITTED_FROM = 16  # the smallest dimension of the fit


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map, the accuracies over their common scale, and the thresholds."""
    cells, collapse, needs = figure.panels(1, 3, height=2.0, ratios=[1.25, 1, 1])
    horizons = tables.values("heatmap", "horizon")
    runs = by_run(tables.runs("heatmap", horizon=horizons[-1]))
    dimensions, sizes = (sorted(runs[name].unique()) for name in ("d", "n"))
    constant = heat_curves(tables, low=_FITTED_FROM).interval(Curves.constant)
    c, low, high = np.exp((constant.estimate, constant.low, constant.high))
    d = np.geomspace(dimensions[0], dimensions[-1], 40)
    fit = pd.DataFrame({"d": d, "n": c * d * np.log(d)})
    fitted = rf"$c\,d\,\ln d$, fitted: $c = {c:.2f}$ [{low:.2f}, {high:.2f}]"

    kernel = needed(kernel_curves(tables, 2), series="kernel")
    networks = [needed(heat_curves(tables, horizon=t), series=t) for t in horizons]
    hue = _series(tables, horizons)
    needs.set(title="kernels need $d^2$")
    draw_needed(needs, pd.concat([*networks, kernel]), hue)
    plot.theory(needs, fit, "d", "n", label=fitted)
    slope(needs, kernel, 2.0, 1.8)

    plot.logarithmic(cells, "x", ticks=dimensions[::2])
    plot.logarithmic(cells, "y")
    means = plot.estimates(runs, "accuracy", ["d", "n"], "logit")
    plot.heat(
        cells, means, "d", "n", label="test accuracy", limits=(0.5, 1.0), contours={LEVEL: ""}
    )
    plot.theory(cells, fit, "d", "n", label=fitted)
    inside = kernel["reached"] & (kernel["high"] < sizes[-1])
    plot.simulation(cells, kernel[inside], "d", hue)
    cells.set(title=r"learned from $c\,d\,\ln d$", xlabel="dimension $d$", ylabel="samples $n$")

    scaled = runs.assign(scaled=runs["n"] / (runs["d"] * np.log(runs["d"])))
    means = plot.estimates(scaled, "accuracy", ["d", "scaled"], "logit")
    plot.simulation(collapse, means, "scaled", plot.ordered("d", dimensions, "$d = {}$"), join=True)
    plot.level(collapse, LEVEL, "0.8", at=0.02)
    plot.logarithmic(collapse, "x")
    collapse.set(title="nearly one curve", xlabel=r"$n/(d\,\ln d)$", ylabel="test accuracy")


def _series(tables: Tables, horizons: list[float]) -> plot.Hue:
    """Return the network at each horizon and the kernel, named with their exponents."""

    def network(horizon: float) -> str:
        curves = heat_curves(tables, low=_FITTED_FROM, horizon=horizon)
        return with_exponent(f"horizon {horizon:g}", curves.interval(Curves.exponent))

    curves = kernel_curves(tables, 2)
    steep = curves.at([d for d in curves.d if d >= _FITTED_FROM])
    kernel = with_exponent("best kernel", steep.interval(Curves.exponent))
    return plot.ordered("series", horizons, network, "network") + plot.methods(
        "series", {"kernel": ("kernel", kernel)}
    )
