"""Double descent: test errors without and with a ridge in two linear frames."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.plotting.palette import SIZES

_TITLES = {0.0: r"$\lambda = 0$", 1e-3: r"$\lambda = 10^{-3}$"}
_LABELS = ("test error", "test error with the ridge")  # without a ridge, with one
_XLIM, _TOPS = (0.0, 4.2), (4.0, 1.0)
_SIZE = 1.4  # of a symbol


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted error as a line, and mean errors of each dimension as open symbols."""
    runs = tables.runs("double_descent", model="features", target="linear")
    law = tables.theory("double_descent", target="linear")
    law = law.drop_duplicates(["lam", "ratio"]).sort_values("ratio")
    sizes = tables.values("double_descent", "d")
    dimensions = plot.unordered("d", {d: f"$d = {d}$" for d in sizes})
    hidden, ridges = 0, tables.values("double_descent", "lam")
    for ax, lam in zip(figure.panels(1, len(ridges), height=2.3), ridges, strict=True):
        top = _TOPS[lam > 0]
        curve = law[law["lam"] == lam]
        plot.theory(ax, curve, "ratio", "test", label="prediction", poles=[] if lam else [1.0])
        found = runs[runs["lam"] == lam].groupby(["d", "ratio"])["test"]
        errors = found.agg(["mean", "sem", "count"]).reset_index()
        seen = errors[errors["mean"] + errors["sem"] < top]
        hidden += len(errors) - len(seen)
        _symbols(ax, seen, dimensions)
        ax.set(xlabel=r"$\psi_1/\psi_2 = N/n$", xlim=_XLIM, ylim=(0, top))
        ax.set(ylabel=_LABELS[lam > 0], title=_TITLES.get(lam, rf"$\lambda = {lam:g}$"))
        ax.axvline(1.0, color=plot.GREY, linestyle=":", linewidth=0.6, zorder=1)
        if not lam:
            plot.pole(ax, 1.0)
    figure.say(**_minima(law), hidden=hidden, seeds=int(runs.groupby("d")["seed"].nunique().min()))
    figure.say(largest=sizes[-1])


def _symbols(ax: Axes, errors: pd.DataFrame, dimensions: plot.Hue) -> None:
    """Draw means and their standard errors over the line; symbols are open, as they lie on one
    another.
    """
    sheet = plot.sheet_of(ax)
    for d, own in dimensions.split(errors):
        x, y, spread = (own[name].to_numpy() for name in ("ratio", "mean", "sem"))
        name, colour, marker = dimensions.names[d], dimensions.colours[d], dimensions.markers[d]
        ax.errorbar(
            x,
            y,
            yerr=np.nan_to_num(spread),
            fmt=marker,
            color=colour,
            markerfacecolor="none",
            markeredgecolor=colour,
            markersize=_SIZE * mpl.rcParams["lines.markersize"] * SIZES.get(marker, 1.0),
            elinewidth=mpl.rcParams["lines.markeredgewidth"],
            zorder=6,
        )
        ends = {"low": y - spread, "high": y + spread, "seeds": own["count"].to_numpy()}
        kind = "mean and standard error"
        sheet.record(ax, name, "simulation", x=x, y=y, **ends, diverged=0, kind=kind)
        sheet.name(plot.Entry(ax, name, "simulation", colour, marker, hollow=True))


def _minima(law: pd.DataFrame) -> dict[str, float | None]:
    """Return the first minimum without a ridge, the error of the widest network, and the bump that
    the smallest ridge leaves, None where there is no ridge.
    """
    without = law[law["lam"] == 0]
    first = without[without["ratio"] < 1]["test"].min()
    last = without[without["ratio"] <= _XLIM[1]].iloc[-1]
    ridged = law[law["lam"] > 0]
    ridged = ridged[ridged["lam"] == ridged["lam"].min()]
    bump = ridged[ridged["ratio"].between(0.8, 1.2)]["test"].max() if len(ridged) else None
    return {"first": first, "last": last["test"], "wide": last["ratio"], "bump": bump}
