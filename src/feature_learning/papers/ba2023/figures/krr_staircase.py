"""Risk of kernel ridge regression against the strength of the spike."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.papers.ba2023.shared.rises import kernel_runs
from feature_learning.plotting import Sheet, Tables

_PAIR = "he1-he4"
_THREE, _SIZES = "mix", (1e4, 1e8, 1e12)
_BEFORE = -9.0  # an edge left of the panel: of the regimes, the first and every second is shaded
_STEP, _LEFT = 0.55, -0.1  # gamma on the wide step, and where panel b begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one wide step, and two steps as they form."""
    pair, steps = figure.hero(1, share=0.58, height=2.9)
    _pair(pair, tables)
    _steps(steps, tables)
    top = max(ax.get_ylim()[1] for ax in (pair, steps))
    for ax in (pair, steps):
        ax.set_ylim(0, top)


def _pair(ax: Axes, tables: Tables) -> None:
    runs, law = kernel_runs(tables, target=_PAIR), tables.theory("kernel_ridge", target=_PAIR)
    sizes = dimensions(runs["d"])
    plot.theory(ax, law, "gamma", "risk", sizes)
    plot.level(ax, 0.5, "$h_4$ alone is left", at=0.02, below=True)
    means = plot.estimates(runs, "risk", ["d", "gamma"])
    plot.simulation(ax, means, "gamma", sizes)
    plot.regimes(ax, [_BEFORE, 0, 0.75], ["", "", "degree 1 learned", "1 and 4"])
    gamma_axis(ax, -0.3)
    ax.set(title="$h_1 + h_4$", ylabel="risk", ylim=(0, None))
    bands = [plot.Band(plot.sheet_of(ax).region("finite-n"))]
    plot.residual(ax, means, law, "gamma", "risk", sizes, bands=bands, relative=False)
    largest = means[means["d"] == means["d"].max()].sort_values("gamma")
    step = largest.loc[(largest["gamma"] - _STEP).abs().idxmin()]
    plot.sheet_of(ax).say(plateau=step["estimate"], at=step["gamma"], d=int(step["d"]))
    plot.sheet_of(ax).say(start=means.sort_values("gamma")["estimate"].iloc[0])
    last = tables.theory("plateau").sort_values("d").iloc[-1]
    plot.sheet_of(ax).say(stays=last["risk"] - last["limit"], far=last["d"], gamma=last["gamma"])


def _steps(ax: Axes, tables: Tables) -> None:
    law = tables.theory("staircase", target=_THREE)
    law = law[law["d"].isin(_SIZES)]
    sizes = dimensions(_SIZES)
    plot.theory(ax, law, "gamma", "risk", sizes)
    before = pd.DataFrame({"gamma": [_LEFT, -1e-9], "limit": 1.0})  # no step is taken yet
    limit = pd.concat([before, law[law["d"] == law["d"].max()]])
    plot.theory(ax, limit, "gamma", "limit", label="limit", kinks=True)
    plot.regimes(ax, [_BEFORE, 0, 0.5, 2 / 3], ["", "", "degree 1", "1, 2", "all"])
    gamma_axis(ax, _LEFT)
    ax.set(title=r"$h_1 + h_2 + h_3$, ridge $\log d$", ylabel="risk", ylim=(0, None))
