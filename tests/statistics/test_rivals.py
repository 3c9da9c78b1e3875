"""Rivals: a claim that they do not contradict cannot fail."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.regions import excluded
from feature_learning.pipeline.declare.claim import Claim, Rival
from feature_learning.pipeline.run.claims import Found, judged
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.rivals import rival_values
from feature_learning.statistics.verdicts import Judgement

OBSERVED = np.random.default_rng(0).normal(1.0, 0.05, (8, 2))


def evidence(**more) -> Evidence:
    return Evidence(OBSERVED, ["a", "b"], **more)


def claim(rival, **test) -> Claim:
    declared = {"says": "it is so", "kind": "value", "basis": "theory", **test}
    return Claim.model_validate({**declared, "rival": rival})


def test_a_rival_is_one_number_for_all_points_or_one_each():
    assert rival_values(Rival(says="nothing", value=0), evidence()) == [0.0, 0.0]
    given = rival_values(Rival(says="nothing", value=[0.5, None]), evidence())
    assert given == pytest.approx([0.5, np.nan], nan_ok=True)
    assert rival_values(Rival(says="nothing"), evidence().against([1, 2])) == [1.0, 2.0]


@pytest.mark.parametrize(
    ("value", "computed", "said"),
    [
        (None, None, "neither gives"),
        (0.0, 1.0, "both give"),
        ([1.0], None, "1 values for 2 points"),
    ],
)
def test_a_rival_without_a_value_of_its_own_is_refused(value, computed, said):
    found = evidence() if computed is None else evidence().against(computed)
    with pytest.raises(UserError, match=said):
        rival_values(Rival(says="nothing", value=value), found)


def test_a_region_with_its_rival_inside_is_refused_by_name():
    with pytest.raises(ValueError, match=r"it cannot fail: its region \(0, inf\).*nothing: 0.2"):
        claim({"says": "nothing", "value": 0.2}, above=0.0)
    claim({"says": "nothing", "value": [0.2, -0.1]}, above=0.0)  # excluded at one point
    claim({"says": "nothing", "value": 0.0}, above=0.0)  # an end lies outside


def verdict(declared, found) -> Judgement:
    rival = rival_values(declared.rival, found)
    return judged(declared, Found(found.quantities(), rival, frozenset()))


def test_the_judge_gives_no_verdict_on_a_claim_that_cannot_fail():
    margin = {"margin": {"absolute": 0.3}}
    found = evidence(predicted=np.ones(2))
    apart = verdict(claim({"says": "nothing", "value": 0.0}, **margin), found)
    assert (apart.verdict, apart.excluded) == ("reproduced", [True, True])
    close = verdict(claim({"says": "half", "value": 0.8}, **margin), found)
    assert (close.verdict, close.excluded) == ("needs larger sizes", [False, False])
    computed = verdict(claim({"says": "half"}, **margin), found.against([0.8, 0.5]))
    assert (computed.verdict, computed.excluded) == ("reproduced", [False, True])


def test_where_a_rival_says_nothing_it_is_not_excluded():
    assert excluded([float("nan")], [(0.0, 1.0)]) == [False]
