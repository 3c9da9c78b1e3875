"""Evidence for notebook-circles."""

import math

import numpy as np

from feature_learning.papers.dandi2023.shared.published_centres import COLUMNS, published_centres
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed

_TARGETS = ("notebook-1", "notebook-2")
_NAMES = {column: column.replace("_", " ") for column in COLUMNS}


def theory(tables: Tables) -> Evidence:
    parts, d = [], tables.values("multi_step", "d")[-1]
    for target in _TARGETS:
        runs, law = (
            read("multi_step", target=target, d=d) for read in (tables.runs, tables.theory)
        )
        for value, said in _NAMES.items():
            found = against_theory(runs, law, value, "time", symbol="T", of=f"{target}, {said}")
            assert found.predicted is not None
            first = np.full(len(found.points), found.predicted[0])
            parts.append(found.against([np.nan, *first[1:]]))
    return Evidence.joined(parts)


def published(tables: Tables) -> Evidence:
    """Return our means less the notebook's; the rival is that every step is as the first."""
    parts, rivals, d = [], [], tables.values("multi_step", "d")[0]
    for target in _TARGETS:
        centres = published_centres(target).set_index("time")
        runs = tables.runs("multi_step", target=target, d=d)
        for value, said in _NAMES.items():
            means = by_seed(runs, value, "time")
            for time in centres.index:
                gap = means[time] - centres[value][time]
                parts.append((f"{target}, {said}, T = {time}", gap.to_numpy()))
                still = centres[value][1] - centres[value][time]
                rivals.append(still if time > 1 else math.nan)
    return Evidence.stacked(parts).against(rivals)
