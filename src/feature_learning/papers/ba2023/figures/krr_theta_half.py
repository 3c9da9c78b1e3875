"""The strength of the spike at which half of a degree is learned, against d, and its exponents."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.model import DEGREES
from feature_learning.papers.ba2023.shared.panels import degrees, exponent_table, half_table
from feature_learning.papers.ba2023.shared.rises import kernel_exponents, kernel_rise
from feature_learning.plotting import Sheet, Tables

_UPTO = 2e5
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
    law = law[(law["d"] <= _UPTO) & law["target"].isin(_SHOWN)]
    law = law.assign(degree=law["target"].map(_SHOWN))
    plot.theory(ax, law, "d", "half", hue)
    found = pd.concat(
        half_table(kernel_rise(tables, name)).assign(degree=degree)
        for name, degree in _SHOWN.items()
    ).reset_index(drop=True)
    plot.simulation(ax, found, "d", hue)
    plot.logarithmic(ax)
    ax.set(title="Half points", xlabel="dimension $d$", ylabel=r"$\theta$ at which half is learned")
    plot.residual(ax, found, law, "d", "half", hue)
    gaps, outside = _against(found, law)
    plot.sheet_of(ax).say(
        outside=int(outside.sum()), points=len(found), most=float(gaps.abs().max())
    )


def _exponents(ax: Axes, tables: Tables) -> None:
    hue = degrees(_LIMITS)
    law = kernel_exponents(tables)
    law = law[law["degree"].isin(list(_LIMITS))]
    plot.theory(ax, law[law["finite"]], "d", "exponent", hue)
    plot.theory(ax, law[~law["finite"]], "d", "exponent", hue, dashed=True)
    law = law[law["finite"]]
    simulated = [
        exponent_table(kernel_rise(tables, name)).assign(degree=degree)
        for name, degree in _SHOWN.items()
    ]
    measured = pd.concat(simulated, ignore_index=True)
    plot.simulation(ax, measured, "d", hue)
    off = measured["estimate"] - _of_law(measured, law, "exponent")
    smallest = off[measured["d"] == measured["d"].min()]
    plot.sheet_of(ax).say(above=float(smallest.max()))
    for degree, limit in _LIMITS.items():
        plot.level(ax, 1 - 1 / degree, f"$h_{degree}$: {limit}")
    place = (3e7, 1 - 1 / max(_LIMITS))
    far = ax.annotate(r"$n \to \infty$", place, (0, -4), textcoords="offset points")
    far.set(ha="center", va="top", color="0.3")
    plot.logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6, 1e8))
    ax.set(title="Local exponents", xlabel="dimension $d$")
    ax.set(ylabel=r"$d \ln\theta_{1/2} / d\ln d$", xlim=(60, 1e9))


def _against(found: pd.DataFrame, law: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Return the gap of each point to its line, and whether its interval leaves the line out."""
    known = _of_law(found, law, "half")
    return found["estimate"] / known - 1, plot.excludes(found, known)


def _of_law(found: pd.DataFrame, law: pd.DataFrame, column: str) -> pd.Series:
    """Return the line of each point's degree at its d, between its points in logarithms."""
    values = pd.Series(np.nan, index=found.index)
    for degree, own in law.groupby("degree"):
        at, rows = own.sort_values("d"), found.index[found["degree"] == degree]
        logs = np.log(at[["d", column]].to_numpy(dtype=float))
        values[rows] = np.exp(np.interp(np.log(found.loc[rows, "d"].astype(float)), *logs.T))
    return values
