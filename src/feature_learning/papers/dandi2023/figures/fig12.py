"""What is behind one giant step: overlap, step size, norm, and the most that any step can do; one
panel for each statement.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

_LEAPS = plot.unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)
_LISTS = ["overlap", "drive", "square"]
_LEAST = 3e-3  # of the overlaps that are drawn
_MARGIN = 0.1  # of the claim on the norm


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the drive of single neurons, the step size needed, the norm, and the supremum."""
    drive, steps, norms, reach = figure.panels(2, 2, height=2.0)
    runs, law = tables.runs("behind"), tables.theory("behind")
    ratio = runs["ratio"].max()
    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    neurons = largest.explode(_LISTS).astype(dict.fromkeys(_LISTS, float))
    _drive(drive, neurons[(neurons["ratio"] == ratio) & (neurons["seed"] == 0)], law)
    own = runs[runs["ratio"] == ratio]
    plot.theory(steps, law[law["ratio"] == ratio], "d", "step", _LEAPS)
    found = plot.estimates(own, "step", ["leap", "d"], "median")
    plot.simulation(steps, found, "d", _LEAPS)
    steps.set(title="Step for an overlap of one half", ylabel=r"$\eta/p$")
    _norms(norms, neurons, law)
    best = plot.estimates(tables.runs("any_step"), "reach", ["leap", "d"], "rms")
    plot.simulation(reach, best, "d", _LEAPS, join=True)
    d = np.geomspace(best["d"].min(), best["d"].max(), 10)
    plot.guide(reach, d, 0.75 * (d / d[0]) ** -0.25, "slope $-1/4$", at=None)
    reach.set(title=r"Best of all steps, $n = d^{\ell - 1/2}$", ylabel="rms overlap")
    for ax in (drive, steps, reach):
        plot.logarithmic(ax)
    plot.logarithmic(norms, "x")
    reach.set_xlim(10, 1.3 * d[-1])
    steps.sharex(reach)
    for ax in (steps, reach):
        ax.set_xlabel("dimension $d$")
    figure.say(
        **{f"step{leap}": slope for leap, slope in _slopes(found).items()},
        **{f"any{leap}": slope for leap, slope in _slopes(best).items()},
    )


def _slopes(found: pd.DataFrame) -> dict[int, float]:
    """Return the exponent in d of each leap."""
    return {
        leap: loglog_slope(own["d"].to_numpy(dtype=float), own["estimate"].to_numpy())
        for leap, own in _LEAPS.split(found)
    }


def _drive(ax: Axes, neurons: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw single neurons, and the prediction over the range of their overlaps."""
    sizes = neurons[["overlap", "drive"]].abs()
    dots = neurons.assign(**sizes)
    dots = dots[dots["overlap"] > _LEAST]
    overlaps = np.geomspace(_LEAST, dots["overlap"].max(), 100)
    strengths = law.drop_duplicates("leap")[["leap", "strength"]].itertuples(index=False)
    parts = [
        pd.DataFrame(
            {"leap": leap, "overlap": overlaps, "drive": strength * overlaps ** (leap - 1)}
        )
        for leap, strength in strengths
    ]
    plot.runs(ax, dots, "overlap", "drive", _LEAPS, alpha=0.7)
    plot.theory(ax, pd.concat(parts), "overlap", "drive", _LEAPS)
    ax.set(title="Gradient along the target", ylabel=r"$|\langle g, w^*\rangle|$")
    ax.set(xlabel="overlap $|m|$ before the step", ylim=(1e-6, 2))


def _norms(ax: Axes, neurons: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw squared norms over noise and signal of the same neurons, in the claim's region."""
    both = neurons.merge(
        law[["leap", "d", "ratio", "strength", "noise"]], on=["leap", "d", "ratio"]
    )
    signal = (both["strength"] * both["overlap"] ** (both["leap"] - 1)) ** 2
    both = both.assign(over=both["square"] / (both["noise"] + signal))
    of_seed = both.groupby(["leap", "ratio", "seed"])["over"].mean().reset_index()
    ax.axhspan(1 - _MARGIN, 1 + _MARGIN, color="0.92", linewidth=0, zorder=0)
    plot.level(ax, 1.0, "")
    found = plot.estimates(of_seed, "over", ["leap", "ratio"])
    plot.simulation(ax, found, "ratio", _LEAPS)
    ax.set(title="Squared norm", xlabel=r"$n/d^\ell$", ylabel="over noise plus signal")
    ends = found[["estimate", "low", "high"]].to_numpy()
    ends = ends[np.isfinite(ends)]
    ax.set_ylim(min(1 - 2 * _MARGIN, ends.min() - 0.02), max(1 + 2 * _MARGIN, ends.max() + 0.02))
