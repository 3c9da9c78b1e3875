"""Evidence for fig8."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named


def _difference(tables: Tables, first: str, second: str, value: str, alphas: list[float]) -> Evidence:
    """One model minus another on the same draws."""
    one, other = (by_seed(tables.runs("models", model=name), value, "alpha", alphas).to_numpy() for name in (first, second))
    return Evidence(one - other, [f"{first} minus {second}, {point}" for point in named("alpha", alphas)])


def linear_plus_noise(tables: Tables) -> Evidence:
    return _difference(tables, "spikes", "surrogate", "test_gain", [0.0, 0.1, 0.2, 0.29, 0.33, 0.39])


def spikes(tables: Tables) -> Evidence:
    return _difference(tables, "rank-one", "spikes", "test_gain", [0.0, 0.1, 0.2, 0.29])


def spikes_shrinks(tables: Tables) -> Evidence:
    runs = tables.runs("models_by_size", alpha=0.29)
    gain = {model: by_seed(runs[runs["model"] == model], "test_gain", "n", [500, 2000]).to_numpy() for model in ("rank-one", "spikes")}
    difference = gain["rank-one"] - gain["spikes"]
    return Evidence(difference[:, [0]] - difference[:, [1]], ["n = 500 minus n = 2000"])


def exact_gradient(tables: Tables) -> Evidence:
    alphas = [0.29, 0.33, 0.39]
    found = _difference(tables, "simplified", "rank-one", "test_gain", alphas)
    exact, rank_one = (at_points(tables.theory("models", model=name), "test_gain", "alpha", alphas) for name in ("simplified", "rank-one"))
    return Evidence(found.observed, found.points, exact - rank_one)


def objective(tables: Tables) -> Evidence:
    pairs = (("spikes", "surrogate"), ("rank-one", "spikes"))
    return Evidence.joined([_difference(tables, *pair, "objective_gain", [0.0, 0.1, 0.2, 0.29]) for pair in pairs])
