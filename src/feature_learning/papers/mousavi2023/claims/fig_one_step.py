"""Evidence for fig-one-step."""

from feature_learning.statistics import Evidence, Tables, against_theory_by, one_by_seed

_D, _LARGE = 256, 512


def _formula(tables: Tables, value: str) -> Evidence:
    runs, theory = tables.runs("one_step"), tables.theory("one_step")
    structures = list(dict.fromkeys(runs["structure"]))
    return against_theory_by("structure", structures, runs, theory, value, "d", symbol="d")


def gradient(tables: Tables) -> Evidence:
    return _formula(tables, "gradient_cosine")


def pca_top(tables: Tables) -> Evidence:
    return _formula(tables, "pca_cosine")


def _values(tables: Tables, value: str, d: int, *structures: str) -> Evidence:
    runs = tables.runs("one_step", d=d)
    return Evidence.stacked(
        [(name, one_by_seed(runs[runs["structure"] == name], value)) for name in structures]
    )


def fails(tables: Tables) -> Evidence:
    return _values(tables, "gradient_cosine", _LARGE, "0.25-0.8", "0.5-0.8")


def warm(tables: Tables) -> Evidence:
    overlaps = _values(tables, "gradient_overlap", _D, "0.25-0.4", "0.25-0.8")
    starts = [tables.value("one_step", "start", d=_D, structure=name) for name in overlaps.points]
    return Evidence(overlaps.observed - starts, overlaps.points)


def pca_aligned(tables: Tables) -> Evidence:
    return _values(tables, "pca_risk", _D, "0-0.4")


def pca_misaligned(tables: Tables) -> Evidence:
    return _values(tables, "pca_risk", _D, "0.25-0.4", "0.5-0.8")
