"""The numbers of quantities that texts quote."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from feature_learning.pipeline.declare.quantity import Part
from feature_learning.pipeline.run.numbers import fields_of, quoted
from feature_learning.statistics.sources import exact, of_runs

RUNS = pd.DataFrame(
    [
        {"seed": seed, "n": n, "risk": 2 / n + 0.001 * seed}
        for seed in range(6)
        for n in (10, 20, 40)
    ]
)


def risk(tables: object = None):
    law = exact(pd.DataFrame({"n": [10, 20, 40], "risk": [0.2, 0.1, 0.05]}), "risk", ["n"])
    return of_runs(RUNS, "risk", ["n"]).predicted_by(law)


def test_several_points_have_ends_and_counts():
    fields = fields_of(risk().minus_prediction())
    assert (fields["points"], fields["seeds"]) == (3, 6)
    assert fields["least"] == pytest.approx(0.0025)
    assert "estimate" not in fields
    assert fields_of(risk())["outside"] == 3
    assert fields_of(risk().minus(0.15))["farthest"] == pytest.approx(0.0525 - 0.15)


def test_a_single_point_has_its_interval():
    fields = fields_of(risk().at(n=10))
    assert fields["estimate"] == pytest.approx(0.2025)
    assert fields["low"] < 0.2025 < fields["high"]
    assert fields["predicted"] == 0.2
    assert fields["measured"].startswith("$0.20$")
    assert np.isnan(fields_of(risk().at(n=10).minus(np.nan))["least"])


def test_fields_of_a_point_that_the_run_lacks_are_none(monkeypatch: pytest.MonkeyPatch):
    module = ModuleType("quantities")
    module.risk = risk
    monkeypatch.setitem(sys.modules, "feature_learning.papers.some2020.quantities", module)
    numbers = {
        "there": Part.model_validate({"of": "risk", "at": {"n": 10}}),
        "lost": Part.model_validate({"of": "risk", "at": {"n": 15}}),
    }
    found = quoted(numbers, "some2020", None)
    assert found["there.estimate"] == pytest.approx(0.2025)
    assert found["lost.estimate"] is found["lost.points"] is None
    assert quoted({}, "none", None) == {}
