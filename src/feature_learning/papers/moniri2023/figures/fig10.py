"""The barrier of linear predictors."""

import math

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import step_regimes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, darker, methods, ordered
from feature_learning.plotting.sheet import Sheet

_SHOWN = (0.2, 0.39)
_PREDICTORS = methods("series", {"inputs": ("linear", "inputs"), "untrained": ("random features", "untrained")})
_STEPS = ordered("series", _SHOWN, r"one step, $\alpha = {:g}$", palette="network")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors against the ridge, and the best of them against alpha."""
    ridges, best = figure.panels(1, 2, sharey="row")
    runs, predicted = _named(tables.runs("barrier")), _named(tables.theory("barrier"))
    barrier = float(predicted["barrier"].iloc[0])
    hue = _PREDICTORS + _STEPS
    ridges.set_title("a step breaks the barrier")
    theory(ridges, predicted[predicted["ridge"].notna()], "ridge", "test", hue)
    shown = runs[runs["series"].isin(hue.names)]
    simulation(ridges, estimates(shown, "test", ["series", "ridge"]), "ridge", hue)
    level(ridges, barrier, "")  # named in the next panel
    logarithmic(ridges, "x")
    ridges.set_xlabel(r"ridge $\lambda$")
    ridges.set_ylabel("test error")

    best.set_title("more so with larger steps")
    after = runs[(runs["predictor"] == "features") & (runs["alpha"] > 0)]
    means = after.groupby(["alpha", "ridge"], as_index=False)["test"].mean()
    chosen = means.loc[means.groupby("alpha")["test"].idxmin(), ["alpha", "ridge"]]
    curve = predicted[(predicted["predictor"] == "features") & (predicted["alpha"] > 0)]
    theory(best, curve.drop_duplicates("alpha"), "alpha", "best_test", label="theory at this $n$")
    found = estimates(after.merge(chosen, on=["alpha", "ridge"]), "test", ["alpha"])
    simulation(best, found, "alpha", label="one step, best ridge")
    for name, method in (("inputs", "linear"), ("untrained", "random features")):
        value = predicted[predicted["series"] == name]["best_test"].iloc[0]
        level(best, value, name, colour=darker(METHODS[method]))
    for degree in (1, 2):
        limit = predicted[predicted["predictor"] == f"l = {degree}"]["best_test"].iloc[0]
        level(best, limit, rf"$\ell = {degree}$")
    level(best, barrier, "barrier")
    step_regimes(best)


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    """Name the series: the inputs, untrained features, or the exponent of the step."""
    series = frame["alpha"].astype(object)
    series[frame["alpha"] == -math.inf] = "untrained"
    series[frame["predictor"] == "inputs"] = "inputs"
    return frame.assign(series=series)
