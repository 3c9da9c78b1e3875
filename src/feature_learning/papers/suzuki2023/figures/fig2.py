"""The exponent of the samples in d, against the size of the relevant coordinates."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import against_dimension, needed
from feature_learning.papers.suzuki2023.shared.thresholds import (
    LEVEL,
    Curves,
    kernel_curves,
    network_curves,
)
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

_ALPHAS = (0.0, 0.5, 1.0)
_FITTED_FROM = 16  # the smallest dimension of the fits for k = 2, as in fig1
_MARKERS = {2: "o", 3: "D"}
_SERIES = {
    f"{method}-{k}": (method, k, read)
    for method, read in (("network", network_curves), ("kernel", kernel_curves))
    for k in _MARKERS
}
_NAMES = {"network": "network", "kernel": "best kernel"}
_HUE = plot.Hue(
    "series",
    {name: plot.METHODS[method] for name, (method, _, _) in _SERIES.items()},
    {name: f"{_NAMES[method]}, $k = {k}$" for name, (method, k, _) in _SERIES.items()},
    {name: _MARKERS[k] for name, (_, k, _) in _SERIES.items()},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw fitted exponents over the theorem's, and the samples at both ends of alpha."""
    exponents, *samples = figure.hero(2, height=3.1)
    curves = {
        (name, alpha): read(tables, k, alpha)
        for name, (_, k, read) in _SERIES.items()
        for alpha in _ALPHAS
    }
    fitted = {pair: _late(each) if pair[0].endswith("2") else each for pair, each in curves.items()}
    _theorem(exponents, fitted)
    rows = []
    for name in _SERIES:
        fits = [fitted[name, alpha].interval(Curves.exponent) for alpha in _ALPHAS]
        runs = len(curves[name, 0.0].runs)
        rows.append(plot.points(fits, runs, "exponent", alpha=_ALPHAS, series=name))
    known = pd.concat(rows).dropna(subset="estimate")
    plot.simulation(exponents, known, "alpha", _HUE, dodge=5)
    exponents.set_xticks(_ALPHAS, [f"{alpha:g}" for alpha in _ALPHAS])
    exponents.set(
        title="How the samples grow with $d$",
        xlabel=r"relevant coordinates are $d^{\alpha/2}$ times the others: $\alpha$",
        ylabel="exponent of the samples in $d$",
        xlim=(-0.12, 1.12),
    )
    for ax, alpha in zip(samples, (0.0, 1.0), strict=True):
        seen = [needed(curves[name, alpha], series=name) for name in _SERIES]
        table = pd.concat(seen, ignore_index=True)
        plot.simulation(ax, table[table["reached"]], "d", _HUE, join=True)
        against_dimension(ax, table["d"])
        plot.logarithmic(ax, "x", ticks=[8, 16, 32, 64, 128, 256])
        ax.set(title=rf"$\alpha = {alpha:g}$", ylabel="samples $n$")
    samples[1].set(xlim=(7, 300), ylim=(1, 3000))
    samples[0].set(xlim=samples[1].get_xlim(), ylim=samples[1].get_ylim())
    estimates = known.set_index(["series", "alpha"])["estimate"]
    figure.say(
        network=float(estimates.get(("network-2", 0.0), np.nan)),
        network_one=float(estimates.get(("network-2", 1.0), np.nan)),
        kernel=float(estimates.get(("kernel-2", 0.0), np.nan)),
        level=LEVEL,
        kernel_one=float(estimates.get(("kernel-2", 1.0), np.nan)),
    )


def _late(curves: Curves) -> Curves:
    """Return the curves from d = 16 on, where two dimensions are left."""
    late = [d for d in curves.d if d >= _FITTED_FROM]
    return curves.at(late) if len(late) > 1 else curves


def _theorem(ax: Axes, curves: dict[tuple[str, float], Curves]) -> None:
    """Draw 1 - alpha, and up to it from the exponent of d^(1 - alpha) ln d on the same d."""
    alphas = np.linspace(0, 1, 101)
    grids = [curves["network-2", alpha].d for alpha in _ALPHAS]
    above = [loglog_slope(d, np.log(d)) for d in grids]
    logarithm = np.interp(alphas, _ALPHAS, above)
    ax.fill_between(alphas, 1 - alphas, 1 - alphas + logarithm, color=plot.GREY, alpha=0.2, lw=0)
    law = pd.DataFrame({"alpha": alphas, "exponent": 1 - alphas})
    plot.theory(ax, law, "alpha", "exponent", label=r"theorem, $1 - \alpha$")
    sheet, band = plot.sheet_of(ax), r"with $\ln d$"
    sheet.record(ax, band, "guide", x=alphas, y=1 - alphas + logarithm)
    ax.annotate(band, (0.3, 0.7 + 0.65 * logarithm[30]), color="0.3", va="center", ha="center")
