"""The barrier of linear predictors."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.panels import ALPHA, BATCHES, say_sizes
from feature_learning.papers.moniri2023.quantities import best_error
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.quantity import Quantity

_PLACE = -0.1  # of the untrained features on the axis of alpha
_REACH = 0.025  # of their line to both sides
_LINEAR = plot.methods(
    "series", {"inputs": ("linear", "linear, $n$"), "untrained": ("random features", "untrained")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best test errors against alpha, and test errors against the ridge."""
    say_sizes(figure, tables, "barrier")
    best, ridges = figure.panels(1, 2, height=2.75, ratios=[1.25, 1.0])
    runs, predicted = tables.runs("barrier"), tables.theory("barrier", batch="fresh")
    colour = plot.darker(BATCHES.colours["fresh"])
    plot.theory(best, _with_gap(predicted), "alpha", "best_test", colour=colour, kinks=True)
    shown = pd.concat([_trained(best_error(tables)), _trained(_root_n(tables))])
    shown = shown.assign(alpha=shown["alpha"].replace(-math.inf, _PLACE))
    plot.simulation(best, shown, "alpha", colour=BATCHES.colours["fresh"])
    _levels(best, predicted)
    _say_first(figure, shown, predicted)
    plot.regimes(
        best, [-1, _PLACE / 2, 1 / 4, 1 / 3, 3 / 8], ["", "", r"$\ell=1$", "$2$", "$3$", r"$4$-$6$"]
    )
    best.set(title="Best ridge, fresh batch", ylabel="test error at the best ridge")
    best.set_xlabel(ALPHA)
    best.set_xticks(
        [_PLACE, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5],
        ["untrained", "0", "0.1", "0.2", "0.3", "0.4", "0.5"],
    )

    alphas = sorted(runs["alpha"].replace(-math.inf, _PLACE).unique())
    ends = (alphas[len(alphas) // 2], alphas[-1])
    steps = plot.ordered("series", ends, r"$\alpha = {:g}$", palette="network")
    hue = _LINEAR + steps
    shown, curves = (
        _named(frame[frame["predictor"].isin(["inputs", "slides"]) & (frame["batch"] == "fresh")])
        for frame in (runs, predicted)
    )
    plot.theory(ridges, curves, "ridge", "test", hue)
    shown = shown[shown["series"].isin(hue.names)]
    errors = plot.estimates(shown, "test", ["series", "ridge"])
    plot.simulation(ridges, errors, "ridge", hue)
    trained = errors[errors["series"].isin(ends)].merge(curves, on=["series", "ridge"])
    figure.say(ridge_gap=float((trained["estimate"] / trained["test"] - 1).min()))
    plot.level(ridges, tables.value("barrier", "barrier"), "barrier")
    plot.logarithmic(ridges, "x")
    ridges.set(title="By ridge, fresh batch", xlabel=r"ridge $\lambda$")
    ridges.set_ylabel("test error")


def _root_n(tables: Tables) -> Quantity:
    """Return the best errors after a step of sqrt n, without the untrained ones."""
    return best_error(tables, "barrier_root_n").at(alpha=lambda alpha: alpha > 0)


def _trained(found: Quantity) -> pd.DataFrame:
    """Return the estimates of the talk's network on a fresh batch."""
    return found.pooled().at(predictor="slides", batch="fresh").predicted_by(None).table()


def _say_first(figure: Sheet, found: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Say from which step on the intervals lie below linear regression on 2n samples."""
    linear = float(predicted[predicted["predictor"] == "inputs, 2n"]["best_test"].iloc[0])
    trained = found[found["alpha"] >= 0].sort_values("alpha", ascending=False)
    high = trained["high"].where(np.isfinite(trained["high"]), trained["estimate"])
    better = trained[(high < linear).cummin()]["alpha"]
    figure.say(first=None if better.empty else f"{better.min():g}")


def _with_gap(predicted: pd.DataFrame) -> pd.DataFrame:
    """Return the network's best errors, one per alpha; a short line for untrained features."""
    curves = predicted[predicted["predictor"] == "slides"].drop_duplicates("alpha")
    untrained = curves[curves["alpha"] == -math.inf]
    ends = [untrained.assign(alpha=_PLACE + shift) for shift in (-_REACH, _REACH)]
    gap = untrained.assign(alpha=_PLACE / 2, best_test=math.nan)
    return pd.concat([*ends, gap, curves[curves["alpha"] >= 0]])


def _levels(ax: Axes, predicted: pd.DataFrame) -> None:
    best = predicted.drop_duplicates(["predictor", "alpha"]).set_index("predictor")["best_test"]
    for predictor, name in (("inputs", "linear, $n$"), ("inputs, 2n", "linear, $2n$")):
        colour = plot.darker(_LINEAR.colours["inputs"])
        plot.level(ax, float(best[predictor]), name, colour=colour)
    plot.level(ax, float(predicted["barrier"].iloc[0]), "barrier")


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    """Name the series: the inputs, untrained features, or the exponent of the step."""
    series = frame["alpha"].astype(object)
    series[frame["alpha"] == -math.inf] = "untrained"
    series[frame["predictor"] == "inputs"] = "inputs"
    return frame.assign(series=series)
