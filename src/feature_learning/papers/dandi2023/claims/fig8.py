"""Evidence for fig8."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, one_by_seed
from feature_learning.theory.harmonics import multiplicity

_SIMULATED = ("random_features", "random_features_medium", "random_features_large")


def _risks(tables: Tables, name: str) -> Evidence:
    parts = []
    for varied in ("samples", "width"):
        runs, law = tables.runs(name, varied=varied), tables.theory(name, varied=varied)
        symbol = "log n/log d" if varied == "samples" else "log p/log d"
        parts.append(against_theory(runs, law, "error", "log_size", symbol=symbol))
    return Evidence.joined(parts)


def theory(tables: Tables) -> Evidence:
    return _risks(tables, "random_features")


def theory_medium(tables: Tables) -> Evidence:
    return _risks(tables, "random_features_medium")


def theory_large(tables: Tables) -> Evidence:
    return _risks(tables, "random_features_large")


def plateau(tables: Tables) -> Evidence:
    small, medium = (one_by_seed(tables.runs(name, varied="samples", log_size=1.5), "error") for name in _SIMULATED[:2])
    seeds = min(len(small), len(medium))
    return Evidence.stacked([("n = d^1.5", small[:seeds] - medium[:seeds])])


def plateau_limit(tables: Tables) -> Evidence:
    law = tables.theory("plateaus", varied="samples")
    law = law[law["d"] == law["d"].max()]
    middle = law.iloc[(law["log_size"] - 1.5).abs().argmin()]
    return Evidence.exact([float(middle["error"])], [f"d = {int(middle['d'])}"])


def floors(tables: Tables) -> Evidence:
    parts = []
    for varied in ("samples", "width"):
        runs = tables.runs("random_features", varied=varied)
        d = int(runs["d"].iloc[0])
        matrix = by_seed(runs, "error", "size")
        for size in map(int, matrix.columns):
            floor = sum(multiplicity(d, degree) > size for degree in (1, 2, 3))
            parts.append((f"{varied} = {size}", matrix[size].to_numpy() - floor))
    return Evidence.stacked(parts)
