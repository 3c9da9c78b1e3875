"""Evidence for figx-signs."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics.evidence import Evidence


def _unforced(tables: Tables, s: int) -> np.ndarray:
    runs = tables.runs("signs", s=s, force_signs=False)
    runs = runs[runs["d"] == runs["d"].min()]
    return (runs["overlap"] > RECOVERED).to_numpy()


def _probability(tables: Tables, s: int) -> Evidence:
    found = _unforced(tables, s)
    return Evidence(found[:, None], [f"s = {s}, {len(found)} inits"], estimate="fraction")


def probability_first(tables: Tables) -> Evidence:
    return _probability(tables, 1)


def probability_half(tables: Tables) -> Evidence:
    return _probability(tables, 2)


def probability_third(tables: Tables) -> Evidence:
    return _probability(tables, 3)


def sign_decides(tables: Tables) -> Evidence:
    runs = tables.runs("signs", s=2)
    runs = runs[runs["d"] == runs["d"].min()]
    share = runs.assign(found=runs["overlap"] > RECOVERED).groupby(["seed", "force_signs"])["found"].mean().unstack()
    return Evidence((share[False] - share[True] / 2).to_numpy()[:, None], ["s = 2"])


def one_sign_enough_for_first(tables: Tables) -> Evidence:
    runs = tables.runs("signs_sampled", s=1)
    runs = runs[runs["d"] == runs["d"].min()]
    return Evidence((runs["overlap"] > RECOVERED).to_numpy()[:, None], [f"{len(runs)} runs"], estimate="fraction")
