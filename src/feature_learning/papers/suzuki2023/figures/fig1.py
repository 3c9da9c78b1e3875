"""Accuracy over dimension and sample size, and the thresholds."""

from typing import Any

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import draw_needed, needed, slope
from feature_learning.papers.suzuki2023.shared.thresholds import (
    LEVEL,
    Curves,
    heat_curves,
    kernel_curves,
)
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_run, loglog_slope

_FITTED_FROM = 16  # the smallest dimension of the fit
_NO_DATA = "0.8"  # of the map where nothing is run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map, and the thresholds of both with the fitted law."""
    cells, needs = figure.hero(1, share=0.58, height=2.7)
    horizon = tables.values("heatmap", "horizon")[-1]
    runs = by_run(tables.runs("heatmap", horizon=horizon))
    dimensions = sorted(runs["d"].unique())
    constant = heat_curves(tables, low=_FITTED_FROM).interval(Curves.constant)
    c = np.exp(constant.estimate)
    d = np.geomspace(dimensions[0], dimensions[-1], 120)
    fit = pd.DataFrame({"d": d, "n": c * d * np.log(d)})
    fitted = rf"${c:.2f}\,d\,\ln d$"

    kernel = needed(kernel_curves(tables, 2), series="kernel")
    network = needed(heat_curves(tables, horizon=horizon), series="network")
    exponents = _exponents(tables, horizon)
    names = {
        series: f"{name}${exponents[series].estimate:.2f}$"
        for series, name in (("network", "network, "), ("kernel", "best kernel,\n"))
    }
    hue = plot.methods("series", {series: (series, name) for series, name in names.items()})
    draw_needed(needs, pd.concat([network, kernel]), hue)
    plot.theory(needs, fit, "d", "n", label=fitted)
    x, y = kernel[kernel["reached"]].sort_values("d")[["d", "estimate"]].iloc[-3:].iloc[0]
    place: dict[str, Any] = {"textcoords": "offset points", "ha": "right", "va": "bottom"}
    place["color"] = plot.written(hue.colours["kernel"])
    needs.annotate(names["kernel"], (x, y), (-5, 0), **place)
    slope(needs, kernel, 2.0, 1.8)
    needs.set(title=f"Samples to accuracy {LEVEL:g}", ylabel="samples $n$ that suffice")

    plot.logarithmic(cells, "x", ticks=dimensions)
    plot.logarithmic(cells, "y")
    means = plot.estimates(runs, "accuracy", ["d", "n"], "logit")
    plot.heat(
        cells,
        means,
        "d",
        "n",
        label="test accuracy",
        limits=(0.5, 1.0),
        contours={LEVEL: f"{LEVEL:g}"},
    )
    cells.set_facecolor(_NO_DATA)
    cells.set(title="Accuracy of the network", xlabel="dimension $d$", ylabel="samples $n$")
    needs.set_xlim(cells.get_xlim())
    shorter = tables.values("heatmap", "horizon")[-2:][0]
    before = heat_curves(tables, low=_FITTED_FROM, horizon=shorter).interval(Curves.exponent)
    late = np.array([each for each in dimensions if each >= _FITTED_FROM], dtype=float)
    law = loglog_slope(late, late * np.log(late)) if len(late) > 1 else np.nan
    figure.say(
        shorter=shorter,
        compared="holds" if before.low <= law <= before.high else "excludes",
        before=plot.measured(before),
        of_network=plot.measured(exponents["network"]),
        of_kernel=plot.measured(exponents["kernel"]),
        start=int(late[0]),
        to=int(late[-1]),
        law=law,
    )
    figure.say(
        network=exponents["network"].estimate,
        kernel=exponents["kernel"].estimate,
        horizon=horizon,
        level=LEVEL,
        first=int(dimensions[0]),
        more=network["estimate"].iloc[0] / (c * dimensions[0] * np.log(dimensions[0])) - 1,
    )


def _exponents(tables: Tables, horizon: float) -> dict[str, Interval]:
    """Return the exponents of the samples in d, from the smallest fitted d on."""
    kernel = kernel_curves(tables, 2)
    steep = kernel.at([d for d in kernel.d if d >= _FITTED_FROM])
    network = heat_curves(tables, low=_FITTED_FROM, horizon=horizon)
    return {"network": network.interval(Curves.exponent), "kernel": steep.interval(Curves.exponent)}
