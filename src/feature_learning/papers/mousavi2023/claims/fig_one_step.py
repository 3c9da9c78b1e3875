"""Evidence for fig-one-step."""

import numpy as np

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    by_seed,
    loglog_slope,
    one_by_seed,
)

_D, _LARGE = 256, {1: 512, 2: 256}
_MISALIGNED = ("0.25-0.4", "0.25-0.8", "0.5-0.8")


def _formula(tables: Tables, value: str) -> Evidence:
    runs, theory = tables.runs("one_step", k=1), tables.theory("one_step")
    structures = list(dict.fromkeys(runs["structure"]))
    return against_theory_by("structure", structures, runs, theory, value, "d", symbol="d")


def gradient(tables: Tables) -> Evidence:
    return _formula(tables, "gradient_cosine")


def pca_top(tables: Tables) -> Evidence:
    return _formula(tables, "pca_cosine")


def _values(tables: Tables, value: str, *structures: str) -> Evidence:
    runs = tables.runs("one_step", d=_D, k=1)
    return Evidence.stacked(
        [(name, one_by_seed(runs[runs["structure"] == name], value)) for name in structures]
    )


def fails(tables: Tables) -> Evidence:
    return Evidence.stacked(
        [
            (
                f"k = {k}, {name}, d = {d}",
                one_by_seed(tables.runs("one_step", k=k, d=d, structure=name), "gradient_cosine"),
            )
            for k, d in _LARGE.items()
            for name in ("0.25-0.8", "0.5-0.8")
        ]
    )


def fails_falls(tables: Tables) -> Evidence:
    curves = [
        by_seed(tables.runs("one_step", k=1, structure=name), "gradient_cosine", "d")
        for name in _MISALIGNED
    ]
    d = curves[0].columns.to_numpy(dtype=float)

    def slopes(mean: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(d, part) for part in np.split(mean, len(curves))])

    return Evidence(np.hstack(curves), _MISALIGNED, fit=slopes)


def pca_aligned(tables: Tables) -> Evidence:
    return _values(tables, "pca_risk", "0-0.4")


def pca_misaligned(tables: Tables) -> Evidence:
    return _values(tables, "pca_risk", "0.25-0.4", "0.5-0.8")
