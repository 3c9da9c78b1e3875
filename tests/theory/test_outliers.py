"""The spiked rectangular matrix: digits, the threshold, and random matrices."""

import math

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.theory.outliers import spiked_rectangular

RATIO = 500 / 300
SCALE = float(SHIFTED_RELU.hermite[1]) * math.sqrt(1.6)  # c_1 b at d/n = 0.3, label variance 2


@pytest.mark.parametrize(
    ("alpha", "value", "overlap"),
    [(0.2, 3.04453, 0.8279), (0.29, 4.97234, 0.9532), (0.39, 9.49717, 0.9885)],
)
def test_outlier_of_the_weights_has_its_known_digits(alpha, value, overlap):
    found = spiked_rectangular(SCALE * 1000**alpha, RATIO)
    assert found.value == pytest.approx(value, abs=6e-6)
    assert found.inputs == pytest.approx(overlap, abs=6e-5)


@pytest.mark.parametrize("ratio", [0.3, 1.0, 4.0])
def test_transition_is_continuous(ratio):
    threshold = ratio**0.25
    below, above = (
        spiked_rectangular(threshold * 0.999, ratio),
        spiked_rectangular(threshold * 1.001, ratio),
    )
    assert below.value == pytest.approx(1 + math.sqrt(ratio))
    assert (below.neurons, below.inputs) == (0.0, 0.0)
    assert above.value == pytest.approx(below.value, abs=1e-4)
    assert 0 < above.neurons < 0.01
    assert 0 < above.inputs < 0.01


def test_a_huge_spike_is_all_there_is():
    found = spiked_rectangular(1e4, RATIO)
    assert found.value == pytest.approx(1e4, rel=1e-6)
    assert min(found.neurons, found.inputs) > 1 - 1e-6


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(500, 300), (200, 400)])
@pytest.mark.parametrize("strength", [1.5, 3.0])
def test_outlier_is_that_of_random_matrices(rows, columns, strength):
    rng = np.random.default_rng(6)
    found = []
    for _ in range(8):
        u, v = on_sphere(rng.standard_normal(rows)), on_sphere(rng.standard_normal(columns))
        noisy = rng.standard_normal((rows, columns)) / math.sqrt(columns) + strength * np.outer(
            u, v
        )
        left, values, right = np.linalg.svd(noisy, full_matrices=False)
        found.append([values[0], (left[:, 0] @ u) ** 2, (right[0] @ v) ** 2])
    value, left, right = np.mean(found, axis=0)
    predicted = spiked_rectangular(strength, rows / columns)
    assert value == pytest.approx(predicted.value, rel=0.015)
    assert left == pytest.approx(predicted.neurons, abs=0.04)
    assert right == pytest.approx(predicted.inputs, abs=0.04)
