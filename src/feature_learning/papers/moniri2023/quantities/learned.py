"""What is learned of the target's nonlinear parts."""

import math
from typing import Literal

from feature_learning.papers.moniri2023.experiments.growth import ONSET
from feature_learning.papers.moniri2023.quantities.gains import one_step
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, predictions, quantity

_UNTRAINED = -math.inf


def learned_and_untrained(tables: Tables) -> Quantity:
    """Learned fraction of H_2 after a step and without one, by batch and alpha."""
    parts = [one_step(tables, value) for value in ("untrained_learned_h2", "learned_h2")]
    return joined(parts, features=["untrained", "trained"])


def learned(tables: Tables) -> Quantity:
    """Learned fraction of H_2 minus the untrained one, by batch, n and step size eta."""
    return quantity(tables, "onset", "rise", ("batch", "n", "eta"))


def onset(tables: Tables) -> Quantity:
    """The step size at which this fraction reaches a tenth, by batch and n."""
    found = learned(tables).crossing("eta", ONSET, "log")
    return found.predicted_by(predictions(tables, "onset", "onset", ("batch", "n")))


def half_onset(tables: Tables) -> Quantity:
    """The predicted step size at which it reaches half of that on a fresh batch, by n."""
    rise = predictions(tables, "onset", "rise", ("n", "eta"), batch="fresh")
    return rise.crossing("eta", ONSET / 2, "log")


def learned_of_direction(tables: Tables, value: str) -> Quantity:
    """Learned fraction of H_2 minus the untrained one along one of two directions of a target, by
    batch and alpha.
    """
    found = quantity(tables, "single_index", value, ("batch", "alpha"))
    return found.minus(found.at(alpha=_UNTRAINED))


def learned_cubic(tables: Tables, network: str) -> Quantity:
    """Learned fraction of H_3 minus the untrained one, by batch and alpha."""
    experiment = "cubic_talk" if network == "slides" else "cubic"
    after, before = (
        quantity(tables, experiment, value, ("batch", "alpha"), network=network)
        for value in ("learned_h3", "untrained_learned_h3")
    )
    return after.minus(before)


def learned_form(tables: Tables, value: Literal["second", "along"]) -> Quantity:
    """Of the quadratic form learned of a target of four directions, the second eigenvalue over the
    first, or the squared cosine of the first eigenvector and the linear part, by batch and alpha.
    """
    return quantity(tables, "several_directions", value, ("batch", "alpha"))
