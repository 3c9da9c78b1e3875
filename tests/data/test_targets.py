"""Multi-index Hermite targets: the worked table of what is fitted in each regime, norms, leaps."""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.links import Link
from feature_learning.data.targets import HermiteTarget

# x1 + H2(x2) + H2(x1) x2 + H4(x1) H2(x2) x3 + H2(x2) H2(x3)
WORKED = HermiteTarget({(1, 0, 0): 1, (0, 2, 0): 1, (2, 1, 0): 1, (4, 2, 1): 1, (0, 2, 2): 1})


@pytest.mark.parametrize(
    ("known", "degree", "kept", "floor"),
    [
        ((0,), 0, [(1, 0, 0)], 56),
        ((0,), 1, [(1, 0, 0), (2, 1, 0)], 54),
        ((0, 1), 0, [(1, 0, 0), (0, 2, 0), (2, 1, 0)], 52),
        ((0, 1), 1, [(1, 0, 0), (0, 2, 0), (2, 1, 0), (4, 2, 1)], 4),
        ((0, 1), 2, list(WORKED.terms), 0),
    ],
)
def test_the_worked_table(known, degree, kept, floor):
    assert WORKED.kept(known, degree) == kept
    assert WORKED.floor(known, degree) == floor


def test_norms_are_those_of_a_sample():
    assert WORKED.square_norms() == {
        (1, 0, 0): 1,
        (0, 2, 0): 2,
        (2, 1, 0): 2,
        (4, 2, 1): 48,
        (0, 2, 2): 4,
    }
    target = HermiteTarget({(1, 0): 1.0, (2, 1): 0.5, (0, 3): 0.2})
    values = target(np.random.default_rng(0).standard_normal((400000, 2)))
    assert (values**2).mean() == pytest.approx(target.square_norm, rel=0.02)
    assert values.mean() == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    ("terms", "leap"),
    [
        ({(1, 0): 1, (1, 1): 1}, 1),
        ({(2, 0): 1, (0, 2): 1}, 2),
        ({(1, 0): 1, (0, 2): 1}, 2),
        ({(1, 0, 0): 1, (1, 1, 0): 1, (1, 1, 1): 1}, 1),
        ({(3,): 1}, 3),
        ({(3,): 1, (1,): 1}, 1),
        (WORKED.terms, 1),  # each new direction multiplies known ones
    ],
)
def test_the_leap(terms, leap):
    assert HermiteTarget(terms).leap() == leap


def test_the_linear_part_and_values():
    target = HermiteTarget({(1, 0): 2.0, (0, 1): -1.0, (2, 0): 1 / math.sqrt(2)})
    assert target.linear().tolist() == [2.0, -1.0]
    assert target(np.array([[1.0, 3.0], [0.0, 0.0]])) == pytest.approx([-1.0, -1 / math.sqrt(2)])


def test_terms_of_different_lengths_are_refused():
    with pytest.raises(UserError, match=r"\[1, 2\]"):
        HermiteTarget({(1,): 1.0, (1, 0): 1.0})


def test_a_sum_of_links_is_the_target_of_their_terms():
    parts = [Link.monic(0.5, 1, -0.5), Link.orthonormal(0, 1, 0, 2)]
    target, z = HermiteTarget.along(parts), np.random.default_rng(0).standard_normal((40, 2))
    assert target(z) == pytest.approx(parts[0](z[:, 0]) + parts[1](z[:, 1]))
    assert target.square_norm == pytest.approx(parts[0].square_norm + parts[1].square_norm)
    assert target.linear() == pytest.approx([1, 1])
    with pytest.raises(UserError, match="infinitely many"):
        HermiteTarget.along([Link.of(np.tanh)])


def test_further_directions_change_nothing():
    target, z = HermiteTarget({(1, 2): 3.0}), np.random.default_rng(1).standard_normal((10, 3))
    assert target.padded(3)(z) == pytest.approx(target(z[:, :2]))
    assert target.padded(2).terms == target.terms
    with pytest.raises(UserError, match="2 directions, and at most 1"):
        target.padded(1)


def test_orthonormal_terms_have_their_squares_as_norms():
    assert HermiteTarget.orthonormal({(3, 2): 2.0, (0, 1): 1.0}).square_norm == pytest.approx(5)
