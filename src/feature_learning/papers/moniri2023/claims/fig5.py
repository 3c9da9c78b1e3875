"""Evidence for fig5."""

import numpy as np

from feature_learning.papers.moniri2023.claims import BATCHES, by_size, gain, of_batches
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, named, slopes_of_means

_EARLY = [0.1, 0.2, 0.29]
_STEPS = [0.1, 0.2, 0.29, 0.36, 0.39]
_RATE = 0.4  # between those of eta/sqrt(n), 0.3, and of its square


def test_gain(tables: Tables) -> Evidence:
    return gain(tables, 1, "test_gain", ("slides",), _EARLY)


def objective_gain(tables: Tables) -> Evidence:
    return gain(tables, 1, "share", ("slides",), _EARLY)


def gain_tr(tables: Tables) -> Evidence:
    return of_batches(tables, "one_step", "share", _STEPS, task=1)


def gain_te(tables: Tables) -> Evidence:
    return of_batches(tables, "one_step", "test_gain", _STEPS, task=1)


def gain_lasts(tables: Tables) -> Evidence:
    return slopes_of_means(
        {
            f"{called}, alpha = {alpha}": by_size(tables, "share", 1, batch, alpha)
            for batch, called in BATCHES.items()
            for alpha in _EARLY
        }
    )


def _over_theorem(tables: Tables, batch: str) -> tuple[Evidence, np.ndarray]:
    """Return both gains at alpha = 0.29 over the theorem's levels, and these."""
    theory = tables.theory("one_step", task=1, batch="fresh", alpha=0.29)
    base = theory["untrained_objective"].iloc[0]
    levels = np.array(
        [theory["level_objective_gain"].iloc[0] / base, theory["level_test_gain"].iloc[0]]
    )
    runs = tables.runs("one_step", task=1, batch=batch)
    gains = [
        by_seed(runs, value, "alpha", [0.29]).to_numpy()[:, 0] for value in ("share", "test_gain")
    ]
    parts = zip(("objective", "test error"), gains, levels, strict=True)
    return Evidence.stacked([(name, value / level) for name, value, level in parts]), levels


def theorem_split(tables: Tables) -> Evidence:
    return _over_theorem(tables, "fresh")[0]


def theorem_written(tables: Tables) -> Evidence:
    evidence, levels = _over_theorem(tables, "same")
    own = tables.theory("one_step", task=1, batch="same", alpha=0.29).iloc[0]
    limits = [own["limit_objective_gain"] / own["untrained_objective"], own["limit_test_gain"]]
    return evidence.against(np.array(limits) / levels)


def same_batch(tables: Tables) -> Evidence:
    alphas = [0.1, 0.2]
    runs, theory = (read("one_step", task=1, batch="same") for read in (tables.runs, tables.theory))
    predicted = at_points(theory, "share", "alpha", alphas)
    without = at_points(theory, "plain_share", "alpha", alphas)
    curves = by_seed(runs, "share", "alpha", alphas)
    return Evidence(curves.to_numpy(), named("alpha", alphas), predicted).against(without)


same_batch_large = same_batch


def same_batch_limit(tables: Tables) -> Evidence:
    shares = by_size(tables, "share", 1, "same", 0.2)
    sizes = [float(n) for n in shares.columns]
    theory = tables.theory("talk_by_size", task=1, batch="same", alpha=0.2)
    gap = shares - at_points(theory, "share", "n", sizes)
    return Evidence.limit(gap.to_numpy(), sizes, 0.0, _RATE)
