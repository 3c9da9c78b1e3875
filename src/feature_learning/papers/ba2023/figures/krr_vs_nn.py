"""Kernel ridge regression (top) and a network after one step (bottom), each at its best ridge.

The talk's slide has two rows of three panels, and so has the figure: a panel is compared with the
one below it.
"""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.best import best_risks, predicted_best
from feature_learning.papers.ba2023.shared.panels import GAMMA
from feature_learning.plotting import Sheet, Tables

_NAMES = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_DEGREES = {"he1-he4": (1, 4), "he2-he4": (2, 4), "he2-he3": (2, 3)}  # lowest and highest
_METHODS = {"kernel": "kernel", "network": "network, one step"}
# Two series of equal names would share one place: these differ by a space that is not drawn.
_SIZES = {"kernel": "$d = {}$", "network": "$d ={}$"}
_NONE, _BREAK = -0.3, -0.14  # where the runs without a spike are drawn, and the axis is broken
_LEAST = 2e-3
_SPOKEN = 0.6


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk of both methods for three targets, a curve for each d."""
    axes = figure.panels(2, 3, height=1.75, sharex=True, sharey=True)
    for number, method in enumerate(_METHODS):
        for ax, target in zip(axes[3 * number :], _NAMES, strict=False):
            _risks(ax, tables, method, target)
            lowest, highest = _DEGREES[target]
            edge, name = (
                (1 - 1 / highest, "limit: 0")
                if method == "kernel"
                else (1 - 1 / lowest, "sufficient")
            )
            plot.regimes(ax, [-1.0, edge], ["", "", name])
            ax.set_title(f"{_METHODS[method]}: {_NAMES[target]}")
    plot.logarithmic(axes[0], "y")
    axes[0].set(ylim=(_LEAST, None), xlim=(-0.46, 1.03))
    axes[0].set_xticks([_NONE, 0, 0.25, 0.5, 0.75, 1], ["no spike", "0", "", "0.5", "", "1"])
    for ax in axes:
        ax.set(xlabel=GAMMA, ylabel="risk at the best ridge")
        _broken(ax)
    _say(tables, figure)


def _risks(ax: Axes, tables: Tables, method: str, target: str) -> None:
    sizes = tables.values("comparison", "d")
    hue = plot.ordered("d", sizes, _SIZES[method], palette=method)
    pca = predicted_best(tables, "pca", target)
    pca = pca[(pca["d"] == sizes[-1]) & (pca["gamma"] >= 0)]
    plot.theory(
        ax, pca, "gamma", "risk", label="PCA + fitting", colour=plot.METHODS["linear"], thin=True
    )
    if method == "kernel":
        predicted = predicted_best(tables, "kernel", target)
        plot.theory(ax, predicted[predicted["gamma"] >= 0], "gamma", "risk", hue)
        limit = tables.theory("comparison", method="limit", target=target, d=sizes[-1])
        limit = limit[limit["risk"] > 0]
        plot.theory(ax, limit, "gamma", "risk", label=r"kernel, $d \to \infty$", kinks=True)
    for d in sizes:
        runs = best_risks(tables, method, target, d).assign(d=d)
        runs = runs.assign(gamma=runs["gamma"].clip(lower=_NONE))
        means = plot.estimates(runs, "risk", ["d", "gamma"], "log")
        spiked = means["gamma"] > _NONE
        plot.simulation(ax, means[spiked], "gamma", hue, join=method == "network")
        plot.simulation(ax, means[~spiked], "gamma", hue)


def _say(tables: Tables, figure: Sheet) -> None:
    d = tables.values("comparison", "d")[-1]

    def mean(method: str, target: str) -> float:
        runs = best_risks(tables, method, target, d)
        return float(runs.loc[runs["gamma"] == _SPOKEN, "risk"].mean())

    figure.say(d=d, n=round(2 * d))
    for target, letter in zip(_NAMES, "xyz", strict=True):
        kernel, network = mean("kernel", target), mean("network", target)
        figure.say(**{f"kernel_{letter}": kernel, f"network_{letter}": network})


def _broken(ax: Axes) -> None:
    """Break the x axis between no spike and the weakest."""
    for place in (_BREAK - 0.012, _BREAK + 0.012):
        ax.plot(
            [place],
            [0],
            marker=[(-1, -2), (1, 2)],
            markersize=6 * ax.figure.target.type,  # type: ignore[union-attr]
            color="black",
            transform=ax.get_xaxis_transform(),
            clip_on=False,
        )
