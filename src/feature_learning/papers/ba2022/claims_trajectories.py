"""Evidence on gradient descent to convergence in two parameterisations (fig2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed
from feature_learning.statistics.exponents import loglog_slope


def _largest(tables: Tables, value: str, names: Sequence[str] = ("mean-field", "ntk")) -> np.ndarray:
    """Return one measure at the largest dimension, (seeds, parameterisations)."""
    d = int(tables.runs("trajectories")["d"].max())
    return by_seed(tables.runs("trajectories", d=d), value, "parameterisation", names).to_numpy()


def _slope(tables: Tables, name: str) -> Evidence:
    """Return each seed's slope in d of the relative movement."""
    matrix = by_seed(tables.runs("trajectories", parameterisation=name), "moved", "d")
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(np.array([[loglog_slope(sizes, row)] for row in matrix.to_numpy()]), [f"slope in d, {name}"])


def fig2_converged(tables: Tables) -> Evidence:
    """The steps until the tolerance is reached; the cap where it is not."""
    return Evidence(_largest(tables, "steps"), ["mean-field", "ntk"])


def fig2_mean_field_moves(tables: Tables) -> Evidence:
    """The relative movement of the weights in the mean-field parameterisation."""
    return Evidence(_largest(tables, "moved", ["mean-field"]), ["mean-field"])


def fig2_ntk_stays(tables: Tables) -> Evidence:
    """The relative movement of the weights in the NTK parameterisation."""
    return Evidence(_largest(tables, "moved", ["ntk"]), ["ntk"])


def fig2_mean_field_aligns(tables: Tables) -> Evidence:
    """The share of energy in the target's plane over its initial value, mean field."""
    return Evidence(_largest(tables, "share_gain", ["mean-field"]), ["mean-field"])


def fig2_ntk_does_not_align(tables: Tables) -> Evidence:
    """The share of energy in the target's plane over its initial value, NTK."""
    return Evidence(_largest(tables, "share_gain", ["ntk"]), ["ntk"])


def fig2_generalisation(tables: Tables) -> Evidence:
    """The mean-field network's risk minus half the NTK network's."""
    risks = _largest(tables, "risk")
    return Evidence(risks[:, :1] - risks[:, 1:] / 2, ["mean-field minus ntk/2"])


def fig2_ntk_lazy(tables: Tables) -> Evidence:
    """The slope in d of the relative movement, NTK."""
    return _slope(tables, "ntk")


def fig2_mean_field_not_lazy(tables: Tables) -> Evidence:
    """The slope in d of the relative movement, mean field."""
    return _slope(tables, "mean-field")
