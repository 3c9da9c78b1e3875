"""The flow on the sphere, and flows of normalised neurons."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2023.experiments.alignment import ALIGNED
from feature_learning.papers.mousavi2023.model import relu_strength
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions, quantity
from feature_learning.theory.whitened_flow import runtime, spiked_runtime


def staying_share(tables: Tables, convention: str) -> Quantity:
    """Fraction of random neurons whose m never exceeds 3/sqrt(d) in the population flow, by k, d
    and gamma2; the covariance is ``I + theta mu mu^T`` (``added``) or that of norm 1
    (``unit-norm``).
    """
    by = ("k", "d", "gamma2")
    return predictions(tables, "spherical_share", "share", by, convention=convention)


def growth_threshold(tables: Tables) -> Quantity:
    """The gamma2 from which on m grows, with a covariance of norm 1, by k and d; predicted is its
    limit.
    """
    found, limit = (
        predictions(tables, "spherical_threshold", value, ("k", "d"), convention="unit-norm")
        for value in ("threshold", "limit")
    )
    return found.predicted_by(limit)


def end_of_flow(tables: Tables, flow: str, value: str, k: int) -> Quantity:
    """Final m, overlap or mean square output of a flow, by gamma2; predicted is the fixed point of
    the population flow on the sphere.
    """
    found = quantity(tables, "spherical_flow", value, ("gamma2",), k=k, flow=flow)
    return found if flow == "sphere" else found.predicted_by(None)


def aligns_unlike_sphere(tables: Tables, flow: str) -> Quantity:
    """Fraction of the runs for k = 4 in which a flow aligns and that on the sphere, from the same
    start, does not, by gamma2.
    """
    own, sphere = (end_of_flow(tables, name, "overlap", 4) for name in (flow, "sphere"))
    gain = (own.values > ALIGNED) & ~(sphere.values > ALIGNED)
    return replace(own, values=gain).averaged("fraction")


def normalised_time_over_formula(tables: Tables, gamma2: float) -> Quantity:
    """Time of the normalised flow to overlap 1/2 over that of its population flow from the same
    start, for k = 2, at one gamma2: median over the runs that start below 1/2.
    """
    runs = _with_population_times(tables)
    runs = runs[runs["gamma2"] == gamma2].dropna(subset="normalised")
    runs = runs.assign(ratio=runs["time"] / runs["normalised"])
    found = of_runs(runs, "ratio", ("gamma2",), "spherical_flow")
    return found.averaged("median").with_censored()


def whitened_over_normalised(tables: Tables) -> Quantity:
    """The time of the whitened population flow over that of the normalised one, by gamma2."""
    runs = _with_population_times(tables)
    ratios = (runs["whitened"] / runs["normalised"]).groupby(runs["gamma2"]).median()
    return exact(ratios.rename("ratio").reset_index(), "ratio", ["gamma2"])


def _with_population_times(tables: Tables) -> pd.DataFrame:
    """Return the normalised runs for k = 2 with the times of population flows from their starts,
    NaN where these are above 1/2.
    """
    runs, k = tables.runs("spherical_flow", k=2, flow="two"), 2
    d, alpha = tables.value("spherical_flow", "d"), relu_strength(k, 0.0)
    starts = runs["start"].where(runs["start"] < runs["end"]).to_numpy()
    own = [
        float(spiked_runtime(start, ALIGNED, k, d**gamma2, alpha))
        for start, gamma2 in zip(starts, runs["gamma2"], strict=True)
    ]
    return runs.assign(normalised=own, whitened=runtime(starts, ALIGNED, k, alpha))


def batch_normalised(tables: Tables, value: str = "cosine") -> Quantity:
    """Cosine of the gradients of a batch-normalised and a normalised neuron, the ratio of their
    ``norms``, or the cosine with that of a ``plain`` neuron: by n/d.
    """
    return of_runs(tables.runs("batch_norm"), value, ("ratio",), "batch_norm")


def output(tables: Tables) -> Quantity:
    """Mean square output of a neuron on the sphere on fresh inputs, by m."""
    return quantity(tables, "output_size", "sphere", ("m",))


def growth_of_output(tables: Tables) -> Quantity:
    """Slope of this output on m^2 over theta/2."""
    theta = tables.value("output_size", "d") ** tables.value("output_size", "gamma2")
    return output(tables).along("m", _slope_on_square).over(theta / 2).per_seed()


def _slope_on_square(m: np.ndarray, sizes: np.ndarray) -> float:
    return float(np.polyfit(m**2, sizes, 1)[0])


def output_on_sphere(tables: Tables) -> Quantity:
    """Mean square output over 1/2, ``1 + theta m^2``, of a neuron on the sphere at the ends of the
    normalised flow, k = 4, by gamma2.
    """
    d, runs = tables.value("spherical_flow", "d"), tables.runs("spherical_flow", k=4, flow="two")
    ends = (runs["m"] ** 2).groupby(runs["gamma2"]).mean().rename("size").reset_index()
    return exact(ends.assign(size=1 + d ** ends["gamma2"] * ends["size"]), "size", ["gamma2"])
