"""What is behind one giant step: overlap, step size, norm, and the most that any step can do."""

import math

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LEAPS = plot.unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the drive of single neurons, the step size needed, the norm, and the supremum."""
    drive, steps, norms, reach = figure.panels(2, 2, height=1.85)
    runs, law = tables.runs("behind"), tables.theory("behind")
    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    ratio = runs["ratio"].max()
    neurons = largest[(largest["ratio"] == ratio) & (largest["seed"] == 0)]
    dots = neurons.explode(["overlap", "drive"]).astype({"overlap": float, "drive": float})
    dots = dots.assign(overlap=dots["overlap"].abs(), drive=dots["drive"].abs())
    plot.runs(drive, dots, "overlap", "drive", _LEAPS)
    plot.theory(drive, _lines(dots, law), "overlap", "drive", _LEAPS)
    drive.set(
        title=r"along the target: $S_\ell\, |m|^{\ell - 1}$",
        xlabel="overlap $|m|$ before the step",
        ylabel=r"$|\langle g, w^*\rangle|$",
    )
    plot.theory(steps, law[law["ratio"] == ratio], "d", "step", _LEAPS)
    found = plot.estimates(runs[runs["ratio"] == ratio], "step", ["leap", "d"], "median")
    plot.simulation(steps, found, "d", _LEAPS)
    steps.set(title="step for an overlap of 1/2", xlabel="dimension $d$", ylabel=r"$\eta/p$")
    size = largest["d"] ** (largest["leap"] - 1.0)
    squares = largest.assign(square=[np.mean(square) for square in largest["square"]] * size)
    plot.simulation(norms, plot.estimates(squares, "square", ["leap", "ratio"]), "ratio", _LEAPS)
    plot.theory(norms, _squares(squares, law), "ratio", "square", _LEAPS)
    norms.set(title="squared norm", xlabel=r"$n/d^\ell$", ylabel=r"$d^{\ell - 1} |g|^2$")
    best = tables.runs("any_step")
    plot.simulation(reach, plot.estimates(best, "reach", ["leap", "d"]), "d", _LEAPS)
    reach.set(
        title=r"any step at $n = d^{\ell - 1/2}$",
        xlabel="dimension $d$",
        ylabel=r"$\sup_\eta$ overlap, root mean square",
    )
    for ax in (drive, steps, norms, reach):
        plot.logarithmic(ax)


def _lines(dots: pd.DataFrame, law: pd.DataFrame) -> pd.DataFrame:
    """Return the predicted drive over the range of the overlaps."""
    overlaps = np.geomspace(dots["overlap"].min(), dots["overlap"].max(), 100)
    parts = [
        pd.DataFrame(
            {"leap": leap, "overlap": overlaps, "drive": strength * overlaps ** (leap - 1)}
        )
        for leap, strength in law.drop_duplicates("leap")[["leap", "strength"]].itertuples(
            index=False
        )
    ]
    return pd.concat(parts, ignore_index=True)


def _squares(runs: pd.DataFrame, law: pd.DataFrame) -> pd.DataFrame:
    """Return the predicted squared norms for neurons of random overlap, over 100 ratios."""
    parts = []
    for leap in map(int, law["leap"].unique()):
        last = law[law["leap"] == leap].nlargest(1, "d").iloc[0]
        ratios = np.geomspace(runs["ratio"].min(), runs["ratio"].max(), 100)
        noise = last["noise"] * last["ratio"] / ratios * last["d"] ** (leap - 1)
        drive = last["strength"] ** 2 * math.prod(range(2 * leap - 3, 0, -2))  # E z^(2l - 2)
        parts.append(pd.DataFrame({"leap": leap, "ratio": ratios, "square": noise + drive}))
    return pd.concat(parts, ignore_index=True)
