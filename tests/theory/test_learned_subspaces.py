"""Spaces that giant steps learn, against those that can be told by hand."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.targets import TARGETS
from feature_learning.theory.learned_subspaces import learned_subspaces

DIMENSIONS = {
    "example-1": [1, 2, 2],
    "example-2": [1, 1, 1],
    "example-3a": [1, 2, 2],
    "example-3b": [1, 3, 3],
    "quartic": [1, 1, 1],
    "notebook-1": [1, 2, 2],
    "leap-2": [0, 0, 0],
    "equal-3": [1, 1, 1],
}


@pytest.mark.parametrize("name", DIMENSIONS)
def test_dimensions(name):
    spaces = learned_subspaces(TARGETS[name], 3)
    assert [space.shape[1] for space in spaces] == DIMENSIONS[name]
    for space in spaces:
        assert space.T @ space == pytest.approx(np.eye(space.shape[1]), abs=1e-12)


def test_the_first_space_is_the_linear_part():
    (space,) = learned_subspaces(TARGETS["example-1"], 1)
    assert np.abs(space[:, 0]) == pytest.approx(np.sqrt([0.5, 0.5]))


def test_each_space_holds_the_one_before():
    one, two = learned_subspaces(TARGETS["example-3a"], 2)
    assert two @ (two.T @ one) == pytest.approx(one, abs=1e-12)
    new = two @ two.T @ np.array([0.0, 1.0, 1.0])
    assert new == pytest.approx([0.0, 1.0, 1.0])  # w2 + w3 is learned, w2 - w3 is not
    assert two @ two.T @ np.array([0.0, 1.0, -1.0]) == pytest.approx(np.zeros(3), abs=1e-10)


def test_an_even_target_teaches_nothing():
    spaces = learned_subspaces(HermiteTarget({(2,): 1.0}), 2)
    assert [space.shape for space in spaces] == [(1, 0), (1, 0)]


def test_no_step_is_refused():
    with pytest.raises(UserError, match="must be at least 1"):
        learned_subspaces(TARGETS["example-1"], 0)
