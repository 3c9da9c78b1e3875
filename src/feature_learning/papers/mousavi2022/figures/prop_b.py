"""The exponent of the orthogonal part by weight decay."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, late_slopes
from feature_learning.plotting import Sheet, Tables

_MEETING = 0.25  # the decay at which two rates meet
_TICK, _NAMED = 0.035, 0.1  # half the width of a tick, and the decay at which they are named
_WINDOW = "predicted curves, same window"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponent of the orthogonal part, and the part itself."""
    exponent, time = figure.hero(1, share=0.58, height=2.7)
    runs = tables.runs("decay")
    later = runs[runs["t_over_d"] > 0]
    decays = plot.ordered("decay", runs["decay"], r"$\lambda = {:g}$", palette="flare")
    sizes = plot.estimates(later, "perp", ["decay", "t_over_d"], "log")
    plot.simulation(time, sizes, "t_over_d", decays, join=True)
    plot.logarithmic(time)
    time.set(title="Orthogonal part", xlabel="steps per dimension $t/d$")
    time.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")

    law, name = tables.theory("decay"), r"$-\min(2\lambda, 1/2)$"
    plot.theory(exponent, law, "decay", "exponent", label=name, kinks=True)
    named = exponent.annotate(name, (1.5, -0.5), (0, -4), textcoords="offset points")
    named.set(ha="center", va="top")
    offset = tables.value("decay", "step_offset")
    found = _slopes(later, offset, "perp")
    plot.simulation(exponent, found, "decay", decays)
    exponent.set(title="Exponent in time", xlabel=r"weight decay $\lambda$")
    exponent.set_ylabel("exponent of $t$")
    measured = found.set_index("decay")["estimate"]
    known = _slopes(later, offset, "predicted_perp")
    _ticks(exponent, known)
    finite = known.set_index("decay")["estimate"]
    apart = (measured - finite).abs()
    rows = found.set_index("decay")
    missed = rows.index[plot.excludes(rows, finite)]
    off = measured - np.interp(measured.index, law["decay"], law["exponent"])
    figure.say(
        meeting=measured.get(_MEETING, np.nan),
        predicted=finite.get(_MEETING, np.nan),
        apart=apart.max(),
        d=int(runs["d"].max()),
        width=int(runs["width"].max()),
        below=off[off.index < _MEETING].abs().max(),
        above=off[off.index > _MEETING].abs().max(),
        size=sizes.loc[sizes["decay"] == 0, "estimate"].iloc[-1],
        offset=offset,
        missed=", ".join(f"{decay:g}" for decay in missed) or "no value",
    )


def _ticks(ax: Axes, known: pd.DataFrame) -> None:
    """Draw the exponents of the predicted curves over the same window, with their intervals."""
    at, width = known["decay"].astype(float), 0.7 * mpl.rcParams["lines.linewidth"]
    ax.hlines(known["estimate"], at - _TICK, at + _TICK, color="0.3", linewidth=width, zorder=3.5)
    bounded = known[np.isfinite(known["low"]) & np.isfinite(known["high"])]
    ends = (bounded["decay"].astype(float), bounded["low"], bounded["high"])
    ax.vlines(*ends, color="0.3", linewidth=width, zorder=2.5)
    columns = {name: known[name].to_numpy() for name in ("low", "high", "seeds", "kind")}
    plot.sheet_of(ax).record(ax, _WINDOW, "theory", x=at, y=known["estimate"], **columns)
    named = known.iloc[int((at - _NAMED).abs().argmin())]
    place = (float(named["decay"]) + _TICK, float(named["estimate"]))
    ax.annotate(_WINDOW, place, (4, 0), textcoords="offset points", va="center", color="0.3")


def _slopes(later: pd.DataFrame, offset: float, value: str) -> pd.DataFrame:
    """Return estimates of the late exponents at each decay."""
    exponents = {
        decay: pd.Series(late_slopes(runs, FITTED_FROM["prop-b"], offset, value))
        for decay, runs in later.groupby("decay")
    }
    table = pd.DataFrame(exponents).rename_axis("seed").reset_index()
    return plot.estimates(
        table.melt("seed", var_name="decay", value_name="slope"), "slope", ["decay"]
    )
