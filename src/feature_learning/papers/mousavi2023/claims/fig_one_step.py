"""Evidence for fig-one-step."""

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


def gradient(tables: Tables) -> Evidence:
    return _formula(tables, "gradient_cosine")


def pca_top(tables: Tables) -> Evidence:
    return _formula(tables, "pca_cosine")


def fails(tables: Tables) -> Evidence:
    return Evidence.stacked(_found(tables, "gradient_cosine", _LARGE, ("0.25-0.8", "0.5-0.8")))


def warm(tables: Tables) -> Evidence:
    starts = tables.theory("one_step", d=_D).set_index("structure")["start"]
    found = _found(tables, "gradient_overlap", _D, ("0.25-0.4", "0.25-0.8"))
    return Evidence.stacked([(name, values - starts[name]) for name, values in found])


def pca_aligned(tables: Tables) -> Evidence:
    return Evidence.stacked(_found(tables, "pca_risk", _D, _ALIGNED))


def pca_misaligned(tables: Tables) -> Evidence:
    return Evidence.stacked(_found(tables, "pca_risk", _D, ("0.25-0.4", "0.5-0.8")))
