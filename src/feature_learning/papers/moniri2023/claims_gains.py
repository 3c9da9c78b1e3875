"""Evidence on what the step gains, on equivalent models, and on a reused batch (fig5 to fig9)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

_EARLY = [0.1, 0.2, 0.29]
_ALL = [0.1, 0.2, 0.29, 0.39]
_NETWORKS = ("slides", "simplified")


def _runs(tables: Tables, task: int, network: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return runs and theory of a network; that with rank-one weights is among the models."""
    if network == "rank-one":
        return tables.runs("models", model=network), tables.theory("models", model=network)
    return tables.runs("one_step", task=task, network=network), tables.theory("one_step", task=task, network=network)


def _gain(tables: Tables, task: int, networks: Sequence[str], alphas: list[float]) -> Evidence:
    """Test gains against theory."""
    parts = []
    for network in networks:
        runs, theory = _runs(tables, task, network)
        parts.append(against_theory(runs, theory, "test_gain", "alpha", alphas, symbol="alpha", of=network))
    return Evidence.joined(parts)


def _share(tables: Tables, task: int, networks: Sequence[str], alphas: list[float]) -> Evidence:
    """Gains in the objective over the seed's own untrained objective: the variance of the labels cancels."""
    parts = []
    for network in networks:
        runs, theory = (
            frame.assign(share=frame["objective_gain"] / frame["untrained_objective"]) for frame in _runs(tables, task, network)
        )
        parts.append(against_theory(runs, theory, "share", "alpha", alphas, symbol="alpha", of=network))
    return Evidence.joined(parts)


def _values(tables: Tables, task: int, value: str, alphas: list[float], network: str = "slides") -> np.ndarray:
    return by_seed(_runs(tables, task, network)[0], value, "alpha", alphas).to_numpy()


def fig5_test_gain(tables: Tables) -> Evidence:
    """The test gain in Setting 1."""
    return _gain(tables, 1, _NETWORKS, _EARLY)


def fig5_objective_gain(tables: Tables) -> Evidence:
    """The gain in the training objective in Setting 1, over the untrained objective."""
    return _share(tables, 1, _NETWORKS, _EARLY)


def fig5_nothing_beyond_linear(tables: Tables) -> Evidence:
    """The paired difference of the test gain between alpha = 0.45 and 0.29 in Setting 1."""
    gain = _values(tables, 1, "test_gain", [0.29, 0.45])
    return Evidence(gain[:, [1]] - gain[:, [0]], ["0.45 minus 0.29"])


def fig6_test_gain(tables: Tables) -> Evidence:
    """The test gain in Setting 2."""
    return _gain(tables, 2, (*_NETWORKS, "rank-one"), _ALL)


def fig6_test_gain_large(tables: Tables) -> Evidence:
    """The test gain in Setting 2 at larger sizes."""
    return fig6_test_gain(tables)


def fig6_objective_gain(tables: Tables) -> Evidence:
    """The gain in the training objective in Setting 2, over the untrained objective."""
    return _share(tables, 2, ("simplified", "rank-one"), _ALL)


def fig6_objective_gain_slides(tables: Tables) -> Evidence:
    """The same for the talk's network."""
    return _share(tables, 2, ("slides",), _ALL)


def fig6_beyond_l1(tables: Tables) -> Evidence:
    """The test gain at alpha = 0.39 minus the theorem's level for l = 1."""
    level = tables.theory("one_step", task=2)["test_gain_l1"].iloc[0]
    return Evidence(_values(tables, 2, "test_gain", [0.39]) - level, ["alpha = 0.39"])


def fig6_nonlinear_gain(tables: Tables) -> Evidence:
    """The paired difference of the test gain between the settings at alpha = 0.39."""
    return Evidence(_values(tables, 2, "test_gain", [0.39]) - _values(tables, 1, "test_gain", [0.39]), ["alpha = 0.39"])


def fig6_h2_learned(tables: Tables) -> Evidence:
    """The learned fraction of H_2 at alpha = 0.39."""
    return Evidence(_values(tables, 2, "learned_h2", [0.39]), ["alpha = 0.39"])


