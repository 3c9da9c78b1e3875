"""Both inequalities of low-rank first layers, on random weights."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_learning.theory.low_rank import error_bound, truncated, truncation_ratio

NETWORKS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**32 - 1),
        "width": st.integers(1, 8),
        "d": st.integers(2, 8),
        "log_scales": st.lists(st.floats(-6, 3), min_size=8, max_size=8),
    }
)


def weights_of(network) -> tuple[np.random.Generator, np.ndarray]:
    """Columns of very different sizes: the orthogonal part may be the larger or the smaller one."""
    rng = np.random.default_rng(network["seed"])
    scales = 10.0 ** np.array(network["log_scales"][: network["d"]])
    return rng, rng.standard_normal((network["width"], network["d"])) * scales


@settings(deadline=None)
@given(NETWORKS, st.integers(0, 7), st.integers(0, 7))
def test_truncation_loses_no_more_than_the_orthogonal_part(network, k, more):
    _, weights = weights_of(network)
    k = min(k, network["d"] - 1)
    lost = np.linalg.norm(weights - truncated(weights, k + more))
    assert lost <= np.linalg.norm(weights[:, k:]) * (1 + 1e-9) + 1e-12 * np.linalg.norm(weights)
    assert truncation_ratio(weights, k + more, k) <= 1 + 1e-9


@settings(deadline=None)
@given(NETWORKS, st.integers(0, 7))
def test_errors_move_no_more_than_the_bound(network, rank):
    """On inputs whose second moments are exactly the identity the inequality holds for the sample's
    own mean.
    """
    rng, weights = weights_of(network)
    d, width, n = network["d"], network["width"], 40
    inputs = np.linalg.qr(rng.standard_normal((n, d)))[0] * np.sqrt(n)
    labels, readout, bias = (
        rng.standard_normal(n),
        rng.standard_normal(width),
        rng.standard_normal(width),
    )

    def root_error(own):
        return np.sqrt(np.mean((np.maximum(inputs @ own.T + bias, 0) @ readout - labels) ** 2))

    moved = abs(root_error(truncated(weights, rank)) - root_error(weights))
    assert moved <= error_bound(readout, weights, rank) * (1 + 1e-9) + 1e-9 * (
        1 + np.linalg.norm(weights)
    )


def test_the_first_inequality_is_tight_and_needs_the_rank():
    weights = np.diag([3.0, 2.0, 1.0])
    assert truncation_ratio(weights, 1, 1) == pytest.approx(1.0)
    assert truncation_ratio(weights, 0, 1) > 1
    assert np.array_equal(truncated(weights, 0), np.zeros((3, 3)))
    assert np.allclose(truncated(weights, 2), np.diag([3.0, 2.0, 0.0]))
