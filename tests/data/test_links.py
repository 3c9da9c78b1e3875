"""Single-index targets: what their coefficients promise, their draws keep."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import orthonormal_hermite


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=5), st.floats(0, 2))
def test_moments_of_a_link(coefficients, noise):
    link = Link.monic(*coefficients, noise_variance=noise)
    nodes, weights = gaussian_nodes()
    values = link(nodes)
    assert link.square_norm == pytest.approx(weights @ values**2, rel=1e-9, abs=1e-9)
    assert link.linear == pytest.approx(weights @ (values * nodes), rel=1e-9, abs=1e-9)
    linear_part = link.linear * nodes
    assert link.unlearnable_variance == pytest.approx(
        weights @ (values - linear_part) ** 2 + noise, rel=1e-8, abs=1e-9
    )


def test_labels_have_the_noise_declared():
    link, projection = Link.monic(0, 1, noise_variance=0.5), np.linspace(-2, 2, 50_000)
    residual = link.labels(projection, np.random.default_rng(0)) - link(projection)
    assert residual.var() == pytest.approx(0.5, rel=0.02)
    assert residual.mean() == pytest.approx(0, abs=0.02)


def test_noise_is_drawn_even_where_it_is_nothing():
    """Two tasks then leave a stream at the same position."""
    left = []
    for noise in (0.0, 1.0):
        rng = np.random.default_rng(1)
        Link.monic(0, 1, noise_variance=noise).labels(np.zeros(5), rng)
        left.append(rng.standard_normal())
    assert left[0] == left[1]


def test_a_noiseless_label_is_the_target():
    link, projection = Link.monic(0, 1, 1 / math.sqrt(2)), np.array([[-1.0, 0.5], [2.0, 0.0]])
    expected = projection + (projection**2 - 1) / math.sqrt(2)
    assert link.labels(projection, np.random.default_rng(2)) == pytest.approx(expected)
    assert link.square_norm == pytest.approx(2.0)


def test_a_constant_link_has_no_linear_part():
    assert Link.monic(3).linear == 0.0


def test_orthonormal_coefficients_and_what_lies_beyond_a_degree():
    link = Link.monic(0.5, 0, 1, 2)
    assert (link.coefficients(3) ** 2).sum() == pytest.approx(link.square_norm)
    assert link.degrees == (0, 2, 3)
    assert [link.beyond(degree) for degree in (1, 2, 3, 4)] == pytest.approx([26, 24, 0, 0])


SHAPES = {
    "monic": Link.monic(0.5, 1, -0.3, 0, 0.1),
    "orthonormal": Link.orthonormal(0.5, 1, -0.3, 0, 0.1),
    "relu": Link.relu((-1.0, 0.5), (1.0, -2.0), (0.2, 0.0, 0.3)),
    "function": Link.of(np.tanh),
    "function with bends": Link.of(lambda z: np.abs(z - 0.3), (0.3,)),
    "centred": Link.of(lambda z: np.maximum(z, 0), (0.0,)).centred(),
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_kind_of_link_is_its_expansion(name):
    """Coefficients in both normalisations, norm and tail, against quadrature that ends panels where
    the link bends.
    """
    link = SHAPES[name]
    nodes, weights = gaussian_nodes((-1.0, 0.0, 0.3, 0.5))
    values, basis = link(nodes), orthonormal_hermite(nodes, 6)
    assert link.coefficients(6) == pytest.approx(basis @ (weights * values), abs=1e-12)
    assert link.monic_coefficients(6) * np.sqrt(
        [math.factorial(k) for k in range(7)]
    ) == pytest.approx(link.coefficients(6), abs=1e-12)
    assert link.square_norm == pytest.approx(weights @ values**2, abs=1e-12)
    rest = values - link.coefficients(2) @ basis[:3]
    assert link.beyond(2) == pytest.approx(weights @ rest**2, abs=1e-12)
    assert link.linear == pytest.approx(weights @ (nodes * values), abs=1e-12)
    assert (link.degree is None) == (name not in ("monic", "orthonormal"))


def test_a_centred_link_has_no_mean_and_noise_is_kept():
    link = Link.monic(2, 1, noise_variance=0.3).centred()
    assert link.polynomial == (0.0, 1.0)
    assert link.noise_variance == 0.3
    assert SHAPES["centred"].coefficients(0)[0] == pytest.approx(0, abs=1e-15)


def test_infinitely_many_degrees_are_not_listed():
    with pytest.raises(UserError, match="infinitely many degrees"):
        _ = Link.of(np.tanh).degrees
    with pytest.raises(UserError, match="closed forms"):
        Link.of(np.tanh).smoothed(np.zeros(1), np.zeros(1))