def fig6_no_h2_small_step(tables: Tables) -> Evidence:
    """The learned fraction of H_2 without a step and after small steps."""
    untrained = _values(tables, 2, "untrained_learned_h2", [0.0])
    return Evidence(np.hstack([untrained, _values(tables, 2, "learned_h2", [0.0, 0.1])]), ["untrained", *named("alpha", [0.0, 0.1])])


def fig7_fixed_point(tables: Tables) -> Evidence:
    """The alpha at which the predicted gains at the two largest sample sizes are equal.

    It is interpolated linearly.
    """
    low, high = (tables.theory("staircase", n=n).sort_values("alpha") for n in (1e9, 1e14))
    alpha = low["alpha"].to_numpy()
    inner = alpha > 0.1  # below it both curves are flat at the first level
    difference = (high["test_gain"].to_numpy() - low["test_gain"].to_numpy())[inner]
    at = int(np.argmax((difference[:-1] < 0) & (difference[1:] >= 0)))
    share = -difference[at] / (difference[at + 1] - difference[at])
    return Evidence.exact([alpha[inner][at] + share * (alpha[inner][at + 1] - alpha[inner][at])], ["crossing"])


def _difference(tables: Tables, first: str, second: str, value: str, alphas: list[float]) -> Evidence:
    """One model minus another on the same draws."""
    one, other = (by_seed(tables.runs("models", model=name), value, "alpha", alphas).to_numpy() for name in (first, second))
    return Evidence(one - other, [f"{first} minus {second}, {point}" for point in named("alpha", alphas)])


def fig8_linear_plus_noise(tables: Tables) -> Evidence:
    """The test gain of untrained features plus spikes minus that of linear-plus-noise features plus spikes."""
    return _difference(tables, "spikes", "surrogate", "test_gain", [0.0, 0.1, 0.2, 0.29, 0.33, 0.39])


def fig8_spikes(tables: Tables) -> Evidence:
    """The test gain with rank-one weights minus that of untrained features plus spikes."""
    return _difference(tables, "rank-one", "spikes", "test_gain", [0.0, 0.1, 0.2, 0.29])


def fig8_spikes_shrinks(tables: Tables) -> Evidence:
    """The last difference at n = 500 minus that at n = 2000, at alpha = 0.29."""
    runs = tables.runs("models_by_size", alpha=0.29)
    gain = {model: by_seed(runs[runs["model"] == model], "test_gain", "n", [500, 2000]).to_numpy() for model in ("rank-one", "spikes")}
    difference = gain["rank-one"] - gain["spikes"]
    return Evidence(difference[:, [0]] - difference[:, [1]], ["n = 500 minus n = 2000"])


def fig8_exact_gradient(tables: Tables) -> Evidence:
    """The test gain of the exact gradient minus that of rank-one weights, against theory."""
    alphas = [0.29, 0.33, 0.39]
    found = _difference(tables, "simplified", "rank-one", "test_gain", alphas)
    exact, rank_one = (at_points(tables.theory("models", model=name), "test_gain", "alpha", alphas) for name in ("simplified", "rank-one"))
    return Evidence(found.observed, found.points, exact - rank_one)


def fig8_objective(tables: Tables) -> Evidence:
    """Both differences in the training objective."""
    pairs = (("spikes", "surrogate"), ("rank-one", "spikes"))
    return Evidence.joined([_difference(tables, *pair, "objective_gain", [0.0, 0.1, 0.2, 0.29]) for pair in pairs])


def fig9_reuse(tables: Tables) -> Evidence:
    """The gain with the batch reused minus twice the gain with fresh data, in Setting 1."""
    alphas = [0.0, 0.1, 0.2, 0.29]
    reused, fresh = (
        by_seed(tables.runs("reuse", batch=batch), "objective_gain", "alpha", alphas).to_numpy() for batch in ("reused", "fresh")
    )
    return Evidence(reused - 2 * fresh, named("alpha", alphas))
