"""Errors of few neurons at infinite dimension, against those of simulations that this theory has
not seen.
"""

import numpy as np
import pytest

from feature_learning.data.targets import HermiteTarget
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.theory.refitted_risk import refitted_risk
from papers.running import predicted


@pytest.mark.slow
def test_fifty_neurons_after_each_step():
    """Simulated at d = 20000: 6.015, 4.355, 2.038, 1.444 (example 1) and 6.014, 3.720, 3.159,
    2.984.
    """
    (setting,) = [
        one for one in load({}).theory_settings("dandi2023", "finite_width") if one["width"] == 50
    ]
    found = predicted(setting).pivot(index="target", columns="time", values="error")
    assert found.loc["example-1"].to_numpy() == pytest.approx(
        [6.014, 4.372, 2.037, 1.446], rel=5e-3
    )
    assert found.loc["example-2"].to_numpy() == pytest.approx(
        [6.012, 3.722, 3.154, 2.980], rel=5e-3
    )


def test_neurons_that_know_the_direction_fit_what_is_linear_in_it():
    """Two opposite neurons along the teacher; mirror pairs make the student's products singular."""
    overlap = np.array([[1.0], [-1.0]])
    risk = refitted_risk(
        HermiteTarget({(1,): 1.0}),
        overlap,
        overlap @ overlap.T,
        200,
        1e-9,
        3,
        np.random.default_rng(0),
    )
    assert risk == pytest.approx(0, abs=1e-12)
