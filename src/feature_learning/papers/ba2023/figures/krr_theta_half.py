"""The strength of the spike at which half of a degree is learned, against d."""

import math

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.half_points import Curve, kernel_rise
from feature_learning.papers.ba2023.model import PURE
from feature_learning.papers.ba2023.panels import degrees, exponential, fits
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import darker
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_DEGREES = {name: degree for degree, name in enumerate(PURE, start=1)}
_SLOPES = {1: "slope 0", 2: "slope 1/2", 3: "slope 2/3"}
_NEAR, _FAR = 4.0, 1e3  # panel a ends at this multiple of the largest simulated d; panel b begins there


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulated half points over the equivalent's, and the equivalent's at very large d."""
    near, far = figure.panels(1, 2)
    predicted = tables.theory("kernel_half")
    predicted = predicted.assign(degree=predicted["target"].map(_DEGREES))
    hue = degrees(_DEGREES.values())
    near.set_title("at simulated sizes")
    largest = float(tables.runs("kernel_ridge")["d"].max())
    theory(near, predicted[predicted["d"] <= _NEAR * largest], "d", "half", hue)
    simulation(near, pd.concat(_halves(tables, name) for name in PURE), "d", hue)
    far.set_title("far beyond: the limit's slopes")
    theory(far, predicted[predicted["d"] >= _FAR], "d", "half", hue)
    last = predicted[predicted["d"] == predicted["d"].max()]
    for degree, half in zip(last["degree"], last["half"], strict=True):
        figure.edge_label(far, float(half), _SLOPES[degree], darker(hue.colours[degree]))
    logarithmic(near, "x", ticks=(32, 64, 128, 256, 512, 1024))
    logarithmic(near, "y")
    logarithmic(far)
    for ax in (near, far):
        ax.set_xlabel("dimension $d$")
        ax.set_ylabel(r"$\theta$ at which half is learned")


def _halves(tables: Tables, name: str) -> pd.DataFrame:
    rise = kernel_rise(tables, name)
    found = [exponential(fitted(rise.curves, _log(rise.half_at(number)))) for number in range(len(rise.d))]
    return fits(rise.d.tolist(), found, len(rise.curves), degree=_DEGREES[name])


def _log(half: Curve) -> Curve:
    return lambda mean: math.log(half(mean))
