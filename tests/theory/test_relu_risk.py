"""The exact risk of ReLU readouts, against hand-computed values and test points."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import RELU
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.targets import TARGETS
from feature_learning.theory.relu_risk import relu_correlations, relu_gram, relu_risk

WEIGHTS = np.array([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.5, -0.3, 1.2]])
READOUT = np.array([0.3, -0.2, 0.5])


@pytest.mark.parametrize(("name", "risk"), [("example-1", 5.85518), ("quartic", 0.97598)])
def test_risks_of_a_small_network(name, risk):
    target = TARGETS[name]
    (found,) = relu_risk(target, np.eye(2, 3), WEIGHTS, [READOUT])
    assert found == pytest.approx(risk, abs=5e-6)
    x = np.random.default_rng(0).standard_normal((1_000_000, 3))
    errors = (target(x[:, :2]) - RELU(x @ WEIGHTS.T) @ READOUT) ** 2
    assert found == pytest.approx(errors.mean(), abs=4 * errors.std() / 1000)


def test_moments_in_a_rotated_basis():
    """A teacher that is not the first axes, and a target with mixed and constant terms."""
    rng = np.random.default_rng(1)
    turn = np.linalg.qr(rng.standard_normal((5, 5)))[0]
    weights, teacher = rng.standard_normal((4, 5)), np.eye(3, 5)
    for name in ("example-3b", "regimes"):
        straight = relu_correlations(TARGETS[name], teacher, weights)
        assert relu_correlations(TARGETS[name], teacher @ turn, weights @ turn) == pytest.approx(
            straight
        )
    assert relu_gram(weights @ turn) == pytest.approx(relu_gram(weights))
    assert np.diag(relu_gram(weights)) == pytest.approx((weights**2).sum(axis=1) / 2)


def test_two_neurons_fit_a_linear_target():
    """relu(t) - relu(-t) = t, so that the risk vanishes."""
    target = TARGETS["even-climb"]
    linear = type(target)({degrees: c for degrees, c in target.terms.items() if sum(degrees) == 1})
    weights = np.eye(1, 3) * np.array([[2.0], [-2.0]])
    assert relu_risk(
        linear, np.eye(3), weights, [np.array([0.5, -0.5]), np.zeros(2)]
    ) == pytest.approx([0, 1], abs=1e-12)


def test_other_activations_are_refused():
    with pytest.raises(UserError, match="not for tanh"):
        relu_risk(TARGETS["quartic"], np.eye(2), np.eye(2), [np.ones(2)], activation("tanh"))
