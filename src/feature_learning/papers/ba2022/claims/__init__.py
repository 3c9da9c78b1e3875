"""Evidence that several figures share."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from feature_learning.papers.ba2022.shared.model import ROOT, StepLaw
from feature_learning.statistics import Evidence, Tables, against_theory_by, at_points, by_seed


class SmallSteps(NamedTuple):
    """An experiment with steps of order one, the ratio that it varies, and the ratio's name."""

    experiment: str
    ratio: str
    symbol: str


SAMPLES = SmallSteps("small_step_samples", "psi1", "n/d")
_LEAST_GAIN = 0.01
WIDTHS = SmallSteps("small_step_widths", "psi2", "N/d")


def large_step_risk(tables: Tables, step: StepLaw, *, least: float = 0.0) -> pd.DataFrame:
    """Return the risk by seed and n/d, from a smallest n/d on."""
    risks = by_seed(tables.runs("step_sizes", **step.columns), "risk", "psi1")
    return risks[[psi1 for psi1 in map(float, risks.columns) if psi1 >= least]]


def large_steps_over_bound(
    tables: Tables, steps: Sequence[StepLaw], *, least: float = 0.0
) -> Evidence:
    """Return the risk over the bound on kernels."""
    bound = tables.value("step_sizes", "bound")
    groups = {step.name: large_step_risk(tables, step, least=least) / bound for step in steps}
    return joined(groups, "n/d")


def small_steps_over_bound(
    tables: Tables, steps: Sequence[StepLaw], *, least: float = 0.0
) -> Evidence:
    """Return the risk over the bound on kernels; the rival is that of a step of sqrt N."""
    large = large_steps_over_bound(tables, [ROOT], least=least).observed.mean(axis=0)
    return large_steps_over_bound(tables, steps, least=least).against(np.tile(large, len(steps)))


def joined(groups: dict[str, pd.DataFrame], symbol: str) -> Evidence:
    """Return the evidence of several curves, by name."""
    return Evidence.joined([Evidence.of(group, symbol, name) for name, group in groups.items()])


def _by_step(tables: Tables, design: SmallSteps) -> dict[float, str]:
    return {eta: f"eta = {eta:g}" for eta in map(float, tables.values(design.experiment, "eta"))}


def small_step_risk(
    tables: Tables, design: SmallSteps, eta: float, sizes: Sequence[float] | None = None
) -> pd.DataFrame:
    """Return the risk by seed and size."""
    return by_seed(tables.runs(design.experiment, eta=eta), "risk", design.ratio, sizes)


def against_prediction(
    tables: Tables, design: SmallSteps, sizes: Sequence[float] | None = None
) -> Evidence:
    """Return the risk against the prediction, at every step; its rival is no step."""
    runs, theory = tables.runs(design.experiment), tables.theory(design.experiment)
    steps = _by_step(tables, design)
    found = against_theory_by(
        "eta", steps, runs, theory, "risk", design.ratio, sizes, symbol=design.symbol
    )
    assert found.predicted is not None
    by_step = found.predicted.reshape(len(steps), -1)
    untrained = by_step[list(steps).index(0.0)]
    return found.against(np.where(by_step == untrained, np.nan, untrained).ravel())


def ratios(
    tables: Tables, design: SmallSteps, etas: Sequence[float], sizes: Sequence[float] | None = None
) -> Evidence:
    """Return the risk over that without a step, paired, and the prediction of this ratio."""
    untrained = small_step_risk(tables, design, 0.0, sizes)
    points = list(untrained.columns)
    before, *after = (
        at_points(tables.theory(design.experiment, eta=eta), "risk", design.ratio, points)
        for eta in (0.0, *etas)
    )
    groups = []
    for eta, predicted in zip(etas, after, strict=True):
        ratio = small_step_risk(tables, design, eta, sizes) / untrained
        groups.append(Evidence.of(ratio, design.symbol, f"eta = {eta:g}", predicted / before))
    return Evidence.joined(groups)


def gains(tables: Tables, design: SmallSteps) -> Evidence:
    """Return the risk over that without a step, paired, for every step and size at which the
    prediction is a gain of more than a hundredth.
    """
    sizes, groups = list(map(float, tables.values(design.experiment, design.ratio))), []
    etas = [eta for eta in map(float, tables.values(design.experiment, "eta")) if eta > 0]
    for eta in etas:
        before, after = (
            at_points(tables.theory(design.experiment, eta=step), "risk", design.ratio, sizes)
            for step in (0.0, eta)
        )
        shares = zip(sizes, after / before, strict=True)
        if visible := [size for size, share in shares if share < 1 - _LEAST_GAIN]:
            groups.append(ratios(tables, design, [eta], visible))
    return Evidence.joined(groups)
