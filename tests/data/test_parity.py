"""Parities: sizes, labels, and what makes no sense."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.monomials import parity_of
from feature_learning.data.parity import coordinate_sizes, labelled_signs


def test_labels_are_the_sign_of_the_product_and_draws_are_nested():
    sizes = coordinate_sizes(6, 3, 0.5)
    inputs, labels = labelled_signs(400, sizes, parity_of(3), np.random.default_rng(0))
    assert (labels == np.sign(inputs[:, 0] * inputs[:, 1] * inputs[:, 2])).all()
    assert np.abs(inputs) == pytest.approx(np.broadcast_to(sizes, inputs.shape), rel=1e-6)
    assert abs(labels.mean()) < 0.2
    fewer, _ = labelled_signs(100, sizes, parity_of(3), np.random.default_rng(0))
    assert (fewer == inputs[:100]).all()


@pytest.mark.parametrize(
    ("d", "k", "alpha", "message"),
    [(3, 4, 0.0, "k = 4"), (3, 0, 0.0, "k = 0"), (3, 2, 1.5, "alpha = 1.5"), (3, 2, -0.1, "alpha")],
)
def test_refuses_what_makes_no_parity(d, k, alpha, message):
    with pytest.raises(UserError, match=message):
        coordinate_sizes(d, k, alpha)
