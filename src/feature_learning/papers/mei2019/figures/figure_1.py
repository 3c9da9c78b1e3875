"""Double descent: test errors without and with a ridge in two linear frames."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {0.0: "No ridge", 1e-3: r"$\lambda = 10^{-3}$"}
_XLIM, _TOP = (0.0, 4.2), 2.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted error as a line, and the errors of each dimension as symbols."""
    runs = tables.runs("double_descent", model="features", target="linear")
    law = tables.theory("double_descent", target="linear")
    law = law.drop_duplicates(["lam", "ratio"]).sort_values("ratio")
    sizes = tables.values("double_descent", "d")
    dimensions = plot.unordered("d", {d: f"$d = {d}$" for d in sizes})
    hidden = 0
    for ax, lam in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.3):
        curve = law[law["lam"] == lam]
        plot.theory(ax, curve, "ratio", "test", label="prediction", poles=[] if lam else [1.0])
        own = runs[runs["lam"] == lam]
        # Without a ridge the error has no mean.
        errors = plot.estimates(own, "test", ["d", "ratio"], "linear" if lam else "median")
        ends = errors[["estimate", "high"]].replace(np.inf, np.nan)  # of too few seeds
        seen = errors[ends.max(axis=1) < _TOP]
        hidden += len(errors) - len(seen)
        plot.simulation(ax, seen, "ratio", dimensions)
        ax.set(xlabel=r"$\psi_1/\psi_2 = N/n$", xlim=_XLIM, ylim=(0, _TOP))
        ax.axvline(1.0, color=plot.GREY, linestyle=":", linewidth=0.6, zorder=1)
        if not lam:
            ax.set_ylabel("test error")
            plot.pole(ax, 1.0)
    figure.say(**_minima(law), hidden=hidden, seeds=runs.groupby("d")["seed"].nunique().min())
    figure.say(gap=_gap(runs, law, sizes[-1]), largest=sizes[-1])


def _minima(law: pd.DataFrame) -> dict[str, float]:
    """Return the first minimum without a ridge, the error of the widest network, and the bump that
    the ridge leaves.
    """
    without = law[law["lam"] == 0]
    first = without[without["ratio"] < 1]["test"].min()
    last = without[without["ratio"] <= _XLIM[1]].iloc[-1]
    bump = law[(law["lam"] > 0) & law["ratio"].between(0.8, 1.2)]["test"].max()
    return {"first": first, "last": last["test"], "wide": last["ratio"], "bump": bump}


def _gap(runs: pd.DataFrame, law: pd.DataFrame, d: int) -> float:
    """Return by how much the errors with a ridge differ at most from the prediction, relative to
    it.
    """
    own = runs[(runs["d"] == d) & (runs["lam"] > 0)].groupby("ratio")["test"].mean()
    predicted = law[law["lam"] > 0].set_index("ratio")["test"].reindex(own.index)
    return float((own / predicted - 1).abs().max())
