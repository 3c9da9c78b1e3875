"""suzuki2023: its jobs at a tiny size, its predictions, and sizes that make no sense."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023 import (
    anisotropic,
    chaos,
    cubic,
    heatmap,
    kernel_baseline,
    linear_neurons,
    temperature,
    theory,
    torus,
    widths,
)
from feature_learning.papers.suzuki2023.thresholds import slopes, thresholds
from feature_learning.pipeline.declare.catalogue import load
from papers.running import rows

EXPERIMENTS = {
    "heatmap": heatmap,
    "cubic": cubic,
    "anisotropic": anisotropic,
    "kernel_baseline": kernel_baseline,
    "temperature": temperature,
    "widths": widths,
    "chaos": chaos,
    "linear_neurons": linear_neurons,
    "torus": torus,
}
CATALOGUE = load({"scale": "smoke"})


def smoke(name: str, grid: dict | None = None, **fixed) -> Setting:
    setting = CATALOGUE.settings("suzuki2023", name)[0]
    swept = {key: fixed.pop(key) for key in setting.swept if key in fixed}
    return replace(setting, swept={**setting.swept, **swept}, fixed={**setting.fixed, **fixed}, grid={**setting.grid, **(grid or {})})


def test_a_parity_is_learned_from_enough_samples_and_not_from_few():
    frame = rows(smoke("heatmap", {"d": (8,), "n_over_d": (1.0, 12.0)}, width=100, horizon=1600.0, replicas=2))
    accuracy = frame.groupby("n_over_d")["accuracy"].mean()
    assert accuracy[12.0] > 0.9
    assert accuracy[1.0] < 0.65
    assert (frame["train_accuracy"] > 0.9).all()


def test_hot_networks_learn_nothing():
    frame = rows(smoke("temperature", {"heat": (0.1, 2.0)}, d=8, n=96, width=100, horizon=1600.0))
    assert frame.set_index("heat")["accuracy"][0.1] > frame.set_index("heat")["accuracy"][2.0] + 0.2


def test_larger_coordinates_take_fewer_samples():
    grid = {"k": (2,), "d": (16,), "n": (24,)}
    runs = {alpha: rows(smoke("anisotropic", grid, alpha=alpha, horizon=800.0, replicas=2)) for alpha in (0.0, 1.0)}
    accuracy = {alpha: frame["accuracy"].explode().mean() for alpha, frame in runs.items()}
    assert accuracy[1.0] > accuracy[0.0] + 0.1


def test_sample_sizes_stop_rising_once_all_replicas_have_learned():
    frame = rows(smoke("kernel_baseline", {"k": (2,), "d": (8,), "n": (8, 64, 256, 512)}))
    assert len(frame) == 1
    sizes, accuracies = frame["n"].iloc[0], frame["accuracy"].iloc[0]
    assert len(sizes) == len(accuracies) < 4
    assert accuracies[-1] >= 0.95 > max(accuracies[:-1])


def test_the_best_kernel_is_at_least_as_good_as_any():
    rng = np.random.default_rng(0)
    inputs, test = (rng.choice([-1.0, 1.0], (count, 6)) / np.sqrt(6) for count in (40, 200))
    data = inputs, np.sign(inputs[:, 0] * inputs[:, 1]), test, np.sign(test[:, 0] * test[:, 1])
    alone = [kernel_baseline.best_accuracy(*data, np.array([g]), np.array([ridge])) for g in (1.0, 4.0) for ridge in (1e-3, 1.0)]
    assert kernel_baseline.best_accuracy(*data, np.array([1.0, 4.0]), np.array([1e-3, 1.0])) == max(alone)
    gram = np.exp(4 * (inputs @ inputs.T - 1)) + np.eye(40)
    predicted = np.exp(4 * (test @ inputs.T - 1)) @ np.linalg.solve(gram, data[1])
    assert alone[3] == (np.sign(predicted) == data[3]).mean()


def test_thresholds_are_read_run_by_run():
    frame = pd.DataFrame(
        [
            {"seed": 0, "replica": replica, "d": d, "n": n, "accuracy": 0.5 + 0.3 * np.log(n / 8) / np.log(factor * d / 8)}
            for replica, factor in ((0, 2), (1, 4))
            for d in (8, 16)
            for n in (8, 256)
        ]
    )
    found = thresholds(frame)
    assert found.loc["0-0"].to_numpy() == pytest.approx([16, 32])
    assert slopes(found) == pytest.approx([1, 1])


def test_discrepancy_is_the_kernel_s_and_its_gradient_that_of_half_of_it():
    rng = np.random.default_rng(0)
    particles, targets = rng.uniform(0, 2 * np.pi, (2, 6, 2)), rng.uniform(0, 2 * np.pi, (2, 3, 2))
    gap, gradient = torus.discrepancy(particles, targets)

    def kernel(x, y):
        apart = x[:, None] - y[None]
        return np.prod(1 + sum(2 * np.cos(k * apart) / (1 + k) for k in range(1, 6)), axis=2)

    x, y = particles[0], targets[0]
    assert gap[0] == pytest.approx(kernel(x, x).mean() - 2 * kernel(x, y).mean() + kernel(y, y).mean())
    moved = particles.copy()
    moved[1, 2, 1] += 1e-6
    assert (torus.discrepancy(moved, targets)[0][1] - gap[1]) / 1e-6 == pytest.approx(2 / 6 * gradient[1, 2, 1], rel=1e-4)


def test_entropy_from_neighbours_is_that_of_the_uniform_law():
    points = np.random.default_rng(0).uniform(0, 2 * np.pi, (200, 50, 2))
    assert torus.negative_entropy(points).mean() == pytest.approx(-np.log(4 * np.pi**2), abs=0.05)


def test_particles_fluctuate_as_predicted():
    """A wrong factor of replicas/(replicas - 1), 4/3 here, would show."""
    frame = rows(smoke("chaos", {"width": (16,)}, start_mean=0.0, horizon=400.0, burn_in=50.0, replicas=4))
    predicted = theory.chaos(smoke("chaos", {"width": (16,)}))["variance"].iloc[0]
    assert frame["variance"].mean() == pytest.approx(predicted, rel=0.2)


def test_theory_has_the_numbers_of_the_claims():
    law = theory.flow(smoke("flow", {"t": (0.0, 50.0, 100.0)})).set_index("t")
    assert law["gap"][0.0] == pytest.approx(0.313, abs=5e-4)
    assert law["least"][0.0] == pytest.approx(0.0377884, abs=1e-7)
    assert (law["below"] <= law["gap"]).all()
    assert (law["gap"] <= law["above"]).all()
    assert theory.chaos(smoke("chaos"))["constant"].iloc[0] == pytest.approx(0.049, abs=1e-3)
    assert theory.linear_neurons(smoke("linear_neurons"))["excess"].iloc[0] == pytest.approx(0.041667, abs=1e-6)


BAD = [
    ("heatmap", {"k": 20}, {}, "k = 20 coordinates needs 1 <= k <= d"),
    ("anisotropic", {}, {"k": (2, 9)}, "k = 9"),
    ("anisotropic", {"alpha": 1.5}, {}, "alpha = 1.5"),
    ("torus", {}, {"noise": ("anealed",)}, "Did you mean annealed"),
]


@pytest.mark.parametrize(("name", "fixed", "grid", "message"), BAD)
def test_refuses_what_makes_no_sense_before_any_training(name, fixed, grid, message):
    with pytest.raises(UserError, match=message):
        EXPERIMENTS[name].sample(smoke(name, grid, **fixed), Streams("suzuki2023", name, 0))
