"""Samples and times at three sizes of the relevant coordinates."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.shared.curves import against_dimension, draw_needed, exponent_alone, needed, slope
from feature_learning.papers.suzuki2023.shared.thresholds import Curves, kernel_curves, network_curves
from feature_learning.papers.suzuki2023.shared.times import learning_times
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import runs, simulation
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_POWERS = {0.0: "d", 0.5: r"\sqrt{d}", 1.0: "1"}
_TIMES = {0.0: "slow", 0.5: "faster", 1.0: "at once, at any $d$"}
_DEGREES = (2, 3)
_NETWORK = ordered("series", [f"network, $k = {k}$" for k in _DEGREES], palette="network")
_KERNEL = ordered("series", [f"best kernel, $k = {k}$" for k in _DEGREES], palette="kernel")
_SERIES = _NETWORK + _KERNEL


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples that are needed, with their exponents at the right edge, above the times to learn."""
    panels = figure.panels(2, 3, height=1.75, sharey="row")
    for alpha, samples, times in zip(_POWERS, panels[:3], panels[3:], strict=True):
        samples.set_title(rf"$\alpha = {alpha:g}$: theorem $n \sim {_POWERS[alpha]}$")
        curves = {f"network, $k = {k}$": network_curves(tables, k, alpha) for k in _DEGREES}
        curves |= {f"best kernel, $k = {k}$": kernel_curves(tables, k, alpha) for k in _DEGREES}
        rows = pd.concat([needed(one, series=series) for series, one in curves.items()], ignore_index=True)
        draw_needed(samples, rows, _SERIES, dodge=1.5)
        for series, own in rows[rows["reached"]].groupby("series"):
            exponent = curves[str(series)].interval(Curves.exponent)
            if len(own) == len(curves[str(series)].d):
                figure.edge_label(samples, own.sort_values("d")["estimate"].iloc[-1], exponent_alone(exponent), _SERIES.colours[series])
        beside = "network, $k = 3$" if alpha else "network, $k = 2$"
        slope(samples, rows[rows["series"] == beside], 1 - alpha, 2.5 if alpha else 0.35)

        times.set_title(rf"$\alpha = {alpha:g}$: {_TIMES[alpha]}")
        reached = learning_times(tables, alpha=alpha).dropna(subset="t80")
        reached = reached.assign(series=[f"network, $k = {k}$" for k in reached["k"]])
        runs(times, reached, "d", "t80", _SERIES, dodge=1.5)
        simulation(times, estimates(reached, "t80", ["series", "d"], "log"), "d", _SERIES, dodge=1.5)
        against_dimension(times, reached["d"])
        times.set_ylabel("time to accuracy 0.8")
