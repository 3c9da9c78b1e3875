"""Evidence for fig14."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory, one_by_seed

_UNEVEN = ((1.5, 2.25), (2.25, 1.5))


def _cell(size: float, width: float) -> str:
    return f"n = d^{size:g}, p = d^{width:g}"


def minimum(tables: Tables) -> Evidence:
    parts = []
    for size, width in _UNEVEN:
        runs = tables.runs("joint", log_size=size, log_width=width)
        parts.append((_cell(size, width), one_by_seed(runs, "error")))
    return Evidence.stacked(parts)


def theory(tables: Tables) -> Evidence:
    parts = []
    for width in tables.values("joint", "log_width"):
        runs, law = (read("joint", log_width=width) for read in (tables.runs, tables.theory))
        sizes = [size for size in tables.values("joint", "log_size") if size != width]
        of = f"p = d^{width:g}"
        found = against_theory(runs, law, "error", "log_size", sizes, symbol="log n/log d", of=of)
        kappa = np.floor(np.minimum(sizes, width))
        parts.append(found.against(3 - kappa))
    return Evidence.joined(parts)
