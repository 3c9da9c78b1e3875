"""How severely a claim was tested, and since when it has its region."""

import math
from pathlib import Path

from feature_learning.pipeline.report.regions import WITHDRAWN, Line, read, since, withdrawn
from feature_learning.pipeline.report.severity import KINDS, counts_by_kind, severity


def point(estimate, low, high, accepted_low=-math.inf, accepted_high=math.inf, rival=math.nan):
    ends = {"accepted_low": accepted_low, "accepted_high": accepted_high}
    return {"estimate": estimate, "low": low, "high": high, "rival": rival, **ends}


def test_the_distance_is_in_half_intervals_of_the_nearest_point():
    near, far = point(0.3, 0.2, 0.4, accepted_low=0.0), point(5.0, 4.0, 6.0, accepted_low=0.0)
    assert severity([near]) == "3.0 half-intervals inside its region"
    assert severity([near, far]).startswith("nearest point 3.0 half-intervals inside")


def test_a_point_outside_says_so():
    assert severity([point(-0.2, -0.3, -0.1, accepted_low=0.0)]).startswith(
        "2.0 half-intervals outside"
    )


def test_a_threshold_near_the_alternative_is_seen():
    """A threshold of 0.1 for an estimate of 1 with the alternative 0 is passed too easily."""
    lenient = point(1.0, 0.9, 1.1, accepted_low=0.1, rival=0.0)
    assert severity([lenient]).endswith("threshold at 10% of the way from the alternative")
    between = point(1.0, 0.9, 1.1, accepted_low=0.5, accepted_high=2.0, rival=0.0)
    assert "threshold" not in severity([between])


def test_computed_numbers_have_no_severity():
    assert severity([point(1.0, 1.0, 1.0, accepted_low=0.0)]) == severity([]) == ""


def test_claims_are_counted_by_kind():
    claims = [
        {"test": "prediction ± 5%", "kind": "theory", "verdict": "reproduced"},
        {"test": "above 0.1", "kind": "ordering", "verdict": "inconclusive"},
        {"test": "within [0.4, 0.6]", "kind": "exponent", "verdict": "reproduced"},
    ]
    assert counts_by_kind(claims, "reproduced") == dict(
        zip(KINDS, [(1, 1), (1, 1), (0, 1)], strict=True)
    )


def test_a_renamed_claim_is_not_withdrawn_and_one_that_comes_back_is_not_either(tmp_path: Path):
    lines = [
        Line("2026-01-01", "a", "fig1-old", "above 0", "new"),
        Line("2026-01-02", "b", "fig1-old", WITHDRAWN, "renamed"),
        Line("2026-01-02", "b", "fig1-new", "above 0", "renamed from fig1-old"),
        Line("2026-01-03", "c", "fig2-x", "below 1", "new"),
        Line("2026-01-04", "d", "fig2-x", WITHDRAWN, "no formula", "not reproduced"),
        Line("2026-01-05", "e", "fig3-y", "above 1", "new"),
        Line("2026-01-06", "f", "fig3-y", WITHDRAWN, "by mistake"),
        Line("2026-01-07", "g", "fig3-y", "above 2", "back"),
    ]
    ((gone, region),) = withdrawn(lines)
    assert (gone.claim, gone.verdict, region) == ("fig2-x", "not reproduced", "below 1")
    assert since(lines, "fig3-y").endswith("changed on 2026-01-07 from above 1 (back)")
    assert since(lines, "fig9-none") == ""
    assert read(tmp_path) == []
