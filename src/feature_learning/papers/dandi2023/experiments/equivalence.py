"""Trained features, their conditional Gaussian equivalent, and the plain Gaussian one that fails
(fig9).
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import (
    batch,
    labels,
    pairs,
    target,
    teacher_and_weights,
)
from feature_learning.theory.conditional_gaussian import conditional_moments
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_step import Student, streamed_gradient

_ROWS = 256


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair."""
    return pairs(setting, 1, rng)


def features(
    model: str,
    sigma: Activation,
    x: np.ndarray,
    weights: np.ndarray,
    known: np.ndarray,
    noise: np.random.Generator,
) -> np.ndarray:
    """Return the features of one model on inputs (n, d), shape (n, width).

    ``plain`` ones are Gaussian with the means, slopes and variances of all inputs; others than
    these and the true ones are Gaussian given the inputs' part in the known orthonormal directions
    (k, d). The noise is their independent part.
    """
    fields = x @ weights.T
    if model == "true-features":
        return np.asarray(sigma(fields))
    xi = noise.standard_normal(fields.shape)
    if model == "plain":
        nothing, norms = np.zeros(len(weights)), np.linalg.norm(weights, axis=1)
        mean, slope, residual = conditional_moments(nothing, norms, sigma)
        return np.asarray(mean + slope * fields + np.sqrt(residual) * xi)
    inside = (x @ known.T) @ (known @ weights.T)
    spread = np.sqrt((weights**2).sum(axis=1) - ((weights @ known.T) ** 2).sum(axis=1))
    mean, slope, residual = conditional_moments(inside, spread, sigma)
    return mean + slope * (fields - inside) + np.sqrt(residual) * xi


def _change(
    setting: Setting, d: int, draws: Draws, rng: Streams, device: Device, *key: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of mirror pairs before a step at n = step_alpha d, and their change."""
    half, teacher = draws["first"], draws["teacher"]
    first, second = mirrored(half, np.ones(len(half)), 2 * len(half))
    truth, sigma = labels(target(setting["target"], 1), teacher), activation(setting["activation"])
    step_batch = batch(round(setting["step_alpha"] * d), d, rng, "train", *key, dtype="float64")
    gradient = streamed_gradient(step_batch, Student(first, truth, sigma), device)
    return first, setting["step"] * second[:, None] * gradient


def draw_update_rank(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair, as many neurons as dimensions."""
    drawn: dict[str, np.ndarray] = {}
    for d in setting.ints("d"):
        of_d = teacher_and_weights(setting, 1, d, d // 2, rng, d)
        drawn |= {f"{name}-{d}": array for name, array in of_d.items()}
    return drawn


def update_rank(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension: the two largest singular values of the change of W."""
    for d in setting.ints("d"):
        of_d = {name: draws[f"{name}-{d}"] for name in ("teacher", "first")}
        _, change = _change(setting, d, of_d, rng, device, d)
        values = np.linalg.svd(change, compute_uv=False)
        yield {"d": d, "first": float(values[0]), "second": float(values[1])}


def equivalence(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per model and n/d; all models see the same inputs and labels."""
    d, width, teacher = setting["d"], setting["width"], draws["teacher"]
    truth, sigma = labels(target(setting["target"], 1), teacher), activation(setting["activation"])
    first, change = _change(setting, d, draws, rng, device)
    weights = first + change
    spike = np.linalg.svd(weights - first, full_matrices=False)[2][:1]
    # The theorem conditions on the spike alone; with the teacher, or on it instead, are for
    # comparison.
    known = {
        "conditional": spike,
        "both": np.linalg.qr(np.concatenate([spike, teacher]).T)[0].T,
        "teacher": teacher,
    }
    alphas = sorted(setting.floats("alpha"))
    x = np.concatenate(list(batch(round(alphas[-1] * d), d, rng, "refit", dtype="float64")))
    x_test = np.concatenate(list(batch(setting["test_size"], d, rng, "test", dtype="float64")))
    y, y_test = truth(x), truth(x_test)
    # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with
    # plain features.
    penalty = setting["ridge"] * width
    for model in setting.names("model"):
        noise, directions = rng("surrogate"), known.get(model, teacher)
        # Rows are processed in blocks, so that the many intermediate arrays stay in the cache.
        fit, of_test = (
            np.concatenate(
                [
                    features(model, sigma, part[start : start + _ROWS], weights, directions, noise)
                    for start in range(0, len(part), _ROWS)
                ]
            )
            for part in (x, x_test)
        )
        for alpha in alphas:
            n = round(alpha * d)
            predicted = of_test @ ridge(fit[:n], y[:n], penalty)
            error = float(((y_test - predicted) ** 2).mean())
            yield {"model": model, "alpha": alpha, "error": error}
