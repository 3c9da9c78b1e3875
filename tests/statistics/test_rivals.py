"""Rivals: a claim that they do not contradict cannot fail."""

import numpy as np
import pytest

from feature_learning.core.regions import excluded
from feature_learning.pipeline.declare.claim import Claim
from feature_learning.pipeline.run.claims import Found, judged
from feature_learning.pipeline.run.quantities import rival_at
from feature_learning.statistics.verdicts import Judgement
from samples import sample

OBSERVED = np.random.default_rng(0).normal(1.0, 0.05, (8, 2))


def claim(rival, **test) -> Claim:
    declared = {"says": "it is so", "kind": "value", "basis": "theory", "of": "norm", **test}
    return Claim.model_validate({**declared, "rival": rival})


def test_a_region_with_its_rival_inside_is_refused_by_name():
    with pytest.raises(ValueError, match=r"it cannot fail: its region \(0, inf\).*nothing: 0.2"):
        claim({"says": "nothing", "value": 0.2}, above=0.0)
    claim({"says": "nothing", "value": [0.2, -0.1]}, above=0.0)  # excluded at one point
    claim({"says": "nothing", "value": 0.0}, above=0.0)  # an end lies outside


def verdict(declared) -> Judgement:
    parts = sample(OBSERVED, ["a", "b"], [1.0, 1.0])
    rival = rival_at(declared.rival.value, parts, None, None)
    return judged(declared, Found(parts, rival, frozenset()))


def test_the_judge_gives_no_verdict_on_a_claim_that_cannot_fail():
    margin = {"margin": {"absolute": 0.3}}
    apart = verdict(claim({"says": "nothing", "value": 0.0}, **margin))
    assert (apart.verdict, apart.excluded) == ("reproduced", [True, True])
    close = verdict(claim({"says": "half", "value": 0.8}, **margin))
    assert (close.verdict, close.excluded) == ("needs larger sizes", [False, False])
    one = verdict(claim({"says": "half", "value": [0.8, 0.5]}, **margin))
    assert (one.verdict, one.excluded) == ("reproduced", [False, True])


def test_where_a_rival_says_nothing_it_is_not_excluded():
    assert excluded([float("nan")], [(0.0, 1.0)]) == [False]
