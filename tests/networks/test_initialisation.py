"""Initial weights."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.networks.initialisation import first_layer, second_layer


def test_rows_on_the_sphere_have_norm_one():
    found = first_layer(50, 20, "sphere", np.random.default_rng(0))
    assert found.shape == (50, 20)
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.ones(50))


def test_gaussian_entries_have_variance_one_over_d():
    found = first_layer(400, 50, "gaussian", np.random.default_rng(0))
    assert found.var() == pytest.approx(1 / 50, rel=0.03)
    assert np.linalg.norm(found, axis=1).std() > 0.05


def test_both_laws_share_their_draws():
    sphere, gaussian = (
        first_layer(5, 4, law, np.random.default_rng(1)) for law in ("sphere", "gaussian")
    )
    assert gaussian / np.linalg.norm(gaussian, axis=1, keepdims=True) == pytest.approx(sphere)


def test_an_unknown_law_gets_the_nearest():
    with pytest.raises(
        UserError, match=r"unknown law of the initial weights 'sphere2'\. Did you mean sphere\?"
    ):
        first_layer(2, 2, "sphere2", np.random.default_rng(0))


def test_second_layer_has_norm_near_one():
    found = second_layer(20_000, np.random.default_rng(2))
    assert found.shape == (20_000,)
    assert found @ found == pytest.approx(1, rel=0.03)
