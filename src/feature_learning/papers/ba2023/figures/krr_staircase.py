"""Risk of kernel ridge regression against the strength of the spike."""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.half_points import controlled_runs
from feature_learning.papers.ba2023.panels import dimensions, gamma_axis
from feature_learning.papers.ba2023.quantities import kernel_risk
from feature_learning.plotting import Sheet, Tables

_PAIR = "he1-he4"
_TRIPLE, _STEPS = "he1-he2-he6", ((0.0, 0.49), (0.5, 0.83))  # and the gammas of both steps
_BEFORE = -9.0  # an edge left of the panel: of the regimes, the first and every second is shaded
_LEFT = -0.1  # where panel b begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one wide step, and two."""
    pair, steps = figure.hero(1, share=0.58, height=2.9)
    _pair(pair, tables)
    _steps(steps, tables)
    top = max(ax.get_ylim()[1] for ax in (pair, steps))
    for ax in (pair, steps):
        ax.set_ylim(0, top)


def _pair(ax: Axes, tables: Tables) -> None:
    runs = controlled_runs(tables, "kernel_ridge", target=_PAIR)
    law = tables.theory("kernel_ridge", target=_PAIR)
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
    last = tables.theory("plateau").sort_values("d").iloc[-1]
    excesses = {"stays": last["risk"], "excess": last["limit"]}
    plot.sheet_of(ax).say(**{name: risk - last["printed"] for name, risk in excesses.items()})
    plot.sheet_of(ax).say(far=last["d"], gamma=last["gamma"])
    plot.sheet_of(ax).say(d=int(means["d"].max()))


def _steps(ax: Axes, tables: Tables) -> None:
    """Draw two wide steps, of which the second ends at gamma = 5/6."""
    risks = kernel_risk(tables, "two_steps").at(target=_TRIPLE)
    sizes, last = dimensions(risks.points["d"]), risks.points["gamma"].max()
    law = risks.prediction and risks.prediction.at(gamma=lambda gamma: gamma <= last)
    plot.quantity(ax, risks.predicted_by(law), "gamma", sizes)
    limits = tables.theory("two_steps", target=_TRIPLE).dropna(subset="limit")
    for (_, high), names in zip(_STEPS, ("$h_2, h_6$ left", "$h_6$ left"), strict=True):
        below = limits[limits["gamma"] <= high].sort_values("gamma")
        if len(below):
            plot.level(ax, float(below["limit"].iloc[-1]), names, at=0.02, below=True)
    plot.regimes(ax, [_BEFORE, 0, 0.5, 5 / 6], ["", "", "1", "1, 2", "all"])
    gamma_axis(ax, _LEFT)
    ax.set(title="$h_1 + h_2 + h_6$", ylabel="risk", ylim=(0, None))
