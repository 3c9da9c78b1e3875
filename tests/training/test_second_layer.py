"""Least squares on the second layer: every route to the same solution, and the conditions that
define it.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_learning.core.errors import UserError
from feature_learning.training.second_layer import (
    least_norm,
    ridge,
    ridge_path,
    solve_positive,
    solve_triangular,
    triangle,
)

SHAPES = [(40, 15), (15, 40), (20, 20), (30, 1), (1, 5)]
problems = st.tuples(st.integers(1, 25), st.integers(1, 25), st.integers(0, 10**6))
penalties = st.floats(-3, 3).map(lambda power: 10**power)


def problem(n, width, stream=0):
    rng = np.random.default_rng(stream)
    return rng.standard_normal((n, width)), rng.standard_normal(n)


@given(problems, penalties)
def test_ridge_fulfils_its_optimality_condition(shape, penalty):
    """``F^T (y - F a) = penalty a``: necessary and sufficient."""
    features, labels = problem(*shape)
    found = ridge(features, labels, penalty)
    scale = np.abs(features.T @ labels).max() + 1
    assert features.T @ (labels - features @ found) == pytest.approx(
        penalty * found, abs=1e-9 * scale
    )


@given(problems, penalties)
def test_ridge_is_least_squares_with_penalty_rows(shape, penalty):
    features, labels = problem(*shape)
    width = features.shape[1]
    stacked = np.vstack([features, np.sqrt(penalty) * np.eye(width)])
    expected = np.linalg.lstsq(stacked, np.concatenate([labels, np.zeros(width)]))[0]
    assert ridge(features, labels, penalty) == pytest.approx(expected, rel=1e-8, abs=1e-10)


@given(problems, st.lists(penalties, min_size=1, max_size=4))
@settings(max_examples=60)
def test_path_holds_the_ridge_solutions(shape, several):
    features, labels = problem(*shape)
    path = ridge_path(features, labels, several)
    assert path.shape == (features.shape[1], len(several))
    for column, penalty in zip(path.T, several, strict=True):
        assert column == pytest.approx(ridge(features, labels, penalty), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize(("n", "width"), SHAPES)
def test_primal_and_dual_agree(n, width):
    """``(F^T F + p)^-1 F^T y = F^T (F F^T + p)^-1 y``, whichever side the solver chose."""
    features, labels = problem(n, width)
    primal = np.linalg.solve(features.T @ features + 0.7 * np.eye(width), features.T @ labels)
    dual = features.T @ np.linalg.solve(features @ features.T + 0.7 * np.eye(n), labels)
    assert primal == pytest.approx(dual, rel=1e-9)
    assert ridge(features, labels, 0.7) == pytest.approx(primal, rel=1e-9)


@pytest.mark.parametrize(("n", "width"), SHAPES)
def test_least_norm_is_the_pseudoinverse(n, width):
    features, labels = problem(n, width)
    found = least_norm(features, labels)
    assert found == pytest.approx(np.linalg.pinv(features) @ labels, rel=1e-8)
    assert found == pytest.approx(np.linalg.lstsq(features, labels)[0], rel=1e-8)


@given(problems)
def test_least_norm_is_the_limit_of_small_penalties(shape):
    """It also interpolates if it can."""
    features, labels = problem(*shape)
    singular = np.linalg.svd(features, compute_uv=False)
    found = least_norm(features, labels)
    penalty = 1e-9 * singular[-1] ** 2
    assert ridge_path(features, labels, [penalty])[:, 0] == pytest.approx(
        found, rel=1e-4, abs=1e-4 * np.abs(found).max()
    )
    if features.shape[1] >= features.shape[0]:
        assert features @ found == pytest.approx(labels, abs=1e-8 * singular[0] / singular[-1])


def test_least_norm_keeps_its_digits_near_interpolation():
    """A condition number of 1e6: normal equations square it and lose what the factorisation
    keeps.
    """
    rng = np.random.default_rng(2)
    u, v = (np.linalg.qr(rng.standard_normal((20, 20)))[0] for _ in range(2))
    features = u @ np.diag(np.geomspace(1, 1e-6, 20)) @ v
    truth = rng.standard_normal(20)
    error = np.abs(least_norm(features, features @ truth) - truth).max()
    normal = np.linalg.solve(features.T @ features, features.T @ (features @ truth))
    assert error < 1e-8
    assert np.abs(normal - truth).max() > 100 * error


@pytest.mark.parametrize("penalty", [0.0, -1.0])
def test_a_penalty_must_be_positive(penalty):
    features, labels = problem(4, 3)
    with pytest.raises(UserError, match="positive penalty"):
        ridge(features, labels, penalty)
    with pytest.raises(UserError, match="positive penalties"):
        ridge_path(features, labels, [1.0, penalty])


def test_inputs_are_left_alone():
    features, labels = problem(6, 4)
    before = features.copy(), labels.copy()
    ridge(features, labels, 0.5)
    ridge_path(features, labels, [0.5])
    least_norm(features, labels)
    assert np.array_equal(features, before[0])
    assert np.array_equal(labels, before[1])


def test_torch_gives_the_same_solutions():
    xp = pytest.importorskip("array_api_compat.torch")
    for n, width in SHAPES:
        features, labels = problem(n, width)
        f, y = xp.asarray(features), xp.asarray(labels)
        assert ridge(f, y, 0.3, xp).numpy() == pytest.approx(
            ridge(features, labels, 0.3), abs=1e-11
        )
        assert ridge_path(f, y, [0.3, 2.0], xp).numpy() == pytest.approx(
            ridge_path(features, labels, [0.3, 2.0]), abs=1e-11
        )
        assert least_norm(f, y, xp).numpy() == pytest.approx(least_norm(features, labels), abs=1e-9)


@pytest.mark.parametrize("least", [1e-3, -1e-3])
def test_a_system_that_rounding_made_indefinite_is_solved_all_the_same(least):
    rng = np.random.default_rng(0)
    vectors = np.linalg.qr(rng.standard_normal((6, 6)))[0]
    matrix, right = (
        vectors @ np.diag([least, 1, 2, 3, 4, 5]) @ vectors.T,
        rng.standard_normal((6, 2)),
    )
    before = matrix.copy()
    assert matrix @ solve_positive(matrix, right) == pytest.approx(right)
    assert np.array_equal(matrix, before)


def test_the_triangle_is_that_of_the_factorisation():
    rng = np.random.default_rng(1)
    features, labels = rng.standard_normal((9, 4)), rng.standard_normal((9, 3))
    r, rotated = triangle(features, labels)
    assert solve_triangular(r, rotated) == pytest.approx(np.linalg.lstsq(features, labels)[0])
    square, one = rng.standard_normal((4, 4)), rng.standard_normal(4)
    assert solve_triangular(*triangle(square, one)) == pytest.approx(np.linalg.solve(square, one))
