"""Evidence on one gradient step and on the top principal component."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, one_by_seed

_D, _LARGE = 256, 512
_ALIGNED = ("0-0.4",)


def _found(tables: Tables, value: str, d: int, structures: Sequence[str]) -> list[tuple[str, np.ndarray]]:
    return [(name, one_by_seed(tables.runs("one_step", d=d, structure=name), value)) for name in structures]


def _formula(tables: Tables, value: str) -> Evidence:
    parts = []
    for name in dict.fromkeys(tables.runs("one_step")["structure"]):
        runs, theory = (table("one_step", structure=name) for table in (tables.runs, tables.theory))
        parts.append(against_theory(runs, theory, value, "d", symbol="d", of=str(name)))
    return Evidence.joined(parts)


def fig_one_step_gradient(tables: Tables) -> Evidence:
    """The cosine of the first gradient with beta, against that of the mean gradient."""
    return _formula(tables, "gradient_cosine")


def fig_one_step_pca_top(tables: Tables) -> Evidence:
    """The cosine of the top principal component with beta, against the spike's."""
    return _formula(tables, "pca_cosine")


def fig_one_step_fails(tables: Tables) -> Evidence:
    """The cosine of the first gradient with beta, at the largest d."""
    return Evidence.stacked(_found(tables, "gradient_cosine", _LARGE, ("0.25-0.8", "0.5-0.8")))


def fig_one_step_warm(tables: Tables) -> Evidence:
    """The whitened overlap of the first gradient minus the median over random neurons."""
    starts = tables.theory("one_step", d=_D).set_index("structure")["start"]
    found = _found(tables, "gradient_overlap", _D, ("0.25-0.4", "0.25-0.8"))
    return Evidence.stacked([(name, values - starts[name]) for name, values in found])


def fig_one_step_pca_aligned(tables: Tables) -> Evidence:
    """The least risk of a function of the top component, spike along the target."""
    return Evidence.stacked(_found(tables, "pca_risk", _D, _ALIGNED))


def fig_one_step_pca_misaligned(tables: Tables) -> Evidence:
    """The least risk of a function of the top component, where gamma2 < 2 gamma1."""
    return Evidence.stacked(_found(tables, "pca_risk", _D, ("0.25-0.4", "0.5-0.8")))
