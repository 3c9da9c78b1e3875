"""Double descent."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import SPAN, beyond, features_axis
from feature_learning.plotting import Sheet, Tables

_CLAIMS = {0.0: "ridgeless", 1e-3: "ridge"}  # on the test error, by ridge
_RIDGES = plot.unordered("lam", {0.0: "no ridge", 1e-3: r"$\lambda = 0.001$"})
_LEAST = {"test": 0.05, "train": 3e-5}  # the bottoms of the axes
_FRAMES = 60


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors without and with a ridge on one axis, and training errors, against N/n."""
    test, train = _panels(figure)
    law, errors = _law(tables), _errors(tables)
    away = errors[(errors["lam"] > 0) | (errors["ratio"] != 1)]
    for ax, value in ((test, "test"), (train, "train")):
        # Without a ridge the training error ends at N = n.
        seen = law[law[value] > _LEAST[value]]
        points = away[(away["quantity"] == value) & (away["estimate"] > _LEAST[value])]
        plot.theory(ax, seen, "ratio", value, _RIDGES, poles=[1.0], kinks=value == "train")
        plot.simulation(ax, points, "ratio", _RIDGES)
    without = law[law["lam"] == 0]
    first = without[without["ratio"] < 1]["test"].min()
    plot.level(test, first, "first minimum", at=0.99)
    of_test = away[away["quantity"] == "test"]
    bands = [plot.Band(figure.region(claim), of=lam) for lam, claim in _CLAIMS.items()]
    plot.residual(test, of_test, law, "ratio", "test", _RIDGES, bands=bands)
    points = of_test[of_test["lam"] == 0]
    curve = law[law["lam"] == 0]
    figure.say(beyond=beyond(points, curve, "ratio", "test", "$N/n =$", bands[0].region))
    train.annotate(
        "no ridge: 0 from\nhere on",
        (1.0, 0.02),
        (-3, 0),
        xycoords=train.get_xaxis_transform(),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=plot.written(_RIDGES.colours[0.0]),
    )
    widest = without[without["ratio"] <= SPAN[1]].iloc[-1]
    near = law[(law["lam"] > 0) & law["ratio"].between(0.8, 1.2)]
    figure.say(
        below=1 - widest["test"] / first,
        wide=f"{widest['ratio']:.1f}",
        d=tables.values("double_descent", "d")[-1],
        bump=near["test"].max(),
    )


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let the width grow: both errors are drawn as far as it has come."""
    test, train = _panels(figure)
    law, errors = _law(tables), _errors(tables)
    drawn = []
    for ax, value in ((test, "test"), (train, "train")):
        for lam, part in _RIDGES.split(law):
            own = errors[(errors["quantity"] == value) & (errors["lam"] == lam)]
            colour = _RIDGES.colours[lam]
            (dots,) = ax.plot([], [], "o", color=colour, markeredgewidth=0)
            (line,) = ax.plot([], [], color=plot.darker(colour), zorder=5)
            name = _RIDGES.names[lam]
            figure.record(ax, name, "theory", x=part["ratio"], y=part[value])
            figure.name(plot.Entry(ax, name, "theory", colour))
            drawn.append((line, part[["ratio", value]], dots, own[["ratio", "estimate"]]))
    (front,) = test.plot([], [], color="0.5", linewidth=0.5)
    for width in np.geomspace(*SPAN, _FRAMES):
        for line, curve, dots, own in drawn:
            line.set_data(*curve[curve["ratio"] <= width].to_numpy().T)
            dots.set_data(*own[own["ratio"] <= width].to_numpy().T)
        front.set_data([width, width], test.get_ylim())
        yield


def _panels(figure: Sheet) -> list[Axes]:
    """Return the panels of both errors, their axes set."""
    test, train = figure.hero(1, share=0.62, height=2.5)
    for ax, name, limits in (
        (test, "test error", (_LEAST["test"], 12)),
        (train, "training error", (_LEAST["train"], 1.5)),
    ):
        plot.logarithmic(ax, "y")
        features_axis(ax)
        ax.set(ylabel=name, xlim=SPAN, ylim=limits)
    test.set_title("Test error")
    train.set_title("Training error")
    plot.pole(test, 1.0)
    return [test, train]


def _law(tables: Tables) -> pd.DataFrame:
    """Return the theory in the limit, which is within a line's width of that at each d."""
    found = tables.theory("double_descent", target="linear")
    return found.drop_duplicates(["lam", "ratio"]).sort_values("ratio")


def _errors(tables: Tables) -> pd.DataFrame:
    """Return medians without a ridge, where the mean is infinite, and geometric means with one."""
    largest = tables.values("double_descent", "d")[-1]
    runs = tables.runs("double_descent", model="features", target="linear", d=largest)
    values, by = ["test", "train"], ["lam", "ratio"]
    ridgeless = plot.estimates(runs[runs["lam"] == 0], values, by, "median")
    return pd.concat([ridgeless, plot.estimates(runs[runs["lam"] > 0], values, by, "log")])
