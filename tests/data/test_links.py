"""Single-index targets: what their coefficients promise, their draws keep."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=5), st.floats(0, 2))
def test_moments_of_a_link(coefficients, noise):
    link = Link(tuple(coefficients), noise)
    nodes, weights = gaussian_nodes()
    values = link(nodes)
    assert link.variance == pytest.approx(weights @ values**2, rel=1e-9, abs=1e-9)
    assert link.linear == pytest.approx(weights @ (values * nodes), rel=1e-9, abs=1e-9)
    linear_part = link.linear * nodes
    assert link.unlearnable_variance == pytest.approx(weights @ (values - linear_part) ** 2 + noise, rel=1e-8, abs=1e-9)


def test_labels_have_the_noise_declared():
    link, projection = Link((0.0, 1.0), 0.5), np.linspace(-2, 2, 50_000)
    residual = link.labels(projection, np.random.default_rng(0)) - link(projection)
    assert residual.var() == pytest.approx(0.5, rel=0.02)
    assert residual.mean() == pytest.approx(0, abs=0.02)


def test_noise_is_drawn_even_where_it_is_nothing():
    """Two tasks then leave a stream at the same position."""
    left = []
    for noise in (0.0, 1.0):
        rng = np.random.default_rng(1)
        Link((0.0, 1.0), noise).labels(np.zeros(5), rng)
        left.append(rng.standard_normal())
    assert left[0] == left[1]


def test_a_noiseless_label_is_the_target():
    link, projection = Link((0.0, 1.0, 1 / math.sqrt(2))), np.array([[-1.0, 0.5], [2.0, 0.0]])
    expected = projection + (projection**2 - 1) / math.sqrt(2)
    assert link.labels(projection, np.random.default_rng(2)) == pytest.approx(expected)
    assert link.variance == pytest.approx(2.0)


def test_a_constant_link_has_no_linear_part():
    assert Link((3.0,)).linear == 0.0


def test_orthonormal_coefficients_and_what_lies_beyond_a_degree():
    link = Link((0.5, 0.0, 1.0, 2.0))
    assert (link.orthonormal**2).sum() == pytest.approx(link.variance)
    assert link.degrees == (0, 2, 3)
    assert [link.beyond(degree) for degree in (1, 2, 3, 4)] == pytest.approx([26, 24, 0, 0])
