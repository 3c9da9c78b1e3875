"""What the page says about one verdict: its picture, and what would decide it."""

import math

import pytest

from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.report.typeset import plain, typeset
from feature_learning.pipeline.report.verdict import picture, what_would_decide


def point(low, high, region, name="p"):
    estimate = (low + high) / 2 if math.isfinite(low + high) else region[0]
    inside = region[0] <= low and high <= region[1]
    accepted = {"accepted_low": region[0], "accepted_high": region[1]}
    return {
        "points": name,
        "estimate": estimate,
        "low": low,
        "high": high,
        "inside": inside,
        **accepted,
    }


def test_points_lie_in_the_region_of_the_picture_where_they_lie_in_the_region():
    drawn = picture([point(1.0, 2.0, (0.0, 3.0)), point(2.5, 4.0, (0.0, 3.0))])
    first, second = drawn.rows
    assert (
        first.region[0] < first.interval[0] < first.estimate < first.interval[1] < first.region[1]
    )
    assert second.interval[0] < second.region[1] < second.interval[1]
    assert [row.inside for row in drawn.rows] == [True, False]
    assert [value for value, _ in drawn.ticks] == [0.0, 3.0]
    assert drawn.unit == ""


def test_predictions_of_their_own_are_drawn_in_margins():
    """Two points, each half a margin above its prediction, with widths of a quarter margin."""
    drawn = picture([point(10.4, 10.6, (9.0, 11.0)), point(0.104, 0.106, (0.09, 0.11))])
    assert drawn.unit == "margins from the prediction"
    assert [value for value, _ in drawn.ticks] == [-1.0, 1.0]
    assert drawn.rows[0].estimate == pytest.approx(drawn.rows[1].estimate)
    assert drawn.rows[0].interval == pytest.approx(drawn.rows[1].interval)


def test_a_rival_is_drawn_where_there_is_one():
    one, other = (point(1.0, 2.0, (0.5, 3.0)) for _ in range(2))
    drawn = picture([{**one, "rival": 0.0}, {**other, "rival": math.nan}])
    assert drawn.rows[0].rival < drawn.rows[0].region[0]
    assert drawn.rows[1].rival is None


def test_open_ends_reach_the_edge():
    drawn = picture([point(-math.inf, math.inf, (0.0, math.inf))])
    assert drawn.rows[0].interval == (0.0, 1.0)
    assert drawn.rows[0].region[1] == 1.0
    assert picture([point(math.nan, math.nan, (math.nan, 1.0))]) is None


def row(**changes):
    base = {
        "verdict": "inconclusive",
        "diverged": 0,
        "seeds": 10,
        "seeds_needed": 0,
        "low": [0.0],
        "high": [1.0],
    }
    return base | changes


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"seeds_needed": 40},
            "About 40 seeds would settle the claim, if estimate and spread stay the same (now 10).",
        ),
        ({"diverged": 1}, "Diverged seeds"),
        ({"seeds": 2}, "Fewer than 3 seeds"),
        ({"low": [-math.inf]}, "give no interval"),
        ({}, "The estimate lies on the threshold: no number of seeds settles the claim."),
    ],
)
def test_what_would_decide_an_open_claim(changes, said):
    assert said in what_would_decide(row(**changes))
    assert what_would_decide(row(**changes, verdict="reproduced")) == ""


def test_every_formula_of_every_paper_can_be_typeset():
    catalogue = load({})
    for document in catalogue.ledger.documents.values():
        for statement in document.statements.values():
            said = (statement.words, statement.place, statement.object, statement.untested)
            for text in (*said, statement.remark, statement.finding):
                assert text.count("$") % 2 == 0, text
                assert "\\" not in typeset(text), text
    for paper in catalogue.papers.values():
        texts = [paper.summary]
        for figure in paper.figures.values():
            texts += [figure.title, figure.caption, figure.ours]
            assert not set("\\${}") & set(plain(figure.title)), figure.title
            texts += [
                text for claim in figure.claims.values() for text in (claim.says, claim.remark)
            ]
            texts += [claim.rival.says for claim in figure.claims.values() if claim.rival]
        for text in texts:
            assert text.count("$") % 2 == 0, text
            assert typeset(text).count("<math") >= text.count("$") // 2
            assert "\\" not in typeset(text), text
