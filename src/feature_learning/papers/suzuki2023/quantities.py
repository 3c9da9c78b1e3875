"""The quantities of this paper's figures, claims and captions."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd

from feature_learning.core.errors import MissingError
from feature_learning.papers.suzuki2023.runs import LEVEL, STEEP, learning_times, longest, powers
from feature_learning.statistics import Tables, by_run, crossing
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions

SYMBOLS = {"heat": "lam d", "temperature": "lam", "width": "N"}
"""What coordinates are called in the names of points."""
_BY = {
    "heatmap": ("d", "n"),
    "growth_k3": ("d", "n"),
    "anisotropic": ("k", "d", "n"),
    "anisotropic_full": ("k", "d", "n"),
    "kernel_baseline": ("alpha", "k", "d", "n"),
    "temperature": ("d", "heat"),
    "widths": ("d", "width"),
    "annealed": ("k", "d", "heat"),
}
_AT_REST = {"chaos": "variance", "linear_neurons": "excess"}
_TURN, _LATE = 16.0, 32.0
_COLD = 0.015
_FALLING = (0.01, 0.0125, 0.02)  # temperatures


def accuracy(tables: Tables, experiment: str, horizon: float = np.inf) -> Quantity:
    """Test accuracy of an experiment's runs, at the longest of its horizons up to one: by d and n
    with k and alpha where they vary, by d with ``lam d`` or N, or by k, d and ``lam d``.
    """
    return of_runs(longest(tables, experiment, horizon), "accuracy", _BY[experiment], experiment)


def accuracy_at(tables: Tables, ratio: float) -> Quantity:
    """Accuracy at the longest horizon at the largest n up to a ratio times d, by d."""
    runs = longest(tables, "heatmap")
    runs = runs[runs["n"] <= ratio * runs["d"]]
    largest = runs[runs["n"] == runs.groupby("d")["n"].transform("max")]
    return of_runs(largest, "accuracy", ("d",), "heatmap")


def samples(tables: Tables, experiment: str, horizon: float = np.inf) -> Quantity:
    """Samples at which the mean accuracy first reaches 0.8, by d with k and alpha where they
    vary.
    """

    def threshold(n: np.ndarray, curve: np.ndarray) -> float:
        return crossing(n, np.maximum.accumulate(curve), LEVEL)

    return accuracy(tables, experiment, horizon).along("n", threshold)


def log_samples(tables: Tables, experiment: str) -> Quantity:
    """Logarithm of these samples."""
    return samples(tables, experiment).transformed(np.log)


def exponent_lost(tables: Tables, k: int, low: float, high: float) -> Quantity:
    """Exponent in d of the samples at one alpha minus that at a larger one, each over all of its
    dimensions.
    """
    first, second = (_samples_at(tables, k, alpha).exponent("d") for alpha in (low, high))
    return first.minus(second)


def _samples_at(tables: Tables, k: int, alpha: float) -> Quantity:
    if alpha == 0:
        return samples(tables, "heatmap" if k == 2 else "growth_k3")
    return samples(tables, STEEP[alpha]).at(k=k)


def line(tables: Tables) -> Quantity:
    """Slope of the line through the origin that is nearest to the samples of figure 1 against d, in
    least squares.
    """
    return samples(tables, "heatmap").along("d", lambda d, n: float(n @ d / (d @ d)))


def samples_over_line(tables: Tables) -> Quantity:
    """Samples of figure 1 relative to this line, by d."""
    found = samples(tables, "heatmap").over(line(tables))
    return found.over(found.points["d"].to_numpy(dtype=float))


def d_log_d(tables: Tables) -> Quantity:
    """The law d ln d at the dimensions of figure 1, by d."""
    d = np.array(tables.values("heatmap", "d"), dtype=float)
    return exact(pd.DataFrame({"d": d, "law": d * np.log(d)}), "law", ["d"])


def log_time(tables: Tables) -> Quantity:
    """Logarithm of the time to accuracy 0.8, by alpha, k and d; infinite where it is after the
    horizon.
    """
    runs = learning_times(tables).assign(log=lambda rows: np.log(rows["t80"]))
    return of_runs(runs, "log", ("alpha", "k", "d"), "learning_time").with_censored()


def time_exponent(tables: Tables, most: float = np.inf) -> Quantity:
    """Power of d in the time to accuracy 0.8 of each run, up to a largest d, by alpha and k;
    infinite where a run does not learn.
    """
    grid = product(*(tables.values("learning_time", name) for name in ("alpha", "k")))
    parts = [
        pd.DataFrame({"alpha": alpha, "k": k, "power": powers(tables, k, alpha, most)})
        for alpha, k in grid
    ]
    runs = pd.concat(parts).rename_axis("seed").reset_index()
    return of_runs(runs, "power", ("alpha", "k"), "learning_time").with_censored()


def rate(tables: Tables, kind: str) -> Quantity:
    """Rate at which the law converges near its limit: of the ``energy``, of the Gibbs law
    (``gibbs``), by Kramers' formula (``kramers``) or at least (``guarantee``), by amplitude and
    temperature.
    """
    return predictions(tables, "rates", kind, ("amplitude", "temperature"))


def rate_of_flow(tables: Tables) -> Quantity:
    """Rate at which the gap of the energy falls between t = 50 and 100, relative to that of the
    linearised flow.
    """
    start, end = (tables.value("flow", "gap", t=t) for t in (50.0, 100.0))
    fall = exact(pd.DataFrame({"rate": [np.log(start / end) / 50]}), "rate", [])
    return fall.over(predictions(tables, "flow", "rate", []))


def slope_over_barrier(tables: Tables) -> Quantity:
    """Slope of the logarithm of the log-Sobolev constant against 1/lambda, divided by minus
    the lower barrier, at low temperatures and amplitude 1.5.
    """
    cold = tables.theory("rates", amplitude=1.5).query("temperature <= @_COLD")
    slope = np.polyfit(1 / cold["temperature"], np.log(cold["log_sobolev"]), 1)[0]
    return exact(pd.DataFrame({"slope": [-slope / cold["barrier"].mean()]}), "slope", [])


def growth_of_guarantee(tables: Tables) -> Quantity:
    """Slope of the logarithm of the guaranteed time on 1/lambda between lambda = 0.0125 and 0.01,
    relative to that between 0.02 and 0.0125.
    """
    time = rate(tables, "guarantee").at(amplitude=1.5).transformed(lambda own: -np.log(own))
    cold, middle, warm = (time.at(temperature=lam) for lam in _FALLING)
    (late, early) = (1 / _FALLING[0] - 1 / _FALLING[1], 1 / _FALLING[1] - 1 / _FALLING[2])
    return cold.minus(middle).over(late).over(middle.minus(warm).over(early))


def spread_of_energies(tables: Tables, value: str = "energy") -> Quantity:
    """Spread over starts of the last energy of the law, or of one neuron (``alone``)."""
    theory = tables.theory("starts")
    last = theory[theory["t"] == theory["t"].max()]
    return exact(pd.DataFrame({"spread": [np.ptp(last[value].dropna())]}), "spread", [])


def at_rest(tables: Tables, experiment: str) -> Quantity:
    """Variance of the output of N neurons (``chaos``) or excess energy of linear ones
    (``linear_neurons``), by temperature and N.
    """
    runs = by_run(tables.runs(experiment)).astype({"width": float})  # theory may have others
    by, value = ("temperature", "width"), _AT_REST[experiment]
    theory = predictions(tables, experiment, value, by)
    return of_runs(runs, value, by, experiment).predicted_by(theory)


def independent(tables: Tables, experiment: str) -> Quantity:
    """The same of N neurons that do not see each other."""
    return predictions(tables, experiment, "independent", ("temperature", "width"))


def late_over_early(tables: Tables) -> Quantity:
    """Largest mean square distance from the output of the law after t = 32, relative to the largest
    up to t = 16, by temperature and N.
    """

    def ratio(times: np.ndarray, curve: np.ndarray) -> float:
        return float(curve[times > _LATE].max() / curve[times <= _TURN].max())

    runs = by_run(tables.runs("chaos")).explode(["times", "distances"])
    runs = runs.astype({"times": float, "distances": float})
    distances = of_runs(runs, "distances", ("temperature", "width", "times"), "chaos")
    return distances.along("times", ratio)


def change_of_accuracy(tables: Tables) -> Quantity:
    """Accuracy at the largest d minus that at the next smaller one, by ``lam d``."""
    found = accuracy(tables, "temperature")
    sizes = sorted(found.points["d"].unique())
    if len(sizes) < 2:
        raise MissingError("there is one d only")
    return found.at(d=sizes[-1]).minus(found.at(d=sizes[-2]))


def critical_temperature(tables: Tables) -> Quantity:
    """The temperature at which accuracy falls to 0.8, by d."""
    found = accuracy(tables, "temperature").along("heat", _critical_heat)
    return found.over(found.points["d"].to_numpy(dtype=float))


def annealed_discrepancy(tables: Tables) -> Quantity:
    """Last discrepancy on the torus with decreasing noise relative to that without noise."""
    ends = _ends_on_the_torus(tables)
    # The absolute value makes it a ratio of averages, where `over` alone averages ratios.
    return ends.at(law="falling").absolute().over(ends.at(law="none"))


def annealed_is_lower(tables: Tables) -> Quantity:
    """Fraction of runs that end lower on the torus with decreasing noise than without noise."""
    ends = _ends_on_the_torus(tables)
    gap = ends.at(law="falling").minus(ends.at(law="none"))
    return replace(gap, values=gap.values < 0).averaged("fraction")


def _ends_on_the_torus(tables: Tables) -> Quantity:
    """Return the last discrepancy of each run, by the law of the noise."""
    runs = by_run(tables.runs("torus", t=tables.values("torus", "t")[-1]))
    return of_runs(runs[runs["law"] != "constant"], "gap", ("law",), "torus")


def _critical_heat(heats: np.ndarray, accuracies: np.ndarray) -> float:
    """Return the ``lam d`` at which the accuracy falls to 0.8, linear in its logarithm; NaN where
    it does not.
    """
    falling = np.minimum.accumulate(accuracies)
    if not falling[-1] < LEVEL < falling[0]:
        return float("nan")
    return float(np.exp(np.interp(-LEVEL, -falling, np.log(heats))))
