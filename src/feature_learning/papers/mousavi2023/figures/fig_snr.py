"""Sample size at which a random neuron's gradient shows its signal, and its exponent."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.exponents import NeededSamples
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_MARKERS = {2: "o", 3: "s"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw n* for either k, and its exponents against the predicted ones."""
    *needed, exponents = figure.panels(1, 3, height=2.0)
    structures = sorted(tables.runs("signal_to_noise")["structure"].unique())
    degrees = sorted(map(int, tables.runs("signal_to_noise")["k"].unique()))
    hue = unordered("structure", {name: r"$\gamma_1 = {:g}$, $\gamma_2 = {:g}$".format(*(gammas(name) or (0, 0))) for name in structures})
    ends = [1.0]
    for ax, k in zip(needed, degrees, strict=False):
        ax.set_title(f"$k = {k}$")
        found = {name: NeededSamples.of(tables, k, name) for name in structures}
        own = replace(hue, markers=dict.fromkeys(structures, _MARKERS[k]))
        theory(ax, pd.concat(_curve(part, name) for name, part in found.items()), "d", "n", hue)
        runs = pd.concat(_runs(part, name) for name, part in found.items())
        simulation(ax, estimates(runs, "n", ["structure", "d"], "log"), "d", own)
        logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
        logarithmic(ax, "y")
        ax.set_xlabel("dimension $d$")
        ax.set_ylabel("samples $n^*$")
        slopes = _exponents(found)
        simulation(exponents, slopes, "predicted", own)
        ends += [slopes["predicted"].min(), slopes["predicted"].max()]
    exponents.set_title("the exponents agree")
    line = pd.DataFrame({"predicted": [min(ends), max(ends)], "found": [min(ends), max(ends)]})
    theory(exponents, line, "predicted", "found", label="equal exponents")
    exponents.set_xlabel("predicted exponent")
    exponents.set_ylabel("exponent of $n^*$")


def _curve(found: NeededSamples, structure: str) -> pd.DataFrame:
    """Return n* from the typical overlap at each d, with the mean noise level over d."""
    return pd.DataFrame({"d": found.d, "n": found.scale * float(found.levels.mean()), "structure": structure})


def _runs(found: NeededSamples, structure: str) -> pd.DataFrame:
    """Return n* of each seed and d."""
    values = found.levels * found.scale
    seeds = np.repeat(np.arange(len(values)), len(found.d))
    return pd.DataFrame({"seed": seeds, "d": np.tile(found.d, len(values)), "n": values.ravel(), "structure": structure})


def _exponents(found: Mapping[str, NeededSamples]) -> pd.DataFrame:
    """Return the fitted exponent of each structure beside the predicted one."""
    parts = found.values()
    intervals = [fitted(part.levels, part.exponent) for part in parts]
    seeds = min(len(part.levels) for part in parts)
    predicted = [part.predicted for part in parts]
    return points(intervals, seeds, "fitted exponent", structure=list(found), predicted=predicted)
