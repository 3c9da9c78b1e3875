"""The strength of the spike at which half of a degree is learned, against d, and its exponents."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023 import quantities as q
from feature_learning.papers.ba2023.half_points import predicted_exponents
from feature_learning.papers.ba2023.model import DEGREES
from feature_learning.papers.ba2023.panels import degrees
from feature_learning.papers.ba2023.thresholds import REACH
from feature_learning.plotting import Sheet, Tables

_LIMITS = {2: "1/2", 3: "2/3", 4: "3/4"}
_SHOWN = {name: degree for name, degree in DEGREES.items() if degree in _LIMITS}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulated half points over the equivalent's, and the local exponents."""
    halves, exponents = figure.hero(1, share=0.55, height=2.8)
    _halves(halves, tables)
    _exponents(exponents, tables)


def _halves(ax: Axes, tables: Tables) -> None:
    hue = degrees(_LIMITS)
    law = tables.theory("kernel_half")
    law = law[(law["d"] <= REACH) & law["target"].isin(_SHOWN)]
    law = law.assign(degree=law["target"].map(_SHOWN))
    plot.theory(ax, law, "d", "half", hue)
    halves = q.log_strength_for_half(tables).predicted_by(None)
    found, ends = halves.at(degree=_LIMITS.__contains__).table(), ["estimate", "low", "high"]
    found[ends] = np.exp(found[ends])  # intervals in log units
    found["low"] = found["low"].where(found["low"] > 0, -np.inf)
    found = found.dropna(subset="estimate")
    plot.simulation(ax, found, "d", hue)
    plot.logarithmic(ax)
    ax.set(title="Half points", xlabel="dimension $d$", ylabel=r"$\theta$ at which half is learned")
    plot.residual(ax, found, law, "d", "half", hue)


def _exponents(ax: Axes, tables: Tables) -> None:
    hue = degrees(_LIMITS)
    near, far = [], []  # at finite n as far as these are computed, and beyond for n to infinity
    for name, degree in _SHOWN.items():
        law = tables.theory("kernel_half", target=name)
        near.append(predicted_exponents(law).assign(degree=degree))
        law = law[law["d"] > REACH]
        far.append(predicted_exponents(law, "half_wide").assign(degree=degree))
    plot.theory(ax, pd.concat(near), "d", "exponent", hue)
    plot.theory(ax, pd.concat(far), "d", "exponent", hue, dashed=True)
    measured = q.local_exponent(tables).predicted_by(None).at(degree=_LIMITS.__contains__).table()
    plot.simulation(ax, measured.dropna(subset="estimate"), "d", hue)
    for degree, limit in _LIMITS.items():
        plot.level(ax, 1 - 1 / degree, f"$h_{degree}$: {limit}")
    place = (3e7, 1 - 1 / max(_LIMITS))
    dashed = ax.annotate(r"$n \to \infty$", place, (0, -4), textcoords="offset points")
    dashed.set(ha="center", va="top", color="0.3")
    plot.logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6, 1e8))
    ax.set(title="Local exponents", xlabel="dimension $d$")
    ax.set(ylabel=r"$d \ln\theta_{1/2} / d\ln d$", xlim=(60, 1e9))
