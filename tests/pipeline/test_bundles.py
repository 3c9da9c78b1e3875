"""Which pairs share a job of a cluster."""

from itertools import chain

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.forecast.bundles import MOST, SECONDS, Bundles
from feature_learning.pipeline.forecast.costs import CostModel, Job, Measured


def bundles(scale: str, seconds: float) -> tuple[Bundles, CostModel]:
    """Bundles where every training job takes the same time, whatever its setting."""
    catalogue = load({"scale": scale})
    measured = {
        f"{stage}/{paper}/{name}/{setting.label}": Measured(took, mb)
        for paper, declared in catalogue.papers.items()
        for name in declared.experiments
        for setting in catalogue.settings(paper, name)
        for stage, took, mb in (("train", seconds, 100.0), ("sample", 0.0, 50.0))
    }
    costs = CostModel(catalogue, {scale: measured})
    return Bundles(catalogue, costs), costs


def test_every_pair_is_in_exactly_one_bundle():
    catalogue = load({})
    grouped = Bundles(catalogue, CostModel(catalogue))
    for paper, declared in catalogue.papers.items():
        for name, design in declared.experiments.items():
            labels = [setting.label for setting in catalogue.settings(paper, name)]
            pairs = [(label, seed) for label in labels for seed in range(design.seeds)]
            assert list(chain(*grouped.pairs(paper, name))) == pairs
            for number, bundle in enumerate(grouped.pairs(paper, name)):
                assert {grouped.number(paper, name, *pair) for pair in bundle} == {number}


def test_bundles_are_as_long_as_they_may_be():
    short, _ = bundles("laptop", 1.0)
    seeds = load({"scale": "laptop"}).experiment("mei2019", "noise").seeds
    assert [len(bundle) for bundle in short.pairs("mei2019", "noise")] == [seeds]
    half, _ = bundles("laptop", 100.0)
    assert {len(bundle) for bundle in half.pairs("mei2019", "noise")} <= {2, 3}
    long, _ = bundles("laptop", SECONDS + 1)
    assert {len(bundle) for bundle in long.pairs("mei2019", "noise")} == {1}
    tiny, _ = bundles("paper", 1e-3)
    every = [
        len(bundle)
        for paper, name in (("moniri2023", "one_step"), ("mei2019", "noise"))
        for bundle in tiny.pairs(paper, name)
    ]
    assert max(every) <= MOST


def test_a_bundle_asks_for_its_largest_pair_and_for_the_time_of_all():
    grouped, costs = bundles("laptop", 1.0)
    paper, name = "mei2019", "noise"
    labels = set(grouped.labels(paper, name, 0))
    assert grouped.memory(paper, name, 0, 1) == max(
        costs.memory("train", paper, name, label) for label in labels
    )
    seconds = sum(
        costs.forecast(Job("train", paper, name, label)).seconds
        for label in grouped.labels(paper, name, 0)
    )
    assert grouped.runtime(paper, name, 0, 1) == costs.runtime_of(seconds)
    assert grouped.runtime(paper, name, 0, 2) == 2 * grouped.runtime(paper, name, 0, 1)


def test_an_unknown_pair_is_refused():
    grouped, _ = bundles("laptop", 1.0)
    with pytest.raises(UserError, match=r"mei2019/noise has no setting 'other' with a seed 0"):
        grouped.number("mei2019", "noise", "other", 0)
