"""Training and test error against the step in both settings, and the theorem's stairs."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import (
    ALPHA,
    same_axis,
    say_sizes,
    theorem_stairs,
)
from feature_learning.plotting import Sheet, Tables

_SETTINGS = plot.unordered("task", {1: "Setting 1", 2: "Setting 2"})
_ERRORS = {"objective": "training error", "test": "test error"}
_LATE = 0.29  # from here on both errors of Setting 1 are compared with the end


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors on the batch of the step, and the limit of the test error by range."""
    say_sizes(figure, tables, "one_step")
    training, test, theory = figure.panels(1, 3, height=2.2)
    runs, closed = (read("one_step", batch="same") for read in (tables.runs, tables.theory))
    for ax, (value, name) in zip((training, test), _ERRORS.items(), strict=True):
        means = plot.estimates(runs, value, ["task", "alpha"])
        plot.simulation(ax, means, "alpha", _SETTINGS, join=True, band=False)
        plot.theory(ax, closed, "alpha", value, _SETTINGS, thin=True)
        ax.set(title=name.capitalize(), xlabel=ALPHA, ylabel=name)
    figure.say(**_gaps(runs, closed))

    limits = tables.theory("one_step", batch="fresh")
    stairs = [
        theorem_stairs(own, float(own["untrained_test"].iloc[0]), -own["level_test_gain"]).assign(
            task=task
        )
        for task, own in limits.groupby("task")
    ]
    plot.theory(theory, pd.concat(stairs), "alpha", "y", _SETTINGS, kinks=True)
    theory.set(title=r"Theory, $n \to \infty$", xlabel=ALPHA, ylabel=_ERRORS["test"])
    same_axis((test, theory), "y")
    same_axis((training, test, theory), "x")
    figure.name_in_each()
    ends = runs[runs["alpha"].isin((_LATE, runs["alpha"].max()))]
    means = ends.pivot_table(index="task", columns="alpha", values="test")
    figure.say(**{f"change_{task}": row.iloc[-1] - row.iloc[0] for task, row in means.iterrows()})
    figure.say(late=f"{_LATE:g}", end=f"{runs['alpha'].max():g}", seeds=runs["seed"].nunique())


def _gaps(runs: pd.DataFrame, closed: pd.DataFrame) -> dict[str, float]:
    """Return by how much the closed form differs from the runs at most, where it is known."""
    by = ["task", "alpha"]
    means = runs.groupby(by)[list(_ERRORS)].mean()
    known = closed.groupby(by)[list(_ERRORS)].mean().reindex(means.index).dropna()
    off = known / means.loc[known.index] - 1
    return {f"{value}_gap": float(np.abs(off[value]).max()) for value in _ERRORS}
