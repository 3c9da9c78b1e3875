"""How often the poster's flow finds the direction, beside the public code's schedule."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.intervals import fraction

_RUNS = plot.unordered(
    "run", {"drawn": "code's schedule", "forced": "... signs set right", "flow": "poster's flow"}
)
_PROMISED = 0.49  # of the theorem


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the flow's shares at a pole against n by s, and beside them those of the schedule."""
    found, compared = figure.hero(1, share=0.58, height=2.5)
    ends = flows(tables)
    ends = ends[ends["d"] == ends["d"].min()].assign(found=ends["pole"].astype(float))
    hue = exponent_hue(ends)
    shares = plot.estimates(ends, "found", ["s", "ratio"], "fraction")
    found.axhspan(-0.04, _PROMISED, color=plot.GREY, alpha=0.12, linewidth=0)
    plot.simulation(found, shares, "ratio", hue, join=True)
    plot.level(found, _PROMISED, f"theorem: {_PROMISED:g}")
    plot.logarithmic(found, "x")
    found.set(
        title=f"The poster's flow, $d = {ends['d'].min()}$",
        xlabel="samples over the theorem's",
        ylabel="share of runs at a pole",
        ylim=(-0.04, 1.04),
    )
    _compared(compared, tables, ends)
    most = ends[ends["ratio"].round(2) == 10]
    for s, share in most.groupby("s")["pole"].mean().items():
        figure.say(**{f"share_{s}": share})
    figure.say(runs=ends["seed"].nunique())


def _compared(ax: Axes, tables: Tables, ends: pd.DataFrame) -> None:
    """Draw the share of each run for each s, next to the schedule's sample size."""
    code = _schedule(tables)
    code = code[code["d"] == ends["d"].min()]
    size = code["n"].iloc[0]
    nearest = ends.assign(off=(ends["n"] - size).abs())
    nearest = nearest[nearest["off"] == nearest.groupby("s")["off"].transform("min")]
    flow = nearest.assign(run="flow", recovered=nearest["found"])
    rows = plot.estimates(pd.concat([flow, code]), "recovered", ["run", "s"], "logit")
    agreed = rows["estimate"].isin((0.0, 1.0))  # no scatter between seeds: as for single runs
    known = rows.loc[agreed, ["seeds", "estimate"]].to_numpy(dtype=float)
    exact = [fraction(np.full(int(seeds), share)) for seeds, share in known]
    rows.loc[agreed, ["low", "high"]] = [[one.low, one.high] for one in exact]
    plot.simulation(ax, rows, "s", _RUNS, dodge=8)
    ax.axhspan(-0.04, _PROMISED, color=plot.GREY, alpha=0.12, linewidth=0)
    plot.level(ax, _PROMISED, "")
    exponents = sorted(rows["s"].unique())
    ax.set_xticks(exponents, [f"{s}" for s in exponents])
    ax.set(
        title=f"Near $n = {size}$",
        xlabel="information exponent $s$",
        ylabel="share of runs at a pole",
        xlim=(exponents[0] - 0.5, exponents[-1] + 0.5),
        ylim=(-0.04, 1.04),
    )


def _schedule(tables: Tables) -> pd.DataFrame:
    """Return the shares of single inits that recover under the public code's schedule, with signs
    as drawn, and set right, where both are known.
    """
    needed = tables.theory("learning_curves").set_index(["s", "d"])["needed"]
    drawn, forced = tables.runs("signs_sampled"), tables.runs("learning_curves")
    size = int(drawn["n"].iloc[0])
    forced = forced[(forced["n"] == size) & forced["d"].isin(drawn["d"])]
    parts = [
        recovered(runs, "s", "d").assign(run=name, n=size)
        for name, runs in (("drawn", drawn), ("forced", forced))
    ]
    table = pd.concat(parts).join(needed, on=["s", "d"], how="inner")
    return table.assign(ratio=table["n"] / table["needed"])
