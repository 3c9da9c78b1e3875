"""The talk's spiked model: singular values of the updated weights, and their leading vector."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_SHOWN = 8.0  # the step is the nearest to this one
_ROOM = 1.12  # where the panel ends, in units of the largest value
_SIMULATION, _PREDICTION = "empirical simulation", "analytic prediction"  # the slide's words


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one seed's spectrum with the law and the outlier, and the entries of its vector."""
    values, entries = figure.panels(1, 2, height=2.4)
    eta = min(tables.values("spike", "eta"), key=lambda eta: abs(eta - _SHOWN))
    runs = tables.runs("spike", teacher="relu", eta=eta)
    law = tables.theory("spike", teacher="relu", eta=eta).iloc[0]
    first = runs[runs["seed"] == 0].iloc[0]
    _spectrum(values, first, law)
    halves = _entries(entries, first, float(law["entry"]))
    figure.say(
        eta=eta,
        entry=float(law["entry"]),
        before=float(halves[0].mean()),
        after=float(halves[1].mean()),
        scatter=float(np.sqrt(1 - law["entry"] ** 2)),
    )


def _spectrum(ax: Axes, run: pd.Series, law: pd.Series) -> None:
    values, outlier = np.asarray(run["singular_values"]), float(law["largest"])
    plot.linear_spectrum(
        ax,
        values,
        density_at=np.asarray(law["density_at"]),
        density=np.asarray(law["density"]),
        outlier=outlier,
        room=_ROOM,
        names=(_SIMULATION, _PREDICTION, "spike"),
    )
    name = rf"Singular values of $W_1$, $\eta = {run['eta']:g}$"
    ax.set(title=name, xlabel="singular value")


def _entries(ax: Axes, run: pd.Series, entry: float) -> list[np.ndarray]:
    """Draw the entries of the unit vector, with the prediction of their means, and return them by
    half, times the root of their number.
    """
    vector = np.asarray(run["leading_vector"])
    unit = 1 / np.sqrt(len(vector))
    coordinates = np.arange(1, len(vector) + 1)
    points = pd.DataFrame({"coordinate": coordinates, "entry": unit * vector})
    plot.runs(ax, points, "coordinate", "entry", label=_SIMULATION)
    halves = np.split(vector, [len(vector) // 2])
    places = np.split(coordinates, [len(vector) // 2])
    for at, value in zip(places, (-unit * entry, unit * entry), strict=True):
        ax.plot([at[0], at[-1]], [value, value], color=plot.RED, zorder=3)
        plot.sheet_of(ax).record(ax, _PREDICTION, "theory", x=at[[0, -1]], y=[value, value])
    ax.set(title="Leading left vector", xlabel="coordinate", ylabel="entry")
    ax.set_xlim(0, len(vector) + 1)
    return halves
