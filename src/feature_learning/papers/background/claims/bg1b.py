"""Evidence for bg1b."""

from itertools import pairwise

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.background.claims import by_run_of
from feature_learning.statistics.evidence import Evidence, by_seed


def ode(tables: Tables) -> Evidence:
    runs = tables.runs("classic_limit", noise=0.0)
    runs = runs[runs["t"] <= 300].assign(gap=lambda frame: np.abs(np.log10(frame["risk"] / frame["ode_risk"])))
    return Evidence(by_run_of(runs, "gap", "t").to_numpy().max(axis=1)[:, None], ["largest gap"])


def _cosines(tables: Tables, t: float) -> np.ndarray:
    runs = tables.runs("classic_limit", t=t, noise=float(tables.runs("classic_limit")["noise"].max()))
    return np.array([np.reshape(row, (-1, int(runs["teachers"].iloc[0]))) for row in runs["cosines"]])


def unspecialised(tables: Tables) -> Evidence:
    runs = tables.runs("classic_limit", t=10.0, noise=float(tables.runs("classic_limit")["noise"].max()))
    return Evidence(by_run_of(runs, "asymmetry", "t").to_numpy(), ["t = 10"])


def teachers(tables: Tables) -> Evidence:
    return Evidence(np.median(_cosines(tables, 300.0).max(axis=2), axis=1)[:, None], ["t = 300"])


def plateau(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("plateau_by_dimension", t=100.0), "risk", "d")
    dimensions = list(map(int, matrix.columns))
    names = [f"d = {high} over {low}" for low, high in pairwise(dimensions)]
    return Evidence(np.diff(np.log10(matrix.to_numpy()), axis=1), names)
