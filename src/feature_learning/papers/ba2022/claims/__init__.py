"""Evidence that several figures share."""

from collections.abc import Sequence

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named


def risk_large_steps(tables: Tables, step: str, *, least: float = 0.0) -> pd.DataFrame:
    """Return the risk by seed and n/d, from a smallest n/d on."""
    matrix = by_seed(tables.runs("step_sizes", step=step), "risk", "psi1")
    return matrix[[psi1 for psi1 in map(float, matrix.columns) if psi1 >= least]]


def over_bound_large_steps(tables: Tables, steps: Sequence[str], *, least: float = 0.0) -> Evidence:
    bound = float(tables.theory("step_sizes")["bound"].iloc[0])
    parts = []
    for step in steps:
        matrix = risk_large_steps(tables, step, least=least)
        names = [f"{step}, {point}" for point in named("n/d", list(matrix.columns))]
        parts.append(Evidence(matrix.to_numpy() - bound, names))
    return Evidence.joined(parts)


SAMPLES, WIDTHS = ("small_step_samples", "psi1", "n/d"), ("small_step_widths", "psi2", "N/d")


def steps(tables: Tables, experiment: str) -> list[float]:
    return sorted(float(eta) for eta in tables.runs(experiment)["eta"].unique())


def risk(tables: Tables, design: tuple[str, str, str], eta: float, sizes: Sequence[float] | None = None) -> pd.DataFrame:
    return by_seed(tables.runs(design[0], eta=eta), "risk", design[1], sizes)


def level_of(tables: Tables, design: tuple[str, str, str], sizes: Sequence[float] | None = None) -> Evidence:
    """Return the risk against the prediction, at every step."""
    experiment, over, symbol = design
    parts = []
    for eta in steps(tables, experiment):
        runs, predicted = tables.runs(experiment, eta=eta), tables.theory(experiment, eta=eta)
        parts.append(against_theory(runs, predicted, "risk", over, sizes, symbol=symbol, of=f"eta = {eta:g}"))
    return Evidence.joined(parts)


def ratios(tables: Tables, design: tuple[str, str, str], etas: Sequence[float], sizes: Sequence[float] | None = None) -> Evidence:
    """Return the risk over that without a step, paired, and the prediction of this ratio."""
    experiment, over, symbol = design
    untrained, parts = risk(tables, design, 0.0, sizes), []
    at = list(untrained.columns)
    before = at_points(tables.theory(experiment, eta=0.0), "risk", over, at)
    for eta in etas:
        after = at_points(tables.theory(experiment, eta=eta), "risk", over, at)
        ratio = risk(tables, design, eta, sizes) / untrained
        parts.append(Evidence(ratio.to_numpy(), [f"eta = {eta:g}, {point}" for point in named(symbol, at)], after / before))
    return Evidence.joined(parts)


def over_bound(tables: Tables, design: tuple[str, str, str]) -> Evidence:
    """Return the risk over the bound on kernels, at every step and size."""
    bound, parts = float(tables.theory(design[0])["bound"].iloc[0]), []
    for eta in steps(tables, design[0]):
        over = risk(tables, design, eta) / bound
        parts.append(Evidence(over.to_numpy(), [f"eta = {eta:g}, {point}" for point in named(design[2], list(over.columns))]))
    return Evidence.joined(parts)
