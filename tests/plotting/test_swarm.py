"""Runs side by side: values stay, and rows are centred on their category."""

import numpy as np
import pandas as pd
import pytest

from feature_learning.plotting.swarm import swarm


def test_equal_values_are_spread_evenly_about_their_category():
    runs = pd.DataFrame({"x": [1, 1, 1, 2], "y": [0.5, 0.5, 0.5, 3.0], "seed": range(4)})
    found = swarm(runs, "x", "y", width=0.6)
    assert found["x"].tolist() == pytest.approx([0.7, 1.0, 1.3, 2.0])
    assert found[["y", "seed"]].equals(runs[["y", "seed"]])


def test_values_of_one_row_are_side_by_side_and_those_of_two_are_not():
    runs = pd.DataFrame({"x": [0, 0, 0], "y": [0.1, 0.15, 1.0]})
    assert np.ptp(swarm(runs, "x", "y", rows=10)["x"]) > 0
    assert (swarm(runs, "x", "y", rows=100)["x"] == 0).all()


def test_one_value_alone_stays():
    assert swarm(pd.DataFrame({"x": [2], "y": [0.1]}), "x", "y")["x"].tolist() == [2.0]
