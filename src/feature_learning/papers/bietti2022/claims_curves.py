"""Evidence on which inits recover, and from how many samples (fig1, fig1-code, figx-scaling)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.thresholds import MIDDLE, best, dimensions, held_out, null_risk, thresholds
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def _overlaps(runs: pd.DataFrame, s: int, d: int, n: int) -> np.ndarray:
    """Return each seed's best overlap, (seeds,)."""
    own = best(runs[(runs["s"] == s) & (runs["d"] == d) & (runs["n"] == n)])
    return by_seed(own, "overlap", "n", [n])[n].to_numpy()


def _largest(runs: pd.DataFrame, s: int, d: int) -> int:
    return int(runs[(runs["s"] == s) & (runs["d"] == d)]["n"].max())


def fig1_larger_exponent_needs_more(tables: Tables) -> Evidence:
    """The best overlap for s minus that for s + 1, paired."""
    runs = tables.runs("learning_curves")
    middle, large = dimensions(runs)
    cells = [(1, middle, 100), (1, large, 300), (2, middle, 300), (2, large, 1000)]
    gaps = [(f"s = {s} over {s + 1}, d = {d}, n = {n}", _overlaps(runs, s, d, n) - _overlaps(runs, s + 1, d, n)) for s, d, n in cells]
    return Evidence.stacked(gaps)


def fig1_recovered(tables: Tables) -> Evidence:
    """Whether a seed's best run recovers, at the largest n of each panel."""
    runs = tables.runs("learning_curves")
    every = sorted(map(int, runs["d"].unique()))
    cells = [(s, d, _largest(runs, s, d)) for s in (1, 2) for d in every] + [(3, every[0], _largest(runs, 3, every[0]))]
    columns = [_overlaps(runs, *cell) > RECOVERED for cell in cells]
    return Evidence(np.column_stack(columns), [f"s = {s}, d = {d}, n = {n}" for s, d, n in cells], estimate="fraction")


def fig1_recovered_third(tables: Tables) -> Evidence:
    """Whether a seed's best run recovers for s = 3, pooled over two dimensions."""
    runs = tables.runs("learning_curves")
    pooled = np.concatenate([_overlaps(runs, 3, d, 10000) for d in dimensions(runs)]) > RECOVERED
    return Evidence(pooled[:, None], ["both dimensions"], estimate="fraction")


def fig1_few_samples(tables: Tables) -> Evidence:
    """Whether a seed's best run recovers from few samples, pooled."""
    runs = tables.runs("learning_curves")
    cells = [(s, d, n) for s, n in ((1, 30), (2, 30), (3, 100)) for d in dimensions(runs)]
    pooled = np.concatenate([_overlaps(runs, *cell) for cell in cells]) > RECOVERED
    return Evidence(pooled[:, None], [f"{len(cells)} settings"], estimate="fraction")


def _shares(chosen: pd.DataFrame) -> pd.DataFrame:
    """Return the share of recovered runs, seeds by s."""
    return chosen.assign(found=chosen["overlap"] > RECOVERED).groupby(["seed", "s"])["found"].mean().unstack("s")


def fig1_validation_choice(tables: Tables) -> Evidence:
    """The share of dimensions in which the best run recovers, less that of the run chosen by held-out risk."""
    runs = tables.runs("learning_curves", n=1000)
    gaps = _shares(best(runs)) - _shares(held_out(runs))
    return Evidence(gaps.to_numpy(), named("s", list(gaps.columns)))


def fig1_inits_decide(tables: Tables) -> Evidence:
    """Whether a seed's best run recovers, less the share of its inits that do."""
    runs = tables.runs("learning_curves", s=3)
    d = int(runs["d"].min())
    runs = runs[(runs["d"] == d) & (runs["n"] == 10000)]
    gap = _shares(best(runs)) - _shares(runs)
    return Evidence(gap.to_numpy(), [f"d = {d}"])


