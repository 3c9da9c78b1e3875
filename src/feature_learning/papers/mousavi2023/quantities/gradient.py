"""The first gradient: its cosine with the target, and the samples from which on it finds it."""

import numpy as np

from feature_learning.papers.mousavi2023.experiments.first_gradient import needed
from feature_learning.papers.mousavi2023.model import Structure
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, of_runs, quantity

SIGNALS = {2: "signal_quadratic", 3: "signal_cubic"}
"""The experiment of each k."""
LATE = 4
"""Doublings of n whose noise is averaged."""
VISIBLE = 0.5
"""The cosine at which the gradient points to the target."""
_LARGE = {1: 512, 2: 256}  # d of each k


def one_step(tables: Tables, value: str) -> Quantity:
    """Cosine with the target of the first gradient or of the top principal component, or risk of a
    fit along the latter, for k = 1: by structure and d. Predictions are those of population means.
    """
    return quantity(tables, "one_step", value, ("structure", "d"), k=1)


def cosine_at_large_d(tables: Tables) -> Quantity:
    """Cosine of the first gradient and the target at d = 512 for k = 1 and d = 256 for k = 2, by k,
    structure and d.
    """
    by = ("k", "structure", "d")
    rows = [tables.runs("one_step", k=k, d=d) for k, d in _LARGE.items()]
    return joined([of_runs(runs, "gradient_cosine", by, "one_step") for runs in rows])


def visible_samples(tables: Tables, k: int) -> Quantity:
    """Samples n from which on the cosine of a random neuron's first gradient and the target is
    1/2, by structure and d.
    """
    cosines = of_runs(tables.runs(SIGNALS[k]), "cosine", ("structure", "d", "n"), SIGNALS[k])
    return cosines.crossing("n", VISIBLE, "linear")


def needed_samples(tables: Tables, k: int) -> Quantity:
    """The same by formula, ``d v/(3 S^2)`` with the measured noise level v, by structure and d."""
    runs, own = tables.runs(SIGNALS[k]).sort_values("n"), ["seed", "structure", "d"]
    late = runs.groupby(own).tail(LATE).groupby(own)["noise_level"].mean().reset_index()
    levels = of_runs(late, "noise_level", own[1:], SIGNALS[k])
    structures, bias = Structure.in_rows(runs), tables.value(SIGNALS[k], "bias")
    at = levels.points.itertuples(index=False)
    scales = [needed(d, k, bias, structures[name], 1.0) for name, d in at]
    return levels.over(1 / np.array(scales))


def visible_over_needed(tables: Tables, k: int) -> Quantity:
    """The samples that are needed relative to those of the formula, by structure and d."""
    return visible_samples(tables, k).over(needed_samples(tables, k))
