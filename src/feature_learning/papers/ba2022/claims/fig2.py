"""Evidence for fig2."""

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


def converged(tables: Tables) -> Evidence:
    return Evidence(_largest(tables, "steps"), ["mean-field", "ntk"])


def mean_field_moves(tables: Tables) -> Evidence:
    return Evidence(_largest(tables, "moved", ["mean-field"]), ["mean-field"])


def ntk_stays(tables: Tables) -> Evidence:
    return Evidence(_largest(tables, "moved", ["ntk"]), ["ntk"])


def mean_field_aligns(tables: Tables) -> Evidence:
    return Evidence(_largest(tables, "share_gain", ["mean-field"]), ["mean-field"])


def ntk_does_not_align(tables: Tables) -> Evidence:
    return Evidence(_largest(tables, "share_gain", ["ntk"]), ["ntk"])


def generalisation(tables: Tables) -> Evidence:
    risks = _largest(tables, "risk")
    return Evidence(risks[:, :1] - risks[:, 1:] / 2, ["mean-field minus ntk/2"])


def ntk_lazy(tables: Tables) -> Evidence:
    return _slope(tables, "ntk")


def mean_field_not_lazy(tables: Tables) -> Evidence:
    return _slope(tables, "mean-field")
