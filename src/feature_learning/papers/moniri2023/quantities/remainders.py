"""Features minus the theorem's spikes."""

from dataclasses import replace
from typing import Literal

from feature_learning.papers.moniri2023.model import spikes_kept
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import predictions, quantity


def remainder(tables: Tables, value: Literal["talk", "own", "slide"] = "talk") -> Quantity:
    """Norm of the talk's F minus the theorem's l spikes, over sqrt n, by batch, alpha, n and l.

    The spikes of ``talk`` are along X^T y/n, those of ``own`` along X^T (y - f_0)/n; ``slide`` is
    the matrix that the slide calls F.
    """
    found = quantity(tables, "remainder_talk", value, ("batch", "alpha", "n"))
    kept = found.points["alpha"].map(spikes_kept)
    return replace(found, points=found.points.assign(degree=kept))


def noise_component(tables: Tables) -> Quantity:
    """The component of F that the gradient's noise adds, by batch, alpha and n."""
    return quantity(tables, "remainder_talk", "component", ("batch", "alpha", "n"))


def second_over_theorem(tables: Tables) -> Quantity:
    """The second spike of the talk's F over the theorem's, by batch, alpha and n."""
    return quantity(tables, "remainder_talk", "second_ratio", ("batch", "alpha", "n"))


def high_dimensional_rest(tables: Tables, value: Literal["rest", "repaired"]) -> Quantity:
    """Norm of the talk's F minus that of the weights W_0 + eta c_1 a beta_r^T, over sqrt n, where
    d = 3n, by alpha and n; ``repaired`` is without the component that the gradient's noise adds.
    """
    return quantity(tables, "gradient_noise", value, ("alpha", "n"))


def rank_one_remainder(tables: Tables, experiment: str = "remainder") -> Quantity:
    """Norm of F of rank-one weights minus l spikes, over sqrt n, by alpha, l, n and how many
    ``fewer`` than the theorem's l is.
    """
    found = quantity(tables, experiment, "remainder", ("alpha", "degree", "n"))
    fewer = found.points["alpha"].map(spikes_kept) - found.points["degree"]
    return replace(found, points=found.points.assign(fewer=fewer))


def edge_over_spike(tables: Tables) -> Quantity:
    """The edge of the untrained F over the predicted norm of the first spike, by n."""
    spike = predictions(tables, "remainder", "remainder", ("n",), alpha=0.2, degree=0)
    return spike.over(float(tables.value("spectra", "bulk_edge"))).inverse()
