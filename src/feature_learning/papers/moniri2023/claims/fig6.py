"""Evidence for fig6."""

from dataclasses import replace

from feature_learning.statistics import Evidence, Tables, against_theory

_ALPHAS = [0.1, 0.2, 0.29, 0.39]


def test_gain(tables: Tables) -> Evidence:
    """Return gains on a fresh batch against theory; those of other networks than the talk's are
    among the models, which have fewer seeds at paper scale.
    """
    groups = []
    for network in ("slides", "simplified", "rank-one"):
        runs, theory = (
            read("one_step", task=2, batch="fresh")
            if network == "slides"
            else read("models", model=network)
            for read in (tables.runs, tables.theory)
        )
        groups.append(
            against_theory(runs, theory, "test_gain", "alpha", _ALPHAS, symbol="alpha", of=network)
        )
    common = min(len(group.observed) for group in groups)
    return Evidence.joined([replace(each, observed=each.observed[:common]) for each in groups])
