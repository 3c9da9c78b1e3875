"""Runs of the whitened flow that find the target."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2023.model import ISOTROPIC
from feature_learning.statistics import Tables, by_run, crossing
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions

_LEVEL = 1 / 3  # where the shares of all structures rise steeply
_ALONG = {"isotropic": 0.0, "0-0.6": 0.6, "0-0.9": 0.9}  # gamma2 of spikes along the target
_FROM = 48  # n/d from which half of the neurons arrive
_PAIRED = (64, 128)
_AROUND = (8, 12, 16, 24)  # n/d around the threshold


def aligned(tables: Tables, d: int) -> Quantity:
    """Fraction of the runs that find the target in dimension d, by structure and n/d."""
    runs = by_run(tables.runs("overlap", d=d))
    return of_runs(runs, "aligned", ("structure", "ratio"), "overlap").averaged("fraction")


def aligned_of_seed(tables: Tables) -> Quantity:
    """Fraction of a seed's runs that find the target, which use nested samples: by structure, d and
    n/d.
    """
    by = ["structure", "d", "ratio"]
    shares = tables.runs("overlap").groupby(["seed", *by])["aligned"].mean().reset_index()
    return of_runs(shares, "aligned", by, "overlap")


def aligned_around_threshold(tables: Tables) -> Quantity:
    """Fraction of the runs at n = 8 d to 24 d that find the target, of d = 64 and 128 together, by
    structure.
    """
    runs = by_run(tables.runs("overlap"))
    runs = runs[runs["d"].isin(_PAIRED) & runs["ratio"].isin(_AROUND)]
    runs = runs.assign(seed=runs["d"].astype(str) + "-" + runs["seed"])
    shares = runs.groupby(["seed", "structure"])["aligned"].mean().reset_index()
    return of_runs(shares, "aligned", ("structure",), "overlap")


def arriving(tables: Tables) -> Quantity:
    """Fraction of neurons that find the target, up to many samples: by structure, d and n/d."""
    return of_runs(tables.runs("arriving"), "aligned", ("structure", "d", "ratio"), "arriving")


def change_of_arriving(tables: Tables, along: str) -> Quantity:
    """Slope of this fraction on the logarithm of d, or of the ``ratio`` n/d, averaged over the
    other, for n/d of at least 48: by structure.
    """
    found = arriving(tables).at(ratio=lambda ratio: ratio >= _FROM)
    slopes = found.along(along, lambda x, y: _slope(np.log(x), y))
    return slopes.along("d" if along == "ratio" else "ratio", lambda _, y: float(y.mean()))


def reached(sizes: np.ndarray, shares: np.ndarray) -> float:
    """Return the size from which on a third of the runs are aligned, NaN where that is not reached.

    Shares are made monotone by their running maximum, and interpolated in the logarithm of the
    size.

    Parameters
    ----------
    sizes, shares : (points,)
        Growing sample sizes.
    """
    return crossing(sizes, np.maximum.accumulate(shares), _LEVEL)


def samples(tables: Tables) -> Quantity:
    """Samples n from which on a third of the runs find the target, by structure and d."""
    ratios = aligned_of_seed(tables).along("ratio", reached)
    return ratios.over(1 / ratios.points["d"].to_numpy(dtype=float))


def log_samples(tables: Tables) -> Quantity:
    """Logarithm of these samples, by structure and d."""
    return samples(tables).transformed(np.log)


def exponent_of_samples(tables: Tables) -> Quantity:
    """Exponent in d of these samples, by structure; predicted is that of the theorem, which is
    sufficient.
    """
    theorem = predictions(tables, "overlap", "exponent", ("structure",))
    return samples(tables).exponent("d").predicted_by(theorem)


def mean_exponent_of_samples(tables: Tables) -> Quantity:
    """The mean of these exponents over the structures."""
    found = exponent_of_samples(tables).predicted_by(None)
    points = pd.DataFrame({"place": range(len(found.points))})
    return replace(found, points=points).along("place", lambda _, powers: float(np.nanmean(powers)))


def saved_samples(tables: Tables) -> Quantity:
    """Samples without a spike relative to the samples with it, by structure and d."""
    found = samples(tables)
    return found.over(found.at(structure=ISOTROPIC.name)).inverse()


def k_beyond_theorem(tables: Tables) -> Quantity:
    """The exponent k minus the theorem's, by structure; none where the theorem has k."""
    rows = tables.theory("overlap")
    beyond = (rows["k"] - rows["exponent"]).where(rows["exponent"] < rows["k"])
    return exact(rows.assign(beyond=beyond), "beyond", ["structure"])


def slope_on_gamma2(tables: Tables) -> Quantity:
    """Slope of the logarithm of these samples on the strength gamma2 of a spike along the target,
    by d.
    """
    found = log_samples(tables).at(structure=list(_ALONG))
    strengths = found.points["structure"].map(_ALONG)
    points = found.points.assign(gamma2=strengths).drop(columns="structure")
    return replace(found, points=points).along("gamma2", _slope)


def _slope(x: np.ndarray, y: np.ndarray) -> float:
    centred = x - x.mean()
    return float(centred @ y / (centred @ centred))


def warm_start(tables: Tables, value: str) -> Quantity:
    """Overlap, or fraction of aligned runs, from a random neuron or after one step, by structure
    and n/d.
    """
    return of_runs(tables.runs("warm_start"), value, ("structure", "ratio"), "warm_start")


def aligned_of_width(tables: Tables) -> Quantity:
    """Fraction of the runs in which some of N neurons finds the target, by N."""
    return of_runs(tables.runs("width"), "some", ("width",), "width")


def aligned_with_biases(tables: Tables) -> Quantity:
    """Fraction of the runs in which some of 16 neurons finds the target, by the law of the
    biases.
    """
    return of_runs(tables.runs("random_biases"), "aligned", ("biases",), "random_biases")
