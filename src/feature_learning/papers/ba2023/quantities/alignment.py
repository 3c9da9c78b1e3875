"""Alignment of the neurons with the spike after one step, and its strength."""

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.half_points import half_point, with_theta
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

_NEIGHBOURS = {"he1": "he2", "he2": "he3", "he2-he3": "he3", "he3": "he2", "he2-he4": "he2"}


def alignment(tables: Tables, value: str = "alignment") -> Quantity:
    """The squared cosine of neurons and spike after a step, by link, d and gamma; or ``share``, the
    spike's fraction of the pre-activations' variance.
    """
    return quantity(tables, "alignment", value, ("link", "d", "gamma"))


def alignment_formula(tables: Tables) -> Quantity:
    """The formula of the squared cosine, by link, d and gamma."""
    return predictions(tables, "alignment", "alignment", ("link", "d", "gamma"))


def neighbours_formula(tables: Tables) -> Quantity:
    """The formula of a link with another information exponent, by link, d and gamma."""
    theory = tables.theory("alignment").set_index("link")
    rows = [theory.loc[[other]].assign(link=link) for link, other in _NEIGHBOURS.items()]
    return exact(pd.concat(rows), "alignment", ["link", "d", "gamma"])


def lead_of_lower(tables: Tables) -> Quantity:
    """Alignment with a lower information exponent minus that with the next, by links, d and gamma:
    H_1 minus H_2 from gamma = 0.4, and H_2 minus H_3 from 0.6 to 0.8.
    """
    starts = {("he1", "he2"): 0.4, ("he2", "he3"): 0.6}
    own, leads = alignment(tables), []
    for (low, high), start in starts.items():
        lead = own.at(link=low).minus(own.at(link=high))
        leads.append(lead.at(gamma=lambda gamma, start=start: start <= gamma <= 0.8))
    return joined(leads, link=[f"{low} minus {high}" for low, high in starts])


def strength_for_alignment(tables: Tables) -> Quantity:
    """The theta at which neurons are half aligned with the spike, by link and d."""
    runs = with_theta(tables.runs("alignment"))
    curves = of_runs(runs, "alignment", ("link", "d", "theta"), "alignment")
    return half_point(curves).predicted_by(formula_strength(tables))


def log_strength_for_alignment(tables: Tables) -> Quantity:
    """The logarithm of this theta, by link and d."""
    return strength_for_alignment(tables).transformed(np.log)


def formula_strength(tables: Tables) -> Quantity:
    """The theta at which the formula says so, by link and d."""
    return predictions(tables, "alignment_half", "half", ("link", "d"))


def log_formula_strength(tables: Tables) -> Quantity:
    """The logarithm of this theta, by link and d."""
    return formula_strength(tables).transformed(np.log)


def squared_gradient(tables: Tables) -> Quantity:
    """The squared part of the mean gradient along the spike, by link and the inputs' variance
    there, 1 + theta.
    """
    found = quantity(tables, "amplified", "signal", ("link", "theta"))
    return found.with_coordinate(theta="theta + 1").renamed(theta="variance")
