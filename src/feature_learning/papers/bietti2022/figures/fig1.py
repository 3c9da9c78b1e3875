"""Overlap, recovery and excess risk against the sample size."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, level, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics import intervals

_RECOVERED = 0.9


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three rows, one column per exponent: mean overlaps, recovery fractions, excess risks."""
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    exponents, dimensions = sorted(runs["s"].unique()), sorted(runs["d"].unique())
    axes = figure.panels(3, len(exponents), height=2.05)
    rows = [axes[start : start + len(exponents)] for start in range(0, len(axes), len(exponents))]
    for top, middle, bottom, s in zip(*rows, exponents, strict=True):
        for ax, name in ((top, "overlap"), (middle, "recovered"), (bottom, "excess risk")):
            ax.set_title(f"{name}, s = {s}")
            ax.set_xscale("log")
        most = runs["n"].max()
        for series, d in enumerate(dimensions):
            own = runs[(runs["s"] == s) & (runs["d"] == d)]
            expected = law[(law["s"] == s) & (law["d"] == d)].iloc[0]
            color, marker = SERIES[series]
            simulation(top, own, "n", "overlap", label=f"d = {d}", series=series, joined=True)
            limit = own.groupby("seed")["limit"].first().mean()
            top.plot([most * 1.25, most * 1.9], [limit, limit], color=color, linewidth=2.2, label=rf"_n = $\infty$, d = {d}")
            figure.record(top, f"n = infinity, d = {d}", "theory", x=[np.inf], y=[limit])
            top.axhline(expected["chance"], color=color, linestyle=":", linewidth=0.8)
            if expected["needed"] <= most:
                mark(top, [expected["needed"]])
            sizes = sorted(own["n"].unique())
            shares = [intervals.fraction(own[own["n"] == n]["overlap"].to_numpy() > _RECOVERED) for n in sizes]
            at = np.array(sizes) * (1 + 0.08 * series)
            ends = np.array([[share.estimate - share.low, share.high - share.estimate] for share in shares]).T
            ends = np.where(np.isfinite(ends), np.maximum(ends, 0), 0)
            values = [share.estimate for share in shares]
            middle.errorbar(
                at, values, yerr=ends, color=color, marker=marker, markersize=4, markerfacecolor="white", linewidth=0.7, elinewidth=0.8
            )
            figure.record(
                middle, f"d = {d}", "simulation", x=sizes, y=values, low=[one.low for one in shares], high=[one.high for one in shares]
            )
            simulation(bottom, own, "n", "refit", label=f"d = {d}, fresh", series=series)
            same = own.groupby("n")["same"].mean()
            bottom.plot(same.index, same, color=color, linestyle="--", linewidth=0.8, label=f"d = {d}, same")
            figure.record(bottom, f"d = {d}, same", "simulation", x=same.index.to_numpy(), y=same.to_numpy())
            mean = own.groupby("n", as_index=False)["predicted"].mean()
            theory(bottom, mean, "n", "predicted", label=r"R(|m|)" if series == 0 else f"_R {d}")
        level(bottom, float(expected["null"]), label="null risk")
        floors = runs[runs["s"] == s].groupby("seed")["floor"].first()
        low, half, high = floors.quantile([0.25, 0.5, 0.75])
        level(bottom, float(half), label="floor R(1)", dash=1)
        bottom.axhspan(low, high, color="0.85", zorder=0)
        bottom.set_yscale("log")
        bottom.set_ylim(2e-4, 1)
        bottom.set_xlabel("n")
        top.set_ylim(0, 1.05)
        middle.set_ylim(-0.03, 1.03)
    rows[0][0].set_ylabel(r"$|\langle\theta, \theta^*\rangle|$")
    rows[1][0].set_ylabel("share of runs above 0.9")
    rows[2][0].set_ylabel("excess risk")
    rows[0][-1].legend(loc="upper left")
    handles, labels = rows[2][-1].get_legend_handles_labels()
    rows[2][-1].legend(handles, labels, loc="center", ncols=2, fontsize=5.5)
    letter(axes)
