"""Constants of the cosines with directions that one step does not learn, against values from other
derivations and simulations.
"""

import numpy as np
import pytest

from feature_learning.data.covariates import orthonormal
from feature_learning.networks.activations import RELU
from feature_learning.networks.initialisation import first_layer
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.targets import TARGETS
from feature_learning.theory.beside_the_line import (
    across_constant,
    chance_constant,
    exclusion,
    leap_two_strength,
)
from feature_learning.theory.one_giant_step import weight_cosine


@pytest.mark.parametrize(
    ("name", "alpha", "root"),
    [
        ("example-1", 1, 1.450),
        ("example-1", 4, 1.326),
        ("notebook-1", 1, 0.867),
        ("notebook-1", 4, 0.690),
    ],
)
def test_constants_across_the_line(name, alpha, root):
    """Simulated mean squares at d = 5000 are 2.18 +- .15 (example 1, alpha 1) and .502 +- .026
    (notebook, alpha 4).
    """
    assert across_constant(TARGETS[name], RELU, alpha, 2.0) ** 0.5 == pytest.approx(root, abs=6e-4)


def test_an_unlearned_direction_of_three_after_one_step():
    """Quadratic terms enlarge what neurons have of a direction at the start."""
    d, target, push = 200, TARGETS["stand-in"], np.geomspace(0.2, 3, 64)
    pushes, found = np.concatenate([push, -push]), []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        teacher, first = orthonormal(3, d, rng), first_layer(64, d, "sphere", rng)
        first = np.concatenate([first, first])
        x = rng.standard_normal((32 * d, d))
        slopes = (x @ first.T > 0) * target(x @ teacher.T)[:, None]
        moved = first + pushes[:, None] * (slopes.T @ x) / len(x)
        found.append((moved @ teacher[1]) ** 2 / (moved**2).sum(axis=1))
    predicted = chance_constant(target, np.eye(3)[1], RELU, 32.0, pushes)
    assert predicted > 1.25
    assert d * np.mean(found) == pytest.approx(predicted, rel=0.1)


def test_the_strength_of_leap_two():
    assert leap_two_strength(RELU, 1.0, 4.0, 4.0) == pytest.approx(0.43148, abs=5e-6)
    g = np.random.default_rng(0).standard_normal((400_000, 2))
    square = (2 * RELU.moment(2)) ** 2 * (g**2).sum(axis=1)
    assert leap_two_strength(RELU, 1.0, 4.0, 4.0) == pytest.approx(
        np.sqrt((square / (1.5 + square)).mean() / 2), abs=1e-3
    )


def test_the_limits_of_exclusion():
    sigma = activation("relu-0.5")
    assert sigma.moment(3) == pytest.approx(0.176, abs=5e-4)
    assert exclusion(sigma, 4.0) == pytest.approx((0.3763, 1.1429), abs=5e-5)


def test_labels_with_a_mean_stretch_the_weights_of_one_sign():
    """The notebook's first target has mean 1/2."""
    plus, minus = (weight_cosine(RELU, 4.25**0.5, 5.0, 4.0, step, 0.5) for step in (2.0, -2.0))
    assert (plus, minus) == pytest.approx((0.699, -0.773), abs=6e-4)
