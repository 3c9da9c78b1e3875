"""Evidence on steps of order one, against samples and against the width (fig3a, fig3b)."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

_SAMPLES, _WIDTHS = ("small_step_samples", "psi1", "n/d"), ("small_step_widths", "psi2", "N/d")
_LEAST_GAIN = 0.003
_LEVEL_AT, _RATIO_AT = [0.5, 4.0, 8.0], [0.5, 1.0, 3.0, 4.0, 8.0]  # away from n = N, the more so for levels


def _steps(tables: Tables, experiment: str) -> list[float]:
    return sorted(float(eta) for eta in tables.runs(experiment)["eta"].unique())


def _risk(tables: Tables, design: tuple[str, str, str], eta: float, sizes: Sequence[float] | None = None) -> pd.DataFrame:
    return by_seed(tables.runs(design[0], eta=eta), "risk", design[1], sizes)


def _level(tables: Tables, design: tuple[str, str, str], sizes: Sequence[float] | None = None) -> Evidence:
    """Return the risk against the prediction, at every step."""
    experiment, over, symbol = design
    parts = []
    for eta in _steps(tables, experiment):
        runs, predicted = tables.runs(experiment, eta=eta), tables.theory(experiment, eta=eta)
        parts.append(against_theory(runs, predicted, "risk", over, sizes, symbol=symbol, of=f"eta = {eta:g}"))
    return Evidence.joined(parts)


def _ratios(tables: Tables, design: tuple[str, str, str], etas: Sequence[float], sizes: Sequence[float] | None = None) -> Evidence:
    """Return the risk over that without a step, paired, and the prediction of this ratio."""
    experiment, over, symbol = design
    untrained, parts = _risk(tables, design, 0.0, sizes), []
    at = list(untrained.columns)
    before = at_points(tables.theory(experiment, eta=0.0), "risk", over, at)
    for eta in etas:
        after = at_points(tables.theory(experiment, eta=eta), "risk", over, at)
        ratio = _risk(tables, design, eta, sizes) / untrained
        parts.append(Evidence(ratio.to_numpy(), [f"eta = {eta:g}, {point}" for point in named(symbol, at)], after / before))
    return Evidence.joined(parts)


def _over_bound(tables: Tables, design: tuple[str, str, str]) -> Evidence:
    """Return the risk over the bound on kernels, at every step and size."""
    bound, parts = float(tables.theory(design[0])["bound"].iloc[0]), []
    for eta in _steps(tables, design[0]):
        over = _risk(tables, design, eta) / bound
        parts.append(Evidence(over.to_numpy(), [f"eta = {eta:g}, {point}" for point in named(design[2], list(over.columns))]))
    return Evidence.joined(parts)


def fig3a_level(tables: Tables) -> Evidence:
    """The risk at every step, away from n = N."""
    return _level(tables, _SAMPLES, _LEVEL_AT)


def fig3a_ratio_four(tables: Tables) -> Evidence:
    """The risk over that of random features for eta = 4."""
    return _ratios(tables, _SAMPLES, [4.0], _RATIO_AT)


def fig3a_ratio_eight(tables: Tables) -> Evidence:
    """The risk over that of random features for eta = 8."""
    return _ratios(tables, _SAMPLES, [8.0], _RATIO_AT)


def fig3a_gain(tables: Tables) -> Evidence:
    """The same ratios, as gains."""
    return _ratios(tables, _SAMPLES, [4.0, 8.0], _RATIO_AT)


def fig3a_above_bound(tables: Tables) -> Evidence:
    """The risk over the bound on kernels."""
    return _over_bound(tables, _SAMPLES)


def fig3b_level(tables: Tables) -> Evidence:
    """The risk at every step and width."""
    return _level(tables, _WIDTHS)


def fig3b_ratio(tables: Tables) -> Evidence:
    """The risk over that of random features."""
    return _ratios(tables, _WIDTHS, [4.0, 8.0])


def fig3b_gain(tables: Tables) -> Evidence:
    """The same ratios where a gain above `_LEAST_GAIN` is predicted."""
    parts = []
    for eta in (4.0, 8.0):
        sizes = [float(size) for size in _risk(tables, _WIDTHS, eta).columns]
        before, after = (at_points(tables.theory("small_step_widths", eta=step), "risk", "psi2", sizes) for step in (0.0, eta))
        seen = [at for at, gain in zip(sizes, before - after, strict=True) if gain > _LEAST_GAIN]
        parts += [_ratios(tables, _WIDTHS, [eta], seen)] if seen else []
    return Evidence.joined(parts)


def fig3b_above_bound(tables: Tables) -> Evidence:
    """The risk over the bound on kernels."""
    return _over_bound(tables, _WIDTHS)


def fig3b_gain_vanishes(tables: Tables) -> Evidence:
    """The relative gain at N/d = 4 minus a quarter of that at 0.5, paired."""
    gain = 1 - _risk(tables, _WIDTHS, 8.0, [0.5, 4.0]) / _risk(tables, _WIDTHS, 0.0, [0.5, 4.0])
    return Evidence((gain[4.0] - gain[0.5] / 4).to_numpy()[:, None], ["eta = 8"])
