"""Risk of kernel ridge regression against the strength of the spike."""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.papers.ba2023.shared.rises import distances, kernel_runs
from feature_learning.plotting import Sheet, Tables

_PAIR = "he1-he4"
_LIMIT = r"limit, ridge $\propto \log d$"
_THREE, _SIZES = "mix", (1e4, 1e8, 1e12)
_MIDDLES = plot.unordered("case", {"fixed": "ridge 3", "growing": r"ridge $\log d$"})
_BEFORE = -9.0  # an edge left of the panel: of the regimes, the first and every second is shaded
_REGION = (-0.015, 0.015)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one wide step, two steps as they form, and the distance from the limit."""
    pair, steps, middle = figure.hero(2, share=0.56, height=3.6)
    _pair(pair, tables)
    _steps(steps, tables)
    _middle(middle, tables)
    top = max(ax.get_ylim()[1] for ax in (pair, steps))
    for ax in (pair, steps):
        ax.set_ylim(0, top)


def _pair(ax: Axes, tables: Tables) -> None:
    runs, law = kernel_runs(tables, target=_PAIR), tables.theory("kernel_ridge", target=_PAIR)
    sizes = dimensions(runs["d"])
    far = tables.theory("staircase", target=_PAIR)
    limit = far[far["d"] == far["d"].max()]
    plot.theory(ax, law, "gamma", "risk", sizes, ends=True)
    plot.theory(ax, limit, "gamma", "limit", label=_LIMIT, kinks=True)
    step = limit[limit["gamma"].between(0, 0.7)]["limit"]
    ax.annotate(_LIMIT, (0.02, float(step.max())), (0, -2), textcoords="offset points", va="top")
    means = plot.estimates(runs, "risk", ["d", "gamma"])
    plot.simulation(ax, means, "gamma", sizes)
    plot.regimes(ax, [_BEFORE, 0, 0.75], ["", "", "degree 1 learned", "1 and 4"])
    gamma_axis(ax, -0.3)
    ax.set(title="$h_1 + h_4$", ylabel="risk", ylim=(0, None))
    plot.residual(ax, means, law, "gamma", "risk", sizes, region=_REGION, relative=False)
    level = means[means["gamma"].between(0.5, 0.6) & (means["d"] == means["d"].max())]
    plot.sheet_of(ax).say(plateau=float(level["estimate"].mean()), d=int(means["d"].max()))


def _steps(ax: Axes, tables: Tables) -> None:
    law = tables.theory("staircase", target=_THREE)
    law = law[law["d"].isin(_SIZES)]
    sizes = dimensions(_SIZES)
    plot.theory(ax, law, "gamma", "risk", sizes)
    largest = law[law["d"] == law["d"].max()]
    plot.theory(ax, largest, "gamma", "limit", label="limit", kinks=True)
    plot.regimes(ax, [0.5, 2 / 3], ["1", "1, 2", "all"])
    gamma_axis(ax)
    ax.set(title=r"$h_1 + h_2 + h_3$, ridge $\log d$", ylabel="risk", ylim=(0, None))


def _middle(ax: Axes, tables: Tables) -> None:
    """Draw how far the risk is from its limit in the middle of a step, against d."""
    measured, predicted = distances(tables)
    plot.theory(ax, predicted[predicted["case"] == "growing"], "d", "distance", _MIDDLES)
    law = predicted[predicted["case"] == "fixed"].sort_values("d")
    at, fixed = law["d"], law["distance"]
    colour = plot.darker(_MIDDLES.colours["fixed"])
    ax.plot(at, fixed, "_", color=colour, zorder=5)  # a few, no curve
    plot.sheet_of(ax).record(ax, _MIDDLES.names["fixed"], "theory", x=at, y=fixed)
    plot.sheet_of(ax).say(stays=float(fixed.iloc[-1]), gamma=tables.value("plateau", "gamma"))
    plot.simulation(ax, plot.estimates(measured, "distance", ["d", "case"], "log"), "d", _MIDDLES)
    plot.logarithmic(ax)
    ax.set(
        title="$h_1 + h_4$: distance from the limit",
        xlabel="dimension $d$",
        ylabel="risk minus limit",
    )
