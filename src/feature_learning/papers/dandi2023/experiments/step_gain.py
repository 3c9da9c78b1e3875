"""When one step improves on random features and when it does not (fig10)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import batch, coordinates, first_gradients, labels, target, teacher_and_weights
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_step import Student
from feature_learning.training.visible_part import warn_if_unseen


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair, its readout uniform on [-1, 1]."""
    d, pairs = setting["d"], setting["width"] // 2
    return {**teacher_and_weights(1, d, pairs, rng, method=setting["method"]), "second": rng("init", 1).uniform(-1, 1, pairs)}


def step_gain(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, n/d and set of weights; all share their inputs. In float64, since the ridge is tiny."""
    d, width = setting["d"], setting["width"]
    names = [str(name) for name in setting.grid["target"]]
    aims, sigma = {name: target(name, 1) for name in names}, activation(setting["activation"])
    truth = [labels(aims[name], draws["teacher"]) for name in names]
    for name in names:
        warn_if_unseen(aims[name], sigma)
    students = [Student(draws["first"], y, sigma) for y in truth]
    sizes = {round(alpha * d): alpha for alpha in map(float, setting.grid["alpha"])}
    step_batch = batch(max(sizes), draws["first"].shape[1], rng, "train", dtype="float64")
    held = coordinates(setting["method"], d, 1, rng)
    for n, gradients in first_gradients(step_batch, students, device, list(sizes), held):
        half, *moves = [draws["first"], *gradients] if held is None else held.compressed([draws["first"], *gradients])
        first, second = mirrored(half, draws["second"], width)
        x = np.concatenate(list(batch(n, half.shape[1], rng, "refit", dtype="float64")))
        x_test = np.concatenate(list(batch(setting["test_size"], half.shape[1], rng, "test", dtype="float64")))
        y, y_test = (np.stack([one(inputs) for one in truth], axis=1) for inputs in (x, x_test))
        push = setting["rate"] * (n / d) ** 0.5 * second[:, None]
        for state in map(str, setting.grid["weights"]):
            if state == "frozen":
                # Mirror images are the same features: one of each pair is enough, with half the penalty.
                fit, of_test = (sigma(inputs @ half.T) for inputs in (x, x_test))
                errors = ((y_test - of_test @ ridge(fit, y, setting["ridge"] * width / 2)) ** 2).mean(axis=0)
            else:
                errors = np.zeros(len(names))
                for case, gradient in enumerate(moves):
                    weights = first + push * np.concatenate([gradient, gradient])
                    fit, of_test = (sigma(inputs @ weights.T) for inputs in (x, x_test))
                    errors[case] = ((y_test[:, case] - of_test @ ridge(fit, y[:, case], setting["ridge"] * width)) ** 2).mean()
            for name, error in zip(names, errors, strict=True):
                yield {"target": name, "alpha": sizes[n], "weights": state, "error": float(error)}
