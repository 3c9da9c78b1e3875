"""Evidence for fig9."""

import numpy as np
import pandas as pd

from feature_learning.papers.moniri2023.claims import BATCHES, by_size
from feature_learning.papers.moniri2023.shared.onsets import half_onset, onset_of
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, loglog_slope

_ALPHAS = (0.1, 0.2, 0.29, 0.32, 0.36)
_TWO_DIRECTIONS = [0.29, 0.39, 0.5]  # the alphas that are judged


def _rises(tables: Tables, batch: str) -> dict[int, pd.DataFrame]:
    """Return by n what is learned beyond the untrained features, one column per step size."""
    runs = tables.runs("onset", batch=batch)
    return {
        int(n): by_seed(runs[runs["n"] == n], "rise", "eta") for n in sorted(runs["n"].unique())
    }


def _onsets(curves: dict[int, pd.DataFrame], mean: np.ndarray) -> np.ndarray:
    parts = np.split(mean, len(curves))
    etas = next(iter(curves.values())).columns.to_numpy(dtype=float)
    return np.array([onset_of(etas, part) for part in parts])


def onset(tables: Tables) -> Evidence:
    groups = {called: _rises(tables, batch) for batch, called in BATCHES.items()}

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = zip(groups.values(), np.split(mean, len(groups)), strict=True)
        return np.array(
            [
                loglog_slope(np.array([*curves], float), _onsets(curves, part))
                for curves, part in parts
            ]
        )

    frames = [frame for curves in groups.values() for frame in curves.values()]
    return Evidence(np.hstack(frames), [*groups], fit=fit)


def onset_theory(tables: Tables) -> Evidence:
    curves, theory = _rises(tables, "fresh"), tables.theory("onset", batch="fresh")
    predicted = at_points(theory.drop_duplicates("n"), "onset", "n", [*curves])
    halves = [half_onset(theory[theory["n"] == n]) for n in curves]
    names = [f"n = {n}" for n in curves]
    return Evidence(
        np.hstack([*curves.values()]), names, predicted, fit=lambda mean: _onsets(curves, mean)
    ).against(halves)


def _exponents(
    curves: dict[str, list[pd.DataFrame]], combine: list[float], less: np.ndarray | float = 0.0
) -> Evidence:
    """Return combinations of exponents of mean curves in n, less a number."""
    frames = [frame for parts in curves.values() for frame in parts]
    sizes = frames[0].columns.to_numpy(dtype=float)

    def fit(mean: np.ndarray) -> np.ndarray:
        slopes = [loglog_slope(sizes, part) for part in np.split(mean, len(frames))]
        return np.array(slopes).reshape(len(curves), -1) @ combine - less

    return Evidence(np.hstack(frames), [*curves], fit=fit)


def second_spike(tables: Tables) -> Evidence:
    curves = {
        f"{called}, alpha = {alpha}": [
            by_seed(tables.runs("remainder_talk", batch=batch, alpha=alpha), "second", "n")
        ]
        for batch, called in BATCHES.items()
        for alpha in _ALPHAS
    }
    alphas = np.tile(_ALPHAS, len(BATCHES))
    return _exponents(curves, [1.0], 2 * alphas - 0.5).against(0.5 - alphas)


def _growth(tables: Tables, high: float, low: float) -> Evidence:
    curves = {
        f"{called}, {high} minus {low}": [
            by_size(tables, "rise", 2, batch, alpha) for alpha in (high, low)
        ]
        for batch, called in BATCHES.items()
    }
    return _exponents(curves, [1.0, -1.0])


def grows_faster(tables: Tables) -> Evidence:
    return _growth(tables, 0.29, 0.2)


def grows_faster_wide(tables: Tables) -> Evidence:
    return _growth(tables, 0.36, 0.1)


def _above_untrained(tables: Tables, value: str) -> Evidence:
    """Return by how much a learned fraction of a target of two directions is above the untrained
    one, on both batches.
    """
    groups = []
    for batch, called in BATCHES.items():
        learned = by_seed(tables.runs("single_index", batch=batch), value, "alpha")
        rise = learned[_TWO_DIRECTIONS].sub(learned[-np.inf], axis=0)
        groups.append(Evidence.of(rise, "alpha", called))
    return Evidence.joined(groups)


def one_direction(tables: Tables) -> Evidence:
    first = _above_untrained(tables, "learned_h2").observed.mean(axis=0)
    return _above_untrained(tables, "learned_other").against(first)


def more_of_the_first(tables: Tables) -> Evidence:
    first, second = (_above_untrained(tables, value) for value in ("learned_h2", "learned_other"))
    return Evidence(0.1 + second.observed - first.observed, first.points)