def fig1_refit_matters_raw(tables: Tables) -> Evidence:
    """The best run's excess risk before the refit over the null risk."""
    own = best(tables.runs("learning_curves", s=2, d=MIDDLE, n=3000))
    raw = by_seed(own, "raw", "n", [3000]).to_numpy()
    return Evidence(raw / null_risk(tables, 2, MIDDLE), ["n = 3000"])


def fig1_code_code_link_harder(tables: Tables) -> Evidence:
    """The share of inits that recover at infinite n with our link, less that with the code's, s = 3."""
    shares = {name: _shares(tables.runs("links", link=name, s=3))[3] for name in ("zigzag-half", "zigzag")}
    return Evidence((shares["zigzag-half"] - shares["zigzag"]).to_numpy()[:, None], ["s = 3"])


def _flips(tables: Tables, radial: bool) -> pd.DataFrame:
    return tables.runs("radial", radial=radial)


def fig1_code_spherical_never_flips(tables: Tables) -> Evidence:
    """The mean number of times that theta turns round in the warm-up, with the spherical gradient."""
    flips = _flips(tables, False).groupby(["seed", "s"])["flips"].mean().unstack("s")
    return Evidence(flips.to_numpy(), named("s", list(flips.columns)))


def fig1_code_radial_flips(tables: Tables) -> Evidence:
    """The share of inits that turn round more than a hundred times with the radial part."""
    runs = _flips(tables, True)
    share = runs.assign(often=runs["flips"] > 100).groupby(["seed", "s"])["often"].mean().unstack("s")[[2, 3]]
    return Evidence(share.to_numpy(), named("s", list(share.columns)))


def fig1_code_radial_makes_no_difference(tables: Tables) -> Evidence:
    """The share of inits that recover with the spherical gradient, less that with the radial part."""
    gap = _shares(_flips(tables, False)) - _shares(_flips(tables, True))
    return Evidence(gap.to_numpy(), named("s", list(gap.columns)))


def _log_thresholds(tables: Tables) -> pd.DataFrame:
    """Return ln n_half, seeds by (s, d)."""
    found = thresholds(tables.runs("learning_curves"))
    found = found.assign(log=np.log(found["half"]))
    return found.pivot(index="seed", columns=["s", "d"], values="log").sort_index(axis=1)


def _slopes(tables: Tables) -> np.ndarray:
    """Return the slope of ln n_half in ln d, (seeds, exponents)."""
    logs = _log_thresholds(tables)
    columns = []
    for s in (1, 2, 3):
        d = logs[s].columns.to_numpy(dtype=float)
        columns.append([loglog_slope(d, np.exp(row)) for row in logs[s].to_numpy()])
    return np.array(columns).T


def figx_scaling_thresholds_ordered(tables: Tables) -> Evidence:
    """The mean over d of ln n_half for s + 1 less that for s."""
    logs = _log_thresholds(tables)
    return Evidence.stacked([(f"s = {s + 1} over {s}", (logs[s + 1] - logs[s]).to_numpy().mean(axis=1)) for s in (1, 2)])


def figx_scaling_threshold_grows_with_d(tables: Tables) -> Evidence:
    """The slopes of ln n_half in ln d."""
    return Evidence(_slopes(tables), named("s", [1, 2, 3]))


def figx_scaling_theorem_exponent(tables: Tables) -> Evidence:
    """The same slopes, less the theorem's exponent."""
    bounds = np.array([max(s, (s + 3) / 2) for s in (1, 2, 3)])
    return Evidence(_slopes(tables) - bounds, named("s", [1, 2, 3]))


def figx_scaling_exponents_rise(tables: Tables) -> Evidence:
    """The slope for s = 3 less that for s = 1."""
    slopes = _slopes(tables)
    return Evidence((slopes[:, 2] - slopes[:, 0])[:, None], ["s = 3 over 1"])
