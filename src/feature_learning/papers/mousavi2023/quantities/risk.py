"""Risks of the network and of the kernel, and the samples that the kernel needs."""

import numpy as np

from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, of_runs, predictions, quantity

_NETWORK = ("target", "structure", "ratio", "width")
_BETWEEN = {"h2": [32, 64, 128], "h3": [32, 64, 128], "h4": [16, 32, 48]}  # d of the exponent


def network_risk(tables: Tables) -> Quantity:
    """Risk of the network, by target, structure, n/d and width."""
    return of_runs(tables.runs("risk"), "risk", _NETWORK, "risk")


def excess_risk(tables: Tables) -> Quantity:
    """Risk minus the least that the overlap allows, by target, structure, n/d and width."""
    runs = tables.runs("risk")
    excess = runs.assign(excess=runs["risk"] - runs["learnable"])
    return of_runs(excess, "excess", _NETWORK, "risk")


def excess_of_width(tables: Tables) -> Quantity:
    """The same at the largest n, geometric mean over structures, by target and width."""
    runs = tables.runs("risk", ratio=tables.values("risk", "ratio")[-1])
    runs = runs.assign(log=np.log(runs["risk"] - runs["learnable"]))
    logs = runs.groupby(["seed", "target", "width"])["log"].mean()
    excess = np.exp(logs).rename("excess").reset_index()
    return of_runs(excess, "excess", ("target", "width"), "risk")


def kernel_risk(tables: Tables) -> Quantity:
    """Risk of the kernel, by target, structure and n/d."""
    return quantity(tables, "kernel_risk", "risk", ("target", "structure", "ratio"))


def kernel_samples(tables: Tables) -> Quantity:
    """Samples n at which the kernel's risk is 1/2, by target and d where there are runs at several
    n; predicted are those of its equivalent given the samples' projections, between the same n.
    """
    runs, by = tables.runs("kernel_threshold"), ["target", "d"]
    runs = runs[runs.groupby(by)["n"].transform("nunique") > 1]
    predicted = predictions(tables, "kernel_threshold", "samples", by)
    risks = of_runs(runs, "risk", (*by, "n"), "kernel_threshold")
    return risks.along("n", half_learned).predicted_by(predicted)


def exponent_of_kernel_samples(tables: Tables, predicted: str = "limit") -> Quantity:
    """Exponent in d of these samples, by target; predicted is its ``limit`` ``p (1 - gamma2)``, or
    that of the ``equivalent`` at the same d.
    """
    column, by = (
        ("samples", ["target", "d"]) if predicted == "equivalent" else ("limit", ["target"])
    )
    law = predictions(tables, "kernel_threshold", column, by)
    law = _growth(law) if predicted == "equivalent" else law
    return _growth(kernel_samples(tables)).predicted_by(law)


def _growth(samples: Quantity) -> Quantity:
    """Return the exponent in d of these samples, by target."""
    parts = [samples.at(target=[target], d=sizes) for target, sizes in _BETWEEN.items()]
    return joined(parts).exponent("d")
