"""Training and test error against the step in both settings, and the theorem's stairs."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.model import HIGHEST
from feature_learning.papers.moniri2023.panels import ALPHA, same_axis, say_sizes, theorem_stairs
from feature_learning.plotting import Sheet, Tables

_END = (0.0, 0.75)  # of the line at the end of the stairs, in units of the axis


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors on the batch of the step, and the limit of the test error by range."""
    say_sizes(figure, tables, "errors_by_step")
    training, test, theory = figure.panels(1, 3, height=2.2)
    runs = tables.runs("errors_by_step")
    settings = plot.unordered("task", {k: f"Setting {k}" for k in sorted(runs["task"].unique())})
    widest = []
    for ax, value in ((training, "objective"), (test, "test")):
        means = plot.estimates(runs, value, ["task", "alpha"])
        plot.simulation(ax, means, "alpha", settings, join=True, band=False, bars=False)
        widest.append(float((means["high"] - means["estimate"]).max()))
    training.set(title="Simulation", xlabel=ALPHA, ylabel="training error")
    test.set(title="Simulation", xlabel=ALPHA, ylabel="test error")

    (batch, *_) = tables.values("one_step", "batch")  # the levels are alike on both
    limits = tables.theory("one_step", batch=batch)
    stairs = [
        theorem_stairs(own, float(own["untrained_test"].iloc[0]), -own["level_test_gain"]).assign(
            task=task
        )
        for task, own in limits.groupby("task")
    ]
    plot.theory(theory, pd.concat(stairs), "alpha", "y", settings, kinks=True)
    theory.set(title=r"Theory, $n \to \infty$", xlabel=ALPHA, ylabel="test error")
    same_axis((test, theory), "y")
    same_axis((training, test, theory), "x")
    figure.key(training, "upper right")
    _end(theory, max(one["alpha"].max() for one in stairs))
    figure.say(training_half=widest[0], test_half=widest[1], seeds=runs["seed"].nunique())


def _end(ax: Axes, last: float) -> None:
    """Mark where the stairs end, with the number of spikes there."""
    low, high = ax.get_ylim()
    ends = low + (high - low) * np.array(_END)
    plot.guide(ax, [last, last], ends, rf"end: $\ell = {HIGHEST}$", at=1.0)
