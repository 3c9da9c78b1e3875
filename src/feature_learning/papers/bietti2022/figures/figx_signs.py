"""How often the poster's flow finds the direction, and where it ends."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.panels import dimension_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_RUNS = plot.unordered(
    "run",
    {
        "flow": "the poster's flow",
        "drawn": "public code's schedule",
        "forced": "the same, signs set right",
    },
)
_PROMISED = 0.49  # of the theorem


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw shares at a pole in the top row and single ends in the bottom row, one column per s."""
    ends, code = flows(tables), _schedule(tables)
    exponents = sorted(ends["s"].unique())
    axes = figure.panels(2, len(exponents), sharex=True, sharey="row", height=1.8)
    hue = dimension_hue(ends)
    shares = pd.concat([ends.assign(run="flow", recovered=ends["pole"].astype(float)), code])
    columns = list(zip(exponents, axes[: len(exponents)], axes[len(exponents) :], strict=True))
    for s, top, bottom in columns:
        own = plot.estimates(shares[shares["s"] == s], "recovered", ["run", "d", "ratio"], "logit")
        plot.simulation(top, own, "ratio", _RUNS)
        plot.level(top, _PROMISED, f"${_PROMISED}$", at=0.02, below=True)
        top.set(title=f"$s = {s}$", ylabel="share at a pole", ylim=(-0.04, 1.04))
        plot.runs(bottom, ends[ends["s"] == s], "ratio", "overlap", hue, alpha=0.5)
        bottom.set(ylabel="end $|m|$", ylim=(-0.04, 1.04))
        for ax in (top, bottom):
            plot.logarithmic(ax, "x")
            ax.set(xlabel="samples over the theorem's")
    most = ends[ends["ratio"].round(2) == 10]
    for s, share in most.groupby("s")["pole"].mean().items():
        figure.say(**{f"share_{s}": share})
    figure.say(runs=ends["seed"].nunique())


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
