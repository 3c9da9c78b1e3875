"""Flow on the sphere: the population flow, its end, and the flow on samples."""

import math

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet

_CONVENTIONS = {"unit-norm": r"norm 1", "added": r"$I + \theta\beta\beta^T$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw paths for two strengths, limits for both conventions, and the simulation."""
    axes = figure.panels(2, 2, height=2.6)
    for ax, gamma2 in zip(axes, sorted(tables.theory("spherical_paths")["gamma2"].unique()), strict=False):
        _paths(ax, tables.theory("spherical_paths", gamma2=gamma2), gamma2)
    axes[0].set_ylabel(r"$m$ (sphere), $\omega$ (whitened)")
    axes[1].legend(loc="lower right", ncols=2)
    _limits(axes[2], figure, tables)
    _samples(axes[3], tables)
    letter(axes)


def _paths(ax: Axes, frame: pd.DataFrame, gamma2: float) -> None:
    ax.set_title(rf"$k$ = 4, $\gamma_2$ = {gamma2:g}")
    for number, (_, row) in enumerate(frame.sort_values("d").iterrows()):
        d = f"$10^{{{round(math.log10(row['d']))}}}$"
        theory(
            ax, pd.DataFrame({"t": row["white_times"], "y": row["omega"]}), "t", "y", label=f"_whitened, d = {d}", dash=number, color="0.6"
        )
        theory(ax, pd.DataFrame({"t": row["times"], "y": row["m"]}), "t", "y", label=f"$d$ = {d}", dash=number)
    ax.set_xscale("symlog", linthresh=1)
    ax.set_xlim(0, None)
    ax.set_yscale("log")
    ax.set_ylim(1e-5, 2)
    ax.set_xlabel("time")


def _limits(ax: Axes, figure: Sheet, tables: Tables) -> None:
    ax.set_title("where the flow on the sphere ends")
    frame = tables.theory("spherical_limit")
    for number, k in enumerate(sorted(frame["k"].unique())):
        for dash, d in enumerate(sorted(frame["d"].unique(), reverse=True)):
            own = frame[(frame["k"] == k) & (frame["d"] == d) & (frame["convention"] == "unit-norm")]
            power = round(math.log10(d))
            theory(ax, own, "gamma2", "limit", label=f"$k$ = {k}, $d = 10^{{{power}}}$", dash=dash, color=SERIES[number][0])
    thresholds = tables.theory("spherical_threshold", convention="unit-norm")
    for number, (_, own) in enumerate(thresholds[thresholds["d"].isin(frame["d"].unique())].groupby("k")):
        ax.plot(own["threshold"], [0.0] * len(own), linestyle="none", marker="|", markersize=9, color=SERIES[number][0], zorder=4)
        figure.record(ax, "threshold, k = " + str(own["k"].iloc[0]), "theory", x=own["threshold"].to_numpy(), y=own["d"].to_numpy())
    added = frame[(frame["convention"] == "added") & (frame["d"] == frame["d"].max())]
    theory(ax, added[added["k"] == added["k"].min()], "gamma2", "limit", label=_CONVENTIONS["added"])
    mark(ax, [1 - 1 / (k - 1) for k in sorted(frame["k"].unique())])
    ax.set_ylim(-0.01, 0.2)
    ax.set_xlabel(r"$\gamma_2$")
    ax.set_ylabel("final $m$")
    ax.legend(loc="upper left")


def _samples(ax: Axes, tables: Tables) -> None:
    runs, predicted = tables.runs("spherical_flow"), tables.theory("spherical_flow")
    ax.set_title("$k$ = 2, samples")
    labels = {"whitened": r"$\omega$, whitened", "overlap": r"$\omega$, sphere", "m": "$m$, sphere"}
    for series, (value, label) in enumerate(labels.items()):
        theory(ax, predicted, "gamma2", value, label=f"theory, {label}", dash=series)
        simulation(ax, runs, "gamma2", value, label=label, series=series)
    ax.set_ylim(0, 1.05)
    ax.set_xlabel(r"$\gamma_2$")
    ax.set_ylabel("at the end")
    handles, names = ax.get_legend_handles_labels()
    kept = [number for number, name in enumerate(names) if not name.startswith("theory")]
    ax.legend([handles[i] for i in kept], [names[i] for i in kept], loc="center right", bbox_to_anchor=(1.0, 0.68))
