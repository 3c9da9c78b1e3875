"""Evidence for prop-d."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2022.shared.crossings import (
    half_learned,
    link_samples,
    samples_needed,
)
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    by_seed,
    loglog_slope,
    slope_per_seed,
)


def _exponent(tables: Tables, value: str) -> Evidence:
    """Return each seed's exponent in d of the samples needed; NaN if a level is not reached."""
    exponents = slope_per_seed(samples_needed(tables, value))
    return Evidence(exponents[:, None], ["exponent in d"], estimate="median")


def alignment_exponent(tables: Tables) -> Evidence:
    return _exponent(tables, "alignment")


def error_exponent(tables: Tables) -> Evidence:
    return _exponent(tables, "error")


def kernel_theory(tables: Tables) -> Evidence:
    runs = tables.runs("tangent", target="cube", bias=True)
    runs = runs[(runs["d"] >= 30) & (runs["n"] >= 240)]
    theory = tables.theory("tangent", target="cube")
    names = {d: f"d = {d}" for d in sorted(runs["d"].unique())}
    errors = against_theory_by("d", names, runs, theory, "error", "n", symbol="n")
    return Evidence(errors.observed / errors.predicted, errors.points)


def kernel_power(tables: Tables) -> Evidence:
    slopes = []
    for p in (1, 3):
        needed = tables.theory("tangent_samples", p=p)
        pair = needed[needed["d"].isin([40, 80])].sort_values("d")
        slopes.append(loglog_slope(pair["d"].to_numpy(dtype=float), pair["n"].to_numpy()))
    return Evidence.exact(slopes, ["p = 1", "p = 3"], [1.0, 3.0])


def _at_plateau(tables: Tables, experiment: str, target: str, **where: bool) -> pd.Series:
    """Return the error by seed at the sizes at which both methods are compared."""
    d, n = (tables.value("samples", name) for name in ("plateau_d", "plateau_n"))
    runs = tables.runs(experiment, target=target, d=d, n=n, **where)
    return runs.set_index("seed")["error"]


def separation(tables: Tables) -> Evidence:
    kernel = _at_plateau(tables, "tangent", "cube", bias=True)
    gap = (kernel - _at_plateau(tables, "samples", "cube")).dropna()
    return Evidence(gap.to_numpy()[:, None], ["d = 100, n = 1600"])


def steep_tanh(tables: Tables) -> Evidence:
    errors = _at_plateau(tables, "tangent", "steep-tanh", bias=True).to_numpy()
    plateau = tables.value("tangent", "plateau", target="steep-tanh")
    return Evidence(errors[:, None] / plateau, ["d = 100, n = 1600"])


def no_bias(tables: Tables) -> Evidence:
    errors = by_seed(tables.runs("tangent", target="cube", bias=False), "error", "n")
    return Evidence(errors.min(axis=1).to_numpy()[:, None], ["least over n"])


def learns(tables: Tables) -> Evidence:
    runs = tables.runs("samples", target="cube")
    runs = runs[(runs["d"] != runs["plateau_d"]) & (runs["n_over_d"] == runs["n_over_d"].max())]
    return replace(Evidence.of(by_seed(runs, "error", "d"), "d"), estimate="median")


def links(tables: Tables) -> Evidence:
    slopes = {
        name: slope_per_seed(link_samples(tables, name))
        for name in tables.values("links", "target")
    }
    return Evidence(np.column_stack(list(slopes.values())), list(slopes), estimate="median")


def _powers(tables: Tables, p: int) -> tuple[np.ndarray, list[tuple[int, np.ndarray]]]:
    """Return the kernel's errors on Gaussian inputs, (seeds, dimensions * sizes), and the sample
    sizes of each dimension.
    """
    runs = tables.runs("tangent_powers", p=p, law="gaussian")
    cells = [(int(own["d"].iloc[0]), by_seed(own, "error", "n")) for _, own in runs.groupby("d")]
    sizes = [(d, table.columns.to_numpy(dtype=float)) for d, table in cells]
    return np.hstack([table.to_numpy() for _, table in cells]), sizes


def _power(errors: np.ndarray, sizes: list[tuple[int, np.ndarray]]) -> float:
    """Return the exponent in d of the samples at which the error is a half, from one curve."""
    curves = np.split(errors, np.cumsum([len(n) for _, n in sizes])[:-1])
    halves = [half_learned(n, curve) for (_, n), curve in zip(sizes, curves, strict=True)]
    return loglog_slope(np.array([d for d, _ in sizes], dtype=float), np.array(halves))


def _kernel_exponent(tables: Tables, p: int) -> Evidence:
    errors, sizes = _powers(tables, p)
    return Evidence(errors, [f"p = {p}"], fit=lambda mean: _power(mean, sizes))


def kernel_linear(tables: Tables) -> Evidence:
    return _kernel_exponent(tables, 1)


def kernel_quadratic(tables: Tables) -> Evidence:
    return _kernel_exponent(tables, 2)


def kernel_cubic(tables: Tables) -> Evidence:
    return _kernel_exponent(tables, 3)


def exponents_apart(tables: Tables) -> Evidence:
    """Differences of the network's seeds from as many groups of the kernel's."""
    errors, sizes = _powers(tables, 3)
    network = slope_per_seed(samples_needed(tables, "error"))
    count = min(len(errors), len(network))
    groups = [errors[start::count].mean(axis=0) for start in range(count)]
    kernel = np.array([_power(group, sizes) for group in groups])
    return Evidence.stacked([("degree 3", kernel - network[:count])])
