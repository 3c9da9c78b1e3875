"""When one step improves on random features and when it does not (fig10)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import GaussianBatch
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_step import Labels, Student
from feature_learning.training.visible_part import warn_if_unseen


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair, its readout uniform on [-1, 1]."""
    second = rng("init", 1).uniform(-1, 1, setting["width"] // 2)
    return {**model.pairs(setting, 1, rng), "second": second}


def step_gain(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, n/d and set of weights; all share their inputs. In float64, since
    the ridge is tiny.
    """
    d, width, penalty = setting["d"], setting["width"], setting["ridge"] * setting["width"]
    names, sigma = setting.names("target"), activation(setting["activation"])
    targets = [model.target(name, 1) for name in names]
    for target in targets:
        warn_if_unseen(target, sigma)
    truth = [model.labels(target, draws["teacher"]) for target in targets]
    students = [Student(draws["first"], labels, sigma) for labels in truth]
    alphas = {round(alpha * d): alpha for alpha in setting.floats("alpha")}
    reduced = model.coordinates(setting, d, 1, rng)
    batches = model.first_gradients(
        setting, 1, d, students, list(alphas), rng, device, dtype="float64"
    )
    for n, gradients in batches:
        layers = [draws["first"], *gradients]
        half, *moves = reduced.compressed(layers) if reduced else layers
        first, second = mirrored(half, draws["second"], width)
        seen, n_test = half.shape[1], setting["test_size"]
        fresh = _samples(model.batch(n, seen, rng, "refit", dtype="float64"), truth)
        test = _samples(model.batch(n_test, seen, rng, "test", dtype="float64"), truth)
        push = setting["rate"] * (n / d) ** 0.5 * second[:, None]
        for state in setting.names("weights"):
            if state == "frozen":
                # Mirror images are the same features: one of each pair is enough, with half the
                # penalty.
                errors = _errors(half, sigma, fresh, test, penalty / 2)
            else:
                errors = []
                for case, gradient in enumerate(moves):
                    weights = first + push * np.concatenate([gradient, gradient])
                    errors.append(_errors(weights, sigma, fresh, test, penalty, case))
            for name, error in zip(names, errors, strict=True):
                row = {"target": name, "alpha": alphas[n], "weights": state}
                yield {**row, "error": float(error)}


def _samples(batch: GaussianBatch, truth: Sequence[Labels]) -> tuple[np.ndarray, np.ndarray]:
    """Return the inputs (n, d) of a batch and their labels (n, targets)."""
    x = np.concatenate(list(batch))
    return x, np.stack([labels(x) for labels in truth], axis=1)


def _errors(
    weights: np.ndarray,
    sigma: Activation,
    fresh: tuple[np.ndarray, np.ndarray],
    test: tuple[np.ndarray, np.ndarray],
    penalty: float,
    case: int | slice = slice(None),
) -> Any:
    """Return the test errors of the readouts that are refitted to one target, or to all."""
    (x, y), (x_test, y_test) = fresh, test
    readout = ridge(sigma(x @ weights.T), y[:, case], penalty)
    return ((y_test[:, case] - sigma(x_test @ weights.T) @ readout) ** 2).mean(axis=0)
