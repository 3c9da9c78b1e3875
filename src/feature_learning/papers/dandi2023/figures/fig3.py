"""Learning curves: one step beside the authors' picture, and later steps."""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.plotting import Sheet, Tables

_TRAINED = plot.ordered("time", range(1, 7), "$T = {}$", "network")
_STEPS = plot.Hue(
    "time",
    {0: plot.METHODS["random features"], **_TRAINED.colours},
    {0: "random features", **_TRAINED.names},
    dict.fromkeys(range(7), "o"),
)
_TARGETS = {"quartic": "Equal links", "notebook-2": "Staircase"}
_LARGEST = 1.75  # log n/log d; with this step size some later steps overshoot beyond


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors against log n/log d: ours beside the picture's above, later steps below."""
    axes = figure.panels(2, 2, height=1.9, sharex=True)
    gaps = []
    for column, (target, title) in enumerate(_TARGETS.items()):
        above, below = axes[column], axes[2 + column]
        gaps.append(_beside_the_picture(above, tables, target))
        curves = tables.runs("learning_curves", target=target)
        shown = curves[curves["log_size"].between(1.0, _LARGEST)]
        errors = plot.estimates(shown, "error", ["time", "log_size"], "median")
        plot.simulation(below, errors, "log_size", _STEPS, join=True)
        above.set(title=title, ylabel="test error, one step")
        below.set(xlabel=r"samples, $\log n\,/\log d$", ylabel="test error, fresh batches")
        for ax in (above, below):
            plot.logarithmic(ax, "y")
            plot.level(ax, linear_floor(target), "linear")
    figure.say(gap=max(gaps))


def _beside_the_picture(ax: Axes, tables: Tables, target: str) -> float:
    """Draw our errors before and after one step over the picture's curves, and return the largest
    distance between the two.
    """
    runs = tables.runs("published_step", target=target)
    sizes = sorted(runs["log_size"].unique())
    curves = published_curves(target)
    curves = curves[curves["log_size"].isin(sizes)]
    for time, curve in curves.groupby("time"):
        ax.plot(curve["log_size"], curve["error"], color=_STEPS.colours[time], alpha=0.5)
    found = plot.estimates(runs, "error", ["time", "log_size"], "log")
    plot.simulation(ax, found, "log_size", _STEPS)
    both = found.merge(curves, on=["time", "log_size"])
    return float((both["estimate"] - both["error"]).abs().max())
