"""Evidence for fig8."""

from feature_learning.statistics import Evidence, Tables, at_points, by_seed


def _difference(
    tables: Tables, first: str, second: str, value: str, alphas: list[float]
) -> Evidence:
    """Return one model minus another on the same draws."""
    minuend, subtrahend = (
        by_seed(tables.runs("models", model=model), value, "alpha", alphas)
        for model in (first, second)
    )
    return Evidence.of(minuend - subtrahend, "alpha", f"{first} minus {second}")


def linear_plus_noise(tables: Tables) -> Evidence:
    alphas = [0.0, 0.1, 0.2, 0.29, 0.33, 0.39]
    return _difference(tables, "spikes", "surrogate", "test_gain", alphas)


def spikes(tables: Tables) -> Evidence:
    return _difference(tables, "rank-one", "spikes", "test_gain", [0.0, 0.1, 0.2, 0.29])


def spikes_shrinks(tables: Tables) -> Evidence:
    runs = tables.runs("models_by_size", alpha=0.29)
    rank_one, spikes = (
        by_seed(runs[runs["model"] == model], "test_gain", "n", [500, 2000])
        for model in ("rank-one", "spikes")
    )
    small, large = (rank_one - spikes).to_numpy().T
    return Evidence.stacked([("n = 500 minus n = 2000", small - large)])


def exact_gradient(tables: Tables) -> Evidence:
    alphas = [0.29, 0.33, 0.39]
    gap = _difference(tables, "simplified", "rank-one", "test_gain", alphas)
    exact, rank_one = (
        at_points(tables.theory("models", model=model), "test_gain", "alpha", alphas)
        for model in ("simplified", "rank-one")
    )
    return Evidence(gap.observed, gap.points, exact - rank_one)


def objective(tables: Tables) -> Evidence:
    pairs = (("spikes", "surrogate"), ("rank-one", "spikes"))
    return Evidence.joined(
        [_difference(tables, *pair, "objective_gain", [0.0, 0.1, 0.2, 0.29]) for pair in pairs]
    )
