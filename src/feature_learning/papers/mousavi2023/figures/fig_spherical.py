"""Flow on the sphere: the population flow, its end, and the flow on samples."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import BLUE, GREEN, PURPLE, Hue, ordered
from feature_learning.plotting.sheet import Sheet, sheet_of

_EARLIEST = 0.01
_ENDS = {"whitened": r"$\omega$, whitened", "overlap": r"$\omega$, sphere", "m": "$m$, sphere"}
_VALUES = Hue("quantity", dict(zip(_ENDS, (BLUE, GREEN, PURPLE), strict=True)), _ENDS, dict(zip(_ENDS, "os^", strict=True)))


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw paths for two strengths, limits for both conventions, and the simulation."""
    axes = figure.panels(2, 2, height=1.8)
    paths = tables.theory("spherical_paths")
    sizes = ordered("d", [*paths["d"], *tables.theory("spherical_limit")["d"]], _power)
    for ax, gamma2 in zip(axes, sorted(paths["gamma2"].unique()), strict=False):
        _paths(ax, paths[paths["gamma2"] == gamma2], gamma2, sizes)
    _limits(axes[2], tables, sizes)
    _samples(axes[3], tables)


def _power(d: float) -> str:
    return f"$d = 10^{{{round(math.log10(d))}}}$"


def _paths(ax: Axes, frame: pd.DataFrame, gamma2: float, hue: Hue) -> None:
    ax.set_title(rf"$\gamma_2 = {gamma2:g}$: the sphere {'forgets' if gamma2 < 0.6 else 'stops early'}")
    parts = [pd.DataFrame({"d": row["d"], "t": row["times"], "y": row["m"]}) for _, row in frame.iterrows()]
    white = [pd.DataFrame({"d": row["d"], "t": row["white_times"], "y": row["omega"]}) for _, row in frame.iterrows()]
    for rows, dashed in ((parts, False), (white, True)):
        curves = pd.concat(rows)
        theory(ax, curves[curves["t"] >= _EARLIEST], "t", "y", hue, dashed=dashed)
    logarithmic(ax)
    ax.set_xlabel("time")
    ax.set_ylabel(r"$m$ (solid), $\omega$ (dashed)")


def _limits(ax: Axes, tables: Tables, hue: Hue) -> None:
    ax.set_title("no growth below a threshold")
    frame = tables.theory("spherical_limit", convention="unit-norm")
    thresholds = tables.theory("spherical_threshold", convention="unit-norm").set_index(["k", "d"])["threshold"]
    degrees = sorted(frame["k"].unique())
    for k in degrees:
        for d, own in frame[frame["k"] == k].groupby("d"):
            at = float(thresholds[(k, d)])
            ends = np.interp([at], own[own["limit"] > 1e-3]["gamma2"], own[own["limit"] > 1e-3]["limit"])
            jump = pd.DataFrame({"gamma2": [at - 1e-6, at + 1e-6], "limit": [own["limit"].min(), *ends], "d": d})
            theory(ax, pd.concat([own, jump]), "gamma2", "limit", hue)
        last = frame[(frame["k"] == k) & (frame["gamma2"] == frame["gamma2"].max())]
        sheet_of(ax).edge_label(ax, float(last["limit"].iloc[-1]), f"$k = {k}$", "0.25")
    regimes(ax, [1 - 1 / (k - 1) for k in degrees], ["none grows", f"$k = {degrees[0]}$", "both"][: len(degrees) + 1])
    added = tables.theory("spherical_limit", convention="added")
    added = added[(added["d"] == added["d"].max()) & (added["k"] == added["k"].min())]
    theory(ax, added, "gamma2", "limit", label=r"$I + \theta\beta\beta^\top$")
    ax.set_xlabel(r"strength $\gamma_2$")
    ax.set_ylabel("final $m$")


def _samples(ax: Axes, tables: Tables) -> None:
    ax.set_title("on samples, $k = 2$")
    columns = list(_ENDS)
    predicted = tables.theory("spherical_flow").melt("gamma2", columns, "quantity")
    theory(ax, predicted, "gamma2", "value", _VALUES)
    simulation(ax, estimates(tables.runs("spherical_flow"), columns, ["gamma2"], "logit"), "gamma2", _VALUES)
    ax.set_xlabel(r"strength $\gamma_2$")
    ax.set_ylabel("at the end")
