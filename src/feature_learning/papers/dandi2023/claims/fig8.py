"""Evidence for fig8."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, one_by_seed
from feature_learning.theory.harmonics import multiplicity

_SYMBOLS = {"samples": "log n/log d", "width": "log p/log d"}
_UNEVEN = ((1.5, 2.25), (2.25, 1.5))


def _risks(tables: Tables, name: str) -> Evidence:
    parts = []
    for varied, symbol in _SYMBOLS.items():
        runs, law = (read(name, varied=varied) for read in (tables.runs, tables.theory))
        parts.append(against_theory(runs, law, "error", "log_size", symbol=symbol))
    return Evidence.joined(parts)


def theory(tables: Tables) -> Evidence:
    return _risks(tables, "random_features")


def theory_medium(tables: Tables) -> Evidence:
    return _risks(tables, "random_features_medium")


def theory_large(tables: Tables) -> Evidence:
    return _risks(tables, "random_features_large")


def plateau(tables: Tables) -> Evidence:
    runs = tables.runs("random_features_medium", varied="samples", log_size=1.5)
    return Evidence.stacked([("n = d^1.5", one_by_seed(runs, "error"))])


def plateau_limit(tables: Tables) -> Evidence:
    law = tables.theory("plateaus", varied="samples")
    law = law[law["d"] == law["d"].max()]
    middle = law.iloc[(law["log_size"] - 1.5).abs().argmin()]
    return Evidence.exact([middle["error"]], [f"d = {middle['d']}"])


def floors(tables: Tables) -> Evidence:
    d, floors, parts = tables.value("random_features", "d"), [], []
    for varied in _SYMBOLS:
        errors = by_seed(tables.runs("random_features", varied=varied), "error", "size")
        for size in tables.values("random_features", "size", varied=varied):
            floor = sum(multiplicity(d, degree) > size for degree in (1, 2, 3))
            floors.append(floor)
            parts.append((f"{varied} = {size}", errors[size].to_numpy() - floor))
    return Evidence.stacked(parts).against(-np.array(floors))


def _cell(size: float, width: float) -> str:
    return f"n = d^{size:g}, p = d^{width:g}"


def joint_minimum(tables: Tables) -> Evidence:
    parts = []
    for size, width in _UNEVEN:
        runs = tables.runs("joint", log_size=size, log_width=width)
        parts.append((_cell(size, width), one_by_seed(runs, "error")))
    return Evidence.stacked(parts)


def joint_theory(tables: Tables) -> Evidence:
    parts = []
    for width in tables.values("joint", "log_width"):
        runs, law = (read("joint", log_width=width) for read in (tables.runs, tables.theory))
        sizes = [size for size in tables.values("joint", "log_size") if size != width]
        of = f"p = d^{width:g}"
        found = against_theory(runs, law, "error", "log_size", sizes, symbol="log n/log d", of=of)
        kappa = np.floor(np.minimum(sizes, width))
        parts.append(found.against(3 - kappa))
    return Evidence.joined(parts)
