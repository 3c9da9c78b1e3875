"""How many inits recover with signs as drawn and with forced ones."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet

_SERIES = unordered(
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
    curves = tables.runs("learning_curves")
    curves = curves[curves["d"] == curves["d"].min()]
    infinite = curves[curves["n"] == curves.groupby("s")["n"].transform("max")].assign(overlap=curves["limit"])
    free = tables.runs("signs", force_signs=False)
    sampled = tables.runs("signs_sampled")
    parts = {
        "forced": infinite,
        "drawn": free[free["d"] == free["d"].min()],
        "forced-sampled": curves[curves["n"] == sampled["n"].iloc[0]],
        "drawn-sampled": sampled[sampled["d"] == sampled["d"].min()],
    }
    found = pd.concat([_of_seeds(part).assign(series=name) for name, part in parts.items()])
    simulation(ax, estimates(found, "found", ["series", "s"], "logit"), "s", _SERIES, dodge=7.0)
    level(ax, 0.49, "$0.49$")
    ax.set(xlabel="information exponent $s$", ylabel="share of inits that recover", xticks=sorted(found["s"].unique()), ylim=(0, 1.04))
    ax.set_xlim(0.6, found["s"].max() + 0.4)


def _of_seeds(runs: pd.DataFrame) -> pd.DataFrame:
    """Return each seed's share of inits that recover: they may share a sample."""
    found = runs.assign(found=(runs["overlap"] > RECOVERED).astype(float))
    return found.groupby(["s", "seed"], as_index=False).agg(found=("found", "mean"))
