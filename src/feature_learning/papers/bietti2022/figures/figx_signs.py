"""The share of inits that recover with signs as drawn and with forced ones."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_SERIES = plot.unordered(
    "series",
    {
        "forced": r"sign set right, infinite $n$",
        "drawn": r"as drawn, infinite $n$",
        "forced-sampled": "sign set right, $n = 3000$",
        "drawn-sampled": "as drawn, $n = 3000$",
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the shares against s, at the smallest d."""
    (ax,) = figure.panels(height=2.3)
    curves, free, sampled = (
        tables.runs(name, d=tables.values(name, "d")[0])
        for name in ("learning_curves", "signs", "signs_sampled")
    )
    infinite = curves[curves["n"] == curves.groupby("s")["n"].transform("max")]
    parts = {
        "forced": infinite.assign(overlap=infinite["limit"]),
        "drawn": free[~free["force_signs"]],
        "forced-sampled": curves[curves["n"] == sampled["n"].iloc[0]],
        "drawn-sampled": sampled,
    }
    shares = pd.concat([recovered(part, "s").assign(series=name) for name, part in parts.items()])
    means = plot.estimates(shares, "recovered", ["series", "s"], "logit")
    plot.simulation(ax, means, "s", _SERIES, dodge=7.0)
    plot.level(ax, 0.49, "$0.49$")
    ax.set(
        xlabel="information exponent $s$",
        ylabel="share of inits that recover",
        xticks=sorted(shares["s"].unique()),
        xlim=(0.6, shares["s"].max() + 0.4),
        ylim=(0, 1.04),
    )
